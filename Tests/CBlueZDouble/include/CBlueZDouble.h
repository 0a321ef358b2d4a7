#pragma once

/// A double of BlueZ on a bus: an adapter and devices under the name org.bluez, served by a thread of its own. It fails
/// on demand.
typedef struct bluez_double bluez_double;

/// Takes its name on the bus at an address, with an adapter hci0 or without one, which is on or off. Answers nothing
/// yet. Null on failure.
bluez_double *bluez_double_start(const char *address, int has_adapter, int is_powered);
/// Begins to answer. 0 or an errno value.
int bluez_double_run(bluez_double *it);
/// Ends a double that ran.
void bluez_double_stop(bluez_double *it);
/// Adds a device with one service, visible from now on, or only once a discovery for that service was begun.
/// `agent_asks`: the method of the agent that pairing asks first. Before `bluez_double_run`.
void bluez_double_add(bluez_double *it, const char *address, const char *name, const char *uuid, int is_hidden, const char *agent_asks);
/// A method (of an adapter or a device) answers with this error from now on; null as its error: no more.
void bluez_double_fail(bluez_double *it, const char *method, const char *error);
/// How often a method was called.
int bluez_double_calls(bluez_double *it, const char *method);
/// The state of a device: 1 paired, 2 trusted, 4 connected; -1 if there is no such device (any more).
int bluez_double_state(bluez_double *it, const char *address);
