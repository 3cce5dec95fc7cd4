/* A step of lanes (dtc_lanes.h): functions of vectors, the switching law, control flow. For generated code, which says
 * how many lanes there are: DTC_LANES.
 *
 * Each function gives every lane the bits that the one of its name gives a model alone; where the law's lists differ
 * from lane to lane, sums run through the elements of all of them, in the same order, and add nothing where an element
 * is not of a lane's own list. The law's: dtc_law.h.
 *
 * A step asks the lanes that are in whether they are quiet, all at once. The others are stepped alone, in models of
 * their own, and come in again. A lane may be asked in vain here that asks itself again alone: that costs, and changes
 * nothing. */
#ifndef DTC_LANES_STEP_H
#define DTC_LANES_STEP_H

#include "dtc_lanes_law.h"
#include "dtc_step.h"

/* ---- between the lanes and their models ---------------------------------------------------------------- */

/* Numbers of the model of a lane become elements of vectors, or the other way. */
static inline void dtc_lane_row_in(const dtc_lanes_row *r, char *m, const char *one, int at)
{
    if (r->is_real) {
        dtc_real *to = (dtc_real *)(void *)(m + r->lanes) + at;
        const dtc_real *from = (const dtc_real *)(const void *)(one + r->one);
        for (int i = 0; i < r->n; i++)
            to[i * DTC_LANES] = from[i];
    } else {
        dtc_lane_int *to = (dtc_lane_int *)(void *)(m + r->lanes) + at;
        const int *from = (const int *)(const void *)(one + r->one);
        for (int i = 0; i < r->n; i++)
            to[i * DTC_LANES] = from[i];
    }
}

static inline void dtc_lane_row_out(const dtc_lanes_row *r, const char *m, char *one, int at)
{
    if (r->is_real) {
        const dtc_real *from = (const dtc_real *)(const void *)(m + r->lanes) + at;
        dtc_real *to = (dtc_real *)(void *)(one + r->one);
        for (int i = 0; i < r->n; i++)
            to[i] = from[i * DTC_LANES];
    } else {
        const dtc_lane_int *from = (const dtc_lane_int *)(const void *)(m + r->lanes) + at;
        int *to = (int *)(void *)(one + r->one);
        for (int i = 0; i < r->n; i++)
            to[i] = (int)from[i * DTC_LANES];
    }
}

/* ---- control flow -------------------------------------------------------------------------------------- */

typedef struct {
    const dtc_functions *one;              /* of a model alone */
    const dtc_lanes_info *info;
    size_t lane_bytes;
    dtc_real step, start;
    dtc_status (*alone)(void *one);        /* a step */
    void (*lists)(void *m);                /* of the laws, after a lane has come in */
} dtc_lanes_functions;

static inline void *dtc_lane(const dtc_lanes_functions *f, const void *m, int at)
{
    return (char *)(uintptr_t)m + f->info->lane + (size_t)at * f->lane_bytes;
}

static inline dtc_lanes *dtc_lanes_control(const dtc_lanes_functions *f, void *m)
{
    return (dtc_lanes *)(void *)((char *)m + f->info->control);
}

static inline dtc_reals *dtc_lanes_time(const dtc_lanes_functions *f, void *m)
{
    return (dtc_reals *)(void *)((char *)m + f->info->time);
}

/* Rows that are one of these. */
static inline void dtc_lane_in(const dtc_lanes_functions *f, void *m, int at, int is)
{
    for (const dtc_lanes_row *r = f->info->row; r < f->info->row + f->info->rows; r++)
        if (r->is & is)
            dtc_lane_row_in(r, m, dtc_lane(f, m, at), at);
}

/* Has a lane all of a row as its model has it? */
static inline int dtc_lane_knows(const dtc_lanes_row *r, const char *m, const char *one, int at)
{
    if (r->is & DTC_LANES_RESPONSE)
        return ((const dtc_lane_int *)(const void *)(m + r->responds_lanes))[at] ==
             *(const int *)(const void *)(one + r->responds);
    return r->is & DTC_LANES_FIXED;
}

/* All that the lane needs here; responses first, before the numbers that say which they are. */
static inline void dtc_lane_in_whole(const dtc_lanes_functions *f, void *m, dtc_lanes *c, int at)
{
    const dtc_lanes_row *end = f->info->row + f->info->rows;
    const char *one = (const char *)dtc_lane(f, m, at);

    for (int responses = 1; responses >= 0; responses--)
        for (const dtc_lanes_row *r = f->info->row; r < end; r++)
            if (((r->is & DTC_LANES_RESPONSE) != 0) == responses &&
                !(c->known[at] && dtc_lane_knows(r, (char *)m, one, at)))
                dtc_lane_row_in(r, (char *)m, one, at);
    c->known[at] = -1;
}

static inline void dtc_lane_out(const dtc_lanes_functions *f, void *m, int at, int is)
{
    for (const dtc_lanes_row *r = f->info->row; r < f->info->row + f->info->rows; r++)
        if (r->is & is)
            dtc_lane_row_out(r, m, dtc_lane(f, m, at), at);
}

/* Its model makes the last step again, and so has all that it would have alone. */
DTC_LANES_SELDOM void dtc_lane_leaves(const dtc_lanes_functions *f, void *m, dtc_lanes *c, int at)
{
    void *one = dtc_lane(f, m, at);
    const dtc_control own = f->one->control(one);

    if (!c->in[at])
        return;
    c->in[at] = 0;
    if (*own.steps == c->steps[at])
        return;
    dtc_lane_out(f, m, at, DTC_LANES_BEFORE);
    *own.steps = c->steps[at] - 1;
    *own.time = own.start + (dtc_real)*own.steps * own.step;
    *own.backoff = 0;
    (void)dtc_quiet_step(f->one, one, &own);
}

