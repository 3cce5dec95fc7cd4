/* Nanoseconds of a sample of the method exact, without and with borders in it: adjusted BORDER. Compiled with
 * -DINFO=Model_info, of a model with a variable x: where |x| passes BORDER, a border is in the sample.
 *
 * Each sample of 10 s is taken again and again from a copy of the model; counted is the least of ROUNDS means, less
 * that of copying alone. Prints the mean and the largest of both kinds. */
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "dtc_runtime.h"

extern const dtc_model_info INFO;
enum { ROUNDS = 60, TIMES = 50 };

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static dtc_status sample(void *m)
{
    dtc_status status = INFO.evaluate(m);

    return status <= DTC_TERMINATE ? INFO.advance(m) : status;
}

static double time_of(void *m, const void *start, int steps)
{
    double least = INFINITY;

    for (int r = 0; r < ROUNDS; r++) {
        double begin = now();
        for (int k = 0; k < TIMES; k++) {
            memcpy(m, start, INFO.size);
            if (steps && sample(m) != DTC_OK)
                exit(1);
            __asm__ volatile("" : : "r"(m) : "memory");
        }
        double took = (now() - begin) / TIMES;
        least = took < least ? took : least;
    }
    return least;
}

static double x_of(const void *m)
{
    int i = dtc_variable_named(&INFO, "x");

    if (i < 0)
        exit(2);
    dtc_variable v = dtc_variable_at(&INFO, i);
    return v.sign * *(const dtc_real *)(const void *)((const char *)m + v.offset);
}

int main(int argc, char **argv)
{
    double border = argc > 1 ? strtod(argv[1], NULL) : 0;
    void *m = calloc(1, INFO.size), *start = calloc(1, INFO.size);
    double sum[2] = { 0 }, most[2] = { 0 };
    int n[2] = { 0 };

    INFO.init(m);
    if (INFO.setup(m) > DTC_TERMINATE || INFO.evaluate(m) != DTC_OK)
        return 1;
    for (long k = 0; k < (long)(10 / INFO.step + 0.5); k++) {
        memcpy(start, m, INFO.size);
        double x = x_of(m), ns = time_of(m, start, 1) - time_of(m, start, 0);
        int cut;
        memcpy(m, start, INFO.size);
        if (sample(m) != DTC_OK || INFO.evaluate(m) != DTC_OK)
            return 1;
        cut = (fabs(x) > border) != (fabs(x_of(m)) > border);
        sum[cut] += ns;
        most[cut] = ns > most[cut] ? ns : most[cut];
        n[cut]++;
    }
    printf("%d %.1f %.1f %d %.1f %.1f\n", n[0], sum[0] / n[0], most[0], n[1], sum[1] / n[1], most[1]);
    return 0;
}
