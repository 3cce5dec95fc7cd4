/* The small cases of the switching scheme, through the generated code: transitions counted, motion as it must be. */
#include "drive.h"

typedef struct { int transitions, longest; double worst; } Run;

enum { MOST = 8 };

/* Runs to `stop`; counts changes of place, the longest run of samples with changes, and the largest |x|. */
static Run go(Rig *r, double stop, const char *const *element, int n, const char *x)
{
    char name[64];
    Slot place[MOST], watch = slot(r, x);
    int last[MOST], row = 0;
    Run run = { 0 };
    for (int i = 0; i < n; i++) {
        snprintf(name, sizeof name, "%s.place", element[i]);
        place[i] = slot(r, name);
    }
    CHECK(setup(r) == DTC_OK, "%s: setup", r->info->name);
    for (int i = 0; i < n; i++)
        last[i] = (int)get(place[i]);
    for (long k = 0, steps = lround(stop / r->h); k < steps; k++) {
        int changed = 0;
        dtc_status s = evaluate(r);
        if (s != DTC_OK) {
            CHECK(0, "%s: status %d", r->info->name, s);
            break;
        }
        for (int i = 0; i < n; i++) {
            changed += (int)get(place[i]) != last[i];
            last[i] = (int)get(place[i]);
        }
        run.transitions += changed;
        row = changed ? row + 1 : 0;
        if (row > run.longest)
            run.longest = row;
        run.worst = fmax(run.worst, fabs(get(watch)));
        r->info->advance(r->m);
    }
    return run;
}

static double case5(const char *folder, const char *object)
{
    Rig r = load(folder, object, "Case5");
    go(&r, 1, (const char *const[]){ "a", "b" }, 2, "v1");
    return value(&r, "v1");
}

int main(int argc, char **argv)
{
    (void)argc;
    const char *const abc[] = { "a", "b", "c" };
    Rig r = load(argv[1], "case1", "Case1");
    Run c = go(&r, 2, abc, 2, "v");
    CHECK(c.worst == 0, "case 1 moves: %g", c.worst);
    printf("case 1: largest speed %g, %d transitions\n", c.worst, c.transitions);

    r = load(argv[1], "case2", "Case2");
    c = go(&r, 2, abc, 3, "v2");
    CHECK(c.worst <= 1e-12, "case 2 moves: %g", c.worst);
    CHECK(c.longest <= 3, "case 2 chatters: %d samples in a row", c.longest);
    printf("case 2: largest speed %g, %d transitions\n", c.worst, c.transitions);

    r = load(argv[1], "case3", "Case3");
    c = go(&r, 2, abc, 2, "v1");
    CHECK(c.transitions == 1, "case 3: %d transitions, 1 expected", c.transitions);
    printf("case 3: %d transition\n", c.transitions);

    r = load(argv[1], "case4", "Case4");
    c = go(&r, 2, abc, 2, "v");
    CHECK(c.transitions <= 13, "case 4: %d transitions, 13 expected", c.transitions);
    printf("case 4: %d transitions (exact step: 8)\n", c.transitions);

    /* switching.md's figures; the exact end value is -2.752 */
    double v1 = case5(argv[1], "case5_1e-3"), v4 = case5(argv[1], "case5_4e-3"), v10 = case5(argv[1], "case5_1e-2");
    CHECK(fabs(v1 + 2.752) < 0.02 && fabs(v4 + 2.752) < 0.02 && fabs(v10 + 2.752) < 0.035, "case 5: %g %g %g", v1, v4, v10);
    printf("case 5: v1(1 s) = %.3f, %.3f, %.3f at 1, 4, 10 ms (exact -2.752)\n", v1, v4, v10);

    const char *const brakes[] = { "brake1.law", "brake2.law", "brake3.law" };
    r = load(argv[1], "case6", "Case6");
    c = go(&r, 30, brakes, 3, "sun.w");
    CHECK(c.longest <= 4, "case 6: transitions in %d samples in a row", c.longest);
    CHECK(c.transitions <= 150, "case 6: %d transitions", c.transitions);
    printf("case 6: %d transitions in 10 periods, at most %d samples in a row\n", c.transitions, c.longest);
    return summary();
}
