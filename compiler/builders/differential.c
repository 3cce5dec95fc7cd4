/* differential.c - differentials of variables along a direction, statement by statement: forward mode (Griewank,
 * Walther 2008, chapter 3), on the blocks of a step.
 *
 * An assignment has one statement, that of its value's differential (ex_tangent). A torn block J z + ... = 0 is solved
 * with the factors that the evaluation left behind: residuals with the differentials of z at zero, dz = -inv(J) dr.
 * What nobody reads is left out by dead_stores.c.
 *
 * Cost: linear in the expressions of the blocks. Requires: blocks torn and staged, matrices factored in the present
 * structure.
 */
#include "blocks.h"
#include "differential.h"
#include "eliminate.h"

static Ex zero(const Differential *t) { return ex_real(t->e->d, 0); }

Ex differential_of(Differential *t, Var v)
{
    bool negated;
    Var root = root_of(t->e->f, v, &negated);
    Ex x = (Ex)map_get(&t->of, root);

    if (!x && t->outer)
        x = (Ex)map_get(&t->outer->of, root);
    return !x ? zero(t) : negated ? ex_un(t->e->d, OP_NEG, x) : x;
}

void set_differential(Differential *t, Var v, Ex value)
{
    bool negated;
    Var root = root_of(t->e->f, v, &negated);

    map_set(&t->e->d->pass, &t->of, root, negated ? ex_un(t->e->d, OP_NEG, value) : value);
}

/* Of a VAR; values of the last evaluation are held. */
static Ex leaf(Dtc *d, Ex x, void *data)
{
    Var v = ex_is_var(d, x);
    return v ? differential_of(data, v) : ex_real(d, 0);
}

/* Does a factor depend on what has a differential itself? A slope that is not known does. */
static bool bends(Differential *t, Ex factor)
{
    Var *vars = NULL;

    if (!factor)
        return true;
    ex_vars(t->e->d, factor, &vars);
    for (uint32_t i = 0; i < vec_len(vars); i++)
        if (!ex_is_zero(t->e->d, differential_of(t, vars[i])) ||
            (t->moves && map_get(t->moves, root(t->e, vars[i]))))
            return true;
    return false;
}

static bool is_straight(Dtc *d, Ex factor, void *data)
{
    Differential *t = data;
    (void)d;
    return !t->straight || !bends(t, factor);
}

Ex differentiate(Differential *t, Ex value) { return ex_tangent(t->e->d, value, leaf, is_straight, t); }

Ex coefficient_in(const Equations *e, Eq eq, Var v)
{
    const Equation *q = &e->f->eq[eq];
    return ex_diff(e->d, ex_bin(e->d, OP_SUB, q->lhs, q->rhs), v);
}

Ex do_differential(Program *p, const Flat *f, Var v, Ex value)
{
    if (ex_op(p->d, value) == OP_OBJ || ex_op(p->d, value) == OP_NUM)
        return value;
    Ex name = local(p, T_REAL, 0, internf(p->d, "d%u(%s)", ++p->serial, f->var[v].name));
    name = named_by(p, name, BY_VARIABLE, v, p->serial);
    do_set(p, name, value);
    return name;
}

void differentiate_inner(Differential *t, const Block *b)
{
    Dtc *d = t->e->d;

    for (uint32_t i = 0; i < vec_len(b->inner); i++) {
        const Assign *a = &b->inner[i];
        Ex value = ex_type(d, a->value) == T_REAL ? differentiate(t, a->value) : zero(t);
        if (t->unit_eq && a->eq == t->unit_eq)
            value = ex_bin(d, OP_ADD, value, ex_bin(d, OP_DIV, t->unit, coefficient_in(t->e, a->eq, a->v)));
        if (!ex_is_zero(d, value))
            set_differential(t, a->v, do_differential(t->p, t->e->f, a->v, value));
    }
}

/* ---- torn blocks --------------------------------------------------------------------------------------- */

void do_inverse(Program *p, uint32_t index, Ex z)
{
    const Block *b = &p->dae->block[index];
    uint32_t n = block_n(b);

    if (b->fixed && b->fixed->moves)
        do_call(p, function_of(p, FN_solve, index), z);
    else if (b->fixed)
        do_call(p, function_of(p, FN_solve, index), member(p, AT_block_a, index), z);
    else
        do_kernel(p, 0, K_LU_SOLVE, ex_int(p->d, n), member(p, AT_block_A, index),
                  member(p, AT_block_p, index), z);
}

