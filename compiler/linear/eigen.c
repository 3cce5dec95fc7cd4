/* eigen.c - eigenvalues of a linear model: what they have in common, small or large.
 *
 * The matrix is balanced first. Rigid motions are found as its null space, by inverse iteration with a sparse factor
 * (KLU) close to zero, and taken as such only if no row leaves more than rounding makes of its terms; they are exactly
 * zero then, and are taken out before the eigenvalues are sought. Cost: a sparse factorisation, a few solutions for
 * each rigid motion.
 */
#include <klu.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "eigen.h"

#define NO_SPAN ((Span){ 0, 0 })

enum { ROUNDS = 20, TRIES = 6 };
static const double CLOSE = 1e-10, RIGID = 1e-11;      /* of the norm: the shift; of the terms of a row: what is zero */

/* ---- balance ----------------------------------------------------------------------------------------------------- */

static void sums(const cs_di *A, double *row, double *column)
{
    memset(row, 0, (size_t)A->n * sizeof *row);
    memset(column, 0, (size_t)A->n * sizeof *column);
    for (int j = 0; j < A->n; j++)
        for (int k = A->p[j]; k < A->p[j + 1]; k++)
            if (A->i[k] != j) {
                row[A->i[k]] += fabs(A->x[k]);
                column[j] += fabs(A->x[k]);
            }
}

Balanced eigen_balance(Dtc *d, const cs_di *A)
{
    const int n = A->n;
    Balanced b = { .A = cs_di_add(A, A, 1, 0), .scale = NEW_N(&d->run, double, n + 1) };
    double *row = NEW_N(&d->run, double, n + 1), *column = NEW_N(&d->run, double, n + 1),
           *by = NEW_N(&d->run, double, n + 1);

    for (int i = 0; i < n; i++)
        b.scale[i] = 1;
    for (int pass = 0; pass < ROUNDS; pass++) {
        sums(b.A, row, column);
        for (int i = 0; i < n; i++) {
            by[i] = row[i] > 0 && column[i] > 0 ? exp2(round(0.5 * log2(row[i] / column[i]))) : 1;
            b.scale[i] *= by[i];
        }
        for (int j = 0; j < n; j++)
            for (int k = b.A->p[j]; k < b.A->p[j + 1]; k++)
                b.A->x[k] *= by[j] / by[b.A->i[k]];
    }
    sums(b.A, row, column);
    for (int i = 0; i < n; i++)
        b.norm = fmax(b.norm, fmin(row[i], column[i]));
    for (int j = 0; j < n; j++)
        for (int k = b.A->p[j]; k < b.A->p[j + 1]; k++)
            if (b.A->i[k] == j)
                b.norm = fmax(b.norm, fabs(b.A->x[k]));
    return b;
}

/* ---- rigid motions ----------------------------------------------------------------------------------------------- */

/* Is A x zero, to rounding in each row: of its terms, or of what its largest entry would make of the largest of x? */
static bool is_null(const cs_di *A, const double *x, double *sum, double *size)
{
    double most = 0;

    for (int j = 0; j < A->n; j++)
        most = fmax(most, fabs(x[j]));
    memset(sum, 0, (size_t)A->n * sizeof *sum);
    memset(size, 0, (size_t)A->n * sizeof *size);
    for (int j = 0; j < A->n; j++)
        for (int k = A->p[j]; k < A->p[j + 1]; k++) {
            sum[A->i[k]] += A->x[k] * x[j];
            size[A->i[k]] = fmax(size[A->i[k]], fmax(fabs(A->x[k] * x[j]), 1e-4 * fabs(A->x[k]) * most));
        }
    for (int i = 0; i < A->n; i++)
        if (!(fabs(sum[i]) <= RIGID * size[i]))
            return false;
    return true;
}

static bool normalise(double *x, int n)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    sum = sqrt(sum);
    for (int i = 0; i < n && sum > 0; i++)
        x[i] /= sum;
    return sum > 0 && isfinite(sum);
}

static void orthogonal_to(const NullSpace *s, double *x)
{
    for (uint32_t k = 0; k < s->count; k++) {
        const double *y = s->x + (size_t)k * s->n;
        double sum = 0;
        for (uint32_t i = 0; i < s->n; i++)
            sum += y[i] * x[i];
        for (uint32_t i = 0; i < s->n; i++)
            x[i] -= sum * y[i];
    }
}

