#include "private.h"
#if GF_GPIOD == 1
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LINES 64
struct gf_gpio {
  struct gpiod_chip *chip;
  size_t count;
  struct gpiod_line *line[MAX_LINES];
  uint32_t offset[MAX_LINES];
};

int gf_gpio_api(void) { return 1; }

int gf_gpio_find_on(const char *chip_path, const char *name, gf_gpio_place *place) {
  struct gpiod_chip *chip = gpiod_chip_open(chip_path);
  if (!chip) return -errno;
  struct gpiod_line *line = gpiod_chip_find_line(chip, name);
  int code = -ENOENT;
  if (line) {
    const char *user = gpiod_line_consumer(line);
    place->offset = gpiod_line_offset(line);
    snprintf(place->consumer, sizeof place->consumer, "%s", user ? user : gpiod_line_is_used(line) ? "the kernel" : "");
    code = 0;
  }
  gpiod_chip_close(chip);
  return code;
}

static gf_gpio *open_lines(const char *chip, const uint32_t *offsets, size_t count, int type, int flags, int *error) {
  gf_gpio *lines = count <= MAX_LINES ? calloc(1, sizeof *lines) : NULL;
  if (!lines) {
    *error = count <= MAX_LINES ? ENOMEM : EINVAL;
    return NULL;
  }
  struct gpiod_line_request_config config = {.consumer = "gestureflow", .request_type = type, .flags = flags};
  lines->chip = gpiod_chip_open(chip);
  int ok = lines->chip != NULL;
  for (size_t i = 0; ok && i < count; i++) {
    struct gpiod_line *line = gpiod_chip_get_line(lines->chip, offsets[i]);
    ok = line && gpiod_line_request(line, &config, 0) == 0;
    if (ok) {
      lines->line[i] = line;
      lines->offset[i] = offsets[i];
      lines->count = i + 1;
    }
  }
  if (ok) return lines;
  *error = errno;
  gf_gpio_close(lines);
  return NULL;
}

gf_gpio *gf_gpio_open_buttons(const char *chip, const uint32_t *offsets, size_t count, uint32_t debounce_us, int *error) {
  (void)debounce_us;  // 1.x cannot ask the kernel for it
  return open_lines(chip, offsets, count, GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES,
                    GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW | GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP, error);
}

gf_gpio *gf_gpio_open_leds(const char *chip, const uint32_t *offsets, size_t count, int *error) {
  return open_lines(chip, offsets, count, GPIOD_LINE_REQUEST_DIRECTION_OUTPUT, 0, error);
}

int gf_gpio_descriptors(const gf_gpio *lines, int *descriptors, size_t max) {
  size_t i = 0;
  for (; i < lines->count && i < max; i++) descriptors[i] = gpiod_line_event_get_fd(lines->line[i]);
  return (int)i;
}

int gf_gpio_read(gf_gpio *lines, int descriptor, gf_gpio_edge *edges, size_t max) {
  uint32_t offset = UINT32_MAX;
  for (size_t i = 0; i < lines->count; i++)
    if (gpiod_line_event_get_fd(lines->line[i]) == descriptor) offset = lines->offset[i];
  struct gpiod_line_event events[16];
  int count = gpiod_line_event_read_fd_multiple(descriptor, events, max < 16 ? max : 16);
  if (count < 0) return -errno;
  for (int i = 0; i < count; i++)
    edges[i] = (gf_gpio_edge){.time_ns = (uint64_t)events[i].ts.tv_sec * 1000000000u + (uint64_t)events[i].ts.tv_nsec,
                              .offset = offset,
                              .active = events[i].event_type == GPIOD_LINE_EVENT_RISING_EDGE};
  return count;
}

static struct gpiod_line *line_at(gf_gpio *lines, uint32_t offset) {
  for (size_t i = 0; i < lines->count; i++)
    if (lines->offset[i] == offset) return lines->line[i];
  errno = EINVAL;
  return NULL;
}

int gf_gpio_get(gf_gpio *lines, uint32_t offset) {
  struct gpiod_line *line = line_at(lines, offset);
  int value = line ? gpiod_line_get_value(line) : -1;
  return value < 0 ? -errno : value;
}

int gf_gpio_set(gf_gpio *lines, uint32_t offset, int value) {
  struct gpiod_line *line = line_at(lines, offset);
  return line && gpiod_line_set_value(line, value) == 0 ? 0 : -errno;
}

void gf_gpio_close(gf_gpio *lines) {
  if (!lines) return;
  if (lines->chip) gpiod_chip_close(lines->chip);
  free(lines);
}
#endif
