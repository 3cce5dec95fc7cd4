/* The method exact: a step, and the first border within it.
 *
 * To the end of a step y comes from the matrix of setup. To a time within it, and where a border is sought, the step is
 * taken in parts with |A| t <= 2, each a Taylor series of up to 24 terms (error below 1e-16 of the largest); up to 3
 * where parts run out (1e-13). What a border is reached by is a linear function of y, so that in a part it is a
 * polynomial of as many numbers: its zeros cost no matrix.
 * Zeros are found by regula falsi with the Anderson-Bjoerck weight (1973): bracketed, of order 1.7.
 *
 * Values and rates of all borders at both ends of the step show whether one can be in it: beyond it at the end, or
 * coming near at the start and going away at the end, with tangents that meet beyond it. What this does not see is a
 * vibration whose half period fits into the step and which is within the borders at both ends. In the parts of a step
 * that is searched the same test is made part by part.
 *
 * Ensures: bounded operation counts, stays inside its arrays for any numbers. */
#include "dtc_exact.h"
#include "dtc_runtime.h"

#define ZERO ((dtc_real)0)
#define ONE ((dtc_real)1)
#define REACH ((dtc_real)2)            /* |A| t of a part */
#define END (DTC_EXACT_TERMS + 1)

/* A border: positive as long as it is not reached, value + row y + drift tau. */
typedef struct { dtc_real value, slack, sign, drift; const dtc_real *row; } border;

static dtc_real dot(int n, const dtc_real *a, const dtc_real *b)
{
    dtc_real sum = ZERO;

    for (int k = 0; k < n; k++)
        sum += a[k] * b[k];
    return sum;
}

/* ---- motion -------------------------------------------------------------------------------------------- */

/* The states jump by B impulse at once, and the rates with them; slips go on as they do for reasons other than states.
 */
static void start_motion(dtc_exact *e)
{
    int n = e->n, m = e->m;

    for (int i = 0; i < n; i++)
        e->jump[i] = dot(m, e->B + i * m, e->impulse);
    for (int i = 0; i < n; i++)
        e->go[i] = e->f[i] + dot(n, e->A + i * n, e->jump);
    for (int i = 0; i < m; i++)
        e->drift[i] = e->ah[i] - dot(n, e->C + i * n, e->f);
}

/* How many terms a series over the time t needs: by |A^k| <= rate^k what is left out of y is below 1e-17 of |r| t. */
static int terms_of(const dtc_exact *e, dtc_real t)
{
    static const dtc_real most[] = {
        /* rate t for 8, 10 .. 22 terms */
        (dtc_real)0.037, (dtc_real)0.11, (dtc_real)0.25, (dtc_real)0.44,
        (dtc_real)0.70,  (dtc_real)1.0,  (dtc_real)1.36, (dtc_real)1.76,
    };
    const dtc_real x = e->rate * t;
    int k = 0;

    while (8 + 2 * k < DTC_EXACT_TERMS && !(x <= most[k]))
        k++;
    return 8 + 2 * k;
}

/* Terms 1, 2 .. of y over the time t, from y with the rate r. (What is slow has terms that would soon be denormal.) */
static void expand(dtc_exact *e, dtc_real t, const dtc_real *r, int stride)
{
    int n = e->n;

    e->terms = terms_of(e, t);
    for (int i = 0; i < n; i++)
        e->term[n + i] = t * r[i * stride];
    for (int k = 2; k <= e->terms; k++) {
        const dtc_real *before = e->term + (k - 1) * n, part = t / (dtc_real)k;
        for (int i = 0; i < n; i++)
            e->term[k * n + i] = dtc_flush(dot(n, e->A + i * n, before) * part);
    }
}

static void add_terms(const dtc_exact *e, dtc_real sigma, dtc_real *y)
{
    int n = e->n;

    for (int i = 0; i < n; i++) {
        dtc_real sum = ZERO;
        for (int k = e->terms; k > 0; k--)
            sum = (sum + e->term[k * n + i]) * sigma;
        y[i] += sum;
    }
}

static int parts_of(const dtc_exact *e, dtc_real tau)
{
    int parts = 1;

    while (parts < DTC_EXACT_PARTS && !(e->rate * tau <= REACH * (dtc_real)parts))
        parts++;
    return parts;
}

/* y of y' = A y + f from zero, after tau. */
static void travel(dtc_exact *e, dtc_real tau, const dtc_real *f, int stride, dtc_real *y)
{
    int n = e->n, parts = parts_of(e, tau);

    for (int i = 0; i < n; i++)
        y[i] = ZERO;
    for (int part = 0; part < parts; part++) {
        for (int i = 0; i < n; i++)
            e->next[i] = f[i * stride] + dot(n, e->A + i * n, y);
        expand(e, tau / (dtc_real)parts, e->next, 1);
        add_terms(e, ONE, y);
    }
}

