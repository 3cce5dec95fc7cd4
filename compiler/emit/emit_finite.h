/* emit_finite.h - what is no finite number, from emit_finite.c. */
#ifndef EMIT_FINITE_H
#define EMIT_FINITE_H

#include "emit.h"

void interval_add(Emitter *e, Ex interval); /* of a sample, to e->intervals */
void interval_plan(Emitter *e);            /* the messages of e->intervals */
void emit_intervals(Emitter *e);           /* function: intervals */
void finite_plan(Emitter *e);              /* fills e->unsure */
void emit_finite_calculated(Emitter *e);   /* functions of setup; each is written only if there is something in it */
void emit_finite_parameters(Emitter *e);
void emit_finite_states(Emitter *e);
/* to &= are these members numbers? In a function of chunks or not */
void emit_finite(Emitter *e, const char *to, const char *const *x, bool chunks);

#endif
