/* solve.h - what the files of the variable-step solver share. */
#ifndef DTC_SOLVE_H
#define DTC_SOLVE_H

#include "solver.h"

/* event.c. A guard's recent events: count of them since a time. */
typedef struct { double since; int count; } Firing;

/* Passes until nothing changes. Longer than EVENT_PASSES: SOLVER_CYCLE with a message that names what goes on changing. */
enum { EVENT_PASSES = 100, EVENT_PILE = 200 };
solver_end event_settle(const solver_task *task, double t, solver_result *result);
/* Counts the guards that fired at t; SOLVER_CHATTER with a message when one did EVENT_PILE times within `window`. */
solver_end event_pile(const dtc_hybrid *h, Firing *firing, const bool *fired, double t, double window, solver_result *result);

/* trouble.c: texts. */
void say(solver_result *result, const char *format, ...) __attribute__((format(printf, 2, 3)));   /* appends */
bool trouble_has_nan(const solver_task *task);      /* is a computed variable not a number? */
solver_end trouble_status(const solver_task *task, dtc_status status, double t, solver_result *result);
void trouble_solver(const dtc_hybrid *h, int flag, double t, const double *weighted_error, solver_result *result);   /* weighted_error may be NULL */

#endif
