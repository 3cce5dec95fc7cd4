/* cvode_run.h - what the two files of a run by CVODE share: cvode.c, from event to event, and cvode_point.c, the model
 * as CVODE sees it. */
#ifndef DTC_CVODE_RUN_H
#define DTC_CVODE_RUN_H

#include <float.h>
#include <math.h>
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include "matrix.h"
#include "solve.h"

typedef struct {
    const solver_task *task; const dtc_hybrid *h; solver_result *result;
    int n;                                     /* states; at least 1 for CVODE */
    SUNContext context; void *cv; N_Vector y, tolerance, work; Matrix matrix;
    double t, start, limit, piece_end, row_time;
    long row; /* reached; end of this stretch; of the piece of inputs; last row; next of the grid */
    bool due, fresh, projects; int still; /* an event is due; at, dx are the model's now; steps are; without progress */
    double *room, *at, at_time, *dx;                  /* where the model was evaluated last */
    double *failed, failed_time; dtc_status status;             /* where it could not be */
    double *was, *rate;                        /* states and their rates where the last step began */
    double *guard; bool *active, *fired; Firing *firing;        /* active: was positive since the stretch began */
    Ranks ranks; Grazes grazes;
} Run;

static inline double tiny(double a, double b) { return 16 * DBL_EPSILON * fmax(fabs(a), fabs(b)); }
static inline double *states(N_Vector v) { return NV_DATA_S(v); }

/* Of a run with task, h, result, n, start and t: its memory; CVODE, at the first states. false: there is no memory */
bool cvode_open(Run *s);
bool cvode_prepare(Run *s);
void cvode_count(Run *s);                      /* CVODE's counters, which begin again with each stretch, into result */
void cvode_close(Run *s);

dtc_status cvode_evaluate(Run *s, double t, const double *x);
dtc_status cvode_held(Run *s, double t, N_Vector y);       /* with y as it is without what has drifted */

#endif
