/* The exact box-constrained step, independent of the runtime: v+ is the one velocity with
 *
 *     M (v+ - v) = h f(t, v) + h W' lambda,   lambda in [lo, hi],   W v+ > 0: lambda = lo,   < 0: lambda = hi.
 *
 * lambda minimises the convex 1/2 h lambda' G lambda + lambda' s0 over the box, s0 = W (v + h inv(M) f): an active-set
 * method (Nocedal and Wright, Numerical Optimization, 16.5) whose free elements are kept independent: with s = 0 at the
 * free ones, an element that depends on them has s = 0 too and is no candidate. Warm start from the last step.
 *
 * Static bounds above the kinetic ones: an element at rest has them; if it moves all the same, it has the kinetic ones,
 * one more element each time. */
#ifndef EXACT_H
#define EXACT_H

#include "system.h"

struct exact {
    int m, n_free, stale;
    int free[MAXM], is_free[MAXM];
    double lambda[MAXM];
    double L[MAXM * MAXM]; /* Cholesky factor of G of the free ones */
    long failures, iterations;
};

static inline void exact_init(struct exact *x, int m)
{
    memset(x, 0, sizeof *x);
    x->m = m;
}

static inline void exact_factor(struct exact *x, const double *G)
{
    for (int i = 0; i < x->n_free; i++)
        for (int j = 0; j <= i; j++) {
            double sum = G[x->free[i] * x->m + x->free[j]];
            for (int k = 0; k < j; k++)
                sum -= x->L[i * MAXM + k] * x->L[j * MAXM + k];
            x->L[i * MAXM + j] = i == j ? sqrt(sum > 0 ? sum : 1e-300) : sum / x->L[j * MAXM + j];
        }
    x->stale = 0;
}

/* d = the change of the free lambda that brings their slips s to zero. */
static inline void exact_direction(const struct exact *x, double h, const double *s, double *d)
{
    int n = x->n_free;
    for (int i = 0; i < n; i++) {
        d[i] = -s[x->free[i]] / h;
        for (int k = 0; k < i; k++)
            d[i] -= x->L[i * MAXM + k] * d[k];
        d[i] /= x->L[i * MAXM + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++)
            d[i] -= x->L[k * MAXM + i] * d[k];
        d[i] /= x->L[i * MAXM + i];
    }
}

/* Is element e a combination of the free ones? Rounding must not make such a one a candidate. */
static inline int exact_depends(const struct exact *x, const double *G, int e)
{
    double row[MAXM], rest = G[e * x->m + e];
    for (int i = 0; i < x->n_free; i++) {
        row[i] = G[e * x->m + x->free[i]];
        for (int k = 0; k < i; k++)
            row[i] -= x->L[i * MAXM + k] * row[k];
        row[i] /= x->L[i * MAXM + i];
        rest -= row[i] * row[i];
    }
    return rest <= 1e-11 * G[e * x->m + e];
}

static inline void exact_release(struct exact *x, int i)
{
    x->is_free[x->free[i]] = 0;
    for (x->n_free--; i < x->n_free; i++)
        x->free[i] = x->free[i + 1];
    x->stale = 1;
}

static inline double exact_clamp(double x, double lo, double hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}

