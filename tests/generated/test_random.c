/* Random redundant mechanisms through generated code, against the direct run of the law (tests/switching/run.h) and the
 * exact step.
 *
 *     test_random FINE.so COARSE.so FIRST COUNT PEAK [truth]     models of write.c, compiled for 1 ms and for 10 ms
 *
 * Generated code forms G from the equations by other means than the harness does, so the two runs differ by rounding
 * and a tie could fall differently: places are compared in all samples, speeds up to the first difference of places.
 * The table is that of the evidence (tests/switching/evidence.c), generated code beside the harness; errors against the
 * exact step of 1e-5 s only with `truth`, otherwise place changes are related to those of the exact step of the same h.
 */
#include <dlfcn.h>
#include <stdio.h>

#include "../switching/run.h"
#include "dtc_runtime.h"

static int passed, failed;

static void limit(const char *what, double value, double most)
{
    int ok = value <= most; /* false for NaN */
    printf("%-6s %-66s %10.4g (limit %.4g)\n", ok ? "ok" : "failed", what, value, most);
    ok ? passed++ : failed++;
}

static void *need(void *p, const char *what)
{
    if (!p) {
        printf("failed: %s\n%d passed, %d failed\n", what, passed, failed + 1);
        exit(1);
    }
    return p;
}

static const dtc_model_info *load(const char *object)
{
    void *so = need(dlopen(object, RTLD_NOW | RTLD_LOCAL), object);
    return need(dlsym(so, "All_info"), "no All_info");
}

/* Offset of a variable that is stored with its own sign. */
static size_t offset(const dtc_model_info *info, int number, const char *format, int k)
{
    char name[64];
    int n = snprintf(name, sizeof name, "m%d.", number);
    snprintf(name + n, sizeof name - (size_t)n, format, k + 1);
    int i = dtc_variable_named(info, name);
    if (i >= 0 && dtc_variable_at(info, i).sign > 0)
        return dtc_variable_at(info, i).offset;
    need(NULL, name);
    return 0;
}

/* One system inside the model, and its run. */
struct part {
    struct system y;
    size_t v[MAXN], place[MAXM];
    struct trace run;
};

static void sample(struct part *p, const char *m, int k)
{
    double v[MAXN], s[MAXM], lambda[MAXM] = {0};
    int place[MAXM];

    for (int i = 0; i < p->y.n; i++)
        v[i] = *(const dtc_real *)(const void *)(m + p->v[i]);
    for (int e = 0; e < p->y.m; e++)
        place[e] = *(const int *)(const void *)(m + p->place[e]);
    slips(&p->y, v, s);
    trace_put(&p->run, k, v, s, lambda, place);
}

/* Runs all systems; they start at the admissible velocity that write.c gave them. */
static struct part *run_generated(const char *object, double h, int steps, int first, int count, double peak)
{
    const dtc_model_info *info = load(object);
    char *m = need(malloc(info->size), "memory");
    struct part *part = need(calloc((size_t)count, sizeof *part), "memory");

    for (int i = 0; i < count; i++) {
        struct part *p = &part[i];
        p->y = random_system((uint64_t)(first + i), peak);
        make_admissible(&p->y);
        p->run = trace_new(&p->y, h, steps);
        for (int k = 0; k < p->y.n; k++)
            p->v[k] = offset(info, first + i, "v%d", k);
        for (int k = 0; k < p->y.m; k++)
            p->place[k] = offset(info, first + i, "e%d.place", k);
    }
    info->init(m);
    dtc_status status = info->setup(m);
    for (int k = 0; k <= steps && status == DTC_OK; k++) {
        status = info->evaluate(m);
        for (int i = 0; i < count; i++)
            sample(&part[i], m, k);
        if (status == DTC_OK)
            status = info->advance(m);
    }
    if (status != DTC_OK) {
        char text[200];
        dtc_message(info, *(int *)(void *)(m + info->fault), text, sizeof text);
        printf("status %d at %g s: %s\n", status, *(dtc_real *)(void *)(m + info->time), text);
    }
    limit(h < 2e-3 ? "1 ms: status" : "10 ms: status", status, DTC_OK);
    free(m);
    return part;
}

