#pragma once

/* Drops the INFO lines of C code on standard error. It does so from now on. They begin with "INFO: "; all other
   lines pass at once.
   TensorFlow Lite inside LiteRT writes such a line for each model and has no setting against it; standard error is the
   box's console. The program writes its own lines to the descriptor, so they do not pass here. */
void gf_quiet_information(void);
