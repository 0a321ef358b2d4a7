#define _GNU_SOURCE
#include "CMPRISDouble.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <systemd/sd-bus.h>
#include <time.h>
#include <unistd.h>

enum { most_waiting = 512, tells_status = 1, tells_track = 2, tells_volume = 4, tells_place = 8 };

static const char *const path = "/org/mpris/MediaPlayer2";
static const char *const player = "org.mpris.MediaPlayer2.Player";
static const char *const properties = "org.freedesktop.DBus.Properties";

struct mpris_double {
  pthread_t thread;
  pthread_mutex_t lock;
  sd_bus *bus;
  int wake, how, lag, is_stopping, is_dead, tells, number;
  char status[16], *title, *artist, *url;
  double volume, place;
  int64_t place_at;
  char orders[8192];
  int all_asked, place_asked;
  size_t cover;
  struct {
    sd_bus_message *message;
    int64_t due;
  } waiting[most_waiting];
  int waits;
};

static int64_t now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static int64_t place_us(mpris_double *it) {
  double place = it->place;
  if (strcmp(it->status, "Playing") == 0) place += (double)(now_us() - it->place_at) * 1e-6;
  return (int64_t)(place * 1e6);
}

static void set_place(mpris_double *it, double seconds) {
  it->place = seconds < 0 ? 0 : seconds;
  it->place_at = now_us();
}

static void set_status(mpris_double *it, const char *status) {
  set_place(it, (double)place_us(it) * 1e-6);
  snprintf(it->status, sizeof it->status, "%s", status);
  it->tells |= tells_status;
}

static void append_metadata(mpris_double *it, sd_bus_message *m) {
  char track[64];
  snprintf(track, sizeof track, "/double/%d", it->number);
  sd_bus_message_open_container(m, 'e', "sv");
  sd_bus_message_append_basic(m, 's', "Metadata");
  sd_bus_message_open_container(m, 'v', "a{sv}");
  sd_bus_message_open_container(m, 'a', "{sv}");
  if (it->how & MPRIS_WRONG_TYPES) {
    sd_bus_message_append(m, "{sv}", "xesam:title", "ai", 2, 1, 2);
    sd_bus_message_append(m, "{sv}", "xesam:artist", "i", 7);
    sd_bus_message_append(m, "{sv}", "mpris:length", "s", "long");
    sd_bus_message_append(m, "{sv}", "mpris:trackid", "s", "no path");
    sd_bus_message_append(m, "{sv}", "xesam:album", "v", "s", "in a box in a box");
    // A property's name within the metadata does not set the player's property.
    sd_bus_message_append(m, "{sv}", "Volume", "d", 0.25);
  } else if (!(it->how & MPRIS_BARE)) {
    sd_bus_message_append(m, "{sv}", "mpris:trackid", "o", track);
    if (it->title) sd_bus_message_append(m, "{sv}", "xesam:title", "s", it->title);
    if (it->url) sd_bus_message_append(m, "{sv}", "xesam:url", "s", it->url);
    sd_bus_message_append(m, "{sv}", "mpris:length", "x", (int64_t)180000000);
    sd_bus_message_open_container(m, 'e', "sv");
    sd_bus_message_append_basic(m, 's', "xesam:artist");
    sd_bus_message_open_container(m, 'v', "as");
    sd_bus_message_open_container(m, 'a', "s");
    for (int i = 0; i < ((it->how & MPRIS_HUGE) ? 100000 : 1); i++)
      if (it->artist) sd_bus_message_append_basic(m, 's', i == 0 ? it->artist : "another");
    for (int i = 0; i < 3; i++) sd_bus_message_close_container(m);
    size_t size = it->how & MPRIS_HUGE ? 1000000 : it->cover;
    char *cover = size ? malloc(size + 1) : NULL;
    if (cover) {
      memset(cover, 'x', size);
      cover[size] = 0;
      sd_bus_message_append(m, "{sv}", "mpris:artUrl", "s", cover);
      free(cover);
    }
  }
  for (int i = 0; i < 3; i++) sd_bus_message_close_container(m);
}

