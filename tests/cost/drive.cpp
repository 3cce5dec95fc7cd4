/* Runs a model that counts its operations (counted.h), and holds each sample against the report.
 *
 *     drive FILE SAMPLES [equal]     FILE: 28 numbers, the operations of a step, of a transition more, of setup and of
 *                                    tune, by kind
 * drive - SAMPLES LIST           nothing is held; LIST: of each sample, is something decided, and how many operations
 *
 * Compiled without counted.h it makes the same samples, each a call of any_step, for instruction counts.
 *
 * Inputs: a third of the samples smooth, a third anything in each sample (half of them zero, so that elements fire
 * together; states and times, too), a third with NaN, infinities, 1e300 and denormals among them, and states to
 * match. After some samples some parameters are others. In each sample what is executed is at most what is reported,
 * kind by kind; of a sample in which nothing is decided at most the step alone. equal: of each such sample exactly
 * that. Without odd inputs no
 * operation has a denormal number. Prints per kind: the largest of a step without and with a transition, of setup and
 * of tune. 1: something is above. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include MODEL_HEADER

#ifndef DTC_REAL_HEADER
enum { OF_ADD, OF_LOOK_UP = 4, OF_COUNT = 7 };
#endif
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define INFO PASTE(MODEL, _info)

uint64_t counted[OF_COUNT], denormals;
static const char *const kinds[OF_COUNT] = { "add", "multiply", "divide", "root", "look-up", "libm", "compare" };
int decided;

#ifdef DTC_REAL_HEADER
/* ---- what the linker leads through here (-Wl,--wrap) ---------------------------------------------------------- */

/* Of C++ linkage: BOX is its name for the linker. */
extern "C" void real_box(void *b, int rounds, int options) asm("__real_" BOX);
extern "C" void wrap_box(void *b, int rounds, int options) asm("__wrap_" BOX);
extern "C" void wrap_box(void *b, int rounds, int options)
{
    decided = 1;
    real_box(b, rounds, options);
}

#endif

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
    static const double values[] = { 0,      -0.0, 5e-324, 1e-310,   -1e-308,   1e-200, 1e300,
                                     -1e300, 1e60, 1e8,    INFINITY, -INFINITY, NAN };
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

/* A speed or an angle: none, or of any size. */
static double state() { return uniform() < 0.3 ? 0 : pow(10, 4 * uniform() - 1) * (uniform() - 0.5); }

/* In half of the samples with anything most of the state is another one, and so is the time, which tables follow. */
static void drive(char *m, int how, double seconds)
{
    const double often = how == ANYTHING ? (uniform() < 0.5 ? 0.3 : 0.05) : how == ODD ? 0.02 : 0;

    if (often > 0.1)
        *(dtc_real *)(m + INFO.time) = pow(10, 3 * uniform() - 1);
    for (int i = 0; i < INFO.variables; i++) {
        const dtc_variable here = dtc_variable_at(&INFO, i), *v = &here;
        if (v->kind == DTC_IN && v->type == DTC_REAL)
            *(dtc_real *)at(m, v) = input(how, i, seconds);
        else if (v->kind == DTC_IN)
            *(int *)at(m, v) = uniform() < 0.5;
        else if (v->kind == DTC_STATE && v->type == DTC_REAL && uniform() < often)
            *(dtc_real *)at(m, v) = how == ODD ? odd() : state();
    }
}

/* Another value of each twentieth parameter; 0: it has none. */
static int change(char *m, int how)
{
    int n = 0;

    for (int i = 0; i < INFO.variables; i++) {
        const dtc_variable here = dtc_variable_at(&INFO, i), *v = &here;
        if (v->kind != DTC_PARAMETER || v->type != DTC_REAL)
            continue;
        n++;
        dtc_real *x = (dtc_real *)at(m, v);
        if (uniform() < 0.05)
            *x = how == ODD && uniform() < 0.1 ? dtc_real(NAN) : *x * dtc_real(0.8 + 0.4 * uniform());
    }
    return n;
}

/* ---- the comparison ------------------------------------------------------------------------------------------------
 */

static int above;

