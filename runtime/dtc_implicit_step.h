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
    int singular;                          /* the message that a matrix is */
    size_t copied, J, A, p;                /* what a stage reads comes before copied; df/dx, factors of I - g h J */
} dtc_implicit_plan;

static inline void *dtc_implicit_at(void *m, size_t at) { return (char *)m + at; }

/* What is added to the states, and room for 3 numbers more of each, in room->work. */
static inline void dtc_implicit_stages(const dtc_functions *f, void *m, const dtc_control *c, const dtc_room *room,
                                       int held)
{
    const dtc_implicit_plan *q = (const dtc_implicit_plan *)f->plan;
    const dtc_real g = (dtc_real)DTC_ROS2_GAMMA * c->step;
    const int all = *c->stale | *c->changed;
    const int n = f->states;
    dtc_real *J = (dtc_real *)dtc_implicit_at(m, q->J), *A = (dtc_real *)dtc_implicit_at(m, q->A);
    int *p = (int *)dtc_implicit_at(m, q->p), singular, seeks, i;
    dtc_real *dx = room->work, *k2 = dx + n, *x = k2 + n, *work = x + n;
    dtc_control copy;

    if (f->jacobian)
        f->jacobian(m, all, J);
    seeks = !f->factor_stages || f->factor_stages(m, all, J);
    singular = seeks && dtc_implicit_factor(q->pattern, all || f->factor_stages, g, J, A, p);
    *c->stale = 0;
    f->rates(m, dx);
    if (f->hold_rates && !held)
        f->hold_rates(m, dx);
    if (seeks)
        dtc_implicit_solve(q->pattern, g, J, A, p, dx, work);
    else
        f->solve_stage(m, dx);
    memcpy(room->copy, m, q->copied);
    f->states_of(m, x);
    dtc_stage(f, room->copy, *c->time, x, dx, c->step, k2);
    for (i = 0; i < n; i++)
        k2[i] -= (dtc_real)2 * dx[i];
    if (seeks)
        dtc_implicit_solve(q->pattern, g, J, A, p, k2, work);
    else
        f->solve_stage(m, k2);
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
