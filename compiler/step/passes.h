/* passes.h - passes over the step program, in their order. */
#ifndef PASSES_H
#define PASSES_H

#include "step.h"

void drop_dead_stores(Program *p);         /* dead_stores.c: what is put into locals that nobody reads */
void find_effects(Program *p);             /* effects.c: what functions read and write */
void find_unused(Program *p, const StepFunction *fn, FunctionPart *part);         /* effects.c */
void cut_functions(Program *p);            /* chunk.c: long functions have parts */
bool validate_step(const Program *p);

#endif
