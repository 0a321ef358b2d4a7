#define _GNU_SOURCE
#include "quiet.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Text since the last line end. One stream writes here, and the C library locks it while it does. */
static char line[1024];
static size_t length;

static void pass(const char *text, size_t n) {
  while (n > 0) {
    ssize_t done = write(STDERR_FILENO, text, n);
    if (done <= 0) return; /* standard error is closed: drop the text */
    text += done;
    n -= (size_t)done;
  }
}

static ssize_t take(void *cookie, const char *text, size_t n) {
  (void)cookie;
  for (size_t i = 0; i < n; i++) {
    line[length++] = text[i];
    if (text[i] != '\n' && length < sizeof line) continue;
    static const char unwanted[] = "INFO: ";
    if (length < sizeof unwanted - 1 || memcmp(line, unwanted, sizeof unwanted - 1) != 0) pass(line, length);
    length = 0;
  }
  return (ssize_t)n;
}

static void begin(void) {
  cookie_io_functions_t functions = {.write = take};
  FILE *filter = fopencookie(NULL, "w", functions);
  if (!filter) return; /* then the line is seen, and nothing else is lost */
  setvbuf(filter, NULL, _IOLBF, 1024);
  stderr = filter;
}

void gf_quiet_information(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, begin);
}
