/* The Jacobian of a model for a variable step, against central differences of its derivatives, along a run through its
 * structures.
 *
 *     ./jacobian MODEL.so MODEL STOP STEPS [SKIP]
 *
 * The run is by the midpoint rule with STEPS fixed steps and passes of an event where a guard is negative or an instant
 * is due; at about 40 points all columns are compared. An entry that is not in the pattern must be zero. Where the two
 * one-sided differences disagree by more than 0.1 % there is a corner (the edge of a table, |x| at zero): right is what
 * is between them. Prints the largest error, of the column's largest entry or 1; exit code 1 above LIMIT. */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dtc_hybrid.h"
#include "../extreme.h"

#define LIMIT 1e-6

static const dtc_hybrid *h;
static void *model;
static long compared, corners, structures;
static double worst;
static char worst_entry[400];

static void *room(size_t n) { void *p = calloc(n + 1, sizeof(double)); if (!p) exit(2); return p; }

static int derive(double t, const double *x, double *dx)
{
    h->set(model, t, x);
    return h->derivatives(model, dx) == DTC_OK;
}

/* Differences in direction j: below, above and central, with a step of `part` of the state. */
static int differences(double t, const double *x, int j, double part, double *below, double *above, double *central)
{
    int n = h->states;
    double *y = room((size_t)n), *here = room((size_t)n), *up = room((size_t)n), *down = room((size_t)n);
    double step = part * larger(fabs(x[j]), larger(1e-3, smaller(1.0, dtc_state_row(h, j, &(int){ 0 })->nominal)));
    memcpy(y, x, (size_t)n * sizeof *x);
    int good = derive(t, y, here);
    y[j] = x[j] + step;
    good &= derive(t, y, up);
    y[j] = x[j] - step;
    good &= derive(t, y, down);
    for (int i = 0; i < n; i++) {
        above[i] = (up[i] - here[i]) / step;
        below[i] = (here[i] - down[i]) / step;
        central[i] = (up[i] - down[i]) / (2 * step);
    }
    free(y), free(here), free(up), free(down);
    return good;
}

/* By how much each exact entry of column j is outside of the differences; false: there are none. */
static int column_errors(double t, const double *x, const double *exact, int j, double part, double *error)
{
    int n = h->states;
    double *below = room((size_t)n), *above = room((size_t)n), *central = room((size_t)n), size = 1, corner = 0;
    int good = differences(t, x, j, part, below, above, central);
    for (int i = 0; good && i < n; i++) {
        size = larger(size, fabs(central[i]));
        corner = larger(corner, fabs(above[i] - below[i]));
    }
    int is_corner = corner > 1e-3 * size;
    for (int i = 0; good && i < n; i++)
        error[i] = larger(0, fabs(exact[i] - central[i]) - is_corner * 0.501 * fabs(above[i] - below[i])) / size;
    corners += is_corner;
    free(below), free(above), free(central);
    return good;
}

/* The better of two steps: differences are wrong by truncation or by rounding. */
static void compare_column(double t, const double *x, const double *value, int j)
{
    size_t n = (size_t)h->states;
    double *exact = room(n), *error = room(n), *other = room(n);
    for (int k = h->column[j]; k < h->column[j + 1]; k++)
        exact[h->row[k]] = value[k];
    if (column_errors(t, x, exact, j, 1e-5, error) && column_errors(t, x, exact, j, 1e-6, other)) {
        for (int i = 0; i < h->states; i++) {
            double e = smaller(error[i], other[i]);
            if (e <= worst || worst != worst)
                continue;
            worst = e;
            char of[80], by[80];
            int repeat;
            const dtc_hybrid_state *row = dtc_state_row(h, i, &repeat);
            dtc_text(row->name, repeat, of, sizeof of);
            row = dtc_state_row(h, j, &repeat);
            dtc_text(row->name, repeat, by, sizeof by);
            snprintf(worst_entry, sizeof worst_entry, "d der(%s)/d %s = %.9g at %g s", of, by, exact[i], t);
        }
        compared++;
    }
    free(exact), free(error), free(other);
}

static int compare(double t, const double *x)
{
    double *value = room((size_t)h->column[h->states]), *dx = room((size_t)h->states);
    int good = derive(t, x, dx);
    if (good) {
        h->jacobian(model, value);
        for (int j = 0; j < h->states; j++)
            compare_column(t, x, value, j);
        good = derive(t, x, dx);
    }
    free(value), free(dx);
    return good;
}

static int due(double t, double *g)
{
    h->guards_at(model, g);
    for (int i = 0; i < h->guards; i++)
        if (g[i] < 0)
            return 1;
    return h->next(model) <= t;
}

static int passes(double t, double *x, double *dx)
{
    int changed = 1;
    for (int pass = 0; changed && pass < 100; pass++)
        if (h->event(model, pass, &changed) > DTC_TERMINATE)
            return 0;
    h->get(model, x);
    structures++;
    return derive(t, x, dx);
}

int main(int argc, char **argv)
{
    char name[256];
    void *so = argc > 4 ? dlopen(argv[1], RTLD_NOW) : NULL;
    snprintf(name, sizeof name, "%s_hybrid", argc > 4 ? argv[2] : "");
    h = so ? dlsym(so, name) : NULL;
    if (!h || !h->column || !h->jacobian) {
        printf("no symbolic Jacobian in %s\n", argc > 4 ? argv[2] : "?");
        return 1;
    }
    model = room(h->info->size / sizeof(double) + 1);
    h->info->init(model);
    if (h->setup(model) > DTC_TERMINATE) {
        printf("setup fails\n");
        return 1;
    }
    int n = h->states, good = 1;
    long steps = atol(argv[4]), every = steps / 40 > 0 ? steps / 40 : 1;
    double *x = room((size_t)n), *y = room((size_t)n), *dx = room((size_t)n), *g = room((size_t)h->guards),
           stop = atof(argv[3]);
    h->get(model, x);
    for (long k = 0; good && k < steps; k++) {
        double t = stop * (double)k / (double)steps, step = stop / (double)steps, next;
        if (!(good = derive(t, x, dx)))
            break;
        if (k % every == 0 && !(good = compare(t, x)))
            break;
        next = h->next(model);
        memcpy(y, x, (size_t)n * sizeof *x);
        for (int i = 0; i < n; i++)
            y[i] += step / 2 * dx[i];
        good = derive(t + step / 2, y, dx);
        for (int i = 0; i < n; i++)
            x[i] += step * dx[i];
        good = good && derive(t + step, x, dx);
        if (good && (due(t + step, g) || next <= t + step))
            good = passes(t + step, x, dx);
    }
    printf("%s: %d states, %d entries, %ld columns, %ld at corners, %ld events, worst error %.2g%s%s\n", argv[2], n,
           h->column[n], compared, corners, structures, worst, worst <= LIMIT ? "" : ": ",
           worst <= LIMIT ? "" : worst_entry);
    if (!good)
        printf("%s: the run ended early\n", argv[2]);
    return !good || !(worst <= LIMIT) || compared == 0;
}
