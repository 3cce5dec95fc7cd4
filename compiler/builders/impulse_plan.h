/* impulse_plan.h - which states an impulse reaches, through which blocks: impulse_plan.c. */
#ifndef IMPULSE_PLAN_H
#define IMPULSE_PLAN_H

#include "differential.h"

/* Who reads a variable, among blocks that velocities (early) or accelerations (late) may go through; states by rate. */
typedef struct Readers Readers;

struct Works;
/* works: what is booked of them is no velocity; NULL: nothing */
Readers *find_readers(const Equations *e, const struct Works *works);
/* The blocks that these variables reach through early blocks, ascending. */
uint32_t *velocity_cone(const Equations *e, const Readers *r, const Var *from);
uint32_t *late_reach(const Equations *e, const Readers *r, const Var *from); /* likewise, through late ones */
/* appends the states whose rate this variable is. is: by Var, which count (NULL: all) */
void states_of_rate(const Equations *e, const Readers *r, Var rate, const bool *is, Var **out);
/* appends the states whose rates the cone gives; blocks that lead to none of them go */
void prune_cone(const Equations *e, const Readers *r, uint32_t *cone, const bool *is, Var **states);
/* What jumps by an impulse in the block. */
Impulse impulse_plan(const Equations *e, const Readers *r, uint32_t block);
/* The differentials of accelerations go on from those of the block to the rates of all velocities. */
void differentiate_wake(Differential *t, const Impulse *j);

#endif
