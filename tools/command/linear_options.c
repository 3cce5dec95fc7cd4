/* linear_options.c - the model, the point and the variables of a command of linear analysis, from its options. */
#include <math.h>
#include <string.h>
#include "chosen.h"
#include "dae.h"
#include "linear_options.h"

#define NO_SPAN ((Span){ 0, 0 })

PointOptions point_options(Dtc *d, const Cli *cli, const char *stuck)
{
    PointOptions o = { .at = cli->point_at, .state = cli->point_state };
    const char *set = stuck ? stuck : vec_len(cli->stuck) ? cli->stuck[0] : NULL;

    o.places_given = set != NULL;
    if (set)
        split(d, &o.stuck, set, ',');
    return o;
}

bool linear_compiled(Dtc *d, Cli *cli, LinearModel *m, PointOptions *o)
{
    d->opt.hybrid = d->opt.observe_all = true;
    *o = point_options(d, cli, NULL);
    const char *run = !isnan(o->at) && !o->state ? point_run(d, o->at, find_home(d)) : NULL;
    if (!isnan(o->at) && !o->state && !(o->state = run))
        return false;
    d->opt.walked = true;
    if (model_compiled(d, cli, true, &m->c) && point_begin(m->c.program, o, &m->p)) {
        lap(d, "point");
        forget_pass(d);
        return true;
    }
    (void)model_end(d, &m->c);
    return false;
}

int linear_begin(Dtc *d, Cli *cli, LinearModel *m, PointOptions *o)
{
    const int wrong = model_operand(d, cli);
    return wrong ? wrong : linear_compiled(d, cli, m, o) ? 0 : 1;
}

int linear_model(Dtc *d, Cli *cli, LinearModel *m)
{
    PointOptions o;
    const int wrong = linear_begin(d, cli, m, &o);
    return wrong ? wrong : linear_equilibrium(d, cli, &o, m) ? 0 : 1;
}

/* ---- variables ----------------------------------------------------------------------------------------- */

static bool is_parameter(const VarInfo *i)
{
    return i->variability == V_PARAM && i->type == T_REAL && !i->structural && !i->final;
}

static Var *variable_named(Dtc *d, const Flat *f, const char *name, bool pattern, Var *found)
{
    for (Var v = 1; v < vec_len(f->var); v++)
        if (!f->var[v].made && f->var[v].type == T_REAL &&
            (pattern ? name_chosen(name, f->var[v].name) : strcmp(f->var[v].name, name) == 0))
            vec_push(&d->run, found, v);
    return found;
}

static bool unknown_variable(Dtc *d, const Flat *f, const char *option, const char *name)
{
    const char **known = NULL;

    for (Var v = 1; v < vec_len(f->var); v++)
        if (!f->var[v].made && f->var[v].type != T_REAL && strcmp(f->var[v].name, name) == 0) {
            error(d, f->var[v].span, NULL, "%s: %s is no Real", option, name);
            return false;
        }
    for (Var v = 1; v < vec_len(f->var); v++)
        if (!f->var[v].made && f->var[v].type == T_REAL)
            vec_push(&d->run, known, f->var[v].name);
    const char *near = suggest(d, name, known, vec_len(known));
    error(d, NO_SPAN, NULL, "%s: there is no Real variable %s%s%s%s", option, name,
          near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    return false;
}

Var parameter_member(const Emitter *e, const char *name)
{
    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (strcmp(e->f->var[v].name, name) == 0)
            return is_parameter(&e->f->var[v]) && e->store->kind[v] == ST_PARAMETER ? v : 0;
    return 0;
}

/* What of the list is v, but for its sign; 0: nothing. */
static Var same_in(const Flat *f, const Var *list, Var v)
{
    for (uint32_t i = 0; i < vec_len(list); i++)
        if (root_of(f, list[i], NULL) == root_of(f, v, NULL))
            return list[i];
    return 0;
}

/* An input or a parameter, or those of an array, or all of a pattern that are such. */
static bool input_named(Dtc *d, const Flat *f, const char *option, const char *name, Var **out)
{
    const Var *found = variable_named(d, f, name, true, NULL);
    const VarInfo *info = found ? &f->var[found[0]] : NULL;
    bool any = false;

    if (!info)
        return unknown_variable(d, f, option, name);
    for (uint32_t i = 0; i < vec_len(found); i++) {
        const VarInfo *k = &f->var[found[i]];
        if (!is_parameter(k) && !(k->top_level && k->causality == C_INPUT))
            continue;
        any = true;
        const Var same = same_in(f, *out, found[i]);
        if (same) {
            error(d, k->span, NULL, same == found[i] ? "%s: %s stands twice" : "%s: %s and %s are the same",
                  option, k->name, f->var[same].name);
            return false;
        }
        vec_push(&d->run, *out, found[i]);
    }
    if (!any)
        error(d, info->span, NULL, "%s: %s is no input of the model and no parameter that can be set%s",
              option, name, info->structural ? ": it decides the structure" : "");
    return any;
}

Var linear_variable(Dtc *d, const Flat *f, const char *option, const char *name)
{
    const Var *v = variable_named(d, f, name, false, NULL);

    if (!v)
        (void)unknown_variable(d, f, option, name);
    return v ? v[0] : 0;
}

bool linear_settable(Dtc *d, const Flat *f, const char *option, const char *list, Var **out)
{
    const char **name = NULL;
    bool good = true;

    split(d, &name, list, ',');
    for (uint32_t i = 0; i < vec_len(name); i++)
        good = input_named(d, f, option, name[i], out) && good;
    return good;
}

bool linear_inputs(Dtc *d, const Flat *f, const char *list, Var **out)
{
    for (Var v = 1; v < vec_len(f->var) && !list; v++)
        if (f->var[v].top_level && f->var[v].causality == C_INPUT && f->var[v].type == T_REAL)
            vec_push(&d->run, *out, v);
    return !list || linear_settable(d, f, "--in", list, out);
}

bool linear_outputs(Dtc *d, const Flat *f, const char *option, const char *list, Var **out)
{
    const char **name = NULL;
    bool good = true;

    for (Var v = 1; v < vec_len(f->var) && !list; v++)
        if (f->var[v].top_level && f->var[v].causality == C_OUTPUT && f->var[v].type == T_REAL)
            vec_push(&d->run, *out, v);
    if (list)
        split(d, &name, list, ',');
    for (uint32_t i = 0; i < vec_len(name); i++) {
        const uint32_t before = vec_len(*out);
        *out = variable_named(d, f, name[i], true, *out);
        if (vec_len(*out) == before)
            good = unknown_variable(d, f, option, name[i]);
    }
    return good;
}

bool linear_states(Dtc *d, const Flat *f, const char *list, Var **out)
{
    const char **name = NULL, **known = NULL;
    bool good = true;

    for (Var v = 1; v < vec_len(f->var); v++)
        if (f->var[v].is_state)
            vec_push(&d->run, known, f->var[v].name);
    if (list)
        split(d, &name, list, ',');
    for (uint32_t i = 0; i < vec_len(name); i++) {
        const uint32_t before = vec_len(*out);
        for (Var v = 1; v < vec_len(f->var); v++)
            if (f->var[v].is_state && name_chosen(name[i], f->var[v].name))
                vec_push(&d->run, *out, v);
        if (vec_len(*out) > before)
            continue;
        const char *near = suggest(d, name[i], known, vec_len(known));
        error(d, NO_SPAN, NULL, "--states: there is no state %s%s%s%s", name[i],
              near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
        good = false;
    }
    return good;
}
