/* implicit.h - what implicit.c plans for a linearly implicit method, and implicit_factors.c makes statements of. */
#ifndef IMPLICIT_H
#define IMPLICIT_H

#include "eliminate.h"
#include "tangent.h"

/* I - g h J in a fixed order. state: by row; entry: of the factors, by number: 1 + that of J, 0: J has none; each: by
 * row, it is made in each step */
typedef struct FixedFactors { const Elimination *x; uint32_t *state, *entry; bool *each; } FixedFactors;

typedef struct Rosenbrock {
    uint32_t components, *component, *first, *order, *place;   /* as dtc_pattern has them */
    bool    *varies;                       /* by colour: a coefficient has step rate */
    uint64_t numbers;                      /* of the factors with pivots that are sought */
    const FixedFactors *fixed;                  /* NULL: there are none in a fixed order */
} Rosenbrock;

/* implicit_factors.c; r: all but fixed */
const FixedFactors *factors_plan(const Equations *e, const Tangent *t, const Rosenbrock *r);
void build_factors(const Emitter *e);      /* functions factor_stages, solve_stage */

#endif
