/* cost - what a step costs, of several programs of one model, side by side.
 *
 *     cost time MODEL DRIVE SECONDS REPEATS NAME=FILE.so ...    each on the same inputs, in turn, REPEATS times
 *     cost run MODEL DRIVE SECONDS NAME=FILE.so                 once, for instruction counts: each step is one call of
 * any_step cost slow MODEL DRIVE SECONDS NAME=FILE.so SAMPLE ...     the same; the samples that are named are calls of
 * slow_step
 *
 * A file is a generated model (with its runtime) or a hand-written one (hand.h). The first is the reference: speeds of
 * the others are compared with it in each sample, relative to the largest of that speed (at least 1 rad/s), and places
 * too. Steps are timed one by one, inputs set before. The time of a sample is its median over the repeats, so that what
 * else the machine does is no part of it; the mean is over the samples, the worst is the largest. One core is kept
 * throughout. A line for each file:
 *
 *     NAME mean worst(ns) deviation places-that-differ-with-slip samples-with-a-change : the slowest samples
 *
 * Cost: REPEATS * samples * files numbers of 4 bytes. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "../described.h"
#include "dtc_runtime.h"
#include "../extreme.h"

enum { MOST = 8, PLACES = 32, STATES = 32, SLOWEST = 12, INPUTS = 9 };

typedef struct Program {
    const char *name;
    void *m;
    dtc_status (*setup)(void *), (*step)(void *);
    /* hand-written */
    void (*inputs)(void *, const double *);
    int (*speed)(const void *, const char *, double *), (*place)(const void *, const char *, int *);
    /* generated */
    const dtc_model_info *info;
    double *in[INPUTS];
    /* measured */
    float *ns;                        /* repeats by samples */
    float *median;
    double deviation;
    long differ, changes;
} Program;

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "cost: %s: %s\n", what, why ? why : "");
    exit(2);
}

static void *need(void *p, const char *what)
{
    if (!p)
        fail(what, dlerror());
    return p;
}

/* ---- programs ------------------------------------------------------------------------------------------- */

/* 0: there is none. */
static int variable(const dtc_model_info *info, const char *name, dtc_variable *v)
{
    int i = dtc_variable_named(info, name);
    if (i >= 0)
        *v = dtc_variable_at(info, i);
    return i >= 0;
}

static void find_inputs(Program *p)
{
    static const char *const names[INPUTS] = { "tau_in",      "tau_out",     "pressure[1]",
        "pressure[2]", "pressure[3]", "pressure[4]", "pressure[5]", "pressure[6]", "pressure[7]" };

    for (int i = 0; i < INPUTS; i++) {
        dtc_variable v;
        p->in[i] =
            variable(p->info, names[i], &v) && v.kind == DTC_IN ? (double *)(void *)((char *)p->m + v.offset) : NULL;
    }
}

static Program load(const char *argument, const char *model)
{
    const char *equals = strchr(argument, '=');
    char symbol[128];
    Program p = { 0 };

    if (!equals)
        fail(argument, "NAME=FILE is wanted");
    p.name = strndup(argument, (size_t)(equals - argument));
    void *so = need(dlopen(equals + 1, RTLD_NOW | RTLD_LOCAL), equals + 1);
    if ((p.inputs = (void (*)(void *, const double *))dlsym(so, "hand_inputs"))) {
        p.m = need(calloc(1, *(size_t *)need(dlsym(so, "hand_size"), "hand_size")), "memory");
        p.setup = (dtc_status (*)(void *))need(dlsym(so, "hand_setup"), "hand_setup");
        p.step = (dtc_status (*)(void *))need(dlsym(so, "hand_step"), "hand_step");
        p.speed = (int (*)(const void *, const char *, double *))need(dlsym(so, "hand_speed"), "hand_speed");
        p.place = (int (*)(const void *, const char *, int *))need(dlsym(so, "hand_place"), "hand_place");
        return p;
    }
    snprintf(symbol, sizeof symbol, "%s_info", model);
    p.info = need(dlsym(so, symbol), symbol);
    snprintf(symbol, sizeof symbol, "%s_step", model);
    p.step = (dtc_status (*)(void *))need(dlsym(so, symbol), symbol);
    p.setup = p.info->setup;
    p.m = need(calloc(1, p.info->size), "memory");
    p.info->init(p.m);
    find_inputs(&p);
    return p;
}

static double speed_of(const Program *p, const char *name)
{
    double w = NAN;

    if (p->info) {
        dtc_variable v;
        return variable(p->info, name, &v) ? v.sign * *(double *)(void *)((char *)p->m + v.offset) : NAN;
    }
    return p->speed(p->m, name, &w) ? w : NAN;
}

/* Of a generated program: what is a state in one may be of the time before the step in another. */
static int moves_on(const Program *p, const char *name)
{
    dtc_variable v;
    return !p->info || (variable(p->info, name, &v) && v.kind == DTC_STATE);
}

static int place_of(const Program *p, const char *name)
{
    int place = 99;

    if (p->info) {
        dtc_variable v;
        return variable(p->info, name, &v) ? *(int *)(void *)((char *)p->m + v.offset) : 99;
    }
    return p->place(p->m, name, &place) ? place : 99;
}

