/* Control flow of a step of generated code: what is the same for every model.
 *
 * A model has one constant table of its functions, and calls these with it. All are inline, so that a compiler that
 * optimises sees direct calls of functions that are there, and nothing of those that are not.
 *
 *     setup      start values, what follows from parameters, the initial problem, then the places of switching elements
 *                by the frozen iteration of dtc_law.h, with one correction of the velocities and a second round
 *     evaluate   outputs of now: kinematic blocks, decisions, the rest
 *     advance    assertions and resets of when-clauses, jumps, the states of the next step
 *     quiet      of a step, both at once, where nothing happens but motion; else it is as if it had not been called
 *
 * Both may be called apart: an evaluation may be repeated, with other inputs too, and then begins again where the
 * last step has ended. A step that fails puts back the part of the struct that is the state. What it returned is kept
 * in the member stop, with the number of its message, so that an advance after an evaluation that failed fails
 * likewise, whatever tune has said in between. A status without a message leaves none of an earlier failure in the
 * member fault. */
#ifndef DTC_STEP_H
#define DTC_STEP_H

#include "dtc_functions.h"

/* ---- setup --------------------------------------------------------------------------------------------- */

/* Places of the switching elements with time and speeds frozen: at most 4 DTC_LAW_ROUNDS, and one that changes
 * nothing. */
static inline void dtc_settle(const dtc_functions *f, void *m)
{
    int k = 0, again;

    do {
        DTC_RUN(structure);
        DTC_RUN(equations);
        again = f->settle_laws(m, k);
        k++;
    } while (again);
}

static inline dtc_status dtc_first_slips(const dtc_functions *f, void *m)
{
    DTC_RUN(held);
    DTC_RUN(structure);
    DTC_RUN(kinematic);
    DTC_RUN(equations);
    return f->start_laws ? f->start_laws(m) : DTC_OK;
}

static inline dtc_status dtc_first_places(const dtc_functions *f, void *m)
{
    int k;

    for (k = 0; k < 2 && f->start_laws; k++) {
        dtc_settle(f, m);
        f->correct(m);
    }
    if (f->start_laws)
        DTC_RUN(equations);
    return DTC_OK;
}

/* A solution that failed is followed by another. */
static inline void dtc_forgive(const dtc_control *c)
{
    *c->fault = 0;
    c->count->singular = c->count->not_converged = 0;
}

/* The equations of the initial problem, with relations of what they determine as they are in their solution: of the
 * last values at first, then of the solution before, until these stay. */
static inline void dtc_initial_equations(const dtc_functions *f, void *m, const dtc_control *c)
{
    int k;

    DTC_RUN(initial);
    if (!f->agree)
        return;
    for (k = 1; k < DTC_AGREED && (f->agree(m) & 1); k++) {
        dtc_forgive(c);
        DTC_RUN(initial);
    }
    if (k == DTC_AGREED) {
        c->count->not_converged++;
        *c->fault = f->disagree;
    }
}

/* ---- parameters ---------------------------------------------------------------------------------------- */

/* Ranges of parameters that the initial problem determines. */
static inline void dtc_late_ranges(const dtc_functions *f, void *m, const dtc_control *c)
{
    DTC_CHECK(late_ranges);
    DTC_RUN(any_late_ranges);
}

/* Parameters as they are given, and those that follow from them. first: of setup, where start values, which may read
 * these, are set in between. */
