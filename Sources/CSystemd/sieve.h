#pragma once
#include <poll.h>

/// Carries bytes between a bus and sd-bus. sd-bus itself takes messages of up to 128 MiB into memory. A message that is
/// larger than `GF_SIEVE_MOST` comes out without its contents.
typedef struct gf_sieve gf_sieve;

/// The largest message that goes through whole. It holds a cover of 12 MB within the text of a player's metadata.
enum { GF_SIEVE_MOST = 16 << 20 };

/// Puts itself between sd-bus and its descriptor. The descriptor must not have been read yet. Null with errno if that
/// cannot be.
gf_sieve *gf_sieve_new(int sd_bus_fd);
/// Bytes that have not gone out are lost.
void gf_sieve_free(gf_sieve *it);
/// Moves what can be moved without waiting. Whether anything was.
int gf_sieve_move(gf_sieve *it);
/// The two descriptors that it waits for.
void gf_sieve_poll(const gf_sieve *it, struct pollfd *two);
