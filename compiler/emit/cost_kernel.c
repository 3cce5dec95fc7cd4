/* cost_kernel.c - what the functions of the runtime cost, for the sizes in a call.
 *
 * Each formula follows the source that it names, loop by loop: a statement of k rounds is ops(k, adds, multiplies, divides, comparisons). Where the number of
 * rounds hangs on values it is the largest. Operations of constants are none. tests/cost runs these functions with a type of number that counts.
 * The stack is that of the deepest chain of calls, for any of gcc's machines with registers of 64 bits.
 *
 * Cost: that of a few loops over the sizes. */
#include <string.h>
#include "cost.h"
#include "dtc_exact.h"

enum { SHALLOW = 128, SMALL = 384, LAW = 640, EXACT = 1024 };   /* bytes of stack of a function of the runtime and those that it calls */

typedef struct { C *c; const Value *arg; uint32_t n; Count now, transition; } Call;

static void ops(Call *k, long rounds, unsigned adds, unsigned multiplies, unsigned divides, unsigned comparisons)
{
    uint64_t times = rounds > 0 ? (uint64_t)rounds : 0;

    k->now.of[OF_ADD] += times * adds;
    k->now.of[OF_MULTIPLY] += times * multiplies;
    k->now.of[OF_DIVIDE] += times * divides;
    k->now.of[OF_COMPARE] += times * comparisons;
}

static void one(Call *k, Kind kind) { k->now.of[kind]++; }

/* An integer argument; what is not known counts as one, and is said. */
static long integer_of(Call *k, uint32_t i)
{
    if (i < k->n && k->arg[i].known)
        return k->arg[i].hi;
    unbounded(k->c);
    return 1;
}

/* A size of the view that is argument 0. */
static long size_of(Call *k, uint32_t i) { return k->n > 0 && k->arg[0].symbol ? k->arg[0].symbol->size[i] : 0; }

/* ---- dtc_runtime.h ------------------------------------------------------------------------------------- */

static void of_finite(Call *k) { ops(k, 1, 1, 0, 0, 1); }
static void of_quotient(Call *k) { ops(k, 1, 0, 0, 1, 2); }
static void of_comparison(Call *k) { ops(k, 1, 0, 0, 0, 1); }
static void of_comparisons(Call *k) { ops(k, 1, 0, 0, 0, 2); }
static void of_root(Call *k) { one(k, OF_ROOT); }
static void of_libm(Call *k) { one(k, OF_CALL); }
static void of_nothing(Call *k) { (void)k; }

/* ---- table.c ---------------------------------------------------------------------------------------------- */

static void interval(Call *k, long n)
{
    for (long left = n - 1; left > 1; left -= left / 2)
        ops(k, 1, 0, 0, 0, 1);
}

static void part(Call *k, long n) { ops(k, n >= 2, 2, 0, 1, 3); }
static void slope(Call *k, long n) { ops(k, n >= 2, 2, 0, 2, 3); }

static void of_table1(Call *k)
{
    long rows = integer_of(k, 1);

    one(k, OF_LOOK_UP);
    interval(k, rows);
    part(k, rows);
    ops(k, rows >= 2, 2, 1, 0, 0);
}

static void of_line(Call *k)
{
    long rows = integer_of(k, 1);

    one(k, OF_LOOK_UP);
    interval(k, rows);
    ops(k, rows >= 2, 5, 1, 1, 3);
}

static void of_stairs(Call *k)
{
    one(k, OF_LOOK_UP);
    interval(k, integer_of(k, 1) + 1);
}

static void of_table1_der(Call *k)
{
    long rows = integer_of(k, 1);

    one(k, OF_LOOK_UP);
    interval(k, rows);
    slope(k, rows);
    ops(k, rows >= 2, 1, 2, 0, 0);
}

static void find_cell(Call *k)
{
    one(k, OF_LOOK_UP);
    for (uint32_t i = 1; i <= 2; i++) {
        interval(k, integer_of(k, i) - 1);
        part(k, integer_of(k, i) - 1);
    }
}

