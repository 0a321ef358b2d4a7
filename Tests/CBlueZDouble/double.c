#include "CBlueZDouble.h"

#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>

enum { most = 8 };

typedef struct {
  struct bluez_double *owner;
  char path[80], address[20], uuid[40], asks[40];
  char *address_text, *name_text;
  int there, gone, paired, trusted, connected;
  int16_t rssi;
  sd_bus_slot *slot;
  sd_bus_message *pairing;
} device;

struct bluez_double {
  pthread_t thread;
  pthread_mutex_t lock;
  sd_bus *bus;
  int stopping, powered;
  char filter[40];
  char agent[80], agent_owner[80];
  device devices[most];
  int count;
  char failing[40], error[80];
  char calls[64][40];
  int calls_count;
};

static const char *const adapter_path = "/org/bluez/hci0";

/// Records a call. Its error if it is to fail, else 0. With the lock.
static int recorded(bluez_double *it, const char *method, sd_bus_error *error) {
  if (it->calls_count < 64) snprintf(it->calls[it->calls_count++], 40, "%s", method);
  if (strcmp(it->failing, method) == 0) return sd_bus_error_set(error, it->error, "as the test wants it");
  return 0;
}

static int uuids(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply, void *context, sd_bus_error *error) {
  device *one = context;
  return sd_bus_message_append(reply, "as", 1, one->uuid);
}

static int pair_answered(sd_bus_message *answer, void *context, sd_bus_error *error) {
  device *one = context;
  pthread_mutex_lock(&one->owner->lock);
  sd_bus_message *pairing = one->pairing;
  one->pairing = NULL;
  int refused = sd_bus_message_is_method_error(answer, NULL);
  one->paired = !refused;
  pthread_mutex_unlock(&one->owner->lock);
  int code = refused ? sd_bus_reply_method_errorf(pairing, "org.bluez.Error.AuthenticationRejected", "the agent refuses")
                     : sd_bus_reply_method_return(pairing, NULL);
  sd_bus_message_unref(pairing);
  return code;
}

/// As BlueZ does: asks the agent of the program that pairs, and only then answers.
static int pair(sd_bus_message *message, void *context, sd_bus_error *error) {
  device *one = context;
  bluez_double *it = one->owner;
  pthread_mutex_lock(&it->lock);
  int code = recorded(it, "Pair", error);
  if (code == 0 && one->paired) code = sd_bus_error_set(error, "org.bluez.Error.AlreadyExists", "Already Exists");
  if (code == 0 && (!it->agent[0] || strcmp(it->agent_owner, sd_bus_message_get_sender(message)) != 0))
    code = sd_bus_error_set(error, "org.bluez.Error.AuthenticationFailed", "no agent");
  if (code == 0) {
    one->pairing = sd_bus_message_ref(message);
    if (strcmp(one->asks, "RequestConfirmation") == 0)
      code = sd_bus_call_method_async(it->bus, NULL, it->agent_owner, it->agent, "org.bluez.Agent1", one->asks, pair_answered, one, "ou", one->path, 123456);
    else if (strcmp(one->asks, "other") == 0)
      code = sd_bus_call_method_async(it->bus, NULL, it->agent_owner, it->agent, "org.bluez.Agent1", "RequestAuthorization", pair_answered, one, "o",
                                      "/org/bluez/hci0/dev_other");
    else
      code = sd_bus_call_method_async(it->bus, NULL, it->agent_owner, it->agent, "org.bluez.Agent1", one->asks, pair_answered, one, "o", one->path);
    if (code >= 0) code = 1;
  }
  pthread_mutex_unlock(&it->lock);
  return code;
}

static int connect_it(sd_bus_message *message, void *context, sd_bus_error *error) {
  device *one = context;
  pthread_mutex_lock(&one->owner->lock);
  int code = recorded(one->owner, "Connect", error);
  if (code == 0) one->connected = 1;
  pthread_mutex_unlock(&one->owner->lock);
  return code < 0 ? code : sd_bus_reply_method_return(message, NULL);
}

static const sd_bus_vtable device_table[] = {
  SD_BUS_VTABLE_START(0),
  SD_BUS_PROPERTY("Address", "s", NULL, offsetof(device, address_text), 0),
  SD_BUS_PROPERTY("Alias", "s", NULL, offsetof(device, name_text), 0),
  SD_BUS_PROPERTY("UUIDs", "as", uuids, 0, 0),
  SD_BUS_PROPERTY("RSSI", "n", NULL, offsetof(device, rssi), 0),
  SD_BUS_PROPERTY("Paired", "b", NULL, offsetof(device, paired), 0),
  SD_BUS_PROPERTY("Connected", "b", NULL, offsetof(device, connected), 0),
  SD_BUS_PROPERTY("ServicesResolved", "b", NULL, offsetof(device, connected), 0),
  SD_BUS_WRITABLE_PROPERTY("Trusted", "b", NULL, NULL, offsetof(device, trusted), SD_BUS_VTABLE_UNPRIVILEGED),
  SD_BUS_METHOD("Pair", NULL, NULL, pair, SD_BUS_VTABLE_UNPRIVILEGED),
  SD_BUS_METHOD("Connect", NULL, NULL, connect_it, SD_BUS_VTABLE_UNPRIVILEGED),
  SD_BUS_VTABLE_END,
};

