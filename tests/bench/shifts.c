/* shifts - a fixed-step run of a drive against the variable-step run, shift by shift.
 *
 *     shifts points REFERENCE.csv MODEL NAME=FILE.so ...    NAME, step in ms, ns for a millisecond of the model, error
 * at the ends of the shifts shifts table REFERENCE.csv MODEL NAME=FILE.so ...     for each shift: samples until places
 * are consistent again, errors
 *
 * REFERENCE is a run of `dtc sim` with rows each 10 ms and at events, of engine.w, turbine.w, propShaft.w and all
 * places of the switching law. A shift begins with a change of place after which none was for 2 s, and ends 50 ms after
 * its last change, at the next tenth of a second. The error is the largest of the three speeds', each relative to its
 * largest in the run. FILE is a generated model of the same drive with these variables and its places.
 *
 * An event is a row of consecutive samples with a change of place: their number is how many samples the scheme needs
 * for what event iteration does in one instant. The same run with event iteration in every sample - evaluated again,
 * with time and speeds held, until no place changes, 50 times at most - tells what the postponed transitions change:
 * `left`, in the unit of the error. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "../described.h"
#include "dtc_runtime.h"
#include "../extreme.h"

enum { SPEEDS = 3, PLACES = 96, SHIFTS = 8, REPEATS = 3, CHUNK = 250, ROUNDS = 50, COLUMNS = 64 };
static const char *const speed_name[SPEEDS] = { "engine.w", "turbine.w", "propShaft.w" };

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "shifts: %s: %s\n", what, why ? why : "");
    exit(2);
}

/* ---- the reference -------------------------------------------------------------------------------------- */

typedef struct { double begin, last, end, w[SPEEDS]; int changes; } Shift;
typedef struct { Shift shift[SHIFTS]; int shifts; double largest[SPEEDS], stop; } Reference;

static int split(char *line, char **cell)
{
    int n = 0;
    for (char *c = strtok(line, ",\n"); c && n < COLUMNS; c = strtok(NULL, ",\n"))
        cell[n++] = c;
    return n;
}

static void row(Reference *r, double t, int changed, const double *w)
{
    Shift *s = r->shifts > 0 ? &r->shift[r->shifts - 1] : NULL;

    if (changed && t > 2) {
        if ((!s || t > s->last + 2) && r->shifts < SHIFTS) {
            s = &r->shift[r->shifts++];
            s->begin = t;
        }
        if (s) {
            s->last = t;
            s->end = ceil((t + 0.05) * 10 - 1e-6) / 10;
            s->changes++;
        }
    }
    for (int i = 0; s && i < SPEEDS && t <= s->end + 1e-7; i++)
        s->w[i] = w[i];                            /* the last row up to the end of the shift is its end */
    for (int i = 0; i < SPEEDS; i++)
        r->largest[i] = larger(r->largest[i], fabs(w[i]));
    r->stop = t;
}

static Reference read_reference(const char *path)
{
    static char line[65536];
    Reference r = { .shifts = 0 };
    char *cell[COLUMNS];
    int speed[SPEEDS] = { 0 }, place[COLUMNS], places = 0, n;
    double before[COLUMNS] = { 0 }, w[SPEEDS];
    FILE *f = fopen(path, "r");

    if (!f || !fgets(line, sizeof line, f))
        fail(path, "cannot be read");
    n = split(line, cell);
    for (int i = 0; i < n; i++) {
        for (int s = 0; s < SPEEDS; s++)
            if (strcmp(cell[i], speed_name[s]) == 0)
                speed[s] = i;
        if (strstr(cell[i], ".law.place"))
            place[places++] = i;
    }
    for (int first = 1; fgets(line, sizeof line, f); first = 0) {
        int changed = 0;
        if (split(line, cell) != n)
            fail(path, "a row is short");
        for (int i = 0; i < places; i++) {
            double now = atof(cell[place[i]]);
            changed |= !first && fabs(now - before[i]) > 0.5;
            before[i] = now;
        }
        for (int i = 0; i < SPEEDS; i++)
            w[i] = atof(cell[speed[i]]);
        row(&r, atof(cell[0]), changed, w);
    }
    fclose(f);
    return r;
}

/* ---- a model -------------------------------------------------------------------------------------------- */

typedef struct {
    const char *name;
    const dtc_model_info *info;
    dtc_status (*step)(void *);
    char *m;
    const dtc_variable *speed[SPEEDS];
    const int *place[PLACES];
    int places, before[PLACES];
} Model;

static Model load(const char *argument, const char *model)
{
    const char *equals = strchr(argument, '=');
    char symbol[128];
    Model x = { 0 };
    void *so = equals ? dlopen(equals + 1, RTLD_NOW | RTLD_LOCAL) : NULL;

    if (!so)
        fail(argument, dlerror());
    x.name = strndup(argument, (size_t)(equals - argument));
    snprintf(symbol, sizeof symbol, "%s_info", model);
    x.info = dlsym(so, symbol);
    snprintf(symbol, sizeof symbol, "%s_step", model);
    x.step = (dtc_status (*)(void *))dlsym(so, symbol);
    if (!x.info || !x.step || !(x.m = calloc(1, x.info->size)))
        fail(argument, "not such a model");
    for (int i = 0; i < x.info->variables; i++) {
        const dtc_variable here = dtc_variable_at(x.info, i), *v = &here;
        const char *text = name_text(v);
        if ((strstr(text, ".law.place") || strstr(text, ".mode.")) && v->type != DTC_REAL && x.places < PLACES)
            x.place[x.places++] = (const int *)(const void *)(x.m + v->offset);
    }
    for (int s = 0; s < SPEEDS; s++)
        if (!(x.speed[s] = find_variable(x.info, speed_name[s])))
            fail(argument, speed_name[s]);
    return x;
}

