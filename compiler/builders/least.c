/* least.c - blocks whose matrix loses its rank for some values of its relations, such as two brakes, written as
 * equations, that hold one shaft.
 *
 *     least_block_k      of the solutions of such a block the one of least norm, where its equations agree; else it is
 *                        singular
 *
 * The norm is that of all unknowns of the block, each over its nominal value, not that of the tearing variables: these
 * are the compiler's choice. Unknowns are linear in the tearing variables, so that their values with all of these at
 * zero, then with each in turn at -1, say how (the block's own statements, once for each); dtc_least does the rest.
 *
 * A block may lose its rank where an `if` with a condition that varies stands in its equations. Those of more than
 * UNKNOWNS tearing variables, or with more than VALUES numbers to look at, are singular as any other.
 *
 * Requires: blocks torn and staged. Cost: linear in the expressions of these blocks.
 */
#include "blocks.h"
#include "expr.h"
#include "sort.h"

enum { UNKNOWNS = 32, VALUES = 8192 };

/* Does a condition in it vary? */
static bool has_choice(const Equations *e, Memo *m, Ex root)
{
    Dtc *d = e->d;
    bool found = false;

    memo_start(d, m, root);
    for (Ex x; (x = memo_next(d, m)) != 0; memo_set(m, x, (MemoValue){ .x = 0 })) {
        Var *vars = NULL;
        if (found || ex_op(d, x) != OP_IF)
            continue;
        ex_vars(d, ex_arg(d, x, 0), &vars);
        for (uint32_t i = 0; i < vec_len(vars); i++)
            found |= e->f->var[vars[i]].variability < V_PARAM;
    }
    return found;
}

bool loses_rank(const Equations *e, const Block *b)
{
    uint32_t n = block_n(b);
    bool found = false;

    if (b->kind != B_LINEAR || n == 0 || n > UNKNOWNS || (n + 1) * vec_len(b->var) > VALUES)
        return false;
    Memo *m = memo_begin(e->d);
    for (uint32_t i = 0; i < vec_len(b->eq) && !found; i++) {
        const Equation *q = &e->f->eq[b->eq[i]];
        found = has_choice(e, m, q->lhs) || has_choice(e, m, q->rhs);
    }
    memo_end(e->d);
    return found;
}

/* The unknowns, over their nominal values, with tearing variable j - 1 at -1 and the others at zero. */
static void values(const Torn *t, Ex U, Ex j, const double *nominal)
{
    uint32_t k = vec_len(t->b->var);

    for (uint32_t i = 0; i < t->n; i++)
        do_set(t->p, ex_var(t->d, t->b->tear[i]),
               ex_if(t->d, ex_bin(t->d, OP_EQ, j, ex_int(t->d, i + 1)), ex_real(t->d, -1), ex_real(t->d, 0)));
    for (uint32_t i = 0; i < vec_len(t->b->inner); i++)
        do_set(t->p, ex_var(t->d, t->b->inner[i].v), t->b->inner[i].value);
    for (uint32_t i = 0; i < k; i++) {
        double size = nominal[root(t->e->of, t->b->var[i])];
        Ex at = ex_bin(t->d, OP_ADD, ex_bin(t->d, OP_MUL, j, ex_int(t->d, k)), ex_int(t->d, i));
        Ex value = ex_var(t->d, t->b->var[i]);
        do_set(t->p, elem_at(t->p, U, at),
               size > 0 ? ex_bin(t->d, OP_DIV, value, ex_real(t->d, size)) : value);
    }
}

/* From the residuals with the tearing variables at zero. */
static void least(Torn t, const double *nominal)
{
    Program *p = t.p;
    uint32_t k = vec_len(t.b->var);

    function_begin(p, FN_least, block_number(t.e->dae, t.b),
                   internf(t.d, "Of the solutions of %s the least.", block_path(t.e, t.b)));
    t.z = param(p, T_REAL, t.n, "z");
    do_block(p);
    t.A = local(p, T_REAL, t.n * t.n + t.n, "A");
    t.pivots = local(p, T_INT, t.n, "p");
    Ex U = local(p, T_REAL, (t.n + 1) * k, "U");
    Ex j = do_loop(p, "j", ex_int(t.d, t.n + 1), 0, 0);
    values(&t, U, j, nominal);
    do_end(p);
    do_clear(p, t.A);
    do_shared(p);
    do_matrix(&t);
    do_end(p);
    do_if_kernel(p, false, K_LEAST, ex_int(t.d, t.n), ex_int(t.d, k), t.A, t.pivots, U, t.z);
    do_op(p, member(p, AT_count_singular, 0), OP_ADD, ex_int(t.d, 1));
    do_fault(p, message_add(p, block_told(t.e, t.b,
                                          " (as their conditions are now nothing determines what lies "
                                          "between: an inertia there, or a damper beside a part, does)")));
    do_end(p);
    do_end(p);
    function_end(p);
}

void build_least(const Emitter *e)
{
    const double *nominal = NULL;

    for (uint32_t initial = 0; initial < 2; initial++) {
        const Block *b = initial ? e->dae->init : e->dae->block;
        for (uint32_t i = 0; i < vec_len(b); i++) {
            if (!loses_rank(e->of, &b[i]))
                continue;
            nominal = nominal ? nominal : nominal_values(e->d, e->f);
            least(torn_block(e, &b[i], initial ? 0 : i, initial), nominal);
        }
    }
}

Ex has_many(const Torn *t) { return ex_bin(t->d, OP_NE, t->low, ex_int(t->d, 0)); }

void take_least(const Torn *t) { do_call(t->p, function_for(t, FN_least), t->z); }
