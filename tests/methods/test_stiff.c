/* Stability: a stiff shaft (eigenvalues of -8000/s and -60000/s) at 1 ms, with a brake that holds in between; energy of
 * a drive without loss. */
#include "host/result.h"
#include "../drive.h"

enum { METHODS = 6 };
static const char *const method_name[METHODS] = { "euler", "semi", "rk2", "rk4", "rosenbrock", "rosenbrock_w" };

/* The largest speed in the run, the error of the angle of a at its end, the largest slip of the brake while it holds.
 */
typedef struct { double largest, error, slip; int status; } Run;

static Run stiff(const char *folder, const char *method, double h, double b_end)
{
    Rig r = rig(folder, "Stiff", "Stiff", method, h);
    Slot w = slot(&r, "a.w"), slip = slot(&r, "brake.law.s"), place = slot(&r, "brake.law.place");
    Run run = { 0 };
    int held = 0;

    CHECK(setup(&r) == DTC_OK, "setup of Stiff");
    for (long k = 0, n = lround(2 / h); k < n && run.status == DTC_OK; k++) {
        run.status = evaluate(&r);
        held = get(place) == DTC_STUCK ? held + 1 : 0;
        if (held > 1)
            run.slip = larger(run.slip, fabs(get(slip)));
        if (run.status == DTC_OK)
            run.status = advance(&r);
        run.largest = larger(run.largest, fabs(get(w)));
    }
    run.error = fabs(value(&r, "b.w") - b_end);
    free(r.m);
    return run;
}

static void test_stiff(const char *folder)
{
    char path[1024], message[400];
    result_table t;
    double end = NAN;

    snprintf(path, sizeof path, "%s/Stiff.csv", folder);
    if (!result_read(path, &t, message, sizeof message)) {
        CHECK(0, "%s", message);
        return;
    }
    for (size_t i = 1; i < t.signals; i++)
        if (strcmp(t.signal[i].name, "b.w") == 0)
            end = result_value(&t.signal[i], t.rows - 1);
    result_free(&t);
    for (int m = 0; m < METHODS; m++) {
        Run run = stiff(folder, method_name[m], 1e-3, end);
        if (strncmp(method_name[m], "rosenbrock", 10) == 0) {
            CHECK(run.status == DTC_OK && run.largest < 20 && run.error < 0.02,
                  "%s at 1 ms: status %d, largest speed %g, error %g", method_name[m], run.status,
                  run.largest, run.error);
            CHECK(run.slip <= 1e-9, "%s: the brake slips with %g while it holds", method_name[m], run.slip);
        } else {
            CHECK(run.status != DTC_OK || run.largest > 1e6,
                  "%s at 1 ms is stable, so the test says nothing: largest speed %g", method_name[m],
                  run.largest);
        }
        printf("stiff shaft at 1 ms, %-12s largest speed %.3g, error at the end %.1e, slip of the brake "
               "%.0e\n",
               method_name[m], run.largest, run.error, run.slip);
    }
    for (int m = 4; m < METHODS; m++) {
        double e1 = stiff(folder, method_name[m], 1e-3, end).error,
               e10 = stiff(folder, method_name[m], 1e-2, end).error;
        CHECK(e10 < 0.2, "%s at 10 ms: error %g", method_name[m], e10);
        printf("stiff shaft, %s: error at the end %.1e at 1 ms, %.1e at 10 ms\n", method_name[m], e1, e10);
    }
}

/* A spring between two inertias at 10 ms, 100 s: the largest deviation of its energy. */
static double drift(const char *folder, const char *method)
{
    Rig r = rig(folder, "Lossless", "Lossless", method, 0.01);
    Slot energy = slot(&r, "energy");
    double first, worst = 0;

    CHECK(setup(&r) == DTC_OK && evaluate(&r) == DTC_OK, "setup of Lossless");
    first = get(energy);
    for (int k = 0; k < 10000; k++) {
        MUST(step(&r));
        worst = larger(worst, fabs(get(energy) / first - 1));
    }
    free(r.m);
    return worst;
}

int main(int argc, char **argv)
{
    static const double least[METHODS] = { 10, 0, 0, 0, 0, 0 }, most[METHODS] = {
        INFINITY, 0.07, 0.55, 1e-3, 0.05, 0.05
    }; /* in theory 3e64, bounded, 0.50, 3e-4 */

    (void)argc;
    test_stiff(argv[1]);
    for (int m = 0; m < METHODS; m++) {
        double d = drift(argv[1], method_name[m]);
        CHECK(d >= least[m] && d <= most[m], "%s: the energy of a drive without loss deviates by %g",
              method_name[m], d);
        printf("drive without loss at 10 ms for 100 s, %-12s energy within %.2g of its value\n",
               method_name[m], d);
    }
    return summary();
}
