#define _GNU_SOURCE
#include "CTouch.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

_Static_assert(gf_touch_syn == EV_SYN && gf_touch_syn_report == SYN_REPORT && gf_touch_syn_dropped == SYN_DROPPED, "EV_SYN");
_Static_assert(gf_touch_abs == EV_ABS && gf_touch_abs_slot == ABS_MT_SLOT && gf_touch_abs_before_slot == ABS_MT_SLOT - 1, "EV_ABS");
_Static_assert(gf_touch_abs_size == ABS_MT_TOUCH_MAJOR && gf_touch_abs_x == ABS_MT_POSITION_X && gf_touch_abs_y == ABS_MT_POSITION_Y, "axes");
_Static_assert(gf_touch_abs_tool == ABS_MT_TOOL_TYPE && gf_touch_abs_tracking_id == ABS_MT_TRACKING_ID, "axes");
_Static_assert(gf_touch_abs_pressure == ABS_MT_PRESSURE && gf_touch_abs_distance == ABS_MT_DISTANCE, "axes");

static int control(int fd, unsigned long request, void *argument) {
  int r;
  do r = ioctl(fd, request, argument);
  while (r < 0 && errno == EINTR);
  return r < 0 ? -errno : r;
}

int gf_touch_open(const char *path) {
  int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return -errno;
  int clock = CLOCK_MONOTONIC;
  int r = control(fd, EVIOCSCLOCKID, &clock);
  if (r < 0) {
    close(fd);
    return r;
  }
  return fd;
}

void gf_touch_close(int fd) { close(fd); }

int gf_touch_name(int fd, char *name, uint32_t size) {
  int r = control(fd, EVIOCGNAME(size - 1), name);
  name[r < 0 ? 0 : (uint32_t)r < size ? (uint32_t)r : size - 1] = 0;
  return r < 0 ? r : 0;
}

int gf_touch_has_axis(int fd, uint16_t code) {
  uint8_t bits[ABS_CNT / 8 + 1] = {0};
  int r = control(fd, EVIOCGBIT(EV_ABS, sizeof bits), bits);
  if (r < 0) return r;
  return code < ABS_CNT && (bits[code / 8] >> (code % 8) & 1);
}

int gf_touch_get_axis(int fd, uint16_t code, gf_touch_axis *out) {
  struct input_absinfo info;
  int r = control(fd, EVIOCGABS(code), &info);
  if (r < 0) return r;
  *out = (gf_touch_axis){.value = info.value, .minimum = info.minimum, .maximum = info.maximum};
  return 0;
}

int gf_touch_get_slots(int fd, uint16_t code, int32_t *values, uint32_t count) {
  struct {
    uint32_t code;
    int32_t values[gf_touch_most_slots];
  } request = {.code = code};
  if (count > gf_touch_most_slots) return -EINVAL;
  int r = control(fd, EVIOCGMTSLOTS(sizeof request.code + count * sizeof request.values[0]), &request);
  if (r < 0) return r;
  memcpy(values, request.values, count * sizeof *values);
  return 0;
}

int gf_touch_try_grab(int fd) {
  int r = control(fd, EVIOCGRAB, (void *)1);
  if (r < 0) return r;
  control(fd, EVIOCGRAB, (void *)0);
  return 0;
}

int gf_touch_wait(int fd, int timeout_ms) {
  struct pollfd p = {.fd = fd, .events = POLLIN};
  int r = poll(&p, 1, timeout_ms);
  if (r < 0) return errno == EINTR ? 0 : -errno;
  /* an unplugged device answers POLLERR and POLLHUP. The next read says which error it is */
  return r > 0;
}

int gf_touch_read(int fd, gf_touch_event *events, uint32_t most) {
  struct input_event read_events[gf_touch_most_events];
  if (most > gf_touch_most_events) most = gf_touch_most_events;
  ssize_t r;
  do r = read(fd, read_events, most * sizeof *read_events);
  while (r < 0 && errno == EINTR);
  if (r < 0) return -errno;
  /* the kernel gives whole events. An empty read is the end of a file that is not a device */
  if (r < (ssize_t)sizeof *read_events) return -ENODEV;
  int count = (int)((size_t)r / sizeof *read_events);
  for (int i = 0; i < count; i++)
    events[i] = (gf_touch_event){
        .type = read_events[i].type, .code = read_events[i].code, .value = read_events[i].value,
        .time_ns = (int64_t)read_events[i].input_event_sec * 1000000000 + (int64_t)read_events[i].input_event_usec * 1000};
  return count;
}
