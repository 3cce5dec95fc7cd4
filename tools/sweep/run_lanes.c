/* run_lanes.c - points in lanes of the machine's vectors (docs/lanes.md): several runs in one step.
 *
 * Each lane has a run of its own, at a time of its own: where one ends, whatever its end, the lane takes the next
 * point, and the others go on. A lane has the bits of a model that is stepped alone, and measures look at the same
 * values after the same samples, so that rows are those of points that run one by one.
 *
 * Inputs are put into the lanes' vectors before a step; what measures look at is an output of the model (metric.c),
 * which after the step has the value of its sample. Lanes are not for ever faster: where too many samples are stepped
 * alone, or too few lanes have a point, what is under way is finished one by one.
 *
 * Cost: that of steps in lanes; a setup, and a copy of what lanes have, for each point.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "sweep.h"

enum { PROOF = 2048 };                     /* samples of a lane, after which it is asked whether lanes are faster */

typedef struct { PointRun run; Runner r; long long look; double seconds; bool on; } Lane;

typedef struct {
    const Study *s; Built *b; const dtc_lanes_info *info; const Points *points;
    char *m;
    int *off; const dtc_status *status; const long long *steps, *alone;    /* by lane */
    long long most, samples;               /* of a run; of all runs */
    bool inputs, measures, more;           /* more: there may be more points */
    int under_way;
    double spent;                          /* of a clock, until then: lanes' seconds */
    Lane lane[MOST_LANES];
} Lanes;

/* ---- where numbers are --------------------------------------------------------------------------------- */

/* Bytes before the vector of a variable; 0: it is in no vector. */
static size_t vector_at(const dtc_lanes_info *l, const dtc_variable *v)
{
    const size_t width = l->model->real_size;

    for (const dtc_lanes_row *r = l->row; r < l->row + l->rows; r++) {
        const size_t one = r->is_real ? width : sizeof(int);
        if (r->is_real == (v->type == DTC_REAL) && v->offset >= r->one &&
            v->offset < r->one + one * (size_t)r->n)
            return r->lanes + (v->offset - r->one) / one * (size_t)l->lanes * width;
    }
    return 0;
}

void lanes_found(Built *b)
{
    Arena *a = &b->d->run;

    vec_clear(b->measured_at);
    vec_clear(b->input_at);
    for (uint32_t i = 0; i < vec_len(b->measured); i++)
        vec_push(a, b->measured_at, vector_at(b->lanes, &b->measured[i]));
    for (uint32_t i = 0; i < vec_len(b->scenario.input); i++)
        vec_push(a, b->input_at, vector_at(b->lanes, &b->scenario.input[i].var));
}

static char *element(const Lanes *l, size_t vector, int at)
{
    return l->m + vector + (size_t)at * l->info->model->real_size;
}

/* Integers are as wide as Reals there. */
static double element_value(const Lanes *l, const dtc_variable *v, const char *element)
{
    dtc_variable own;
    int64_t wide;
    int32_t narrow;
    double x;

    if (v->type == DTC_REAL && l->info->model->real_size == sizeof x) {
        memcpy(&x, element, sizeof x);
        return v->sign < 0 ? -x : x;
    }
    own = *v;
    own.offset = 0;
    if (v->type == DTC_REAL)
        return dtc_get(l->info->model, element, &own);
    memcpy(&narrow, element, sizeof narrow);
    if (l->info->model->real_size == sizeof wide) {
        memcpy(&wide, element, sizeof wide);
        narrow = (int32_t)wide;
    }
    return dtc_get(l->info->model, &narrow, &own);
}

/* Of the model of the lane. */
static void put_element(const Lanes *l, const dtc_variable *v, size_t vector, int at)
{
    const char *from = (const char *)l->lane[at].r.model + v->offset;
    char *to = element(l, vector, at);
    int narrow;

    if (v->type == DTC_REAL) {
        memcpy(to, from, l->info->model->real_size);
        return;
    }
    memcpy(&narrow, from, sizeof narrow);
    if (l->info->model->real_size == sizeof(int64_t))
        memcpy(to, &(int64_t){ narrow }, sizeof(int64_t));
    else
        memcpy(to, &(int32_t){ narrow }, sizeof(int32_t));
}

