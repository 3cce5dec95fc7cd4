/* cvode.c - a variable-step run: SUNDIALS CVODE between events (BDF, order 1 to 5; Hindmarsh and others 2005).
 *
 * One stretch goes from a start or event to the next known instant (of the model, of the inputs, the stop time) or to a
 * root of a guard, whichever comes first; then CVODE starts anew. Guards are positive while the structure lasts, so
 * only falling roots count. CVODE does not see a guard that was zero where the stretch began and falls from there, nor
 * one that falls and rises in one long step: guards are looked at after each step and along it, and what is found is
 * located by bisection in the step's interpolation. Rows inside a step are interpolated states with all variables
 * evaluated at them; assertions are checked at rows and where steps end, never at trial points. A trial point that is
 * not finite makes CVODE take a smaller step. A system of equations that loses its rank ends the run (rank.c), and so
 * does a step over a pole (jumped).
 * Cost: a step and an evaluation each. A bound on the step keeps CVODE from raising the order, so the bound is wide
 * (STEPS in a run, cvode_point.c), and only the looks at the guards are close (LOOKS in a run).
 * Ensures: result->message is empty or says why the run failed; rows up to there were written. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <cvode/cvode_proj.h>
#include "cvode_run.h"

enum { LOOKS = 500, STANDSTILL = 20 };         /* STANDSTILL: steps without progress in time */
enum { WAY = 16 };                             /* points of a sum of rates */
#define NEAR 0.1                               /* of a way */

static solver_end trouble(Run *s, dtc_status status, double t)
{
    return status == DTC_TERMINATE ? SOLVER_TERMINATED : trouble_status(s->task, status, t, s->result);
}

/* ---- rows ---------------------------------------------------------------------------------------------- */

static double grid(const Run *s) { return s->start + (double)s->row * s->task->interval; }

/* A row of the present point, if all of it is finite; grid times up to it are done. */
static solver_end put_row(Run *s, double t)
{
    if (!trouble_is_finite(s->task)) /* of a variable that no state depends on */
        return trouble(s, DTC_RESULT, t);
    s->row_time = t;
    while (grid(s) <= t + tiny(t, s->task->stop))
        s->row++;
    return s->task->row && !s->task->row(s->task->user, t) ? SOLVER_UNWRITTEN : SOLVER_RUNNING;
}

/* Assertions, at a point that is a result; the model was evaluated there. */
static dtc_status check(Run *s, double t)
{
    dtc_status status = s->h->check ? s->h->check(s->task->model) : DTC_OK;

    if (s->task->warn)
        s->task->warn(s->task->user, t);
    return status;
}

/* Rows of the grid inside the last step, before t. */
static solver_end put_grid(Run *s, double t)
{
    solver_end end = SOLVER_RUNNING;

    while (end == SOLVER_RUNNING && grid(s) < t - tiny(t, s->task->stop)) {
        double at = grid(s);
        CVodeGetDky(s->cv, at, 0, s->work);
        dtc_status status = cvode_held(s, at, s->work);
        end = status == DTC_OK ? put_row(s, at) : trouble(s, status, at);
        if (end == SOLVER_RUNNING && (status = check(s, at)) != DTC_OK)
            end = trouble(s, status, at);
    }
    return end;
}

/* ---- a stretch ----------------------------------------------------------------------------------------- */

/* All that is known of the model at t: evaluated, with its guards. */
static dtc_status look(Run *s, double t)
{
    dtc_status status = cvode_evaluate(s, t, states(s->y));

    if (status == DTC_OK && s->h->guards > 0)
        s->h->guards_at(s->task->model, s->guard);
    return status;
}

/* Does a guard that held since the stretch began hold no longer? */
static bool lost(const Run *s)
{
    for (int i = 0; i < s->h->guards; i++)
        if (s->active[i] && s->guard[i] < 0)
            return true;
    return false;
}

/* The first instant after `from` at which a guard is lost, and the states there: bisection to rounding. */
static dtc_status locate(Run *s, double from, double *t)
{
    double low = from, high = *t;
    dtc_status status = DTC_OK;

    while (status == DTC_OK && high - low > tiny(low, high)) {
        double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high)
            break;
        CVodeGetDky(s->cv, middle, 0, s->y);
        status = look(s, middle);
        *(lost(s) ? &high : &low) = middle;
    }
    CVodeGetDky(s->cv, high, 0, s->y);
    *t = high;
    return status == DTC_OK ? look(s, high) : status;
}

