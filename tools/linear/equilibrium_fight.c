/* equilibrium_fight.c - why there is no equilibrium: the equations that are left unbalanced at the nearest point that
 * was found, the bounds that would have to be exceeded.
 */
#include <math.h>
#include "dtc_law.h"
#include "equilibrium.h"

#define NO_SPAN ((Span){ 0, 0 })

enum { MOST = 5 };                         /* equations that are shown */

static const char *unit_of(const Balance *b, Var v)
{
    const char *unit = linear_unit(b->l, v);
    return unit[0] == '1' && !unit[1] ? "" : internf(b->p->d, " %s", unit);
}

/* The equation of the state's own component that its rate stands in; else the one that determines it. */
static const PencilRow *equation_of_rate(const Balance *b, uint32_t state)
{
    const Flat *f = b->p->e->f;
    const Var v = b->p->e->dae->state[state];
    const uint32_t column = pencil_column(b->q, f->var[v].der, NULL);
    const PencilRow *found = NULL;

    for (uint32_t i = 0; i < b->q->k; i++) {
        const PencilRow *r = &b->q->row[i];
        for (uint32_t k = r->first; k < r->end; k++) {
            if (b->q->entry[k].column != column || r->sw || r->defined)
                continue;
            if (f->eq[r->eq].path && f->var[v].path && f->eq[r->eq].path == f->var[v].path)
                return r;
            found = r;
        }
    }
    return found;
}

static void tell_rate(Balance *b, uint32_t state, double rate)
{
    const Flat *f = b->p->e->f;
    const Var v = b->p->e->dae->state[state];
    const PencilRow *r = equation_of_rate(b, state);
    const Equation *s = r ? &f->eq[r->eq] : NULL;

    note(b->p->d, s ? s->span : f->var[v].span, s && s->path && *s->path ? s->path : NULL,
         "%s = %.6g%s would change by %.6g per second%s%s", f->var[v].name, point_of(b->p, v), unit_of(b, v),
         rate, r ? ": " : "", r ? pencil_row_text(b->q, r) : "");
}

static void tell_condition(Balance *b, uint32_t i)
{
    const Var v = b->task->wanted[i];
    double *x = NEW_N(&b->p->d->run, double, b->n + b->m + 1), size = 0, along = 0;

    linear_row(b->l, v, x, x + b->n);
    for (uint32_t j = 0; j < b->n + b->m; j++)
        size = fmax(size, fabs(x[j]));
    for (int k = 0; k < b->cyclic->p[b->k]; k++)
        along = fmax(along, fabs(x[b->cyclic->i[k]]));
    note(b->p->d, NO_SPAN, NULL, "%s is %.6g%s, and %.6g is wanted%s", b->p->e->f->var[v].name,
         0.0 + point_of(b->p, v), unit_of(b, v), b->task->value[i],
         !(size > 0) ? ": nothing changes it there"
         : along > 0 ? ": no rate depends on it, it goes on from the start"
                     : "");
}

/* ", with a = 1 and b = 2" */
static const char *solved_text(const Balance *b)
{
    const char *text = "";

    for (uint32_t i = 0; i < b->m; i++)
        text = internf(b->p->d, "%s%s%s = %.6g", text,
                       i == 0         ? ", with "
                       : i + 1 < b->m ? ", "
                                      : " and ",
                       b->p->e->f->var[b->task->solve[i]].name, balance_solved(b, i));
    return text;
}

/* What is solved for and has no effect. */
static void tell_idle(Balance *b)
{
    for (uint32_t i = 0; i < b->m; i++) {
        double size = 0;
        for (int k = b->J->p[b->n + i]; k < b->J->p[b->n + i + 1]; k++)
            size = fmax(size, fabs(b->J->x[k]));
        if (!(size > 0))
            note(b->p->d, NO_SPAN, NULL, "no rate and no condition depends on %s there",
                 b->p->e->f->var[b->task->solve[i]].name);
    }
}

static void tell_exceeded(const Equilibrium *e)
{
    const Flat *f = e->b.p->e->f;

    for (uint32_t i = 0; i < vec_len(e->exceeded) && i < MOST; i++) {
        const Exceeded *x = &e->exceeded[i];
        const Switch *w = &f->sw[x->sw];
        note(e->b.p->d, w->span, w->path && *w->path ? w->path : NULL,
             "to hold, it would have to carry %.6g, and its bound is %.6g: %.6g is too much", x->torque,
             x->bound, fabs(x->torque - x->bound));
    }
}

/* The largest rows first. */
static void tell_rows(Balance *b, const double *F)
{
    bool *told = NEW_N(&b->p->d->run, bool, b->size + 1);
    double first = 0;

    for (uint32_t n = 0; n < MOST; n++) {
        uint32_t largest = UINT32_MAX;
        for (uint32_t i = 0; i < b->n + b->m; i++)
            if (!told[i] &&
                (largest == UINT32_MAX || fabs(F[i]) / b->row[i] > fabs(F[largest]) / b->row[largest]))
                largest = i;
        const double size = largest == UINT32_MAX ? 0 : fabs(F[largest]) / b->row[largest];
        if (!(size > 1e-12) || !(size > 0.01 * first))
            return;
        first = fmax(first, size);
        told[largest] = true;
        if (largest < b->n)
            tell_rate(b, b->l->state[largest], F[largest]);
        else
            tell_condition(b, largest - b->n);
    }
}

void equilibrium_fight(Equilibrium *e)
{
    Balance *b = &e->b;
    double *u = NULL;
    const bool near = e->nearest && equilibrium_back(b, e->nearest, 1) && balance_places(b, &u);
    double *F = NEW_N(&b->p->d->run, double, b->size + 1);

    error(b->p->d, NO_SPAN, NULL, "no equilibrium is found%s%s", e->trouble ? ": " : "",
          e->trouble ? e->trouble : "");
    tell_exceeded(e);
    if (e->beyond || !near || !balance_residual(b, u, F) || !balance_jacobian(b))
        return;
    note(b->p->d, NO_SPAN, NULL, "the nearest point that was found%s%s is out of balance:", solved_text(b),
         b->m > 0 ? "," : "");
    tell_rows(b, F);
    tell_idle(b);
}