/* ---- drives: torques on turbine and output, pressures of A, B, C, C'', D, E, F ---------------------------- */

static double uniform(uint64_t *seed)
{
    uint64_t z = (*seed += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    z ^= z >> 31;
    return (double)(z >> 11) / 9007199254740992.0;
}

static double ramp(double t, double begin, double duration) { return smaller(1, larger(0, (t - begin) / duration)); }

/* Four gears in 8 s, power and coasting in each. */
static void gears(double t, double *u)
{
    u[0] = 80 + 120 * sin(2 * 3.14159265358979 * t);
    u[1] = -120;
    memset(u + 2, 0, 7 * sizeof *u);
    u[2] = 1;
    u[5] = ramp(t, 2, 0.3);
    u[3] = ramp(t, 4, 0.3);
    u[7] = 1 - ramp(t, 6, 0.2);
    u[8] = ramp(t, 6, 0.3);
}

/* Everything anew in each 50 ms, half of the pressures zero: all combinations, and what locks and slips at once. */
static void anything(double t, double *u)
{
    uint64_t seed = (uint64_t)(t / 0.05 + 1e-6) + 1;

    u[0] = 400 * uniform(&seed) - 200;
    u[1] = 800 * uniform(&seed) - 400;
    for (int i = 2; i < INPUTS; i++)
        u[i] = uniform(&seed) < 0.5 ? 0 : uniform(&seed);
}

static void drive(const char *name, double t, double *u) { (strcmp(name, "anything") == 0 ? anything : gears)(t, u); }

static void put(const Program *p, const double *u)
{
    if (p->inputs)
        p->inputs(p->m, u);
    else
        for (int i = 0; i < INPUTS; i++)
            if (p->in[i])
                *p->in[i] = u[i];
}

/* ---- one step ------------------------------------------------------------------------------------------- */

/* Two functions for a tool that counts by function; neither is changed for its caller. */
static __attribute__((noipa)) dtc_status any_step(const Program *p) { return p->step(p->m); }
static __attribute__((noipa)) dtc_status slow_step(const Program *p)
{
    __asm__ volatile(""); /* so that they are not made one */
    return p->step(p->m);
}

#if defined(__x86_64__)
static uint64_t ticks(void)
{
    uint32_t low, high;
    __asm__ volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
    return (uint64_t)high << 32 | low;
}
#else
static uint64_t ticks(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}
#endif

/* Nanoseconds a tick, and ticks that a measurement of nothing takes. */
static double tick_ns(void)
{
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    uint64_t begin = ticks(), end;
    do {
        clock_gettime(CLOCK_MONOTONIC, &b);
        end = ticks();
    } while ((b.tv_sec - a.tv_sec) * 1e9 + (double)(b.tv_nsec - a.tv_nsec) < 5e7);
    return ((double)(b.tv_sec - a.tv_sec) * 1e9 + (double)(b.tv_nsec - a.tv_nsec)) / (double)(end - begin);
}

static uint64_t nothing(void)
{
    uint64_t least = ~0ull;
    for (int i = 0; i < 10000; i++) {
        uint64_t begin = ticks(), t = ticks() - begin;
        least = t < least ? t : least;
    }
    return least;
}

/* ---- runs ----------------------------------------------------------------------------------------------- */

static void begin(const Program *p, const char *name)
{
    double u[INPUTS];

    drive(name, 0, u);
    put(p, u);
    if (p->setup(p->m) > DTC_TERMINATE)
        fail(p->name, "setup failed");
}

static void timed(Program *p, const char *name, double h, long steps, float *ns, double scale, uint64_t empty)
{
    double u[INPUTS];

    begin(p, name);
    for (long k = 0; k < steps; k++) {
        drive(name, (double)k * h, u);
        put(p, u);
        uint64_t t = ticks();
        dtc_status status = any_step(p);
        t = ticks() - t;
        ns[k] = (float)(scale * (double)(t > empty ? t - empty : 0));
        if (status > DTC_TERMINATE)
            fail(p->name, "a step failed");
    }
}

static int ascending(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static void medians(Program *p, long steps, int repeats)
{
    float *x = need(malloc((size_t)repeats * sizeof *x), "memory");

    p->median = need(malloc((size_t)steps * sizeof *p->median), "memory");
    for (long k = 0; k < steps; k++) {
        for (int r = 0; r < repeats; r++)
            x[r] = p->ns[(long)r * steps + k];
        qsort(x, (size_t)repeats, sizeof *x, ascending);
        p->median[k] = x[repeats / 2];
    }
    free(x);
}

/* Has an element slip? At rest, places of redundant elements are a convention that rounding may decide. */
static int moves(const Program *p, const char *place)
{
    char slip[256];
    snprintf(slip, sizeof slip, "%.*ss", (int)(strlen(place) - strlen("place")), place);
    return !(fabs(speed_of(p, slip)) <= 1e-6);
}

/* All programs through the drive once more, together: do they do the same? */
static void compare(Program *p, int n, const char *name, double h, long steps)
{
    const char *state[STATES], *place[PLACES];
    double largest[STATES] = { 0 }, apart[MOST][STATES] = { { 0 } }, u[INPUTS];
    int states = 0, places = 0, before[PLACES];

    for (int i = 0; i < p[0].info->variables; i++) {
        const dtc_variable here = dtc_variable_at(p[0].info, i), *v = &here;
        const char *text = name_text(v);
        size_t length = strlen(text);
        if (v->kind == DTC_STATE && states < STATES)
            state[states++] = text;
        if (length > 10 && strcmp(text + length - 10, ".law.place") == 0 && places < PLACES)
            place[places++] = text;
    }
    for (int i = 0; i < n; i++)
        begin(&p[i], name);
    for (int e = 0; e < places; e++)
        before[e] = place_of(&p[0], place[e]);
    for (long k = 0; k < steps; k++) {
        int changed = 0;
        drive(name, (double)k * h, u);
        for (int i = 0; i < n; i++) {
            put(&p[i], u);
            if (any_step(&p[i]) > DTC_TERMINATE)
                fail(p[i].name, "a step failed");
        }
        for (int e = 0; e < places; e++) {
            int now = place_of(&p[0], place[e]);
            changed |= now != before[e];
            before[e] = now;
            for (int i = 1; i < n; i++) {
                int other = place_of(&p[i], place[e]);
                if (other != now && !(other == 99 && now == DTC_INACTIVE) && moves(&p[0], place[e]))
                    p[i].differ++;
            }
        }
        p[0].changes += changed;
        for (int s = 0; s < states; s++) {
            double w = speed_of(&p[0], state[s]);
            largest[s] = larger(largest[s], fabs(w));
            for (int i = 1; i < n; i++) {
                double other = moves_on(&p[i], state[s]) ? speed_of(&p[i], state[s]) : w;
                apart[i][s] = larger(apart[i][s], fabs(other - w));
            }
        }
    }
    for (int i = 1; i < n; i++)
        for (int s = 0; s < states; s++)
            p[i].deviation = larger(p[i].deviation, apart[i][s] / larger(1, largest[s]));
}

static void show(const Program *p, long steps)
{
    double sum = 0, limit = INFINITY;
    char *used = need(calloc((size_t)steps, 1), "memory");

    for (long k = 0; k < steps; k++)
        sum += p->median[k];
    for (int i = 0; i < SLOWEST && i < steps; i++) {
        long slowest = -1;
        for (long k = 1; k < steps; k++)
            if (!used[k] && (slowest < 0 || p->median[k] > p->median[slowest]))
                slowest = k;
        if (i == 0) {
            limit = p->median[slowest];
            printf("%s %.1f %.0f %.1e %ld %ld :", p->name, sum / (double)steps, limit, p->deviation, p->differ,
                   p->changes);
        }
        used[slowest] = 1;
        printf(" %ld", slowest);
    }
    printf("\n");
    free(used);
}

static void time_all(Program *p, int n, const char *name, double h, long steps, int repeats)
{
    double scale = tick_ns();
    uint64_t empty = nothing();

    for (int i = 0; i < n; i++)
        p[i].ns = need(malloc((size_t)repeats * (size_t)steps * sizeof *p[i].ns), "memory");
    for (int r = 0; r < repeats; r++)
        for (int i = 0; i < n; i++)
            timed(&p[i], name, h, steps, p[i].ns + (long)r * steps, scale, empty);
    compare(p, n, name, h, steps);
    for (int i = 0; i < n; i++) {
        medians(&p[i], steps, repeats);
        show(&p[i], steps);
    }
}

/* The samples of a list are calls of slow_step, the others of any_step. */
static void run(Program *p, const char *name, double h, long steps, char **slow, int slows)
{
    double u[INPUTS];

    begin(p, name);
    for (long k = 0; k < steps; k++) {
        int is_slow = 0;
        for (int i = 0; i < slows; i++)
            is_slow |= atol(slow[i]) == k;
        drive(name, (double)k * h, u);
        put(p, u);
        if ((is_slow ? slow_step(p) : any_step(p)) > DTC_TERMINATE)
            fail(p->name, "a step failed");
    }
    printf("%ld\n", steps);
}

static void keep_to_one_core(void)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(sched_getcpu(), &set);
    sched_setaffinity(0, sizeof set, &set);
}

int main(int argc, char **argv)
{
    double h = STEP;
    Program p[MOST];
    int n = 0;

    if (argc < 6)
        fail("usage", "see cost.c");
    long steps = lround(atof(argv[4]) / h);
    keep_to_one_core();
    if (strcmp(argv[1], "time") == 0) {
        for (int i = 6; i < argc && n < MOST; i++)
            p[n++] = load(argv[i], argv[2]);
        if (n < 1 || !p[0].info)
            fail("usage", "the first program is a generated one");
        time_all(p, n, argv[3], h, steps, atoi(argv[5]));
    } else {
        p[0] = load(argv[5], argv[2]);
        run(p, argv[3], h, steps, argv + 6, argc - 6);
    }
    return 0;
}
