/* Control flow of events in generated code for a variable-step run: what is the same for every model.
 *
 *     evaluate     kinematic and equations with everything discrete held, again while values of the last evaluation
 *                  with which a loop was cut change
 *     everything   the same, after what depends on discrete variables alone
 *     relax        everything, until relations agree with what they compare; where some of them go round in a circle,
 *                  the values that agree are looked for
 *     settle       relax, until switching elements keep their places; slips of those that hold are removed by an
 *                  impulse
 *     pass         one pass of an event (Modelica 3.6, 8.6): settle with pre() fixed; then states are reinitialised,
 *                  pre(v) := v, automata make one transition each. Two in one where nothing agrees in the first */
#ifndef DTC_HYBRID_STEP_H
#define DTC_HYBRID_STEP_H

#include "dtc_hybrid.h"
#include "dtc_step.h"

enum { DTC_ROUNDS = 99, DTC_PROJECTIONS = 6 };     /* odd: a cycle of two shows both its values */

/* Where a state and its rate are in the struct, and with which sign. */
typedef struct { size_t at, rate; double sign; } dtc_where;

/* Everything discrete is held. */
static inline dtc_status dtc_held_evaluation(const dtc_functions *f, void *m)
{
    const dtc_control c = f->control(m);
    dtc_status status = DTC_OK;
    int k = 0;

    do {
        *c.again = 0;
        DTC_RUN(kinematic);
        DTC_RUN(equations);
        DTC_RUN(repeat);
        k++;
    } while (*c.again && k < (*c.again & 1 ? DTC_ROUNDS : DTC_ROUNDS / 2));
    if (c.count->singular)
        status = DTC_SINGULAR;
    else if ((*c.again & 1) || c.count->not_converged)
        status = DTC_RESULT;
    *c.again = 0;
    c.count->singular = c.count->not_converged = 0;
    return status;
}

static inline dtc_status dtc_everything(const dtc_functions *f, void *m)
{
    DTC_RUN(known);
    DTC_RUN(held);
    DTC_RUN(structure);
    return dtc_held_evaluation(f, m);
}

/* ---- relations of a loop ------------------------------------------------------------------------------- */

enum { DTC_SETTLED = 80, DTC_TRIED = 20, DTC_SEARCHED = 12 };      /* rounds; rounds of a trial; relations */

static inline int *dtc_value_of(const dtc_functions *f, void *m, int k)
{
    return (int *)(void *)((char *)m + f->relation[k].at);
}

/* One round of relations by exact comparison. Nonzero: one has another value now. */
static inline int dtc_round(const dtc_functions *f, void *m, dtc_status *status)
{
    const dtc_control c = f->control(m);

    *status = dtc_everything(f, m);
    DTC_RUN(relations);
    return f->relations ? *c.again : 0;
}

/* Do the values that are tried agree with what they compare? */
static inline int dtc_agrees(const dtc_functions *f, void *m, dtc_status *status)
{
    const dtc_control c = f->control(m);
    int k, rounds = 0, again, wrong = 0;

    do {
        for (k = 0; k < f->relations_n; k++)
            if (c.pinned[k])
                c.pinned[k] = 1;
        again = dtc_round(f, m, status);
    } while (again && ++rounds < DTC_TRIED);
    for (k = 0; k < f->relations_n; k++)
        wrong |= c.pinned[k] == 2;
    return !again && !wrong && *status == DTC_OK;
}

/* The values of n relations that do not come to rest, by how many of them differ from those before the event, then by
 * their order: the first ones that agree. At most 2^12 trials. */
static inline dtc_status dtc_search_relations(const dtc_functions *f, void *m, const int *which, const int *before,
                                              int n)
{
    const dtc_control c = f->control(m);
    dtc_status status = DTC_NO_SOLUTION;
    int found = 0, differ, k;
    unsigned set;

    for (differ = 0; differ <= n && !found; differ++)
        for (set = 0; set < 1U << n && !found; set++) {
            int count = 0;
            for (k = 0; k < n; k++)
                count += (int)(set >> k & 1U);
            if (count != differ)
                continue;
            for (k = 0; k < n; k++) {
                *dtc_value_of(f, m, which[k]) = before[k] ^ (int)(set >> k & 1U);
                c.pinned[which[k]] = 1;
            }
            found = dtc_agrees(f, m, &status);
        }
    for (k = 0; k < n; k++)
        c.pinned[which[k]] = 0;
    if (found)
        return DTC_OK;
    *c.fault = f->relation[which[0]].message;
    return DTC_NO_SOLUTION;
}

