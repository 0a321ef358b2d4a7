#pragma once
/* Arithmetic on SIMD lanes. Swift 6.3 writes the operators of SIMD4<Float> as four operations on single lanes and leaves it to the optimiser to put them together again, which it
   does not where lanes are shuffled or summed up: the transform took 1.35 times (128 bits) and 1.7 times (256 bits) the time of the same in C++. Clang's vectors stay whole.
   The type is imported as SIMD4<Float> (SIMD8<Float> where the build is for AVX). No function here allocates or locks. */
#include <stdint.h>

#define GF_LANES_RT static inline __attribute__((always_inline, swift_attr("@_noLocks")))

#ifdef GF_LANES_8
typedef float gf_lanes __attribute__((ext_vector_type(8)));
typedef int32_t gf_lane_bits __attribute__((ext_vector_type(8)));
#else
typedef float gf_lanes __attribute__((ext_vector_type(4)));
typedef int32_t gf_lane_bits __attribute__((ext_vector_type(4)));
#endif

#pragma clang fp contract(fast)

GF_LANES_RT gf_lanes gf_lanes_add(gf_lanes a, gf_lanes b) { return a + b; }
GF_LANES_RT gf_lanes gf_lanes_sub(gf_lanes a, gf_lanes b) { return a - b; }
GF_LANES_RT gf_lanes gf_lanes_mul(gf_lanes a, gf_lanes b) { return a * b; }
GF_LANES_RT gf_lanes gf_lanes_div(gf_lanes a, gf_lanes b) { return a / b; }
GF_LANES_RT gf_lanes gf_lanes_fill(float a) { return (gf_lanes)a; }
/* a b + c, a b + c d, a b - c d: with fused operations where the processor has them. */
GF_LANES_RT gf_lanes gf_lanes_muladd(gf_lanes a, gf_lanes b, gf_lanes c) { return a * b + c; }
GF_LANES_RT gf_lanes gf_lanes_dot(gf_lanes a, gf_lanes b, gf_lanes c, gf_lanes d) { return a * b + c * d; }
GF_LANES_RT gf_lanes gf_lanes_cross(gf_lanes a, gf_lanes b, gf_lanes c, gf_lanes d) { return a * b - c * d; }
GF_LANES_RT gf_lanes gf_lanes_max(gf_lanes a, gf_lanes b) { return __builtin_elementwise_max(a, b); }
/* -1 in each lane where x is above a and c, and not below b and d. */
GF_LANES_RT gf_lane_bits gf_lanes_peaks(gf_lanes x, gf_lanes a, gf_lanes b, gf_lanes c, gf_lanes d) {
  return (x > a) & (x >= b) & (x > c) & (x >= d);
}
GF_LANES_RT float gf_root(float x) { return __builtin_sqrtf(x); }

#ifdef GF_LANES_8
GF_LANES_RT gf_lanes gf_lanes_reversed(gf_lanes a) { return a.s76543210; }
GF_LANES_RT float gf_lanes_sum(gf_lanes a) {
  __attribute__((ext_vector_type(4))) float b = a.s0123 + a.s4567;
  return (b.x + b.z) + (b.y + b.w);
}
/* Within each half of the lanes: a and b in turn, of the half's first (low) or last (high) lanes; and the same by pairs. Then the two halves. */
GF_LANES_RT gf_lanes gf_lanes_mix_low(gf_lanes a, gf_lanes b) { return __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13); }
GF_LANES_RT gf_lanes gf_lanes_mix_high(gf_lanes a, gf_lanes b) { return __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15); }
GF_LANES_RT gf_lanes gf_lanes_pair_low(gf_lanes a, gf_lanes b) { return __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13); }
GF_LANES_RT gf_lanes gf_lanes_pair_high(gf_lanes a, gf_lanes b) { return __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15); }
GF_LANES_RT gf_lanes gf_lanes_halves_low(gf_lanes a, gf_lanes b) { return __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11); }
GF_LANES_RT gf_lanes gf_lanes_halves_high(gf_lanes a, gf_lanes b) { return __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15); }
#else
GF_LANES_RT gf_lanes gf_lanes_reversed(gf_lanes a) { return a.wzyx; }
GF_LANES_RT float gf_lanes_sum(gf_lanes a) { return (a.x + a.z) + (a.y + a.w); }
/* a and b in turn, of the first (low) or last (high) lanes; and the same by pairs. */
GF_LANES_RT gf_lanes gf_lanes_mix_low(gf_lanes a, gf_lanes b) { return __builtin_shufflevector(a, b, 0, 4, 1, 5); }
GF_LANES_RT gf_lanes gf_lanes_mix_high(gf_lanes a, gf_lanes b) { return __builtin_shufflevector(a, b, 2, 6, 3, 7); }
GF_LANES_RT gf_lanes gf_lanes_pair_low(gf_lanes a, gf_lanes b) { return __builtin_shufflevector(a, b, 0, 1, 4, 5); }
GF_LANES_RT gf_lanes gf_lanes_pair_high(gf_lanes a, gf_lanes b) { return __builtin_shufflevector(a, b, 2, 3, 6, 7); }
#endif
