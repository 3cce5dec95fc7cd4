/* equilibrium_options.c - the equilibrium that a command is to begin in, from its options. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "known.h"
#include "linear_options.h"

#define NO_SPAN ((Span){ 0, 0 })

/* ---- the equilibrium ----------------------------------------------------------------------------------- */

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
            error(d, NO_SPAN, NULL,
                  "--for: %s is no name=value: the value that it is to have stands behind '=', --for %.*s=20",
                  part[i], (int)strcspn(part[i], "="), part[i]);
            return false;
        }
        const char *name = internf(d, "%.*s", (int)(is - part[i]), part[i]);
        const Var v = linear_variable(d, f, "--for", name);
        if (v && f->var[v].variability >= V_PARAM)
            error(d, NO_SPAN, NULL, "--for: %s does not vary: --set gives it a value", name);
        good &= v && f->var[v].variability < V_PARAM;
        vec_push(&d->run, t->wanted, v);
        vec_push(&d->run, t->value, x);
    }
    return good;
}

static bool twice(Dtc *d, const Flat *f, const Var *v)
{
    for (uint32_t i = 0; i < vec_len(v); i++)
        for (uint32_t k = 0; k < i; k++)
            if (root_of(f, v[i], NULL) == root_of(f, v[k], NULL)) {
                error(d, NO_SPAN, NULL, "--for: %s and %s are the same", f->var[v[k]].name,
                      f->var[v[i]].name);
                return true;
            }
    return false;
}

static bool equilibrium_task(Dtc *d, const Cli *cli, const Flat *f, EquilibriumTask *t)
{
    bool good = !cli->point_solve || linear_settable(d, f, "--solve", cli->point_solve, &t->solve);

    good = conditions(d, f, cli->point_conditions, t) && good && !twice(d, f, t->wanted);
    const uint32_t n = vec_len(t->solve), m = vec_len(t->wanted);
    if (good && n != m) {
        error(d, NO_SPAN, NULL,
              "--solve names %u unknown%s and --for %u condition%s: there have to be as many", n,
              n == 1 ? "" : "s", m, m == 1 ? "" : "s");
        return false;
    }
    return good;
}

bool linear_equilibrium(Dtc *d, const Cli *cli, const PointOptions *o, LinearModel *m)
{
    EquilibriumTask *t = NEW(&d->run, EquilibriumTask);

    if (!cli->point_equilibrium) {
        if (cli->point_solve || cli->point_conditions)
            error(d, NO_SPAN, NULL, "--solve and --for are of an equilibrium: --%sequilibrium is missing",
                  cli->command == CMD_SIM ? "from-" : "");
        return !cli->point_solve && !cli->point_conditions;
    }
    return equilibrium_task(d, cli, m->c.program->f, t) &&
           equilibrium_find(&m->p, t, find_home(d), &m->equilibrium) &&
           (cli->command == CMD_EQUILIBRIUM || cli->command == CMD_SIM || point_give(&m->p, o));
}

/* ---- a start ------------------------------------------------------------------------------------------- */

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
        const double x = i->made || (i->variability >= V_PARAM && !is_free(f, v)) ? NAN : point_of(&m->p, v);
        if (isfinite(x))
            vec_push(&d->run, d->opt.from, ((NamedValue){ internz(d, i->name), x }));
    }
    for (uint32_t i = 0; m->equilibrium.b.task && i < vec_len(m->equilibrium.b.task->solve); i++) {
        set_value(d, f->var[m->equilibrium.b.task->solve[i]].name, balance_solved(&m->equilibrium.b, i));
    }
}

int linear_start(Dtc *d, const Cli *cli)
{
    Dtc *s = dtc_new();
    Cli own = *cli;
    LinearModel m = { 0 };

    options_taken(s, d);
    s->opt.output = NULL;
    s->opt.vars = NULL;
    s->opt.single = s->opt.audit = s->opt.times = false;
    s->opt.method = M_EULER;
    s->opt.report = false;
    own.sim.quiet = true;
    const int wrong = linear_model(s, &own, &m);
    if (!wrong)
        take_start(d, &m);
    if (!wrong && cli->point_state && !cli->point_equilibrium) {
        d->opt.begins = true;
        d->opt.begin = d->opt.left = m.p.time;
    }
    temporaries_clear(); /* of runs as starts: their names go with it */
    dtc_free(s);
    return wrong;
}
