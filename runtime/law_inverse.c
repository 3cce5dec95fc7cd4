/* The switching law: P, the pseudo-inverse of G of the stuck elements, from scratch and from the P of before.
 *
 * Redundant sets of stuck elements get the holding torques of least norm: P is the pseudo-inverse in the metric of
 * lambda/T, with T the nominal torques.
 *
 * From scratch: ranks come from Cholesky factorisation with complete pivoting (Higham, Accuracy and Stability of
 * Numerical Algorithms, section 10.3). Many elements without redundancy: the factor is inverted (section 14.2
 * there), and so is that of few elements which are far from redundant: P is good to rounding then. Otherwise it is made
 * into the pseudo-inverse by Gram-Schmidt applied twice (Giraud, Langou, Rozloznik 2005), and P is refined to rounding,
 * which few elements can afford.
 *
 * An update, where few elements join or leave the stuck ones: for each a symmetric matrix of rank 2 is added, which
 * borders the pseudo-inverse of a semidefinite matrix (Rohde 1965) or does so backwards. It decides ranks as from
 * scratch, or P is made from scratch after all:
 *
 *   - What counts as none would not be noted from scratch (note_set), and an update begins where nothing was noted.
 *   - What counts as something would do so from scratch. For any X with A X A = A the norm of X is at least one by the
 *     least eigenvalue of A that is not zero, and complete pivoting of n elements takes no pivot below one n-th of
 *     that: so n times the largest sum of a row of P bounds one by the last pivot (is_clear). G is scaled to unit
 *     diagonal here.
 *
 * Requires, ensures: law_private.h. Cost: dtc_law.h. */
#include <limits.h>
#include <string.h>
#include "law_private.h"

#define ROUGH ((dtc_real)1e3)    /* P with G scaled to unit diagonal: from here on its torques are refined */
#define WELL DTC_LAW_WELL
#define CLEAR ((dtc_real)0.125)  /* the tolerance of ranks by the last pivot: it is surely found */
#define NOISE ((dtc_real)16)     /* epsilon by the last pivot and the tolerance: what is no pivot is surely not taken */
#define UNLIKE ((dtc_real)(1.0 / (double)DTC_EPSILON)) /* ratio of the metrics 1/root and lambda/T, to the fourth */
#define FEW ((dtc_real)16)       /* the terms of a pivot by the diagonal: it is as small as it seems */
#define ALONE ((dtc_real)0.0625) /* the last pivot by the tolerance of ranks: there is none */
#define SHARED ((dtc_real)1e-3)  /* of the torque of an element: what others can carry, enough to divide by it */
#define AS_GOOD ((dtc_real)(4.0 * (double)DTC_EPSILON)) /* of all terms of G P y: what P from scratch leaves of it */

/* The list: who is INACTIVE has no torque; only who slides has an acceleration to be watched. */
static void make_lists(dtc_law *w)
{
    int n = 0;

    *w->serials = *w->serials % INT_MAX + 1;
    *w->serial = *w->serials;
    for (int e = 0; e < w->m; e++)
        if (w->place[e] == DTC_STUCK)
            w->list[n++] = e;
    *w->holding = n;
    for (int e = 0; e < w->m; e++)
        if (law_slides(w->place[e]))
            w->list[n++] = e;
        else
            w->ah[e] = 0;
    *w->sliding = n - *w->holding;
    for (int e = 0; e < w->m; e++)
        if (w->place[e] == DTC_INACTIVE) {
            w->lambda[e] = 0;
            w->list[n++] = e;
        }
}

static void count_deficiency(dtc_law *w, int deficiency)
{
    w->count->deficiency = deficiency;
    if (deficiency > w->count->worst_deficiency)
        w->count->worst_deficiency = deficiency;
}

/* By how much P magnifies, with G scaled to unit diagonal: its largest sum of a row. total: m numbers. */
static dtc_real magnification(const dtc_law *w, dtc_real *total)
{
    const int *list = w->list, n = *w->holding;
    dtc_real largest = 0;

    for (int i = 0; i < n; i++)
        total[list[i]] = 0;
    for (int i = 0; i < n; i++) {
        const dtc_real *P = w->P + list[i] * w->m, root = w->root[list[i]];
        for (int j = 0; j < n; j++)
            total[list[j]] += dtc_abs(P[list[j]]) * root;
    }
    for (int i = 0; i < n; i++) {
        dtc_real sum = total[list[i]] * w->root[list[i]];
        if (!(sum <= largest))
            largest = sum;
    }
    return largest;
}

