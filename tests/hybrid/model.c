/* model.c - the models. Any is the struct of all; what each uses of it is said with it. */
#include <string.h>
#include "model.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof *(a)))

static const dtc_variable variables[] = {
    { "x", "", "", offsetof(Any, x), DTC_STATE, DTC_REAL, 1, -1, 0, "" },
    { "y", "", "", offsetof(Any, y), DTC_VARIABLE, DTC_REAL, 1, -1, 0, "" },
    { "u", "", "", offsetof(Any, u), DTC_IN, DTC_REAL, 1, -1, 0, "" },
    { "law.place", "", "", offsetof(Any, place), DTC_VARIABLE, DTC_INTEGER, 1, -1, 0, "" },
    { "gear.engaged", "", "", offsetof(Any, flag), DTC_VARIABLE, DTC_BOOLEAN, 1, -1, 0, "" },
    { "other", "", "", offsetof(Any, other), DTC_VARIABLE, DTC_BOOLEAN, 1, -1, 0, "" }
};
static const dtc_group variable_groups[] = { { 0, 0, COUNT(variables), 1 } };
static const char *const messages[] = { "", "in pump: the level is below 0.5" };
static const dtc_group message_groups[] = { { 0, 0, COUNT(messages), 1 } };

static const dtc_model_info info = { .name = "by_hand", .size = sizeof(Any), .real_size = sizeof(double),
    .fault = offsetof(Any, fault), .time = offsetof(Any, time), .count = offsetof(Any, count),
    .variables = COUNT(variables), .messages = COUNT(messages), .variable_groups = 1, .message_groups = 1,
    .variable_row = variables, .variable_group = variable_groups, .message_row = messages,
    .message_group = message_groups };

/* The states of a model are the first of x: the solver is told how many by its descriptor. */
#define STATES(name, n)                                                                                                \
    static void name##_get(const void *m, double *x) { memcpy(x, ((const Any *)m)->x, (n) * sizeof *x); }              \
    static void name##_set(void *m, double t, const double *x)                                                         \
    {                                                                                                                  \
        ((Any *)m)->time = t;                                                                                          \
        memcpy(((Any *)m)->x, x, (n) * sizeof *x);                                                                     \
    }

static dtc_status result(const Any *m, double *dx, int n)
{
    for (int i = 0; i < n; i++)
        if (!isfinite(m->dx[i]))
            return DTC_RESULT;
    memcpy(dx, m->dx, (size_t)n * sizeof *dx);
    return DTC_OK;
}

static const dtc_hybrid_state plain_state[] = { { "x", 1 }, { "v", 1 }, { "z", 1 } };

/* ---- x' = -x ----------------------------------------------------------------------------------------------------- */

STATES(one, 1)
static dtc_status decay_dx(void *p, double *dx) { Any *m = p; m->dx[0] = -m->x[0]; return result(m, dx, 1); }
const dtc_hybrid decay = {
    .info = &info, .states = 1, .state = plain_state, .get = one_get, .set = one_set, .derivatives = decay_dx
};

/* ---- a pendulum without losses ----------------------------------------------------------------------------------- */

STATES(two, 2)
static dtc_status pendulum_dx(void *p, double *dx)
{
    Any *m = p;
    m->dx[0] = m->x[1];
    m->dx[1] = -sin(m->x[0]);
    return result(m, dx, 2);
}
const dtc_hybrid pendulum = {
    .info = &info, .states = 2, .state = plain_state, .get = two_get, .set = two_set, .derivatives = pendulum_dx
};

/* ---- van der Pol, stiff (Hairer and Wanner, Solving ODEs II): eps z' = (1 - y^2) z - y --------------------------- */

static dtc_status vdp_dx(void *p, double *dx)
{
    Any *m = p;
    m->dx[0] = m->x[1];
    m->dx[1] = ((1 - m->x[0] * m->x[0]) * m->x[1] - m->x[0]) / 1e-6;
    return result(m, dx, 2);
}
static const int vdp_column[] = { 0, 1, 3 }, vdp_row[] = { 1, 0, 1 };
static void vdp_jacobian(void *p, double *j)
{
    Any *m = p;
    j[0] = (-2 * m->x[0] * m->x[1] - 1) / 1e-6;
    j[1] = 1;
    j[2] = (1 - m->x[0] * m->x[0]) / 1e-6;
}
const dtc_hybrid van_der_pol = { .info = &info, .states = 2, .state = plain_state, .column = vdp_column, .row = vdp_row,
    .get = two_get, .set = two_set, .derivatives = vdp_dx, .jacobian = vdp_jacobian };

