#pragma once
/* Video capture through libv4l2, one call a step. Every function answers 0 (or a count) or -errno. */
#include <stdint.h>

typedef struct {
  char driver[17], card[33], bus[33];
  uint32_t capabilities; /* of this very node */
} gf_video_description;

typedef struct {
  char name[33];
  int is_camera;
} gf_video_input;

typedef struct {
  uint32_t id;
  char name[33];
  int32_t minimum, maximum;
} gf_video_control;

typedef struct {
  uint32_t fourcc, width, height, stride;
  uint32_t rate_numerator, rate_denominator; /* frames a second as the driver granted them */
} gf_video_format;

typedef struct {
  uint32_t index, sequence, bytes; /* no bytes: the driver marked the frame as damaged */
  int64_t time_ns; /* capture time, CLOCK_MONOTONIC; 0 if the driver uses another clock */
} gf_video_buffer;

enum gf_video_limits { gf_video_most_buffers = 8 };

/* Controls, by V4L2's numbers. */
enum gf_video_controls {
  gf_video_exposure_auto = 0x009a0901,
  gf_video_exposure_absolute = 0x009a0902, /* in 100 us */
  gf_video_exposure_auto_priority = 0x009a0903, /* 1: automatic exposure may lower the frame rate */
};

/* Values of gf_video_exposure_auto. */
enum gf_video_exposures { gf_video_exposure_automatic = 0, gf_video_exposure_manual = 1, gf_video_exposure_aperture_priority = 3 };

int gf_video_open(const char *path);
void gf_video_close(int fd);
int gf_video_describe(int fd, gf_video_description *out);
/* i-th input; -errno at the end of the list */
int gf_video_get_input(int fd, uint32_t i, gf_video_input *out);
/* i-th pixel format of the device. 0 at the end of the list */
uint32_t gf_video_fourcc(int fd, uint32_t i);
int gf_video_set_format(int fd, uint32_t fourcc, uint32_t width, uint32_t height, uint32_t fps, gf_video_format *got);
/* finds the next control after this id (0: the first). A control is a number, menu or switch that can be set. -errno at
   the end of the list */
int gf_video_next_control(int fd, uint32_t after, gf_video_control *out);
int gf_video_set_control(int fd, uint32_t id, int32_t value);
int gf_video_map(int fd, uint32_t want, uintptr_t *start, uint32_t *length); /* answers how many buffers; queued already */
void gf_video_unmap(const uintptr_t *start, const uint32_t *length, uint32_t count);
int gf_video_stream(int fd, int on);
int gf_video_wait(int fd, int timeout_ms); /* 1 readable, 0 timeout */
int gf_video_dequeue(int fd, gf_video_buffer *out); /* -EAGAIN: none ready */
int gf_video_requeue(int fd, uint32_t index);
