/* eigen_dense.c - all eigenvalues of a small matrix, by LAPACK, behind its rigid motions.
 *
 * With Q = [N, rest] orthogonal, N the rigid motions, Q' A Q = [Z F; 0 R]: R has the other eigenvalues, Z, of speeds to
 * positions, has entries above its diagonal only. To a vector z of R belongs x = Q (h, z), (lambda - Z) h = F z, to a
 * left one u of R l = Q (0, u). Cost: 25 n^3.
 */
#include <math.h>
#include <string.h>
#include "eigen.h"
#include "lapack_load.h"

static EigenPair pair_new(Dtc *d, uint32_t n, double re, double im)
{
    return (EigenPair){ .re = re,
                        .im = im,
                        .x = NEW_N(&d->run, double, n + 1),
                        .xi = NEW_N(&d->run, double, n + 1),
                        .l = NEW_N(&d->run, double, n + 1),
                        .li = NEW_N(&d->run, double, n + 1) };
}

/* Q by columns, n x n, of which the first `count` span the rigid motions. */
static double *basis(Dtc *d, const Lapack *lapack, const NullSpace *s)
{
    const int n = (int)s->n, k = (int)s->count;
    double *Q = NEW_N(&d->run, double, (size_t)n *n + 1), *tau = NEW_N(&d->run, double, n + 1),
           *H = NEW_N(&d->run, double, (size_t)n *n + 1);

    for (int i = 0; i < n; i++)
        Q[(size_t)i * n + i] = 1;
    if (k == 0)
        return Q;
    memcpy(H, s->x, (size_t)n * k * sizeof *H);
    lapack->LAPACKE_dgeqrf(LAPACK_COL_MAJOR, n, k, H, n, tau);
    lapack->LAPACKE_dormqr(LAPACK_COL_MAJOR, 'L', 'N', n, n, k, H, n, tau, Q, n);
    return Q;
}

/* Q' A Q by columns. */
static double *transformed(Dtc *d, const cs_di *A, const double *Q)
{
    const size_t n = (size_t)A->n;
    double *AQ = NEW_N(&d->run, double, n *n + 1), *R = NEW_N(&d->run, double, n *n + 1);

    for (size_t c = 0; c < n; c++)
        for (size_t j = 0; j < n; j++)
            for (int k = A->p[j]; k < A->p[j + 1]; k++)
                AQ[c * n + (size_t)A->i[k]] += A->x[k] * Q[c * n + j];
    for (size_t c = 0; c < n; c++)
        for (size_t r = 0; r < n; r++)
            for (size_t i = 0; i < n; i++)
                R[c * n + r] += Q[r * n + i] * AQ[c * n + i];
    return R;
}

/* to := Q (head, tail) */
static void back(const double *Q, uint32_t n, uint32_t k, const double *head, const double *tail, double *to)
{
    memset(to, 0, n * sizeof *to);
    for (uint32_t c = 0; c < n; c++) {
        const double x = c < k ? (head ? head[c] : 0) : tail[c - k];
        for (uint32_t i = 0; i < n && x != 0; i++)
            to[i] += Q[(size_t)c * n + i] * x;
    }
}

/* h: what a motion has of the rigid ones. */
static void rigid_part(Dtc *d, const double *T, uint32_t n, uint32_t k, const double *z, const double *zi, double re,
                       double im, double **head, double **head_i)
{
    const double size = re * re + im * im;
    double *h = *head = NEW_N(&d->run, double, k + 1), *hi = *head_i = NEW_N(&d->run, double, k + 1);

    for (uint32_t r = k; r-- > 0 && size > 0;) {
        double x = 0, y = 0;
        for (uint32_t j = r + 1; j < n; j++) {
            const double t = T[(size_t)j * n + r];
            x += t * (j < k ? h[j] : z[j - k]);
            y += t * (j < k ? hi[j] : zi ? zi[j - k] : 0);
        }
        h[r] = (x * re + y * im) / size;
        hi[r] = (y * re - x * im) / size;
    }
}

static void add_rigid(Dtc *d, const NullSpace *s, Eigen *e)
{
    for (uint32_t k = 0; k < s->count; k++) {
        EigenPair p = pair_new(d, s->n, 0, 0);
        p.zero = true;
        memcpy(p.x, s->x + (size_t)k * s->n, s->n * sizeof *p.x);
        vec_push(&d->run, e->pair, p);
    }
}

bool eigen_dense(Dtc *d, const Balanced *b, const NullSpace *s, Eigen *e)
{
    Lapack lapack;
    if (!lapack_load(d, &lapack))
        return false;
    const uint32_t n = s->n, k = s->count, m = n - k;
    const double *Q = basis(d, &lapack, s), *T = transformed(d, b->A, Q);
    double *R = NEW_N(&d->run, double, (size_t)m *m + 1), *wr = NEW_N(&d->run, double, m + 1),
           *wi = NEW_N(&d->run, double, m + 1), *vl = NEW_N(&d->run, double, (size_t)m *m + 1),
           *vr = NEW_N(&d->run, double, (size_t)m *m + 1);

    for (uint32_t c = 0; c < m; c++)
        for (uint32_t r = 0; r < m; r++)
            R[(size_t)c * m + r] = T[(size_t)(k + c) * n + k + r];
    add_rigid(d, s, e);
    if (m > 0 && lapack.LAPACKE_dgeev(LAPACK_COL_MAJOR, 'V', 'V', (int)m, R, (int)m, wr, wi, vl, (int)m, vr,
                                      (int)m) != 0) {
        error(d, ((Span){ 0, 0 }), NULL, "the eigenvalues of the linear model are not found");
        return false;
    }
    for (uint32_t j = 0; j < m; j++) {
        const bool complex_pair = wi[j] != 0;
        EigenPair p = pair_new(d, n, wr[j], wi[j]);
        const double *z = vr + (size_t)j * m, *u = vl + (size_t)j * m;
        double *head, *head_i;
        rigid_part(d, T, n, k, z, complex_pair ? z + m : NULL, wr[j], wi[j], &head, &head_i);
        back(Q, n, k, head, z, p.x);
        back(Q, n, k, NULL, u, p.l);
        if (complex_pair) {
            back(Q, n, k, head_i, z + m, p.xi);
            back(Q, n, k, NULL, u + m, p.li);
            for (uint32_t i = 0; i < n; i++)
                p.li[i] = -p.li[i]; /* LAPACK: u^H A = lambda u^H; here l' A = lambda l' */
            j++;
        }
        vec_push(&d->run, e->pair, p);
    }
    return true;
}
