/* sim_halves.c - how good the steps of the method exact are: now and then one is compared with two of half its length.
 *
 * Exact for what is linear while it stays linear, a step that is too long shows in nothing else: it stays bounded. So
 * each EVERY-th step begins on a second instance too, whose matrices are those of half the step (the C of a run has its
 * step as a variable, dtc_step); inputs are held over the whole step in both. What differs in the states is their error
 * in a step, to second order. Of each state the largest counts, over the largest value of the
 * run.
 *
 * Cost: two steps each EVERY, and a setup. Nothing of the run itself changes. */
#include <math.h>
#include <string.h>
#include "emit.h"
#include "expr.h"
#include "sim.h"

enum { EVERY = 8 };
static const double TOO_MUCH = 0.1;       /* of the largest value of a state, in one step */
static const double NOTHING = 1e-6;        /* of its nominal value */

/* nothing: what is less counts for nothing; the largest value and error, and when that was */
typedef struct { dtc_variable variable; int number; double nothing, most, error, at; } Compared;

struct Halves {
    SimRun *run;
    void *model;                           /* of half the step */
    size_t sample;                         /* bytes of the struct that belong to a sample; behind them are matrices */
    long long *made;                       /* of the model: steps since the start, by which it knows the time */
    int *stale;                            /* of the model: matrices are to be made anew; NULL: they are all there */
    bool begun, off;                       /* it has made the two steps; it cannot */
    Compared *state;                       /* vec */
};

/* A member of the model; NULL: it has none of that role. */
static void *member_of(const SimRun *r, void *model, MemberRole role)
{
    uint64_t at = 0;

    return laid_at(r->e->layout, role, 0, &at) ? (char *)model + at : NULL;
}

/* States of whose errors more than rounding counts. */
static void find_states(Halves *h)
{
    const SimRun *r = h->run;
    const Map numbers = sim_numbers(r->d, r->info);

    for (uint32_t i = 0; i < vec_len(r->e->dae->state); i++) {
        const VarInfo *v = &r->f->var[r->e->dae->state[i]];
        const int number = (int)map_get(&numbers, KEY(internz(r->d, v->name))) - 1;
        double nominal;
        if (!v->nominal || !ex_is_num(r->d, v->nominal, &nominal) || nominal == 0)
            nominal = 1;
        if (number >= 0)
            vec_push(&r->d->run, h->state,
                     ((Compared){ .variable = dtc_variable_at(r->info, number),
                                  .number = number,
                                  .nothing = NOTHING * fabs(nominal) }));
    }
}

/* Of all instances, in the model's type: what evaluations and steps read. */
static void step_becomes(const Halves *h, double step)
{
    void *at = sim_build_symbol(h->run->build, "dtc_step");
    const float single = (float)step;

    if (h->run->info->real_size == sizeof single)
        memcpy(at, &single, sizeof single);
    else
        memcpy(at, &step, sizeof step);
}

/* Its matrices, for the parameters that it has. */
static bool set_up(Halves *h)
{
    const dtc_model_info *info = h->run->info;

    step_becomes(h, info->step / 2);
    const dtc_status status = info->setup(h->model);
    step_becomes(h, info->step);
    return status == DTC_OK;
}

Halves *halves_begin(SimRun *r)
{
    const char *behind = member_of(r, r->model, AT_ahead);

    if (!behind || !sim_build_symbol(r->build, "dtc_step"))
        return NULL;
    Halves *h = NEW(&r->d->run, Halves);
    *h = (Halves){ .run = r, .sample = (size_t)(behind - (const char *)r->model) };
    h->model = memcpy(arena_alloc(&r->d->run, r->info->size), r->model, r->info->size);
    h->stale = member_of(r, h->model, AT_stale);
    h->made = member_of(r, h->model, AT_steps);
    find_states(h);
    return set_up(h) ? h : NULL;
}

void halves_tuned(Halves *h)
{
    if (!h)
        return;
    memcpy(h->model, h->run->model, h->run->info->size);
    h->off = !set_up(h);
}

static bool two_steps(const SimRun *r, void *model)
{
    for (int k = 0; k < 2; k++)
        if (r->info->evaluate(model) != DTC_OK || r->info->advance(model) != DTC_OK)
            return false;
    return true;
}

void halves_before(Halves *h, long long k)
{
    if (!h || h->off || k % EVERY != 0)
        return;
    memcpy(h->model, h->run->model, h->sample);
    *h->made *= 2;
    if (h->stale)
        *h->stale = 1;
    step_becomes(h, h->run->info->step / 2);
    h->begun = two_steps(h->run, h->model);
    step_becomes(h, h->run->info->step);
}

void halves_after(Halves *h)
{
    const SimRun *r = h ? h->run : NULL;

    if (!h || !h->begun)
        return;
    h->begun = false;
    if (fabs(sim_time(r, h->model) - sim_now(r)) > 1e-6 * r->info->step) /* ends of steps at borders */
        return;
    for (uint32_t i = 0; i < vec_len(h->state); i++) {
        Compared *s = &h->state[i];
        const double x = dtc_get(r->info, r->model, &s->variable),
                     error = fabs(x - dtc_get(r->info, h->model, &s->variable));
        s->most = fmax(s->most, fabs(x));
        if (error > s->error) {
            s->error = error;
            s->at = sim_now(r);
        }
    }
}

/* 1, 2 or 5 times a power of ten, not above x. */
static double round_down(double x)
{
    const double power = pow(10, floor(log10(x) + 1e-9)), digit = x / power;

    return power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
}

void halves_end(const Halves *h)
{
    const Compared *worst = NULL;
    double share = TOO_MUCH;

    for (uint32_t i = 0; h && i < vec_len(h->state); i++) {
        const Compared *s = &h->state[i];
        if (!(s->error > share * s->most && s->error > s->nothing))
            continue;
        share = s->error / s->most;
        worst = s;
    }
    if (!worst)
        return;
    const SimRun *r = h->run;
    fprintf(stderr,
            "dtc: warning: %s at time %.9g: a step of %g s is too long: two of half its length make %s "
            "another one by %.3g, %.0f %% of its largest value in the run; --step %g would do\n",
            r->info->name, worst->at, r->info->step, sim_name(r->d, r->info, worst->number), worst->error,
            100 * share, round_down(r->info->step * sqrt(TOO_MUCH / share)));
}
