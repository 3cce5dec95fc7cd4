/* A system of equations that has lost its rank, and the solution that is least among its many.
 *
 * Gauss-Jordan elimination with complete pivoting of rows scaled to one; a pivot below rounding error is none. What
 * remains of the right-hand side tells whether the equations agree. A null vector belongs to each column without a
 * pivot; these are made orthogonal in the quantities whose squares are to be least (Gram and Schmidt, modified; Golub
 * and Van Loan, Matrix Computations, section 5.2), and what the solution has of each is taken away. Where two brakes
 * hold one shaft, so that their sum alone is determined, each gets its share.
 *
 * Cost: O(n^3 + m n^2). Ensures: stays inside its arrays for any numbers, NaN included. */
#include "dtc_runtime.h"

#define ZERO ((dtc_real)0)
#define NO_PIVOT ((dtc_real)(64.0 * (double)DTC_EPSILON)) /* of the row's largest entry, times n */
#define AGREES DTC_TOLERANCE(1e-9)                        /* what remains of a row, of the largest term */

static void scale_rows(int n, dtc_real *A, dtc_real *b)
{
    for (int i = 0; i < n; i++) {
        dtc_real largest = ZERO;
        for (int j = 0; j < n; j++)
            largest = dtc_max(largest, dtc_abs(A[i * n + j]));
        for (int j = 0; j < n && largest > ZERO; j++)
            A[i * n + j] /= largest;
        if (largest > ZERO)
            b[i] /= largest;
    }
}

/* The largest entry from row and column k on comes to row and column k; p goes with the columns. Its size. */
static dtc_real bring_largest(int n, dtc_real *A, int *p, dtc_real *b, int k)
{
    dtc_real best = ZERO;
    int row = k, column = k, was = p[k];

    for (int i = k; i < n; i++)
        for (int j = k; j < n; j++)
            if (dtc_abs(A[i * n + j]) > best) {
                best = dtc_abs(A[i * n + j]);
                row = i;
                column = j;
            }
    for (int j = 0; j < n; j++)
        dtc_swap(&A[k * n + j], &A[row * n + j]);
    dtc_swap(&b[k], &b[row]);
    for (int i = 0; i < n; i++)
        dtc_swap(&A[i * n + k], &A[i * n + column]);
    p[k] = p[column];
    p[column] = was;
    return best;
}

/* A becomes (I N; 0 0) for the unknowns in the order p. The rank. */
static int eliminate(int n, dtc_real *A, int *p, dtc_real *b)
{
    int k;

    for (k = 0; k < n; k++)
        p[k] = k;
    for (k = 0; k < n && bring_largest(n, A, p, b, k) > NO_PIVOT * (dtc_real)n; k++) {
        const dtc_real pivot = A[k * n + k];
        for (int j = k; j < n; j++)
            A[k * n + j] /= pivot;
        b[k] /= pivot;
        for (int i = 0; i < n; i++) {
            const dtc_real l = A[i * n + k];
            for (int j = k; j < n && i != k; j++)
                A[i * n + j] -= l * A[k * n + j];
            b[i] -= i != k ? l * b[k] : ZERO;
        }
    }
    return k;
}

/* Columns from `rank` on become vectors that A takes to zero, those of U what these do to the quantities. */
static void null_vectors(int n, int m, int rank, dtc_real *A, const int *p, dtc_real *U)
{
    for (int f = rank; f < n; f++) {
        dtc_real *v = U + (p[f] + 1) * m;
        for (int i = 0; i < rank; i++) {
            const dtc_real *u = U + (p[i] + 1) * m;
            A[i * n + f] = -A[i * n + f];
            for (int q = 0; q < m; q++)
                v[q] += A[i * n + f] * u[q];
        }
        for (int i = rank; i < n; i++)
            A[i * n + f] = (dtc_real)(i == f);
    }
}

static dtc_real product_of(int m, const dtc_real *a, const dtc_real *b)
{
    dtc_real sum = ZERO;

    for (int q = 0; q < m; q++)
        sum += a[q] * b[q];
    return sum;
}

/* x -= c y, m numbers, each `stride` behind the one before. */
static void subtract(int m, int stride, dtc_real *x, int x_stride, dtc_real c, const dtc_real *y)
{
    for (int q = 0; q < m; q++)
        x[q * x_stride] -= c * y[q * stride];
}

int dtc_least(int n, int m, dtc_real *A, int *p, dtc_real *U, dtc_real *b)
{
    dtc_real *x = A + n * n, largest = ZERO, rest = ZERO;

    for (int j = 1; j <= n; j++)
        subtract(m, 1, U + j * m, 1, (dtc_real)1, U);
    scale_rows(n, A, b);
    for (int i = 0; i < n; i++)
        largest = dtc_max(largest, dtc_abs(b[i]));
    const int rank = eliminate(n, A, p, b);
    for (int i = 0; i < n; i++) {
        if (i < rank)
            largest = dtc_max(largest, dtc_abs(b[i]));
        else
            rest = dtc_max(rest, dtc_abs(b[i]));
        x[i] = i < rank ? b[i] : ZERO;
    }
    for (int i = 0; i < rank; i++)
        subtract(m, 1, U, 1, -x[i], U + (p[i] + 1) * m);
    null_vectors(n, m, rank, A, p, U);
    for (int f = rank; f < n; f++) {
        const dtc_real *v = U + (p[f] + 1) * m, square = product_of(m, v, v);
        for (int g = f + 1; g < n; g++) {
            const dtc_real c = dtc_quotient(product_of(m, v, U + (p[g] + 1) * m), square);
            subtract(m, 1, U + (p[g] + 1) * m, 1, c, v);
            subtract(n, n, A + g, n, c, A + f);
        }
        const dtc_real c = dtc_quotient(product_of(m, v, U), square);
        subtract(m, 1, U, 1, c, v);
        subtract(n, n, x, 1, c, A + f);
    }
    for (int i = 0; i < n; i++)
        b[p[i]] = x[i];
    return !(rest <= AGREES * largest);
}
