/* campbell.c - the modes of a model over the speed of a shaft, and what the orders of that shaft force.
 *
 * With one point for all speeds the eigenfrequencies are constants. With a parameter that is the speed of the point the
 * model is started and linearised at each speed; a mode goes on as the eigenvalue nearest to it. Orders force steady
 * responses |H(n w)| times their torque (transfer.h), as if each speed were held. Crossings are found between speeds by
 * regula falsi.
 */
#include <math.h>
#include <stdlib.h>
#include "campbell.h"
#include "rigid.h"

enum { AROUND = 5, STEPS = 40 };
static const double MINUTE = 60, UNDAMPED = 1e-8, TURN = 2 * M_PI;

/* The linear model at a speed. */
typedef struct {
    Campbell *c; const CampbellModel *m; CampbellCase *one;
    Pencil *q; Linear *l;
    Transfer t; bool open;
    Eigen eigen;
    Response *at;
    EngineOrders engine;
} Work;

/* ---- the model at a speed ------------------------------------------------------------------------------ */

static void close_model(Work *w)
{
    if (w->open)
        transfer_free(&w->t);
    linear_free(w->l);
    w->open = false;
    w->l = NULL;
}

static bool open_model(Work *w)
{
    const CampbellModel *m = w->m;

    close_model(w);
    if (!w->q && !(w->q = pencil_new(m->p, m->input, m->output)))
        return false;
    w->l = linear_again(w->q, m->output);
    w->open = w->l != NULL;
    return w->l && transfer_new(w->l, m->output, &w->t) && linear_eigen(w->l, w->c->modes, &w->eigen);
}

static double speed_of_point(const Work *w) { return point_of(w->m->p, w->m->speed) * MINUTE / TURN; }

bool campbell_put(const CampbellModel *m, const PointSetting *given)
{
    return point_put(m->p, m->options, given) && (!m->settle || m->settle(m->with));
}

/* The point whose speed is that. */
static bool at_speed(Work *w, double speed)
{
    const CampbellModel *m = w->m;
    PointSetting *given = NULL;

    if (!m->along)
        return true;
    for (uint32_t i = 0; i < vec_len(m->given); i++)
        vec_push(&m->p->d->run, given, m->given[i]);
    vec_push(&m->p->d->run, given, ((PointSetting){ m->along, speed * TURN / MINUTE }));
    if (!campbell_put(m, given))
        return false;
    if (fabs(speed_of_point(w) - speed) <= 1e-6 * fabs(speed))
        return open_model(w);
    error(m->p->d, ((Span){ 0, 0 }), NULL, "--along: with %s = %g rad/s the point has %s = %g rad/s",
          w->c->along, speed * TURN / MINUTE, w->c->speed, speed_of_point(w) * TURN / MINUTE);
    return false;
}

/* ---- modes --------------------------------------------------------------------------------------------- */

typedef struct { double re, im; } Lambda;

static int by_im(const void *a, const void *b)
{
    const Lambda *x = a, *y = b;
    return x->im < y->im ? -1 : x->im > y->im;
}

static Lambda *oscillations(const Work *w)
{
    Lambda *list = NULL;

    for (uint32_t i = 0; i < vec_len(w->eigen.pair); i++)
        if (w->eigen.pair[i].im > 0)
            vec_push(&w->c->d->run, list, ((Lambda){ w->eigen.pair[i].re, w->eigen.pair[i].im }));
    if (vec_len(list) > 1)
        qsort(list, vec_len(list), sizeof *list, by_im);
    return list;
}

static void put_mode(CampbellMode *m, uint32_t speed, Lambda x)
{
    const double size = hypot(x.re, x.im);

    m->damped[speed] = x.im / TURN;
    m->frequency[speed] = size / TURN;
    m->damping[speed] = -x.re / size;
}

static CampbellMode *new_mode(Work *w)
{
    Arena *a = &w->c->d->run;
    const uint32_t n = vec_len(w->one->speed);
    CampbellMode m = { NEW_N(a, double, n), NEW_N(a, double, n), NEW_N(a, double, n) };

    for (uint32_t i = 0; i < n; i++)
        m.damped[i] = m.frequency[i] = m.damping[i] = NAN;
    vec_push(a, w->one->mode, m);
    return &vec_last(w->one->mode);
}