/* ---- generated against direct ----------------------------------------------------------------- */

/* Elements that act on each other, as a system of their own on the same bodies. */
struct group {
    struct system y;
    struct law_model x;
    int element[MAXM]; /* number in the whole system */
};

static struct group take_group(const struct law_model *all, int number)
{
    struct group g;

    memset(&g, 0, sizeof g);
    g.y = *all->y;
    g.y.m = 0;
    for (int e = 0; e < all->y->m; e++) {
        int k = g.y.m;
        if (all->group[e] != number)
            continue;
        g.element[k] = e;
        g.y.e[k] = all->y->e[e];
        g.x.speed[k] = all->speed[e], g.x.torque[k] = all->torque[e];
        g.x.af[k] = all->af[e], g.x.ah[k] = all->ah[e];
        g.x.lambda[k] = all->lambda[e], g.x.place[k] = all->place[e];
        g.y.m++;
    }
    for (int e = 0; e < g.y.m; e++)
        g.x.room[e] = -INFINITY;           /* not known */
    g.x.lag = -0.5;                        /* of Euler's method */
    complete(&g.y);
    memcpy(g.x.G, g.y.G, sizeof g.x.G);
    return g;
}

/* Is there an element with a static bound of its own? Then it counts when torques pass their bounds. */
/* What generated code asks for: has an element a static bound of its own, and jumps no force that reaches one? */
static int options_of(const struct system *y)
{
    int own = 0, jumps = 0;

    for (int e = 0; e < y->m; e++) {
        own |= y->e[e].kind == CLUTCH || y->e[e].kind == ONEWAY || y->e[e].kind == SERIES;
        for (int i = 0; i < y->n; i++)
            jumps |= y->f[i].square && (y->K[i * y->m + e] < 0 || y->K[i * y->m + e] > 0);
    }
    return own && !jumps ? DTC_LAW_ROOM : 0;
}

/* run_law, but as generated code does it: the places at t = 0 are settled and then the first sample predicts locks as
 * all others do (the harness holds the settled places, so that a lock in the first step comes one sample late); and
 * every group of elements that act on each other is a law of its own (in one law the change of an element makes all
 * others decide, coupled or not). */
static struct trace run_direct(const struct system *y, double h, int steps)
{
    struct trace r = trace_new(y, h, steps);
    struct law_model x;
    struct group g[MAXM];
    int groups = 0;

    law_init(&x, y);
    for (int number = 0; number < y->m; number++) {
        g[groups] = take_group(&x, number);
        if (g[groups].y.m > 0)
            groups++;
    }
    for (int i = 0; i < groups; i++) {
        dtc_law w = DTC_LAW_VIEW(g[i].y.m, &g[i].x);
        g[i].x.y = &g[i].y;
        dtc_law_groups(&w);
        dtc_law_factor(&w);
    }
    for (int k = 0; k <= steps; k++) {
        double v[MAXN], s[MAXM], a[MAXN];
        memcpy(v, x.v, sizeof v);
        slips(y, v, s);
        free_acceleration(y, k * h, v, a);
        for (int i = 0; i < y->n; i++)
            x.v[i] += h * a[i];
        for (int i = 0; i < groups; i++) {
            memcpy(g[i].x.v, v, sizeof v);
            g[i].x.t = k * h;
            g[i].x.options = options_of(&g[i].y);
            law_decide(&g[i].x, h);
            push(&g[i].y, h, g[i].x.lambda, x.v);
            for (int e = 0; e < g[i].y.m; e++) {
                x.place[g[i].element[e]] = g[i].x.place[e];
                x.lambda[g[i].element[e]] = g[i].x.lambda[e];
            }
        }
        trace_put(&r, k, v, s, x.lambda, x.place);
    }
    return r;
}

