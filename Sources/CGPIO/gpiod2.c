#include "private.h"
#if GF_GPIOD == 2
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

struct gf_gpio {
  struct gpiod_chip *chip;
  struct gpiod_line_request *request;
  struct gpiod_edge_event_buffer *buffer;
};

int gf_gpio_api(void) { return 2; }

int gf_gpio_find_on(const char *chip_path, const char *name, gf_gpio_place *place) {
  struct gpiod_chip *chip = gpiod_chip_open(chip_path);
  if (!chip) return -errno;
  int offset = gpiod_chip_get_line_offset_from_name(chip, name);
  int code = offset < 0 ? -ENOENT : 0;
  if (offset >= 0) {
    struct gpiod_line_info *info = gpiod_chip_get_line_info(chip, (unsigned)offset);
    const char *user = info ? gpiod_line_info_get_consumer(info) : NULL;
    place->offset = (uint32_t)offset;
    snprintf(place->consumer, sizeof place->consumer, "%s",
             user ? user : info && gpiod_line_info_is_used(info) ? "the kernel" : "");
    if (info) gpiod_line_info_free(info);
  }
  gpiod_chip_close(chip);
  return code;
}

/* Takes `settings` over and frees it. */
static gf_gpio *open_lines(const char *chip, const uint32_t *offsets, size_t count, struct gpiod_line_settings *settings, int *error) {
  gf_gpio *lines = calloc(1, sizeof *lines);
  struct gpiod_line_config *config = gpiod_line_config_new();
  struct gpiod_request_config *request = gpiod_request_config_new();
  int ok = 0;
  errno = ENOMEM;
  if (lines && settings && config && request) {
    gpiod_request_config_set_consumer(request, "gestureflow");
    ok = gpiod_line_config_add_line_settings(config, (const unsigned *)offsets, count, settings) == 0 &&
         (lines->chip = gpiod_chip_open(chip)) && (lines->request = gpiod_chip_request_lines(lines->chip, request, config)) &&
         (lines->buffer = gpiod_edge_event_buffer_new(16));
  }
  if (!ok) *error = errno;
  gpiod_line_config_free(config);
  gpiod_request_config_free(request);
  gpiod_line_settings_free(settings);
  if (ok) return lines;
  gf_gpio_close(lines);
  return NULL;
}

gf_gpio *gf_gpio_open_buttons(const char *chip, const uint32_t *offsets, size_t count, uint32_t debounce_us, int *error) {
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  if (settings) {
    gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT);
    gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH);
    gpiod_line_settings_set_bias(settings, GPIOD_LINE_BIAS_PULL_UP);
    gpiod_line_settings_set_active_low(settings, true);
    gpiod_line_settings_set_debounce_period_us(settings, debounce_us);
  }
  return open_lines(chip, offsets, count, settings, error);
}

gf_gpio *gf_gpio_open_leds(const char *chip, const uint32_t *offsets, size_t count, int *error) {
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  if (settings) gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT);
  return open_lines(chip, offsets, count, settings, error);
}

int gf_gpio_descriptors(const gf_gpio *lines, int *descriptors, size_t max) {
  if (max == 0) return 0;
  descriptors[0] = gpiod_line_request_get_fd(lines->request);
  return 1;
}

int gf_gpio_read(gf_gpio *lines, int descriptor, gf_gpio_edge *edges, size_t max) {
  (void)descriptor;
  int count = gpiod_line_request_read_edge_events(lines->request, lines->buffer, max < 16 ? max : 16);
  if (count < 0) return -errno;
  for (int i = 0; i < count; i++) {
    struct gpiod_edge_event *event = gpiod_edge_event_buffer_get_event(lines->buffer, (unsigned long)i);
    edges[i] = (gf_gpio_edge){.time_ns = gpiod_edge_event_get_timestamp_ns(event),
                              .offset = gpiod_edge_event_get_line_offset(event),
                              .active = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE};
  }
  return count;
}

int gf_gpio_get(gf_gpio *lines, uint32_t offset) {
  int value = gpiod_line_request_get_value(lines->request, offset);
  return value < 0 ? -errno : value;
}

int gf_gpio_set(gf_gpio *lines, uint32_t offset, int value) {
  return gpiod_line_request_set_value(lines->request, offset, value ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE) ? -errno : 0;
}

void gf_gpio_close(gf_gpio *lines) {
  if (!lines) return;
  if (lines->buffer) gpiod_edge_event_buffer_free(lines->buffer);
  if (lines->request) gpiod_line_request_release(lines->request);
  if (lines->chip) gpiod_chip_close(lines->chip);
  free(lines);
}
#endif
