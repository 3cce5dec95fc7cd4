/* starts.h - functions of the step program that give first values, from starts.c, and keep values, from keep.c. */
#ifndef STARTS_H
#define STARTS_H

#include "emit.h"

void build_starts(Emitter *e);             /* defaults, starts, calculate, dependants */
Ex   default_of(Emitter *e, Var v);        /* the number of a parameter or input; 0: it is none, has none, or zero */
void build_keep(Emitter *e);               /* of a fixed step remember; of a variable step left */
bool keeps_left(const VarInfo *v);         /* pre() of it is its value just before the event */

#endif