/* The free one that is nearest to what the mode was; UINT32_MAX: there is none. */
static uint32_t nearest(const CampbellMode *m, uint32_t before, const Lambda *x, const bool *taken)
{
    uint32_t best = UINT32_MAX;
    double least = INFINITY;

    for (uint32_t k = 0; k < vec_len(x) && !isnan(m->damped[before]); k++) {
        const double far = hypot(x[k].im / TURN - m->damped[before],
                                 -x[k].re / TURN - m->damping[before] * m->frequency[before]);
        if (!taken[k] && far < least && far < 0.5 * m->frequency[before]) {
            best = k;
            least = far;
        }
    }
    return best;
}

static void follow(Work *w, uint32_t speed)
{
    const Lambda *x = oscillations(w);
    bool *taken = NEW_N(&w->c->d->run, bool, vec_len(x) + 1);

    for (uint32_t i = 0; i < vec_len(w->one->mode) && speed > 0; i++) {
        const uint32_t k = nearest(&w->one->mode[i], speed - 1, x, taken);
        if (k == UINT32_MAX)
            continue;
        put_mode(&w->one->mode[i], speed, x[k]);
        taken[k] = true;
    }
    for (uint32_t k = 0; k < vec_len(x); k++)
        if (!taken[k])
            put_mode(new_mode(w), speed, x[k]);
}

/* ---- forced -------------------------------------------------------------------------------------------- */

static double torque_of(const Work *w, uint32_t order, double speed)
{
    const Campbell *c = w->c;

    if (c->engine)
        return engine_torque(&w->engine, order, speed * TURN / MINUTE);
    for (uint32_t i = 0; i < vec_len(c->torque); i++)
        if (fabs(c->torque[i].order - c->order[order]) < 1e-9)
            return c->torque[i].amplitude;
    return c->torque ? 0 : 1;
}

/* Amplitudes of all outputs at a frequency; NAN: infinite. */
static void force(Work *w, double f, double torque, double *amplitude)
{
    const bool finite = transfer_at(&w->t, TURN * f, false, w->at);

    for (uint32_t i = 0; i < w->t.k; i++) {
        const double a = finite ? torque * cabs(w->at[i * w->t.m].h) : NAN;
        amplitude[i] = isfinite(a) ? a : NAN;
    }
}

static void force_orders(Work *w, uint32_t speed)
{
    double *amplitude = NEW_N(&w->c->d->run, double, w->t.k + 1);
    const double at = w->one->speed[speed];

    for (uint32_t k = 0; k < vec_len(w->c->order); k++) {
        Forced *f = &w->one->forced[k];
        f->torque[speed] = torque_of(w, k, at);
        force(w, w->c->order[k] * at / MINUTE, f->torque[speed], amplitude);
        for (uint32_t i = 0; i < w->t.k; i++)
            f->amplitude[i][speed] = amplitude[i];
    }
}

/* ---- crossings ----------------------------------------------------------------------------------------- */

/* What the order is above the mode, in Hz, at a speed between two, where modes are linear. */
static double above(const Work *w, const CampbellMode *m, double order, uint32_t i, double t)
{
    const double speed = (1 - t) * w->one->speed[i] + t * w->one->speed[i + 1],
                 f = (1 - t) * m->damped[i] + t * m->damped[i + 1];
    return order * speed / MINUTE - f;
}

static double zero_between(const Work *w, const CampbellMode *m, double order, uint32_t i)
{
    double a = 0, b = 1, fa = above(w, m, order, i, a), fb = above(w, m, order, i, b), t = 0;

    if (fa == 0 || fb == 0)
        return fa == 0 ? 0 : 1;
    for (int k = 0; k < STEPS && b - a > 1e-15; k++) {
        t = fmin(fmax(a - fa * (b - a) / (fb - fa), a), b);
        const double f = above(w, m, order, i, t);
        if (f == 0 || t == a || t == b)
            break;
        *((f > 0) == (fa > 0) ? &a : &b) = t;
        *((f > 0) == (fa > 0) ? &fa : &fb) = f;
    }
    return t;
}

static bool add_crossing(Work *w, uint32_t mode, uint32_t order, uint32_t i)
{
    const CampbellMode *m = &w->one->mode[mode];
    const double t = zero_between(w, m, w->c->order[order], i),
                 speed = (1 - t) * w->one->speed[i] + t * w->one->speed[i + 1];
    Crossing x = { .mode = mode,
                   .order = order,
                   .speed = speed,
                   .frequency = w->c->order[order] * speed / MINUTE,
                   .damping = (1 - t) * m->damping[i] + t * m->damping[i + 1],
                   .torque = torque_of(w, order, speed),
                   .amplitude = NEW_N(&w->c->d->run, double, w->t.k + 1) };

    if (!at_speed(w, speed))
        return false;
    force(w, x.frequency, x.torque, x.amplitude);
    for (uint32_t k = 0; k < w->t.k && fabs(x.damping) < UNDAMPED; k++)
        x.amplitude[k] = NAN;
    vec_push(&w->c->d->run, w->one->crossing, x);
    return true;
}

