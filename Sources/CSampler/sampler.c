#include "CSampler.h"

#include <string.h>

/* Every processor gives the same bits: no fused operations. */
#pragma clang fp contract(off)

#define CHUNK 64
typedef float lanes __attribute__((ext_vector_type(4)));

typedef uint8_t four_bytes __attribute__((ext_vector_type(4)));
typedef uint16_t four_pairs __attribute__((ext_vector_type(4)));
typedef uint32_t four_numbers __attribute__((ext_vector_type(4)));

/* What a stretch of a row needs, as it is in memory: of each place two samples beside one another, the left one in the lower byte, of two rows; the parts of a pixel, in 1/256, by which the place lies beyond the upper left one;
   and a sample of either chroma plane. Made floats four at a time, of which every product below 2^24 is exact. */
struct places {
  uint16_t upper[CHUNK], lower[CHUNK];
  uint8_t right[CHUNK], low[CHUNK], u[CHUNK], v[CHUNK];
  float seen[CHUNK];
};

static inline __attribute__((always_inline)) void gather(const struct gf_sampled_picture *s, int64_t x, int64_t y, int k, int64_t step, struct places *at) {
  int64_t ix = x >> 16, iy = y >> 16;
  const uint8_t *p = s->luma.start + iy * s->luma.stride + ix * step, *q = p + s->luma.stride;
  at->upper[k] = (uint16_t)(p[0] | p[step] << 8);
  at->lower[k] = (uint16_t)(q[0] | q[step] << 8);
  at->right[k] = (uint8_t)(x >> 8);
  at->low[k] = (uint8_t)(y >> 8);
  ptrdiff_t chroma = (iy >> s->u.shift_y) * s->u.stride + (ix >> s->u.shift_x) * s->u.step;
  at->u[k] = s->u.start[chroma];
  at->v[k] = s->v.start[chroma];
}

static int64_t within(int64_t value, int64_t most) { return value < 0 ? 0 : value > most ? most : value; }

static void gather_at_edge(const struct gf_sampled_picture *s, int64_t x, int64_t y, int64_t dx, int64_t dy, int count, struct places *at) {
  int64_t most_x = ((s->width - 1) << 16) - 1, most_y = ((s->height - 1) << 16) - 1, half = 1 << 15;
  for (int k = 0; k < count; k++, x += dx, y += dy) {
    int beyond = x < -half || y < -half || x > most_x + half || y > most_y + half;
    at->seen[k] = s->is_black && beyond ? 0 : 1;
    gather(s, within(x, most_x), within(y, most_y), k, s->luma.step, at);
  }
}

static inline lanes load(const float *p) {
  lanes x;
  memcpy(&x, p, sizeof x);
  return x;
}

static inline lanes bytes(const uint8_t *p) {
  four_bytes x;
  memcpy(&x, p, sizeof x);
  return __builtin_convertvector(__builtin_convertvector(x, four_numbers), lanes);
}

static inline four_numbers pairs(const uint16_t *p) {
  four_pairs x;
  memcpy(&x, p, sizeof x);
  return __builtin_convertvector(x, four_numbers);
}

/* Between the two samples of each pair, 256 times. */
static inline lanes between(four_numbers both, lanes left, lanes right) {
  return __builtin_convertvector(both & 255, lanes) * left + __builtin_convertvector(both >> 8, lanes) * right;
}

static inline void store(float *p, lanes x) { memcpy(p, &x, sizeof x); }

static inline lanes colour(const struct gf_sampled_picture *s, int part, lanes light, lanes u, lanes v, lanes seen) {
  lanes c = s->base[part] + s->gain * light + s->from_u[part] * u + s->from_v[part] * v;
  lanes zero = 0, one = 1;
  return __builtin_elementwise_min(__builtin_elementwise_max(c, zero), one) * seen;
}

/* Four pixels, planes beside one another to colours beside one another: each of the four stores overwrites what the one before it wrote beyond its three numbers, the last writes three. */
static inline void put(float *output, lanes r, lanes g, lanes b) {
  lanes zero = 0;
  lanes rg_low = __builtin_shufflevector(r, g, 0, 4, 1, 5), rg_high = __builtin_shufflevector(r, g, 2, 6, 3, 7);
  lanes b_low = __builtin_shufflevector(b, zero, 0, 4, 1, 5), b_high = __builtin_shufflevector(b, zero, 2, 6, 3, 7);
  store(output, __builtin_shufflevector(rg_low, b_low, 0, 1, 4, 5));
  store(output + 3, __builtin_shufflevector(rg_low, b_low, 2, 3, 6, 7));
  store(output + 6, __builtin_shufflevector(rg_high, b_high, 0, 1, 4, 5));
  lanes last = __builtin_shufflevector(rg_high, b_high, 2, 3, 6, 7);
  memcpy(output + 9, &last, 3 * sizeof(float));
}

static void colour_in(const struct gf_sampled_picture *s, const struct places *at, int count, float *output) {
  for (int k = 0; k < count; k += 4) {
    lanes right = bytes(at->right + k), low = bytes(at->low + k), left = 256 - right;
    lanes light = between(pairs(at->upper + k), left, right) * (256 - low) + between(pairs(at->lower + k), left, right) * low;
    lanes u = bytes(at->u + k), v = bytes(at->v + k), seen = load(at->seen + k);
    lanes r = colour(s, 0, light, u, v, seen), g = colour(s, 1, light, u, v, seen), b = colour(s, 2, light, u, v, seen);
    if (k + 4 <= count) {
      put(output + 3 * k, r, g, b);
      continue;
    }
    for (int rest = 0; k + rest < count; rest++) {
      float *one = output + 3 * (k + rest);
      one[0] = r[rest];
      one[1] = g[rest];
      one[2] = b[rest];
    }
  }
}

void gf_sample_row(const struct gf_sampled_picture *s, int64_t x, int64_t y, int64_t dx, int64_t dy, int64_t count, int32_t is_inside, float *output) {
  struct places at;
  memset(&at, 0, sizeof at);
  for (int k = 0; k < CHUNK; k++) at.seen[k] = 1;
  while (count > 0) {
    int n = count < CHUNK ? (int)count : CHUNK;
    if (!is_inside) {
      gather_at_edge(s, x, y, dx, dy, n, &at);
    } else if (s->luma.step == 1) {
      for (int k = 0; k < n; k++) gather(s, x + k * dx, y + k * dy, k, 1, &at);
    } else {
      for (int k = 0; k < n; k++) gather(s, x + k * dx, y + k * dy, k, s->luma.step, &at);
    }
    colour_in(s, &at, n, output);
    x += n * dx;
    y += n * dy;
    output += 3 * n;
    count -= n;
  }
}
