/* linear_options.c - the model, the point and the variables of a command of linear analysis, from its options. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "chosen.h"
#include "dae.h"
#include "known.h"
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

static bool unknown_variable(Dtc *d, const Flat *f, const char *option, const char *name);
static Var *variable_named(Dtc *d, const Flat *f, const char *name, bool pattern, Var *found);
static bool inputs_named(Dtc *d, const Flat *f, const char *option, const char *list, Var **out);

/* ---- the equilibrium --------------------------------------------------------------------------------------------- */

/* name=value, with commas between */
static bool conditions(Dtc *d, const Flat *f, const char *list, EquilibriumTask *t)
{
    const char **part = NULL;
    bool good = true;

    if (list)
        split(d, &part, list, ',');
    for (uint32_t i = 0; i < vec_len(part); i++) {
        const char *is = strchr(part[i], '=');
        char *end = NULL;
        const double x = is ? strtod(is + 1, &end) : 0;
        if (!is || end == is + 1 || *end || !isfinite(x)) {
            error(d, NO_SPAN, NULL, "--for: %s is no name=value", part[i]);
            return false;
        }
        const char *name = internf(d, "%.*s", (int)(is - part[i]), part[i]);
        const Var *v = variable_named(d, f, name, false, NULL);
        if (!v) {
            good = unknown_variable(d, f, "--for", name);
            continue;
        }
        vec_push(&d->run, t->wanted, v[0]);
        vec_push(&d->run, t->value, x);
    }
    return good;
}

static bool twice(Dtc *d, const Flat *f, const Var *v, const char *option)
{
    for (uint32_t i = 0; i < vec_len(v); i++)
        for (uint32_t k = 0; k < i; k++)
            if (root_of(f, v[i], NULL) == root_of(f, v[k], NULL)) {
                error(d, NO_SPAN, NULL, "%s: %s and %s are the same", option, f->var[v[k]].name, f->var[v[i]].name);
                return true;
            }
    return false;
}

static bool equilibrium_task(Dtc *d, const Cli *cli, const Flat *f, EquilibriumTask *t)
{
    bool good = !cli->point.solve || inputs_named(d, f, "--solve", cli->point.solve, &t->solve);

    good = conditions(d, f, cli->point.conditions, t) && good && !twice(d, f, t->solve, "--solve") &&
           !twice(d, f, t->wanted, "--for");
    const uint32_t n = vec_len(t->solve), m = vec_len(t->wanted);
    if (good && n != m) {
        error(d, NO_SPAN, NULL, "--solve names %u unknown%s and --for %u condition%s: there have to be as many", n,
              n == 1 ? "" : "s", m, m == 1 ? "" : "s");
        return false;
    }
    return good;
}

bool linear_equilibrium(Dtc *d, const Cli *cli, LinearModel *m)
{
    EquilibriumTask *t = NEW(&d->run, EquilibriumTask);

    if (!cli->point.equilibrium) {
        if (cli->point.solve || cli->point.conditions)
            error(d, NO_SPAN, NULL, "--solve and --for are of an equilibrium: --%sequilibrium is missing",
                  cli->command == CMD_SIM ? "from-" : "");
        return !cli->point.solve && !cli->point.conditions;
    }
    return equilibrium_task(d, cli, m->c.program->f, t) && equilibrium_find(&m->p, t, find_home(d), &m->equilibrium);
}

/* ---- the model --------------------------------------------------------------------------------------------------- */

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
    return wrong ? wrong : linear_equilibrium(d, cli, m) ? 0 : 1;
}

static bool is_input(const VarInfo *i) { return i->top_level && i->causality == C_INPUT; }

/* A setting of the same name is replaced. */
static void set_value(Dtc *d, const char *name, double x)
{
    const char **set = NULL;
    const size_t length = strlen(name);

    for (uint32_t i = 0; i < vec_len(d->opt.set); i++)
        if (strncmp(d->opt.set[i], name, length) != 0 || d->opt.set[i][length] != '=')
            vec_push(&d->run, set, d->opt.set[i]);
    vec_push(&d->run, set, internf(d, "%s=%.17g", name, x));
    d->opt.set = set;
}

static void take_start(Dtc *d, LinearModel *m)
{
    const Flat *f = m->c.program->f;

    for (Var v = 1; v < vec_len(f->var); v++) {
        const VarInfo *i = &f->var[v];
        const bool taken = i->is_state || (i->discrete_state && !i->made) || is_free(f, v) || is_input(i);
        const double x = taken ? point_of(&m->p, v) : NAN;
        if (!isnan(x))
            vec_push(&d->run, d->opt.from, ((NamedValue){ internz(d, i->name), x }));
    }
    for (uint32_t i = 0; m->equilibrium.b.task && i < vec_len(m->equilibrium.b.task->solve); i++) {
        const VarInfo *v = &f->var[m->equilibrium.b.task->solve[i]];
        if (!is_input(v))
            set_value(d, v->name, balance_solved(&m->equilibrium.b, i));
    }
}

int linear_start(Dtc *d, const Cli *cli)
{
    Dtc *s = dtc_new();
    Cli own = *cli;
    LinearModel m = { 0 };

    s->opt = d->opt;
    s->opt.output = NULL;
    s->opt.vars = s->opt.include = s->opt.set = NULL;
    s->opt.single = s->opt.audit = s->opt.times = false;
    s->opt.method = M_EULER;
    for (uint32_t i = 0; i < vec_len(d->opt.include); i++)
        vec_push(&s->run, s->opt.include, d->opt.include[i]);
    for (uint32_t i = 0; i < vec_len(d->opt.set); i++)
        vec_push(&s->run, s->opt.set, d->opt.set[i]);
    own.report = false;
    own.sim.quiet = true;
    const int wrong = linear_model(s, &own, &m);
    if (!wrong)
        take_start(d, &m);
    dtc_free(s);
    return wrong;
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
    error(d, NO_SPAN, NULL, "%s: there is no Real variable %s%s%s%s", option, name, near ? "; did you mean " : "",
          near ? near : "", near ? "?" : "");
    return false;
}

Var parameter_member(const Emitter *e, const char *name)
{
    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (strcmp(e->f->var[v].name, name) == 0)
            return is_parameter(&e->f->var[v]) && e->storage[v] == ST_PARAMETER ? v : 0;
    return 0;
}

static bool is_among(const Flat *f, const Var *list, Var v)
{
    for (uint32_t i = 0; i < vec_len(list); i++)
        if (root_of(f, list[i], NULL) == root_of(f, v, NULL))
            return true;
    return false;
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
        if (!is_parameter(k) && !is_input(k))
            continue;
        any = true;
        if (!is_among(f, *out, found[i])) {
            vec_push(&d->run, *out, found[i]);
            continue;
        }
        error(d, k->span, NULL, "%s: %s stands twice, or is the same as another one of the list", option, k->name);
        return false;
    }
    if (!any)
        error(d, info->span, NULL, "%s: %s is no input of the model and no parameter that can be set%s", option, name,
              info->structural ? ": it decides the structure" : "");
    return any;
}

static bool inputs_named(Dtc *d, const Flat *f, const char *option, const char *list, Var **out)
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
    return !list || inputs_named(d, f, "--in", list, out);
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
