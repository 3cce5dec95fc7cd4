/* The car of models/p2_hybrid by rules on a cycle of speed, by hand: a loop for this one car.
 *
 *     hand_p2 CYCLE.csv RUNS      a header, then rows of s and m/s; prints what cycle.h says
 *
 * Five speeds: engine, machine, both shafts of the gearbox, car; eight elements: drag of the engine,
         disconnect clutch,
 * both clutches, sleeves of both shafts, loss of the final drive, road with brakes. Laws and parameters are the
 * model's, and so is the order within a step,
         but that an automaton may see a value of the last sample where the model
 * has that of this one. hand.h has the law of friction; its matrices are made anew when a sleeve has changed. */
#define NV 5
#define NE 8
#define BREAKS_AWAY 0
#include "hand.h"
#include "cycle.h"
#include "hand_tables.h"
#include "hand_p2.h"

enum { ENGINE, MACHINE, FIRST, SECOND, CAR };
enum { DRAG, K0, K1, K2, ODD, EVEN, FINAL, ROAD };
enum { SLOW, FAST };
enum { OPEN, CRANK, FREE, CLOSING, CLOSED };
enum { DRIVES, SELECTS, LEADS, PASSES, FOLLOWS };
enum { LINES = 5 };

#define STEP 1e-3
#define PI 3.14159265358979323846

static const double radius = 0.306, final = 3.05, eta = 0.957, m = 1530.9, f0 = 102.838, f1 = 3.19673,
        f2 = 0.335222,
                    J_engine = 0.12, J_machine = 0.0507 * 32 / 49, J_shaft = 4e-3, c_max = 400, auxiliaries = 300;
static const double V = 1.58e-3, stroke = 0.097, bore = 0.072, gain = 0.444 + 1 / 28.0, H = 42.5e6, T_engine = 0.1,
                    k_free = 1.5;
static const double preview = 0.5, T = 0.5, T_i = 2, a_full = 4, a_brake = 8, a_lift = 0.4, a_hold = 4,
        v_rest = 0.1,
                    v_stop = 1, dwell_foot = 1, T_pedal = 0.2, dwell_gear = 0.8;
static const double P_on = 7e3, P_off = 4e3, soc_low = 0.45, soc_stop = 0.5, v_on = 33, T_on = 3, T_off = 2;
static const double tau_crank = 60, w_fire = 60, w_sync = 5, w_closed = 0.01, tau_close = 10, T_close = 0.1,
        T_open = 0.02,
                    w_none = 0.01;
static const double T_select = 0.2, T_torque = 0.15, T_least = 0.3, rate = 600, least = 30, T_w = 0.03,
        w_near = 0.3,
                    w_same = 0.01, c_least = 5, margin = 1.3;
static const double T_air = 298.15;

typedef struct {
    Gear g;
    Table wanted, ahead, full, limit, brake, ocv, give, take;
    Map loss;
    double fuel, soc, x, rise, T_cells, T_copper, T_sump, tau_engine, i;
    double foot_changed, gear_changed, ran, entered, heat;
    int on_throttle, moves, above[LINES], asked, ready, runs, able, start, phase, step, leading, gear, odd,
            even, row_odd,
        row_even, fires;
    double throttle, missing, drag_0, drag_2, U, R_give, R_take, P_give, P_take, P_strategy;
    long t;
} P2;

static double way_odd, way_even, way_final;     /* speeds of shafts and final drive over that of the car */

static void slips(double *s, const double *v)
{
    s[DRAG] = v[ENGINE];
    s[K0] = v[MACHINE] - v[ENGINE];
    s[K1] = v[FIRST] - v[MACHINE];
    s[K2] = v[SECOND] - v[MACHINE];
    s[ODD] = v[FIRST] - way_odd * v[CAR];
    s[EVEN] = v[SECOND] - way_even * v[CAR];
    s[FINAL] = way_final * v[CAR];
    s[ROAD] = v[CAR];
}

static void spread(double *q, const double *l)
{
    q[ENGINE] += l[DRAG] - l[K0];
    q[MACHINE] += l[K0] - l[K1] - l[K2];
    q[FIRST] += l[K1] + l[ODD];
    q[SECOND] += l[K2] + l[EVEN];
    q[CAR] += way_final * l[FINAL] + l[ROAD] - way_odd * l[ODD] - way_even * l[EVEN];
}

