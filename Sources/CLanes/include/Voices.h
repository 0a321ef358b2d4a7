#pragma once
/* The inner loops of the synthesizer, in four lanes in every build. A wave is computed by four frames of one voice,
   envelopes and filters by four voices side by side. CLanes.h includes this file.
   Every lane computes the same as a voice alone, in the same order, so the sound does not depend on how voices are
   grouped.
   Rows have room for whole fours of frames; their contents beyond the last frame have no meaning. */

typedef float gf_four __attribute__((ext_vector_type(4)));
typedef float gf_pair __attribute__((ext_vector_type(2)));
typedef int32_t gf_four_ints __attribute__((ext_vector_type(4)));
typedef uint32_t gf_four_bits __attribute__((ext_vector_type(4)));

#pragma clang fp contract(off)

GF_LANES_RT gf_four gf_four_read(const float *from) {
  gf_four x;
  __builtin_memcpy(&x, from, sizeof x);
  return x;
}
GF_LANES_RT void gf_four_write(gf_four x, float *to) { __builtin_memcpy(to, &x, sizeof x); }
/* x where the mask is set, else y. */
GF_LANES_RT gf_four gf_four_select(gf_four_ints mask, gf_four x, gf_four y) { return (gf_four)(((gf_four_ints)x & mask) | ((gf_four_ints)y & ~mask)); }

/* The sums of the products of two rows with a third one. The length is a multiple of the lanes. Each sum is as
   gf_lanes_rows has it. */
GF_LANES_RT gf_pair gf_lanes_rows_pair(const float *a, const float *b, const float *by, int64_t count) {
  enum { width = sizeof(gf_lanes) / sizeof(float) };
  gf_lanes first = 0, second = 0;
  for (int64_t i = 0; i < count; i += width) {
    gf_lanes x, y, z;
    __builtin_memcpy(&x, a + i, sizeof x);
    __builtin_memcpy(&y, b + i, sizeof y);
    __builtin_memcpy(&z, by + i, sizeof z);
    first = x * z + first;
    second = y * z + second;
  }
  return (gf_pair){gf_lanes_sum(first), gf_lanes_sum(second)};
}
/* Hyperbolic tangents by Lambert's continued fraction: to 0.0001. */
GF_LANES_RT gf_four gf_four_tanh(float a, float b, float c, float d) {
  gf_four x = {a, b, c, d};
  gf_four y = gf_four_select(x > 4.9f, (gf_four)4.9f, gf_four_select(x < -4.9f, (gf_four)-4.9f, x));
  gf_four z = y * y;
  return y * (135135 + z * (17325 + z * (378 + z))) / (135135 + z * (62370 + z * (3150 + z * 28)));
}

/* Whether no frame is farther from 0 than `most`. NaN is. */
GF_LANES_RT _Bool gf_lanes_within(const float *row, int64_t count, float most) {
  gf_four_ints within = -1;
  int64_t i = 0;
  for (; i + 4 <= count; i += 4) within &= __builtin_elementwise_abs(gf_four_read(row + i)) <= most;
  _Bool all = (within.x & within.y) & (within.z & within.w);
#pragma clang loop vectorize(disable) unroll(disable)
  for (; i < count; i++) all &= __builtin_fabsf(row[i]) <= most;
  return all;
}

/* Multiplies a row by its levels. Returns whether no frame then is farther from 0 than `most`. NaN is. */
GF_LANES_RT _Bool gf_lanes_level(float *row, const float *levels, int64_t count, float most) {
  gf_four_ints within = -1;
  int64_t i = 0;
  for (; i + 4 <= count; i += 4) {
    gf_four x = gf_four_read(row + i) * gf_four_read(levels + i);
    within &= __builtin_elementwise_abs(x) <= most;
    gf_four_write(x, row + i);
  }
  _Bool all = (within.x & within.y) & (within.z & within.w);
#pragma clang loop vectorize(disable) unroll(disable)
  for (; i < count; i++) {
    row[i] *= levels[i];
    all &= __builtin_fabsf(row[i]) <= most;
  }
  return all;
}

/* Two tables of a wave's period: `low` and `high`. The shifts make an index of a phase of 32 bits. Each table repeats
   its first point at its end. */
