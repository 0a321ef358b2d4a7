#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A peer of Ableton Link: a common tempo and beat. Boxes and programs of one network share them. Its times are
/// microseconds of CLOCK_MONOTONIC.
/// Any ordinary thread may call, one at a time for a peer, but never the audio thread. For a second after a change that
/// was made here, reads return this change and not the later changes of others.
typedef struct gf_link gf_link;

/// The session at a moment.
typedef struct {
  /// Beats a minute.
  double bpm;
  /// Beats, counted from any start. Modulo the quantum they are the same for all peers of the session.
  double beat;
  /// Others in the session.
  int64_t peers;
} gf_link_look;

/// Makes a peer that is not switched on: no socket is opened. Null when it cannot be made, with the reason in `why`.
gf_link *gf_link_open(double bpm, char *why, int64_t size);
/// Leaves the session and waits for Link's threads.
void gf_link_close(gf_link *link);
/// Joins the sessions of the network, or leaves. Retries every few seconds if the network fails.
void gf_link_enable(gf_link *link, int on);
/// Returns the session at the moment `at`. Its beats are grouped by `quantum`.
gf_link_look gf_link_look_at(gf_link *link, int64_t at, double quantum);
/// Sets the session's tempo from `at` on, for all its peers. 20 to 999.
void gf_link_set_tempo(gf_link *link, double bpm, int64_t at);
/// Places this beat at this moment, if the peer is alone. With others in the session Link takes the nearest later
/// moment whose beat is the same modulo the quantum.
void gf_link_request_beat(gf_link *link, double beat, int64_t at, double quantum);

#ifdef __cplusplus
}
#endif