/// With the lock.
static void show(bluez_double *it, device *one) {
  if (one->there || sd_bus_add_object_vtable(it->bus, &one->slot, one->path, "org.bluez.Device1", device_table, one) < 0) return;
  one->there = 1;
  sd_bus_emit_object_added(it->bus, one->path);
}

static int filter(sd_bus_message *message, void *context, sd_bus_error *error) {
  bluez_double *it = context;
  pthread_mutex_lock(&it->lock);
  int code = recorded(it, "SetDiscoveryFilter", error);
  const char *first, *second, *transport, *uuid;
  if (code == 0) code = sd_bus_message_read(message, "a{sv}", 2, &first, "s", &transport, &second, "as", 1, &uuid);
  if (code >= 0 && (strcmp(first, "Transport") != 0 || strcmp(transport, "le") != 0 || strcmp(second, "UUIDs") != 0))
    code = sd_bus_error_set(error, "org.bluez.Error.InvalidArguments", first);
  if (code >= 0) snprintf(it->filter, sizeof it->filter, "%s", uuid);
  pthread_mutex_unlock(&it->lock);
  return code < 0 ? code : sd_bus_reply_method_return(message, NULL);
}

static int discover(sd_bus_message *message, void *context, sd_bus_error *error) {
  bluez_double *it = context;
  pthread_mutex_lock(&it->lock);
  int code = recorded(it, "StartDiscovery", error);
  if (code == 0 && !it->powered) code = sd_bus_error_set(error, "org.bluez.Error.NotReady", "Resource Not Ready");
  for (int i = 0; code == 0 && i < it->count; i++)
    if (!it->devices[i].gone && strcmp(it->devices[i].uuid, it->filter) == 0) show(it, &it->devices[i]);
  pthread_mutex_unlock(&it->lock);
  return code < 0 ? code : sd_bus_reply_method_return(message, NULL);
}

static int end_discovery(sd_bus_message *message, void *context, sd_bus_error *error) {
  bluez_double *it = context;
  pthread_mutex_lock(&it->lock);
  int code = recorded(it, "StopDiscovery", error);
  pthread_mutex_unlock(&it->lock);
  return code < 0 ? code : sd_bus_reply_method_return(message, NULL);
}

static int remove_device(sd_bus_message *message, void *context, sd_bus_error *error) {
  bluez_double *it = context;
  const char *path;
  int code = sd_bus_message_read_basic(message, 'o', &path);
  if (code < 0) return code;
  pthread_mutex_lock(&it->lock);
  code = recorded(it, "RemoveDevice", error);
  int found = 0;
  for (int i = 0; code == 0 && i < it->count; i++) {
    device *one = &it->devices[i];
    if (!one->there || strcmp(one->path, path) != 0) continue;
    sd_bus_emit_object_removed(it->bus, one->path);
    one->slot = sd_bus_slot_unref(one->slot);
    one->there = 0;
    found = one->gone = 1;
  }
  if (code == 0 && !found) code = sd_bus_error_set(error, "org.bluez.Error.DoesNotExist", "Does Not Exist");
  pthread_mutex_unlock(&it->lock);
  return code < 0 ? code : sd_bus_reply_method_return(message, NULL);
}

static int set_power(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *value, void *context, sd_bus_error *error) {
  // sd-bus gives the place of the value.
  bluez_double *it = (bluez_double *)((char *)context - offsetof(bluez_double, powered));
  int on;
  int code = sd_bus_message_read_basic(value, 'b', &on);
  if (code < 0) return code;
  pthread_mutex_lock(&it->lock);
  code = recorded(it, "Powered", error);
  if (code == 0) it->powered = on;
  pthread_mutex_unlock(&it->lock);
  return code;
}

static const sd_bus_vtable adapter_table[] = {
  SD_BUS_VTABLE_START(0),
  SD_BUS_WRITABLE_PROPERTY("Powered", "b", NULL, set_power, offsetof(bluez_double, powered), SD_BUS_VTABLE_UNPRIVILEGED),
  SD_BUS_METHOD("SetDiscoveryFilter", "a{sv}", NULL, filter, SD_BUS_VTABLE_UNPRIVILEGED),
  SD_BUS_METHOD("StartDiscovery", NULL, NULL, discover, SD_BUS_VTABLE_UNPRIVILEGED),
  SD_BUS_METHOD("StopDiscovery", NULL, NULL, end_discovery, SD_BUS_VTABLE_UNPRIVILEGED),
  SD_BUS_METHOD("RemoveDevice", "o", NULL, remove_device, SD_BUS_VTABLE_UNPRIVILEGED),
  SD_BUS_VTABLE_END,
};

