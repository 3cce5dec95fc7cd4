/* eliminate.c - a fixed order of elimination for linear systems: of sparse ones, and of small ones that move.
 *
 * Where the present value of every entry of a torn matrix is known while compiling, KLU (Davis and Natarajan 2010)
 * finds its block triangular form, an order of least fill (AMD) within each part, and pivots by size, the diagonal
 * preferred. Tearing variables and residuals are put into that order; pivots are then the diagonal, and the places that
 * fill up are found by symbolic elimination, row by row, so that sparse.c can write factors and solution without
 * indices and without a search.
 *
 * The values can be others when the code runs (parameters): setup checks each pivot and the growth of each row against
 * its own size (dtc_pivot) and reports a system for which this order does not do.
 *
 * A small matrix that moves with the states (a mechanism in the plane) gets the order that suits it at the start
 * (start_point). The code looks at its pivots each time: where one has become small beside its row, the dense kernel
 * takes over for that time, which seeks its pivots as it runs. All others keep the dense kernel: matrices with values
 * that nothing tells (places), large ones that are not sparse.
 *
 * Cost: KLU's, near-linear for trees; then linear in the operations of the elimination.
 * Requires: tear; moving_eliminations: stage. Ensures: Block.fixed, for B_LINEAR and B_SWITCHED; tear, res, res_eq, J,
 * B, C of such blocks in its order.
 */
#include <math.h>
#include <stdlib.h>
#include <klu.h>
#include "eliminate.h"
#include "expr.h"
#include "sort.h"

enum { SMALL = 8 };                        /* largest matrix for which the dense kernel is as good, if it stays */
enum { PRODUCTS = 256 };                   /* most operations of an elimination that moves */
enum { APART = 512 };                     /* rows */

uint32_t elimination_size(const Elimination *x) { return x->start[x->n]; }

/* So that rows of a large system may be factored in any order that their entries allow (program/gather.c). */
uint32_t rows_apart(const Elimination *x) { return x->n >= APART ? x->n : 0; }

/* ---- the order ----------------------------------------------------------------------------------------- */

typedef struct {
    uint32_t n, *row, *col, *end;
} Permutation; /* by step: row and column of the pivot, end of the part */

/* Columns of J compressed, as KLU wants them. */
static void compress(Dtc *d, const Block *b, const double *value, int **start, int **row, double **x)
{
    uint32_t n = vec_len(b->tear), entries = vec_len(b->J);
    int *p = NEW_N(&d->pass, int, n + 2), *fill = NEW_N(&d->pass, int, n + 1);
    *row = NEW_N(&d->pass, int, entries + 1);
    *x = NEW_N(&d->pass, double, entries + 1);
    for (uint32_t k = 0; k < entries; k++)
        p[b->J[k].col + 1]++;
    for (uint32_t c = 0; c < n; c++)
        p[c + 1] += p[c];
    for (uint32_t k = 0; k < entries; k++) {
        uint32_t c = b->J[k].col;
        int at = p[c] + fill[c]++;
        (*row)[at] = (int)b->J[k].row;
        (*x)[at] = value[k];
    }
    *start = p;
}

static void read_permutation(Permutation *to, const klu_symbolic *s, const klu_numeric *numeric)
{
    for (uint32_t k = 0; k < to->n; k++) {
        to->row[k] = (uint32_t)numeric->Pnum[k];
        to->col[k] = (uint32_t)s->Q[k];
    }
    for (int part = 0; part < s->nblocks; part++)
        for (int k = s->R[part]; k < s->R[part + 1]; k++)
            to->end[k] = (uint32_t)s->R[part + 1];
}

/* False: the matrix has no inverse with these values. */
static bool find_permutation(Dtc *d, const Block *b, const double *value, double tolerance, Permutation *to)
{
    int *start, *row;
    double *x;
    klu_common common;
    klu_defaults(&common);
    common.scale = 2;       /* by the largest entry of each row */
    common.tol = tolerance; /* a pivot, beside the largest of its column */
    compress(d, b, value, &start, &row, &x);
    klu_symbolic *symbolic = klu_analyze((int)to->n, start, row, &common);
    klu_numeric *numeric = symbolic ? klu_factor(start, row, x, symbolic, &common) : NULL;
    bool good = numeric && common.status == KLU_OK && common.numerical_rank == (int)to->n;
    if (good)
        read_permutation(to, symbolic, numeric);
    if (numeric)
        klu_free_numeric(&numeric, &common);
    if (symbolic)
        klu_free_symbolic(&symbolic, &common);
    return good;
}

/* ---- the fill ------------------------------------------------------------------------------------------ */

/* One row as a list of columns that ascend: next[c]; NONE ends it. */
typedef struct { uint32_t *next; } List;
#define NONE UINT32_MAX

