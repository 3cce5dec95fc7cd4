/* The switching law, its linear algebra: coupled groups, the pseudo-inverse of the stuck elements, torques and impulses.
 *
 * Redundant sets of stuck elements get the holding torques of least norm. Ranks come from Cholesky factorisation with complete pivoting
 * (Higham, Accuracy and Stability of Numerical Algorithms, section 10.3), and the factor is made into the pseudo-inverse
 * by Gram-Schmidt applied twice (Giraud, Langou, Rozloznik 2005).
 *
 * Requires, ensures: law_private.h. Cost: dtc_law.h. */
#include <string.h>
#include "law_private.h"

#define COUPLING_TOLERANCE DTC_TOLERANCE(0.0)  /* of sqrt(G_ii G_jj): not coupled */
#define ROUGH ((dtc_real)1e3)                   /* P with G scaled to unit diagonal: from here on its torques are refined */
#define SYMMETRY_TOLERANCE DTC_TOLERANCE(1e-9) /* of sqrt(G_ii G_jj): not power-conjugate */

/* ---- the matrix ------------------------------------------------------------------------------- */

/* What |G_ij| cannot exceed. */
static dtc_real coupling_scale(const dtc_law *w, int i, int j)
{
    return dtc_sqrt(w->G[i * w->m + i]) * dtc_sqrt(w->G[j * w->m + j]);
}

/* What is more than `tolerance` of the magnitudes of all terms, a part of the diagonal of e. */
static int is_above(const dtc_law *w, int e, dtc_real part, dtc_real tolerance)
{
    return part * w->G[e * w->m + e] > tolerance * w->bulk[e] * w->bulk[e];
}

/* The 2 x 2 minor of G with unit diagonal, where the law takes it for none and rounding hardly makes it. */
static void note_pair(const dtc_law *w, int j, int i)
{
    dtc_real own = w->G[i * w->m + i], other = w->G[j * w->m + j], both = w->G[i * w->m + j], rest;

    if (!(own > (dtc_real)0 && other > (dtc_real)0))
        return;
    rest = (dtc_real)1 - both / own * (both / other);
    if (!(rest <= w->rank[i]) || !is_above(w, i, rest, LAW_RULE_PAIR) || !is_above(w, j, rest, LAW_RULE_PAIR))
        return;
    if (w->count->doubtful.pairs++ == 0) {
        w->count->doubtful.pair[0] = j;
        w->count->doubtful.pair[1] = i;
    }
}

int dtc_law_check(const dtc_law *w)
{
    int m = w->m;

    for (int i = 0; i < m; i++)
        for (int j = 0; j <= i; j++) {
            dtc_real a = w->G[i * m + j], b = w->G[j * m + i], scale = coupling_scale(w, i, j);
            dtc_real slack = SYMMETRY_TOLERANCE * scale + LAW_ROUNDING * w->bulk[i] * w->bulk[j];
            if (!(dtc_abs(a - b) <= slack) || !(dtc_abs(a) <= scale + slack))
                return 1 + i * m + j;
        }
    for (int i = 0; i < m; i++)
        for (int j = 0; j < i; j++)
            note_pair(w, j, i);
    return 0;
}

