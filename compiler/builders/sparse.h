/* sparse.h - rows of a fixed elimination as statements (sparse.c): of blocks, and of the matrix of a linearly implicit
 * step. */
#ifndef SPARSE_H
#define SPARSE_H

#include "eliminate.h"
#include "program.h"

/* a: the entries of the factors; z: of the solution, unknown i is z[of[i]], or, where of is NULL, z[i]. */
typedef struct { Program *p; const Elimination *x; Ex a, z; const uint32_t *of; } Sparse;

/* Row i, whose entries are set, is eliminated; growth += the sum of the magnitudes of its entries, before and after,
 * over its pivot. In a block of statements. */
void sparse_row(const Sparse *s, uint32_t i, Ex growth);
Ex   grown(const Sparse *s, Ex growth);                  /* of all rows: the order does not do for these values */
void sparse_solution(const Sparse *s);                   /* z := inv(J) z */

#endif
