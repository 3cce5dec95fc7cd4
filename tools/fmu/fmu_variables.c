/* fmu_variables.c - which variables an FMU shows, and as what.
 *
 * Those of the descriptor that belong to the model and that all its kinds have: parameters that can be set, what is
 * calculated from them, inputs, outputs, states with their derivatives, places, and what --vars asks for. Requires: the
 * step programs. Cost: linear.
 */
#include <math.h>
#include <string.h>
#include "fmu.h"
#include "known.h"
#include "builders.h"

static FmuNumber number_of(Dtc *d, Ex e, const double *value)
{
    double x;

    if (!e)
        return (FmuNumber){ FMU_NO_NUMBER, 0 };
    if (ex_op(d, e) == OP_BOOL)
        return (FmuNumber){ FMU_NUMBER, ex(d, e)->payload != 0 };
    return known_eval(d, e, value, &x) ? (FmuNumber){ FMU_NUMBER, x } : (FmuNumber){ FMU_NO_NUMBER, 0 };
}

/* False: it is nothing that users see. */
static bool shown(const Fmu *u, Var v, FmuVariable *to)
{
    const Emitter *e = u->first->e;
    const VarInfo *i = &u->f->var[v];
    const bool known = i->variability >= V_PARAM,
               set = e->store->kind[v] == ST_PARAMETER && !is_alias(u->f, v);

    if (i->aside || i->type == T_STRING || i->variability == V_CONST ||
        (known && (i->protected_ || i->structural)))
        return false;
    if (i->made && !e->of->rate[v])
        return false;
    to->causality = set                                      ? FMU_PARAMETER
                  : known                                    ? FMU_CALCULATED
                  : is_input(i)                              ? FMU_INPUT
                  : i->causality == C_OUTPUT && i->top_level ? FMU_OUTPUT
                                                             : FMU_LOCAL;
    to->variability = known                                             ? FMU_FIXED
                    : i->type != T_REAL || i->variability == V_DISCRETE ? FMU_DISCRETE
                                                                        : FMU_CONTINUOUS;
    return true;
}

/* What is set while the model runs, and what follows from it. */
static bool tunable(const FmuVariable *v)
{
    const bool sought = v->i->has_fixed && !v->i->fixed;

    return (v->causality == FMU_PARAMETER || v->causality == FMU_CALCULATED) && !sought;
}

static void add(Fmu *u, Var v, int *const *number, const Map *named, const double *value)
{
    FmuVariable to = { .v = v, .i = &u->f->var[v], .number = { -1, -1 }, .begin = { -1, -1 } };

    if (!shown(u, v, &to))
        return;
    for (int k = 0; k < FMU_KINDS; k++) {
        const Var other = (Var)map_get(named, KEY(internz(u->d, to.i->name)));
        const Var own = !u->part[k].wanted ? 0 : &u->part[k] == u->first ? v : other;
        if (own)
            to.number[k] = number[k][own];
        if (u->part[k].wanted && to.number[k] < 0)
            return;
    }
    if (tunable(&to))
        to.variability = FMU_TUNABLE;
    to.min = number_of(u->d, to.i->min, value);
    to.max = number_of(u->d, to.i->max, value);
    to.nominal = number_of(u->d, to.i->nominal, value);
    to.start = number_of(u->d, to.i->binding ? to.i->binding : to.i->start, value);
    if (to.start.given == FMU_NO_NUMBER && (to.causality == FMU_PARAMETER || to.causality == FMU_INPUT))
        to.start = (FmuNumber){ FMU_NUMBER, to.i->type == T_ENUM };
    vec_push(&u->d->run, u->variable, to);
}

/* By Var of the first part: 1 + its place in the list. */
static uint32_t *places(const Fmu *u)
{
    uint32_t *place = NEW_N(&u->d->run, uint32_t, vec_len(u->f->var) + 1);

    for (uint32_t i = 0; i < vec_len(u->variable); i++)
        place[u->variable[i].v] = i + 1;
    return place;
}

/* States in the order of model exchange, where there is that. false: one of them, or its rate, is not shown. */
static bool find_states(Fmu *u)
{
    const uint32_t *place = places(u);
    const Dae *dae = u->first->dae;
    bool all = true;

    for (uint32_t k = 0; k < vec_len(dae->state); k++) {
        const uint32_t x = place[dae->state[k]], dx = place[u->f->var[dae->state[k]].der];
        all &= x && dx;
        if (!x || !dx)
            continue;
        u->variable[x - 1].state = true;
        u->variable[dx - 1].derivative = x;
        vec_push(&u->d->run, u->state, x);
    }
    return all;
}

/* States whose start value is settable in all kinds. */
static void find_settable(Fmu *u, int *const *number, const Map *named, const double *value)
{
    const uint32_t *place = places(u);
    const Settable *from = u->first->dae->settable;

    for (uint32_t i = 0; i < vec_len(from); i++) {
        const uint32_t at = place[from[i].state];
        FmuVariable *x = at && u->variable[at - 1].state ? &u->variable[at - 1] : NULL;
        if (!x) /* nothing needs it: it is no state any more */
            continue;
        const char *name = internz(u->d, u->f->var[from[i].from].name);
        x->settable = true;
        for (int k = 0; k < FMU_KINDS; k++) {
            const Var own = &u->part[k] == u->first ? from[i].from : (Var)map_get(named, KEY(name));
            x->begin[k] = u->part[k].wanted && own ? number[k][own] : -1;
            x->settable &= x->begin[k] >= 0 || !u->part[k].wanted;
        }
        if (x->settable)
            x->start = number_of(u->d, u->f->var[from[i].from].binding, value);
    }
}

bool fmu_variables(Fmu *u)
{
    const double *value = known_values(u->d, u->f);
    int *number[FMU_KINDS] = { NULL };
    Map named = { 0 };

    for (int k = 0; k < FMU_KINDS; k++) {
        FmuPart *p = &u->part[k];
        if (p->wanted)
            number[k] = emit_numbers(p->e);
        for (Var v = 1; p->wanted && p != u->first && v < vec_len(p->e->f->var); v++)
            map_set(&u->d->run, &named, KEY(internz(u->d, p->e->f->var[v].name)), v);
    }
    for (Var v = 1; v < vec_len(u->f->var); v++)
        add(u, v, number, &named, value);
    if (find_states(u)) {
        find_settable(u, number, &named, value);
        return true;
    }
    error(u->d, ((Span){ 0, 0 }), NULL, "a state of the model cannot be shown in an FMU");
    return false;
}
