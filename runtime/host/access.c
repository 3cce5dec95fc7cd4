/* access.c - variables of a generated model through its descriptor, whatever their type. O(1) */
#include "access.h"

double sim_get(const dtc_model_info *info, const void *model, const dtc_variable *v)
{
    const char *at = (const char *)model + v->offset;
    double x;
    float f;
    int i;

    if (v->type == DTC_REAL && info->real_size == sizeof f) {
        memcpy(&f, at, sizeof f);
        x = (double)f;
    } else if (v->type == DTC_REAL) {
        memcpy(&x, at, sizeof x);
    } else {
        memcpy(&i, at, sizeof i);
        x = v->type == DTC_BOOLEAN ? (v->sign < 0 ? !i : i != 0) : i;
        return v->type == DTC_BOOLEAN || v->sign > 0 ? x : -x;
    }
    return v->sign < 0 ? -x : x;
}

void sim_set(const dtc_model_info *info, void *model, const dtc_variable *v, double x)
{
    char *at = (char *)model + v->offset;

    if (v->type == DTC_REAL && info->real_size == sizeof(float)) {
        float f = (float)x;
        memcpy(at, &f, sizeof f);
    } else if (v->type == DTC_REAL) {
        memcpy(at, &x, sizeof x);
    } else {
        int i = (int)x;
        memcpy(at, &i, sizeof i);
    }
}
