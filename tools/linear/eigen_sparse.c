/* eigen_sparse.c - the eigenvalues of smallest magnitude of a large sparse matrix: ARPACK, shift and invert.
 *
 * Arnoldi's method with implicit restarts (Sorensen 1992; Lehoucq, Sorensen, Yang 1998) on inv(A - s I), s off zero, by
 * a sparse factor (KLU), rigid motions projected out with their left vectors. Each pair is then refined by inverse
 * iteration at its eigenvalue with a complex factor, right and left, and the Rayleigh quotient of both. Cost: the
 * factor, some hundred solutions, two complex factorisations for each eigenvalue.
 */
#include <klu.h>
#include <math.h>
#include <string.h>
#include "eigen.h"
#include "lapack_load.h"

#define NO_SPAN ((Span){ 0, 0 })

static const double SHIFT = 1e-9, FAR = 1e-3;          /* of the norm */
static const double NEAR = 1e-8;           /* of eigenvalues, before they are refined */

typedef struct { klu_common c; klu_symbolic *symbolic; klu_numeric *numeric; } Factor;

typedef struct {
    Dtc *d; const cs_di *A; const NullSpace *s;
    uint32_t n;
    double *left;                          /* as many as rigid motions: left' A = 0, left_i' right_j = (i == j) */
    Factor at;
    Lapack lapack;
} Search;

/* ---- rigid motions, from the left ---------------------------------------------------------------------- */

/* Those of the transposed matrix, biorthogonal to the right ones. false: they do not belong together, and nothing can
 * be projected. */
static bool find_left(Search *q, double norm)
{
    const uint32_t r = q->s->count;
    cs_di *T = cs_di_transpose(q->A, 1);
    NullSpace left;
    bool good = eigen_null_space(q->d, T, norm, &left) && left.count == r;
    double *G = NEW_N(&q->d->run, double, (size_t)r *r + 1);
    lapack_int *pivot = NEW_N(&q->d->run, lapack_int, r + 1);

    for (uint32_t i = 0; i < r && good; i++)
        for (uint32_t j = 0; j < r; j++)
            G[i * r + j] = eigen_dot(left.x + (size_t)i * q->n, q->s->x + (size_t)j * q->n, q->n);
    good = good && (r == 0 || q->lapack.LAPACKE_dgesv(LAPACK_ROW_MAJOR, (lapack_int)r, (lapack_int)q->n, G,
                                                      (lapack_int)r, pivot, left.x, (lapack_int)q->n) == 0);
    q->left = good ? left.x : NULL;
    cs_di_spfree(T);
    return good;
}

static void project(const Search *q, double *x)
{
    for (uint32_t k = 0; q->left && k < q->s->count; k++) {
        const double part = eigen_dot(q->left + (size_t)k * q->n, x, q->n), *N = q->s->x + (size_t)k * q->n;
        for (uint32_t i = 0; i < q->n; i++)
            x[i] -= part * N[i];
    }
}

/* ---- a pair -------------------------------------------------------------------------------------------- */

/* x := x / its norm, both complex */
static void unit(double *x, uint32_t n)
{
    double sum = 0;

    for (uint32_t i = 0; i < 2 * n; i++)
        sum += x[i] * x[i];
    for (uint32_t i = 0; i < 2 * n; i++)
        x[i] /= sqrt(sum);
}

/* l' A x / l' x */
static void rayleigh(const cs_di *A, const double *l, const double *x, uint32_t n, double *lambda)
{
    double num[2] = { 0 }, den[2] = { 0 };

    for (int j = 0; j < A->n; j++)
        for (int k = A->p[j]; k < A->p[j + 1]; k++) {
            const double *a = l + 2 * A->i[k], *b = x + 2 * j;
            num[0] += A->x[k] * (a[0] * b[0] - a[1] * b[1]);
            num[1] += A->x[k] * (a[0] * b[1] + a[1] * b[0]);
        }
    for (uint32_t i = 0; i < n; i++) {
        den[0] += l[2 * i] * x[2 * i] - l[2 * i + 1] * x[2 * i + 1];
        den[1] += l[2 * i] * x[2 * i + 1] + l[2 * i + 1] * x[2 * i];
    }
    const double size = den[0] * den[0] + den[1] * den[1];
    if (!(size > 0))
        return;
    lambda[0] = (num[0] * den[0] + num[1] * den[1]) / size;
    lambda[1] = (num[1] * den[0] - num[0] * den[1]) / size;
}

