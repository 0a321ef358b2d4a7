#pragma once
/* The model runtime (LiteRT's C API) behind five functions. The library is found with dlopen when the program runs, so
   that the package builds without it. Every failure leaves a sentence in `why`. */
#include <stddef.h>
#include <stdint.h>

typedef struct gf_runtime gf_runtime;
typedef struct gf_model gf_model;

gf_runtime *gf_runtime_open(const char *library, char *why, size_t why_size);
void gf_runtime_close(gf_runtime *);

/* Loads a model with one float input and `outputs` float outputs. It runs on XNNPACK with `threads` threads. `half`
   computes its float layers in 16 bits, on ARM processors with such arithmetic. An x86 ignores it: XNNPACK would accept
   it there and be 2 to 4 times slower. */
gf_model *gf_model_load(gf_runtime *, const char *path, int threads, int half, int outputs, char *why, size_t why_size);
void gf_model_close(gf_model *);
size_t gf_model_output_count(const gf_model *, int output);
/* Opens the input for writing; close it again with gf_model_end_input before gf_model_run. NULL on failure. */
float *gf_model_begin_input(gf_model *);
int gf_model_end_input(gf_model *);
/* Runs the model and copies each output into outputs[i]. That memory must hold gf_model_output_count floats. 0 or
   LiteRT's status. */
int gf_model_run(gf_model *, float *const *outputs);