/* The first sample in which places differ; steps + 1 if none. */
static int first_difference(const struct trace *a, const struct trace *b)
{
    for (int k = 0; k <= a->steps; k++)
        if (memcmp(a->place + k * a->m, b->place + k * b->m, (size_t)a->m * sizeof *a->place) != 0)
            return k;
    return a->steps + 1;
}

static long different_samples(const struct trace *a, const struct trace *b)
{
    long count = 0;
    for (int k = 0; k <= a->steps; k++)
        count += memcmp(a->place + k * a->m, b->place + k * b->m, (size_t)a->m * sizeof *a->place) != 0;
    return count;
}

/* The largest difference of v in samples 0 .. last, relative to the largest |v|, at least 1. */
static double difference(const struct trace *a, const struct trace *b, int last)
{
    double worst = 0, scale = 1;
    for (int i = 0; i < (last + 1) * a->n; i++) {
        worst = larger(worst, fabs(a->v[i] - b->v[i]));
        scale = larger(scale, fabs(b->v[i]));
    }
    return worst / scale;
}

/* ---- the table -------------------------------------------------------------------------------- */

/* Of one way to run the systems. */
struct row {
    long moves, still, true_moves;
    int chat, systems;
    double slip, *ratio;
};

static void measure(struct row *r, const struct system *y, const struct trace *run, const struct trace *exact,
                    const struct trace *truth, long true_moves)
{
    r->moves += count_changes(run, 1);
    r->still += count_changes(run, 0);
    r->true_moves += true_moves;
    r->chat += chatters(run, exact);
    r->slip = larger(r->slip, stuck_slip(run));
    if (truth)
        r->ratio[r->systems] = (distance(y, run, truth) + 1e-9) / (distance(y, exact, truth) + 1e-9);
    r->systems++;
}

static double share(const struct row *r, double q) { return quantile(r->ratio, r->systems, q); }

static void show(const char *what, struct row *r, int with_errors)
{
    printf("   %-10s place changes / exact %.3f with motion, %.3f in all; chatter %d; slip of stuck elements %.1e",
           what, (double)r->moves / (double)r->true_moves, (double)(r->moves + r->still) / (double)r->true_moves,
           r->chat, r->slip);
    if (with_errors) {
        printf("; error / exact step's: median %.3f, 95 %% %.3f", share(r, 0.5), share(r, 0.95));
    }
    printf("\n");
}

/* What two runs of one system have in common. */
struct likeness {
    long samples, same;
    int equal;
    double rounding;
};

static void liken(struct likeness *l, int number, const struct part *p, const struct trace *direct,
                  const struct trace *exact)
{
    int steps = direct->steps, from = first_difference(&p->run, direct);
    long differ = different_samples(&p->run, direct);

    l->samples += steps + 1;
    l->same += steps + 1 - differ;
    l->equal += differ == 0;
    l->rounding = larger(l->rounding, difference(&p->run, direct, from <= steps ? from : steps));
    if (differ)
        printf("   system %d: places differ in %ld samples, first in %d; from the exact step generated code is %.2g, "
               "the direct run %.2g\n",
               number, differ, from, distance(&p->y, &p->run, exact), distance(&p->y, direct, exact));
}

static void verdict(double h, const char *what, double value, double most)
{
    char text[100];
    snprintf(text, sizeof text, "%g ms: %s", 1e3 * h, what);
    limit(text, value, most);
}

/* The exact step at 1e-5 s: speeds every 1 ms or 10 ms, and how often places changed with motion. */
struct truth {
    struct trace run;
    long moves;
};

