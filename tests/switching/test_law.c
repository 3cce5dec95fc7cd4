/* The switching law of the runtime: the named cases, the promises, and agreement with a second writing of the scheme.
 *
 *     gcc -O2 -ffp-contract=off -Iruntime tests/switching/test_law.c runtime/law*.c -lm -o test_law && ./test_law
 *
 * Counts of place changes are those that switching calls for: [with motion] + [at zero slip without]. They must not grow. */
#include <stdio.h>

#include "cases.h"
#include "frozen.h"
#include "reference.h"

#define EXPECTED_HASH 0x8b4ae084dbe52c6fu /* of test_bits */

static int passed, failed;

static void check(int ok, const char *what)
{
    if (!ok)
        printf("FAILED %s\n", what);
    ok ? passed++ : failed++;
}

static void check_at_most(double value, double limit, const char *what, const char *detail)
{
    int ok = value <= limit; /* false for NaN */
    if (!ok)
        printf("FAILED %s, %s: %g, limit %g\n", what, detail, value, limit);
    ok ? passed++ : failed++;
}

/* ---- the named cases -------------------------------------------------------------------------- */

/* A run of a case; truth is the exact step at 1e-5 s. */
struct outcome {
    long moves, still, true_moves;
    int chatters, longest;
    double error, slip, mean_run, v[MAXN], truth[MAXN];
    dtc_law_count count;
};

static struct outcome run_case(const struct system *y, double h, double stop)
{
    struct outcome o;
    struct law_model x;
    struct exact_result fine, coarse;
    int steps = (int)floor(stop / h + 0.5);
    struct trace law = run_law(&x, y, h, steps), exact = run_exact(&coarse, y, h, steps, 1);
    struct trace truth = run_exact(&fine, y, h, steps, (int)floor(h / 1e-5 + 0.5));

    memset(&o, 0, sizeof o);
    o.moves = count_changes(&law, 1);
    o.still = count_changes(&law, 0);
    o.true_moves = fine.moves;
    o.chatters = chatters(&law, &exact);
    o.longest = longest_run(&law, &o.mean_run);
    o.error = distance(y, &law, &truth);
    o.slip = stuck_slip(&law);
    o.count = x.count;
    memcpy(o.v, law.v + steps * y->n, (size_t)y->n * sizeof *o.v);
    memcpy(o.truth, truth.v + steps * y->n, (size_t)y->n * sizeof *o.truth);
    trace_free(&law);
    trace_free(&exact);
    trace_free(&truth);
    return o;
}

/* At 1, 4 and 10 ms: at most so many changes, no chatter, no slip when stuck, error at most so large a multiple of h. */
static void test_case(struct system y, double stop, long moves, long still, double error)
{
    const double steps[] = {1e-3, 4e-3, 1e-2};
    for (int i = 0; i < 3; i++) {
        struct outcome o = run_case(&y, steps[i], stop);
        check_at_most((double)o.moves, (double)moves, y.name, "place changes with motion");
        check_at_most((double)o.still, (double)still, y.name, "place changes without");
        check_at_most(o.chatters, 0, y.name, "chatters");
        check_at_most(o.longest, 3, y.name, "consecutive samples with changes");
        check_at_most(o.slip, 1e-12, y.name, "slip of a stuck element");
        check_at_most(o.error, error * steps[i] + 1e-12, y.name, "error");
    }
}

static void test_named_cases(void)
{
    const double phase[] = {0, 0.85, 0.7};

    test_case(opposed_freewheels(), 2, 0, 7, 0);
    test_case(ring_of_freewheels(), 2, 0, 40, 0);
    test_case(clutch_behind_freewheel(), 2, 1, 0, 0);
    test_case(clutch_parallel_freewheel(), 2, 6, 7, 11);
    test_case(two_locks_at_once(), 1, 2, 0, 4);
    test_case(planetary_brakes(phase), 6, 25, 8, 9);
    test_case(two_blocks_by_hand(), 1.1, 1, 0, 1);
    test_case(two_blocks_driven(), 6, 19, 0, 7);
    test_case(coupled_clutches(), 1.5, 9, 0, 6);
}

/* Three brakes at once on a two-freedom set: one stuck too many, and the largest count seen says so. */
static void test_three_brakes(void)
{
    const double phase[] = {0, 0.85, 0.7};
    struct system y = planetary_brakes(phase);
    struct outcome o = run_case(&y, 1e-3, 6);
    check(o.count.worst_deficiency == 1, "three brakes: one redundant");
    check(o.true_moves == 24, "three brakes: the exact step has 24 changes");
}

/* The third motion goes on: exactly -2.75175 at 1 s, -2.75 with the bounded step of that length. */
static void test_two_locks(void)
{
    struct system y = two_locks_at_once();
    check(fabs(run_case(&y, 4e-3, 1).v[0] + 2.75) < 1e-9, "two locks at once: v1 at 4 ms");
    check(fabs(run_case(&y, 1e-2, 1).v[0] + 2.75) < 1e-9, "two locks at once: v1 at 10 ms");
}

