/* drive.c - runs a model through its descriptor and prints a checksum of every bit of its states, so that machines can
 * be compared.
 *
 * cc -DINFO=zf4hp22_info -DSTEPS=28000 drive.c step.c runtime/?*.c. One line: number of steps, checksum (FNV-1a over
 * the states of each step), status. */
#include <inttypes.h>
#include <stdio.h>
#include "dtc_runtime.h"

extern const dtc_model_info INFO;

#ifndef SIZE
#define SIZE (1 << 20)
#endif
static union { double aligned; unsigned char byte[SIZE]; } model;

static uint32_t checksum(uint32_t sum, const unsigned char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        sum = (sum ^ p[i]) * 16777619u;
    return sum;
}

int main(void)
{
    uint32_t sum = 2166136261u;
    dtc_status status;
    long k;

    if (INFO.size > sizeof model) {
        puts("the model does not fit");
        return 1;
    }
    INFO.init(&model);
    status = INFO.setup(&model);
    for (k = 0; k < STEPS && status == DTC_OK; k++) {
        status = INFO.evaluate(&model);
        if (status == DTC_OK)
            status = INFO.advance(&model);
        for (int i = 0; i < INFO.variables; i++) {
            const dtc_variable v = dtc_variable_at(&INFO, i);
            if (v.kind == DTC_STATE)
                sum = checksum(sum, model.byte + v.offset, INFO.real_size);
        }
    }
    printf("%ld steps, checksum %08" PRIx32 ", status %d\n", k, sum, (int)status);
    return status != DTC_OK;
}
