/* sweep_model.c - the model of a study, built once for all of its points.
 *
 * The C of a run has no values of parameters (Options.given), so that a point is a copy of the struct with some
 * members changed. What is part of the code takes a model of its own: a factor without a place. Variables that
 * nothing reads, no metric among them, are not computed. Cost: a compilation, and what is looked up by name.
 */
#include <math.h>
#include <string.h>
#include "command.h"
#include "lanes.h"
#include "object.h"
#include "object_cache.h"
#include "setting.h"
#include "sweep.h"

enum { LEAST_BY_THEMSELVES = 4 };         /* lanes, that are taken without being asked for */

/* ---- places of factors --------------------------------------------------------------------------------- */

static Var variable_named(const Flat *f, const char *name)
{
    for (Var v = 1; v < vec_len(f->var); v++)
        if (!f->var[v].made && strcmp(f->var[v].name, name) == 0)
            return v;
    return 0;
}

static const FlatArray *array_named(const Flat *f, const char *name)
{
    for (uint32_t i = 1; i < vec_len(f->array); i++)
        if (strcmp(f->array[i].name, name) == 0)
            return &f->array[i];
    return NULL;
}

static bool may_vary(const VarInfo *v)
{
    return v->variability == V_PARAM || (v->causality == C_INPUT && v->top_level);
}

static void no_factor(Dtc *d, const Flat *f, const Factor *factor)
{
    const Var v = variable_named(f, factor->name);
    const char **known = NULL;

    for (Var k = 1; k < vec_len(f->var); k++)
        if (may_vary(&f->var[k]) && !f->var[k].made)
            vec_push(&d->run, known, f->var[k].name);
    for (uint32_t i = 1; i < vec_len(f->array); i++)
        vec_push(&d->run, known, f->array[i].name);
    const char *near = v ? NULL : suggest(d, factor->name, known, vec_len(known));
    error(d, factor->named, NULL,
          v ? "%s varies by itself: parameters and inputs of the model can be given values%s%s%s"
            : "there is no parameter or input %s%s%s%s",
          factor->name,
          near ? "; did you mean "
          : v  ? ""
               : "; `dtc list` shows those that there are",
          near ? near : "", near ? "?" : "");
}

/* Is the element of a table among those that are scaled: all but its first column? */
static bool is_scaled(const FlatArray *a, uint32_t element)
{
    return !a || a->ndim != 2 || a->dim[1] < 2 || element % a->dim[1] > 0;
}

/* false: the descriptor has no place for it that can be set */
static bool add_place(Built *b, const int *number, Var v, Place *p)
{
    const dtc_variable x =
        number[v] >= 0 ? dtc_variable_at(b->info, number[v]) : (dtc_variable){ .kind = DTC_OUT };

    if (x.kind != DTC_PARAMETER && x.kind != DTC_IN)
        return false;
    vec_push(&b->d->run, p->variable, x);
    vec_push(&b->d->run, p->base, dtc_get(b->info, b->first, &x));
    return true;
}

static bool has_numbers(const Factor *factor)
{
    for (uint32_t i = 0; i < vec_len(factor->text); i++)
        if (*factor->text[i] == '{' || *factor->text[i] == '"' || *factor->text[i] == '[')
            return false;
    return true;
}

/* Of one factor; false after a diagnosis. Without variables it is part of the code. */
static bool find_place(Built *b, const int *number, const Factor *factor, Place *p)
{
    const Var v = variable_named(b->f, factor->name);
    const FlatArray *a = v ? NULL : array_named(b->f, factor->name);
    bool all = v || (a && factor->scales);

    if ((!v && !a) || !may_vary(&b->f->var[v ? v : a->first])) {
        no_factor(b->d, b->f, factor);
        return false;
    }
    if (a && !factor->scales && has_numbers(factor)) {
        error(b->d, factor->at, NULL,
              "%s is an array: its values are {1, 2, 3}; one element is %s[1], and %s*= scales all of them",
              factor->name, factor->name, factor->name);
        return false;
    }
    for (uint32_t i = 0; all && i < (v ? 1 : a->n); i++)
        if (v || is_scaled(a, i))
            all = add_place(b, number, v ? v : a->first + i, p);
    if (!all)
        vec_clear(p->variable);
    if (!all && (factor->scales || factor->kind != VARY_LEVELS)) {
        error(b->d, factor->named, NULL,
              "%s is part of the code of the model, or follows from other parameters: it %s", factor->name,
              factor->scales ? "cannot be scaled; give values in place of factors"
                             : "takes values, of which each is built, and no distribution");
        return false;
    }
    return true;
}

