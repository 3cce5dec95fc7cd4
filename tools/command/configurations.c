/* configurations.c - the points of all configurations that the command line asks for, one after the other.
 *
 * A value of a parameter that is a member of the compiled model is stored there, and the model is started once more;
 * what decides the structure, and what a run up to the point depends on, takes a compilation of its own. Cost: a start,
 * or a compilation, for each value; a few evaluations for each set of elements.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "configurations.h"
#include "dae.h"
#include "output.h"

typedef struct {
    Dtc *d; Cli *cli;
    ForConfiguration *f; void *what;
    const char *name, **value;             /* of --sweep; value: vec */
} Sweep;

/* "gear=1,2,3" */
static bool read_sweep(Sweep *s)
{
    const char *text = s->cli->sweep, *equals = text ? strchr(text, '=') : NULL;

    if (!text)
        return true;
    if (equals && equals > text) {
        s->name = intern(s->d, text, (size_t)(equals - text));
        split(s->d, &s->value, equals + 1, ',');
    }
    return vec_len(s->value) > 0;
}

static const char *title(const Sweep *s, const char *value, const char *stuck)
{
    const bool sets = vec_len(s->cli->stuck) > 1;

    return internf(s->d, "%s%s%s%s%s", value ? s->name : "", value ? "=" : "", value ? value : "",
                   value && sets ? " " : "", sets ? (*stuck ? stuck : "none") : "");
}

/* All sets of --stuck at one value. there: the point is put already, with the first set. */
static bool each_set(const Sweep *s, LinearModel *m, const char *value, PointOptions o, const PointSetting *given,
                     bool there)
{
    const uint32_t sets = vec_len(s->cli->stuck);
    bool good = true;

    for (uint32_t k = 0; k < (sets ? sets : 1) && good; k++) {
        const char *stuck = sets ? s->cli->stuck[k] : "";
        PointOptions own = point_options(m->p.d, s->cli, sets ? stuck : NULL);
        own.state = o.state;
        good = ((there && k == 0) || point_put(&m->p, &own, given)) &&
               linear_equilibrium(m->p.d, s->cli, &own, m) &&
               s->f(s->what, &(Configuration){ title(s, value, stuck), own, given }, m);
    }
    return good;
}

static bool is_number(const char *text, double *x)
{
    char *end;
    *x = strtod(text, &end);
    return end != text && *end == 0 && isfinite(*x);
}

/* The parameter, if a compiled model can take all its values; 0: it cannot. */
static Var member_of(const Sweep *s, const LinearModel *m)
{
    double x;

    if (!isnan(s->cli->point.at) && !s->cli->point.state) /* the run up to the point has its own */
        return 0;
    for (uint32_t i = 0; i < vec_len(s->value); i++)
        if (!is_number(s->value[i], &x))
            return 0;
    return parameter_member(m->p.e, s->name);
}

static bool each_value_at_once(const Sweep *s, LinearModel *m, Var v, PointOptions o)
{
    bool good = true;

    for (uint32_t i = 0; i < vec_len(s->value) && good; i++) {
        PointSetting *given = NULL, one = { .v = v };
        (void)is_number(s->value[i], &one.x);
        vec_push(&s->d->run, given, one);
        good = each_set(s, m, s->value[i], o, given, false);
    }
    return good;
}

/* A compilation of its own, with one --set more. */
static bool compiled_with(const Sweep *s, const char *value)
{
    Dtc *own = dtc_new();
    LinearModel m = { 0 };
    PointOptions o;

    own->opt = s->d->opt;
    own->opt.set = NULL;
    for (uint32_t i = 0; i < vec_len(s->d->opt.set); i++)
        vec_push(&own->run, own->opt.set, s->d->opt.set[i]);
    vec_push(&own->run, own->opt.set, internf(own, "%s=%s", s->name, value));
    const bool good = linear_compiled(own, s->cli, &m, &o) && each_set(s, &m, value, o, NULL, true);
    s->d->errors += own->errors;
    temporaries_clear(); /* of the run up to its point: their names go with it */
    dtc_free(own);
    return good;
}

int each_configuration(Dtc *d, Cli *cli, ForConfiguration *f, void *what)
{
    Sweep s = { d, cli, f, what, NULL, NULL };
    LinearModel m = { 0 };
    PointOptions o;
    Var v = 0;
    bool good;

    if (!read_sweep(&s))
        return usage("--sweep is NAME=VALUE,VALUE,..., not", cli->sweep);
    const int wrong = linear_begin(d, cli, &m, &o);
    if (wrong)
        return wrong;
    if (s.name)
        v = member_of(&s, &m);
    if (!s.name || v)
        good = v ? each_value_at_once(&s, &m, v, o) : each_set(&s, &m, NULL, o, NULL, true);
    else {
        good = true;
        for (uint32_t i = 0; i < vec_len(s.value) && good; i++)
            good = compiled_with(&s, s.value[i]);
    }
    return good ? 0 : 1;
}
