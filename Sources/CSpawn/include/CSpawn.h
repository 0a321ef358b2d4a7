#pragma once
/* Starting another program: what Swift's Glibc does not show of posix_spawn (environ, addclosefrom_np). */
#include <sys/types.h>

/* What may stand for a descriptor of ours: /dev/null, and what we have there ourselves. */
#define GF_SPAWN_NULL (-1)
#define GF_SPAWN_INHERITED (-2)

/* Starts `path` with `argv` (NULL at its end) and our environment. Its standard input, output and error are copies of `descriptors`, descriptor 3 is one of the
   fourth unless that is negative, and it has no others; no signal is blocked or ignored, and its process group is its own. Answers 0, or an errno value, the
   program's own included. */
int gf_spawn(pid_t *number, const char *path, char *const argv[], const int descriptors[4]);