typedef struct {
  const float *low, *high;
  uint32_t low_shift, high_shift;
} gf_wave_tables;
/* The path of a phase: `step` a frame. The step grows by `change` before each frame. The share of the high table begins
   at `share` and changes by `slope` a frame. */
typedef struct {
  uint32_t phase, step, change;
  float share, slope;
} gf_wave_path;

/* Position of each phase between its table point and the next. */
GF_LANES_RT gf_four gf_wave_between(gf_four_bits phase, uint32_t shift) {
  return __builtin_convertvector((gf_four_ints)((phase << (32 - shift)) >> 8), gf_four) * 0x1p-24f;
}
/* The table's values at four places: straight lines between its points. */
GF_LANES_RT gf_four gf_wave_at(const float *table, gf_four_bits place, gf_four between) {
  gf_pair a, b, c, d;
  __builtin_memcpy(&a, table + place.x, sizeof a);
  __builtin_memcpy(&b, table + place.y, sizeof b);
  __builtin_memcpy(&c, table + place.z, sizeof c);
  __builtin_memcpy(&d, table + place.w, sizeof d);
  gf_four ab = __builtin_shufflevector(a, b, 0, 1, 2, 3), cd = __builtin_shufflevector(c, d, 0, 1, 2, 3);
  gf_four here = __builtin_shufflevector(ab, cd, 0, 2, 4, 6), next = __builtin_shufflevector(ab, cd, 1, 3, 5, 7);
  return here + (next - here) * between;
}
/* Four frames of both tables, mixed. Neighbours mostly have the same size, and so the same places; a sine has one table
   for all pitches. */
GF_LANES_RT gf_four gf_wave_four(const gf_wave_tables *of, gf_four_bits phase, gf_four share) {
  gf_four_bits place = phase >> of->low_shift;
  gf_four between = gf_wave_between(phase, of->low_shift);
  gf_four low = gf_wave_at(of->low, place, between);
  if (of->low == of->high) return low;
  if (of->low_shift != of->high_shift) {
    place = phase >> of->high_shift;
    between = gf_wave_between(phase, of->high_shift);
  }
  gf_four high = gf_wave_at(of->high, place, between);
  return low + (high - low) * share;
}
/* Writes the next frames of a wave, in whole fours. With `fade` above 0 the row already holds another wave, and this
   one fades out over it, with `left` of `fade` frames to go. */
GF_LANES_RT void gf_wave_row(float *row, int64_t count, const gf_wave_tables *of, const gf_wave_path *path, float left, float fade) {
  /* A phase four frames later is four steps further. The step has then grown four times: exactly, because phases are
     whole numbers. */
  gf_four_bits phase, stride;
  uint32_t at = path->phase, step = path->step;
  for (int k = 0; k < 4; k++) {
    step += path->change;
    at += step;
    phase[k] = at;
    stride[k] = 4 * step + 10 * path->change;
  }
  gf_four place = {1, 2, 3, 4}, remaining = {left, left - 1, left - 2, left - 3};
  for (int64_t i = 0; i < count; i += 4) {
    gf_four value = gf_wave_four(of, phase, path->share + path->slope * place);
    if (fade > 0) {
      gf_four now = gf_four_read(row + i);
      value = now + (value - now) * __builtin_elementwise_max(remaining, (gf_four)0) / fade;
    }
    gf_four_write(value, row + i);
    phase += stride;
    stride += 16 * path->change;
    place += 4;
    remaining -= 4;
  }
}
GF_LANES_RT void gf_wave(float *row, int64_t count, gf_wave_tables of, gf_wave_path path) { gf_wave_row(row, count, &of, &path, 0, 0); }
GF_LANES_RT void gf_wave_fade(float *row, int64_t count, gf_wave_tables of, gf_wave_path path, float left, float fade) {
  gf_wave_row(row, count, &of, &path, left, fade);
}

