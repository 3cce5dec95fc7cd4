/* The switching law in single precision: a redundant pair locks, shares its load, does not drift and lets go.
 *
 *     gcc -O2 -ffp-contract=off -DDTC_FLOAT -Iruntime tests/switching/test_float.c runtime/law*.c -lm -o test_float &&
 * ./test_float
 *
 * Two bodies (1 and 4 kg m2), two equal clutches and a clutch parallel to a freewheel between them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dtc_law.h"
#include "../extreme.h"

enum { M = 3 };

struct model {
    float v[2], force[2], capacity;
    DTC_LAW_MEMBERS(M)
};

static int passed, failed;

static void check(int ok, const char *what)
{
    if (!ok)
        printf("FAILED %s\n", what);
    ok ? passed++ : failed++;
}

static void inputs(struct model *x)
{
    for (int e = 0; e < M; e++) {
        x->s[e] = x->v[1] - x->v[0];
        x->lo[e] = x->slo[e] = -x->capacity;
        x->hi[e] = x->shi[e] = e == 2 ? INFINITY : x->capacity;
    }
}

static void evaluate(struct model *x, dtc_law *w)
{
    float torque = 0;
    dtc_law_push(w);
    for (int e = 0; e < M; e++)
        torque += x->lambda[e];
    for (int e = 0; e < M; e++)
        x->af[e] = (x->force[1] + torque) / 4 - (x->force[0] - torque);
    dtc_law_solve(w);
}

static void start(struct model *x)
{
    dtc_law w = DTC_LAW_VIEW(M, x);
    for (int i = 0; i < M * M; i++)
        x->G[i] = 1.25F;
    for (int e = 0; e < M; e++)
        x->speed[e] = 10, x->torque[e] = 10;
    inputs(x);
    check(dtc_law_check(&w) == 0 && dtc_law_start(&w) == 0, "the start is admissible");
    dtc_law_factor(&w);
    evaluate(x, &w);
}

static void step(struct model *x, float h)
{
    dtc_law w = DTC_LAW_VIEW(M, x);
    float torque = 0;
    inputs(x);
    evaluate(x, &w);
    if (!DTC_LAW_QUIET(M, x, h))
        dtc_law_decide(&w, h, h, DTC_LAW_WHOLE);
    for (int e = 0; e < M; e++)
        torque += x->lambda[e];
    x->v[0] += h * (x->force[0] - torque);
    x->v[1] += h * (x->force[1] + torque) / 4;
}

int main(void)
{
    struct model x;
    float drift = 0, share = 0;
    int stuck = 1;

    memset(&x, 0, sizeof x);
    x.v[1] = 20;
    x.capacity = 30;
    start(&x);
    check(x.place[0] == DTC_FWD && x.place[2] == DTC_FWD, "slides forward at first");
    for (int k = 0; k < 1000; k++)
        step(&x, 1e-3F);
    for (int e = 0; e < M; e++)
        stuck &= x.place[e] == DTC_STUCK || fabsf(x.s[e]) < 1e-4F;
    check(stuck, "locks");
    check(fabsf(x.v[1] + 0.25F * x.v[0] - 20) < 1e-3F, "momentum is kept");
    memset(x.v, 0, sizeof x.v);
    x.capacity = 0; /* open, and close at rest: all three stick */
    step(&x, 1e-3F);
    x.capacity = 30;
    memset(x.v, 0, sizeof x.v);
    for (int k = 0; k < 1000000; k++) {
        x.force[0] = (float)(k % 1000) * 0.01F - 5;
        x.force[1] = (float)(k % 777) * -0.02F + 6;
        step(&x, 1e-3F);
        for (int e = 0; e < M && k > 1; e++) {
            drift = larger(drift, fabsf(x.s[e]));
            share = larger(share, fabsf(x.lambda[e] - x.lambda[0]));
        }
        x.v[0] *= 0.99F; /* keeps the speed small */
        x.v[1] *= 0.99F;
    }
    check(drift < 1e-5F, "no drift in a million steps");
    check(x.count.deficiency == 2, "two of three are redundant");
    check(share < 1e-4F, "equal elements carry the same");
    x.force[0] = -200;
    x.force[1] = 200;
    for (int k = 0; k < 20; k++)
        step(&x, 1e-3F);
    check(x.v[1] - x.v[0] > 0.5F, "lets go");
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
