/* dtc_setup.h - control flow of setup of generated code: what is the same for every model (dtc_step.h).
 *
 * Start values, what follows from parameters, the initial problem, then the places of switching elements by the frozen
 * iteration of dtc_law.h, with one correction of the velocities and a second round. */
#ifndef DTC_SETUP_H
#define DTC_SETUP_H

#include "dtc_functions.h"

/* ---- places -------------------------------------------------------------------------------------------- */

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

/* ---- the initial problem ------------------------------------------------------------------------------- */

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

#endif
