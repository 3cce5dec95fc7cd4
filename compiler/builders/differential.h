/* differential.h - differentials of variables along a direction, statement by statement: differential.c. */
#ifndef DIFFERENTIAL_H
#define DIFFERENTIAL_H

#include "blocks.h"

/* of: by the root of a variable, its differential; absent: that of outer (NULL: none), or zero. straight: of what is a
 * curve there is none: factors that have a differential themselves, or are among moves (by root; NULL: none), are left
 * out. unit is added in the equation unit_eq (0: none). */
typedef struct Differential Differential;
struct Differential {
    const Equations *e;
    Program *p;                            /* NULL: there are no statements, for plans */
    Map of;
    const Differential *outer;
    bool straight;
    const Map *moves;
    Eq unit_eq;
    Ex unit;
};

Ex   differential_of(Differential *t, Var v);             /* 0.0 where it is zero */
void set_differential(Differential *t, Var v, Ex value);
/* Into the function that is being built; locals are those of its innermost block. */
Ex   differentiate(Differential *t, Ex value);            /* the differential as an expression */
void differentiate_inner(Differential *t, const Block *b);
/* all of a block: unknowns, then inner variables; of one with a law stuck elements stay stuck, by torques of theirs,
 * the others have none */
void differentiate_block(Differential *t, uint32_t block);
/* the differential of v is this value: a local of its own, or itself where it is a number or an object */
Ex   do_differential(Program *p, const Flat *f, Var v, Ex value);
/* a local with the differentials of the residuals of a torn block, its unknowns held */
Ex   do_residuals(Program *p, uint32_t block, const Ex *residual);
/* z: what is left of its residuals, a of its slip accelerations, where unknowns and torques do not change; then those
 * of the unknowns, and lambda of the torques. law, a: 0 where it has none, z: 0 without unknowns */
void do_switched_inverse(Program *p, uint32_t block, Ex law, Ex a, Ex z, Ex lambda);
/* z := inv(J) z, and -inv(J) z, with the factors of the block */
void do_inverse(Program *p, uint32_t block, Ex z);
void do_negative_inverse(Program *p, uint32_t block, Ex z);
/* d(lhs - rhs)/dv of an equation; 0: not known */
Ex   coefficient_in(const Equations *e, Eq eq, Var v);

#endif
