/* cvode_point.c - the model as SUNDIALS CVODE sees it: rates, guards, the Jacobian, tolerances at a point, and what has
 * drifted.
 *
 * A point is evaluated once, however many ask for it. One that cannot be evaluated makes CVODE take a smaller step.
 * Cost: an evaluation a point. */
#include <stdlib.h>
#include <string.h>
#include <cvode/cvode_proj.h>
#include "cvode_run.h"

#define ROUNDING 0.01                          /* of a tolerance */
enum { STEPS = 50 };                           /* of a run: a bound on a step, cvode.c */

/* ---- the model at a point ------------------------------------------------------------------------------ */

dtc_status cvode_evaluate(Run *s, double t, const double *x)
{
    size_t size = (size_t)s->n * sizeof *x;

    if (s->fresh && t == s->at_time && memcmp(x, s->at, size) == 0)
        return DTC_OK;
    s->fresh = false;
    s->h->set(s->task->model, t, x);
    if (s->task->inputs)
        s->task->inputs(s->task->user, t);
    s->result->count.evaluations++;
    dtc_status status = s->h->derivatives(s->task->model, s->dx);
    memcpy(status == DTC_OK ? s->at : s->failed, x, size);
    *(status == DTC_OK ? &s->at_time : &s->failed_time) = t;
    s->fresh = status == DTC_OK;
    if (!s->fresh)
        s->status = status;
    return status;
}

static int right_side(double t, N_Vector y, N_Vector dy, void *user)
{
    Run *s = user;

    if (cvode_evaluate(s, t, states(y)) != DTC_OK)
        return 1;
    memcpy(states(dy), s->dx, (size_t)s->n * sizeof *s->dx);
    return 0;
}

static int guards(double t, N_Vector y, double *g, void *user)
{
    Run *s = user;

    if (cvode_evaluate(s, t, states(y)) != DTC_OK)
        return -1;
    s->h->guards_at(s->task->model, g);
    return 0;
}

static int jacobian(double t, N_Vector y, N_Vector fy, SUNMatrix J, void *user, N_Vector a, N_Vector b, N_Vector c)
{
    Run *s = user;

    (void)fy, (void)a, (void)b, (void)c;
    if (cvode_evaluate(s, t, states(y)) != DTC_OK)
        return 1;
    s->h->jacobian(s->task->model, s->matrix.value);
    matrix_fill(&s->matrix, s->h, J);
    return 0;
}

static void step_rooms(Run *s, N_Vector y, N_Vector room)
{
    long steps = 0;

    CVodeGetNumSteps(s->cv, &steps);
    step_room(s->n, s->task->rtol, steps, states(s->tolerance), states(y), s->projects, states(room));
}

static int weights(N_Vector y, N_Vector w, void *user)
{
    step_rooms(user, y, w);
    N_VInv(w, w);
    return 0;
}

/* The model at t, with y as it is without what has drifted. */
dtc_status cvode_held(Run *s, double t, N_Vector y)
{
    dtc_status status = cvode_evaluate(s, t, states(y));

    if (status != DTC_OK || !s->h->drifts || !s->h->drifts(s->task->model))
        return status;
    s->h->project(s->task->model, states(y));
    s->fresh = false;
    return cvode_evaluate(s, t, states(y));
}

/* What has drifted is taken from the states of a step (Eich 1993), so that it stays below what an event takes for
 * motion, at any tolerance. What is far below that, and below the tolerance of the step, is rounding, and stays: let go
 * for longer it would be a jump for the error test. */
static int project(double t, N_Vector y, N_Vector change, double epsilon, N_Vector error, void *user)
{
    Run *s = user;

    (void)epsilon, (void)error;
    N_VConst(0, change);
    if (cvode_evaluate(s, t, states(y)) != DTC_OK)
        return 1;
    bool any = s->h->drifts(s->task->model);
    s->h->project(s->task->model, states(change));
    s->fresh = false;
    step_rooms(s, y, s->work);
    for (int i = 0; i < s->h->states; i++) {
        states(change)[i] -= states(y)[i];
        any |= !(fabs(states(change)[i]) <= ROUNDING * states(s->work)[i]);
    }
    if (!any)
        N_VConst(0, change);
    return 0;
}

static void silent(int code, const char *module, const char *function, char *text, void *user)
{
    (void)code, (void)module, (void)function, (void)text, (void)user;
}

/* ---- begin and end ------------------------------------------------------------------------------------- */

