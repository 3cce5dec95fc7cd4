/* The drive autogear4 by hand: full load through four gears. v: turbine with carrier 0, ring 0, ring 1, carrier 1 =
 * output.
 *
 * Compile with -DSTEP=seconds. See hand.h, hand_car.h. */
#define NV 4
#define NE 7
#define BREAKS_AWAY 1
#include "hand.h"
#include "hand_car.h"

#define ROAD (0.334 / 3.08)

enum { TURBINE, RING0, RING1, OUT };
enum { C1, C2, C3, C4, C5, RC, REST };

static const double s0t = 98.0 / 27, s0r = -71.0 / 27;                 /* sun 0: 27 sun + 71 ring = 98 carrier */
static const double s1r = 88.0 / 30, s1c = -58.0 / 30; /* sun 1: 30 (sun1 - carrier) = 88 (ring1 - carrier) */
static const double s2r = -88.0 / 42, s2c = 130.0 / 42; /* sun 2: 42 (sun2 - carrier) = -88 (ring1 - carrier) */
static const double peak = 1.1;
static const double full[6] = { 0.12 * 0.7 * 8e3, 0.12 * 0.8 * 12e3, 0.12 * 0.8 * 12e3,
                                0.12 * 0.6 * 8e3, 0.12 * 1.0 * 12e3, 0.12 * 1.2 * 16e3 };

typedef struct { Gear g; Drive d; double speed_up; long long steps; } Model;

const char hand_model[] = "autogear4";
const size_t hand_size = sizeof(Model);

static void slips(double *s, const double *v)
{
    double sun0 = s0t * v[TURBINE] + s0r * v[RING0];
    s[C1] = v[TURBINE] - sun0;
    s[C2] = v[RING1] - v[RING0];
    s[C3] = s1r * v[RING1] + s1c * v[OUT] - v[RING0];
    s[C4] = sun0;
    s[C5] = s2r * v[RING1] + s2c * v[OUT];
    s[RC] = v[RING1];
    s[REST] = ROAD * v[OUT];
}

static void spread(double *q, const double *l)
{
    double sun0 = l[C4] - l[C1];
    q[TURBINE] += l[C1] + s0t * sun0;
    q[RING0] += s0r * sun0 - l[C2] - l[C3];
    q[RING1] += l[C2] + s1r * l[C3] + s2r * l[C5] + l[RC];
    q[OUT] += s1c * l[C3] + s2c * l[C5] + ROAD * l[REST];
}

static void pressures(Gear *g, double t)
{
    double c1 = full[C1] * (1 - ramp(t, 18.1, 0.3)), c3 = full[C3] * ramp(t, 11, 0.6);

    two_sided(g, C2, full[C2] * ramp(t, 5.5, 0.6), peak);
    two_sided(g, C4, full[C4] * ramp(t, 18, 0.6), peak);
    two_sided(g, C5, full[C5] * (1 - ramp(t, 11.1, 0.3)), peak);
    g->hi[C1] = c1;
    g->shi[C1] = peak * c1;
    g->lo[C3] = -c3;
    g->slo[C3] = c3 > 0 ? -peak * c3 : -1e-4 * full[C3];
}

static void surroundings(Model *m, double *q)
{
    double pump, v = m->g.s[REST];

    q[TURBINE] = converter(&m->d, m->g.v[TURBINE], &pump);
    m->speed_up = (engine_torque(&m->d) - pump) / J_engine;
    q[RING0] = q[RING1] = 0;
    q[OUT] = -ROAD * air * v * fabs(v);
}

static void inertias(Gear *g)
{
    static const double sun0[4] = { 98.0 / 27, -71.0 / 27, 0, 0 }, sun1[4] = { 0, 0, 88.0 / 30, -58.0 / 30 },
                        sun2[4] = { 0, 0, -88.0 / 42, 130.0 / 42 };
    double mass[NV][NV] = { { 0 } };

    mass[TURBINE][TURBINE] = J_turbine + 2e-3;
    mass[RING0][RING0] = 0.005;
    mass[RING1][RING1] = 0.1388;
    mass[OUT][OUT] = 2e-3 + J_shaft + (car_mass + J_wheels / (radius * radius)) * ROAD * ROAD;
    add_body(mass, 2e-3, sun0);
    add_body(mass, 1.714e-3, sun1);
    add_body(mass, 9.476e-3, sun2);
    constants(g, mass);
}

void hand_inputs(void *m, const double *u) { (void)m, (void)u; }

dtc_status hand_setup(void *at)
{
    Model *m = at;

    memset(m, 0, sizeof *m);
    memcpy(m->g.torque, full, sizeof full);
    m->g.torque[REST] = road0;
    m->g.lo[REST] = m->g.slo[REST] = -road0;
    m->g.hi[REST] = m->g.shi[REST] = road0;
    m->g.hi[C3] = m->g.shi[C3] = INFINITY;     /* C1: lo = slo = 0, RC: none, for its pressure is zero */
    drive_start(&m->d);
    inertias(&m->g);
    pressures(&m->g, 0);
    surroundings(m, m->g.q);
    start(&m->g);
    return DTC_OK;
}

dtc_status hand_step(void *at)
{
    Model *m = at;

    slips(m->g.s, m->g.v);
    pressures(&m->g, (double)m->steps * STEP);
    surroundings(m, m->g.q);
    evaluate(&m->g, STEP);
    m->d.w += STEP * m->speed_up;
    m->steps++;
    return advance(&m->g, STEP) && dtc_finite(m->d.w) ? DTC_OK : DTC_RESULT;
}

int hand_speed(const void *at, const char *name, double *w)
{
    const Model *m = at;
    const double *v = m->g.v;

    if (strcmp(name, "engine.w") == 0)
        return *w = m->d.w, 1;
    if (strcmp(name, "turbine.w") == 0)
        return *w = v[TURBINE], 1;
    if (strcmp(name, "gearbox.sun0.w") == 0)
        return *w = s0t * v[TURBINE] + s0r * v[RING0], 1;
    if (strcmp(name, "gearbox.ring0.w") == 0)
        return *w = v[RING0], 1;
    if (strcmp(name, "gearbox.ring1.w") == 0)
        return *w = v[RING1], 1;
    if (strcmp(name, "propShaft.w") == 0 || strcmp(name, "gearbox.carrier1.w") == 0)
        return *w = v[OUT], 1;
    return 0;
}

int hand_place(const void *at, const char *name, int *p)
{
    static const char *const names[NE] = { "gearbox.C1", "gearbox.C2", "gearbox.C3", "gearbox.C4",
                                           "gearbox.C5", "gearbox.RC", "car.road" };
    size_t n = strlen(name) - strlen(".law.place");

    for (int e = 0; e < NE; e++)
        if (strlen(names[e]) == n && strncmp(name, names[e], n) == 0)
            return *p = ((const Model *)at)->g.place[e], 1;
    return 0;
}
