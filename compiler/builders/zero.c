/* zero.c - what a torn linear block leaves when its tearing variables are zero: the right-hand side of its system,
 * and little else. Torques of switching elements count as known: those of the sliding ones are, the others are zero
 * (dtc_law_push). The way from them to residuals is a chain of inner variables (torques inside gearboxes), or, where
 * these cost more than the products, the matrices B and D.
 *
 * Zeros are put into inner variables, residuals and slip accelerations, one after another; what becomes a number or
 * another variable is put in as well. Inner variables that then nobody reads are left out.
 *
 * Cost: linear in the expressions of the block. Requires: blocks torn; linear in their unknowns. Ensures: the same
 * values as the block itself gives, but for the sign of zeros.
 */
#include "blocks.h"
#include "expr.h"

enum { STATEMENT = 4, TERM = 3 };                        /* instructions of an inner variable, of a product */

typedef struct { const Flat *f; Map known; } Known;      /* by the root of a variable: a number, or a variable */

static Ex image(Dtc *d, Var v, void *data)
{
    const Known *k = data;
    bool negated;
    Ex x = (Ex)map_get(&k->known, root_of(k->f, v, &negated));

    return !x ? ex_var(d, v) : negated ? ex_un(d, OP_NEG, x) : x;
}

static void know(Dtc *d, Known *k, Var v, Ex value)
{
    double x;
    bool negated;
    Var root = root_of(k->f, v, &negated);

    if (k->f->var[v].type == T_REAL && (ex_is_num(d, value, &x) || ex_is_var(d, value)))
        map_set(&d->pass, &k->known, root, negated ? ex_un(d, OP_NEG, value) : value);
}

bool *read_inner(const Equations *e, const Assign *inner, const Ex *root, uint32_t roots)
{
    Dtc *d = e->d;
    uint32_t n = vec_len(inner);
    bool *needed = NEW_N(&d->pass, bool, n + 1), negated;
    Map wanted = { 0 };
    Var *vars = NULL;

    for (uint32_t i = 0; i < roots; i++)
        ex_vars(d, root[i], &vars);
    for (uint32_t i = n;; i--) {
        for (uint32_t k = 0; k < vec_len(vars); k++)
            map_set(&d->pass, &wanted, root_of(e->f, vars[k], &negated), 1);
        vec_clear(vars);
        if (i == 0)
            break;
        needed[i - 1] = map_get(&wanted, root_of(e->f, inner[i - 1].v, &negated)) != 0;
        if (needed[i - 1])
            ex_vars(d, inner[i - 1].value, &vars);
    }
    return needed;
}

/* 0/p with a pivot p of parameters: setup says whether it is zero. */
static bool is_zero_quotient(const Equations *e, const Assign *a)
{
    Ex x = ex_op(e->d, a->value) == OP_NEG ? ex_arg(e->d, a->value, 0) : a->value;
    Var *vars = NULL;
    bool fixed = a->pivot && ex_op(e->d, x) == OP_DIV && ex_is_zero(e->d, ex_arg(e->d, x, 0));

    if (fixed)
        ex_vars(e->d, a->pivot, &vars);
    for (uint32_t i = 0; i < vec_len(vars); i++)
        fixed &= e->dae->rate[vars[i]] <= RATE_INIT;
    return fixed;
}

static Rest rest_of(const Equations *e, const Block *b, bool bare)
{
    Dtc *d = e->d;
    Arena *a = &d->pass;
    Rest r = { .bare = bare };
    Known k = { e->f, { 0 } };
    Assign *inner = NULL;
    Ex *root = NULL;

    for (uint32_t i = 0; i < vec_len(b->res) && !d->opt.no_fold; i++)
        know(d, &k, b->tear[i], ex_real(d, 0));
    for (uint32_t i = 0; i < vec_len(b->sw) && bare; i++)
        know(d, &k, e->f->sw[b->sw[i]].lambda, ex_real(d, 0));
    for (uint32_t i = 0; i < vec_len(b->inner); i++) {
        Assign x = b->inner[i];
        x.value = ex_replace(d, x.value, image, &k);
        if (!d->opt.no_fold && is_zero_quotient(e, &x))
            x.value = ex_real(d, 0);
        if (!d->opt.no_fold)
            know(d, &k, x.v, x.value);
        vec_push(a, inner, x);
    }
    for (uint32_t i = 0; i < vec_len(b->res); i++)
        vec_push(a, r.res, ex_replace(d, b->res[i], image, &k));
    for (uint32_t i = 0; i < vec_len(b->sw); i++)
        vec_push(a, r.a, image(d, e->f->sw[b->sw[i]].a, &k));
    for (uint32_t i = 0; i < vec_len(r.res); i++)
        vec_push(a, root, r.res[i]);
    for (uint32_t i = 0; i < vec_len(r.a); i++)
        vec_push(a, root, r.a[i]);
    const bool *needed = read_inner(e, inner, root, vec_len(root));
    for (uint32_t i = 0; i < vec_len(inner); i++)
        if (needed[i])
            vec_push(a, r.inner, inner[i]);
    return r;
}

/* Products with a matrix of m columns; rows that are like an earlier one cost nothing. */
static uint64_t products(const Equations *e, const Ex *entry, uint32_t rows, uint32_t m)
{
    Map seen = { 0 };
    uint64_t count = 0;

    for (uint32_t i = 0; i < rows; i++) {
        uint64_t hash = 14695981039346656037u;
        uint32_t own = 0;
        for (uint32_t j = 0; j < m; j++) {
            own += !ex_is_zero(e->d, entry[i * m + j]);
            hash = (hash ^ entry[i * m + j]) * 1099511628211u;
        }
        count += map_get(&seen, hash) ? 0 : own;
        map_set(&e->d->pass, &seen, hash, 1);
    }
    return count;
}

Rest rest_without_torques(const Equations *e, const Block *b) { return rest_of(e, b, true); }

Rest rest_at_zero(const Equations *e, const Block *b)
{
    uint32_t n = block_n(b), m = block_m(b);
    Rest r = rest_of(e, b, false);

    if (e->d->opt.no_fold || n == 0 || m == 0 || !(b->fixed || small_system(e, n, m)))
        return r;
    Rest bare = rest_of(e, b, true);
    uint64_t chain = vec_len(r.inner) - vec_len(bare.inner),
             terms = products(e, b->B, n, m) + products(e, b->D, m, m);
    return STATEMENT * chain >= TERM * terms ? bare : r;
}
