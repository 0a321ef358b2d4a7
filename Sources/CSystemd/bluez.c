#include "bluez.h"
#include "values.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>

static const char *const service = "org.bluez";
static const char *const agent_path = "/org/gestureflow/agent";
static const double patience = 10;

struct gf_bluez {
  sd_bus *bus;
  sd_bus_error error;
  sd_bus_slot *agent;
  char *pairing;
};

/// The answer to a call that is waited for.
typedef struct {
  sd_bus_message *answer;
  int done;
} waiting;

static int fail(gf_bluez *bluez, int code) {
  if (!sd_bus_error_is_set(&bluez->error)) sd_bus_error_set_errno(&bluez->error, code);
  return code;
}

int gf_bluez_open(gf_bluez **out, const char *address) {
  gf_bluez *bluez = calloc(1, sizeof *bluez);
  if (!bluez) return -ENOMEM;
  int code;
  if (!address) {
    code = sd_bus_open_system(&bluez->bus);
  } else {
    code = sd_bus_new(&bluez->bus);
    if (code >= 0) code = sd_bus_set_address(bluez->bus, address);
    if (code >= 0) code = sd_bus_set_bus_client(bluez->bus, 1);
    if (code >= 0) code = sd_bus_start(bluez->bus);
  }
  if (code < 0) {
    gf_bluez_close(bluez);
    return code;
  }
  *out = bluez;
  return 0;
}

void gf_bluez_close(gf_bluez *bluez) {
  if (!bluez) return;
  sd_bus_slot_unref(bluez->agent);
  sd_bus_error_free(&bluez->error);
  sd_bus_flush_close_unref(bluez->bus);
  free(bluez->pairing);
  free(bluez);
}

const char *gf_bluez_error_name(gf_bluez *bluez) { return bluez->error.name ? bluez->error.name : ""; }
const char *gf_bluez_error_text(gf_bluez *bluez) { return bluez->error.message ? bluez->error.message : ""; }

static int answered(sd_bus_message *answer, void *context, sd_bus_error *error) {
  (void)error;
  waiting *one = context;
  one->answer = sd_bus_message_ref(answer);
  one->done = 1;
  return 0;
}

/// Sends a call and serves the bus until the answer comes. BlueZ asks the agent before it answers. Takes the message.
/// The answer belongs to the caller.
static int ask(gf_bluez *bluez, sd_bus_message *message, double seconds, sd_bus_message **answer) {
  waiting one = {0};
  sd_bus_slot *slot = NULL;
  sd_bus_error_free(&bluez->error);
  int code = sd_bus_call_async(bluez->bus, &slot, message, answered, &one, (uint64_t)(seconds * 1e6));
  sd_bus_message_unref(message);
  while (code >= 0 && !one.done) {
    code = sd_bus_process(bluez->bus, NULL);
    if (code == 0 && !one.done) code = sd_bus_wait(bluez->bus, UINT64_MAX);
  }
  sd_bus_slot_unref(slot);
  if (code >= 0 && sd_bus_message_is_method_error(one.answer, NULL)) {
    sd_bus_error_copy(&bluez->error, sd_bus_message_get_error(one.answer));
    code = -sd_bus_message_get_errno(one.answer);
    if (code == 0) code = -EIO;
  }
  if (code >= 0 && answer) {
    *answer = one.answer;
  } else {
    sd_bus_message_unref(one.answer);
  }
  return code < 0 ? fail(bluez, code) : 0;
}

static int begin(gf_bluez *bluez, sd_bus_message **message, const char *path, const char *interface, const char *method) {
  int code = sd_bus_message_new_method_call(bluez->bus, message, service, path, interface, method);
  return code < 0 ? fail(bluez, code) : 0;
}

int gf_bluez_call(gf_bluez *bluez, const char *path, const char *interface, const char *method, const char *object, double seconds) {
  sd_bus_message *message = NULL;
  int code = begin(bluez, &message, path, interface, method);
  if (code >= 0 && object) code = sd_bus_message_append_basic(message, 'o', object);
  if (code < 0) {
    sd_bus_message_unref(message);
    return fail(bluez, code);
  }
  return ask(bluez, message, seconds, NULL);
}

int gf_bluez_set(gf_bluez *bluez, const char *path, const char *interface, const char *name, int value) {
  sd_bus_message *message = NULL;
  int code = begin(bluez, &message, path, "org.freedesktop.DBus.Properties", "Set");
  if (code >= 0) code = sd_bus_message_append(message, "ssv", interface, name, "b", value);
  if (code < 0) {
    sd_bus_message_unref(message);
    return fail(bluez, code);
  }
  return ask(bluez, message, patience, NULL);
}

int gf_bluez_filter(gf_bluez *bluez, const char *adapter, const char *uuid) {
  sd_bus_message *message = NULL;
  int code = begin(bluez, &message, adapter, "org.bluez.Adapter1", "SetDiscoveryFilter");
  if (code >= 0) code = sd_bus_message_append(message, "a{sv}", 2, "Transport", "s", "le", "UUIDs", "as", 1, uuid);
  if (code < 0) {
    sd_bus_message_unref(message);
    return fail(bluez, code);
  }
  return ask(bluez, message, patience, NULL);
}

