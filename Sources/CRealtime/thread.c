#define _GNU_SOURCE
#include "CRealtime.h"
#include <errno.h>
#include <sched.h>
#include <sys/fsuid.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

int gf_thread_start(pthread_t *out, const char *name, int priority, int core, size_t stack, void *(*body)(void *), void *context) {
  pthread_attr_t a;
  int rc = pthread_attr_init(&a);
  if (rc) return rc;
  if (stack) rc = pthread_attr_setstacksize(&a, stack);
  if (!rc && priority > 0) {
    struct sched_param p = {.sched_priority = priority};
    rc = pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED);
    if (!rc) rc = pthread_attr_setschedpolicy(&a, SCHED_FIFO);
    if (!rc) rc = pthread_attr_setschedparam(&a, &p);
  }
  if (!rc && core >= 0) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(core, &set);
    rc = pthread_attr_setaffinity_np(&a, sizeof set, &set);
  }
  if (!rc) rc = pthread_create(out, &a, body, context);
  pthread_attr_destroy(&a);
  if (!rc && name) pthread_setname_np(*out, name);
  return rc;
}

void gf_thread_actual(int *policy, int *priority, int *core) {
  /* Not pthread_getschedparam, which tells what it believes that the thread has inherited. */
  struct sched_param p = {0};
  int raw = sched_getscheduler(0);
  *policy = raw < 0 ? SCHED_OTHER : raw & ~SCHED_RESET_ON_FORK;
  *priority = sched_getparam(0, &p) ? 0 : p.sched_priority;
  cpu_set_t set;
  *core = -1;
  if (!pthread_getaffinity_np(pthread_self(), sizeof set, &set) && CPU_COUNT(&set) == 1)
    for (int i = 0; i < CPU_SETSIZE; i++)
      if (CPU_ISSET(i, &set)) *core = i;
}

void gf_thread_children_ordinary(void) {
  /* No attribute of a thread to be started has it. */
  struct sched_param p;
  if (sched_getscheduler(0) == SCHED_FIFO && !sched_getparam(0, &p)) sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &p);
}

int gf_thread_leave_core(void) {
  cpu_set_t set;
  if (sched_getaffinity(getpid(), sizeof set, &set) || sched_setaffinity(0, sizeof set, &set)) return errno;
  return 0;
}

void gf_thread_lowest(void) {
  /* 0 is the calling thread for both calls. IOPRIO_WHO_PROCESS is 1 and IOPRIO_CLASS_IDLE 3, in the upper bits
     (linux/ioprio.h). */
  setpriority(PRIO_PROCESS, 0, 19);
  syscall(SYS_ioprio_set, 1, 0, 3 << 13);
}

int gf_thread_files_as(uid_t user, gid_t group, const gid_t *more, size_t count) {
  /* The C library would change the groups of all threads. */
  if (syscall(SYS_setgroups, count, more)) return errno;
  /* Both calls return the previous number, also when they fail. With an impossible number they only do that. */
  setfsgid(group);
  setfsuid(user);
  return (uid_t)setfsuid((uid_t)-1) == user && (gid_t)setfsgid((gid_t)-1) == group ? 0 : EPERM;
}

int64_t gf_thread_cpu_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int gf_core_count(void) { return (int)sysconf(_SC_NPROCESSORS_ONLN); }

int gf_lock_memory(void) {
  struct rlimit r;
  if (!getrlimit(RLIMIT_MEMLOCK, &r) && r.rlim_cur != r.rlim_max) {
    r.rlim_cur = r.rlim_max;
    setrlimit(RLIMIT_MEMLOCK, &r);
  }
  /* On fault: an untouched page need not be resident. The audio thread's memory is touched when it is made. */
  return mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) ? errno : 0;
}

__attribute__((noinline)) void gf_prefault_stack(void) {
  volatile unsigned char room[256 * 1024];
  for (size_t i = 0; i < sizeof room; i += 1024) room[i] = 0;
}

void gf_sleep_until_ns(int64_t at) {
  struct timespec t = {.tv_sec = at / 1000000000, .tv_nsec = at % 1000000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR) {
  }
}

#if defined(__SSE2__)
uint64_t gf_float_flush_to_zero(void) {
  unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8040); /* FTZ bit 15, DAZ bit 6: Intel SDM vol. 1, 10.2.3 */
  return before;
}
void gf_float_restore(uint64_t state) { _mm_setcsr((unsigned)state); }
#elif defined(__aarch64__)
uint64_t gf_float_flush_to_zero(void) {
  uint64_t before;
  __asm__ volatile("mrs %0, fpcr" : "=r"(before));
  __asm__ volatile("msr fpcr, %0" ::"r"(before | (1ull << 24))); /* FZ bit 24: Arm ARM, FPCR */
  return before;
}
void gf_float_restore(uint64_t state) { __asm__ volatile("msr fpcr, %0" ::"r"(state)); }
#else
uint64_t gf_float_flush_to_zero(void) { return 0; }
void gf_float_restore(uint64_t state) { (void)state; }
#endif
