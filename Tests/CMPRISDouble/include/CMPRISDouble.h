#pragma once
#include <stddef.h>
#include <stdint.h>

/// A player as a bus meets it, served by a thread of its own. It lies, lags and dies on demand.
typedef struct mpris_double mpris_double;

/// The player's behaviour. The double's own thread sees each change before it answers the next call.
enum {
  /// Answers nothing at all.
  MPRIS_SILENT = 1,
  /// Gives each property a type that it should not have.
  MPRIS_WRONG_TYPES = 2,
  /// Has no metadata and says nothing of what it can.
  MPRIS_BARE = 4,
  /// CanControl is false.
  MPRIS_UNCONTROLLED = 8,
  /// Refuses every order.
  MPRIS_REFUSES = 16,
  /// Goes away in the middle of the next order, without an answer.
  MPRIS_DIES = 32,
  /// Tells nothing by itself: no signals.
  MPRIS_TELLS_NOTHING = 64,
  /// 100,000 artists and a cover of 1 MB.
  MPRIS_HUGE = 128,
  /// Answers a pause and a volume as if it had done them.
  MPRIS_DEAF = 256,
};

/// Takes the name org.mpris.MediaPlayer2.NAME on the bus at an address, and a second one if `second` is not null. Null
/// on failure.
mpris_double *mpris_double_start(const char *address, const char *name, const char *second, int how);
/// Its end.
void mpris_double_stop(mpris_double *it);
/// How it is from now on.
void mpris_double_be(mpris_double *it, int how);
/// Each call is answered so much later, in milliseconds; with 0 at once, and so are those that wait.
void mpris_double_lag(mpris_double *it, int milliseconds);
/// Plays or not; tells so.
void mpris_double_play(mpris_double *it, const char *status);
/// Begins a track; tells so. Null leaves out the title.
void mpris_double_track(mpris_double *it, const char *title, const char *artist, const char *url);
/// The metadata have a cover of so many bytes in them from now on; 0 for none. Tells nothing.
void mpris_double_cover(mpris_double *it, size_t bytes);
/// Sets its volume to any number; tells so.
void mpris_double_loud(mpris_double *it, double volume);
/// Jumps to a place in seconds; tells so.
void mpris_double_jump(mpris_double *it, double seconds);
/// How often a method was called: of the interface .Player, "Volume" for a set volume, "GetAll", "Position" for a read
/// place.
int mpris_double_calls(mpris_double *it, const char *what);
/// The orders so far, as they came, each followed by a blank: at most `size` bytes with the end.
void mpris_double_orders(mpris_double *it, char *out, int size);
/// The volume that it has.
double mpris_double_volume(mpris_double *it);
/// Whether a program may take a name on the bus at an address: 0, or -errno.
int mpris_double_may_own(const char *address, const char *name);
