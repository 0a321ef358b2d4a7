#pragma once
/* Functions of the C library and kernel for the real-time path. They are atomics, one clock, float maths, threads,
   memory locking and flush-to-zero. And one that starts programs. GF_RT is a promise to Swift's compiler that a
   function neither locks nor allocates; keep those few. */
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>

#define GF_RT __attribute__((swift_attr("@_noLocks")))

typedef struct { int64_t v; } gf_atomic_i64;
GF_RT static inline int64_t gf_load_relaxed(const gf_atomic_i64 *a) { return __atomic_load_n(&a->v, __ATOMIC_RELAXED); }
GF_RT static inline int64_t gf_load_acquire(const gf_atomic_i64 *a) { return __atomic_load_n(&a->v, __ATOMIC_ACQUIRE); }
GF_RT static inline void gf_store_relaxed(gf_atomic_i64 *a, int64_t x) { __atomic_store_n(&a->v, x, __ATOMIC_RELAXED); }
GF_RT static inline void gf_store_release(gf_atomic_i64 *a, int64_t x) { __atomic_store_n(&a->v, x, __ATOMIC_RELEASE); }
GF_RT static inline int64_t gf_exchange(gf_atomic_i64 *a, int64_t x) { return __atomic_exchange_n(&a->v, x, __ATOMIC_ACQ_REL); }
GF_RT static inline int64_t gf_add(gf_atomic_i64 *a, int64_t x) { return __atomic_fetch_add(&a->v, x, __ATOMIC_RELAXED); }
GF_RT static inline int64_t gf_add_release(gf_atomic_i64 *a, int64_t x) { return __atomic_fetch_add(&a->v, x, __ATOMIC_RELEASE); }

/* CLOCK_MONOTONIC in nanoseconds; served by the vDSO, no system call. */
GF_RT static inline int64_t gf_now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}
GF_RT static inline float gf_exp2f(float x) { return exp2f(x); }
GF_RT static inline double gf_floor(double x) { return floor(x); }

/* Starts a joinable thread. priority > 0: SCHED_FIFO; core >= 0: pinned. Returns 0 or an errno value. */
int gf_thread_start(pthread_t *out, const char *name, int priority, int core, size_t stack, void *(*body)(void *), void *context);
/* Policy, priority and core that the kernel gives the calling thread. The core is -1 when the thread may run on
   several. */
void gf_thread_actual(int *policy, int *priority, int *core);
/* Gives the ordinary policy to everything that the calling thread starts. From now on this applies to threads, programs
   and a dispatch queue's workers. */
void gf_thread_children_ordinary(void);
/* Lets the calling thread use the cores of the process's first thread. A thread begins on the cores of the one that
   starts it, which may be a single one. It leaves out cores that the kernel keeps free of ordinary work (isolcpus).
   Returns 0 or an errno value. */
int gf_thread_leave_core(void);
/* Gives the calling thread the lowest ordinary priority. It gets the disk only while the disk is idle. A request that
   the kernel refuses changes nothing. */
void gf_thread_lowest(void);
/* Sets the rights of the calling thread's file operations. They become those of a user, a group, and more groups, in
   place of those that it had. Only root may call it. Returns 0 or an errno value. */
int gf_thread_files_as(uid_t user, gid_t group, const gid_t *more, size_t count);
int64_t gf_thread_cpu_ns(void);
int gf_core_count(void);
int gf_lock_memory(void);           /* 0 or errno; raises the soft limit to the hard one first */
void gf_prefault_stack(void);       /* touches 256 KiB of the calling thread's stack */
void gf_sleep_until_ns(int64_t at); /* absolute, CLOCK_MONOTONIC */

/* Flushes denormals to zero while the returned state is in force. gf_float_restore takes the state back. */
uint64_t gf_float_flush_to_zero(void);
void gf_float_restore(uint64_t state);

/* Starts another program. It uses the parts of posix_spawn that Swift's Glibc does not show (environ, addclosefrom_np).
   Not for a real-time thread. Values in place of a descriptor: /dev/null, and the program's own. */
#define GF_SPAWN_NULL (-1)
#define GF_SPAWN_INHERITED (-2)

/* Starts `path` with `argv` and the environment of this program. NULL ends `argv`. Its standard input, output and error
   are copies of `descriptors`; its descriptor 3 is a copy of the fourth unless that is negative. It has no other
   descriptors, no blocked or ignored signal, and a process group of its own. Returns 0, or an errno value, also of its
   exec. */
int gf_spawn(pid_t *number, const char *path, char *const argv[], const int descriptors[4]);