static void begin(Model *x)
{
    x->info->init(x->m);
    if (x->info->setup(x->m) > DTC_TERMINATE)
        fail(x->name, "setup failed");
    for (int i = 0; i < x->places; i++)
        x->before[i] = *x->place[i];
}

static int changed(Model *x)
{
    int any = 0;
    for (int i = 0; i < x->places; i++) {
        any |= *x->place[i] != x->before[i];
        x->before[i] = *x->place[i];
    }
    return any;
}

/* What a run leaves in a shift. */
typedef struct { int events, samples, longest, evaluations, most; double w[SPEEDS]; } Outcome;

static const Shift *shift_at(const Reference *r, double t, int *number)
{
    for (*number = 0; *number < r->shifts; ++*number)
        if (t > r->shift[*number].begin - 0.2 && t < r->shift[*number].end + 0.3)
            return &r->shift[*number];
    return NULL;
}

/* iterate: all transitions of an event in its sample. */
static int run(Model *x, const Reference *r, int iterate, Outcome *out)
{
    long steps = lround(r->stop / x->info->step);
    int length = 0, number;

    begin(x);
    memset(out, 0, SHIFTS * sizeof *out);
    for (long k = 0; k <= steps; k++) {
        double t = (double)k * x->info->step;
        const Shift *s = shift_at(r, t, &number);
        int rounds = 1, moves;
        if (x->info->evaluate(x->m) > DTC_TERMINATE)
            return 0;
        moves = changed(x);
        if (iterate && moves)
            for (; rounds < ROUNDS; rounds++) {
                if (x->info->evaluate(x->m) > DTC_TERMINATE)
                    return 0;
                if (!changed(x))
                    break;
            }
        length = moves ? length + 1 : 0;
        if (s && moves) {
            Outcome *o = &out[number];
            o->events += length == 1;
            o->samples++;
            o->longest = length > o->longest ? length : o->longest;
            o->evaluations += rounds;
            o->most = rounds > o->most ? rounds : o->most;
        }
        if (s && t <= s->end + 1e-7)
            for (int i = 0; i < SPEEDS; i++)
                out[number].w[i] = x->speed[i]->sign * *(double *)(void *)(x->m + x->speed[i]->offset);
        if (x->info->advance(x->m) > DTC_TERMINATE)
            return 0;
    }
    return 1;
}

static double distance(const Reference *r, const double *a, const double *b)
{
    double most = 0;
    for (int i = 0; i < SPEEDS; i++)
        most = larger(most, fabs(a[i] - b[i]) / r->largest[i]);
    return most;
}

/* ---- what is printed ------------------------------------------------------------------------------------ */

/* ns for a millisecond of the model. Steps cost the same but for a few: that of a step is the least mean of CHUNK steps
 * in a row, which leaves out what else the machine does. */
static double cost(Model *x, const Reference *r)
{
    long steps = lround(r->stop / x->info->step);
    double least = INFINITY;

    for (int i = 0; i < REPEATS; i++) {
        begin(x);
        for (long k = 0; k + CHUNK <= steps; k += CHUNK) {
            struct timespec a, b;
            clock_gettime(CLOCK_MONOTONIC, &a);
            for (int j = 0; j < CHUNK; j++)
                if (x->step(x->m) > DTC_TERMINATE)
                    return NAN;
            clock_gettime(CLOCK_MONOTONIC, &b);
            least = smaller(least, (double)(b.tv_sec - a.tv_sec) * 1e9 + (double)(b.tv_nsec - a.tv_nsec));
        }
    }
    return least / CHUNK / (x->info->step * 1e3);
}

static void points(Model *x, const Reference *r)
{
    Outcome out[SHIFTS];
    double error = 0;

    if (!run(x, r, 0, out))
        error = NAN;
    for (int s = 0; s < r->shifts; s++)
        error = larger(error, distance(r, out[s].w, r->shift[s].w));
    printf("%s %g %.1f %.3e\n", x->name, x->info->step * 1e3, cost(x, r), error);
}

static void table(Model *x, const Reference *r)
{
    Outcome one[SHIFTS], all[SHIFTS] = { { 0 } };
    int complete = run(x, r, 0, one) && run(x, r, 1, all);

    for (int s = 0; s < r->shifts; s++)
        printf("  %-9s %4g ms  shift %d-%d  %2d events of %.2f samples, at most %d   %.2f evaluations, at most %2d   "
               "error %.1e   left %.1e%s\n",
               x->name, x->info->step * 1e3, s + 1, s + 2, one[s].events, one[s].samples / larger(1, one[s].events),
               one[s].longest, all[s].evaluations / larger(1, all[s].samples), all[s].most,
               distance(r, one[s].w, r->shift[s].w), distance(r, one[s].w, all[s].w),
               complete ? "" : "  (the run failed)");
}

int main(int argc, char **argv)
{
    cpu_set_t set;

    if (argc < 5)
        fail("usage", "see shifts.c");
    CPU_ZERO(&set);
    CPU_SET(sched_getcpu(), &set);
    sched_setaffinity(0, sizeof set, &set);
    Reference r = read_reference(argv[2]);
    if (strcmp(argv[1], "table") == 0)
        for (int s = 0; s < r.shifts; s++)
            printf("  variable step    shift %d-%d  %d instants with a change, %.3f to %.3f s; compared at %.1f s\n",
                   s + 1, s + 2, r.shift[s].changes, r.shift[s].begin, r.shift[s].last, r.shift[s].end);
    for (int i = 4; i < argc; i++) {
        Model x = load(argv[i], argv[3]);
        (strcmp(argv[1], "table") == 0 ? table : points)(&x, &r);
        fflush(stdout);
    }
    return 0;
}
