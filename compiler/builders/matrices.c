/* matrices.c - matrices of torn blocks as statements: computed and factored at their rate.
 *
 * A linear block has J, in a fixed order of elimination (eliminate.c) or with pivots that are sought as it runs; one
 * with switching elements also B, C, D, of which the law gets G = D - C inv(J) B. What finds no pivot is singular; in
 * a block that may lose its rank that is told to its solution alone (least.c).
 *
 * Requires: blocks torn and staged. Cost: linear in the entries.
 */
#include "blocks.h"
#include "sparse.h"

enum { REDUCED = 128 };                    /* most products of G as statements */

/* No torque of element j in the equations of the unknowns. */
bool is_zero_column(Dtc *d, const Block *b, uint32_t j)
{
    uint32_t m = block_m(b);

    for (uint32_t i = 0; i < block_n(b); i++)
        if (!ex_is_zero(d, b->B[i * m + j]))
            return false;
    return true;
}

bool few_products(Dtc *d, const Block *b)
{
    uint64_t columns = 0, entries = 0;

    for (uint32_t j = 0; j < block_m(b); j++)
        columns += !is_zero_column(d, b, j);
    for (uint32_t i = 0; i < block_m(b) * block_n(b); i++)
        entries += !ex_is_zero(d, b->C[i]);
    return b->fixed && b->fixed->moves && columns * entries <= REDUCED;
}

static Ex size(const Torn *t, uint32_t n) { return ex_int(t->d, n); }

/* Inside of an `if`. */
void trouble(const Torn *t, MemberRole counter)
{
    do_op(t->p, member(t->p, counter, 0), OP_ADD, ex_int(t->d, 1));
    do_fault(t->p, message_add(t->e->program, block_text(t->e, t->b)));
}

/* to[k] = entry[k] of a matrix that was cleared. */
static void entries(const Torn *t, Ex to, const Ex *entry, uint32_t rows, uint32_t columns, bool transpose)
{
    for (uint32_t i = 0; i < rows * columns; i++)
        if (!ex_is_zero(t->d, entry[i]))
            do_set(t->p, elem(t->p, to, transpose ? i % columns * rows + i / columns : i), entry[i]);
}

/* The matrix J into A, which was cleared. */
void do_matrix(const Torn *t)
{
    for (uint32_t k = 0; k < vec_len(t->b->J); k++) {
        const Coefficient *c = &t->b->J[k];
        if (!ex_is_zero(t->d, c->e))
            do_set(t->p, elem(t->p, t->A, c->row * t->n + c->col), c->e);
    }
}

Fn function_for(const Torn *t, FunctionRole role)
{
    return function_of(t->p, role, block_number(t->e->dae, t->b));
}

/* z := inv(J) z, with a fixed elimination. */
void solve_fixed(const Torn *t, Ex z)
{
    if (t->b->fixed->moves)
        do_call(t->p, function_for(t, FN_solve), z);
    else
        do_call(t->p, function_for(t, FN_solve), block_part(t->e, t->b, AT_block_a), z);
}

/* ---- matrices ------------------------------------------------------------------------------------------ */

/* The matrix J and its factors. */
void do_factor(const Torn *t)
{
    const bool many = loses_rank(t->e->of, t->b);
    Program *p = t->p;

    if (t->b->fixed) {
        do_call(p, function_for(t, FN_factor));
    } else {
        do_clear(p, t->A);
        do_shared(p);
        do_matrix(t);
        do_end(p);
        if (t->J)
            do_copy(p, t->J, t->A);
        if (many)
            do_kernel(p, t->low, K_LU_FACTOR, size(t, t->n), t->A, t->pivots);
    }
    if (!many && !(t->b->fixed && t->b->fixed->moves)) {
        if (t->b->fixed)
            do_if(p, has_many(t));
        else
            do_if_kernel(p, false, K_LU_FACTOR, size(t, t->n), t->A, t->pivots);
        trouble(t, AT_count_singular);
        do_end(p);
    }
    if (!has_inverse(t->e->of, t->b, t->initial))
        return;
    if (t->J)
        do_kernel(p, 0, K_REFINED_INVERSE, size(t, t->n), t->A, t->pivots, t->J, t->Y);
    else
        do_kernel(p, 0, K_LU_INVERSE, size(t, t->n), t->A, t->pivots, t->Y);
}

