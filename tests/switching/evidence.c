/* The evidence for the switching scheme: random redundant systems against the exact step at 1e-5 s, and frozen states.
 *
 *     gcc -O2 -ffp-contract=off -Iruntime tests/switching/evidence.c runtime/law.c -lm -o evidence
 *     ./evidence [systems = 300] [states = 40000] [first seed = 1] [list]
 *
 * One rule was added to the scheme as first written: a lock that even twice the reversed torque could not bring about within the step is
 * not made (runtime/law.c, only_possible_locks). Without it a lock in the wrong sample can stop a third motion for good
 * (test_law.c, third motion: at 10 ms in up to 38 % of the start speeds). Seeds 1.., 1001.., 2001.., 300 systems each:
 *
 *                                        without          with
 *     chatter at 1 ms                 2,  1,  2       2,  0,  1
 *     chatter at 10 ms               14, 13, 16      11,  9, 10
 *     error ratio, 95 %, 1 ms    1.86, 1.83, 1.55  1.84, 1.79, 1.46
 *     error ratio, 95 %, 10 ms   3.48, 2.62, 2.81  2.35, 2.25, 2.29
 *
 * The two that chatter at 1 ms (seeds 34, 276) graze their limit: bound and holding torque fall together, and the holding torque is a
 * sample older than the bound.
 *
 * Prints the table, then a line for each limit. Limits are 1.5 times the value when first recorded, with the systems and
 * states of the defaults, or what the scheme promises where that is less. */
#include <stdio.h>

#include "frozen.h"

static int passed, failed;

static void limit(const char *what, double value, double most)
{
    int ok = value <= most; /* false for NaN */
    printf("%-6s %-60s %10.4g (limit %.4g)\n", ok ? "ok" : "FAILED", what, value, most);
    ok ? passed++ : failed++;
}

/* One row of the table. */
struct row {
    double h;
    long moves, still, exact_moves, true_moves, failures;
    int chat, often, exact_often, longest, systems;
    double slip, correction, *ratio;
};

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Truth at the samples of h; its place changes are those of its own small steps. */
static void compare(struct row *r, const struct system *y, const struct trace *truth, const struct exact_result *fine)
{
    struct law_model x;
    struct exact_result coarse;
    struct trace law = run_law(&x, y, r->h, truth->steps), exact = run_exact(&coarse, y, r->h, truth->steps, 1);

    r->moves += count_changes(&law, 1);
    r->still += count_changes(&law, 0);
    r->exact_moves += coarse.moves;
    r->true_moves += fine->moves;
    r->failures += coarse.failures + fine->failures + (long)x.count.unsettled;
    r->chat += chatters(&law, &exact);
    r->often += chatters(&law, NULL);
    r->exact_often += chatters(&exact, NULL);
    r->slip = fmax(r->slip, stuck_slip(&law));
    r->correction = fmax(r->correction, x.count.correction);
    r->ratio[r->systems++] = (distance(y, &law, truth) + 1e-9) / (distance(y, &exact, truth) + 1e-9);
    trace_free(&law);
    trace_free(&exact);
}

static double quantile(const struct row *r, double q)
{
    int i = (int)(q * r->systems);
    return r->ratio[i < r->systems ? i : r->systems - 1];
}

static void show(struct row *r)
{
    qsort(r->ratio, (size_t)r->systems, sizeof *r->ratio, ascending);
    printf("%5g ms  place changes / exact %.2f with motion, %.2f in all; exact step %.2f\n"
           "          chatter %d systems (more than 4 changes in 20 samples: %d, exact step %d)\n"
           "          slip of stuck elements %.1e, error / exact step's: median %.2f, 95 %% %.2f, worst %.3g\n",
           1e3 * r->h, (double)r->moves / (double)r->true_moves, (double)(r->moves + r->still) / (double)r->true_moves,
           (double)r->exact_moves / (double)r->true_moves, r->chat, r->often, r->exact_often, r->slip,
           quantile(r, 0.5), quantile(r, 0.95), quantile(r, 1));
}

int main(int argc, char **argv)
{
    int systems = argc > 1 ? atoi(argv[1]) : 300, states = argc > 2 ? atoi(argv[2]) : 40000;
    uint64_t seed = argc > 3 ? (uint64_t)atol(argv[3]) : 1;
    struct row fine = {1e-3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL}, coarse = fine;

    systems = systems < 1 ? 1 : systems;
    coarse.h = 1e-2;
    fine.ratio = calloc((size_t)systems, sizeof *fine.ratio);
    coarse.ratio = calloc((size_t)systems, sizeof *coarse.ratio);
    if (!fine.ratio || !coarse.ratio)
        return 1;
    for (int i = 0; i < systems; i++) {
        struct system y = random_system(seed + (uint64_t)i, 1);
        struct exact_result result;
        make_admissible(&y);
        struct trace truth = run_exact(&result, &y, 1e-3, 2000, 100), tenth = thin(&truth);
        compare(&fine, &y, &truth, &result);
        compare(&coarse, &y, &tenth, &result);
        if (argc > 4)
            printf("seed %d: %d bodies, %d elements, exact %ld changes; error ratio %.3g, %.3g\n", (int)seed + i, y.n, y.m,
                   result.moves, fine.ratio[i], coarse.ratio[i]);
        trace_free(&truth);
        trace_free(&tenth);
    }
    show(&fine);
    show(&coarse);
    struct frozen_count f = frozen_states(states);
    printf("%ld frozen states, %ld redundant: %.2f evaluations on average, %ld at most, %ld wrong, %ld cycles\n", f.states,
           f.redundant, (double)f.evaluations / (double)f.states, f.most, f.wrong, f.fallbacks);

    limit("1 ms: place changes with motion / exact", (double)fine.moves / (double)fine.true_moves, 1.29);
    limit("10 ms: place changes with motion / exact", (double)coarse.moves / (double)coarse.true_moves, 1.29);
    limit("1 ms: place changes in all / exact", (double)(fine.moves + fine.still) / (double)fine.true_moves, 2.9);
    limit("1 ms: systems that chatter", fine.chat, 3);
    limit("10 ms: systems that chatter", coarse.chat, 14);
    limit("stuck slip, rad/s", fmax(fine.slip, coarse.slip), 1e-9);
    limit("1 ms: error ratio, median", quantile(&fine, 0.5), 1.5);
    limit("1 ms: error ratio, 95 %", quantile(&fine, 0.95), 2.8);
    limit("10 ms: error ratio, median", quantile(&coarse, 0.5), 1.5);
    limit("10 ms: error ratio, 95 %", quantile(&coarse, 0.95), 3.5);
    limit("exact solver and frozen iteration: failures", (double)(fine.failures + coarse.failures), 0);
    limit("frozen states: evaluations on average", (double)f.evaluations / (double)f.states, 3.6);
    limit("frozen states: evaluations at most", (double)f.most, 57);
    limit("frozen states: wrong accelerations", (double)f.wrong, 0);
    limit("frozen states: cycles, of 40000", (double)f.fallbacks, 3);
    limit("frozen states: unsettled", (double)f.unsettled, 0);
    free(fine.ratio);
    free(coarse.ratio);
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
