#define _GNU_SOURCE
#include "CTouch.h"
#include <errno.h>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

int gf_touch_watch_open(void) {
  int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  return fd < 0 ? -errno : fd;
}

int gf_touch_watch_add(int fd, const char *folder) {
  /* IN_ATTRIB: udev gives a new device file to its group. Until then it belongs to root alone. */
  int r = inotify_add_watch(fd, folder, IN_CREATE | IN_ATTRIB | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_ONLYDIR);
  return r < 0 ? -errno : 0;
}

int gf_touch_watch_wait(int fd, int timeout_ms) {
  struct pollfd p = {.fd = fd, .events = POLLIN};
  int r = poll(&p, 1, timeout_ms);
  if (r < 0) return errno == EINTR ? 0 : -errno;
  if (r == 0) return 0;
  char told[4096] __attribute__((aligned(8)));
  while (read(fd, told, sizeof told) > 0) {}
  return 1;
}
