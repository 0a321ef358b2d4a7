#pragma once
#include <stddef.h>
#include <stdint.h>

/// A connection with a bus on which players are found (MPRIS over D-Bus, by sd-bus). One thread uses it, and nothing but `gf_mpris_wait` waits. Calls answer 0 or more, or -errno.
/// A message of more than 16 MiB is read past and not kept, such as one with a cover in it.
typedef struct gf_mpris gf_mpris;

/// One value of a property. What is of no type that is told is left out.
typedef struct {
  /// 's' a text; 'a' one text of a list, told one after the other; 'b' a truth value; 'n' a number of whatever type; 'm' the beginning of the metadata, whose entries follow.
  char type;
  /// The entry is one of the metadata.
  int is_metadata;
  /// UTF-8 without an end of its own, cut at a letter's end where it is longer than 4096 bytes; null for what is no text.
  const char *text;
  size_t length;
  /// A truth value is 0 or 1.
  double number;
} gf_mpris_value;

/// Who is told. `from` is a connection's unique name, which belongs to one program for as long as it lives.
typedef struct {
  void *context;
  /// A name of players belongs to that connection now, or, if `owner` is empty, to nobody.
  void (*owned)(void *context, const char *name, const char *owner);
  /// Which process a connection belongs to; 0 where that is not known. Not told where it is gone.
  void (*identified)(void *context, const char *name, const char *owner, uint32_t process);
  /// A property, of whichever of the two interfaces of MPRIS: their names do not meet.
  void (*property)(void *context, const char *from, const char *name, const gf_mpris_value *value);
  /// The end of what one message told; `is_news`: by itself, so that what it left out may have changed, too.
  void (*told)(void *context, const char *from, int is_news);
  /// It plays on from another place, in microseconds.
  void (*seeked)(void *context, const char *from, int64_t place);
  /// A call was answered, after its properties were told: 0, or an errno value with the error's name and its words, which are empty where there are none. EMSGSIZE for an answer that is too large. The ticket -1 is the list of names.
  void (*answered)(void *context, int64_t ticket, int code, const char *error, const char *words);
} gf_mpris_listener;

/// Begins to connect with the bus at an address and asks for its players; what comes of it is told. 0 or -errno.
int gf_mpris_open(gf_mpris **out, const char *address, const gf_mpris_listener *listener);
/// Calls that are open are not answered any more.
void gf_mpris_close(gf_mpris *it);
/// 1 once the bus has taken it in.
int gf_mpris_is_ready(gf_mpris *it);
/// Does what there is to do, some of it. 1 if there may be more, 0 if not, -errno when the bus is gone.
int gf_mpris_process(gf_mpris *it);
/// Waits until there is something to do, or `wake` can be read (-1 is nothing), or until a moment of CLOCK_MONOTONIC in nanoseconds. `it` may be null.
void gf_mpris_wait(gf_mpris *it, int wake, int64_t until);

/// Asks again which names of players there are; the answers come as `owned`, and before them one with the ticket -1.
int gf_mpris_list(gf_mpris *it);
/// Asks the bus which process the owner of a name is; the answer comes as `identified`.
int gf_mpris_identify(gf_mpris *it, const char *name, const char *owner);
/// Asks for all properties of one of the interfaces: "" or ".Player". Answered whenever the player pleases.
int gf_mpris_get_all(gf_mpris *it, const char *to, const char *interface, int64_t ticket);
/// Asks for one property of the interface .Player. Answered whenever the player pleases.
int gf_mpris_get(gf_mpris *it, const char *to, const char *property, int64_t ticket);
/// Calls a method of the interface .Player that takes nothing. After 60 s it is given up with ETIMEDOUT.
int gf_mpris_call(gf_mpris *it, const char *to, const char *method, int64_t ticket);
/// Sets the volume. After 60 s it is given up.
int gf_mpris_volume(gf_mpris *it, const char *to, double volume, int64_t ticket);
/// To a place of a track (SetPosition); with `track` null, by so much (Seek). Microseconds. After 60 s it is given up.
int gf_mpris_seek(gf_mpris *it, const char *to, const char *track, int64_t place, int64_t ticket);
