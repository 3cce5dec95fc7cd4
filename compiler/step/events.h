/* events.h - what happens at events: when-clauses, resets, automata, assertions. */
#ifndef EVENTS_H
#define EVENTS_H

#include "emit.h"

void build_automata(Emitter *e);                        /* automata.c: transition */
void build_when(Emitter *e);                              /* clauses.c: conditions, actions, remember, reinits */
/* In the function that is being built: */
void do_assert_action(Emitter *e, const WhenAction *a);   /* asserts.c */
void do_resets(Emitter *e, const WhenBranch *branch);     /* reinit.c */
void build_impulses(Emitter *e);                          /* reinit.c: the functions that these need */

#endif
