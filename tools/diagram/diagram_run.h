/* diagram_run.h - the picture of a compiled model for pages of other commands. */
#ifndef DIAGRAM_RUN_H
#define DIAGRAM_RUN_H

#include "base.h"

/* Sections, as diagram_sections writes them, in which lines name the variables that they carry; or one picture alone.
 * NULL: there is none, and *note, if it is not NULL, says why. Requires: compiled with Options.pictured. */
const char *diagram_run(Dtc *d, const char **note);
const char *diagram_still(Dtc *d, const char **note);

#endif
