/* The scheme once more, written from its description and with other means than the runtime: no G but M and W,
 * the pseudo-inverse from eigenvalues (Jacobi), the acceleration of the whole mechanism, the bounded step by the solver
 * of exact.h. Which of several redundant elements are the stuck ones is a convention of the runtime: in a step its
 * places are judged, by the motion that they give, not found again. Slow and plain. For nominal slip 1 and nominal
 * torque 10 of every element. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include "exact.h"

enum { REF_B = -1, REF_S = 0, REF_F = 1, REF_I = 2 };

struct reference {
    const struct system *y;
    double t, v[MAXN], s[MAXM], ah[MAXM], lh[MAXM], dv[MAXN], a[MAXN], free[MAXN],
        lambda[MAXM]; /* free: a at lambda = 0 */
    double lo[MAXM], hi[MAXM], slo[MAXM], shi[MAXM];
    double P[MAXM][MAXM]; /* embedded */
    int place[MAXM];
};

static const double REF_ES = 1e-9, REF_EL = 1e-7 * 10;

/* Eigenvalues d and vectors V (columns) of the symmetric A, which is destroyed. */
static inline void ref_eigen(int n, double A[MAXM][MAXM], double *d, double V[MAXM][MAXM])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            V[i][j] = i == j;
    for (int sweep = 0; sweep < 60; sweep++)
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++) {
                if (A[p][q] == 0)
                    continue;
                double theta = 0.5 * atan2(2 * A[p][q], A[q][q] - A[p][p]), c = cos(theta), s = sin(theta);
                for (int k = 0; k < n; k++) {
                    double x = A[k][p], z = A[k][q];
                    A[k][p] = c * x - s * z;
                    A[k][q] = s * x + c * z;
                    x = V[k][p], z = V[k][q];
                    V[k][p] = c * x - s * z;
                    V[k][q] = s * x + c * z;
                }
                for (int k = 0; k < n; k++) {
                    double x = A[p][k], z = A[q][k];
                    A[p][k] = c * x - s * z;
                    A[q][k] = s * x + c * z;
                }
            }
    for (int i = 0; i < n; i++)
        d[i] = A[i][i];
}

static inline void ref_pinv(struct reference *r)
{
    int m = r->y->m, n = 0, S[MAXM];
    double A[MAXM][MAXM], d[MAXM], V[MAXM][MAXM], largest = 0;

    for (int e = 0; e < m; e++)
        if (r->place[e] == REF_S)
            S[n++] = e;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i][j] = r->y->G[S[i] * m + S[j]];
    ref_eigen(n, A, d, V);
    for (int i = 0; i < n; i++)
        largest = d[i] > largest ? d[i] : largest;
    memset(r->P, 0, sizeof r->P);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                if (d[k] > 1e-10 * largest)
                    r->P[S[i]][S[j]] += V[i][k] * V[j][k] / d[k];
}

/* (P G_S.)_ej over the stuck elements. */
static inline double ref_PG(const struct reference *r, int e, int j)
{
    double sum = 0;
    for (int k = 0; k < r->y->m; k++)
        sum += r->P[e][k] * r->y->G[k * r->y->m + j];
    return sum;
}

static inline void ref_bounds(struct reference *r)
{
    slips(r->y, r->v, r->s);
    for (int e = 0; e < r->y->m; e++)
        bounds(&r->y->e[e], r->t, r->s[e], &r->lo[e], &r->hi[e], &r->slo[e], &r->shi[e]);
}

static inline int ref_no_capacity(const struct reference *r, int e)
{
    return isfinite(r->lo[e]) && isfinite(r->hi[e]) && r->hi[e] - r->lo[e] <= 0;
}

static inline int ref_fresh(const struct reference *r, int e)
{
    if (r->s[e] > REF_ES)
        return isinf(r->lo[e]) ? REF_S : REF_F;
    if (r->s[e] < -REF_ES)
        return isinf(r->hi[e]) ? REF_S : REF_B;
    return REF_S;
}

static inline double ref_ea(const struct reference *r)
{
    double largest = 0;
    for (int e = 0; e < r->y->m; e++)
        largest = larger(largest, r->y->G[e * r->y->m + e]);
    return 1e-9 * largest * 10;
}

