/* 600 steps of the gearbox, with ordinary inputs or odd ones; each step is one call of any_step. Prints how many
 * failed; 1: a state is a denormal. bound denormal: the time of a step with inputs that are denormal numbers over that
 * with ordinary ones of the same signs. */
#define _POSIX_C_SOURCE 199309L
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "rig.h"

static double uniform(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 9007199254740992.0;
}

static __attribute__((noipa)) dtc_status any_step(Rig *m) { return Rig_step(m); }

static int denormal(double x) { return fpclassify(x) == FP_SUBNORMAL; }

/* ns of a step, the least of many rounds. */
static double time_of(Rig *m, double *const *in, double scale)
{
    double least = 1e99;

    Rig_init(m);
    if (Rig_setup(m) != DTC_OK)
        return 0;
    for (int round = 0; round < 100; round++) {
        struct timespec a, b;
        clock_gettime(CLOCK_MONOTONIC, &a);
        for (int k = 0; k < 100; k++) {
            for (int i = 0; i < 9; i++)
                *in[i] = (i + k) % 3 ? scale * (1 + k % 7) : 0;
            (void)any_step(m);
        }
        clock_gettime(CLOCK_MONOTONIC, &b);
        double ns = ((double)(b.tv_sec - a.tv_sec) * 1e9 + (double)(b.tv_nsec - a.tv_nsec)) / 100;
        least = ns < least ? ns : least;
    }
    return least;
}

int main(int argc, char **argv)
{
    static const double odd[] = { 0,      -0.0, 5e-324, 1e-310,   -1e-308,   1e-200, 1e300,
                                  -1e300, 1e60, 1e8,    INFINITY, -INFINITY, NAN };
    static Rig m;
    double *in[9] = { &m.tau_in, &m.tau_out };
    int is_odd = argc > 1 && strcmp(argv[1], "odd") == 0, failed = 0;
    uint64_t seed = 7;

    for (int i = 0; i < 7; i++)
        in[2 + i] = &m.pressure[i];
    if (argc > 1 && strcmp(argv[1], "denormal") == 0) {
        printf("%.2f\n", time_of(&m, in, 1e-310) / time_of(&m, in, 0.1));
        return 0;
    }
    Rig_init(&m);
    if (Rig_setup(&m) != DTC_OK)
        return 1;
    for (int k = 0; k < 600; k++) {
        for (int i = 0; i < 9; i++) {
            double u = uniform(&seed), ordinary = i < 2 ? 400 * (1 + i) * (u - 0.5) : u < 0.5 ? 0 : u;
            *in[i] = is_odd && uniform(&seed) < 0.15 ? odd[(int)(13 * uniform(&seed))] : ordinary;
        }
        if (is_odd && uniform(&seed) < 0.05) {
            m.turbine_w = 2000 * uniform(&seed) - 1000;
            m.gearbox_middle_w = odd[(int)(10 * uniform(&seed))];
        }
        int before = denormal(m.gearbox_middle_w);
        failed += any_step(&m) > DTC_TERMINATE;
        if (!before && (denormal(m.turbine_w) || denormal(m.gearbox_sun12_w) || denormal(m.gearbox_middle_w) ||
                        denormal(m.gearbox_sun3_w)))
            return 1;
    }
    printf("%d\n", failed);
    return 0;
}