static bool look_for_graze(void *user, double t, int i, double *value)
{
    Run *s = user;

    CVodeGetDky(s->cv, t, 0, s->y);
    if (look(s, t) != DTC_OK)
        return false;
    *value = s->guard[i];
    return lost(s);
}

/* Guards that hold at both ends of the step to *t, and did not on the way. */
static dtc_status find_graze(Run *s, double *t, bool *root)
{
    const long before = s->result->count.evaluations;
    double at = *t;

    if (grazes_step(&s->grazes, s->active, *t, s->guard, look_for_graze, s, &at)) {
        *t = at;
        *root = true;
        return locate(s, s->t, t);
    }
    if (s->result->count.evaluations == before)
        return DTC_OK;
    CVodeGetDky(s->cv, *t, 0, s->y);
    return look(s, *t);
}

/* The guards along the last step, up to *t where CVODE stopped (root: at a root). The first that is lost earlier
 * shortens the step. */
static dtc_status follow(Run *s, double *t, bool *root)
{
    double reach = (s->task->stop - s->start) / LOOKS, low = s->t, high;
    dtc_status status = DTC_OK;

    for (; status == DTC_OK && s->h->guards > 0 && *t - low > reach; low = high) {
        high = low + reach;
        CVodeGetDky(s->cv, high, 0, s->y);
        status = look(s, high);
        if (status != DTC_OK || lost(s)) {
            *t = high;
            *root = true;
            return status == DTC_OK ? locate(s, low, t) : status;
        }
    }
    if (low > s->t)
        CVodeGetDky(s->cv, *t, 0, s->y);
    status = look(s, *t);
    if (status != DTC_OK || *root)
        return status;
    if (!lost(s))
        return find_graze(s, t, root);
    *root = true;
    return locate(s, low, t);
}

static dtc_status look_within(void *user, double t)
{
    Run *s = user;

    CVodeGetDky(s->cv, t, 0, s->work);
    return cvode_evaluate(s, t, states(s->work));
}

/* Did a system of equations lose its rank in the step to *t? Then at *t. */
static solver_end watch_ranks(Run *s, double *t)
{
    int which = ranks_step(&s->ranks, s->h, s->task->model, *t, s->task->rtol, look_within, s, t);

    if (which >= 0)
        trouble_rank(s->h, which, *t, s->result);
    return which >= 0 ? SOLVER_SINGULAR : SOLVER_RUNNING;
}

/* The states and rates of the present point, from which the next step begins. */
static void remember(Run *s)
{
    memcpy(s->was, states(s->y), (size_t)s->n * sizeof *s->was);
    memcpy(s->rate, s->dx, (size_t)s->n * sizeof *s->rate);
}

/* From the first drift of a run on its steps are projected, with an evaluation more each. */
static bool watch_drift(Run *s)
{
    if (s->projects || !s->h->drifts || !s->h->drifts(s->task->model))
        return true;
    s->projects = true;
    cvode_count(s);
    return cvode_held(s, s->t, s->y) == DTC_OK && CVodeSetProjFrequency(s->cv, 1) == 0 &&
           CVodeReInit(s->cv, s->t, s->y) == 0 && CVodeSetStopTime(s->cv, s->limit) == 0;
}

/* Is the way of state i in the last step, up to t, what its rates add up to in it? Rates may be none at both ends: of a
 * spool that has left its band and come back. The model is left anywhere. */
static bool is_explained(Run *s, int i, double t)
{
    const double part = (t - s->t) / WAY, way = states(s->y)[i] - s->was[i];
    double sum = 0;

    for (int k = 0; k < WAY; k++) {
        if (look_within(s, s->t + (k + 0.5) * part) != DTC_OK)
            return false;
        sum += part * s->dx[i];
    }
    return fabs(sum - way) <= NEAR * fabs(way);
}

/* The state that jumped over a pole in the last step, up to t, by rates as they were on the way, with what has drifted.
 * -1: none. The model was evaluated at t, and is. */
