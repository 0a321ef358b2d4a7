#pragma once
/* Starts another program with the parts of posix_spawn that Swift's Glibc does not show (environ, addclosefrom_np). */
#include <sys/types.h>

/* Values in place of a descriptor: /dev/null, and the program's own. */
#define GF_SPAWN_NULL (-1)
#define GF_SPAWN_INHERITED (-2)

/* Starts `path` with `argv` (NULL at its end) and the environment of this program. Its standard input, output and error
   are copies of `descriptors`; its descriptor 3 is a copy of the fourth unless that is negative. It has no other
   descriptors, no blocked or ignored signal, and a process group of its own. Returns 0, or an errno value, also of its
   exec. */
int gf_spawn(pid_t *number, const char *path, char *const argv[], const int descriptors[4]);
