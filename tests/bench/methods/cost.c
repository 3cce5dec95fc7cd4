/* cost.c - what a step costs, which steps are too long, and what adjusting one with its own matrix is wrong by.
 *
 * Cost is the least of REPEATS runs of 10 s at Td = 0.1 s (Stiff, as in table 7 of the thesis), by clock_gettime: the
 * same samples are timed again and again. A shortened step, and what the longer one after it costs more, follow from
 * the difference to the run with steps of Td alone. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "methods.h"

enum { REPEATS = 4000, SAMPLES = 100 };

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Nanoseconds of a sample; *cuts: how many of SAMPLES are shortened. */
static double cost_of(const mass *m, const method *how, double *cuts)
{
    double least = INFINITY;
    run r = begin(m, how, 0.1);

    for (int k = 0; k < REPEATS; k++) {
        run again = r;
        double start = now();
        for (int s = 0; s < SAMPLES; s++)
            sample(&again);
        double took = now() - start;
        least = took < least ? took : least;
        *cuts = (double)again.cuts;
    }
    return least / SAMPLES;
}

void costs(void)
{
    mass m;
    method list[MOST_METHODS];
    double cuts, fixed = NAN;

    for (int i = 0; i < MASSES; i++)
        if (m = mass_of(i), strcmp(m.model, "Stiff") == 0)
            break;
    int n = methods_of(&m, list);
    puts("method,ns,cuts,ratio");
    for (int k = 0; k < n; k++) {
        double ns = cost_of(&m, &list[k], &cuts);
        if (strcmp(list[k].name, "switch_fixed") == 0)
            fixed = ns;
        printf("%s,%.1f,%g", list[k].name, ns, cuts);
        if (cuts > 0)
            printf(",%.1f", (ns * SAMPLES - fixed * (SAMPLES - cuts)) / cuts / fixed);
        puts("");
    }
}

static int diverges(const mass *m, const method *how, double Td)
{
    run r = begin(m, how, Td);

    while ((double)r.k * Td < 100) {
        sample(&r);
        if (!(fabs(r.y.x) <= 1e4))
            return 1;
    }
    return 0;
}

/* The first of 0.005, 0.01, 0.015 .. 1 s that lets a run diverge. */
void limits(void)
{
    method list[MOST_METHODS];

    puts("model,method,Td");
    for (int i = 0; i < MASSES; i++) {
        mass m = mass_of(i);
        int n = methods_of(&m, list);
        for (int k = 0; k < n; k++) {
            int step = 1;
            while (step <= 200 && !diverges(&m, &list[k], 0.005 * step))
                step++;
            if (step > 200)
                printf("%s,%s,\n", m.model, list[k].name);
            else
                printf("%s,%s,%g\n", m.model, list[k].name, 0.005 * step);
        }
    }
}

/* How many steps are shortened in 30 s at 0.1 s, the border of Stiff where the thesis has one: to be compared with its
 * table 8. */
void borders(void)
{
    static const double at[] = { 0.025, 0.03, 0.05, 0.1, 0.15, 0.2 };

    puts("border,shortened");
    for (int i = 0; i < MASSES; i++) {
        mass m = mass_of(i);
        method list[MOST_METHODS];
        int n = methods_of(&m, list);
        if (strcmp(m.model, "Stiff") != 0)
            continue;
        while (n-- > 0 && strcmp(list[n].name, "switch_2meta_expm") != 0)
            ;
        for (int k = 0; k < (int)(sizeof at / sizeof *at); k++) {
            move_border(&m.spring, at[k]);
            run r = begin(&m, &list[n], 0.1);
            while (r.k < 300)
                sample(&r);
            printf("%g,%ld\n", at[k], r.cuts);
        }
    }
}

/* The norm of (a, b; c, d). */
static double norm_of(double a, double b, double c, double d)
{
    double squares = a * a + b * b + c * c + d * d, det = a * d - b * c, rest = squares * squares - 4 * det * det;

    return sqrt((squares + sqrt(rest > 0 ? rest : 0)) / 2);
}

/* What it is wrong by to take eta Td with the matrix of Td (e1), and then (2 - eta) Td as well (e2); the motion from
 * (1, 0) and its straight line. */
void appendix(void)
{
    static const double Td[] = { 0.031, 0.093, 0.154 };

    puts("Td,eta,e1,e2,x,x_line");
    for (int s = 0; s < 3; s++) {
        map one = map_of(10, 5, Td[s]);
        double a = one.xx - 1, d = one.vv - 1;
        double twice = norm_of(a * a + one.xv * one.vx, (a + d) * one.xv, (a + d) * one.vx, one.vx * one.xv + d * d);
        for (int k = 0; k <= 40; k++) {
            double eta = k / 20.0;
            map m = map_of(10, 5, eta * Td[s]);
            double e1 = norm_of(m.xx - 1 - eta * a, m.xv - eta * one.xv, m.vx - eta * one.vx, m.vv - 1 - eta * d);
            printf("%g,%g,%.8g,%.8g,%.8g,%.8g\n", Td[s], eta, e1, (1 - eta) * (1 - eta) * twice, m.xx, 1 + eta * a);
        }
    }
}
