/* truth.c - the motion itself: closed forms from border to border.
 *
 * In each piece the motion is known (spring.c; under sin t, without damping, with the particular solution, which grows
 * with t at resonance). Where it leaves the piece is looked for every LOOK seconds, at the turning points between them
 * too, and found by bisection. Held inputs begin a segment at each sample. */
#include "methods.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double LOOK = 0.004;       /* a fiftieth of the fastest vibration */

/* A solution of x'' + c x = amplitude sin t. */
static state particular(double c, double amplitude, double t)
{
    double a = c != 1 ? amplitude / (c - 1) : 0, b = c != 1 ? 0 : -amplitude / 2;

    return (state){ a * sin(t) + b * t * cos(t), a * cos(t) + b * (cos(t) - t * sin(t)) };
}

state follow(const truth *t, const segment *from, double dt)
{
    const mass *m = &t->mass;
    double c = m->spring.c[from->piece], g = -m->spring.o[from->piece];
    map to = map_of(c, m->d, dt);

    if (m->amplitude == 0 || t->held)
        return apply(&to, from->y, g + from->u);
    state at = particular(c, m->amplitude, from->t), end = particular(c, m->amplitude, from->t + dt);
    state free = apply(&to, (state){ from->y.x - at.x, from->y.v - at.v }, g);
    return (state){ free.x + end.x, free.v + end.v };
}

/* -1, 1: x is beyond the lower, the upper border of the piece. */
static int beyond(const spring *s, int piece, double x)
{
    if (piece < s->n - 1 && x > s->border[piece])
        return 1;
    return piece > 0 && x < s->border[piece - 1] ? -1 : 0;
}

/* The motion turns between low and high: where. */
static double turn(const truth *t, const segment *from, double low, double high)
{
    int rises = follow(t, from, low).v > 0;

    for (int k = 0; k < 60; k++) {
        double mid = (low + high) / 2;
        *((follow(t, from, mid).v > 0) == rises ? &low : &high) = mid;
    }
    return high;
}

/* The first time, from the start of a segment, at which it leaves its piece, and where to; most: it does not. */
double first_beyond(const truth *t, const segment *from, double most, int *next)
{
    const spring *s = &t->mass.spring;
    double low = 0;

    for (long k = 1; low < most; k++) {
        double high = (double)k * LOOK < most ? (double)k * LOOK : most;
        state a = follow(t, from, low), b = follow(t, from, high);
        if (!beyond(s, from->piece, b.x) && (a.v > 0) != (b.v > 0)) {
            double extreme = turn(t, from, low, high);
            if (beyond(s, from->piece, follow(t, from, extreme).x))
                high = extreme;
        }
        *next = beyond(s, from->piece, follow(t, from, high).x);
        for (int q = 0; *next && q < 70; q++) {
            double mid = (low + high) / 2;
            *(beyond(s, from->piece, follow(t, from, mid).x) ? &high : &low) = mid;
        }
        if (*next)
            return high;
        low = high;
    }
    return most;
}

static void add(truth *t, segment s)
{
    if (t->n == t->room) {
        t->room = t->room ? 2 * t->room : 64;
        t->segment = realloc(t->segment, (size_t)t->room * sizeof *t->segment);
        if (!t->segment) {
            fputs("no memory\n", stderr);
            exit(2);
        }
    }
    t->segment[t->n++] = s;
}

/* From the start to stop; hold: for how long the force stays what it is at a sample, 0: it does not. */
truth solve(const mass *m, double stop, double hold)
{
    truth t = { .mass = *m, .held = hold > 0 };
    segment at = { .y = { m->x0, 0 }, .piece = piece_of(&m->spring, m->x0) };
    long sample = 0;

    while (at.t < stop) {
        double end = t.held ? (double)(sample + 1) * hold : stop;
        int next = 0;
        add(&t, at);
        double dt = first_beyond(&t, &at, end - at.t, &next);
        at.y = follow(&t, &at, dt);
        at.t += dt;
        if (next) {
            at.y.x = m->spring.border[at.piece - (next < 0)];
            at.piece += next;
        } else {
            at.t = end;
            at.u = m->amplitude * sin(end);
            sample++;
        }
    }
    return t;
}

state truth_at(const truth *t, double time)
{
    int low = 0, high = t->n - 1;

    while (low < high) {
        int mid = (low + high + 1) / 2;
        if (t->segment[mid].t <= time)
            low = mid;
        else
            high = mid - 1;
    }
    return follow(t, &t->segment[low], time - t->segment[low].t);
}

void forget(truth *t) { free(t->segment); }
