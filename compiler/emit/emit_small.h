/* emit_small.h - small systems as statements. */
#ifndef EMIT_SMALL_H
#define EMIT_SMALL_H

#include "emit.h"

bool small_system(const Emitter *e, uint32_t n, uint32_t m);
void small_solve(Emitter *e, uint32_t n, const char *at);                                /* of z; at: the block's storage */
void small_switched(Emitter *e, const Block *b, const char *at, const char *law);        /* a0 and z as dtc_switched_solve */

#endif
