/* Systems of equations of fixed size: dense LU, torn blocks with switching elements, damped Newton steps.
 *
 * LU is Gaussian elimination by rows with implicitly scaled partial pivoting (Higham, Accuracy and Stability of
 * Numerical Algorithms, chapter 9); a pivot below rounding error in its scaled row counts as zero, is stored as zero
 * with what is below it, and its unknown becomes zero. The Newton step is taken back by half when it has made the
 * scaled residual worse (Deuflhard, Newton Methods for Nonlinear Problems, section 3). Fixed operation counts; sums run
 * in index order.
 *
 * Ensures: stays inside its arrays for any numbers, NaN included. */
#include "dtc_runtime.h"
#include "law_private.h"

#define ZERO ((dtc_real)0)
#define SINGULAR ((dtc_real)(8.0 * (double)DTC_EPSILON)) /* of the row's largest entry, times n */
#define LOST     ((dtc_real)(64.0 * (double)DTC_EPSILON)) /* of a row's largest entry before the elimination */
#define CONVERGED DTC_TOLERANCE(1e-10)                   /* of z, or of one */
#define NUDGE DTC_TOLERANCE(1e-2)          /* of an unknown, from where its equations have no slope */

/* The factor by which each row is scaled, after the n rows of A. */
static void row_scales(int n, dtc_real *A)
{
    for (int i = 0; i < n; i++) {
        dtc_real largest = ZERO;
        for (int j = 0; j < n; j++)
            largest = dtc_max(largest, dtc_abs(A[i * n + j]));
        A[n * n + i] = largest > ZERO ? (dtc_real)1 / largest : ZERO;
    }
}

/* The row from k on with the largest scaled entry in column k comes to row k; that entry, scaled. */
static dtc_real bring_pivot(int n, dtc_real *A, int *p, int k)
{
    dtc_real *scale = A + n * n, best = ZERO;
    int row = k;

    for (int i = k; i < n; i++) {
        dtc_real x = dtc_abs(A[i * n + k]) * scale[i];
        if (x > best) {
            best = x;
            row = i;
        }
    }
    p[k] = row;
    if (row != k) {
        for (int j = 0; j < n; j++)
            dtc_swap(&A[k * n + j], &A[row * n + j]);
        dtc_swap(&scale[k], &scale[row]);
    }
    return best;
}

int dtc_lu_factor(int n, dtc_real *A, int *p)
{
    int singular = 0;

    row_scales(n, A);
    for (int k = 0; k < n; k++) {
        if (!(bring_pivot(n, A, p, k) > SINGULAR * (dtc_real)n)) {
            for (int i = k; i < n; i++)
                A[i * n + k] = ZERO;
            singular = singular ? singular : k + 1;
            continue;
        }
        for (int i = k + 1; i < n; i++) {
            if (A[i * n + k] >= ZERO && A[i * n + k] <= ZERO)
                continue;
            dtc_real l = A[i * n + k] / A[k * n + k];
            A[i * n + k] = l;
            for (int j = k + 1; j < n; j++)
                A[i * n + j] -= l * A[k * n + j];
        }
    }
    return singular;
}

void dtc_lu_solve(int n, const dtc_real *A, const int *p, dtc_real *b)
{
    for (int k = 0; k < n; k++)
        dtc_swap(&b[k], &b[p[k]]);
    for (int i = 1; i < n; i++) {
        dtc_real sum = b[i];
        for (int j = 0; j < i; j++)
            sum -= A[i * n + j] * b[j];
        b[i] = sum;
    }
    for (int i = n - 1; i >= 0; i--) {
        dtc_real sum = b[i];
        for (int j = i + 1; j < n; j++)
            sum -= A[i * n + j] * b[j];
        b[i] = dtc_quotient(sum, A[i * n + i]);
    }
}

void dtc_lu_inverse(int n, const dtc_real *A, const int *p, dtc_real *Y)
{
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++)
            Y[j * n + i] = i == j ? (dtc_real)1 : ZERO;
        dtc_lu_solve(n, A, p, Y + j * n);
    }
}

