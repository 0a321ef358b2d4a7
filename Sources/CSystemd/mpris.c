#define _GNU_SOURCE
#include "mpris.h"
#include "sieve.h"
#include "values.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>
#include <time.h>

static const char *const path = "/org/mpris/MediaPlayer2";
static const char *const root = "org.mpris.MediaPlayer2";
static const char *const player = "org.mpris.MediaPlayer2.Player";
static const char *const properties = "org.freedesktop.DBus.Properties";
static const char *const bus_name = "org.freedesktop.DBus";
static const char *const bus_path = "/org/freedesktop/DBus";
/// How long a command may stay unanswered, and the bus itself.
static const uint64_t patience = 60000000, bus_patience = 5000000;
/// Most messages that are read in one turn.
enum { most_at_once = 64 };

struct gf_mpris {
  sd_bus *bus;
  gf_sieve *sieve;
  gf_mpris_listener listener;
};

/// A call that is open.
typedef struct {
  gf_mpris *owner;
  int64_t ticket;
  enum { of_order, of_all, of_one, of_names, of_owner, of_process } kind;
  /// The question: a property's name, or a name on the bus. The next field is its owner.
  char name[256], whose[64];
} call;

static int is_players(const char *name) { return strncmp(name, root, strlen(root)) == 0 && name[strlen(root)] == '.'; }

static int answered(sd_bus_message *m, void *context, sd_bus_error *error);

/// Sends a call, whose answer comes to `answered`. Takes the message.
static int ask(gf_mpris *it, sd_bus_message *m, int kind, const char *name, const char *whose, int64_t ticket, uint64_t timeout) {
  call *one = calloc(1, sizeof *one);
  sd_bus_slot *slot = NULL;
  int code = one ? 0 : -ENOMEM;
  if (code == 0) {
    *one = (call){.owner = it, .ticket = ticket, .kind = kind};
    snprintf(one->name, sizeof one->name, "%s", name);
    snprintf(one->whose, sizeof one->whose, "%s", whose);
    code = sd_bus_call_async(it->bus, &slot, m, answered, one, timeout);
  }
  sd_bus_message_unref(m);
  if (code < 0) {
    free(one);
    return code;
  }
  sd_bus_slot_set_destroy_callback(slot, free);
  sd_bus_slot_set_floating(slot, 1);
  sd_bus_slot_unref(slot);
  return 0;
}

static int begin(gf_mpris *it, sd_bus_message **m, const char *to, const char *at, const char *interface, const char *method) {
  *m = NULL;
  int code = sd_bus_message_new_method_call(it->bus, m, to, at, interface, method);
  // A question starts no player.
  if (code >= 0) code = sd_bus_message_set_auto_start(*m, 0);
  return code;
}

/// Asks whether a name has an owner.
static void ask_owner(gf_mpris *it, const char *name) {
  sd_bus_message *m;
  int code = begin(it, &m, bus_name, bus_path, bus_name, "GetNameOwner");
  if (code >= 0) code = sd_bus_message_append_basic(m, 's', name);
  if (code < 0) {
    sd_bus_message_unref(m);
  } else {
    ask(it, m, of_owner, name, "", -1, UINT64_MAX);
  }
}

static void read_names(gf_mpris *it, sd_bus_message *m) {
  const char *name;
  if (sd_bus_message_enter_container(m, 'a', "s") < 0) return;
  while (sd_bus_message_read_basic(m, 's', &name) > 0)
    if (is_players(name)) ask_owner(it, name);
}

static int answered(sd_bus_message *m, void *context, sd_bus_error *unused) {
  (void)unused;
  call *one = context;
  gf_mpris *it = one->owner;
  const gf_mpris_listener *to = &it->listener;
  const char *from = sd_bus_message_get_sender(m), *owner = NULL;
  uint32_t process = 0;
  const sd_bus_error *error = sd_bus_message_get_error(m);
  if (error && sd_bus_error_is_set(error)) {
    // The owner of this name has gone meanwhile.
    if (one->kind == of_owner) return 0;
    if (one->kind == of_process) {
      if (!sd_bus_error_has_name(error, SD_BUS_ERROR_NAME_HAS_NO_OWNER)) to->identified(to->context, one->name, one->whose, 0);
      return 0;
    }
    int code = sd_bus_message_get_errno(m);
    to->answered(to->context, one->ticket, code > 0 ? code : EIO, error->name ? error->name : "", error->message ? error->message : "");
    return 0;
  }
  switch (one->kind) {
    case of_order: break;
    case of_names: read_names(it, m); break;
    case of_owner:
      if (sd_bus_message_read_basic(m, 's', &owner) > 0) to->owned(to->context, one->name, owner);
      // The answers to names come one after the other; only their list has an end.
      return 0;
    case of_process:
      sd_bus_message_read_basic(m, 'u', &process);
      to->identified(to->context, one->name, one->whose, process);
      return 0;
    case of_all:
      // The sieve has taken its contents away.
      if (sd_bus_message_is_empty(m) > 0) {
        to->answered(to->context, one->ticket, EMSGSIZE, "", "");
        return 0;
      }
      if (from) gf_mpris_read_properties(m, from, to);
      break;
    case of_one:
      if (from) gf_mpris_read_value(m, from, one->name, 0, to);
      break;
  }
  if (from && (one->kind == of_all || one->kind == of_one)) to->told(to->context, from, 0);
  to->answered(to->context, one->ticket, 0, "", "");
  return 0;
}

