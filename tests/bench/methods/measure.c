/* measure.c - errors, energy and divergence of a run, against the motion itself.
 *
 * Errors are those of x up to 10 s: at samples on the grid of Td (largest and rms), at shortened samples too, and, of
 * the mass with a force, against the motion under the force held on the grid. Energy is that of 30 s, of masses without
 * damping and force; its last value is on the grid. A run has diverged where |x| > 1e4. */
#include "methods.h"

#include <math.h>

static const double LATE = 1e-9;

static double larger(double a, double b) { return b > a || isnan(b) ? b : a; }

static int lossless(const mass *m) { return m->d == 0 && m->amplitude == 0; }

void tally_begin(tally *t, const mass *m, double Td)
{
    double unknown = lossless(m) ? 0 : NAN;

    *t = (tally){ .now = solve(m, 10 + Td, 0), .n = 1 };
    if (m->amplitude != 0)
        t->held = solve(m, 10 + Td, Td);
    t->row = (row){ .start = energy(&m->spring, (state){ m->x0, 0 }), .drift = unknown, .most_drift = unknown };
}

/* A sample; 0: it is the last one that counts. */
int tally_add(tally *t, double time, state y, int on_grid, double cuts)
{
    row *o = &t->row;

    if (time > 30 + LATE)
        return 0;
    o->diverged = !(fabs(y.x) <= 1e4);
    if (lossless(&t->now.mass)) {
        double drift = o->diverged ? INFINITY : energy(&t->now.mass.spring, y) / o->start - 1;
        o->most_drift = larger(o->most_drift, fabs(drift));
        o->drift = on_grid || o->diverged ? drift : o->drift;
    }
    if (time < 10 + LATE) {
        double error = o->diverged ? INFINITY : fabs(y.x - truth_at(&t->now, time).x);
        o->cuts = cuts;
        o->all = larger(o->all, error);
        if (on_grid || o->diverged) {
            o->grid = larger(o->grid, error);
            t->squares += error * error;
            t->n++;
            if (t->now.mass.amplitude != 0)
                o->held = larger(o->held, o->diverged ? INFINITY : fabs(y.x - truth_at(&t->held, time).x));
        }
    }
    return !o->diverged && time < 30 - LATE;
}

row tally_end(tally *t)
{
    row o = t->row;

    o.rms = sqrt(t->squares / (double)t->n);
    forget(&t->now);
    forget(&t->held);
    return o;
}

row measure(const mass *m, const method *how, double Td)
{
    run r = begin(m, how, Td);
    tally t;

    tally_begin(&t, m, Td);
    do
        sample(&r);
    while (tally_add(&t, (double)r.k * Td - r.buffer, r.y, !(r.buffer > 0), (double)r.cuts));
    return tally_end(&t);
}

/* What holding the force alone does. */
row held_input(const mass *m, double Td)
{
    truth held = solve(m, 30 + Td, Td);
    tally t;

    tally_begin(&t, m, Td);
    for (long k = 1; tally_add(&t, (double)k * Td, truth_at(&held, (double)k * Td), 1, 0); k++)
        ;
    forget(&held);
    return tally_end(&t);
}
