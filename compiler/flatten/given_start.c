/* given_start.c - the initial state that a run is given (Options.from), in place of what the model says of it.
 *
 * Start values are those that are given, nothing is fixed, and initial equations are left out: start values of states
 * are all that is left to the initial problem. Automata begin in the places that are given; those of switching elements
 * are start values too, which setup takes (law.c). Where time begins anew, what holds a time of before is named.
 * Cost: linear. Requires: check.
 */
#include <math.h>
#include <string.h>
#include "flatten.h"

static Ex literal(Dtc *d, TypeKind t, double x)
{
    return t == T_REAL ? ex_real(d, x) : t == T_BOOL ? ex_bool(d, x != 0) : ex_int(d, (int64_t)x);
}

/* What is given of v; false: nothing. */
static bool is_given(Dtc *d, const Map *given, const Flat *f, Var v, double *x)
{
    const uint64_t known = map_get(given, KEY(internz(d, f->var[v].name)));

    if (known)
        *x = d->opt.from[known - 1].value;
    return known != 0;
}

/* The marking of a net is given as a whole: places that nothing is said of have no token. */
static void begin_in_places(Dtc *d, Flat *f, const Map *given)
{
    double x;

    for (uint32_t i = 0; i < vec_len(f->net); i++) {
        NetPlace *place = f->net[i].place;
        bool any = false;
        for (uint32_t k = 0; k < vec_len(place); k++)
            any |= is_given(d, given, f, place[k].v, &x) && x != 0;
        for (uint32_t k = 0; k < vec_len(place) && any; k++)
            place[k].tokens =
                is_given(d, given, f, place[k].v, &x) && x > 0 ? (uint32_t)fmin(x, place[k].capacity) : 0;
    }
}

/* ---- times of before ----------------------------------------------------------------------------------- */

static bool is_time(Dtc *d, Ex x, void *data)
{
    (void)data;
    return ex_op(d, x) == OP_TIME;
}

/* By its unit: of what an algorithm assigns, the value that has to do with time is not known. */
static bool may_be_time(const VarInfo *i)
{
    return i->type == T_REAL && (!i->unit || !*i->unit || strcmp(i->unit, "s") == 0);
}

typedef struct { Map seen; const char *names; uint32_t n; } Times;

/* Each once. */
static void one_more(Dtc *d, Times *t, const VarInfo *i)
{
    enum { SHOWN = 5 };
    const uint64_t name = KEY(internz(d, i->name));

    if (map_get(&t->seen, name))
        return;
    map_set(&d->pass, &t->seen, name, 1);
    if (t->n <= SHOWN)
        t->names = t->n == SHOWN ? internf(d, "%s ...", t->names)
                                 : internf(d, "%s%s%s", t->names, t->n ? ", " : "", i->name);
    t->n++;
}

/* Variables that keep a time: clauses give them what has time in it. */
static void tell_times(Dtc *d, const Flat *f)
{
    Times t = { .names = "" };

    for (uint32_t i = 0; i < vec_len(f->when); i++)
        for (uint32_t b = 0; b < vec_len(f->when[i].branch); b++)
            for (uint32_t k = 0; k < vec_len(f->when[i].branch[b].action); k++) {
                const WhenAction *a = &f->when[i].branch[b].action[k];
                if (a->kind == W_ASSIGN && may_be_time(&f->var[a->var]) && ex_any(d, a->value, is_time, NULL))
                    one_more(d, &t, &f->var[a->var]);
            }
    for (uint32_t i = 0; i < vec_len(f->net); i++)
        for (uint32_t k = 0; k < vec_len(f->net[i].place); k++)
            if (f->net[i].place[k].since)
                one_more(d, &t, &f->var[f->net[i].place[k].since]);
    for (Eq e = 1; e < vec_len(f->eq); e++) {
        const Equation *q = &f->eq[e];
        const Var v = q->kind == EQ_WHEN ? ex_is_var(d, q->lhs) : 0;
        if (v && may_be_time(&f->var[v]) && ex_any(d, q->rhs, is_time, NULL))
            one_more(d, &t, &f->var[v]);
    }
    if (t.n > 0)
        warning(d, ((Span){ 0, 0 }), NULL,
                "--start: time begins at %g s, and what %s hold%s is of a time up to %g s", d->opt.begin,
                t.names, t.n == 1 ? "s" : "", d->opt.left);
}

void given_start(Dtc *d, Flat *f)
{
    Map given = { 0 };
    double x = 0;

    if (d->opt.begins)
        f->start_time = d->opt.begin;
    for (uint32_t i = 0; i < vec_len(f->net); i++) {
        if (f->net[i].since)
            change_variable(f, f->net[i].since)->start = literal(d, T_REAL, f->start_time);
        for (uint32_t k = 0; k < vec_len(f->net[i].place); k++)
            if (f->net[i].place[k].since)
                change_variable(f, f->net[i].place[k].since)->start = literal(d, T_REAL, f->start_time);
    }
    for (uint32_t i = 0; i < vec_len(d->opt.from); i++)
        map_set(&d->pass, &given, KEY(internz(d, d->opt.from[i].name)), (uint64_t)i + 1);
    if (!d->opt.from)
        return;
    for (Var v = 1; v < vec_len(f->var); v++) {
        VarInfo *i = change_variable(f, v);
        if (i->variability < V_PARAM)
            i->fixed = false;
        if (!is_given(d, &given, f, v, &x))
            continue;
        i->start = literal(d, i->type, x);
        i->has_start = true;
    }
    for (Eq e = 1; e < vec_len(f->ieq); e++)
        change_initial(f, e)->removed = true;
    begin_in_places(d, f, &given);
    if (d->opt.begins && d->opt.begin != d->opt.left)
        tell_times(d, f);
}
