/* border.c - where a point is a border: the model has another derivative on each side of it.
 *
 * An entry of the pencil that varies is evaluated beside the point, each of its variables moved a little: a smooth one
 * changes by as little, and a hundred times that far by a hundred times as much. Entries of what moves with no state
 * and no input do not count. An element at rest at its limit slides if it is pushed one way, and holds the other.
 *
 * Requires: linear_new. Cost: linear in the entries that vary, times their variables.
 */
#include <math.h>
#include "dtc_law.h"
#include "linearize.h"

/* The partial derivative beside the point, with one variable moved by so much. */
static double beside(Pencil *q, const Entry *x, Var v, double by)
{
    const double at = point_of(q->p, v);

    point_set(q->p, v, at + by);
    const double value = point_value(q->p, x->by.x);
    point_set(q->p, v, at);
    return value;
}

/* Says of which variable the derivative jumps; a smooth one changes by as little as the variable. */
static bool has_kink(Pencil *q, const PencilRow *r, const Entry *x)
{
    const Equation *s = &q->p->e->f->eq[r->eq];
    Var *read = NULL;

    ex_vars(q->p->d, x->by.x, &read);
    for (uint32_t i = 0; i < vec_len(read); i++) {
        const Var v = read[i];
        if (pencil_column(q, v, NULL) == UINT32_MAX || !point_can_set(q->p, v))
            continue;
        const double at = point_of(q->p, v), h = 1e-9 * fmax(1, fabs(at)), below = beside(q, x, v, -h),
                     above = beside(q, x, v, h), size = fmax(fabs(below), fabs(above)),
                     wide = fabs(beside(q, x, v, 100 * h) - beside(q, x, v, -100 * h));
        if (!(fabs(above - below) > 1e-4 * size) || wide > 20 * fabs(above - below))
            continue;
        warning(q->p->d, s->span, s->path && *s->path ? s->path : NULL,
                "this point is a border: the derivative of this equation by %s is %.6g below %s = %.6g and "
                "%.6g above; %.6g is taken",
                q->p->e->f->var[x->by.v].name, below, q->p->e->f->var[v].name, at, above,
                x->by.negated ? 0 - x->value : 0 + x->value);
        return true;
    }
    return false;
}

/* It transmits its bound, its slip is no more than rounding, and it could hold. */
static bool at_its_limit(const Linear *l, uint32_t i)
{
    const Switch *w = &l->p->e->f->sw[i];
    const int place = l->p->place[i];

    return (place == DTC_FWD || place == DTC_BWD) && !pencil_yields(l->q, w) &&
           point_of(l->p, w->lambda) != 0 &&
           fabs(point_of(l->p, w->s)) <= 1e-9 * point_value(l->p, w->nominal_s);
}

uint32_t linear_kinks(const Linear *l)
{
    const Pencil *q = l->q;
    const uint32_t known = q->n + q->k;
    bool *moves = NEW_N(&l->p->d->pass, bool, known + q->m + 1);
    uint32_t borders = 0;

    for (uint32_t c = 0; c < known + q->m; c++)
        moves[c] =
            c < q->n || c >= known || linear_largest(l->X, c) > 0 || linear_largest(l->U, c - q->n) > 0;
    for (uint32_t i = 1; i < vec_len(l->p->e->f->sw); i++)
        if (at_its_limit(l, i)) {
            const Switch *w = &l->p->e->f->sw[i];
            warning(l->p->d, w->span, w->path && *w->path ? w->path : NULL,
                    "this point is a border: %s is at rest at its limit, %.6g; it is taken as one that slips "
                    "with a torque that does not change. Pushed the other way it holds: --stuck",
                    w->name, point_of(l->p, w->lambda));
            borders++;
        }
    for (uint32_t i = 0; i < vec_len(q->row); i++)
        for (uint32_t k = q->row[i].first; k < q->row[i].end; k++)
            if (q->entry[k].by.x && moves[q->entry[k].column] && has_kink(l->q, &q->row[i], &q->entry[k])) {
                borders++;
                break;
            }
    return borders;
}
