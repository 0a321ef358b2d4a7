#pragma once
#include <stdint.h>

/// A connection with BlueZ over D-Bus (sd-bus). One thread uses it. Calls return 0 or more, or -errno; then
/// `gf_bluez_error_name` and `gf_bluez_error_text` say more.
typedef struct gf_bluez gf_bluez;

/// Connects with the system bus, or with the one at an address. 0 or -errno.
int gf_bluez_open(gf_bluez **out, const char *address);
void gf_bluez_close(gf_bluez *bluez);

/// The D-Bus name of the last call's error. Empty without a D-Bus error. Valid until the next call.
const char *gf_bluez_error_name(gf_bluez *bluez);
/// The text of that error.
const char *gf_bluez_error_text(gf_bluez *bluez);

/// Receives each property of each object of BlueZ. `text` holds a text, or one text of a list after the other. For
/// truth values and whole numbers `text` is null and `number` holds the value.
typedef void (*gf_bluez_property)(void *context, const char *path, const char *interface, const char *name, const char *text, int64_t number);
/// Asks for all objects. Skips properties of other types; reports an interface without any with `name` null.
int gf_bluez_objects(gf_bluez *bluez, gf_bluez_property told, void *context);

/// Calls a method that takes nothing, or one object. The object is `object`, if it is given. Waits for its answer, or
/// until the seconds have passed (-ETIMEDOUT). The agent answers meanwhile.
int gf_bluez_call(gf_bluez *bluez, const char *path, const char *interface, const char *method, const char *object, double seconds);
/// Sets a truth value.
int gf_bluez_set(gf_bluez *bluez, const char *path, const char *interface, const char *name, int value);
/// An adapter looks for Bluetooth Low Energy devices with this service only.
int gf_bluez_filter(gf_bluez *bluez, const char *adapter, const char *uuid);
/// Answers in place of a person about pairing this device. Refuses all other devices. 0 or -errno.
int gf_bluez_agent(gf_bluez *bluez, const char *device);
