/* test_small FOLDER METHOD ...: small models against results by hand: reflected inertia, and the two blocks that seed 004 checks by hand. */
#include "../drive.h"

/* Components and hand-derived reflected equations give the same trajectory, up to rounding. */
static void reflected(const char *folder, const char *method)
{
    Rig a = rig(folder, "three_inertia", "three_inertia", method, 1e-4), b = rig(folder, "reflected", "Reflected", method, 1e-4);
    double worst = 0, largest = 0, G = 3.5;
    CHECK(setup(&a) == DTC_OK && setup(&b) == DTC_OK, "setup");
    Slot we = slot(&a, "engine.w"), wt = slot(&a, "transmission.w"), wv = slot(&a, "vehicle.w");
    Slot re = slot(&b, "w_e"), rt = slot(&b, "w_t"), rv = slot(&b, "w_v");
    for (int k = 0; k < 20000; k++) {
        worst = fmax(worst, fabs(get(we) / G - get(re)));
        worst = fmax(worst, fabs(get(wt) - get(rt)));
        worst = fmax(worst, fabs(get(wv) - get(rv)));
        largest = fmax(largest, fabs(get(rt)));
        if (step(&a) != DTC_OK || step(&b) != DTC_OK)
            break;
    }
    CHECK(now(&a) > 1.99 && now(&b) > 1.99, "%s: the runs ended at %g and %g", method, now(&a), now(&b));
    CHECK(largest > 0.1 && worst < 1e-9 * largest, "%s: three_inertia deviates by %g of %g", method, worst, largest);
    FIGURE(&a, "three_inertia against its reflected equations, relative", "%.0e", worst / largest);
}

/* Both stuck, then u2 = 1.1 f0: block 1 slides with 0.5 m/s2, block 2 stays on it. */
static void two_blocks(const char *folder, const char *method)
{
    Rig r = rig(folder, "blocks", "HandChecked", method, 1e-3);
    CHECK(setup(&r) == DTC_OK, "setup");
    Slot a1 = slot(&r, "block1.a"), v1 = slot(&r, "block1.v"), s2 = slot(&r, "friction2.v_rel"), f2 = slot(&r, "friction2.f");
    double worst = 0;
    for (int k = 0; k < 1000; k++) {
        if (evaluate(&r) != DTC_OK)
            break;
        double t = now(&r);
        if (t < 0.0995) {
            worst = fmax(worst, fmax(fabs(get(v1)), fabs(get(a1))));
        } else if (t > 0.1015) {
            worst = fmax(worst, fabs(get(a1) - 0.5));
            worst = fmax(worst, fabs(get(f2) - 0.6));
        }
        worst = fmax(worst, fabs(get(s2)));
        advance(&r);
    }
    CHECK(worst < 1e-9, "%s: two_blocks deviates by %g", method, worst);
    /* a release comes one sample late */
    CHECK(fabs(get(v1) - 0.5 * 0.9) <= 0.5 * 1.0001e-3, "%s: end speed %g", method, get(v1));
    FIGURE(&r, "two blocks, checked by hand: accelerations and slip; end speed (0.45)", "%.0e; %.4f", worst, get(v1));
}

/* A parameter or an input that is no number is caught, and a step leaves the model as it was. */
static void not_finite(const char *folder, const char *method)
{
    Rig r = rig(folder, "three_inertia", "three_inertia", method, 1e-4);
    assign(&r, "J_e", NAN);
    CHECK(setup(&r) == DTC_INPUT, "a parameter that is NaN");
    Rig b = rig(folder, "zf", "Rig", method, 1e-3);
    CHECK(setup(&b) == DTC_OK, "setup");
    assign(&b, "tau_in", INFINITY);
    char *before = malloc(b.info->size);
    memcpy(before, b.m, b.info->size);
    CHECK(evaluate(&b) == DTC_INPUT && memcmp(before, b.m, b.info->size) == 0, "an input that is infinite");
    free(before);
}

int main(int argc, char **argv)
{
    for (int i = 2; i < argc; i++) {
        not_finite(argv[1], argv[i]);
        reflected(argv[1], argv[i]);
        two_blocks(argv[1], argv[i]);
    }
    return summary();
}
