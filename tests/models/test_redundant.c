/* test_redundant FOLDER STEPS METHOD ...: more elements locked than there are freedoms: finite, accelerations the same
 * from every history, minimum-norm torques that depend on places, inputs and state alone, no chattering on entering and
 * leaving, and no drift in STEPS steps (a million). */
#include "../watch.h"

enum { ELEMENTS = 8 };

static const char *const law[ELEMENTS] = { "gearbox.A.law", "gearbox.B.law", "gearbox.C.law", "gearbox.Cp.law",
                                           "gearbox.D.law", "gearbox.E.law", "gearbox.F.law", "gearbox.fw1.law" };

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

static void run(Rig *r, double time, Watch *w)
{
    for (long k = 0, steps = lround(time / r->h); k < steps; k++) {
        dtc_status st = evaluate(r);
        if (st != DTC_OK) {
            CHECK(0, "%s: status %d at %g s", r->info->method, st, now(r));
            return;
        }
        look(w);
        MUST(advance(r));
    }
}

/* Two histories that end with the same pressures at rest: torques and accelerations must agree to the last digits. The
 * difference. */
static double histories(Rig *r, const char *what, const double *end, const double first[2][7])
{
    double lambda[2][ELEMENTS] = { { 0 } }, a[2][3] = { { 0 } }, worst = 0, largest = 0;
    Slots s = find(r);
    Watch w = watch(r);
    for (int h = 0; h < 2; h++) {
        init(r);
        pressures(&s, first[h]);
        set(s.tau_in, 20);
        set(s.tau_out, -30);
        CHECK(setup(r) == DTC_OK, "setup");
        run(r, 0.3, &w);
        pressures(&s, end);
        run(r, 1.5, &w);
        MUST(evaluate(r));
        for (int i = 0; i < ELEMENTS; i++)
            lambda[h][i] = get(s.lambda[i]);
        for (int i = 0; i < 3; i++)
            a[h][i] = get(s.a[i]);
    }
    for (int i = 0; i < ELEMENTS; i++) {
        worst = larger(worst, fabs(lambda[0][i] - lambda[1][i]));
        largest = larger(largest, fabs(lambda[0][i]));
    }
    for (int i = 0; i < 3; i++)
        worst = larger(worst, fabs(a[0][i] - a[1][i]));
    CHECK(worst <= 1e-9 * larger(1, largest), "%s, %s: two histories differ by %g", r->info->method, what, worst);
    return worst / larger(1, largest);
}

/* Pressures of a redundant set that go on and off, within `ramp` seconds each, and stay for `hold`. */
typedef struct { const char *what; double on[7], off[7]; } Pair;
enum { PAIRS = 3, RAMPS = 3, CYCLES = 50 };
static const Pair pair[PAIRS] = {
    { "C and C'' on and off in second gear", { 1, 0, 1, 1, 0, 1, 0 }, { 1, 0, 0, 0, 0, 1, 0 } },
    { "C, D and F on and off", { 1, 0, 1, 0, 1, 0, 1 }, { 1, 0, 0, 0, 0, 0, 0 } },
    { "D on and off beside freewheel 1", { 1, 0, 0, 0, 1, 1, 0 }, { 1, 0, 0, 0, 0, 1, 0 } },
};
static const double ramp_of[RAMPS] = { 0.05, 0.02, 0 };

static Watch cycles(Rig *r, const Pair *q, double ramp, double hold)
{
    Watch w = watch(r);
    Slots s = find(r);
    int rising = (int)lround(ramp / r->h);
    init(r);
    set(s.tau_in, 40);
    set(s.tau_out, -60);
    pressures(&s, q->off);
    CHECK(setup(r) == DTC_OK, "setup");
    for (int k = 0; k < CYCLES; k++)
        for (int up = 1; up >= 0; up--) {
            for (int j = 1; j < rising; j++) {
                double p[7];
                for (int i = 0; i < 7; i++)
                    p[i] = q->off[i] + (q->on[i] - q->off[i]) * (up ? j : rising - j) / rising;
                pressures(&s, p);
                run(r, r->h, &w);
            }
            pressures(&s, up ? q->on : q->off);
            run(r, hold, &w);
        }
    return w;
}

/* What is exact: Euler's method with a twentieth of the step. */
typedef struct { double h, hold; long moving[PAIRS][RAMPS]; } Fine;

static Fine find_fine(const char *folder, double h)
{
    Fine f = { h, h > 5e-3 ? 50 * h : 0.15, { { 0 } } };
    Rig r = rig(folder, "zf", "Rig", "euler", h / 20);
    for (int i = 0; i < PAIRS; i++)
        for (int j = 0; j < RAMPS; j++)
            f.moving[i][j] = cycles(&r, &pair[i], ramp_of[j], f.hold).moving;
    return f;
}

