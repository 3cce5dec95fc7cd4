/* curvature.c - second derivatives, symbolic: each entry of a pencil that is no number is differentiated once more.
 *
 * Elements of arrays (tables) count as numbers. Cost: linear in the size of the entries, times the variables of each.
 */
#include <math.h>
#include "curvature.h"
#include "dtc_law.h"

static bool counts(const Pencil *q, Var v, bool parameters, uint32_t *column, bool *negated)
{
    const VarInfo *i = &q->p->e->f->var[v];

    *column = pencil_column(q, v, negated);
    if (i->type != T_REAL || i->array)
        return *column != UINT32_MAX && i->type == T_REAL;
    return *column != UINT32_MAX ||
           (parameters && (i->variability == V_PARAM || alias_of(q->p->e->f, v).constant));
}

/* What the entry has by v; its sign is that of the entry. */
static void add(Curvature *c, uint32_t entry, Var v, Ex slope, bool parameters)
{
    const Pencil *q = c->q;
    uint32_t column;
    bool negated = false;

    if (counts(q, v, parameters, &column, &negated) && !ex_is_zero(q->p->d, slope))
        vec_push(&q->p->d->run, c->entry,
                 ((Entry){ entry, column, { v, negated != q->entry[entry].by.negated, slope }, 0 }));
}

static void add_slopes(Curvature *c, uint32_t entry, bool parameters)
{
    Dtc *d = c->q->p->d;
    const Ex x = c->q->entry[entry].by.x;
    Var *read = NULL;

    ex_vars(d, x, &read);
    for (uint32_t i = 0; i < vec_len(read); i++)
        add(c, entry, read[i], ex_partial(d, x, read[i]), parameters);
}

/* s + r lambda = 0 of an element that yields: r and lambda are each the other's factor. */
static void add_law(Curvature *c, uint32_t row, bool parameters)
{
    Pencil *q = c->q;
    const Switch *w = &q->p->e->f->sw[q->row[row].sw];

    for (uint32_t k = q->row[row].first; k < q->row[row].end && w->compliance; k++) {
        const Var v = q->entry[k].by.v, other = v == w->lambda     ? w->compliance
                                              : v == w->compliance ? w->lambda
                                                                   : 0;
        if (other)
            add(c, k, other, ex_real(q->p->d, 1), parameters);
    }
}

Curvature *curvature_new(Pencil *q, bool parameters)
{
    Curvature *c = NEW(&q->p->d->run, Curvature);

    c->q = q;
    c->first = NEW_N(&q->p->d->run, uint32_t, q->k + 2);
    for (uint32_t i = 0; i < q->k; i++) {
        c->first[i] = vec_len(c->entry);
        for (uint32_t k = q->row[i].first; k < q->row[i].end && !q->row[i].sw; k++)
            add_slopes(c, k, parameters);
        if (q->row[i].sw)
            add_law(c, i, parameters);
    }
    c->first[q->k] = vec_len(c->entry);
    return c;
}

bool curvature_values(Curvature *c)
{
    bool good = true;

    for (uint32_t i = 0; i < vec_len(c->entry); i++) {
        Entry *x = &c->entry[i];
        const uint32_t sw = c->q->row[c->q->entry[x->row].row].sw;
        const bool off =
            sw && (c->q->p->place[sw] != DTC_STUCK || !pencil_yields(c->q, &c->q->p->e->f->sw[sw]));
        const double value = off ? 0 : entry_at(c->q->p, x);
        x->value = isfinite(value) ? value : 0;
        good &= isfinite(value);
    }
    return good;
}

void curvature_along(const Curvature *c, uint32_t row, const double *of, const bool *velocity, double out[2])
{
    out[0] = out[1] = 0;
    for (uint32_t i = c->first[row]; i < c->first[row + 1]; i++) {
        const Entry *x = &c->entry[i];
        const uint32_t a = c->q->entry[x->row].column, b = x->column;
        if (b == UINT32_MAX || velocity[a] != velocity[b])
            continue;
        out[!velocity[a]] += (of[2 * a] * of[2 * b] + of[2 * a + 1] * of[2 * b + 1]) * x->value;
    }
}
