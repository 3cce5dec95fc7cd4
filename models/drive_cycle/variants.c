/* Variants of the car with lock-up on all cores, from one compiled model: final drive, shift map, mass.
 *
 *     variants N THREADS >variants.csv       N values of each: N^3 variants
 *
 * Each gets two runs at 1 ms: the cycle of the model, for the consumption, and full throttle from rest, for the time from 0 to
 * 100 km/h, which begins when the throttle opens. Both are the same generated code, which has no global state: a thread has a
 * struct of its own, sets parameters in it, and calls setup. The run at full throttle is the cycle with 80 m/s in all rows from
 * the third on. A shift map belongs to speeds of the engine: with another final drive its lines go along. Rows come in the order of the variants, whoever computed them. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "step.h"

enum { ROWS = sizeof ((LockUp *)0)->cycle / sizeof(dtc_real) / 2, MAP = sizeof ((LockUp *)0)->logic_up / sizeof(dtc_real) };
static const int columns = MAP / 3;                     /* load, and a line for each change of gear */

typedef struct { double axle, map, m, consumption, t100; int best, failed; } Variant;

static Variant *variant;
static int count;
static atomic_int next_one;

static void set(LockUp *car, const Variant *v)
{
    LockUp_init(car);
    car->axle_ratio *= v->axle;
    car->m = v->m;
    for (int i = 0; i < MAP; i++)
        if (i % columns > 0) {
            car->logic_up[i] *= v->map / v->axle;
            car->logic_down[i] *= v->map / v->axle;
        }
}

/* Consumption on the cycle in l/100 km, or below 0. */
static double on_cycle(LockUp *car, const Variant *v)
{
    double way = 0;

    set(car, v);
    if (LockUp_setup(car) != DTC_OK)
        return -1;
    for (long k = 0, steps = (long)(1e3 * car->cycle[2 * ROWS - 2] + 0.5); k < steps; k++) {
        if (LockUp_step(car) != DTC_OK)
            return -1;
        way += 1e-3 * car->body_v;
    }
    return 1e5 * 1e3 * car->engine_fuel / car->engine_rho_fuel / way;
}

/* Time from the opening of the throttle to 100 km/h, or below 0. */
static double to_100(LockUp *car, const Variant *v)
{
    double begin = -1, before = 0;

    set(car, v);
    for (int i = 2; i < ROWS; i++)
        car->cycle[2 * i + 1] = 80;
    if (LockUp_setup(car) != DTC_OK)
        return -1;
    for (long k = 0; k < 120000; k++) {
        const double t = car->time;
        before = car->body_v;
        if (LockUp_step(car) != DTC_OK)
            return -1;
        if (begin < 0 && car->engine_throttle > 0)
            begin = t;
        if (car->body_v >= 100 / 3.6)
            return t + 1e-3 * (100 / 3.6 - before) / (car->body_v - before) - begin;
    }
    return -1;
}

static void *work(void *unused)
{
    LockUp *car = malloc(sizeof *car);

    (void)unused;
    for (int i; car && (i = atomic_fetch_add(&next_one, 1)) < count;) {
        variant[i].consumption = on_cycle(car, &variant[i]);
        variant[i].t100 = to_100(car, &variant[i]);
        variant[i].failed = !(variant[i].consumption > 0 && variant[i].t100 > 0);
    }
    free(car);
    return NULL;
}

/* Those that no other one of their mass is better than in both. */
static void front(void)
{
    for (int i = 0; i < count; i++) {
        variant[i].best = 1;
        for (int k = 0; k < count && variant[i].best; k++)
            variant[i].best = !(variant[k].m <= variant[i].m && variant[k].m >= variant[i].m &&
                                variant[k].consumption <= variant[i].consumption && variant[k].t100 <= variant[i].t100 &&
                                (variant[k].consumption < variant[i].consumption || variant[k].t100 < variant[i].t100));
    }
}

int main(int argc, char **argv)
{
    enum { MOST = 64 };
    const int n = argc > 1 ? atoi(argv[1]) : 10, threads = argc > 2 ? atoi(argv[2]) : 1;
    pthread_t thread[MOST];
    int failed = 0;

    if (n < 2 || n > 100 || threads < 1 || threads > MOST || !(variant = calloc((size_t)n * n * n, sizeof *variant)))
        return 2;
    count = n * n * n;
    for (int i = 0; i < count; i++) {
        const double a = i % n / (n - 1.0), b = i / n % n / (n - 1.0), c = i / n / n / (n - 1.0);
        variant[i] = (Variant){ .axle = 0.75 + 0.6 * a, .map = 0.7 + 0.6 * b, .m = 1000 + 400 * c, .failed = 1 };
    }
    for (int i = 0; i < threads; i++)
        if (pthread_create(&thread[i], NULL, work, NULL))
            return 2;
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    front();
    fprintf(stderr, "%d variants on %d threads: %.0f s of CPU\n", count, threads, (double)clock() / CLOCKS_PER_SEC);
    puts("final drive,shift map,mass,consumption,time to 100 km/h,best");
    for (int i = 0; i < count; i++) {
        const Variant *v = &variant[i];
        printf("%.6g,%.6g,%.6g,%.6g,%.6g,%d\n", v->axle, v->map, v->m, v->consumption, v->t100, v->best);
        failed += v->failed;
    }
    if (failed)
        fprintf(stderr, "%d of %d runs failed\n", failed, count);
    free(variant);
    return failed != 0;
}
