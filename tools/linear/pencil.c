/* pencil.c - partial derivatives of all equations of an evaluation, symbolic, and their numbers at an operating point.
 *
 * Rows are the equations of the blocks before tearing, as the model has them; a sum is differentiated term by term, so
 * that a long one costs its length. A value of the last evaluation, with which a loop was cut, counts as that of this
 * one. Relations and Integers are held.
 *
 * Cost: linear in the size of the equations, times the variables of a term. Requires: sort; a program of all variables.
 */
#include <math.h>
#include "dtc_law.h"
#include "interpret_step.h"
#include "pencil.h"

#define NO_SPAN ((Span){ 0, 0 })

double entry_at(Point *p, const Entry *x)
{
    const double value = point_value(p, x->by.x);
    return x->by.negated ? -value : value;
}

uint32_t pencil_column(const Pencil *q, Var v, bool *negated)
{
    const Var of = root_of(q->p->e->f, v, negated);
    return q->column[of] - 1;
}

const char *pencil_name(const Pencil *q, uint32_t column) { return q->p->e->f->var[q->var[column]].name; }

const char *pencil_row_text(const Pencil *q, const PencilRow *r)
{
    return r->sw      ? internf(q->p->d, "law of %s", q->p->e->f->sw[r->sw].name)
         : r->defined ? internf(q->p->d, "value of %s", q->p->e->f->var[r->defined].name)
                      : equation_text(q->p->d, q->p->e->f, &q->p->e->f->eq[r->eq]);
}

/* ---- columns ------------------------------------------------------------------------------------------- */

static void add_column(Pencil *q, Var v)
{
    const Var of = root(q->p->e->of, v);

    if (q->column[of])
        return;
    vec_push(&q->p->d->run, q->var, of);
    q->column[of] = vec_len(q->var);
}

static bool is_continuous(const Flat *f, Var v)
{
    return f->var[v].type == T_REAL && f->var[v].variability < V_DISCRETE && !f->var[v].discrete_state;
}

static bool is_hoisted(const Emitter *e, const Block *b)
{
    return vec_len(b->var) == 0 || e->of->made[b->var[0]];
}

/* What a clause assigns, what is held, what the compiler has made for itself: no rows. */
static bool is_dynamic(const Emitter *e, const Block *b)
{
    return !is_hoisted(e, b) && !assigns_when(e->f, b) && !held_of(e->dae, b->var[0]);
}

/* ---- what is needed ------------------------------------------------------------------------------------ */

/* Blocks on which rates of states, slips and what is wanted depend; angles of shafts that nobody asks for would make
 * every one of a chain depend on all before it. */
typedef struct { Pencil *q; uint32_t *block_of; bool *needed; uint32_t *todo; } Need;

static void need(Need *s, Var v)
{
    const uint32_t b = v ? s->block_of[root(s->q->p->e->of, v)] : 0;

    if (b == 0 || s->needed[b - 1])
        return;
    s->needed[b - 1] = true;
    vec_push(&s->q->p->d->pass, s->todo, b - 1);
}

static void need_law(Need *s, const Switch *w)
{
    const Var of[] = { w->s, w->a, w->lambda, w->lo, w->hi, w->gap, w->compliance };

    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        need(s, of[i]);
}

static void need_reads(Need *s, Eq eq)
{
    const Equation *e = &s->q->p->e->f->eq[eq];
    Var *read = NULL;

    if (e->kind == EQ_SWITCH) {
        need_law(s, &s->q->p->e->f->sw[e->index]);
        return;
    }
    ex_vars(s->q->p->d, ex_present(s->q->p->d, e->lhs), &read);
    ex_vars(s->q->p->d, ex_present(s->q->p->d, e->rhs), &read);
    for (uint32_t i = 0; i < vec_len(read); i++)
        need(s, read[i]);
}

static bool *needed_blocks(Pencil *q, const Var *wanted)
{
    const Emitter *e = q->p->e;
    Arena *a = &q->p->d->pass;
    Need s = { q, NEW_N(a, uint32_t, vec_len(e->f->var) + 1), NEW_N(a, bool, vec_len(e->dae->block) + 1),
               NULL };

    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        for (uint32_t i = 0; is_dynamic(e, &e->dae->block[b]) && i < vec_len(e->dae->block[b].var); i++)
            s.block_of[root(e->of, e->dae->block[b].var[i])] = b + 1;
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++)
        need(&s, e->f->var[e->dae->state[i]].der);
    for (uint32_t i = 1; i < vec_len(e->f->sw); i++)
        need_law(&s, &e->f->sw[i]);
    for (uint32_t i = 0; i < vec_len(wanted); i++)
        need(&s, wanted[i]);
    while (vec_len(s.todo)) {
        const Block *b = &e->dae->block[vec_pop(s.todo)];
        for (uint32_t i = 0; i < vec_len(b->eq); i++)
            need_reads(&s, b->eq[i]);
    }
    return s.needed;
}

