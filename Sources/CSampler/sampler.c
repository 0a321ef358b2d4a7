#include "CSampler.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Every processor gives the same bits: no fused operations. */
#pragma clang fp contract(off)

#define CHUNK 64
#define LANES 4
#define INLINE static inline __attribute__((always_inline))

typedef float lanes __attribute__((ext_vector_type(LANES)));
typedef int32_t numbers __attribute__((ext_vector_type(LANES)));
typedef uint32_t naturals __attribute__((ext_vector_type(LANES)));
typedef uint8_t bytes __attribute__((ext_vector_type(LANES)));
typedef uint16_t pairs __attribute__((ext_vector_type(LANES)));

/* The layout of samples. It has the bytes from one to the next, and how many pixels share one of chroma, as powers of
   two. The compiler knows those of the usual formats, for which a row takes a fifth less time. */
struct layout {
  ptrdiff_t luma, chroma;
  int32_t shift_x, shift_y;
};

static const struct layout usual[] = {
    {1, 1, 1, 1}, /* planes, 4:2:0 */
    {1, 1, 1, 0}, /* planes, 4:2:2 */
    {1, 2, 1, 1}, /* NV12 */
    {2, 4, 1, 0}, /* YUYV and UYVY */
};

/* The input for a stretch of a row, as in memory. For each place it has two samples beside one another, the left
   one in the lower byte, of two rows, and a sample of either chroma plane. At an edge also the place itself, and
   whether it is visible. It becomes numbers four at a time. */
struct places {
  uint16_t upper[CHUNK], lower[CHUNK];
  uint8_t u[CHUNK], v[CHUNK];
  int32_t x[CHUNK], y[CHUNK];
  float seen[CHUNK];
};

INLINE void gather(const struct gf_sampled_frame *s, struct layout lie, int64_t x, int64_t y, int k, struct places *at) {
  int64_t ix = x >> 16, iy = y >> 16;
  const uint8_t *p = s->luma.start + iy * s->luma.stride + ix * lie.luma, *q = p + s->luma.stride;
  at->upper[k] = (uint16_t)(p[0] | p[lie.luma] << 8);
  at->lower[k] = (uint16_t)(q[0] | q[lie.luma] << 8);
  ptrdiff_t chroma = (iy >> lie.shift_y) * s->u.stride + (ix >> lie.shift_x) * lie.chroma;
  at->u[k] = s->u.start[chroma];
  at->v[k] = s->v.start[chroma];
}

INLINE void gather_all(const struct gf_sampled_frame *s, struct layout lie, int64_t x, int64_t y, int64_t dx, int64_t dy, int count, struct places *at) {
  for (int k = 0; k < count; k++) gather(s, lie, x + k * dx, y + k * dy, k, at);
}

static int64_t within(int64_t value, int64_t most) { return value < 0 ? 0 : value > most ? most : value; }

static void gather_at_edge(const struct gf_sampled_frame *s, struct layout lie, int64_t x, int64_t y, int64_t dx, int64_t dy, int count, struct places *at) {
  int64_t most_x = ((s->width - 1) << 16) - 1, most_y = ((s->height - 1) << 16) - 1, half = 1 << 15;
  for (int k = 0; k < count; k++, x += dx, y += dy) {
    int beyond = x < -half || y < -half || x > most_x + half || y > most_y + half;
    at->seen[k] = s->is_black && beyond ? 0 : 1;
    int64_t there_x = within(x, most_x), there_y = within(y, most_y);
    at->x[k] = (int32_t)there_x;
    at->y[k] = (int32_t)there_y;
    gather(s, lie, there_x, there_y, k, at);
  }
}

INLINE lanes of_bytes(const uint8_t *p) {
  bytes x;
  memcpy(&x, p, sizeof x);
  return __builtin_convertvector(__builtin_convertvector(x, numbers), lanes);
}

/* Between the two samples of each pair, 256 times. right: by how many 256ths of a pixel. */
INLINE lanes between(const uint16_t *p, numbers right) {
#ifdef __SSE2__
  /* Multiplies eight 16-bit numbers and adds every two. SSE2 has no multiplication of 32 bits. */
  __m128i samples = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)p), _mm_setzero_si128());
  numbers sum = (numbers)_mm_madd_epi16(samples, (__m128i)((right << 16) + (256 - right)));
#else
  pairs both;
  memcpy(&both, p, sizeof both);
  numbers two = __builtin_convertvector(both, numbers), sum = (two & 255) * (256 - right) + (two >> 8) * right;
#endif
  return __builtin_convertvector(sum, lanes);
}

INLINE lanes colour(const struct gf_sampled_frame *s, int part, lanes light, lanes u, lanes v) {
  lanes c = s->base[part] + s->gain * light + s->from_u[part] * u + s->from_v[part] * v;
  lanes zero = 0, one = 1;
  return __builtin_elementwise_min(__builtin_elementwise_max(c, zero), one);
}