static void of_table2(Call *k)
{
    find_cell(k);
    ops(k, 1, 6, 3, 0, 0);
}

static void of_table2_der(Call *k)
{
    find_cell(k);
    for (uint32_t i = 1; i <= 2; i++)
        slope(k, integer_of(k, i) - 1);
    ops(k, 1, 8, 6, 0, 0);
}

static void of_ascending(Call *k) { ops(k, integer_of(k, 1) - 1, 0, 0, 0, 1); }

static void of_powi(Call *k)
{
    long n = integer_of(k, 1);

    ops(k, n < 0, 0, 0, 1, 0);
    for (n = n < 0 ? -n : n; n > 0; n >>= 1)
        ops(k, 1, 0, 1 + (n & 1), 0, 0);
}

static void of_integer(Call *k)
{
    one(k, OF_CALL);
    ops(k, 1, 0, 0, 0, 3);
}

static void of_div(Call *k)
{
    one(k, OF_CALL);
    ops(k, 1, 0, 0, 1, 1);
}

static void of_mod(Call *k)
{
    one(k, OF_CALL);
    ops(k, 1, 1, 1, 1, 0);
}

static void of_rem(Call *k)
{
    of_div(k);
    ops(k, 1, 1, 1, 0, 0);
}

static void of_sample(Call *k)
{
    one(k, OF_CALL);
    ops(k, 1, 3, 2, 1, 3);
}

/* ---- block.c ------------------------------------------------------------------------------------------------ */

static void lu_factor(Call *k, long n)
{
    ops(k, n * n, 0, 0, 0, 1);                             /* row_scales */
    ops(k, n, 0, 0, 1, 1);
    for (long i = 0; i < n; i++) {
        long below = n - i - 1;
        ops(k, below + 1, 0, 1, 0, 1);                     /* bring_pivot */
        ops(k, 1, 0, 1, 0, 1);
        ops(k, below, 0, 0, 1, 0);
        ops(k, below * below, 1, 1, 0, 0);
    }
}

static void lu_solve(Call *k, long n)
{
    ops(k, n * (n - 1), 1, 1, 0, 0);
    ops(k, n, 0, 0, 1, 2);
}

static void of_lu_factor(Call *k) { lu_factor(k, integer_of(k, 0)); }
static void of_lu_solve(Call *k) { lu_solve(k, integer_of(k, 0)); }
static void of_largest(Call *k) { ops(k, integer_of(k, 0), 0, 0, 0, 1); }

static void of_pivot(Call *k)
{
    ops(k, 1, 0, 2, 1, 2);
    ops(k, integer_of(k, 0), 0, 0, 0, 1);
}

static void of_reduce(Call *k)
{
    long n = integer_of(k, 0), m = integer_of(k, 1);

    ops(k, n * m * m, 1, 1, 0, 0);
}

static void of_switched_factor(Call *k)
{
    long n = integer_of(k, 0), m = integer_of(k, 1);

    for (long j = 0; j < m; j++)
        lu_solve(k, n);
    of_reduce(k);
}

static void law_solve(Call *k, long m);
static void law_tangent(Call *k, long m);
static void law_factor(Call *k, long m);

static void of_switched_solve(Call *k)
{
    long m = size_of(k, 0), n = integer_of(k, 1);

    lu_solve(k, n);
    ops(k, 2 * m * n, 1, 1, 0, 0);
    law_solve(k, m);
}

static void of_tangent_finish(Call *k)
{
    long m = size_of(k, 0), n = integer_of(k, 3);

    ops(k, 2 * m * n, 1, 1, 0, 0);
    law_tangent(k, m);
}

static void of_switched_tangent(Call *k)
{
    lu_solve(k, integer_of(k, 3));
    of_tangent_finish(k);
}

static void of_switched_jump(Call *k)
{
    long m = size_of(k, 0), n = integer_of(k, 1);

    ops(k, m, 0, 0, 0, 2);
    ops(k, m * n, 1, 1, 0, 0);
}

