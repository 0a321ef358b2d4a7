#include "CSampler.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

typedef uint16_t samples __attribute__((ext_vector_type(8)));
typedef uint32_t pairs __attribute__((ext_vector_type(4)));
typedef uint16_t four_sums __attribute__((ext_vector_type(4)));
typedef int16_t four_steps __attribute__((ext_vector_type(4)));
typedef int32_t differences __attribute__((ext_vector_type(4)));

INLINE samples load(const uint8_t *p) {
  samples x;
  memcpy(&x, p, sizeof x);
  return x;
}

/* Sums of two neighbours each, of eight numbers of 16 bits. */
INLINE pairs two(samples x) { return ((pairs)x & 0xffff) + ((pairs)x >> 16); }

INLINE pairs beside(pairs a, pairs b) { return __builtin_shufflevector(a, b, 0, 2, 4, 6) + __builtin_shufflevector(a, b, 1, 3, 5, 7); }

/* Sums of 4 x 4 samples, of four cells beside one another. Bytes between the samples do not count. A sum of two bytes
   in four rows is below 2^16. */
INLINE pairs cells(const uint8_t *p, ptrdiff_t stride, ptrdiff_t step) {
  if (step == 1) {
    samples sum = 0;
    for (int row = 0; row < 4; row++) {
      samples x = load(p + row * stride);
      sum += (x & 255) + (x >> 8);
    }
    return two(sum);
  }
  if (step == 2) {
    samples left = 0, right = 0;
    for (int row = 0; row < 4; row++) {
      left += load(p + row * stride) & 255;
      right += load(p + row * stride + 16) & 255;
    }
    return beside(two(left), two(right));
  }
  pairs sums[4] = {0, 0, 0, 0};
  for (int row = 0; row < 4; row++)
    for (int part = 0; part < 4; part++) sums[part] += (pairs)load(p + row * stride + 16 * part) & 255;
  return beside(beside(sums[0], sums[1]), beside(sums[2], sums[3]));
}

/* Blocks of 8 x 8 cells lie in rows of this many. */
INLINE int64_t blocks(const struct gf_cell_part *part) { return (part->groups + 1) / 2; }

INLINE void sum(const struct gf_cell_part *part, ptrdiff_t step, uint16_t *sums, int32_t *levels) {
  for (int64_t row = 0; row < part->rows; row++) {
    const uint8_t *line = part->start + 4 * row * part->stride;
    int32_t *level = levels + row / 8 * blocks(part);
    for (int64_t group = 0; group < part->groups; group++, sums += 4) {
      pairs now = cells(line + 16 * step * group, part->stride, step);
      four_sums narrow = __builtin_convertvector(now, four_sums);
      memcpy(sums, &narrow, sizeof narrow);
      level[group / 2] += (int32_t)__builtin_reduce_add(now);
    }
  }
}

INLINE void compare(const struct gf_cell_part *part, ptrdiff_t step, const uint16_t *sums, int32_t *energies) {
  for (int64_t row = 0; row < part->rows; row++) {
    const uint8_t *line = part->start + 4 * row * part->stride;
    int32_t *energy = energies + row / 8 * blocks(part);
    for (int64_t group = 0; group < part->groups; group++, sums += 4) {
      four_sums before;
      memcpy(&before, sums, sizeof before);
      /* At most 4080 either way. */
      differences change = __builtin_convertvector((four_steps)(__builtin_convertvector(cells(line + 16 * step * group, part->stride, step), four_sums) - before), differences);
      energy[group / 2] += __builtin_reduce_add(change * change);
    }
  }
}

void gf_cell_sums(const struct gf_cell_part *part, uint16_t *sums, int32_t *levels) {
  switch (part->step) {
  case 1: sum(part, 1, sums, levels); break;
  case 2: sum(part, 2, sums, levels); break;
  default: sum(part, 4, sums, levels);
  }
}

void gf_cell_changes(const struct gf_cell_part *part, const uint16_t *sums, int32_t *energies) {
  switch (part->step) {
  case 1: compare(part, 1, sums, energies); break;
  case 2: compare(part, 2, sums, energies); break;
  default: compare(part, 4, sums, energies);
  }
}
