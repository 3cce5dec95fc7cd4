/* Mean time of a step, ns, of the processor, read before and after all of them. Usage: loop STEPS. Compiled with
 * -DINFO=Model_info and -DMODEL_STEP=Model_step. */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "dtc_runtime.h"

extern const dtc_model_info INFO;
dtc_status MODEL_STEP(void *);             /* of its own struct, which is what it gets */

int main(int argc, char **argv)
{
    void *m = calloc(1, INFO.size);
    long steps = argc > 1 ? atol(argv[1]) : 1000000, k = 0;
    struct timespec a, b;

    INFO.init(m);
    if (INFO.setup(m) > DTC_TERMINATE)
        return 1;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    while (k < steps && MODEL_STEP(m) == DTC_OK)
        k++;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    printf("%.2f\n", (1e9 * (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec)) / (double)steps);
    free(m);
    return k < steps;
}
