/* point.c - an operating point: from the start of the model, a run up to an instant, or a row of a file of results.
 *
 * Places are those that the model settles in at that point, or given ones: the elements that are named stick, those
 * without capacity are open, others slide the way they slip; one at rest that is told not to hold is taken as open,
 * and noted. Elements that stick with a slip that is left get the impulse of the law, as at an event.
 *
 * Requires: a program of a variable step with all variables observed. Cost: setup and a few evaluations, walked.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "compile.h"
#include "blocks.h"
#include "command.h"
#include "dtc_hybrid_step.h"
#include "interpret_step.h"
#include "output.h"
#include "point.h"
#include "reduce.h"
#include "setting.h"

/* ---- values -------------------------------------------------------------------------------------------- */

static bool stored(const Point *p, Var v) { return p->machine->variable[root(p->e->of, v)] != 0; }

typedef struct { const Point *p; bool whole; } Known;

static bool not_stored(Dtc *d, Ex x, void *data)
{
    const Var v = ex_is_var(d, x);
    return v && !stored(data, v);
}

double point_value(Point *p, Ex x) { return ex_any(p->d, x, not_stored, p) ? NAN : value_now(p->machine, x); }

double point_of(Point *p, Var v)
{
    const Alias is = alias_of(p->e->f, root(p->e->of, v));

    if (p->e->f->var[v].type == T_STRING)
        return NAN;
    if (stored(p, v))
        return value_now(p->machine, ex_var(p->d, v));
    return is.constant             ? point_value(p, var_value(p->d, p->e->f, v))
         : p->e->f->var[v].binding ? point_value(p, p->e->f->var[v].binding)
                                   : NAN;
}

double point_rate(Point *p, uint32_t state) { return point_of(p, p->e->f->var[p->e->dae->state[state]].der); }

bool point_can_set(const Point *p, Var v) { return stored(p, v) && p->e->f->var[root(p->e->of, v)].type != T_STRING; }

void point_set(Point *p, Var v, double x)
{
    bool negated;
    const Var of = root_of(p->e->f, v, &negated);
    const TypeKind t = p->e->f->var[of].type;

    store_number(t, p->machine->m + p->machine->variable[of] - 1, !negated ? x : t == T_BOOL ? x == 0 : -x);
}

void point_time(Point *p, double time)
{
    p->time = time;
    *(double *)member_in(p->machine, p->machine->m, AT_time, 0) = time;
}

/* ---- evaluation ---------------------------------------------------------------------------------------- */

/* The message of the last failure; "": it has none */
static const char *point_fault(const Point *p)
{
    const int fault = *(int *)member_in(p->machine, p->machine->m, AT_fault, 0);
    const char *const *text = p->e->program->messages->text;

    return fault > 0 && (uint32_t)fault < vec_len(text) ? text[fault] : "";
}

int point_evaluate(Point *p) { return dtc_everything(&p->machine->f, p->machine->m); }
int point_relax(Point *p) { return dtc_relax(&p->machine->f, p->machine->m); }
int point_setup(Point *p) { return dtc_setup(&p->machine->f, p->machine->m, dtc_first_events, NULL); }

static bool has_law(const Point *p, uint32_t block) { return p->e->dae->block[block].kind == B_SWITCHED; }

static void hold(Point *p, uint32_t block)
{
    const Block *b = &p->e->dae->block[block];
    dtc_law law = law_at(p->machine, law_of(p->e, block));

    for (uint32_t i = 0; i < vec_len(b->sw); i++)
        law.place[i] = p->place[b->sw[i]];
    dtc_law_factor(&law);
    (void)run_function(p->machine, function_of(p->machine->p, FN_show, block));
}

static int hold_all(Point *p)
{
    for (uint32_t b = 0; b < vec_len(p->e->dae->block); b++)
        if (has_law(p, b))
            hold(p, b);
    return point_evaluate(p);
}

int point_places(Point *p, bool correct)
{
    int status = hold_all(p);

    if (status == DTC_OK) /* matrices may hang on places that the model reads */
        status = hold_all(p);
    for (uint32_t b = 0; b < vec_len(p->e->dae->block) && correct && status == DTC_OK; b++)
        if (has_law(p, b)) {
            dtc_project_point(&p->machine->f, p->machine->m);
            return point_evaluate(p);
        }
    return status;
}

