/* finite.h - what is no finite number, from finite.c. */
#ifndef FINITE_H
#define FINITE_H

#include "emit.h"

void interval_add(Emitter *e, Ex interval); /* of a sample, to e->intervals */
void interval_plan(Emitter *e);            /* the messages of e->intervals */
void finite_plan(Emitter *e);              /* fills e->unsure */
/* functions intervals, finite_parameters, normal_parameters, normal_calculated, flush_states, finite_calculated,
 * finite_states, odd_inputs, finite_inputs */
void build_finite(Emitter *e);
void do_finite(Emitter *e, const Ex *x);   /* m->finite: are all of the vec numbers? In the function being built */

#endif
