/* elimination.h - the null space of a sparse matrix that may have any rank and shape (elimination.c). */
#ifndef ELIMINATION_H
#define ELIMINATION_H

#include "base.h"

/* size: the sum of the magnitudes of the terms that have made x */
typedef struct { uint32_t column; double x, size; } Cell;
typedef struct { uint32_t row, column; double x; } EliminationPivot;
/* row: vec by row of vecs; pivot: vec in order; is_pivot by column */
typedef struct {
    Dtc *d;
    uint32_t columns, late;                /* columns from late on are pivots only where a row has no others */
    Cell **row;
    EliminationPivot *pivot;
    bool *is_pivot;
} Elimination;

Elimination elimination_new(Dtc *d, uint32_t columns, uint32_t late);
uint32_t elimination_row(Elimination *m);                  /* a new one; its number */
void elimination_add(Elimination *m, uint32_t row, uint32_t column, double x);    /* adds to what is there */
void eliminate_all(Elimination *m);
/* The vector of the null space in which the free column is 1 and the other free ones 0; x: of all columns */
void elimination_vector(const Elimination *m, uint32_t column, double *x);

#endif
