/* extreme.h - the largest and the least of results.
 *
 * fmax() and fmin() drop a NaN, and so does `if (x > worst)`; these keep it for good, so that the comparison at the
 * end fails, if it is written as the condition that is to hold: worst <= limit, never !(worst > limit). tests/house
 * forbids the others. */
#ifndef EXTREME_H
#define EXTREME_H

#include <stdlib.h>

static inline double larger(double a, double b) { return a >= b || a != a ? a : b; }
static inline double smaller(double a, double b) { return a <= b || a != a ? a : b; }

static inline int extreme_order(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The q-th quantile of n numbers, which are sorted; NaN if one of them is. */
static inline double quantile(double *x, int n, double q)
{
    int i = (int)(q * n);
    for (int k = 0; k < n; k++)
        if (x[k] != x[k])
            return x[k];
    qsort(x, (size_t)n, sizeof *x, extreme_order);
    return x[i < n ? i : n - 1];
}

#endif
