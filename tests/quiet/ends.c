/* ends.c - how many steps a model makes, 1000 at most, and the status of the one after them: -DINFO=Model_info,
 * -DMODEL_STEP=Model_step. */
#include <stdio.h>
#include <stdlib.h>
#include "dtc_runtime.h"

extern const dtc_model_info INFO;
dtc_status MODEL_STEP(void *);             /* of its own struct, which is what it gets */

int main(void)
{
    void *m = calloc(1, INFO.size);
    int steps = 0, status;

    INFO.init(m);
    status = (int)INFO.setup(m);
    while (status == DTC_OK && steps < 1000 && (status = (int)MODEL_STEP(m)) == DTC_OK)
        steps++;
    printf("%d steps, then %d\n", steps, status);
    free(m);
    return 0;
}