static void insert(List *l, uint32_t after, uint32_t c)
{
    l->next[c] = l->next[after];
    l->next[after] = c;
}

/* The columns of row k right of its diagonal, within its part, into the list from column k on. */
static void merge(List *l, const Elimination *x, uint32_t k)
{
    uint32_t at = k;
    for (uint32_t i = x->diagonal[k] + 1; i < x->start[k + 1] && x->col[i] < x->end[k]; i++) {
        uint32_t c = x->col[i];
        while (l->next[at] <= c)
            at = l->next[at];
        if (at != c)
            insert(l, at, c);
    }
}

/* Row i of the factors, given its own columns in ascending order. */
static void fill_row(Dtc *d, Elimination *x, List *l, uint32_t i, const uint32_t *own, uint32_t n)
{
    uint32_t head = x->n, at = head;
    l->next[head] = NONE;
    for (uint32_t k = 0; k < n; k++) {
        insert(l, at, own[k]);
        at = own[k];
    }
    for (uint32_t k = l->next[head]; k < i; k = l->next[k])
        merge(l, x, k);
    for (uint32_t c = l->next[head]; c != NONE; c = l->next[c]) {
        if (c == i)
            x->diagonal[i] = vec_len(x->col);
        vec_push(&d->run, x->col, c);
    }
    x->start[i + 1] = vec_len(x->col);
}

Elimination *symbolic_elimination(Dtc *d, uint32_t n, const uint32_t *start, const uint32_t *col,
                                  const uint32_t *end)
{
    Elimination *x = NEW(&d->run, Elimination);
    List l = { NEW_N(&d->pass, uint32_t, n + 1) };
    *x = (Elimination){ .n = n,
                        .start = NEW_N(&d->run, uint32_t, n + 1),
                        .diagonal = NEW_N(&d->run, uint32_t, n + 1),
                        .end = NEW_N(&d->run, uint32_t, n + 1) };
    for (uint32_t i = 0; i < n; i++) {
        x->end[i] = end[i];
        fill_row(d, x, &l, i, col + start[i], start[i + 1] - start[i]);
    }
    return x;
}

/* Of a block whose J is in the order of its rows. */
static Elimination *symbolic(Dtc *d, const Block *b, const uint32_t *end)
{
    uint32_t n = vec_len(b->tear), entries = vec_len(b->J), *start = NEW_N(&d->pass, uint32_t, n + 1),
             *col = NEW_N(&d->pass, uint32_t, entries + 1);
    for (uint32_t k = 0; k < entries; k++) {
        start[b->J[k].row + 1]++;
        col[k] = b->J[k].col;
    }
    for (uint32_t i = 0; i < n; i++)
        start[i + 1] += start[i];
    return symbolic_elimination(d, n, start, col, end);
}

/* ---- the block in this order --------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
    const Coefficient *x = a, *y = b;
    if (x->row != y->row)
        return x->row < y->row ? -1 : 1;
    return x->col < y->col ? -1 : x->col > y->col;
}

static void permute(Dtc *d, uint32_t *v, const uint32_t *from, uint32_t n)
{
    uint32_t *old = NEW_N(&d->pass, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++)
        old[i] = v[i];
    for (uint32_t i = 0; i < n; i++)
        v[i] = old[from[i]];
}

static void reorder(Dtc *d, Block *b, const Permutation *p)
{
    uint32_t n = p->n, m = vec_len(b->sw), *row = NEW_N(&d->pass, uint32_t, n + 1),
             *col = NEW_N(&d->pass, uint32_t, n + 1);
    for (uint32_t k = 0; k < n; k++)
        row[p->row[k]] = k, col[p->col[k]] = k;
    for (uint32_t k = 0; k < vec_len(b->J); k++) {
        Coefficient *c = &b->J[k];
        c->row = row[c->row];
        c->col = col[c->col];
    }
    qsort(b->J, vec_len(b->J), sizeof *b->J, by_place);
    permute(d, b->tear, p->col, n);
    permute(d, b->res, p->row, n);
    permute(d, b->res_eq, p->row, n);
    Ex *B = NEW_N(&d->pass, Ex, n * m + 1), *C = NEW_N(&d->pass, Ex, n * m + 1);
    for (uint32_t i = 0; i < n * m; i++)
        B[i] = b->B[i], C[i] = b->C[i];
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t j = 0; j < m; j++) {
            b->B[k * m + j] = B[p->row[k] * m + j];
            b->C[j * n + k] = C[j * n + p->col[k]];
        }
}

/* ---- the pass ------------------------------------------------------------------------------------------ */

/* The entries as they are now; false: one is not known. */
static bool entries(Dtc *d, const Block *b, const double *known, double *value)
{
    for (uint32_t k = 0; k < vec_len(b->J); k++)
        if (!known_eval(d, b->J[k].e, known, &value[k]))
            return false;
    return true;
}

