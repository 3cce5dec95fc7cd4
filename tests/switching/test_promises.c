/* What the switching law promises: no drift, momentum, torques of least norm, no history, no odd state kept.
 *
 *     gcc -O2 -ffp-contract=off -Iruntime tests/switching/test_promises.c runtime/law*.c -lm -o test_promises &&
 * ./test_promises */
#include "cases.h"
#include "checks.h"
#include "reference.h"
#include "run.h"

/* A million steps with a redundant set stuck under a load that changes all the time. */
static void test_no_drift(void)
{
    struct system y = bodies("drift", 3, (double[]){0.3, 1.7, 0.04});
    struct law_model x;
    double worst = 0;

    add(&y, CLUTCH, 50, 1, -1);
    add(&y, ONEWAY, 40, 1, -1);
    add(&y, CLUTCH, 60, 0, 1)->w[2] = -2.7;
    add(&y, CLUTCH, 60, 1, -3.7)->w[2] = 2.7 * 2.7;
    for (int i = 0; i < 3; i++)
        y.f[i] = (struct force){i - 1.0, 3, 0.37 + 0.11 * i, 0, 0, 0};
    y.v0[0] = y.v0[1] = 7;
    y.v0[2] = 7 / 2.7;
    complete(&y);
    law_init(&x, &y);
    for (long k = 1; k <= 1000000; k++) {
        law_sample(&x, 1e-3);
        for (int e = 0; k > 2 && e < y.m; e++)
            worst = larger(worst, x.place[e] == DTC_STUCK ? fabs(x.s[e]) : INFINITY);
        law_advance(&x, 1e-3 * (double)k, 1e-3);
    }
    check_at_most(worst, 1.5e-12, "drift in a million steps", "slip"); /* 5e-13 may stay, and the rounding of a step */
}

/* The torque pair that locks a clutch is internal. */
static void test_momentum(void)
{
    struct system y = bodies("momentum", 2, (double[]){0.7, 2.3});
    struct law_model x;

    add(&y, CLUTCH, 9, -1, 1);
    y.v0[0] = 11.3;
    y.v0[1] = -3.1;
    complete(&y);
    double momentum = 0.7 * y.v0[0] + 2.3 * y.v0[1];
    struct trace r = run_law(&x, &y, 3e-3, 1000);
    const double *v = r.v + 2000;
    check(x.place[0] == DTC_STUCK && fabs(v[1] - v[0]) < 1e-14, "momentum: the clutch locks");
    check(fabs(0.7 * v[0] + 2.3 * v[1] - momentum) < 1e-12, "momentum is kept when a clutch locks");
    trace_free(&r);
}

static void fill(struct law_model *x, const struct system *y, const int *place)
{
    memset(x, 0, sizeof *x);
    x->y = y;
    memcpy(x->G, y->G, sizeof x->G);
    memcpy(x->v, y->v0, sizeof x->v);
    memcpy(x->place, place, sizeof x->place);
    for (int e = 0; e < y->m; e++)
        x->speed[e] = 1, x->torque[e] = 10;
    dtc_law w = DTC_LAW_VIEW(y->m, x);
    law_inputs(x);
    dtc_law_groups(&w);
    dtc_law_factor(&w);
    law_evaluate(x, &w);
}

/* Redundant stuck sets: no slip acceleration, and the torques of least norm (from eigenvalues, in the reference). */
static void test_least_norm(void)
{
    double acceleration = 0, torque = 0;
    for (int i = 0; i < 300; i++) {
        struct system y = random_system(9000u + (uint64_t)i, 1);
        struct law_model x;
        struct reference r;
        int place[MAXM] = {0};
        memset(y.v0, 0, sizeof y.v0);
        fill(&x, &y, place);
        memset(&r, 0, sizeof r);
        r.y = &y;
        ref_pinv(&r);
        ref_evaluate(&r);
        for (int e = 0; e < y.m; e++) {
            double scale = 1 + fabs(r.lambda[e]);
            acceleration = larger(acceleration, fabs(law_acceleration(&x, e)) / (scale * y.G[e * y.m + e]));
            torque = larger(torque, fabs(x.lambda[e] - r.lambda[e]) / scale);
        }
    }
    check_at_most(acceleration, 1e-10, "least norm", "slip acceleration of stuck elements");
    check_at_most(torque, 1e-6, "least norm", "difference to the pseudo-inverse");
}