static int find_pole(Run *s, double t, dtc_status *status)
{
    const double *const end[] = { s->was, states(s->y), s->rate, s->dx };
    const double h = t - s->t + DBL_EPSILON * fabs(t);
    int pole = step_jumped(0, s->h->states, h, s->task->rtol, states(s->tolerance), end);

    while (pole >= 0 && is_explained(s, pole, t)) {
        if ((*status = look(s, t)) != DTC_OK)
            return -1;
        pole = step_jumped(pole + 1, s->h->states, h, s->task->rtol, states(s->tolerance), end);
    }
    return pole;
}

/* CVODE made a step to t, or to a root at t. */
static solver_end accept(Run *s, double t, bool root)
{
    dtc_status status = follow(s, &t, &root);
    int pole = -1;

    if (status == DTC_OK)
        pole = find_pole(s, t, &status);
    if (status == DTC_OK && pole < 0 && root) /* interpolated: what is held has drifted */
        status = cvode_held(s, t, s->y);
    if (status != DTC_OK)
        return trouble(s, status, t);
    if (pole >= 0) {
        trouble_pole(s->h, pole, s->t, s->was[pole], states(s->y)[pole], s->result);
        return SOLVER_STUCK;
    }
    solver_end lost = watch_ranks(s, &t);
    for (int i = 0; i < s->h->guards; i++) {
        s->fired[i] = root && s->active[i] && s->guard[i] <= 0;
        s->active[i] |= s->guard[i] > 0;
    }
    s->due = root;
    grazes_keep(&s->grazes, t, s->guard);
    s->still = root || t - s->t > tiny(t, s->t) ? 0 : s->still + 1;
    solver_end end = put_grid(s, t);
    s->t = t;
    if (end != SOLVER_RUNNING || lost != SOLVER_RUNNING)
        return end != SOLVER_RUNNING ? end : lost;
    if (look(s, t) == DTC_OK && !watch_drift(s))
        return SOLVER_MEMORY;
    remember(s);
    if ((status = check(s, t)) != DTC_OK)
        end = put_row(s, t) == SOLVER_RUNNING ? trouble(s, status, t) : SOLVER_UNWRITTEN;
    return end;
}

static solver_end give_up(Run *s, int flag)
{
    double *error = NULL;
    int near = ranks_near(&s->ranks);

    if (near >= 0) {
        trouble_near(s->h, near, s->t, s->result);
        return SOLVER_SINGULAR;
    }
    if (s->status != DTC_OK && s->failed_time >= s->t) { /* no smaller step helped */
        cvode_evaluate(s, s->failed_time, s->failed);
        return trouble(s, s->status, s->failed_time);
    }
    if (CVodeGetEstLocalErrors(s->cv, s->work) == 0 && CVodeGetErrWeights(s->cv, s->tolerance) == 0) {
        N_VProd(s->work, s->tolerance, s->work);
        error = states(s->work);
    }
    trouble_solver(s->task, flag, s->t, error, s->result);
    return SOLVER_STUCK;
}

/* From s->t to an event (s->due), or to the stop time. */
static solver_end stretch(Run *s)
{
    solver_end end = SOLVER_RUNNING;
    double instant = fmin(s->h->next ? s->h->next(s->task->model) : INFINITY, s->piece_end),
           limit = fmin(instant, s->task->stop), t;

    s->limit = limit;
    s->due = false;
    memset(s->fired, 0, (size_t)s->h->guards * sizeof *s->fired);
    if (limit - s->t > tiny(limit, s->t)) {
        if (CVodeReInit(s->cv, s->t, s->y) != 0 || CVodeSetStopTime(s->cv, limit) != 0)
            return SOLVER_MEMORY;
        do {
            int flag = CVode(s->cv, limit, s->y, &t, CV_ONE_STEP);
            end = flag < 0 ? give_up(s, flag)
                           : accept(s, flag == CV_TSTOP_RETURN ? limit : t, flag == CV_ROOT_RETURN);
            if (end == SOLVER_RUNNING && s->still >= STANDSTILL)
                end = give_up(s, CV_SUCCESS);
            if (end == SOLVER_RUNNING && s->task->poll && s->task->poll(s->task->user, s->t))
                end = SOLVER_INTERRUPTED;
        } while (end == SOLVER_RUNNING && !s->due && s->t < limit);
        cvode_count(s);
    } else { /* two instants a rounding apart: the model has to know that the second has come */
        s->t = fmax(s->t, limit);
        dtc_status status = look(s, s->t);
        if (status != DTC_OK)
            return trouble(s, status, s->t);
    }
    s->due |= s->t >= instant - 1e-14 * fabs(instant); /* instants that differ by rounding are one */
    return end;
}

