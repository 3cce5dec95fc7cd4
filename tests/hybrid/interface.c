/* The interface of dtc_hybrid.h, driven without a solver: Runge-Kutta steps of order 4, guards located by bisection.
 *
 *     interface STEP VALUES    VALUES has lines "variable time value tolerance", by time; a value is that after the
 * events of its time
 *
 * Beside the values: no guard is negative when an event has ended; an event ends; derivatives() is a function of time
 * and states; next() lies ahead; get() returns what set() was given. Prints what fails, and "N passed, N failed". */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "dtc_hybrid.h"

extern const dtc_hybrid MODEL;
static const dtc_hybrid *h = &MODEL;

enum { PASSES = 50 };

typedef struct { double t, *x, *k[4], *y, *g, *was; void *m; int events, passed, failed; } Run;

static void say(Run *r, int good, const char *what)
{
    r->passed += good;
    r->failed += !good;
    if (!good)
        printf("FAILED at %.12g: %s\n", r->t, what);
}

static void stop(Run *r, const char *what)
{
    say(r, 0, what);
    printf("%d passed, %d failed\n", r->passed, r->failed);
    exit(1);
}

static void rates(Run *r, double t, const double *x, double *dx)
{
    h->set(r->m, t, x);
    if (h->derivatives(r->m, dx) != DTC_OK)
        stop(r, "derivatives");
}

/* States at t + step into y, and the guards there. */
static void step(Run *r, double step)
{
    static const double at[] = { 0, 0.5, 0.5, 1 }, weight[] = { 1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6 };

    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < h->states; i++)
            r->y[i] = r->x[i] + (s ? at[s] * step * r->k[s - 1][i] : 0);
        rates(r, r->t + at[s] * step, r->y, r->k[s]);
    }
    for (int i = 0; i < h->states; i++) {
        r->y[i] = r->x[i];
        for (int s = 0; s < 4; s++)
            r->y[i] += weight[s] * step * r->k[s][i];
    }
    rates(r, r->t + step, r->y, r->k[0]);
    h->guards_at(r->m, r->g);
}

static int lost(const Run *r)
{
    for (int i = 0; i < h->guards; i++)
        if (r->was[i] >= 0 && r->g[i] < 0)
            return 1;
    return 0;
}

static void pure(Run *r)
{
    double *there = r->k[1], *again = r->k[2];

    rates(r, r->t, r->x, r->k[0]);
    for (int i = 0; i < h->states; i++)
        there[i] = r->x[i] + 1e-3 * (i % 2 ? 1 : -1);
    rates(r, r->t + 1e-3, there, again);
    rates(r, r->t, r->x, again);
    for (int i = 0; i < h->states; i++)
        if (!(fabs(again[i] - r->k[0][i]) <= 1e-9 * (1 + fabs(again[i]))))
            say(r, 0, "derivatives are not a function of time and states");
    h->get(r->m, again);
    say(r, memcmp(again, r->x, (size_t)h->states * sizeof *again) == 0, "get is not what was set");
}

static void event(Run *r)
{
    int changed = 1;

    rates(r, r->t, r->x, r->k[0]);
    if (h->leave)
        h->leave(r->m);
    for (int pass = 0; changed; pass++) {
        if (pass == PASSES)
            stop(r, "an event does not end");
        if (h->event(r->m, pass, &changed) != DTC_OK)
            stop(r, "event");
    }
    h->get(r->m, r->x);
    rates(r, r->t, r->x, r->k[0]);
    h->guards_at(r->m, r->was);
    for (int i = 0; i < h->guards; i++)
        if (!(r->was[i] >= 0))
            say(r, 0, h->guard[i].text);
    if (h->next)
        say(r, h->next(r->m) > r->t, "next is not ahead");
    r->events++;
}

static double bisect(Run *r, double high)
{
    double low = 0;

    while (high - low > 1e-15 * (1 + fabs(r->t))) {
        double middle = (low + high) / 2;
        if (middle <= low || middle >= high)
            break;
        step(r, middle);
        *(lost(r) ? &high : &low) = middle;
    }
    step(r, high);
    return high;
}

/* To time `to`, through all events up to and at it. */
static void go(Run *r, double to, double size)
{
    while (r->t < to) {
        double next = h->next(r->m), end = next < to ? next : to, length = end - r->t < size ? end - r->t : size;
        int at_end = length == end - r->t, found;
        rates(r, r->t, r->x, r->k[0]);
        h->guards_at(r->m, r->was);
        step(r, length);
        found = lost(r);
        if (found) {
            double part = bisect(r, length);
            at_end = at_end && part >= length;
            length = part;
        }
        memcpy(r->x, r->y, (size_t)h->states * sizeof *r->x);
        r->t = at_end ? end : r->t + length;
        if (found || r->t >= next)
            event(r);
    }
    rates(r, r->t, r->x, r->k[0]);
}

static int value_of(Run *r, const char *name, double *value)
{
    for (int i = 0; i < h->info->variables; i++) {
        const dtc_variable here = dtc_variable_at(h->info, i), *v = &here;
        const char *at = (const char *)r->m + v->offset;
        if (i != dtc_variable_named(h->info, name))
            continue;
        *value = v->sign * (v->type == DTC_REAL ? *(const double *)(const void *)at : *(const int *)(const void *)at);
        if (v->type == DTC_BOOLEAN && v->sign < 0)
            *value = !*(const int *)(const void *)at;
        return 1;
    }
    return strcmp(name, "events") == 0 ? (*value = r->events, 1) : 0;
}

int main(int argc, char **argv)
{
    size_t n = (size_t)h->states + 1, m = (size_t)h->guards + 1;
    Run r = {
        .x = calloc(n, 8), .y = calloc(n, 8), .g = calloc(m, 8), .was = calloc(m, 8), .m = calloc(1, h->info->size)
    };
    FILE *values = argc > 2 ? fopen(argv[2], "r") : NULL;
    char name[200], line[300], text[400];
    double t, wanted, tolerance, value, size = argc > 1 ? atof(argv[1]) : 1e-3;

    for (int s = 0; s < 4; s++)
        r.k[s] = calloc(n, 8);
    h->info->init(r.m);
    r.t = h->info->start_time;
    if (h->setup(r.m) != DTC_OK)
        stop(&r, "setup");
    h->get(r.m, r.x);
    rates(&r, r.t, r.x, r.k[0]);
    h->guards_at(r.m, r.was);
    for (int i = 0; i < h->guards; i++)
        say(&r, r.was[i] >= 0, h->guard[i].text);
    if (!values)
        stop(&r, "no file of values");
    while (fgets(line, sizeof line, values)) {
        if (line[0] == '#' || line[0] == '\n')
            continue;
        if (sscanf(line, "%199s %lf %lf %lf", name, &t, &wanted, &tolerance) != 4)
            stop(&r, line);
        go(&r, t, size);
        pure(&r);
        snprintf(text, sizeof text, "there is no variable %s", name);
        if (!value_of(&r, name, &value))
            stop(&r, text);
        snprintf(text, sizeof text, "%s is %.15g, and is to be %.15g", name, value, wanted);
        say(&r, fabs(value - wanted) <= tolerance, text);
    }
    printf("%d passed, %d failed\n", r.passed, r.failed);
    return r.failed != 0;
}
