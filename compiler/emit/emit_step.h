/* emit_step.h - what is text still: methods, control flow's table, what users call. */
#ifndef EMIT_STEP_H
#define EMIT_STEP_H

#include "emit.h"
#include "flow.h"

void emit_functions_table(Printer *pr);    /* emit_flow.c: the table of functions */
void emit_user_functions(Printer *pr);
/* bytes of the stack: locals of the functions step, setup */
uint64_t room_of_step(const Emitter *e);
uint64_t room_of_setup(const Emitter *e);
uint64_t room_of_tune(const Emitter *e);

#endif
