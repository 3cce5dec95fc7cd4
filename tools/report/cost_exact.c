/* cost_exact.c - what the functions of the method exact cost: exact.c, exact_step.c, dtc_exact_step.h of the runtime.
 *
 * With all parts of a series, all doublings of an exponential and all searches for borders that there may be. Cost:
 * some loops over the sizes. */
#include "dtc_exact_step.h"
#include "cost_kernel.h"

enum { FRAMES = 5 * FRAME };               /* of dtc_exact_step.h */

/* ---- exact.c, exact_step.c ----------------------------------------------------------------------------- */

static void row(Call *k, long times, long n) { ops(k, times * n, 1, 1, 0, 0); }

static void exact_start(Call *k, long n, long m)
{
    row(k, n, m);
    row(k, n, n);
    row(k, m, n);
    ops(k, n + m, 1, 0, 0, 0);
}

/* expand with all terms, add_terms */
static void exact_series(Call *k, long n)
{
    ops(k, 1, 0, 1, 0, (DTC_EXACT_TERMS - 8) / 2); /* terms_of */
    ops(k, n, 0, 1, 0, 0);
    for (int term = 2; term <= DTC_EXACT_TERMS; term++) {
        row(k, n, n);
        ops(k, n, 0, 1, 0, 1);
        ops(k, 1, 0, 0, 1, 0);
    }
    ops(k, n * DTC_EXACT_TERMS, 1, 1, 0, 0);
    ops(k, n, 1, 0, 0, 0);
}

static void exact_travel(Call *k, long n)
{
    ops(k, DTC_EXACT_PARTS, 0, 2, 0, 1);
    for (long part = 0; part < DTC_EXACT_PARTS; part++) {
        row(k, n, n);
        ops(k, n, 1, 0, 0, 0);
        ops(k, 1, 0, 0, 1, 0);
        exact_series(k, n);
    }
}

/* end_matrix, factor */
static void exact_end_matrix(Call *k, long n, long m)
{
    row(k, m * m, n);
    ops(k, m * m, 1, 0, 1, 0);
    row(k, m * m, m);
    ops(k, 2 * m, 0, 0, 0, 1);
    count_lu_factor(k, m);
}

static void exact_grip(Call *k, long n, long m)
{
    exact_end_matrix(k, n, m);
    ops(k, n * m, 0, 1, 0, 0);
    exact_end_matrix(k, n, m);
}

static void exact_hold(Call *k, long n, long m)
{
    row(k, m, n);
    ops(k, m, 2, 1, 1, 0);
    count_lu_solve(k, m);
    row(k, m, m);
    row(k, 2 * n, m);
    ops(k, 2 * n, 1, 0, 0, 0);
}

static void exact_reach(Call *k, long n, long m, long held)
{
    ops(k, 1, 0, 0, 0, 3);
    exact_travel(k, n);
    ops(k, n, 1, 0, 0, 0);
    if (!held)
        return;
    for (long j = 0; j < m; j++)
        exact_travel(k, n);
    exact_grip(k, n, m);
    exact_hold(k, n, m);
}

static void of_exact_reach(Call *k)
{
    exact_start(k, k->linear->n, k->linear->m);
    exact_reach(k, k->linear->n, k->linear->m, k->linear->constant);
}

static void of_exact_step(Call *k)
{
    long n = k->linear->n, m = k->linear->m;

    exact_start(k, n, m);
    row(k, n, n);
    ops(k, n, 1, 0, 0, 0);
    if (k->linear->constant)
        exact_hold(k, n, m);
}

/* border_of, distance */
static void exact_distance(Call *k, long n)
{
    ops(k, 1, 4, 4, 0, 2);
    row(k, 1, n);
}

static void exact_polynomial(Call *k, long times) { ops(k, times * (DTC_EXACT_TERMS + 1), 1, 1, 0, 0); }

/* first_zero, with what march may search in all */
static void exact_searches(Call *k)
{
    for (int search = 0; search < DTC_EXACT_SEARCHES; search++) {
        ops(k, DTC_EXACT_TERMS, 0, 2, 0, 0);
        exact_polynomial(k, 3 * (DTC_EXACT_SEARCH + 2) + 3);
        ops(k, 3 * DTC_EXACT_SEARCH, 6, 5, 2, 6);
        ops(k, 3, 1, 1, 0, 2);
        ops(k, 1, 0, 1, 0, 9);
    }
}

static void exact_march(Call *k, long n, long borders)
{
    ops(k, DTC_EXACT_PARTS, 0, 2, 0, 1);
    ops(k, 1, 0, 0, 1, 0);
    for (long part = 0; part < DTC_EXACT_PARTS; part++) {
        ops(k, n * n, 2, 1, 0, 0);
        exact_series(k, n);
        ops(k, 1, 1, 2, 0, 0);
        for (long i = 0; i < borders; i++) {
            exact_distance(k, n);
            row(k, DTC_EXACT_TERMS, n);
            ops(k, DTC_EXACT_TERMS, 1, 3, 0, 0);
            exact_polynomial(k, 1);
            ops(k, 1, 7, 3, 1, 8);
        }
    }
    exact_searches(k);
}