/* ---- levels -------------------------------------------------------------------------------------------- */

static bool read_level(const Built *b, const VarInfo *v, Factor *factor, uint32_t i)
{
    const char *text = factor->text[i], *last = strrchr(text, '.');
    double *x = &factor->number[i];

    if (v->type == T_BOOL) {
        *x = strcmp(text, "true") == 0 ? 1 : strcmp(text, "false") == 0 ? 0 : NAN;
    } else if (v->type == T_ENUM && v->enum_type && isnan(*x)) {
        for (uint32_t k = 0; k < vec_len(v->enum_type->literal); k++)
            if (strcmp(v->enum_type->literal[k], last ? last + 1 : text) == 0)
                *x = k + 1;
    } else if (v->type == T_INT && !(*x == floor(*x) && is_integer(*x))) {
        *x = NAN;
    }
    if (!isnan(*x))
        return true;
    error(b->d, factor->at, NULL, "%s is %s%s; `%s` is none%s", factor->name,
          v->type == T_BOOL   ? "a Boolean: true or false"
          : v->type == T_ENUM ? "an enumeration: "
          : v->type == T_INT  ? "an Integer"
                              : "a number",
          v->type == T_ENUM && v->enum_type ? text_joined(b->d, v->enum_type->literal, ", ", " or ") : "",
          text, strchr("[{", *text) ? "; values stand without brackets: 1,2,5 or uniform(1, 5)" : "");
    return false;
}

bool levels_read(const Built *b, Factor *factor)
{
    bool good = true;

    for (uint32_t k = 0; k < vec_len(factor); k++) {
        const Var v = variable_named(b->f, factor[k].name);
        factor[k].unit = v && !factor[k].scales ? b->f->var[v].unit : NULL;
        if (!v || vec_len(b->place[k].variable) == 0)
            continue;
        if (factor[k].kind != VARY_LEVELS && b->f->var[v].type != T_REAL) {
            error(b->d, factor[k].at, NULL, "%s is no Real: it takes values, 1,2,3, and no distribution",
                  factor[k].name);
            good = false;
        }
        for (uint32_t i = 0; i < vec_len(factor[k].text) && good; i++)
            good = factor[k].scales
                     ? !isnan(factor[k].number[i]) || read_level(b, &b->f->var[v], &factor[k], i)
                     : read_level(b, &b->f->var[v], &factor[k], i);
    }
    return good;
}

/* ---- what is read of a run ----------------------------------------------------------------------------- */

static bool is_measure(const Flat *f, Var v)
{
    for (uint32_t i = 0; i < vec_len(f->measure); i++)
        if (f->measure[i].value == v)
            return true;
    return false;
}

static void find_read(Built *b, const int *number)
{
    Var *var = NULL;

    for (uint32_t i = 0; i < vec_len(b->f->measure); i++) {
        vec_push(&b->d->run, b->measured, dtc_variable_at(b->info, number[b->f->measure[i].shown]));
        if (b->f->measure[i].kind != MEASURE_END)
            vec_push(&b->d->run, b->running, i);
    }
    for (uint32_t i = 0; i < vec_len(b->f->metric); i++)
        ex_vars(b->d, b->f->metric[i].value, &var);
    for (uint32_t i = 0; i < vec_len(var); i++)
        if (!is_measure(b->f, var[i]) && number[var[i]] >= 0)
            vec_push(&b->d->run, b->last, ((Last){ var[i], dtc_variable_at(b->info, number[var[i]]) }));
}

