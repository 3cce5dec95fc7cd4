/* emit_small.h - small systems as statements. */
#ifndef EMIT_SMALL_H
#define EMIT_SMALL_H

#include "emit_zero.h"

bool small_system(const Emitter *e, uint32_t n, uint32_t m);
/* of z; at: the block's storage */
void small_solve(Emitter *e, uint32_t n, const char *at);
bool has_inverse(const Emitter *e, const Block *b, bool initial);
/* the same, where there is an inverse */
void small_product(Emitter *e, uint32_t n, const char *at);
/* z = -r - B lambda, from the negative residuals without torques */
void bare_residuals(Emitter *e, const Block *b, const Ex *res, const char *z, const char *at, const char *law);
/* The rest of a switched block whose -inv(A) r is in z: af, lambda and z as dtc_switched_solve. */
void statements_of_law(Emitter *e, const Block *b, const Rest *r, const char *z, const char *at, const char *law);

#endif
