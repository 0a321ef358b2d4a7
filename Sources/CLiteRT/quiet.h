#pragma once

/* From now on drops lines of C code on standard error that begin with "INFO: "; passes all other lines at once.
   TensorFlow Lite inside LiteRT writes such a line for each model and has no setting against it; standard error is the
   box's console. The program writes its own lines to the descriptor, so they do not pass here. */
void gf_quiet_information(void);