static uint64_t with_points(uint64_t sum, const SimInput *in)
{
    sum = sum * 0x100000001b3u ^ cache_hash((const char *)in->time, sizeof *in->time * vec_len(in->time));
    return sum * 0x100000001b3u ^ cache_hash((const char *)in->value, sizeof *in->value * vec_len(in->value));
}

/* What the runs depend on but for the factors: the C, parameters and inputs as they are, metrics, the end. */
static uint64_t mark_of(const Built *b)
{
    Dtc *d = b->d;
    const char *text = internf(d, "%llx %.17g", (unsigned long long)b->build.mark, b->stop);
    if (b->task.hybrid)
        text = internf(d, "%s %.17g %.17g %.17g", text, b->task.interval, b->task.rtol, b->task.atol);
    uint64_t sum = cache_hash(text, strlen(text));

    for (uint32_t i = 0; i < vec_len(b->f->metric); i++) {
        text = internf(d, "%llx %s=%s", (unsigned long long)sum, b->f->metric[i].name,
                       ex_text(d, b->f->metric[i].value));
        sum = cache_hash(text, strlen(text));
    }
    for (int i = 0; i < b->info->variables; i++) {
        const dtc_variable v = dtc_variable_at(b->info, i);
        if (v.kind == DTC_PARAMETER || v.kind == DTC_IN)
            sum = sum * 0x100000001b3u ^
                  cache_hash((const char *)&(double){ dtc_get(b->info, b->first, &v) }, 8);
    }
    for (uint32_t i = 0; i < vec_len(b->scenario.input); i++)
        sum = with_points(sum, &b->scenario.input[i]);
    for (uint32_t i = 0; i < vec_len(b->scenario.tuned); i++)
        sum = with_points(sum, &b->scenario.tuned[i]);
    return sum;
}

/* ---- all of it ----------------------------------------------------------------------------------------- */

static bool given_values(Built *b, const struct SimOptions *o)
{
    SimRun r = { .d = b->d,
                 .f = b->f,
                 .e = b->e,
                 .o = (struct SimOptions *)(uintptr_t)o,
                 .info = b->info,
                 .model = b->first };

    b->info->init(b->first);
    sim_defaults(b->e, b->first);
    if (o->param && !scenario_load(b->d, o->param, b->f, b->info, b->first, &r.scenario))
        return false;
    if (o->inputs && !sim_inputs(&r))
        return false;
    b->scenario = r.scenario;
    b->exact = !b->task.hybrid && strcmp(b->info->method, "exact") == 0;
    b->stop = o->stop > 0 ? o->stop : b->f->has_stop ? b->f->stop_time : b->info->start_time + 1;
    const double from = b->info->start_time;
    if (b->task.hybrid) {
        const dtc_hybrid *hybrid = b->task.hybrid;
        b->task = sim_task(b->f, o, from, b->stop);
        b->task.hybrid = hybrid;
    }
    const double apart = b->task.hybrid ? b->task.interval : b->info->step;
    if (b->stop > from && (b->stop - from) / apart < (b->task.hybrid ? 1e9 : 1e15))
        return true;
    error(b->d, ((Span){ 0, 0 }), NULL, "the run would go from %g to %g s in %s %g s", from, b->stop,
          b->task.hybrid ? "rows each" : "steps of", apart);
    return false;
}

static void find_step(Built *b)
{
    const char *model = emit_model_name(b->d, b->f), *name = internf(b->d, "%s_step", model);

    *(void **)&b->step = b->task.hybrid ? NULL : sim_build_symbol(&b->build, name);
    b->lanes = b->task.hybrid ? NULL : sim_build_symbol(&b->build, internf(b->d, "%s_lanes_info", model));
    if (b->lanes)
        lanes_found(b);
}

