#include "CSystemd.h"
#include <stdint.h>
#include <systemd/sd-daemon.h>

int gf_systemd_notify(const char *lines) { return sd_notify(0, lines); }

unsigned long long gf_systemd_watchdog_us(void) {
  uint64_t us = 0;
  return sd_watchdog_enabled(0, &us) > 0 ? us : 0;
}
