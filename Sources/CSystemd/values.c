#include "values.h"

#include <string.h>

/// The longest text that is told, in bytes. The next number is the most texts of a list.
enum { most_bytes = 4096, most_texts = 16 };

static void tell(const gf_mpris_listener *to, const char *from, const char *name, int is_metadata, char type, const char *text, double number) {
  gf_mpris_value value = {.type = type, .is_metadata = is_metadata, .text = text, .number = number};
  if (text) {
    value.length = strnlen(text, most_bytes);
    // Not in the middle of a letter: what continues one begins with the bits 10.
    while (value.length > 0 && (text[value.length] & 0xC0) == 0x80) value.length--;
  }
  to->property(to->context, from, name, &value);
}

static int read_texts(sd_bus_message *m, const char *from, const char *name, int is_metadata, const gf_mpris_listener *to) {
  const char *text;
  int told = 0, code = sd_bus_message_enter_container(m, 'a', "s");
  while (code >= 0 && (code = sd_bus_message_read_basic(m, 's', &text)) > 0)
    if (told++ < most_texts) tell(to, from, name, is_metadata, 'a', text, 0);
  return code < 0 ? code : sd_bus_message_exit_container(m);
}

int gf_bus_read_number(sd_bus_message *m, char type, double *number) {
  union {
    uint8_t y;
    int b;
    int16_t n;
    uint16_t q;
    int32_t i;
    uint32_t u;
    int64_t x;
    uint64_t t;
    double d;
  } value;
  int code = sd_bus_message_read_basic(m, type, &value);
  if (code < 0) return code;
  switch (type) {
    case 'y': *number = value.y; break;
    case 'b': *number = value.b; break;
    case 'n': *number = value.n; break;
    case 'q': *number = value.q; break;
    case 'i': *number = value.i; break;
    case 'u': *number = value.u; break;
    case 'x': *number = (double)value.x; break;
    case 't': *number = (double)value.t; break;
    default: *number = value.d; break;
  }
  return code;
}

static int read_dictionary(sd_bus_message *m, const char *from, int is_metadata, const gf_mpris_listener *to) {
  int code = sd_bus_message_enter_container(m, 'a', "{sv}");
  while (code >= 0 && (code = sd_bus_message_enter_container(m, 'e', "sv")) > 0) {
    const char *name;
    code = sd_bus_message_read_basic(m, 's', &name);
    if (code >= 0) code = gf_mpris_read_value(m, from, name, is_metadata, to);
    if (code >= 0) code = sd_bus_message_exit_container(m);
  }
  return code < 0 ? code : sd_bus_message_exit_container(m);
}

int gf_mpris_read_value(sd_bus_message *m, const char *from, const char *name, int is_metadata, const gf_mpris_listener *to) {
  char type;
  const char *contents, *text;
  int code = sd_bus_message_peek_type(m, &type, &contents);
  if (code <= 0) return code;
  // An answer to Get may be of any type at all.
  if (type != 'v') return 0;
  code = sd_bus_message_enter_container(m, 'v', contents);
  if (code < 0) return code;
  if (strcmp(contents, "as") == 0) {
    code = read_texts(m, from, name, is_metadata, to);
  } else if (strcmp(contents, "a{sv}") == 0 && !is_metadata && strcmp(name, "Metadata") == 0) {
    tell(to, from, name, 0, 'm', NULL, 0);
    code = read_dictionary(m, from, 1, to);
  } else if (strcmp(contents, "s") == 0 || strcmp(contents, "o") == 0) {
    code = sd_bus_message_read_basic(m, contents[0], &text);
    if (code >= 0) tell(to, from, name, is_metadata, 's', text, 0);
  } else if (strlen(contents) == 1 && strchr("ybnqiuxtd", contents[0])) {
    double number;
    code = gf_bus_read_number(m, contents[0], &number);
    if (code >= 0) tell(to, from, name, is_metadata, contents[0] == 'b' ? 'b' : 'n', NULL, number);
  } else {
    code = sd_bus_message_skip(m, contents);
  }
  return code < 0 ? code : sd_bus_message_exit_container(m);
}

int gf_mpris_read_properties(sd_bus_message *m, const char *from, const gf_mpris_listener *to) { return read_dictionary(m, from, 0, to); }