/* lambda in the box; s in: slip after the step with lambda = 0; out: with lambda. */
static inline void exact_solve(struct exact *x, const double *G, double h, const double *lo, const double *hi,
                               double *s)
{
    int m = x->m;
    double d[MAXM];

    for (int e = 0; e < m; e++)
        x->lambda[e] = x->is_free[e] || isinf(lo[e]) || isinf(hi[e]) ? exact_clamp(x->lambda[e], lo[e], hi[e])
                     : x->lambda[e] > 0.5 * (lo[e] + hi[e]) ? hi[e] : lo[e];
    for (int e = 0; e < m; e++) /* a one-sided element that is not free is at its finite bound */
        if (!x->is_free[e] && !isinf(lo[e]) != !isinf(hi[e]))
            x->lambda[e] = isinf(lo[e]) ? hi[e] : lo[e];
    for (int e = 0; e < m; e++)
        for (int j = 0; j < m; j++)
            s[e] += h * G[e * m + j] * x->lambda[j];
    for (int round = 0; round < 1000; round++) {
        double step = 1, worst = 0;
        int hit = -1, enter = -1;
        if (x->stale)
            exact_factor(x, G);
        x->iterations++;
        exact_direction(x, h, s, d);
        for (int i = 0; i < x->n_free; i++) {
            int e = x->free[i];
            double to = x->lambda[e] + d[i], bound = to < lo[e] ? lo[e] : hi[e];
            if (to >= lo[e] && to <= hi[e])
                continue;
            double part = (bound - x->lambda[e]) / d[i];
            if (part < step || hit < 0) {
                step = part < step ? part : step;
                hit = i;
            }
        }
        for (int i = 0; i < x->n_free; i++) {
            x->lambda[x->free[i]] += step * d[i];
            for (int e = 0; e < m; e++)
                s[e] += h * step * G[e * m + x->free[i]] * d[i];
        }
        if (hit >= 0) {
            int e = x->free[hit];
            x->lambda[e] = d[hit] < 0 ? lo[e] : hi[e];
            exact_release(x, hit);
            continue;
        }
        for (int e = 0; e < m; e++) {
            double pull = s[e] > 0 && x->lambda[e] > lo[e] ? s[e] : s[e] < 0 && x->lambda[e] < hi[e] ? -s[e] : 0;
            double size = x->is_free[e] ? 0 : pull / sqrt(G[e * m + e]);
            if (pull > 1e-11 && size > worst && !exact_depends(x, G, e)) {
                worst = size;
                enter = e;
            }
        }
        if (enter < 0)
            return;
        x->is_free[enter] = 1;
        x->free[x->n_free++] = enter;
        x->stale = 1;
    }
    x->failures++;
}

/* One step from t, v to t + h. place: by the motion at the end of the step (1, -1, 0; 2: no capacity). held: at
 * rest at the end of the last step, in and out. */
static inline void exact_step(struct exact *x, const struct system *y, double t, double h, double *v, int *held,
                              int *place)
{
    int m = y->m;
    double s0[MAXM], s[MAXM], a[MAXN], lo[MAXM], hi[MAXM], slo[MAXM], shi[MAXM];

    slips(y, v, s0);
    for (int e = 0; e < m; e++)
        bounds(&y->e[e], t, s0[e], &lo[e], &hi[e], &slo[e], &shi[e]);
    free_acceleration(y, t, v, a);
    for (int i = 0; i < y->n; i++)
        v[i] += h * a[i];
    for (int again = 1; again;) {
        double l[MAXM], u[MAXM], most = 1e-9;
        int slipping = -1;
        for (int e = 0; e < m; e++) {
            l[e] = held[e] ? slo[e] : lo[e];
            u[e] = held[e] ? shi[e] : hi[e];
        }
        slips(y, v, s);
        exact_solve(x, y->G, h, l, u, s);
        for (int e = 0; e < m; e++)
            if (held[e] && (l[e] < lo[e] || u[e] > hi[e]) && fabs(s[e]) > most) {
                most = fabs(s[e]);
                slipping = e;
            }
        again = slipping >= 0;
        if (again)
            held[slipping] = 0;
    }
    push(y, h, x->lambda, v);
    for (int e = 0; e < m; e++) {
        held[e] = fabs(s[e]) <= 1e-9;
        place[e] = hi[e] - lo[e] <= 0 ? 2 : held[e] ? 0 : s[e] > 0 ? 1 : -1;
    }
}

/* v0 becomes the nearest velocity (in the metric of the energy) that the infinite bounds allow. */
static inline void make_admissible(struct system *y)
{
    struct exact x;
    double s[MAXM], lo[MAXM], hi[MAXM];

    exact_init(&x, y->m);
    for (int e = 0; e < y->m; e++) {
        lo[e] = y->e[e].kind == DOG ? -INFINITY : 0;
        hi[e] = y->e[e].kind == CLUTCH || y->e[e].kind == SERIES ? 0 : INFINITY;
    }
    slips(y, y->v0, s);
    exact_solve(&x, y->G, 1, lo, hi, s);
    push(y, 1, x.lambda, y->v0);
}

#endif
