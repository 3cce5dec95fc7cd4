/* equilibrium_sheet.c - an equilibrium as tables, and as a file of results with one row. */
#include <math.h>
#include <string.h>
#include "dtc_law.h"
#include "equilibrium.h"
#include "rigid.h"
#include "result.h"

static const char *var_name(const Balance *b, Var v) { return b->p->e->f->var[v].name; }

/* ---- states -------------------------------------------------------------------------------------------- */

static bool is_cyclic(const Balance *b, uint32_t kept)
{
    for (int k = 0; k < b->cyclic->p[b->k]; k++)
        if ((uint32_t)b->cyclic->i[k] == kept)
            return true;
    return false;
}

static const char *kind_text(const Balance *b, uint32_t state)
{
    switch (b->l->fate[state]) {
    case STATE_FOLLOWS: return "follows from others";
    case STATE_HELD: return "held";
    default: break;
    }
    for (uint32_t i = 0; i < b->n; i++)
        if (b->l->state[i] == state && is_cyclic(b, i))
            return fabs(point_rate(b->p, state)) > 1e-9 * b->scale[i] ? "advances" : "may be anywhere";
    return b->velocity[state] ? "steady" : "rests";
}

static void states(Sheet *s, const Balance *b)
{
    const Dae *dae = b->p->e->dae;

    sheet_table(s, "states", internf(b->p->d, "states at time %.6g s", b->p->time));
    sheet_columns(s, COLUMN("state"), COLUMN("unit"), QUANTITY("value", NULL, 8), QUANTITY("rate", NULL, 6),
                  COLUMN("is"));
    for (uint32_t i = 0; i < vec_len(dae->state); i++) {
        sheet_cells(s, cell_text(var_name(b, dae->state[i])), cell_text(linear_unit(b->l, dae->state[i])),
                    cell_number(point_of(b->p, dae->state[i])), cell_number(point_rate(b->p, i)),
                    cell_text(kind_text(b, i)));
    }
}

/* ---- what was solved for ------------------------------------------------------------------------------- */

static void solved(Sheet *s, const Equilibrium *e)
{
    const Balance *b = &e->b;

    if (b->m == 0)
        return;
    sheet_table(s, "solved", "solved for");
    sheet_columns(s, COLUMN("variable"), COLUMN("unit"), QUANTITY("value", NULL, 8),
                  QUANTITY("before", NULL, 6));
    for (uint32_t i = 0; i < b->m; i++) {
        sheet_cells(s, cell_text(var_name(b, b->task->solve[i])),
                    cell_text(linear_unit(b->l, b->task->solve[i])), cell_number(balance_solved(b, i)),
                    cell_number(e->first.solved[i]));
    }
    sheet_table(s, "conditions", "so that");
    sheet_columns(s, COLUMN("variable"), COLUMN("unit"), QUANTITY("value", NULL, 8),
                  QUANTITY("wanted", NULL, 8));
    for (uint32_t i = 0; i < b->m; i++) {
        sheet_cells(s, cell_text(var_name(b, b->task->wanted[i])),
                    cell_text(linear_unit(b->l, b->task->wanted[i])),
                    cell_number(point_of(b->p, b->task->wanted[i])), cell_number(b->task->value[i]));
    }
}

/* ---- elements ------------------------------------------------------------------------------------------ */

static double bound(Point *p, Var v, bool none, double other) { return !v || none ? other : point_of(p, v); }

static void element(Sheet *s, const Balance *b, uint32_t sw)
{
    Point *p = b->p;
    const Switch *w = &p->e->f->sw[sw];
    const double slip = point_of(p, law_slip(w)), torque = point_of(p, w->lambda),
                 lo = bound(p, w->lo, w->lo_infinite, -INFINITY),
                 hi = bound(p, w->hi, w->hi_infinite, INFINITY),
                 least = fmin(lo, bound(p, w->slo, false, lo)), most = fmax(hi, bound(p, w->shi, false, hi));
    const bool sticks = p->place[sw] == DTC_STUCK;
    const double margin = fmin(most - torque, torque - least);

    sheet_cells(s, cell_text(w->path && *w->path ? w->path : w->name), cell_text(linear_place(b->l, sw)),
                cell_number(slip), cell_number(torque),
                cell_number(fabs(sticks ? least : lo) < INFINITE ? (sticks ? least : lo) : NAN),
                cell_number(fabs(sticks ? most : hi) < INFINITE ? (sticks ? most : hi) : NAN),
                cell_number(sticks && margin < INFINITE ? margin : NAN));
}

static void elements(Sheet *s, const Balance *b)
{
    const Flat *f = b->p->e->f;

    if (vec_len(f->sw) < 2)
        return;
    sheet_table(s, "elements", "switching elements");
    sheet_columns(s, COLUMN("element"), COLUMN("place"), QUANTITY("slip", NULL, 6),
                  QUANTITY("torque", NULL, 6), QUANTITY("least", NULL, 6), QUANTITY("most", NULL, 6),
                  QUANTITY("margin", NULL, 6));
    for (uint32_t i = 1; i < vec_len(f->sw); i++)
        element(s, b, i);
    sheet_note(s, "margin: what an element that sticks could carry more before it slips");
}

/* ---- how it was found ---------------------------------------------------------------------------------- */

