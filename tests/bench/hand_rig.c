/* The gearbox of Zf4hp22.Rig by hand: the ZF 4HP22 alone between two inertias. Inputs: torques on turbine and output,
 * seven pressures.
 *
 * Compile with -DSTEP=seconds. See hand.h. */
#define NV 4
#define NE 8
#define BREAKS_AWAY 0
#include "hand_zf4hp22.h"

typedef struct { Gear g; double u[9]; } Rig;

const char hand_model[] = "Rig";
const size_t hand_size = sizeof(Rig);

static void torques(Rig *m)
{
    m->g.q[TURBINE] = m->u[0];
    m->g.q[SUN12] = m->g.q[MIDDLE] = m->g.q[SUN3] = 0;
    on_output(m->g.q, m->u[1]);
}

void hand_inputs(void *m, const double *u) { memcpy(((Rig *)m)->u, u, sizeof ((Rig *)m)->u); }

dtc_status hand_setup(void *at)
{
    Rig *m = at;

    memset(&m->g, 0, sizeof m->g);
    constant_bounds(&m->g);
    inertias(&m->g, 0.2, 2.5);
    bounds(&m->g, m->u + 2);
    torques(m);
    start(&m->g);
    return DTC_OK;
}

dtc_status hand_step(void *at)
{
    Rig *m = at;
    double sum = 0;

    for (int i = 0; i < 9; i++)
        sum += m->u[i];
    if (!dtc_finite(sum))
        return DTC_INPUT;
    slips(m->g.s, m->g.v);
    bounds(&m->g, m->u + 2);
    torques(m);
    evaluate(&m->g, STEP);
    return advance(&m->g, STEP) ? DTC_OK : DTC_RESULT;
}

int hand_speed(const void *m, const char *name, double *w) { return speed(&((const Rig *)m)->g, name, w); }
int hand_place(const void *m, const char *name, int *p) { return place(&((const Rig *)m)->g, name, p); }
