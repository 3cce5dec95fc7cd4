/* The switching law, its linear algebra: coupled groups, the pseudo-inverse of the stuck elements, torques and impulses.
 *
 * Redundant sets of stuck elements get the holding torques of least norm. Ranks come from Cholesky factorisation with complete pivoting
 * (Higham, Accuracy and Stability of Numerical Algorithms, section 10.3), and the factor is made into the pseudo-inverse
 * by Gram-Schmidt applied twice (Giraud, Langou, Rozloznik 2005).
 *
 * Requires, ensures: law_private.h. Cost: dtc_law.h. */
#include "law_private.h"

#define COUPLING_TOLERANCE DTC_TOLERANCE(0.0)  /* of sqrt(G_ii G_jj): not coupled */
#define SYMMETRY_TOLERANCE DTC_TOLERANCE(1e-9) /* of sqrt(G_ii G_jj): not power-conjugate */

/* ---- the matrix ------------------------------------------------------------------------------- */

/* What |G_ij| cannot exceed. */
static dtc_real coupling_scale(const dtc_law *w, int i, int j)
{
    return dtc_sqrt(w->G[i * w->m + i]) * dtc_sqrt(w->G[j * w->m + j]);
}

int dtc_law_check(const dtc_law *w)
{
    int m = w->m;

    for (int i = 0; i < m; i++)
        for (int j = 0; j <= i; j++) {
            dtc_real a = w->G[i * m + j], b = w->G[j * m + i], scale = coupling_scale(w, i, j);
            dtc_real slack = SYMMETRY_TOLERANCE * scale;
            if (!(dtc_abs(a - b) <= slack) || !(dtc_abs(a) <= scale + slack))
                return 1 + i * m + j;
        }
    return 0;
}

void dtc_law_groups(dtc_law *w)
{
    int m = w->m;

    w->root[m] = 0;
    for (int e = 0; e < m; e++) {
        w->root[e] = dtc_sqrt(w->G[e * m + e]);
        if (w->root[e] * w->torque[e] > w->root[m])
            w->root[m] = w->root[e] * w->torque[e];
    }
    for (int i = 0; i < m; i++) {
        w->group[i] = i;
        for (int j = 0; j < i; j++) {
            int from = w->group[j], to = w->group[i];
            if (from == to || dtc_abs(w->G[i * m + j]) <= COUPLING_TOLERANCE * (w->root[i] * w->root[j]))
                continue;
            for (int k = 0; k <= i; k++)
                if (w->group[k] == from)
                    w->group[k] = to;
        }
    }
}

/* The stuck elements into want[0..n). */
static int stuck_elements(dtc_law *w)
{
    int n = 0;

    for (int e = 0; e < w->m; e++)
        if (w->place[e] == DTC_STUCK)
            w->want[n++] = e;
    return n;
}

/* G of the n stuck elements (want) as B B', B of full column rank. B is n rows of m; returns the rank. rest: n numbers.
 * The matrix is scaled to unit diagonal for the decision on the rank, B is not. */
static int cholesky(const dtc_law *w, int n, dtc_real *B, dtc_real *rest)
{
    int m = w->m, rank = 0;

    for (int i = 0; i < n; i++)
        rest[i] = w->G[w->want[i] * m + w->want[i]] > (dtc_real)0 ? (dtc_real)1 : (dtc_real)0;
    for (; rank < n; rank++) {
        int p = 0;
        for (int i = 1; i < n; i++)
            if (rest[i] > rest[p])
                p = i;
        if (!(rest[p] > LAW_RANK))
            break;
        dtc_real diagonal = w->root[w->want[p]], pivot = dtc_sqrt(rest[p]) * diagonal;
        for (int i = 0; i < n; i++) {
            dtc_real scale = w->root[w->want[i]];
            dtc_real x = w->G[w->want[i] * m + w->want[p]];
            for (int k = 0; k < rank; k++)
                x -= B[i * m + k] * B[p * m + k];
            x = rest[i] > (dtc_real)0 ? x / pivot : (dtc_real)0;
            B[i * m + rank] = x;
            if (i != p && scale > (dtc_real)0)
                rest[i] -= x / scale * (x / scale);
        }
        rest[p] = 0;
    }
    return rank;
}