static void append_all(mpris_double *it, sd_bus_message *m) {
  sd_bus_message_open_container(m, 'a', "{sv}");
  append_metadata(it, m);
  if (it->how & MPRIS_WRONG_TYPES) {
    sd_bus_message_append(m, "{sv}", "PlaybackStatus", "i", 7);
    sd_bus_message_append(m, "{sv}", "Volume", "s", "loud");
    sd_bus_message_append(m, "{sv}", "Position", "b", 1);
    sd_bus_message_append(m, "{sv}", "CanPlay", "s", "yes");
    sd_bus_message_append(m, "{sv}", "CanControl", "d", 0.0);
    sd_bus_message_append(m, "{sv}", "Rate", "(ii)", 1, 2);
  } else {
    sd_bus_message_append(m, "{sv}", "PlaybackStatus", "s", it->status);
    if (!(it->how & MPRIS_BARE)) {
      sd_bus_message_append(m, "{sv}", "Volume", "d", it->volume);
      sd_bus_message_append(m, "{sv}", "Position", "x", place_us(it));
      sd_bus_message_append(m, "{sv}", "Rate", "d", 1.0);
      static const char *const can[] = {"CanPlay", "CanPause", "CanGoNext", "CanGoPrevious", "CanSeek"};
      for (int i = 0; i < 5; i++) sd_bus_message_append(m, "{sv}", can[i], "b", 1);
      sd_bus_message_append(m, "{sv}", "CanControl", "b", !(it->how & MPRIS_UNCONTROLLED));
    }
  }
  sd_bus_message_close_container(m);
}

/// Answers the question for one property. With the lock.
static void append_one(mpris_double *it, sd_bus_message *m, const char *name) {
  if (it->how & MPRIS_WRONG_TYPES) {
    sd_bus_message_append(m, "s", "no variant");
  } else if (strcmp(name, "PlaybackStatus") == 0) {
    sd_bus_message_append(m, "v", "s", it->status);
  } else if (strcmp(name, "Volume") == 0) {
    sd_bus_message_append(m, "v", "d", it->volume);
  } else if (strcmp(name, "Rate") == 0) {
    sd_bus_message_append(m, "v", "d", 1.0);
  } else if (strncmp(name, "Can", 3) == 0) {
    sd_bus_message_append(m, "v", "b", strcmp(name, "CanControl") != 0 || !(it->how & MPRIS_UNCONTROLLED));
  } else {
    sd_bus_message_append(m, "v", "x", place_us(it));
  }
}

/// Tells what has changed. With the lock.
static void tell(mpris_double *it) {
  int tells = it->tells;
  it->tells = 0;
  if (!tells || (it->how & (MPRIS_TELLS_NOTHING | MPRIS_SILENT))) return;
  sd_bus_message *m = NULL;
  if (sd_bus_message_new_signal(it->bus, &m, path, properties, "PropertiesChanged") >= 0) {
    sd_bus_message_append_basic(m, 's', player);
    sd_bus_message_open_container(m, 'a', "{sv}");
    if (tells & tells_track) append_metadata(it, m);
    if (tells & tells_status) sd_bus_message_append(m, "{sv}", "PlaybackStatus", "s", it->status);
    if (tells & tells_volume) sd_bus_message_append(m, "{sv}", "Volume", "d", it->volume);
    sd_bus_message_close_container(m);
    sd_bus_message_append(m, "as", 0);
    sd_bus_send(it->bus, m, NULL);
    sd_bus_message_unref(m);
  }
  if (tells & tells_place) sd_bus_emit_signal(it->bus, path, player, "Seeked", "x", place_us(it));
}

/// Records an order. 0 if it is to be done, 1 if it was answered, -1 if that was the end. With the lock.
static int recorded(mpris_double *it, sd_bus_message *m, const char *what) {
  size_t length = strlen(it->orders);
  snprintf(it->orders + length, sizeof it->orders - length, "%s ", what);
  if (it->how & MPRIS_DIES) return -1;
  if (it->how & MPRIS_SILENT) return 1;
  if (!(it->how & MPRIS_REFUSES)) return 0;
  sd_bus_reply_method_errorf(m, "org.example.Refused", "not\ntoday \x1b[31m");
  return 1;
}

static int set_volume(mpris_double *it, sd_bus_message *m) {
  const char *interface, *name;
  double value;
  if (sd_bus_message_read(m, "ss", &interface, &name) < 0 || sd_bus_message_read(m, "v", "d", &value) < 0) return 0;
  int code = recorded(it, m, "Volume");
  if (code) return code;
  if (it->how & MPRIS_DEAF) return 0;
  it->volume = value;
  it->tells |= tells_volume;
  return 0;
}

