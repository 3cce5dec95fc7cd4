/* study_influence.c - what a study says of its metrics: spread, correlation, Sobol indices, which points are best.
 *
 * Sobol indices are those of Saltelli et al. 2010: the first order by f(B) (f(AB_i) - f(A)), the total by Jansen's
 * (f(A) - f(AB_i))^2, over the variance of f in A and B. Their intervals are by the bootstrap: 1.96 deviations of
 * the index in samples of the rows, drawn by Philox. Of other designs: correlation with an interval by Fisher's
 * transformation, and that of ranks (Spearman). Rows with a point that has no value are left out.
 *
 * Cost: linear in the points, but for ranks (a sort); 200 times that for intervals of indices.
 */
#include <math.h>
#include <stdlib.h>
#include "study_table.h"
#include "sweep.h"

enum { SAMPLES = 200, USE_BOOTSTRAP = 400 };
static const double NORMAL_95 = 1.959963984540054;

/* ---- spread -------------------------------------------------------------------------------------------- */

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Between the two neighbours. */
static double quantile(const double *sorted, uint32_t n, double part)
{
    const double at = part * (n - 1);
    const uint32_t i = (uint32_t)at;

    return i + 1 < n ? sorted[i] + (at - i) * (sorted[i + 1] - sorted[i]) : sorted[n - 1];
}

Spread study_spread(const StudyTable *t, const StudyColumn *c)
{
    double *sorted = NEW_N(&t->d->pass, double, t->points), mean = 0, square = 0;
    uint32_t n = 0;

    for (uint32_t i = 0; i < t->points; i++)
        if (isfinite(c->value[i]))
            sorted[n++] = c->value[i];
    if (n == 0)
        return (Spread){ 0, NAN, NAN, NAN, NAN, NAN, NAN, NAN };
    for (uint32_t i = 0; i < n; i++)
        mean += sorted[i] / n;
    for (uint32_t i = 0; i < n; i++)
        square += (sorted[i] - mean) * (sorted[i] - mean);
    qsort(sorted, n, sizeof *sorted, ascending);
    return (Spread){ n,
                     mean,
                     n > 1 ? sqrt(square / (n - 1)) : NAN,
                     sorted[0],
                     quantile(sorted, n, 0.05),
                     quantile(sorted, n, 0.5),
                     quantile(sorted, n, 0.95),
                     sorted[n - 1] };
}

/* No other point is at least as small in both and smaller in one. */
bool study_is_best(const StudyTable *t, const StudyColumn *a, const StudyColumn *b, uint32_t point)
{
    const double x = a->value[point], y = b->value[point];
    bool best = isfinite(x) && isfinite(y);

    for (uint32_t i = 0; i < t->points && best; i++)
        best = !(a->value[i] <= x && b->value[i] <= y && (a->value[i] < x || b->value[i] < y));
    return best;
}

/* ---- correlation --------------------------------------------------------------------------------------- */

static double correlation(const double *x, const double *y, uint32_t n)
{
    double mx = 0, my = 0, xx = 0, yy = 0, xy = 0;

    for (uint32_t i = 0; i < n; i++)
        mx += x[i] / n, my += y[i] / n;
    for (uint32_t i = 0; i < n; i++) {
        xx += (x[i] - mx) * (x[i] - mx);
        yy += (y[i] - my) * (y[i] - my);
        xy += (x[i] - mx) * (y[i] - my);
    }
    return xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : NAN;
}

typedef struct { double x; uint32_t i; } Ranked;

static int by_value(const void *a, const void *b)
{
    return ascending(&((const Ranked *)a)->x, &((const Ranked *)b)->x);
}

/* Equal values have the mean of their ranks. */
static double *ranks(Dtc *d, const double *x, uint32_t n)
{
    Ranked *list = NEW_N(&d->pass, Ranked, n);
    double *rank = NEW_N(&d->pass, double, n);

    for (uint32_t i = 0; i < n; i++)
        list[i] = (Ranked){ x[i], i };
    qsort(list, n, sizeof *list, by_value);
    for (uint32_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && !(list[end].x > list[i].x); end++)
            ;
        for (uint32_t k = i; k < end; k++)
            rank[list[k].i] = 0.5 * (i + end - 1);
    }
    return rank;
}

/* Not even about r: the end towards 1 is nearer. Of fewer than four points there is no interval. */
static Estimate with_interval(double r, uint32_t n)
{
    const double half = n > 3 ? NORMAL_95 / sqrt(n - 3.0) : NAN, z = atanh(r);

    return (Estimate){ r, tanh(z - half), tanh(z + half) };
}

