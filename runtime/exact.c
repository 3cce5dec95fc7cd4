/* The method exact: propagation, stuck elements at the end of a step, the first border within a step.
 *
 * Gamma(h) = h phi_1(hA) is a Taylor series at h/2^s with |A| h/2^s <= 1, doubled s times: Gamma(2t) = Gamma(t) (2I + A Gamma(t)) (scaling and modified
 * squaring of Skaflestad and Wright, 2009; phi_1 itself, for Phi = I + A Gamma and Phi x + Gamma (f - A x) = x + Gamma f). |A| is
 * max(|A^2|^(1/2), |A^3|^(1/3)) of the balanced matrix, which bounds the terms from the second on (Al-Mohy and Higham, 2009) and is about the largest frequency.
 * A vector is taken over a sub-step by the same series, part by part.
 *
 * Stuck elements S: E dl = -s_end, with E = C Gamma B. Redundant ones make E_SS singular in the way in which G_SS is; dl = P y, with P the
 * pseudo-inverse of the law, lies in the range of least norm, and (E P + (I - G P)) y = -s_end is regular where E is regular on that range.
 * For E = h G it is what the jump of the law does.
 *
 * A border is found by regula falsi with the Anderson-Bjoerck weight (1973): bracketed, of order 1.7, a fixed number of steps.
 *
 * Ensures: fixed operation counts, stays inside its arrays for any numbers. */
#include "dtc_exact.h"
#include "dtc_runtime.h"

#define ZERO ((dtc_real)0)
#define ONE ((dtc_real)1)
#define RELEASE DTC_TOLERANCE(2e-7)    /* of the torque: a little more than what lets the law release */
#define WEAK ((dtc_real)0.02)          /* of h G: what E must be */

enum { TERMS = 18, DOUBLINGS = 60, SEARCH = 16, SWEEPS = 6, POWERS = 60 };

/* ---- matrices ------------------------------------------------------------------------------------------------- */

/* C = A B for n x n and n x m. */
static void product(int n, int m, const dtc_real *A, const dtc_real *B, dtc_real *C)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            dtc_real sum = ZERO;
            for (int k = 0; k < n; k++)
                sum += A[i * n + k] * B[k * m + j];
            C[i * m + j] = sum;
        }
}

/* The largest sum of a column. */
static dtc_real norm(int n, const dtc_real *A)
{
    dtc_real largest = ZERO;

    for (int j = 0; j < n; j++) {
        dtc_real sum = ZERO;
        for (int i = 0; i < n; i++)
            sum += dtc_abs(A[i * n + j]);
        if (!(sum <= largest))
            largest = sum;
    }
    return largest;
}

static dtc_real row(int n, const dtc_real *A, int i, const dtc_real *x)
{
    dtc_real sum = ZERO;

    for (int k = 0; k < n; k++)
        sum += A[i * n + k] * x[k];
    return sum;
}

/* S = inv(D) A D with D of powers of two, so that norms mean the same in all units (Parlett and Reinsch, 1969; SWEEPS times). */
static void balance(int n, const dtc_real *A, dtc_real *S)
{
    memcpy(S, A, (size_t)(n * n) * sizeof *S);
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int i = 0; i < n; i++) {
            dtc_real column = ZERO, line = ZERO, factor = ONE;
            for (int j = 0; j < n; j++)
                if (j != i) {
                    column += dtc_abs(S[j * n + i]);
                    line += dtc_abs(S[i * n + j]);
                }
            if (!(column > ZERO && line > ZERO))
                continue;
            for (int k = 0; k < POWERS && column < line * (dtc_real)0.5; k++, column *= (dtc_real)2, line *= (dtc_real)0.5)
                factor *= (dtc_real)2;
            for (int k = 0; k < POWERS && line < column * (dtc_real)0.5; k++, column *= (dtc_real)0.5, line *= (dtc_real)2)
                factor *= (dtc_real)0.5;
            for (int j = 0; j < n; j++) {
                S[j * n + i] *= factor;
                S[i * n + j] /= factor;
            }
        }
}