/* Least norm of torque / nominal, whatever the units: element 1 shown in other units gives the same mechanics. */
static void test_units(void)
{
    struct system y = bodies("units", 2, (double[]){1, 2}), z;
    struct law_model a, b;
    int place[MAXM] = {0};
    const double unit = 1e4; /* of slip; its torques are in 1/unit */

    add(&y, CLUTCH, 5, 1, -1);
    add(&y, CLUTCH, 5, 2, -2);
    add(&y, CLUTCH, 5, 1, 0);
    y.f[0].mean = 7;
    z = y;
    for (int i = 0; i < 2; i++)
        z.e[1].w[i] *= unit;
    complete(&y);
    complete(&z);
    fill(&a, &y, place);
    fill(&b, &z, place);
    b.torque[1] /= unit;
    b.speed[1] *= unit;
    dtc_law w = DTC_LAW_VIEW(3, &b);
    dtc_law_factor(&w);
    law_evaluate(&b, &w);
    check(fabs(a.lambda[0] - b.lambda[0]) < 1e-12 && fabs(a.lambda[1] - b.lambda[1] * unit) < 1e-12,
          "least norm is of torque / nominal");
    check(a.count.deficiency == 1 && b.count.deficiency == 1, "redundancy is counted");
}

/* Three brakes that are on for good, applied in two orders, the last one at rest: once all are stuck the torques are
 * the same; to the bit those of a model with no history at all. */
static void test_history(void)
{
    const double order[2][3] = {{0.1, 1.0, 3.5}, {3.5, 0.1, 1.0}};
    struct law_model x[2], fresh;
    struct system y[2];
    double worst = 0;
    int compared = 0, same = 1;

    for (int i = 0; i < 2; i++) {
        y[i] = planetary_brakes(order[i]);
        for (int e = 0; e < 3; e++)
            y[i].e[e].course = STEP, y[i].e[e].period = 1;
        law_init(&x[i], &y[i]);
    }
    for (int k = 1; k <= 5000; k++) {
        law_sample(&x[0], 1e-3);
        law_sample(&x[1], 1e-3);
        if (k > 4000) {
            struct system now = y[0];
            memcpy(now.v0, x[0].v, sizeof now.v0);
            fill(&fresh, &now, x[0].place);
            fresh.t = x[0].t;
            dtc_law w = DTC_LAW_VIEW(3, &fresh);
            law_evaluate(&fresh, &w);
            same &= memcmp(fresh.lambda, x[0].lambda, 3 * sizeof *fresh.lambda) == 0;
            for (int e = 0; e < 3; e++)
                worst = larger(worst, fabs(x[0].lambda[e] - x[1].lambda[e]));
            compared += x[0].count.deficiency == 1 && x[1].count.deficiency == 1;
        }
        law_advance(&x[0], k * 1e-3, 1e-3);
        law_advance(&x[1], k * 1e-3, 1e-3);
    }
    check(compared == 1000, "history: all three brakes are stuck");
    check(same, "history: torques of a model without history");
    check_at_most(worst, 1e-12, "history", "torques after another order");
}

/* A copy of the bytes of a model goes on like the original. */
static void test_copy(void)
{
    struct system y = random_system(2, 1);
    struct law_model a, b;
    int same = 1;

    make_admissible(&y);
    law_init(&a, &y);
    for (int k = 1; k <= 2000; k++) {
        law_sample(&a, 1e-3);
        if (k > 1000) {
            law_sample(&b, 1e-3);
            same &= memcmp(a.place, b.place, sizeof a.place) == 0 && memcmp(a.lambda, b.lambda, sizeof a.lambda) == 0;
            law_advance(&b, k * 1e-3, 1e-3);
        }
        law_advance(&a, k * 1e-3, 1e-3);
        if (k == 1000)
            memcpy(&b, &a, sizeof b);
    }
    check(same, "a model may be copied as bytes");
}

/* Modelica's sign, tau = -lambda: sliding friction does not create energy. */
static void test_sign(void)
{
    struct system y = coupled_clutches();
    struct law_model x;
    struct trace r = run_law(&x, &y, 1e-3, 1500);
    double least = 0;
    for (int i = 0; i < r.steps * r.m; i++)
        least = smaller(least, r.place[i] == DTC_STUCK ? 0 : -r.lambda[i] * r.s[i]);
    check(least >= -1e-12, "tau*s >= 0");
    trace_free(&r);
}

static void test_check(void)
{
    struct system y = two_blocks(1, 1);
    struct law_model x;
    int place[MAXM] = {0};

    fill(&x, &y, place);
    dtc_law w = DTC_LAW_VIEW(2, &x);
    check(dtc_law_check(&w) == 0, "check: good");
    x.G[1] += 1e-3;
    check(dtc_law_check(&w) == 1 + 2, "check: slip and torque are not power-conjugate");
    x.G[2] = x.G[1] = 100;
    check(dtc_law_check(&w) == 1 + 2, "check: indefinite");
    x.G[0] = NAN;
    check(dtc_law_check(&w) == 1, "check: not a number");
}

