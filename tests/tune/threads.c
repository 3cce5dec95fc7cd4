/* Two models of one name in one program, and eight threads with an instance each: what each computes is what it
 * computes alone. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include "one.h"
#include "other.h"

enum { THREADS = 8, STEPS = 1500 };

typedef struct { int number, failed; One_Car one; Car other; } Work;

static void *run(void *p)
{
    Work *w = p;

    One_Car_init(&w->one);
    Car_init(&w->other);
    w->failed = One_Car_setup(&w->one) != DTC_OK || Car_setup(&w->other) != DTC_OK;
    for (int k = 0; k < STEPS; k++) {
        if (k % 100 == w->number) {
            w->one.load_J *= 1.01;
            w->other.shaft_c *= 0.99;
            w->failed += One_Car_tune(&w->one) != DTC_OK || Car_tune(&w->other) != DTC_OK;
        }
        w->other.tau = k % 7;
        w->failed += One_Car_step(&w->one) != DTC_OK || Car_step(&w->other) != DTC_OK;
    }
    return NULL;
}

int main(void)
{
    static Work together[THREADS], alone[THREADS];
    pthread_t thread[THREADS];
    int failed = 0;

    for (int i = 0; i < THREADS; i++) {
        together[i].number = alone[i].number = i;
        failed += pthread_create(&thread[i], NULL, run, &together[i]) != 0;
    }
    for (int i = 0; i < THREADS; i++)
        failed += pthread_join(thread[i], NULL) != 0;
    for (int i = 0; i < THREADS; i++) {
        run(&alone[i]);
        failed += alone[i].failed || memcmp(&alone[i], &together[i], sizeof alone[i]) != 0;
    }
    printf("%d passed, %d failed\n", failed == 0, failed > 0);
    return failed > 0;
}
