/* Steps in which an operation meets or makes a denormal number, told by the processor: the flags DE and UE of MXCSR,
 * which stay until they are cleared. Compiled with -DINFO=Model_info, for x86-64. Usage: denormal STEPS.
 *
 * Parameters that are zero, and states at the start, get denormal values before setup. Each input is in turn zero,
 * ordinary, denormal, or so small that a product with another would be; for the last third of the steps all are zero or
 * denormal, so that what decays does so to the end. Prints the number of such steps, of steps in all, and of steps that
 * failed. 1: setup failed. */
#include <stdio.h>
#include <stdlib.h>
#include <xmmintrin.h>
#include "dtc_runtime.h"

extern const dtc_model_info INFO;

enum { DENORMAL_OPERAND = 1 << 1, UNDERFLOW_ = 1 << 4 };

#ifdef DTC_FLOAT
static const dtc_real tiny[] = { 1e-45F, 1e-40F, -1.1e-38F, 1e-35F, -5e-19F };
#else
static const dtc_real tiny[] = { 5e-324, 1e-310, -2e-308, 1e-250, -1e-101 };
#endif

static unsigned long long seed = 5;

static double uniform(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) / 9007199254740992.0;
}

static dtc_real small(int of) { return tiny[(int)(of * uniform())]; }

static void put(char *m, const dtc_variable *v, dtc_real x) { memcpy(m + v->offset, &x, sizeof x); }

static dtc_real value(const char *m, const dtc_variable *v)
{
    dtc_real x;
    memcpy(&x, m + v->offset, sizeof x);
    return x;
}

static void drive(char *m, int fades)
{
    for (int i = 0; i < INFO.variables; i++) {
        const dtc_variable here = dtc_variable_at(&INFO, i), *v = &here;
        double chance = uniform();
        if (v->kind == DTC_IN && v->type == DTC_REAL)
            put(m, v, chance < 0.4 ? small(5) : chance < 0.6 || fades ? 0 : (dtc_real)(2 * uniform() - 0.5));
    }
}

/* Odd steps are made in two halves, as a harness does. */
static dtc_status step(char *m)
{
    dtc_status status = INFO.evaluate(m);
    return status <= DTC_TERMINATE ? INFO.advance(m) : status;
}

int main(int argc, char **argv)
{
    char *m = calloc(1, INFO.size);
    long steps = argc > 1 ? atol(argv[1]) : 1000, met = 0, failed = 0;

    INFO.init(m);
    for (int i = 0; i < INFO.variables; i++) {
        const dtc_variable v = dtc_variable_at(&INFO, i);
        if (v.kind == DTC_PARAMETER && v.type == DTC_REAL && value(m, &v) == 0)
            put(m, &v, small(3));
    }
    dtc_status status = INFO.setup(m);
    if (status > DTC_TERMINATE) {
        printf("setup: %d\n", (int)status);
        return 1;
    }
    for (long k = 0; k < steps; k++) {
        drive(m, 3 * k > 2 * steps);
        _mm_setcsr(_mm_getcsr() & ~(unsigned)(DENORMAL_OPERAND | UNDERFLOW_));
        status = step(m);
        unsigned flags = _mm_getcsr() & (DENORMAL_OPERAND | UNDERFLOW_);
        met += flags != 0;
        if (flags && getenv("SHOW"))
            printf("step %ld: %s%s\n", k, flags & DENORMAL_OPERAND ? "operand " : "",
                   flags & UNDERFLOW_ ? "underflow" : "");
        failed += status > DTC_TERMINATE;
    }
    printf("%ld of %ld steps, %ld failed\n", met, steps, failed);
    free(m);
    return 0;
}