static void in_gear(P2 *c)
{
    double mass[NV][NV] = { { J_engine }, { 0, J_machine }, { 0, 0, J_shaft }, { 0, 0, 0, J_shaft },
                            { 0, 0, 0, 0, 1.015 * m } };

    way_final = final / radius;
    way_odd = ratio[c->row_odd] * way_final;
    way_even = ratio[c->row_even] * way_final;
    constants(&c->g, mass);
}

static inline double low(double a, double b) { return a < b ? a : b; }
static inline double high(double a, double b) { return a > b ? a : b; }

/* ---- driver ------------------------------------------------------------------------------------------------------ */

/* The foot; *brake: of the pedal; *dx: rate of the integral of the driver. */
static inline void driver(P2 *c, double t, double *brake, double *dx)
{
    double v = c->g.v[CAR], wanted = look_up(&c->wanted, t), ahead = look_up(&c->ahead, t + preview),
           now = (wanted - v) / T + c->x, a = (ahead - v) / T + c->x,
           beyond = now < -a_brake ? now + a_brake : now > a_full ? now - a_full : 0;
    int rests = ahead < v_rest && v < v_stop, there;

    *dx = (wanted - v - 1.25 * T * beyond) / (T * T_i);
    if (!rests && !c->moves)
        c->x = 0;
    c->moves = !rests;
    if (rests && a > -a_hold)
        a = -a_hold;
    if ((c->on_throttle ? a < -a_lift : a > a_lift) && t - c->foot_changed > dwell_foot) {
        c->on_throttle = !c->on_throttle;
        c->foot_changed = t;
    }
    there = t - c->foot_changed >= T_pedal;
    c->throttle = there && c->on_throttle ? clamp(a / a_full) : 0;
    *brake = there && !c->on_throttle ? clamp(-a / a_brake) : 0;
}

static inline void shift_map(P2 *c, double t)
{
    double v = c->g.v[CAR];
    int gear = 1;

    if (c->ready)
        for (int k = 0; k < LINES; k++)
            c->above[k] ^= c->above[k] ? v < line(down_rows[k], c->throttle) : v > line(up_rows[k], c->throttle);
    for (int k = 0; k < LINES; k++)
        gear += c->above[k];
    if (gear != c->asked)
        c->gear_changed = t;
    c->asked = gear;
    c->ready = t - c->gear_changed >= dwell_gear;
}

/* ---- battery, gears,
        engine: who does what ----------------------------------------------------------------------- */

/* Voltage, resistances, and the powers that the limits leave. */
static inline void battery(P2 *c)
{
    double give, take, derate = c->T_cells < 278.15 ? clamp((c->T_cells - 258.15) / 20)
                                                    : clamp((333.15 - c->T_cells) / 15);

    c->U = 72 * look_up(&c->ocv, c->soc);
    c->R_give = 72 * look_up(&c->give, c->soc);
    c->R_take = 72 * look_up(&c->take, c->soc);
    give = high(0, low(low(140 * derate, (c->U - 180) / c->R_give), c->U / (2 * c->R_give)));
    give *= clamp((c->soc - 0.3) / 0.01);
    take = high(0, low(110 * derate, (309.6 - c->U) / c->R_take)) * clamp((0.85 - c->soc) / 0.01);
    c->P_give = (c->U - c->R_give * give) * give;
    c->P_take = (c->U + c->R_take * take) * take;
}

static void enter(P2 *c, int phase, double t)
{
    int before = c->gear;

    c->phase = phase;
    c->entered = t;
    if (phase == SELECTS) {
        c->step = c->asked > c->gear ? 1 : -1;
        c->leading = 0;
        *(before % 2 ? &c->even : &c->odd) = before + c->step;
    } else if (phase == LEADS) {
        c->leading = 1;
    } else if (phase == DRIVES) {
        c->gear += c->step;
        c->step = 0;
    }
}

