/* eigen.c - eigenvalues of a linear model: what they have in common, small or large.
 *
 * The matrix is balanced first. Rigid motions are exactly zero, and are taken out before the eigenvalues are sought:
 * rigid.c has found them, from what the matrix was made of. Of a matrix by itself they are its null space, by inverse
 * iteration with a sparse factor (KLU) close to zero, taken as such only if no row leaves more than rounding makes of
 * its terms; so are speeds with which nothing but such positions changes (chains of Jordan). Cost: a sparse
 * factorisation, a few solutions for each rigid motion.
 */
#include <float.h>
#include <klu.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "eigen.h"

#define NO_SPAN ((Span){ 0, 0 })

enum { ROUNDS = 20, TRIES = 12 };
static const double CLOSE = 1e-10;                     /* of entries and norm: a disturbance */
/* of the terms of a row: what is zero; of the largest number, over that: what a zero among x may be */
static const double RIGID = 1e-11, ROUNDING = 32 * DBL_EPSILON / 1e-11;

/* ---- balance ------------------------------------------------------------------------------------------- */

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

/* ---- rigid motions ------------------------------------------------------------------------------------- */

cs_di *eigen_shifted(const cs_di *A, double s)
{
    cs_di *eye = cs_di_spalloc(A->n, A->n, A->n, 1, 1), *one, *sum;

    for (int i = 0; i < A->n; i++)
        cs_di_entry(eye, i, i, 1);
    one = cs_di_compress(eye);
    sum = cs_di_add(A, one, 1, -s);
    cs_di_spfree(eye);
    cs_di_spfree(one);
    return sum;
}

