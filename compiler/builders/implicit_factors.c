/* implicit_factors.c - the matrix I - g h J of a linearly implicit step in a fixed order, as statements.
 *
 * Components of J (implicit.c) are parts of the elimination, each in the order found there; pivots are on the diagonal,
 * which is 1 less g h times its entry in J. The places that fill up are known (symbolic_elimination), so factors and
 * solution need no indices (sparse.c).
 *
 *     factor_stages   the factors, from J; of components in which nothing varies after transitions only. It gives
 *                     whether this order does not do for these numbers: then runtime/implicit.c factors and solves
 *                     with pivots that it seeks
 *     solve_stage     b := inv(I - g h J) b
 *
 * Requires: rosenbrock_plan. Cost: the operations of the elimination, STATEMENTS at most; beyond that there is none.
 */
#include "dtc_implicit_step.h"
#include "implicit.h"
#include "sparse.h"

enum { STATEMENTS = 8192 };                /* products in the factors */

/* ---- the plan ------------------------------------------------------------------------------------------ */

/* A matrix by rows: of each entry its column, and the number of its entry in J + 1. */
typedef struct { uint32_t *start, *col, *entry; } Rows;

/* Rows of the matrix in the order of state, where[] being its inverse: columns ascend, the diagonal is always there. */
static Rows matrix_rows(const Equations *e, const Tangent *t, const uint32_t *state, const uint32_t *where)
{
    Arena *a = &e->d->pass;
    uint32_t n = vec_len(e->dae->state), entries = t->column[n] + n, *filled = NEW_N(a, uint32_t, n + 1);
    Rows m = { NEW_N(a, uint32_t, n + 2), NEW_N(a, uint32_t, entries + 1), NEW_N(a, uint32_t, entries + 1) };
    bool *diagonal = NEW_N(a, bool, n + 1);

    for (uint32_t j = 0; j < n; j++)
        for (uint32_t k = t->column[j]; k < t->column[j + 1]; k++) {
            m.start[where[t->row[k]] + 1]++;
            diagonal[j] |= t->row[k] == j;
        }
    for (uint32_t i = 0; i < n; i++)
        m.start[i + 1] += m.start[i] + !diagonal[state[i]];
    for (uint32_t i = 0; i < n; i++) { /* column by column */
        uint32_t j = state[i];
        if (!diagonal[j])
            m.col[m.start[i] + filled[i]++] = i;
        for (uint32_t k = t->column[j]; k < t->column[j + 1]; k++) {
            uint32_t row = where[t->row[k]], at = m.start[row] + filled[row]++;
            m.col[at] = i;
            m.entry[at] = k + 1;
        }
    }
    return m;
}

static void find_entries(const Tangent *t, const bool *varies, const Rows *m, FixedFactors *f)
{
    const Elimination *x = f->x;

    for (uint32_t i = 0; i < x->n; i++)
        for (uint32_t at = x->start[i], k = m->start[i]; at < x->start[i + 1] && k < m->start[i + 1]; at++)
            if (x->col[at] == m->col[k]) {
                f->entry[at] = m->entry[k];
                f->each[i] |= m->entry[k] && varies[t->colour[f->state[m->col[k]]]];
                k++;
            }
    for (uint32_t i = 0, end; i < x->n; i = end) { /* a part is made as a whole */
        bool any = false;
        end = x->end[i];
        for (uint32_t k = i; k < end; k++)
            any |= f->each[k];
        for (uint32_t k = i; k < end; k++)
            f->each[k] = any;
    }
}

const FixedFactors *factors_plan(const Equations *e, const Tangent *t, const Rosenbrock *r)
{
    Arena *a = &e->d->run;
    uint32_t n = vec_len(e->dae->state), *where = NEW_N(&e->d->pass, uint32_t, n + 1),
             *end = NEW_N(&e->d->pass, uint32_t, n + 1), *state = NEW_N(a, uint32_t, n + 1), have = 0;

    if (e->d->opt.no_sparse)
        return NULL;
    /* The last component first: its rows have entries of all that it depends on. */
    for (uint32_t c = r->components; c-- > 0;)
        for (uint32_t i = r->first[c]; i < r->first[c + 1]; i++) {
            where[r->order[i]] = have;
            end[have] = n - r->first[c];
            state[have++] = r->order[i];
        }
    const Rows m = matrix_rows(e, t, state, where);
    const Elimination *x = symbolic_elimination(e->d, n, m.start, m.col, end);
    if (elimination_products(x) > STATEMENTS)
        return NULL;
    FixedFactors *f = NEW(a, FixedFactors);
    *f = (FixedFactors){ x, state, NEW_N(a, uint32_t, elimination_size(x) + 1), NEW_N(a, bool, n + 1) };
    find_entries(t, r->varies, &m, f);
    return f;
}

/* ---- the functions ------------------------------------------------------------------------------------- */

/* Entries of row i: of 1 - g h J on the diagonal, of -g h J beside it. */
static void set_entries(const Sparse *s, const FixedFactors *f, Ex g, Ex J, uint32_t i)
{
    const Elimination *x = s->x;
    Program *p = s->p;
    Dtc *d = p->d;

    for (uint32_t at = x->start[i]; at < x->start[i + 1]; at++) {
        Ex own = ex_real(d, at == x->diagonal[i]);
        if (f->entry[at]) {
            Ex part = ex_bin(d, OP_MUL, g, elem(p, J, f->entry[at] - 1));
            own = at == x->diagonal[i] ? ex_bin(d, OP_SUB, own, part) : ex_un(d, OP_NEG, part);
        }
        do_set(p, elem(p, s->a, at), own);
    }
}

static void factor_rows(const Sparse *s, const FixedFactors *f, Ex g, Ex J, Ex growth, bool each)
{
    Ex *size = NEW_N(&s->p->d->pass, Ex, s->x->n + 1);

    do_set(s->p, growth, ex_real(s->p->d, 0));
    for (uint32_t i = 0; i < s->x->n; i++)
        if (f->each[i] == each) {
            set_entries(s, f, g, J, i);
            sparse_row(s, i, size, growth);
        }
}

void build_factors(const Emitter *e)
{
    const FixedFactors *f = e->rosenbrock->fixed;
    Program *p = e->program;
    Dtc *d = e->d;

    if (!f)
        return;
    const uint32_t n = f->x->n;
    Sparse s = { .p = p, .x = f->x, .of = f->state };
    s.a = member_n(p, AT_rosenbrock_a, 0, elimination_size(f->x));
    function_begin(p, FN_factor_stages, 0,
                   "The factors of I - g h J. True: their order does not do for these numbers.");
    gives(p, GIVES_INT);
    Ex all = param(p, T_BOOL, 0, "all"), J = param_in(p, T_REAL, e->tangent->column[n] + 1, "J"),
       kept = member(p, AT_rosenbrock_growth, 0),
       g = ex_bin(d, OP_MUL, ex_real(d, DTC_ROS2_GAMMA), constant(p, C_STEP));
    do_if(p, all);
    do_block(p);
    factor_rows(&s, f, g, J, kept, false);
    do_end(p);
    do_end(p);
    do_block(p);
    Ex growth = local(p, T_REAL, 0, "growth");
    factor_rows(&s, f, g, J, growth, true);
    do_return(p, grown(&s, ex_bin(d, OP_ADD, kept, growth)));
    do_end(p);
    function_end(p);

    function_begin(p, FN_solve_stage, 0, "b := inv(I - g h J) b");
    s.z = param(p, T_REAL, n, "b");
    sparse_solution(&s);
    function_end(p);
}
