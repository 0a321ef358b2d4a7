// Writes the results of the C library's functions for the same numbers, as bytes: all that the project calls, in double
// and in single precision. functions.py compares those of two processors.
#include <math.h>
#include <stdint.h>
#include <stdio.h>

enum { POINTS = 200000 };

static uint64_t state = 1;

// 0...1 (SplitMix64, by Sebastiano Vigna).
static double unit(void) {
  uint64_t z = state += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

int main(void) {
  for (int i = 0; i < POINTS; i++) {
    const double x = (unit() - 0.5) * 20, positive = unit() * 4 + 0.01, cosine = unit() * 2 - 1;
    const float fx = (float)x, fpositive = (float)positive, fcosine = (float)cosine;
    const double doubles[] = {sin(x), cos(x), tan(x), exp(x), exp2(x), pow(positive, x), log(positive), log2(positive), atan2(x, positive), acos(cosine), tanh(x), log10(positive)};
    const float floats[] = {sinf(fx), cosf(fx), tanf(fx), expf(fx), exp2f(fx), powf(fpositive, fx), logf(fpositive), log2f(fpositive), atan2f(fx, fpositive), acosf(fcosine), tanhf(fx), log10f(fpositive)};
    if (fwrite(doubles, sizeof doubles, 1, stdout) != 1 || fwrite(floats, sizeof floats, 1, stdout) != 1) return 1;
  }
  return 0;
}
