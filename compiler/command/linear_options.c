/* linear_options.c - the model, the point and the variables of a command of linear analysis, from its options. */
#include <math.h>
#include <string.h>
#include "chosen.h"
#include "dae.h"
#include "linear_options.h"

#define NO_SPAN ((Span){ 0, 0 })

PointOptions point_options(Dtc *d, const Cli *cli, const char *stuck)
{
    PointOptions o = { .at = cli->point.at, .state = cli->point.state };
    const char *set = stuck ? stuck : vec_len(cli->stuck) ? cli->stuck[0] : NULL;

    o.places_given = set != NULL;
    if (set)
        split(d, &o.stuck, set, ',');
    return o;
}

int linear_model(Dtc *d, Cli *cli, LinearModel *m)
{
    const int wrong = model_operand(d, cli);

    if (wrong)
        return wrong;
    d->opt.hybrid = d->opt.observe_all = d->opt.no_roll = true;
    PointOptions o = point_options(d, cli, NULL);
    if (!isnan(o.at) && !o.state && !(o.state = point_run(d, o.at, find_home(d))))
        return 1;
    if (model_compiled(d, cli, true, &m->c) && point_begin(m->c.program, &o, &m->p))
        return 0;
    (void)model_end(d, &m->c);
    return 1;
}

/* ---- variables --------------------------------------------------------------------------------------------------- */

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
        if (!f->var[v].made && f->var[v].type == T_REAL)
            vec_push(&d->run, known, f->var[v].name);
    const char *near = suggest(d, name, known, vec_len(known));
    error(d, NO_SPAN, NULL, "%s: there is no variable %s%s%s%s", option, name, near ? "; did you mean " : "",
          near ? near : "", near ? "?" : "");
    return false;
}

bool linear_inputs(Dtc *d, const Flat *f, const char *list, Var **out)
{
    const char **name = NULL;
    bool good = true;

    for (Var v = 1; v < vec_len(f->var) && !list; v++)
        if (f->var[v].top_level && f->var[v].causality == C_INPUT && f->var[v].type == T_REAL)
            vec_push(&d->run, *out, v);
    if (list)
        split(d, &name, list, ',');
    for (uint32_t i = 0; i < vec_len(name); i++) {
        Var *v = variable_named(d, f, name[i], false, NULL);
        const VarInfo *info = v ? &f->var[v[0]] : NULL;
        if (!info)
            good = unknown_variable(d, f, "--in", name[i]);
        else if (is_parameter(info) || (info->top_level && info->causality == C_INPUT))
            vec_push(&d->run, *out, v[0]);
        else {
            error(d, info->span, NULL, "--in: %s is no input of the model and no parameter that can be set%s", name[i],
                  info->structural ? ": it decides the structure" : "");
            good = false;
        }
    }
    return good;
}

bool linear_outputs(Dtc *d, const Flat *f, const char *list, Var **out)
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
            good = unknown_variable(d, f, "--out", name[i]);
    }
    return good;
}
