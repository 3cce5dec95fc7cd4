/* configurations.c - the points of all configurations that the command line asks for, one after the other.
 *
 * A grid of parameters (--vary, as of dtc sweep) whose members the compiled model has is stored there, and the model is
 * started once more; what decides the structure, and what a run up to the point depends on, takes a compilation of its
 * own. Cost: a start,
 * or a compilation, for each value; a few evaluations for each set of elements.
 */
#include <math.h>
#include <string.h>
#include "configurations.h"
#include "dae.h"
#include "output.h"
#include "sweep.h"

typedef struct {
    Dtc *d; Cli *cli;
    ForConfiguration *f; void *what;
    Factor *factor; Design design;         /* of --vary: a grid */
} Grid;

/* --vary in the grammar of dtc sweep; false after a diagnosis */
static bool read_factors(Grid *s)
{
    Dtc *d = s->d;

    for (uint32_t i = 0; i < vec_len(s->cli->vary); i++) {
        Factor f;
        if (!factor_of_option(d, s->cli->vary[i], &f))
            return false;
        if (f.kind != VARY_LEVELS || f.scales) {
            error(d, f.at, NULL, "an answer for each value: %s=1,2,3 or %s=1:0.5:3", f.name, f.name);
            return false;
        }
        vec_push(&d->run, s->factor, f);
    }
    return vec_len(s->factor) == 0 || design_begin(d, &s->design, &s->factor);
}

/* "gear=2", "d=1 c=300"; NULL: nothing varies */
static const char *values_of(const Grid *s, const double *x)
{
    const char *text = NULL;

    for (uint32_t k = 0; k < vec_len(s->factor); k++)
        text = internf(s->d, "%s%s%s=%s", text ? text : "", text ? " " : "", s->factor[k].name,
                       s->factor[k].text[(uint32_t)x[k]]);
    return text;
}

static const char *title(const Grid *s, const char *values, const char *stuck)
{
    const bool sets = vec_len(s->cli->stuck) > 1;

    return internf(s->d, "%s%s%s", values ? values : "", values && sets ? " " : "",
                   sets ? (*stuck ? stuck : "none") : "");
}

/* All sets of --stuck at one point of the grid. there: the point is put already, with the first set. */
static bool each_set(const Grid *s, LinearModel *m, const char *values, PointOptions o, const PointSetting *given,
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
               s->f(s->what, &(Configuration){ title(s, values, stuck), own, given }, m);
    }
    return good;
}

/* The parameters, if a compiled model can take all their values, vec; NULL: it cannot. */
static PointSetting *members_of(const Grid *s, const LinearModel *m)
{
    PointSetting *list = NULL;

    if (!isnan(s->cli->point_at) && !s->cli->point_state) /* the run up to the point has its own */
        return NULL;
    for (uint32_t k = 0; k < vec_len(s->factor); k++) {
        const Var v = parameter_member(m->p.e, s->factor[k].name);
        for (uint32_t i = 0; i < vec_len(s->factor[k].number); i++)
            if (!v || isnan(s->factor[k].number[i]))
                return NULL;
        vec_push(&s->d->run, list, (PointSetting){ .v = v });
    }
    return list;
}

/* A compilation of its own, with settings more. */
static bool compiled_with(const Grid *s, const double *x)
{
    Dtc *own = dtc_new();
    LinearModel m = { 0 };
    PointOptions o;

    options_taken(own, s->d);
    for (uint32_t k = 0; k < vec_len(s->factor); k++)
        vec_push(&own->run, own->opt.set,
                 internf(own, "%s=%s", s->factor[k].name, s->factor[k].text[(uint32_t)x[k]]));
    const bool good = linear_compiled(own, s->cli, &m, &o) && each_set(s, &m, values_of(s, x), o, NULL, true);
    s->d->errors += own->errors;
    temporaries_clear(); /* of the run up to its point: their names go with it */
    dtc_free(own);
    return good;
}

/* members: NULL: each point is compiled */
static bool each_point(const Grid *s, LinearModel *m, PointOptions o, const PointSetting *members)
{
    double *x = NEW_N(&s->d->run, double, vec_len(s->factor));
    bool good = true;

    for (uint64_t i = 0; i < s->design.points && good; i++) {
        PointSetting *given = NULL;
        design_point(&s->design, s->factor, i, x);
        for (uint32_t k = 0; k < vec_len(members); k++)
            vec_push(&s->d->run, given,
                     ((PointSetting){ members[k].v, s->factor[k].number[(uint32_t)x[k]] }));
        good = members ? each_set(s, m, values_of(s, x), o, given, false) : compiled_with(s, x);
    }
    return good;
}

int each_configuration(Dtc *d, Cli *cli, ForConfiguration *f, void *what)
{
    Grid s = { .d = d, .cli = cli, .f = f, .what = what };
    LinearModel m = { 0 };
    PointOptions o;

    if (!read_factors(&s))
        return 1;
    const int wrong = linear_begin(d, cli, &m, &o);
    if (wrong)
        return wrong;
    const bool good = vec_len(s.factor) == 0 ? each_set(&s, &m, NULL, o, NULL, true)
                                             : each_point(&s, &m, o, members_of(&s, &m));
    return good ? 0 : 1;
}
