/* gear_join.c - kinematic rows to gears between flanges.
 *
 * Variables that rows say are equal, or zero, are put together first (union-find, with the order of derivative beside:
 * w = der(phi) says that w is the motion of phi, one order up). Rows that define a variable are set aside, and what is
 * no flange is eliminated from the others. What is left are gears: sums over flanges that are zero.
 *
 * Requires: flanges with their variables. Ensures: rows that are set aside have pivots that are no flanges.
 * Cost: near-linear in the rows but for a variable that many gears share and no flange has.
 */
#include <stdlib.h>
#include <string.h>
#include "gear_build.h"

/* ---- variables of one motion --------------------------------------------------------------------------- */

uint32_t motion_find(const Motions *m, Var v)
{
    while (m->same[v] != v) {
        uint32_t up = m->same[v];
        m->order[v] += up ? m->order[up] : 0; /* what stands still has any order */
        v = m->same[v] = m->same[up];
    }
    return v;
}

int motion_order(const Motions *m, Var v)
{
    int order = 0;

    for (; m->same[v] != v; v = m->same[v])
        order += m->order[v];
    return order;
}

/* order(a) + above = order(b) */
static void join(Motions *m, uint32_t a, uint32_t b, int above)
{
    uint32_t to = motion_find(m, a), from = motion_find(m, b);

    if (to == from)
        return;
    above += motion_order(m, a) - motion_order(m, b); /* order(from) = order(to) + above */
    if (from == 0 || (to != 0 && m->is_flange[from] && !m->is_flange[to])) {
        uint32_t other = to;
        to = from, from = other; /* 0 stays what stands still; flanges stay on top */
        above = -above;
    }
    m->same[from] = to;
    m->order[from] = above;
}

static Term *without_zeros(Term *r)
{
    uint32_t n = 0;

    for (uint32_t k = 0; k < vec_len(r); k++)
        if (!fr_is_zero(r[k].factor))
            r[n++] = r[k];
    while (vec_len(r) > n)
        (void)vec_pop(r);
    return r;
}

static Term *term_of(Term *r, uint32_t col)
{
    for (uint32_t k = 0; k < vec_len(r); k++)
        if (r[k].body == col)
            return &r[k];
    return NULL;
}

/* The row in representatives, without zeros. */
static Term *collect(Motions *m, const KinematicRow *row)
{
    Term *out = NULL;

    for (uint32_t i = 0; i < vec_len(row->term); i++) {
        uint32_t col = motion_find(m, row->term[i].var);
        Term *at = term_of(out, col);
        if (col && at)
            at->factor = fr_add(at->factor, row->term[i].factor);
        else if (col)
            vec_push(&m->d->pass, out, ((Term){ col, row->term[i].factor }));
    }
    return without_zeros(out);
}

/* Does it say more than that two flanges are one, or that one stands still? */
static bool is_gear(const Motions *m, const KinematicRow *row)
{
    const KinematicTerm *t = row->term;
    bool good = vec_len(t) > 1 && m->f->eq[row->eq].kind != EQ_CONNECT;

    for (uint32_t i = 0; i < vec_len(t); i++)
        good &= m->is_flange[t[i].var];
    return good;
}

static bool is_equality(const KinematicRow *row)
{
    return vec_len(row->term) == 2 && fr_equal(row->term[0].factor, fr_neg(row->term[1].factor));
}

/* Of the order of a row's first term of this representative. */
static int term_order(const Motions *m, const KinematicRow *row, uint32_t col)
{
    for (uint32_t i = 0; i < vec_len(row->term); i++)
        if (motion_find(m, row->term[i].var) == col)
            return motion_order(m, row->term[i].var) + row->term[i].der;
    return 0;
}

/* x = y or x = 0: joined, and true. */
static bool join_row(Motions *m, const KinematicRow *row, const Term *r)
{
    uint32_t n = vec_len(r);
    bool equal = n == 2 && fr_equal(r[0].factor, fr_neg(r[1].factor));

    if (n > 1 && !equal)
        return false;
    if (is_gear(m, row) && (n == 0 || !is_equality(row)))
        vec_push(&m->d->run, m->collapsed,
                 ((Collapsed){ row->eq, equal ? LEFT_ONE_MOTION
                                        : n   ? LEFT_STANDSTILL
                                              : LEFT_NOTHING }));
    if (equal) /* order(0) + d0 = order(1) + d1 of the variables that the row has */
        join(m, r[0].body, r[1].body, term_order(m, row, r[0].body) - term_order(m, row, r[1].body));
    else if (n)
        join(m, 0, r[0].body, 0);
    return true;
}

/* Again and again until there is no more of it; what is left are the others. */
static GearRow *join_all(Motions *m, const KinematicRow *rows)
{
    bool *used = NEW_N(&m->d->pass, bool, vec_len(rows) + 1), again = true;
    GearRow *rest = NULL;

    while (again) {
        again = false;
        for (uint32_t i = 0; i < vec_len(rows); i++)
            if (!used[i] && join_row(m, &rows[i], collect(m, &rows[i])))
                used[i] = again = true;
    }
    for (uint32_t i = 0; i < vec_len(rows); i++)
        if (!used[i])
            vec_push(&m->d->pass, rest, ((GearRow){ collect(m, &rows[i]), rows[i].eq, rows[i].decimal }));
    return rest;
}

