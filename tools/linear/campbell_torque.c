/* campbell_torque.c - the orders of an engine's torque, from its component: the torque tau over the angle of its crank.
 *
 * The angle is set, in equal steps of two turns, at a steady speed, and the model evaluated: sums over the samples are
 * the Fourier coefficients, exact but for orders above SAMPLES/4 that are folded back. A torque of gas and pistons is a
 * part that does not depend on the speed and one with its square; so amplitudes between the speeds that are tried are
 * linear in the square. Cost: SPEEDS times SAMPLES evaluations, walked.
 */
#include <math.h>
#include <string.h>
#include "campbell.h"
#include "dtc_runtime.h"

enum { SPEEDS = 9, SAMPLES = 720 };
static const double ROUNDING = 1e-12;      /* of the largest torque: an order below has none */

static Var variable(const Flat *f, const char *name)
{
    for (Var v = 1; v < vec_len(f->var); v++)
        if (strcmp(f->var[v].name, name) == 0)
            return v;
    return 0;
}

static bool lacks(const Campbell *c, const CampbellModel *m, const char *what)
{
    error(m->p->d, ((Span){ 0, 0 }), NULL, "--engine: %s %s", c->engine, what);
    return false;
}

/* false: they follow from others */
static bool turn_to(Point *p, Var angle, double x, Var speed, double w)
{
    point_set(p, angle, x);
    point_set(p, speed, w);
    if (point_evaluate(p) > DTC_TERMINATE)
        return false;
    return fabs(point_of(p, angle) - x) <= 1e-9 * (1 + fabs(x)) &&
           fabs(point_of(p, speed) - w) <= 1e-9 * fabs(w);
}

/* Does the angle advance at that speed? What is turned by a filtered speed follows it later only. */
static bool turns_with(const Campbell *c, const CampbellModel *m, Var angle, double w)
{
    const Flat *f = m->p->e->f;
    bool negated;
    const Var rate = f->var[root_of(f, angle, &negated)].der;
    const double is = !rate ? w : negated ? -point_of(m->p, rate) : point_of(m->p, rate);

    if (fabs(is - w) <= 1e-9 * fabs(w))
        return true;
    return lacks(c, m,
                 internf(m->p->d,
                         "does not turn with --speed: where that is %.6g rad/s, der(%s) is %.6g; a "
                         "Source.Speed between them has to be exact",
                         w, f->var[angle].name, is));
}

static bool sample(const Campbell *c, const CampbellModel *m, Var angle, Var tau, double w, Complex *part)
{
    const double turns = 4 * M_PI;
    double largest = 0;

    for (uint32_t i = 0; i < SAMPLES; i++) {
        const double x = turns * i / SAMPLES;
        if (!turn_to(m->p, angle, x, m->speed, w))
            return lacks(c, m, "has an angle, or --speed a speed, that cannot be set: both are to be states");
        if (i == 0 && !turns_with(c, m, angle, w))
            return false;
        const double torque = point_of(m->p, tau);
        largest = fmax(largest, fabs(torque));
        for (uint32_t k = 0; k < vec_len(c->order); k++)
            part[k] += (c->order[k] > 0 ? 2.0 : 1.0) / SAMPLES * torque * cexp(-I * c->order[k] * x);
    }
    for (uint32_t k = 0; k < vec_len(c->order); k++)
        if (cabs(part[k]) < ROUNDING * largest)
            part[k] = 0;
    return true;
}

bool engine_orders(const Campbell *c, const CampbellModel *m, EngineOrders *e)
{
    const Flat *f = m->p->e->f;
    Dtc *d = m->p->d;
    Arena *a = &c->d->run;
    const Var tau = variable(f, internf(d, "%s.tau", c->engine)),
              phi = variable(f, internf(d, "%s.phi", c->engine)),
              angle = phi ? phi : variable(f, internf(d, "%s.angle", c->engine));

    if (!tau || !angle)
        return lacks(c, m, "is no component with the variables tau and phi, or tau and angle");
    for (uint32_t k = 0; k < vec_len(c->order); k++)
        if (fabs(2 * c->order[k] - round(2 * c->order[k])) > 1e-9)
            return lacks(c, m, "repeats after two turns: its orders are multiples of 0.5");
    *e = (EngineOrders){ SPEEDS, vec_len(c->order), NEW_N(a, double, SPEEDS),
                         NEW_N(a, Complex, SPEEDS * vec_len(c->order) + 1) };
    for (uint32_t i = 0; i < SPEEDS; i++) {
        const double w = (c->from + (c->to - c->from) * i / (SPEEDS - 1)) * M_PI / 30;
        e->square[i] = w * w;
        if (!sample(c, m, angle, tau, w, e->part + i * e->orders))
            return false;
    }
    return campbell_put(m, m->given);
}

double engine_torque(const EngineOrders *e, uint32_t order, double w)
{
    uint32_t i = 0;

    while (i + 2 < e->speeds && e->square[i + 1] < w * w)
        i++;
    const double t = (w * w - e->square[i]) / (e->square[i + 1] - e->square[i]);
    return cabs((1 - t) * e->part[i * e->orders + order] + t * e->part[(i + 1) * e->orders + order]);
}