static int owner_changed(sd_bus_message *m, void *context, sd_bus_error *error) {
  (void)error;
  gf_mpris *it = context;
  const char *name, *old, *owner;
  if (sd_bus_message_read(m, "sss", &name, &old, &owner) < 0 || !is_players(name)) return 0;
  it->listener.owned(it->listener.context, name, owner);
  return 0;
}

static int properties_changed(sd_bus_message *m, void *context, sd_bus_error *error) {
  (void)error;
  gf_mpris *it = context;
  const char *interface, *from = sd_bus_message_get_sender(m);
  // Something has changed, in a message that is too large.
  if (from && sd_bus_message_is_empty(m) > 0) it->listener.told(it->listener.context, from, 1);
  if (!from || sd_bus_message_read_basic(m, 's', &interface) <= 0) return 0;
  if (strcmp(interface, player) != 0 && strcmp(interface, root) != 0) return 0;
  // Which others are to be asked for, the rest of the message says; all of them are.
  gf_mpris_read_properties(m, from, &it->listener);
  it->listener.told(it->listener.context, from, 1);
  return 0;
}

static int seeked(sd_bus_message *m, void *context, sd_bus_error *error) {
  (void)error;
  gf_mpris *it = context;
  int64_t place;
  const char *from = sd_bus_message_get_sender(m);
  if (from && sd_bus_message_read_basic(m, 'x', &place) > 0) it->listener.seeked(it->listener.context, from, place);
  return 0;
}

int gf_mpris_open(gf_mpris **out, const char *address, const gf_mpris_listener *listener) {
  gf_mpris *it = calloc(1, sizeof *it);
  if (!it) return -ENOMEM;
  it->listener = *listener;
  int code = sd_bus_new(&it->bus);
  if (code >= 0) code = sd_bus_set_address(it->bus, address);
  if (code >= 0) code = sd_bus_set_bus_client(it->bus, 1);
  if (code >= 0) code = sd_bus_set_method_call_timeout(it->bus, bus_patience);
  // The sieve carries no descriptors, and no player has any for us.
  if (code >= 0) code = sd_bus_negotiate_fds(it->bus, 0);
  if (code >= 0) code = sd_bus_start(it->bus);
  if (code >= 0) code = sd_bus_get_fd(it->bus);
  if (code >= 0 && !(it->sieve = gf_sieve_new(code))) code = -errno;
  if (code >= 0)
    code = sd_bus_add_match_async(it->bus, NULL,
                                  "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
                                  "arg0namespace='org.mpris.MediaPlayer2'",
                                  owner_changed, NULL, it);
  if (code >= 0)
    code = sd_bus_add_match_async(it->bus, NULL,
                                  "type='signal',interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',path='/org/mpris/MediaPlayer2'",
                                  properties_changed, NULL, it);
  if (code >= 0)
    code = sd_bus_add_match_async(it->bus, NULL,
                                  "type='signal',interface='org.mpris.MediaPlayer2.Player',member='Seeked',path='/org/mpris/MediaPlayer2'", seeked, NULL, it);
  if (code >= 0) code = gf_mpris_list(it);
  if (code < 0) {
    gf_mpris_close(it);
    return code;
  }
  *out = it;
  return 0;
}

void gf_mpris_close(gf_mpris *it) {
  if (!it) return;
  // Not flushed: that would wait for a bus that takes nothing. Bytes in the sieve go out.
  if (it->sieve) gf_sieve_move(it->sieve);
  sd_bus_close_unref(it->bus);
  gf_sieve_free(it->sieve);
  free(it);
}

int gf_mpris_is_ready(gf_mpris *it) { return sd_bus_is_ready(it->bus) > 0; }