/* Turns four rows into four columns. Four voices' frames become four frames of the voices, and back. */
GF_LANES_RT void gf_four_turn(gf_four x[4]) {
  gf_four a = __builtin_shufflevector(x[0], x[1], 0, 4, 1, 5), b = __builtin_shufflevector(x[2], x[3], 0, 4, 1, 5);
  gf_four c = __builtin_shufflevector(x[0], x[1], 2, 6, 3, 7), d = __builtin_shufflevector(x[2], x[3], 2, 6, 3, 7);
  x[0] = __builtin_shufflevector(a, b, 0, 1, 4, 5);
  x[1] = __builtin_shufflevector(a, b, 2, 3, 6, 7);
  x[2] = __builtin_shufflevector(c, d, 0, 1, 4, 5);
  x[3] = __builtin_shufflevector(c, d, 2, 3, 6, 7);
}

/* Four envelopes, one a lane. `raw` goes by `share` of its way to `goal` a frame until it reaches `peak`, then by
   `next_share` to `next_goal`; `peak` is infinite if there is no peak to reach. `level` follows `raw` and is the
   audible level. */
typedef struct {
  float raw[4], level[4], peak[4], goal[4], share[4], next_goal[4], next_share[4];
} gf_envelopes;

GF_LANES_RT void gf_envelopes_put(gf_envelopes *all, int64_t lane, float raw, float level, float peak, float goal, float share, float next_goal, float next_share) {
  all->raw[lane] = raw;
  all->level[lane] = level;
  all->peak[lane] = peak;
  all->goal[lane] = goal;
  all->share[lane] = share;
  all->next_goal[lane] = next_goal;
  all->next_share[lane] = next_share;
}
GF_LANES_RT float gf_envelopes_raw(const gf_envelopes *all, int64_t lane) { return all->raw[lane]; }
GF_LANES_RT float gf_envelopes_level(const gf_envelopes *all, int64_t lane) { return all->level[lane]; }
GF_LANES_RT _Bool gf_envelopes_rises(const gf_envelopes *all, int64_t lane) { return all->peak[lane] < __builtin_inff(); }

/* One frame of four envelopes, of which some rise or none does. */
GF_LANES_RT void gf_envelopes_step(gf_four s[7], _Bool rise, float corner) {
  s[0] += (s[3] - s[0]) * s[4];
  if (rise) {
    gf_four_ints top = s[0] >= s[2];
    s[0] = gf_four_select(top, s[2], s[0]);
    s[3] = gf_four_select(top, s[5], s[3]);
    s[4] = gf_four_select(top, s[6], s[4]);
    s[2] = gf_four_select(top, (gf_four)__builtin_inff(), s[2]);
  }
  s[1] += (s[0] - s[1]) * corner;
}
/* Writes the levels of the next frames to four rows. They are `stride` floats apart. */
GF_LANES_RT void gf_envelopes_levels(gf_envelopes *all, float corner, float *rows, int64_t stride, int64_t count) {
  gf_four s[7];
  __builtin_memcpy(s, all, sizeof s);
  gf_four_ints rising = s[2] < __builtin_inff();
  _Bool rise = (rising.x | rising.y) | (rising.z | rising.w);
  int64_t i = 0;
  if (!rise) {
    /* Held notes stand still in the end, to the last bit. */
    gf_four next[7];
    __builtin_memcpy(next, s, sizeof next);
    gf_envelopes_step(next, 0, corner);
    gf_four_ints still = (next[0] == s[0]) & (next[1] == s[1]);
    if ((still.x & still.y) & (still.z & still.w)) {
      for (int k = 0; k < 4; k++)
        for (i = 0; i < count; i += 4) gf_four_write((gf_four)s[1][k], rows + k * stride + i);
      return;
    }
  }
  for (; i + 4 <= count; i += 4) {
    gf_four levels[4];
    for (int k = 0; k < 4; k++) {
      gf_envelopes_step(s, rise, corner);
      levels[k] = s[1];
    }
    gf_four_turn(levels);
    for (int k = 0; k < 4; k++) gf_four_write(levels[k], rows + k * stride + i);
  }
  for (; i < count; i++) {
    gf_envelopes_step(s, rise, corner);
    for (int k = 0; k < 4; k++) rows[k * stride + i] = s[1][k];
  }
  __builtin_memcpy(all, s, sizeof s);
}

/* Four filters of overtones, one a lane. The part above a low-pass of one pole (`dark`, by `share`) gets a gain that
   moves by `slope` a frame. A lane that is off (0, else -1) stays unchanged. */
