/* The switching law in lanes (dtc_lanes.h): for generated code, which says how many lanes there are, DTC_LANES.
 *
 * Each function gives every lane the bits that the one of its name gives a model alone (dtc_law.h); where the law's
 * lists differ from lane to lane, sums run through the elements of all of them, in the same order, and add nothing
 * where an element is not of a lane's own list. */
#ifndef DTC_LANES_LAW_H
#define DTC_LANES_LAW_H

#include "dtc_lanes_real.h"

/* ---- the law ------------------------------------------------------------------------------------------- */

/* A view of a law in lanes (DTC_LANES_LAW_MEMBERS); from P on of one that is solved. */
typedef struct {
    int m, holding, sliding;
    const int *list, *where;
    const dtc_ints *stuck, *slides, *forward, *open;
    const dtc_reals *G, *s, *lo, *hi, *slo, *shi, *size, *least_s, *least_a, *least_l, *gap, *speed, *lag;
    dtc_reals *lambda, *ah, *room, *least, *most;
    const dtc_reals *P, *af;
    dtc_reals *zero_s;
    const dtc_ints *contact, *impacts, *rough;
} dtc_lanes_law;

#define DTC_LANES_VIEW(n, x, ...)                                                                                      \
    &(const dtc_lanes_law)                                                                                             \
    {                                                                                                                  \
        (n), (x)->holding, (x)->sliding, (x)->list, (x)->where, (x)->stuck, (x)->slides, (x)->forward, (x)->open,      \
            (x)->G, (x)->s, (x)->lo, (x)->hi, (x)->slo, (x)->shi, (x)->size, (x)->least_s, (x)->least_a, (x)->least_l, \
            (x)->gap, (x)->speed, &(x)->lag, (x)->lambda, (x)->ah, (x)->room, (x)->least, (x)->most, __VA_ARGS__       \
    }
#define DTC_LANES_WITH_RESPONSE(n, x) DTC_LANES_VIEW(n, x, 0, 0, 0, 0, 0, 0)
#define DTC_LANES_SOLVED(n, x)                                                                                         \
    DTC_LANES_VIEW(n, x, (x)->P, (x)->af, (x)->zero_s, (x)->contact, &(x)->impacts, &(x)->rough)
#define DTC_LANES_PUSH(on, m, x) dtc_lanes_push((on), DTC_LANES_SOLVED(m, x))
#define DTC_LANES_HOLD(on, m, x) dtc_lanes_hold_elements((on), DTC_LANES_SOLVED(m, x))
#define DTC_LANES_QUIET(m, x, h) dtc_lanes_quiet(DTC_LANES_SOLVED(m, x), (h))
#define DTC_LANES_QUIET_APART(m, x, h)                                                                                 \
    (dtc_lanes_apart(DTC_LANES_SOLVED(m, x), (h)) & dtc_lanes_quiet(DTC_LANES_SOLVED(m, x), (h)))
#define DTC_LANES_GAPS(m, x) dtc_lanes_gaps(DTC_LANES_SOLVED(m, x))
#define DTC_LANES_JUMPS(x) ((x)->moved != 0)
/* Of a law with a response, in a step: element e. contact: is it one? Bounds: lo, hi, slo, shi */
#define DTC_LANES_BEARS(quiet, x, e, contact, before, others, ...)                                                     \
    dtc_lanes_bears((quiet), DTC_LANES_WITH_RESPONSE(0, x), (e), (contact), (dtc_lanes_bounds){ __VA_ARGS__ },         \
                    (before), (others))
#define DTC_LANES_SLIDE(on, x, rows, T, sums)                                                                          \
    dtc_lanes_slide((on), (x)->sliding, (x)->list + (x)->holding, (x)->slides, (x)->lambda, (rows), (T), (sums))
