#define _GNU_SOURCE
#include "CTrap.h"
#include <dlfcn.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static __thread int armed;
static __thread int64_t count;
static __thread const char *first;

static void note(const char *name) {
  if (!armed) return;
  if (!count++) first = name;
}

void *malloc(size_t n) { note("malloc"); return __libc_malloc(n); }
void *calloc(size_t n, size_t m) { note("calloc"); return __libc_calloc(n, m); }
void *realloc(void *p, size_t n) { note("realloc"); return __libc_realloc(p, n); }
void *memalign(size_t a, size_t n) { note("memalign"); return __libc_memalign(a, n); }
void *aligned_alloc(size_t a, size_t n) { note("aligned_alloc"); return __libc_memalign(a, n); }
int posix_memalign(void **p, size_t a, size_t n) { note("posix_memalign"); *p = __libc_memalign(a, n); return *p ? 0 : 12; }
void free(void *p) { if (p) note("free"); __libc_free(p); }

#define LOCK(name, type) \
  int name(type *m) { \
    static int (*real)(type *); \
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name); \
    note(#name); \
    return real(m); \
  }
LOCK(pthread_mutex_lock, pthread_mutex_t)
LOCK(pthread_mutex_trylock, pthread_mutex_t)
LOCK(pthread_rwlock_rdlock, pthread_rwlock_t)
LOCK(pthread_rwlock_wrlock, pthread_rwlock_t)
LOCK(pthread_cond_signal, pthread_cond_t)

void trap_arm(void) { count = 0; first = NULL; armed = 1; }
int64_t trap_disarm(const char **name) { armed = 0; *name = first ? first : ""; return count; }
int trap_system_calls(void) {
  /* Not seccomp's strict mode: that takes the time stamp counter away, too, without which the vDSO's clock faults. */
#define ALLOW(n) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, n, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
  struct sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      ALLOW(SYS_read), ALLOW(SYS_write), ALLOW(SYS_exit), ALLOW(SYS_rt_sigreturn),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_THREAD),
  };
  struct sock_fprog program = {.len = sizeof rules / sizeof *rules, .filter = rules};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -1;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
void trap_exit_thread(int status) { for (;;) syscall(SYS_exit, status); }
int trap_thread_id(void) { return (int)syscall(SYS_gettid); }
int trap_thread_is_gone(int id) {
  char path[64], line[256] = "";
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", id);
  FILE *f = fopen(path, "r");
  if (!f) return 1;
  if (!fgets(line, sizeof line, f)) line[0] = 0;
  fclose(f);
  const char *end = strrchr(line, ')');
  return !end || end[2] == 'Z' || end[2] == 'X';
}
static void *volatile kept;
void trap_allocate(void) {
  kept = malloc(10);
  free(kept);
}