/* Inverse iteration next to lambda, right and left; x is the start. */
static bool refine(Search *q, klu_symbolic *symbolic, const cs_di *pattern, double *lambda, double *x, double *l)
{
    klu_common c = q->at.c;
    const uint32_t n = q->n;
    double *a = NEW_N(&q->d->pass, double, 2 * (size_t)pattern->p[n] + 2);
    const double size = hypot(lambda[0], lambda[1]), off = 1e-11 * size;
    bool good = true;

    for (int j = 0; j < pattern->n; j++)
        for (int k = pattern->p[j]; k < pattern->p[j + 1]; k++) {
            a[2 * k] = pattern->x[k] - (pattern->i[k] == j ? lambda[0] + off : 0);
            a[2 * k + 1] = pattern->i[k] == j ? -lambda[1] : 0;
        }
    klu_numeric *f = klu_z_factor(pattern->p, pattern->i, a, symbolic, &c);
    for (int pass = 0; pass < 2 && f && good; pass++) {
        good = klu_z_solve(symbolic, f, (int)n, 1, x, &c) && klu_z_tsolve(symbolic, f, (int)n, 1, l, 0, &c);
        unit(x, n);
        unit(l, n);
    }
    if (f && good)
        rayleigh(q->A, l, x, n, lambda);
    klu_z_free_numeric(&f, &c);
    return good;
}

static void add_pair(Search *q, Eigen *e, const double *lambda, const double *x, const double *l)
{
    Arena *a = &q->d->run;
    EigenPair p = { .re = lambda[0],
                    .im = lambda[1],
                    .x = NEW_N(a, double, q->n + 1),
                    .xi = NEW_N(a, double, q->n + 1),
                    .l = NEW_N(a, double, q->n + 1),
                    .li = NEW_N(a, double, q->n + 1) };

    for (uint32_t i = 0; i < q->n; i++) {
        p.x[i] = x[2 * i];
        p.xi[i] = x[2 * i + 1];
        p.l[i] = l[2 * i];
        p.li[i] = l[2 * i + 1];
    }
    vec_push(a, e->pair, p);
}

/* Of ARPACK's vectors those with im >= 0. */
static bool take_pairs(Search *q, uint32_t found, const double *re, const double *im, const double *z, Eigen *e)
{
    const uint32_t n = q->n;
    double *x = NEW_N(&q->d->pass, double, 2 * (size_t)n + 2),
           *l = NEW_N(&q->d->pass, double, 2 * (size_t)n + 2);
    cs_di *pattern = eigen_shifted(q->A, 0);
    klu_common c = q->at.c;
    klu_symbolic *symbolic = klu_analyze((int)n, pattern->p, pattern->i, &c);
    bool good = symbolic != NULL;

    for (uint32_t k = 0; k < found && good; k++) {
        const bool pair = im[k] != 0;
        const double turn = im[k] < 0 ? -1 : 1; /* of a pair ARPACK may give the other one */
        double lambda[2] = { re[k], fabs(im[k]) };
        for (uint32_t i = 0; i < n; i++) {
            x[2 * i] = l[2 * i] = z[(size_t)k * n + i];
            x[2 * i + 1] = l[2 * i + 1] = pair ? turn * z[(size_t)(k + 1) * n + i] : 0;
        }
        good = refine(q, symbolic, pattern, lambda, x, l);
        if (!pair)
            lambda[1] = 0;
        if (good)
            add_pair(q, e, lambda, x, l);
        k += pair;
    }
    klu_free_symbolic(&symbolic, &c);
    cs_di_spfree(pattern);
    return good;
}

/* ---- the search ---------------------------------------------------------------------------------------- */