/* Entries that are numbers stand in the statements. */
static Ex *numbers_left_out(const Torn *t, const Ex *entry, uint32_t n)
{
    Ex *left = NULL;

    for (uint32_t i = 0; i < n; i++)
        vec_push(&t->d->pass, left, ex_is_num(t->d, entry[i], NULL) ? ex_real(t->d, 0) : entry[i]);
    return left;
}

static Ex of_column(const Torn *t, uint32_t j, uint32_t i) { return elem(t->p, t->X, j * t->n + i); }

/* inv(J) B without what is always zero in a column; where the order of elimination does not do, with it. */
static void solve_column(const Torn *t, uint32_t j)
{
    Arena *a = &t->d->pass;
    uint32_t *of = NEW_N(a, uint32_t, t->n + 1);
    bool *none = NEW_N(a, bool, t->n + 1);
    Sparse s = { .p = t->p,
                 .x = t->b->fixed,
                 .a = block_part(t->e, t->b, AT_block_a),
                 .z = t->X,
                 .of = of,
                 .none = none };

    for (uint32_t i = 0; i < t->n; i++) {
        of[i] = j * t->n + i;
        none[i] = ex_is_zero(t->d, t->b->B[i * t->m + j]);
    }
    do_if(t->p, has_many(t));
    for (uint32_t i = 0; i < t->n; i++)
        if (none[i])
            do_set(t->p, of_column(t, j, i), ex_real(t->d, 0));
    do_kernel(t->p, 0, K_LU_SOLVE, size(t, t->n), t->A, t->pivots, of_column(t, j, 0));
    do_else(t->p);
    sparse_solution(&s);
    for (uint32_t i = 0; i < t->n; i++)
        if (none[i])
            do_set(t->p, of_column(t, j, i), ex_real(t->d, 0));
    do_end(t->p);
}

static void switched_entries(const Torn *t, Ex G)
{
    uint32_t n = t->n, m = t->m;

    do_shared(t->p);
    if (n > 0) {
        entries(t, t->X, t->b->B, n, m, true);
        entries(t, t->C, t->b->C, m, n, false);
    }
    if (n > 0 && rest_at_zero(t->e->of, t->b).bare) {
        entries(t, t->B, numbers_left_out(t, t->b->B, n * m), n, m, false);
        entries(t, t->D, numbers_left_out(t, t->b->D, m * m), m, m, false);
    }
    entries(t, G, t->b->D, m, m, false);
    do_end(t->p);
}

/* ---- G as statements, where the matrix moves with the step --------------------------------------------- */

/* The products of row i of C with column j of X; 0: there are none. */
static Ex *products(const Torn *t, uint32_t i, uint32_t j)
{
    Ex *all = NULL;

    for (uint32_t k = 0; k < t->n && !is_zero_column(t->d, t->b, j); k++)
        if (!ex_is_zero(t->d, t->b->C[i * t->n + k]))
            vec_push(&t->d->pass, all,
                     ex_bin(t->d, OP_MUL, elem(t->p, t->C, i * t->n + k), elem(t->p, t->X, j * t->n + k)));
    return all;
}

bool is_zero_of_G(const Torn *t, uint32_t i, uint32_t j)
{
    return ex_is_zero(t->d, t->b->D[i * t->m + j]) && vec_len(products(t, i, j)) == 0;
}

/* Of D, which is in G so far. */
static Ex entry_of(const Torn *t, Ex G, uint32_t i, uint32_t j)
{
    return ex_is_zero(t->d, t->b->D[i * t->m + j]) ? ex_real(t->d, 0) : elem(t->p, G, i * t->m + j);
}

/* The diagonal of G as its terms add up without their signs. */
static void wholes(const Torn *t)
{
    do_shared(t->p);
    for (uint32_t j = 0; j < t->m; j++) {
        Ex sum = ex_un(t->d, OP_ABS, t->b->D[j * t->m + j]), *own = products(t, j, j);
        for (uint32_t k = 0; k < vec_len(own); k++)
            sum = ex_bin(t->d, OP_ADD, sum, ex_un(t->d, OP_ABS, own[k]));
        do_set(t->p, elem(t->p, member(t->p, AT_law_whole, t->index), j), sum);
    }
    do_end(t->p);
}

