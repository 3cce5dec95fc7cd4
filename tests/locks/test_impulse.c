/* Locks of random redundant mechanisms M v' = f + W' lambda, through generated code with each method: what takes the
 * slips away is part of the torques of the step, these obey the law, and they make no energy.
 *
 * test_impulse FOLDER FIRST COUNT METHOD ...: FOLDER/random_METHOD.so of the systems of write.c. In each step from v to
 * v+ with the torques lambda that the sample shows
 *
 *     lower <= lambda <= upper        W_S v+ = 0 of those that are stuck
 *
 * and, with methods of one stage, where f and lambda act for all of the step,
 *
 *     M (v+ - v) = h (f + W' lambda)        lambda s+ <= 0 with s+ = W v+        T(v+) - T(v) <= h f v+ */
#include "../drive.h"
#include "../switching/exact.h"

typedef struct { struct system y; Slot v[MAXN], lambda[MAXM], place[MAXM]; int last[MAXM]; } Part;
typedef struct { long locks; double slip, momentum, beyond, made, gain; } Worst;

static Part part(Rig *r, int seed)
{
    Part p = { .y = random_system((uint64_t)seed, 1) };
    char name[64];
    make_admissible(&p.y);
    for (int i = 0; i < p.y.n; i++) {
        snprintf(name, sizeof name, "m%d.v%d", seed, i + 1);
        p.v[i] = slot(r, name);
    }
    for (int k = 0; k < p.y.m; k++) {
        snprintf(name, sizeof name, "m%d.e%d.place", seed, k + 1);
        p.place[k] = slot(r, name);
        snprintf(name, sizeof name, "m%d.l%d", seed, k + 1);
        p.lambda[k] = slot(r, name);
    }
    return p;
}

static double product(int n, const double *a, const double *b)
{
    double x = 0;
    for (int i = 0; i < n; i++)
        x += a[i] * b[i];
    return x;
}

static void times(const struct system *y, const double *v, double *Mv)
{
    for (int i = 0; i < y->n; i++)
        Mv[i] = product(y->n, y->M + i * y->n, v);
}

/* What the sample shows, before its step. */
typedef struct { double v[MAXN], f[MAXN], lambda[MAXM], lo[MAXM], hi[MAXM]; int place[MAXM]; } Sample;

static Sample sample(Part *p, double t, Worst *w)
{
    Sample x;
    double s[MAXM], slo, shi;

    for (int i = 0; i < p->y.n; i++)
        x.v[i] = get(p->v[i]);
    slips(&p->y, x.v, s);
    forces(&p->y, t, x.v, x.f);
    for (int e = 0; e < p->y.m; e++) {
        bounds(&p->y.e[e], t, s[e], &x.lo[e], &x.hi[e], &slo, &shi);
        x.lambda[e] = get(p->lambda[e]);
        x.place[e] = (int)get(p->place[e]);
        w->beyond = larger(w->beyond, larger(x.lo[e] - x.lambda[e], x.lambda[e] - x.hi[e]));
        w->locks += x.place[e] == DTC_STUCK && p->last[e] != DTC_STUCK && fabs(s[e]) > 1e-6;
        p->last[e] = x.place[e];
    }
    return x;
}

/* Of an exact balance with what is known at the sample; masses, speeds and torques are about 1 to 50. */
static void balance(const Part *p, const Sample *x, const double *u, const double *s, double h, Worst *w)
{
    const int n = p->y.n;
    double dv[MAXN], Mdv[MAXN], Mv[MAXN], Mu[MAXN], push = 0;

    for (int i = 0; i < n; i++)
        dv[i] = u[i] - x->v[i];
    times(&p->y, dv, Mdv), times(&p->y, x->v, Mv), times(&p->y, u, Mu);
    for (int i = 0; i < n; i++) {
        double force = x->f[i];
        for (int e = 0; e < p->y.m; e++)
            force += p->y.e[e].w[i] * x->lambda[e];
        push = larger(push, fabs(Mdv[i] - h * force));
    }
    w->momentum = larger(w->momentum, push / (1 + sqrt(product(n, Mv, Mv))));
    for (int e = 0; e < p->y.m; e++)
        w->made = larger(w->made, h * x->lambda[e] * s[e]);
    w->gain = larger(w->gain, 0.5 * (product(n, u, Mu) - product(n, x->v, Mv)) - h * product(n, x->f, u));
}

static void look_back(const Part *p, const Sample *x, int one_stage, double h, Worst *w)
{
    double u[MAXN], s[MAXM];

    for (int i = 0; i < p->y.n; i++)
        u[i] = get(p->v[i]);
    slips(&p->y, u, s);
    for (int e = 0; e < p->y.m; e++)
        if (x->place[e] == DTC_STUCK)
            w->slip = larger(w->slip, fabs(s[e]));
    if (one_stage)
        balance(p, x, u, s, h, w);
}

static void method(const char *folder, int first, int count, const char *name, double h)
{
    Rig r = rig(folder, "random", "All", name, h);
    Part *p = calloc((size_t)count, sizeof *p);
    Sample *x = calloc((size_t)count, sizeof *x);
    const int one_stage = strcmp(name, "euler") == 0 || strcmp(name, "semi") == 0;
    Worst w = { 0 };
    char property[128];

    for (int i = 0; i < count; i++)
        p[i] = part(&r, first + i);
    dtc_status status = setup(&r);
    for (long k = 0, steps = lround(2 / h); k < steps && status == DTC_OK; k++) {
        status = evaluate(&r);
        for (int i = 0; i < count; i++)
            x[i] = sample(&p[i], now(&r), &w);
        if (status == DTC_OK)
            status = advance(&r);
        for (int i = 0; i < count; i++)
            look_back(&p[i], &x[i], one_stage, h, &w);
    }
    CHECK(status == DTC_OK && w.locks > count, "%s at %g ms: status %d, %ld locks", name, 1e3 * h, status, w.locks);
    CHECK(w.momentum <= 1e-12, "%s at %g ms: momentum off by %g", name, 1e3 * h, w.momentum);
    /* rosenbrock waits a sample where a torque has jumped (docs/switching.md) */
    CHECK(w.beyond <= 2e-6 || strcmp(name, "rosenbrock") == 0, "%s at %g ms: a torque is beyond its bounds by %g", name,
          1e3 * h, w.beyond);
    CHECK(w.made <= 1e-8 && w.gain <= 1e-8, "%s at %g ms: elements make %g J in a step, in all %g", name, 1e3 * h,
          w.made, w.gain);
    CHECK(w.slip <= 1e-9, "%s at %g ms: a lock leaves slip, %g", name, 1e3 * h, w.slip);
    snprintf(property, sizeof property, "%d random systems, %g ms: locks; slip left; torque beyond its bound%s", count,
             1e3 * h, one_stage ? "; momentum; energy made" : "");
    if (one_stage)
        FIGURE(&r, property, "%ld; %.0e; %.0e; %.0e; %.0e", w.locks, w.slip, w.beyond, w.momentum,
               larger(w.made, w.gain));
    else
        FIGURE(&r, property, "%ld; %.0e; %.0e", w.locks, w.slip, w.beyond);
    free(p);
    free(x);
    free(r.m);
}

int main(int argc, char **argv)
{
    for (int i = 4; i < argc; i++) {
        method(argv[1], atoi(argv[2]), atoi(argv[3]), argv[i], 1e-3);
        method(argv[1], atoi(argv[2]), atoi(argv[3]), argv[i], 1e-2);
    }
    return summary();
}