static inline void dtc_at_rest(const dtc_functions *f, void *m)
{
    int *moved = f->control(m).pinned + 2 * f->relations_n, k;

    for (k = 0; k < f->relations_n; k++)
        moved[k] = 0;
}

/* To the n relations that do not come to rest those are added that decide about the same equations: where the solution
 * in which they are ends (a fold), another one has other values of any of them. Returns how many there are now. */
static inline int dtc_join_circles(const dtc_functions *f, const int *first, const int *moved, int *which, int *before,
                                   int n)
{
    const int found = n;
    int k, i;

    for (k = 0; k < f->relations_n && n < DTC_SEARCHED; k++) {
        int joins = 0;
        for (i = 0; i < found; i++)
            joins |= f->relation[k].circle && f->relation[k].circle == f->relation[which[i]].circle;
        if (!joins || (moved[k] & 2))
            continue;
        which[n] = k;
        before[n++] = first[k];
    }
    return n;
}

/* Which relations do not come to rest: as many rounds more as there are up to DTC_ROUNDS. */
static inline dtc_status dtc_restless(const dtc_functions *f, void *m)
{
    const dtc_control c = f->control(m);
    int *first = c.pinned + f->relations_n, *moved = first + f->relations_n, which[DTC_SEARCHED],
        before[DTC_SEARCHED];
    int k, round, n = 0;
    dtc_status status;

    for (k = 0; k < f->relations_n; k++)
        moved[k] = *dtc_value_of(f, m, k);
    for (round = DTC_SETTLED; round < DTC_ROUNDS;
         round++) { /* moved: the last value, and 2 where there was another */
        if (!dtc_round(f, m, &status))
            return status;
        for (k = 0; k < f->relations_n; k++) {
            const int now = *dtc_value_of(f, m, k);
            moved[k] = (moved[k] & 2) | ((moved[k] & 1) != now ? 2 : 0) | now;
        }
    }
    for (k = 0; k < f->relations_n; k++)
        if ((moved[k] & 2) && n++ < DTC_SEARCHED) {
            which[n - 1] = k;
            before[n - 1] = first[k];
        }
    *c.fault = n ? f->relation[which[0]].message : f->endless;
    status = n >= 1 && n <= DTC_SEARCHED ? dtc_search_relations(f, m, which, before, n) : DTC_NO_SOLUTION;
    if (status == DTC_NO_SOLUTION && n <= DTC_SEARCHED &&
        (k = dtc_join_circles(f, first, moved, which, before, n)) > n)
        status = dtc_search_relations(f, m, which, before, k);
    if (status == DTC_OK)
        dtc_at_rest(f, m);
    return status;
}

/* After an event for which no values agree: the message of relation k (from 0) of those that change, 0: no more. */
static inline int dtc_restless_message(const dtc_functions *f, void *m, int k)
{
    const int *moved = f->control(m).pinned + 2 * f->relations_n;
    int i, count = 0;

    for (i = 0; i < f->relations_n; i++)
        if ((moved[i] & 2) && count++ == k)
            return f->relation[i].message;
    return 0;
}

/* Until no relation changes. What a search has found to be as before is no change. */
static inline dtc_status dtc_relax(const dtc_functions *f, void *m)
{
    const dtc_control c = f->control(m);
    dtc_status status;
    int k, before = 0;

    for (k = 0; k < f->relations_n; k++)
        c.pinned[f->relations_n + k] = *dtc_value_of(f, m, k);
    for (k = 0; k < DTC_SETTLED; k++) {
        if (!dtc_round(f, m, &status))
            return status;
        if (k == 0)
            before = *c.changed;
        *c.changed = 1;
    }
    status = dtc_restless(f, m);
    *c.changed = before;
    for (k = 0; k < f->relations_n; k++)
        *c.changed |= *dtc_value_of(f, m, k) != c.pinned[f->relations_n + k];
    return status;
}

