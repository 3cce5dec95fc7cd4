/* emit_step.h - the functions of a step, from emit_step.c, emit_setup.c and emit_guard.c. */
#ifndef EMIT_STEP_H
#define EMIT_STEP_H

#include "emit.h"

void plan_states(Emitter *e);              /* states whose rate is a state advance in two passes */
void emit_transition(Emitter *e);          /* automata, switching elements */
void emit_events(Emitter *e);              /* asserts, when-clauses, last values */
void emit_advance(Emitter *e);
void emit_stage_calls(Emitter *e);         /* in the function advance: before the jumps; the moves */
void emit_move_calls(Emitter *e);
Var  rate_root(Emitter *e, Var x);         /* of a state: the variable that its rate is, or is the negative of */
Ex   rate_of(Emitter *e, Var x);
void emit_semi(Emitter *e);                /* emit_stages.c */
void emit_runge_kutta(Emitter *e);
void emit_stage_functions(Emitter *e);     /* rates, shift, stage, move: for methods of several stages */
void emit_rates(Emitter *e);               /* rates: into an array */
void emit_move(Emitter *e);                /* move: an array and the jumps are added to the states */
void emit_exact(Emitter *e);               /* emit_exact.c */
void emit_exact_shown(Emitter *e);
void emit_rosenbrock(Emitter *e);          /* emit_rosenbrock.c */
void reinit_plan(Emitter *e);              /* emit_reinit.c: which resets act as impulses */
void emit_impulses(Emitter *e);            /* the functions that these need; before the actions */
void emit_resets(Emitter *e, const WhenBranch *branch);
void emit_setup(Emitter *e);
void emit_interface(Emitter *e);
void emit_init_and_setup(Emitter *e);      /* emit_guard.c: the functions that users call */
void emit_guarded_functions(Emitter *e);
/* the flag of matrices that are made again when the structure has changed; NULL: there are none */
const char *stale(const Emitter *e);
void emit_inputs(Emitter *e);              /* function finite_inputs */
bool any_laws(Emitter *e);
void emit_first_check(Emitter *e);         /* in setup: assertions of the initialisation */
/* lines of text for each law: # is its block, @ the number of its elements */
void each_law(Emitter *e, const char *const *text, size_t n);

#endif