/* y is made where the element needs it. torque, a: get what they are then */
#define DTC_LANES_KEEPS(quiet, m, x, e, y, h, contact, s, size, gap, torque, a)                                        \
    do {                                                                                                               \
        if (contact)                                                                                                   \
            *(quiet) &= ~dtc_lanes_contact_changes(DTC_LANES_WITH_RESPONSE(m, x), (e), (s), (size), (gap), (y), (h),   \
                                                   (torque)),                                                          \
                *(a) = (x)->ah[e];                                                                                     \
        else if ((x)->where[e] == DTC_LANES_OUT)                                                                       \
            *(torque) = (x)->lambda[e], *(a) = (x)->ah[e];                                                             \
        else                                                                                                           \
            *(quiet) &= ~dtc_lanes_changes(DTC_LANES_WITH_RESPONSE(m, x), (e), (s), (size), (y), (h), (torque), (a));  \
    } while (0)

DTC_LANES_INLINE void dtc_lanes_push(dtc_ints on, const dtc_lanes_law *w)
{
    for (int e = 0; e < w->m; e++)
        w->lambda[e] = dtc_select(on, dtc_lanes_all((dtc_real)0), w->lambda[e]);
    for (int k = w->holding; k < w->holding + w->sliding; k++) {
        const int e = w->list[k];
        const dtc_reals torque = dtc_select(w->forward[e], w->lo[e], w->hi[e]);
        const dtc_ints bounded = dtc_lanes_abs(torque) < (dtc_real)DTC_UNBOUNDED;
        w->lambda[e] = dtc_select(on & w->slides[e] & bounded, torque, w->lambda[e]);
    }
}

/* The sum over the stuck elements of row_j x_j; it begins with 0, so that adding 0 changes none of its bits. */
DTC_LANES_INLINE dtc_reals dtc_lanes_product(const dtc_lanes_law *w, const dtc_reals *row, const dtc_reals *x)
{
    dtc_reals sum = { 0 };
    for (int k = 0; k < w->holding; k++) {
        const int e = w->list[k];
        sum += (dtc_reals)((dtc_ints)(row[e] * x[e]) & w->stuck[e]);
    }
    return sum;
}

/* One step of refinement of the torques of stuck elements, in those lanes. */
DTC_LANES_INLINE void dtc_lanes_refine(dtc_ints on, const dtc_lanes_law *w)
{
    for (int k = 0; k < w->holding; k++) {
        const int e = w->list[k];
        w->ah[e] = dtc_select(on & w->stuck[e], w->af[e] + dtc_lanes_product(w, w->G + e * w->m, w->lambda),
                              w->ah[e]);
    }
    for (int k = 0; k < w->holding; k++) {
        const int e = w->list[k];
        w->lambda[e] = dtc_select(on & w->stuck[e],
                                  w->lambda[e] - dtc_lanes_product(w, w->P + e * w->m, w->ah), w->lambda[e]);
    }
    for (int k = 0; k < w->holding; k++) {
        const int e = w->list[k];
        w->ah[e] = dtc_select(on & w->stuck[e], dtc_lanes_all((dtc_real)0), w->ah[e]);
    }
}

DTC_LANES_INLINE void dtc_lanes_hold_elements(dtc_ints on, const dtc_lanes_law *w)
{
    const dtc_ints rough = on & (*w->rough != 0);

    for (int k = 0; k < w->holding; k++) {
        const int e = w->list[k];
        w->lambda[e] =
            dtc_select(on & w->stuck[e], -dtc_lanes_product(w, w->P + e * w->m, w->af), w->lambda[e]);
    }
    if (dtc_any(rough))
        dtc_lanes_refine(rough, w);
    for (int k = w->holding; k < w->holding + w->sliding; k++) {
        const int e = w->list[k];
        w->ah[e] = dtc_select(on & w->slides[e], w->af[e] + dtc_lanes_product(w, w->G + e * w->m, w->lambda),
                              w->ah[e]);
    }
}

typedef struct { dtc_reals lo, hi, slo, shi; } dtc_lanes_bounds;

DTC_LANES_INLINE dtc_lanes_bounds dtc_lanes_bounds_of(const dtc_lanes_law *w, int e)
{
    return (dtc_lanes_bounds){ w->lo[e], w->hi[e], w->slo[e], w->shi[e] };
}

/* What rounding makes of the slip of a stuck element: dtc_law_rounding. */
DTC_LANES_INLINE dtc_reals dtc_lanes_rounding(const dtc_lanes_law *w, int e, dtc_reals size, dtc_reals torque,
                                              dtc_real h)
{
    return DTC_EPSILON * (size + (dtc_real)0.125 * h * w->G[e * w->m + e] * dtc_lanes_abs(torque));
}