/* The r columns of B become orthonormal, R (r x r in rows of m) takes the factor. */
static void orthogonalize(int m, int n, int r, dtc_real *B, dtc_real *R)
{
    for (int c = 0; c < r; c++) {
        for (int k = 0; k < c; k++)
            R[k * m + c] = 0;
        for (int pass = 0; pass < 2; pass++)
            for (int k = 0; k < c; k++) {
                dtc_real dot = 0;
                for (int i = 0; i < n; i++)
                    dot += B[i * m + k] * B[i * m + c];
                for (int i = 0; i < n; i++)
                    B[i * m + c] -= dot * B[i * m + k];
                R[k * m + c] += dot;
            }
        dtc_real norm = 0;
        for (int i = 0; i < n; i++)
            norm += B[i * m + c] * B[i * m + c];
        norm = dtc_sqrt(norm);
        R[c * m + c] = norm;
        for (int i = 0; i < n; i++)
            B[i * m + c] /= norm;
    }
}

/* With T the nominal torques and T B = Q R, the pseudo-inverse in the metric of lambda/T of
 * G_SS = B B' is  T Q inv(R') inv(R) Q' T = X' X. */
void dtc_law_factor(dtc_law *w)
{
    int m = w->m, n = stuck_elements(w);
    dtc_real *B = w->work, *R = w->work + m * m, *rest = w->work + 2 * m * m;
    int r = cholesky(w, n, B, rest);

    w->count->deficiency = n - r;
    if (n - r > w->count->worst_deficiency)
        w->count->worst_deficiency = n - r;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < r; k++)
            B[i * m + k] *= w->torque[w->want[i]];
    orthogonalize(m, n, r, B, R);
    for (int i = 0; i < n; i++) /* row i of B: that of Q becomes that of T Q inv(R') */
        for (int k = r - 1; k >= 0; k--) {
            dtc_real x = B[i * m + k] * w->torque[w->want[i]];
            for (int l = k + 1; l < r; l++)
                x -= R[k * m + l] * B[i * m + l];
            B[i * m + k] = x / R[k * m + k];
        }
    for (int i = 0; i < m * m; i++)
        w->P[i] = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            dtc_real sum = 0;
            for (int k = 0; k < r; k++)
                sum += B[i * m + k] * B[j * m + k];
            w->P[w->want[i] * m + w->want[j]] = sum;
        }
}

/* ---- the evaluation --------------------------------------------------------------------------- */

/* Elements that are stuck, and that slide: what the others have in the products below is zero. */
typedef struct { int *stuck, *sliding, stucks, slidings; } Parts;

static Parts parts_of(const dtc_law *w)
{
    Parts p = { w->list, w->list + w->m, 0, 0 };

    for (int e = 0; e < w->m; e++) {
        if (w->place[e] == DTC_STUCK)
            p.stuck[p.stucks++] = e;
        else if (law_slides(w->place[e]))
            p.sliding[p.slidings++] = e;
    }
    return p;
}

/* Sum over the elements j of a list of row_j x_j. */
static inline dtc_real product(const dtc_real *row, const dtc_real *x, const int *list, int n)
{
    dtc_real sum = 0;
    for (int k = 0; k < n; k++)
        sum += row[list[k]] * x[list[k]];
    return sum;
}

/* y_e = x_e + sum over the elements j of a list of G_ej torque_j, for the elements e of another. */
static inline void add_accelerations(const dtc_law *w, const int *of, int n, dtc_real *y, const dtc_real *x, const dtc_real *torque, const int *list, int k)
{
    for (int i = 0; i < n; i++) {
        int e = of[i];
        y[e] = x[e] + product(w->G + e * w->m, torque, list, k);
    }
}

/* x = -P y and one step of refinement, so that y + G x is zero at the stuck elements to rounding even when they are
 * nearly dependent. r: m numbers. Only stuck elements are touched. */