static inline dtc_status dtc_take_parameters(const dtc_functions *f, void *m, const dtc_control *c, int first)
{
    if (!dtc_all_finite(m, f->rows->parameters))
        return DTC_INPUT;
    dtc_all_normal(m, f->rows->parameters);
    if (first && f->waits) /* guesses of parameters that others follow from */
        DTC_RUN(starts);
    DTC_RUN(calculate);
    if (first)
        DTC_RUN(starts);
    dtc_all_normal(m, f->rows->calculated);
    DTC_CHECK(finite);
    DTC_RUN(finite_calculated);
    if (*c->fault != 0)
        return DTC_INPUT;
    if (first) {
        DTC_CHECK(start_ranges);
        DTC_RUN(start_ranges);
    }
    DTC_CHECK(ranges);
    DTC_RUN(any_ranges);
    if (!first)
        dtc_late_ranges(f, m, c);
    if (*c->fault != 0)
        return DTC_RANGE;
    DTC_CHECK(tables);
    if (*c->fault == 0)
        DTC_CHECK(asserted);
    DTC_RUN(asserted);
    return *c->fault != 0 ? DTC_ASSERT : DTC_OK;
}

/* What equations have of parameters: nominal values, terms and matrices that nothing else is in. */
static inline void dtc_follow_parameters(const dtc_functions *f, void *m)
{
    DTC_RUN(nominals);
    DTC_RUN(fixed);
}

static inline dtc_status dtc_look_at_parameters(const dtc_functions *f, void *m, const dtc_control *c)
{
    DTC_CHECK(pivots);
    DTC_RUN(pivots);
    if (*c->fault != 0)
        return c->count->singular ? DTC_SINGULAR : c->count->not_converged ? DTC_NO_SOLUTION : DTC_PIVOT;
    DTC_RUN(intervals);
    return *c->fault != 0 ? DTC_ASSERT : DTC_OK;
}

/* The initial problem. */
static inline dtc_status dtc_solve_initial(const dtc_functions *f, void *m, const dtc_control *c)
{
    dtc_follow_parameters(f, m);
    if (f->waits) /* of parameters that are not known yet */
        dtc_forgive(c);
    dtc_initial_equations(f, m, c);
    if (f->waits) {
        DTC_RUN(dependants);
        dtc_all_normal(m, f->rows->calculated);
        if (*c->fault == 0) {
            dtc_late_ranges(f, m, c);
            if (*c->fault != 0)
                return DTC_RANGE;
        }
        if (f->any_refused && f->any_refused(m))
            return DTC_RANGE;
        dtc_follow_parameters(f, m);
    }
    dtc_all_flush(m, f->rows->states);
    return dtc_look_at_parameters(f, m, c);
}

typedef dtc_status dtc_phase(const dtc_functions *, void *);

/* Places at the start: of the slips, which places_of_slips evaluates, then with the torques that follow, by settle.
 * Where the initial problem depends on places, it is solved with those that its own solution leads to; what it is short
 * of with others does not count. They follow from the slips alone until that has come to rest: torques say nothing
 * before. */
DTC_FLOW dtc_status dtc_agreeing_places(const dtc_functions *f, void *m, const dtc_control *c,
                                        dtc_phase *places_of_slips, dtc_phase *settle)
{
    dtc_status solved = DTC_OK, status;
    int k, fault = 0, torques = !f->assume;

    for (k = 0; k < DTC_ASSUMED; k++) {
        if (f->assume) {
            dtc_forgive(c);
            solved = dtc_solve_initial(f, m, c);
            fault = *c->fault;
            dtc_forgive(c);
        }
        status = places_of_slips(f, m);
        if (!torques && status == DTC_OK && f->assume(m))
            continue;
        torques = 1;
        if (status == DTC_OK)
            status = settle(f, m);
        if (f->assume && f->assume(m))
            continue;
        if (solved != DTC_OK)
            *c->fault = fault;
        return solved == DTC_OK ? status : solved;
    }
    *c->fault = f->unsettled;
    return DTC_NO_SOLUTION;
}

/* Relations at the start, before any switching element holds: until they agree with what they compare. */
static inline void dtc_first_relations(const dtc_functions *f, void *m, const dtc_control *c)
{
    int k;

    for (k = 0; k < DTC_FIRST_ROUNDS; k++) {
        *c->changed = k == 0; /* all that hangs on it is to be made */
        *c->again = 0;
        DTC_RUN(known);
        DTC_RUN(held);
        DTC_RUN(structure);
        DTC_RUN(kinematic);
        DTC_RUN(equations);
        DTC_RUN(relations);
        if (!*c->changed && !*c->again)
            break;
    }
}

