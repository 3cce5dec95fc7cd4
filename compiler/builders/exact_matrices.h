/* exact_matrices.h - the linear part of a model as matrices of numbers, for --dump=exact: exact_causes.c finds what
 * they are made of, exact_matrices.c the numbers, dump_exact.c writes them. */
#ifndef EXACT_MATRICES_H
#define EXACT_MATRICES_H

#include "exact.h"

/* Newton's law of a part: the equation in which its acceleration, with the factor c, meets torques or forces, with the
 * factors s; its inertia is c/s. */
typedef struct { Eq eq; Var acceleration; Ex c; Ex *s; uint32_t local; } ExactNewton;

/* What else than states and torques of switching elements rates follow from: inputs, and a torque in each of Newton's
 * laws. Their locals come behind those of states and elements. */
typedef struct {
    Exact *x;
    Var *input;                            /* vec: those that are Reals */
    uint32_t *input_local;                 /* vec */
    ExactNewton *newton;                   /* vec */
    ExactHeld *held;                       /* vec: what rates have beside their linear part */
} ExactCauses;

ExactCauses exact_causes(const Equations *e, const Store *store); /* after exact_plan */

/* All by rows. x' = A x + Bv v + Bc tau + r with n states, nv inputs, m elements; r is what is held over a step, at the
 * start. Slips are C x. Torques are those of the elements, tau = -lambda, so that C = -Bc' M. */
typedef struct {
    const Emitter *e;
    struct Machine *machine;
    const Exact *x;
    const ExactHeld *held;                 /* vec: what r has beside constants */
    const Var *input;                      /* vec */
    uint32_t n, m, nv;
    double h;
    const double *A, *C, *K, *Gamma;       /* K: slip accelerations by states */
    double *start, *input_start, *Bv, *Bc, *r, *Phi, *Hv, *Hc;
    double *M;                             /* n x n, zero but for speeds; NULL: why not */
    const char *why_no_M;
    bool *speed;                           /* by state: torques change it */
} ExactMatrices;

/* With some elements stuck. Xi: their torques are -Xi (Phi x + Hv v + Hc tau) if they have one value over a step. A,
 * Phi, Gamma, Hv, Hc: what the step has in which they follow the states. */
typedef struct {
    uint32_t redundant;                    /* stuck elements less the rank of their matrix */
    double *Xi;                            /* m x n; NULL: this element cannot be held so */
    const char *not_held;
    bool fast;                             /* the exponential has an error: too fast for the step */
    double *A, *Phi, *Gamma, *Hv, *Hc;
} ExactSet;

/* NULL: the start fails, which is said. */
ExactMatrices *exact_matrices(const Emitter *e);
ExactSet exact_set(ExactMatrices *x, const bool *stuck);

/* dump_exact.c. sets: vec, each a list of elements, separated by commas; NULL: all, if they are few. false after an
 * error */
bool dump_exact(const Emitter *e, const char *const *sets, bool json, FILE *out);

#endif
