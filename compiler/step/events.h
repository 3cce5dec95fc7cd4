/* events.h - what happens at events: when-clauses, resets, automata, assertions. */
#ifndef EVENTS_H
#define EVENTS_H

#include "emit.h"

void build_automata(Emitter *e);                        /* automata.c: transition */
void build_when(Emitter *e);                              /* clauses.c: actions, reinits, remember */
/* In the function that is being built: */
void do_assert_action(Emitter *e, const WhenAction *a);   /* asserts.c */
/* reinit.c: a local, by number, with what the states of the branch are set to; they are set to that */
Ex do_reset_values(Emitter *e, const WhenBranch *branch, uint32_t number);
void do_resets(Emitter *e, const WhenBranch *branch, Ex to);
void build_impulses(Emitter *e);                          /* reinit.c: the functions that these need */

#endif