static void of_impulse_finish(Call *k)
{
    long m = size_of(k, 0), n = integer_of(k, 2);

    ops(k, 2 * m * n, 1, 1, 0, 0);
    ops(k, 4 * m * m, 1, 1, 0, 0);
    ops(k, 2 * m, 1, 0, 0, 0);
}

static void of_impulse(Call *k)
{
    lu_solve(k, integer_of(k, 2));
    of_impulse_finish(k);
}

static void of_linear_impulse(Call *k) { lu_solve(k, integer_of(k, 0)); }

static void of_impact(Call *k)
{
    long q = integer_of(k, 0), n = integer_of(k, 1);

    lu_factor(k, q);
    lu_solve(k, q);
    ops(k, q, 0, 0, 0, 4);
    ops(k, n * q, 1, 1, 0, 0);
}

static void of_impact_release(Call *k)
{
    long m = size_of(k, 0), q = integer_of(k, 1);

    ops(k, m * q, 1, 1, 0, 0);
    ops(k, m, 2, 0, 1, 4);
    ops(k, 1, 0, 1, 0, 1);
    law_factor(k, m);
}

static void of_newton(Call *k)
{
    long n = integer_of(k, 0);

    ops(k, n * n, 0, 0, 0, 1);                             /* residual_norm */
    ops(k, n, 0, 0, 1, 2);
    ops(k, 1, 0, 1, 0, 3);
    lu_factor(k, n);
    lu_solve(k, n);
    ops(k, n, 1, 1, 0, 3);
}

/* ---- implicit.c ------------------------------------------------------------------------------------------------ */

typedef struct { const long *column, *row, *component, *first; long n, components; } Pattern;

static bool pattern_of(Call *k, uint32_t i, Pattern *p)
{
    const Symbol *s = i < k->n ? k->arg[i].symbol : NULL;
    const long **part[] = { &p->column, &p->row, &p->component, &p->first };

    for (int q = 0; s && q < 4; q++) {
        const Symbol *array = find_symbol(k->c, s->part[q]);
        *part[q] = array ? array->number : NULL;
        if (!*part[q])
            s = NULL;
    }
    if (!s) {
        unbounded(k->c);
        return false;
    }
    p->n = s->size[0];
    p->components = s->size[1];
    return true;
}

static long entries(const Pattern *p, bool inside)
{
    long n = 0;

    for (long j = 0; j < p->n; j++)
        for (long i = p->column[j]; i < p->column[j + 1]; i++)
            n += (p->component[p->row[i]] == p->component[j]) == inside;
    return n;
}

static void of_implicit_factor(Call *k)
{
    Pattern p;

    if (!pattern_of(k, 0, &p))
        return;
    ops(k, entries(&p, true), 1, 1, 0, 0);
    for (long q = 0; q < p.components; q++)
        lu_factor(k, p.first[q + 1] - p.first[q]);
}

static void of_implicit_solve(Call *k)
{
    Pattern p;

    if (!pattern_of(k, 0, &p))
        return;
    ops(k, entries(&p, false), 1, 2, 0, 0);
    for (long q = 0; q < p.components; q++)
        lu_solve(k, p.first[q + 1] - p.first[q]);
}

/* ---- law_solve.c, with n of m elements stuck: all of them is the worst -------------------------------------------- */

static void hold(Call *k, long m)
{
    ops(k, 3 * m * m, 1, 1, 0, 0);
    ops(k, m, 2, 0, 0, 0);
}

static void of_law_push(Call *k) { ops(k, integer_of(k, 0), 0, 0, 0, 1); }
static void of_law_hold(Call *k) { hold(k, integer_of(k, 0)); }

static void law_solve(Call *k, long m)
{
    hold(k, m);
    ops(k, m, 4, 0, 0, 0);
    of_finite(k);
}

static void law_tangent(Call *k, long m)
{
    ops(k, m, 1, 0, 0, 0);
    hold(k, m);
    ops(k, m * m, 1, 1, 0, 0);
}

