/* sim_inputs.c - measured inputs: dtc sim --inputs drive.csv, a file of results, CSV or MAT, whose columns are inputs.
 *
 * Columns are found by name. A unit in the header, `throttle [%]`, is to have the dimensions of the input's, and is
 * converted; a column without one is in the unit of the model. Words for numbers of an enumeration are to be its own.
 * Values are linear between rows (sim_scenario.c), held where --held names them and where the input is no Real; two
 * rows of equal time are a jump. What has no column, what is no input, and where the rows do not cover the run is said.
 * Cost: linear in the file.
 */
#include <math.h>
#include <string.h>
#include "chosen.h"
#include "setting.h"
#include "sim.h"
#include "unit.h"

typedef struct {
    const SimRun *r; Scenario *to; const char *file; const result_table *t;
    Map number;                            /* name -> number of a variable + 1 */
    bool *taken;                           /* by variable: it has a column */
    double second;                         /* s: the unit of the time */
    bool good;
} Reader;

static void problem(Reader *x, const char *text)
{
    fprintf(stderr, "dtc: %s: %s\n", x->file, text);
    x->good = false;
}

static void remark(const Reader *x, const char *text)
{
    if (!x->r->o->quiet)
        fprintf(stderr, "dtc: note: %s: %s\n", x->file, text);
}

/* ---- units --------------------------------------------------------------------------------------------- */

/* What numbers mean, "1=weak 2=strong", is no unit; none is 1. */
static const char *unit_or_one(const char *unit) { return unit && *unit && !strchr(unit, '=') ? unit : "1"; }

/* By what a value of the column is multiplied; 0 after a message. */
static double factor_of(Reader *x, const char *name, const char *column, const char *model)
{
    const char *from = unit_or_one(column), *to = unit_or_one(model);
    Dtc *d = x->r->d;
    Unit given, wanted;

    if (!column || strcmp(from, to) == 0)
        return 1;
    if (!unit_parse(from, &given))
        problem(x, internf(d,
                           "the unit [%s] of %s is not known: products, quotients and powers of SI units "
                           "are, as N.m, m/s2, km/h, 1/min, deg, %%, and rpm",
                           from, name));
    else if (!unit_parse(to, &wanted))
        problem(x, internf(d, "%s is in %s, which cannot be compared with [%s]: leave the unit out", name, to,
                           from));
    else if (!unit_alike(&given, &wanted))
        problem(x, internf(d, "%s is in [%s] here, and %s in the model", name, from,
                           strcmp(to, "1") == 0 ? "without a unit (1)" : to));
    else if (!(given.factor > 0 && wanted.factor > 0))
        problem(x,
                internf(d,
                        "%s is in [%s] here, and in %s in the model: these have no common zero; convert it",
                        name, from, to));
    else
        return given.factor / wanted.factor;
    return 0;
}

/* Literals that the file names, "1=weak 2=strong", are to be those of the model: numbers would mean something else. */
static void compare_literals(Reader *x, const result_signal *s)
{
    const Flat *f = x->r->f;
    const char *here = s->unit && strchr(s->unit, '=') ? s->unit : NULL;

    for (Var v = 1; here && v < vec_len(f->var); v++) {
        const char *there = strcmp(f->var[v].name, s->name) == 0 ? sim_literals(x->r->d, &f->var[v]) : NULL;
        if (there && strcmp(here, there) != 0)
            problem(x, internf(x->r->d,
                               "%s has [%s] here, and [%s] in the model: leave the words out where its "
                               "numbers are the model's",
                               s->name, here, there));
    }
}

/* ---- columns ------------------------------------------------------------------------------------------- */

/* false: it can have no such value, after a message */
static bool fits(Reader *x, const char *name, const dtc_variable *v, double value, double time)
{
    const bool whole = value == floor(value) && fabs(value) <= INT32_MAX;
    const char *is = !isfinite(value)                                             ? "no finite number"
                   : v->type == DTC_INTEGER && !whole                             ? "no Integer"
                   : v->type == DTC_BOOLEAN && (value < 0 || value > 1 || !whole) ? "neither 0 nor 1"
                                                                                  : NULL;
    if (is)
        problem(x, internf(x->r->d, "%s = %.10g at time %.9g is %s", name, value, time, is));
    return !is;
}

static bool is_held(const SimRun *r, const char *name)
{
    for (uint32_t k = 0; k < vec_len(r->o->held); k++)
        if (name_chosen(r->o->held[k], name))
            return true;
    return false;
}

static bool given_before(const SimRun *r, const dtc_variable *v)
{
    for (uint32_t i = 0; i < vec_len(r->scenario.input); i++)
        if (r->scenario.input[i].var.offset == v->offset)
            return true;
    return false;
}