void dtc_refined_solve(int n, const dtc_real *A, const int *p, dtc_real *J, dtc_real *b)
{
    dtc_real *left = J + n * n;

    for (int i = 0; i < n; i++)
        left[i] = b[i];
    dtc_lu_solve(n, A, p, b);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            left[i] -= J[i * n + k] * b[k];
    dtc_lu_solve(n, A, p, left);
    for (int i = 0; i < n; i++)
        b[i] += left[i];
}

void dtc_refined_inverse(int n, const dtc_real *A, const int *p, dtc_real *J, dtc_real *Y)
{
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++)
            Y[j * n + i] = i == j ? (dtc_real)1 : ZERO;
        dtc_refined_solve(n, A, p, J, Y + j * n);
    }
}

dtc_real dtc_largest(int n, const dtc_real *x)
{
    dtc_real largest = ZERO;

    for (int i = 0; i < n; i++)
        largest = dtc_max(largest, dtc_abs(x[i]));
    return largest;
}

int dtc_pivot(int n, dtc_real *row, dtc_real scale)
{
    int wrong = !(dtc_abs(row[0]) > LOST * scale);

    wrong |= !(dtc_largest(n, row) * DTC_TOLERANCE(1e-10) <= scale);
    row[0] = wrong ? ZERO : (dtc_real)1 / row[0];
    return wrong;
}

void dtc_switched_factor(int n, int m, const dtc_real *A, const int *p, dtc_real *X, const dtc_real *C, dtc_real *G,
                         dtc_real *whole)
{
    for (int j = 0; j < m; j++)
        dtc_lu_solve(n, A, p, X + j * n);
    dtc_switched_reduce(n, m, X, C, G, whole);
}

void dtc_switched_refined(int n, int m, const dtc_real *A, const int *p, dtc_real *J, dtc_real *X, const dtc_real *C,
                          dtc_real *G, dtc_real *whole)
{
    for (int j = 0; j < m; j++)
        dtc_refined_solve(n, A, p, J, X + j * n);
    dtc_switched_reduce(n, m, X, C, G, whole);
}

void dtc_switched_reduce(int n, int m, const dtc_real *X, const dtc_real *C, dtc_real *G, dtc_real *whole)
{
    for (int j = 0; j < m; j++) {
        whole[j] = dtc_abs(G[j * m + j]);
        for (int k = 0; k < n; k++)
            whole[j] += dtc_abs(C[j * n + k] * X[j * n + k]);
    }
    for (int j = 0; j < m; j++)
        for (int i = 0; i < m; i++) {
            dtc_real sum = G[i * m + j];
            for (int k = 0; k < n; k++)
                sum -= C[i * n + k] * X[j * n + k];
            G[i * m + j] = sum;
        }
}

int dtc_switched_solve(dtc_law *w, int n, const dtc_real *A, const int *p, const dtc_real *X, const dtc_real *C,
                       dtc_real *z)
{
    int trouble;

    dtc_linear_impulse(n, A, p, z);
    for (int i = 0; i < w->m; i++)
        for (int k = 0; k < n; k++)
            w->af[i] += C[i * n + k] * z[k];
    trouble = dtc_law_solve(w);
    for (int i = 0; i < *w->holding; i++)
        for (int k = 0; k < n; k++)
            z[k] -= X[w->list[i] * n + k] * w->lambda[w->list[i]];
    return trouble;
}

static void add_torques(const dtc_law *w, int n, const dtc_real *X, dtc_real sign, dtc_real *z)
{
    for (int i = 0; i < w->m; i++) {
        if (w->lambda[i] >= ZERO && w->lambda[i] <= ZERO)
            continue;
        for (int k = 0; k < n; k++)
            z[k] += sign * X[i * n + k] * w->lambda[i];
    }
}

int dtc_switched_decide(dtc_law *w, int n, const dtc_real *X, dtc_real h, dtc_real ahead, int options, dtc_real *z)
{
    int changed = 0;

    add_torques(w, n, X, (dtc_real)1, z);
    if (*w->again == DTC_LAW_DECIDED)
        dtc_law_repeat(w, h, options);
    else
        changed = dtc_law_decide(w, h, ahead, options);
    add_torques(w, n, X, (dtc_real)-1, z);
    *w->again = changed ? DTC_LAW_CHANGES : 0;
    return changed;
}