/* Places of the switching elements at this instant; slips of those that hold become zero. */
static inline dtc_status dtc_settle_event(const dtc_functions *f, void *m)
{
    const dtc_control c = f->control(m);
    dtc_status status;
    int k = 0, again;

    do {
        status = dtc_relax(f, m);
        again = f->event_laws ? f->event_laws(m) : 0;
        if (again)
            f->correct(m);
        *c.changed |= again;
        k++;
    } while (again && k < DTC_ROUNDS);
    return status;
}

/* No values of relations agree while pre() is as it is: all are compared once, as the event found them, and then
 * pre(v) := v; what follows has to agree. (A clutch that breaks loose at a peak of its friction, and slides with less:
 * sliding = pre(stuck) and (load > peak or pre(sliding) and load > friction), where load is less as soon as it slides.)
 */
static inline dtc_status dtc_settle_behind(const dtc_functions *f, void *m)
{
    const dtc_control c = f->control(m);
    const int reason = *c.fault;
    dtc_status status;
    int k;

    for (k = 0; k < f->relations_n; k++)
        *dtc_value_of(f, m, k) = c.pinned[f->relations_n + k];
    *c.changed = 1;
    (void)dtc_round(f, m, &status);
    if (status == DTC_OK)
        status = dtc_everything(f, m);
    if (status != DTC_OK)
        return status;
    DTC_RUN(actions);
    (void)f->transition(m);
    *c.fault = 0;
    dtc_at_rest(f, m);
    status = dtc_settle_event(f, m);
    if (status == DTC_NO_SOLUTION)
        *c.fault = reason;
    return status;
}

/* One pass of an event, with changed: something has. */
static inline dtc_status dtc_pass(const dtc_functions *f, void *m, int number)
{
    const dtc_control c = f->control(m);
    dtc_status status;

    *c.exact = 1;
    *c.stop = DTC_OK;
    if (number == 0 && *c.initial != 1)
        DTC_RUN(tick);
    if (number == 0 && *c.initial == 0)
        DTC_RUN(late_laws);
    status = dtc_settle_event(f, m);
    if (status == DTC_NO_SOLUTION)
        status = dtc_settle_behind(f, m);
    DTC_RUN(actions);
    *c.changed |= f->transition(m);
    if (!*c.changed) /* a sample is true in all passes of its instant; then once more without */
        DTC_RUN(tock);
    *c.exact = 0;
    if (status != DTC_OK)
        return status;
    return dtc_all_finite(m, f->rows->states) ? (dtc_status)*c.stop : DTC_RESULT;
}

/* Passes at the start; endless: the message if they do not come to an end. */
static inline dtc_status dtc_passes(const dtc_functions *f, void *m)
{
    const dtc_control c = f->control(m);
    dtc_status end = DTC_OK;
    int k;

    DTC_RUN(left);
    for (k = 0; k <= DTC_ROUNDS; k++) {
        dtc_status status;
        *c.changed = 0;
        status = dtc_pass(f, m, k);
        if (status > DTC_TERMINATE)
            return status;
        if (status == DTC_TERMINATE)
            end = status;
        if (!*c.changed)
            return end;
    }
    *c.fault = f->endless;
    return DTC_NO_SOLUTION;
}

/* Before the first event. An error of the relations shows at that. */
static inline dtc_status dtc_slips_before(const dtc_functions *f, void *m)
{
    (void)dtc_relax(f, m);
    return f->start_laws ? f->start_laws(m) : DTC_OK;
}

/* The first event settles; the initial problem wants to know it before. */
static inline dtc_status dtc_places_before(const dtc_functions *f, void *m)
{
    return f->assume ? dtc_settle_event(f, m) : DTC_OK;
}