/* Gamma(t) by Horner's rule: t (I + tA/2 (I + tA/3 (...))). */
static void series(int n, const dtc_real *A, dtc_real t, dtc_real *Gamma, dtc_real *room)
{
    for (int i = 0; i < n * n; i++)
        Gamma[i] = i % (n + 1) == 0 ? ONE : ZERO;
    for (int k = TERMS; k > 1; k--) {
        product(n, n, A, Gamma, room);
        for (int i = 0; i < n * n; i++)
            Gamma[i] = room[i] * (t / (dtc_real)k) + (i % (n + 1) == 0 ? ONE : ZERO);
    }
    for (int i = 0; i < n * n; i++)
        Gamma[i] *= t;
}

void dtc_exact_map(int n, int m, const dtc_real *A, const dtc_real *B, dtc_real h, dtc_real *Gamma, dtc_real *W, dtc_real *rate, dtc_real *room)
{
    dtc_real *square = room, *cube = room + n * n, *balanced = room + 2 * n * n, t = h;
    int doublings = 0;

    balance(n, A, balanced);
    product(n, n, balanced, balanced, square);
    product(n, n, balanced, square, cube);
    *rate = dtc_max(dtc_sqrt(norm(n, square)), dtc_pow(norm(n, cube), ONE / (dtc_real)3));
    for (; doublings < DOUBLINGS && *rate * t > ONE; doublings++)
        t *= (dtc_real)0.5;
    series(n, A, t, Gamma, room);
    for (; doublings > 0; doublings--) {
        product(n, n, A, Gamma, square);
        for (int i = 0; i < n; i++)
            square[i * n + i] += (dtc_real)2;
        product(n, n, Gamma, square, cube);
        memcpy(Gamma, cube, (size_t)(n * n) * sizeof *Gamma);
    }
    product(n, m, Gamma, B, W);
}

void dtc_exact_close(int n, int m, const dtc_real *A, const dtc_real *B, const dtc_real *K, const dtc_real *P, dtc_real *closed, dtc_real *room)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            room[i * m + j] = ZERO;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            for (int j = 0; j < m; j++)
                room[i * m + j] += B[i * m + k] * P[k * m + j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            dtc_real sum = A[i * n + j];
            for (int k = 0; k < m; k++)
                sum -= room[i * m + k] * K[k * n + j];
            closed[i * n + j] = sum;
        }
}

int dtc_exact_check(int n, int m, dtc_real h, const dtc_real *C, const dtc_real *W, const dtc_real *G)
{
    for (int i = 0; i < m; i++) {
        dtc_real E = ZERO;
        for (int k = 0; k < n; k++)
            E += C[i * n + k] * W[k * m + i];
        if (!(E >= WEAK * h * G[i]))
            return 1 + i;
    }
    return 0;
}

/* ---- one step --------------------------------------------------------------------------------------------------- */

/* y of y' = A y + f after tau, from zero. term: n numbers */
static void travel(const dtc_exact *e, dtc_real tau, const dtc_real *f, int stride, dtc_real *y, dtc_real *term, dtc_real *next)
{
    int n = e->n, parts = 1;

    while (parts < DTC_EXACT_PARTS && !(e->rate * tau <= (dtc_real)parts))
        parts++;
    dtc_real t = tau / (dtc_real)parts;
    for (int i = 0; i < n; i++)
        y[i] = ZERO;
    for (int part = 0; part < parts; part++) {
        for (int i = 0; i < n; i++)
            term[i] = t * (f[i * stride] + row(n, e->A, i, y));
        for (int k = 2; k <= TERMS + 2; k++) {
            for (int i = 0; i < n; i++)
                y[i] += term[i];
            for (int i = 0; i < n; i++)
                next[i] = row(n, e->A, i, term) * (t / (dtc_real)k);
            memcpy(term, next, (size_t)n * sizeof *term);
        }
    }
}