DTC_FLOW void dtc_lanes_leave(const dtc_lanes_functions *f, void *m, dtc_lanes *c, dtc_ints gone)
{
    DTC_EACH_LANE
    if (gone[at])
        dtc_lane_leaves(f, m, c, at);
}

/* It comes in if a step of it might be quiet; if not, with what users read alone. */
DTC_FLOW void dtc_lane_enters(const dtc_lanes_functions *f, void *m, dtc_lanes *c, int at)
{
    const dtc_control one = f->one->control(dtc_lane(f, m, at));

    c->steps[at] = *one.steps;
    (*dtc_lanes_time(f, m))[at] = *one.time;
    if (*one.ready != 1 || *one.changed || (*one.backoff & 255)) {
        dtc_lane_in(f, m, at, DTC_LANES_INPUT | DTC_LANES_OUTPUT | DTC_LANES_STATE);
        return;
    }
    dtc_lane_in_whole(f, m, c, at);
    c->in[at] = -1;
    c->looked[at] = 0;
}

/* Counts as numbers: with the exponent of 2^52 their bits are 2^52 more. */
DTC_FLOW dtc_reals dtc_lanes_counted(const dtc_lanes *c)
{
#ifdef DTC_FLOAT
    dtc_reals counted;
    DTC_EACH_LANE counted[at] = (dtc_real)c->steps[at];
    return counted;
#else
    const dtc_real exponent = (dtc_real)4503599627370496.0;
    const dtc_ints steps = *(const dtc_ints *)(const void *)c->steps;
    return (dtc_reals)(steps + (dtc_ints)dtc_lanes_all(exponent)) - exponent;
#endif
}

/* Lanes that were quiet are a step on. */
DTC_FLOW void dtc_lanes_next_time(const dtc_lanes_functions *f, void *m, dtc_lanes *c, dtc_ints quiet)
{
    dtc_reals *time = dtc_lanes_time(f, m), next;

    DTC_EACH_LANE c->steps[at] -= quiet[at];
    DTC_EACH_LANE c->status[at] = DTC_OK;
    next = f->start + dtc_lanes_counted(c) * f->step;
    *time = dtc_all(quiet) ? next : dtc_select(quiet, next, *time);
}

/* A step of its own model. */
DTC_FLOW dtc_status dtc_lane_alone(const dtc_lanes_functions *f, const dtc_lanes *c, void *one, int at)
{
    dtc_status status;

    if (!c->halts[at])
        return f->alone(one);
    status = f->info->model->evaluate(one);
    return status == DTC_OK ? f->info->model->advance(one) : status;
}

/* Those that were not are stepped alone. */
DTC_LANES_SELDOM dtc_status dtc_lanes_alone(const dtc_lanes_functions *f, void *m, dtc_lanes *c, dtc_ints quiet)
{
    dtc_status worst = DTC_OK;

    dtc_lanes_next_time(f, m, c, quiet);
    DTC_EACH_LANE
    {
        if (quiet[at])
            continue;
        if (c->off[at]) {
            dtc_lane_in(f, m, at, DTC_LANES_OUTPUT | DTC_LANES_STATE);
            continue;
        }
        dtc_lane_leaves(f, m, c, at);
        dtc_lane_out(f, m, at, DTC_LANES_INPUT);
        c->status[at] = dtc_lane_alone(f, c, dtc_lane(f, m, at), at);
        c->alone[at]++;
        if (c->status[at] > worst)
            worst = c->status[at];
        dtc_lane_enters(f, m, c, at);
    }
    f->lists(m);
    return worst;
}

/* It goes on from its model as that is, which may be another than before. */
DTC_FLOW void dtc_lane_put(const dtc_lanes_functions *f, void *m, dtc_lanes *c, int at)
{
    c->known[at] = 0;
    dtc_lane_in_whole(f, m, c, at);
    c->known[at] = 0;
    c->in[at] = 0;
    dtc_lane_enters(f, m, c, at);
}

/* After setup of each. */
DTC_FLOW void dtc_lanes_begin(const dtc_lanes_functions *f, void *m)
{
    dtc_lanes *c = dtc_lanes_control(f, m);

    DTC_EACH_LANE
    {
        dtc_lane_put(f, m, c, at);
        c->alone[at] = 0;
    }
    f->lists(m);
}

/* A step: those that can be asked whether they are quiet, but for the refused, whose inputs are odd or out of range;
 * then what they say. */
DTC_FLOW dtc_ints dtc_lanes_asked(const dtc_lanes_functions *f, void *m, dtc_lanes *c, dtc_ints refused)
{
    dtc_ints asked = c->in & ~refused;
    int off = 0;

    DTC_EACH_LANE off |= c->off[at];
    if (off)
        DTC_EACH_LANE asked[at] &= -(c->off[at] == 0);
    if (!dtc_all(asked))
        dtc_lanes_leave(f, m, c, ~asked);
    return asked;
}

DTC_FLOW dtc_status dtc_lanes_answered(const dtc_lanes_functions *f, void *m, dtc_lanes *c, dtc_ints quiet)
{
    if (dtc_all(quiet)) {
        dtc_lanes_next_time(f, m, c, dtc_lanes_true(1));
        return DTC_OK;
    }
    return dtc_lanes_alone(f, m, c, quiet);
}

#endif