/* ---- heat in a rod of MOST cells with cold ends; column 0 lacks its diagonal in the pattern, which is a zero there */

STATES(most, MOST)
static dtc_hybrid_state cell[MOST];
static int heat_column[MOST + 1], heat_row[3 * MOST];
static dtc_status heat_setup(void *p)
{
    int k = 0;
    (void)p;
    for (int j = 0; j < MOST; j++) {
        cell[j] = (dtc_hybrid_state){ "cell", 1 };
        heat_column[j] = k;
        for (int i = j - 1; i <= j + 1; i++)
            if (i >= 0 && i < MOST && !(i == j && (j == 0 || j == MOST - 1)))
                heat_row[k++] = i;
    }
    heat_column[MOST] = k;
    return DTC_OK;
}
/* The first and last cell follow from their neighbours alone: no diagonal. */
static dtc_status heat_dx(void *p, double *dx)
{
    Any *m = p;
    for (int i = 0; i < MOST; i++) {
        double left = i > 0 ? m->x[i - 1] : 0, right = i + 1 < MOST ? m->x[i + 1] : 0,
               own = i > 0 && i + 1 < MOST ? 2 * m->x[i] : 0;
        m->dx[i] = 0.25 * (left + right - own);
    }
    return result(m, dx, MOST);
}
static void heat_jacobian(void *p, double *j)
{
    (void)p;
    for (int c = 0; c < MOST; c++)
        for (int k = heat_column[c]; k < heat_column[c + 1]; k++)
            j[k] = heat_row[k] == c ? -0.5 : 0.25;
}
const dtc_hybrid heat = { .info = &info, .states = MOST, .state = cell, .column = heat_column, .row = heat_row,
    .setup = heat_setup, .get = most_get, .set = most_set, .derivatives = heat_dx, .jacobian = heat_jacobian };

/* ---- a ball on the floor, restitution 0.5; place: it is below the floor ------------------------------------------ */

static const dtc_hybrid_guard floor_guard[] = { { "height < 0", "ball", 0 } };
static dtc_status ball_dx(void *p, double *dx)
{
    Any *m = p;
    m->dx[0] = m->x[1];
    m->dx[1] = -10;
    return result(m, dx, 2);
}
static void ball_guards(void *p, double *g) { Any *m = p; g[0] = (m->place ? -m->x[0] : m->x[0]) + DTC_HYSTERESIS; }
static dtc_status ball_event(void *p, int pass, int *changed)
{
    Any *m = p;
    int below = m->x[0] < 0;
    (void)pass;
    *changed = below != m->place;
    if (below && !m->place)
        m->x[1] *= -0.5;
    m->place = below;
    return DTC_OK;
}
const dtc_hybrid ball = { .info = &info, .states = 2, .guards = 1, .state = plain_state, .guard = floor_guard,
    .get = two_get, .set = two_set, .derivatives = ball_dx, .guards_at = ball_guards, .event = ball_event };

/* The same, but set back to the floor at each bounce: the bounces never end. */
static void zeno_guards(void *p, double *g) { g[0] = ((Any *)p)->x[0] + DTC_HYSTERESIS; }
static dtc_status zeno_event(void *p, int pass, int *changed)
{
    Any *m = p;
    *changed = pass == 0;
    if (pass == 0) {
        m->x[0] = 0;
        m->x[1] *= -0.5;
    }
    return DTC_OK;
}
const dtc_hybrid zeno = { .info = &info, .states = 2, .guards = 1, .state = plain_state, .guard = floor_guard,
    .get = two_get, .set = two_set, .derivatives = ball_dx, .guards_at = zeno_guards, .event = zeno_event };

/* ---- mass 1 and spring 1 with dry friction 0.2; place: 1 slides forward, -1 backward, 0 stuck; y: friction force - */

static const dtc_hybrid_guard slider_guard[] = { { "law slides", "slider.law", 0 },
    { "law stuck, lower", "slider.law", 0 }, { "law stuck, upper", "slider.law", 0 } };
