/* random - 300 random redundant systems with the fixed-step law at 0.1, 1 and 10 ms, against the exact bounded step of
 * 1e-5 s.
 *
 *     random [systems = 300] [first seed = 1]
 *
 * The systems of tests/switching (2 to 8 inertias, 1 to 10 elements of every kind), 2 s each. Errors are roots of mean
 * energies of the difference of speeds; the ratio is to the error of the exact step of the same length. Chatter: an
 * element that changes place with motion more than 4 times in 20 samples and more than twice as often as the exact
 * step. An event is a row of consecutive samples with a change of place: its length is in how many samples the places
 * are consistent. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "../switching/run.h"

enum { STEPS = 3 };

typedef struct {
    double h, *ratio, slip, in_a_row;
    long moves, still, true_moves;
    int chat, longest, systems, events;
} Row;

static void compare(Row *r, const struct system *y, const struct trace *truth, const struct exact_result *fine)
{
    struct law_model x;
    struct exact_result coarse;
    struct trace law = run_law(&x, y, r->h, truth->steps), exact = run_exact(&coarse, y, r->h, truth->steps, 1);
    double mean;
    int longest = longest_run(&law, &mean);

    r->moves += count_changes(&law, 1);
    r->still += count_changes(&law, 0);
    r->true_moves += fine->moves;
    r->chat += chatters(&law, &exact);
    r->longest = longest > r->longest ? longest : r->longest;
    r->in_a_row += mean;
    r->events += mean > 0;
    r->slip = larger(r->slip, stuck_slip(&law));
    r->ratio[r->systems++] = (distance(y, &law, truth) + 1e-9) / (distance(y, &exact, truth) + 1e-9);
    trace_free(&law);
    trace_free(&exact);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void show(Row *r)
{
    int n = r->systems;
    qsort(r->ratio, (size_t)n, sizeof *r->ratio, ascending);
    printf("  %4g ms   %5.2f %7.2f %8d %10.2f %6d %11.0e %10.2f %6.2f %7.3g\n", 1e3 * r->h,
           (double)r->moves / (double)r->true_moves, (double)(r->moves + r->still) / (double)r->true_moves, r->chat,
           r->in_a_row / r->events, r->longest, r->slip, r->ratio[n / 2], r->ratio[n * 95 / 100], r->ratio[n - 1]);
}

int main(int argc, char **argv)
{
    int systems = argc > 1 ? atoi(argv[1]) : 300;
    uint64_t seed = argc > 2 ? (uint64_t)atol(argv[2]) : 1;
    Row row[STEPS] = { { .h = 1e-4 }, { .h = 1e-3 }, { .h = 1e-2 } };

    systems = systems < 1 ? 1 : systems;
    for (int i = 0; i < STEPS; i++)
        if (!(row[i].ratio = calloc((size_t)systems, sizeof(double))))
            return 1;
    for (int i = 0; i < systems; i++) {
        struct system y = random_system(seed + (uint64_t)i, 1);
        struct exact_result result;
        make_admissible(&y);
        struct trace truth[STEPS] = { run_exact(&result, &y, 1e-4, 20000, 10) };
        truth[1] = thin(&truth[0]);
        truth[2] = thin(&truth[1]);
        for (int k = 0; k < STEPS; k++)
            compare(&row[k], &y, &truth[k], &result);
        for (int k = 0; k < STEPS; k++)
            trace_free(&truth[k]);
    }
    printf("%d random redundant systems, 2 s each\n", systems);
    printf("            changes / exact   systems   samples until         slip of   error / that of the exact step\n");
    printf("  step     moving     all  chatter   consistent   most   stuck   median   95 %%   worst\n");
    for (int k = 0; k < STEPS; k++) {
        show(&row[k]);
        free(row[k].ratio);
    }
    return 0;
}
