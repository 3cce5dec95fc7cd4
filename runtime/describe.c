/* describe.c - what a descriptor says of a model, for programs that have no more than it. Cost: linear in its
 * variables. */
#include "dtc_runtime.h"

const dtc_variable *dtc_not_finite(const dtc_model_info *info, const void *model)
{
    int i;

    for (i = 0; i < info->variables; i++) {
        const dtc_variable *v = &info->variable[i];
        dtc_real x;
        if (v->type != DTC_REAL || (v->kind != DTC_PARAMETER && v->kind != DTC_IN))
            continue;
        memcpy(&x, (const char *)model + v->offset, sizeof x);
        if (!dtc_finite(x))
            return v;
    }
    return NULL;
}
