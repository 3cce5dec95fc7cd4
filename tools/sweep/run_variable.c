/* run_variable.c - a point by the variable-step solver (runtime/host/solver.h), as `dtc sim` runs it.
 *
 * Measures look at the rows of that run: each --interval, and both sides of an event. A condition that is measured is
 * an event of the model, so that its time is the solver's. What ends a run before its end is a number of the solver's
 * steps; a clock is looked at once in LOOK of them. Each run has a solver of its own, so that a row depends on its
 * point alone.
 *
 * Cost: that of the run, and some microseconds for the solver's memory.
 */
#include "sweep.h"

enum { LOOK = 16 };                        /* steps between two looks at the clock */

typedef struct { PointRun *run; long long steps; } Variable;

static void inputs(void *user, double t)
{
    const PointRun *run = ((Variable *)user)->run;
    scenario_values(&run->r->scenario, run->b->info, run->r->model, t);
}

static double piece(void *user, double t)
{
    const PointRun *run = ((Variable *)user)->run;
    scenario_enter(&run->r->scenario, t);
    return scenario_end(&run->r->scenario, t);
}

static dtc_status tune(void *user, double t)
{
    const PointRun *run = ((Variable *)user)->run;
    return scenario_tune(&run->r->scenario, run->b->info, run->r->model, t)
             ? run->b->info->tune(run->r->model)
             : DTC_OK;
}

static bool row(void *user, double t)
{
    PointRun *run = ((Variable *)user)->run;

    point_row(run, t);
    run->time = t;
    return true;
}

static bool poll(void *user, double t)
{
    Variable *v = user;

    v->run->time = t;
    if (++v->steps % LOOK == 0)
        built_faster(v->run->b);
    return (v->steps % LOOK == 0 || (double)v->steps == v->run->s->most_steps) &&
           point_limited(v->run, v->steps, sweep_clock() - v->run->begun);
}

dtc_status variable_steps(PointRun *run)
{
    Variable v = { .run = run };
    const Scenario *s = &run->r->scenario;
    solver_task task = run->b->task;
    solver_result result;

    task.model = run->r->model;
    task.user = &v;
    task.row = row;
    task.poll = poll;
    task.inputs = vec_len(s->input) ? inputs : NULL;
    task.piece = vec_len(s->input) || vec_len(s->tuned) ? piece : NULL;
    task.tune = vec_len(s->tuned) ? tune : NULL;
    task.event_first = scenario_due(s, run->from);
    const dtc_status tuned = tune(&v, run->from);
    if (tuned > DTC_TERMINATE)
        return tuned;
    const solver_end end = solver_run(&task, &result);
    if (end == SOLVER_DONE || end == SOLVER_INTERRUPTED)
        return DTC_OK;
    if (end == SOLVER_TERMINATED)
        return DTC_TERMINATE;
    snprintf(run->row->message, MESSAGE_ROOM, "%.*s", MESSAGE_ROOM - 1, result.message);
    return DTC_RESULT;
}