static void read_places(Point *p)
{
    for (uint32_t b = 0; b < vec_len(p->e->dae->block); b++) {
        const Block *k = &p->e->dae->block[b];
        if (!has_law(p, b))
            continue;
        const dtc_law law = law_at(p->machine, law_of(p->e, b));
        for (uint32_t i = 0; i < vec_len(k->sw); i++)
            p->place[k->sw[i]] = law.place[i];
    }
}

/* ---- places that are given ----------------------------------------------------------------------------- */

/* The switching element with this name, or that of the component whose only one it is, or the last part of that; 0,
 * after a message: there is none. option: for the message */
static uint32_t element_named(Dtc *d, const Flat *f, const char *name, const char *option)
{
    const char **known = NULL;
    uint32_t found = 0, times = 0;

    for (uint32_t i = 1; i < vec_len(f->sw); i++) {
        if (strcmp(f->sw[i].name, name) == 0)
            return i;
        vec_push(&d->run, known, f->sw[i].name);
        if (f->sw[i].path &&
            (strcmp(f->sw[i].path, name) == 0 || strcmp(name_last(f->sw[i].path), name) == 0)) {
            found = i;
            times++;
        }
        if (f->sw[i].path)
            vec_push(&d->run, known, f->sw[i].path);
    }
    if (times == 1)
        return found;
    const char *near = suggest(d, name, known, vec_len(known));
    error(d, ((Span){ 0, 0 }), NULL, "%s: there %s switching element%s %s%s%s%s", option,
          times ? "are several" : "is no", times ? "s" : "", name, near ? "; did you mean " : "",
          near ? near : "", near ? "?" : "");
    return 0;
}

/* Of one that does not stick. */
static int sliding_place(Point *p, uint32_t i)
{
    const Switch *w = &p->e->f->sw[i];
    const double s = point_of(p, w->s), gap = w->gap ? point_of(p, w->gap) : 0,
                 lo = w->lo_infinite || !w->lo ? -INFINITY : point_of(p, w->lo),
                 hi = w->hi_infinite || !w->hi ? INFINITY : point_of(p, w->hi);
    const bool free_forward = isfinite(lo) && fabs(lo) < INFINITE,
               free_backward = isfinite(hi) && fabs(hi) < INFINITE;

    if (gap > 0 || !(lo < hi))
        return DTC_INACTIVE;
    if (s > 0 && free_forward)
        return DTC_FWD;
    if (s < 0 && free_backward)
        return DTC_BWD;
    p->assumed[i] = !(lo == 0 || hi == 0);
    return DTC_INACTIVE;
}

static bool give_places(Point *p, const PointOptions *o)
{
    const Flat *f = p->e->f;
    bool *stuck = NEW_N(&p->d->run, bool, vec_len(f->sw) + 1), good = true;

    for (uint32_t k = 0; k < vec_len(o->stuck); k++) {
        const uint32_t i = element_named(p->d, f, o->stuck[k], "--stuck");
        good &= i != 0;
        stuck[i] = true;
    }
    for (uint32_t i = 1; i < vec_len(f->sw) && good; i++)
        p->place[i] = stuck[i] ? DTC_STUCK : sliding_place(p, i);
    return good;
}

/* ---- a row of results ---------------------------------------------------------------------------------- */

/* The last row up to the time. */
static size_t row_of(const result_table *t, double at)
{
    size_t row = t->rows - 1;

    while (!isnan(at) && row > 0 && result_value(&t->signal[0], row) > at * (1 + 1e-12))
        row--;
    return row;
}

static bool fits(const Point *p, const PointOptions *o, const result_table *t)
{
    const double last = result_value(&t->signal[0], t->rows - 1), first = result_value(&t->signal[0], 0);

    if (isnan(o->at) || (o->at >= first * (1 - 1e-12) && o->at <= last * (1 + 1e-12)))
        return true;
    if (o->at < first)
        error(p->d, ((Span){ 0, 0 }), NULL, "--at %g is before the first row, at %g s", o->at, first);
    else
        error(p->d, ((Span){ 0, 0 }), NULL, "--at %g: %s has rows from %g to %g s", o->at, o->state, first,
              last);
    return false;
}

