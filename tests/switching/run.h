/* Running a system: by the runtime as generated code does it (law), by the exact step, and what is measured. */
#ifndef RUN_H
#define RUN_H

#include <stdlib.h>

#include "dtc_law.h"
#include "exact.h"

/* Samples 0 to steps: v and s at the sample, and the places in the step that begins there. */
struct trace {
    int steps, n, m;
    double h;
    double *v, *s, *lambda;
    int *place;
};

static inline struct trace trace_new(const struct system *y, double h, int steps)
{
    struct trace r = {steps, y->n, y->m, h, NULL, NULL, NULL, NULL};
    size_t rows = (size_t)steps + 1;
    r.v = calloc(rows * (size_t)y->n, sizeof *r.v);
    r.s = calloc(rows * (size_t)y->m, sizeof *r.s);
    r.lambda = calloc(rows * (size_t)y->m, sizeof *r.lambda);
    r.place = calloc(rows * (size_t)y->m, sizeof *r.place);
    if (!r.v || !r.s || !r.lambda || !r.place)
        abort();
    return r;
}

static inline void trace_free(struct trace *r)
{
    free(r->v);
    free(r->s);
    free(r->lambda);
    free(r->place);
}

static inline void trace_put(struct trace *r, int k, const double *v, const double *s, const double *lambda,
                             const int *place)
{
    memcpy(r->v + k * r->n, v, (size_t)r->n * sizeof *v);
    memcpy(r->s + k * r->m, s, (size_t)r->m * sizeof *s);
    memcpy(r->lambda + k * r->m, lambda, (size_t)r->m * sizeof *lambda);
    memcpy(r->place + k * r->m, place, (size_t)r->m * sizeof *place);
}

/* ---- the runtime ------------------------------------------------------------------------------ */

/* What generated code has in its model struct; arrays larger than m are no harm: the runtime uses the first m (m x m).
 */
struct law_model {
    const struct system *y;
    double t, v[MAXN];
    long evaluations, settling; /* at run time; of the first sample before its projection */
    int before[MAXM];           /* places before the sample */
    int options;                /* of dtc_law_decide */
    int samples;
    DTC_LAW_MEMBERS(MAXM)
};

static inline void law_inputs(struct law_model *x)
{
    slips(x->y, x->v, x->s);
    for (int e = 0; e < x->y->m; e++)
        bounds(&x->y->e[e], x->t, x->s[e], &x->lo[e], &x->hi[e], &x->slo[e], &x->shi[e]);
}

static inline void law_evaluate(struct law_model *x, dtc_law *w)
{
    double a[MAXN];
    free_acceleration(x->y, x->t, x->v, a);
    dtc_law_push(w);
    push(x->y, 1, x->lambda, a);
    slips(x->y, a, x->af);
    dtc_law_solve(w);
    x->evaluations++;
}

/* Slip acceleration of element e in the last evaluation. */
static inline double law_acceleration(const struct law_model *x, int e)
{
    struct law_model *own = (struct law_model *)x; /* a view is of what may change */
    dtc_law w = DTC_LAW_VIEW(x->y->m, own);
    return dtc_law_acceleration(&w, e);
}

static inline int law_init_at(struct law_model *x, const struct system *y, double t)
{
    int m = y->m;

    memset(x, 0, sizeof *x);
    x->y = y;
    x->t = t;
    memcpy(x->v, y->v0, sizeof x->v);
    memcpy(x->G, y->G, sizeof x->G);
    for (int e = 0; e < m; e++)
        x->speed[e] = 1, x->torque[e] = 10;
    dtc_law w = DTC_LAW_VIEW(m, x);
    law_inputs(x);
    int trouble = dtc_law_start(&w);
    for (int pass = 0; pass < 2; pass++) {
        for (int k = 0;; k++) {
            dtc_law_factor(&w);
            law_evaluate(x, &w);
            if (!dtc_law_settle(&w, 0, k))
                break;
        }
        if (pass == 0) { /* one projection, and a recheck */
            x->settling = x->evaluations;
            dtc_law_jump(&w, 0);
            push(y, 1, x->jump, x->v);
            law_inputs(x);
        }
    }
    x->evaluations = 0;
    return trouble;
}

static inline int law_init(struct law_model *x, const struct system *y)
{
    return law_init_at(x, y, 0);
}

static inline void law_decide(struct law_model *x, double h)
{
    dtc_law w = DTC_LAW_VIEW(x->y->m, x);
    law_inputs(x);
    law_evaluate(x, &w);
    memcpy(x->before, x->place, sizeof x->before);
    const int moved = x->samples++ % 2; /* every other one as if the matrix had moved */
    if (moved ? !DTC_LAW_STAYS(x->y->m, x, h) : !DTC_LAW_QUIET(x->y->m, x, h))
        dtc_law_decide(&w, h, h, DTC_LAW_WHOLE | x->options);
    else if (moved)
        DTC_LAW_LEAVE_IMPULSES(x, h);
    else if (x->options & DTC_LAW_ROOM)
        DTC_LAW_LEAVE_ROOM(x);
}

static inline void law_sample(struct law_model *x, double h) { law_decide(x, h); }

static inline void law_advance(struct law_model *x, double t, double h)
{
    double a[MAXN];
    free_acceleration(x->y, x->t, x->v, a);
    for (int i = 0; i < x->y->n; i++)
        x->v[i] += h * a[i];
    push(x->y, h, x->lambda, x->v);
    x->t = t;
}

