/* sim_hybrid.c - a run with a variable step: the truth, within a tolerance.
 *
 * Lends the solver (runtime/host/solver.h) the inputs of the scenario, the results file and Ctrl-C. Rows are those of
 * the output grid (--interval; default: the experiment's, or a 500th of the run) and two for each event.
 */
#include <math.h>
#include <time.h>
#include "reduce.h"
#include "sim.h"

static void inputs(void *user, double t)
{
    SimRun *r = user;
    scenario_values(&r->scenario, r->info, r->model, t);
}

static double piece(void *user, double t)
{
    SimRun *r = user;
    scenario_enter(&r->scenario, t);
    return scenario_end(&r->scenario, t);
}

static bool row(void *user, double t)
{
    SimRun *r = user;
    if (r->account)
        account_row(r->account, r->model, t);
    return sim_row(r, t);
}

/* States stay, and with them the places, until the event has gone on. */
static dtc_status tune(void *user, double t)
{
    SimRun *r = user;

    if (!scenario_due(&r->scenario, t))
        return DTC_OK;
    dtc_status status = sim_tune(r);
    if (status != DTC_OK || !r->account)
        return status;
    status = r->hybrid->derivatives(r->model, r->rates);
    account_tuned(r->account, r->model);
    return status;
}

static void warn(void *user, double t) { sim_tell_warnings(user, t); }

static bool poll(void *user, double t)
{
    SimRun *r = user;
    sim_progress(r, (t - r->from) / (r->stop - r->from));
    return sim_stop_asked();
}

solver_task sim_task(const Flat *f, const struct SimOptions *o, double from, double stop)
{
    solver_task task = { .stop = stop };

    task.interval = o->interval > 0 ? o->interval : f->has_interval ? f->interval : (stop - from) / 500;
    task.rtol = o->rtol > 0 ? o->rtol : f->tolerance;
    task.atol = o->atol > 0 ? o->atol : task.rtol;
    return task;
}

static solver_task plan(SimRun *r)
{
    solver_task task = sim_task(r->f, r->o, r->from, r->stop);

    task.hybrid = r->hybrid;
    task.model = r->model;
    task.row = row;
    task.poll = poll;
    task.warn = warn;
    task.user = r;
    task.event_first = r->inputs_jump || scenario_due(&r->scenario, r->from);
    if (r->scenario.input)
        task.inputs = inputs;
    if (r->scenario.input || r->scenario.tuned)
        task.piece = piece;
    if (r->scenario.tuned)
        task.tune = tune;
    return task;
}

static bool is_possible(const SimRun *r, const solver_task *task)
{
    double run = r->stop - r->from;

    if (!sim_has_time(r))
        return false;
    if (run / task->interval > 1e9)
        fprintf(stderr, "dtc: --interval: rows each %g s are more than 1e9 in a run of %g s\n",
                task->interval, run);
    return !(run / task->interval > 1e9);
}

static void tell_stats(const SimRun *r, const solver_count *c, double seconds)
{
    fprintf(stderr,
            "%s: %ld steps (%ld repeated for the error, %ld for the iteration), %ld evaluations, %ld "
            "Jacobians, %ld factorizations, %ld events in %ld passes, %.3f s\n",
            r->info->name, c->steps, c->error_failures, c->newton_failures, c->evaluations, c->jacobians,
            c->factorizations, c->events, c->passes, seconds);
}

int sim_hybrid(SimRun *r)
{
    solver_task task = plan(r);
    solver_result result;
    dtc_status status;

    if (!is_possible(r, &task) || !sim_set_up(r, r->hybrid->setup, &status) || !sim_open(r))
        return 1;
    r->rates = NEW_N(&r->d->run, double, r->hybrid->states + 1);
    clock_t begin = clock();
    if (status == DTC_TERMINATE)
        task.stop = r->from; /* a row of the start */
    solver_end end = solver_run(&task, &result);
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    bool good = end == SOLVER_DONE || end == SOLVER_TERMINATED;
    if (!good && end != SOLVER_INTERRUPTED && end != SOLVER_UNWRITTEN) {
        fprintf(stderr, "dtc: %s %s\n", r->info->name, result.message);
        note_declaration(r->d, result.message);
        note_held(r->d, r->f, result.message);
        scenario_origins(r->d, &r->scenario, result.message);
    }
    if (r->o->stats)
        tell_stats(r, &result.count, seconds);
    sim_tell_counts(r, "steps and rows", status);
    r->broken = !good && end != SOLVER_INTERRUPTED;
    int code = sim_finish(r, end == SOLVER_TERMINATED ? DTC_TERMINATE : status);
    return good ? code : 1;
}
