#pragma once
/* Work on each pixel of a hand's image. It reads a row of a turned square out of a frame's planes: bilinear luma,
   nearest chroma, RGB floats. It sums a part of a plane in cells, which identify a still frame. The same in Swift's
   SIMD types took up to twice the time. */
#include <stddef.h>
#include <stdint.h>

/* A plane: its first sample, and the layout of the others. The layout is the bytes from row to row and from sample to
   sample, and how many pixels share a sample, as powers of two. */
struct gf_sampled_plane {
  const uint8_t *start;
  ptrdiff_t stride, step;
  int32_t shift_x, shift_y;
};

/* The part that is the same for all rows. RGB = luma gain + u from_u + v from_v + base, luma being 65536 times a
   sample, u and v samples; the fourth number of each is not used. */
struct gf_sampled_frame {
  struct gf_sampled_plane luma, u, v;
  int64_t width, height;
  float gain, from_u[4], from_v[4], base[4];
  /* Beyond the frame is black; else it repeats the frame's edge. */
  int32_t is_black;
};

/* Fills `count` x 3 floats from 0 to 1. Places in 1/65536 pixel: of the first, and from one to the next. `is_inside`:
   all four pixels around each place are in the frame. */
void gf_sample_row(const struct gf_sampled_frame *frame, int64_t x, int64_t y, int64_t dx, int64_t dy, int64_t count, int32_t is_inside, float *output);

/* A part of one plane as cells of 4 x 4 samples. It has its first sample, the bytes from row to row and from sample to
   sample (1, 2 or 4), the groups of four cells in a row, and the rows of cells. All 16 `step` bytes of a group are
   read. Blocks are 8 cells wide and high, in rows of (groups + 1) / 2. */
struct gf_cell_part {
  const uint8_t *start;
  ptrdiff_t stride, step;
  int64_t groups, rows;
};

/* Writes each cell's sum, row by row. Adds the sums of each block's cells to `levels`. */
void gf_cell_sums(const struct gf_cell_part *part, uint16_t *sums, int32_t *levels);

/* Adds the energy of changes to `energies`, a number a block. The energy is the squares of the change of each cell's
   sum since `sums`. */
void gf_cell_changes(const struct gf_cell_part *part, const uint16_t *sums, int32_t *energies);
