/* range.h - what is outside of min and max, from range.c. */
#ifndef RANGE_H
#define RANGE_H

#include "emit.h"

bool ranges_wait(Emitter *e);              /* are there parameters that the initial problem determines? */
Ex  *range_reads(Emitter *e);              /* vec: what the functions below read */
/* functions start_ranges, any_ranges and, of what the initial problem determines, any_late_ranges; any_refused */
void build_ranges(Emitter *e);
/* the start value; of an input without one, what is nearest to zero within its bounds; 0: zero */
Ex   start_or_nearest(Emitter *e, Var v);

#endif
