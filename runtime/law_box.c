/* The switching law, the problem with bounds: slip = y + h G x complementary to l <= x <= u (dtc_box, law_private.h).
 *
 * With y = s + h a, a the slip accelerations without torques, it is the implicit Euler step of a sample, with y = a and
 * h = 1 it gives the accelerations at an event, with y = s the impulses of an impact. Slips are unique however
 * redundant the elements; x is found by an active-set method that begins where the caller puts it (Nocedal and Wright,
 * Numerical Optimization, 16.5); x stays within its bounds, so that each round gives places that can be used.
 *
 * Cost: m^2 to m^3 multiplications a round. Requires, ensures: law_private.h. */
#include "law_private.h"

int dtc_box_free(const dtc_box *b, int e)
{
    for (int i = 0; i < b->n; i++)
        if (b->free[i] == e)
            return 1;
    return 0;
}

void dtc_box_move(dtc_box *b, int e, dtc_real to)
{
    const dtc_law *w = b->w;
    dtc_real change = b->h * (to - b->x[e]);

    b->x[e] = to;
    if (change == (dtc_real)0)
        return;
    for (int i = 0; i < w->m; i++)
        b->slip[i] += w->G[i * w->m + e] * change;
}

/* The row of L that e would have, and what G_ee has left: 0 if the free ones fix the slip of e. With as many as are
 * independent at most, rounding alone is left. */
static dtc_real box_row(const dtc_box *b, int e)
{
    int m = b->w->m;
    dtc_real *row = b->L + b->n * m, whole = b->w->G[e * m + e], rest = whole;

    if (b->n >= m)
        return 0;
    for (int i = 0; i < b->n; i++) {
        row[i] = b->w->G[e * m + b->free[i]];
        for (int k = 0; k < i; k++)
            row[i] -= b->L[i * m + k] * row[k];
        row[i] /= b->L[i * m + i];
        rest -= row[i] * row[i];
    }
    return b->n < law_most(b->w) && rest > b->w->rank[e] * whole ? rest : (dtc_real)0;
}

int dtc_box_enter(dtc_box *b, int e)
{
    dtc_real rest = box_row(b, e);

    if (!(rest > (dtc_real)0))
        return 0;
    b->L[b->n * b->w->m + b->n] = dtc_sqrt(rest);
    b->free[b->n++] = e;
    return 1;
}

static void box_leave(dtc_box *b, int i)
{
    int n = b->n;

    b->n = i;
    for (int k = i + 1; k < n; k++)
        dtc_box_enter(b, b->free[k]);
}

void dtc_box_bounds(dtc_box *b, int e, int holds, dtc_real slack)
{
    const dtc_law *w = b->w;
    dtc_real el = holds ? slack * w->torque[e] : (dtc_real)0;

    b->l[e] = (holds ? law_slo(w, e) : w->lo[e]) - el;
    b->u[e] = (holds ? law_shi(w, e) : w->hi[e]) + el;
    if (law_no_capacity(w, e))
        b->l[e] = b->u[e] = 0;
}

dtc_real dtc_box_clamp(const dtc_box *b, int e, dtc_real x)
{
    return x < b->l[e] ? b->l[e] : x > b->u[e] ? b->u[e] : x;
}

/* The change of the free x that brings their slips to zero, as far as the bounds let it. Returns the one that meets its
 * bound first, or -1. */
static int box_step(dtc_box *b)
{
    int n = b->n, m = b->w->m, hit = -1;
    dtc_real *d = b->d, part = 1;

    for (int i = 0; i < n; i++) {
        d[i] = -b->slip[b->free[i]] / b->h;
        for (int k = 0; k < i; k++)
            d[i] -= b->L[i * m + k] * d[k];
        d[i] /= b->L[i * m + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++)
            d[i] -= b->L[k * m + i] * d[k];
        d[i] /= b->L[i * m + i];
    }
    for (int i = 0; i < n; i++) {
        int e = b->free[i];
        dtc_real to = b->x[e] + d[i], room = dtc_box_clamp(b, e, to) - b->x[e];
        if ((to < b->l[e] || to > b->u[e]) && (hit < 0 || room / d[i] < part)) {
            part = room / d[i];
            hit = i;
        }
    }
    for (int i = 0; i < n; i++) {
        int e = b->free[i];
        dtc_box_move(b, e,
                     i == hit ? dtc_box_clamp(b, e, b->x[e] + d[i])
                              : dtc_box_clamp(b, e, b->x[e] + part * d[i]));
    }
    return hit;
}

