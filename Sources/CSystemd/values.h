#pragma once
#include "mpris.h"
#include <systemd/sd-bus.h>

/// Reads a number of a basic type, one of ybnqiuxtd. 0 or more, or -errno.
int gf_bus_read_number(sd_bus_message *m, char type, double *number);
/// Reports the properties of a dictionary, one after the other. 0 or more, or -errno for a message of another type,
/// after the properties before the fault.
int gf_mpris_read_properties(sd_bus_message *m, const char *from, const gf_mpris_listener *to);
/// Reports one variant, if its type is one of those of gf_mpris_value.
int gf_mpris_read_value(sd_bus_message *m, const char *from, const char *name, int is_metadata, const gf_mpris_listener *to);
