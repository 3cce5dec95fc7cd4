/* More elements locked than there are freedoms: finite, accelerations the same from every history, minimum-norm torques that depend on
 * places, inputs and state alone, no chattering on entering and leaving, and no drift in a million steps. */
#include "drive.h"

enum { ELEMENTS = 8 };

static const char *const law[ELEMENTS] = { "gearbox.A.law", "gearbox.B.law", "gearbox.C.clutch.law", "gearbox.Cp.law", "gearbox.D.clutch.law",
                                           "gearbox.E.law", "gearbox.F.clutch.law", "gearbox.fw1.law" };

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

static int run(Rig *r, Slots *s, int steps, int *longest)
{
    int transitions = 0, row = 0, last[ELEMENTS];
    for (int i = 0; i < ELEMENTS; i++)
        last[i] = (int)get(s->place[i]);
    for (int k = 0; k < steps; k++) {
        int changed = 0;
        dtc_status st = evaluate(r);
        if (st != DTC_OK) {
            CHECK(0, "status %d at %g s", st, now(r));
            return transitions;
        }
        for (int i = 0; i < ELEMENTS; i++) {
            changed += (int)get(s->place[i]) != last[i];
            last[i] = (int)get(s->place[i]);
        }
        transitions += changed;
        row = changed ? row + 1 : 0;
        if (row > *longest)
            *longest = row;
        r->info->advance(r->m);
    }
    return transitions;
}

/* Two histories that end with the same pressures at rest: torques and accelerations must agree to the last digits. */
static void histories(Rig *r, const char *what, const double *end, const double first[][7], int n)
{
    double lambda[2][ELEMENTS] = { { 0 } }, a[2][3] = { { 0 } }, worst = 0, largest = 0;
    int longest = 0;
    Slots s = find(r);
    for (int h = 0; h < n; h++) {
        r->info->init(r->m);
        pressures(&s, first[h]);
        set(s.tau_in, 20);
        set(s.tau_out, -30);
        CHECK(setup(r) == DTC_OK, "setup");
        run(r, &s, 300, &longest);
        pressures(&s, end);
        run(r, &s, 1500, &longest);
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

/* Pressures of a redundant set go on and off 50 times: transitions a cycle, and the longest run of samples with transitions. */
static void cycles(Rig *r, const char *what, const double *on, const double *off, int per_cycle)
{
    int longest = 0, transitions;
    Slots s = find(r);
    r->info->init(r->m);
    set(s.tau_in, 40);
    set(s.tau_out, -60);
    pressures(&s, off);
    CHECK(setup(r) == DTC_OK, "setup");
    transitions = 0;
    for (int k = 0; k < 50; k++) {
        pressures(&s, on);
        transitions += run(r, &s, 200, &longest);
        pressures(&s, off);
        transitions += run(r, &s, 100, &longest);
    }
    CHECK(transitions <= 50 * per_cycle, "%s: %d transitions in 50 cycles", what, transitions);
    CHECK(longest <= 6, "%s: transitions in %d samples in a row", what, longest);
    printf("%s: %.1f transitions a cycle, at most %d samples in a row\n", what, transitions / 50.0, longest);
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
            if (stuck[i] >= 3)
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
    Rig r = load(argv[1], "zf", "Zf4hp22_Rig");
    histories(&r, "brakes C, D and F with A", (double[]){ 1, 0, 1, 0, 1, 0, 1 },
              (const double[][7]){ { 0, 0, 1, 0, 0, 0, 0 }, { 1, 0, 0, 0, 1, 0, 1 } }, 2);
    histories(&r, "C and C'' in second gear", (double[]){ 1, 0, 1, 1, 0, 1, 0 },
              (const double[][7]){ { 1, 0, 1, 0, 0, 1, 0 }, { 1, 0, 0, 1, 0, 1, 0 } }, 2);
    histories(&r, "D parallel to freewheel 1", (double[]){ 1, 0, 0, 0, 1, 1, 0 },
              (const double[][7]){ { 1, 0, 0, 0, 0, 1, 0 }, { 0, 0, 0, 0, 1, 1, 0 } }, 2);
    cycles(&r, "C and C'' on and off in second gear", (double[]){ 1, 0, 1, 1, 0, 1, 0 }, (double[]){ 1, 0, 0, 0, 0, 1, 0 }, 12);
    cycles(&r, "C, D and F on and off", (double[]){ 1, 0, 1, 0, 1, 0, 1 }, (double[]){ 1, 0, 0, 0, 0, 0, 0 }, 20);
    cycles(&r, "D on and off beside freewheel 1", (double[]){ 1, 0, 0, 0, 1, 1, 0 }, (double[]){ 1, 0, 0, 0, 0, 1, 0 }, 6);
    drift(&r);
    return summary();
}