/* ---- a lane -------------------------------------------------------------------------------------------- */

/* Lanes that are under way share the time that has gone. */
static void spend(Lanes *l)
{
    const double now = sweep_clock();

    for (int at = 0; at < l->info->lanes; at++)
        if (l->lane[at].on)
            l->lane[at].seconds += (now - l->spent) / l->under_way;
    l->spent = now;
}

static double time_of(const PointRun *run) { return run->from + (double)run->k * run->b->info->step; }

static void end_lane(Lanes *l, int at, dtc_status status)
{
    Lane *lane = &l->lane[at];

    (void)l->info->get(l->m, at);
    spend(l);
    l->samples += lane->run.k;
    point_end(&lane->run, status, lane->seconds);
    l->points->done(l->points->of, at);
    lane->on = false;
    l->off[at] = 1;
    l->under_way--;
}

/* The next point; one that is over after its setup is followed by another. */
static void fill(Lanes *l, int at)
{
    Lane *lane = &l->lane[at];
    Row *row;

    while (!lane->on && l->more) {
        l->more = l->points->next(l->points->of, at, lane->r.x, &row);
        if (!l->more)
            return;
        const dtc_status status = point_started(&lane->run, l->s, l->b, &lane->r, row);
        lane->look = 0;
        lane->seconds = 0;
        lane->on = true;
        l->under_way++;
        if (status == DTC_OK) {
            l->off[at] = 0;
            l->info->put(l->m, at);
        } else {
            end_lane(l, at, status);
        }
    }
}

/* Before step k: limits, and the last sample. */
static void look(Lanes *l, int at)
{
    Lane *lane = &l->lane[at];
    PointRun *run = &lane->run;

    run->time = time_of(run);
    if (l->s->timeout > 0)
        spend(l);
    if (point_limited(run, run->k, lane->seconds) && run->k < l->most) {
        end_lane(l, at, DTC_OK);
        return;
    }
    run->row->end = POINT_OK;
    lane->look = point_next_look(run, run->k, l->most);
    if (run->k < l->most)
        return;
    (void)l->info->get(l->m, at);
    end_lane(l, at, point_steps(run));
}

/* ---- a step -------------------------------------------------------------------------------------------- */

/* Inputs of the sample go into the vectors, parameters that change into the lane's model. */
static dtc_status take_inputs(Lanes *l, int at)
{
    Lane *lane = &l->lane[at];
    Scenario *s = &lane->r.scenario;
    const double time = time_of(&lane->run);

    scenario_apply(s, l->b->info, lane->r.model, time);
    for (uint32_t i = 0; i < vec_len(s->input); i++)
        if (l->b->input_at[i])
            put_element(l, &s->input[i].var, l->b->input_at[i], at);
    if (!scenario_due(s, time))
        return DTC_OK;
    (void)l->info->get(l->m, at);
    (void)scenario_tune(s, l->b->info, lane->r.model, time);
    return l->b->info->tune(lane->r.model);
}

/* Of the sample that was stepped over. */
static void row_of(Lanes *l, int at)
{
    Lane *lane = &l->lane[at];
    const Built *b = l->b;

    for (uint32_t k = 0; k < vec_len(b->running); k++) {
        const uint32_t i = b->running[k];
        const dtc_variable *v = &b->measured[i];
        lane->r.seen[i] = b->measured_at[i] ? element_value(l, v, element(l, b->measured_at[i], at))
                                            : dtc_get(b->info, lane->r.model, v);
    }
    point_seen(&lane->run, time_of(&lane->run));
}

/* What the step said of a lane that it ends. */
static void ended_in_step(Lanes *l, int at, dtc_status status)
{
    PointRun *run = &l->lane[at].run;
    const bool moved = l->steps[at] != run->k;

    run->last = run->time = time_of(run);
    (void)l->info->get(l->m, at);
    if (moved)
        point_ended_in_step(run, status);
    end_lane(l, at, status);
}

