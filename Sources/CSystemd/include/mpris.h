#pragma once
#include <stddef.h>
#include <stdint.h>

/// A connection with a bus of players (MPRIS over D-Bus, by sd-bus). One thread uses it, and only `gf_mpris_wait`
/// waits. Calls return 0 or more, or -errno.
/// A message of more than 16 MiB is skipped, such as one that contains a cover.
typedef struct gf_mpris gf_mpris;

/// One value of a property. Values of other types are left out.
typedef struct {
  /// Type of the value, a letter. 's' a text; 'a' one text of a list, one after the other; 'b' a truth value; 'n' a
  /// number of any type; 'm' the beginning of the metadata, whose entries follow.
  char type;
  /// The entry is one of the metadata.
  int is_metadata;
  /// UTF-8 without a terminator; null for other types. A text longer than 4096 bytes is cut at the end of a letter.
  const char *text;
  size_t length;
  /// A truth value is 0 or 1.
  double number;
} gf_mpris_value;

/// The receiver of events. `from` is a connection's unique name, which belongs to one program for as long as it lives.
typedef struct {
  void *context;
  /// A player's name belongs to that connection now. It belongs to no connection if `owner` is empty.
  void (*owned)(void *context, const char *name, const char *owner);
  /// The process of a connection; 0 if it is unknown. Not called for a connection that is gone.
  void (*identified)(void *context, const char *name, const char *owner, uint32_t process);
  /// A property of either interface of MPRIS: they share no name.
  void (*property)(void *context, const char *from, const char *name, const gf_mpris_value *value);
  /// The end of one message's properties. `is_news`: the player sent it unasked, so a property that it left out may
  /// have changed, too.
  void (*told)(void *context, const char *from, int is_news);
  /// The player goes on at another place, in microseconds.
  void (*seeked)(void *context, const char *from, int64_t place);
  /// A call was answered, after its properties. `code` is 0, or an errno value with the error's name and text, both
  /// empty without any. EMSGSIZE for an answer that is too large. The ticket -1 is the list of names.
  void (*answered)(void *context, int64_t ticket, int code, const char *error, const char *words);
} gf_mpris_listener;

/// Begins to connect with the bus at an address. Asks for its players; the listener gets the results. 0 or -errno.
int gf_mpris_open(gf_mpris **out, const char *address, const gf_mpris_listener *listener);
/// Open calls get no answer any more.
void gf_mpris_close(gf_mpris *it);
/// 1 once the bus has accepted the connection.
int gf_mpris_is_ready(gf_mpris *it);
/// Does what there is to do, some of it. 1 if there may be more, 0 if not, -errno when the bus is gone.
int gf_mpris_process(gf_mpris *it);
/// Waits until there is work. It also returns when `wake` can be read (-1: without), and at a moment of CLOCK_MONOTONIC
/// in nanoseconds. `it` may be null.
void gf_mpris_wait(gf_mpris *it, int wake, int64_t until);

/// Requests the names of players again. The answers come as `owned`, and before them one with the ticket -1.
int gf_mpris_list(gf_mpris *it);
/// Asks the bus for the process of a name's owner. The answer comes as `identified`.
int gf_mpris_identify(gf_mpris *it, const char *name, const char *owner);
/// Asks for all properties of one of the interfaces: "" or ".Player". Answered whenever the player pleases.
int gf_mpris_get_all(gf_mpris *it, const char *to, const char *interface, int64_t ticket);
/// Asks for one property of the interface .Player. Answered whenever the player pleases.
int gf_mpris_get(gf_mpris *it, const char *to, const char *property, int64_t ticket);
/// Calls a method of the interface .Player that takes nothing. After 60 s it is given up with ETIMEDOUT.
int gf_mpris_call(gf_mpris *it, const char *to, const char *method, int64_t ticket);
/// Sets the volume. After 60 s it is given up.
int gf_mpris_volume(gf_mpris *it, const char *to, double volume, int64_t ticket);
/// Moves to a place of a track (SetPosition). With `track` null, it moves by `place` (Seek). Microseconds. After 60 s
/// it is given up.
int gf_mpris_seek(gf_mpris *it, const char *to, const char *track, int64_t place, int64_t ticket);