/* The same from any speed, and with a freewheel in place of the first clutch: a lock never stops the third motion. */
static void test_third_motion(void)
{
    const double steps[] = {1e-3, 4e-3, 1e-2};
    int stopped = 0, runs = 0;
    for (int i = 0; i < 6; i++)
        for (double v = 0.2; v < 30; v += 0.19) {
            struct system y = two_locks_at_once();
            struct law_model x;
            struct exact_result result;
            int n = (int)(1 / steps[i / 2] + 0.5);
            y.v0[0] = -1.3 * v;
            y.v0[1] = v;
            if (i % 2) {
                y.e[0].kind = FREEWHEEL;
                y.f[1].mean = -20;
            }
            struct trace law = run_law(&x, &y, steps[i / 2], n), exact = run_exact(&result, &y, steps[i / 2], n, 1);
            stopped += !(fabs(law.v[2 * n] - exact.v[2 * n]) <= 3 * steps[i / 2]);
            runs++;
            trace_free(&law);
            trace_free(&exact);
        }
    check(runs > 900, "third motion: runs");
    check_at_most(stopped, 0, "third motion", "runs in which a lock stops or slows it");
}

/* A release comes one sample late: the blocks, which move with 0.5 m/s2 from 0.1 s on, are 0.5 h slow. */
static void test_blocks_by_hand(void)
{
    const double steps[] = {1e-3, 2e-3, 1e-2};
    struct system y = two_blocks_by_hand();
    for (int i = 0; i < 3; i++) {
        struct outcome o = run_case(&y, steps[i], 1.1);
        check(fabs(o.truth[0] - 0.5) < 1e-4, "two blocks: the exact step");
        check(fabs(o.v[0] - (0.5 - 0.5 * steps[i])) < 1e-9, "two blocks: block 1 slides");
        check(fabs(o.v[1] - o.v[0]) < 1e-12, "two blocks: block 2 stays on it");
    }
}

/* Event times of the Modelica reference result, Dymola: clutch and place after the event. J1.w at the end 3.24703457. */
static void test_coupled_clutches(void)
{
    static const struct { double t; int clutch, place; } event[] = {
        {0.4, 1, -1}, {0.7096214747, 1, 0}, {0.7916623592, 0, 0}, {0.8311085061, 0, -1}, {0.9, 2, -1},
        {0.9068501928, 0, 0}, {1.0002958599, 0, -1}, {1.1439674925, 2, 0}, {1.25, 0, 2}};
    const double h = 1e-4;
    struct system y = coupled_clutches();
    struct law_model x;
    struct trace r = run_law(&x, &y, h, 15000);
    int seen = 0;

    for (int k = 1; k <= r.steps; k++)
        for (int e = 0; e < 3; e++) {
            if (r.place[k * 3 + e] == r.place[(k - 1) * 3 + e])
                continue;
            check(seen < 9 && e == event[seen].clutch && r.place[k * 3 + e] == event[seen].place &&
                      fabs(k * h - event[seen].t) <= 2 * h, "CoupledClutches: an event of the reference");
            seen++;
        }
    check(seen == 9, "CoupledClutches: all events of the reference");
    check(fabs(r.v[r.steps * 4] - 3.24703457) < 5e-4, "CoupledClutches: J1.w at the end");
    trace_free(&r);
}

/* ---- promises --------------------------------------------------------------------------------- */

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
    check_at_most(worst, 1e-12, "drift in a million steps", "slip");
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

/* Three brakes that are on for good, applied in two orders, the last one at rest: once all are stuck the torques are the
 * same; to the bit those of a model with no history at all. */
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
                dtc_law_transition(&w, 1e-3, 1e-3);
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

/* ---- a second writing of the scheme ----------------------------------------------------------- */

/* The motion that the places of every sample give, and the torques, on random systems (some with static friction above kinetic). */
static void test_reference(void)
{
    const double steps[] = {1e-2, 1e-3, 4e-3};
    int different = 0;
    for (int i = 0; i < 90; i++) {
        double h = steps[i % 3];
        struct system y = random_system(1u + (uint64_t)i, i % 2 ? 1 : 1.5);
        struct law_model x;
        struct reference r;
        make_admissible(&y);
        law_init(&x, &y);
        ref_init(&r, &y);
        for (int k = 1; k * h <= 2; k++) {
            law_sample(&x, h);
            int same = ref_step(&r, x.place, h, k * h);
            for (int e = 0; e < y.m; e++)
                same &= fabs(x.lambda[e] - r.lambda[e]) < 1e-6;
            law_advance(&x, k * h, h);
            if (!same) {
                different++;
                break;
            }
        }
    }
    check_at_most(different, 0, "second writing of the scheme", "systems that differ");
}