/* Chattering: more than 4 changes of one element within 20 samples, and more than twice as many in all as the exact
 * step makes (and one a cycle). */
static void no_chattering(const char *folder, const char *method, const Fine *f)
{
    Rig r = rig(folder, "zf", "Rig", method, f->h);
    char property[128];
    for (int i = 0; i < PAIRS; i++) {
        long moving = 0, exact = 0;
        int most = 0;
        for (int j = 0; j < RAMPS; j++) {
            Watch w = cycles(&r, &pair[i], ramp_of[j], f->hold);
            CHECK(w.most <= 4,
                  "%s at %g ms, %s in %g ms: an element changes place %d times within 20 samples, %ld changes against "
                  "%ld",
                  method, 1e3 * f->h, pair[i].what, 1e3 * ramp_of[j], w.most, w.moving, f->moving[i][j]);
            CHECK(w.moving <= 2 * f->moving[i][j] + CYCLES,
                  "%s at %g ms, %s in %g ms: %ld changes of place with slip in %d cycles, %ld at a twentieth", method,
                  1e3 * f->h, pair[i].what, 1e3 * ramp_of[j], w.moving, CYCLES, f->moving[i][j]);
            CHECK(w.creep <= 1e-9, "%s at %g ms, %s: a stuck element slips with %g", method, 1e3 * f->h, pair[i].what,
                  w.creep);
            moving += w.moving, exact += f->moving[i][j];
            most = w.most > most ? w.most : most;
        }
        snprintf(property, sizeof property, "%s, %g ms: changes a cycle (exact), of one in 20", pair[i].what,
                 1e3 * f->h);
        FIGURE(&r, property, "%.2f (%.2f), %d", (double)moving / RAMPS / CYCLES, (double)exact / RAMPS / CYCLES, most);
    }
}

/* Second gear with C and C'' and changing load: a stuck element has no slip from its second stuck sample on. */
static void drift(Rig *r, int steps)
{
    Slots s = find(r);
    Watch x = watch(r);
    const double second[] = { 1, 0, 1, 1, 0, 1, 0 };
    init(r);
    pressures(&s, second);
    CHECK(setup(r) == DTC_OK, "setup");
    Slot w = slot(r, "load.w");
    for (int k = 0; k < steps; k++) {
        set(s.tau_in, 60 + 50 * sin(0.003 * k));
        set(s.tau_out, -40 + 30 * sin(0.0017 * k) - 1.0 * get(w));
        if (evaluate(r) != DTC_OK) {
            CHECK(0, "step %d", k);
            return;
        }
        look(&x);
        MUST(advance(r));
    }
    CHECK(x.creep <= 1e-9, "%s: slip of stuck elements: %g", r->info->method, x.creep);
    FIGURE(r, "zf4hp22, C and C'' in second gear, drift: slip of stuck elements, rad/s", "%.0e", x.creep);
}

static void redundant(const char *folder, const char *method, int steps)
{
    Rig r = rig(folder, "zf", "Rig", method, 1e-3);
    double worst = histories(&r, "brakes C, D and F with A", (double[]){ 1, 0, 1, 0, 1, 0, 1 },
                             (const double[2][7]){ { 0, 0, 1, 0, 0, 0, 0 }, { 1, 0, 0, 0, 1, 0, 1 } });
    worst = larger(worst, histories(&r, "C and C'' in second gear", (double[]){ 1, 0, 1, 1, 0, 1, 0 },
                                  (const double[2][7]){ { 1, 0, 1, 0, 0, 1, 0 }, { 1, 0, 0, 1, 0, 1, 0 } }));
    worst = larger(worst, histories(&r, "D parallel to freewheel 1", (double[]){ 1, 0, 0, 0, 1, 1, 0 },
                                  (const double[2][7]){ { 1, 0, 0, 0, 0, 1, 0 }, { 0, 0, 0, 0, 1, 1, 0 } }));
    FIGURE(&r, "redundant locks of zf4hp22: two histories, torques and accelerations", "%.0e", worst);
    drift(&r, steps);
}

int main(int argc, char **argv)
{
    Fine ordinary = find_fine(argv[1], 1e-3), coarse = find_fine(argv[1], 1e-2);
    for (int i = 3; i < argc; i++) {
        redundant(argv[1], argv[i], atoi(argv[2]));
        no_chattering(argv[1], argv[i], &ordinary);
        no_chattering(argv[1], argv[i], &coarse);
    }
    return summary();
}
