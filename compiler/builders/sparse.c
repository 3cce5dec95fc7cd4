/* sparse.c - functions of the step program: linear systems whose elimination is fixed, factors and solution.
 *
 * Gaussian elimination row by row (Doolittle) in the order of eliminate.c, with the reciprocals of the pivots on the
 * diagonal. Every entry of the factors has a place of its own, there are no indices and no search at run time; what is
 * zero costs nothing. Parts of the block triangular form are solved from the last to the first. Functions
 * factor_block_3(m), solve_block_3(a, z).
 *
 * Of a matrix that moves, solve_block_3(m, z): the sum of the magnitudes of each row, before and after, over its pivot,
 * says whether the order still does (GROWTH, for each row). If not, the flag low is set, and the dense kernel factors
 * and solves with pivots that it seeks.
 *
 * Cost: one statement an operation. Requires: eliminate. Ensures: as many operations at each call.
 */
#include "blocks.h"
#include "builders.h"
#include "sparse.h"

enum { TERMS = 8 };                        /* products in a statement */
enum { GROWTH = 1000 };                    /* of a row beside its pivot: digits that may be lost where it moves */
#define LITTLE 1e-10                       /* where units differ: a row beside its pivot counts so */

static Ex product(const Sparse *s, Ex x, Ex y) { return ex_bin(s->p->d, OP_MUL, x, y); }
static Ex less(const Sparse *s, Ex x, Ex y) { return ex_bin(s->p->d, OP_SUB, x, y); }
static Ex entry(const Sparse *s, uint32_t i) { return elem(s->p, s->a, i); }
static Ex unknown(const Sparse *s, uint32_t i) { return elem(s->p, s->z, s->of ? s->of[i] : i); }

/* ---- factors ------------------------------------------------------------------------------------------- */

/* Own entries of row i, which begin at number k of J; returns the first of the next row. */
static uint32_t own_entries(const Sparse *s, const Block *b, uint32_t i, uint32_t k)
{
    const Elimination *x = s->x;

    for (uint32_t at = x->start[i]; at < x->start[i + 1]; at++) {
        bool own = k < vec_len(b->J) && b->J[k].row == i && b->J[k].col == x->col[at];
        do_set(s->p, entry(s, at), own ? b->J[k++].e : ex_real(s->p->d, 0));
    }
    return k;
}

/* Row i less its multiple of row k, whose place in row i is `at`. Both are in ascending order of columns. */
static void subtract(const Sparse *s, uint32_t at, uint32_t k)
{
    const Elimination *x = s->x;
    uint32_t to = at + 1;

    do_op(s->p, entry(s, at), OP_MUL, entry(s, x->diagonal[k]));
    for (uint32_t from = x->diagonal[k] + 1; from < x->start[k + 1] && x->col[from] < x->end[k]; from++) {
        while (x->col[to] < x->col[from])
            to++;
        do_op(s->p, entry(s, to), OP_SUB, product(s, entry(s, at), entry(s, from)));
    }
}

static void factor_row(const Sparse *s, Ex scale, Ex low, uint32_t i)
{
    const Elimination *x = s->x;
    Dtc *d = s->p->d;
    uint32_t n = x->start[i + 1] - x->start[i], right = x->start[i + 1] - x->diagonal[i];

    do_kernel(s->p, scale, K_LARGEST, ex_int(d, n), entry(s, x->start[i]));
    for (uint32_t at = x->start[i]; at < x->diagonal[i]; at++)
        subtract(s, at, x->col[at]);
    do_kernel_op(s->p, low, OP_OR, K_PIVOT, ex_int(d, right), entry(s, x->diagonal[i]), scale);
}

static void factors(Program *p, const Block *b, uint32_t number)
{
    Dtc *d = p->d;
    Sparse s = { .p = p, .x = b->fixed };
    Ex scale = member(p, AT_block_scale, number), low = member(p, AT_block_low, number);

    s.a = member(p, AT_block_a, number);
    function_begin(p, FN_factor, number, NULL);
    do_set(p, low, ex_int(d, 0));
    for (uint32_t i = 0, k = 0; i < b->fixed->n; i++) {
        k = own_entries(&s, b, i, k);
        factor_row(&s, rows_apart(b->fixed) ? elem(p, scale, i) : scale, low, i);
    }
    function_end(p);
}

