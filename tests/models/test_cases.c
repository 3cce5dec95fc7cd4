/* The small cases of the switching scheme with every method: motion as it must be, transitions counted, no energy from
 * locking.
 *
 * test_cases FOLDER METHOD ...: models of cases.dtm */
#include <stdbool.h>
#include "../watch.h"

typedef struct { Watch w; double worst, gain; } Run;

/* Kinetic energy of case 5, on which no force acts but friction; 0 in other cases. */
static double energy_of(const Slot *v)
{
    return v[0].at ? 0.5 * get(v[0]) * get(v[0]) + 0.05 * get(v[1]) * get(v[1]) : 0;
}

static Run go(Rig *r, double stop, const char *x, bool energy)
{
    Slot observed = slot(r, x), v[2] = { { 0 }, { 0 } };
    Run run = { watch(r), 0, 0 };
    double before = INFINITY;

    if (energy)
        v[0] = slot(r, "v1"), v[1] = slot(r, "v2");
    dtc_status status = setup(r);
    for (long k = 0, steps = lround(stop / r->h); k < steps && status == DTC_OK; k++) {
        status = evaluate(r);
        look(&run.w);
        run.worst = larger(run.worst, fabs(get(observed)));
        run.gain = larger(run.gain, energy_of(v) - before);
        before = energy_of(v);
        if (status == DTC_OK)
            status = advance(r);
    }
    CHECK(status == DTC_OK, "%s, %s: status %d", r->info->name, r->info->method, status);
    CHECK(run.w.creep <= 1e-9, "%s, %s: a stuck element slips with %g", r->info->name, r->info->method, run.w.creep);
    return run;
}

/* A case at 1 ms */
static Run one(const char *folder, const char *object, const char *model, const char *method, double stop,
               const char *x)
{
    Rig r = rig(folder, object, model, method, 1e-3);
    Run run = go(&r, stop, x, false);
    free(r.m);
    return run;
}

/* v1 after 1 s; the exact step's is -2.752 (switching.md). */
static double case5(const char *folder, const char *method, double h)
{
    Rig r = rig(folder, "case5", "Case5", method, h);
    Run c = go(&r, 1, "v1", true);
    CHECK(c.gain <= 1e-12, "case 5, %s at %g ms: locking makes %g J", method, 1e3 * h, c.gain);
    return value(&r, "v1");
}

static void cases(const char *folder, const char *m)
{
    Run c = one(folder, "case1", "Case1", m, 2, "v");
    CHECK(c.worst == 0, "case 1, %s: moves with %g", m, c.worst);
    double still = c.worst;

    c = one(folder, "case2", "Case2", m, 2, "v2");
    CHECK(c.worst <= 1e-12, "case 2, %s: moves with %g", m, c.worst);
    CHECK(c.w.longest <= 3, "case 2, %s: transitions in %d samples in a row", m, c.w.longest);
    still = larger(still, c.worst);

    Run three = one(folder, "case3", "Case3", m, 2, "v1"), four = one(folder, "case4", "Case4", m, 2, "v"),
        six = one(folder, "case6", "Case6", m, 30, "sun.w");
    CHECK(three.w.changes == 1, "case 3, %s: %ld transitions, 1 expected", m, three.w.changes);
    CHECK(four.w.changes <= 13, "case 4, %s: %ld transitions, 13 expected", m, four.w.changes);
    CHECK(six.w.longest <= 4, "case 6, %s: transitions in %d samples in a row", m, six.w.longest);
    CHECK(six.w.changes <= 150, "case 6, %s: %ld transitions", m, six.w.changes);

    double v1 = case5(folder, m, 1e-3), v4 = case5(folder, m, 4e-3), v10 = case5(folder, m, 1e-2);
    CHECK(fabs(v1 + 2.752) < 0.02 && fabs(v4 + 2.752) < 0.02 && fabs(v10 + 2.752) < 0.035, "case 5, %s: %g %g %g", m,
          v1, v4, v10);

    Rig r = rig(folder, "case1", "Case1", m, 1e-3);
    FIGURE(&r, "cases 1 and 2: largest speed, m/s", "%.0e", still);
    FIGURE(&r, "cases 3, 4 and 6: transitions (1, 13 or exactly 8, 150 at most)", "%ld, %ld, %ld", three.w.changes,
           four.w.changes, six.w.changes);
    FIGURE(&r, "case 5: v1(1 s) at 1, 4, 10 ms (exact -2.752)", "%.3f, %.3f, %.3f", v1, v4, v10);
}

int main(int argc, char **argv)
{
    for (int i = 2; i < argc; i++)
        cases(argv[1], argv[i]);
    return summary();
}