static const result_signal *signal_named(Dtc *d, const result_table *t, Map *signals, const char *name)
{
    const bool known = signals->n > 0;

    for (size_t i = 0; i < t->signals && !known; i++)
        map_set(&d->run, signals, KEY(internz(d, t->signal[i].name)), (uint64_t)i + 1);
    const size_t at = map_get(signals, KEY(internz(d, name)));
    return at ? &t->signal[at - 1] : NULL;
}

/* Only what has a memory: all else follows. */
static bool taken_over(const Point *p, Var v)
{
    const VarInfo *i = &p->e->f->var[v];
    return i->is_state || i->discrete_state || (i->top_level && i->causality == C_INPUT);
}

/* Names that the compiler gives, to clauses and samples, have blanks or parentheses; files do not have them. */
static bool is_users(const VarInfo *i)
{
    return i->discrete_state && !i->made && !i->member && !strpbrk(i->name, " (");
}

/* What the command line gives is no part of the state. */
static bool is_given(const Point *p, Var v)
{
    const VarInfo *i = &p->e->f->var[v];
    return i->is_state ? is_start_set(p->d, i->name) : !i->discrete_state && is_set(p->d, i->name);
}

typedef struct { const char *first; uint32_t n; } Missing;

static void lacks(Missing *m, const char *name)
{
    if (m->n++ == 0)
        m->first = name;
}

static const char *and_more(Dtc *d, const Missing *m)
{
    return m->n > 1 ? internf(d, "%s and %u more", m->first, m->n - 1) : m->first;
}

/* The place of an automaton, by its name, or the tokens of a net by those of all its places, which are variables like
 * others. */
static bool take_place(Point *p, const FlatNet *a, const result_table *t, size_t row, Map *signals)
{
    const result_signal *s = signal_named(p->d, t, signals, a->name);
    bool there = true;

    for (uint32_t i = 0; i < vec_len(a->place) && s; i++)
        point_set(p, a->place[i].v, result_value(s, row) == i + 1);
    for (uint32_t i = 0; i < vec_len(a->place) && !s; i++)
        there &= signal_named(p->d, t, signals, p->e->f->var[a->place[i].v].name) != NULL;
    return there;
}

/* Places of switching elements, and which of these and of the automata are not there. */
static Missing take_places(Point *p, const result_table *t, size_t row, Map *signals)
{
    const Flat *f = p->e->f;
    Missing missing = { 0 };

    for (uint32_t k = 1; k < vec_len(f->sw); k++) {
        const result_signal *s = signal_named(p->d, t, signals, f->sw[k].name);
        if (!s)
            s = signal_named(p->d, t, signals, f->var[f->sw[k].place].name);
        if (s)
            p->place[k] = (int)result_value(s, row);
        else
            lacks(&missing, f->sw[k].name);
    }
    for (uint32_t k = 0; k < vec_len(f->net); k++)
        if (!take_place(p, &f->net[k], t, row, signals))
            lacks(&missing, f->net[k].name);
    return missing;
}

/* said: what is missing is an error, or worth a warning, once. */
static bool take_row(Point *p, const PointOptions *o, const result_table *t, bool said)
{
    const size_t row = row_of(t, o->at);
    Missing missing = { 0 };
    Map signals = { 0 };

    for (Var v = 1; v < vec_len(p->e->f->var); v++) {
        const VarInfo *i = &p->e->f->var[v];
        if (!taken_over(p, v) || !point_can_set(p, v) || is_given(p, v))
            continue;
        const result_signal *s = signal_named(p->d, t, &signals, i->name);
        if (s && isfinite(result_value(s, row)))
            point_set(p, v, result_value(s, row));
        else if (i->is_state || s || is_users(i))
            lacks(&missing, i->name);
    }
    const Missing places = take_places(p, t, row, &signals);
    if (missing.n > 0)
        error(p->d, ((Span){ 0, 0 }), NULL, "--state: %s has no number for the state %s", o->state,
              and_more(p->d, &missing));
    else if (places.n > 0 && said)
        warning(p->d, ((Span){ 0, 0 }), NULL,
                "--state: %s does not have the place of %s: it is found as at a start", o->state,
                and_more(p->d, &places));
    point_time(p, result_value(&t->signal[0], row));
    return missing.n == 0;
}

void point_remember(const Point *p)
{
    const Fn f = function_of(p->machine->p, FN_remember, 0);

    if (f)
        (void)run_function(p->machine, f);
}

