/* The switching law of the runtime: the named cases, and agreement with a second writing of the scheme.
 *
 *     gcc -O2 -ffp-contract=off -Iruntime tests/switching/test_law.c runtime/law*.c -lm -o test_law && ./test_law
 *
 * Counts of place changes are those that switching calls for: [with motion] + [at zero slip without]. They must not
 * grow. */
#include "cases.h"
#include "checks.h"
#include "frozen.h"
#include "reference.h"

#define EXPECTED_HASH 0xbedf1e9718a60497u /* of test_bits */

/* ---- the named cases -------------------------------------------------------------------------- */

/* A run of a case; truth is the exact step at 1e-5 s. */
struct outcome {
    long moves, still, true_moves;
    int chatters, longest;
    double error, exact_error, slip, mean_run, v[MAXN], truth[MAXN];
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
    o.exact_error = distance(y, &exact, &truth);
    o.slip = stuck_slip(&law);
    o.count = x.count;
    memcpy(o.v, law.v + steps * y->n, (size_t)y->n * sizeof *o.v);
    memcpy(o.truth, truth.v + steps * y->n, (size_t)y->n * sizeof *o.truth);
    trace_free(&law);
    trace_free(&exact);
    trace_free(&truth);
    return o;
}

/* At 1, 4 and 10 ms: at most so many changes, no chatter, no slip when stuck, error at most so large a multiple of h,
 * or that of the exact step of h. */
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
        check_at_most(o.error, larger(error * steps[i], 1.01 * o.exact_error) + 1e-12, y.name, "error");
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

/* A release is decided by the torques of its sample: the blocks move with 0.5 m/s2 from 0.1 s on. */
static void test_blocks_by_hand(void)
{
    const double steps[] = {1e-3, 2e-3, 1e-2};
    struct system y = two_blocks_by_hand();
    for (int i = 0; i < 3; i++) {
        struct outcome o = run_case(&y, steps[i], 1.1);
        check(fabs(o.truth[0] - 0.5) < 1e-4, "two blocks: the exact step");
        check(fabs(o.v[0] - 0.5) < 1e-9, "two blocks: block 1 slides");
        check(fabs(o.v[1] - o.v[0]) < 1e-12, "two blocks: block 2 stays on it");
    }
}

/* Event times of the Modelica reference result, Dymola: clutch and place after the event. J1.w at the end 3.24703457.
 */
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

/* ---- a second writing of the scheme ----------------------------------------------------------- */

/* The motion that the places of every sample give, and the torques, on random systems (some with static friction above
 * kinetic). */
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
            int same = ref_step(&r, x.place, x.lambda, h, k * h);
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
        struct trace one = run_law(&x, &a, 4e-3, 1000), two = run_law(&x, &b, 4e-3, 1000),
                     both = run_law(&x, &y, 4e-3, 1000);
        for (int k = 0; k <= 1000; k++)
            for (int e = 0; e < y.m; e++)
                different +=
                    both.place[k * y.m + e] != (e < a.m ? one.place[k * a.m + e] : two.place[k * b.m + e - a.m]);
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
    test_reference();
    test_frozen();
    test_bits();
    return checked();
}
