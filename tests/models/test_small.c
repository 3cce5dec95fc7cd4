/* test_small FOLDER METHOD ...: small models against results by hand: reflected inertia, and the two blocks that Otter,
 * Dempsey and Schlegel 2000 check by hand. */
#include "../drive.h"

/* Components and hand-derived reflected equations give the same trajectory, up to rounding. */
static void reflected(const char *folder, const char *method)
{
    Rig a = rig(folder, "three_inertia", "three_inertia", method, 1e-4),
        b = rig(folder, "reflected", "Reflected", method, 1e-4);
    double worst = 0, largest = 0, G = 3.5;
    CHECK(setup(&a) == DTC_OK && setup(&b) == DTC_OK, "setup");
    Slot we = slot(&a, "engine.w"), wt = slot(&a, "transmission.w"), wv = slot(&a, "vehicle.w");
    Slot re = slot(&b, "w_e"), rt = slot(&b, "w_t"), rv = slot(&b, "w_v");
    for (int k = 0; k < 20000; k++) {
        worst = larger(worst, fabs(get(we) / G - get(re)));
        worst = larger(worst, fabs(get(wt) - get(rt)));
        worst = larger(worst, fabs(get(wv) - get(rv)));
        largest = larger(largest, fabs(get(rt)));
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
    Slot a1 = slot(&r, "block1.a"), v1 = slot(&r, "block1.v"), s2 = slot(&r, "friction2.v_rel"),
         f2 = slot(&r, "friction2.f");
    double worst = 0;
    for (int k = 0; k < 1000; k++) {
        MUST(evaluate(&r));
        double t = now(&r);
        if (t < 0.0995) {
            worst = larger(worst, larger(fabs(get(v1)), fabs(get(a1))));
        } else if (t > 0.1015) {
            worst = larger(worst, fabs(get(a1) - 0.5));
            worst = larger(worst, fabs(get(f2) - 0.6));
        }
        worst = larger(worst, fabs(get(s2)));
        MUST(advance(&r));
    }
    CHECK(worst < 1e-9, "%s: two_blocks deviates by %g", method, worst);
    /* the release belongs to its sample; the load steps in one: up to a sample of it */
    CHECK(fabs(get(v1) - 0.5 * 0.9) <= 0.5 * 1.0001e-3, "%s: end speed %g", method, get(v1));
    FIGURE(&r, "two blocks, checked by hand: accelerations and slip; end speed (0.45)", "%.0e; %.4f", worst, get(v1));
}

/* States, time and places of two runs of one model are the same bits. */
static int same_state(const Rig *a, const Rig *b)
{
    for (int i = 0; i < a->info->variables; i++) {
        const dtc_variable here = dtc_variable_at(a->info, i), *v = &here;
        char name[200];
        size_t length = dtc_name(v, name, sizeof name);
        int place = length > 6 && length < sizeof name && strcmp(name + length - 6, ".place") == 0;
        if ((v->kind == DTC_STATE || place) &&
            memcmp(a->m + v->offset, b->m + v->offset, place ? sizeof(int) : sizeof(dtc_real)) != 0)
            return 0;
    }
    return memcmp(a->m + a->info->time, b->m + b->info->time, sizeof(dtc_real)) == 0;
}

/* A parameter or an input that is no number is caught, and a step that fails leaves nothing behind: the run goes on as
 * if it had not been. */
static void not_finite(const char *folder, const char *method)
{
    Rig r = rig(folder, "three_inertia", "three_inertia", method, 1e-4);
    assign(&r, "J_e", NAN);
    CHECK(setup(&r) == DTC_INPUT, "a parameter that is NaN");
    Rig a = rig(folder, "zf", "Rig", method, 1e-3), b = rig(folder, "zf", "Rig", method, 1e-3);
    CHECK(setup(&a) == DTC_OK && setup(&b) == DTC_OK, "setup");
    int caught = 0, same = 1;
    for (int k = 0; k < 500; k++) {
        double p = k / 100 % 2, tau = 50 * sin(0.02 * k);
        assign(&a, "tau_in", tau), assign(&a, "pressure[1]", p), assign(&a, "pressure[6]", 1 - p);
        assign(&b, "tau_in", k % 3 ? INFINITY : NAN), assign(&b, "pressure[1]", 1 - p);
        caught += evaluate(&b) == DTC_INPUT;
        assign(&b, "tau_in", tau), assign(&b, "pressure[1]", p), assign(&b, "pressure[6]", 1 - p);
        same &= step(&a) == DTC_OK && step(&b) == DTC_OK && same_state(&a, &b);
    }
    CHECK(caught == 500 && same,
          "%s: inputs that are not finite: %d of 500 caught; the run goes on as without them: %d", method, caught,
          same);
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