/* Also as what was before: pre(v) = v. Conditions of clauses that hold at the point are no edges there: what such a
 * clause assigns on the way is put right again. */
static bool take_over(Point *p, const PointOptions *o, const result_table *t)
{
    if (!take_row(p, o, t, true))
        return false;
    point_remember(p);
    (void)point_relax(p);
    point_remember(p);
    const bool good = take_row(p, o, t, false);
    point_remember(p);
    return good;
}

bool point_take(Point *p, const PointOptions *o)
{
    result_table t;
    char message[500];

    (void)source_text(p->d, o->state, "", 0); /* no output goes over it */
    if (!result_read(o->state, &t, message, sizeof message)) {
        error(p->d, ((Span){ 0, 0 }), NULL, "--state: %s", message);
        return false;
    }
    bool good = t.rows > 0;
    if (!good)
        error(p->d, ((Span){ 0, 0 }), NULL, "--state: %s has no rows", o->state);
    good = good && fits(p, o, &t) && take_over(p, o, &t);
    result_free(&t);
    return good;
}

const char *point_run(Dtc *d, double stop, const char *home)
{
    Dtc *s = dtc_new();
    Dae dae = { 0 };
    struct SimOptions o = {
        .home = home, .stop = stop, .rtol = 1e-10, .interval = stop, .quiet = true, .format = "mat"
    };
    const char *start = internf(d, "%s/dtc-point", temporary_folder(d));
    FILE *made = NULL;
    const char *file = temporary_file(d, start, &made);
    int code = 1;

    if (file)
        fclose(made);
    else
        output_refuse(start, strerror(errno));
    s->opt = d->opt;
    s->opt.output = file;
    s->opt.vars = NULL;
    s->opt.given = true;
    s->opt.walked = false;
    if (file && compile(s, &dae)) {
        const Emitter *e = step_program(s, &dae);
        code = e ? sim_main(e, &o) : 1;
    }
    d->errors += s->errors;
    dtc_free(s);
    return code == 0 ? file : NULL;
}

/* ---- the point ----------------------------------------------------------------------------------------- */

static bool failed(Point *p, int status, const char *what)
{
    const char *fault = point_fault(p);

    if (status <= DTC_TERMINATE)
        return false;
    error(p->d, ((Span){ 0, 0 }), NULL, "%s: %s%s%s", what, dtc_status_text((dtc_status)status),
          *fault ? ": " : "", fault);
    note_declaration(p->d, fault);
    note_held(p->d, p->d->flat, fault);
    return true;
}

static bool point_restart(Point *p)
{
    const int status = point_setup(p);

    p->time = p->e->f->start_time;
    if (failed(p, status, "the start of the model fails"))
        return false;
    read_places(p);
    return !failed(p, point_evaluate(p), "the model cannot be evaluated at its start");
}

/* Places are held: given ones, whose elements that stick have no slip then, or those of the row. */
static bool settled(Point *p, const PointOptions *o)
{
    return !failed(p, point_places(p, o->places_given), "the model cannot be evaluated at that point");
}

bool point_give(Point *p, const PointOptions *o)
{
    return !o->places_given || (give_places(p, o) && settled(p, o));
}

bool point_put(Point *p, const PointOptions *o, const PointSetting *given)
{
    memset(p->assumed, 0, (vec_len(p->e->f->sw) + 1) * sizeof *p->assumed);
    machine_init(p->machine);
    for (uint32_t i = 0; i < vec_len(given); i++)
        point_set(p, given[i].v, given[i].x);
    if (!point_restart(p))
        return false;
    if (o->state && !point_take(p, o))
        return false;
    if (o->state && failed(p, point_relax(p), "the model cannot be evaluated at that point"))
        return false;
    return o->places_given ? point_give(p, o) : !o->state || settled(p, o);
}

bool point_begin(const Emitter *e, const PointOptions *o, Point *p)
{
    const uint32_t elements = vec_len(e->f->sw) + 1;

    *p = (Point){ .d = e->d,
                  .e = e,
                  .place = NEW_N(&e->d->run, int, elements),
                  .assumed = NEW_N(&e->d->run, bool, elements) };
    return (p->machine = machine_new(e)) && point_put(p, o, NULL);
}
