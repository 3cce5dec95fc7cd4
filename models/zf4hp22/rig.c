/* rig.c - the vehicle of Zf4hp22.Bench in a real-time loop: 1 kHz, 10 s, second gear after 5 s.
 *
 *     build/dtc models/zf4hp22/zf4hp22.dtm --model Zf4hp22.Bench -o step.c
 *     gcc -std=c99 -O2 -ffp-contract=off -Iruntime -I. models/zf4hp22/rig.c step.c runtime/?*.c -lm -o rig
 *     ./rig [seconds]
 *
 * Linux: the highest usable SCHED_FIFO priority and locked memory if the user may have them (ulimit -r, ulimit -l), a timer with absolute deadlines, nothing
 * allocated or printed while it runs. At the end: how often a deadline was missed (overruns), how late the loop woke, and how long the steps
 * took, as histograms whose classes double. */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include "step.h"

enum { PERIOD = 1000000, CLASSES = 24 };                /* ns; class k holds 2^k to 2^(k+1) ns */

typedef struct { const char *what; long count[CLASSES]; long long worst, sum; } Histogram;

static long long now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void sleep_until(long long instant)
{
    struct timespec t = { instant / 1000000000, instant % 1000000000 };
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR)
        continue;
}

static void note(Histogram *h, long long ns)
{
    int k = 0;
    while (k < CLASSES - 1 && ns >> (k + 1))
        k++;
    h->count[k]++;
    h->sum += ns;
    if (ns > h->worst)
        h->worst = ns;
}

static void show(const Histogram *h, long n)
{
    printf("%s: mean %.2f us, worst %.2f us\n", h->what, 1e-3 * (double)h->sum / (double)n, 1e-3 * (double)h->worst);
    for (int k = 0; k < CLASSES; k++)
        if (h->count[k])
            printf("  %9.3f to %9.3f us %8ld %5.1f %%\n", 1e-3 * (double)(1L << k), 1e-3 * (double)(2L << k), h->count[k], 100.0 * (double)h->count[k] / (double)n);
}

static void become_real_time(void)
{
    struct sched_param p = { .sched_priority = sched_get_priority_max(SCHED_FIFO) - 1 };
    if (sched_setscheduler(0, SCHED_FIFO, &p) != 0)
        perror("rig: no SCHED_FIFO, so deadlines may be missed");
    if (mlockall(MCL_CURRENT | MCL_FUTURE) != 0)
        perror("rig: memory is not locked");
}

/* What a driver and a gearbox controller would send: full throttle, first gear (A and E), second (C'' too) with a ramp from 5 s on. */
static void inputs(Bench *m, double t)
{
    double second = (t - 5) / 0.6;
    m->throttle = 1;
    m->pressure[0] = m->pressure[5] = 1;
    m->pressure[3] = second < 0 ? 0 : second > 1 ? 1 : (dtc_real)second;
}

int main(int argc, char **argv)
{
    static Bench m;
    static Histogram step = { .what = "step" }, late = { .what = "wake-up" };
    long n = (long)(1000 * (argc > 1 ? atof(argv[1]) : 10)), overruns = 0;
    dtc_status status;

    Bench_init(&m);
    status = Bench_setup(&m);
    become_real_time();
    long long deadline = now() + PERIOD;
    for (long k = 0; k < n && status == DTC_OK; k++, deadline += PERIOD) {
        sleep_until(deadline);
        long long begin = now();
        inputs(&m, 1e-3 * (double)k);
        status = Bench_step(&m);
        long long end = now();
        note(&late, begin - deadline);
        note(&step, end - begin);
        overruns += end > deadline + PERIOD;
    }
    if (status != DTC_OK) {
        char text[200];
        dtc_message(&Bench_info, m.fault, text, sizeof text);
        fprintf(stderr, "rig: the model stopped with status %d at %g s: %s\n", (int)status, (double)m.time, text);
        return 1;
    }
    printf("%ld steps at 1 kHz, %ld overruns; %.1f km/h at the end\n", n, overruns, 3.6 * (double)m.v);
    show(&step, n);
    show(&late, n);
    return 0;
}