static struct truth *find_truth(int first, int count, double peak)
{
    struct truth *t = need(calloc((size_t)count, sizeof *t), "memory");
    for (int i = 0; i < count; i++) {
        struct system y = random_system((uint64_t)(first + i), peak);
        struct exact_result result;
        make_admissible(&y);
        t[i].run = run_exact(&result, &y, 1e-3, 2000, 100);
        t[i].moves = result.moves;
    }
    return t;
}

static void thin_truth(struct truth *t, int count)
{
    for (int i = 0; i < count; i++) {
        struct trace tenth = thin(&t[i].run);
        trace_free(&t[i].run);
        t[i].run = tenth;
    }
}

/* truth: NULL if it is not asked for. */
static void compare(const struct part *part, double h, int steps, int first, int count, const struct truth *truth)
{
    struct likeness l = {0, 0, 0, 0};
    struct row law = {0, 0, 0, 0, 0, 0, need(calloc((size_t)count, sizeof(double)), "memory")}, code = law;

    code.ratio = need(calloc((size_t)count, sizeof(double)), "memory");
    for (int i = 0; i < count; i++) {
        const struct system *y = &part[i].y;
        struct law_model x;
        struct exact_result coarse;
        struct trace evidence = run_law_with(&x, y, h, steps, options_of(y)),
                     direct = run_direct(y, h, steps);
        struct trace exact = run_exact(&coarse, y, h, steps, 1);
        const struct trace *true_run = truth ? &truth[i].run : NULL;
        long true_moves;
        true_moves = truth ? truth[i].moves : coarse.moves;
        liken(&l, first + i, &part[i], &direct, &exact);
        measure(&law, y, &evidence, &exact, true_run, true_moves);
        measure(&code, y, &part[i].run, &exact, true_run, true_moves);
        trace_free(&evidence);
        trace_free(&direct);
        trace_free(&exact);
    }
    printf("%g ms: %d systems, %d with the same places in all samples; %.4f %% of all samples; v to %.1e before the "
           "first difference\n",
           1e3 * h, count, l.equal, 100.0 * (double)l.same / (double)l.samples, l.rounding);
    show("evidence", &law, truth != NULL);
    show("generated", &code, truth != NULL);
    verdict(h, "systems with other places in some sample, share", 1 - (double)l.equal / count, 0.02);
    verdict(h, "samples with other places, share", 1 - (double)l.same / (double)l.samples, 1e-3);
    verdict(h, "v before places differ, relative", l.rounding, 1e-9);
    verdict(h, "systems that chatter more than in the evidence", code.chat - law.chat, 0);
    verdict(h, "slip of stuck elements, rad/s", code.slip, 1e-9);
    verdict(h, "place changes with motion / the evidence's", (double)code.moves / (double)law.moves, 1.01);
    verdict(h, "place changes in all / the evidence's",
            (double)(code.moves + code.still) / (double)(law.moves + law.still), 1.01);
    if (truth) {
        verdict(h, "place changes with motion / exact", (double)code.moves / (double)code.true_moves, 1.29);
        verdict(h, "error ratio, 95 % / the evidence's", share(&code, 0.95) / share(&law, 0.95), 1.01);
    }
    free(law.ratio);
    free(code.ratio);
}

int main(int argc, char **argv)
{
    if (argc < 6)
        return 2;
    int first = atoi(argv[3]), count = atoi(argv[4]);
    double peak = atof(argv[5]);
    struct truth *truth = argc > 6 ? find_truth(first, count, peak) : NULL;
    for (int i = 0; i < 2; i++) {
        double h = i == 0 ? 1e-3 : 1e-2;
        int steps = i == 0 ? 2000 : 200;
        struct part *part = run_generated(argv[1 + i], h, steps, first, count, peak);
        if (truth && i == 1)
            thin_truth(truth, count);
        compare(part, h, steps, first, count, truth);
        for (int k = 0; k < count; k++)
            trace_free(&part[k].run);
        free(part);
    }
    for (int k = 0; truth && k < count; k++)
        trace_free(&truth[k].run);
    free(truth);
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