/* Assertions of the initialisation; *status becomes that of an end of the run. Nonzero: setup fails with it. */
DTC_FLOW int dtc_first_check(const dtc_functions *f, void *m, dtc_status *status)
{
    dtc_status asserted = f->check_initial ? f->check_initial(m) : DTC_OK;

    if (asserted >= DTC_TERMINATE)
        *status = asserted;
    return asserted > DTC_TERMINATE;
}

/* Of a fixed step: the first places, and when-clauses at the start. */
static inline dtc_status dtc_first_step(const dtc_functions *f, void *m, const dtc_control *c)
{
    dtc_status status;

    *c->changed = 1;
    if (f->holds) {
        *c->exact = 1;
        dtc_first_relations(f, m, c);
        *c->changed = 1;
    }
    status = dtc_agreeing_places(f, m, c, dtc_first_slips, dtc_first_places);
    if (status != DTC_OK)
        return status;
    *c->changed = 0;
    if (f->holds)
        *c->exact = 0;
    DTC_RUN(actions);
    if (f->reinits)
        (void)f->reinits(m);
    DTC_RUN(remember);
    if (f->stops)
        status = (dtc_status)*c->stop;
    if (status <= DTC_TERMINATE)
        (void)dtc_first_check(f, m, &status);
    return status;
}

/* Few inputs need more than a look. 0: one is refused; all are looked at before the first is flushed, so that every
 * byte is as it was. */
DTC_FLOW int dtc_take_inputs(const dtc_functions *f, void *m)
{
    if (!f->odd_inputs || !f->odd_inputs(m))
        return 1;
    if (!dtc_all_finite(m, f->rows->inputs))
        return 0;
    dtc_all_flush(m, f->rows->inputs);
    return 1;
}

/* Parameters and start values, until the initial problem is solved, as far as it can be without places. */
DTC_FLOW dtc_status dtc_initialise(const dtc_functions *f, void *m, const dtc_control *c)
{
    dtc_status status;

    if (!dtc_take_inputs(f, m))
        return DTC_INPUT;
    status = dtc_take_parameters(f, m, c, 1);
    if (status != DTC_OK)
        return status;
    if (!f->waits && f->any_refused && f->any_refused(m))
        return DTC_RANGE;
    if (f->assume) {
        (void)dtc_solve_initial(f, m, c);
        dtc_forgive(c);
        return DTC_OK;
    }
    return dtc_solve_initial(f, m, c);
}

/* first: places and when-clauses at the start. room: NULL where the method makes nothing here. */
DTC_FLOW dtc_status dtc_start_up(const dtc_functions *f, void *m,
                                 dtc_status (*first)(const dtc_functions *, void *, const dtc_control *),
                                 const dtc_room *room)
{
    const dtc_control c = f->control(m);
    dtc_status status;

    memset((char *)m + f->state_at, 0, f->state_bytes);
    memset(c.count, 0, sizeof *c.count);
    *c.fault = 0;
    *c.stop = DTC_OK;
    *c.ready = 0;
    DTC_RUN(reset);
    if (c.stale)
        *c.stale = 1;
    *c.initial = 1;
    *c.time = c.start;
    status = dtc_initialise(f, m, &c);
    if (status != DTC_OK)
        return status;
    status = first(f, m, &c);
    if (status > DTC_TERMINATE)
        return status;
    *c.initial = 0;
    DTC_RUN(outputs);
    if (!dtc_all_finite(m, f->rows->states))
        return DTC_RESULT;
    if (f->prepare) {
        f->prepare(f, m, &c, room);
        if (*c.fault != 0)
            return DTC_SINGULAR;
    }
    if (c.count->singular)
        return DTC_SINGULAR;
    return c.count->not_converged ? DTC_NO_SOLUTION : status;
}