static const Emitter *compiled(const Study *s, const struct SimOptions *o, const char **settings, Compiled *c)
{
    const Cli cli = { .command = CMD_SWEEP, .sim = *o };
    Dtc *d = settings ? dtc_new() : s->d;

    if (settings)
        options_taken(d, s->d);
    for (uint32_t i = 0; i < vec_len(settings); i++)
        vec_push(&d->run, d->opt.set, settings[i]);
    d->opt.given = true;
    return model_compiled(d, &cli, true, c) ? c->program : NULL;
}

/* Do instances of two programs of a model have the same members at the same places? */
static bool same_struct(const Emitter *a, const Emitter *b)
{
    const LaidMember *m = a->layout->member, *n = b->layout->member;
    bool same = vec_len(m) == vec_len(n);

    for (uint32_t i = 0; i < vec_len(m) && same; i++)
        same = m[i].role == n[i].role && m[i].of_role == n[i].of_role && m[i].at == n[i].at &&
               m[i].size == n[i].size;
    return same;
}

/* The program with lanes: as many as are asked for, or as the machine's vectors have, where the model can have any. It
 * is one of its own, since lanes do without some of what makes a model alone faster; the bits are the same, and so is
 * the struct. false: after a message */
static bool with_lanes(const Study *s, Compiled *c, SimBuild *b)
{
    const Emitter *alone = c->program;
    Dtc *d = alone->d;
    const int most = object_vector() / (d->opt.single ? 4 : 8), n = s->lanes ? s->lanes : most;

    if (n == 1 || (!s->lanes && n < LEAST_BY_THEMSELVES))
        return true;
    d->opt.lanes = n;
    const Emitter *e = step_program(d, &c->dae);
    d->opt.lanes = 0;
    if (!e)
        return false;
    const char *why = lanes_plan(e)->why;
    if (!why && !same_struct(alone, e))
        why = "its struct would be another one";
    if (s->lanes && why)
        return lanes_refused(e, why);
    if (n > most)
        error(d, ((Span){ 0, 0 }), NULL,
              "--lanes %d: a vector of this machine has %d numbers%s; without --lanes what is fastest is "
              "taken",
              n, most, d->opt.single ? " of single precision" : "");
    b->with_lanes = why ? NULL : e;
    b->lanes = n;
    return n <= most;
}

Built *model_built(const Study *s, const struct SimOptions *o, const char **settings, bool kept)
{
    Compiled *c = NEW(&s->d->run, Compiled); /* programs are of it */
    SimBuild build = { .quiet = true, .many = true, .kept = kept, .only_lanes = s->lanes > 1 };

    *c = (Compiled){ 0 };
    const Emitter *e = compiled(s, o, settings, c);
    if (!e || !with_lanes(s, c, &build))
        return NULL;
    Dtc *d = e->d;
    Built *b = NEW(&d->run, Built);
    *b = (Built){ .d = d, .e = e, .f = d->flat, .build = build };
    if (!sim_build(b->e, o->home, &b->build))
        return NULL;
    b->info = &b->build.info;
    b->task.hybrid = d->opt.hybrid ? &b->build.hybrid : NULL;
    b->first = arena_alloc(&d->run, b->info->size);
    if (!given_values(b, o))
        return NULL;
    const int *number = emit_numbers(b->e);
    b->place = NEW_N(&d->run, Place, vec_len(s->factor) + 1);
    for (uint32_t k = 0; k < vec_len(s->factor); k++)
        if (!find_place(b, number, &s->factor[k], &b->place[k]))
            return NULL;
    find_read(b, number);
    find_step(b);
    b->mark = mark_of(b);
    return b;
}

void built_faster(Built *b)
{
    if (!b->faster || b->fast || !atomic_load(&b->faster->there))
        return;
    (void)sim_build_take(&b->build, b->faster->folder);
    find_step(b);
    b->fast = true;
}

void built_free(Built *b) { sim_close(&b->build); }