/* options: DTC_LAW_ROOM: with impulses for what lets go between two samples, as of Euler's method. */
static inline struct trace run_law_with(struct law_model *x, const struct system *y, double h, int steps, int options)
{
    struct trace r = trace_new(y, h, steps);

    law_init(x, y);
    x->options = options;
    x->lag = options & DTC_LAW_ROOM ? -0.5 : 0;
    for (int k = 0; k <= steps; k++) {
        law_sample(x, h);
        trace_put(&r, k, x->v, x->s, x->lambda, x->place);
        law_advance(x, (k + 1) * h, h);
    }
    return r;
}

static inline struct trace run_law(struct law_model *x, const struct system *y, double h, int steps)
{
    return run_law_with(x, y, h, steps, 0);
}

/* ---- the exact step --------------------------------------------------------------------------- */

/* Every `every`-th step of h / every is kept; place changes are counted over all of them. */
struct exact_result {
    long moves, still;
    long failures, iterations;
};

static inline int change_moves(double s_before, double s_after)
{
    return fabs(s_before) > 1e-9 || fabs(s_after) > 1e-9;
}

static inline struct trace run_exact(struct exact_result *x, const struct system *y, double h, int steps, int every)
{
    struct trace r = trace_new(y, h, steps);
    struct exact solver;
    double v[MAXN], s[MAXM], s_next[MAXM];
    int held[MAXM], place[MAXM], last[MAXM];
    long total = (long)steps * every;

    exact_init(&solver, y->m);
    memset(x, 0, sizeof *x);
    memcpy(v, y->v0, sizeof v);
    slips(y, v, s);
    for (int e = 0; e < y->m; e++)
        held[e] = fabs(s[e]) <= 1e-9;
    for (long k = 0; k <= total; k++) {
        double before[MAXN];
        memcpy(before, v, sizeof v);
        exact_step(&solver, y, (double)k * h / every, h / every, v, held, place);
        slips(y, v, s_next);
        for (int e = 0; k > 0 && k < total && e < y->m; e++)
            if (place[e] != last[e]) {
                if (change_moves(s[e], s_next[e]))
                    x->moves++;
                else
                    x->still++;
            }
        if (k % every == 0)
            trace_put(&r, (int)(k / every), before, s, solver.lambda, place);
        memcpy(last, place, sizeof last);
        memcpy(s, s_next, sizeof s);
    }
    x->failures = solver.failures;
    x->iterations = solver.iterations;
    return r;
}

/* Every tenth sample. */
static inline struct trace thin(const struct trace *r)
{
    struct trace t = {r->steps / 10, r->n, r->m, r->h * 10, NULL, NULL, NULL, NULL};
    t.v = malloc(((size_t)t.steps + 1) * (size_t)t.n * sizeof *t.v);
    if (!t.v)
        abort();
    for (int k = 0; k <= t.steps; k++)
        memcpy(t.v + k * t.n, r->v + 10 * k * r->n, (size_t)t.n * sizeof *t.v);
    return t;
}

/* ---- measures --------------------------------------------------------------------------------- */

/* Does element e change place with sample k? A change at zero slip with no motion counts separately. */
static inline int changes(const struct trace *r, int e, int k, int moving)
{
    if (k < 1 || k >= r->steps || r->place[k * r->m + e] == r->place[(k - 1) * r->m + e])
        return 0;
    return moving == change_moves(r->s[k * r->m + e], r->s[(k + 1) * r->m + e]);
}

static inline long count_changes(const struct trace *r, int moving)
{
    long count = 0;
    for (int k = 1; k < r->steps; k++)
        for (int e = 0; e < r->m; e++)
            count += changes(r, e, k, moving);
    return count;
}

/* Some element changes place (with motion) more than 4 times in 20 samples, and more than twice as often as in
 * the exact run in the same samples and one on either side. exact NULL: the first half alone. */
static inline int chatters(const struct trace *r, const struct trace *exact)
{
    for (int e = 0; e < r->m; e++)
        for (int first = 1; first + 20 <= r->steps; first++) {
            int count = 0, reference = 0;
            for (int k = first; k < first + 20; k++)
                count += changes(r, e, k, 1);
            for (int k = first - 1; exact && k < first + 21; k++)
                reference += changes(exact, e, k, 1);
            if (count > 4 && (!exact || count > 2 * reference))
                return 1;
        }
    return 0;
}

/* The largest slip of an element at the end of a step in which it was stuck. */
static inline double stuck_slip(const struct trace *r)
{
    double worst = 0;
    for (int k = 0; k < r->steps; k++)
        for (int e = 0; e < r->m; e++)
            if (r->place[k * r->m + e] == DTC_STUCK)
                worst = larger(worst, fabs(r->s[(k + 1) * r->m + e]));
    return worst;
}

/* Root of the mean over the samples of twice the kinetic energy of the difference. */
static inline double distance(const struct system *y, const struct trace *a, const struct trace *b)
{
    double sum = 0;
    int n = y->n;
    for (int k = 0; k <= a->steps; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                sum += y->M[i * n + j] * (a->v[k * n + i] - b->v[k * n + i]) * (a->v[k * n + j] - b->v[k * n + j]);
    return sqrt(sum / (a->steps + 1));
}

/* Samples with a place change: the longest run of consecutive ones, and the mean length of the runs. */
static inline int longest_run(const struct trace *r, double *mean)
{
    int longest = 0, run = 0, runs = 0, samples = 0;
    for (int k = 1; k < r->steps; k++) {
        int any = 0;
        for (int e = 0; e < r->m; e++)
            any |= r->place[k * r->m + e] != r->place[(k - 1) * r->m + e];
        samples += any;
        runs += any && run == 0;
        run = any ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    *mean = runs ? (double)samples / runs : 0;
    return longest;
}

#endif
