/* setup.h - functions of setup, from setup.c. */
#ifndef SETUP_H
#define SETUP_H

#include "emit.h"

bool any_laws(Emitter *e);
void build_setup(Emitter *e);              /* pivots, asserted, correct, assume */

#endif
