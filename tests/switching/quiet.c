/* quiet.c - how many samples of a gearbox at speed have something to decide: models/zf4hp22 through its gears, linked
 * with -Wl,--wrap=dtc_switched_decide. Beside places that change it is only what rounding makes of slips. */
#include <stdio.h>

#include "zf4hp22.h"

int __real_dtc_switched_decide(dtc_law *w, int n, const dtc_real *X, dtc_real h, dtc_real ahead, int options,
                               dtc_real *z);
int __wrap_dtc_switched_decide(dtc_law *w, int n, const dtc_real *X, dtc_real h, dtc_real ahead, int options,
                               dtc_real *z);

static long decided;

int __wrap_dtc_switched_decide(dtc_law *w, int n, const dtc_real *X, dtc_real h, dtc_real ahead, int options,
                               dtc_real *z)
{
    decided++;
    return __real_dtc_switched_decide(w, n, X, h, ahead, options, z);
}

int main(void)
{
    enum { SAMPLES = 28000, MOST = sizeof(dtc_real) < sizeof(double) ? SAMPLES / 4 : SAMPLES / 20 };
    static zf4hp22 m;

    zf4hp22_init(&m);
    dtc_status status = zf4hp22_setup(&m);
    for (long k = 0; k < SAMPLES && status == DTC_OK; k++)
        status = zf4hp22_step(&m);
    printf("%ld of %d samples are decided\n", decided, SAMPLES);
    if (status != DTC_OK || decided > MOST)
        printf("FAILED at most %d are, and the run ends well (status %d)\n", MOST, (int)status);
    const int ok = status == DTC_OK && decided <= MOST;
    printf("%d passed, %d failed\n", ok, !ok);
    return !ok;
}