/* ---- events -------------------------------------------------------------------------------------------- */

/* Where a stretch begins: a row, assertions, guards. */
static solver_end settle(Run *s)
{
    dtc_status status = look(s, s->t);

    if (status != DTC_OK)
        return trouble(s, status, s->t);
    for (int i = 0; i < s->h->guards; i++)
        s->active[i] = s->guard[i] >= 0;
    ranks_begin(&s->ranks, s->h, s->task->model, s->t);
    grazes_begin(&s->grazes, s->t, s->guard);
    remember(s);
    solver_end end = put_row(s, s->t);
    if (end == SOLVER_RUNNING && (status = check(s, s->t)) != DTC_OK)
        end = trouble(s, status, s->t);
    return end;
}

static solver_end event(Run *s)
{
    double run = s->task->stop - s->start;
    solver_end end = s->row_time < s->t ? put_row(s, s->t) : SOLVER_RUNNING, after;

    s->result->count.events++;
    if (end == SOLVER_RUNNING)
        end = event_pile(s->h, s->firing, s->fired, s->t, fmin(run / 1000, 0.01), s->result);
    if (end != SOLVER_RUNNING)
        return end;
    if (s->h->leave)
        s->h->leave(s->task->model);
    dtc_status status = s->task->tune ? s->task->tune(s->task->user, s->t) : DTC_OK;
    if (status != DTC_OK)
        return trouble(s, status, s->t);
    if (s->task->piece)
        s->piece_end = s->task->piece(s->task->user, s->t);
    if (s->task->inputs)
        s->task->inputs(s->task->user, s->t);
    end = event_settle(s->task, s->t, s->result);
    if (s->task->warn)
        s->task->warn(s->task->user, s->t);
    if (end > SOLVER_TERMINATED)
        return end;
    s->h->get(s->task->model, states(s->y));
    s->fresh = false;
    after = settle(s);
    return after == SOLVER_RUNNING ? end : after;
}

/* An event whose left side, with other inputs, is no point of this run. */
static solver_end begin_with_event(Run *s)
{
    dtc_status status = look(s, s->t);

    return status == DTC_OK ? event(s) : trouble(s, status, s->t);
}

static solver_end run(Run *s)
{
    if (s->task->piece)
        s->piece_end = s->task->piece(s->task->user, s->t);
    solver_end end = s->task->event_first ? begin_with_event(s) : settle(s);
    while (end == SOLVER_RUNNING && s->t < s->task->stop) {
        end = stretch(s);
        if (end == SOLVER_RUNNING && s->due)
            end = event(s);
    }
    if ((end == SOLVER_RUNNING || end == SOLVER_INTERRUPTED) && s->row_time < s->t &&
        put_row(s, s->t) == SOLVER_UNWRITTEN)
        end = SOLVER_UNWRITTEN;
    if (end == SOLVER_INTERRUPTED)
        say(s->result, "at time %.9g: interrupted", s->t);
    return end == SOLVER_RUNNING ? SOLVER_DONE : end;
}

solver_end solver_run(const solver_task *task, solver_result *result)
{
    const dtc_hybrid *h = task->hybrid;
    dtc_real start;
    Run s = {
        .task = task, .h = h, .result = result, .n = h->states > 0 ? h->states : 1, .piece_end = INFINITY
    };
    solver_end end = SOLVER_MEMORY;

    *result = (solver_result){ 0 };
    memcpy(&start, (const char *)task->model + h->info->time, sizeof start);
    s.t = s.start = s.row_time = (double)start;
    if (cvode_open(&s)) {
        states(s.y)[0] = 0;
        h->get(task->model, states(s.y));
        if (cvode_prepare(&s))
            end = run(&s);
    }
    if (end == SOLVER_MEMORY)
        say(result, "at time %.9g: out of memory", s.t);
    cvode_close(&s);
    return end;
}
