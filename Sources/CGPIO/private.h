#pragma once
#include "CGPIO.h"
#include <gpiod.h>
/* libgpiod has no version macro; only 1.x has this one. */
#ifdef GPIOD_LINE_BULK_MAX_LINES
#define GF_GPIOD 1
#else
#define GF_GPIOD 2
#endif
/* Looks for a line on one chip: 0, -ENOENT or another -errno. */
int gf_gpio_find_on(const char *chip, const char *name, gf_gpio_place *place);
