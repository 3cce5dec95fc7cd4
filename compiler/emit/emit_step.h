/* emit_step.h - what is text still: methods, control flow's table, what users call. */
#ifndef EMIT_STEP_H
#define EMIT_STEP_H

#include "dtc_step.h"
#include "emit.h"

void reinit_plan(Emitter *e);              /* step/reinit.c: which resets act as impulses */
void emit_functions_table(Emitter *e);     /* emit_flow.c: the table of functions */
void emit_user_functions(Emitter *e);
dtc_functions flow_facts(Emitter *e);      /* sizes, states, what the model has; no functions */
Flow flow_of(Emitter *e);                  /* what control flow of the model does */
/* bytes of the stack: locals of the functions step, setup */
uint64_t room_of_step(Emitter *e);
uint64_t room_of_setup(Emitter *e);
uint64_t room_of_tune(Emitter *e);

#endif