/* Numbers that repeat from run to run. */
static void start(double *x, uint32_t n, uint32_t seed)
{
    uint32_t state = 2463534242u + 7919u * seed;

    for (uint32_t i = 0; i < n; i++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        x[i] = (double)state / 4294967296.0 - 0.5;
    }
}

bool eigen_null_space(Dtc *d, const Balanced *b, NullSpace *s)
{
    const int n = b->A->n;
    cs_di *eye = cs_di_spalloc(n, n, n, 1, 1), *one, *shifted;
    klu_common c;
    bool good;

    *s = (NullSpace){ .n = (uint32_t)n, .x = NEW_N(&d->run, double, (size_t)n * MOST_RIGID + 1) };
    if (n == 0 || b->norm == 0)
        return true;
    for (int i = 0; i < n; i++)
        cs_di_entry(eye, i, i, -CLOSE * b->norm);
    one = cs_di_compress(eye);
    shifted = cs_di_add(b->A, one, 1, 1);
    klu_defaults(&c);
    klu_symbolic *symbolic = klu_analyze(n, shifted->p, shifted->i, &c);
    klu_numeric *numeric = symbolic ? klu_factor(shifted->p, shifted->i, shifted->x, symbolic, &c) : NULL;
    double *sum = NEW_N(&d->run, double, n + 1), *size = NEW_N(&d->run, double, n + 1);
    good = numeric != NULL;
    for (bool more = good; more && s->count < MOST_RIGID;) {
        double *x = s->x + (size_t)s->count * s->n;
        start(x, s->n, s->count);
        more = false;
        for (int k = 0; k < TRIES && !more; k++) {
            orthogonal_to(s, x);
            if (!normalise(x, n) || !klu_solve(symbolic, numeric, n, 1, x, &c))
                break;
            orthogonal_to(s, x);
            more = normalise(x, n) && is_null(b->A, x, sum, size);
        }
        s->count += more;
    }
    klu_free_numeric(&numeric, &c);
    klu_free_symbolic(&symbolic, &c);
    cs_di_spfree(eye);
    cs_di_spfree(one);
    cs_di_spfree(shifted);
    if (!good)
        error(d, NO_SPAN, NULL, "the matrix of the linear model cannot be factored");
    return good;
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

static void scale_back(const Balanced *b, EigenPair *p, uint32_t n)
{
    double largest = 0, re = 1, im = 0;

    for (uint32_t i = 0; i < n; i++) {
        p->x[i] *= b->scale[i];
        p->xi[i] *= b->scale[i];
        p->l[i] /= b->scale[i];
        p->li[i] /= b->scale[i];
        if (hypot(p->x[i], p->xi[i]) > largest) {
            largest = hypot(p->x[i], p->xi[i]);
            re = p->x[i];
            im = p->xi[i];
        }
    }
    for (uint32_t i = 0; i < n && largest > 0; i++) {
        const double x = p->x[i], y = p->xi[i], size = re * re + im * im;
        p->x[i] = (x * re + y * im) / size;
        p->xi[i] = (y * re - x * im) / size;
    }
}

static int by_magnitude(const void *a, const void *b)
{
    const EigenPair *p = a, *q = b;
    const double x = hypot(p->re, p->im), y = hypot(q->re, q->im);
    return x < y ? -1 : x > y ? 1 : p->re < q->re ? -1 : p->re > q->re;
}

bool eigen_of(Dtc *d, const cs_di *A, uint32_t wanted, Eigen *e)
{
    Balanced b = eigen_balance(d, A);
    NullSpace s;

    *e = (Eigen){ .n = (uint32_t)A->n };
    e->whole = e->n <= EIGEN_DENSE || wanted >= e->n;
    bool good = eigen_null_space(d, &b, &s);
    good = good && (e->whole ? eigen_dense(d, &b, &s, e) : eigen_sparse(d, &b, &s, wanted, e));
    for (uint32_t i = 0; good && i < vec_len(e->pair); i++)
        scale_back(&b, &e->pair[i], e->n);
    if (good && vec_len(e->pair) > 1)
        qsort(e->pair, vec_len(e->pair), sizeof *e->pair, by_magnitude);
    cs_di_spfree(b.A);
    return good;
}