static void test_inadmissible_start(void)
{
    struct system y = bodies("inadmissible", 1, (double[]){1});
    struct law_model x;
    add(&y, CLUTCH, 1, 1, 0);
    add(&y, FREEWHEEL, 0, 1, 0);
    y.v0[0] = -1;
    complete(&y);
    check(law_init(&x, &y) == 2 && x.v[0] == 0, "a start slip that a freewheel forbids is reported and removed");
    y.v0[0] = 1;
    check(law_init(&x, &y) == 0 && x.v[0] == 1, "a start slip that it allows is kept");
}

/* Anything in the arrays, infinities and NaN included: ends, and places stay places. */
static void test_garbage(void)
{
    static const double odd[] = {0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 1e308, -1e308, 1e-308, 5e-324, 1e-9};
    uint64_t r = 4711;
    int sane = 1, told = 1;
    for (int i = 0; i < 20000; i++) {
        struct law_model x;
        memset(&x, 0, sizeof x);
        dtc_law w = DTC_LAW_VIEW(1 + choose(&r, MAXM), &x);
        double *array[] = {x.s, x.lo, x.hi, x.slo, x.shi, x.af, x.speed, x.torque, x.lambda, x.ah};
        for (int k = 0; k < MAXM * MAXM; k++)
            x.G[k] = odd[choose(&r, 12)];
        for (int a = 0; a < 10; a++)
            for (int e = 0; e < MAXM; e++)
                array[a][e] = odd[choose(&r, 12)];
        dtc_law_check(&w);
        dtc_law_start(&w);
        for (int k = 0; k < 4; k++) {
            dtc_law_factor(&w);
            int trouble = dtc_law_solve(&w), finite = 1;
            for (int e = 0; e < w.m; e++)
                finite &= isfinite(x.lambda[e]) && isfinite(x.ah[e]);
            told &= finite == !trouble;
            if (k < 2)
                dtc_law_decide(&w, 1e-3, 1e-3, k ? 7 : 15);
            else
                dtc_law_settle(&w, 0, k == 2 ? 0 : DTC_LAW_ROUNDS);
            dtc_law_jump(&w, 1e-3);
            for (int e = 0; e < w.m; e++)
                sane &= x.place[e] >= -1 && x.place[e] <= 2 && x.group[e] >= 0 && x.group[e] < w.m;
        }
    }
    check(sane, "garbage: places stay places");
    check(told, "garbage: a result that is not finite is reported");
}

/* An input that was NaN for some samples: the rest of the run is as if the state had been put back. */
static void test_back_from_nan(void)
{
    struct system y = coupled_clutches();
    struct law_model x, saved;
    law_init(&x, &y);
    for (int k = 0; k < 100; k++) {
        law_sample(&x, 1e-3);
        law_advance(&x, (k + 1) * 1e-3, 1e-3);
    }
    saved = x;
    dtc_law w = DTC_LAW_VIEW(3, &x);
    x.af[0] = NAN;
    check(dtc_law_solve(&w) == 1, "NaN is reported");
    x = saved;
    law_sample(&x, 1e-3);
    check(isfinite(x.lambda[0]) && isfinite(x.ah[2]), "a saved state goes on");
}

/* Dog clutch that engages, and lash that closes, while slipping: an impulse, then none. */
static void test_engagement(void)
{
    struct law_model x;
    struct system y = bodies("engagement", 2, (double[]){1, 3});
    int place[MAXM] = {DTC_INACTIVE};
    add(&y, DOG, 0, -1, 1);
    y.v0[0] = 4;
    complete(&y);
    fill(&x, &y, place);
    law_sample(&x, 1e-3);
    law_advance(&x, 1e-3, 1e-3);
    check(x.place[0] == DTC_STUCK && fabs(x.v[0] - 1) < 1e-14 && fabs(x.v[1] - 1) < 1e-14, "a dog clutch engages");
    place[0] = DTC_FWD;
    y.v0[0] = -4;
    fill(&x, &y, place);
    law_sample(&x, 1e-3);
    law_advance(&x, 1e-3, 1e-3);
    check(x.place[0] == DTC_STUCK && fabs(x.v[0] + 1) < 1e-14, "a sliding element whose bound becomes infinite locks");
    y.e[0].kind = FREEWHEEL;
    place[0] = DTC_INACTIVE;
    y.v0[0] = 4;
    fill(&x, &y, place);
    law_sample(&x, 1e-3);
    check(x.place[0] == DTC_STUCK, "a gap that closes stops the approach");
    y.v0[0] = -4;
    fill(&x, &y, place);
    law_sample(&x, 1e-3);
    check(x.place[0] == DTC_FWD, "and lets go what moves away");
}
int main(void)
{
    test_no_drift();
    test_momentum();
    test_least_norm();
    test_units();
    test_history();
    test_copy();
    test_sign();
    test_check();
    test_inadmissible_start();
    test_garbage();
    test_back_from_nan();
    test_engagement();
    return checked();
}
