/* More elements locked than there are freedoms: finite, accelerations the same from every history, minimum-norm torques that depend on
 * places, inputs and state alone, no chattering on entering and leaving, and no drift in a million steps. */
#include "drive.h"

enum { ELEMENTS = 8 };

static const char *const law[ELEMENTS] = { "gearbox.A.law", "gearbox.B.law", "gearbox.C.law", "gearbox.Cp.law", "gearbox.D.law",
                                           "gearbox.E.law", "gearbox.F.law", "gearbox.fw1.law" };

typedef struct { Slot p[7], place[ELEMENTS], slip[ELEMENTS], lambda[ELEMENTS], a[3], tau_in, tau_out; } Slots;

static Slots find(Rig *r)
{
    Slots s;
    char name[64];
    for (int i = 0; i < 7; i++) {
        snprintf(name, sizeof name, "pressure[%d]", i + 1);
        s.p[i] = slot(r, name);
    }
    for (int i = 0; i < ELEMENTS; i++) {
        snprintf(name, sizeof name, "%s.place", law[i]);
        s.place[i] = slot(r, name);
        snprintf(name, sizeof name, "%s.s", law[i]);
        s.slip[i] = slot(r, name);
        snprintf(name, sizeof name, "%s.lambda", law[i]);
        s.lambda[i] = slot(r, name);
    }
    s.a[0] = slot(r, "turbine.a");
    s.a[1] = slot(r, "load.a");
    s.a[2] = slot(r, "gearbox.sun12.a");
    s.tau_in = slot(r, "tau_in");
    s.tau_out = slot(r, "tau_out");
    return s;
}

static void pressures(Slots *s, const double *p)
{
    for (int i = 0; i < 7; i++)
        set(s->p[i], p[i]);
}

/* Changes of place, and the most that one element makes within 20 samples while it has slip: more than 4 is chattering. */
typedef struct { int changes, moving, most, k, last[ELEMENTS], when[ELEMENTS][5]; double slip[ELEMENTS]; } Count;

static void run(Rig *r, Slots *s, int steps, Count *c)
{
    for (int k = 0; k < steps; k++, c->k++) {
        dtc_status st = evaluate(r);
        if (st != DTC_OK) {
            CHECK(0, "status %d at %g s", st, now(r));
            return;
        }
        for (int i = 0; i < ELEMENTS; i++) {
            double slip = get(s->slip[i]);
            int place = (int)get(s->place[i]);
            if (place != c->last[i] && c->k > 0) {
                c->changes++;
                if (fabs(slip) > 1e-6 || fabs(c->slip[i]) > 1e-6) {
                    int n = 0;
                    c->moving++;
                    memmove(c->when[i], c->when[i] + 1, 4 * sizeof **c->when);
                    c->when[i][4] = c->k + 1;
                    for (int j = 0; j < 5; j++)
                        n += c->when[i][j] > 0 && c->k + 1 - c->when[i][j] < 20;
                    if (n > c->most)
                        c->most = n;
                }
            }
            c->last[i] = place;
            c->slip[i] = slip;
        }
        r->info->advance(r->m);
    }
}

/* Two histories that end with the same pressures at rest: torques and accelerations must agree to the last digits. */
static void histories(Rig *r, const char *what, const double *end, const double first[][7], int n)
{
    double lambda[2][ELEMENTS] = { { 0 } }, a[2][3] = { { 0 } }, worst = 0, largest = 0;
    Count count = { 0 };
    Slots s = find(r);
    for (int h = 0; h < n; h++) {
        r->info->init(r->m);
        pressures(&s, first[h]);
        set(s.tau_in, 20);
        set(s.tau_out, -30);
        CHECK(setup(r) == DTC_OK, "setup");
        run(r, &s, 300, &count);
        pressures(&s, end);
        run(r, &s, 1500, &count);
        evaluate(r);
        for (int i = 0; i < ELEMENTS; i++)
            lambda[h][i] = get(s.lambda[i]);
        for (int i = 0; i < 3; i++)
            a[h][i] = get(s.a[i]);
    }
    for (int i = 0; i < ELEMENTS; i++) {
        worst = fmax(worst, fabs(lambda[0][i] - lambda[1][i]));
        largest = fmax(largest, fabs(lambda[0][i]));
    }
    for (int i = 0; i < 3; i++)
        worst = fmax(worst, fabs(a[0][i] - a[1][i]));
    CHECK(worst <= 1e-9 * fmax(1, largest), "%s: two histories differ by %g", what, worst);
    printf("%s: torques up to %.1f N.m, two histories differ by %.1e\n", what, largest, worst);
}

