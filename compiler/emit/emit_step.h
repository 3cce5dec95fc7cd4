/* emit_step.h - the functions of a step, from emit_setup.c and emit_guard.c. */
#ifndef EMIT_STEP_H
#define EMIT_STEP_H

#include "emit.h"

void emit_methods(Emitter *e);             /* emit_stages.c: function stages, of methods with several stages */
void emit_exact(Emitter *e);               /* emit_exact.c */
void emit_exact_shown(Emitter *e);
void emit_rosenbrock(Emitter *e);          /* emit_rosenbrock.c */
void emit_stage(Emitter *e);               /* emit_stages.c: function stage */
void reinit_plan(Emitter *e);              /* step/reinit.c: which resets act as impulses */
void emit_setup(Emitter *e);
void emit_interface(Emitter *e);
void emit_init_and_setup(Emitter *e);      /* emit_guard.c: the functions that users call */
void emit_guarded_functions(Emitter *e);
/* the flag of matrices that are made again when the structure has changed; NULL: there are none */
const char *stale(const Emitter *e);
void emit_first_check(Emitter *e);         /* in setup: assertions of the initialisation */
/* lines of text for each law: # is its block, @ the number of its elements */
void each_law(Emitter *e, const char *const *text, size_t n);

#endif