int gf_mpris_process(gf_mpris *it) {
  for (int i = 0; i < most_at_once; i++) {
    int has_moved = gf_sieve_move(it->sieve), code = sd_bus_process(it->bus, NULL);
    if (code < 0) return code;
    if (sd_bus_is_open(it->bus) <= 0) return -ENOTCONN;
    if (code == 0 && !has_moved) return 0;
  }
  return 1;
}

void gf_mpris_wait(gf_mpris *it, int wake, int64_t until) {
  struct pollfd polled[4] = {{.fd = wake, .events = POLLIN}, {.fd = -1}, {.fd = -1}, {.fd = -1}};
  struct timespec now;
  if (it) {
    // Questions of since then go out before anything is waited for.
    gf_sieve_move(it->sieve);
    gf_sieve_poll(it->sieve, &polled[2]);
    int events = sd_bus_get_events(it->bus);
    uint64_t due;
    polled[1].fd = sd_bus_get_fd(it->bus);
    if (events >= 0) polled[1].events = (short)events;
    if (sd_bus_get_timeout(it->bus, &due) >= 0 && due < (uint64_t)(INT64_MAX / 1000) && (int64_t)due * 1000 < until) until = (int64_t)due * 1000;
  }
  clock_gettime(CLOCK_MONOTONIC, &now);
  int64_t left = until - ((int64_t)now.tv_sec * 1000000000 + now.tv_nsec);
  if (left < 0) left = 0;
  struct timespec timeout = {.tv_sec = left / 1000000000, .tv_nsec = left % 1000000000};
  ppoll(polled, 4, &timeout, NULL);
}

int gf_mpris_list(gf_mpris *it) {
  sd_bus_message *m;
  int code = begin(it, &m, bus_name, bus_path, bus_name, "ListNames");
  if (code < 0) return code;
  return ask(it, m, of_names, "", "", -1, UINT64_MAX);
}

/// A message of which `code` says how far it came.
static int send_on(gf_mpris *it, sd_bus_message *m, int code, int kind, const char *name, int64_t ticket, uint64_t timeout) {
  if (code >= 0) return ask(it, m, kind, name, "", ticket, timeout);
  sd_bus_message_unref(m);
  return code;
}

int gf_mpris_identify(gf_mpris *it, const char *name, const char *owner) {
  sd_bus_message *m;
  int code = begin(it, &m, bus_name, bus_path, bus_name, "GetConnectionUnixProcessID");
  if (code >= 0) code = sd_bus_message_append_basic(m, 's', owner);
  if (code >= 0) return ask(it, m, of_process, name, owner, -1, UINT64_MAX);
  sd_bus_message_unref(m);
  return code;
}

int gf_mpris_get_all(gf_mpris *it, const char *to, const char *interface, int64_t ticket) {
  sd_bus_message *m;
  char whole[64];
  snprintf(whole, sizeof whole, "%s%s", root, interface);
  int code = begin(it, &m, to, path, properties, "GetAll");
  if (code >= 0) code = sd_bus_message_append_basic(m, 's', whole);
  return send_on(it, m, code, of_all, "", ticket, UINT64_MAX);
}

int gf_mpris_get(gf_mpris *it, const char *to, const char *property, int64_t ticket) {
  sd_bus_message *m;
  int code = begin(it, &m, to, path, properties, "Get");
  if (code >= 0) code = sd_bus_message_append(m, "ss", player, property);
  return send_on(it, m, code, of_one, property, ticket, UINT64_MAX);
}

int gf_mpris_call(gf_mpris *it, const char *to, const char *method, int64_t ticket) {
  sd_bus_message *m;
  int code = begin(it, &m, to, path, player, method);
  return send_on(it, m, code, of_order, "", ticket, patience);
}

int gf_mpris_volume(gf_mpris *it, const char *to, double volume, int64_t ticket) {
  sd_bus_message *m;
  int code = begin(it, &m, to, path, properties, "Set");
  if (code >= 0) code = sd_bus_message_append(m, "ssv", player, "Volume", "d", volume);
  return send_on(it, m, code, of_order, "", ticket, patience);
}

int gf_mpris_seek(gf_mpris *it, const char *to, const char *track, int64_t place, int64_t ticket) {
  sd_bus_message *m;
  int code = begin(it, &m, to, path, player, track ? "SetPosition" : "Seek");
  if (code >= 0) code = track ? sd_bus_message_append(m, "ox", track, place) : sd_bus_message_append(m, "x", place);
  return send_on(it, m, code, of_order, "", ticket, patience);
}
