/* work.h - the work of impulses, for the energy account: work.c. */
#ifndef WORK_H
#define WORK_H

#include "impulse_plan.h"

typedef struct Works Works;

/* Before impulses are planned: what is booked; NULL: there is no account. */
Works *work_plan(const Equations *e, const Store *store);
/* What is found with the impulses: of each law; behind all, where there are any. changes: by Var, states that laws
 * change */
void work_of_law(const Equations *e, Works *w, const Readers *r, uint32_t block);
void work_planned(const Equations *e, Works *w, const Readers *r, const bool *changes);
void power_jumps(const Works *w, bool *jumps);             /* marks the integrals that have jumps */
const bool *works_before(const Works *w);                  /* by Var: what is kept of the step before; NULL: nothing */
/* Into the function of a law's jump. t: differentials by its impulses; h: the step. First with all impulses, then with
 * those that without_bound has left */
void do_work(const Emitter *e, uint32_t block, Differential *t, Ex h);
void do_work_before(const Emitter *e, uint32_t block, Differential *t);
void without_bound(const Emitter *e, uint32_t block);
void do_work_of_motions(const Emitter *e); /* of those that jump with what follows them rigidly */
bool has_works(const Works *w);
bool is_booked(const Works *w, Var state);

#endif
