/* Small models against results by hand: reflected inertia, and the two blocks that seed 004 checks by hand. */
#include "drive.h"

/* Components and hand-derived reflected equations give the same trajectory, up to rounding. */
static void reflected(const char *folder)
{
    Rig a = load(folder, "three", "three_inertia"), b = load(folder, "reflected", "Reflected");
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
    CHECK(now(&a) > 1.99 && now(&b) > 1.99, "the runs ended at %g and %g", now(&a), now(&b));
    CHECK(largest > 0.1 && worst < 1e-9 * largest, "three_inertia deviates by %g of %g", worst, largest);
    printf("three_inertia against its hand-derived reflected equations: %.1e of %.2f rad/s after 2 s\n", worst, largest);
}

/* Both stuck, then u2 = 1.1 f0: block 1 slides with 0.5 m/s2, block 2 stays on it. */
static void two_blocks(const char *folder)
{
    Rig r = load(folder, "blocks", "HandChecked");
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
        r.info->advance(r.m);
    }
    CHECK(worst < 1e-9, "two_blocks deviates by %g", worst);
    /* a release comes one sample late */
    CHECK(fabs(get(v1) - 0.5 * 0.9) <= 0.5 * 1.0001e-3, "end speed %g", get(v1));
    printf("two_blocks, the case checked by hand: slip of block 2 and acceleration within %.1e, end speed %.5f (exact 0.45)\n", worst, get(v1));
}

/* A parameter or an input that is no number is caught, and a step leaves the model as it was. */
static void not_finite(const char *folder)
{
    Rig r = load(folder, "three", "three_inertia");
    assign(&r, "J_e", NAN);
    CHECK(setup(&r) == DTC_INPUT, "a parameter that is NaN");
    Rig b = load(folder, "zf", "Rig");
    CHECK(setup(&b) == DTC_OK, "setup");
    assign(&b, "tau_in", INFINITY);
    char *before = malloc(b.info->size);
    memcpy(before, b.m, b.info->size);
    CHECK(evaluate(&b) == DTC_INPUT && memcmp(before, b.m, b.info->size) == 0, "an input that is infinite");
    free(before);
}

int main(int argc, char **argv)
{
    (void)argc;
    not_finite(argv[1]);
    reflected(argv[1]);
    two_blocks(argv[1]);
    return summary();
}
