#define _GNU_SOURCE
#include "CRealtime.h"
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

static int fill_actions(posix_spawn_file_actions_t *a, const int descriptors[4]) {
  int rc = 0;
  for (int i = 0; i < 3 && !rc; i++) {
    if (descriptors[i] == GF_SPAWN_NULL) rc = posix_spawn_file_actions_addopen(a, i, "/dev/null", O_RDWR, 0);
    else if (descriptors[i] != GF_SPAWN_INHERITED) rc = posix_spawn_file_actions_adddup2(a, descriptors[i], i);
  }
  int first_closed = 3;
  /* This is the last one. The sources of the others may be 3 themselves. */
  if (!rc && descriptors[3] >= 0) {
    rc = posix_spawn_file_actions_adddup2(a, descriptors[3], 3);
    first_closed = 4;
  }
  return rc ? rc : posix_spawn_file_actions_addclosefrom_np(a, first_closed);
}

/* The program does not inherit the service's signal masks. A Ctrl-C on our terminal is not its matter either. */
static int fill_attributes(posix_spawnattr_t *a) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int rc = posix_spawnattr_setsigmask(a, &none);
  if (!rc) rc = posix_spawnattr_setsigdefault(a, &all);
  if (!rc) rc = posix_spawnattr_setpgroup(a, 0);
  return rc ? rc : posix_spawnattr_setflags(a, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
}

int gf_spawn(pid_t *number, const char *path, char *const argv[], const int descriptors[4]) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int rc = posix_spawn_file_actions_init(&actions);
  if (rc) return rc;
  rc = posix_spawnattr_init(&attributes);
  if (!rc) {
    rc = fill_actions(&actions, descriptors);
    if (!rc) rc = fill_attributes(&attributes);
    if (!rc) rc = posix_spawn(number, path, &actions, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return rc;
}