/* Torque that the input is to have; capacities of both clutches. */
static inline double blend(P2 *c, double t, double tau_out, double a_out)
{
    double w_in = c->g.v[MACHINE], w_out = c->g.v[CAR] * way_final, age = t - c->entered, x, alpha, tau, tau_next,
           c_gear, c_next, J = J_machine + (c->start == CLOSED ? J_engine : 0);
    int next = c->gear + c->step, natural = (tau_out >= 0) == (c->step > 0);

    switch (c->phase) {
    case DRIVES:
        if ((c->start == OPEN || c->start == CLOSED) && c->asked != c->gear && age >= T_least)
            enter(c, SELECTS, t);
        break;
    case SELECTS:
        if (age >= T_select)
            enter(c, natural ? PASSES : LEADS, t);
        break;
    case LEADS:
        if (fabs(c->missing) < w_near)
            enter(c, PASSES, t);
        break;
    case PASSES:
        if (age >= T_torque)
            enter(c, FOLLOWS, t);
        break;
    default:
        if (fabs(c->missing) < w_same)
            enter(c, DRIVES, t);
    }
    next = c->gear + c->step;
    c->missing = ratio[next] * w_out - w_in;
    x = c->phase == PASSES ? clamp((t - c->entered) / T_torque) : c->phase == FOLLOWS;
    tau = tau_out / ratio[c->gear];
    tau_next = tau_out / ratio[next];
    alpha = (c->phase <= SELECTS || (c->phase == PASSES && !c->leading) ? ratio[c->gear] : ratio[next]) * a_out;
    if (c->phase == LEADS || c->phase == FOLLOWS)
        alpha += (c->missing > 0 ? 1 : -1) * high(least, low(rate, fabs(c->missing) / T_w));
    if (c->phase <= SELECTS) {
        c_gear = c_max, c_next = 0;
    } else {
        c_gear = c->phase == FOLLOWS ? 0 : c->leading ? high(c_least, (1 - x) * fabs(tau))
                                                      : (1 - x) * (margin * fabs(tau) + c_least);
        c_next = c->phase == LEADS ? 0 : c->leading ? x * (margin * fabs(tau_next) + c_least)
                                                    : x * high(c_least, fabs(tau_next));
    }
    c_gear = low(c_max, c_gear), c_next = low(c_max, c_next);
    two_sided(&c->g, K1, c->gear % 2 ? c_gear : c_next, 1);
    two_sided(&c->g, K2, c->gear % 2 ? c_next : c_gear, 1);
    two_sided(&c->g, ODD, c->row_odd == c->odd ? (c->g.hi[K1] > 0 ? 800 : 6) : 0, 1);
    two_sided(&c->g, EVEN, c->row_even == c->even ? (c->g.hi[K2] > 0 ? 800 : 6) : 0, 1);
    return (1 - x) * tau + x * tau_next + J * alpha;
}

/* When the engine runs, its start by K0; torque that the machine gives besides, *rise: of the pressure. */
static inline double engine_start(P2 *c, double t, double *rise)
{
    double we = c->g.v[ENGINE], wm = c->g.v[MACHINE], v = c->g.v[CAR], pressure;
    int on;

    if (c->runs ? t - c->ran >= T_on && c->P_strategy < P_off && c->soc > soc_stop && v < 0.95 * v_on
                : t - c->ran >= T_off && (c->P_strategy > P_on || c->soc < soc_low || v > v_on)) {
        c->runs = !c->runs;
        c->ran = t;
    }
    c->able = c->able ? !(wm < 92) : wm > 110;
    on = c->able && (c->phase == DRIVES ? c->runs : c->start != OPEN);
    if (!on && c->start != OPEN)
        c->start = OPEN;
    else if (c->start == OPEN ? on : c->start == CRANK ? we > w_fire : c->start == FREE ? fabs(we - wm) < w_sync
             : c->start == CLOSING && fabs(we - wm) < w_closed)
        c->start++;
    *rise = c->start == CLOSED ? (c->rise < 1 ? 1 / T_close : 0) : -c->rise / T_open;
    pressure = c->start == CRANK ? tau_crank / c_max : c->start == CLOSING ? tau_close / c_max
             : c->start == CLOSED ? low(1, tau_close / c_max + c->rise) : 0;
    two_sided(&c->g, K0, c_max * pressure, 1);
    return c->start == CLOSED ? 0 : pressure * c_max * (wm - we > w_none ? 1 : wm - we < -w_none ? -1
            : (wm - we) / w_none);
}

