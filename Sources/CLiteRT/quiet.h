#pragma once

/* TensorFlow Lite inside LiteRT greets each model with a line "INFO: ..." on the C library's standard error, has no setting against it, and that is the
   box's console. From now on lines of C code that begin with "INFO: " are left out there; all other lines pass at once. The program's own lines do not go this
   way: they are written to the descriptor. */
void gf_quiet_information(void);
