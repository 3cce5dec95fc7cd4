/* Eight threads, an instance each: the rows of each are those of one alone, bit by bit. Built with ThreadSanitizer,
 * which ends the program where two threads touch the same bytes. Usage: threads STEPS */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "dtc_call.h"
#include "bench.h"

enum { THREADS = 8, COLUMNS = 3, MOST = 102 };
typedef struct { int steps, status; double row[MOST][COLUMNS]; long long rows; } Run;

static void *drive(void *of)
{
    static const double time[] = { 0, 0.5, 0.5, 60 }, throttle[] = { 0.1, 0.1, 1, 1 };
    Run *run = of;
    Bench *m = malloc(sizeof *m);
    dtc_call_input input = { dtc_call_number(&Bench_info, "throttle"), 0, 4, time, throttle, 0 };
    const int column[COLUMNS] = { -1, dtc_call_number(&Bench_info, "v"), dtc_call_number(&Bench_info, "w_turbine") };
    dtc_call_task task = { run->steps, run->steps / 100, 1, COLUMNS, &input, column, run->row[0], MOST, 0, 0 };

    dtc_call_init(&Bench_info, m);
    run->status = dtc_call_set(&Bench_info, m, dtc_call_number(&Bench_info, "pressure[1]"), 1);
    run->status |= dtc_call_set(&Bench_info, m, dtc_call_number(&Bench_info, "pressure[6]"), 1);
    run->status = run->status ? run->status : dtc_call_start(&Bench_info, m, &task);
    run->status = run->status ? run->status : dtc_call_run(&Bench_info, m, &task);
    run->rows = task.rows;
    free(m);
    return NULL;
}

int main(int n, char **word)
{
    static Run run[THREADS], alone;
    pthread_t thread[THREADS];
    int alike = 0;

    alone.steps = n > 1 ? atoi(word[1]) : 1000;
    drive(&alone);
    if (alone.status || alone.rows < 100) {
        printf("alone: status %d, %lld rows\n", alone.status, alone.rows);
        return 1;
    }
    for (int i = 0; i < THREADS; i++) {
        run[i].steps = alone.steps;
        if (pthread_create(&thread[i], NULL, drive, &run[i]) != 0)
            return 1;
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        alike += run[i].status == 0 && run[i].rows == alone.rows &&
                 memcmp(run[i].row, alone.row, sizeof alone.row) == 0;
    }
    printf("%lld rows, the last of %g s: %.17g m/s\n", alone.rows, alone.row[alone.rows - 1][0],
           alone.row[alone.rows - 1][1]);
    printf("%d passed, %d failed\n", alike, THREADS - alike);
    return !(alone.row[alone.rows - 1][1] > 0.1);
}