static bool find_crossings(Work *w)
{
    const CampbellCase *one = w->one;

    for (uint32_t m = 0; m < vec_len(one->mode); m++)
        for (uint32_t k = 0; k < vec_len(w->c->order); k++)
            for (uint32_t i = 0; i + 1 < vec_len(one->speed); i++) {
                const double a = above(w, &one->mode[m], w->c->order[k], i, 0),
                             b = above(w, &one->mode[m], w->c->order[k], i, 1);
                const bool last = i + 2 == vec_len(one->speed);
                if (((a < 0 && b > 0) || (a > 0 && b < 0) || a == 0 || (last && b == 0)) &&
                    !add_crossing(w, m, k, i))
                    return false;
            }
    return true;
}

/* ---- speeds -------------------------------------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Equal steps; with one point for all speeds more where an order meets a mode, so that each peak is seen. */
static void choose_speeds(Work *w)
{
    Arena *a = &w->c->d->run;
    const Campbell *c = w->c;
    double *speed = NULL;
    uint32_t kept = 0;

    for (uint32_t i = 0; i < c->points; i++)
        vec_push(a, speed, i + 1 == c->points ? c->to : c->from + (c->to - c->from) * i / (c->points - 1));
    const Lambda *x = w->m->along ? NULL : oscillations(w);
    for (uint32_t k = 0; k < vec_len(x); k++)
        for (uint32_t o = 0; o < vec_len(c->order); o++)
            for (int i = -AROUND; i <= AROUND && c->order[o] > 0; i++) {
                const double f = x[k].im + fmax(fabs(x[k].re), 1e-5 * x[k].im) * i * abs(i) / AROUND,
                             at = f / TURN * MINUTE / c->order[o];
                if (at > c->from && at < c->to && !(i == 0 && fabs(x[k].re) < UNDAMPED * x[k].im))
                    vec_push(a, speed, at);
            }
    qsort(speed, vec_len(speed), sizeof *speed, by_value);
    for (uint32_t i = 0; i < vec_len(speed); i++)
        if (kept == 0 || speed[i] > speed[kept - 1] * (1 + 1e-12))
            speed[kept++] = speed[i];
    vec_cut(speed, kept);
    w->one->speed = speed;
}

static void room_for_forced(Work *w)
{
    Arena *a = &w->c->d->run;
    const uint32_t n = vec_len(w->one->speed), outputs = vec_len(w->m->output);

    w->one->forced = NEW_N(a, Forced, vec_len(w->c->order) + 1);
    for (uint32_t k = 0; k < vec_len(w->c->order); k++) {
        w->one->forced[k] = (Forced){ NEW_N(a, double, n), NEW_N(a, double *, outputs + 1) };
        for (uint32_t i = 0; i < outputs; i++)
            w->one->forced[k].amplitude[i] = NEW_N(a, double, n);
    }
}

static bool all_speeds(Work *w)
{
    const uint32_t n = vec_len(w->one->speed);

    for (uint32_t i = 0; i < n; i++) {
        if (!at_speed(w, w->one->speed[i]))
            return false;
        follow(w, i);
        force_orders(w, i);
    }
    return true;
}

bool campbell_add(Campbell *c, const CampbellModel *m, const char *name)
{
    CampbellCase one = { .name = name, .at = NAN };
    Work w = { .c = c, .m = m, .one = &one };

    w.at = NEW_N(&c->d->run, Response, (size_t)vec_len(m->output) * vec_len(m->input) + 1);
    bool good = (!c->engine || engine_orders(c, m, &w.engine)) && (m->along || open_model(&w));
    if (good) {
        one.at = m->along ? NAN : speed_of_point(&w);
        if (w.l)
            (void)linear_kinks(w.l);
        choose_speeds(&w);
        room_for_forced(&w);
        good = all_speeds(&w) && find_crossings(&w);
        one.whole = w.eigen.whole;
    }
    close_model(&w);
    if (good)
        vec_push(&c->d->run, c->one, one);
    return good;
}