static void of_exact_seek(Call *k)
{
    long n = k->linear->n, m = k->linear->m, g = k->linear->g, held = k->linear->constant,
         borders = g + 2 * m;

    ops(k, 2 * m, 2, 1, 0, 2); /* overdue */
    exact_start(k, n, m);
    exact_reach(k, n, m, held);
    ops(k, 1, 0, 1, 0, 1);
    ops(k, n * n, 2, 1, 0, 0); /* suspect */
    for (long i = 0; i < borders; i++) {
        exact_distance(k, n);
        exact_distance(k, n);
        row(k, 2, n);
        ops(k, 2, 1, 1, 0, 0);
        ops(k, 1, 4, 2, 1, 4);
    }
    exact_march(k, n, borders);
    exact_start(k, n, m);
    exact_reach(k, n, m, held);
    for (int round = 1; held && round < DTC_EXACT_ROUNDS; round++) {
        ops(k, 1, 0, 2, 0, 2);
        exact_start(k, n, m);
        exact_reach(k, n, m, held);
        exact_march(k, n, borders);
    }
    for (long i = 0; i < g; i++) {
        exact_distance(k, n);
        ops(k, 1, 0, 0, 0, 1);
    }
}

static void of_exact_close(Call *k)
{
    long n = k->linear->n, m = k->linear->m;

    row(k, m * n, m);
    row(k, n * n, m);
    ops(k, n * n, 1, 0, 0, 0);
}

static void of_exact_grip(Call *k)
{
    long n = k->linear->n, m = k->linear->m;

    row(k, n * m, n);
    exact_grip(k, n, m);
}

static void of_hold_check(Call *k)
{
    long m = k->linear->m;

    for (long i = 0; i < m; i++)
        of_exact_grip(k);
    ops(k, m, 0, 0, 1, 1);
}

static void exact_balance(Call *k, long n)
{
    enum { SWEEPS = 6, POWERS = 60 };

    ops(k, SWEEPS * n, 0, 2 * 3 * POWERS + 2, 0, 2 * POWERS + 4);
    ops(k, SWEEPS * n * n, 2, 1, 1, 0);
}

/* The Taylor series, and as many doublings as there may be. */
static void of_exact_map(Call *k)
{
    enum { TERMS = 18 };
    long n = k->linear->n;

    exact_balance(k, n);
    row(k, (2 + TERMS - 1 + 2 * DTC_EXACT_DOUBLINGS) * n * n, n);
    ops(k, n, 2 * (unsigned)n, 0, 0, 2);
    ops(k, 1, 0, 1, 1, 2);
    one(k, OF_ROOT);
    one(k, OF_CALL);
    ops(k, DTC_EXACT_DOUBLINGS, (unsigned)n, 2, 0, 1);
    ops(k, TERMS * n * n, 1, 1, 1, 0);
}

/* ---- dtc_exact_step.h ---------------------------------------------------------------------------------- */

static Cost called(const LinearFlow *x, void (*count)(Call *), uint64_t times)
{
    Call k = { .linear = x };

    count(&k);
    return (Cost){ .step = count_times(k.now, times), .stack = EXACT };
}

/* dtc_exact_expand */
static void expanded(Call *k, bool adjusts)
{
    of_exact_map(k);
    ops(k, adjusts, 0, 1, 0, 1);
}

static void of_expand(Call *k) { expanded(k, false); }
static void of_expand_adjusting(Call *k) { expanded(k, true); }

static Cost making(const Flow *w, uint64_t expansions, uint64_t closings)
{
    const LinearFlow *x = &w->linear;
    Cost cost = called(x, x->adjusts ? of_expand_adjusting : of_expand, expansions);

    return cost_then(cost, called(x, of_exact_close, closings));
}

/* From border to border: time, what is left, is it enough. */
static void of_part(Call *k) { ops(k, 1, 2, 0, 0, 3); }

Cost cost_of_exact(const Flow *w, bool in_setup, Cost around)
{
    const LinearFlow *x = &w->linear;
    const uint64_t remade = x->remakes ? 1 + w->exact.cuts : 0;
    Cost own = { 0 }, other;

    if (in_setup) {
        own = making(w, x->bases + w->exact.sets, w->exact.sets);
        if (x->constant)
            own = cost_then(own, called(x, of_hold_check, x->bases));
    } else {
        other = making(w, remade + (x->constant ? 0 : w->exact.closings), w->exact.closings);
        if (x->constant)
            other = cost_then(other, called(x, of_exact_grip, w->exact.closings));
        other = cost_then(other, called(x, of_part, w->exact.cuts));
        other.step.of[OF_DIVIDE] += x->adjusts; /* the part of the step before the first border */
        own = called(x, x->adjusts ? of_exact_seek : of_exact_step, 1);
        if (x->adjusts)
            other = cost_then(other, cost_either(called(x, of_exact_seek, w->exact.cuts),
                                                 called(x, of_exact_reach, w->exact.cuts)));
        own = cost_then(own, cost_guarded(other));
        own.step.of[OF_ADD] += x->adjusts;
    }
    own = cost_then(around, own);
    own.stack += FRAMES + sizeof(dtc_exact) + sizeof(dtc_exact_hold);
    return own;
}