int dtc_switched_change(dtc_law *w, int n, const dtc_real *X, dtc_real h, dtc_real ahead, int options, dtc_real *z)
{
    int changed;

    add_torques(w, n, X, (dtc_real)1, z);
    changed = dtc_law_change(w, h, ahead, options);
    add_torques(w, n, X, (dtc_real)-1, z);
    *w->again = changed ? DTC_LAW_CHANGES : 0;
    return changed;
}

void dtc_switched_impulses(dtc_law *w, int n, const dtc_real *X, dtc_real h, int options, dtc_real *z)
{
    dtc_law_repeat(w, h, options);
    for (int i = 0; i < w->m; i++)
        for (int k = 0; k < n; k++)
            z[k] -= X[i * n + k] * (w->jump[i] / h);
}

void dtc_switched_tangent(const dtc_law *w, dtc_real *a, dtc_real *l, int n, const dtc_real *A, const int *p,
                          const dtc_real *X, const dtc_real *C, dtc_real *z)
{
    dtc_linear_impulse(n, A, p, z);
    dtc_switched_tangent_finish(w, a, l, n, X, C, z);
}

void dtc_switched_tangent_finish(const dtc_law *w, dtc_real *a, dtc_real *l, int n, const dtc_real *X,
                                 const dtc_real *C, dtc_real *z)
{
    int m = w->m;

    for (int i = 0; i < m; i++)
        for (int k = 0; k < n; k++)
            a[i] += C[i * n + k] * z[k];
    dtc_law_tangent(w, a, l);
    for (int j = 0; j < m; j++) {
        if (l[j] >= ZERO && l[j] <= ZERO)
            continue;
        for (int k = 0; k < n; k++)
            z[k] -= X[j * n + k] * l[j];
    }
}

int dtc_switched_jump(const dtc_law *w, int n, const dtc_real *X, dtc_real *dz)
{
    int any = 0;

    for (int k = 0; k < n; k++)
        dz[k] = ZERO;
    for (int j = 0; j < w->m; j++) {
        if (w->jump[j] >= ZERO && w->jump[j] <= ZERO)
            continue;
        any |= w->jump[j] < ZERO || w->jump[j] > ZERO;
        for (int k = 0; k < n; k++)
            dz[k] -= X[j * n + k] * w->jump[j];
    }
    return any;
}

void dtc_switched_impulse(const dtc_law *w, dtc_real *a, int n, const dtc_real *A, const int *p, const dtc_real *X,
                          const dtc_real *C, dtc_real *z, dtc_real *lambda)
{
    if (n > 0)
        dtc_linear_impulse(n, A, p, z);
    dtc_switched_impulse_finish(w, a, n, X, C, z, lambda);
}

void dtc_switched_impulse_finish(const dtc_law *w, dtc_real *a, int n, const dtc_real *X, const dtc_real *C,
                                 dtc_real *z, dtc_real *lambda)
{
    int m = w->m;

    for (int i = 0; i < m; i++) {
        for (int k = 0; k < n; k++)
            a[i] += C[i * n + k] * z[k];
        lambda[i] = ZERO;
    }
    for (int pass = 0; pass < 2; pass++) { /* lambda = -P a, and one step of refinement */
        dtc_real *change = w->work;
        for (int i = 0; i < m; i++) {
            change[i] = ZERO;
            for (int j = 0; j < m; j++)
                change[i] -= w->P[i * m + j] * a[j];
        }
        for (int i = 0; i < m; i++) {
            lambda[i] += change[i];
            for (int j = 0; j < m; j++)
                a[i] += w->G[i * m + j] * change[j];
        }
    }
    for (int j = 0; j < m; j++)
        for (int k = 0; k < n; k++)
            z[k] -= X[j * n + k] * lambda[j];
}

void dtc_linear_impulse(int n, const dtc_real *A, const int *p, dtc_real *z)
{
    for (int k = 0; k < n; k++)
        z[k] = -z[k];
    dtc_lu_solve(n, A, p, z);
}