/* false: a lane has ended */
static bool step(Lanes *l)
{
    bool all = true;

    for (int at = 0; l->inputs && at < l->info->lanes; at++) {
        const dtc_status status = l->lane[at].on ? take_inputs(l, at) : DTC_OK;
        if (status <= DTC_TERMINATE)
            continue;
        l->lane[at].run.time = time_of(&l->lane[at].run);
        end_lane(l, at, status);
        all = false;
    }
    const bool good = l->info->step(l->m) == DTC_OK;
    for (int at = 0; at < l->info->lanes && (l->measures || !good); at++) {
        if (!l->lane[at].on)
            continue;
        if (l->measures && l->status[at] <= DTC_TERMINATE)
            row_of(l, at);
        if (l->status[at] != DTC_OK) {
            ended_in_step(l, at, l->status[at]);
            all = false;
        }
    }
    for (int at = 0; at < l->info->lanes; at++)
        l->lane[at].run.k += l->lane[at].on;
    return all;
}

/* ---- all of them --------------------------------------------------------------------------------------- */

/* At most a tenth of the steps are alone, and a third of the lanes or more have a point: else one model after the other
 * is as fast. Whoever asks for lanes has them. */
static bool pays(Lanes *l)
{
    long long alone = 0, samples = l->samples;

    for (int at = 0; at < l->info->lanes; at++) {
        alone += l->alone[at];
        samples += l->lane[at].on ? l->lane[at].run.k : 0;
    }
    if (l->s->lanes)
        return true;
    if (samples > (long long)PROOF * l->info->lanes && alone > samples / 10)
        l->b->one_by_one = true;
    return !l->b->one_by_one && (l->more || 3 * l->under_way > l->info->lanes);
}

/* What is under way goes on one by one. */
static void finish(Lanes *l)
{
    for (int at = 0; at < l->info->lanes; at++) {
        Lane *lane = &l->lane[at];
        if (!lane->on)
            continue;
        (void)l->info->get(l->m, at);
        spend(l);
        lane->run.begun = l->spent - lane->seconds;
        const dtc_status status = point_steps(&lane->run);
        l->spent = sweep_clock();
        lane->seconds = l->spent - lane->run.begun;
        end_lane(l, at, status);
    }
}

/* Steps until a lane ends, or is to be looked at. */
static void steps(Lanes *l)
{
    long long n = LLONG_MAX;

    for (int at = 0; at < l->info->lanes; at++)
        if (l->lane[at].on && l->lane[at].look - l->lane[at].run.k < n)
            n = l->lane[at].look - l->lane[at].run.k;
    while (n-- > 0 && step(l))
        ;
    spend(l);
}

static bool prepare(Lanes *l)
{
    const dtc_lanes_info *info = l->info;
    const size_t line = 64, size = (info->size + line - 1) / line * line;

    l->m = aligned_alloc(line, size);
    if (!l->m)
        return false;
    info->init(l->m);
    l->off = (int *)(void *)(l->m + info->off);
    l->status = (const dtc_status *)(void *)(l->m + info->status);
    l->steps = (const long long *)(void *)(l->m + info->steps);
    l->alone = (const long long *)(void *)(l->m + info->alone);
    for (int at = 0; at < info->lanes; at++) {
        char *model = l->m + info->lane + (size_t)at * info->model->size;
        l->lane[at].r = runner_new(l->b, vec_len(l->s->factor), model);
        l->off[at] = 1;
        ((long long *)(void *)(l->m + info->halts))[at] = 1;
    }
    return true;
}

void run_lanes(const Study *s, Built *b, int at_once, const Points *points)
{
    Lanes l = { .s = s, .b = b, .info = b->lanes, .points = points, .most = point_steps_of(b), .more = true };

    l.spent = sweep_clock();

    l.inputs = vec_len(b->scenario.input) || vec_len(b->scenario.tuned);
    l.measures = vec_len(b->running) > 0;
    if (!prepare(&l)) {
        b->one_by_one = true;
        return;
    }
    do {
        for (int at = 0; at < l.info->lanes && at < at_once; at++)
            do
                fill(&l, at);
            while (l.lane[at].on && l.lane[at].run.k == l.lane[at].look && (look(&l, at), !l.lane[at].on));
        if (l.under_way && pays(&l))
            steps(&l);
        else
            finish(&l);
    } while (l.under_way || (l.more && !b->one_by_one));
    free(l.m);
}
