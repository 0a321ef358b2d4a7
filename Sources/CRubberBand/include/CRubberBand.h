#pragma once
/* Rubber Band, a peer of the project's own stretcher in benchmarks. The library is found with dlopen when the program
   runs, so that only a benchmark that uses it needs it. Stereo at 48 kHz, in real time, the R3 engine. */

typedef struct gf_rb gf_rb;

/* Makes a stretcher whose buffers have their largest size. NULL without the library. is_short: with the short window,
   which costs about half. */
gf_rb *gf_rb_make(int is_short);
void gf_rb_free(gf_rb *rb);
/* Output frames for an input frame, and the ratio of frequencies. */
void gf_rb_set(gf_rb *rb, double time_ratio, double pitch);
/* Input frames that it wants next. */
unsigned gf_rb_required(const gf_rb *rb);
/* Takes up to 512 frames, two planes. */
void gf_rb_process(gf_rb *rb, const float *const *planes, unsigned count);
/* Output frames that are ready. */
int gf_rb_available(const gf_rb *rb);
/* Writes output frames to two planes; answers how many. */
unsigned gf_rb_retrieve(gf_rb *rb, float *const *planes, unsigned count);