/* ---- from scratch -------------------------------------------------------------------------------------- */

/* What is left of the n stuck elements counts as none: is it more than rounding makes? Then no update begins here. */
static void note_set(dtc_law *w, int n, const dtc_real *rest)
{
    dtc_law_groups_due(w);
    for (int i = 0; i < n; i++) {
        if (!law_is_above(w, w->list[i], rest[i], LAW_RULE_SET))
            continue;
        for (int k = 0; k < n && w->count->doubtful.sets == 0; k++)
            w->doubtful_set[w->list[k]] = w->group[w->list[k]] == w->group[w->list[i]];
        w->count->doubtful.sets++;
        *w->updates = LAW_UPDATES;
        return;
    }
}

/* G of the n stuck elements (list) as B B', B of full column rank. B is n rows of m; returns the rank. rest: n numbers.
 * pivot: the row of each column; least: the last one. The matrix is scaled to unit diagonal for the decision on the
 * rank, B is not. */
static int cholesky(dtc_law *w, int n, dtc_real *B, dtc_real *rest, int *pivot, dtc_real *least)
{
    int m = w->m, rank = 0, most = law_most(w) < n ? law_most(w) : n;

    for (int i = 0; i < n; i++)
        rest[i] = w->G[w->list[i] * m + w->list[i]] > (dtc_real)0 ? (dtc_real)1 : (dtc_real)0;
    for (; rank < most; rank++) {
        int p = -1;
        for (int i = 0; i < n; i++)
            if (rest[i] > w->rank[w->list[i]] && (p < 0 || rest[i] > rest[p]))
                p = i;
        if (p < 0)
            break;
        dtc_real diagonal = w->root[w->list[p]], root = dtc_sqrt(rest[p]) * diagonal;
        for (int i = 0; i < n; i++) {
            dtc_real scale = w->root[w->list[i]];
            dtc_real x = w->G[w->list[i] * m + w->list[p]];
            B[i * m + rank] = 0;
            if (!(rest[i] > (dtc_real)0))
                continue;
            for (int k = 0; k < rank; k++)
                x -= B[i * m + k] * B[p * m + k];
            B[i * m + rank] = x /= root;
            if (i != p && scale > (dtc_real)0)
                rest[i] -= x / scale * (x / scale);
        }
        *least = rest[p];
        rest[p] = 0;
        pivot[rank] = p;
    }
    if (rank < n)
        note_set(w, n, rest);
    return rank;
}

/* P = inv(L') inv(L), with L the rows of B in the order of their pivots. K: n rows of m. */
static void invert(dtc_law *w, int n, dtc_real *B, dtc_real *K, const int *pivot)
{
    int m = w->m;

    for (int k = 0; k < n; k++) { /* K = inv(L), row by row */
        const dtc_real *L = B + pivot[k] * m;
        dtc_real *row = K + k * m;
        for (int i = 0; i < k; i++)
            row[i] = 0;
        for (int j = 0; j < k; j++)
            for (int i = 0; i <= j; i++)
                row[i] -= L[j] * K[j * m + i];
        for (int i = 0; i < k; i++)
            row[i] /= L[k];
        row[k] = (dtc_real)1 / L[k];
    }
    for (int i = 0; i < n; i++) /* B = K' K, its lower half */
        for (int j = 0; j <= i; j++)
            B[i * m + j] = 0;
    for (int k = 0; k < n; k++)
        for (int i = 0; i <= k; i++)
            for (int j = 0; j <= i; j++)
                B[i * m + j] += K[k * m + i] * K[k * m + j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            int e = w->list[pivot[i]], f = w->list[pivot[j]];
            w->P[e * m + f] = w->P[f * m + e] = B[i * m + j];
        }
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
 * G_SS = B B' is  P = T Q inv(R') inv(R) Q' T = X' X; X' into B. */
