/* emit_jump.h - differentials, statement by statement: emit_jump.c, for it and emit_reinit.c. */
#ifndef EMIT_JUMP_H
#define EMIT_JUMP_H

#include "emit.h"

/* Differentials that are not zero: by variable, the number k of the local d<k>. linear: of a curve there is none. */
typedef struct { Map local; uint32_t next; bool linear; } Tangents;

void differential(Emitter *e, Tangents *t, Var v, Ex value, Ex unit);        /* of v = value, and unit (0: none) */
void differential_is(Emitter *e, Tangents *t, Var v, const char *value);            /* of v, given as text */
/* to ...; of an expression, and unit */
void differential_sum(Emitter *e, const Tangents *t, const char *to, Ex value, Ex unit);
void unused_differentials(Emitter *e, uint32_t n);

#endif