INLINE lanes load(const float *p) {
  lanes x;
  memcpy(&x, p, sizeof x);
  return x;
}

INLINE void store(float *p, lanes x) { memcpy(p, &x, sizeof x); }

/* Four pixels, planes beside one another to colours beside one another. Each of the four stores overwrites what the one
   before it wrote beyond its three numbers; the last writes three. */
INLINE void put(float *output, lanes r, lanes g, lanes b) {
  lanes zero = 0;
  lanes rg_low = __builtin_shufflevector(r, g, 0, 4, 1, 5), rg_high = __builtin_shufflevector(r, g, 2, 6, 3, 7);
  lanes b_low = __builtin_shufflevector(b, zero, 0, 4, 1, 5), b_high = __builtin_shufflevector(b, zero, 2, 6, 3, 7);
  store(output, __builtin_shufflevector(rg_low, b_low, 0, 1, 4, 5));
  store(output + 3, __builtin_shufflevector(rg_low, b_low, 2, 3, 6, 7));
  store(output + 6, __builtin_shufflevector(rg_high, b_high, 0, 1, 4, 5));
  lanes last = __builtin_shufflevector(rg_high, b_high, 2, 3, 6, 7);
  memcpy(output + 9, &last, 3 * sizeof(float));
}

struct colours {
  lanes r, g, b;
};

/* Four pixels from `k` on. across and down: their places, of which only the fraction of a pixel counts. Every product
   is below 2^24, which a float holds exactly. */
INLINE struct colours colours(const struct gf_sampled_frame *s, const struct places *at, int k, naturals across, naturals down, int is_at_edge) {
  if (is_at_edge) {
    memcpy(&across, at->x + k, sizeof across);
    memcpy(&down, at->y + k, sizeof down);
  }
  numbers right = (numbers)(across >> 8 & 255);
  lanes low = __builtin_convertvector((numbers)(down >> 8 & 255), lanes);
  lanes light = between(at->upper + k, right) * (256 - low) + between(at->lower + k, right) * low;
  lanes u = of_bytes(at->u + k), v = of_bytes(at->v + k);
  struct colours c = {colour(s, 0, light, u, v), colour(s, 1, light, u, v), colour(s, 2, light, u, v)};
  if (is_at_edge) {
    lanes seen = load(at->seen + k);
    c.r *= seen, c.g *= seen, c.b *= seen;
  }
  return c;
}

INLINE void colour_in(const struct gf_sampled_frame *s, const struct places *at, int64_t x, int64_t y, int64_t dx, int64_t dy, int count, int is_at_edge, float *output) {
  naturals index = {0, 1, 2, 3};
  naturals across = (uint32_t)x + index * (uint32_t)dx, down = (uint32_t)y + index * (uint32_t)dy;
  int k = 0;
#pragma clang loop unroll_count(2)
  for (; k + LANES <= count; k += LANES, across += (uint32_t)(LANES * dx), down += (uint32_t)(LANES * dy)) {
    struct colours c = colours(s, at, k, across, down, is_at_edge);
    put(output + 3 * k, c.r, c.g, c.b);
  }
  if (k == count) return;
  struct colours c = colours(s, at, k, across, down, is_at_edge);
  for (int rest = 0; k + rest < count; rest++) {
    float *one = output + 3 * (k + rest);
    one[0] = c.r[rest];
    one[1] = c.g[rest];
    one[2] = c.b[rest];
  }
}

static int which(struct layout lie) {
  for (int i = 0; i < (int)(sizeof usual / sizeof *usual); i++) {
    struct layout one = usual[i];
    if (lie.luma == one.luma && lie.chroma == one.chroma && lie.shift_x == one.shift_x && lie.shift_y == one.shift_y) return i;
  }
  return -1;
}

void gf_sample_row(const struct gf_sampled_frame *s, int64_t x, int64_t y, int64_t dx, int64_t dy, int64_t count, int32_t is_inside, float *output) {
  struct places at;
  memset(&at, 0, sizeof at);
  struct layout lie = {s->luma.step, s->u.step, s->u.shift_x, s->u.shift_y};
  int kind = which(lie);
  while (count > 0) {
    int n = count < CHUNK ? (int)count : CHUNK;
    if (!is_inside) {
      gather_at_edge(s, lie, x, y, dx, dy, n, &at);
      colour_in(s, &at, x, y, dx, dy, n, 1, output);
    } else {
      switch (kind) {
      case 0: gather_all(s, usual[0], x, y, dx, dy, n, &at); break;
      case 1: gather_all(s, usual[1], x, y, dx, dy, n, &at); break;
      case 2: gather_all(s, usual[2], x, y, dx, dy, n, &at); break;
      case 3: gather_all(s, usual[3], x, y, dx, dy, n, &at); break;
      default: gather_all(s, lie, x, y, dx, dy, n, &at);
      }
      colour_in(s, &at, x, y, dx, dy, n, 0, output);
    }
    x += n * dx;
    y += n * dy;
    output += 3 * n;
    count -= n;
  }
}