/* ---- elimination of what is no flange ------------------------------------------------------------------ */

/* r + factor*by */
static Term *combined(Motions const *m, const Term *r, const Term *by, Fraction factor)
{
    Term *out = NULL;

    for (uint32_t k = 0; k < vec_len(r); k++)
        vec_push(&m->d->pass, out, r[k]);
    for (uint32_t k = 0; k < vec_len(by); k++) {
        Fraction add = fr_mul(by[k].factor, factor);
        Term *at = term_of(out, by[k].body);
        if (at)
            at->factor = fr_add(at->factor, add);
        else
            vec_push(&m->d->pass, out, ((Term){ by[k].body, add }));
    }
    return without_zeros(out);
}

static Term *without_pivots(const Motions *m, Term *r)
{
    for (uint32_t k = 0; k < vec_len(r);) {
        uint32_t p = m->pivot_row[r[k].body];
        if (p) {
            r = combined(m, r, m->row[p - 1], fr_neg(r[k].factor));
            k = 0;
        } else {
            k++;
        }
    }
    return r;
}

/* The pivot gets factor 1. */
static void solve_for(Motions *m, Term *r, uint32_t pivot)
{
    const Fraction scale = term_of(r, pivot)->factor;

    for (uint32_t k = 0; k < vec_len(r); k++)
        r[k].factor = fr_div(r[k].factor, scale);
    vec_push(&m->d->pass, m->row, r);
    m->pivot_row[pivot] = vec_len(m->row);
}

/* Rows with a variable that is in no other: it is what they define, such as a slip. With them set aside others have
 * such a variable, until there is none. NULL in place of the terms of a row that was. */
static void set_definitions_aside(Motions *m, GearRow *rows)
{
    uint32_t n = vec_len(m->f->var), *count = NEW_N(&m->d->pass, uint32_t, n),
             *last = NEW_N(&m->d->pass, uint32_t, n);
    uint32_t *ready = NULL; /* last: exclusive or of the rows that a variable is in */

    for (uint32_t i = 0; i < vec_len(rows); i++)
        for (uint32_t k = 0; k < vec_len(rows[i].term); k++) {
            count[rows[i].term[k].body]++;
            last[rows[i].term[k].body] ^= i;
        }
    for (Var v = 1; v < n; v++)
        if (count[v] == 1 && !m->is_flange[v])
            vec_push(&m->d->pass, ready, v);
    while (vec_len(ready)) {
        uint32_t col = vec_pop(ready), i = last[col];
        Term *r = count[col] == 1 ? rows[i].term : NULL;
        for (uint32_t k = 0; k < vec_len(r); k++) {
            last[r[k].body] ^= i;
            if (--count[r[k].body] == 1 && !m->is_flange[r[k].body])
                vec_push(&m->d->pass, ready, r[k].body);
        }
        if (r) {
            solve_for(m, r, col);
            rows[i].term = NULL;
        }
    }
}

/* Rows that share what is no flange: one of them is solved for it. */
static GearRow *between_flanges_only(Motions *m, GearRow *rows)
{
    GearRow *gears = NULL;

    for (uint32_t i = 0; i < vec_len(rows); i++) {
        Term *r = without_pivots(m, rows[i].term);
        uint32_t other = 0;
        for (uint32_t k = 0; k < vec_len(r) && !other; k++)
            other = m->is_flange[r[k].body] ? 0 : r[k].body;
        if (other)
            solve_for(m, r, other);
        else if (vec_len(r))
            vec_push(&m->d->pass, gears, ((GearRow){ r, rows[i].eq, rows[i].decimal }));
    }
    return gears;
}

bool motion_sum(const Motions *m, Var v, Term **sum)
{
    uint32_t col = motion_find(m, v);
    Term *out = NULL;

    if (col)
        vec_push(&m->d->pass, out, ((Term){ col, FR_ONE }));
    out = without_pivots(m, out);
    *sum = NULL;
    for (uint32_t k = 0; k < vec_len(out); k++)
        if (!m->is_flange[out[k].body])
            return false;
    *sum = out;
    return true;
}

Motions motions_of(Dtc *d, const Flat *f, const Flange *flange, GearRow **gears)
{
    uint32_t n = vec_len(f->var);
    Motions m = { .d = d,
                  .f = f,
                  .same = NEW_N(&d->pass, uint32_t, n),
                  .order = NEW_N(&d->pass, int, n),
                  .is_flange = NEW_N(&d->pass, bool, n),
                  .pivot_row = NEW_N(&d->pass, uint32_t, n) };

    for (uint32_t v = 0; v < n; v++)
        m.same[v] = v;
    for (uint32_t i = 0; i < vec_len(flange); i++)
        m.is_flange[flange[i].var] = true;
    GearRow *rows = join_all(&m, kinematic_rows(d, f));
    set_definitions_aside(&m, rows);
    *gears = between_flanges_only(&m, rows);
    return m;
}
