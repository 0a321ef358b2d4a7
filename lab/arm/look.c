/* Loads a model and writes its result for each image. It runs as the box does, on one thread. The result is fp32,
   output by output.
   usage: look LIBRARY MODEL OUTPUTS HALF FLOATS RUNS <inputs
   FLOATS: numbers of an image. RUNS: how often each image is run; only the first result is written. */
#include "CLiteRT.h"
#include <stdio.h>
#include <stdlib.h>

enum { most_outputs = 8 };

static int fail(const char *what) {
  fprintf(stderr, "look: %s\n", what);
  return 1;
}

int main(int count, char **arguments) {
  if (count != 7) return fail("six arguments are wanted");
  int outputs = atoi(arguments[3]), runs = atoi(arguments[6]);
  size_t floats = (size_t)atol(arguments[5]);
  char why[256] = "";
  gf_runtime *runtime = gf_runtime_open(arguments[1], why, sizeof why);
  gf_model *model = runtime ? gf_model_load(runtime, arguments[2], 1, atoi(arguments[4]), outputs, why, sizeof why) : NULL;
  float *given = malloc(floats * sizeof *given), *answers[most_outputs];
  if (!model || !given) return fail(why);
  for (int i = 0; i < outputs; i++)
    if (!(answers[i] = malloc(gf_model_output_count(model, i) * sizeof(float)))) return fail("no memory");
  while (fread(given, sizeof *given, floats, stdin) == floats) {
    for (int run = 0; run < runs; run++) {
      float *input = gf_model_begin_input(model);
      if (!input) return fail("the input cannot be written");
      for (size_t i = 0; i < floats; i++) input[i] = given[i];
      if (gf_model_end_input(model) || gf_model_run(model, answers)) return fail("the model fails");
      for (int i = 0; !run && i < outputs; i++) fwrite(answers[i], sizeof(float), gf_model_output_count(model, i), stdout);
    }
  }
  return 0;
}