static bool iterate_eigen(Search *q, uint32_t wanted, double sigma, Eigen *e)
{
    Arena *a = &q->d->run;
    const a_int n = (a_int)q->n, nev = (a_int)wanted, ncv = nev + 24 < n ? nev + 24 : n,
                lwork = 3 * ncv * ncv + 6 * ncv;
    a_int iparam[11] = { 1, 0, 3000, 1, 0, 0, 3 }, ipntr[14] = { 0 }, ido = 0, info = 1;
    double *resid = NEW_N(a, double, n), *v = NEW_N(a, double, (size_t)n *ncv),
           *workd = NEW_N(a, double, 3 * n), *work = NEW_N(a, double, lwork), *re = NEW_N(a, double, nev + 2),
           *im = NEW_N(a, double, nev + 2), *z = NEW_N(a, double, (size_t)n *(nev + 2)),
           *workev = NEW_N(a, double, 3 * ncv);
    a_int *select = NEW_N(a, a_int, ncv);

    for (a_int i = 0; i < n; i++)
        resid[i] = sin(1.0 + 1.7 * i);
    project(q, resid);
    for (;;) {
        q->lapack.dnaupd_c(&ido, "I", n, "LM", nev, NEAR, resid, ncv, v, n, iparam, ipntr, workd, work, lwork,
                           &info);
        if (ido != 1 && ido != -1)
            break;
        double *y = workd + ipntr[1] - 1;
        memcpy(y, workd + ipntr[0] - 1, (size_t)n * sizeof *y);
        klu_solve(q->at.symbolic, q->at.numeric, n, 1, y, &q->at.c);
        project(q, y);
    }
    if (info < 0 || iparam[4] < 1)
        return false;
    q->lapack.dneupd_c(1, "A", select, re, im, z, n, sigma, 0, workev, "I", n, "LM", nev, NEAR, resid, ncv, v,
                       n, iparam, ipntr, workd, work, lwork, &info);
    return info == 0 && take_pairs(q, (uint32_t)iparam[4], re, im, z, e);
}

/* So close to zero as it can be factored: of positions and speeds that are both free the determinant has the square. */
static bool factor(Search *q, double norm, double *sigma)
{
    klu_defaults(&q->at.c);
    for (double s = SHIFT; s < FAR && !q->at.numeric; s *= 30) {
        cs_di *M = eigen_shifted(q->A, *sigma = s * norm);
        if (!q->at.symbolic)
            q->at.symbolic = klu_analyze((int)q->n, M->p, M->i, &q->at.c);
        q->at.numeric = q->at.symbolic ? klu_factor(M->p, M->i, M->x, q->at.symbolic, &q->at.c) : NULL;
        cs_di_spfree(M);
    }
    return q->at.numeric != NULL;
}

static void add_rigid(const Search *q, Eigen *e)
{
    Arena *a = &q->d->run;

    for (uint32_t k = 0; k < q->s->count; k++) {
        EigenPair p = { .zero = true,
                        .x = NEW_N(a, double, q->n),
                        .xi = NEW_N(a, double, q->n),
                        .l = NEW_N(a, double, q->n),
                        .li = NEW_N(a, double, q->n) };
        memcpy(p.x, q->s->x + (size_t)k * q->n, q->n * sizeof *p.x);
        memcpy(p.l, q->left + (size_t)k * q->n, q->n * sizeof *p.l);
        vec_push(a, e->pair, p);
    }
}

bool eigen_sparse(Dtc *d, const Balanced *b, const NullSpace *s, uint32_t wanted, Eigen *e)
{
    Search q = { .d = d, .A = b->A, .s = s, .n = s->n };
    double sigma = 0;
    if (!lapack_load(d, &q.lapack))
        return false;
    bool good = factor(&q, b->norm, &sigma) && find_left(&q, b->norm);

    if (good)
        add_rigid(&q, e);
    good = good && iterate_eigen(&q, 2 * wanted + 2 < q.n - 2 ? 2 * wanted + 2 : q.n - 2, sigma, e);
    klu_free_numeric(&q.at.numeric, &q.at.c);
    klu_free_symbolic(&q.at.symbolic, &q.at.c);
    if (!good)
        error(d, NO_SPAN, NULL, "the eigenvalues of the linear model are not found");
    else if (vec_len(e->pair) < wanted)
        warning(d, NO_SPAN, NULL, "only %u of the %u lowest modes are found", vec_len(e->pair), wanted);
    return good;
}
