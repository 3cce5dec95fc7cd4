/* sim_fixed.c - a run with a fixed step: what a rig would do.
 *
 * Row k has the values of time t_k = start + k*step: inputs are set, the model evaluates, the row is written, the
 * states advance. Parameters that change at that time do so before.
 */
#include <math.h>
#include <string.h>
#include "emit.h"
#include "sim.h"

/* since the model's start: the first step of the run, the last; between rows */
typedef struct { long long first, steps; long every; } Plan;

static long long steps_made(const SimRun *r)
{
    long long steps;
    uint64_t at = 0;

    (void)laid_at(r->e->layout, AT_steps, 0, &at);
    memcpy(&steps, (const char *)r->model + at, sizeof steps);
    return r->resumed ? steps : 0;
}

static bool plan_time(const SimRun *r, Plan *plan)
{
    double h = r->info->step, start = r->info->start_time, stop = r->stop;
    double interval = r->o->interval > 0 ? r->o->interval : r->f->has_interval ? r->f->interval : h;
    double steps = (stop - start) / h;

    if (!sim_has_time(r))
        return false;
    if (!(steps < 1e15)) {
        fprintf(stderr, "dtc: --step: from %g to %g s there are more than 1e15 steps of %g s\n", start, stop,
                h);
        return false;
    }
    if (steps > 0 && steps < 1 - 1e-9)
        fprintf(stderr, "dtc: warning: a step of %g s is longer than the run from %g to %g s\n", h, start,
                stop);
    plan->first = steps_made(r);
    plan->steps = llround(steps) > plan->first ? llround(steps) : plan->first;
    plan->every = interval / h < 1e9 ? (long)fmax(1, round(interval / h)) : 1000000000L;
    if (r->o->interval > 0 && fabs((double)plan->every * h / interval - 1) > 1e-6)
        fprintf(stderr, "dtc: warning: --interval is rounded to %g s, a multiple of the step\n",
                (double)plan->every * h);
    return true;
}

/* The time of row k: the grid's, or that of the model where the method is behind it. */
static double row_time(const SimRun *r, long long k)
{
    double grid = r->info->start_time + (double)k * r->info->step;
    return strcmp(r->info->method, "exact") == 0 && sim_now(r) < grid - 1e-6 * r->info->step ? sim_now(r)
                                                                                             : grid;
}

/* Parameters whose time has come. With an account the model is evaluated with the old and the new ones, for what they
 * make of the energy. */
static dtc_status tune(SimRun *r, Halves *halves)
{
    dtc_status status = DTC_OK;

    if (!scenario_due(&r->scenario, sim_now(r)))
        return DTC_OK;
    if (r->account && (status = r->info->evaluate(r->model)) > DTC_TERMINATE)
        return status;
    if (r->account)
        account_untuned(r->account, r->model);
    status = sim_tune(r);
    if (status == DTC_OK)
        halves_tuned(halves);
    if (status == DTC_OK && r->account && (status = r->info->evaluate(r->model)) <= DTC_TERMINATE)
        account_tuned(r->account, r->model);
    return status > DTC_TERMINATE ? status : DTC_OK;
}

/* DTC_OK also where the file cannot be written any more, or Ctrl-C was pressed: sim_finish knows. */
static dtc_status run_steps(SimRun *r, Plan *plan, Halves *halves, Absorbed *absorbed)
{
    for (long long k = plan->first; k <= plan->steps; k++) {
        if (sim_stop_asked())
            plan->steps = k; /* a last row, with which the state that is saved agrees */
        scenario_apply(&r->scenario, r->info, r->model, sim_now(r));
        double now = sim_now(r);
        dtc_status status = tune(r, halves);
        if (status > DTC_TERMINATE)
            return status;
        sim_keep(r);
        halves_before(halves, k);
        status = r->info->evaluate(r->model);
        bool due = k % plan->every == 0 || k == plan->first || k == plan->steps || status == DTC_TERMINATE;
        if (status == DTC_RESULT || (status <= DTC_TERMINATE && due && !sim_finite(r)))
            return DTC_RESULT; /* also of a variable that no state and no output depends on; warnings had no values */
        sim_tell_warnings(r, now);
        if (status > DTC_TERMINATE)
            return status;
        if (r->account)
            account_row(r->account, r->model, sim_now(r));
        if (due && !sim_row(r, row_time(r, k)))
            return DTC_OK;
        if (status == DTC_TERMINATE || k == plan->steps)
            return status;
        absorbed_before(absorbed);
        status = r->info->advance(r->model);
        absorbed_after(absorbed);
        halves_after(halves);
        sim_tell_warnings(r, now);
        if (status != DTC_OK) {
            r->behind = sim_now(r) - now; /* what ends the run in a when-clause belongs to the row */
            return status;
        }
        if ((k & 0xfff) == 0xfff)
            sim_progress(r, (double)(k - plan->first) / (double)(plan->steps - plan->first));
    }
    return DTC_OK;
}

int sim_fixed(SimRun *r)
{
    Plan plan;
    dtc_status status;

    if (!plan_time(r, &plan))
        return 1;
    Halves *halves = halves_begin(r);
    const bool tuned = scenario_due(&r->scenario, r->from);
    if (!sim_set_up(r, r->info->setup, &status) || !sim_open(r))
        return 1;
    if (tuned)
        halves_tuned(halves);
    if (status == DTC_TERMINATE)
        plan.steps = 0; /* a row of the start */
    Absorbed *absorbed = absorbed_begin(r);
    dtc_status last = run_steps(r, &plan, halves, absorbed);
    halves_end(halves);
    absorbed_end(absorbed);
    sim_tell_counts(r, "steps", last);
    return sim_finish(r, last == DTC_OK ? status : last);
}