/* Has it no capacity? Is the torque of one that slides bounded? */
DTC_LANES_INLINE dtc_ints dtc_lanes_has_none(dtc_lanes_bounds b) { return dtc_lanes_at_most(b.hi, b.lo); }

DTC_LANES_INLINE dtc_ints dtc_lanes_unbounded(dtc_reals torque)
{
    return dtc_lanes_not_less(dtc_lanes_abs(torque), dtc_lanes_all((dtc_real)DTC_UNBOUNDED));
}

/* Does one with capacity change, that is stuck with this torque between these, that slides with this acceleration? */
DTC_LANES_INLINE dtc_ints dtc_lanes_gives_way(const dtc_lanes_law *w, int e, dtc_reals s, dtc_reals size,
                                              dtc_reals least, dtc_reals most, dtc_reals torque, dtc_real h)
{
    const dtc_reals none =
        DTC_LAW_NONE((dtc_real)1e-3 * w->least_s[e], (dtc_real)8 * dtc_lanes_rounding(w, e, size, torque, h));

    (void)h, (void)size;
    return dtc_lanes_not_at_most(dtc_lanes_abs(s), none) |
           dtc_lanes_less(w->least_l[e], dtc_lanes_max(least - torque, torque - most));
}

DTC_LANES_INLINE dtc_ints dtc_lanes_turns(const dtc_lanes_law *w, int e, dtc_ints forward, dtc_reals s, dtc_reals a,
                                          dtc_real h)
{
    const dtc_reals zero = { 0 }, slip = dtc_select(forward, s, -s), change = dtc_select(forward, a, -a);

    return dtc_lanes_less(slip, -w->least_s[e]) |
           (dtc_lanes_at_most(slip + h * change, zero) & dtc_lanes_less(change, -w->least_a[e]));
}

DTC_LANES_INLINE dtc_ints dtc_lanes_quiet(const dtc_lanes_law *w, dtc_real h)
{
    const dtc_reals zero = { 0 };
    dtc_ints moved = { 0 };

    for (int k = 0; k < w->holding; k++) {
        const int e = w->list[k];
#ifdef DTC_FLOAT
        w->zero_s[e] =
            dtc_select(w->stuck[e], dtc_lanes_rounding(w, e, w->size[e], w->lambda[e], h), w->zero_s[e]);
#endif
        moved |=
            w->stuck[e] &
            (dtc_lanes_gives_way(w, e, w->s[e], w->size[e], dtc_lanes_min(w->slo[e], w->lo[e]),
                                 dtc_lanes_max(w->shi[e], w->hi[e]), w->lambda[e], h) |
             dtc_lanes_at_most(w->G[e * w->m + e], zero) | dtc_lanes_has_none(dtc_lanes_bounds_of(w, e)));
    }
    for (int k = w->holding; k < w->holding + w->sliding; k++) {
        const int e = w->list[k];
        moved |= w->slides[e] & (dtc_lanes_turns(w, e, w->forward[e], w->s[e], w->ah[e], h) |
                                 dtc_lanes_unbounded(dtc_select(w->forward[e], w->lo[e], w->hi[e])) |
                                 dtc_lanes_has_none(dtc_lanes_bounds_of(w, e)));
    }
    for (int e = 0; e < w->m; e++)
        moved |=
            ~(w->stuck[e] | w->slides[e] | dtc_lanes_has_none(dtc_lanes_bounds_of(w, e))) & (w->open[e] == 0);
    return ~moved;
}

/* Of a contact: does it not stay open, with slip acceleration a? Is there a gap where it is closed? */
DTC_LANES_INLINE dtc_ints dtc_lanes_closes(const dtc_lanes_law *w, dtc_reals gap, dtc_reals s, dtc_reals a, dtc_real h)
{
    return ~(gap + h * (s + ((dtc_real)0.5 + *w->lag) * h * a) > (dtc_real)0);
}

DTC_LANES_INLINE dtc_ints dtc_lanes_has_gap(const dtc_lanes_law *w, int e, dtc_reals gap)
{
    return dtc_lanes_abs(gap) > DTC_LAW_GAP * w->speed[e];
}