static void law_factor(Call *k, long m)
{
    ops(k, m, 0, 0, 0, 1);                                 /* cholesky */
    for (long rank = 0; rank < m; rank++) {
        ops(k, m - 1, 0, 0, 0, 1);
        ops(k, 1, 0, 1, 0, 1);
        one(k, OF_ROOT);
        ops(k, m * rank, 1, 1, 0, 0);
        ops(k, m, 1, 1, 3, 2);
    }
    ops(k, m * m, 0, 1, 0, 0);
    for (long q = 0; q < m; q++) {                         /* orthogonalize */
        ops(k, 2 * q * m, 2, 2, 0, 0);
        ops(k, 2 * q, 1, 0, 0, 0);
        ops(k, m, 1, 1, 1, 0);
        one(k, OF_ROOT);
    }
    ops(k, m * m, 0, 1, 1, 0);
    ops(k, m * (m * (m - 1) / 2), 1, 1, 0, 0);
    ops(k, m * (m * (m + 1) / 2), 1, 1, 0, 0);             /* make_inverse */
    ops(k, 2 * m * m * m, 1, 1, 0, 0);
    ops(k, m * m, 3, 1, 0, 0);                             /* refine_inverse */
    ops(k, m, 0, 1, 0, 1);
    ops(k, 1, 0, 0, 0, 1);
}

static void of_law_solve(Call *k) { law_solve(k, size_of(k, 0)); }
static void of_law_tangent(Call *k) { law_tangent(k, size_of(k, 0)); }
static void of_law_factor(Call *k) { law_factor(k, size_of(k, 0)); }

static void of_law_groups(Call *k)
{
    long m = size_of(k, 0);

    k->now.of[OF_ROOT] += (uint64_t)m;
    ops(k, m, 0, 6, 0, 1);
    ops(k, m * (m - 1) / 2, 0, 2, 0, 1);
}

static void of_law_check(Call *k)
{
    long pairs = size_of(k, 0) * (size_of(k, 0) + 1) / 2;

    k->now.of[OF_ROOT] += 2 * (uint64_t)pairs;
    ops(k, pairs, 2, 2, 0, 2);
}

static void of_law_jump(Call *k)
{
    long m = size_of(k, 0);

    ops(k, m, 0, 0, 0, 1);
    hold(k, m);
    ops(k, 1, 0, 0, 0, 1);
    ops(k, m, 1, 7, 1, 4);                                 /* count_correction */
}

static void of_law_slips(Call *k) { ops(k, integer_of(k, 0), 0, 1, 0, 1); }
static void of_law_stays(Call *k) { ops(k, integer_of(k, 0), 5, 1, 0, 5); }

/* ---- law.c, law_box.c -------------------------------------------------------------------------------------------- */

/* wanted_place */
static void wanted(Call *k, long m) { ops(k, m, 4, 4, 0, 7); }

/* box_row, with n elements free. */
static void box_row(Call *k, long n)
{
    ops(k, n * (n - 1) / 2, 1, 1, 0, 0);
    ops(k, n, 1, 1, 1, 0);
    ops(k, 1, 0, 1, 0, 1);
}

static void box_enter(Call *k, long n)
{
    box_row(k, n);
    one(k, OF_ROOT);
    ops(k, 1, 0, 0, 0, 1);
}

static void box_move(Call *k, long m)
{
    ops(k, 1, 1, 1, 0, 1);
    ops(k, m, 1, 1, 0, 0);
}

static void box_step(Call *k, long m, long n)
{
    ops(k, n * (n - 1), 1, 1, 0, 0);
    ops(k, n, 2, 0, 4, 5);
    ops(k, 1, 0, 0, 1, 0);
    for (long i = 0; i < n; i++) {
        ops(k, 1, 1, 1, 0, 2);
        box_move(k, m);
    }
}

static void box_leave(Call *k, long n)
{
    for (long i = 0; i + 1 < n; i++)
        box_enter(k, i);
}