DTC_FLOW dtc_status dtc_setup(const dtc_functions *f, void *m,
                              dtc_status (*first)(const dtc_functions *, void *, const dtc_control *),
                              const dtc_room *room)
{
    dtc_status status = dtc_start_up(f, m, first, room);

    DTC_RUN(forget);
    if (status == DTC_RESULT)
        *f->control(m).fault = 0;
    *f->control(m).ready = status <= DTC_TERMINATE;
    if (f->parameter_bytes)
        memcpy((char *)m + f->taken_at, (const char *)m + f->parameters_at, f->parameter_bytes);
    return status;
}

/* ---- a step -------------------------------------------------------------------------------------------- */

/* Relations that nothing has decided before. */
DTC_FLOW void dtc_late_relations(const dtc_functions *f, void *m, const dtc_control *c)
{
    if (!f->holds || !f->relations)
        return;
    *c->again = 0;
    f->relations(m);
    *c->changed |= *c->again;
}

/* Outputs of now. */
DTC_FLOW dtc_status dtc_evaluate(const dtc_functions *f, void *m)
{
    const dtc_control c = f->control(m);
    const unsigned singular = c.count->singular;
    dtc_status blocked;
    int changed;

    if (!dtc_take_inputs(f, m))
        return DTC_INPUT;
    if (f->any_refused && f->any_refused(m))
        return DTC_RANGE;
    if (f->show_laws && *c.changed) /* places that a border within the last step has changed */
        f->show_laws(m);
    if (f->holds)
        *c.exact = 1;
    DTC_RUN(known);
    if (f->held && *c.changed)
        f->held(m);
    if (f->holds && *c.changed) /* what hangs on places and on relations that the last sample decided late */
        DTC_RUN(structure);
    DTC_RUN(kinematic);
    dtc_late_relations(f, m, &c);
    if (f->holds && f->relations && *c.again) { /* what hangs on them belongs to this sample */
        DTC_RUN(held);
        DTC_RUN(kinematic);
    }
    changed = f->transition(m);
    if (changed) {
        DTC_RUN(structure);
        if (c.stale)
            *c.stale = 1;
    }
    DTC_RUN(equations);
    if (f->released && f->released(m)) {
        if (f->rereads)
            DTC_RUN(held);
        DTC_RUN(structure);
        if (c.stale)
            *c.stale = 1;
        if (f->rereads) {
            DTC_RUN(kinematic);
            DTC_RUN(equations);
            (void)f->released(m);
        }
        blocked = f->blocked ? f->blocked(m) : DTC_OK;
        if (blocked != DTC_OK) {
            if (f->holds)
                *c.exact = 0;
            return blocked;
        }
    }
    if (f->assigns) { /* what a when-clause assigned is new */
        if (c.stale)
            *c.stale |= *c.changed;
        *c.changed = 0;
    }
    dtc_late_relations(f, m, &c);
    if (f->holds)
        *c.exact = 0;
    if (f->may_be_singular && c.count->singular != singular)
        return DTC_SINGULAR;
    DTC_RUN(outputs);
    return f->check(m);
}

/* Rates at a point near the sample, at states x: h later, and h dx away. Variables are those of the copy. */
DTC_FLOW void dtc_stage(const dtc_functions *f, void *m, dtc_real time, const dtc_real *x, const dtc_real *dx,
                        dtc_real h, dtc_real *rate)
{
    *f->control(m).time = time + h;
    f->shift(m, x, dx, h);
    DTC_RUN(kinematic);
    DTC_RUN(equations);
    f->rates(m, rate);
}

/* dx: what is added to the states by the midpoint rule, or the classical Runge-Kutta method (Kutta 1901). Stages are
 * evaluated on a copy of the model, so that the variables of the sample stay for whoever reads them after the step;
 * places, relations, inputs, discrete variables and values of the last evaluation are held in them. Each starts from
 * the rates of the one before it: at[k] of the step away; weight[k] is that of stage k. Impulses of the step, which are
 * in the rates of the sample unless these are held, are no part of any. */
