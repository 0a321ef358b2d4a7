#pragma once
#include <stdint.h>

/// A connection with BlueZ over D-Bus (sd-bus). One thread uses it. Calls answer 0 or more, or -errno; then `gf_bluez_error_name` and `gf_bluez_error_text` say more.
typedef struct gf_bluez gf_bluez;

/// Connects with the system bus, or with the one at an address. 0 or -errno.
int gf_bluez_open(gf_bluez **out, const char *address);
void gf_bluez_close(gf_bluez *bluez);

/// The D-Bus name of what the last call was answered with; empty if it was no such answer. Valid until the next call.
const char *gf_bluez_error_name(gf_bluez *bluez);
/// Its words.
const char *gf_bluez_error_text(gf_bluez *bluez);

/// Told each property of each object of BlueZ's: a text or a list of texts, one after the other, with `text`; truth values and whole numbers with `number` and `text` null.
typedef void (*gf_bluez_property)(void *context, const char *path, const char *interface, const char *name, const char *text, int64_t number);
/// Asks for all objects. Properties of other types are left out; an interface without any is told with `name` null.
int gf_bluez_objects(gf_bluez *bluez, gf_bluez_property told, void *context);

/// Calls a method that takes nothing, or one object if `object` is given, and waits for its answer, or for the seconds to pass (-ETIMEDOUT). Meanwhile the agent answers.
int gf_bluez_call(gf_bluez *bluez, const char *path, const char *interface, const char *method, const char *object, double seconds);
/// Sets a truth value.
int gf_bluez_set(gf_bluez *bluez, const char *path, const char *interface, const char *name, int value);
/// An adapter looks for Bluetooth Low Energy devices with this service only.
int gf_bluez_filter(gf_bluez *bluez, const char *adapter, const char *uuid);
/// Answers for a person who is asked whether this device may be paired, and refuses all others. 0 or -errno.
int gf_bluez_agent(gf_bluez *bluez, const char *device);
