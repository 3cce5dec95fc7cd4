/* dtc_implicit_step.h - a linearly implicit method, ROS2 (Verwer, Spee, Blom, Hundsdorfer 1999): what is the same for
 * every model.
 *
 *     (I - g h J) k1 = f(t, x)     (I - g h J) k2 = f(t + h, x + h k1) - 2 k1     x += h (3 k1 + k2)/2
 *     g = 1 - 1/sqrt(2)
 *
 * It is of second order whatever J is, and L-stable where J is df/dx: stiff shafts and tires do not bound the step. The
 * second stage is evaluated on a copy of the struct, with places and relations held (dtc_step.h). J is symbolic, with
 * the structure held, and values of the last evaluation too; so slips of stuck elements, whose rates are zero in f, are
 * zero in k1 and k2 as well. Generated code has factors in a fixed order (factor_stages, solve_stage); where that does
 * not do for the numbers of a step, or the matrix is large, pivots are sought (implicit.c). Components of the matrix in
 * which nothing varies are factored after transitions only.
 *
 * Cost of a step: two evaluations, the colours of J that vary, the factors of their components. */
#ifndef DTC_IMPLICIT_STEP_H
#define DTC_IMPLICIT_STEP_H

#include "dtc_step.h"

#define DTC_ROS2_GAMMA 0.29289321881345254                   /* 1 - 1/sqrt(2) */

/* Of a model. Where something is in its struct, in bytes from its beginning. */
typedef struct {
    const dtc_pattern *pattern;
    const dtc_real *nominal;               /* of each state */
    int singular;                          /* the message that a matrix is */
    int keeps;                             /* for so many samples J and its factors serve at most */
    /* what a stage reads comes before copied; df/dx, factors of I - g h J; two integers: the sample of which they are,
     * modulo 2^31, and whether their pivots were sought */
    size_t copied, J, A, p, made;
} dtc_implicit_plan;

static inline void *dtc_implicit_at(void *m, size_t at) { return (char *)m + at; }

/* J and its factors; true: the matrix is singular. */
static inline int dtc_implicit_make(const dtc_functions *f, void *m, int all, dtc_real h)
{
    const dtc_implicit_plan *q = (const dtc_implicit_plan *)f->plan;
    const dtc_real g = (dtc_real)DTC_ROS2_GAMMA * h;
    dtc_real *J = (dtc_real *)dtc_implicit_at(m, q->J), *A = (dtc_real *)dtc_implicit_at(m, q->A);
    int *made = (int *)dtc_implicit_at(m, q->made);

    if (f->jacobian)
        f->jacobian(m, all, J);
    made[1] = !f->factor_stages || f->factor_stages(m, all, J);
    return made[1] &&
           dtc_implicit_factor(q->pattern, all || f->factor_stages, g, J, A, (int *)dtc_implicit_at(m, q->p));
}

static inline void dtc_implicit_solution(const dtc_functions *f, void *m, dtc_real h, dtc_real *b, dtc_real *work)
{
    const dtc_implicit_plan *q = (const dtc_implicit_plan *)f->plan;

    if (((const int *)dtc_implicit_at(m, q->made))[1])
        dtc_implicit_solve(q->pattern, (dtc_real)DTC_ROS2_GAMMA * h,
                           (const dtc_real *)dtc_implicit_at(m, q->J),
                           (const dtc_real *)dtc_implicit_at(m, q->A), (const int *)dtc_implicit_at(m, q->p),
                           b, work);
    else
        f->solve_stage(m, b);
}

static inline void dtc_implicit_rates(const dtc_functions *f, void *m, int held, dtc_real *rate)
{
    f->rates(m, rate);
    if (f->hold_rates && !held)
        f->hold_rates(m, rate);
}

/* Have rates changed otherwise than J says, which has h J k1 = (k1 - f(x))/g, by more than a tenth of them, and so that
 * it moves a state x, beside its nominal value? (What a stuck element holds has rates that are rounding.) rate:
 * f(x + h k1). */
static inline int dtc_implicit_off(int n, dtc_real h, const dtc_real *nominal, const dtc_real *x, const dtc_real *f,
                                   const dtc_real *k1, const dtc_real *rate)
{
    const dtc_real per_g = (dtc_real)(1 / DTC_ROS2_GAMMA), part = (dtc_real)0.1, least = (dtc_real)1e-9;
    int i, off = 0;

    for (i = 0; i < n; i++)
        off |= dtc_abs(rate[i] - f[i] - (k1[i] - f[i]) * per_g) * h >
               part * (dtc_abs(f[i]) + dtc_abs(rate[i])) * h + least * dtc_max(dtc_abs(x[i]), nominal[i]);
    return off;
}

/* What is added to the states, and room for 3 numbers more of each, in room->work. */
static inline void dtc_implicit_stages(const dtc_functions *f, void *m, const dtc_control *c, const dtc_room *room,
                                       int held)
{
    const dtc_implicit_plan *q = (const dtc_implicit_plan *)f->plan;
    const int all = *c->stale | *c->changed;
    const int n = f->states, sample = (int)(*c->steps & 0x7fffffff);
    int *made = (int *)dtc_implicit_at(m, q->made), singular = 0, i;
    const int age = (sample - made[0]) & 0x7fffffff;
    dtc_real *dx = room->work, *k2 = dx + n, *x = k2 + n, *work = x + n;
    dtc_control copy;

    if (all || age == 0 || age >= q->keeps) {
        singular = dtc_implicit_make(f, m, all, c->step);
        made[0] = sample;
    }
    *c->stale = 0;
    dtc_implicit_rates(f, m, held, dx);
    dtc_implicit_solution(f, m, c->step, dx, work);
    memcpy(room->copy, m, q->copied);
    f->states_of(m, x);
    dtc_stage(f, room->copy, *c->time, x, dx, c->step, k2);
    if (q->keeps > 1) {
        dtc_implicit_rates(f, m, held, work);
        if (dtc_implicit_off(n, c->step, q->nominal, x, work, dx, k2))
            made[0] = (sample - q->keeps) & 0x7fffffff;
    }
    for (i = 0; i < n; i++)
        k2[i] -= (dtc_real)2 * dx[i];
    dtc_implicit_solution(f, m, c->step, k2, work);
    for (i = 0; i < n; i++)
        dx[i] = c->step * ((dtc_real)1.5 * dx[i] + (dtc_real)0.5 * k2[i]);
    copy = f->control(room->copy);
    *c->count = *copy.count;
    *c->fault = *copy.fault;
    if (singular) {
        c->count->singular++;
        *c->fault = q->singular;
    }
}

#endif