DTC_FLOW void dtc_runge_kutta(const dtc_functions *f, void *m, const dtc_control *c, const dtc_room *room, int held)
{
    const dtc_real half = (dtc_real)0.5, one = (dtc_real)1, sixth = (dtc_real)(1.0 / 6.0),
                   third = (dtc_real)(1.0 / 3.0);
    const dtc_real at[3] = { half, half, one };
    const dtc_real weight[4] = { f->order == 2 ? (dtc_real)0 : sixth, f->order == 2 ? one : third, third,
                                 sixth };
    dtc_real *dx = room->work, *rate = dx + f->states, *x = rate + f->states;
    dtc_control copy;
    int i, k;

    if (f->states == 0)
        return;
    memcpy(room->copy, m, f->read_bytes);
    f->rates(m, rate);
    if (f->hold_rates && !held)
        f->hold_rates(m, rate);
    f->states_of(m, x);
    for (i = 0; i < f->states; i++)
        dx[i] = c->step * weight[0] * rate[i];
    for (k = 0; k + 1 < f->order; k++) {
        dtc_stage(f, room->copy, *c->time, x, rate, at[k] * c->step, rate);
        for (i = 0; i < f->states; i++)
            dx[i] += c->step * weight[k + 1] * rate[i];
    }
    copy = f->control(room->copy);
    *c->count = *copy.count;
    *c->fault = *copy.fault;
}

/* Positions of the semi-implicit method: with their rates at the new speeds. */
DTC_FLOW void dtc_follow(const dtc_functions *f, void *m, const dtc_room *room)
{
    DTC_RUN(follow);
    if (!f->follow_by)
        return;
    memcpy(room->copy, m, f->read_bytes);
    f->again(room->copy);
    f->follow_rates(room->copy, room->work);
    f->follow_by(m, room->work);
}

static inline void dtc_next_time(const dtc_control *c)
{
    ++*c->steps;
    *c->time = c->start + (dtc_real)*c->steps * c->step;
    if (c->behind)
        *c->time -= *c->behind;
}

/* The state of the next step. */
DTC_FLOW dtc_status dtc_advance(const dtc_functions *f, void *m, const dtc_room *room)
{
    const dtc_control c = f->control(m);
    const unsigned singular = c.count->singular;

    int held = 0;

    *c.stop = DTC_OK;
    DTC_RUN(actions);
    if (f->actions && *c.stop == DTC_ASSERT)
        return DTC_ASSERT;
    DTC_RUN(clear_jumps);
    DTC_RUN(jump);
    if (f->reinits && f->reinits(m) &&
        (f->order || f->stages)) { /* stages begin with rates of what was set */
        DTC_RUN(kinematic);
        DTC_RUN(equations);
        held = 1;
    }
    if (f->order)
        dtc_runge_kutta(f, m, &c, room, held);
    if (f->stages)
        f->stages(f, m, &c, room, held);
    DTC_RUN(remember);
    *c.finite = 1;
    DTC_RUN(drift);
    DTC_RUN(move);
    dtc_follow(f, m, room);
    if (f->move_by)
        f->move_by(m, room->work);
    if (f->stages_may_be_singular && c.count->singular != singular)
        return DTC_SINGULAR;
    dtc_next_time(&c);
    return *c.finite ? (dtc_status)*c.stop : DTC_RESULT;
}

/* ---- what users call ----------------------------------------------------------------------------------- */

/* In the member stop: a status, and this often the number of its message. */
enum { DTC_STOPPED = 256 };

/* What the last step has left is where every evaluation begins, however many there are before the next step. */
DTC_FLOW void dtc_begin(const dtc_functions *f, void *m, const dtc_control *c, const dtc_room *room)
{
    if (*c->ready == DTC_EVALUATED)
        f->restore(m, room->saved);
    else
        f->save(m, room->saved);
}

