/* States with time and speeds frozen: does the iteration of the first sample and of events find the accelerations that
 * the law allows? They are unique; the exact solver gives them. */
#ifndef FROZEN_H
#define FROZEN_H

#include "run.h"

struct frozen_count {
    long states, redundant, evaluations, most, wrong, fallbacks, unsettled;
};

/* The largest slip acceleration by which x is wrong, relative to what the torques can give. */
static inline double frozen_error(const struct law_model *x)
{
    const struct system *y = x->y;
    struct exact solver;
    double a[MAXN], b[MAXM], lo[MAXM], hi[MAXM], worst = 0, scale = 1;

    exact_init(&solver, y->m);
    for (int e = 0; e < y->m; e++) {
        int rest = fabs(x->s[e]) <= 1e-9;
        lo[e] = rest || x->s[e] > 0 ? x->lo[e] : x->hi[e];
        hi[e] = rest || x->s[e] < 0 ? x->hi[e] : x->lo[e];
        scale = larger(scale, 10 * y->G[e * y->m + e]);
    }
    free_acceleration(y, x->t, x->v, a);
    slips(y, a, b);
    exact_solve(&solver, y->G, 1, lo, hi, b);
    for (int e = 0; e < y->m; e++)
        if (x->place[e] != DTC_INACTIVE)
            worst = larger(worst, fabs(b[e] - law_acceleration(x, e)) / scale);
    return worst;
}

/* States of random systems at random times, half of them at rest, the others moving with elements at rest. */
static inline struct frozen_count frozen_states(int count)
{
    struct frozen_count c;
    memset(&c, 0, sizeof c);
    for (int i = 0; i < count; i++) {
        struct system y = random_system(5000u + (uint64_t)i, 1);
        struct law_model x;
        uint64_t r = 77u + (uint64_t)i;
        struct exact solver;
        double s[MAXM], lo[MAXM], hi[MAXM];
        for (int e = 0; e < y.m; e++) {
            int rest = uniform(&r, 0, 1) < 0.5;
            lo[e] = rest || y.e[e].kind == DOG ? -INFINITY : 0;
            hi[e] = rest || (y.e[e].kind != CLUTCH && y.e[e].kind != SERIES) ? INFINITY : 0;
        }
        exact_init(&solver, y.m);
        slips(&y, y.v0, s);
        exact_solve(&solver, y.G, 1, lo, hi, s);
        push(&y, 1, solver.lambda, y.v0);
        law_init_at(&x, &y, uniform(&r, 0, 2));
        c.states++;
        c.redundant += x.count.worst_deficiency > 0;
        c.evaluations += x.settling;
        c.most = x.settling > c.most ? x.settling : c.most;
        c.wrong += frozen_error(&x) > 1e-7;
        c.fallbacks += x.count.fallbacks;
        c.unsettled += x.count.unsettled;
    }
    return c;
}

#endif