DTC_LANES_INLINE dtc_ints dtc_lanes_apart(const dtc_lanes_law *w, dtc_real h)
{
    dtc_ints closes = *w->impacts != 0;

    for (int e = 0; e < w->m; e++) {
        const dtc_ints mine = ~(w->stuck[e] | w->slides[e]) & (w->contact[e] != 0);
        if (!dtc_any(mine))
            continue;
        const dtc_reals a = w->af[e] + dtc_lanes_product(w, w->G + e * w->m, w->lambda);
        closes |= mine & dtc_lanes_closes(w, w->gap[e], w->s[e], a, h);
    }
    return ~closes;
}

DTC_LANES_INLINE dtc_ints dtc_lanes_gaps(const dtc_lanes_law *w)
{
    dtc_ints any = { 0 };

    for (int k = 0; k < w->holding; k++) {
        const int e = w->list[k];
        any |= w->stuck[e] & (w->contact[e] != 0) & dtc_lanes_has_gap(w, e, w->gap[e]);
    }
    return any;
}

/* ---- a response ---------------------------------------------------------------------------------------- */

/* What an element is in all lanes that are in. */
enum { DTC_LANES_OUT, DTC_LANES_STUCK, DTC_LANES_MIXED, DTC_LANES_FORWARD, DTC_LANES_BACKWARD };

/* What its bounds say of an element: whether it keeps the capacity that it has; least, most: of the torque of a stuck
 * one. others: the lanes in which the torque of one that slides is another one than before; it is that from here on. */
DTC_LANES_INLINE void dtc_lanes_bears(dtc_ints *quiet, const dtc_lanes_law *w, int e, int contact, dtc_lanes_bounds b,
                                      dtc_reals before, dtc_ints *others)
{
    const int where = w->where[e];
    dtc_reals torque = where == DTC_LANES_FORWARD ? b.lo : b.hi;
    dtc_ints slides = dtc_lanes_true(1);

    if (contact && where != DTC_LANES_STUCK) { /* it slides in none; open ones: dtc_lanes_contact_changes */
        w->least[e] = dtc_lanes_min(b.slo, b.lo);
        w->most[e] = dtc_lanes_max(b.shi, b.hi);
        *quiet &= ~(w->stuck[e] & dtc_lanes_has_none(b));
        return;
    }
    if (where == DTC_LANES_OUT) {
        *quiet &= dtc_lanes_has_none(b);
        return;
    }
    if (where <= DTC_LANES_MIXED) {
        w->least[e] = dtc_lanes_min(b.slo, b.lo);
        w->most[e] = dtc_lanes_max(b.shi, b.hi);
    }
    if (where == DTC_LANES_STUCK) {
        *quiet &= ~dtc_lanes_has_none(b);
        return;
    }
    if (where == DTC_LANES_MIXED) {
        slides = w->slides[e];
        torque = dtc_select(slides, dtc_select(w->forward[e], b.lo, b.hi), w->lambda[e]);
        *quiet &= (w->stuck[e] | slides) ^ dtc_lanes_has_none(b);
    } else {
        *quiet &= ~dtc_lanes_has_none(b);
    }
    w->lambda[e] = torque;
    *others |= slides & dtc_lanes_differ(torque, before);
    *quiet &= ~(slides & dtc_lanes_unbounded(torque));
}

/* What sliding elements give, made anew in all lanes where a torque in one is another one than before; in each it is
 * the same sum. */
DTC_LANES_APART void dtc_lanes_slide(dtc_ints on, int sliding, const int *list, const dtc_ints *is,
                                     const dtc_reals *lambda, int rows, const dtc_reals *T, dtc_reals *slides)
{
    for (int i = 0; i < rows; i++)
        slides[i] = dtc_select(on, dtc_lanes_all((dtc_real)0), slides[i]);
    for (int k = 0; k < sliding; k++) {
        const int e = list[k];
        const dtc_ints acts = on & is[e], bounded = dtc_lanes_abs(lambda[e]) < (dtc_real)DTC_UNBOUNDED;
        const dtc_reals torque = (dtc_reals)((dtc_ints)lambda[e] & bounded);

        slides[rows + e] = dtc_select(acts, torque, slides[rows + e]);
        for (int i = 0; i < rows; i++)
            slides[i] = dtc_select(acts, slides[i] + T[e * rows + i] * torque, slides[i]);
    }
}

