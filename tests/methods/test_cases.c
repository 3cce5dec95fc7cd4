/* The small cases of the switching scheme with every method: motion as it must be, transitions counted, no energy from locking.
 *
 * test_cases FOLDER: FOLDER/CaseK_METHOD.so of tests/models/cases.dtm */
#include <stdbool.h>
#include "rig.h"

typedef struct { int transitions, longest; double worst, creep, gain; } Run;

enum { MOST = 3 };

/* Kinetic energy of case 5, on which no force acts but friction; 0 in other cases. */
static double energy_of(const Slot *v) { return v[0].at ? 0.5 * get(v[0]) * get(v[0]) + 0.05 * get(v[1]) * get(v[1]) : 0; }

static Run go(Rig *r, double stop, const char *const *element, int n, const char *x, bool energy)
{
    char name[64];
    Slot place[MOST], slip[MOST], watch = slot(r, x), v[2] = { { 0 }, { 0 } };
    int last[MOST] = { 0 }, stuck[MOST] = { 0 }, row = 0;
    double before = INFINITY;
    Run run = { 0 };

    for (int i = 0; i < n; i++) {
        snprintf(name, sizeof name, "%s.place", element[i]);
        place[i] = slot(r, name);
        snprintf(name, sizeof name, "%s.s", element[i]);
        slip[i] = slot(r, name);
    }
    if (energy)
        v[0] = slot(r, "v1"), v[1] = slot(r, "v2");
    dtc_status status = setup(r);
    for (int i = 0; i < n; i++)
        last[i] = (int)get(place[i]);
    for (long k = 0, steps = lround(stop / r->h); k < steps && status == DTC_OK; k++) {
        int changed = 0;
        status = evaluate(r);
        for (int i = 0; i < n; i++) {
            int p = (int)get(place[i]);
            changed += p != last[i];
            stuck[i] = p == DTC_STUCK ? stuck[i] + 1 : 0;
            if (stuck[i] > 1)
                run.creep = fmax(run.creep, fabs(get(slip[i])));
            last[i] = p;
        }
        run.transitions += changed;
        row = changed ? row + 1 : 0;
        run.longest = row > run.longest ? row : run.longest;
        run.worst = fmax(run.worst, fabs(get(watch)));
        run.gain = fmax(run.gain, energy_of(v) - before);
        before = energy_of(v);
        if (status == DTC_OK)
            status = r->info->advance(r->m);
    }
    CHECK(status == DTC_OK, "%s, %s: status %d", r->info->name, r->info->method, status);
    CHECK(run.creep <= 1e-9, "%s, %s: a stuck element slips with %g", r->info->name, r->info->method, run.creep);
    return run;
}

/* v1 after 1 s; the exact step's is -2.752 (switching.md). */
static double case5(Object o, double h)
{
    Rig r = rig(o, h);
    Run c = go(&r, 1, (const char *const[]){ "a", "b" }, 2, "v1", true);
    CHECK(c.gain <= 1e-12, "case 5, %s at %g ms: locking makes %g J", o.info->method, 1e3 * h, c.gain);
    return value(&r, "v1");
}

static void cases(const char *folder, const char *m)
{
    static const char *const abc[] = { "a", "b", "c" }, *const brakes[] = { "brake1.law", "brake2.law", "brake3.law" };
    Rig r = rig(object(folder, "Case1", "Case1", m), 1e-3);
    Run one = go(&r, 2, abc, 2, "v", false);
    CHECK(one.worst == 0, "case 1, %s: moves with %g", m, one.worst);

    r = rig(object(folder, "Case2", "Case2", m), 1e-3);
    Run two = go(&r, 2, abc, 3, "v2", false);
    CHECK(two.worst <= 1e-12, "case 2, %s: moves with %g", m, two.worst);
    CHECK(two.longest <= 3, "case 2, %s: transitions in %d samples in a row", m, two.longest);

    r = rig(object(folder, "Case3", "Case3", m), 1e-3);
    Run three = go(&r, 2, abc, 2, "v1", false);
    CHECK(three.transitions == 1, "case 3, %s: %d transitions, 1 expected", m, three.transitions);

    r = rig(object(folder, "Case4", "Case4", m), 1e-3);
    Run four = go(&r, 2, abc, 2, "v", false);
    CHECK(four.transitions <= 13, "case 4, %s: %d transitions, 13 expected", m, four.transitions);

    Object o = object(folder, "Case5", "Case5", m);
    double v1 = case5(o, 1e-3), v4 = case5(o, 4e-3), v10 = case5(o, 1e-2);
    CHECK(fabs(v1 + 2.752) < 0.02 && fabs(v4 + 2.752) < 0.02 && fabs(v10 + 2.752) < 0.035, "case 5, %s: %g %g %g", m, v1, v4, v10);

    r = rig(object(folder, "Case6", "Case6", m), 1e-3);
    Run six = go(&r, 30, brakes, 3, "sun.w", false);
    CHECK(six.longest <= 4, "case 6, %s: transitions in %d samples in a row", m, six.longest);
    CHECK(six.transitions <= 150, "case 6, %s: %d transitions", m, six.transitions);
    printf("%-10s cases 1 and 2: largest speed %g, %g; transitions of 3, 4, 6: %d, %d, %d; case 5: v1(1 s) = %.3f, %.3f, %.3f at 1, 4, 10 ms\n", m, one.worst,
           two.worst, three.transitions, four.transitions, six.transitions, v1, v4, v10);
}

int main(int argc, char **argv)
{
    (void)argc;
    for (int m = 0; m < METHODS; m++)
        cases(argv[1], method_name[m]);
    return summary();
}
