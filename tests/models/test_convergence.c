/* Euler is of first order between events: zf4hp22 at h, h/2, h/4; and the drive at 1 ms against 0.05 ms. */
#include "../drive.h"

enum { RUNS = 4, POINTS = 29 };
static const double step_of[RUNS] = { 1e-3, 5e-4, 2.5e-4, 5e-5 };
static const char *const signal_name[] = { "car.v", "engine.w", "turbine.w" };

int main(int argc, char **argv)
{
    (void)argc;
    static double x[RUNS][POINTS][3];
    for (int i = 0; i < RUNS; i++) {
        Rig r = rig(argv[1], "zf4hp22", "zf4hp22", "euler", step_of[i]);
        CHECK(setup(&r) == DTC_OK, "setup");
        long every = lround(1 / r.h);
        for (long k = 0; k < every * (POINTS - 1) + 1; k++) {
            dtc_status s = evaluate(&r);
            if (s != DTC_OK) {
                CHECK(0, "status %d at %g s", s, now(&r));
                return summary();
            }
            if (k % every == 0)
                for (int j = 0; j < 3; j++)
                    x[i][k / every][j] = value(&r, signal_name[j]);
            MUST(advance(&r));
        }
    }
    /* first order before the first shift: the differences halve */
    for (int j = 0; j < 3; j++) {
        double d1 = x[0][4][j] - x[1][4][j], d2 = x[1][4][j] - x[2][4][j];
        CHECK(fabs(d1 / d2 - 2) < 0.2, "%s at 4 s: differences %g and %g, not halved", signal_name[j], d1, d2);
        printf("%s at 4 s: h - h/2 over h/2 - h/4 = %.3f (first order: 2)\n", signal_name[j], d1 / d2);
    }
    for (int j = 0; j < 3; j++) {
        double worst = 0, range = 0;
        for (int k = 0; k < POINTS; k++) {
            worst = larger(worst, fabs(x[0][k][j] - x[3][k][j]));
            range = larger(range, fabs(x[3][k][j]));
        }
        CHECK(worst < 0.01 * range, "%s: 1 ms deviates from 0.05 ms by %g of %g", signal_name[j], worst, range);
        printf("%s: 1 ms against 0.05 ms, whole seconds 0 to 28: %.2g of %.3g\n", signal_name[j], worst, range);
    }
    return summary();
}