/* A step that has failed leaves nothing behind. */
DTC_FLOW dtc_status dtc_leave(const dtc_functions *f, void *m, const dtc_control *c, const dtc_room *room,
                              dtc_status status)
{
    if (status > DTC_TERMINATE) {
        f->restore(m, room->saved);
        if (status <= DTC_RESULT)
            *c->fault = 0;
        *c->stop = (int)status + DTC_STOPPED * *c->fault;
    }
    DTC_RUN(forget);
    *c->ready = 1;
    return status;
}

DTC_FLOW dtc_status dtc_do_evaluate(const dtc_functions *f, void *m, dtc_room room)
{
    const dtc_control c = f->control(m);
    dtc_status status;

    if (!*c.ready)
        return DTC_NOT_SET_UP;
    dtc_begin(f, m, &c, &room);
    DTC_RUN(forget);
    *c.stop = DTC_OK;
    status = dtc_evaluate(f, m);
    if (status > DTC_TERMINATE)
        return dtc_leave(f, m, &c, &room, status);
    *c.ready = DTC_EVALUATED;
    return status;
}

DTC_FLOW dtc_status dtc_do_advance(const dtc_functions *f, void *m, dtc_room room)
{
    const dtc_control c = f->control(m);

    if (!*c.ready)
        return DTC_NOT_SET_UP;
    if (*c.stop > DTC_TERMINATE) { /* the evaluation failed */
        *c.fault = *c.stop / DTC_STOPPED;
        return (dtc_status)(*c.stop % DTC_STOPPED);
    }
    if (*c.ready != DTC_EVALUATED)
        f->save(m, room.saved);
    return dtc_leave(f, m, &c, &room, dtc_advance(f, m, &room));
}

/* What is asked in vain costs an evaluation. So where several samples that were asked one after the other were not
 * quiet, 1, 3, 7, then 15 go without: in the lower byte of loud those that are left, above it how many were asked in
 * vain. A sample that is not asked gives the same. */
static inline int dtc_asks(int *loud)
{
    if (*loud & 255) {
        --*loud;
        return 0;
    }
    return 1;
}

static inline void dtc_heard(int *loud, int quiet)
{
    const int more = (*loud >> 8) + 1, vain = more < 5 ? more : 5;
    *loud = quiet ? 0 : 256 * vain + (1 << (vain - 1)) - 1;
}

/* A step in which nothing happens but motion: no place changes, no clause acts, nothing is refused. Most are so. 0: it
 * may be another one; nothing that a step reads has changed. */
DTC_FLOW int dtc_quiet_step(const dtc_functions *f, void *m, const dtc_control *c)
{
    const dtc_count count = *c->count;
    int quiet;

    if (!f->quiet || *c->ready != 1 || *c->changed || !dtc_asks(c->loud) ||
        (f->odd_inputs && f->odd_inputs(m)) || (f->any_refused && f->any_refused(m)))
        return 0;
    c->count->singular = c->count->not_converged = 0;
    quiet = f->quiet(m);
    *c->count = count;
    dtc_heard(c->loud, quiet);
    if (!quiet)
        return 0;
    *c->stop = DTC_OK;
    dtc_next_time(c);
    return 1;
}

DTC_FLOW dtc_status dtc_do_step(const dtc_functions *f, void *m, dtc_room room)
{
    const dtc_control c = f->control(m);
    dtc_status status, after;

    if (dtc_quiet_step(f, m, &c))
        return DTC_OK;
    if (!*c.ready)
        return DTC_NOT_SET_UP;
    dtc_begin(f, m, &c, &room);
    status = dtc_evaluate(f, m);
    if (status <= DTC_TERMINATE) {
        after = dtc_advance(f, m, &room);
        if (after > DTC_OK)
            status = after;
    }
    return dtc_leave(f, m, &c, &room, status);
}

#endif
