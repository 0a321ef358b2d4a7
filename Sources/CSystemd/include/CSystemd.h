#pragma once
/* libsystemd: the service manager here, and D-Bus for BlueZ and for players in headers of their own. */
#include "bluez.h"
#include "mpris.h"

/// Tells the service manager about this process: lines such as READY=1, STATUS=..., WATCHDOG=1.
/// Positive when it was sent, 0 when there is no service manager, or -errno.
int gf_systemd_notify(const char *lines);
/// How often the watchdog wants to hear of us, in microseconds; 0 for no watchdog.
unsigned long long gf_systemd_watchdog_us(void);
