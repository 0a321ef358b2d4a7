#include "CLiteRT.h"
#include "quiet.h"
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Types and enumerators of LiteRT 2.3's C headers that are needed here. */
typedef int status;
typedef void *handle;
typedef struct { unsigned rank : 7; unsigned has_strides : 1; int32_t dims[8]; uint32_t strides[8]; } layout;
typedef struct { int32_t element_type; layout layout; } tensor_type;
enum { element_float32 = 1, accelerator_cpu = 1, lock_read = 0, lock_write = 1 };
/* Tags of options, found by trying each on 2.3.0. 24 limits which accelerators are searched for, 25 is the least
   severity logged. */
enum { option_accelerators = 24, option_min_log_severity = 25, any_int = 2, log_error = 3 };
typedef struct { int tag; int type; int64_t value; } environment_option;

#define CALLS(X) \
  X(status, LiteRtCreateEnvironment, int, const void *, handle *) \
  X(void, LiteRtDestroyEnvironment, handle) \
  X(status, LiteRtCreateModelFromFile, handle, const char *, handle *) \
  X(void, LiteRtDestroyModel, handle) \
  X(status, LiteRtCreateOptions, handle *) \
  X(void, LiteRtDestroyOptions, handle) \
  X(status, LiteRtSetOptionsHardwareAccelerators, handle, int) \
  X(status, LiteRtCreateOpaqueOptions, const char *, void *, void (*)(void *), handle *) \
  X(status, LiteRtAddOpaqueOptions, handle, handle) \
  X(status, LiteRtCreateCompiledModel, handle, handle, handle, handle *) \
  X(void, LiteRtDestroyCompiledModel, handle) \
  X(status, LiteRtGetCompiledModelInputBufferRequirements, handle, size_t, size_t, handle *) \
  X(status, LiteRtGetCompiledModelOutputBufferRequirements, handle, size_t, size_t, handle *) \
  X(status, LiteRtGetCompiledModelInputTensorLayout, handle, size_t, size_t, layout *) \
  X(status, LiteRtGetCompiledModelOutputTensorLayouts, handle, size_t, size_t, layout *, bool) \
  X(status, LiteRtCreateManagedTensorBufferFromRequirements, handle, const tensor_type *, handle, handle *) \
  X(void, LiteRtDestroyTensorBuffer, handle) \
  X(status, LiteRtLockTensorBuffer, handle, void **, int) \
  X(status, LiteRtUnlockTensorBuffer, handle) \
  X(status, LiteRtRunCompiledModel, handle, size_t, size_t, handle *, size_t, handle *)

struct gf_runtime {
  void *library;
  handle environment;
#define FIELD(ret, name, ...) ret (*name)(__VA_ARGS__);
  CALLS(FIELD)
};

enum { most_outputs = 8 };
struct gf_model {
  gf_runtime *rt;
  handle model, options, compiled, input, output[most_outputs];
  size_t output_count[most_outputs];
  int outputs;
};

gf_runtime *gf_runtime_open(const char *path, char *why, size_t n) {
  gf_runtime *rt = calloc(1, sizeof *rt);
  if (!rt) return NULL;
  gf_quiet_information();
  rt->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!rt->library) {
    snprintf(why, n, "%s", dlerror());
    free(rt);
    return NULL;
  }