typedef struct {
  float dark[4], gain[4], slope[4], share[4];
  int32_t on[4];
} gf_colours;

GF_LANES_RT void gf_colours_put(gf_colours *all, int64_t lane, float dark, float gain, float slope, float share, _Bool on) {
  all->dark[lane] = dark;
  all->gain[lane] = gain;
  all->slope[lane] = slope;
  all->share[lane] = share;
  all->on[lane] = on ? -1 : 0;
}
GF_LANES_RT float gf_colours_dark(const gf_colours *all, int64_t lane) { return all->dark[lane]; }
/* Colours four rows, `stride` floats apart. */
GF_LANES_RT void gf_colours_shape(gf_colours *all, float *rows, int64_t stride, int64_t count) {
  gf_four dark = gf_four_read(all->dark), gain = gf_four_read(all->gain), slope = gf_four_read(all->slope), share = gf_four_read(all->share);
  gf_four_ints on;
  __builtin_memcpy(&on, all->on, sizeof on);
  for (int64_t i = 0; i < count; i += 4) {
    gf_four x[4];
    int64_t some = count - i < 4 ? count - i : 4;
    for (int k = 0; k < 4; k++) x[k] = gf_four_read(rows + k * stride + i);
    gf_four_turn(x);
    for (int k = 0; k < some; k++) {
      gain += slope;
      dark += (x[k] - dark) * share;
      x[k] = gf_four_select(on, dark + (x[k] - dark) * gain, x[k]);
    }
    gf_four_turn(x);
    for (int k = 0; k < 4; k++) gf_four_write(x[k], rows + k * stride + i);
  }
  gf_four_write(dark, all->dark);
}

/* Adds a row to two planes at gains. The gains move by their slopes a frame. */
GF_LANES_RT void gf_lanes_pan(const float *row, int64_t count, float *left, float *right, float gain_left, float slope_left, float gain_right, float slope_right) {
  gf_four place = {1, 2, 3, 4};
  int64_t i = 0;
  for (; i + 4 <= count; i += 4) {
    gf_four x = gf_four_read(row + i);
    gf_four_write(gf_four_read(left + i) + x * (gain_left + slope_left * place), left + i);
    gf_four_write(gf_four_read(right + i) + x * (gain_right + slope_right * place), right + i);
    place += 4;
  }
#pragma clang loop vectorize(disable) unroll(disable)
  for (; i < count; i++) {
    left[i] += row[i] * (gain_left + slope_left * (i + 1));
    right[i] += row[i] * (gain_right + slope_right * (i + 1));
  }
}

/* Eight lines of a room, each with two filters of first order. They stand in a row:
   y = a0 x + a1 x' - b1 y', then z = c0 y + c1 y' - d1 z'. Each filter keeps one number. */
typedef struct {
  float a0[8], a1[8], b1[8], c0[8], c1[8], d1[8], first[8], second[8];
} gf_shelves;

GF_LANES_RT void gf_shelves_set(gf_shelves *all, int64_t line, float a0, float a1, float b1, float c0, float c1, float d1) {
  all->a0[line] = a0;
  all->a1[line] = a1;
  all->b1[line] = b1;
  all->c0[line] = c0;
  all->c1[line] = c1;
  all->d1[line] = d1;
}
GF_LANES_RT void gf_shelves_clear(gf_shelves *all) {
  for (int i = 0; i < 8; i++) all->first[i] = all->second[i] = 0;
}
/* The next frame of all lines in place. */
GF_LANES_RT void gf_shelves_next(gf_shelves *all, float *x) {
  for (int i = 0; i < 8; i += 4) {
    gf_four in = gf_four_read(x + i);
    gf_four y = gf_four_read(all->a0 + i) * in + gf_four_read(all->first + i);
    gf_four_write(gf_four_read(all->a1 + i) * in - gf_four_read(all->b1 + i) * y, all->first + i);
    gf_four z = gf_four_read(all->c0 + i) * y + gf_four_read(all->second + i);
    gf_four_write(gf_four_read(all->c1 + i) * y - gf_four_read(all->d1 + i) * z, all->second + i);
    gf_four_write(z, x + i);
  }
}