/* What the impulses that take the slips of stuck elements away add to the slip of e; the torque that it is for e. */
static inline double ref_taken(const struct reference *r, double h, int e, double *torque)
{
    double x[MAXM], sum = 0;
    for (int i = 0; i < r->y->m; i++) {
        x[i] = 0;
        for (int j = 0; j < r->y->m; j++)
            x[i] -= r->place[i] == REF_S && r->place[j] == REF_S ? r->P[i][j] * r->s[j] : 0;
        sum += r->y->G[e * r->y->m + i] * x[i];
    }
    *torque = h > 0 ? x[e] / h : 0;
    return sum;
}

/* Step 2, first half: what each would do alone. */
static inline void ref_wanted(const struct reference *r, double h, int frozen, int *want)
{
    for (int e = 0; e < r->y->m; e++) {
        double s = r->s[e], more, a = r->ah[e] + (frozen ? 0 : ref_taken(r, h, e, &more) / h), held = r->lh[e];
        want[e] = r->place[e];
        if (!frozen)
            held += more;
        if (ref_no_capacity(r, e))
            want[e] = REF_I;
        else if (r->place[e] == REF_I)
            want[e] = ref_fresh(r, e);
        else if (r->place[e] == REF_F) {
            if (s < -REF_ES || (a < -ref_ea(r) && (frozen ? s <= REF_ES : s + h * a <= 0)))
                want[e] = REF_S;
        } else if (r->place[e] == REF_B) {
            if (s > REF_ES || (a > ref_ea(r) && (frozen ? s >= -REF_ES : s + h * a >= 0)))
                want[e] = REF_S;
        } else if (held < r->slo[e] - REF_EL)
            want[e] = REF_F;
        else if (held > r->shi[e] + REF_EL)
            want[e] = REF_B;
    }
}

/* Coupled, directly or through others. */
static inline void ref_coupling(const struct reference *r, int C[MAXM][MAXM])
{
    int m = r->y->m;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            C[i][j] = fabs(r->y->G[i * m + j]) > 1e-13 * sqrt(r->y->G[i * m + i] * r->y->G[j * m + j]);
    for (int k = 0; k < m; k++)
        for (int i = 0; i < m; i++)
            for (int j = 0; j < m; j++)
                C[i][j] |= C[i][k] && C[k][j];
}

static inline double ref_violation(const struct reference *r, int e, int want)
{
    return (want == REF_F ? r->slo[e] - r->lh[e] : r->lh[e] - r->shi[e]) * sqrt(r->y->G[e * r->y->m + e]);
}

static inline int ref_locks(const struct reference *r, const int *want, int e)
{
    return (r->place[e] == REF_F || r->place[e] == REF_B) && want[e] == REF_S && isfinite(r->lo[e]) &&
           isfinite(r->hi[e]);
}

static inline int ref_releases(const struct reference *r, const int *want, int e)
{
    return r->place[e] == REF_S && (want[e] == REF_F || want[e] == REF_B);
}

/* The place of a sliding element that would lock but may not. */
static inline int ref_passes(const struct reference *r, int e)
{
    return r->place[e] * r->s[e] < -REF_ES ? -r->place[e] : r->place[e];
}

static inline double ref_score(const struct reference *r, const int *want, int e)
{
    return want[e] == REF_S ? fabs(r->ah[e]) / sqrt(r->y->G[e * r->y->m + e]) : ref_violation(r, e, want[e]);
}

/* The rest of step 2 and step 3: of all coupled ones that would do the same the strongest does; a tie is the first's.
 */
static inline void ref_contests(const struct reference *r, int *want)
{
    int m = r->y->m, C[MAXM][MAXM], first[MAXM];

    ref_coupling(r, C);
    memcpy(first, want, sizeof first);
    for (int e = 0; e < m; e++) {
        int winner = -1, locks = ref_locks(r, first, e);
        if (!locks && !ref_releases(r, first, e))
            continue;
        for (int j = 0; j < m; j++) {
            if (!C[e][j] || !(locks ? ref_locks(r, first, j) : ref_releases(r, first, j)))
                continue;
            if (winner < 0 || ref_score(r, first, j) > ref_score(r, first, winner) * (1 + 1e-9))
                winner = j;
        }
        if (winner == e)
            continue;
        want[e] = locks ? ref_passes(r, e) : REF_S;
    }
}