static void box_pulled(Call *k, long m, long n)
{
    ops(k, m, 1, 4, 0, 3);
    for (long e = n; e < m; e++) {
        ops(k, 1, 0, 3, 2, 2);
        box_row(k, n);
    }
}

static void box_breaks_away(Call *k, long m)
{
    ops(k, m, 1, 7, 2, 5);
    ops(k, 1, 3, 0, 0, 5);
    box_move(k, m);
}

/* What has been counted since, which is taken back. */
static Count taken(Call *k, Count before)
{
    Count part = k->now;
    k->now = before;
    for (int i = 0; i < OF_COUNT; i++)
        part.of[i] -= before.of[i];
    return part;
}

/* A round with n free: a step, and then one leaves, or one is sought and enters or breaks away. */
static Count box_round(Call *k, long m, long n)
{
    Count before = k->now, leave, enter, breaks;

    box_leave(k, n);
    leave = taken(k, before);
    box_pulled(k, m, n);
    if (n < m)
        box_enter(k, n);
    enter = taken(k, before);
    box_pulled(k, m, n);
    box_breaks_away(k, m);
    breaks = taken(k, before);
    box_step(k, m, n);
    return count_add(taken(k, before), count_max(leave, count_max(enter, breaks)));
}

/* All groups together: what each does with all m elements is done m times at most; rounds are 3 for each element, and dearest in a group of all. */
static void law_box(Call *k, long m)
{
    Count worst = { { 0 } };

    wanted(k, m);                                          /* group_moves */
    ops(k, m * m, 4, 3, 0, 5);                             /* box_start */
    ops(k, m * m * m, 1, 1, 0, 0);
    ops(k, m * m, 2, 2, 0, 8);
    for (long i = 0; i < m * m; i++)
        box_move(k, m);
    for (long e = 0; e < m; e++)
        box_enter(k, e);
    for (long n = 0; n <= m; n++)
        worst = count_max(worst, box_round(k, m, n));
    k->now = count_add(k->now, count_times(worst, 3 * (uint64_t)m));
    ops(k, m * m, 4, 10, 1, 12);                           /* box_places */
    ops(k, m * m, 0, 1, 0, 2);
}

static void of_law_transition(Call *k)
{
    long m = size_of(k, 0);
    Count before;

    wanted(k, m);
    before = k->now;
    k->now = (Count){ { 0 } };
    law_box(k, m);
    k->transition = k->now;
    k->now = before;
}

static void of_law_settle(Call *k)
{
    long m = size_of(k, 0);

    wanted(k, m);
    ops(k, m, 2, 8, 1, 8);
    ops(k, m * m, 1, 3, 0, 5);
    ops(k, 2 * m * m, 1, 1, 0, 0);
}

static void of_law_start(Call *k)
{
    ops(k, size_of(k, 0), 1, 2, 0, 8);
    of_law_groups(k);
}

/* ---- exact.c, exact_step.c -------------------------------------------------------------------------------------------- */

static void row(Call *k, long times, long n) { ops(k, times * n, 1, 1, 0, 0); }

static void exact_start(Call *k, long n, long m)
{
    row(k, n, m);
    row(k, n, n);
    row(k, m, n);
    ops(k, n + m, 1, 0, 0, 0);
}

