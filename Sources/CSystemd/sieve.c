#define _GNU_SOURCE
#include "sieve.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// Messages are those of the D-Bus specification, "Message Format": 12 bytes (byte order, type, flags, version, length
// of the contents, serial), an array of header fields with its length, filled up to eight bytes, and the contents.

/// Bytes of one read, and of a message's begin. `most_fields` is the most bytes of its header fields.
enum { piece = 16 << 10, begin_size = 16, most_fields = 16 << 10, rounds = 64 };
enum { field_signature = 8, field_descriptors = 9 };

struct gf_sieve {
  int bus, own, is_over;
  /// The present part of the bus's bytes. It is lines at the begin of a connection, a message's begin or header, or
  /// bytes that pass or are skipped.
  enum { in_lines, in_begin, in_fields, in_through, in_skip } state;
  int is_line_begun;
  uint64_t left;
  /// Header of the present message, as far as it must be kept.
  uint8_t head[begin_size + most_fields];
  size_t head_size, head_need, head_fields;
  /// Ready for sd-bus, and what sd-bus has sent.
  uint8_t in[begin_size + most_fields + piece], out[piece];
  size_t in_at, in_size, out_at, out_size;
};

static uint32_t number(const uint8_t *at, int is_little) {
  return is_little ? (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24
                   : (uint32_t)at[3] | (uint32_t)at[2] << 8 | (uint32_t)at[1] << 16 | (uint32_t)at[0] << 24;
}

static void put(uint8_t *at, int is_little, uint32_t value) {
  for (int i = 0; i < 4; i++) at[is_little ? i : 3 - i] = (uint8_t)(value >> (8 * i));
}

static size_t filled(size_t size) { return (size + 7) & ~(size_t)7; }

static void give(gf_sieve *it, const uint8_t *bytes, size_t count) {
  memcpy(it->in + it->in_size, bytes, count);
  it->in_size += count;
}

/// The end of the header field that begins there. It is within the array; 0 for a field that is not known.
static size_t field_end(const uint8_t *fields, size_t at, size_t size, int is_little) {
  // Number of the field, its type as a text of one letter, its value.
  if (at + 4 > size || fields[at + 1] != 1 || fields[at + 3] != 0) return 0;
  size_t value = at + 4, length = 0;
  switch (fields[at + 2]) {
    case 'u': length = 4; break;
    case 'g':
      if (value + 1 > size) return 0;
      length = 1 + (size_t)fields[value] + 1;
      break;
    case 's':
    case 'o':
      if (value + 4 > size) return 0;
      length = 4 + (size_t)number(fields + value, is_little) + 1;
      break;
    default: return 0;
  }
  return length > size - value ? 0 : value + length;
}

/// Gives the present message without its contents. Gives nothing if the header cannot be read.
static void give_header(gf_sieve *it) {
  int is_little = it->head[0] == 'l';
  const uint8_t *fields = it->head + begin_size;
  uint8_t made[begin_size + most_fields] = {0};
  size_t size = begin_size, end = begin_size;
  memcpy(made, it->head, begin_size);
  for (size_t at = 0; at < it->head_fields;) {
    size_t next = field_end(fields, at, it->head_fields, is_little);
    if (next == 0) return;
    if (fields[at] != field_signature && fields[at] != field_descriptors) {
      size = filled(size);
      memcpy(made + size, fields + at, next - at);
      size += next - at;
      end = size;
    }
    at = filled(next);
  }
  put(made + 4, is_little, 0);
  put(made + 12, is_little, (uint32_t)(end - begin_size));
  give(it, made, filled(end));
}

/// A message's first bytes are there.
static void begin(gf_sieve *it) {
  int is_little = it->head[0] == 'l';
  uint64_t contents = number(it->head + 4, is_little), fields = number(it->head + 12, is_little), rest = ((fields + 7) & ~(uint64_t)7) + contents;
  if (begin_size + rest <= GF_SIEVE_MOST) {
    give(it, it->head, begin_size);
    it->state = in_through;
    it->left = rest;
  } else if (fields <= most_fields - 8) {
    it->state = in_fields;
    it->head_fields = (size_t)fields;
    it->head_need = begin_size + filled((size_t)fields);
    it->left = contents;
  } else {
    it->state = in_skip;
    it->left = rest;
  }
}

/// Deals with bytes of the bus.
static void sift(gf_sieve *it, const uint8_t *bytes, size_t count) {
  while (count > 0) {
    size_t used = count;
    switch (it->state) {
      case in_lines:
        // No line begins with a message's byte order.
        if (!it->is_line_begun && (*bytes == 'l' || *bytes == 'B')) {
          it->state = in_begin;
          it->head_size = 0;
          it->head_need = begin_size;
          continue;
        }
        it->is_line_begun = *bytes != '\n';
        used = 1;
        give(it, bytes, 1);
        break;
      case in_begin:
      case in_fields:
        if (used > it->head_need - it->head_size) used = it->head_need - it->head_size;
        memcpy(it->head + it->head_size, bytes, used);
        it->head_size += used;
        break;
      case in_through:
      case in_skip:
        if (used > it->left) used = (size_t)it->left;
        if (it->state == in_through) give(it, bytes, used);
        it->left -= used;
        break;
    }
    bytes += used;
    count -= used;
    if (it->state == in_begin && it->head_size == it->head_need) begin(it);
    if (it->state == in_fields && it->head_size == it->head_need) {
      give_header(it);
      it->state = in_skip;
    }
    if ((it->state == in_through || it->state == in_skip) && it->left == 0) {
      it->state = in_begin;
      it->head_size = 0;
      it->head_need = begin_size;
    }
  }
}

static int is_nothing(ssize_t count) { return count < 0 && (errno == EAGAIN || errno == EINTR || errno == ENOTCONN || errno == EINPROGRESS); }

int gf_sieve_move(gf_sieve *it) {
  int has_moved = 0;
  for (int i = 0; i < rounds; i++) {
    int moved = 0;
    if (it->in_at < it->in_size) {
      ssize_t count = send(it->own, it->in + it->in_at, it->in_size - it->in_at, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (count > 0) {
        it->in_at += (size_t)count;
        moved = 1;
      }
    }
    if (it->in_at == it->in_size && !it->is_over) {
      uint8_t bytes[piece];
      it->in_at = it->in_size = 0;
      ssize_t count = recv(it->bus, bytes, sizeof bytes, MSG_DONTWAIT);
      if (count > 0) {
        sift(it, bytes, (size_t)count);
        moved = 1;
      } else if (!is_nothing(count)) {
        // sd-bus hears of the end as it would by itself.
        it->is_over = 1;
        shutdown(it->own, SHUT_WR);
        moved = 1;
      }
    }
    if (it->out_at == it->out_size) {
      it->out_at = it->out_size = 0;
      ssize_t count = recv(it->own, it->out, sizeof it->out, MSG_DONTWAIT);
      if (count > 0) it->out_size = (size_t)count;
    }
    if (it->out_at < it->out_size) {
      ssize_t count = send(it->bus, it->out + it->out_at, it->out_size - it->out_at, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (count > 0) {
        it->out_at += (size_t)count;
        moved = 1;
      } else if (!is_nothing(count)) {
        // Whatever ended it, reading tells.
        it->out_at = it->out_size;
      }
    }
    if (!moved) break;
    has_moved = 1;
  }
  return has_moved;
}

void gf_sieve_poll(const gf_sieve *it, struct pollfd *two) {
  int has_in = it->in_at < it->in_size, has_out = it->out_at < it->out_size;
  two[0] = (struct pollfd){.fd = it->is_over ? -1 : it->bus, .events = (short)((has_in ? 0 : POLLIN) | (has_out ? POLLOUT : 0))};
  two[1] = (struct pollfd){.fd = it->is_over ? -1 : it->own, .events = (short)((has_out ? 0 : POLLIN) | (has_in ? POLLOUT : 0))};
}

gf_sieve *gf_sieve_new(int sd_bus_fd) {
  int pair[2], bus = fcntl(sd_bus_fd, F_DUPFD_CLOEXEC, 3);
  if (bus < 0) return NULL;
  gf_sieve *it = calloc(1, sizeof *it);
  if (!it || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) < 0) {
    int code = it ? errno : ENOMEM;
    free(it);
    close(bus);
    errno = code;
    return NULL;
  }
  // sd-bus goes on with the same number, behind which the pair is now.
  int is_put = dup3(pair[1], sd_bus_fd, O_CLOEXEC) >= 0, code = errno;
  close(pair[1]);
  it->bus = bus;
  it->own = pair[0];
  if (is_put) return it;
  gf_sieve_free(it);
  errno = code;
  return NULL;
}

void gf_sieve_free(gf_sieve *it) {
  if (!it) return;
  close(it->bus);
  close(it->own);
  free(it);
}