static dtc_status slider_dx(void *p, double *dx)
{
    Any *m = p;
    m->y = m->place ? -0.2 * m->place : m->x[0];
    m->dx[0] = m->x[1];
    m->dx[1] = -m->x[0] + m->y;
    return result(m, dx, 2);
}
static void slider_guards(void *p, double *g)
{
    Any *m = p;
    g[0] = m->place ? m->place * m->x[1] + DTC_HYSTERESIS : 1;
    g[1] = m->place ? 1 : m->x[0] + 0.2 + DTC_HYSTERESIS;
    g[2] = m->place ? 1 : 0.2 - m->x[0] + DTC_HYSTERESIS;
}
static dtc_status slider_event(void *p, int pass, int *changed)
{
    Any *m = p;
    int was = m->place;
    (void)pass;
    if (m->place * m->x[1] < 0) {
        m->place = 0;
        m->x[1] = 0;
    } else if (m->place == 0) {
        m->place = m->x[0] < -0.2 ? 1 : m->x[0] > 0.2 ? -1 : 0;
    }
    *changed = m->place != was;
    return DTC_OK;
}
const dtc_hybrid slider = { .info = &info, .states = 2, .guards = 3, .state = plain_state, .guard = slider_guard,
    .get = two_get, .set = two_set, .derivatives = slider_dx, .guards_at = slider_guards, .event = slider_event };

/* ---- two places that follow each other in a circle, once x has come down to 0.5 ---------------------------------- */

static const dtc_hybrid_guard half_guard[] = { { "x < 0.5", "cycle", 0 } };
static void half_guards(void *p, double *g) { Any *m = p; g[0] = m->other ? 1 : m->x[0] - 0.5; }
static dtc_status cycle_event(void *p, int pass, int *changed)
{
    Any *m = p;
    *changed = 1;
    m->other = 1;
    m->place = pass % 3;
    m->flag = !m->flag;
    return DTC_OK;
}
const dtc_hybrid cycle = { .info = &info, .states = 1, .guards = 1, .state = plain_state, .guard = half_guard,
    .get = one_get, .set = one_set, .derivatives = decay_dx, .guards_at = half_guards, .event = cycle_event };

/* ---- x' = -1, y = sqrt(x), z' = y: no number after time 1 -------------------------------------------------------- */

static const dtc_hybrid_trace root_trace[] = {
    { "tank.y", offsetof(Any, y), "tank.y = sqrt(tank.x)", 0 }, { "der(x)", offsetof(Any, dx), "der(x) = -1", 0 },
    { "der(z)", offsetof(Any, dx) + sizeof(double), "der(z) = tank.y", 0 }
};
static dtc_status root_dx(void *p, double *dx)
{
    Any *m = p;
    m->y = sqrt(m->x[0]);
    m->dx[0] = -1;
    m->dx[1] = m->y;
    return result(m, dx, 2);
}
const dtc_hybrid root = { .info = &info, .states = 2, .traces = 3, .state = plain_state, .trace = root_trace,
    .get = two_get, .set = two_set, .derivatives = root_dx };

/* ---- x' = x^2: infinite at time 1 -------------------------------------------------------------------------------- */

static dtc_status blow_up_dx(void *p, double *dx)
{
    Any *m = p;
    m->dx[0] = 0;
    m->dx[1] = m->x[1] * m->x[1];
    return result(m, dx, 2);
}
const dtc_hybrid blow_up = {
    .info = &info, .states = 2, .state = plain_state, .get = two_get, .set = two_set, .derivatives = blow_up_dx
};

/* ---- x' = flag, which time alone changes: on for 0.1, off for 0.2; place: instants so far ------------------------ */

static dtc_status pulses_dx(void *p, double *dx) { Any *m = p; m->dx[0] = m->flag; return result(m, dx, 1); }
static double pulses_instant(int k) { return 0.3 * (k / 2) + 0.1 * (k % 2); }
static double pulses_next(const void *p) { return pulses_instant(((const Any *)p)->place); }
static dtc_status pulses_event(void *p, int pass, int *changed)
{
    Any *m = p;
    (void)pass;
    *changed = m->time >= pulses_instant(m->place);
    if (*changed)
        m->flag = ++m->place % 2;
    return DTC_OK;
}
static dtc_status pulses_setup(void *p) { ((Any *)p)->flag = ((Any *)p)->place = 1; return DTC_OK; }
const dtc_hybrid pulses = { .info = &info, .states = 1, .state = plain_state, .setup = pulses_setup, .get = one_get,
    .set = one_set, .derivatives = pulses_dx, .event = pulses_event, .next = pulses_next };

/* ---- x' = u, an input -------------------------------------------------------------------------------------------- */

static dtc_status driven_dx(void *p, double *dx) { Any *m = p; m->dx[0] = m->u; return result(m, dx, 1); }
static dtc_status no_event(void *p, int pass, int *changed) { (void)p; (void)pass; *changed = 0; return DTC_OK; }
const dtc_hybrid driven = { .info = &info, .states = 1, .state = plain_state, .get = one_get, .set = one_set,
    .derivatives = driven_dx, .event = no_event };