/* expand, add_terms */
static void exact_series(Call *k, long n)
{
    ops(k, n, 0, 1, 0, 0);
    for (int term = 2; term <= DTC_EXACT_TERMS; term++) {
        row(k, n, n);
        ops(k, n, 0, 1, 0, 0);
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
    lu_factor(k, m);
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
    lu_solve(k, m);
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
    exact_start(k, size_of(k, 0), size_of(k, 1));
    exact_reach(k, size_of(k, 0), size_of(k, 1), size_of(k, 3));
}

static void of_exact_step(Call *k)
{
    long n = size_of(k, 0), m = size_of(k, 1);

    exact_start(k, n, m);
    row(k, n, n);
    ops(k, n, 1, 0, 0, 0);
    if (size_of(k, 3))
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
    long n = size_of(k, 0), m = size_of(k, 1), g = size_of(k, 2), held = size_of(k, 3), borders = g + 2 * m;

    ops(k, 2 * m, 2, 1, 0, 2);                             /* overdue */
    exact_start(k, n, m);
    exact_reach(k, n, m, held);
    ops(k, 1, 0, 1, 0, 1);
    ops(k, n * n, 2, 1, 0, 0);                             /* suspect */
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
    long n = integer_of(k, 0), m = integer_of(k, 1);

    row(k, m * n, m);
    row(k, n * n, m);
    ops(k, n * n, 1, 0, 0, 0);
}

static void of_exact_grip(Call *k)
{
    long n = integer_of(k, 0), m = integer_of(k, 1);

    row(k, n * m, n);
    exact_grip(k, n, m);
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
    long n = integer_of(k, 0);

    exact_balance(k, n);
    row(k, (2 + TERMS - 1 + 2 * DTC_EXACT_DOUBLINGS) * n * n, n);
    ops(k, n, 2 * (unsigned)n, 0, 0, 2);
    ops(k, 1, 0, 1, 1, 2);
    one(k, OF_ROOT);
    one(k, OF_CALL);
    ops(k, DTC_EXACT_DOUBLINGS, (unsigned)n, 2, 0, 1);
    ops(k, TERMS * n * n, 1, 1, 1, 0);
}

/* ---- all of them --------------------------------------------------------------------------------------------------------- */

static const struct { const char *name; void (*count)(Call *); uint32_t type; } kernels[] = {
    { "dtc_finite", of_finite, TY_INT }, { "dtc_flush", of_comparison, TY_REAL }, { "dtc_quotient", of_quotient, TY_REAL },
    { "dtc_min", of_comparison, TY_REAL }, { "dtc_max", of_comparison, TY_REAL }, { "dtc_sign", of_comparisons, TY_REAL },
    { "dtc_abs", of_nothing, TY_REAL }, { "dtc_sqrt", of_root, TY_REAL }, { "dtc_hold_real", of_comparisons, TY_OTHER },
    { "dtc_exp", of_libm, TY_REAL }, { "dtc_log", of_libm, TY_REAL }, { "dtc_log10", of_libm, TY_REAL }, { "dtc_sin", of_libm, TY_REAL },
    { "dtc_cos", of_libm, TY_REAL }, { "dtc_tan", of_libm, TY_REAL }, { "dtc_asin", of_libm, TY_REAL }, { "dtc_acos", of_libm, TY_REAL },
    { "dtc_atan", of_libm, TY_REAL }, { "dtc_atan2", of_libm, TY_REAL }, { "dtc_sinh", of_libm, TY_REAL }, { "dtc_cosh", of_libm, TY_REAL },
    { "dtc_tanh", of_libm, TY_REAL }, { "dtc_floor", of_libm, TY_REAL }, { "dtc_ceil", of_libm, TY_REAL }, { "dtc_pow", of_libm, TY_REAL },
    { "dtc_powi", of_powi, TY_REAL }, { "dtc_integer", of_integer, TY_INT }, { "dtc_div", of_div, TY_REAL }, { "dtc_mod", of_mod, TY_REAL },
    { "dtc_rem", of_rem, TY_REAL }, { "dtc_sample", of_sample, TY_INT },
    { "dtc_ascending", of_ascending, TY_INT }, { "dtc_table1", of_table1, TY_REAL }, { "dtc_table1_line", of_line, TY_REAL },
    { "dtc_table1_stairs", of_stairs, TY_REAL }, { "dtc_table1_der", of_table1_der, TY_REAL }, { "dtc_table2", of_table2, TY_REAL },
    { "dtc_table2_der", of_table2_der, TY_REAL },
    { "dtc_lu_factor", of_lu_factor, TY_INT }, { "dtc_lu_solve", of_lu_solve, TY_OTHER }, { "dtc_largest", of_largest, TY_REAL },
    { "dtc_pivot", of_pivot, TY_INT }, { "dtc_switched_factor", of_switched_factor, TY_OTHER }, { "dtc_switched_reduce", of_reduce, TY_OTHER },
    { "dtc_switched_solve", of_switched_solve, TY_INT },
    { "dtc_switched_tangent", of_switched_tangent, TY_OTHER }, { "dtc_switched_tangent_finish", of_tangent_finish, TY_OTHER },
    { "dtc_switched_jump", of_switched_jump, TY_INT }, { "dtc_switched_impulse", of_impulse, TY_OTHER },
    { "dtc_switched_impulse_finish", of_impulse_finish, TY_OTHER }, { "dtc_linear_impulse", of_linear_impulse, TY_OTHER },
    { "dtc_impact", of_impact, TY_OTHER }, { "dtc_impact_release", of_impact_release, TY_INT }, { "dtc_newton_step", of_newton, TY_INT },
    { "dtc_implicit_factor", of_implicit_factor, TY_INT }, { "dtc_implicit_solve", of_implicit_solve, TY_OTHER },
    { "dtc_law_check", of_law_check, TY_INT }, { "dtc_law_groups", of_law_groups, TY_OTHER }, { "dtc_law_start", of_law_start, TY_INT },
    { "dtc_law_transition", of_law_transition, TY_INT }, { "dtc_law_settle", of_law_settle, TY_INT }, { "dtc_law_factor", of_law_factor, TY_OTHER },
    { "dtc_law_solve", of_law_solve, TY_INT }, { "dtc_law_tangent", of_law_tangent, TY_OTHER }, { "dtc_law_jump", of_law_jump, TY_OTHER },
    { "DTC_LAW_SLIPS", of_law_slips, TY_INT }, { "DTC_LAW_STAYS", of_law_stays, TY_INT }, { "DTC_LAW_PUSH", of_law_push, TY_OTHER }, { "DTC_LAW_HOLD", of_law_hold, TY_OTHER },
    { "dtc_exact_map", of_exact_map, TY_INT }, { "dtc_exact_close", of_exact_close, TY_OTHER }, { "dtc_exact_grip", of_exact_grip, TY_INT },
    { "dtc_exact_step", of_exact_step, TY_OTHER }, { "dtc_exact_reach", of_exact_reach, TY_OTHER }, { "dtc_exact_seek", of_exact_seek, TY_REAL },
    /* of integers and bytes */
    { "dtc_hold", of_nothing, TY_OTHER }, { "dtc_min_int", of_nothing, TY_INT }, { "dtc_max_int", of_nothing, TY_INT }, { "dtc_abs_int", of_nothing, TY_INT },
    { "dtc_div_int", of_nothing, TY_INT }, { "dtc_mod_int", of_nothing, TY_INT }, { "dtc_rem_int", of_nothing, TY_INT }, { "dtc_index", of_nothing, TY_INT },
    { "dtc_swap", of_nothing, TY_OTHER }, { "memset", of_nothing, TY_OTHER }, { "memcpy", of_nothing, TY_OTHER }, { "memcmp", of_nothing, TY_INT },
};

static uint64_t stack_of(size_t kernel)
{
    const char *name = kernels[kernel].name;

    if (strncmp(name, "dtc_law", 7) == 0 || strncmp(name, "dtc_exact", 9) == 0)
        return name[4] == 'l' ? LAW : EXACT;
    return kernels[kernel].type == TY_REAL || kernels[kernel].count == of_nothing ? SHALLOW : SMALL;
}

bool kernel_cost(C *c, const char *name, const Value *arg, uint32_t n, Cost *cost, Value *result)
{
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        if (strcmp(name, kernels[i].name) != 0)
            continue;
        Call k = { .c = c, .arg = arg, .n = n };
        kernels[i].count(&k);
        *cost = (Cost){ k.now, k.transition, stack_of(i) };
        *result = (Value){ .type = kernels[i].type, .decides = kernels[i].count == of_law_transition };
        return true;
    }
    return false;
}
