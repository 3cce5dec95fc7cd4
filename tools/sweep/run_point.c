/* run_point.c - one point: the struct with its values, set up and stepped to the end.
 *
 * The steps are those of `dtc sim` with the same method; of a variable step they are in run_variable.c, of several
 * points at once in run_lanes.c. Besides them a run costs what its measures take, and a look at the clock each 1024
 * steps.
 */
#include <math.h>
#include <string.h>
#include "sweep.h"

#define X(id, name, valued) { name, valued },
const struct PointEndInfo point_ends[ENDS] = { DTC_ENDS(X) };
#undef X

enum { LOOK = 1024 };                      /* steps between two looks at the clock */

static double model_time(const Built *b, const void *model)
{
    const dtc_variable time = { .offset = b->info->time, .type = DTC_REAL, .sign = 1 };
    return dtc_get(b->info, model, &time);
}

/* With cursors of its own. */
static SimInput *own_inputs(Dtc *d, const SimInput *in)
{
    SimInput *own = NULL;

    for (uint32_t i = 0; i < vec_len(in); i++)
        vec_push(&d->run, own, in[i]);
    return own;
}

Runner runner_new(const Built *b, uint32_t factors, void *model)
{
    Dtc *d = b->d;
    Runner r = { .model = model ? model : arena_alloc(&d->run, b->info->size),
                 .taken = NEW_N(&d->run, Taken, vec_len(b->measured) + 1),
                 .seen = NEW_N(&d->run, double, vec_len(b->measured) + 1),
                 .value = NEW_N(&d->run, double, vec_len(b->f->var)),
                 .x = NEW_N(&d->run, double, factors + 1),
                 .scenario = b->scenario };

    r.scenario.input = own_inputs(d, b->scenario.input);
    r.scenario.tuned = own_inputs(d, b->scenario.tuned);
    return r;
}

/* ---- values -------------------------------------------------------------------------------------------- */

static void put_values(const PointRun *run, const double *x)
{
    const Factor *factor = run->s->factor;

    memcpy(run->r->model, run->b->first, run->b->info->size);
    for (uint32_t k = 0; k < vec_len(factor); k++) {
        const Place *p = &run->b->place[k];
        const double value = factor[k].kind == VARY_LEVELS ? factor[k].number[(uint32_t)x[k]] : x[k];
        for (uint32_t i = 0; i < vec_len(p->variable); i++)
            dtc_set(run->b->info, run->r->model, &p->variable[i],
                    factor[k].scales ? value * p->base[i] : value);
    }
}

static void rewind_inputs(Scenario *s)
{
    for (uint32_t i = 0; i < vec_len(s->input); i++)
        s->input[i].next = 0;
    for (uint32_t i = 0; i < vec_len(s->tuned); i++)
        s->tuned[i].next = 0;
}

/* ---- steps --------------------------------------------------------------------------------------------- */

/* Inputs and parameters whose time has come. */
static dtc_status take_inputs(PointRun *run, double time)
{
    scenario_apply(&run->r->scenario, run->b->info, run->r->model, time);
    return scenario_tune(&run->r->scenario, run->b->info, run->r->model, time)
             ? run->b->info->tune(run->r->model)
             : DTC_OK;
}

/* The time of the model where the method is behind the grid. */
static double time_behind(const PointRun *run, double grid)
{
    const double now = model_time(run->b, run->r->model);
    return now < grid - 1e-6 * run->b->info->step ? now : grid;
}

/* The limit that comes first: of steps, or of the clock. */
bool point_limited(const PointRun *run, long long k, double seconds)
{
    const Study *s = run->s;

    if (s->most_steps > 0 && k >= (long long)s->most_steps)
        run->row->end = POINT_LIMIT;
    else if (s->timeout > 0 && seconds > s->timeout)
        run->row->end = POINT_TIMED_OUT;
    return run->row->end != POINT_OK;
}

long long point_steps_of(const Built *b) { return llround((b->stop - b->info->start_time) / b->info->step); }

/* In pieces, at whose ends limits are looked at. */
long long point_next_look(const PointRun *run, long long k, long long most)
{
    const long long limit = run->s->most_steps > 0 ? (long long)run->s->most_steps : most,
                    next = k + LOOK < most ? k + LOOK : most;
    return limit > k && limit < next ? limit : next;
}

void point_seen(PointRun *run, double time)
{
    taken_row(run->b, run->r->taken, run->r->seen, time, run->last, !run->any);
    run->any = true;
    run->last = time;
}

void point_row(PointRun *run, double time)
{
    taken_look(run->b, run->r->model, run->r->seen);
    point_seen(run, time);
}

/* A step that ends the run has made its states those of the next sample: the last row is there. */
void point_ended_in_step(PointRun *run, dtc_status status)
{
    if (status == DTC_TERMINATE && run->b->info->evaluate(run->r->model) <= DTC_TERMINATE)
        point_row(run, run->time + run->b->info->step);
}

dtc_status point_steps(PointRun *run)
{
    Built *b = run->b;
    const dtc_model_info *info = b->info;
    dtc_status (*evaluate)(void *) = info->evaluate, (*advance)(void *) = info->advance;
    void *model = run->r->model;
    const bool inputs = vec_len(b->scenario.input) || vec_len(b->scenario.tuned), exact = b->exact,
               measures = vec_len(b->running) > 0;
    const long long most = point_steps_of(b);
    const double from = run->from, step = info->step;
    long long look = run->k;
    double time = from;

    for (long long k = run->k;; k++) {
        if (k == look) {
            run->time = from + (double)k * step;
            if (point_limited(run, k, sweep_clock() - run->begun) && k < most)
                return DTC_OK;
            run->row->end = POINT_OK;
            look = point_next_look(run, k, most);
            built_faster(b);
            evaluate = info->evaluate;
            advance = info->advance;
        }
        time = from + (double)k * step;
        if (exact)
            time = time_behind(run, time);
        dtc_status status = inputs ? take_inputs(run, time) : DTC_OK;
        if (status <= DTC_TERMINATE)
            status = evaluate(model);
        if (measures && status <= DTC_TERMINATE)
            point_row(run, time);
        run->last = run->time = time;
        if (status != DTC_OK || k == most)
            return status;
        status = advance(model);
        if (status != DTC_OK)
            return point_ended_in_step(run, status), status;
    }
}

