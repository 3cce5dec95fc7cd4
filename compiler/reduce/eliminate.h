/* eliminate.h - the elimination of a sparse matrix, as eliminate.c decides it and builders/sparse.c writes it. */
#ifndef ELIMINATE_H
#define ELIMINATE_H

#include "dae.h"

/* By rows: columns of the factors in ascending order, those that arise in the elimination (fill) included. Rows of one
 * part are eliminated among each other; entries to the right of a row's part stay as they are. */
typedef struct Elimination {
    uint32_t  n;
    uint32_t *start, *col;                 /* row i: col[start[i]] .. col[start[i + 1] - 1] */
    uint32_t *diagonal;                    /* by row: its place in col */
    uint32_t *end;                         /* by row: the first row after its part */
    bool      moves;                       /* made anew in each step, the dense kernel beside it */
} Elimination;

uint32_t elimination_size(const Elimination *x);         /* entries */
uint32_t rows_apart(const Elimination *x);               /* rows, if each has its size for itself; else 0 */
uint64_t elimination_products(const Elimination *x);     /* of entries, in the factors */
/* Of a matrix by rows: columns col[start[i]] .. in ascending order, the diagonal among them; end as above. */
Elimination *symbolic_elimination(Dtc *d, uint32_t n, const uint32_t *start, const uint32_t *col,
                                  const uint32_t *end);

#endif