/// One variant: told if it is of a type that is.
static int read_value(sd_bus_message *m, const char *path, const char *interface, const char *name, gf_bluez_property told, void *context) {
  char type;
  const char *contents;
  int code = sd_bus_message_peek_type(m, &type, &contents);
  if (code < 0) return code;
  code = sd_bus_message_enter_container(m, 'v', contents);
  if (code < 0) return code;
  const char *text;
  double number;
  if (strcmp(contents, "as") == 0) {
    code = sd_bus_message_enter_container(m, 'a', "s");
    while (code >= 0 && (code = sd_bus_message_read_basic(m, 's', &text)) > 0) told(context, path, interface, name, text, 0);
    if (code >= 0) code = sd_bus_message_exit_container(m);
  } else if (strcmp(contents, "s") == 0 || strcmp(contents, "o") == 0) {
    code = sd_bus_message_read_basic(m, contents[0], &text);
    if (code >= 0) told(context, path, interface, name, text, 0);
  } else if (strlen(contents) == 1 && strchr("bynqiu", contents[0])) {
    code = gf_bus_read_number(m, contents[0], &number);
    if (code >= 0) told(context, path, interface, name, NULL, (int64_t)number);
  } else {
    code = sd_bus_message_skip(m, contents);
  }
  return code < 0 ? code : sd_bus_message_exit_container(m);
}

static int read_interfaces(sd_bus_message *m, const char *path, gf_bluez_property told, void *context) {
  int code = sd_bus_message_enter_container(m, 'a', "{sa{sv}}");
  while (code >= 0 && (code = sd_bus_message_enter_container(m, 'e', "sa{sv}")) > 0) {
    const char *interface;
    code = sd_bus_message_read_basic(m, 's', &interface);
    if (code < 0) break;
    told(context, path, interface, NULL, NULL, 0);
    code = sd_bus_message_enter_container(m, 'a', "{sv}");
    while (code >= 0 && (code = sd_bus_message_enter_container(m, 'e', "sv")) > 0) {
      const char *name;
      code = sd_bus_message_read_basic(m, 's', &name);
      if (code >= 0) code = read_value(m, path, interface, name, told, context);
      if (code >= 0) code = sd_bus_message_exit_container(m);
    }
    if (code >= 0) code = sd_bus_message_exit_container(m);
    if (code >= 0) code = sd_bus_message_exit_container(m);
  }
  return code < 0 ? code : sd_bus_message_exit_container(m);
}

int gf_bluez_objects(gf_bluez *bluez, gf_bluez_property told, void *context) {
  sd_bus_message *message = NULL, *answer = NULL;
  int code = begin(bluez, &message, "/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects");
  if (code < 0) return code;
  code = ask(bluez, message, patience, &answer);
  if (code < 0) return code;
  code = sd_bus_message_enter_container(answer, 'a', "{oa{sa{sv}}}");
  while (code >= 0 && (code = sd_bus_message_enter_container(answer, 'e', "oa{sa{sv}}")) > 0) {
    const char *path;
    code = sd_bus_message_read_basic(answer, 'o', &path);
    if (code >= 0) code = read_interfaces(answer, path, told, context);
    if (code >= 0) code = sd_bus_message_exit_container(answer);
  }
  sd_bus_message_unref(answer);
  return code < 0 ? fail(bluez, code) : 0;
}

/// Answers yes to every question about the device that is being paired. The person wished to pair it.
static int asked(sd_bus_message *message, void *context, sd_bus_error *error) {
  gf_bluez *bluez = context;
  const char *device;
  int code = sd_bus_message_read_basic(message, 'o', &device);
  if (code < 0) return code;
  if (!bluez->pairing || strcmp(device, bluez->pairing) != 0)
    return sd_bus_error_set(error, "org.bluez.Error.Rejected", "it was not asked for");
  return sd_bus_reply_method_return(message, NULL);
}

static int nothing(sd_bus_message *message, void *context, sd_bus_error *error) {
  (void)context, (void)error;
  return sd_bus_reply_method_return(message, NULL);
}

static const sd_bus_vtable agent_methods[] = {
  SD_BUS_VTABLE_START(0),
  SD_BUS_METHOD("RequestAuthorization", "o", NULL, asked, SD_BUS_VTABLE_UNPRIVILEGED),
  SD_BUS_METHOD("RequestConfirmation", "ou", NULL, asked, SD_BUS_VTABLE_UNPRIVILEGED),
  SD_BUS_METHOD("AuthorizeService", "os", NULL, asked, SD_BUS_VTABLE_UNPRIVILEGED),
  SD_BUS_METHOD("Release", NULL, NULL, nothing, SD_BUS_VTABLE_UNPRIVILEGED),
  SD_BUS_METHOD("Cancel", NULL, NULL, nothing, SD_BUS_VTABLE_UNPRIVILEGED),
  SD_BUS_VTABLE_END,
};

int gf_bluez_agent(gf_bluez *bluez, const char *device) {
  free(bluez->pairing);
  bluez->pairing = strdup(device);
  if (!bluez->pairing) return fail(bluez, -ENOMEM);
  if (bluez->agent) return 0;
  int code = sd_bus_add_object_vtable(bluez->bus, &bluez->agent, agent_path, "org.bluez.Agent1", agent_methods, bluez);
  if (code < 0) return fail(bluez, code);
  sd_bus_message *message = NULL;
  code = begin(bluez, &message, "/org/bluez", "org.bluez.AgentManager1", "RegisterAgent");
  if (code >= 0) code = sd_bus_message_append(message, "os", agent_path, "NoInputNoOutput");
  if (code < 0) {
    sd_bus_message_unref(message);
    return fail(bluez, code);
  }
  code = ask(bluez, message, patience, NULL);
  // BlueZ does not know this agent: the next call registers it again.
  if (code < 0) bluez->agent = sd_bus_slot_unref(bluez->agent);
  return code;
}
