#pragma once
/* Rubber Band's real-time calls, marked for the compiler as neither locking nor allocating. That is true of an engine made with
   ThreadingNever whose extreme ratios have been set once (its buffers have grown by then); Tests/RealtimeTrap proves it. */
#include <CRealtime.h>
#include <rubberband/rubberband-c.h>

GF_RT static inline void gf_rb_process(RubberBandState s, const float *const *in, unsigned n) { rubberband_process(s, in, n, 0); }
GF_RT static inline int gf_rb_available(RubberBandState s) { return rubberband_available(s); }
GF_RT static inline unsigned gf_rb_required(RubberBandState s) { return rubberband_get_samples_required(s); }
GF_RT static inline unsigned gf_rb_retrieve(RubberBandState s, float *const *out, unsigned n) { return rubberband_retrieve(s, out, n); }
GF_RT static inline void gf_rb_set_time_ratio(RubberBandState s, double r) { rubberband_set_time_ratio(s, r); }
GF_RT static inline void gf_rb_set_pitch_scale(RubberBandState s, double p) { rubberband_set_pitch_scale(s, p); }
GF_RT static inline unsigned gf_rb_start_delay(RubberBandState s) { return rubberband_get_start_delay(s); }
GF_RT static inline void gf_rb_reset(RubberBandState s) { rubberband_reset(s); }
GF_RT static inline unsigned gf_rb_start_pad(RubberBandState s) { return rubberband_get_preferred_start_pad(s); }