static void test_frozen(void)
{
    struct frozen_count f = frozen_states(3000);
    check(f.redundant > f.states / 2, "frozen states: most are redundant");
    check_at_most((double)f.evaluations / (double)f.states, 3.6, "frozen states", "evaluations on average");
    check_at_most((double)f.wrong, 0, "frozen states", "wrong accelerations");
    check_at_most((double)f.unsettled, 0, "frozen states", "unsettled");
}

/* The same bits from every compiler: no libm but sqrt in this run, and its hash. */
static void test_bits(void)
{
    struct system y = random_system(11, 1);
    struct law_model x;
    uint64_t hash = 14695981039346656037u;

    y.n = 3;
    y.m = 7;
    for (int i = 0; i < 9; i++)
        y.M[i] = i % 4 == 0 ? 0.3 + 0.2 * i : 0.1;
    uint64_t r = 99;
    for (int e = 0; e < y.m; e++) {
        y.e[e] = (struct element){e % 3 == 2 ? FREEWHEEL : CLUTCH, {0}, CONSTANT, 2 + e, 1, 0, 0, 1.1};
        for (int i = 0; i < 3; i++)
            y.e[e].w[i] = e == 4 ? -y.e[1].w[i] : uniform(&r, -1, 1);
    }
    for (int i = 0; i < 3; i++)
        y.f[i] = (struct force){5 - 4 * i, 0, 0, 0, 0, 0}, y.damping[i] = 0.1, y.v0[i] = 0;
    complete(&y);
    law_init(&x, &y);
    for (int k = 1; k <= 2000; k++) {
        for (int i = 0; i < 3; i++)
            y.f[i].mean = (k / (100 + 37 * i)) % 2 ? 20 - 9 * i : -15 + 6 * i;
        law_sample(&x, 1e-3);
        law_advance(&x, k * 1e-3, 1e-3);
        unsigned char bytes[sizeof x.lambda];
        memcpy(bytes, x.lambda, sizeof bytes);
        for (size_t b = 0; b < (size_t)y.m * sizeof *x.lambda; b++)
            hash = (hash ^ bytes[b]) * 1099511628211u;
    }
    if (hash != EXPECTED_HASH)
        printf("hash of the torques: 0x%016llx\n", (unsigned long long)hash);
    check(hash == EXPECTED_HASH, "the same bits from every compiler");
}

/* Both on their own in one law. */
static struct system side_by_side(const struct system *a, const struct system *b)
{
    struct system y;

    memset(&y, 0, sizeof y);
    y.n = a->n + b->n;
    y.m = a->m + b->m;
    for (int i = 0; i < y.n; i++) {
        const struct system *of = i < a->n ? a : b;
        int first = i < a->n ? 0 : a->n;
        for (int j = 0; j < of->n; j++)
            y.M[i * y.n + first + j] = of->M[(i - first) * of->n + j];
        y.f[i] = of->f[i - first];
        y.damping[i] = of->damping[i - first];
        y.v0[i] = of->v0[i - first];
    }
    for (int e = 0; e < y.m; e++) {
        int first = e < a->m ? 0 : a->n;
        y.e[e] = e < a->m ? a->e[e] : b->e[e - a->m];
        memset(y.e[e].w, 0, sizeof y.e[e].w);
        for (int i = 0; i < (first ? b->n : a->n); i++)
            y.e[e].w[first + i] = first ? b->e[e - a->m].w[i] : a->e[e].w[i];
    }
    complete(&y);
    return y;
}

/* Groups that are not coupled do not influence each other's places. */
static void test_groups(void)
{
    int pairs = 0, different = 0;

    for (uint64_t seed = 1; pairs < 100; seed++) {
        struct system a = random_system(seed, 1.5), b = random_system(seed + 7777, 1.5);
        if (a.n > 4 || b.n > 4 || a.m > 5 || b.m > 5)
            continue;
        struct system y = side_by_side(&a, &b);
        struct law_model x;
        struct trace one = run_law(&x, &a, 4e-3, 1000), two = run_law(&x, &b, 4e-3, 1000), both = run_law(&x, &y, 4e-3, 1000);
        for (int k = 0; k <= 1000; k++)
            for (int e = 0; e < y.m; e++)
                different += both.place[k * y.m + e] != (e < a.m ? one.place[k * a.m + e] : two.place[k * b.m + e - a.m]);
        trace_free(&one);
        trace_free(&two);
        trace_free(&both);
        pairs++;
    }
    check_at_most(different, 0, "groups", "places that differ when there is another group");
}

int main(void)
{
    test_named_cases();
    test_groups();
    test_three_brakes();
    test_two_locks();
    test_third_motion();
    test_blocks_by_hand();
    test_coupled_clutches();
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
    test_reference();
    test_frozen();
    test_bits();
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