double eigen_dot(const double *x, const double *y, uint32_t n)
{
    double sum = 0;

    for (uint32_t i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

static bool normalise(double *x, uint32_t n)
{
    const double size = sqrt(eigen_dot(x, x, n));

    for (uint32_t i = 0; i < n && size > 0; i++)
        x[i] /= size;
    return size > 0 && isfinite(size);
}

/* Takes out what the first `count` have of x; adds its size to `size`, if that is given. */
static void orthogonal_to(const NullSpace *s, uint32_t count, double *x, double *size)
{
    for (uint32_t k = 0; k < count; k++) {
        const double *y = s->x + (size_t)k * s->n, part = eigen_dot(x, y, s->n);
        for (uint32_t i = 0; i < s->n; i++) {
            x[i] -= part * y[i];
            if (size)
                size[i] += fabs(part * y[i]);
        }
    }
}

/* left := A x but for sums of the first `below`. Is that nothing but rounding, of x and of the terms of each row? */
static bool is_rigid(const cs_di *A, const NullSpace *s, uint32_t below, const double *x, double *left, double *size)
{
    double largest = 0;
    bool rigid = true;

    memset(left, 0, s->n * sizeof *left);
    memset(size, 0, s->n * sizeof *size);
    for (uint32_t i = 0; i < s->n; i++)
        largest = fmax(largest, fabs(x[i]));
    for (int j = 0; j < A->n; j++)
        for (int k = A->p[j]; k < A->p[j + 1]; k++) {
            left[A->i[k]] += A->x[k] * x[j];
            size[A->i[k]] += fabs(A->x[k]) * (fabs(x[j]) + ROUNDING * largest);
        }
    orthogonal_to(s, below, left, size);
    for (uint32_t i = 0; i < s->n; i++)
        rigid &= fabs(left[i]) <= RIGID * size[i];
    return rigid;
}

/* Numbers from -1/2 to 1/2 that repeat from run to run. */
static double next_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return (double)*state / 4294967296.0 - 0.5;
}

/* A + s E, E of the size of each entry, and of the norm on the diagonal. With A - s I, of a position and its speed that
 * are both free, the position would be found with s of the speed in it; with E at random it is not. */
static cs_di *disturbed(const cs_di *A, double norm, double s)
{
    cs_di *M = eigen_shifted(A, 0);
    uint32_t state = 88172645u;

    for (int j = 0; j < M->n; j++)
        for (int k = M->p[j]; k < M->p[j + 1]; k++)
            M->x[k] +=
                s * (M->x[k] * next_random(&state) + (M->i[k] == j ? norm * (1 + next_random(&state)) : 0));
    return M;
}

/* States that no row reads, but those of such states at lower levels: done has the level, plus 1. */
static void find_unread(const cs_di *A, NullSpace *s, uint32_t level, uint32_t *done)
{
    for (int j = 0; j < A->n && s->count < MOST_RIGID; j++) {
        bool read = done[j] != 0;
        for (int k = A->p[j]; k < A->p[j + 1] && !read; k++)
            read = A->x[k] != 0 && (done[A->i[k]] == 0 || done[A->i[k]] > level);
        if (read)
            continue;
        s->x[(size_t)s->count++ * s->n + (size_t)j] = 1;
        done[j] = level + 1;
    }
}

/* Numbers of a rigid motion that may as well be zero are. */
static bool without_rounding(const cs_di *A, const NullSpace *s, uint32_t below, double *x, double *left, double *size)
{
    double *exact = cs_di_calloc(A->n + 1, sizeof *exact);

    for (uint32_t i = 0; i < s->n; i++)
        exact[i] = fabs(x[i]) > 1e-12 ? x[i] : 0;
    if (is_rigid(A, s, below, exact, left, size))
        memcpy(x, exact, s->n * sizeof *x);
    cs_di_free(exact);
    return true;
}

/* Inverse iteration, x := x - inv(A + s E) A x, which keeps small what is small. */
static bool find_rigid(const cs_di *A, klu_symbolic *symbolic, klu_numeric *numeric, klu_common *c, NullSpace *s,
                       uint32_t below, double *left, double *size)
{
    double *x = s->x + (size_t)s->count * s->n;
    uint32_t state = 2463534242u + 7919u * s->count;

    for (uint32_t i = 0; i < s->n; i++)
        x[i] = next_random(&state);
    for (int k = 0; k < TRIES; k++) {
        for (int pass = 0; pass < 2; pass++) { /* twice: what rounding leaves of a large part */
            orthogonal_to(s, s->count, x, NULL);
            if (!normalise(x, s->n))
                return false;
        }
        if (is_rigid(A, s, below, x, left, size))
            return without_rounding(A, s, below, x, left, size);
        if (!klu_solve(symbolic, numeric, (int)s->n, 1, left, c))
            return false;
        for (uint32_t i = 0; i < s->n; i++)
            x[i] -= left[i];
    }
    return false;
}

static klu_numeric *factor_near_zero(const cs_di *A, double norm, klu_symbolic **symbolic, klu_common *c)
{
    cs_di *M = disturbed(A, norm, CLOSE);
    klu_numeric *numeric;

    klu_defaults(c);
    *symbolic = klu_analyze(A->n, M->p, M->i, c);
    numeric = *symbolic ? klu_factor(M->p, M->i, M->x, *symbolic, c) : NULL;
    cs_di_spfree(M);
    return numeric;
}

bool eigen_null_space(Dtc *d, const cs_di *A, double norm, NullSpace *s)
{
    const uint32_t n = (uint32_t)A->n;
    uint32_t *done = NEW_N(&d->run, uint32_t, n + 1), below = 0, level = 0;
    double *left = NEW_N(&d->run, double, n + 1), *size = NEW_N(&d->run, double, n + 1);
    klu_common c;
    klu_symbolic *symbolic = NULL;
    klu_numeric *numeric = n > 0 && norm > 0 ? factor_near_zero(A, norm, &symbolic, &c) : NULL;
    const bool good = numeric != NULL || n == 0 || norm == 0;

    *s = (NullSpace){ .n = n, .x = NEW_N(&d->run, double, (size_t)n *(MOST_RIGID + 1) + 1) };
    do {
        below = s->count;
        find_unread(A, s, level, done);
        while (numeric && s->count < MOST_RIGID && s->count < n &&
               find_rigid(A, symbolic, numeric, &c, s, below, left, size))
            s->count++;
        if (level++ == 0)
            s->kernel = s->count;
    } while (s->count > below && s->count < n);
    klu_free_numeric(&numeric, &c);
    klu_free_symbolic(&symbolic, &c);
    if (!good)
        error(d, NO_SPAN, NULL, "the matrix of the linear model cannot be factored");
    return good;
}

/* ---- all ----------------------------------------------------------------------------------------------- */

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

/* In balanced coordinates, orthonormal: those before a motion stay those before it. */
static NullSpace balanced(Dtc *d, const Balanced *b, const NullSpace *rigid)
{
    NullSpace s = { .n = rigid->n, .kernel = rigid->kernel };

    s.x = NEW_N(&d->run, double, (size_t)s.n * rigid->count + 1);
    for (uint32_t k = 0; k < rigid->count; k++) {
        double *x = s.x + (size_t)s.count * s.n;
        for (uint32_t i = 0; i < s.n; i++)
            x[i] = rigid->x[(size_t)k * s.n + i] / b->scale[i];
        bool good = normalise(x, s.n);
        for (int pass = 0; pass < 2 && good; pass++) { /* twice: what rounding leaves of a large part */
            orthogonal_to(&s, s.count, x, NULL);
            good = normalise(x, s.n);
        }
        s.count += good;
    }
    return s;
}

bool eigen_of(Dtc *d, const cs_di *A, const NullSpace *rigid, uint32_t wanted, Eigen *e)
{
    Balanced b = eigen_balance(d, A);
    const NullSpace s = balanced(d, &b, rigid);

    *e = (Eigen){ .n = (uint32_t)A->n };
    e->whole = e->n <= EIGEN_DENSE || wanted >= e->n;
    bool good = e->whole ? eigen_dense(d, &b, &s, e) : eigen_sparse(d, &b, &s, wanted, e);
    for (uint32_t i = 0; good && i < vec_len(e->pair); i++)
        scale_back(&b, &e->pair[i], e->n);
    if (good && vec_len(e->pair) > 1)
        qsort(e->pair, vec_len(e->pair), sizeof *e->pair, by_magnitude);
    cs_di_spfree(b.A);
    return good;
}
