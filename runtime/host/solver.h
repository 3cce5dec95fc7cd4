/* solver.h - a variable-step run of a model that exports dtc_hybrid (cvode.c, event.c, graze.c, rank.c, tolerance.c,
 * trouble.c). */
#ifndef DTC_SOLVER_H
#define DTC_SOLVER_H

#include <stdbool.h>
#include <stddef.h>
#include "dtc_hybrid.h"

/* How a run ends. All after SOLVER_TERMINATED are failures; solver_result.message says what went wrong. */
typedef enum {
    SOLVER_RUNNING,
    SOLVER_DONE,           /* the stop time is reached */
    SOLVER_TERMINATED,     /* the model asked for the end */
    SOLVER_INTERRUPTED,    /* poll() asked for the end */
    SOLVER_UNWRITTEN,      /* row() failed; it has the reason */
    SOLVER_ASSERTION,
    SOLVER_NOT_FINITE,     /* a variable is NaN or infinite */
    SOLVER_SINGULAR,       /* a system of equations has lost its rank */
    SOLVER_FAULT,          /* another status of the model */
    SOLVER_CYCLE,          /* an event does not come to an end */
    SOLVER_CHATTER,        /* events pile up */
    SOLVER_STUCK,          /* CVODE gives up */
    SOLVER_MEMORY
} solver_end;

/* What is to be solved, and for whom. Functions may be NULL. */
typedef struct {
    const dtc_hybrid *hybrid;
    void *model;                                   /* setup() has been made, inputs are those of the start */
    /* rows at start + k*interval, at events (before, after) and at stop */
    double stop, interval;
    double rtol, atol;                             /* absolute tolerance of a state: atol*nominal */
    /* writes the inputs of time t into the model, within the present piece */
    void   (*inputs)(void *user, double t);
    /* goes on to the piece of the inputs that begins at t, or goes on there; its end, or INFINITY */
    double (*piece)(void *user, double t);
    /* parameters that change at t, where an event begins; the model is evaluated there */
    dtc_status (*tune)(void *user, double t);
    /* all variables of the model belong to t. false: cannot be written */
    bool   (*row)(void *user, double t);
    bool   (*poll)(void *user, double t);          /* once a step. true: stop */
    /* assertions were looked at: some of level warning may have been due */
    void   (*warn)(void *user, double t);
    void *user;
    bool event_first;                              /* inputs are others than those that the model has settled with */
} solver_task;

typedef struct {
    long steps, evaluations, jacobians, factorizations, error_failures, newton_failures, events, passes;
} solver_count;

typedef struct {
    double time;                                   /* reached */
    solver_count count;
    char message[2000];                            /* begins with "at time ..." */
} solver_result;

solver_end solver_run(const solver_task *task, solver_result *result);

#endif
