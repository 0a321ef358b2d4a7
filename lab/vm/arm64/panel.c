// Looks for the panel as the box does: each line by its name on any chip, buttons and LEDs requested, LEDs switched one
// after the other. Then it holds the lines, so that the host can read the controller's registers.
// usage: panel LINES, a file of lines "button NAME" and "led NAME"
#include "CGPIO.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 32, DEBOUNCE_US = 8000 };

struct lines {
  const char *kind;
  char chip[64];
  uint32_t offset[MOST];
  size_t count;
};

static int find_lines(const char *path, struct lines *buttons, struct lines *leds) {
  FILE *file = fopen(path, "r");
  if (!file) return printf("@@WRONG %s: %s\n", path, strerror(errno)), 1;
  char kind[16], name[32];
  int wrong = 0;
  while (fscanf(file, "%15s %31s", kind, name) == 2) {
    struct lines *lines = strcmp(kind, "button") == 0 ? buttons : leds;
    gf_gpio_place place = {0};
    int code = gf_gpio_find(name, &place);
    if (code == 0 && lines->count < MOST) {
      printf("@@FOUND %s %s %s %u %s\n", kind, name, place.chip, place.offset, place.consumer[0] ? place.consumer : "-");
      memcpy(lines->chip, place.chip, sizeof lines->chip);
      lines->offset[lines->count++] = place.offset;
    } else {
      printf("@@WRONG %s %s: %s\n", kind, name, strerror(-code));
      wrong = 1;
    }
  }
  fclose(file);
  return wrong;
}

int main(int count, char **arguments) {
  // A line each to the kernel's log.
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (count != 2) return 2;
  struct lines buttons = {.kind = "buttons"}, leds = {.kind = "leds"};
  if (find_lines(arguments[1], &buttons, &leds)) return 1;
  gf_gpio_place nowhere;
  printf("@@ABSENT GPIO99 %s\n", strerror(-gf_gpio_find("GPIO99", &nowhere)));
  int error = 0;
  gf_gpio *pressed = gf_gpio_open_buttons(buttons.chip, buttons.offset, buttons.count, DEBOUNCE_US, &error);
  if (!pressed) return printf("@@WRONG buttons: %s\n", strerror(error)), 1;
  gf_gpio *lit = gf_gpio_open_leds(leds.chip, leds.offset, leds.count, &error);
  if (!lit) return printf("@@WRONG leds: %s\n", strerror(error)), 1;
  printf("@@OPEN %zu buttons, %zu LEDs, libgpiod %d\n", buttons.count, leds.count, gf_gpio_api());
  // Every second LED, so that a line that is taken for another one shows.
  for (size_t i = 0; i < leds.count; i += 2)
    if ((error = gf_gpio_set(lit, leds.offset[i], 1))) return printf("@@WRONG led %u: %s\n", leds.offset[i], strerror(-error)), 1;
  printf("@@LIT\n");
  for (;;) pause();
}
