/* sets - what a step of N planetary sets in a row costs, in five situations.
 *
 *     sets SETS.so [REPEATS = 1]
 *
 * The model is that of sets.sh: a pressure for each of 3 N elements, a load on every ring wheel. A run goes through the
 * situations in this order:
 *
 *     none    nothing is stuck, all elements slide: 200 steps
 *     three   three elements are stuck, far apart: 200 steps
 *     one     the pressure of one of these goes: one transition
 *     lock    all pressures come, with small speeds and no element under pressure before: all places change, and
 * nothing turns after it go      all pressures go, under load: all places change
 *
 * A line for each: its name, ns for a step (median of the repeats), elements stuck after it, places that changed in its
 * last sample. Then the largest depth of the stack below the caller of a step, in bytes. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "../described.h"
#include "dtc_runtime.h"

enum { MOST = 3 * 64, STEPS = 200, SITUATIONS = 5, STACK = 1 << 20, PAINT = 0xA5 };
static const char *const situation[SITUATIONS] = { "none", "three", "one", "lock", "go" };

typedef struct {
    const dtc_model_info *info;
    dtc_status (*step)(void *);
    char *m;
    double *pressure[MOST], *load, *speed[MOST];
    const int *place[MOST];
    int pressures, speeds, places, before[MOST];
} Row;

typedef struct { double *ns; int stuck, changed; } Measured;
typedef struct { Row *row; Measured *measured; int repeats; size_t depth; unsigned char *stack; } Run;

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "sets: %s: %s\n", what, why ? why : "");
    exit(2);
}

static int ends(const char *name, const char *with)
{
    size_t n = strlen(name), k = strlen(with);
    return n >= k && strcmp(name + n - k, with) == 0;
}

static Row load(const char *path)
{
    Row r = { 0 };
    void *so = dlopen(path, RTLD_NOW);

    if (!so || !(r.info = dlsym(so, "Sets_info")) || !(r.step = (dtc_status(*)(void *))dlsym(so, "Sets_step")) ||
        !(r.m = calloc(1, r.info->size)))
        fail(path, dlerror());
    for (int i = 0; i < r.info->variables; i++) {
        const dtc_variable here = dtc_variable_at(r.info, i), *v = &here;
        void *at = r.m + v->offset;
        if (r.pressures == MOST || r.places == MOST || r.speeds == MOST)
            fail(path, "too many elements");
        if (v->kind == DTC_IN && v->name[0] == 'p')
            r.pressure[r.pressures++] = at;
        else if (v->kind == DTC_IN)
            r.load = at;
        else if (v->kind == DTC_STATE && ends(name_text(v), ".w"))
            r.speed[r.speeds++] = at;
        else if (ends(name_text(v), ".law.place"))
            r.place[r.places++] = at;
    }
    if (!r.load || r.places != r.pressures)
        fail(path, "not the model of sets.sh");
    return r;
}

/* ---- steps ---------------------------------------------------------------------------------------------- */

static void steps(Row *r, int n)
{
    for (int k = 0; k < n; k++)
        if (r->step(r->m) != DTC_OK)
            fail("a step", "failed");
}

/* For callgrind: what is between two calls is counted. */
static __attribute__((noipa)) void mark(void) {}

static int stuck(const Row *r)
{
    int n = 0;
    for (int i = 0; i < r->places; i++)
        n += *r->place[i] == DTC_STUCK;
    return n;
}

static void all_pressures(Row *r, double p)
{
    for (int i = 0; i < r->pressures; i++)
        *r->pressure[i] = p;
}

static void until_stuck(Row *r, int n)
{
    for (int k = 0; k < 20000 && stuck(r) != n; k++)
        steps(r, 1);
    steps(r, 5);
    if (stuck(r) != n)
        fail("elements", "they do not lock as they should");
}

static void measure(Row *r, Measured *x, int repeat, int n)
{
    struct timespec a, b;

    for (int i = 0; i < r->places; i++)
        r->before[i] = *r->place[i];
    clock_gettime(CLOCK_MONOTONIC, &a);
    mark();
    steps(r, n);
    mark();
    clock_gettime(CLOCK_MONOTONIC, &b);
    x->ns[repeat] = ((double)(b.tv_sec - a.tv_sec) * 1e9 + (double)(b.tv_nsec - a.tv_nsec)) / n;
    x->stuck = stuck(r);
    x->changed = 0;
    for (int i = 0; i < r->places; i++)
        x->changed += *r->place[i] != r->before[i];
    if (n > 1 && x->changed)
        fail("places", "they change where they should not");
}

/* Three elements: the brakes of the first, the last and a set in the middle; of less than three sets all of the first,
 * which does not hold the second. */
static void press_three(Row *r)
{
    int sets = r->pressures / 3, few = sets < 3, at[] = { 0, few ? 1 : 3 * (sets / 2), few ? 2 : 3 * (sets - 1) };
    for (int i = 0; i < 3; i++)
        *r->pressure[at[i]] = 1;
}

static void go_through(Row *r, Measured *x, int repeat)
{
    r->info->init(r->m);
    if (r->info->setup(r->m) != DTC_OK)
        fail("setup", "failed");
    steps(r, 20);
    measure(r, &x[0], repeat, STEPS);
    press_three(r);
    until_stuck(r, 3);
    measure(r, &x[1], repeat, STEPS);
    *r->load = 1;
    steps(r, 1);
    *r->pressure[0] = 0;
    measure(r, &x[2], repeat, 1);
    all_pressures(r, 0);
    steps(r, 5);
    for (int i = 0; i < r->speeds; i++)
        *r->speed[i] *= 1e-3;
    all_pressures(r, 1);
    measure(r, &x[3], repeat, 1);
    steps(r, 5);
    all_pressures(r, 0);
    measure(r, &x[4], repeat, 1);
}

/* ---- the run, on a stack of its own ----------------------------------------------------------------------- */

static void *run(void *at)
{
    Run *x = at;
    unsigned char here = 0, *end = &here, *low = x->stack;

    for (int i = 0; i < x->repeats; i++)
        go_through(x->row, x->measured, i);
    while (low < end && *low == PAINT)
        low++;
    x->depth = (size_t)(end - low);
    return NULL;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    Measured measured[SITUATIONS];
    Row row = load(argc > 1 ? argv[1] : "");
    Run x = { .row = &row, .measured = measured, .repeats = argc > 2 ? atoi(argv[2]) : 1 };
    pthread_attr_t attributes;
    pthread_t thread;

    x.repeats = x.repeats < 1 ? 1 : x.repeats;
    for (int i = 0; i < SITUATIONS; i++)
        measured[i].ns = calloc((size_t)x.repeats, sizeof(double));
    if (pthread_attr_init(&attributes) || posix_memalign((void **)&x.stack, 4096, STACK) ||
        pthread_attr_setstack(&attributes, memset(x.stack, PAINT, STACK), STACK) ||
        pthread_create(&thread, &attributes, run, &x) || pthread_join(thread, NULL))
        fail("a thread", "cannot be made");
    for (int i = 0; i < SITUATIONS; i++) {
        qsort(measured[i].ns, (size_t)x.repeats, sizeof(double), ascending);
        printf("%s %.1f %d %d\n", situation[i], measured[i].ns[x.repeats / 2], measured[i].stuck, measured[i].changed);
    }
    printf("struct %zu\nstack %zu\n", row.info->size, x.depth);
    return 0;
}