/* Torque of the combustion; *drag: of friction and gas exchange. */
static inline double combustion(P2 *c, double *drag)
{
    double w = c->g.v[ENGINE], full = look_up(&c->full, fabs(w)), pedal;
    double tau = c->start == CLOSED ? c->tau_engine : k_free * (c->g.v[MACHINE] + 1 - w);

    *drag = c->drag_0 + c->drag_2 * w * w;
    if (c->fires ? w < 20 : w > 40)
        c->fires = !c->fires;
    if (!c->fires || c->start < FREE)
        return 0;
    pedal = clamp((*drag + tau) / (*drag + full));
    return clamp(w / 30) * high(pedal, clamp(*drag / (*drag + full))) * (*drag + full);
}

/* Torque of the machine within its limits and the battery's; *loss at it, the battery's current. */
static inline double machine(P2 *c, double tau, double w, double most, double slowest, double *loss)
{
    double k, loss_0 = map(&c->loss, w, 0), P, R, u;

    tau = high(-slowest, low(most, tau));
    *loss = map(&c->loss, w, tau);
    if (tau * w < 0)
        k = low(1, high(0, c->P_take + auxiliaries) / high(1, -tau * w));
    else
        k = clamp((c->P_give - auxiliaries - loss_0) / high(1, tau * w + *loss - loss_0));
    if (k < 1) {
        tau *= k;
        *loss = map(&c->loss, w, tau);
    }
    P = tau * w + *loss + auxiliaries;
    R = c->i >= -1e-6 ? c->R_give : c->R_take;
    u = c->U / 2 + sqrt(high(0, c->U * c->U / 4 - R * P));
    c->i = (c->U - u) / R;
    c->heat = R * c->i * c->i;
    return tau;
}

/* Bounds of the loss of the final drive, by the torques of the last step. */
static inline void final_drive(P2 *c)
{
    Gear *g = &c->g;
    double in = -(ratio[c->row_odd] * g->lambda[ODD] + ratio[c->row_even] * g->lambda[EVEN]),
            out = in + g->lambda[FINAL];

    g->slo[FINAL] = g->lo[FINAL] = -1e-10 - high((1 - eta) * in, (eta - 1) * out);
    g->shi[FINAL] = g->hi[FINAL] = 1e-10 + high(-(1 - eta) * in, -(eta - 1) * out);
}

/* Slips, with the matrices of new ratios where a sleeve has let go in the last sample. */
static inline void look_at_slips(P2 *c, int odd, int even)
{
    Gear *g = &c->g;
    dtc_law law = DTC_LAW_VIEW(NE, g);

    if (c->row_odd != odd || c->row_even != even) {
        c->row_odd = odd, c->row_even = even;
        in_gear(c);
        dtc_law_factor(&law);
        with_stuck_elements(g);
    }
    slips(g->s, g->v);
}

/* What the machine brakes with, of the force that is wanted. */
static inline double recuperated(const P2 *c, double wanted, double slowest)
{
    double v = c->g.v[CAR], by_battery = c->P_take / high(fabs(v), 0.1);

    return clamp((fabs(v) - 1) / 2) * high(0, low(low(wanted, eta * slowest * c->g.v[MACHINE] / high(v, 1)),
                                                  low(4000, by_battery)));
}

/* States beside the speeds. */
static inline void integrate(P2 *c, double y, double fuel, double loss, double rise, double dx)
{
    const double *l = c->g.lambda, *s = c->g.s;
    double heat = -(l[K0] * s[K0] + l[K1] * s[K1] + l[K2] * s[K2] + l[ODD] * s[ODD] + l[EVEN] * s[EVEN]
                    + l[FINAL] * s[FINAL]);

    c->T_sump += STEP / 8e3 * (heat - 15 * (c->T_sump - T_air));
    c->T_copper += STEP / (39 * 450) * (loss - 80 * (c->T_copper - T_air));
    c->T_cells += STEP / (72 * 300) * (c->heat - 20 * (c->T_cells - T_air));
    c->fuel += STEP * fuel * c->g.v[ENGINE] / (gain * H);
    c->soc -= STEP * c->i / (6 * 3600);
    c->tau_engine += STEP * ((c->start == CLOSED ? y : 0) - c->tau_engine) / T_engine;
    c->rise += STEP * rise;
    c->x += STEP * dx;
    c->t++;
}