static void hold(const dtc_law *w, const Parts *p, dtc_real *x, const dtc_real *y, dtc_real *r)
{
    const int *stuck = p->stuck, n = p->stucks, m = w->m;

    for (int i = 0; i < n; i++)
        x[stuck[i]] = -product(w->P + stuck[i] * m, y, stuck, n);
    add_accelerations(w, stuck, n, r, y, x, stuck, n);
    for (int i = 0; i < n; i++)
        x[stuck[i]] -= product(w->P + stuck[i] * m, r, stuck, n);
}

/* Sliding torques into lambda, and the lists. */
static Parts sliding_torques(dtc_law *w)
{
    Parts p = { w->list, w->list + w->m, 0, 0 };

    for (int e = 0, m = w->m; e < m; e++) {
        int place = w->place[e];
        dtc_real torque = 0;
        if (place == DTC_STUCK) {
            p.stuck[p.stucks++] = e;
        } else if (law_slides(place)) {
            p.sliding[p.slidings++] = e;
            torque = law_sliding_torque(w, e, place);
        }
        w->lambda[e] = torque;
        w->lh[e] = w->ah[e] = 0;
    }
    return p;
}

int dtc_law_solve(dtc_law *w)
{
    const Parts p = sliding_torques(w);
    dtc_real *b = w->work, zero = 0;

    add_accelerations(w, p.stuck, p.stucks, b, w->a0, w->lambda, p.sliding, p.slidings);
    add_accelerations(w, p.sliding, p.slidings, b, w->a0, w->lambda, p.sliding, p.slidings);
    hold(w, &p, w->lh, b, w->work + w->m);
    add_accelerations(w, p.stuck, p.stucks, w->ah, b, w->lh, p.stuck, p.stucks);
    add_accelerations(w, p.sliding, p.slidings, w->ah, b, w->lh, p.stuck, p.stucks);
    for (int i = 0; i < p.stucks; i++) {
        int e = p.stuck[i];
        w->lambda[e] = w->lh[e];
        zero += (w->lh[e] - w->lh[e]) + (w->ah[e] - w->ah[e]); /* NaN if one of them is not finite */
    }
    for (int i = 0; i < p.slidings; i++)
        zero += (w->lambda[p.sliding[i]] - w->lambda[p.sliding[i]]) + (w->ah[p.sliding[i]] - w->ah[p.sliding[i]]);
    return !law_finite(zero);
}

void dtc_law_tangent(const dtc_law *w, const dtc_real *a, dtc_real *l)
{
    dtc_real *y = w->work, *x = w->work + w->m;
    Parts p = parts_of(w);

    for (int e = 0; e < w->m; e++)
        if (!law_slides(w->place[e]))
            l[e] = 0;
    add_accelerations(w, p.stuck, p.stucks, y, a, l, p.sliding, p.slidings);
    hold(w, &p, x, y, w->work + 2 * w->m);
    for (int i = 0; i < p.stucks; i++)
        l[p.stuck[i]] = x[p.stuck[i]];
}

static void count_correction(dtc_law *w, dtc_real h)
{
    for (int e = 0; e < w->m; e++) {
        dtc_real capacity = (w->hi[e] - w->lo[e]) * (dtc_real)0.5;
        if (!law_two_finite_bounds(w, e) || !(dtc_abs(w->jump[e]) > h * LAW_TORQUE * w->torque[e]))
            continue;
        if (dtc_abs(w->jump[e]) > w->count->correction * capacity * h)
            w->count->correction = dtc_abs(w->jump[e]) / (capacity * h);
    }
}

void dtc_law_jump(dtc_law *w, dtc_real h)
{
    dtc_real *slip = w->work;
    Parts p = parts_of(w);

    for (int e = 0; e < w->m; e++) {
        slip[e] = dtc_abs(w->s[e]) < DTC_FLUSH ? (dtc_real)0 : w->s[e];
        w->jump[e] = 0;
    }
    hold(w, &p, w->jump, slip, w->work + w->m);
    if (h > (dtc_real)0)
        count_correction(w, h);
}
