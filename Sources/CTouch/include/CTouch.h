#pragma once
/* Multi-touch devices of the kernel's evdev (protocol B), one call a step. Every function returns 0 (or a count) or
   -errno. */
#include <stdint.h>

typedef struct {
  uint16_t type, code;
  int32_t value;
  int64_t time_ns; /* CLOCK_MONOTONIC */
} gf_touch_event;

typedef struct {
  int32_t value, minimum, maximum;
} gf_touch_axis;

/* Types and codes, by the kernel's numbers. */
enum gf_touch_numbers {
  gf_touch_syn = 0,
  gf_touch_syn_report = 0,
  gf_touch_syn_dropped = 3,
  gf_touch_abs = 3,
  gf_touch_abs_before_slot = 0x2e, /* not an axis: a device that reports it reports every code */
  gf_touch_abs_slot = 0x2f,
  gf_touch_abs_size = 0x30,
  gf_touch_abs_x = 0x35,
  gf_touch_abs_y = 0x36,
  gf_touch_abs_tool = 0x37,
  gf_touch_abs_tracking_id = 0x39,
  gf_touch_abs_pressure = 0x3a,
  gf_touch_abs_distance = 0x3b,
};

enum gf_touch_limits { gf_touch_most_slots = 64, gf_touch_most_events = 256 };

/* For reading only, without waiting; events carry the time of CLOCK_MONOTONIC. */
int gf_touch_open(const char *path);
void gf_touch_close(int fd);
/* Ends with 0. */
int gf_touch_name(int fd, char *name, uint32_t size);
/* 1 if it has this absolute axis */
int gf_touch_has_axis(int fd, uint16_t code);
int gf_touch_get_axis(int fd, uint16_t code, gf_touch_axis *out);
/* The present value of an axis in the first `count` slots. `count` is gf_touch_most_slots at most. */
int gf_touch_get_slots(int fd, uint16_t code, int32_t *values, uint32_t count);
/* Tries to grab the device; does not keep the grab. -EBUSY if another program has grabbed it, which then gets all
   events. */
int gf_touch_try_grab(int fd);
int gf_touch_wait(int fd, int timeout_ms); /* 1 there is something to read or to fail at, 0 timeout */
/* So many events, gf_touch_most_events at most; -EAGAIN: none. */
int gf_touch_read(int fd, gf_touch_event *events, uint32_t most);

/* Watches folders for files that come, go or are given to others. */
int gf_touch_watch_open(void);
int gf_touch_watch_add(int fd, const char *folder); /* a second call for the same folder adds none */
/* 1 a change (all events are read), 0 timeout */
int gf_touch_watch_wait(int fd, int timeout_ms);