/* Is it made when a decision is due, and where DTC_LAW_MOVED_FEW does not do? That looks at it for a G that is nothing
 * but rounding, ten orders of magnitude away: the last one does. */
static bool is_whole_late(const Torn *t)
{
    return few_products(t->d, t->b) && asks_with_impulses(t->e, t->index);
}

void do_whole(const Torn *t)
{
    if (is_whole_late(t))
        wholes(t);
}

/* What dtc_switched_reduce does, without what is always zero. */
static void reduce(const Torn *t, Ex G)
{
    for (uint32_t j = 0; j < t->m; j++)
        for (uint32_t i = 0; i < t->m; i++) {
            Ex less = entry_of(t, G, i, j), *term = products(t, i, j);
            for (uint32_t k = 0; k < vec_len(term); k++)
                less = ex_bin(t->d, OP_SUB, less, term[k]);
            if (vec_len(term))
                do_set(t->p, elem(t->p, G, i * t->m + j), less);
        }
}

/* Of a matrix that is factored in setup alone, the solutions are refined: no step pays. */
static bool is_refined(const Torn *t)
{
    return t->b->kind == B_SWITCHED && t->n > 0 && !t->b->fixed && t->b->matrix_rate <= RATE_INIT;
}

static void switched_matrices(const Torn *t)
{
    uint32_t n = t->n, m = t->m;
    bool few = few_products(t->d, t->b); /* what is always zero stays so */
    Program *p = t->p;
    Ex G = member(p, AT_law_G, t->index), whole = member(t->p, AT_law_whole, t->index);

    if (n > 0) {
        do_factor(t);
        if (!few) {
            do_clear(p, t->X);
            do_clear(p, t->C);
        }
    }
    if (!few)
        do_clear(p, G);
    switched_entries(t, G);
    keep_own(t, G);
    for (uint32_t j = 0; j < m && t->b->fixed; j++) {
        if (is_zero_column(t->d, t->b, j))
            continue;
        if (few)
            solve_column(t, j);
        else
            solve_fixed(t, of_column(t, j, 0));
    }
    if (few && !is_whole_late(t))
        wholes(t);
    if (few)
        reduce(t, G);
    else if (t->b->fixed)
        do_kernel(p, 0, K_SWITCHED_REDUCE, size(t, n), size(t, m), t->X, t->C, G, whole);
    else if (t->J)
        do_kernel(p, 0, K_SWITCHED_REFINED, size(t, n), size(t, m), t->A, t->pivots, t->J, t->X, t->C, G,
                  whole);
    else if (n > 0)
        do_kernel(p, 0, K_SWITCHED_FACTOR, size(t, n), size(t, m), t->A, t->pivots, t->X, t->C, G, whole);
    do_units(t);
    const bool asks = asks_with_impulses(t->e, t->index);
    if (asks)
        do_if_kernel(p, true, K_LAW_MOVED_FEW, ex_int(t->d, m), t->law);
    do_whole(t);
    do_block(p);
    Ex law = view(p, t->law);
    if (t->b->matrix_rate == RATE_STEP && !has_events(t->e->of)) {
        do_kernel(p, 0, K_LAW_MOVED, law);
    } else {
        do_kernel(p, 0, K_LAW_GROUPS, law);
        do_kernel(p, 0, K_LAW_FACTOR, law);
    }
    do_end(p);
    if (asks)
        do_end(p);
}

void build_matrices(const Emitter *e, uint32_t index)
{
    const Block *b = &e->dae->block[index];
    Torn t = torn_block(e, b, index, false);

    if (b->kind == B_ASSIGN || b->kind == B_NONLINEAR || (b->kind == B_LINEAR && t.n == 0))
        return;
    do_note(t.p, NULL, internf(e->d, "Matrix of %s", block_path(e, b)));
    if (is_refined(&t)) {
        do_block(t.p);
        t.J = local(t.p, T_REAL, t.n * t.n + t.n, "J");
        switched_matrices(&t);
        do_end(t.p);
    } else if (b->kind == B_SWITCHED)
        switched_matrices(&t);
    else
        do_factor(&t);
}
