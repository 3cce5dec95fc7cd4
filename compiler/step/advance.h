/* advance.h - how the states move, from advance.c. */
#ifndef ADVANCE_H
#define ADVANCE_H

#include "emit.h"

const bool *position_states(Emitter *e);    /* by Var: states whose rates are speeds and nothing else */
void plan_states(Emitter *e);              /* before members are named: fills e->jumps */
bool jumps_by_rate(const Emitter *e, Var x);   /* jump.c: its rate has the impulses of a step in it */
void build_advance(Emitter *e);            /* drift, move, again, follow, rates, states, shift */

#endif