static int any_stuck(const dtc_exact *e)
{
    for (int i = 0; i < e->m; i++)
        if (e->place[i] == DTC_STUCK)
            return 1;
    return 0;
}

static int full(const dtc_exact *e, dtc_real tau) { return !(tau < e->h) && !(tau > e->h); }

/* Gamma(tau) B of the stuck elements, n x m. */
static const dtc_real *responses(dtc_exact *e, dtc_real tau, dtc_real *W)
{
    int n = e->n, m = e->m;
    dtc_real *column = e->room, *term = e->room + n;

    if (full(e, tau))
        return e->W;
    for (int j = 0; j < m; j++) {
        if (e->place[j] != DTC_STUCK)
            continue;
        travel(e, tau, e->B + j, m, column, term, term + n);
        for (int i = 0; i < n; i++)
            W[i * m + j] = column[i];
    }
    return W;
}

/* Slip of element i after tau, which goes on as it does for reasons other than states. */
static dtc_real slip(const dtc_exact *e, int i, dtc_real tau, const dtc_real *y)
{
    return e->s[i] + row(e->n, e->C, i, y) + tau * e->drift[i];
}

/* F = E P / tau + I - G P; rows of others than stuck elements: I. */
static void end_matrix(const dtc_exact *e, dtc_real tau, const dtc_real *W, dtc_real *F, dtc_real *d)
{
    int n = e->n, m = e->m;

    for (int i = 0; i < m; i++) {
        int stuck = e->place[i] == DTC_STUCK;
        for (int k = 0; k < m; k++) {
            d[k] = ZERO;
            if (!stuck || e->place[k] != DTC_STUCK)
                continue;
            for (int q = 0; q < n; q++)
                d[k] += e->C[i * n + q] * W[q * m + k];
            d[k] = d[k] / tau - e->G[i * m + k];
        }
        for (int j = 0; j < m; j++) {
            dtc_real sum = i == j ? ONE : ZERO;
            for (int k = 0; k < m; k++)
                sum += d[k] * e->P[k * m + j];
            F[i * m + j] = sum;
        }
    }
}

/* y gets what the stuck elements need to have no slip after tau. */
static void hold(dtc_exact *e, dtc_real tau, dtc_real *y)
{
    int n = e->n, m = e->m;
    dtc_real *own = e->room + 3 * n, *F = own + n * m, *d = F + m * m + m, *dl = d + m;
    const dtc_real *W = responses(e, tau, own);

    end_matrix(e, tau, W, F, d);
    if (dtc_lu_factor(m, F, e->p))
        (*e->singular)++;
    for (int i = 0; i < m; i++)
        d[i] = e->place[i] == DTC_STUCK ? -slip(e, i, tau, y) / tau : ZERO;
    dtc_lu_solve(m, F, e->p, d);
    for (int i = 0; i < m; i++)
        dl[i] = row(m, e->P, i, d);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (e->place[j] == DTC_STUCK)
                y[i] += W[i * m + j] * dl[j];
}

/* The states jump by -B P s at once, and the rates with them: go = f + A jump. */
static void start_motion(dtc_exact *e)
{
    int n = e->n, m = e->m;

    for (int i = 0; i < n; i++) {
        e->jump[i] = ZERO;
        for (int j = 0; j < m; j++)
            if (e->place[j] == DTC_STUCK)
                e->jump[i] -= e->B[i * m + j] * row(m, e->P, j, e->s);
    }
    for (int i = 0; i < n; i++)
        e->go[i] = e->f[i] + row(n, e->A, i, e->jump);
    for (int i = 0; i < m; i++)
        e->drift[i] = e->ah[i] - row(n, e->C, i, e->f);
}