/* ---- constant matrices --------------------------------------------------------------------------------- */

static int any_stuck(const dtc_exact *e)
{
    for (int i = 0; i < e->m; i++)
        if (e->place[i] == DTC_STUCK)
            return 1;
    return 0;
}

/* W and F for the time tau. */
static void regrip(const dtc_exact *e, const dtc_exact_hold *q, dtc_real tau)
{
    dtc_exact copy = *e;
    int n = e->n, m = e->m;
    const dtc_exact_gripping own = { n,        m,        e->B,     e->C,     q->P, q->G,
                                     e->place, q->own_W, q->own_F, q->own_p, q->d };

    for (int i = 0; i < n * m; i++)
        q->own_W[i] = ZERO;
    for (int j = 0; j < m; j++) {
        if (e->place[j] != DTC_STUCK)
            continue;
        travel(&copy, tau, e->B + j, m, q->column);
        for (int i = 0; i < n; i++)
            q->own_W[i * m + j] = q->column[i];
    }
    if (dtc_exact_grip(&own, tau, NULL))
        (*q->singular)++;
}

/* y, and rates, get what the stuck elements need to have no slip after tau. */
static void hold(dtc_exact *e, dtc_real tau, dtc_real *y, const dtc_real *W, const dtc_real *F, const int *p)
{
    const dtc_exact_hold *q = e->hold;
    int n = e->n, m = e->m;
    dtc_real *d = q->d, *dl = q->d + m;

    for (int i = 0; i < m; i++)
        d[i] =
            e->place[i] == DTC_STUCK ? -(e->s[i] + dot(n, e->C + i * n, y) + tau * e->drift[i]) / tau : ZERO;
    dtc_lu_solve(m, F, p, d);
    for (int i = 0; i < m; i++)
        dl[i] = dot(m, q->P + i * m, d);
    for (int i = 0; i < n; i++) {
        y[i] += dot(m, W + i * m, dl);
        e->go[i] += dot(m, e->B + i * m, dl);
    }
}

static void reach_end(dtc_exact *e, dtc_real *y)
{
    int n = e->n;

    for (int i = 0; i < n; i++)
        y[i] = dot(n, e->Gamma + i * n, e->go) + e->jump[i];
    if (e->held && any_stuck(e))
        hold(e, e->h, y, e->hold->W, e->hold->F, e->hold->p);
}

static void reach(dtc_exact *e, dtc_real tau, dtc_real *y)
{
    int n = e->n;

    if (!(tau < e->h) && !(tau > e->h)) {
        reach_end(e, y);
        return;
    }
    travel(e, tau, e->go, 1, y);
    for (int i = 0; i < n; i++)
        y[i] += e->jump[i];
    if (e->held && tau > ZERO && any_stuck(e)) {
        regrip(e, e->hold, tau);
        hold(e, tau, y, e->hold->own_W, e->hold->own_F, e->hold->own_p);
    }
}

void dtc_exact_reach(dtc_exact *e, dtc_real tau, dtc_real *y)
{
    start_motion(e);
    reach(e, tau, y);
}

void dtc_exact_step(dtc_exact *e, dtc_real *y)
{
    start_motion(e);
    reach_end(e, y);
}

/* ---- borders ------------------------------------------------------------------------------------------- */

static int borders(const dtc_exact *e) { return e->g + 2 * e->m; }

/* Border i: relations, slips of what slides and lower bounds of what is stuck, upper bounds. 0: there is none. */
static int border_of(const dtc_exact *e, int i, border *b)
{
    int k = i - e->g, above = k >= e->m, n = e->n;

    b->slack = b->drift = ZERO;
    if (k < 0) {
        b->sign = (dtc_real)e->side[i];
        b->value = b->sign * e->border[i];
        b->row = e->L + i * n;
        return e->side[i] != 0;
    }
    k -= above ? e->m : 0;
    if (e->place[k] == DTC_STUCK) {
        b->value = (above ? e->shi[k] - e->lambda[k] : e->lambda[k] - e->slo[k]) + e->release[k];
        b->sign = above ? ONE : -ONE;
        b->row = e->Q + k * n;
    } else if ((e->place[k] == DTC_FWD || e->place[k] == DTC_BWD) && !above) {
        b->sign = (dtc_real)e->place[k];
        b->value = b->sign * e->s[k];
        b->drift = b->sign * e->drift[k];
        b->slack = e->rest[k];
        b->row = e->C + k * n;
    } else {
        return 0;
    }
    return b->value < DTC_UNBOUNDED;
}

static dtc_real distance(const dtc_exact *e, const border *b, dtc_real tau, const dtc_real *y)
{
    return b->value + b->sign * dot(e->n, b->row, y) + tau * b->drift;
}

