/* The drive zf4hp22 by hand: full throttle through four gears. Compile with -DSTEP=seconds. See hand.h, hand_car.h. */
#define NV 4
#define NE 9
#define BREAKS_AWAY 1
#define ROAD (0.334 / 3.066)
#include "hand_zf4hp22.h"
#include "hand_car.h"

typedef struct { Gear g; Drive d; double p[7], speed_up; long long steps; } Model;

const char hand_model[] = "zf4hp22";
const size_t hand_size = sizeof(Model);

/* At time t: pressures, torques of converter and air; the engine's acceleration. */
static void surroundings(Model *m, double *q)
{
    double pump, turbine = converter(&m->d, m->g.v[TURBINE], &pump), v = m->g.s[REST];

    m->speed_up = (engine_torque(&m->d) - pump) / J_engine;
    q[TURBINE] = turbine;
    q[SUN12] = q[MIDDLE] = q[SUN3] = 0;
    on_output(q, -ROAD * air * v * fabs(v));
}

static void pressures(Model *m, double t)
{
    m->p[1] = ramp(t, 11, 0.6);
    m->p[3] = ramp(t, 5.5, 0.6);
    m->p[5] = 1 - ramp(t, 20, 0.4);
    m->p[6] = ramp(t, 20, 0.6);
    bounds(&m->g, m->p);
}

void hand_inputs(void *m, const double *u) { (void)m, (void)u; }

dtc_status hand_setup(void *at)
{
    Model *m = at;

    memset(m, 0, sizeof *m);
    m->p[0] = 1;
    constant_bounds(&m->g);
    m->g.torque[REST] = road0;
    m->g.lo[REST] = m->g.slo[REST] = -road0;
    m->g.hi[REST] = m->g.shi[REST] = road0;
    drive_start(&m->d);
    inertias(&m->g, J_turbine, J_shaft + (car_mass + J_wheels / (radius * radius)) * ROAD * ROAD);
    pressures(m, 0);
    surroundings(m, m->g.q);
    start(&m->g);
    return DTC_OK;
}

dtc_status hand_step(void *at)
{
    Model *m = at;

    slips(m->g.s, m->g.v);
    pressures(m, (double)m->steps * STEP);
    surroundings(m, m->g.q);
    evaluate(&m->g, STEP);
    m->d.w += STEP * m->speed_up;
    m->steps++;
    return advance(&m->g, STEP) && dtc_finite(m->d.w) ? DTC_OK : DTC_RESULT;
}

int hand_speed(const void *at, const char *name, double *w)
{
    const Model *m = at;
    return strcmp(name, "engine.w") == 0 ? *w = m->d.w, 1 : speed(&m->g, name, w);
}

int hand_place(const void *m, const char *name, int *p) { return place(&((const Model *)m)->g, name, p); }