void dtc_law_groups(dtc_law *w)
{
    int m = w->m;

    w->root[m] = 0;
    for (int e = 0; e < m; e++) {
        w->root[e] = dtc_sqrt(w->G[e * m + e]);
        w->bulk[e] = w->whole[e] > w->G[e * m + e] ? dtc_sqrt(w->whole[e]) : w->root[e];
        if (w->root[e] * w->torque[e] > w->root[m])
            w->root[m] = w->root[e] * w->torque[e];
    }
    for (int e = 0; e < m; e++) {
        w->least_s[e] = LAW_SLIP * w->speed[e];
        w->least_a[e] = law_rate(w, e, LAW_RATE);
        w->least_l[e] = LAW_TORQUE * w->torque[e];
        w->rank[e] = LAW_ROUNDING * w->bulk[e] * w->bulk[e];
        w->rank[e] = w->rank[e] > LAW_RANK * w->G[e * m + e] ? w->rank[e] / w->G[e * m + e] : LAW_RANK;
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

/* The lists. Who is not in them has no torque; only who slides has an acceleration to be watched. */
static void make_lists(dtc_law *w)
{
    int n = 0;

    for (int e = 0; e < w->m; e++)
        if (w->place[e] == DTC_STUCK)
            w->list[n++] = e;
    *w->holding = n;
    for (int e = 0; e < w->m; e++) {
        if (law_slides(w->place[e])) {
            w->list[n++] = e;
            continue;
        }
        w->ah[e] = 0;
        if (w->place[e] != DTC_STUCK)
            w->lambda[e] = 0;
    }
    *w->sliding = n - *w->holding;
}

/* What is left of the n stuck elements counts as none: is it more than rounding makes? */
static void note_set(const dtc_law *w, int n, const dtc_real *rest)
{
    for (int i = 0; i < n; i++) {
        if (!is_above(w, w->list[i], rest[i], LAW_RULE_SET))
            continue;
        for (int k = 0; k < n && w->count->doubtful.sets == 0; k++)
            w->doubtful_set[w->list[k]] = w->group[w->list[k]] == w->group[w->list[i]];
        w->count->doubtful.sets++;
        return;
    }
}

/* G of the n stuck elements (list) as B B', B of full column rank. B is n rows of m; returns the rank. rest: n numbers.
 * The matrix is scaled to unit diagonal for the decision on the rank, B is not. */
static int cholesky(const dtc_law *w, int n, dtc_real *B, dtc_real *rest)
{
    int m = w->m, rank = 0;

    for (int i = 0; i < n; i++)
        rest[i] = w->G[w->list[i] * m + w->list[i]] > (dtc_real)0 ? (dtc_real)1 : (dtc_real)0;
    for (; rank < n; rank++) {
        int p = -1;
        for (int i = 0; i < n; i++)
            if (rest[i] > w->rank[w->list[i]] && (p < 0 || rest[i] > rest[p]))
                p = i;
        if (p < 0)
            break;
        dtc_real diagonal = w->root[w->list[p]], pivot = dtc_sqrt(rest[p]) * diagonal;
        for (int i = 0; i < n; i++) {
            dtc_real scale = w->root[w->list[i]];
            dtc_real x = w->G[w->list[i] * m + w->list[p]];
            for (int k = 0; k < rank; k++)
                x -= B[i * m + k] * B[p * m + k];
            x = rest[i] > (dtc_real)0 ? x / pivot : (dtc_real)0;
            B[i * m + rank] = x;
            if (i != p && scale > (dtc_real)0)
                rest[i] -= x / scale * (x / scale);
        }
        rest[p] = 0;
    }
    if (rank < n)
        note_set(w, n, rest);
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
 * G_SS = B B' is  T Q inv(R') inv(R) Q' T = X' X; X' into B. */
static void invert_factor(const dtc_law *w, int n, int r, dtc_real *B, dtc_real *R)
{
    int m = w->m;

    for (int i = 0; i < n; i++)
        for (int k = 0; k < r; k++)
            B[i * m + k] *= w->torque[w->list[i]];
    orthogonalize(m, n, r, B, R);
    for (int i = 0; i < n; i++) /* row i of B: that of Q becomes that of T Q inv(R') */
        for (int k = r - 1; k >= 0; k--) {
            dtc_real x = B[i * m + k] * w->torque[w->list[i]];
            for (int l = k + 1; l < r; l++)
                x -= R[k * m + l] * B[i * m + l];
            B[i * m + k] = x / R[k * m + k];
        }
}

/* P = X' X and, with G scaled to unit diagonal, by how much it magnifies: its largest sum of a row. */
static dtc_real make_inverse(dtc_law *w, int n, int r, const dtc_real *B)
{
    int m = w->m;
    const int *list = w->list;
    dtc_real largest = 0;

    memset(w->P, 0, (size_t)(m * m) * sizeof *w->P);
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            dtc_real sum = 0;
            for (int k = 0; k < r; k++)
                sum += B[i * m + k] * B[j * m + k];
            w->P[list[i] * m + list[j]] = w->P[list[j] * m + list[i]] = sum;
        }
    for (int i = 0; i < n; i++) {
        dtc_real total = 0;
        for (int j = 0; j < n; j++)
            total += dtc_abs(w->P[list[i] * m + list[j]]) * w->root[list[j]];
        total *= w->root[list[i]];
        if (!(total <= largest))
            largest = total;
    }
    return largest;
}

/* P += P (I - G P), a step of Newton's method: G P is the identity, on its range, to rounding. D: n rows of m, row: n numbers. */
static void refine_inverse(dtc_law *w, int n, dtc_real *D, dtc_real *row)
{
    int m = w->m;
    const int *list = w->list;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            D[i * m + j] = (dtc_real)(i == j) - dtc_law_product(w->G + list[i] * m, w->P + list[j] * m, list, n);
    for (int i = 0; i < n; i++) {
        dtc_real *P = w->P + list[i] * m;
        for (int j = 0; j < n; j++) {
            row[j] = 0;
            for (int k = 0; k < n; k++)
                row[j] += P[list[k]] * D[k * m + j];
        }
        for (int j = 0; j < n; j++)
            P[list[j]] += row[j];
    }
}

void dtc_law_factor(dtc_law *w)
{
    int m = w->m, n, r;
    dtc_real *B = w->work, *R = w->work + m * m, *rest = w->work + 2 * m * m;

    make_lists(w);
    n = *w->holding;
    r = cholesky(w, n, B, rest);
    w->count->deficiency = n - r;
    if (n - r > w->count->worst_deficiency)
        w->count->worst_deficiency = n - r;
    invert_factor(w, n, r, B, R);
    *w->rough = !(make_inverse(w, n, r, B) <= ROUGH);
    if (!*w->rough) /* else torques are refined, one by one */
        refine_inverse(w, n, R, rest);
}

/* ---- the evaluation --------------------------------------------------------------------------- */

int dtc_law_solve(dtc_law *w)
{
    dtc_real zero = 0;

    dtc_law_hold_elements(w->m, *w->holding, *w->sliding, *w->rough, w->list, w->P, w->G, w->af, w->lambda, w->ah);
    for (int k = 0; k < *w->holding + *w->sliding; k++) {
        int e = w->list[k];
        zero += (w->lambda[e] - w->lambda[e]) + (w->ah[e] - w->ah[e]); /* NaN if one of them is not finite */
    }
    return !law_finite(zero);
}

/* x = -P y, so that y + G x is zero at the stuck elements; x of others stays. r: m numbers. */
static void hold(const dtc_law *w, dtc_real *x, const dtc_real *y, dtc_real *r)
{
    dtc_law_hold_elements(w->m, *w->holding, 0, *w->rough, w->list, w->P, w->G, y, x, r);
}

void dtc_law_tangent(const dtc_law *w, const dtc_real *a, dtc_real *l)
{
    dtc_real *y = w->work;
    const int *sliding = w->list + *w->holding;

    for (int e = 0; e < w->m; e++)
        if (!law_slides(w->place[e]))
            l[e] = 0;
    for (int k = 0; k < *w->holding; k++) {
        int e = w->list[k];
        y[e] = a[e] + dtc_law_product(w->G + e * w->m, l, sliding, *w->sliding);
    }
    hold(w, l, y, w->work + w->m);
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

    for (int e = 0; e < w->m; e++) {
        slip[e] = dtc_flush(w->s[e]);
        w->jump[e] = 0;
    }
    hold(w, w->jump, slip, w->work + w->m);
    if (h > (dtc_real)0)
        count_correction(w, h);
}
