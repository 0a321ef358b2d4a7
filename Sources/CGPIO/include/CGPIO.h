#pragma once
#include <stddef.h>
#include <stdint.h>

/// One interface to libgpiod 1.6 (Debian 12) and 2.x (Debian 13). It shows no type of libgpiod, so Swift sees the same
/// module with either.

/// A line found by its name.
typedef struct {
  /// Path of its chip, `/dev/gpiochip0`.
  char chip[64];
  /// Number of the line on its chip.
  uint32_t offset;
  /// The program that uses the line now; empty if it is free.
  char consumer[64];
} gf_gpio_place;

/// A change of a line, with the kernel's time of it.
typedef struct {
  /// CLOCK_MONOTONIC in nanoseconds, at the moment of the edge.
  uint64_t time_ns;
  /// Number of the line on its chip.
  uint32_t offset;
  /// The line became active (a button was pressed).
  int32_t active;
} gf_gpio_edge;

/// Requested lines of one chip, 64 at most. One thread at a time calls with them.
typedef struct gf_gpio gf_gpio;

/// 1 or 2: which libgpiod this was built for.
int gf_gpio_api(void);
/// Looks for a line by name on every chip. 0, or -ENOENT when no chip has it, -EACCES when a chip may not be opened,
/// -ENODEV without any chip.
int gf_gpio_find(const char *name, gf_gpio_place *place);
/// Requests inputs with both edges, pulled up, active low. The kernel applies `debounce_us` if the library offers it
/// (2.x). NULL and *error = errno on failure.
gf_gpio *gf_gpio_open_buttons(const char *chip, const uint32_t *offsets, size_t count, uint32_t debounce_us, int *error);
/// Requests outputs, all off. NULL and *error = errno on failure.
gf_gpio *gf_gpio_open_leds(const char *chip, const uint32_t *offsets, size_t count, int *error);
/// Descriptors to poll; answers how many.
int gf_gpio_descriptors(const gf_gpio *lines, int *descriptors, size_t max);
/// Edges that wait behind a descriptor; how many were read, or -errno.
int gf_gpio_read(gf_gpio *lines, int descriptor, gf_gpio_edge *edges, size_t max);
/// 1 when the line is active (a button is pressed). 0 when not, or -errno.
int gf_gpio_get(gf_gpio *lines, uint32_t offset);
/// Switches a line on (1) or off (0). 0 or -errno.
int gf_gpio_set(gf_gpio *lines, uint32_t offset, int value);
/// Gives the lines back; NULL is allowed.
void gf_gpio_close(gf_gpio *lines);