/* ---- no state: flag = sin(time) > 0.5 ---------------------------------------------------------------------------- */

static void none_get(const void *m, double *x) { (void)m; (void)x; }
static void none_set(void *m, double t, const double *x) { ((Any *)m)->time = t; (void)x; }
static const dtc_hybrid_guard wave_guard[] = { { "sin(time) > 0.5", "wave", 0 } };
static dtc_status wave_dx(void *p, double *dx) { Any *m = p; (void)dx; m->y = sin(m->time); return DTC_OK; }
static void wave_guards(void *p, double *g) { Any *m = p; g[0] = (m->flag ? m->y - 0.5 : 0.5 - m->y) + DTC_HYSTERESIS; }
static dtc_status wave_event(void *p, int pass, int *changed)
{
    Any *m = p;
    int was = m->flag;
    (void)pass;
    m->flag = m->y > 0.5;
    *changed = was != m->flag;
    return DTC_OK;
}
const dtc_hybrid wave = { .info = &info, .guards = 1, .guard = wave_guard, .get = none_get, .set = none_set,
    .derivatives = wave_dx, .guards_at = wave_guards, .event = wave_event };

/* ---- no state: flag is set while |time - 0.5| < 0.003, a moment that is shorter than the steps ------------------- */

static const dtc_hybrid_guard dip_guard[] = { { "y < 0", "dip", 0 } };
static dtc_status dip_dx(void *p, double *dx)
{
    Any *m = p;
    (void)dx;
    m->y = fabs(m->time - 0.5) - 0.003;
    return DTC_OK;
}
static void dip_guards(void *p, double *g) { Any *m = p; g[0] = (m->flag ? -m->y : m->y) + DTC_HYSTERESIS; }
static dtc_status dip_event(void *p, int pass, int *changed)
{
    Any *m = p;
    int was = m->flag;
    (void)pass;
    m->flag = m->y < 0;
    *changed = was != m->flag;
    return DTC_OK;
}
const dtc_hybrid dip = { .info = &info, .guards = 1, .guard = dip_guard, .get = none_get, .set = none_set,
    .derivatives = dip_dx, .guards_at = dip_guards, .event = dip_event };

/* ---- x' = -1 from 0, and a guard without hysteresis that is zero where the run begins: only the look at guards after
 * a step sees it fall  */

static const dtc_hybrid_guard falls_guard[] = { { "x >= 0", "falls", 0 } };
static dtc_status falls_dx(void *p, double *dx) { Any *m = p; m->dx[0] = -1; return result(m, dx, 1); }
static void falls_guards(void *p, double *g) { Any *m = p; g[0] = m->flag ? 1 : m->x[0]; }
static dtc_status falls_event(void *p, int pass, int *changed)
{
    Any *m = p;
    (void)pass;
    *changed = !m->flag;
    m->flag = 1;
    return DTC_OK;
}
const dtc_hybrid falls = { .info = &info, .states = 1, .guards = 1, .state = plain_state, .guard = falls_guard,
    .get = one_get, .set = one_set, .derivatives = falls_dx, .guards_at = falls_guards, .event = falls_event };

/* ---- assert(x > 0.5); terminate() in an event -------------------------------------------------------------------- */

static dtc_status limited_check(void *p)
{
    Any *m = p;
    m->fault = m->x[0] > 0.5 ? 0 : 1;
    return m->fault ? DTC_ASSERT : DTC_OK;
}
const dtc_hybrid limited = { .info = &info, .states = 1, .state = plain_state, .get = one_get, .set = one_set,
    .derivatives = decay_dx, .check = limited_check };

static dtc_status ends_event(void *p, int pass, int *changed)
{
    (void)pass;
    ((Any *)p)->other = 1;
    *changed = 0;
    return DTC_TERMINATE;
}
const dtc_hybrid ends = { .info = &info, .states = 1, .guards = 1, .state = plain_state, .guard = half_guard,
    .get = one_get, .set = one_set, .derivatives = decay_dx, .guards_at = half_guards, .event = ends_event };

/* ---- a right side that jumps against the motion without being a guard: x' = -1e300 sign(x) ----------------------- */

static dtc_status scarp_dx(void *p, double *dx)
{
    Any *m = p;
    m->dx[0] = 0;
    m->dx[1] = m->x[1] > 0 ? -1e300 : 1e300;
    return result(m, dx, 2);
}
const dtc_hybrid scarp = {
    .info = &info, .states = 2, .state = plain_state, .get = two_get, .set = two_set, .derivatives = scarp_dx
};
