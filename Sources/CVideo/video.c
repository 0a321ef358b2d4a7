#define _GNU_SOURCE
#include "CVideo.h"
#include <errno.h>
#include <fcntl.h>
#include <libv4l2.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>

static int control(int fd, unsigned long request, void *argument) {
  int r;
  do r = v4l2_ioctl(fd, request, argument);
  while (r < 0 && errno == EINTR);
  return r < 0 ? -errno : 0;
}

int gf_video_open(const char *path) {
  int fd = v4l2_open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  return fd < 0 ? -errno : fd;
}

void gf_video_close(int fd) { v4l2_close(fd); }

static void copy(char *to, const void *from, size_t size) {
  memcpy(to, from, size);
  to[size] = 0;
}

int gf_video_describe(int fd, gf_video_description *out) {
  struct v4l2_capability c = {0};
  int r = control(fd, VIDIOC_QUERYCAP, &c);
  if (r) return r;
  out->capabilities = c.capabilities & V4L2_CAP_DEVICE_CAPS ? c.device_caps : c.capabilities;
  copy(out->driver, c.driver, sizeof c.driver);
  copy(out->card, c.card, sizeof c.card);
  copy(out->bus, c.bus_info, sizeof c.bus_info);
  return 0;
}

int gf_video_get_input(int fd, uint32_t i, gf_video_input *out) {
  struct v4l2_input input = {.index = i};
  int r = control(fd, VIDIOC_ENUMINPUT, &input);
  if (r) return r;
  copy(out->name, input.name, sizeof input.name);
  out->is_camera = input.type == V4L2_INPUT_TYPE_CAMERA;
  return 0;
}

uint32_t gf_video_fourcc(int fd, uint32_t i) {
  struct v4l2_fmtdesc d = {.index = i, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
  return control(fd, VIDIOC_ENUM_FMT, &d) ? 0 : d.pixelformat;
}

int gf_video_set_format(int fd, uint32_t fourcc, uint32_t width, uint32_t height, uint32_t fps, gf_video_format *got) {
  struct v4l2_format f = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
  f.fmt.pix.width = width;
  f.fmt.pix.height = height;
  f.fmt.pix.pixelformat = fourcc;
  f.fmt.pix.field = V4L2_FIELD_ANY;
  int r = control(fd, VIDIOC_S_FMT, &f);
  if (r) return r;
  struct v4l2_streamparm p = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
  p.parm.capture.timeperframe.numerator = 1;
  p.parm.capture.timeperframe.denominator = fps;
  int rated = !control(fd, VIDIOC_S_PARM, &p) && p.parm.capture.timeperframe.numerator;
  *got = (gf_video_format){
      .fourcc = f.fmt.pix.pixelformat, .width = f.fmt.pix.width, .height = f.fmt.pix.height, .stride = f.fmt.pix.bytesperline,
      .rate_numerator = rated ? p.parm.capture.timeperframe.denominator : fps,
      .rate_denominator = rated ? p.parm.capture.timeperframe.numerator : 1};
  return 0;
}

_Static_assert(gf_video_exposure_auto == V4L2_CID_EXPOSURE_AUTO, "number of the control");
_Static_assert(gf_video_exposure_absolute == V4L2_CID_EXPOSURE_ABSOLUTE, "number of the control");
_Static_assert(gf_video_exposure_auto_priority == V4L2_CID_EXPOSURE_AUTO_PRIORITY, "number of the control");
_Static_assert((int)gf_video_exposure_automatic == (int)V4L2_EXPOSURE_AUTO, "value of the menu");
_Static_assert((int)gf_video_exposure_manual == (int)V4L2_EXPOSURE_MANUAL, "value of the menu");
_Static_assert((int)gf_video_exposure_aperture_priority == (int)V4L2_EXPOSURE_APERTURE_PRIORITY, "value of the menu");

int gf_video_next_control(int fd, uint32_t after, gf_video_control *out) {
  struct v4l2_queryctrl q = {.id = after};
  do {
    q.id |= V4L2_CTRL_FLAG_NEXT_CTRL;
    uint32_t last = q.id & ~V4L2_CTRL_FLAG_NEXT_CTRL;
    int r = control(fd, VIDIOC_QUERYCTRL, &q);
    if (r) return r;
    /* the list goes upwards. A driver that turns in a circle has come to its end */
    if (q.id <= last) return -EINVAL;
  } while (
      (q.flags & (V4L2_CTRL_FLAG_DISABLED | V4L2_CTRL_FLAG_READ_ONLY)) ||
      (q.type != V4L2_CTRL_TYPE_INTEGER && q.type != V4L2_CTRL_TYPE_MENU && q.type != V4L2_CTRL_TYPE_BOOLEAN));
  out->id = q.id;
  copy(out->name, q.name, sizeof q.name);
  out->minimum = q.minimum;
  out->maximum = q.maximum;
  return 0;
}

int gf_video_set_control(int fd, uint32_t id, int32_t value) {
  struct v4l2_ext_control c = {.id = id, .value = value};
  struct v4l2_ext_controls all = {.which = V4L2_CTRL_WHICH_CUR_VAL, .count = 1, .controls = &c};
  return control(fd, VIDIOC_S_EXT_CTRLS, &all);
}

int gf_video_map(int fd, uint32_t want, uintptr_t *start, uint32_t *length) {
  struct v4l2_requestbuffers q = {.count = want, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
  int r = control(fd, VIDIOC_REQBUFS, &q);
  if (r) return r;
  uint32_t n = q.count < gf_video_most_buffers ? q.count : gf_video_most_buffers;
  for (uint32_t i = 0; i < n; i++) {
    struct v4l2_buffer b = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP, .index = i};
    void *p = MAP_FAILED;
    if (!(r = control(fd, VIDIOC_QUERYBUF, &b))) {
      p = v4l2_mmap(NULL, b.length, PROT_READ | PROT_WRITE, MAP_SHARED, fd, b.m.offset);
      if (p == MAP_FAILED) r = -errno;
    }
    if (r) {
      gf_video_unmap(start, length, i);
      return r;
    }
    start[i] = (uintptr_t)p;
    length[i] = b.length;
    if ((r = gf_video_requeue(fd, i))) {
      gf_video_unmap(start, length, i + 1);
      return r;
    }
  }
  return (int)n;
}

void gf_video_unmap(const uintptr_t *start, const uint32_t *length, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) v4l2_munmap((void *)start[i], length[i]);
}