#define FIND(ret, name, ...) \
  *(void **)&rt->name = dlsym(rt->library, #name); \
  if (!rt->name) { \
    snprintf(why, n, "%s has no function %s", path, #name); \
    gf_runtime_close(rt); \
    return NULL; \
  }
  CALLS(FIND)
  /* Only errors stay: LiteRT logs every start at INFO. It writes to standard error, which is the box's console. */
  environment_option options[] = {
      {.tag = option_min_log_severity, .type = any_int, .value = log_error},
      {.tag = option_accelerators, .type = any_int, .value = accelerator_cpu},
  };
  status s = rt->LiteRtCreateEnvironment(2, options, &rt->environment);
  if (s) {
    snprintf(why, n, "LiteRtCreateEnvironment answered %d", s);
    gf_runtime_close(rt);
    return NULL;
  }
  return rt;
}

void gf_runtime_close(gf_runtime *rt) {
  if (!rt) return;
  if (rt->environment) rt->LiteRtDestroyEnvironment(rt->environment);
  /* The library stays mapped: XNNPACK keeps process-wide state that outlives an environment. */
  free(rt);
}

static size_t elements(const layout *l) {
  size_t n = 1;
  for (unsigned i = 0; i < l->rank; i++) n *= (size_t)l->dims[i];
  return n;
}

gf_model *gf_model_load(gf_runtime *rt, const char *path, int threads, int half, int outputs, char *why, size_t n) {
  gf_model *m = calloc(1, sizeof *m);
  if (!m || outputs > most_outputs) { free(m); return NULL; }
  m->rt = rt;
  m->outputs = outputs;
  status s = 0;
  const char *step = "";
#define STEP(call) \
  do { \
    step = #call; \
    if ((s = rt->call)) goto failed; \
  } while (0)
  STEP(LiteRtCreateModelFromFile(rt->environment, path, &m->model));
  STEP(LiteRtCreateOptions(&m->options));
  STEP(LiteRtSetOptionsHardwareAccelerators(m->options, accelerator_cpu));
#if !defined(__aarch64__)
  /* On an x86 XNNPACK accepts the flag, too. It is then 2 to 4 times slower. */
  half = 0;
#endif
  char text[64];
  /* 4 is TFLITE_XNNPACK_DELEGATE_FLAG_FORCE_FP16. Without the line the delegate's own flags stay. */
  snprintf(text, sizeof text, "num_threads = %d\n%s", threads, half ? "flags = 4\n" : "");
  handle cpu;
  STEP(LiteRtCreateOpaqueOptions("xnnpack", strdup(text), free, &cpu));
  STEP(LiteRtAddOpaqueOptions(m->options, cpu));
  STEP(LiteRtCreateCompiledModel(rt->environment, m->model, m->options, &m->compiled));
  tensor_type type = {.element_type = element_float32};
  handle need;
  STEP(LiteRtGetCompiledModelInputTensorLayout(m->compiled, 0, 0, &type.layout));
  STEP(LiteRtGetCompiledModelInputBufferRequirements(m->compiled, 0, 0, &need));
  STEP(LiteRtCreateManagedTensorBufferFromRequirements(rt->environment, &type, need, &m->input));
  layout layouts[most_outputs];
  STEP(LiteRtGetCompiledModelOutputTensorLayouts(m->compiled, 0, (size_t)outputs, layouts, false));
  for (int i = 0; i < outputs; i++) {
    type.layout = layouts[i];
    m->output_count[i] = elements(&layouts[i]);
    STEP(LiteRtGetCompiledModelOutputBufferRequirements(m->compiled, 0, (size_t)i, &need));
    STEP(LiteRtCreateManagedTensorBufferFromRequirements(rt->environment, &type, need, &m->output[i]));
  }
  return m;
failed:
  snprintf(why, n, "LiteRT answered %d to %.48s", s, step);
  gf_model_close(m);
  return NULL;
}

void gf_model_close(gf_model *m) {
  if (!m) return;
  gf_runtime *rt = m->rt;
  for (int i = 0; i < m->outputs; i++)
    if (m->output[i]) rt->LiteRtDestroyTensorBuffer(m->output[i]);
  if (m->input) rt->LiteRtDestroyTensorBuffer(m->input);
  if (m->compiled) rt->LiteRtDestroyCompiledModel(m->compiled);
  if (m->options) rt->LiteRtDestroyOptions(m->options);
  if (m->model) rt->LiteRtDestroyModel(m->model);
  free(m);
}

size_t gf_model_output_count(const gf_model *m, int i) { return m->output_count[i]; }

float *gf_model_begin_input(gf_model *m) {
  void *p = NULL;
  return m->rt->LiteRtLockTensorBuffer(m->input, &p, lock_write) ? NULL : p;
}
int gf_model_end_input(gf_model *m) { return m->rt->LiteRtUnlockTensorBuffer(m->input); }

int gf_model_run(gf_model *m, float *const *outputs) {
  status s = m->rt->LiteRtRunCompiledModel(m->compiled, 0, 1, &m->input, (size_t)m->outputs, m->output);
  for (int i = 0; !s && i < m->outputs; i++) {
    void *p = NULL;
    if ((s = m->rt->LiteRtLockTensorBuffer(m->output[i], &p, lock_read))) break;
    memcpy(outputs[i], p, m->output_count[i] * sizeof(float));
    s = m->rt->LiteRtUnlockTensorBuffer(m->output[i]);
  }
  return s;
}
