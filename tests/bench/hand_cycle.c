/* The car of models/drive_cycle with lock-up on a cycle of speed, by hand: a loop for this one car.
 *
 *     hand_cycle CYCLE.csv RUNS      a header, then rows of s and m/s; prints what cycle.h says
 *
 * Three speeds: engine, turbine, car; three elements: lock-up, friction of the gears, dry friction of road and brakes.
 * Laws, parameters and the order within a step are the model's. hand.h has the law of friction; its matrices are made
 * anew when the gear has changed. What parameters determine is computed once, tables know their last interval and
 * their slopes, and lines of the shift map are looked up where they are asked for alone. */
#define NV 3
#define NE 3
#define BREAKS_AWAY 0
#include "hand.h"
#include "cycle.h"
#include "hand_tables.h"

enum { ENGINE, TURBINE, CAR };
enum { LOCK, GEARS, ROAD };
enum { LINES = 3 };

#define STEP 1e-3
#define RPM 0.10471975511965977
#define PI 3.14159265358979323846

static const double gravity = 9.80665, radius = 0.29, axle = 3.08, mass = 1180 + 3 / (0.29 * 0.29),
                    J_engine = 0.1 + 0.109, J_turbine = 0.056, f0 = 0.01 * 1180 * 9.80665, f_brake = 1180 * 9.80665,
                    f2 = 1.2 / 2 * (0.335 * 2);
static const double V = 1.9e-3, stroke = 0.09, bore = 0.082, e = 0.4, filling = 28, p_0 = 1e5, k1 = 1.44e5, k2 = 0.46,
                    k3 = 9.1e-4, k4 = 0.075, H = 42.5e6, w_idle = 84, k_idle = 0.5, T_idle = 2, w_cut = 150,
                    w_resume = 120, w_stall = 30, w_small = 1;
static const double tau_lock = 300, T_pressure = 0.1, tau_gears = 400, ratio[] = { 0, 2.91, 1.64, 1.07, 0.78 };
static const double preview = 0.5, T = 0.5, T_i = 2, a_full = 4, a_brake = 10, a_lift = 0.4, a_hold = 4, v_rest = 0.1,
                    v_stop = 1, dwell_foot = 1, T_pedal = 0.2, dwell_gear = 1;

static const double full_rows[][2] = {
    { 500 * RPM, 112.32 },  { 1000 * RPM, 134.16 }, { 1500 * RPM, 146.64 }, { 2000 * RPM, 158.34 },
    { 2500 * RPM, 165.36 }, { 3000 * RPM, 162.24 }, { 3500 * RPM, 159.12 }, { 4000 * RPM, 159.9 },
    { 4500 * RPM, 165.36 }, { 5000 * RPM, 164.58 }, { 5500 * RPM, 160.68 }, { 6000 * RPM, 151.32 },
    { 6500 * RPM, 0 } };
static const double k_rows[][2] = {
    { 0, 144.4 },    { 0.1, 146.6 },  { 0.2, 149.4 },  { 0.3, 152.5 }, { 0.4, 157.4 },  { 0.5, 163.7 }, { 0.6, 172.2 },
    { 0.65, 177.5 }, { 0.7, 183.3 },  { 0.75, 189.9 }, { 0.8, 197.3 }, { 0.85, 210.7 }, { 0.9, 227.2 },
    { 0.95, 304.4 } };
static const double ratio_rows[][2] = {
    { 0, 2 },      { 0.1, 1.88 }, { 0.2, 1.77 }, { 0.3, 1.66 }, { 0.4, 1.55 },  { 0.5, 1.43 }, { 0.6, 1.32 },
    { 0.7, 1.21 }, { 0.75, 1.15 }, { 0.8, 1.1 },  { 0.85, 1.04 }, { 0.9, 1 }, { 2, 1 } };
/* lines of the shift map, and of the lock-up: load, speed */
static const double up_rows[LINES + 1][3][2] = {
    { { 0, 4.5 }, { 0.3, 6 }, { 1, 14 } },  { { 0, 8.5 }, { 0.3, 11 }, { 1, 26 } },
    { { 0, 13 }, { 0.3, 17 }, { 1, 38 } },  { { 0, 11 }, { 0.3, 14 }, { 1, 40 } } };
