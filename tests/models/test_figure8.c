/* test_figure8 FOLDER METHOD ...: autogear4 at full load through all gears: what figure 8 of Otter, Schlegel and
 * Elmqvist 1997 shows of the torque of C3, and gears in the right order. */
#include "../drive.h"

static void figure8(const char *folder, const char *method)
{
    Rig r = rig(folder, "autogear4", "autogear4", method, 1e-3);
    CHECK(setup(&r) == DTC_OK, "setup");
    Slot tau = slot(&r, "gearbox.C3.tau"), p3 = slot(&r, "p3.y"), place = slot(&r, "gearbox.C3.law.place");
    Slot in = slot(&r, "turbine.w"), out = slot(&r, "propShaft.w"), v = slot(&r, "car.v");
    /* a window in the middle of each gear */
    const double from[] = { 3, 8, 14, 21 }, ratio[] = { 12.0 / 5, 65.0 / 44, 1, 71.0 / 98 };
    double least[4] = { 0 }, most[4], worst = 0, top = 0;
    for (int g = 0; g < 4; g++)
        most[g] = -1e9;
    for (int k = 0; k < 25000; k++) {
        dtc_status s = evaluate(&r);
        if (s != DTC_OK) {
            CHECK(0, "status %d at %g s", s, now(&r));
            break;
        }
        for (int g = 0; g < 4; g++)
            if (now(&r) > from[g] && now(&r) < from[g] + 2) {
                least[g] = smaller(least[g], get(tau));
                most[g] = larger(most[g], get(tau));
                worst = larger(worst, fabs(get(in) / get(out) / ratio[g] - 1));
                if (g == 1 && (int)get(place) != DTC_FWD)
                    CHECK(0, "C3 does not overrun in second gear at %g s", now(&r));
            }
        top = larger(top, get(v));
        MUST(advance(&r));
    }
    CHECK(most[0] < -20, "first gear: the freewheel of C3 carries torque, negative: %g to %g", least[0], most[0]);
    CHECK(least[1] == 0 && most[1] == 0, "second gear: it is free: %g to %g", least[1], most[1]);
    CHECK(get(p3) == 1 && most[2] > 20, "third and fourth gear: the clutch of C3 is engaged and holds, positive: %g",
          most[2]);
    CHECK(worst < 1e-9, "ratios in the gears: %g", worst);
    CHECK(top > 35, "the car reaches %g m/s", top);
    FIGURE(&r, "autogear4: torque of C3 in gears 1 to 4, N.m", "%.0f, %.0f, %.0f, %.0f", least[0], least[1], most[2],
           most[3]);
    FIGURE(&r, "autogear4: top speed of the drive, km/h", "%.2f", 3.6 * top);
}

int main(int argc, char **argv)
{
    for (int i = 2; i < argc; i++)
        figure8(argv[1], argv[i]);
    return summary();
}