static void add_unknowns(Pencil *q)
{
    const Emitter *e = q->p->e;

    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        for (uint32_t i = 0; q->needed[b] && i < vec_len(e->dae->block[b].var); i++)
            if (is_continuous(e->f, e->dae->block[b].var[i]))
                add_column(q, e->dae->block[b].var[i]);
}

/* What v is by definition, of parameters; 0: it is no such thing. */
static Ex definition(const Pencil *q, Var v)
{
    const Flat *f = q->p->e->f;
    const VarInfo *i = &f->var[v];

    if (i->type != T_REAL || alias_of(f, v).of)
        return 0;
    return alias_of(f, v).constant ? alias_of(f, v).constant : i->variability == V_PARAM ? i->binding : 0;
}

static bool is_column(Dtc *d, Ex x, void *data)
{
    const Var v = ex_is_var(d, x);
    return v && pencil_column(data, v, NULL) != UINT32_MAX;
}

/* What follows from a parameter that is an input. */
static void add_definitions(Pencil *q)
{
    bool more = true;

    while (more) {
        more = false;
        for (Var v = 1; v < vec_len(q->p->e->f->var); v++) {
            const Ex x = definition(q, v);
            if (!x || q->column[v] || !ex_any(q->p->d, x, is_column, q))
                continue;
            add_column(q, v);
            vec_push(&q->p->d->run, q->row, ((PencilRow){ .defined = v }));
            more = true;
        }
    }
}

/* Inputs count as columns while definitions are looked for; then they come last. */
static void add_inputs(Pencil *q, const Var *input)
{
    for (uint32_t i = 0; i < vec_len(input); i++)
        if (q->column[root(q->p->e->of, input[i])] == 0)
            q->column[root(q->p->e->of, input[i])] = UINT32_MAX - 1;
    add_definitions(q);
    for (uint32_t i = 0; i < vec_len(input); i++)
        if (q->column[root(q->p->e->of, input[i])] == UINT32_MAX - 1) {
            q->column[root(q->p->e->of, input[i])] = 0;
            add_column(q, input[i]);
            q->m++;
        }
}

static void add_columns(Pencil *q, const Var *input)
{
    const Emitter *e = q->p->e;

    q->column = NEW_N(&q->p->d->run, uint32_t, vec_len(e->f->var) + 1);
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++)
        add_column(q, e->dae->state[i]);
    q->n = vec_len(q->var);
    add_unknowns(q);
    add_inputs(q, input);
    q->k = vec_len(q->var) - q->n - q->m;
}

/* ---- rows ---------------------------------------------------------------------------------------------- */

static void add_entry(Pencil *q, Partial by)
{
    bool minus;
    const uint32_t column = by.v ? pencil_column(q, by.v, &minus) : UINT32_MAX;

    by.negated ^= column != UINT32_MAX && minus;
    if (column != UINT32_MAX)
        vec_push(&q->p->d->run, q->entry, ((Entry){ vec_len(q->row), column, by, 0 }));
}

static void add_terms(Pencil *q, Ex x, bool negated)
{
    const Partial *by = ex_partials(q->p->d, ex_present(q->p->d, x), ex_partial);

    for (uint32_t i = 0; i < vec_len(by); i++)
        add_entry(q, (Partial){ by[i].v, by[i].negated != negated, by[i].x });
}

static void add_equation_row(Pencil *q, PencilRow r, Ex lhs, Ex rhs)
{
    r.first = vec_len(q->entry);
    add_terms(q, lhs, false);
    add_terms(q, rhs, true);
    r.end = vec_len(q->entry);
    vec_push(&q->p->d->run, q->row, r);
}

static void add_law_part(Pencil *q, Var v) { add_entry(q, (Partial){ v, false, 0 }); }

