#define _GNU_SOURCE
#include "CGPIO.h"
#include "private.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_names(const void *a, const void *b) { return strverscmp(*(char *const *)a, *(char *const *)b); }

int gf_gpio_find(const char *name, gf_gpio_place *place) {
  DIR *folder = opendir("/dev");
  if (!folder) return -errno;
  char *chips[64];
  size_t count = 0;
  for (struct dirent *entry; (entry = readdir(folder)) && count < 64;)
    if (strncmp(entry->d_name, "gpiochip", 8) == 0) chips[count++] = strdup(entry->d_name);
  closedir(folder);
  qsort(chips, count, sizeof *chips, compare_names);
  int result = count ? -ENOENT : -ENODEV;
  for (size_t i = 0; i < count; i++) {
    if (result == -ENOENT || result == -EACCES) {
      char path[64];
      snprintf(path, sizeof path, "/dev/%s", chips[i]);
      int code = gf_gpio_find_on(path, name, place);
      if (code == 0) {
        snprintf(place->chip, sizeof place->chip, "%s", path);
        result = 0;
      } else if (code != -ENOENT) {
        result = code;
      }
    }
    free(chips[i]);
  }
  return result;
}