/* Step 4 */
static inline void ref_exchange(const struct reference *r, int *want)
{
    int m = r->y->m;
    for (int e = 0; e < m; e++) {
        int best = -1;
        double most = 1e-6 * r->y->G[e * m + e];
        if (!ref_releases(r, want, e) || fabs(r->s[e]) > REF_ES || 1 - ref_PG(r, e, e) > 1e-6)
            continue;
        for (int j = 0; j < m; j++) {
            int p = r->place[j];
            if ((p != REF_F && p != REF_B) || want[j] != p || fabs(r->s[j]) > REF_ES || fabs(r->ah[j]) > ref_ea(r))
                continue;
            double alpha = ref_PG(r, e, j), weight = alpha * alpha * r->y->G[j * m + j];
            int fits = want[e] == REF_B ? (alpha > 0 && p == REF_F) || (alpha < 0 && p == REF_B)
                                        : (alpha > 0 && p == REF_B) || (alpha < 0 && p == REF_F);
            if (fits && weight > most * (1 + 1e-9)) {
                most = weight;
                best = j;
            }
        }
        if (best >= 0) {
            want[best] = REF_S;
            return;
        }
    }
}

/* Step 5, without the correction. */
static inline void ref_evaluate(struct reference *r)
{
    const struct system *y = r->y;
    double b[MAXM];

    free_acceleration(y, r->t, r->v, r->free);
    memcpy(r->a, r->free, sizeof r->a);
    for (int e = 0; e < y->m; e++)
        r->lambda[e] = r->place[e] == REF_F ? r->lo[e] : r->place[e] == REF_B ? r->hi[e] : 0;
    push(y, 1, r->lambda, r->a);
    slips(y, r->a, b);
    for (int e = 0; e < y->m; e++) {
        r->lh[e] = 0;
        for (int j = 0; j < y->m; j++)
            r->lh[e] -= r->P[e][j] * b[j];
    }
    push(y, 1, r->lh, r->a);
    slips(y, r->a, r->ah);
    for (int e = 0; e < y->m; e++)
        if (r->place[e] == REF_S)
            r->lambda[e] = r->lh[e];
}

static inline void ref_correction(struct reference *r)
{
    double x[MAXM];
    for (int e = 0; e < r->y->m; e++) {
        x[e] = 0;
        for (int j = 0; j < r->y->m; j++)
            x[e] -= r->place[j] == REF_S ? r->P[e][j] * r->s[j] : 0;
    }
    memset(r->dv, 0, sizeof r->dv);
    push(r->y, 1, x, r->dv);
}

/* With time and speeds frozen. */
static inline int ref_decide(struct reference *r)
{
    int want[MAXM], changed = 0;
    ref_wanted(r, 0, 1, want);
    ref_contests(r, want);
    ref_exchange(r, want);
    for (int e = 0; e < r->y->m; e++) {
        changed |= want[e] != r->place[e];
        r->place[e] = want[e];
    }
    return changed;
}

static inline void ref_settle(struct reference *r)
{
    for (int k = 0; k < 32; k++) {
        ref_pinv(r);
        ref_evaluate(r);
        if (!ref_decide(r))
            return;
    }
}

static inline void ref_init(struct reference *r, const struct system *y)
{
    memset(r, 0, sizeof *r);
    r->y = y;
    memcpy(r->v, y->v0, sizeof r->v);
    ref_bounds(r);
    for (int e = 0; e < y->m; e++)
        r->place[e] = ref_no_capacity(r, e) ? REF_I : ref_fresh(r, e);
    ref_settle(r);
    ref_correction(r);
    for (int i = 0; i < y->n; i++)
        r->v[i] += r->dv[i];
    ref_bounds(r);
    ref_settle(r);
}

/* The slips after the step with the accelerations of the sample, by the exact solver. An element that was
 * stuck, or slides and comes to rest, holds up to its static bounds; one that moves nevertheless has the kinetic ones,
 * one more each time. */
