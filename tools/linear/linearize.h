/* linearize.h - a model around an operating point as x' = A x + B u, with all variables by states and inputs.
 *
 * States are those of the compiled model less what stuck elements take out: each element that holds makes one of them
 * follow from others, and positions that it keeps from moving are constants. What is left has no constraint, so that a
 * rigid motion of the whole is an eigenvalue 0 and nothing else is.
 *
 * Matrices are sparse, by columns (CXSparse, after T. Davis, Direct Methods for Sparse Linear Systems, 2006). */
#ifndef LINEARIZE_H
#define LINEARIZE_H

#include <cs.h>
#include "pencil.h"

typedef enum {
    STATE_KEPT,
    STATE_FOLLOWS,                         /* from others, by an element that holds */
    STATE_HELD,                            /* it does not move, since an element holds */
    STATE_UNREAD                           /* neither a rate nor an output depends on it: the angle of a shaft */
} StateFate;

typedef struct {
    Point *p; Pencil *q;
    uint32_t n, m;                         /* states, inputs */
    uint32_t *state;                       /* of n: index in dae->state */
    StateFate *fate;                       /* by index in dae->state */
    cs_di *A, *B;                          /* n x n, n x m */
    /* by columns of the pencil but inputs: all its variables by states, and by inputs; transposed, so that the
     * variable with column j has the entries of column j */
    cs_di *X, *U;
    bool *redundant;                       /* by Flat.sw: it sticks, and others hold the same already */
} Linear;

/* At the point as it is, with its places. input: vec, as of pencil_new; output: vec, what is to follow from the states
 * that are kept. NULL after a diagnosis. Free with linear_free. Cost: a sparse factorisation of
 * the equations, and the sizes of X and U. */
Linear *linear_new(Point *p, const Var *input, const Var *output);
/* The same again, with other values or places of the point; what depends on the model alone is kept. */
Linear *linear_again(Pencil *q, const Var *output);
void linear_free(Linear *l);

const char *linear_state_name(const Linear *l, uint32_t i);
const char *linear_unit(const Linear *l, Var v);           /* "1" if it has none */
/* linear_sheet.c: what element sw does at the point, in words */
const char *linear_place(const Linear *l, uint32_t sw);
/* d v/d x, dense, of n; d v/d u, of m; zeros where v does not vary */
void linear_row(const Linear *l, Var v, double *by_states, double *by_inputs);
double linear_largest(const cs_di *a, uint32_t column);    /* the largest magnitude in it */
/* border.c: where the point is a border: another derivative on each side; an element at rest at its limit, which slides
 * if it is pushed one way and holds the other. Says so, with both values; how many there are */
uint32_t linear_kinks(const Linear *l);
/* The rates of all states at the point, of n */
void linear_rates(const Linear *l, double *rate);

#endif
