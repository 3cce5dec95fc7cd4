/* equilibrium_places.c - places of switching elements in an equilibrium.
 *
 * An active set: what sticks has a torque within its bounds, what slides slips its way (at rest at its limit it may go
 * on to do so), what is open has no capacity or is no contact. Conditions that elements keep from being met, the speed
 * of a car that its rolling resistance holds, let elements slide: as many of those with least capacity as have to.
 *
 * Cost: elements; to make way a linearisation for each that sticks.
 */
#include <math.h>
#include <string.h>
#include "dtc_law.h"
#include "equilibrium.h"

static const double SMALL = 1e-9;          /* of bounds and torque; of a slip of 1 */

typedef struct { double lo, hi, least, most; } Bounds;         /* least, most: while it sticks */

static double value_or(Point *p, Var v, bool none, double other)
{
    const double x = !v || none ? other : point_of(p, v);
    return x >= INFINITE ? INFINITY : x <= -INFINITE ? -INFINITY : x;
}

static Bounds bounds_of(Point *p, const Switch *w)
{
    const double lo = value_or(p, w->lo, w->lo_infinite, -INFINITY),
                 hi = value_or(p, w->hi, w->hi_infinite, INFINITY);

    return (Bounds){ lo, hi, fmin(lo, value_or(p, w->slo, false, lo)),
                     fmax(hi, value_or(p, w->shi, false, hi)) };
}

static double finite_size(double x) { return isfinite(x) ? fabs(x) : 0; }

/* Of one that is not to stick, by the way it slips. */
static int sliding(const Bounds *x, double slip)
{
    return slip > 0 && isfinite(x->lo) ? DTC_FWD : slip < 0 && isfinite(x->hi) ? DTC_BWD : DTC_STUCK;
}

/* What the point says of an element. */
static int better_place(Point *p, uint32_t sw, Exceeded **exceeded)
{
    const Switch *w = &p->e->f->sw[sw];
    const Bounds x = bounds_of(p, w);
    const double slip = point_of(p, law_slip(w)), torque = point_of(p, w->lambda),
                 gap = w->gap ? point_of(p, w->gap) : 0,
                 size = fmax(fabs(torque), fmax(finite_size(x.lo), finite_size(x.hi))),
                 small = SMALL * fmax(1e-3, size);

    if (w->gap && !isfinite(x.lo) && !isfinite(x.hi))
        return DTC_STUCK; /* a constraint, which never opens */
    if (!(x.lo < x.hi) || gap > SMALL)
        return DTC_INACTIVE;
    switch (p->place[sw]) {
    case DTC_STUCK:
        if (torque >= x.least - small && torque <= x.most + small)
            return DTC_STUCK;
        vec_push(&p->d->run, *exceeded, ((Exceeded){ sw, torque, torque > x.most ? x.most : x.least }));
        return w->gap ? DTC_INACTIVE : torque > x.most ? DTC_BWD : DTC_FWD;
    case DTC_FWD: return slip >= -SMALL ? DTC_FWD : DTC_STUCK;
    case DTC_BWD: return slip <= SMALL ? DTC_BWD : DTC_STUCK;
    default:
        if (w->gap)
            return gap < -SMALL ? DTC_STUCK : DTC_INACTIVE;
        return fabs(slip) > SMALL ? sliding(&x, slip) : DTC_STUCK;
    }
}

/* The elements whose laws there are: vec */
static uint32_t *elements_of(Point *p)
{
    const Dae *dae = p->e->dae;
    uint32_t *list = NULL;

    for (uint32_t b = 0; b < vec_len(dae->block); b++)
        for (uint32_t i = 0; dae->block[b].kind == B_SWITCHED && i < vec_len(dae->block[b].sw); i++)
            vec_push(&p->d->run, list, dae->block[b].sw[i]);
    return list;
}

uint32_t places_improve(Point *p, Exceeded **exceeded, bool one)
{
    uint32_t *list = elements_of(p), changes = 0;
    int *place = NEW_N(&p->d->run, int, vec_len(p->e->f->sw) + 1);

    for (uint32_t i = 0; i < vec_len(list); i++) {
        place[i] = better_place(p, list[i], exceeded);
        changes += place[i] != p->place[list[i]];
    }
    for (uint32_t i = 0, made = 0; i < vec_len(list) && !(one && made); i++) {
        made += place[i] != p->place[list[i]];
        p->place[list[i]] = place[i];
    }
    return changes;
}

void places_stick(Point *p)
{
    uint32_t *list = elements_of(p);

    for (uint32_t i = 0; i < vec_len(list); i++) {
        const Switch *w = &p->e->f->sw[list[i]];
        const Bounds x = bounds_of(p, w);
        p->place[list[i]] =
            x.lo < x.hi && (!w->gap || p->place[list[i]] == DTC_STUCK) ? DTC_STUCK : DTC_INACTIVE;
    }
}

/* ---- to make way --------------------------------------------------------------------------------------- */