/* All that its law may relate; which entries count is decided by its place. */
static void add_law_row(Pencil *q, Eq eq, uint32_t sw)
{
    const Switch *w = &q->p->e->f->sw[sw];
    PencilRow r = { .eq = eq, .sw = sw, .first = vec_len(q->entry) };

    add_law_part(q, w->lambda);
    add_law_part(q, w->a);
    if (!w->lo_infinite)
        add_law_part(q, w->lo);
    if (!w->hi_infinite)
        add_law_part(q, w->hi);
    if (w->compliance) {
        add_law_part(q, w->s);
        add_law_part(q, w->compliance);
    }
    r.end = vec_len(q->entry);
    vec_push(&q->p->d->run, q->row, r);
}

static void add_rows(Pencil *q)
{
    const Emitter *e = q->p->e;
    PencilRow *defined = q->row;

    q->row = NULL;
    for (uint32_t i = 0; i < vec_len(defined); i++)
        add_equation_row(q, defined[i], ex_var(e->d, defined[i].defined), definition(q, defined[i].defined));

    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        const Block *k = &e->dae->block[b];
        for (uint32_t i = 0; q->needed[b] && i < vec_len(k->eq); i++) {
            const Equation *s = &e->f->eq[k->eq[i]];
            if (s->kind == EQ_SWITCH)
                add_law_row(q, k->eq[i], s->index);
            else if (ex_type(e->d, s->lhs) == T_REAL && s->kind != EQ_WHEN)
                add_equation_row(q,
                                 (PencilRow){ .eq = k->eq[i], .gives = vec_len(k->var) == 1 ? k->var[0] : 0 },
                                 s->lhs, s->rhs);
        }
    }
}

Pencil *pencil_new(Point *p, const Var *input, const Var *wanted)
{
    Pencil *q = NEW(&p->d->run, Pencil);

    q->p = p;
    q->needed = needed_blocks(q, wanted);
    add_columns(q, input);
    add_rows(q);
    if (vec_len(q->row) == q->k)
        return q;
    error(p->d, NO_SPAN, NULL, "internal: %u equations for %u unknowns around a point", vec_len(q->row),
          q->k);
    return NULL;
}

/* ---- numbers ------------------------------------------------------------------------------------------- */

static const Equation *equation_of(const Pencil *q, const PencilRow *r) { return &q->p->e->f->eq[r->eq]; }

bool pencil_yields(const Pencil *q, const Switch *w)
{
    return w->compliance && point_of(q->p, w->compliance) > COMPLIANCE_NONE *
                                                                point_value(q->p, w->nominal_s) /
                                                                point_value(q->p, w->nominal_lambda);
}

/* s + r lambda = 0, or no slip acceleration. (The lambda of a variable step is a little behind -s/r.) */
static double stuck_factor(const Pencil *q, const Switch *w, Var v)
{
    if (!pencil_yields(q, w))
        return v == w->a;
    const double r = point_of(q->p, w->compliance);
    return v == w->s ? 1 : v == w->lambda ? r : v == w->compliance ? -point_of(q->p, w->s) / r : 0;
}

/* The place decides which of lambda, a, bounds are related: their factors. */
static double law_factor(const Pencil *q, const Switch *w, int place, Var v)
{
    switch (place) {
    case DTC_STUCK: return stuck_factor(q, w, v);
    case DTC_FWD: return v == w->lambda ? 1 : v && v == w->lo ? -1 : 0;
    case DTC_BWD: return v == w->lambda ? 1 : v && v == w->hi ? -1 : 0;
    default: return v == w->lambda;
    }
}

static bool tell_infinite(const Pencil *q, const PencilRow *r, const Entry *x)
{
    const Equation *s = equation_of(q, r);
    const char *path = s->path && *s->path ? s->path : NULL;

    error(q->p->d, s->span, path,
          "it cannot be linearised at this point: its derivative with respect to %s is %s",
          q->p->e->f->var[x->by.v].name, isnan(x->value) ? "no number" : "infinite");
    note(q->p->d, s->span, path, "the equation: %s", pencil_row_text(q, r));
    return false;
}

bool pencil_values(Pencil *q)
{
    bool good = true;

    for (uint32_t i = 0; i < vec_len(q->row); i++) {
        const PencilRow *r = &q->row[i];
        const Switch *w = r->sw ? &q->p->e->f->sw[r->sw] : NULL;
        for (uint32_t k = r->first; k < r->end; k++) {
            Entry *x = &q->entry[k];
            const double law = w ? law_factor(q, w, q->p->place[r->sw], x->by.v) : 0;
            x->value = !w ? entry_at(q->p, x) : x->by.negated ? -law : law;
            if (!isfinite(x->value))
                good = tell_infinite(q, r, x);
        }
    }
    return good;
}
