/* tear.h - what linear.c, causal.c and tear.c share. */
#ifndef TEAR_H
#define TEAR_H

#include "flat.h"

#define NOT_LOCAL UINT32_MAX

/* How well an equation can be solved for an unknown; the smaller the better. */
typedef enum { PIVOT_ONE, PIVOT_NUMBER, PIVOT_PARAMETER, PIVOT_NONE } Pivot;

/* c: d(lhs - rhs)/d unknown; implicit: the equation cannot be solved for it as it is written; x: present value of c, 1
 * if not known */
typedef struct { uint32_t local; Ex c; Pivot pivot; bool implicit; double x; } Entry;
typedef struct { Entry *entry, *torque; bool nonlinear, no_derivative; } Row;   /* torque: entries of lambdas */

/* Unknowns of a block have local numbers: 0 .. n-1 for those that equations determine, then the lambdas. */
typedef struct Tearing {
    Dtc *d; Flat *f;
    double   *value;                       /* by Var: known values (known.c) */
    bool     *rate;                        /* by Var, of those that there are at first: derivative of a state */
    uint32_t *local, nlocal;               /* by Var: its number, or NOT_LOCAL; nlocal: size of the table */
    uint32_t *holds, nholds, stamp;        /* by Ex: memo of "contains an unknown of block stamp" */
    uint32_t  nunknown;                    /* of the present block, lambdas not counted */
    uint32_t *entry_of;                    /* by local number, scratch */
    uint32_t  named;                       /* variables made so far */
    Map       taken;                       /* names in use that begin with k */
} Tearing;

/* linear.c */
Row   coefficient_row(Tearing *t, Ex lhs, Ex rhs);

/* factor.c */
Ex factor_neg(Dtc *d, Ex e);
Ex factor_mul(Dtc *d, Ex a, Ex b);
Ex factor_div(Dtc *d, Ex a, Ex b);
Ex factor_add(Dtc *d, Ex a, Ex b);

/* causal.c: which unknowns to tear, and the order of the rest. */
typedef struct { uint32_t row, local; } Solved;
typedef struct { uint32_t *tear; Solved *solved; uint32_t *residual; } Causal;   /* vecs */
Causal causalize(Arena *a, const Row *row, uint32_t n, const bool *preferred);

#endif
