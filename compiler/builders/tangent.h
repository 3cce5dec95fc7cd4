/* tangent.h - differentials of a variable-step model with respect to its states: tangent_plan.c finds them,
 * builders/jacobian.c makes statements of them. */
#ifndef TANGENT_H
#define TANGENT_H

#include "builders.h"

/* Differentials of a block, as expressions of numbered differentials (LOCAL): of the values of inner and residuals, of
 * the bounds of its switching elements (0: infinite). first: an inner variable that the residuals need. */
typedef struct { Ex *inner, *res, *lo, *hi; bool *first; uint32_t solve; } TangentBlock;

/* Numbers that are in ascending order; sets that are equal may be the same. */
typedef struct { uint32_t n; const uint32_t *at; } Set;

typedef struct Tangent {
    /* by Var: number of its differential, of that of last(v); 0: none, it does not depend on the states */
    uint32_t *of, *of_last;
    Var      *last;                        /* vec: variables with of_last */
    uint32_t **from;                       /* vec by number: vec of numbers in its expression; [0] unused */
    /* by number: the states on which it depends, indices in dae->state; behind these, inputs */
    Set      *states;
    Var      *input;                       /* vec: Real inputs of an FMU, which are directions as well */
    bool     *needed;                      /* by number: a rate, or an output of an FMU, depends on it */
    TangentBlock *block;                   /* by block */
    Ex       *value;                       /* vec: all expressions */
    uint64_t  room;                        /* entries of sets so far */
    uint32_t *column, *row, *colour, colours;   /* the pattern by columns; NULL: there are too many entries */
} Tangent;

const Tangent *tangent_plan(const Equations *e);
/* false: there is no symbolic Jacobian, or no state */
static inline bool tangent_exists(const Tangent *t) { return t && t->column; }
uint32_t tangent_size(const Tangent *t);   /* of the member tangent; jacobian.c */

/* by number of a vec */
static inline uint32_t tangents(const Tangent *t) { return vec_len(t->from); }

/* By number, in d->run: where a differential is in the member tangent; -1: it is zero. After tangent_plan. */
int *tangent_places(const Emitter *e);

/* builders/jacobian.c: the functions along (of an FMU), any_tangent and jacobian, the tables of the pattern */
void build_jacobian(const Emitter *e);

#endif
