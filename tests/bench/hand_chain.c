/* hand_chain.c - a chain of N inertias and spring-dampers by hand: a loop over arrays, with what a generated step does
 * besides: states are flushed and looked at. Links with any model "scale" of tests/scale/generate, and times a step of
 * both: ns a pair, least of ROUNDS. -DN=pairs; chain.sh. */
#include <stdio.h>
#include <time.h>
#include "m.h"

enum { ROUNDS = 25 };

static scale model;
static dtc_real w[N + 1], a[N + 1], k[N + 1], phi[N], w_rel[N], tau[N], c[N], d[N];
static int all_finite = 1;

static void hand_init(void)
{
    for (int i = 0; i < N; i++) {
        c[i] = 1e4;
        d[i] = 10;
        k[i] = 1 / (1 + (i + 1) % 7 / 10.0);
    }
    k[N] = 0.5;
}

static void hand_step(dtc_real time)
{
    dtc_real sum = 0, before = -10 * dtc_sin(time);

    for (int i = 0; i < N; i++) {
        w_rel[i] = w[i + 1] - w[i];
        tau[i] = c[i] * phi[i] + d[i] * w_rel[i];
        a[i] = (tau[i] - before) * k[i];
        before = tau[i];
    }
    a[N] = -before * k[N];
    for (int i = 0; i < N; i++) {
        w[i] = dtc_flush(w[i] + (dtc_real)1e-3 * a[i]);
        phi[i] = dtc_flush(phi[i] + (dtc_real)1e-3 * w_rel[i]);
        sum += dtc_rest(w[i]) + dtc_rest(phi[i]);
    }
    w[N] = dtc_flush(w[N] + (dtc_real)1e-3 * a[N]);
    all_finite &= dtc_finite(sum + dtc_rest(w[N]));
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

int main(void)
{
    const long steps = 10000000L / N + 1;
    double least[2] = { 1e99, 1e99 };
    int bad = 0;

    hand_init();
    scale_init(&model);
    bad |= scale_setup(&model) != DTC_OK;
    for (int round = 0; round < ROUNDS; round++)
        for (int which = 0; which < 2; which++) {
            const double from = now();
            for (long i = 0; i < steps; i++)
                if (which)
                    bad |= scale_step(&model) != DTC_OK;
                else
                    hand_step((dtc_real)1e-3 * (dtc_real)i);
            const double took = (now() - from) / (double)steps / N;
            least[which] = took < least[which] ? took : least[which];
        }
    printf("%.2f %.2f\n", least[0], least[1]);
    return bad || !all_finite;
}