bool cvode_open(Run *s)
{
    size_t n = (size_t)s->n, m = (size_t)s->h->guards + 1;
    double **place[] = { &s->at, &s->dx, &s->failed, &s->was, &s->rate, &s->guard };

    s->room = calloc(5 * n + m, sizeof *s->room);
    s->active = calloc(2 * m, sizeof *s->active);
    s->firing = calloc(m, sizeof *s->firing);
    if (!s->room || !s->active || !s->firing || SUNContext_Create(NULL, &s->context) != 0)
        return false;
    for (size_t i = 0; i < sizeof place / sizeof *place; i++)
        *place[i] = s->room + i * n;
    s->fired = s->active + m;
    s->y = N_VNew_Serial(s->n, s->context);
    s->tolerance = N_VNew_Serial(s->n, s->context);
    s->work = N_VNew_Serial(s->n, s->context);
    s->cv = CVodeCreate(CV_BDF, s->context);
    return s->y && s->tolerance && s->work && s->cv && ranks_open(&s->ranks, s->h) &&
           grazes_open(&s->grazes, s->h);
}

bool cvode_prepare(Run *s)
{
    const solver_task *task = s->task;
    int *direction = calloc((size_t)s->h->guards + 1, sizeof *direction);
    double share = step_share(task->rtol);

    for (int i = 0; i < s->n; i++)
        states(s->tolerance)[i] =
            share * task->atol * (i < s->h->states ? dtc_state_row(s->h, i, &(int){ 0 })->nominal : 1);
    for (int i = 0; direction && i < s->h->guards; i++)
        direction[i] = -1;
    bool good = direction && CVodeSetErrHandlerFn(s->cv, silent, NULL) == 0 &&
                CVodeInit(s->cv, right_side, s->t, s->y) == 0 && CVodeWFtolerances(s->cv, weights) == 0 &&
                CVodeSetUserData(s->cv, s) == 0 &&
                CVodeSetMaxStep(s->cv, (task->stop - s->start) / STEPS) == 0 &&
                matrix_open(&s->matrix, s->h, s->n, s->y, s->context) &&
                CVodeSetLinearSolver(s->cv, s->matrix.solver, s->matrix.A) == 0;
    /* Iterations with a matrix that is far too large seem to converge at once: where a tire begins to roll its
     * stiffness falls like 1/v, and with the matrix of 20 steps ago a run went on with rates that were wrong, up to
     * its end. */
    if (good)
        good = CVodeSetJacEvalFrequency(s->cv, 5) == 0 && CVodeSetLSetupFrequency(s->cv, 5) == 0;
    if (good && s->matrix.value)
        good = CVodeSetJacFn(s->cv, jacobian) == 0;
    if (good && s->h->guards > 0)
        good = CVodeRootInit(s->cv, s->h->guards, guards) == 0 &&
               CVodeSetRootDirection(s->cv, direction) == 0 && CVodeSetNoInactiveRootWarn(s->cv) == 0;
    if (good && s->h->drifts)
        good = CVodeSetProjFn(s->cv, project) == 0 && CVodeSetProjErrEst(s->cv, false) == 0 &&
               CVodeSetProjFrequency(s->cv, 0) == 0;
    free(direction);
    return good;
}

/* CVODE's counters begin again with each stretch. */
void cvode_count(Run *s)
{
    solver_count *c = &s->result->count;
    long steps = 0, jacobians = 0, setups = 0, errors = 0, newton = 0;

    CVodeGetNumSteps(s->cv, &steps);
    CVodeGetNumJacEvals(s->cv, &jacobians);
    CVodeGetNumLinSolvSetups(s->cv, &setups);
    CVodeGetNumErrTestFails(s->cv, &errors);
    CVodeGetNumStepSolveFails(s->cv, &newton);
    c->steps += steps;
    c->jacobians += jacobians;
    c->factorizations += setups;
    c->error_failures += errors;
    c->newton_failures += newton;
}

void cvode_close(Run *s)
{
    s->result->time = s->t;
    if (s->cv)
        CVodeFree(&s->cv);
    matrix_close(&s->matrix);
    if (s->y)
        N_VDestroy(s->y);
    if (s->tolerance)
        N_VDestroy(s->tolerance);
    if (s->work)
        N_VDestroy(s->work);
    if (s->context)
        SUNContext_Free(&s->context);
    ranks_close(&s->ranks);
    grazes_close(&s->grazes);
    free(s->room), free(s->active), free(s->firing);
}
