#pragma once
/* Arithmetic on SIMD lanes. Swift 6.3 writes the operators of SIMD4<Float> as four operations on single lanes and
   leaves it to the optimiser to put them together again. The optimiser does not where lanes are shuffled or summed: the
   transform took 1.35 times (128 bits) and 1.7 times (256 bits) the time of the same in C++. Clang's vectors stay
   whole. The type is imported as SIMD4<Float> (SIMD8<Float> in a build for AVX). No function here allocates or
   locks. */
#include <stdint.h>

#define GF_LANES_RT static inline __attribute__((always_inline, swift_attr("@_noLocks")))

#ifdef GF_LANES_8
typedef float gf_lanes __attribute__((ext_vector_type(8)));
typedef int32_t gf_lane_bits __attribute__((ext_vector_type(8)));
#else
typedef float gf_lanes __attribute__((ext_vector_type(4)));
typedef int32_t gf_lane_bits __attribute__((ext_vector_type(4)));
#endif

/* Every processor gives the same bits: no fused operations. ARM always has them, and x86-64 without AVX has not. A
   fused product is more exact by less than half of a last place and would be a good tenth quicker. But when the
   stretcher decides which of two peaks is higher, a last place becomes another sound. */
#pragma clang fp contract(off)

GF_LANES_RT gf_lanes gf_lanes_add(gf_lanes a, gf_lanes b) { return a + b; }
GF_LANES_RT gf_lanes gf_lanes_sub(gf_lanes a, gf_lanes b) { return a - b; }
GF_LANES_RT gf_lanes gf_lanes_mul(gf_lanes a, gf_lanes b) { return a * b; }
GF_LANES_RT gf_lanes gf_lanes_div(gf_lanes a, gf_lanes b) { return a / b; }
GF_LANES_RT gf_lanes gf_lanes_fill(float a) { return (gf_lanes)a; }
/* Sums a b + c, a b + c d, a b - c d. Each product is rounded by itself. */
GF_LANES_RT gf_lanes gf_lanes_muladd(gf_lanes a, gf_lanes b, gf_lanes c) { return a * b + c; }
GF_LANES_RT gf_lanes gf_lanes_dot(gf_lanes a, gf_lanes b, gf_lanes c, gf_lanes d) { return a * b + c * d; }
GF_LANES_RT gf_lanes gf_lanes_cross(gf_lanes a, gf_lanes b, gf_lanes c, gf_lanes d) { return a * b - c * d; }
GF_LANES_RT gf_lanes gf_lanes_max(gf_lanes a, gf_lanes b) { return __builtin_elementwise_max(a, b); }
/* -1 in each lane with a peak. There x is above a and c, and not below b and d. */
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
/* Interleaves a and b within each half of the lanes. They take the half's first (low) or last (high) lanes in turn, and
   the same by pairs. Then the two halves. */
GF_LANES_RT gf_lanes gf_lanes_mix_low(gf_lanes a, gf_lanes b) { return __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13); }
GF_LANES_RT gf_lanes gf_lanes_mix_high(gf_lanes a, gf_lanes b) { return __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15); }
GF_LANES_RT gf_lanes gf_lanes_pair_low(gf_lanes a, gf_lanes b) { return __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13); }
GF_LANES_RT gf_lanes gf_lanes_pair_high(gf_lanes a, gf_lanes b) { return __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15); }
GF_LANES_RT gf_lanes gf_lanes_halves_low(gf_lanes a, gf_lanes b) { return __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11); }
GF_LANES_RT gf_lanes gf_lanes_halves_high(gf_lanes a, gf_lanes b) { return __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15); }
#else
GF_LANES_RT gf_lanes gf_lanes_reversed(gf_lanes a) { return a.wzyx; }
GF_LANES_RT float gf_lanes_sum(gf_lanes a) { return (a.x + a.z) + (a.y + a.w); }
/* Interleaves a and b, of their first (low) or last (high) lanes. The same follows by pairs. */
GF_LANES_RT gf_lanes gf_lanes_mix_low(gf_lanes a, gf_lanes b) { return __builtin_shufflevector(a, b, 0, 4, 1, 5); }
GF_LANES_RT gf_lanes gf_lanes_mix_high(gf_lanes a, gf_lanes b) { return __builtin_shufflevector(a, b, 2, 6, 3, 7); }
GF_LANES_RT gf_lanes gf_lanes_pair_low(gf_lanes a, gf_lanes b) { return __builtin_shufflevector(a, b, 0, 1, 4, 5); }
GF_LANES_RT gf_lanes gf_lanes_pair_high(gf_lanes a, gf_lanes b) { return __builtin_shufflevector(a, b, 2, 3, 6, 7); }
#endif

/* The sum of the products of two rows. Their length is a multiple of the lanes. It adds each lane's first, then the
   lanes'. */
GF_LANES_RT float gf_lanes_rows(const float *a, const float *b, int64_t count) {
  enum { width = sizeof(gf_lanes) / sizeof(float) };
  gf_lanes sum = 0;
  for (int64_t i = 0; i < count; i += width) {
    gf_lanes x, y;
    __builtin_memcpy(&x, a + i, sizeof x);
    __builtin_memcpy(&y, b + i, sizeof y);
    sum = x * y + sum;
  }
  return gf_lanes_sum(sum);
}
/* Adds a row to a sum, at one gain. Returns the largest distance from 0 of what it added, or `highest` if that is
   larger. NaN does not count as a peak. */
GF_LANES_RT float gf_lanes_mix(const float *row, float gain, int64_t count, float *sum, float highest) {
  enum { width = sizeof(gf_lanes) / sizeof(float) };
  gf_lanes peaks = 0;
  int64_t i = 0;
  for (; i + width <= count; i += width) {
    gf_lanes x, y;
    __builtin_memcpy(&x, row + i, sizeof x);
    __builtin_memcpy(&y, sum + i, sizeof y);
    x = x * gain;
    y = y + x;
    __builtin_memcpy(sum + i, &y, sizeof y);
    x = __builtin_elementwise_abs(x);
    peaks = x > peaks ? x : peaks;
  }
  for (int lane = 0; lane < width; lane++) highest = peaks[lane] > highest ? peaks[lane] : highest;
  for (; i < count; i++) {
    float x = row[i] * gain;
    sum[i] += x;
    x = __builtin_fabsf(x);
    highest = x > highest ? x : highest;
  }
  return highest;
}
/* Mixes eight numbers by Hadamard's matrix. It makes three passes over pairs 1, 2 and 4 apart; then it multiplies each
   by `keep`, and adds `even` or `odd` in turn. Four lanes in every build. */
GF_LANES_RT void gf_lanes_hadamard(float *x, float keep, float even, float odd) {
  typedef float four __attribute__((ext_vector_type(4)));
  four a, b, one = {1, -1, 1, -1}, two = {1, 1, -1, -1}, add = {even, odd, even, odd};
  __builtin_memcpy(&a, x, sizeof a);
  __builtin_memcpy(&b, x + 4, sizeof b);
  a = a.xxzz + a.yyww * one;
  b = b.xxzz + b.yyww * one;
  a = a.xyxy + a.zwzw * two;
  b = b.xyxy + b.zwzw * two;
  four low = (a + b) * keep + add, high = (a - b) * keep + add;
  __builtin_memcpy(x, &low, sizeof low);
  __builtin_memcpy(x + 4, &high, sizeof high);
}

#include "Voices.h"
