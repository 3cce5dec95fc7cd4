/* against_variable.c - a fixed-step drive against the variable-step one: speeds, accelerations, torques; everywhere,
 * and away from events.
 *
 * against_variable STEP FIXED VARIABLE: files of results with rows at the same grid; events are the pairs of rows of
 * equal time of VARIABLE. For each group of signals prints the worst deviation over the range of its signal, everywhere
 * and farther than WINDOW samples of 1 ms from an event, and the longest run of samples in which a signal is more than
 * 5 % of its range off. Last line: the figures alone, for the script that knows the limits. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "host/result.h"
#include "../extreme.h"

enum { WINDOW = 5, GROUPS = 3 };
static const double far = 0.05;                    /* of the range: far off */

typedef struct {
    const char *what, *ending[3];
    double worst, away;
    int signals;
    char worst_name[80], away_name[80];
    double worst_t, away_t;
    long run;
    char run_name[80];
} Group;

static Group group[GROUPS] = {
    { .what = "speeds", .ending = { ".w", ".v", ".w_rel" } },
    { .what = "accelerations", .ending = { ".a", NULL, NULL } },
    { .what = "torques", .ending = { ".law.lambda", ".tau", NULL } }
};

static int group_of(const char *name)
{
    size_t n = strlen(name);
    for (int g = 0; g < GROUPS; g++)
        for (int k = 0; k < 3 && group[g].ending[k]; k++) {
            size_t e = strlen(group[g].ending[k]);
            if (n > e && strcmp(name + n - e, group[g].ending[k]) == 0 && !(g == 1 && strstr(name, ".law.")))
                return g;
        }
    return -1;
}

static void load(const char *file, result_table *t)
{
    char message[400];
    if (!result_read(file, t, message, sizeof message)) {
        fprintf(stderr, "%s\n", message);
        exit(2);
    }
}

static const result_signal *find(const result_table *t, const char *name)
{
    for (size_t i = 1; i < t->signals; i++)
        if (strcmp(t->signal[i].name, name) == 0)
            return &t->signal[i];
    return NULL;
}

/* Rows of b at the times of a's rows (the last of equal times), and whether an event is within the window. */
static void align(const result_table *a, const result_table *b, double window, size_t *row, char *near)
{
    size_t j = 0, e = 0;
    for (size_t i = 0; i < a->rows; i++) {
        double t = result_value(&a->signal[0], i);
        while (j + 1 < b->rows && result_value(&b->signal[0], j + 1) <= t + 1e-9)
            j++;
        row[i] = j;
        if (!(fabs(result_value(&b->signal[0], j) - t) <= 1e-9)) {
            fprintf(stderr, "no row at %g s\n", t);
            exit(2);
        }
        for (e = j; e > 0 && result_value(&b->signal[0], e - 1) >= t - window; e--)
            near[i] |= result_value(&b->signal[0], e) == result_value(&b->signal[0], e - 1);
        for (e = j; e + 1 < b->rows && result_value(&b->signal[0], e + 1) <= t + window; e++)
            near[i] |= result_value(&b->signal[0], e) == result_value(&b->signal[0], e + 1);
    }
}

static void compare(Group *g, const result_table *a, const result_signal *x, const result_signal *y, const size_t *row,
                    const char *near)
{
    double low = INFINITY, high = -INFINITY;
    long run = 0;

    for (size_t i = 0; i < a->rows; i++) {
        low = smaller(low, result_value(y, row[i]));
        high = larger(high, result_value(y, row[i]));
    }
    if (high - low < 1e-6)
        return;
    g->signals++;
    for (size_t i = 0; i < a->rows; i++) {
        double d = fabs(result_value(x, i) - result_value(y, row[i])) / (high - low),
               t = result_value(&a->signal[0], i);
        if (larger(g->worst, d) != g->worst) {
            g->worst = d, g->worst_t = t;
            snprintf(g->worst_name, sizeof g->worst_name, "%s", x->name);
        }
        if (!near[i] && larger(g->away, d) != g->away) {
            g->away = d, g->away_t = t;
            snprintf(g->away_name, sizeof g->away_name, "%s", x->name);
        }
        run = d <= far ? 0 : run + 1;
        if (run > g->run) {
            g->run = run;
            snprintf(g->run_name, sizeof g->run_name, "%s", x->name);
        }
    }
}

int main(int argc, char **argv)
{
    result_table a, b;
    if (argc != 3)
        return 2;
    load(argv[1], &a);
    load(argv[2], &b);
    size_t *row = calloc(a.rows, sizeof *row);
    char *near = calloc(a.rows, 1);
    align(&a, &b, WINDOW * 1e-3, row, near);
    for (size_t i = 1; i < a.signals; i++) {
        int g = group_of(a.signal[i].name);
        const result_signal *y = g < 0 ? NULL : find(&b, a.signal[i].name);
        if (y)
            compare(&group[g], &a, &a.signal[i], y, row, near);
    }
    for (int g = 0; g < GROUPS; g++)
        if (group[g].signals == 0) {
            fprintf(stderr, "no %s in both files\n", group[g].what);
            return 2;
        }
    for (int g = 0; g < GROUPS; g++)
        printf("    %-14s %8.3f %% (%s at %.3f s)   away from events %7.4f %% (%s at %.3f s)   %ld samples (%s)\n",
               group[g].what, 100 * group[g].worst, group[g].worst_name, group[g].worst_t, 100 * group[g].away,
               group[g].away_name, group[g].away_t, group[g].run, group[g].run_name);
    for (int g = 0; g < GROUPS; g++)
        printf("%.3g %.3g %ld ", 100 * group[g].worst, 100 * group[g].away, group[g].run);
    putchar('\n');
    free(row);
    free(near);
    result_free(&a);
    result_free(&b);
    return 0;
}
