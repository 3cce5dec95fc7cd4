/* emit_small.h - small systems as statements. */
#ifndef EMIT_SMALL_H
#define EMIT_SMALL_H

#include "emit.h"

bool small_system(const Emitter *e, uint32_t n, uint32_t m);
void small_solve(Emitter *e, uint32_t n, const char *at);                                /* of z; at: the block's storage */
/* The rest of a switched block whose -inv(A) r is in z; a: its slip accelerations at z = 0. */
void statements_of_law(Emitter *e, const Block *b, const Ex *a, const char *z, const char *at, const char *law);        /* af, lambda and z as dtc_switched_solve */

#endif