/* By whole steps, which are quick where nothing happens but motion (dtc_step.h), of a run that nobody looks at before
 * its end. false: it is over before that, and is to be run by point_steps(), which knows where */
static bool whole_steps(PointRun *run, dtc_status *status)
{
    Built *b = run->b;
    const double from = run->from, step = b->info->step;
    const long long most = point_steps_of(b);

    *status = DTC_OK;
    for (long long k = 0; k < most;) {
        run->time = from + (double)k * step;
        if (point_limited(run, k, sweep_clock() - run->begun))
            return true;
        const long long look = point_next_look(run, k, most);
        built_faster(b);
        for (dtc_status (*const go)(void *) = b->step; k < look; k++)
            if (go(run->r->model) != DTC_OK)
                return false;
    }
    run->time = run->last = from + (double)most * step;
    *status = b->info->evaluate(run->r->model);
    return true;
}

/* ---- how it ended -------------------------------------------------------------------------------------- */

static void tell_end(const PointRun *run, dtc_status status)
{
    const dtc_model_info *info = run->b->info;
    const void *model = run->r->model;
    char text[MESSAGE_ROOM] = "";
    int fault;

    memcpy(&fault, (const char *)model + info->fault, sizeof fault);
    const int i = status == DTC_INPUT && fault == 0 ? dtc_not_finite(info, model) : -1;
    if (fault > 0 && fault < info->messages)
        message_text(info, model, fault, text, sizeof text);
    else if (i >= 0)
        snprintf(text, sizeof text, "%s", sim_name(run->b->d, info, i));
    snprintf(run->row->message, MESSAGE_ROOM, "at time %.9g: %s%s%.100s", run->time, dtc_status_text(status),
             *text ? ": " : "", text);
}

static void limited(const PointRun *run)
{
    if (run->row->end == POINT_LIMIT)
        snprintf(run->row->message, MESSAGE_ROOM, "after %.0f steps, at time %.9g", run->s->most_steps,
                 run->time);
    else
        snprintf(run->row->message, MESSAGE_ROOM, "after %g s, at time %.9g", run->s->timeout, run->time);
}

/* A metric that is no number, but for times that never came, is a failure of the run. */
static void look_at_values(const PointRun *run)
{
    const Built *b = run->b;

    for (uint32_t i = 0; i < vec_len(b->measured); i++)
        if (b->f->measure[i].kind != MEASURE_WHEN && !isfinite(run->r->value[b->f->measure[i].value])) {
            run->row->end = POINT_FAILED;
            snprintf(run->row->message, MESSAGE_ROOM, "at time %.9g: %.150s is no finite number", run->time,
                     b->f->var[b->f->measure[i].value].name);
            return;
        }
}

dtc_status point_started(PointRun *run, const Study *s, Built *b, Runner *r, Row *row)
{
    *run = (PointRun){ .s = s, .b = b, .r = r, .row = row, .begun = sweep_clock() };
    run->from = run->last = run->time = b->info->start_time;
    row->end = POINT_OK;
    *row->message = 0;
    put_values(run, r->x);
    rewind_inputs(&r->scenario);
    scenario_apply(&r->scenario, b->info, r->model, run->from);
    taken_begin(r->taken, vec_len(b->measured));
    return (b->task.hybrid ? b->task.hybrid->setup : b->info->setup)(r->model);
}

static dtc_status fixed_steps(PointRun *run)
{
    Built *b = run->b;
    const bool looked_at = vec_len(b->running) || vec_len(b->scenario.input) || vec_len(b->scenario.tuned);
    dtc_status status;

    if (!b->step || b->exact || looked_at)
        return point_steps(run);
    if (whole_steps(run, &status))
        return status;
    const double begun = run->begun;
    (void)point_started(run, run->s, b, run->r, run->row);
    run->begun = begun;
    return point_steps(run);
}

void point_end(PointRun *run, dtc_status status, double seconds)
{
    const Built *b = run->b;
    Row *row = run->row;

    if (status > DTC_TERMINATE) {
        row->end = POINT_FAILED;
        if (!*row->message)
            tell_end(run, status);
    } else if (row->end != POINT_OK) {
        limited(run);
    } else {
        row->end = status == DTC_TERMINATE ? POINT_TERMINATED : POINT_OK;
        if (status == DTC_TERMINATE)
            tell_end(run, status);
        if (!run->any) /* it was over at its start */
            point_row(run, run->time);
        taken_metrics(b, run->r->taken, run->r->model, run->last - run->from, run->r->value, row->metric);
        look_at_values(run);
    }
    for (uint32_t i = 0; i < vec_len(b->f->metric); i++)
        if (!point_ends[row->end].valued)
            row->metric[i] = NAN;
    row->seconds = seconds;
}

void run_point(const Study *s, Built *b, Runner *r, Row *row)
{
    PointRun run;
    dtc_status status = point_started(&run, s, b, r, row);
    const double begun = run.begun;

    if (status == DTC_OK)
        status = b->task.hybrid ? variable_steps(&run) : fixed_steps(&run);
    point_end(&run, status, sweep_clock() - begun);
}
