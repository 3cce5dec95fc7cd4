/* alias.h - what alias.c (finds aliases) and represent.c (names the classes) share. */
#ifndef ALIAS_H
#define ALIAS_H

#include "reduce.h"

/* Number of variables, of which `pending` have changed; rates: has derivatives; lhs = rhs: as it was. */
typedef struct { uint32_t size, pending; bool queued, rates; Ex lhs, rhs; } EqState;
/* a = +-b (b = 0: a is constant) because of eq */
typedef struct { Var a, b; Eq eq; } Proof;

typedef struct Aliases {
    Dtc *d; Flat *f;
    uint32_t n;                            /* variables */
    Var  *parent; bool *flip;              /* union-find: v = +-parent[v] */
    Ex   *constant;                        /* by root: the class is this */
    Var  *der; bool *der_flip;             /* by root: d(root)/dt = +-der */
    Var  *rate_of;                         /* by Var: the variable whose derivative it is, or 0 */
    Var  *integral;                        /* by root: one of those of its class, or 0 */
    Var  *chain;                           /* union-find: variables linked by derivatives */
    /* by root: has a member of a switching element; an input, a place or a torque of a law; a slip */
    bool *pinned, *known, *slip;
    Ex   *kept;                            /* by root: the fixed start of a discrete one, its value before; or 0 */
    bool *reset, *flow;                    /* by root: has the derivative of a variable that is reinitialised; a flow */
    Eq  **occurs;                          /* by root: vec of equations, may repeat */
    EqState *eq;                           /* vec by Eq */
    Eq   *queue;                           /* vec, taken from `head` */
    uint32_t head;
    struct Merge *merges;                  /* vec: consequences still to be drawn */
    Proof *proof;                          /* vec */
    Map   solved;                          /* right side -> equation v = +-right side */
    bool *varying;                         /* vec by Ex */
    uint32_t reports;
} Aliases;

Var  alias_find(Aliases *s, Var v, bool *flip);
/* represent.c: representatives, their attributes, and every expression in terms of them */
void represent(Aliases *s);

/* left_over.c. Equation e has come down to a constant: 0 (redundant), or not (contradictory). like: an equation that is
 * the same, or 0. */
void report_left_over(Aliases *s, Eq e, Eq like, bool contradictory);
/* 0 = rest, with parameters at most: their present values decide what to say */
void left_over(Aliases *s, Eq e, Ex rest);

#endif