/* Can a function be beyond a border within a time that has these values and rates at its ends? */
static int may_cross(dtc_real value, dtc_real rate, dtc_real end, dtc_real end_rate, dtc_real time, dtc_real slack)
{
    if (end < -slack)
        return 1;
    if (!(rate < ZERO && end_rate > ZERO))
        return 0;
    return value + rate * ((end - value - end_rate * time) / (rate - end_rate)) < -slack;
}

/* May a border be in the step that ends at y? */
static int suspect(const dtc_exact *e, dtc_real tau, const dtc_real *y, dtc_real *rate)
{
    int n = e->n;
    border b;

    for (int k = 0; k < n; k++) {
        dtc_real sum = e->go[k];
        for (int j = 0; j < n; j++)
            sum += e->A[k * n + j] * (y[j] - e->jump[j]);
        rate[k] = sum;
    }
    for (int i = 0; i < borders(e); i++)
        if (border_of(e, i, &b) &&
            may_cross(distance(e, &b, ZERO, e->jump), b.sign * dot(n, b.row, e->go) + b.drift,
                      distance(e, &b, tau, y), b.sign * dot(n, b.row, rate) + b.drift, tau, b.slack))
            return 1;
    return 0;
}

/* ---- zeros of polynomials ------------------------------------------------------------------------------ */

typedef struct { int degree; dtc_real p[END]; } series;

/* Even and odd powers apart: neither waits for the other. */
static dtc_real value_at(const series *s, dtc_real x)
{
    const dtc_real square = x * x;
    dtc_real sum = s->p[s->degree], other = s->p[s->degree - 1];
    int k = s->degree - 2;

    for (; k > 0; k -= 2) {
        sum = sum * square + s->p[k];
        other = other * square + s->p[k - 1];
    }
    if (k < 0) /* of odd degree */
        return sum * x + other;
    return (sum * square + s->p[0]) + other * x;
}

/* p(a) > 0 >= p(b), a < b: where p is zero, from the side of b. */
static dtc_real zero_of(const series *p, dtc_real a, dtc_real b)
{
    dtc_real pa = value_at(p, a), pb = value_at(p, b);
    int last = 0;

    for (int k = 0; k < DTC_EXACT_SEARCH && pb < ZERO && b - a > DTC_EPSILON * b; k++) {
        dtc_real x = b - pb * (b - a) / (pb - pa), px;
        if (!(x > a && x < b))
            x = (dtc_real)0.5 * (a + b);
        px = value_at(p, x);
        if (px > ZERO) {
            dtc_real weight = ONE - px / pa;
            pb *= last > 0 ? (weight > ZERO ? weight : (dtc_real)0.5) : ONE;
            a = x;
            pa = px;
            last = 1;
        } else {
            dtc_real weight = ONE - px / pb;
            pa *= last < 0 ? (weight > ZERO ? weight : (dtc_real)0.5) : ONE;
            b = x;
            pb = px;
            last = -1;
        }
    }
    return b;
}

/* Where the rate of p changes its sign, from that of sign at 0, before end. */
static dtc_real turn_of(const series *p, dtc_real sign, dtc_real end)
{
    series rate;

    rate.degree = p->degree - 1;
    for (int k = 1; k <= p->degree; k++)
        rate.p[k - 1] = sign * (dtc_real)k * p->p[k];
    return zero_of(&rate, ZERO, end);
}

/* The first time in [0, end] at which p falls below zero, as far as its rates at both ends show; 2: none. searches: how
 * many are left. */
static dtc_real first_fall(const series *p, dtc_real slack, dtc_real end, int *searches)
{
    dtc_real last = value_at(p, end), rate = ZERO, turn;

    for (int k = p->degree; k > 0; k--)
        rate = rate * end + (dtc_real)k * p->p[k];
    if (!may_cross(p->p[0], p->p[1], last, rate, end, slack) || --*searches < 0)
        return (dtc_real)2;
    if (p->p[0] > ZERO) {
        if (last < -slack && p->p[1] > ZERO && rate < ZERO) /* it may begin next to zero */
            return zero_of(p, turn_of(p, ONE, end), end);
        turn = last < -slack ? end : turn_of(p, -ONE, end);
        return value_at(p, turn) < -slack ? zero_of(p, ZERO, turn) : (dtc_real)2;
    }
    if (!(last < -slack))
        return value_at(p, turn_of(p, -ONE, end)) < -slack ? ZERO : (dtc_real)2;
    if (!(p->p[1] > ZERO && rate < ZERO))
        return ZERO;
    turn = turn_of(p, ONE, end);
    return value_at(p, turn) > ZERO ? zero_of(p, turn, end) : ZERO;
}

/* The same for a slip that may begin at rest: there it counts from -slack on, unless it has been positive in between.
 */