static void invert_redundant(dtc_law *w, int n, int r, dtc_real *B, dtc_real *R)
{
    int m = w->m;
    const int *list = w->list;

    for (int i = 0; i < n; i++)
        for (int k = 0; k < r; k++)
            B[i * m + k] *= w->torque[list[i]];
    orthogonalize(m, n, r, B, R);
    for (int i = 0; i < n; i++) /* row i of B: that of Q becomes that of T Q inv(R') */
        for (int k = r - 1; k >= 0; k--) {
            dtc_real x = B[i * m + k] * w->torque[list[i]];
            for (int l = k + 1; l < r; l++)
                x -= R[k * m + l] * B[i * m + l];
            B[i * m + k] = x / R[k * m + k];
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            dtc_real sum = 0;
            for (int k = 0; k < r; k++)
                sum += B[i * m + k] * B[j * m + k];
            w->P[list[i] * m + list[j]] = w->P[list[j] * m + list[i]] = sum;
        }
}

/* P += P (I - G P), a step of Newton's method: G P is the identity, on its range, to rounding. D: n rows of m, row: n
 * numbers. */
static void refine_inverse(dtc_law *w, int n, dtc_real *D, dtc_real *row)
{
    int m = w->m;
    const int *list = w->list;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            D[i * m + j] =
                (dtc_real)(i == j) - dtc_law_product(w->G + list[i] * m, w->P + list[j] * m, list, n);
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

/* P of the stuck elements in the list. */
static void make_inverse(dtc_law *w)
{
    int m = w->m, n = *w->holding, r, plain, *pivot = w->want;
    dtc_real *B = w->work, *R = w->work + m * m, *rest = w->work + 2 * m * m, least = 1;

    *w->updates = 0;
    *w->rough = 0;
    memset(w->P, 0, (size_t)(m * m) * sizeof *w->P);
    if (dtc_law_invert_few(m, n, w->list, w->G, w->whole, w->P)) {
        count_deficiency(w, 0);
        return;
    }
    dtc_law_tolerances_due(w);
    r = cholesky(w, n, B, rest, pivot, &least);
    count_deficiency(w, n - r);
    plain = r == n && (n >= DTC_LAW_UPDATE_FROM || least >= WELL);
    if (plain)
        invert(w, n, B, R, pivot);
    else
        invert_redundant(w, n, r, B, R);
    *w->rough = !(plain && n < DTC_LAW_UPDATE_FROM) && !(magnification(w, rest) <= ROUGH);
    if (!plain && !*w->rough) /* else torques are refined, one by one */
        refine_inverse(w, n, R, rest);
}

void dtc_law_factor(dtc_law *w)
{
    make_lists(w);
    make_inverse(w);
}

void dtc_law_moved(dtc_law *w)
{
    dtc_law_tolerances(w);
    make_inverse(w);
}

/* ---- updates ------------------------------------------------------------------------------------------- */

/* y = A x, A symmetric, of the n elements of a set; size: the sums of the magnitudes of the terms. */
static void multiply(int m, const dtc_real *A, int n, const int *set, const dtc_real *x, dtc_real *y, dtc_real *size)
{
    for (int i = 0; i < n; i++)
        y[set[i]] = size[set[i]] = 0;
    for (int i = 0; i < n; i++) {
        const dtc_real *row = A + set[i] * m, factor = x[set[i]];
        for (int j = 0; j < n; j++) {
            dtc_real term = row[set[j]] * factor;
            y[set[j]] += term;
            size[set[j]] += dtc_abs(term);
        }
    }
}

/* P += x y' + y x': both halves get the same bits. */
static void add_pair(dtc_law *w, int n, const int *set, const dtc_real *x, const dtc_real *y)
{
    for (int i = 0; i < n; i++) {
        dtc_real *row = w->P + set[i] * w->m, xi = x[set[i]], yi = y[set[i]];
        for (int j = 0; j < n; j++)
            row[set[j]] += xi * y[set[j]] + yi * x[set[j]];
    }
}

/* Are these numbers no more than rounding makes of their terms? */
static int is_rounding(int n, const int *set, const dtc_real *y, const dtc_real *size, dtc_real rounding)
{
    for (int i = 0; i < n; i++)
        if (!(dtc_abs(y[set[i]]) <= rounding * size[set[i]]))
            return 0;
    return 1;
}

/* x such that P + x u' + u x' is P without what goes along with u: (1 - N) P (1 - N'), N the projection on u in the
 * metric of lambda/T. room: 2 m numbers. */
static void leave_out(const dtc_law *w, int n, const int *set, int e, const dtc_real *u, dtc_real *x, dtc_real *room)
{
    dtc_real *dual = room, *size = room + w->m, square = 0, twice = 0;

    for (int i = 0; i < n; i++) {
        dtc_real ratio = w->torque[e] / w->torque[set[i]];
        dual[set[i]] = u[set[i]] * ratio * ratio;
        square += u[set[i]] * dual[set[i]];
    }
    multiply(w->m, w->P, n, set, dual, x, size);
    for (int i = 0; i < n; i++)
        twice += dual[set[i]] * x[set[i]];
    for (int i = 0; i < n; i++)
        x[set[i]] = (u[set[i]] * (twice / ((dtc_real)2 * square)) - x[set[i]]) / square;
}

/* e, the last of the n elements of the set, joins the others. Of its pivot u' G u is left, with u = (P g, -1) and g the
 * column of e; the error of P is squared in it. If that is none, u accelerates nothing, and P with zeros for e is an
 * inverse of G on its range already: that of least norm leaves out what goes along with u. 0: not clear. */
static int join(dtc_law *w, int n, const int *set, int *deficiency)
{
    int m = w->m, e = set[n - 1];
    dtc_real *u = w->work, *x = u + m, *size = x + m, pivot, terms = 0;
    const dtc_real scale = w->bulk[e] * w->bulk[e], none = LAW_RULE_PAIR * scale;

    multiply(m, w->P, n - 1, set, w->G + e * m, u, size);
    u[e] = (dtc_real)-1;
    multiply(m, w->G, n, set, u, x, size);
    pivot = dtc_law_product(u, x, set, n);
    for (int i = 0; i < n; i++)
        terms += dtc_abs(u[set[i]]) * size[set[i]];
    if (pivot > none) {
        for (int i = 0; i < n; i++)
            x[set[i]] = u[set[i]] / ((dtc_real)2 * pivot);
    } else if (pivot >= -none && terms <= FEW * scale) {
        leave_out(w, n, set, e, u, x, size);
        ++*deficiency;
    } else {
        return 0;
    }
    add_pair(w, n, set, x, u);
    return 1;
}

/* -y = e - (P G)_e: the torques that go along with that of e and accelerate nothing. Are there none? In units of 1/root
 * the square of the part of e in the shortest such torques says how small a pivot is left to the others when e leaves;
 * it is at most the square of the length of y, in the metric of lambda/T, times that of the ratio of the metrics. */
static int is_alone(const dtc_law *w, int n, const int *set, int e, const dtc_real *y, const dtc_real *size)
{
    dtc_real square = 0, own = w->torque[e] * w->root[e], least = own, ratio;

    for (int i = 0; i < n; i++) {
        dtc_real torque = w->torque[set[i]], unit = torque * w->root[set[i]];
        dtc_real part = y[set[i]] * (w->torque[e] / torque);
        square += part * part;
        least = unit < least ? unit : least;
    }
    ratio = own / least;
    return square * (ratio * ratio) <= ALONE * LAW_RANK && is_rounding(n, set, y, size, LAW_ROUNDING);
}

/* e leaves the n elements of the set: P becomes zero in its row, along the column of e if nothing can carry the torque
 * of e, else along torques that do. 0: not clear. */
static int leave(dtc_law *w, int n, const int *set, int e, int *deficiency)
{
    int m = w->m, alone = *deficiency == 0;
    dtc_real *y = w->work, *x = y + m, *size = x + m, *p = w->P + e * m, own = p[e], others = 0;

    if (!alone) {
        multiply(m, w->P, n, set, w->G + e * m, y, size);
        y[e] -= (dtc_real)1;
        size[e] += (dtc_real)1;
        others = -y[e];
        alone = is_alone(w, n, set, e, y, size);
    }
    if (!(alone ? own > (dtc_real)0 : others > SHARED))
        return 0;
    for (int i = 0; i < n; i++) {
        if (alone)
            y[set[i]] = p[set[i]];
        x[set[i]] = alone ? -p[set[i]] / ((dtc_real)2 * own)
                          : (p[set[i]] + y[set[i]] * (own / ((dtc_real)2 * others))) / others;
    }
    *deficiency -= !alone;
    add_pair(w, n, set, x, y);
    for (int i = 0; i < n; i++)
        p[set[i]] = w->P[set[i] * m + e] = 0;
    return 1;
}

/* Between -4.5 and 5.5, without a pattern that slip accelerations or torques have. */
static dtc_real trial(int i) { return (dtc_real)(7 * i % 11) - (dtc_real)4.5; }

/* Is P an inverse of G on its range, as good as from scratch? Seen at one vector y: x = P y, left = G x - y. Where
 * elements are redundant y has to be in the range, the accelerations that some torques make; and it is no more so than
 * the rounding of G allows, which is that of the largest terms of its entries. */
static int is_inverse(const dtc_law *w, int deficiency)
{
    const int m = w->m, n = *w->holding, *list = w->list;
    dtc_real *y = w->work, *x = y + m, *size = x + m, *left = size + m, *terms = left + m, whole = 0;

    for (int i = 0; i < n; i++)
        y[list[i]] = w->root[list[i]] * trial(i);
    if (deficiency > 0) {
        multiply(m, w->P, n, list, y, x, size);
        for (int i = 0; i < n; i++)
            x[list[i]] += w->root[list[i]] > (dtc_real)0 ? trial(i) / w->root[list[i]] : (dtc_real)0;
        multiply(m, w->G, n, list, x, y, size);
    }
    multiply(m, w->P, n, list, y, x, size);
    for (int i = 0; i < n && deficiency > 0; i++)
        whole += w->bulk[list[i]] * dtc_abs(x[list[i]]);
    multiply(m, w->G, n, list, size, left, terms);
    multiply(m, w->G, n, list, x, left, size);
    for (int i = 0; i < n; i++) {
        left[list[i]] -= y[list[i]];
        terms[list[i]] += dtc_abs(y[list[i]]) + w->bulk[list[i]] * whole;
    }
    return is_rounding(n, list, left, terms, AS_GOOD);
}

/* Would the pivots that P has be found from scratch, and no more? One by any of them is at most `most`. Where elements
 * are redundant the two metrics must not be too unlike: by the square of their ratio rounding turns a least norm. */
static int is_clear(const dtc_law *w, dtc_real most, int deficiency)
{
    dtc_real least = INFINITY, largest = 0, square;

    for (int i = 0; i < *w->holding; i++) {
        int e = w->list[i];
        dtc_real unit = w->torque[e] * w->root[e];
        if (!(most * w->rank[e] <= CLEAR))
            return 0;
        least = unit < least ? unit : least;
        largest = unit > largest ? unit : largest;
    }
    square = largest / least * (largest / least);
    return deficiency == 0 || (most * (dtc_real)DTC_EPSILON <= NOISE * LAW_RANK && square * square <= UNLIKE);
}

/* Who leaves the stuck elements, then who joins them; how many. */
static int find_changes(const dtc_law *w, int *change)
{
    int n = 0, k = 0;

    for (int i = 0; i < *w->holding; i++)
        if (w->place[w->list[i]] != DTC_STUCK)
            change[n++] = w->list[i];
    for (int e = 0; e < w->m; e++) {
        int held = k < *w->holding && w->list[k] == e;
        if (!held && w->place[e] == DTC_STUCK)
            change[n++] = e;
        k += held;
    }
    return n;
}

/* 0: P is of no use, to be made from scratch. */
static int update(dtc_law *w, int changes, const int *change)
{
    int n = *w->holding, deficiency = w->count->deficiency, *set = w->want;
    dtc_real largest;

    memcpy(set, w->list, (size_t)n * sizeof *set);
    for (int k = 0; k < changes; k++) {
        int e = change[k], kept = 0;
        if (w->place[e] == DTC_STUCK) {
            set[n++] = e;
            if (!join(w, n, set, &deficiency))
                return 0;
            continue;
        }
        if (!leave(w, n, set, e, &deficiency))
            return 0;
        for (int i = 0; i < n; i++)
            if (set[i] != e)
                set[kept++] = set[i];
        n = kept;
    }
    make_lists(w);
    if (changes == 0)
        return 1;
    largest = magnification(w, w->work);
    if (!is_clear(w, (dtc_real)n * largest, deficiency) || !is_inverse(w, deficiency))
        return 0;
    *w->rough = !(largest <= ROUGH);
    *w->updates += changes;
    count_deficiency(w, deficiency);
    return 1;
}

void dtc_law_update(dtc_law *w)
{
    int changes = find_changes(w, w->order);

    if (*w->updates + changes >= LAW_UPDATES || changes * DTC_LAW_UPDATE_FROM > *w->holding ||
        !update(w, changes, w->order))
        dtc_law_factor(w);
}