static const double down_rows[LINES + 1][3][2] = {
    { { 0, 2.5 }, { 0.3, 3.5 }, { 1, 9 } }, { { 0, 6.5 }, { 0.3, 8 }, { 1, 19 } },
    { { 0, 10.5 }, { 0.3, 13 }, { 1, 30 } }, { { 0, 9.5 }, { 0.3, 11 }, { 1, 34 } } };

/* ---- the car ----------------------------------------------------------------------------------------------------- */

typedef struct {
    Gear g;
    Table wanted, ahead, full, capacity, ratio;
    double fuel, x_idle, p, x;                                  /* states beside the speeds */
    double throttle, foot_changed, gear_changed;
    int supply, on_throttle, above[LINES + 1], gear, row, ready, moves;
    double friction, friction2, gain;                           /* drag = friction + friction2 w^2; fuel over power */
    long step;
} Car;

static double way;                                              /* w before the gears over v, in the present gear */

static void slips(double *s, const double *v)
{
    s[LOCK] = v[ENGINE] - v[TURBINE];
    s[GEARS] = v[TURBINE] - way * v[CAR];
    s[ROAD] = v[CAR];
}

static void spread(double *q, const double *l)
{
    q[ENGINE] += l[LOCK];
    q[TURBINE] += l[GEARS] - l[LOCK];
    q[CAR] += l[ROAD] - way * l[GEARS];
}

static void in_gear(Car *c, int gear)
{
    double m[NV][NV] = { { J_engine }, { 0, J_turbine }, { 0, 0, mass } };

    c->row = gear;
    way = ratio[gear] * axle / radius;
    constants(&c->g, m);
}


/* Wanted acceleration; *dx: rate of its integral. */
static inline double driver(Car *c, double t, double *dx)
{
    double v = c->g.v[CAR], wanted = look_up(&c->wanted, t), ahead = look_up(&c->ahead, t + preview),
           a = (ahead - v) / T + c->x, beyond = a < -a_brake ? a + a_brake : a > a_full ? a - a_full : 0;
    int rests = ahead < v_rest && v < v_stop;

    *dx = (wanted - v - T * beyond) / (T * T_i);
    if (!rests && !c->moves)
        c->x = 0;
    c->moves = !rests;
    return rests && a > -a_hold ? -a_hold : a;
}

/* Lines of shift map and lock-up that are passed. */
static inline void pass_lines(Car *c, double t)
{
    double v = c->g.v[CAR];

    for (int k = 0; k <= LINES; k++)
        c->above[k] ^= c->above[k] ? v < line(down_rows[k], c->throttle) : v > line(up_rows[k], c->throttle);
    int gear = 1 + c->above[0] + c->above[1] + c->above[2];
    if (gear != c->gear)
        c->gear_changed = t;
    c->gear = gear;
}

/* Pedals by the wanted acceleration, and the bounds of friction. */
static inline void pedals(Car *c, double t, double a)
{
    int there = t - c->foot_changed >= T_pedal;

    c->throttle = there && c->on_throttle ? clamp(a / a_full) : 0;
    two_sided(&c->g, GEARS, c->row == c->gear ? tau_gears : 0, 1);
    two_sided(&c->g, ROAD, f0 + f_brake * (there && !c->on_throttle ? clamp(-a / a_brake) : 0), 1);
}

/* Torques on engine, turbine and car without those of friction; the power of the combustion. dx: rate of x_idle. */
static inline double torques(Car *c, double *dx)
{
    double w = c->g.v[ENGINE], v = c->g.v[CAR], size = fabs(w), nu = c->g.v[TURBINE] / (w > 1 ? w : 1), burn = 0;
    double drag = c->friction + c->friction2 * w * w, most = look_up(&c->full, size) + drag, low = 1 - w / w_idle;
    double idle = clamp(drag / most + k_idle * low + c->x_idle), pump = look_up(&c->capacity, nu) * w * size;

    *dx = (c->x_idle <= 0 && low < 0) || (c->x_idle >= 0.3 && low > 0) ? 0 : low / T_idle;
    if (c->supply)
        burn = (idle > c->throttle ? idle : c->throttle) * clamp(w / w_stall);
    c->g.q[ENGINE] = burn * most - drag * (w > w_small ? 1 : w < -w_small ? -1 : w / w_small) - pump;
    c->g.q[TURBINE] = look_up(&c->ratio, nu) * pump * (size < 1 ? size : 1);
    c->g.q[CAR] = -f2 * v * fabs(v);
    return burn * most * w;
}

