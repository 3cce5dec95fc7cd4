/* small.c - small systems as statements: what dtc_lu_solve and dtc_switched_solve of runtime/block.c do, written out
 * for one block.
 *
 * Up to SMALL unknowns; slip accelerations also where the elimination is fixed. Operations are those of the kernels,
 * without the products that are structurally zero; a coefficient that is a number stands in the statement. The factors
 * are the runtime's (partial pivoting); where they last for some steps, a step multiplies by the inverse, which has
 * neither quotients nor exchanges of rows one after another.
 *
 * Cost of the code: n^2 statements, and one for each element. Requires: a torn linear block.
 */
#include "blocks.h"
#include <math.h>
#include <string.h>

enum { SMALL = 4, SMALL_PRODUCTS = 96, COLUMN = 8 };

bool small_system(const Equations *e, uint32_t n, uint32_t m)
{
    return !e->d->opt.no_unroll && n >= 1 && n <= SMALL && n * m <= SMALL_PRODUCTS;
}

/* Is there an inverse beside the factors, made with them? Where these last for some steps; the initial problem is
 * solved once. */
bool has_inverse(const Equations *e, const Block *b, bool initial)
{
    return !initial && !b->fixed && (b->kind == B_LINEAR || b->kind == B_SWITCHED) &&
           b->matrix_rate <= RATE_TRANSITION && small_system(e, block_n(b), block_m(b));
}

static Ex product(const Torn *t, Ex a, Ex b) { return ex_bin(t->d, OP_MUL, a, b); }

/* z becomes Y z, with Y by columns. */
void small_product(const Torn *t)
{
    Ex r[SMALL];

    do_block(t->p);
    for (uint32_t i = 0; i < t->n; i++)
        r[i] = local(t->p, T_REAL, 0, internf(t->d, "r%u", i));
    for (uint32_t i = 0; i < t->n; i++)
        do_set(t->p, r[i], elem(t->p, t->z, i));
    for (uint32_t i = 0; i < t->n; i++) {
        Ex sum = product(t, elem(t->p, t->Y, i), r[0]);
        for (uint32_t j = 1; j < t->n; j++)
            sum = ex_bin(t->d, OP_ADD, sum, product(t, elem(t->p, t->Y, j * t->n + i), r[j]));
        do_set(t->p, elem(t->p, t->z, i), sum);
    }
    do_end(t->p);
}

static void subtract(const Torn *t, uint32_t i, uint32_t j)
{
    do_op(t->p, elem(t->p, t->z, i), OP_SUB, product(t, elem(t->p, t->A, i * t->n + j), elem(t->p, t->z, j)));
}

/* z becomes inv(A) z. Without pivot (singular) an unknown is zero; l below it is zero as well. */
void small_solve(const Torn *t)
{
    uint32_t n = t->n;

    for (uint32_t k = 0; k + 1 < n; k++)
        do_kernel(t->p, 0, K_SWAP, elem(t->p, t->z, k), elem_at(t->p, t->z, elem(t->p, t->pivots, k)));
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < i; j++)
            subtract(t, i, j);
    for (uint32_t i = n; i-- > 0;) {
        Ex z = elem(t->p, t->z, i);
        for (uint32_t j = i + 1; j < n; j++)
            subtract(t, i, j);
        do_kernel(t->p, z, K_QUOTIENT, z, elem(t->p, t->A, i * n + i));
    }
}

/* sum + c x or sum - c x, with c an entry of a matrix that is `known`. */
static Ex add_term(const Torn *t, Ex sum, bool minus, Ex known, Ex entry, Ex x)
{
    double value;
    bool number = ex_is_num(t->d, known, &value);

    if (ex_is_zero(t->d, known))
        return sum;
    minus ^= number && value < 0;
    Ex term = product(t, number ? ex_real(t->d, fabs(value)) : entry, x);
    if (ex_is_zero(t->d, sum))
        return minus ? ex_un(t->d, OP_NEG, term) : term;
    return ex_bin(t->d, minus ? OP_SUB : OP_ADD, sum, term);
}