static inline void ref_exact_slips(const struct reference *r, double h, double *s)
{
    const struct system *y = r->y;
    struct exact solver;
    double v[MAXN], l[MAXM], u[MAXM];
    int held[MAXM];

    for (int e = 0; e < y->m; e++)
        held[e] = 1;
    for (int again = 1; again;) {
        int moves = -1;
        exact_init(&solver, y->m);
        for (int i = 0; i < y->n; i++)
            v[i] = r->v[i] + h * r->free[i];
        for (int e = 0; e < y->m; e++) {
            int place = r->place[e] == REF_I ? ref_fresh(r, e) : r->place[e];
            l[e] = held[e] && place != REF_F ? r->slo[e] : r->lo[e];
            u[e] = held[e] && place != REF_B ? r->shi[e] : r->hi[e];
            if (ref_no_capacity(r, e))
                l[e] = u[e] = 0;
        }
        slips(y, v, s);
        exact_solve(&solver, y->G, h, l, u, s);
        for (int e = 0; e < y->m; e++)
            if (held[e] && (l[e] < r->lo[e] || u[e] > r->hi[e]) && fabs(s[e]) > REF_ES + h * ref_ea(r) &&
                (moves < 0 || s[e] * s[e] / y->G[e * y->m + e] > s[moves] * s[moves] / y->G[moves * y->m + moves]))
                moves = e;
        again = moves >= 0;
        if (again)
            held[moves] = 0;
    }
}

/* The same with the torques of the places, which are in r already, with P. */
static inline void ref_slips(const struct reference *r, double h, double *s)
{
    const struct system *y = r->y;
    double v[MAXN], x[MAXM];

    for (int i = 0; i < y->n; i++)
        v[i] = r->v[i] + h * r->free[i];
    for (int e = 0; e < y->m; e++)
        x[e] = r->place[e] == REF_F ? r->lo[e] : r->place[e] == REF_B ? r->hi[e] : 0;
    push(y, h, x, v);
    slips(y, v, s);
    for (int e = 0; e < y->m; e++) {
        x[e] = 0;
        for (int j = 0; j < y->m; j++)
            x[e] -= r->P[e][j] * s[j];
    }
    push(y, 1, x, v);
    slips(y, v, s);
}

/* Torques of the step: those that hold, and what takes slips away. Does one of least norm exceed its bounds? */
static inline int ref_torques(struct reference *r, double h)
{
    int beyond = 0;
    ref_correction(r);
    for (int e = 0; e < r->y->m; e++) {
        double more;
        ref_taken(r, h, e, &more);
        if (r->place[e] != REF_S)
            continue;
        r->lambda[e] += more;
        beyond |= r->lambda[e] < r->slo[e] - REF_EL || r->lambda[e] > r->shi[e] + REF_EL;
    }
    return beyond;
}

/* The sample at r->t with the places of the runtime, then the step to t. Are the places right? They are
 * the last ones if no element would leave its own alone, else such that the exact step has the same slips. Torques of
 * the runtime are those of least norm, if these are within their bounds. */
static inline int ref_step(struct reference *r, const int *place, const double *lambda, double h, double t)
{
    const struct system *y = r->y;
    int want[MAXM], changes = 0, right = 1;
    double exact[MAXM], s[MAXM];

    ref_bounds(r);
    ref_pinv(r);
    ref_evaluate(r);
    ref_wanted(r, h, 0, want);
    for (int e = 0; e < y->m; e++) {
        changes |= want[e] != r->place[e];
        right &= r->place[e] == place[e];
    }
    if (changes)
        ref_exact_slips(r, h, exact);
    memcpy(r->place, place, sizeof r->place);
    ref_pinv(r);
    if (changes) {
        ref_slips(r, h, s);
        right = 1;
        for (int e = 0; e < y->m; e++)
            right &= fabs(s[e] - exact[e]) < 1e-6;
    }
    ref_evaluate(r);
    int beyond = ref_torques(r, h);
    for (int e = 0; e < y->m && right && !beyond; e++)
        right = fabs(lambda[e] - r->lambda[e]) < 1e-6;
    for (int e = 0; e < y->m && right && beyond; e++)
        right = lambda[e] >= r->slo[e] - 2 * REF_EL && lambda[e] <= r->shi[e] + 2 * REF_EL;
    for (int i = 0; i < y->n; i++)
        r->v[i] += r->dv[i] + h * r->a[i];
    r->t = t;
    return right;
}

#endif