/* ---- factors of a matrix that moves -------------------------------------------------------------------- */

/* The entry of row i from which on columns are beyond its part. */
static uint32_t beyond(const Elimination *x, uint32_t i)
{
    uint32_t at = x->start[i + 1];

    while (x->col[at - 1] >= x->end[i])
        at--;
    return at;
}

/* The sum of the magnitudes of these entries. */
static Ex magnitude(const Sparse *s, uint32_t from, uint32_t to)
{
    Ex sum = 0;

    for (uint32_t at = from; at < to; at++) {
        Ex x = ex_un(s->p->d, OP_ABS, entry(s, at));
        sum = sum ? ex_bin(s->p->d, OP_ADD, sum, x) : x;
    }
    return sum;
}

/* growth += the sum of the magnitudes of its entries, before and after, over its pivot. */
static void moving_row(const Sparse *s, uint32_t i, Ex growth)
{
    const Elimination *x = s->x;
    Program *p = s->p;
    Dtc *d = p->d;
    Ex pivot = entry(s, x->diagonal[i]), size = local(p, T_REAL, 0, internf(d, "size%u", i));

    do_set(p, size, magnitude(s, x->start[i], x->start[i + 1]));
    for (uint32_t at = x->start[i]; at < x->diagonal[i]; at++)
        subtract(s, at, x->col[at]);
    if (x->diagonal[i] > x->start[i])
        do_op(p, size, OP_ADD, magnitude(s, x->diagonal[i], x->start[i + 1]));
    do_set(p, pivot, ex_bin(d, OP_DIV, ex_real(d, 1), pivot));
    do_op(p, growth, OP_ADD, product(s, size, ex_un(d, OP_ABS, pivot)));
}

void sparse_row(const Sparse *s, uint32_t i, Ex *size, Ex growth)
{
    const Elimination *x = s->x;
    Program *p = s->p;
    Dtc *d = p->d;
    const uint32_t end = beyond(x, i);
    Ex pivot = entry(s, x->diagonal[i]), before = local(p, T_REAL, 0, internf(d, "row%u", i));

    size[i] = local(p, T_REAL, 0, internf(d, "size%u", i));
    do_set(p, before, magnitude(s, x->start[i], end));
    for (uint32_t at = x->start[i]; at < x->diagonal[i]; at++)
        subtract(s, at, x->col[at]);
    do_set(p, size[i], magnitude(s, x->diagonal[i], end));
    Ex terms = size[i];
    for (uint32_t at = x->start[i]; at < x->diagonal[i]; at++)
        terms = ex_bin(d, OP_ADD, terms, product(s, ex_un(d, OP_ABS, entry(s, at)), size[x->col[at]]));
    do_set(p, pivot, ex_bin(d, OP_DIV, ex_real(d, 1), pivot));
    Ex left = product(s, ex_real(d, LITTLE), product(s, before, ex_un(d, OP_ABS, pivot)));
    do_op(p, growth, OP_ADD, ex_bin(d, OP_ADD, ex_bin(d, OP_DIV, terms, before), left));
}

Ex grown(const Sparse *s, Ex growth)
{
    Dtc *d = s->p->d;

    return ex_un(d, OP_NOT, ex_bin(d, OP_LE, growth, ex_real(d, GROWTH * (double)s->x->n)));
}

/* Where a pivot of the order does not do. */
static void dense_factors(const Torn *t)
{
    do_clear(t->p, t->A);
    do_shared(t->p);
    do_matrix(t);
    do_end(t->p);
    do_if_kernel(t->p, false, K_LU_FACTOR, ex_int(t->d, t->n), t->A, t->pivots);
    trouble(t, AT_count_singular);
    do_end(t->p);
}