/* + or - the torques, by row i of a matrix of m columns. */
static Ex add_torques(const Torn *t, Ex sum, bool minus, const Ex *row, Ex matrix, uint32_t i)
{
    Ex lambda = member(t->p, AT_law_lambda, t->index);

    for (uint32_t j = 0; j < t->m; j++)
        if (!ex_is_zero(t->d, row[j]))
            sum = add_term(t, sum, minus, row[j], elem(t->p, matrix, i * t->m + j), elem(t->p, lambda, j));
    return sum;
}

void bare_residuals(const Torn *t, const Ex *res)
{
    for (uint32_t i = 0; i < t->n; i++)
        do_set(t->p, elem(t->p, t->z, i), add_torques(t, res[i], true, t->b->B + i * t->m, t->B, i));
}

/* The first element with the slip acceleration of i. */
static uint32_t same_acceleration(const Block *b, const Rest *r, uint32_t i)
{
    uint32_t n = block_n(b), m = block_m(b), k = 0;

    while (r->a[k] != r->a[i] || memcmp(b->C + k * n, b->C + i * n, n * sizeof(Ex)) != 0 ||
           (r->bare && memcmp(b->D + k * m, b->D + i * m, m * sizeof(Ex)) != 0))
        k++;
    return k;
}

/* af_i = a_i + sum of D_ij lambda_j + sum of C_ik z_k */
static Ex acceleration(const Torn *t, const Rest *r, uint32_t i)
{
    Ex sum = r->a[i];

    if (r->bare)
        sum = add_torques(t, sum, false, t->b->D + i * t->m, t->D, i);
    for (uint32_t k = 0; k < t->n; k++)
        sum = add_term(t, sum, false, t->b->C[i * t->n + k], elem(t->p, t->C, i * t->n + k),
                       elem(t->p, t->z, k));
    return sum;
}

/* z[i] -= X[i, j] lambda[j] */
static void add_torque(const Torn *t, Ex i, Ex j)
{
    Ex at = ex_bin(t->d, OP_ADD, ex_bin(t->d, OP_MUL, ex_int(t->d, t->n), j), i);

    do_op(t->p, elem_at(t->p, t->z, i), OP_SUB,
          product(t, elem_at(t->p, t->X, at), elem_at(t->p, member(t->p, AT_law_lambda, t->index), j)));
}

static void add_one_by_one(const Torn *t)
{
    for (uint32_t j = 0; j < t->m; j++) {
        if (is_zero_column(t->d, t->b, j))
            continue;
        do_if(t->p, ex_bin(t->d, OP_EQ, elem(t->p, member(t->p, AT_law_place, t->index), j),
                           constant(t->p, C_STUCK)));
        for (uint32_t i = 0; i < t->n; i++)
            add_torque(t, ex_int(t->d, i), ex_int(t->d, j));
        do_end(t->p);
    }
}

/* z -= X lambda of the stuck elements */
static void add_stuck(const Torn *t)
{
    Program *p = t->p;
    Ex list = member(p, AT_law_list, t->index), holding = member(p, AT_law_holding, t->index);

    do_note(p, NULL, "what the torques of stuck elements add");
    if (is_asked_straight(t)) {
        add_one_by_one(t);
        return;
    }
    Ex k = do_loop(p, "k", holding, t->m, 0);
    do_block(p);
    Ex j = local_index(p, "j", t->m);
    do_set(p, j, elem_at(p, list, k));
    for (uint32_t i = 0; i < t->n && t->n <= COLUMN; i++)
        add_torque(t, ex_int(t->d, i), j);
    if (t->n > COLUMN) {
        add_torque(t, do_loop(p, "i", ex_int(t->d, t->n), 0, 0), j);
        do_end(p);
    }
    do_end(p);
    do_end(p);
}

void statements_of_law(const Torn *t, const Rest *r)
{
    Ex af = member(t->p, AT_law_af, t->index);

    for (uint32_t i = 0; i < t->m; i++) {
        uint32_t same = same_acceleration(t->b, r, i);
        do_set(t->p, elem(t->p, af, i), same < i ? elem(t->p, af, same) : acceleration(t, r, i));
    }
    do_hold(t);
    if (t->n > 0)
        add_stuck(t);
}