static void search(Sheet *s, const Equilibrium *e)
{
    const Balance *b = &e->b;

    sheet_table(s, "search", "how it was found");
    sheet_columns(s, COLUMN("start"), QUANTITY("sets of places", NULL, 6), QUANTITY("residual", NULL, 3));
    sheet_cells(s, cell_text(e->start), cell_number(e->rounds), cell_number(e->residual));
    sheet_note(s, "residual: the largest rate that should be zero, over the sum of its terms");
    if (e->until > 0)
        sheet_note(s, internf(b->p->d, "It is that of this time: %g s later sources have other values.",
                              e->until));
    for (uint32_t i = 0; i < vec_len(e->free); i++) {
        const uint32_t at = e->free[i];
        const Var v = at < b->n ? b->p->e->dae->state[b->l->state[at]] : b->task->solve[at - b->n];
        sheet_note(s,
                   internf(b->p->d,
                           "%s is free: there is a continuum of equilibria, this one is near to the start.",
                           var_name(b, v)));
    }
}

/* ---- what a run would do next -------------------------------------------------------------------------- */

static const char *one_more(Dtc *d, const char *names, const char *name)
{
    return *names ? internf(d, "%s, %s", names, name) : name;
}

static void changed_places(Sheet *s, const Equilibrium *e)
{
    const Point *p = e->b.p;
    const char *names = "";

    for (uint32_t i = 1; i < vec_len(p->e->f->sw); i++)
        if (e->first.place[i] != p->place[i])
            names = one_more(p->d, names, p->e->f->sw[i].name);
    if (*names)
        sheet_note(s, internf(p->d, "places that are others than at the start of the search: %s", names));
}

static bool among(const uint32_t *list, uint32_t place)
{
    for (uint32_t i = 0; i < vec_len(list); i++)
        if (list[i] == place)
            return true;
    return false;
}

/* There are tokens to take, and there is room for them. */
static bool has_tokens(Point *p, const FlatNet *n, const FlatTransition *t)
{
    bool enough = true;

    for (uint32_t i = 0; i < vec_len(t->from); i++)
        enough &= point_of(p, n->place[t->from[i]].v) >= 1;
    for (uint32_t i = 0; i < vec_len(t->to); i++)
        enough &= among(t->from, t->to[i]) || point_of(p, n->place[t->to[i]].v) < n->place[t->to[i]].capacity;
    return enough;
}

static const char *places_of(Point *p, const FlatNet *n, const uint32_t *place)
{
    const char *names = "";

    for (uint32_t i = 0; i < vec_len(place); i++)
        names = one_more(p->d, names, name_last(p->e->f->var[n->place[place[i]].v].name));
    return names;
}

/* Nets and what clauses assign are as they were. */
static void events_due(Sheet *s, const Equilibrium *e)
{
    Point *p = e->b.p;
    const Flat *f = p->e->f;
    const char *names = "";

    for (uint32_t i = 0; i < vec_len(f->net); i++)
        for (uint32_t k = 0; k < vec_len(f->net[i].transition); k++) {
            const FlatTransition *t = &f->net[i].transition[k];
            if (has_tokens(p, &f->net[i], t) && point_value(p, t->guard) == 1)
                sheet_note(s, internf(p->d, "%s goes on to %s from here: %s", f->net[i].name,
                                      places_of(p, &f->net[i], t->to), ex_plain(p->d, t->guard)));
        }
    for (uint32_t i = 0; i < vec_len(e->b.assigned); i++)
        if (!f->var[e->b.assigned[i]].made)
            names = one_more(p->d, names, var_name(&e->b, e->b.assigned[i]));
    if (*names)
        sheet_note(s, internf(p->d, "kept, though on the way a clause would have given another value: %s",
                              names));
}

/* Of models that are small enough for all eigenvalues. */
static void stability(Sheet *s, const Equilibrium *e)
{
    Linear *l = e->b.l;
    Eigen all;

    if (!l || l->n == 0 || l->n > EIGEN_DENSE || !linear_eigen(l, l->n, &all))
        return;
    const EigenPair *worst = NULL;
    double size = 0;
    for (uint32_t i = 0; i < vec_len(all.pair); i++) {
        size = fmax(size, hypot(all.pair[i].re, all.pair[i].im));
        if (!worst || all.pair[i].re > worst->re)
            worst = &all.pair[i];
    }
    if (worst && worst->re > 1e-9 * size)
        sheet_note(s,
                   internf(l->p->d, "It is not stable: what is off from it grows by %.4g 1/s%s.", worst->re,
                           worst->im > 0 ? internf(l->p->d, ", at %.4g Hz", worst->im / (2 * M_PI)) : ""));
}

Sheet equilibrium_sheet(const Equilibrium *e)
{
    Sheet s = sheet_new(e->b.p->d, internf(e->b.p->d, "%s, in equilibrium", e->b.p->e->f->name));

    states(&s, &e->b);
    solved(&s, e);
    elements(&s, &e->b);
    search(&s, e);
    changed_places(&s, e);
    events_due(&s, e);
    stability(&s, e);
    return s;
}

/* ---- a row of results ---------------------------------------------------------------------------------- */

bool equilibrium_result(const Equilibrium *e, bool mat, FILE *out)
{
    Point *p = e->b.p;
    const Flat *f = p->e->f;
    result_column *column = NULL;
    double *value = NULL;
    bool whole;

    for (Var v = 1; v < vec_len(f->var); v++) {
        if (f->var[v].made || f->var[v].type == T_STRING)
            continue;
        const double x = point_of(p, v);
        if (isnan(x))
            continue;
        vec_push(&p->d->run, column,
                 ((result_column){
                     .name = f->var[v].name, .unit = f->var[v].unit, .description = f->var[v].doc }));
        vec_push(&p->d->run, value, x);
    }
    result_writer *w = result_open(out, mat ? RESULT_MAT : RESULT_CSV, (int)vec_len(column), column);
    if (!w)
        return false;
    const bool good = result_row(w, p->time, value);
    return result_close(w, &whole) && good;
}
