/* sim_absorbed.c - states whose increments single precision swallows: charge, heat and distance over a long time.
 *
 * x + h*der(x) == x where the increment is below half a unit in the last place of x; one of a few units is rounded to
 * whole ones. What such increments have more than the state has gained is added up to what the state lacks, e. A lag or
 * a speed in balance would give it back: e decays by the slope of the rate over the state itself, d der(x)/dx, which a
 * copy of the model gives, evaluated twice each time the sum has become large. In the end a state is named that lacks
 * SHARE of all that it has moved, or more.
 *
 * Of --float alone, fixed steps. Cost: two reads a state and step, the evaluations. Requires: the rate is a variable of
 * the model. */
#include <float.h>
#include <math.h>
#include <string.h>
#include "emit.h"
#include "sim.h"

enum { UNITS = 2, SHOWN = 4 };
static const double PART = 4e-6;           /* of a state's value: what is large */
static const double MOVED = 1e-3;          /* of it: for a slope */
static const double SHARE = 0.01;          /* of the way between its least and its largest value */
static const double FEW = 1.5;             /* of what is large: less is none */

/* missed: not gained, since it was looked at, at `looked`; lacks: e */
typedef struct {
    dtc_variable state, rate;
    int number;
    double before, step, missed, lacks, looked, least, most;
} Slow;

struct Absorbed {
    SimRun *run;
    void *model;                           /* to try */
    Slow *state;                           /* vec */
};

Absorbed *absorbed_begin(SimRun *r)
{
    if (!r->e || r->info->real_size != sizeof(float))
        return NULL;
    Absorbed *a = NEW(&r->d->run, Absorbed);
    *a = (Absorbed){ .run = r, .model = arena_alloc(&r->d->run, r->info->size) };
    const Map numbers = sim_numbers(r->d, r->info);
    for (uint32_t i = 0; i < vec_len(r->e->dae->state); i++) {
        const VarInfo *v = &r->f->var[r->e->dae->state[i]];
        const int number = (int)map_get(&numbers, KEY(internz(r->d, v->name))) - 1;
        char name[1000] = "";
        if (number < 0)
            continue;
        Slow s = {
            .state = dtc_variable_at(r->info, number), .number = number, .least = INFINITY, .most = -INFINITY
        };
        const int rate = dtc_derivative(&s.state, name, sizeof name)
                           ? (int)map_get(&numbers, KEY(internz(r->d, name))) - 1
                           : -1;
        if (rate < 0)
            continue;
        s.rate = dtc_variable_at(r->info, rate);
        vec_push(&r->d->run, a->state, s);
    }
    return a;
}

void absorbed_before(Absorbed *a)
{
    for (uint32_t i = 0; a && i < vec_len(a->state); i++) {
        Slow *s = &a->state[i];
        s->before = dtc_get(a->run->info, a->run->model, &s->state);
        s->step = a->run->info->step * dtc_get(a->run->info, a->run->model, &s->rate);
        s->least = fmin(s->least, s->before);
        s->most = fmax(s->most, s->before);
    }
}

/* Of the rate over the state, where it is stable; 0 where the model has no values. */
static double slope_of(const Absorbed *a, const Slow *s)
{
    const dtc_model_info *info = a->run->info;
    const double x = dtc_get(info, a->run->model, &s->state), moved = copysign(MOVED * x, s->missed);
    double rate[2];

    for (int k = 0; k < 2; k++) {
        memcpy(a->model, a->run->model, info->size);
        dtc_set(info, a->model, &s->state, x + k * moved);
        if (info->evaluate(a->model) > DTC_TERMINATE)
            return 0;
        rate[k] = dtc_get(info, a->model, &s->rate);
    }
    return moved == 0 ? 0 : fmin(0, (rate[1] - rate[0]) / moved);
}

static void look(const Absorbed *a, Slow *s)
{
    const double now = sim_now(a->run);

    s->lacks = s->lacks * exp(slope_of(a, s) * (now - s->looked)) + s->missed;
    s->looked = now;
    s->missed = 0;
}

void absorbed_after(Absorbed *a)
{
    for (uint32_t i = 0; a && i < vec_len(a->state); i++) {
        Slow *s = &a->state[i];
        const double gained = dtc_get(a->run->info, a->run->model, &s->state) - s->before,
                     size = fabs(s->before), few = UNITS * (double)FLT_EPSILON * size;
        if (s->step == 0 || fabs(s->step) > few || fabs(gained) > few)
            continue;
        s->missed += s->step - gained;
        if (fabs(s->missed) >= PART * size)
            look(a, s);
    }
}

void absorbed_end(Absorbed *a)
{
    uint32_t told = 0;

    for (uint32_t i = 0; a && i < vec_len(a->state); i++) {
        Slow *s = &a->state[i];
        const SimRun *r = a->run;
        if (s->lacks == 0)
            continue;
        look(a, s);
        const double x = dtc_get(r->info, r->model, &s->state), right = x + s->lacks;
        if (fabs(s->lacks) < FEW * PART * fabs(x) ||
            fabs(s->lacks) < SHARE * (fmax(s->most, right) - fmin(s->least, right)) || ++told > SHOWN)
            continue;
        fprintf(stderr,
                "dtc: warning: %s: single precision swallows increments of %s: it is %.6g where its rate "
                "would make it %.6g; take double precision, or a longer step than %g s\n",
                r->info->name, sim_name(r->d, r->info, s->number), x, right, r->info->step);
    }
    if (told > SHOWN)
        fprintf(stderr, "dtc: warning: so it is with %u states more\n", (unsigned)(told - SHOWN));
}
