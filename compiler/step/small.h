/* small.h - small systems as statements. */
#ifndef SMALL_H
#define SMALL_H

#include "blocks.h"

bool small_system(const Equations *e, uint32_t n, uint32_t m);
bool has_inverse(const Equations *e, const Block *b, bool initial);
void small_solve(const Torn *t);           /* of z */
void small_product(const Torn *t);         /* the same, where there is an inverse */
/* z = -r - B lambda, from the negative residuals without torques */
void bare_residuals(const Torn *t, const Ex *res);
/* The rest of a switched block whose -inv(A) r is in z: af, lambda and z as dtc_switched_solve. */
void statements_of_law(const Torn *t, const Rest *r);

#endif
