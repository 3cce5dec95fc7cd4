/* held.h - held relations in the step program, from held.c. */
#ifndef HELD_H
#define HELD_H

#include "emit.h"

void held_plan(Emitter *e);                               /* where relations are decided */
void held_circles(Emitter *e);                            /* held_loop.c: which of them decide together */
void build_held_before(Emitter *e, uint32_t b);           /* those that block b is the first to read */
void build_relations(Emitter *e);                         /* known, relations, first_tick, tick, tock, instants */
uint32_t build_guards(Emitter *e);                        /* guards; returns how many */
Ex   changed(Emitter *e);                                 /* a discrete variable, since the last step */
bool has_guard(Emitter *e, const Held *h);

#endif
