/* hand_zf4hp22.h - kinematics and shift elements of the ZF 4HP22, by hand. v: turbine, suns 1 and 2, middle shaft,
 * sun 3.
 *
 * NE is 8 for the gearbox alone and 9 with the car, whose rolling resistance acts on the output shaft with ROAD metres
 * a radian. */
#include <math.h>
#include "hand.h"

#ifndef ROAD
#define ROAD 1.0
#endif

enum { TURBINE, SUN12, MIDDLE, SUN3 };
enum { A, B, C, CP, D, FW1, E, F, REST };   /* the order of the generated code */

/* Willis: ring 1, carrier 2, ring 3 = output. */
static const double r1m = 108.0 / 73, r1s = -35.0 / 73, c2s = 35.0 / 108, c2m = 73.0 / 108, outm = 114.0 / 83,
                    outs = -31.0 / 83;

static inline double ring1(const double *v) { return r1m * v[MIDDLE] + r1s * v[SUN12]; }
static inline double carrier2(const double *v) { return c2s * v[SUN12] + c2m * v[MIDDLE]; }
static inline double output(const double *v) { return outm * v[MIDDLE] + outs * v[SUN3]; }

static inline void on_output(double *q, double torque)
{
    q[MIDDLE] += outm * torque;
    q[SUN3] += outs * torque;
}

static void slips(double *s, const double *v)
{
    s[A] = ring1(v) - v[TURBINE];
    s[B] = v[SUN12] - v[TURBINE];
    s[C] = s[CP] = v[SUN12];
    s[D] = s[FW1] = carrier2(v);
    s[E] = v[MIDDLE] - v[SUN3];
    s[F] = v[SUN3];
#if NE > 8
    s[REST] = ROAD * output(v);
#endif
}

static void spread(double *q, const double *l)
{
    double c2 = l[D] + l[FW1];
    q[TURBINE] -= l[A] + l[B];
    q[SUN12] += r1s * l[A] + l[B] + l[C] + l[CP] + c2s * c2;
    q[MIDDLE] += r1m * l[A] + c2m * c2 + l[E];
    q[SUN3] += l[F] - l[E];
#if NE > 8
    on_output(q, ROAD * l[REST]);
#endif
}

/* Capacity of each lining at full pressure: mu*cgeo*fn_max. */
static const double mu = 0.12, peak = 1.1;
static const double full[8] = { 0.12 * 0.8 * 12e3, 0.12 * 0.8 * 10e3, 0.12 * 0.6 * 8e3,
    0.12 * 0.6 * 10e3, 0.12 * 1.2 * 16e3, 1000, 0.12 * 0.8 * 12e3, 0.12 * 0.6 * 8e3 };

static void constant_bounds(Gear *g)
{
    for (int e = 0; e < 8; e++)
        g->torque[e] = full[e];
    g->lo[CP] = g->slo[CP] = 0;
    g->lo[FW1] = g->slo[FW1] = 0;
    g->hi[FW1] = g->shi[FW1] = g->hi[E] = g->shi[E] = INFINITY;
}

/* p: A, B, C, C'', D, E, F */
static void bounds(Gear *g, const double *p)
{
    two_sided(g, A, full[A] * dtc_max(0, p[0]), peak);
    two_sided(g, B, full[B] * dtc_max(0, p[1]), peak);
    two_sided(g, C, full[C] * dtc_max(0, p[2]), peak);
    two_sided(g, D, full[D] * dtc_max(0, p[4]), peak);
    two_sided(g, F, full[F] * dtc_max(0, p[6]), peak);
    g->hi[CP] = full[CP] * dtc_max(0, p[3]);
    g->shi[CP] = peak * g->hi[CP];
    g->lo[E] = -full[E] * dtc_max(0, p[5]);
    g->slo[E] = p[5] > 0 ? peak * g->lo[E] : -1e-4 * full[E];
}

/* J: turbine, output with all that hangs on it. */
static void inertias(Gear *g, double turbine, double out)
{
    static const double u[4][4] = {
        { 0, 35.0 / -73, 108.0 / 73, 0 }, { 0, 35.0 / 108, 73.0 / 108, 0 }, { 0, 0, 114.0 / 83, -31.0 / 83 }, { 0 }
    };
    double mass[NV][NV] = { { 0 } };

    mass[TURBINE][TURBINE] = turbine;
    mass[SUN12][SUN12] = 2e-4;
    mass[MIDDLE][MIDDLE] = 6e-3;
    mass[SUN3][SUN3] = 1e-4;
    add_body(mass, 2e-3, u[0]);
    add_body(mass, 2e-3, u[1]);
    add_body(mass, 2e-3 + out, u[2]);
    constants(g, mass);
}

static int speed(const Gear *g, const char *name, double *w)
{
    static const char *const names[] = { "turbine.w", "gearbox.sun12.w", "gearbox.middle.w", "gearbox.sun3.w" };

    for (int i = 0; i < 4; i++)
        if (strcmp(name, names[i]) == 0)
            return *w = g->v[i], 1;
    if (strcmp(name, "gearbox.ring1.w") == 0)
        return *w = ring1(g->v), 1;
    if (strcmp(name, "gearbox.carrier2.w") == 0)
        return *w = carrier2(g->v), 1;
    if (strcmp(name, "gearbox.ring3.w") == 0 || strcmp(name, "load.w") == 0 || strcmp(name, "propShaft.w") == 0)
        return *w = output(g->v), 1;
    return 0;
}

static int place(const Gear *g, const char *name, int *p)
{
    static const char *const names[] = { "gearbox.A",   "gearbox.B", "gearbox.C", "gearbox.Cp", "gearbox.D",
                                         "gearbox.fw1", "gearbox.E", "gearbox.F", "car.road" };
    size_t n = strlen(name) - strlen(".law.place");

    for (int e = 0; e < NE; e++)
        if (strlen(names[e]) == n && strncmp(name, names[e], n) == 0)
            return *p = g->place[e], 1;
    return 0;
}
