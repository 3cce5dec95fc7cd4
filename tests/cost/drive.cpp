/* Runs a model that counts its operations (counted.h), and holds each sample against the report.
 *
 *     drive FILE SAMPLES [equal]     FILE: 21 numbers, the operations of a step, of a transition more, of setup, by kind
 *
 * Inputs: a third of the samples smooth, a third anything in each sample (half of them zero, so that elements fire together), a third with NaN,
 * infinities, 1e300 and denormals among them, and states to match. In each sample what is executed is at most what is reported, kind by kind; of a sample in
 * which nothing is decided at most the step alone. equal: of each such sample exactly that.
 * Prints per kind: the largest of a step without and with a transition, and of setup. 1: something is above. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include MODEL_HEADER

uint64_t counted[OF_COUNT];
static const char *const kinds[OF_COUNT] = { "add", "multiply", "divide", "root", "look-up", "libm", "compare" };
int decided;

/* ---- what the linker leads through here (-Wl,--wrap) ---------------------------------------------------------- */

#define LOOK_UP(name, parameters, arguments)                                 \
    extern "C" dtc_real __real_##name parameters;                            \
    extern "C" dtc_real __wrap_##name parameters                             \
    {                                                                        \
        counted[OF_LOOK_UP]++;                                               \
        return __real_##name arguments;                                      \
    }
LOOK_UP(dtc_table1, (const dtc_real *t, int n, int m, dtc_real u), (t, n, m, u))
LOOK_UP(dtc_table1_line, (const dtc_real *t, int n, int m, int c, dtc_real u), (t, n, m, c, u))
LOOK_UP(dtc_table1_stairs, (const dtc_real *t, int n, int m, int c, dtc_real u), (t, n, m, c, u))
LOOK_UP(dtc_table1_der, (const dtc_real *t, int n, int m, dtc_real u, dtc_real v), (t, n, m, u, v))
LOOK_UP(dtc_table2, (const dtc_real *t, int n, int m, dtc_real u, dtc_real v), (t, n, m, u, v))
LOOK_UP(dtc_table2_der, (const dtc_real *t, int n, int m, dtc_real u, dtc_real v, dtc_real du, dtc_real dv), (t, n, m, u, v, du, dv))

/* Of C++ linkage: BOX is its name for the linker. */
extern "C" void real_box(void *b, int rounds, int options) asm("__real_" BOX);
extern "C" void wrap_box(void *b, int rounds, int options) asm("__wrap_" BOX);
extern "C" void wrap_box(void *b, int rounds, int options)
{
    decided = 1;
    real_box(b, rounds, options);
}

/* ---- inputs ------------------------------------------------------------------------------------------------------ */

static uint64_t seed = 11;

static double uniform()
{
    seed += 0x9E3779B97F4A7C15u;
    uint64_t z = (seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

static double odd()
{
    static const double values[] = { 0, -0.0, 5e-324, 1e-310, -1e-308, 1e-200, 1e300, -1e300, 1e60, 1e8, INFINITY, -INFINITY, NAN };
    return values[(int)(13 * uniform())];
}

enum { SMOOTH, ANYTHING, ODD };

static double input(int how, int k, double seconds)
{
    if (how == SMOOTH)
        return sin(seconds * (1 + k % 5)) + (k % 3 == 0);
    if (how == ODD && uniform() < 0.2)
        return odd();
    return uniform() < 0.5 ? 0 : (uniform() < 0.5 ? 1 : 300) * (2 * uniform() - 1);
}

static void *at(char *m, const dtc_variable *v) { return m + v->offset; }

static void drive(char *m, int how, double seconds)
{
    for (int i = 0; i < INFO.variables; i++) {
        const dtc_variable *v = &INFO.variable[i];
        if (v->kind == DTC_IN && v->type == DTC_REAL)
            *(dtc_real *)at(m, v) = input(how, i, seconds);
        else if (v->kind == DTC_IN)
            *(int *)at(m, v) = uniform() < 0.5;
        else if (v->kind == DTC_STATE && v->type == DTC_REAL && how == ANYTHING && uniform() < 0.05)
            *(dtc_real *)at(m, v) = 600 * (uniform() - 0.5);
        else if (v->kind == DTC_STATE && v->type == DTC_REAL && how == ODD && uniform() < 0.02)
            *(dtc_real *)at(m, v) = odd();
    }
}

/* ---- the comparison ------------------------------------------------------------------------------------------------ */

static int above;

static void hold(const char *what, int sample, const uint64_t *bound, uint64_t *largest, bool equal)
{
    for (int k = 0; k < OF_COUNT; k++) {
        if (counted[k] > largest[k])
            largest[k] = counted[k];
        if ((counted[k] > bound[k] || (equal && counted[k] != bound[k])) && above++ < 5)
            printf("%s %d: %llu %s, reported %llu\n", what, sample, (unsigned long long)counted[k], kinds[k], (unsigned long long)bound[k]);
    }
    memset(counted, 0, sizeof counted);
}

static void line(const char *what, const uint64_t *reported, const uint64_t *most)
{
    printf("%s", what);
    for (int k = 0; k < OF_COUNT; k++)
        printf(" %llu/%llu", (unsigned long long)most[k], (unsigned long long)reported[k]);
    printf("\n");
}

int main(int argc, char **argv)
{
    uint64_t step[OF_COUNT], both[OF_COUNT], setup[OF_COUNT], quiet_most[OF_COUNT] = { 0 }, most[OF_COUNT] = { 0 }, setup_most[OF_COUNT] = { 0 };
    FILE *file = argc > 2 ? fopen(argv[1], "r") : NULL;
    int samples = argc > 2 ? atoi(argv[2]) : 0, failed = 0, quiet = 0;
    bool equal = argc > 3;
    char *m = (char *)calloc(1, INFO.size);

    for (int i = 0; file && i < 3 * OF_COUNT; i++) {
        unsigned long long x;
        if (fscanf(file, "%llu", &x) != 1)
            return 2;
        (i < OF_COUNT ? step : i < 2 * OF_COUNT ? both : setup)[i % OF_COUNT] = x;
    }
    for (int k = 0; k < OF_COUNT; k++)
        both[k] += step[k];
    INFO.init(m);
    memset(counted, 0, sizeof counted);
    if (!file || INFO.setup(m) > DTC_TERMINATE)
        return 2;
    hold("setup", 0, setup, setup_most, false);
    for (int k = 0; k < samples; k++) {
        drive(m, 3 * k / samples, k * INFO.step);
        memset(counted, 0, sizeof counted);
        int status = INFO.evaluate(m);
        if (status <= DTC_TERMINATE && INFO.advance(m) > DTC_TERMINATE)
            status = DTC_RESULT;
        failed += status > DTC_TERMINATE;
        if (!decided) {
            hold("step", k, step, quiet_most, equal && status <= DTC_TERMINATE);
            quiet++;
        } else {
            decided = 0;
            hold("step with a transition", k, both, most, false);
        }
    }
    line("step      ", step, quiet_most);
    line("transition", both, most);
    line("setup     ", setup, setup_most);
    printf("%d samples, %d of them quiet, %d failed\n", samples, quiet, failed);
    printf("size %zu\n", INFO.size);
    free(m);
    return above > 0;
}
