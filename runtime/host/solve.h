/* solve.h - what the files of the variable-step solver share. */
#ifndef DTC_SOLVE_H
#define DTC_SOLVE_H

#include "solver.h"

/* event.c. A guard's recent events: count of them since a time. */
typedef struct { double since; int count; } Firing;

/* Passes until nothing changes. Longer than EVENT_PASSES: SOLVER_CYCLE with a message that names what goes on changing.
 */
enum { EVENT_PASSES = 100, EVENT_PILE = 200 };
solver_end event_settle(const solver_task *task, double t, solver_result *result);
/* Counts the guards that fired at t; SOLVER_CHATTER with a message when one did EVENT_PILE times within `window`. */
solver_end event_pile(const dtc_hybrid *h, Firing *firing, const bool *fired, double t, double window,
                      solver_result *result);

/* rank.c. Of each system of equations that may lose its rank: its number now, where the last step ended (at `time`),
 * its slope there, the largest so far, the last of which the sign is sure. */
typedef struct { int n; double *now, *before, *slope, *largest, *sure, time; } Ranks;
typedef dtc_status (*RankLook)(void *user, double t);    /* evaluates the model within the last step */
typedef struct { const dtc_hybrid *hybrid; void *model; RankLook look; void *user; int which; } RankSearch;
bool ranks_open(Ranks *r, const dtc_hybrid *h);
void ranks_close(Ranks *r);
/* the model was evaluated at t, where a stretch begins */
void ranks_begin(Ranks *r, const dtc_hybrid *h, void *model, double t);
/* After a step to t, where the model was evaluated: the system that lost its rank in it, and the instant; -1: none. The
 * model is left anywhere. */
int ranks_step(Ranks *r, const dtc_hybrid *h, void *model, double t, double tolerance, RankLook look, void *user,
               double *lost);
/* one that is next to losing its rank where the last step ended; -1: none */
int  ranks_near(const Ranks *r);

/* graze.c. Guards now, and at the ends of the two steps before (known: of how many). */
typedef struct { int n, known; double *now, *before, *earlier, time, time_earlier; } Grazes;
/* evaluates the model within the last step; true: a guard is lost there. value: of guard i */
typedef bool (*GrazeLook)(void *user, double t, int i, double *value);
bool grazes_open(Grazes *r, const dtc_hybrid *h);
void grazes_close(Grazes *r);
void grazes_begin(Grazes *r, double t, const double *guard);   /* where a stretch begins */
void grazes_keep(Grazes *r, double t, const double *guard);    /* after each step */
/* After a step to t at which all active guards hold: whether one was lost on the way, and an instant at which it was.
 * The model is left anywhere. */
bool grazes_step(Grazes *r, const bool *active, double t, const double *guard, GrazeLook look, void *user,
                 double *lost);

/* tolerance.c */
double step_share(double rtol);
/* The error of a step in each of n states x: the tolerance of the run, absolute ones as a step has them; step: so many
 * were made since the stretch began. */
void step_room(int n, double rtol, long step, const double *absolute, const double *x, bool projected, double *room);
/* Which state, from one on, took a way in a step of length h that its rates at the ends do not explain; -1: none. end:
 * states before and after, rates before and after. */
int step_jumped(int from, int n, double h, double rtol, const double *absolute, const double *const *end);

/* trouble.c: texts. */
void say(solver_result *result, const char *format, ...) __attribute__((format(printf, 2, 3)));   /* appends */
bool trouble_is_finite(const solver_task *task);    /* are all computed variables finite? */
solver_end trouble_status(const solver_task *task, dtc_status status, double t, solver_result *result);
void trouble_pole(const dtc_hybrid *h, int state, double t, double from, double to, solver_result *result);
void trouble_rank(const dtc_hybrid *h, int which, double t, solver_result *result);      /* lost */
/* nearly lost, and no step further is possible */
void trouble_near(const dtc_hybrid *h, int which, double t, solver_result *result);
/* weighted_error may be NULL */
void trouble_solver(const solver_task *task, int flag, double t, const double *weighted_error, solver_result *result);

#endif