void do_negative_inverse(Program *p, uint32_t index, Ex z)
{
    Ex k = do_loop(p, "k", ex_int(p->d, block_n(&p->dae->block[index])), 0, 0), at = elem_at(p, z, k);

    do_set(p, at, ex_un(p->d, OP_NEG, at));
    do_end(p);
    do_inverse(p, index, z);
}

Ex do_residuals(Program *p, uint32_t index, const Ex *residual)
{
    uint32_t n = block_n(&p->dae->block[index]);
    Ex z = local(p, T_REAL, n, internf(p->d, "z%u", index));

    for (uint32_t i = 0; i < n; i++)
        do_set(p, elem(p, z, i), residual[i]);
    return z;
}

/* The unknowns of a linear block without a law. */
static void differentiate_torn(Differential *t, uint32_t index)
{
    const Equations *e = t->e;
    Program *p = t->p;
    const Block *b = &e->dae->block[index];
    Differential inside = { .e = e, .p = p, .outer = t, .straight = t->straight, .moves = t->moves };
    Ex *residual = NULL, z;
    bool any = false;

    differentiate_inner(&inside, b);
    for (uint32_t i = 0; i < block_n(b); i++) {
        vec_push(&e->d->pass, residual, differentiate(&inside, b->res[i]));
        any |= !ex_is_zero(e->d, residual[i]);
    }
    if (!any)
        return;
    z = do_residuals(p, index, residual);
    do_inverse(p, index, z);
    for (uint32_t i = 0; i < block_n(b); i++)
        set_differential(t, b->tear[i], ex_un(e->d, OP_NEG, elem(p, z, i)));
}

/* ---- blocks with a law --------------------------------------------------------------------------------- */

void do_switched_inverse(Program *p, uint32_t index, Ex law, Ex a, Ex z, Ex lambda)
{
    const Block *b = &p->dae->block[index];
    uint32_t n = block_n(b), m = block_m(b);
    Ex place = m ? member(p, AT_law_place, index) : 0, size = ex_int(p->d, n),
       X = n && m ? member(p, AT_block_X, index) : a, C = n && m ? member(p, AT_block_C, index) : a,
       A = n && !b->fixed ? member(p, AT_block_A, index) : a,
       pivots = n && !b->fixed ? member(p, AT_block_p, index) : place;

    if (b->fixed)
        do_negative_inverse(p, index, z);
    if (m > 0 && b->fixed)
        do_kernel(p, 0, K_SWITCHED_IMPULSE_FINISH, law, a, size, X, C, z, lambda);
    else if (m > 0)
        do_kernel(p, 0, K_SWITCHED_IMPULSE, law, a, size, A, pivots, X, C, n ? z : a, lambda);
    else if (n > 0 && !b->fixed)
        do_kernel(p, 0, K_LINEAR_IMPULSE, size, A, pivots, z);
}

/* The same of a block with a law. */
static void differentiate_switched(Differential *t, uint32_t index)
{
    const Equations *e = t->e;
    Program *p = t->p;
    const Block *b = &e->dae->block[index];
    uint32_t n = block_n(b), m = block_m(b);
    Differential inside = { .e = e, .p = p, .outer = t, .straight = t->straight, .moves = t->moves };
    Ex z = n ? local(p, T_REAL, n, internf(e->d, "z%u", index)) : 0,
       lambda = local(p, T_REAL, m, internf(e->d, "l%u", index));

    do_block(p);
    Ex law = view(p, member(p, AT_law, index)), a = local(p, T_REAL, m, "a");
    differentiate_inner(&inside, b);
    for (uint32_t i = 0; i < n; i++)
        do_set(p, elem(p, z, i), differentiate(&inside, b->res[i]));
    for (uint32_t i = 0; i < m; i++)
        do_set(p, elem(p, a, i), differential_of(&inside, e->f->sw[b->sw[i]].a));
    do_switched_inverse(p, index, law, a, z, lambda);
    do_end(p);
    for (uint32_t i = 0; i < n; i++)
        set_differential(t, b->tear[i], elem(p, z, i));
    for (uint32_t i = 0; i < m; i++)
        set_differential(t, e->f->sw[b->sw[i]].lambda, elem(p, lambda, i));
}

void differentiate_block(Differential *t, uint32_t index)
{
    const Block *b = &t->e->dae->block[index];

    if (b->kind == B_SWITCHED)
        differentiate_switched(t, index);
    else if (b->kind != B_ASSIGN && vec_len(b->res) > 0)
        differentiate_torn(t, index);
    differentiate_inner(t, b);
}