static void take(Reader *x, const result_signal *s, int number)
{
    const SimRun *r = x->r;
    SimInput in = { .var = dtc_variable_at(r->info, number), .held = is_held(r, s->name) };
    const double factor = factor_of(x, s->name, s->unit, in.var.unit);

    x->taken[number] = true;
    compare_literals(x, s);
    if (given_before(r, &in.var))
        problem(x, internf(r->d, "%s is given by %s as well", s->name, r->o->param));
    in.time = vec_reserve(&r->d->run, in.time, sizeof *in.time, (uint32_t)x->t->rows);
    in.value = vec_reserve(&r->d->run, in.value, sizeof *in.value, (uint32_t)x->t->rows);
    for (size_t row = 0; row < x->t->rows && x->good; row++) {
        const double time = x->second * result_value(&x->t->signal[0], row),
                     value = factor * result_value(s, row);
        if (!fits(x, s->name, &in.var, value, time))
            break;
        vec_push(&r->d->run, in.time, time);
        vec_push(&r->d->run, in.value, value);
    }
    if (x->good && !is_set(r->d, s->name))
        vec_push(&r->d->run, x->to->input, in);
}

/* ---- what is said -------------------------------------------------------------------------------------- */

enum { NAMED = 8 };

/* "a, b and 3 more" */
static const char *some_of(Dtc *d, const char *const *name)
{
    const char *text = "";
    const uint32_t n = vec_len(name), shown = n > NAMED + 1 ? NAMED : n;

    for (uint32_t i = 0; i < shown; i++)
        text = internf(d, "%s%s%s", text, i == 0 ? "" : i + 1 == n ? " and " : ", ", name[i]);
    return shown < n ? internf(d, "%s and %u more", text, n - shown) : text;
}

static const char **missing(const Reader *x)
{
    const SimRun *r = x->r;
    const char **name = NULL;

    for (int i = 0; i < r->info->variables; i++) {
        const dtc_variable v = dtc_variable_at(r->info, i);
        const char *is = v.kind == DTC_IN && !x->taken[i] ? sim_name(r->d, r->info, i) : NULL;
        if (is && !given_before(r, &v) && !is_set(r->d, is))
            vec_push(&r->d->run, name, is);
    }
    return name;
}

/* Names that no column has, columns that no input has. */
static void tell_names(Reader *x, const char **over)
{
    Dtc *d = x->r->d;
    const char **without = missing(x);
    bool any = false;

    for (int i = 0; i < x->r->info->variables; i++)
        any |= x->taken[i];
    if (!any)
        problem(x, without
                       ? internf(d, "it has no column for any input of the model: %s", some_of(d, without))
                       : "the model has no inputs");
    else if (without)
        remark(x, internf(d, "it has no column for %s: what the model says is held", some_of(d, without)));
    for (uint32_t i = 0; i < vec_len(over); i++) {
        const char *near = suggest(d, over[i], without, vec_len(without));
        if (near)
            fprintf(stderr, "dtc: warning: %s: there is no input %s; did you mean %s?\n", x->file, over[i],
                    near);
    }
    if (over)
        remark(x, internf(d, "%s %s no input of the model", some_of(d, over),
                          vec_len(over) == 1 ? "is" : "are"));
}

void sim_tell_inputs(const SimRun *r)
{
    const Scenario *s = &r->scenario;
    const Reader x = { .r = r, .file = r->o->inputs };

    if (s->first > r->from + 1e-9 * fabs(s->first))
        remark(&x,
               internf(r->d, "it begins at %.9g s, the run at %.9g s: until then the first values are held",
                       s->first, r->from));
    if (s->last < r->stop - 1e-9 * fabs(r->stop))
        remark(&x,
               internf(r->d, "it ends at %.9g s, the run at %.9g s: from then on the last values are held",
                       s->last, r->stop));
}

static void held_names_exist(Reader *x)
{
    for (uint32_t k = 0; k < vec_len(x->r->o->held); k++) {
        bool found = false;
        for (size_t i = 1; i < x->t->signals; i++)
            found |= name_chosen(x->r->o->held[k], x->t->signal[i].name);
        if (!found)
            problem(x, internf(x->r->d, "it has no column %s, which --held names", x->r->o->held[k]));
    }
}

/* ---- the file ------------------------------------------------------------------------------------------ */

static void columns(Reader *x)
{
    const char **over = NULL;
    Dtc *d = x->r->d;

    x->second = factor_of(x, "time", x->t->signal[0].unit, "s");
    for (size_t i = 1; i < x->t->signals; i++) {
        const result_signal *s = &x->t->signal[i];
        const int number = (int)map_get(&x->number, KEY(internz(d, s->name))) - 1;
        if (number >= 0 && dtc_variable_at(x->r->info, number).kind == DTC_IN)
            take(x, s, number);
        else
            vec_push(&d->run, over, internz(d, s->name));
    }
    held_names_exist(x);
    if (x->good)
        tell_names(x, over);
    x->to->first = x->second * result_value(&x->t->signal[0], 0);
    x->to->last = x->second * result_value(&x->t->signal[0], x->t->rows - 1);
}

bool sim_inputs(SimRun *r)
{
    char message[500];
    result_table t;
    Reader x = { .r = r, .to = &r->scenario, .file = r->o->inputs, .t = &t, .good = true };

    if (!result_read(x.file, &t, message, sizeof message)) {
        fprintf(stderr, "dtc: %s\n", message);
        return false;
    }
    x.number = sim_numbers(r->d, r->info);
    x.taken = NEW_N(&r->d->pass, bool, r->info->variables + 1);
    if (t.rows > 0)
        columns(&x);
    else
        problem(&x, "has no rows");
    result_free(&t);
    return x.good;
}