static dtc_status step(Car *c)
{
    Gear *g = &c->g;
    const double t = (double)c->step * STEP, w = g->v[ENGINE];
    const int gear_before = c->gear;
    double dx, dx_idle, a = driver(c, t, &dx), power;

    if (c->supply ? c->throttle <= 0 && w > w_cut : c->throttle > 0 || w < w_resume)
        c->supply = !c->supply;
    if ((c->on_throttle ? a < -a_lift : a > a_lift) && t - c->foot_changed > dwell_foot) {
        c->on_throttle = !c->on_throttle;
        c->foot_changed = t;
    }
    if (c->ready)
        pass_lines(c, t);
    g->s[LOCK] = w - g->v[TURBINE];
    g->s[ROAD] = g->v[CAR];
    two_sided(g, LOCK, tau_lock * c->p, 1);
    if (wants_to_leave(g, STEP))
        decide(g, STEP);
    if (c->row != gear_before) {
        dtc_law law = DTC_LAW_VIEW(NE, g);
        in_gear(c, gear_before);
        dtc_law_factor(&law);
        with_stuck_elements(g);
    }
    pedals(c, t, a);
    power = torques(c, &dx_idle);
    g->s[GEARS] = g->v[TURBINE] - way * g->v[CAR];
    evaluate(g, STEP);
    c->ready = t - c->gear_changed >= dwell_gear;

    c->fuel += STEP * power * c->gain;
    c->x_idle += STEP * dx_idle;
    c->p += STEP * ((c->above[LINES] && c->ready && c->gear >= 3) - c->p) / T_pressure;
    c->x += STEP * dx;
    c->step++;
    return advance(g, STEP) && dtc_finite(c->fuel + c->x_idle + c->p + c->x) ? DTC_OK : DTC_RESULT;
}

static void setup(Car *c, int n, const double (*cycle)[2])
{
    double capacity[17][2] = { { 0 } }, none;

    memset(c, 0, sizeof *c);
    fill(&c->wanted, n, cycle);
    fill(&c->ahead, n, cycle);
    fill(&c->full, 13, full_rows);
    fill(&c->ratio, 13, ratio_rows);
    for (int i = 0; i < 16; i++) {
        double k = i < 14 ? k_rows[i][1] : 304.4;
        capacity[i][0] = i < 14 ? k_rows[i][0] : i < 15 ? 1 : 1.05;
        capacity[i][1] = (i < 14 ? 1 : i < 15 ? 0 : -1) / (RPM * k * RPM * k);
    }
    capacity[16][0] = 2, capacity[16][1] = -1 / (RPM * 170 * RPM * 170);
    fill(&c->capacity, 17, capacity);
    c->friction = V / (4 * PI) * (k1 * k2 * sqrt(k4 / bore) + p_0);
    c->friction2 = V / (4 * PI) * k1 * k3 * stroke * stroke * sqrt(k4 / bore);
    c->gain = 1 / ((e + 1 / filling) * H);
    c->supply = c->gear = c->row = c->ready = 1;
    c->foot_changed = -dwell_foot - T_pedal;
    c->gear_changed = -dwell_gear;
    c->g.v[ENGINE] = w_idle;
    c->g.torque[LOCK] = tau_lock, c->g.torque[GEARS] = tau_gears, c->g.torque[ROAD] = f0;
    in_gear(c, 1);
    pedals(c, 0, driver(c, 0, &none));
    (void)torques(c, &none);
    start(&c->g);
}

CYCLE_BY_HAND(Car)