static dtc_real first_zero(series *p, dtc_real slack, dtc_real end, int *searches)
{
    dtc_real x;

    if (p->p[0] > slack || !(slack > ZERO))
        return first_fall(p, slack, end, searches);
    p->p[0] += slack;
    x = first_fall(p, ZERO, end, searches);
    p->p[0] -= slack;
    if (x > ZERO && x <= end && value_at(p, (dtc_real)0.5 * x) > ZERO)
        x = zero_of(p, (dtc_real)0.5 * x, x);
    return x;
}

/* ---- the first border ---------------------------------------------------------------------------------- */

/* In the part of the step that begins at y, after passed, and takes t: the part of t at the first border, or 1; *cut: 1
 * + its number. */
static dtc_real first_border(const dtc_exact *e, const dtc_real *y, dtc_real passed, dtc_real t, int *cut,
                             int *searches)
{
    int n = e->n;
    dtc_real end = ONE;
    series p;
    border b;

    for (int i = 0; i < borders(e); i++) {
        if (!border_of(e, i, &b))
            continue;
        p.degree = e->terms;
        p.p[0] = distance(e, &b, passed, y);
        for (int k = 1; k <= e->terms; k++)
            p.p[k] = b.sign * dot(n, b.row, e->term + k * n);
        p.p[1] += t * b.drift;
        dtc_real x = first_zero(&p, b.slack, end, searches);
        if (x <= end) {
            end = x;
            *cut = 1 + i;
        }
    }
    return end;
}

/* The time of the first border within tau, and y there; tau if there is none. */
static dtc_real march(dtc_exact *e, dtc_real tau, dtc_real *y, int *cut)
{
    int n = e->n, parts = parts_of(e, tau), searches = DTC_EXACT_SEARCHES;
    dtc_real t = tau / (dtc_real)parts, passed = ZERO;

    memcpy(y, e->jump, (size_t)n * sizeof *y);
    for (int part = 0; part < parts && !*cut; part++) {
        for (int i = 0; i < n; i++) {
            dtc_real sum = e->go[i];
            for (int k = 0; k < n; k++)
                sum += e->A[i * n + k] * (y[k] - e->jump[k]);
            e->next[i] = sum;
        }
        expand(e, t, e->next, 1);
        passed = (dtc_real)part * t;
        dtc_real sigma = first_border(e, y, passed, t, cut, &searches);
        add_terms(e, sigma, y);
        passed += sigma * t;
    }
    return *cut ? passed : tau;
}

/* 1 + the border of a stuck element whose torque is beyond its bound from the start, with y = 0; 0: there is none. */
static int overdue(const dtc_exact *e, dtc_real *y)
{
    border b;

    for (int k = 0; k < e->n; k++)
        y[k] = ZERO;
    for (int i = e->g; i < borders(e); i++)
        if (e->place[(i - e->g) % e->m] == DTC_STUCK && border_of(e, i, &b) && b.value < ZERO)
            return 1 + i;
    return 0;
}

/* Constant matrices: the torques that suit the time of the border, and the border that comes of them. */
static dtc_real settle_border(dtc_exact *e, dtc_real tau, dtc_real t, dtc_real *y, int *cut)
{
    for (int k = 1; k < DTC_EXACT_ROUNDS && t > ZERO; k++) {
        int again = 0;
        dtc_real time = (dtc_real)2 * t < tau ? (dtc_real)2 * t : tau;
        start_motion(e);
        reach(e, t, y);
        t = march(e, time, y, &again);
        *cut = again ? again : *cut;
    }
    return t;
}

dtc_real dtc_exact_seek(dtc_exact *e, dtc_real tau, dtc_real *y, int *cut)
{
    border b;

    *cut = overdue(e, y);
    if (*cut)
        return ZERO;
    dtc_exact_reach(e, tau, y);
    if (!(e->rate * tau <= (dtc_real)DTC_EXACT_SEARCHED) || !suspect(e, tau, y, e->next))
        return tau;
    dtc_real t = march(e, tau, y, cut);
    if (!*cut) {
        dtc_exact_reach(e, tau, y);
        return tau;
    }
    if (e->held && any_stuck(e))
        t = settle_border(e, tau, t, y, cut);
    for (int i = 0; i < e->g; i++)
        if (border_of(e, i, &b) && (i + 1 == *cut || !(distance(e, &b, t, y) > ZERO)))
            e->side[i] = 0;
    return t;
}

int dtc_exact_overlap(dtc_exact *e, int gaps, dtc_real tau, const dtc_real *y)
{
    int any = 0;
    border b;

    for (int i = e->g - gaps; i < e->g; i++)
        if (border_of(e, i, &b) && distance(e, &b, tau, y) < ZERO) {
            e->side[i] = 0;
            any = 1;
        }
    return any;
}
