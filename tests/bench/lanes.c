/* lanes.c - lanes beside models that are stepped one by one, of one program, in turn: -DHEADER, -DMODEL.
 *
 *     lanes SECONDS SKIPPED REPEATS PARAMETER [one | lanes]
 *
 * Variants: the parameter, of which lane i has 1 + i/100 times the model's, or, of `all`, each Real parameter
 * 1 + i/1000 times, if setup takes them; inputs: those named throttle, pressure[1] and pressure[6] are 1. After
 * SKIPPED seconds SECONDS of steps are timed. With the last argument one of both is stepped alone, in timed_steps, for
 * callgrind. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include HEADER

#define NAME(model, call)   NAMED(model, call)
#define NAMED(model, call)  model##_##call
#define INFO                NAME(MODEL, lanes_info)

static NAME(MODEL, lanes) lanes __attribute__((aligned(64)));
static MODEL one[16];

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void begin(MODEL *m, int lane, const char *parameter)
{
    static const char *const inputs[] = { "throttle", "pressure[1]", "pressure[6]" };
    const dtc_model_info *info = INFO.model;

    NAME(MODEL, init)(m);
    for (int i = 0; i < 3; i++) {
        const int v = dtc_variable_named(info, inputs[i]);
        const dtc_variable input = v < 0 ? (dtc_variable){ 0 } : dtc_variable_at(info, v);
        if (v >= 0 && input.kind == DTC_IN)
            dtc_set(info, m, &input, 1);
    }
    const int v = dtc_variable_named(info, parameter);
    if (v < 0 && strcmp(parameter, "all") != 0)
        exit(2);
    for (int i = v < 0 ? 0 : v; i < (v < 0 ? info->variables : v + 1); i++) {
        const dtc_variable p = dtc_variable_at(info, i);
        if (p.kind == DTC_PARAMETER && p.type == DTC_REAL)
            dtc_set(info, m, &p, dtc_get(info, m, &p) * (1 + (v < 0 ? 0.001 : 0.01) * lane));
    }
}

__attribute__((noinline)) static void timed_steps(long steps, int of_lanes)
{
    for (long k = 0; k < steps; k++)
        if (of_lanes) {
            if (INFO.step(&lanes))
                exit(3);
        } else {
            for (int l = 0; l < INFO.lanes; l++)
                if (NAME(MODEL, step)(&one[l]))
                    exit(3);
        }
}

static void start(const char *parameter, long skipped)
{
    INFO.init(&lanes);
    for (int l = 0; l < INFO.lanes; l++) {
        begin(&one[l], l, parameter);
        lanes.lane[l] = one[l];
        if (NAME(MODEL, setup)(&one[l]) <= DTC_TERMINATE)
            continue;
        begin(&one[l], 0, parameter);
        lanes.lane[l] = one[l];
        if (NAME(MODEL, setup)(&one[l]) > DTC_TERMINATE)
            exit(3);
    }
    if (INFO.setup(&lanes) > DTC_TERMINATE)
        exit(3);
    for (long k = 0; k < skipped; k++) {
        if (INFO.step(&lanes))
            exit(3);
        for (int l = 0; l < INFO.lanes; l++)
            if (NAME(MODEL, step)(&one[l]))
                exit(3);
    }
    for (int l = 0; l < INFO.lanes; l++)
        lanes.lanes.alone[l] = 0;
}

static double least(const double *x, int n)
{
    double min = x[0];
    for (int i = 1; i < n; i++)
        min = x[i] < min ? x[i] : min;
    return min;
}

int main(int argc, char **argv)
{
    const long steps = lround(atof(argv[1]) / INFO.model->step), skipped = lround(atof(argv[2]) / INFO.model->step);
    const int repeats = atoi(argv[3]);
    double ns[2][99], alone = 0, apart = 0;

    if (argc > 5) {
        start(argv[4], skipped);
        timed_steps(steps, strcmp(argv[5], "lanes") == 0);
        printf("%ld\n", steps * INFO.lanes);
        return 0;
    }
    for (int r = 0; r < repeats && r < 99; r++) {
        start(argv[4], skipped);
        for (int of_lanes = 0; of_lanes < 2; of_lanes++) {
            const double t = now();
            timed_steps(steps, of_lanes);
            ns[of_lanes][r] = 1e9 * (now() - t) / (double)(steps * INFO.lanes);
        }
    }
    for (int l = 0; l < INFO.lanes; l++) {
        alone += (double)lanes.lanes.alone[l];
        MODEL *m = INFO.get(&lanes, l);
        for (int i = 0; i < INFO.model->variables; i++) {
            const dtc_variable v = dtc_variable_at(INFO.model, i);
            const double a = dtc_get(INFO.model, m, &v), b = dtc_get(INFO.model, &one[l], &v);
            apart += !(memcmp(&a, &b, sizeof a) == 0);
        }
    }
    const double single = least(ns[0], repeats), lane = least(ns[1], repeats);
    printf("%.1f %.1f %.2f %.2f %.0f\n", single, lane, single / lane, 100 * alone / (double)(steps * INFO.lanes),
           apart);
    return apart > 0;
}