/* At the start: initial() holds, and pre() is what it is before, in one pass; then samples at the start are due. */
static inline dtc_status dtc_first_events(const dtc_functions *f, void *m, const dtc_control *c)
{
    dtc_status status, later;

    *c->exact = 1;
    status = dtc_agreeing_places(f, m, c, dtc_slips_before, dtc_places_before);
    if (status != DTC_OK)
        return status;
    DTC_RUN(first_tick);
    status = dtc_pass(f, m, 0);
    if (status > DTC_TERMINATE || dtc_first_check(f, m, &status))
        return status;
    *c->initial = 2; /* over, but relations of time are still compared as they stand */
    later = dtc_passes(f, m);
    return later >= DTC_TERMINATE ? later : status;
}

/* ---- the interface of dtc_hybrid.h --------------------------------------------------------------------- */

/* A status below DTC_ASSERT has no message. */
static inline dtc_status dtc_said(const dtc_functions *f, void *m, dtc_status status)
{
    if (status < DTC_ASSERT && status > DTC_TERMINATE)
        *f->control(m).fault = 0;
    return status;
}

static inline void dtc_get_states(int n, const dtc_where *where, const void *m, double *x)
{
    for (int i = 0; i < n; i++)
        x[i] = *(const dtc_real *)(const void *)((const char *)m + where[i].at);
}

static inline void dtc_set_states(const dtc_functions *f, int n, const dtc_where *where, void *m, double t,
                                  const double *x)
{
    *f->control(m).time = (dtc_real)t;
    for (int i = 0; i < n; i++)
        *(dtc_real *)(void *)((char *)m + where[i].at) = (dtc_real)x[i];
}

static inline dtc_status dtc_get_rates(const dtc_functions *f, int n, const dtc_where *where, void *m, double *dx)
{
    const dtc_control c = f->control(m);
    dtc_status status;

    if (!*c.ready)
        return DTC_NOT_SET_UP;
    *c.exact = 0;
    if (!dtc_take_inputs(f, m))
        return dtc_said(f, m, DTC_INPUT);
    if (f->any_refused && f->any_refused(m))
        return DTC_RANGE;
    status = dtc_held_evaluation(f, m);
    if (status != DTC_OK)
        return dtc_said(f, m, status);
    for (int i = 0; i < n; i++) {
        dx[i] = where[i].sign * *(const dtc_real *)(const void *)((const char *)m + where[i].rate);
        if (!(dx[i] - dx[i] == 0.0))
            return dtc_said(f, m, DTC_RESULT);
    }
    return DTC_OK;
}

static inline dtc_status dtc_check_state(const dtc_functions *f, void *m)
{
    dtc_status status = f->check(m);

    return dtc_said(f, m, status == DTC_OK && f->blocked ? f->blocked(m) : status);
}

static inline dtc_status dtc_do_event(const dtc_functions *f, void *m, int number, int *changed)
{
    const dtc_control c = f->control(m);
    dtc_status status;

    if (!*c.ready)
        return DTC_NOT_SET_UP;
    *c.changed = 0;
    status = dtc_pass(f, m, number);
    *changed = *c.changed;
    return dtc_said(f, m, status);
}

static inline double dtc_next_instant(const dtc_functions *f, const void *m)
{
    double next = INFINITY;

    if (f->instants)
        f->instants(m, &next);
    return next;
}

/* Positions that move take slips with them: so both are corrected again, and as often as one is left that is large; a
 * simplified Newton iteration, since matrices are those of the evaluation before. */
static inline void dtc_project_point(const dtc_functions *f, void *m)
{
    int k = 0;

    do
        f->correct(m);
    while (++k < 2 || (f->drifts && f->drifts(m) && k < DTC_PROJECTIONS));
}

static inline void dtc_project(const dtc_functions *f, int n, const dtc_where *where, void *m, double *x)
{
    dtc_project_point(f, m);
    dtc_get_states(n, where, m, x);
}

/* x: df/dx by the columns of the pattern; where no rate depends on a state it has no entries. */
static inline void dtc_get_jacobian(const dtc_functions *f, void *m, double *x)
{
    if (f->jacobian)
        f->jacobian(m, 1, (dtc_real *)(void *)x);
}

#endif