/* With its row y of that, which the law gets: does element e change? */
DTC_LANES_INLINE dtc_ints dtc_lanes_changes(const dtc_lanes_law *w, int e, dtc_reals s, dtc_reals size, dtc_reals y,
                                            dtc_real h, dtc_reals *torque, dtc_reals *a)
{
    const int where = w->where[e];

    if (where == DTC_LANES_STUCK) {
        *torque = y, *a = w->ah[e];
        return dtc_lanes_gives_way(w, e, s, size, w->least[e], w->most[e], y, h);
    }
    if (where == DTC_LANES_MIXED) {
        const dtc_ints stuck = w->stuck[e], slides = w->slides[e];
        *torque = dtc_select(stuck, y, w->lambda[e]), *a = dtc_select(slides, y, w->ah[e]);
        return (stuck & dtc_lanes_gives_way(w, e, s, size, w->least[e], w->most[e], y, h)) |
               (slides & dtc_lanes_turns(w, e, w->forward[e], s, y, h));
    }
    *torque = w->lambda[e], *a = y;
    return where == DTC_LANES_FORWARD ? dtc_lanes_turns(w, e, dtc_lanes_true(1), s, y, h)
                                      : dtc_lanes_turns(w, e, dtc_lanes_true(0), s, y, h);
}

/* Of a contact: it stays open, or closed without a gap, and has not rebounded. */
DTC_LANES_INLINE dtc_ints dtc_lanes_contact_changes(const dtc_lanes_law *w, int e, dtc_reals s, dtc_reals size,
                                                    dtc_reals gap, dtc_reals y, dtc_real h, dtc_reals *torque)
{
    const dtc_ints stuck = w->stuck[e];

    *torque = dtc_select(stuck, y, w->lambda[e]);
    return (stuck & (dtc_lanes_gives_way(w, e, s, size, w->least[e], w->most[e], y, h) | (w->open[e] < 0) |
                     dtc_lanes_has_gap(w, e, gap))) |
           (~stuck & ((w->open[e] == 0) | dtc_lanes_closes(w, gap, s, y, h)));
}

/* ---- lists --------------------------------------------------------------------------------------------- */

/* What all lanes run through: the elements that are stuck, then those that slide, in any lane that is in. */
#define DTC_LANES_LISTS(in, m, x)                                                                                      \
    do {                                                                                                               \
        dtc_lanes_masks((in), (m), (x)->place, (x)->stuck, (x)->slides, (x)->forward, (x)->where);                     \
        (x)->holding = dtc_lanes_list((m), (x)->stuck, (x)->list);                                                     \
        (x)->sliding = dtc_lanes_list((m), (x)->slides, (x)->list + (x)->holding);                                     \
    } while (0)

static inline void dtc_lanes_masks(dtc_ints in, int m, const dtc_ints *place, dtc_ints *stuck, dtc_ints *slides,
                                   dtc_ints *forward, int *where)
{
    for (int e = 0; e < m; e++) {
        const dtc_ints backward = place[e] == DTC_BWD;
        stuck[e] = in & (place[e] == DTC_STUCK);
        forward[e] = place[e] == DTC_FWD;
        slides[e] = in & (forward[e] | backward);
        where[e] = !dtc_any(in & ~stuck[e])       ? DTC_LANES_STUCK
                 : !dtc_any(in & ~forward[e])     ? DTC_LANES_FORWARD
                 : !dtc_any(in & ~backward)       ? DTC_LANES_BACKWARD
                 : !dtc_any(stuck[e] | slides[e]) ? DTC_LANES_OUT
                                                  : DTC_LANES_MIXED;
    }
}

static inline int dtc_lanes_list(int m, const dtc_ints *is, int *list)
{
    int n = 0;

    for (int e = 0; e < m; e++)
        if (dtc_any(is[e]))
            list[n++] = e;
    return n;
}

#endif