static dtc_status step(P2 *c)
{
    Gear *g = &c->g;
    const double t = (double)c->t * STEP, v = g->v[CAR], w = g->v[MACHINE];
    const int odd = c->odd, even = c->even;
    double brake, dx, rise, drag, slowest, wanted, part, force, a, tau, extra, fuel, y, loss;

    driver(c, t, &brake, &dx);
    shift_map(c, t);
    battery(c);
    slowest = look_up(&c->brake, fabs(w));
    wanted = m * brake * a_brake;
    part = recuperated(c, wanted, slowest);
    force = m * c->throttle * a_full - part;
    a = v > 0.1 ? (force - (wanted - part) - f0 - f1 * v - f2 * v * v) / (1.015 * m) : 0;
    tau = blend(c, t, force * radius / final / (force >= 0 ? eta : 1 / eta), a * way_final);
    c->P_strategy = tau * w + auxiliaries;
    extra = engine_start(c, t, &rise);
    y = c->runs ? low(high(4e3, low(70e3, c->P_strategy + 60e3 * (0.6 - c->soc))) / high(w, 100),
            look_up(&c->full, w)) : 0;
    fuel = combustion(c, &drag);
    tau = machine(c, tau + extra - (c->start == CLOSED ? fuel - drag : 0), w, look_up(&c->limit, fabs(w)),
            slowest, &loss);

    two_sided(g, DRAG, drag, 1);
    two_sided(g, ROAD, f0 + (wanted - part), 1);
    final_drive(c);
    g->q[ENGINE] = fuel;
    g->q[MACHINE] = tau;
    g->q[FIRST] = g->q[SECOND] = 0;
    g->q[CAR] = -f1 * v - f2 * v * fabs(v);
    look_at_slips(c, odd, even);
    evaluate(g, STEP);
    integrate(c, y, fuel, loss, rise, dx);
    return advance(g, STEP)
            && dtc_finite(c->fuel + c->soc + c->tau_engine + c->rise + c->x + c->T_sump + c->T_copper
                                          + c->T_cells) ? DTC_OK : DTC_RESULT;
}

static void setup(P2 *c, int n, const double (*cycle)[2])
{
    double none, drag;

    memset(c, 0, sizeof *c);
    fill(&c->wanted, n, cycle);
    fill(&c->ahead, n, cycle);
    machine_tables(&c->loss, &c->limit, &c->brake);
    fill(&c->full, 10, full_rows);
    fill(&c->ocv, 7, ocv_rows);
    fill(&c->give, 7, give_rows);
    fill(&c->take, 7, take_rows);
    c->drag_0 = V / (4 * PI) * (1.44e5 * 0.46 * sqrt(0.075 / bore) + 1e5);
    c->drag_2 = V / (4 * PI) * 1.44e5 * 9.1e-4 * stroke * stroke * sqrt(0.075 / bore);
    c->ready = c->gear = c->asked = c->odd = c->row_odd = c->fires = 1;
    c->even = c->row_even = 2;
    c->foot_changed = -dwell_foot - T_pedal;
    c->gear_changed = -dwell_gear;
    c->soc = 0.6;
    c->T_cells = c->T_copper = c->T_sump = T_air;
    c->g.torque[DRAG] = 10, c->g.torque[K0] = c->g.torque[K1] = c->g.torque[K2] = 400;
    c->g.torque[ODD] = c->g.torque[EVEN] = 800, c->g.torque[FINAL] = 1, c->g.torque[ROAD] = f0;
    in_gear(c);
    battery(c);
    (void)blend(c, 0, 0, 0);
    (void)engine_start(c, 0, &none);
    (void)combustion(c, &drag);
    two_sided(&c->g, DRAG, drag, 1);
    two_sided(&c->g, FINAL, 1e-10, 1);
    two_sided(&c->g, ROAD, f0 + m * 4, 1);
    start(&c->g);
}

CYCLE_BY_HAND(P2)