/* Pressures of a redundant set go on and off 50 times, within `ramp` seconds each. */
static Count repeat(Rig *r, const double *on, const double *off, double ramp)
{
    Count c = { 0 };
    Slots s = find(r);
    int scale = (int)lround(1e-3 / r->h), rising = (int)lround(ramp / r->h);
    r->info->init(r->m);
    set(s.tau_in, 40);
    set(s.tau_out, -60);
    pressures(&s, off);
    CHECK(setup(r) == DTC_OK, "setup");
    for (int k = 0; k < 50; k++)
        for (int up = 1; up >= 0; up--) {
            for (int j = 1; j < rising; j++) {
                double p[7];
                for (int i = 0; i < 7; i++)
                    p[i] = off[i] + (on[i] - off[i]) * (up ? j : rising - j) / rising;
                pressures(&s, p);
                run(r, &s, 1, &c);
            }
            pressures(&s, up ? on : off);
            run(r, &s, 150 * scale, &c);
        }
    return c;
}

/* Chattering: more than 4 changes of one element within 20 samples, or more than twice as many in all as with steps of 0.05 ms (and one a cycle). */
static void cycles(Rig *r, Rig *fine, const char *what, const double *on, const double *off, double ramp)
{
    Count c = repeat(r, on, off, ramp), exact = repeat(fine, on, off, ramp);
    CHECK(c.most <= 4, "%s chatters: an element changes place %d times within 20 samples, %d changes against %d", what, c.most, c.moving,
          exact.moving);
    CHECK(c.moving <= 2 * exact.moving + 50, "%s: %d changes of place with slip in 50 cycles, %d at 0.05 ms", what, c.moving, exact.moving);
    printf("%s, pressure in %g ms: changes of place with slip a cycle: %.2f (%.2f at 0.05 ms), at most %d of one element within 20 samples\n", what, ramp * 1e3,
           c.moving / 50.0, exact.moving / 50.0, c.most);
}

/* A million steps in second gear with C and C'' and changing load: a stuck element has no slip from its second stuck sample on. */
static void drift(Rig *r)
{
    double worst = 0;
    int stuck[ELEMENTS] = { 0 };
    Slots s = find(r);
    const double second[] = { 1, 0, 1, 1, 0, 1, 0 };
    r->info->init(r->m);
    pressures(&s, second);
    CHECK(setup(r) == DTC_OK, "setup");
    Slot w = slot(r, "load.w");
    for (int k = 0; k < 1000000; k++) {
        set(s.tau_in, 60 + 50 * sin(0.003 * k));
        set(s.tau_out, -40 + 30 * sin(0.0017 * k) - 1.0 * get(w));
        if (evaluate(r) != DTC_OK) {
            CHECK(0, "step %d", k);
            return;
        }
        for (int i = 0; i < ELEMENTS; i++) {
            stuck[i] = (int)get(s.place[i]) == DTC_STUCK ? stuck[i] + 1 : 0;
            if (stuck[i] >= 2)
                worst = fmax(worst, fabs(get(s.slip[i])));
        }
        r->info->advance(r->m);
    }
    CHECK(worst <= 1e-9, "slip of stuck elements: %g", worst);
    printf("second gear with C and C'', 10^6 steps: largest slip of a stuck element %.1e rad/s\n", worst);
}

int main(int argc, char **argv)
{
    (void)argc;
    Rig r = load(argv[1], "zf", "Rig");
    histories(&r, "brakes C, D and F with A", (double[]){ 1, 0, 1, 0, 1, 0, 1 },
              (const double[][7]){ { 0, 0, 1, 0, 0, 0, 0 }, { 1, 0, 0, 0, 1, 0, 1 } }, 2);
    histories(&r, "C and C'' in second gear", (double[]){ 1, 0, 1, 1, 0, 1, 0 },
              (const double[][7]){ { 1, 0, 1, 0, 0, 1, 0 }, { 1, 0, 0, 1, 0, 1, 0 } }, 2);
    histories(&r, "D parallel to freewheel 1", (double[]){ 1, 0, 0, 0, 1, 1, 0 },
              (const double[][7]){ { 1, 0, 0, 0, 0, 1, 0 }, { 0, 0, 0, 0, 1, 1, 0 } }, 2);
    static const struct { const char *what; double on[7], off[7]; } pair[] = {
        { "C and C'' on and off in second gear", { 1, 0, 1, 1, 0, 1, 0 }, { 1, 0, 0, 0, 0, 1, 0 } },
        { "C, D and F on and off", { 1, 0, 1, 0, 1, 0, 1 }, { 1, 0, 0, 0, 0, 0, 0 } },
        { "D on and off beside freewheel 1", { 1, 0, 0, 0, 1, 1, 0 }, { 1, 0, 0, 0, 0, 1, 0 } },
    };
    Rig fine = load(argv[1], "zf_fine", "Rig");
    for (int i = 0; i < 3; i++) {
        cycles(&r, &fine, pair[i].what, pair[i].on, pair[i].off, 0.05);
        cycles(&r, &fine, pair[i].what, pair[i].on, pair[i].off, 0.02);
        cycles(&r, &fine, pair[i].what, pair[i].on, pair[i].off, 0);
    }
    drift(&r);
    return summary();
}