static Influence correlated(const StudyTable *t, const StudyColumn *factor, const StudyColumn *metric)
{
    double *x = NEW_N(&t->d->pass, double, t->points), *y = NEW_N(&t->d->pass, double, t->points);
    uint32_t n = 0;

    for (uint32_t i = 0; i < t->points; i++)
        if (isfinite(factor->value[i]) && isfinite(metric->value[i]))
            x[n] = factor->value[i], y[n++] = metric->value[i];
    const double r = correlation(x, y, n), s = correlation(ranks(t->d, x, n), ranks(t->d, y, n), n);
    return (Influence){ with_interval(r, n), with_interval(s, n) };
}

/* ---- Sobol indices ------------------------------------------------------------------------------------- */

typedef struct { double a, b, ab; } Triple;                 /* of a row: f(A), f(B), f(AB_i) */

static Triple *triples(const StudyTable *t, uint32_t factor, const double *f)
{
    const uint32_t block = t->factors + 2;
    double *of = NEW_N(&t->d->pass, double, t->rows *block);
    Triple *list = NULL;

    for (uint32_t i = 0; i < t->rows * block; i++)
        of[i] = NAN;
    for (uint32_t i = 0; i < t->points; i++)
        if (t->point[i] < t->rows * block)
            of[t->point[i]] = f[i];
    for (uint32_t i = 0; i < t->rows; i++) {
        const Triple one = { of[i * block], of[i * block + block - 1], of[i * block + 1 + factor] };
        if (isfinite(one.a) && isfinite(one.b) && isfinite(one.ab))
            vec_push(&t->d->pass, list, one);
    }
    return list;
}

/* Of n of the triples, by their numbers; NULL: all. */
static void indices(const Triple *list, const uint32_t *chosen, uint32_t n, double *alone, double *total)
{
    double mean = 0, variance = 0, first = 0, all = 0;

    for (uint32_t i = 0; i < n; i++) {
        const Triple *x = &list[chosen ? chosen[i] : i];
        mean += 0.5 * (x->a + x->b) / n;
    }
    for (uint32_t i = 0; i < n; i++) {
        const Triple *x = &list[chosen ? chosen[i] : i];
        variance += 0.5 * ((x->a - mean) * (x->a - mean) + (x->b - mean) * (x->b - mean)) / n;
        first += (x->b - mean) * (x->ab - x->a) / n;
        all += 0.5 * (x->a - x->ab) * (x->a - x->ab) / n;
    }
    *alone = variance > 0 ? first / variance : NAN;
    *total = variance > 0 ? all / variance : NAN;
}

static double deviation(const double *x, uint32_t n)
{
    double mean = 0, square = 0;

    for (uint32_t i = 0; i < n; i++)
        mean += x[i] / n;
    for (uint32_t i = 0; i < n; i++)
        square += (x[i] - mean) * (x[i] - mean);
    return sqrt(square / (n - 1));
}

static Estimate bootstrapped(double x, const double *sample)
{
    const double half = NORMAL_95 * deviation(sample, SAMPLES);

    return (Estimate){ x, x - half, x + half };
}

static Influence indexed(const StudyTable *t, uint32_t factor, const StudyColumn *metric)
{
    const Triple *list = triples(t, factor, metric->value);
    const uint32_t n = vec_len(list);
    uint32_t *chosen = NEW_N(&t->d->pass, uint32_t, n + 1);
    double alone[SAMPLES], total[SAMPLES];
    Influence is = { { NAN, NAN, NAN }, { NAN, NAN, NAN } };

    if (n < 2)
        return is;
    indices(list, NULL, n, &is.alone.value, &is.total.value);
    for (uint32_t k = 0; k < SAMPLES; k++) {
        for (uint32_t i = 0; i < n; i++)
            chosen[i] = (uint32_t)(random_at(1, i, k, USE_BOOTSTRAP) * n);
        indices(list, chosen, n, &alone[k], &total[k]);
    }
    is.alone = bootstrapped(is.alone.value, alone);
    is.total = bootstrapped(is.total.value, total);
    return is;
}

Influence study_influence(const StudyTable *t, uint32_t factor, uint32_t metric)
{
    const StudyColumn *m = &t->column[t->factors + metric];

    return study_has_indices(t) ? indexed(t, factor, m) : correlated(t, &t->column[factor], m);
}
