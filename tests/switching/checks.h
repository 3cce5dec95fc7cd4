/* checks.h - what tests of the law count and say. */
#ifndef CHECKS_H
#define CHECKS_H

#include <stdio.h>

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

static inline int checked(void)
{
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}

#endif
