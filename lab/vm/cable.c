/* A sound card for alsa-lib whose output leads to its input by a cable with a known delay. Both streams move with the
   machine's clock, without ticks: the frame at position p of a stream that started at time s sounds at s + p / 48000,
   and the input hears it DELAY frames later. Sound that is written too late is an underrun, as with any card. Playback
   and capture must be of one process.

   usage, in asound.conf: pcm_type.cable { lib "/opt/lab/cable.so" }   and   pcm.!hw { type cable delay FRAMES } */
#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <alsa/pcm_ioplug.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { rate = 48000, sides = 2, room = 1 << 17, largest = 1 << 15, poll_ns = 1000000 };

/* One frame on the cable. Its moment is in frames of the clock; a slot of another moment is silence. */
struct slot {
  _Atomic int64_t moment;
  int32_t samples[sides];
};
static struct slot line[room];

struct cable {
  snd_pcm_ioplug_t io;
  long delay;
  /* Frames of the clock at the start, and frames that were written or read since then. */
  int64_t begin, moved;
  int is_moving;
  /* Sound that was written before the start. */
  int32_t early[largest][sides];
};

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * rate + (int64_t)t.tv_nsec * rate / 1000000000;
}

static void put(int64_t moment, const int32_t *samples) {
  struct slot *slot = &line[moment % room];
  memcpy(slot->samples, samples, sizeof slot->samples);
  atomic_store(&slot->moment, moment);
}

static void take(int64_t moment, int32_t *samples) {
  struct slot *slot = &line[moment % room];
  if (atomic_load(&slot->moment) == moment) memcpy(samples, slot->samples, sizeof slot->samples);
  else memset(samples, 0, sizeof slot->samples);
}

static int plays(const struct cable *cable) { return cable->io.stream == SND_PCM_STREAM_PLAYBACK; }

static int set_timer(snd_pcm_ioplug_t *io, long ns) {
  struct itimerspec every = {{0, ns}, {0, ns}};
  return timerfd_settime(io->poll_fd, 0, &every, NULL) < 0 ? -errno : 0;
}

static int prepare(snd_pcm_ioplug_t *io) {
  struct cable *cable = io->private_data;
  cable->moved = cable->is_moving = 0;
  return set_timer(io, poll_ns);
}

static int start(snd_pcm_ioplug_t *io) {
  struct cable *cable = io->private_data;
  cable->begin = now();
  cable->is_moving = 1;
  if (plays(cable))
    for (int64_t i = 0; i < cable->moved; i++) put(cable->begin + i, cable->early[i]);
  return 0;
}

static int stop(snd_pcm_ioplug_t *io) {
  ((struct cable *)io->private_data)->is_moving = 0;
  return 0;
}

static snd_pcm_sframes_t pointer(snd_pcm_ioplug_t *io) {
  struct cable *cable = io->private_data;
  if (!cable->is_moving) return 0;
  int64_t passed = now() - cable->begin;
  int64_t most = plays(cable) ? cable->moved : cable->moved + (int64_t)io->buffer_size;
  return passed > most ? -EPIPE : (snd_pcm_sframes_t)(passed % (int64_t)io->buffer_size);
}

static snd_pcm_sframes_t transfer(snd_pcm_ioplug_t *io, const snd_pcm_channel_area_t *areas, snd_pcm_uframes_t offset, snd_pcm_uframes_t size) {
  struct cable *cable = io->private_data;
  int32_t *frames = (int32_t *)((char *)areas->addr + areas->first / 8) + offset * sides;
  for (snd_pcm_uframes_t i = 0; i < size; i++, frames += sides, cable->moved++) {
    if (!plays(cable)) take(cable->begin + cable->moved - cable->delay, frames);
    else if (cable->is_moving) put(cable->begin + cable->moved, frames);
    else if (cable->moved < largest) memcpy(cable->early[cable->moved], frames, sizeof *cable->early);
    else return -EIO;
  }
  return (snd_pcm_sframes_t)size;
}

static int poll_revents(snd_pcm_ioplug_t *io, struct pollfd *fds, unsigned int count, unsigned short *revents) {
  struct cable *cable = io->private_data;
  uint64_t ticks;
  if (count < 1 || ((fds->revents & POLLIN) && read(io->poll_fd, &ticks, sizeof ticks) < 0 && errno != EAGAIN)) return -EINVAL;
  snd_pcm_sframes_t free = snd_pcm_avail_update(io->pcm);
  unsigned short ready = plays(cable) ? POLLOUT : POLLIN;
  *revents = free < 0 ? ready | POLLERR : free >= (snd_pcm_sframes_t)io->period_size ? ready : 0;
  return 0;
}

static int close_cable(snd_pcm_ioplug_t *io) {
  close(io->poll_fd);
  free(io->private_data);
  return 0;
}

static const snd_pcm_ioplug_callback_t callbacks = {
  .prepare = prepare, .start = start, .stop = stop, .pointer = pointer, .transfer = transfer, .poll_revents = poll_revents, .close = close_cable};

SND_PCM_PLUGIN_DEFINE_FUNC(cable) {
  (void)root;
  long delay = -1;
  snd_config_iterator_t at, next;
  snd_config_for_each(at, next, conf) {
    const char *key;
    if (snd_config_get_id(snd_config_iterator_entry(at), &key) < 0) continue;
    if (!strcmp(key, "delay")) snd_config_get_integer(snd_config_iterator_entry(at), &delay);
  }
  if (delay < 0 || delay > room / 2) {
    SNDERR("cable: delay is %ld: give 0 to %d frames", delay, room / 2);
    return -EINVAL;
  }
  struct cable *cable = calloc(1, sizeof *cable);
  if (!cable) return -ENOMEM;
  cable->delay = delay;
  cable->io.version = SND_PCM_IOPLUG_VERSION;
  cable->io.name = "cable with a known delay";
  cable->io.callback = &callbacks;
  cable->io.private_data = cable;
  cable->io.poll_fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  cable->io.poll_events = POLLIN;
  int code = cable->io.poll_fd < 0 ? -errno : snd_pcm_ioplug_create(&cable->io, name, stream, mode);
  if (code < 0) {
    free(cable);
    return code;
  }
  const unsigned int accesses[] = {SND_PCM_ACCESS_MMAP_INTERLEAVED, SND_PCM_ACCESS_RW_INTERLEAVED}, formats[] = {SND_PCM_FORMAT_S32_LE};
  const unsigned int frame = sides * sizeof(int32_t);
  snd_pcm_ioplug_t *io = &cable->io;
  if ((code = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_ACCESS, 2, accesses)) < 0 ||
      (code = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_FORMAT, 1, formats)) < 0 ||
      (code = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_CHANNELS, sides, sides)) < 0 ||
      (code = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_RATE, rate, rate)) < 0 ||
      (code = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIOD_BYTES, 16 * frame, largest * frame)) < 0 ||
      (code = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_BUFFER_BYTES, 32 * frame, largest * frame)) < 0) {
    snd_pcm_ioplug_delete(io);
    return code;
  }
  *pcmp = io->pcm;
  return 0;
}
SND_PCM_PLUGIN_SYMBOL(cable);
