/* drive.c - runs a model through its descriptor and prints a checksum of the bits of all its variables, for run.sh.
 *
 * cc -DINFO=zf4hp22_info drive.c step.c runtime/?*.c. One line: status, steps made, checksum (FNV-1a over the variables
 * after each step). Inputs are a saw-tooth, each in its phase, held for 40 steps. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "dtc_runtime.h"

extern const dtc_model_info INFO;

enum { STEPS = 500, BLOCK = 40 };

static uint64_t checksum(uint64_t sum, const unsigned char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        sum = (sum ^ p[i]) * 1099511628211u;
    return sum;
}

static size_t size_of(const dtc_variable *v)
{
    return v->type == DTC_REAL ? INFO.real_size : sizeof(int);
}


static void set_inputs(char *m, int step)
{
    for (int i = 0; i < INFO.variables; i++) {
        const dtc_variable here = dtc_variable_at(&INFO, i), *v = &here;
        int wave = (step / BLOCK * 7 + i * 5) % 16;
        if (v->kind == DTC_IN && v->type == DTC_REAL)
            *(dtc_real *)(void *)(m + v->offset) = (dtc_real)(wave - 6) / 8;
        else if (v->kind == DTC_IN)
            *(int *)(void *)(m + v->offset) = wave & 1;
    }
}

int main(void)
{
    char *m = malloc(INFO.size);
    if (!m)
        return 2;
    INFO.init(m);
    dtc_status status = INFO.setup(m);
    uint64_t sum = 14695981039346656037u;
    int k = 0;
    while (k < STEPS && status == DTC_OK) {
        set_inputs(m, k++);
        status = INFO.evaluate(m);
        if (status == DTC_OK)
            status = INFO.advance(m);
        for (int i = 0; i < INFO.variables; i++) {
            const dtc_variable v = dtc_variable_at(&INFO, i);
            sum = checksum(sum, (unsigned char *)m + v.offset, size_of(&v));
        }
    }
    printf("status %d, %d steps, %016" PRIx64, (int)status, k, sum);
    free(m);
    return 0;
}
