#pragma once
/* libsystemd: the service manager and D-Bus. The service manager is here; D-Bus for BlueZ and for players has headers
   of its own. */
#include "bluez.h"
#include "mpris.h"

/// Tells the service manager about this process. Lines are such as READY=1, STATUS=..., WATCHDOG=1. Positive when it
/// was sent, 0 when there is no service manager, or -errno.
int gf_systemd_notify(const char *lines);
/// Interval of the watchdog's expected signs of life, in microseconds. 0 for no watchdog.
unsigned long long gf_systemd_watchdog_us(void);
