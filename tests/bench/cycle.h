/* cycle.h - what cycle.c and cars by hand (hand_cycle.c, hand_p2.c) share: the cycle of a file, time, shifts.
 *
 * Both take CYCLE.csv (a header, then rows of s and m/s) and a number of runs, and print the least CPU time of a run in
 * s, the fuel in kg, the number of shifts, and a sum over steps and gears of all of them. */
#ifndef CYCLE_H
#define CYCLE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST = 2000 };
typedef struct {
    int n, runs, gear, shifts;
    long steps, sum;                       /* of step times gear of each shift */
    double row[MOST][2], time, fuel;
    clock_t before;
} Cycle;

static inline Cycle read_cycle(int argc, char **argv)
{
    static Cycle c;
    FILE *in = argc == 3 ? fopen(argv[1], "r") : NULL;
    char text[256];

    while (in && c.n < MOST && fgets(text, sizeof text, in))
        c.n += sscanf(text, "%lf,%lf", &c.row[c.n][0], &c.row[c.n][1]) == 2;
    if (c.n < 2) {
        fprintf(stderr, "usage: PROGRAM CYCLE.csv RUNS\n");
        exit(2);
    }
    fclose(in);
    c.runs = atoi(argv[2]);
    c.steps = lround(c.row[c.n - 1][0] * 1e3);
    c.time = INFINITY;
    return c;
}

static inline void begin(Cycle *c)
{
    c->gear = 1;
    c->shifts = 0;
    c->sum = 0;
    c->before = clock();
}

static inline void shift(Cycle *c, long step, int gear)
{
    if (gear == c->gear)
        return;
    c->gear = gear;
    c->shifts++;
    c->sum += step * gear;
}

static inline void end(Cycle *c, double fuel)
{
    double time = (double)(clock() - c->before) / CLOCKS_PER_SEC;

    c->time = time < c->time ? time : c->time;
    c->fuel = fuel;
}

static inline int said(const Cycle *c)
{
    printf("%.4f %.15g %d %ld\n", c->time, c->fuel, c->shifts, c->sum);
    return !isfinite(c->fuel);
}

static inline double clamp(double x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

/* The program of a car by hand: of its type with the members gear and fuel, by setup(car, n, rows) and step(car). */
#define CYCLE_BY_HAND(Car)                                                                                             \
    int main(int argc, char **argv)                                                                                    \
    {                                                                                                                  \
        static Car car;                                                                                                \
        Cycle c = read_cycle(argc, argv);                                                                              \
                                                                                                                       \
        for (int run = 0; run < c.runs; run++) {                                                                       \
            setup(&car, c.n, c.row);                                                                                   \
            begin(&c);                                                                                                 \
            for (long k = 0; k < c.steps; k++) {                                                                       \
                if (step(&car) != DTC_OK)                                                                              \
                    return 1;                                                                                          \
                shift(&c, k, car.gear);                                                                                \
            }                                                                                                          \
            end(&c, car.fuel);                                                                                         \
        }                                                                                                              \
        return said(&c);                                                                                               \
    }

#endif
