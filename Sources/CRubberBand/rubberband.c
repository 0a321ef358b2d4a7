#include "CRubberBand.h"
#include <dlfcn.h>
#include <stdlib.h>

/* Types and enumerators of Rubber Band 3's C header. Only those that are needed here are listed. */
typedef struct RubberBandState_ *state;
enum { real_time = 0x1, threading_never = 0x10000, window_short = 0x100000, pitch_high_consistency = 0x4000000, engine_finer = 0x20000000, most = 512 };

#define CALLS(X) \
  X(state, rubberband_new, unsigned, unsigned, int, double, double) \
  X(void, rubberband_delete, state) \
  X(void, rubberband_reset, state) \
  X(void, rubberband_set_time_ratio, state, double) \
  X(void, rubberband_set_pitch_scale, state, double) \
  X(void, rubberband_set_max_process_size, state, unsigned) \
  X(unsigned, rubberband_get_samples_required, state) \
  X(void, rubberband_process, state, const float *const *, unsigned, int) \
  X(int, rubberband_available, state) \
  X(unsigned, rubberband_retrieve, state, float *const *, unsigned)

struct gf_rb {
  void *library;
  state state;
#define POINTER(result, name, ...) result (*name)(__VA_ARGS__);
  CALLS(POINTER)
};

static int find(gf_rb *rb) {
#define FIND(result, name, ...) \
  if (!(rb->name = (result (*)(__VA_ARGS__))dlsym(rb->library, #name))) return 0;
  CALLS(FIND)
  return 1;
}

/* Visits the corners of the range once. Every buffer then has its largest size before it is measured. */
static void grow(gf_rb *rb) {
  static const double corners[][2] = {{10, 0.25}, {10, 4}, {0.5, 0.25}, {0.5, 4}, {1, 1}};
  static const float silence[most];
  float scrap[2][most];
  const float *const input[] = {silence, silence};
  float *const output[] = {scrap[0], scrap[1]};
  for (unsigned i = 0; i < sizeof corners / sizeof *corners; i++) {
    gf_rb_set(rb, corners[i][0], corners[i][1]);
    for (int round = 0; round < 12; round++) {
      gf_rb_process(rb, input, most);
      for (int ready; (ready = gf_rb_available(rb)) > 0;) gf_rb_retrieve(rb, output, ready < most ? ready : most);
    }
    rb->rubberband_reset(rb->state);
  }
}

gf_rb *gf_rb_make(int is_short) {
  gf_rb *rb = calloc(1, sizeof *rb);
  if (!rb) return NULL;
  rb->library = dlopen("librubberband.so", RTLD_NOW | RTLD_LOCAL);
  if (!rb->library || !find(rb)) {
    gf_rb_free(rb);
    return NULL;
  }
  rb->state = rb->rubberband_new(48000, 2, real_time | threading_never | pitch_high_consistency | engine_finer | (is_short ? window_short : 0), 1, 1);
  rb->rubberband_set_max_process_size(rb->state, most);
  grow(rb);
  return rb;
}

void gf_rb_free(gf_rb *rb) {
  if (rb->state) rb->rubberband_delete(rb->state);
  if (rb->library) dlclose(rb->library);
  free(rb);
}

void gf_rb_set(gf_rb *rb, double time_ratio, double pitch) {
  rb->rubberband_set_time_ratio(rb->state, time_ratio);
  rb->rubberband_set_pitch_scale(rb->state, pitch);
}

unsigned gf_rb_required(const gf_rb *rb) { return rb->rubberband_get_samples_required(rb->state); }
void gf_rb_process(gf_rb *rb, const float *const *planes, unsigned count) { rb->rubberband_process(rb->state, planes, count, 0); }
int gf_rb_available(const gf_rb *rb) { return rb->rubberband_available(rb->state); }
unsigned gf_rb_retrieve(gf_rb *rb, float *const *planes, unsigned count) { return rb->rubberband_retrieve(rb->state, planes, count); }