void dtc_impact(int k, int n, const int *at, const dtc_real *dv, dtc_real *M, int *p, dtc_real *wanted, dtc_real *jump)
{
    for (int i = 0; i < k; i++) {
        int resets = wanted[i] < ZERO || wanted[i] > ZERO;
        for (int q = 0; q < k; q++)
            M[i * k + q] = resets ? dv[q * n + at[i]] : (dtc_real)(i == q);
    }
    (void)dtc_lu_factor(k, M, p);
    for (int q = 0; q < k; q++)
        jump[at[q]] = wanted[q];
    dtc_lu_solve(k, M, p, wanted);
    for (int q = 0; q < k; q++) {
        dtc_real own = dv[q * n + at[q]];
        if (!(own < ZERO || own > ZERO)) /* held: the impulse that is tried */
            wanted[q] = jump[at[q]];
    }
    for (int j = 0; j < n; j++) {
        jump[j] = ZERO;
        for (int q = 0; q < k; q++)
            jump[j] += dv[q * n + j] * wanted[q];
    }
}

int dtc_impact_release(dtc_law *w, int k, const dtc_real *lambda, const dtc_real *impulse)
{
    int which = -1, place = DTC_STUCK;
    dtc_real worst = ZERO, largest = ZERO;

    for (int e = 0; e < w->m; e++) {
        dtc_real sum = ZERO;
        for (int q = 0; q < k; q++)
            sum += lambda[q * w->m + e] * impulse[q];
        sum /= w->torque[e];
        largest = dtc_max(largest, dtc_abs(sum));
        if (w->place[e] != DTC_STUCK || !(dtc_abs(sum > ZERO ? w->hi[e] : w->lo[e]) < DTC_UNBOUNDED) ||
            !(dtc_abs(sum) > worst))
            continue;
        worst = dtc_abs(sum);
        which = e;
        place = sum < ZERO ? DTC_FWD : DTC_BWD;
    }
    if (which < 0 || !(worst > DTC_TOLERANCE(1e-9) * largest))
        return 0;
    w->place[which] = dtc_law_slide_contact(w, which, place);
    dtc_law_factor(w);
    return 1;
}

/* The largest residual, each scaled by its row of A. */
static dtc_real residual_norm(int n, const dtc_real *A, const dtc_real *r)
{
    dtc_real norm = ZERO;

    for (int i = 0; i < n; i++) {
        dtc_real largest = ZERO;
        for (int j = 0; j < n; j++)
            largest = dtc_max(largest, dtc_abs(A[i * n + j]));
        dtc_real x = largest > ZERO ? dtc_abs(r[i]) / largest : dtc_abs(r[i]);
        if (!(x <= norm))
            norm = x;
    }
    return norm;
}

int dtc_newton_step(int n, dtc_real *A, int *p, dtc_real *r, dtc_real *z, dtc_real *dz, dtc_real *norm)
{
    const dtc_real now = residual_norm(n, A, r), before = *norm;
    int converged, singular;

    if (before >= ZERO && !(now <= (dtc_real)2 * before)) {
        for (int i = 0; i < n; i++) {
            dz[i] *= (dtc_real)0.5;
            z[i] += dz[i];
        }
        return 0;
    }
    *norm = now;
    singular = dtc_lu_factor(n, A, p) != 0 && !(now <= CONVERGED);
    /* of many steps one, as long as that helps; it does not from a critical point, y = 0 of y^2 = 4: off it */
    if (singular && before >= ZERO && !(now <= (dtc_real)0.5 * before)) {
        for (int i = 0; i < n; i++) {
            dz[i] = -NUDGE * dtc_max((dtc_real)1, dtc_abs(z[i]));
            z[i] -= dz[i];
        }
        *norm = (dtc_real)-1;
        return 0;
    }
    dtc_lu_solve(n, A, p, r);
    converged = !singular;
    for (int i = 0; i < n; i++) {
        dz[i] = r[i];
        z[i] = dtc_flush(z[i] - dz[i]);
        converged &= dtc_abs(dz[i]) <= CONVERGED * dtc_max((dtc_real)1, dtc_abs(z[i]));
    }
    return converged;
}
