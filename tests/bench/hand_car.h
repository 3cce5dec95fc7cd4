/* hand_car.h - engine, converter and car around a gearbox, by hand: data of Drivetrain.Data.Trami at full throttle.
 *
 * The map's column of the throttle is a table over speed; its interval is remembered, for speed moves slowly. Both
 * tables of the converter have equal distances of 0.1 in the speed ratio: no search. */
#ifndef HAND_CAR_H
#define HAND_CAR_H

#include <math.h>

static const double rpm = 0.10471975511965977, J_engine = 0.4 + 0.109, J_turbine = 0.056, J_shaft = 0.02;
static const double car_mass = 1738, J_wheels = 3.05, radius = 0.334, road0 = 196.5,
                    air = 0.03014 * 3.6 * 3.6; /* F = road0 + air v^2 */

enum { SPEEDS = 17, RATIOS = 22 };

typedef struct {
    double w;                                      /* engine */
    double speed[SPEEDS], torque[SPEEDS], slope[SPEEDS];
    double capacity[RATIOS + 1], ratio[RATIOS + 1];
    int at;                                        /* interval of the last look-up */
} Drive;

static void drive_start(Drive *d)
{
    static const double n[SPEEDS] = { 0,    500,  750,  1000, 1250, 1500, 1750, 2000, 2500,
                                      3000, 3500, 4000, 4500, 5000, 5500, 6000, 6500 };
    static const double wide_open[SPEEDS] = { 95,  95,  95,  95,  120, 150, 210, 240, 260,
                                              270, 270, 255, 240, 230, 210, 190, 160 };
    static const double capacity[RATIOS] = { 3.8e-5,  3.9e-5, 4e-5,    4.1e-5,  4.2e-5,  4.3e-5,  4.4e-5,  4e-5,
        3.5e-5,  3e-5,   0,       -5e-6,   -1e-5,   -1.2e-5, -1.4e-5, -1.6e-5,
        -1.8e-5, -2e-5,  -2.2e-5, -2.4e-5, -2.6e-5, -2.6e-5 };

    d->w = 650 * rpm;
    d->at = 0;
    for (int i = 0; i < SPEEDS; i++) {
        d->speed[i] = n[i] * rpm;
        d->torque[i] = wide_open[i];
        if (i > 0)
            d->slope[i - 1] = (wide_open[i] - wide_open[i - 1]) / (d->speed[i] - d->speed[i - 1]);
    }
    d->slope[SPEEDS - 1] = 0;                      /* held outside */
    for (int i = 0; i < RATIOS; i++) {
        d->capacity[i] = capacity[i] / (rpm * rpm);
        d->ratio[i] = i < 9 ? 1.81 - 0.09 * i : 1;
    }
    d->capacity[RATIOS] = d->capacity[RATIOS - 1];
    d->ratio[RATIOS] = 1;
}

static double engine_torque(Drive *d)
{
    int i = d->at;

    if (d->w <= 0)
        return d->torque[0];
    while (i < SPEEDS - 1 && d->w >= d->speed[i + 1])
        i++;
    while (d->w < d->speed[i])
        i--;
    d->at = i;
    return d->torque[i] + d->slope[i] * (d->w - d->speed[i]);
}

/* The torque of the turbine, from its speed; *pump: that which the engine feels. */
static double converter(const Drive *d, double turbine, double *pump)
{
    double nu = 10 * (turbine / dtc_max(d->w, 1)), f;
    int i = nu <= 0 ? 0 : nu >= RATIOS - 1 ? RATIOS - 1 : (int)nu;

    f = nu <= 0 || nu >= RATIOS - 1 ? 0 : nu - i;
    *pump = (d->capacity[i] + f * (d->capacity[i + 1] - d->capacity[i])) * d->w * fabs(d->w);
    return (d->ratio[i] + f * (d->ratio[i + 1] - d->ratio[i])) * *pump;
}

/* A pressure that rises from 0 to 1. */
static inline double ramp(double t, double begin, double duration)
{
    double x = (t - begin) / duration;
    return x <= 0 ? 0 : x >= 1 ? 1 : x;
}

#endif