/// Does what a call asks for. -1 for the end. With the lock.
static int act(mpris_double *it, sd_bus_message *m) {
  const char *member = sd_bus_message_get_member(m), *interface = sd_bus_message_get_interface(m), *name = "", *track;
  sd_bus_message *reply = NULL;
  int code = 0;
  int64_t place;
  if (!member || !interface) return 0;
  if (strcmp(interface, properties) == 0 && strcmp(member, "Set") == 0) {
    code = set_volume(it, m);
  } else if (strcmp(interface, properties) == 0) {
    int is_all = strcmp(member, "GetAll") == 0;
    sd_bus_message_read_basic(m, 's', &name);
    if (!is_all) sd_bus_message_read_basic(m, 's', &name);
    if (is_all) it->all_asked++;
    if (strcmp(name, "Position") == 0) it->place_asked++;
    if (it->how & MPRIS_SILENT) return 0;
    if (sd_bus_message_new_method_return(m, &reply) < 0) return 0;
    if (!is_all) {
      append_one(it, reply, name);
    } else if (strcmp(name, player) == 0) {
      append_all(it, reply);
    } else if (it->how & MPRIS_WRONG_TYPES) {
      sd_bus_message_append(reply, "a{sv}", 1, "Identity", "i", 5);
    } else {
      sd_bus_message_append(reply, "a{sv}", 1, "Identity", "s", "The\tDouble");
    }
    sd_bus_send(it->bus, reply, NULL);
    sd_bus_message_unref(reply);
    return 0;
  } else {
    code = recorded(it, m, member);
    if (code == 0 && strcmp(member, "Play") == 0) set_status(it, "Playing");
    if (code == 0 && strcmp(member, "Pause") == 0 && !(it->how & MPRIS_DEAF)) set_status(it, "Paused");
    if (code == 0 && strcmp(member, "Stop") == 0) set_status(it, "Stopped");
    if (code == 0 && (strcmp(member, "Next") == 0 || strcmp(member, "Previous") == 0)) {
      it->number += member[0] == 'N' ? 1 : -1;
      set_place(it, 0);
      it->tells |= tells_track;
    }
    if (code == 0 && strcmp(member, "SetPosition") == 0 && sd_bus_message_read(m, "ox", &track, &place) >= 0) {
      set_place(it, (double)place * 1e-6);
      it->tells |= tells_place;
    }
    if (code == 0 && strcmp(member, "Seek") == 0 && sd_bus_message_read(m, "x", &place) >= 0) {
      set_place(it, (double)(place_us(it) + place) * 1e-6);
      it->tells |= tells_place;
    }
  }
  if (code == 0) sd_bus_reply_method_return(m, NULL);
  return code;
}

static int came(sd_bus_message *m, void *context, sd_bus_error *error) {
  mpris_double *it = context;
  (void)error;
  if (!sd_bus_message_is_method_call(m, NULL, NULL)) return 0;
  pthread_mutex_lock(&it->lock);
  if (it->lag && it->waits < most_waiting) {
    it->waiting[it->waits].message = sd_bus_message_ref(m);
    it->waiting[it->waits++].due = now_us() + (int64_t)it->lag * 1000;
  } else if (act(it, m) < 0) {
    it->is_dead = 1;
  }
  tell(it);
  pthread_mutex_unlock(&it->lock);
  return 1;
}

static void *serve(void *context) {
  mpris_double *it = context;
  for (;;) {
    int code = sd_bus_process(it->bus, NULL);
    pthread_mutex_lock(&it->lock);
    while (it->waits > 0 && (it->lag == 0 || it->waiting[0].due <= now_us())) {
      if (act(it, it->waiting[0].message) < 0) it->is_dead = 1;
      sd_bus_message_unref(it->waiting[0].message);
      memmove(&it->waiting[0], &it->waiting[1], (size_t)--it->waits * sizeof it->waiting[0]);
    }
    tell(it);
    int is_over = it->is_stopping || it->is_dead || code < 0;
    int64_t left = it->waits > 0 ? it->waiting[0].due - now_us() : 1000000;
    pthread_mutex_unlock(&it->lock);
    if (is_over) {
      sd_bus_close(it->bus);
      return NULL;
    }
    if (code > 0) continue;
    struct pollfd polled[2] = {{.fd = it->wake, .events = POLLIN}, {.fd = sd_bus_get_fd(it->bus), .events = (short)sd_bus_get_events(it->bus)}};
    poll(polled, 2, left < 0 ? 0 : (int)(left / 1000) + 1);
    uint64_t count;
    if (polled[0].revents && read(it->wake, &count, sizeof count) < 0) continue;
  }
}

static void changed(mpris_double *it) {
  uint64_t one = 1;
  pthread_mutex_unlock(&it->lock);
  if (write(it->wake, &one, sizeof one) < 0) return;
}