int dtc_box_rests(const dtc_box *b, int e) { return dtc_abs(b->slip[e]) <= b->rest[e]; }

static dtc_real box_score(const dtc_box *b, int e)
{
    return b->slip[e] * b->slip[e] / b->w->G[e * b->w->m + e];
}

/* Could another x reduce the slip? */
static int box_wrong(const dtc_box *b, int e)
{
    return b->slip[e] > (dtc_real)0 ? b->x[e] > b->l[e] : b->x[e] < b->u[e];
}

/* The element whose x must leave its bound: that with the largest slip the wrong way, in the metric of the energy; or
 * -1. */
static int box_pulled(const dtc_box *b)
{
    int found = -1;

    for (int e = 0; e < b->w->m; e++) {
        if (!law_inside(b, e) || !box_wrong(b, e) || dtc_box_rests(b, e) || dtc_box_free(b, e))
            continue;
        if (found < 0 || law_beats(box_score(b, e), box_score(b, found)))
            found = e;
    }
    return found;
}

/* A stuck element that moves under its static bound gets the kinetic one. */
static int box_breaks_away(dtc_box *b)
{
    const dtc_law *w = b->w;
    int found = -1;

    for (int e = 0; e < w->m; e++) {
        int held = b->l[e] < w->lo[e] || b->u[e] > w->hi[e];
        if (law_inside(b, e) && held && b->l[e] < b->u[e] && !dtc_box_rests(b, e) &&
            (found < 0 || law_beats(box_score(b, e), box_score(b, found))))
            found = e;
    }
    if (found < 0)
        return 0;
    dtc_box_bounds(b, found, 0, (dtc_real)0);
    dtc_box_move(b, found, dtc_box_clamp(b, found, b->x[found]));
    return 1;
}

/* The change of the free x that makes up for one of x of an element, whose slip they fix, so that no slip changes: into
 * d. Its row of L is there. */
static void box_share(dtc_box *b)
{
    int n = b->n, m = b->w->m;
    dtc_real *d = b->d;

    for (int i = n - 1; i >= 0; i--) {
        d[i] = -b->L[n * m + i];
        for (int k = i + 1; k < n; k++)
            d[i] -= b->L[k * m + i] * d[k];
        d[i] /= b->L[i * m + i];
    }
}

/* How far x of e may go before its bound. */
static dtc_real box_room(const dtc_box *b, int e, dtc_real by)
{
    return by < (dtc_real)0 ? b->l[e] - b->x[e] : b->u[e] - b->x[e];
}

/* Moves x of e, which could not enter since the free ones fix its slip, and these with it, until one meets its bound.
 * No slip changes. Where there is no bound, motions contradict each other, and e keeps its slip. */
static void box_slides_on(dtc_box *b, int e)
{
    dtc_real sign = b->slip[e] > (dtc_real)0 ? (dtc_real)-1 : (dtc_real)1,
             part = dtc_abs(box_room(b, e, sign));
    int hit = -1;

    box_share(b);
    for (int i = 0; i < b->n; i++) {
        dtc_real by = sign * b->d[i];
        if (!(dtc_abs(by) > LAW_RANK))
            continue;
        dtc_real room = box_room(b, b->free[i], by) / by;
        if (room < part) {
            part = room;
            hit = i;
        }
    }
    if (!law_is_bound(part)) {
        b->rest[e] = dtc_abs(b->slip[e]);
        return;
    }
    for (int i = 0; i < b->n; i++)
        b->x[b->free[i]] = dtc_box_clamp(b, b->free[i], b->x[b->free[i]] + part * sign * b->d[i]);
    b->x[e] = hit < 0 ? (sign > (dtc_real)0 ? b->u[e] : b->l[e]) : dtc_box_clamp(b, e, b->x[e] + part * sign);
    if (hit >= 0)
        box_leave(b, hit);
}

void dtc_box_solve(dtc_box *b, int rounds, int options)
{
    for (int round = 0; round < rounds; round++) {
        int e = box_step(b);
        if (e >= 0)
            box_leave(b, e);
        else if ((e = box_pulled(b)) >= 0 && !dtc_box_enter(b, e))
            box_slides_on(b, e);
        else if (e < 0 && !((options & DTC_BOX_BREAK) && box_breaks_away(b)))
            break;
    }
}