int gf_video_stream(int fd, int on) {
  int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  return control(fd, on ? VIDIOC_STREAMON : VIDIOC_STREAMOFF, &type);
}

int gf_video_wait(int fd, int timeout_ms) {
  struct pollfd p = {.fd = fd, .events = POLLIN};
  int r = poll(&p, 1, timeout_ms);
  if (r < 0) return errno == EINTR ? 0 : -errno;
  /* an unplugged camera answers POLLERR and POLLHUP. The next dequeue says which error it is */
  return r > 0;
}

int gf_video_dequeue(int fd, gf_video_buffer *out) {
  /* Poll first: libv4l2 writes a line for each read without a frame. It writes to standard error. */
  struct pollfd p = {.fd = fd, .events = POLLIN};
  if (poll(&p, 1, 0) == 0) return -EAGAIN;
  struct v4l2_buffer b = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
  int r = control(fd, VIDIOC_DQBUF, &b);
  if (r) return r;
  int monotonic = (b.flags & V4L2_BUF_FLAG_TIMESTAMP_MASK) == V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
  /* a driver may write anything as a time. More seconds than 64 bits of nanoseconds hold are not a time */
  if (b.timestamp.tv_sec < 0 || b.timestamp.tv_sec > INT64_MAX / 1000000000 - 1 || b.timestamp.tv_usec < 0 || b.timestamp.tv_usec >= 1000000)
    monotonic = 0;
  *out = (gf_video_buffer){
      .index = b.index, .sequence = b.sequence, .bytes = b.flags & V4L2_BUF_FLAG_ERROR ? 0 : b.bytesused,
      .time_ns = monotonic ? (int64_t)b.timestamp.tv_sec * 1000000000 + b.timestamp.tv_usec * 1000 : 0};
  return 0;
}

int gf_video_requeue(int fd, uint32_t index) {
  struct v4l2_buffer b = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP, .index = index};
  return control(fd, VIDIOC_QBUF, &b);
}
