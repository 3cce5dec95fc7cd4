/* The named systems of the tests. All start at rest unless said; FW blocks s < 0. */
#ifndef CASES_H
#define CASES_H

#include "system.h"

/* Two freewheels that block both ways on one mass: it never moves. */
static inline struct system opposed_freewheels(void)
{
    struct system y = bodies("opposed freewheels", 1, (double[]){1});
    add(&y, FREEWHEEL, 0, 1, 0);
    add(&y, FREEWHEEL, 0, -1, 0);
    y.f[0] = (struct force){0, 1, 1, 0, 0, 0};
    complete(&y);
    return y;
}

/* Three freewheels that hold two bodies between them: never moves. */
static inline struct system ring_of_freewheels(void)
{
    struct system y = bodies("ring of freewheels", 2, (double[]){0.26, 3.47});
    add(&y, FREEWHEEL, 0, 0, -1);
    add(&y, FREEWHEEL, 0, -1, 1);
    add(&y, FREEWHEEL, 0, 1, 0);
    y.f[0].mean = -8.1;
    y.f[1] = (struct force){-1.87, 7.57, 4.96, 0, 0, 0};
    complete(&y);
    return y;
}

/* A clutch that is stuck while the freewheel stops both bodies. */
static inline struct system clutch_behind_freewheel(void)
{
    struct system y = bodies("clutch behind freewheel", 2, (double[]){1, 1});
    add(&y, CLUTCH, 3.5, -1, 1);
    add(&y, FREEWHEEL, 0, 1, 0);
    y.f[0].mean = y.f[1].mean = -3;
    y.v0[0] = y.v0[1] = 1.0013;
    complete(&y);
    return y;
}

static inline struct system clutch_parallel_freewheel(void)
{
    struct system y = bodies("clutch parallel to freewheel", 1, (double[]){1});
    add(&y, CLUTCH, 10, 1, 0);
    add(&y, FREEWHEEL, 0, 1, 0);
    y.f[0] = (struct force){0, 30, 1, 0, 0, 0};
    complete(&y);
    return y;
}

/* Two clutches that would lock in one sample; a third motion goes on. */
static inline struct system two_locks_at_once(void)
{
    struct system y = bodies("two locks at once", 2, (double[]){1, 0.1});
    add(&y, CLUTCH, 20, 0, 1);
    add(&y, CLUTCH, 5, 0.25, 0.75);
    y.v0[0] = -4;
    y.v0[1] = 1.5013;
    complete(&y);
    return y;
}

/* Sun and ring are the coordinates, (1 + r) w_carrier = w_sun + r w_ring, r = 2. Brakes on sun, ring and carrier come
 * on and go off one after another, two or three at a time; the order of the three is the argument's. */
static inline struct system planetary_brakes(const double *phase)
{
    struct system y = bodies("three brakes on a planetary set", 2, (double[]){0.3, 0.5});
    const double carrier[] = {1.0 / 3, 2.0 / 3};
    for (int i = 0; i < 4; i++)
        y.M[i] += 1.0 * carrier[i / 2] * carrier[i % 2];
    for (int e = 0; e < 3; e++) {
        struct element *b = e == 0 ? add(&y, CLUTCH, 30, 1, 0) : e == 1 ? add(&y, CLUTCH, 30, 0, 1)
                                   : add(&y, CLUTCH, 30, carrier[0], carrier[1]);
        b->course = TRAPEZOID;
        b->period = 3;
        b->phase = phase[e];
    }
    y.f[0] = (struct force){8, 3, 1.3, 0, 0, 0};
    y.f[1].mean = -6;
    y.damping[0] = y.damping[1] = 0.2;
    complete(&y);
    return y;
}

/* Block 1 on the ground, block 2 on block 1; both masses 1, kinetic friction f0. */
static inline struct system two_blocks(double f0, double peak)
{
    struct system y = bodies("two blocks", 2, (double[]){1, 1});
    add(&y, CLUTCH, f0, 1, 0)->peak = peak;
    add(&y, CLUTCH, f0, -1, 1)->peak = peak;
    complete(&y);
    return y;
}

/* Both stuck; at 0.1 s the force on block 2 jumps to 1.1 f0: block 1 slides, block 2 stays on it. */
static inline struct system two_blocks_by_hand(void)
{
    struct system y = two_blocks(1, 1);
    y.f[0].mean = 0.9;
    y.f[1] = (struct force){0, 1.1, 0, 0.25, 0.1, 0};
    return y;
}

/* Stick and slip, static friction 1.25 f0. */
static inline struct system two_blocks_driven(void)
{
    struct system y = two_blocks(10, 1.25);
    y.f[0] = (struct force){0, 15, 0.5, 0, 0, 0};
    y.f[1] = (struct force){0, 13, 0.8, 0.3, 0, 0};
    return y;
}

/* Modelica.Mechanics.Rotational.Examples.CoupledClutches (Modelica Standard Library 4.0.0). */
static inline struct system coupled_clutches(void)
{
    struct system y = bodies("CoupledClutches", 4, (double[]){1, 1, 1, 1});
    for (int e = 0; e < 3; e++) {
        struct element *c = add(&y, CLUTCH, 10, 0, 0);
        c->w[e] = -1;
        c->w[e + 1] = 1;
        c->peak = 1.1;
        c->course = e == 0 ? HALFWAVE : STEP;
        c->period = e == 0 ? 5 : 1;
        c->phase = e == 0 ? 0.25 : e == 1 ? 0.4 : 0.9;
    }
    y.f[0] = (struct force){0, 10, 5, 0, 0, 0};
    y.v0[0] = 10;
    complete(&y);
    return y;
}

#endif
