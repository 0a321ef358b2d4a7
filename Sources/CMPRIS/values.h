#pragma once
#include "CMPRIS.h"
#include <systemd/sd-bus.h>

/// Tells a dictionary of properties, one after the other. 0 or more, or -errno for a message that is not of that type: what came before is told.
int gf_mpris_read_properties(sd_bus_message *m, const char *from, const gf_mpris_listener *to);
/// Tells one variant, if it is of a type that is told.
int gf_mpris_read_value(sd_bus_message *m, const char *from, const char *name, int is_metadata, const gf_mpris_listener *to);
