/* Time of a step of a generated model. Usage: step SECONDS-OF-THE-MODEL. Compiled with -DINFO=Model_info. */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "dtc_runtime.h"

extern const dtc_model_info INFO;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    void *m = calloc(1, INFO.size);
    long steps = (long)((argc > 1 ? atof(argv[1]) : 1.0) / INFO.step), k;
    double begin, best = 1e9, worst = 0, total = 0;

    INFO.init(m);
    if (INFO.setup(m) > DTC_TERMINATE)
        return 1;
    for (k = 0; k < steps; k++) {
        dtc_status status;
        begin = now();
        status = INFO.evaluate(m);
        if (status <= DTC_TERMINATE)
            status = INFO.advance(m);
        double t = now() - begin;
        if (status != DTC_OK)
            break;
        total += t;
        best = t < best ? t : best;
        worst = t > worst ? t : worst;
    }
    printf("%8.2f us mean, %8.2f us least, %6.0f times faster than real time", 1e6 * total / (double)k, 1e6 * best,
           (double)k * INFO.step / total);
    printf(" at a step of %g s\n", INFO.step);
    free(m);
    return 0;
}
