/* account_flanges.c - `dtc sim --audit`: components without variables of energy, by the power of their flanges.
 *
 * The sum of torque times speed over the flanges of one (compiler/reduce/audit_flanges.c) is zero to rounding, whatever
 * the method's error. In a fixed step an impulse, which is part of the torque of a step, counts with the mean of the
 * speeds before and after it. One where it is not has torques that do not add up, or is a source, a loss or a store
 * that says nothing of it.
 *
 * Cost: a row in the flanges.
 */
#include <math.h>
#include <string.h>
#include "sim.h"

static const double PART = 1e-6;       /* of the largest power: less is rounding, or a slip that a method leaves */
static const double STANDSTILL = 1e-9; /* W */
enum { SHOWN = 12 };                   /* names of components that are left out */

/* of the last row: its torque, its speed, and that of the row before it */
typedef struct { dtc_variable flow, speed; bool fixed, negated; double torque, now, before; } Flange;
/* power: of the last row; taken: of the row before it; work: what has come in, in J; largest: of the sum, in W, at a
 * time; gross: of the powers without their signs; unknown: one of its variables is not in the descriptor */
typedef struct {
    const char *name;
    Flange *flange;
    double power, taken, work, largest, at, gross;
    bool unknown;
} Component;

struct Flanges {
    const dtc_model_info *info;
    const char *const *unseen;             /* vec: components that are left out */
    Component *component;                  /* vec */
    long long rows;
    double time, step;                     /* of the last row; from the row before it */
    Arena  *run;
    double *v;                             /* vec: speeds of a component now */
};

/* Into the last component, or a new one: those of one component need not stand in a row. */
static Component *component_named(Dtc *d, Flanges *a, Map *known, const char *name)
{
    uint64_t at = map_get(known, KEY(name));

    if (at == 0) {
        vec_push(&d->run, a->component, ((Component){ .name = name }));
        map_set(&d->run, known, KEY(name), at = vec_len(a->component));
    }
    return &a->component[at - 1];
}

Flanges *flanges_begin(Dtc *d, const Flat *f, const dtc_model_info *info, const Map *numbers)
{
    Flanges *a = NEW(&d->run, Flanges);
    Map known = { 0 };

    a->info = info;
    a->run = &d->run;
    a->unseen = f->audit_unseen;
    for (uint32_t i = 0; i < vec_len(f->audit_flange); i++) {
        const AuditFlange *x = &f->audit_flange[i];
        Component *c = component_named(d, a, &known, x->component);
        const int flow = (int)map_get(numbers, KEY(internz(d, f->var[x->flow].name))),
                  speed = x->speed ? (int)map_get(numbers, KEY(internz(d, f->var[x->speed].name))) : 0;
        Flange flange = { .fixed = !x->speed, .negated = x->negated };
        if (!flow || (x->speed && !speed)) {
            c->unknown = true;
            continue;
        }
        flange.flow = dtc_variable_at(info, flow - 1);
        if (speed)
            flange.speed = dtc_variable_at(info, speed - 1);
        vec_push(&d->run, c->flange, flange);
    }
    return a;
}

/* The power of the last row. In a fixed step there may be impulses in its torques: where a motion has jumped with that
 * row, speeds are those of the row before it and of this one, v, in the mean. */
static double last_power(const Component *c, const double *v)
{
    double jumped = 0;

    for (uint32_t k = 0; k < vec_len(c->flange); k++)
        jumped += c->flange[k].torque * (c->flange[k].before + v[k]) / 2;
    return fabs(jumped) < fabs(c->power) / 2 ? jumped : c->power;
}

/* That of the last row, at its time; step: from the row before that. */
static void take_in(Component *c, double power, double time, double step)
{
    if (fabs(power) > fabs(c->largest)) {
        c->largest = power;
        c->at = time;
    }
    c->work += (c->taken + power) / 2 * step;
    c->taken = power;
}

void flanges_row(Flanges *a, const void *model, double time)
{
    const bool fixed_step = a->info->evaluate != NULL;

    for (uint32_t i = 0; i < vec_len(a->component); i++) {
        Component *c = &a->component[i];
        double sum = 0, gross = 0;
        vec_clear(a->v);
        for (uint32_t k = 0; k < vec_len(c->flange); k++) {
            const Flange *x = &c->flange[k];
            const double speed = x->fixed ? 0 : dtc_get(a->info, model, &x->speed);
            vec_push(a->run, a->v, x->negated ? -speed : speed);
            const double power = dtc_get(a->info, model, &x->flow) * a->v[k];
            sum += power;
            gross += fabs(power);
        }
        if (a->rows > 0)
            take_in(c, fixed_step ? last_power(c, a->v) : c->power, a->time, a->step);
        c->gross = fmax(c->gross, gross);
        c->power = sum;
        for (uint32_t k = 0; k < vec_len(c->flange); k++) {
            Flange *x = &c->flange[k];
            x->before = a->rows > 0 ? x->now : a->v[k];
            x->now = a->v[k];
            x->torque = dtc_get(a->info, model, &x->flow);
        }
    }
    a->step = a->rows++ > 0 ? time - a->time : 0;
    a->time = time;
}

/* The rest of a line. */
static void put_names(const char *const *name, FILE *out)
{
    const uint32_t n = vec_len(name);

    for (uint32_t i = 0; i < n && i < SHOWN; i++)
        fprintf(out, "%s%s", i ? ", " : "", name[i]);
    if (n > SHOWN)
        fprintf(out, " and %u more", n - SHOWN);
    fputc('\n', out);
}

/* Those that do not, with what has come in; which do. */
void flanges_end(Flanges *a, int width, FILE *out)
{
    uint32_t silent = 0;
    const char **even = NULL;
    double least = STANDSTILL;

    for (uint32_t i = 0; i < vec_len(a->component) && a->rows > 0; i++)
        take_in(&a->component[i], a->component[i].power, a->time, a->step);
    for (uint32_t i = 0; i < vec_len(a->component); i++)
        least = fmax(least, PART * a->component[i].gross);
    for (uint32_t i = 0; i < vec_len(a->component); i++) {
        const Component *c = &a->component[i];
        if (c->unknown)
            continue;
        if (!(fabs(c->largest) > least)) {
            vec_push(a->run, even, c->name);
            continue;
        }
        if (silent++ == 0)
            fprintf(out,
                    "components that say nothing of energy, whose flanges do not give off what they take in\n"
                    "%-*s  %14s  %14s  %14s\n",
                    width, "component", "taken in, J", "most, W", "at, s");
        fprintf(out, "%-*s  %14.8g  %14.8g  %14.9g\n", width, c->name, c->work, c->largest, c->at);
    }
    if (silent)
        fprintf(out, "note: their torques do not add up, or they are sources, losses or stores without "
                     "inputPower, lossPower or storedEnergy\n");
    const uint32_t n = vec_len(even);
    if (n == 0)
        return;
    fprintf(out, "%u component%s more say%s nothing of energy and give%s off what %s in: ", n,
            n > 1 ? "s" : "", n > 1 ? "" : "s", n > 1 ? "" : "s", n > 1 ? "they take" : "it takes");
    put_names(even, out);
}

void flanges_unseen(const Flanges *a, FILE *out)
{
    if (!a->unseen)
        return;
    fprintf(out, "not looked at, since the speed of a flange is no variable: ");
    put_names(a->unseen, out);
}