void dtc_exact_reach(dtc_exact *e, dtc_real tau, dtc_real *y)
{
    int n = e->n;

    start_motion(e);
    if (full(e, tau))
        for (int i = 0; i < n; i++)
            y[i] = row(n, e->Gamma, i, e->go);
    else
        travel(e, tau, e->go, 1, y, e->room, e->room + n);
    for (int i = 0; i < n; i++)
        y[i] += e->jump[i];
    if (tau > ZERO && any_stuck(e))
        hold(e, tau, y);
}

/* ---- borders ------------------------------------------------------------------------------------------------------ */

/* Positive as long as border i is not reached; borders of relations first, then elements. */
static dtc_real distance(const dtc_exact *e, int i, dtc_real tau, const dtc_real *y)
{
    int k = i - e->g;

    if (k < 0)
        return e->side[i] == 0 ? ONE : (dtc_real)e->side[i] * (e->border[i] + row(e->n, e->L, i, y));
    switch (e->place[k]) {
    case DTC_FWD: return slip(e, k, tau, y);
    case DTC_BWD: return -slip(e, k, tau, y);
    case DTC_STUCK: break;
    default: return ONE;
    }
    dtc_real torque = e->lh[k];
    for (int j = 0; j < e->m; j++)
        torque -= e->P[k * e->m + j] * (e->place[j] == DTC_STUCK ? row(e->n, e->K, j, y) : ZERO);
    return dtc_min(torque - e->slo[k], e->shi[k] - torque) + RELEASE * e->torque[k];
}

/* The time in (0, tau] at which border i is reached; y is that of tau, and becomes that of the result. */
static dtc_real crossing(dtc_exact *e, int i, dtc_real tau, dtc_real *y, dtc_real *start)
{
    dtc_real a = ZERO, b = tau, ga, gb = distance(e, i, tau, y);

    for (int k = 0; k < e->n; k++)
        start[k] = ZERO;
    ga = distance(e, i, ZERO, start);
    if (!(ga > ZERO)) {
        memcpy(y, start, (size_t)e->n * sizeof *y);
        return ZERO;
    }
    for (int k = 0; k < SEARCH; k++) {
        dtc_real t = b - gb * (b - a) / (gb - ga), g;
        if (!(t > a && t < b))
            t = (dtc_real)0.5 * (a + b);
        dtc_exact_reach(e, t, y);
        g = distance(e, i, t, y);
        if (g > ZERO) {
            dtc_real weight = ONE - g / ga;
            gb *= a > ZERO ? (weight > ZERO ? weight : (dtc_real)0.5) : ONE;
            a = t;
            ga = g;
        } else {
            dtc_real weight = ONE - g / gb;
            ga *= b < tau ? (weight > ZERO ? weight : (dtc_real)0.5) : ONE;
            b = t;
            gb = g;
        }
    }
    dtc_exact_reach(e, b, y);
    return b;
}

/* 1 + the border of a stuck element whose torque is beyond its bound from the start, with y = 0; 0: there is none. */
static int overdue(const dtc_exact *e, dtc_real *y)
{
    for (int k = 0; k < e->n; k++)
        y[k] = ZERO;
    for (int i = 0; i < e->m; i++)
        if (e->place[i] == DTC_STUCK && distance(e, e->g + i, ZERO, y) < ZERO)
            return 1 + e->g + i;
    return 0;
}

dtc_real dtc_exact_seek(dtc_exact *e, dtc_real tau, dtc_real *y, int *cut)
{
    dtc_real *start = e->room + 2 * e->n;

    *cut = overdue(e, y);
    if (*cut)
        return ZERO;
    dtc_exact_reach(e, tau, y);
    if (e->rate * tau > (dtc_real)DTC_EXACT_PARTS)
        return tau;
    for (int i = 0; i < e->g + e->m; i++)
        if (distance(e, i, tau, y) < ZERO) {
            tau = crossing(e, i, tau, y, start);
            *cut = i + 1;
        }
    for (int i = 0; i < e->g && *cut; i++)
        if (i + 1 == *cut || !(distance(e, i, tau, y) > ZERO))
            e->side[i] = 0;
    return tau;
}