/* Rows of conditions by kept states and what is solved for, in nominal sizes, made orthogonal; how many of them are
 * independent. d: what is wanted more than there is, as these rows have it; step: of the unknowns */
typedef struct { uint32_t n, width; double *row, *d; } Rows;

static double size_of(const Balance *b, const Linear *l, uint32_t j)
{
    const Var v = j < l->n ? b->p->e->dae->state[l->state[j]] : b->task->solve[j - l->n];
    return fmax(1, fabs(point_of(b->p, v)));
}

static Rows independent(const Balance *b, const Linear *l)
{
    Rows r = { 0, l->n + b->m, NULL, NULL };

    r.row = NEW_N(&b->p->d->run, double, (size_t)b->m *r.width + 1);
    r.d = NEW_N(&b->p->d->run, double, b->m + 1);
    for (uint32_t i = 0; i < b->m; i++) {
        double *own = r.row + (size_t)r.n * r.width, size = 0, left = 0;
        r.d[r.n] = b->task->value[i] - point_of(b->p, b->task->wanted[i]);
        linear_row(l, b->task->wanted[i], own, own + l->n);
        for (uint32_t j = 0; j < r.width; j++) {
            own[j] *= size_of(b, l, j);
            size += own[j] * own[j];
        }
        for (uint32_t k = 0; k < r.n; k++) {
            const double *other = r.row + (size_t)k * r.width;
            double along = 0;
            for (uint32_t j = 0; j < r.width; j++)
                along += own[j] * other[j];
            for (uint32_t j = 0; j < r.width; j++)
                own[j] -= along * other[j];
            r.d[r.n] -= along * r.d[k];
        }
        for (uint32_t j = 0; j < r.width; j++)
            left += own[j] * own[j];
        if (!(left > 1e-18 * size && left > 1e-20))
            continue;
        r.d[r.n] /= sqrt(left);
        for (uint32_t j = 0; j < r.width; j++)
            own[j] /= sqrt(left);
        r.n++;
    }
    return r;
}

static uint32_t conditions_met(Balance *b)
{
    Linear *l = balance_linear(b);
    const uint32_t n = l ? independent(b, l).n : 0;

    linear_free(l);
    return n;
}

/* The stuck elements, those with most capacity first. */
static uint32_t *by_capacity(Point *p)
{
    uint32_t *list = elements_of(p), *stuck = NULL;

    for (uint32_t i = 0; i < vec_len(list); i++)
        if (p->place[list[i]] == DTC_STUCK)
            vec_push(&p->d->run, stuck, list[i]);
    for (uint32_t i = 1; i < vec_len(stuck); i++)
        for (uint32_t k = i; k > 0; k--) {
            const Bounds x = bounds_of(p, &p->e->f->sw[stuck[k]]),
                         y = bounds_of(p, &p->e->f->sw[stuck[k - 1]]);
            if (!(x.most - x.least > y.most - y.least))
                break;
            const uint32_t swap = stuck[k];
            stuck[k] = stuck[k - 1];
            stuck[k - 1] = swap;
        }
    return stuck;
}

/* The way elements will slip when conditions are met by the least change. */
static void slide(Balance *b, const uint32_t *released)
{
    Linear *l = balance_linear(b);

    if (!l)
        return;
    const Rows r = independent(b, l);
    double *x = NEW_N(&b->p->d->run, double, r.width + 1);
    for (uint32_t i = 0; i < vec_len(released); i++) {
        const Switch *w = &b->p->e->f->sw[released[i]];
        const Bounds bounds = bounds_of(b->p, w);
        double slip = point_of(b->p, w->s);
        linear_row(l, w->s, x, x + l->n);
        for (uint32_t j = 0; j < r.width; j++)
            for (uint32_t k = 0; k < r.n; k++)
                slip += x[j] * size_of(b, l, j) * r.row[(size_t)k * r.width + j] * r.d[k];
        b->p->place[released[i]] = sliding(&bounds, slip);
    }
    linear_free(l);
}

bool places_make_way(Balance *b)
{
    uint32_t *released = NULL;

    if (b->m == 0 || independent(b, b->l).n == b->m)
        return false;
    const uint32_t *stuck = by_capacity(b->p);
    for (uint32_t i = 0; i < vec_len(stuck); i++)
        b->p->place[stuck[i]] = DTC_INACTIVE;
    if (conditions_met(b) > independent(b, b->l).n) {
        const uint32_t most = conditions_met(b);
        for (uint32_t i = 0; i < vec_len(stuck); i++) {
            b->p->place[stuck[i]] = DTC_STUCK;
            if (conditions_met(b) == most)
                continue;
            b->p->place[stuck[i]] = DTC_INACTIVE;
            vec_push(&b->p->d->run, released, stuck[i]);
        }
        slide(b, released);
        return vec_len(released) > 0;
    }
    for (uint32_t i = 0; i < vec_len(stuck); i++)
        b->p->place[stuck[i]] = DTC_STUCK;
    return false;
}
