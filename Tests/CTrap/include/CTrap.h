#pragma once
/* Counts the calls of a thread that a real-time thread must not make: allocating, freeing, locking. And forbids system
   calls. */
#include <stdint.h>
void trap_arm(void);
/* Answers how many forbidden calls the thread made since trap_arm, and the name of the first. */
int64_t trap_disarm(const char **first);
/* From here on the calling thread may read, write and exit; the kernel kills it for any other system call (a seccomp
   filter). */
int trap_system_calls(void);
/* Ends the calling thread without any other system call. */
void trap_exit_thread(int status) __attribute__((noreturn));
/* The calling thread's number, and whether the thread of that number in this process has ended. */
int trap_thread_id(void);
int trap_thread_is_gone(int id);
/* Allocates and frees, in a way that no compiler leaves out. */
void trap_allocate(void);
