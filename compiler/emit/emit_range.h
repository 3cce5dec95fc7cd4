/* emit_range.h - what is outside of min and max, from emit_range.c. */
#ifndef EMIT_RANGE_H
#define EMIT_RANGE_H

#include "emit.h"

bool ranges_wait(Emitter *e);              /* are there parameters that the initial problem determines? */
Ex  *range_reads(Emitter *e);              /* vec: what the functions below read */
/* functions any_ranges and, of what the initial problem determines, any_late_ranges */
void emit_parameter_ranges(Emitter *e);
void emit_late_ranges(Emitter *e);         /* in setup: the call of the latter, if the initial problem has a solution */
/* the start value; of an input without one, what is nearest to zero within its bounds; 0: zero */
Ex   start_or_nearest(Emitter *e, Var v);
bool any_input_ranges(Emitter *e);
void emit_input_ranges(Emitter *e);        /* function any_refused */
void emit_refuse(Emitter *e);              /* where it refuses an input the function that is written returns */

#endif
