/* sparse.h - rows of a fixed elimination as statements (sparse.c): of blocks, and of the matrix of a linearly implicit
 * step. */
#ifndef SPARSE_H
#define SPARSE_H

#include "eliminate.h"
#include "program.h"

/* a: the entries of the factors; z: of the solution, unknown i is z[of[i]], or, where of is NULL, z[i]. none: of z, by
 * row: it is always zero, and not read; afterwards, what still is, and is not set; NULL: nothing is. */
typedef struct { Program *p; const Elimination *x; Ex a, z; const uint32_t *of; bool *none; } Sparse;

/* Row i, whose entries are set, is eliminated, whatever units unknowns have: growth += the magnitudes of |L| |U| in its
 * row over those before (Higham, Accuracy and Stability of Numerical Algorithms, theorem 9.3: the backward error).
 * size: by row, a local. In a block of statements. */
void sparse_row(const Sparse *s, uint32_t i, Ex *size, Ex growth);
Ex   grown(const Sparse *s, Ex growth);                  /* of all rows: the order does not do for these values */
void sparse_solution(const Sparse *s);                   /* z := inv(J) z */

#endif