static void moving_factors(const Emitter *e, const Block *b, uint32_t index)
{
    Torn t = torn_block(e, b, index, false);
    Program *p = t.p;
    Sparse s = { .p = p, .x = b->fixed };
    const uint32_t n = t.n;

    s.a = block_part(e, b, AT_block_a);
    function_begin(p, FN_factor, block_number(e->dae, b), NULL);
    do_shared(p);
    for (uint32_t i = 0, k = 0; i < n; i++)
        k = own_entries(&s, b, i, k);
    do_end(p);
    do_block(p);
    Ex growth = local(p, T_REAL, 0, "growth");
    do_set(p, growth, ex_real(e->d, 0));
    for (uint32_t i = 0; i < n; i++)
        moving_row(&s, i, growth);
    do_set(p, t.low, grown(&s, growth));
    do_end(p);
    do_if(p, has_many(&t));
    dense_factors(&t);
    do_end(p);
    function_end(p);
}

/* ---- the solution -------------------------------------------------------------------------------------- */

static bool is_none(const Sparse *s, uint32_t i) { return s->none && s->none[i]; }

static void set(const Sparse *s, uint32_t i, Ex value)
{
    do_set(s->p, unknown(s, i), value);
    if (s->none)
        s->none[i] = false;
}

/* z[i] less the sum of a z over these entries. */
static void subtract_sum(const Sparse *s, uint32_t i, uint32_t from, uint32_t to)
{
    uint32_t n = 0;
    Ex sum = 0;

    for (uint32_t k = from; k < to; k++) {
        if (is_none(s, s->x->col[k]))
            continue;
        Ex term = product(s, entry(s, k), unknown(s, s->x->col[k]));
        if (n == 0 && is_none(s, i))
            sum = ex_un(s->p->d, OP_NEG, term);
        else
            sum = less(s, n ? sum : unknown(s, i), term);
        if (++n == TERMS) {
            set(s, i, sum);
            n = 0;
        }
    }
    if (n)
        set(s, i, sum);
}

void sparse_solution(const Sparse *s)
{
    const Elimination *x = s->x;
    Program *p = s->p;

    for (uint32_t end = x->n, first; end > 0; end = first) {
        for (first = end; first > 0 && x->end[first - 1] == end;)
            first--;
        for (uint32_t i = first; i < end; i++) {
            subtract_sum(s, i, beyond(x, i), x->start[i + 1]);
            subtract_sum(s, i, x->start[i], x->diagonal[i]);
        }
        for (uint32_t i = end; i-- > first;) {
            subtract_sum(s, i, x->diagonal[i] + 1, beyond(x, i));
            if (!is_none(s, i))
                do_op(p, unknown(s, i), OP_MUL, entry(s, x->diagonal[i]));
        }
    }
}

static void solution(Program *p, const Elimination *x, uint32_t number)
{
    Sparse s = { .p = p, .x = x };

    function_begin(p, FN_solve, number, NULL);
    stands_alone(p);
    s.a = param_in(p, T_REAL, elimination_size(x), "a");
    s.z = param(p, T_REAL, x->n, "z");
    sparse_solution(&s);
    function_end(p);
}

static void moving_solution(const Emitter *e, const Block *b, uint32_t index)
{
    Torn t = torn_block(e, b, index, false);
    Program *p = t.p;
    Sparse s = { .p = p, .x = b->fixed };

    function_begin(p, FN_solve, block_number(e->dae, b), NULL);
    s.a = block_part(e, b, AT_block_a);
    s.z = param(p, T_REAL, t.n, "z");
    do_if(p, has_many(&t));
    do_kernel(p, 0, K_LU_SOLVE, ex_int(e->d, t.n), t.A, t.pivots, s.z);
    do_else(p);
    sparse_solution(&s);
    do_end(p);
    function_end(p);
}

/* ---- all ----------------------------------------------------------------------------------------------- */

static void build(const Emitter *e, const Block *b, uint32_t index)
{
    if (b->fixed->moves) {
        moving_factors(e, b, index);
        moving_solution(e, b, index);
        return;
    }
    factors(e->program, b, block_number(e->dae, b));
    solution(e->program, b->fixed, block_number(e->dae, b));
}

void build_eliminations(const Emitter *e)
{
    for (int initial = 0; initial < 2; initial++) {
        const Block *list = initial ? e->dae->init : e->dae->block;
        for (uint32_t i = 0; i < vec_len(list); i++)
            if (list[i].fixed)
                build(e, &list[i], i);
    }
}
