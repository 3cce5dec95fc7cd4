/* Control flow of a step of generated code: what is the same for every model.
 *
 * A model has one constant table of its functions, and calls these with it. All are inline, so that a compiler that
 * optimises sees direct calls of functions that are there, and nothing of those that are not.
 *
 *     setup      dtc_setup.h
 *     evaluate   outputs of now: kinematic blocks, decisions, the rest
 *     advance    assertions and resets of when-clauses, jumps, the states of the next step
 *     quiet      of a step, both at once, where nothing happens but motion; else it is as if it had not been called.
 *                Of an evaluation that is called apart (ready: DTC_EVALUATED_QUIETLY), that alone
 *     quiet_advance   the rest of it
 *     take_back       what a quiet evaluation has written that another one reads
 *
 * Both may be called apart: an evaluation may be repeated, with other inputs too, and then begins again where the
 * last step has ended. A step that fails puts back the part of the struct that is the state. What it returned is kept
 * in the member stop, with the number of its message, so that an advance after an evaluation that failed fails
 * likewise, whatever tune has said in between. A status without a message leaves none of an earlier failure in the
 * member fault. */
#ifndef DTC_STEP_H
#define DTC_STEP_H

#include "dtc_setup.h"

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
    if (*c->ready == DTC_EVALUATED) {
        f->restore(m, room->saved);
    } else {
        if (*c->ready == DTC_EVALUATED_QUIETLY)
            DTC_RUN(take_back);
        f->save(m, room->saved);
    }
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

/* What is asked in vain costs an evaluation. So where several samples that were asked one after the other were not
 * quiet, 1, 3, 7, then 15 go without (exponential back-off): in the lower byte of backoff those that are left, above
 * it how many were asked in vain. A sample that is not asked gives the same. */
static inline int dtc_asks(int *backoff)
{
    if (*backoff & 255) {
        --*backoff;
        return 0;
    }
    return 1;
}

static inline void dtc_heard(int *backoff, int quiet)
{
    const int more = (*backoff >> 8) + 1, vain = more < 5 ? more : 5;
    *backoff = quiet ? 0 : 256 * vain + (1 << (vain - 1)) - 1;
}

/* Of the function quiet: what it asks by is not made yet. */
enum { DTC_NOT_ASKED = -1 };

/* A step, or an evaluation, in which nothing happens but motion: no place changes, no clause acts, nothing is refused.
 * Most are so. 0: it may be another one; nothing that a step reads has changed. */
DTC_FLOW int dtc_quiet(const dtc_functions *f, void *m, const dtc_control *c)
{
    const unsigned singular = c->count->singular, not_converged = c->count->not_converged;
    const int fault = *c->fault;
    int quiet;

    if (!f->quiet || *c->changed || !dtc_asks(c->backoff) || (f->odd_inputs && f->odd_inputs(m)) ||
        (f->any_refused && f->any_refused(m)))
        return 0;
    if (f->counts)
        c->count->singular = c->count->not_converged = 0;
    quiet = f->quiet(m);
    if (f->counts) {
        c->count->singular = singular;
        c->count->not_converged = not_converged;
    }
    if (quiet <= 0) {
        if (f->counts)
            *c->fault = fault;
        if (quiet != DTC_NOT_ASKED)
            dtc_heard(c->backoff, 0);
        return 0;
    }
    dtc_heard(c->backoff, 1);
    *c->stop = DTC_OK;
    return 1;
}

DTC_FLOW int dtc_quiet_step(const dtc_functions *f, void *m, const dtc_control *c)
{
    if (*c->ready != 1 || !dtc_quiet(f, m, c))
        return 0;
    dtc_next_time(c);
    return 1;
}

DTC_FLOW int dtc_do_quiet_step(const dtc_functions *f, void *m, void *saved)
{
    const dtc_control c = f->control(m);

    if (*c.ready != 1) { /* it begins where the last step has ended */
        if (!f->quiet || !*c.ready)
            return 0;
        dtc_take_back(f, m, &c, saved);
    }
    return dtc_quiet_step(f, m, &c);
}

DTC_FLOW dtc_status dtc_do_evaluate(const dtc_functions *f, void *m, dtc_room room)
{
    const dtc_control c = f->control(m);
    const int kept = *c.ready == DTC_EVALUATED;
    dtc_status status;

    if (!*c.ready)
        return DTC_NOT_SET_UP;
    dtc_take_back(f, m, &c, room.saved);
    DTC_RUN(forget);
    *c.ready = DTC_EVALUATED_QUIETLY;
    if (dtc_quiet(f, m, &c))
        return DTC_OK;
    if (!kept)
        f->save(m, room.saved);
    *c.ready = DTC_EVALUATED;
    *c.stop = DTC_OK;
    status = dtc_evaluate(f, m);
    return status > DTC_TERMINATE ? dtc_leave(f, m, &c, &room, status) : status;
}

/* A step that is not quiet. */
DTC_FLOW dtc_status dtc_do_whole_step(const dtc_functions *f, void *m, dtc_room room)
{
    const dtc_control c = f->control(m);
    dtc_status status, after;

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

DTC_FLOW dtc_status dtc_do_step(const dtc_functions *f, void *m, dtc_room room)
{
    return dtc_do_quiet_step(f, m, room.saved) ? DTC_OK : dtc_do_whole_step(f, m, room);
}

/* After an evaluation that was quiet; 0: it was not; -1: it was, and a whole step is to be made in place of both. */
DTC_FLOW int dtc_do_quiet_advance(const dtc_functions *f, void *m)
{
    const dtc_control c = f->control(m);

    if (!f->quiet_advance || *c.ready != DTC_EVALUATED_QUIETLY)
        return 0;
    if (!f->quiet_advance(m))
        return -1;
    *c.ready = 1;
    dtc_next_time(&c);
    return 1;
}

DTC_FLOW dtc_status dtc_do_whole_advance(const dtc_functions *f, void *m, dtc_room room)
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

DTC_FLOW dtc_status dtc_do_advance(const dtc_functions *f, void *m, dtc_room room)
{
    const int quiet = dtc_do_quiet_advance(f, m);

    if (quiet)
        return quiet > 0 ? DTC_OK : dtc_do_whole_step(f, m, room);
    return dtc_do_whole_advance(f, m, room);
}

#endif