static void eliminate_block(Dtc *d, Block *b, const double *known)
{
    uint32_t n = vec_len(b->tear);
    if ((b->kind != B_LINEAR && b->kind != B_SWITCHED) || n <= SMALL ||
        (uint64_t)vec_len(b->J) * 2 > (uint64_t)n * n)
        return;
    double *value = NEW_N(&d->pass, double, vec_len(b->J) + 1);
    Permutation p = { n, NEW_N(&d->pass, uint32_t, n), NEW_N(&d->pass, uint32_t, n),
                      NEW_N(&d->pass, uint32_t, n) };
    if (!entries(d, b, known, value) || !find_permutation(d, b, value, 0.001, &p))
        return;
    reorder(d, b, &p);
    Elimination *x = symbolic(d, b, p.end);
    if ((uint64_t)elimination_size(x) * 2 <= (uint64_t)n * n)
        b->fixed = x;
}

static void eliminate_blocks(Dtc *d, Block *blocks, double *known)
{
    double x;
    for (uint32_t i = 0; i < vec_len(blocks); i++) {
        Block *b = &blocks[i];
        if (b->kind == B_ASSIGN && isnan(known[b->inner[0].v]) && known_eval(d, b->inner[0].value, known, &x))
            known[b->inner[0].v] = x;
        eliminate_block(d, b, known);
    }
}

void eliminations(Dtc *d, const Flat *f, Dae *dae)
{
    if (d->opt.no_sparse)
        return;
    double *known = known_values_apart(d, f);
    eliminate_blocks(d, dae->block, known);
    eliminate_blocks(d, dae->init, known);
}

/* ---- matrices that move -------------------------------------------------------------------------------- */

uint64_t elimination_products(const Elimination *x)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < x->n; i++)
        for (uint32_t at = x->start[i]; at < x->diagonal[i]; at++)
            sum += x->start[x->col[at] + 1] - x->diagonal[x->col[at]];
    return sum;
}

/* Values at the start, as far as they follow one by one: an order is to suit them, it need not. */
static double *start_point(Dtc *d, const Flat *f, const Dae *dae)
{
    double *value = known_values_apart(d, f), x;
    for (Var v = 1; v < vec_len(f->var); v++)
        if (isnan(value[v]) && f->var[v].start && known_eval(d, f->var[v].start, value, &x))
            value[v] = x;
    for (int initial = 1; initial >= 0; initial--) {
        const Block *list = initial ? dae->init : dae->block;
        for (uint32_t i = 0; i < vec_len(list); i++)
            if (list[i].kind == B_ASSIGN && known_eval(d, list[i].inner[0].value, value, &x))
                value[list[i].inner[0].v] = x;
    }
    return value;
}

/* A linear system with a choice may lose its rank, and has its own way out (builders/least.c). */
static bool has_choice(Dtc *d, const Flat *f, const Block *b)
{
    bool found = false;
    for (uint32_t i = 0; i < 2 * vec_len(b->eq) && !found; i++) {
        const Equation *q = &f->eq[b->eq[i / 2]];
        for (NodeWalk w = node_walk(d, i % 2 ? q->rhs : q->lhs); node_next(&w);)
            found |= ex_op(d, w.e) == OP_IF;
    }
    return found;
}

static void eliminate_moving(Dtc *d, const Flat *f, Block *b, const double *start)
{
    uint32_t n = vec_len(b->tear);
    if ((b->kind != B_LINEAR && b->kind != B_SWITCHED) || b->fixed || b->matrix_rate != RATE_STEP || n == 0)
        return;
    if (b->kind == B_LINEAR && has_choice(d, f, b))
        return;
    double *value = NEW_N(&d->pass, double, vec_len(b->J) + 1);
    Permutation p = { n, NEW_N(&d->pass, uint32_t, n), NEW_N(&d->pass, uint32_t, n),
                      NEW_N(&d->pass, uint32_t, n) };
    if (!entries(d, b, start, value) || !find_permutation(d, b, value, 0.1, &p))
        return;
    reorder(d, b, &p);
    Elimination *x = symbolic(d, b, p.end);
    x->moves = true;
    if (elimination_products(x) <= PRODUCTS)
        b->fixed = x;
}

void moving_eliminations(Dtc *d, const Flat *f, Dae *dae)
{
    if (d->opt.no_sparse || d->opt.hybrid || d->opt.method == M_EXACT)
        return;
    bool any = false;
    for (uint32_t i = 0; i < vec_len(dae->block); i++)
        any |= dae->block[i].matrix_rate == RATE_STEP;
    const double *start = any ? start_point(d, f, dae) : NULL;
    for (uint32_t i = 0; i < vec_len(dae->block) && any; i++)
        eliminate_moving(d, f, &dae->block[i], start);
}