static void hold(const char *what, int sample, const uint64_t *bound, uint64_t *largest, bool equal)
{
    for (int k = 0; k < OF_COUNT; k++) {
        if (counted[k] > largest[k])
            largest[k] = counted[k];
        if ((counted[k] > bound[k] || (equal && counted[k] != bound[k])) && above++ < 5)
            printf("%s %d: %llu %s, reported %llu\n", what, sample, (unsigned long long)counted[k], kinds[k],
                   (unsigned long long)bound[k]);
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

extern "C" __attribute__((noipa)) dtc_status any_step(MODEL *m) { return PASTE(MODEL, _step)(m); }

/* A step that is not quiet begins with what it puts back if it fails. */
enum { POISON = 0xa5 };
static void untouched(MODEL *m) { memset((void *)m->committed, POISON, sizeof m->committed); }

static bool was_quiet(const MODEL *m)
{
    const unsigned char *kept = (const unsigned char *)m->committed;

    for (size_t i = 0; i < sizeof m->committed; i++)
        if (kept[i] != POISON)
            return false;
    return true;
}

/* The operations of a sample; look-ups are made of others. */
static void list(FILE *out)
{
    uint64_t all = 0;

    for (int k = 0; k < OF_COUNT; k++)
        all += k == OF_LOOK_UP ? 0 : counted[k];
    fprintf(out, "%d %llu\n", decided, (unsigned long long)all);
}

int main(int argc, char **argv)
{
    uint64_t still[OF_COUNT], step[OF_COUNT], both[OF_COUNT], setup[OF_COUNT], tune[OF_COUNT],
        still_most[OF_COUNT] = { 0 }, step_most[OF_COUNT] = { 0 }, most[OF_COUNT] = { 0 },
        setup_most[OF_COUNT] = { 0 }, tune_most[OF_COUNT] = { 0 };
    uint64_t *const reported[] = { still, step, both, setup, tune };
    bool lists = argc > 3 && strcmp(argv[1], "-") == 0, equal = argc > 3 && !lists;
    FILE *file = argc > 2 && !lists ? fopen(argv[1], "r") : NULL, *out = lists ? fopen(argv[3], "w") : NULL;
    int samples = argc > 2 ? atoi(argv[2]) : 0, failed = 0, quiet = 0, stays = 0, tunes = 0, tuned = 0;
    unsigned long long denormal[2] = { 0, 0 };
    char *m = (char *)calloc(1, INFO.size);

    memset(still, lists ? 0xff : 0, sizeof still);
    memset(step, lists ? 0xff : 0, sizeof step);
    memset(both, 0, sizeof both);
    memset(setup, lists ? 0xff : 0, sizeof setup);
    for (int i = 0; file && i < 5 * OF_COUNT; i++) {
        unsigned long long x;
        if (fscanf(file, "%llu", &x) != 1)
            return 2;
        reported[i / OF_COUNT][i % OF_COUNT] = x;
    }
    for (int k = 0; k < OF_COUNT; k++)
        both[k] += step[k];
    INFO.init(m);
    memset(counted, 0, sizeof counted);
    if ((!file && !out) || INFO.setup(m) > DTC_TERMINATE)
        return 2;
    hold("setup", 0, setup, setup_most, false);
    denormals = 0;
    for (int k = 0; k < samples; k++) {
        drive(m, 3 * k / samples, k * INFO.step);
        decided = 0;
        memset(counted, 0, sizeof counted);
        untouched((MODEL *)m);
        int status = any_step((MODEL *)m);
        failed += status > DTC_TERMINATE;
        denormal[3 * k / samples == ODD] += denormals;
        denormals = 0;
        if (lists) {
            list(out);
        } else if (was_quiet((const MODEL *)m)) {
            hold("quiet step", k, still, still_most, equal);
            quiet++;
        } else if (!decided) {
            hold("step", k, step, step_most, equal && still[OF_ADD] == 0 && status <= DTC_TERMINATE);
            stays++;
        } else {
            hold("step with a transition", k, both, most, false);
        }
        if (!lists && k % 16 == 9 && change(m, 3 * k / samples)) {
            memset(counted, 0, sizeof counted);
            tuned += INFO.tune(m) == DTC_OK;
            tunes++;
            hold("tune", k, tune, tune_most, false);
            denormals = 0;
        }
    }
    if (lists)
        return fclose(out) != 0;
    line("quiet step", still, still_most);
    line("step      ", step, step_most);
    line("transition", both, most);
    line("setup     ", setup, setup_most);
    line("tune      ", tune, tune_most);
    printf("%d of %d changes of parameters taken\n", tuned, tunes);
    printf("%d samples, %d of them quiet, %d more without a transition, %d failed; operations with a denormal number: "
           "%llu, with odd inputs %llu\n",
           samples, quiet, stays, failed, denormal[0], denormal[1]);
    printf("size %zu\n", INFO.size);
    free(m);
    return above > 0 || denormal[0] > 0;
}
