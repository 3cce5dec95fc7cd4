/* A Boolean input that is a given speed (variants.dtm, Button), as a rig sets it: on from 0.25 s to 0.45 s. A load
 * behind a clutch runs up with 10 rad/s2 and down again; a freewheel takes its load up to 10 rad/s in one step, and is
 * overrun. */
#include <math.h>
#include <stdio.h>

#include "button.h"

static int failed;

static void check(const char *what, double found, double right, double near)
{
    if (fabs(found - right) <= near)
        return;
    printf("FAILED: %s is %.9g, right is %.9g\n", what, found, right);
    failed++;
}

int main(void)
{
    const double near = sizeof(dtc_real) == sizeof(float) ? 1e-4 : 1e-9;
    static Button m;
    dtc_status status;

    Button_init(&m);
    status = Button_setup(&m);
    for (int k = 0; k < 50 && status == DTC_OK; k++) {
        m.fast = k >= 25 && k < 45;
        status = Button_step(&m);
    }
    if (status == DTC_OK)
        status = Button_evaluate(&m);
    check("status", status, DTC_OK, 0);
    check("w", (double)m.w, 1.5, near);
    check("v", (double)m.v, 10, near);
    return failed > 0;
}
