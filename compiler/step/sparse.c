/* sparse.c - functions of the step program: linear systems whose elimination is fixed, factors and solution.
 *
 * Gaussian elimination row by row (Doolittle) in the order of eliminate.c, with the reciprocals of the pivots on the
 * diagonal. Every entry of the factors has a place of its own, there are no indices and no search at run time; what is
 * zero costs nothing. Parts of the block triangular form are solved from the last to the first. Functions
 * factor_block_3(m), solve_block_3(a, z).
 *
 * Cost: one statement an operation. Requires: eliminate. Ensures: as many operations at each call.
 */
#include "eliminate.h"
#include "emit.h"
#include "sparse.h"

enum { TERMS = 8 };                        /* products in a statement */

typedef struct { Program *p; const Elimination *x; Ex a, z; } Sparse;      /* z: of the solution */

static Ex product(const Sparse *s, Ex x, Ex y) { return ex_bin(s->p->d, OP_MUL, x, y); }
static Ex less(const Sparse *s, Ex x, Ex y) { return ex_bin(s->p->d, OP_SUB, x, y); }
static Ex entry(const Sparse *s, uint32_t i) { return elem(s->p, s->a, i); }
static Ex unknown(const Sparse *s, uint32_t i) { return elem(s->p, s->z, i); }

/* ---- factors ----------------------------------------------------------------------------------------------------- */

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

static void factors(Program *p, const Block *b, const char *name)
{
    Dtc *d = p->d;
    Sparse s = { .p = p, .x = b->fixed };
    Ex scale = member(p, T_REAL, 0, internf(d, "%s.scale", name)),
       low = member(p, T_INT, 0, internf(d, "%s.low", name));

    s.a = member(p, T_REAL, elimination_size(b->fixed), internf(d, "%s.a", name));
    function_begin(p, internf(d, "factor_%s", name), NULL);
    do_set(p, low, ex_int(d, 0));
    for (uint32_t i = 0, k = 0; i < b->fixed->n; i++) {
        k = own_entries(&s, b, i, k);
        factor_row(&s, scale, low, i);
    }
    function_end(p);
}

/* ---- the solution ------------------------------------------------------------------------------------------------ */

/* z[i] less the sum of a z over these entries. */
static void subtract_sum(const Sparse *s, uint32_t i, uint32_t from, uint32_t to)
{
    for (uint32_t k = from; k < to;) {
        Ex sum = unknown(s, i);
        for (uint32_t n = 0; n < TERMS && k < to; n++, k++)
            sum = less(s, sum, product(s, entry(s, k), unknown(s, s->x->col[k])));
        do_set(s->p, unknown(s, i), sum);
    }
}

/* The entry of row i from which on columns are beyond its part. */
static uint32_t beyond(const Elimination *x, uint32_t i)
{
    uint32_t at = x->start[i + 1];

    while (x->col[at - 1] >= x->end[i])
        at--;
    return at;
}

static void solution(Program *p, const Elimination *x, const char *name)
{
    Sparse s = { .p = p, .x = x };
    Fn fn = function_begin(p, internf(p->d, "solve_%s", name), NULL);

    p->fn[fn].alone = true;
    s.a = param_in(p, T_REAL, elimination_size(x), "a");
    s.z = param(p, T_REAL, x->n, "z");
    for (uint32_t end = x->n, first; end > 0; end = first) {
        for (first = end; first > 0 && x->end[first - 1] == end;)
            first--;
        for (uint32_t i = first; i < end; i++) {
            subtract_sum(&s, i, beyond(x, i), x->start[i + 1]);
            subtract_sum(&s, i, x->start[i], x->diagonal[i]);
        }
        for (uint32_t i = end; i-- > first;) {
            subtract_sum(&s, i, x->diagonal[i] + 1, beyond(x, i));
            do_op(p, unknown(&s, i), OP_MUL, entry(&s, x->diagonal[i]));
        }
    }
    function_end(p);
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

static void build(Emitter *e, const Block *b)
{
    factors(&e->program, b, block_name(e, b));
    solution(&e->program, b->fixed, block_name(e, b));
}

void build_eliminations(Emitter *e)
{
    for (int initial = 0; initial < 2; initial++) {
        const Block *list = initial ? e->dae->init : e->dae->block;
        for (uint32_t i = 0; i < vec_len(list); i++)
            if (list[i].fixed)
                build(e, &list[i]);
    }
}
