/* Drives any generated model through its descriptor and prints a hash of every bit of its trajectory; checks that a NaN
 * in an input is caught and leaves the state as it was. Usage: run STEPS. Compiled with -DINFO=Model_info. */
#include <stdio.h>
#include <stdlib.h>
#include "dtc_runtime.h"

extern const dtc_model_info INFO;

static unsigned long long hash = 1469598103934665603ULL;

static void add(const void *at, size_t n)
{
    const unsigned char *p = at;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ p[i]) * 1099511628211ULL;
}

/* A zero's sign is no result. */
static void add_variable(const unsigned char *m, const dtc_variable *v)
{
    dtc_real x;
    if (v->type != DTC_REAL) {
        add(m + v->offset, sizeof(int));
        return;
    }
    memcpy(&x, m + v->offset, sizeof x);
    x = x == (dtc_real)0 ? (dtc_real)0 : x;
    add(&x, sizeof x);
}

static int nan_is_caught(unsigned char *m)
{
    unsigned char *before = malloc(INFO.fault);
    int wrong = 0;

    for (int i = 0; i < INFO.variables; i++) {
        const dtc_variable here = dtc_variable_at(&INFO, i), *v = &here;
        dtc_real x, nan = (dtc_real)NAN;
        if (v->kind != DTC_IN || v->type != DTC_REAL)
            continue;
        memcpy(&x, m + v->offset, sizeof x);
        memcpy(m + v->offset, &nan, sizeof nan);
        memcpy(before, m, INFO.fault);
        if (INFO.evaluate(m) != DTC_INPUT || memcmp(before, m, INFO.fault) != 0)
            wrong++;
        memcpy(m + v->offset, &x, sizeof x);
    }
    free(before);
    return wrong;
}

int main(int argc, char **argv)
{
    unsigned char *m = calloc(1, INFO.size);
    long steps = argc > 1 ? atol(argv[1]) : 100;
    dtc_status status;

    INFO.init(m);
    status = INFO.setup(m);
    if (status > DTC_TERMINATE) {
        printf("setup: %d\n", (int)status);
        return 1;
    }
    for (long k = 0; k < steps; k++) {
        for (int i = 0; i < INFO.variables; i++) {     /* inputs: anything, but the same each time */
            const dtc_variable v = dtc_variable_at(&INFO, i);
            if (v.kind == DTC_IN && v.type == DTC_REAL) {
                dtc_real u = (dtc_real)((double)((k / 50 * 7 + i) % 5) / 4.0);
                memcpy(m + v.offset, &u, sizeof u);
            }
        }
        status = INFO.evaluate(m);
        if (status > DTC_TERMINATE)
            break;
        for (int i = 0; i < INFO.variables; i++) {
            const dtc_variable v = dtc_variable_at(&INFO, i);
            add_variable(m, &v);
        }
        if (k == steps / 2 && nan_is_caught(m)) {
            printf("NaN is not caught\n");
            return 1;
        }
        if (k == steps / 2)                        /* an advance after an evaluation that failed would fail, too */
            status = INFO.evaluate(m);
        if (status <= DTC_TERMINATE)
            status = INFO.advance(m);
        if (status != DTC_OK)
            break;
    }
    printf("%016llx status %d\n", hash, (int)status);
    free(m);
    return status > DTC_TERMINATE;
}
