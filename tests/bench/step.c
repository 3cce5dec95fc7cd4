/* step.c - nanoseconds per step of a generated model: the drive is repeated, the median of the runs is taken; the worst sample is the largest
 * of the least time that each sample took in all runs, so that interruptions by the system do not count. */
#include <time.h>
#include "../models/drive.h"

enum { RUNS = 15 };

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    Rig r = load(argv[1], argv[2], argv[2]);
    long steps = lround(atof(argv[3]) / r.h);
    double run[RUNS], worst = 0;
    float *least = malloc((size_t)steps * sizeof *least);
    for (int i = 0; i < RUNS; i++) {
        r.info->init(r.m);
        if (setup(&r) != DTC_OK)
            return 1;
        double begin = seconds();
        for (long k = 0; k < steps; k++)
            if (step(&r) != DTC_OK)
                return 1;
        run[i] = (seconds() - begin) / (double)steps;
    }
    qsort(run, RUNS, sizeof *run, by_size);
    for (int i = 0; i < RUNS; i++) {
        r.info->init(r.m);
        setup(&r);
        for (long k = 0; k < steps; k++) {
            double begin = seconds();
            step(&r);
            float t = (float)(seconds() - begin);
            least[k] = i == 0 || t < least[k] ? t : least[k];
        }
    }
    for (long k = 0; k < steps; k++)
        worst = least[k] > worst ? least[k] : worst;
    printf("%-20s %6.0f ns a step (median of %d drives of %ld steps), worst sample %.0f ns\n", argv[2], run[RUNS / 2] * 1e9, RUNS, steps, worst * 1e9);
    return 0;
}
