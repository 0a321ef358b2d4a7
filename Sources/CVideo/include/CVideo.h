#pragma once
/* Video capture through libv4l2, one call a step. Every function answers 0 (or a count) or -errno. */
#include <stdint.h>

typedef struct {
  uint32_t fourcc, width, height, stride, image_size;
  uint32_t rate_numerator, rate_denominator; /* frames a second as the driver granted them */
} gf_video_format;

typedef struct {
  uint32_t index, sequence, bytes;
  int64_t time_ns; /* capture time, CLOCK_MONOTONIC; 0 if the driver uses another clock */
  const uint8_t *data;
} gf_video_buffer;

enum { gf_video_most_buffers = 8 };

int gf_video_open(const char *path);
void gf_video_close(int fd);
/* card name and bus; -ENOTTY if it is no capture device */
int gf_video_describe(int fd, char *card, int card_size, char *bus, int bus_size);
/* i-th pixel format of the device, 0 at the end of the list */
uint32_t gf_video_fourcc(int fd, uint32_t i);
int gf_video_set_format(int fd, uint32_t fourcc, uint32_t width, uint32_t height, uint32_t fps, gf_video_format *got);
/* Caps the exposure time; 0 if the driver took it. */
int gf_video_cap_exposure(int fd, int tenths_of_ms);
int gf_video_map(int fd, uint32_t want, void **start, uint32_t *length); /* answers how many buffers; queued already */
void gf_video_unmap(void **start, const uint32_t *length, uint32_t count);
int gf_video_stream(int fd, int on);
int gf_video_wait(int fd, int timeout_ms); /* 1 readable, 0 timeout */
int gf_video_dequeue(int fd, void *const *start, gf_video_buffer *out); /* -EAGAIN: none ready */
int gf_video_requeue(int fd, uint32_t index);