static int register_agent(sd_bus_message *message, void *context, sd_bus_error *error) {
  bluez_double *it = context;
  const char *path, *ability;
  int code = sd_bus_message_read(message, "os", &path, &ability);
  if (code < 0) return code;
  pthread_mutex_lock(&it->lock);
  code = recorded(it, "RegisterAgent", error);
  if (code == 0 && strcmp(ability, "NoInputNoOutput") != 0) code = sd_bus_error_set(error, "org.bluez.Error.InvalidArguments", ability);
  if (code == 0) {
    snprintf(it->agent, sizeof it->agent, "%s", path);
    snprintf(it->agent_owner, sizeof it->agent_owner, "%s", sd_bus_message_get_sender(message));
  }
  pthread_mutex_unlock(&it->lock);
  return code < 0 ? code : sd_bus_reply_method_return(message, NULL);
}

static const sd_bus_vtable manager_table[] = {
  SD_BUS_VTABLE_START(0),
  SD_BUS_METHOD("RegisterAgent", "os", NULL, register_agent, SD_BUS_VTABLE_UNPRIVILEGED),
  SD_BUS_VTABLE_END,
};

static void *serve(void *context) {
  bluez_double *it = context;
  for (;;) {
    int code = sd_bus_process(it->bus, NULL);
    pthread_mutex_lock(&it->lock);
    int stopping = it->stopping;
    pthread_mutex_unlock(&it->lock);
    if (code < 0 || stopping) return NULL;
    if (code == 0) sd_bus_wait(it->bus, 20000);
  }
}

bluez_double *bluez_double_start(const char *address, int has_adapter, int is_powered) {
  bluez_double *it = calloc(1, sizeof *it);
  if (!it) return NULL;
  pthread_mutex_init(&it->lock, NULL);
  it->powered = is_powered;
  int code = sd_bus_new(&it->bus);
  if (code >= 0) code = sd_bus_set_address(it->bus, address);
  if (code >= 0) code = sd_bus_set_bus_client(it->bus, 1);
  if (code >= 0) code = sd_bus_start(it->bus);
  if (code >= 0) code = sd_bus_add_object_manager(it->bus, NULL, "/");
  if (code >= 0) code = sd_bus_add_object_vtable(it->bus, NULL, "/org/bluez", "org.bluez.AgentManager1", manager_table, it);
  if (code >= 0 && has_adapter) code = sd_bus_add_object_vtable(it->bus, NULL, adapter_path, "org.bluez.Adapter1", adapter_table, it);
  if (code >= 0) code = sd_bus_request_name(it->bus, "org.bluez", 0);
  if (code < 0) {
    sd_bus_unref(it->bus);
    free(it);
    return NULL;
  }
  return it;
}

void bluez_double_add(bluez_double *it, const char *address, const char *name, const char *uuid, int is_hidden, const char *agent_asks) {
  if (it->count == most) return;
  device *one = &it->devices[it->count++];
  one->owner = it;
  snprintf(one->address, sizeof one->address, "%s", address);
  snprintf(one->uuid, sizeof one->uuid, "%s", uuid);
  snprintf(one->asks, sizeof one->asks, "%s", agent_asks);
  snprintf(one->path, sizeof one->path, "%s/dev_%s", adapter_path, address);
  for (char *at = one->path; *at; at++)
    if (*at == ':') *at = '_';
  one->address_text = strdup(address);
  one->name_text = strdup(name);
  one->rssi = (int16_t)(-40 - it->count);
  if (!is_hidden) show(it, one);
}

int bluez_double_run(bluez_double *it) { return pthread_create(&it->thread, NULL, serve, it); }

void bluez_double_stop(bluez_double *it) {
  pthread_mutex_lock(&it->lock);
  it->stopping = 1;
  pthread_mutex_unlock(&it->lock);
  pthread_join(it->thread, NULL);
  for (int i = 0; i < it->count; i++) {
    sd_bus_slot_unref(it->devices[i].slot);
    sd_bus_message_unref(it->devices[i].pairing);
    free(it->devices[i].address_text);
    free(it->devices[i].name_text);
  }
  sd_bus_flush_close_unref(it->bus);
  free(it);
}

void bluez_double_fail(bluez_double *it, const char *method, const char *error) {
  pthread_mutex_lock(&it->lock);
  snprintf(it->failing, sizeof it->failing, "%s", error ? method : "");
  snprintf(it->error, sizeof it->error, "%s", error ? error : "");
  pthread_mutex_unlock(&it->lock);
}

int bluez_double_calls(bluez_double *it, const char *method) {
  int sum = 0;
  pthread_mutex_lock(&it->lock);
  for (int i = 0; i < it->calls_count; i++) sum += strcmp(it->calls[i], method) == 0;
  pthread_mutex_unlock(&it->lock);
  return sum;
}

int bluez_double_state(bluez_double *it, const char *address) {
  int state = -1;
  pthread_mutex_lock(&it->lock);
  for (int i = 0; i < it->count; i++) {
    device *one = &it->devices[i];
    if (one->there && strcmp(one->address, address) == 0) state = one->paired + 2 * one->trusted + 4 * one->connected;
  }
  pthread_mutex_unlock(&it->lock);
  return state;
}