mpris_double *mpris_double_start(const char *address, const char *name, const char *second, int how) {
  mpris_double *it = calloc(1, sizeof *it);
  if (!it) return NULL;
  pthread_mutex_init(&it->lock, NULL);
  it->how = how;
  it->volume = 0.5;
  it->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  snprintf(it->status, sizeof it->status, "Paused");
  it->title = strdup("Title");
  it->artist = strdup("Artist");
  char whole[256];
  int code = sd_bus_new(&it->bus);
  if (code >= 0) code = sd_bus_set_address(it->bus, address);
  if (code >= 0) code = sd_bus_set_bus_client(it->bus, 1);
  if (code >= 0) code = sd_bus_start(it->bus);
  if (code >= 0) code = sd_bus_add_filter(it->bus, NULL, came, it);
  snprintf(whole, sizeof whole, "org.mpris.MediaPlayer2.%s", name);
  if (code >= 0) code = sd_bus_request_name(it->bus, whole, 0);
  snprintf(whole, sizeof whole, "org.mpris.MediaPlayer2.%s", second ? second : "");
  if (code >= 0 && second) code = sd_bus_request_name(it->bus, whole, 0);
  if (code >= 0 && pthread_create(&it->thread, NULL, serve, it) != 0) code = -1;
  if (code >= 0) return it;
  sd_bus_unref(it->bus);
  close(it->wake);
  free(it->title);
  free(it->artist);
  free(it);
  return NULL;
}

void mpris_double_stop(mpris_double *it) {
  pthread_mutex_lock(&it->lock);
  it->is_stopping = 1;
  changed(it);
  pthread_join(it->thread, NULL);
  for (int i = 0; i < it->waits; i++) sd_bus_message_unref(it->waiting[i].message);
  sd_bus_unref(it->bus);
  close(it->wake);
  free(it->title);
  free(it->artist);
  free(it->url);
  pthread_mutex_destroy(&it->lock);
  free(it);
}

void mpris_double_be(mpris_double *it, int how) {
  pthread_mutex_lock(&it->lock);
  it->how = how;
  changed(it);
}

void mpris_double_lag(mpris_double *it, int milliseconds) {
  pthread_mutex_lock(&it->lock);
  it->lag = milliseconds;
  changed(it);
}

void mpris_double_play(mpris_double *it, const char *status) {
  pthread_mutex_lock(&it->lock);
  set_status(it, status);
  changed(it);
}

void mpris_double_track(mpris_double *it, const char *title, const char *artist, const char *url) {
  pthread_mutex_lock(&it->lock);
  free(it->title);
  free(it->artist);
  free(it->url);
  it->title = title ? strdup(title) : NULL;
  it->artist = artist ? strdup(artist) : NULL;
  it->url = url ? strdup(url) : NULL;
  it->number++;
  set_place(it, 0);
  it->tells |= tells_track;
  changed(it);
}

void mpris_double_cover(mpris_double *it, size_t bytes) {
  pthread_mutex_lock(&it->lock);
  it->cover = bytes;
  changed(it);
}

void mpris_double_loud(mpris_double *it, double volume) {
  pthread_mutex_lock(&it->lock);
  it->volume = volume;
  it->tells |= tells_volume;
  changed(it);
}

void mpris_double_jump(mpris_double *it, double seconds) {
  pthread_mutex_lock(&it->lock);
  set_place(it, seconds);
  it->tells |= tells_place;
  changed(it);
}

int mpris_double_calls(mpris_double *it, const char *what) {
  char word[64];
  int sum = 0;
  pthread_mutex_lock(&it->lock);
  if (strcmp(what, "GetAll") == 0) {
    sum = it->all_asked;
  } else if (strcmp(what, "Position") == 0) {
    sum = it->place_asked;
  } else {
    snprintf(word, sizeof word, "%s ", what);
    for (char *at = it->orders; (at = strstr(at, word)); at += strlen(word)) sum += at == it->orders || at[-1] == ' ';
  }
  pthread_mutex_unlock(&it->lock);
  return sum;
}

void mpris_double_orders(mpris_double *it, char *out, int size) {
  pthread_mutex_lock(&it->lock);
  snprintf(out, (size_t)size, "%s", it->orders);
  pthread_mutex_unlock(&it->lock);
}

double mpris_double_volume(mpris_double *it) {
  pthread_mutex_lock(&it->lock);
  double volume = it->volume;
  pthread_mutex_unlock(&it->lock);
  return volume;
}

int mpris_double_may_own(const char *address, const char *name) {
  sd_bus *bus = NULL;
  int code = sd_bus_new(&bus);
  if (code >= 0) code = sd_bus_set_address(bus, address);
  if (code >= 0) code = sd_bus_set_bus_client(bus, 1);
  if (code >= 0) code = sd_bus_start(bus);
  if (code >= 0) code = sd_bus_request_name(bus, name, 0);
  sd_bus_flush_close_unref(bus);
  return code < 0 ? code : 0;
}
