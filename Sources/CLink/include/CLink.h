#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A peer of Ableton Link's: a tempo and a beat that boxes and programs of one network share. Its times are microseconds of CLOCK_MONOTONIC.
/// Any ordinary thread may call, one at a time for a peer; none of these may be called on the audio thread. For a second after a change that was made here, it is this change that is seen, and not what others changed since.
typedef struct gf_link gf_link;

/// What the session says of a moment.
typedef struct {
  /// Beats a minute.
  double bpm;
  /// Beats, counted from somewhere; modulo the quantum it is the same for all peers of the session.
  double beat;
  /// Others in the session.
  int64_t peers;
} gf_link_look;

/// Makes a peer that is not switched on: no socket is opened. Null when it cannot be made, with the reason in `why`.
gf_link *gf_link_open(double bpm, char *why, int64_t size);
/// Leaves the session and waits for Link's threads.
void gf_link_close(gf_link *link);
/// Joins the sessions of the network, or leaves. What is wrong with the network is tried again every few seconds.
void gf_link_enable(gf_link *link, int on);
/// What the session says of the moment `at`, with beats that are grouped by `quantum`.
gf_link_look gf_link_look_at(gf_link *link, int64_t at, double quantum);
/// The session's tempo is another one from `at` on, for all its peers: 20 to 999.
void gf_link_set_tempo(gf_link *link, double bpm, int64_t at);
/// This beat is at this moment. For whoever is alone only: with others in the session the nearest later moment is taken whose beat is the same modulo the quantum.
void gf_link_request_beat(gf_link *link, double beat, int64_t at, double quantum);

#ifdef __cplusplus
}
#endif
