/* A plugin of qemu-user that counts executed runs of instructions. It counts how often each run is executed. At the end
   it writes a line for each: the count, then its instructions as hexadecimal words. Debian packages QEMU without its
   header: the few functions are written out (QEMU 7.2, plugins of version 1).   usage: -plugin ./count.so,out=FILE */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t plugin_id;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
enum { inline_add_u64 = 0 };
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *);
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, void (*)(plugin_id, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *, int, void *, uint64_t);
void qemu_plugin_register_atexit_cb(plugin_id, void (*)(plugin_id, void *), void *);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

/* The same code may be translated several times. It is counted in one place. */
typedef struct block {
  struct block *next;
  uint64_t place, length, times;
  uint32_t words[];
} block;
enum { buckets = 1 << 16, longest = 1024 };
static block *known[buckets];
static const char *out;

static void translated(plugin_id id, struct qemu_plugin_tb *tb) {
  (void)id;
  uint32_t words[longest];
  uint64_t place = qemu_plugin_tb_vaddr(tb);
  size_t length = qemu_plugin_tb_n_insns(tb);
  if (length > longest) length = longest;
  for (size_t i = 0; i < length; i++) memcpy(words + i, qemu_plugin_insn_data(qemu_plugin_tb_get_insn(tb, i)), sizeof *words);
  block **bucket = &known[(place >> 2) % buckets], *found;
  for (found = *bucket; found; found = found->next)
    if (found->place == place && found->length == length && !memcmp(found->words, words, length * sizeof *words)) break;
  if (!found) {
    if (!(found = calloc(1, sizeof *found + length * sizeof *words))) abort();
    found->place = place;
    found->length = length;
    memcpy(found->words, words, length * sizeof *words);
    found->next = *bucket;
    *bucket = found;
  }
  qemu_plugin_register_vcpu_tb_exec_inline(tb, inline_add_u64, &found->times, 1);
}

static void ended(plugin_id id, void *data) {
  (void)id;
  (void)data;
  FILE *file = fopen(out, "w");
  if (!file) return;
  for (int i = 0; i < buckets; i++) {
    for (block *b = known[i]; b; b = b->next) {
      if (!b->times) continue;
      fprintf(file, "%llu ", (unsigned long long)b->times);
      for (uint64_t k = 0; k < b->length; k++) fprintf(file, "%08x", b->words[k]);
      fputc('\n', file);
    }
  }
  fclose(file);
}

__attribute__((visibility("default"))) int qemu_plugin_install(plugin_id id, const void *info, int count, char **arguments) {
  (void)info;
  for (int i = 0; i < count; i++)
    if (!strncmp(arguments[i], "out=", 4)) out = strdup(arguments[i] + 4);
  if (!out) return 1;
  qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
  qemu_plugin_register_atexit_cb(id, ended, NULL);
  return 0;
}
