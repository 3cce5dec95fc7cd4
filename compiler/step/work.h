/* work.h - the work of impulses, for the energy account: work.c. */
#ifndef WORK_H
#define WORK_H

#include "impulse_plan.h"

void work_plan(Emitter *e);                /* before impulses are planned: what is booked, into e->works */
void work_of_law(const Emitter *e, const Readers *r, uint32_t block);
void work_planned(const Emitter *e, const Readers *r);     /* behind all laws, where there are any */
/* Into the function of a law's jump. t: differentials by its impulses; h: the step. First with all impulses, then with
 * those that without_bound has left */
void do_work(const Emitter *e, uint32_t block, Differential *t, Ex h);
void do_work_before(const Emitter *e, uint32_t block, Differential *t);
void without_bound(const Emitter *e, uint32_t block);
void do_work_of_motions(const Emitter *e); /* of those that jump with what follows them rigidly */
bool has_works(const Emitter *e);
bool is_booked(const Emitter *e, Var state);

#endif
