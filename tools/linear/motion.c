/* motion.c - speeds of positions that the model has no derivative of: flanges beside a mass, between gears.
 *
 * Equations of their blocks, differentiated by time at the point: sum of partial derivatives times speeds = 0, where
 * the speeds of all that has a derivative are known along a mode. Inputs and parameters stand still. Cost: linear in
 * the equations, one sparse factorisation, and a solution for each mode.
 */
#include "modes.h"

typedef struct { const Emitter *e; Motion *m; uint32_t *block_of; Var **wanted; Var *todo; } Search;

static uint32_t position_of(Search *s, Var of)
{
    if (s->m->at[of] == 0) {
        vec_push(&s->e->d->run, s->m->position, of);
        vec_push(&s->e->d->pass, s->todo, of);
        s->m->at[of] = vec_len(s->m->position);
    }
    return s->m->at[of] - 1;
}

static void add_term(Search *s, uint32_t row, Partial by)
{
    const Flat *f = s->e->f;
    Entry t = { row, UINT32_MAX, by, 0 };
    bool minus;
    const Var of = root_of(f, by.v, &minus);

    if (f->var[of].type != T_REAL || (!f->var[of].der && !s->block_of[of]))
        return;
    t.by.negated ^= minus;
    if (f->var[of].der && !s->m->at[of])
        vec_push(&s->e->d->run, *s->wanted, f->var[of].der);
    else
        t.column = position_of(s, of);
    vec_push(&s->e->d->run, s->m->term, t);
}

/* All equations of a block, for all that it determines. */
static void add_block(Search *s, const Block *b)
{
    Dtc *d = s->e->d;

    for (uint32_t i = 0; i < vec_len(b->var); i++)
        (void)position_of(s, root(s->e->of, b->var[i]));
    for (uint32_t i = 0; i < vec_len(b->eq); i++) {
        const Equation *eq = &s->e->f->eq[b->eq[i]];
        if (eq->kind == EQ_SWITCH || ex_type(d, eq->lhs) != T_REAL) {
            s->m->rows++;
            continue;
        }
        const Partial *by = ex_partials(d, ex_bin(d, OP_SUB, eq->lhs, eq->rhs), ex_partial);
        for (uint32_t k = 0; k < vec_len(by); k++)
            add_term(s, s->m->rows, by[k]);
        s->m->rows++;
    }
}

void motion_of(const Emitter *e, Motion *m, const Var *position, Var **wanted)
{
    Arena *a = &e->d->run;
    Search s = { e, m, NEW_N(a, uint32_t, vec_len(e->f->var) + 1), wanted, NULL };
    bool *done = NEW_N(a, bool, vec_len(e->dae->block) + 1);

    *m = (Motion){ .at = NEW_N(a, uint32_t, vec_len(e->f->var) + 1) };
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        for (uint32_t i = 0; i < vec_len(e->dae->block[b].var); i++)
            s.block_of[root(e->of, e->dae->block[b].var[i])] = b + 1;
    for (uint32_t i = 0; i < vec_len(position); i++)
        if (s.block_of[position[i]])
            (void)position_of(&s, position[i]);
    while (vec_len(s.todo)) {
        const uint32_t b = s.block_of[vec_pop(s.todo)];
        if (b == 0 || done[b])
            continue;
        done[b] = true;
        add_block(&s, &e->dae->block[b - 1]);
    }
}

bool motion_factor(Motion *m, Point *p)
{
    const int n = (int)vec_len(m->position);

    if (n == 0)
        return true;
    cs_di *T = cs_di_spalloc(n, n, (int)vec_len(m->term) + 1, 1, 1);
    for (uint32_t k = 0; k < vec_len(m->term) && m->rows == (uint32_t)n; k++) {
        Entry *t = &m->term[k];
        t->value = entry_at(p, t);
        if (t->column != UINT32_MAX)
            cs_di_entry(T, (int)t->row, (int)t->column, t->value);
    }
    cs_di *G = cs_di_compress(T);
    cs_di_dupl(G);
    m->s = cs_di_sqr(2, G, 0);
    m->f = m->s ? cs_di_lu(G, m->s, 0.1) : NULL;
    cs_di_spfree(T);
    cs_di_spfree(G);
    return m->f != NULL;
}

void motion_free(Motion *m)
{
    cs_di_sfree(m->s);
    cs_di_nfree(m->f);
}

/* One part of the phasors, re or im. */
static void solve(const Motion *m, const Linear *l, const double *all, int part, double *out)
{
    const int n = (int)vec_len(m->position);
    double *b = NEW_N(&l->p->d->pass, double, n + 1), *x = NEW_N(&l->p->d->pass, double, n + 1);

    for (uint32_t k = 0; k < vec_len(m->term); k++) {
        const Entry *t = &m->term[k];
        bool negated = false;
        if (t->column != UINT32_MAX)
            continue;
        const Var rate = l->p->e->f->var[root(l->p->e->of, t->by.v)].der;
        const uint32_t column = pencil_column(l->q, rate, &negated);
        if (column < l->q->n + l->q->k)
            b[t->row] -= (negated ? -1 : 1) * t->value * all[2 * column + part];
    }
    cs_di_ipvec(m->f->pinv, b, x, n);
    cs_di_lsolve(m->f->L, x);
    cs_di_usolve(m->f->U, x);
    cs_di_ipvec(m->s->q, x, b, n);
    for (int i = 0; i < n; i++)
        out[2 * i + part] = b[i];
}

double *motion_along(const Motion *m, const Linear *l, const double *all)
{
    double *out = NEW_N(&l->p->d->run, double, 2 * (size_t)vec_len(m->position) + 2);

    for (int part = 0; part < 2 && m->f; part++)
        solve(m, l, all, part, out);
    return out;
}
