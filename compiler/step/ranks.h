/* ranks.h - ranks of what is solved in a variable-step run, from ranks.c. */
#ifndef RANKS_H
#define RANKS_H

#include "emit.h"

void build_ranks(Emitter *e);              /* function ranks; fills e->rank */

#endif
