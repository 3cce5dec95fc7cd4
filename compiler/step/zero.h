/* zero.h - what a torn linear block leaves when its unknowns are zero. */
#ifndef ZERO_H
#define ZERO_H

#include "emit.h"

/* vecs: inner variables that are read, residuals, slip accelerations (numbers or variables). bare: without torques of
 * switching elements; B and D times these are to be added. */
typedef struct { Assign *inner; Ex *res, *a; bool bare; } Rest;
Rest  rest_at_zero(Emitter *e, const Block *b);
/* of each: is it read by roots, or by what these read? */
bool *read_inner(Emitter *e, const Assign *inner, const Ex *root, uint32_t roots);

#endif
