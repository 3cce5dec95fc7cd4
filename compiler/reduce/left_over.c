/* left_over.c - part of alias: an equation that has come down to 0 = 0 or 0 = 1 is a redundant or contradictory
 * coupling; the equations that made it so are found, and their components are named.
 *
 * Where its variables are constants, what they follow from is found by forward chaining (an equation gives its last
 * variable); else the equations on shortest paths between its variables are named. Cost: linear in the equations, for
 * each of at most REPORTS reports.
 */
#include <math.h>
#include <string.h>
#include "alias.h"
#include "expr.h"

enum { REPORTS = 10 };

/* The variables of equation e as it was. */
static void unknowns_of(Aliases *s, Eq e, Var **out)
{
    Var *vars = NULL;
    ex_vars(s->d, s->eq[e].lhs, &vars);
    ex_vars(s->d, s->eq[e].rhs, &vars);
    for (uint32_t i = 0; i < vec_len(vars); i++)
        if (s->f->var[vars[i]].variability < V_PARAM)
            vec_push(&s->d->pass, *out, vars[i]);
}

/* Why variables are equal: used equations relate all their variables (one with a single variable: that and 0, the
 * constants). What is said of a variable is said of its derivative: they are related without an equation. */
typedef struct { Proof *because; uint32_t *start, *edge; } Reasons;

static Reasons reasons_of(Aliases *s)
{
    Arena *a = &s->d->pass;
    Reasons t = { .start = NEW_N(a, uint32_t, s->n + 2) };
    Var *vars = NULL;
    for (uint32_t i = 0; i < vec_len(s->proof); i++)
        vec_push(a, t.because, s->proof[i]);
    for (Eq e = 1; e < vec_len(s->eq); e++) {
        if (!s->f->eq[e].removed || !s->eq[e].lhs)
            continue;
        vec_clear(vars);
        unknowns_of(s, e, &vars);
        if (vec_len(vars) == 1)
            vec_push(a, t.because, ((Proof){ vars[0], 0, e }));
        for (uint32_t i = 1; i < vec_len(vars); i++)
            vec_push(a, t.because, ((Proof){ vars[0], vars[i], e }));
    }
    for (Var v = 1; v <= s->n; v++)
        if (v < s->n && s->rate_of[v])
            vec_push(a, t.because, ((Proof){ v, s->rate_of[v], 0 }));
    uint32_t m = vec_len(t.because), *fill = NEW_N(a, uint32_t, s->n + 1);
    t.edge = NEW_N(a, uint32_t, 2 * m + 1);
    for (uint32_t i = 0; i < m; i++)
        t.start[t.because[i].a + 1]++, t.start[t.because[i].b + 1]++;
    for (uint32_t v = 0; v <= s->n; v++)
        t.start[v + 1] += t.start[v];
    for (uint32_t i = 0; i < m; i++) {
        Var x = t.because[i].a, y = t.because[i].b;
        t.edge[t.start[x] + fill[x]++] = i;
        t.edge[t.start[y] + fill[y]++] = i;
    }
    return t;
}

/* The equations on shortest paths from vars[0] to the other variables and to the constants. */
static Eq *path_of_equations(Aliases *s, const Var *vars, uint32_t n)
{
    Arena *a = &s->d->pass;
    Reasons t = reasons_of(s);
    Var *queue = NULL;
    Eq *out = NULL;
    uint32_t *by = NEW_N(a, uint32_t, s->n + 1); /* 1 + edge by which a variable was reached */
    bool *seen = NEW_N(a, bool, s->n + 1);
    vec_push(a, queue, n ? vars[0] : 0);
    seen[queue[0]] = true;
    for (uint32_t i = 0; i < vec_len(queue); i++)
        for (uint32_t k = t.start[queue[i]]; k < t.start[queue[i] + 1]; k++) {
            const Proof *p = &t.because[t.edge[k]];
            Var w = p->a == queue[i] ? p->b : p->a;
            if (seen[w])
                continue;
            seen[w] = true;
            by[w] = t.edge[k] + 1;
            vec_push(a, queue, w);
        }
    for (uint32_t i = 1; i < (n > 1 ? n : 2); i++)
        for (Var v = i < n ? vars[i] : 0; by[v];) {
            const Proof *p = &t.because[by[v] - 1];
            by[v] = 0;
            if (p->eq)
                vec_push(a, out, p->eq);
            v = p->a == v ? p->b : p->a;
        }
    return out;
}

/* What follows from constants alone, step by step: an equation gives its last variable, a constant its derivative. by:
 * by Var, the equation (0 with `known`: the derivative). Cost: linear in the equations. */
typedef struct { Aliases *s; Eq skip, *by; bool *known; uint32_t *left; Eq **in; Var *queue; } Constants;

static void conclude(Constants *c, Var v, Eq because)
{
    if (c->known[v])
        return;
    c->known[v] = true;
    c->by[v] = because;
    vec_push(&c->s->d->pass, c->queue, v);
}

static void conclude_last(Constants *c, Eq e)
{
    Var *vars = NULL;
    if (c->left[e] != 1)
        return;
    unknowns_of(c->s, e, &vars);
    for (uint32_t i = 0; i < vec_len(vars); i++)
        conclude(c, vars[i], e);
}

static void find_constants(Constants *c)
{
    Aliases *s = c->s;
    Arena *a = &s->d->pass;
    Var *vars = NULL;
    c->by = NEW_N(a, Eq, s->n + 1);
    c->known = NEW_N(a, bool, s->n + 1);
    c->left = NEW_N(a, uint32_t, vec_len(s->eq) + 1);
    c->in = NEW_N(a, Eq *, s->n + 1);
    for (Eq e = 1; e < vec_len(s->eq); e++) {
        if (e == c->skip || !s->f->eq[e].removed || !s->eq[e].lhs)
            continue;
        vec_clear(vars);
        unknowns_of(s, e, &vars);
        for (uint32_t i = 0; i < vec_len(vars); i++) {
            if (vec_len(c->in[vars[i]]) && vec_last(c->in[vars[i]]) == e)
                continue;
            vec_push(a, c->in[vars[i]], e);
            c->left[e]++;
        }
        conclude_last(c, e);
    }
    for (uint32_t h = 0; h < vec_len(c->queue); h++) {
        Var v = c->queue[h], der = s->f->var[v].der;
        for (uint32_t i = 0; i < vec_len(c->in[v]); i++) {
            Eq e = c->in[v][i];
            if (c->left[e]-- == 2)
                conclude_last(c, e);
        }
        if (der)
            conclude(c, der, 0);
    }
}

/* The equations that make all of vars constant; NULL: they do not. */
static Eq *why_constant(Aliases *s, Eq skip, const Var *vars, uint32_t n)
{
    Constants c = { .s = s, .skip = skip };
    Eq *out = NULL;
    Var *todo = NULL;
    find_constants(&c);
    for (uint32_t i = 0; i < n; i++) {
        if (!c.known[vars[i]])
            return NULL;
        vec_push(&s->d->pass, todo, vars[i]);
    }
    while (vec_len(todo)) {
        Var v = vec_pop(todo);
        if (!c.known[v])
            continue;
        c.known[v] = false;
        if (c.by[v]) {
            vec_push(&s->d->pass, out, c.by[v]);
            unknowns_of(s, c.by[v], &todo);
        } else if (s->rate_of[v])
            vec_push(&s->d->pass, todo, s->rate_of[v]);
    }
    return out;
}

/* Speeds and accelerations. */
static bool is_motion(const Flat *f, Var v)
{
    const char *unit = f->var[v].unit;
    unit = !unit ? "" : strncmp(unit, "rad", 3) == 0 ? unit + 3 : *unit == 'm' ? unit + 1 : "";
    return strcmp(unit, "/s") == 0 || strcmp(unit, "/s2") == 0;
}

static bool is_position(const Flat *f, Var v)
{
    const char *unit = f->var[v].unit;
    return unit &&
           (unit[0] == 'r' ? unit[1] == 'a' && unit[2] == 'd' && !unit[3] : unit[0] == 'm' && !unit[1]);
}

void report_left_over(Aliases *s, Eq e, Eq like, bool contradictory)
{
    Dtc *d = s->d;
    const Equation *q = &s->f->eq[e];
    if (s->reports++ >= REPORTS) {
        d->errors++;
        return;
    }
    Var *vars = NULL;
    unknowns_of(s, e, &vars);
    Eq *others = why_constant(s, e, vars, vec_len(vars));
    if (!others)
        others = path_of_equations(s, vars, vec_len(vars));
    if (like)
        vec_push(&d->pass, others, like);
    const char *who = components_of(d, s->f, others, vec_len(others), q->kind == EQ_CONNECT ? NULL : q->path);
    const char *self = q->kind == EQ_CONNECT || !q->path || !*q->path ? "this equation" : q->path;
    bool rigid = vec_len(vars) && is_position(s->f, vars[0]);
    const char *what = rigid ? "coupling made by" : "equations of";
    const char *lhs = ex_plain(d, s->eq[e].lhs), *rhs = ex_plain(d, s->eq[e].rhs);
    if (s->eq[e].lhs == s->eq[e].rhs)
        error(d, q->span, q->path, "this equation says nothing: %s = %s", lhs, rhs);
    else if (*who == 0)
        error(d, q->span, q->path, "this equation %s: %s = %s",
              contradictory ? "contradicts others" : "repeats what others say", lhs, rhs);
    else
        error(d, q->span, q->path, "%s %s the %s %s: %s = %s", self,
              contradictory ? "contradicts" : "repeats", what, who, lhs, rhs);
    for (uint32_t i = 0; *who == 0 && i < vec_len(others) && i < 4; i++) {
        const EqState *o = &s->eq[others[i]];
        note(d, s->f->eq[others[i]].span, s->f->eq[others[i]].path, "another is %s = %s", ex_plain(d, o->lhs),
             ex_plain(d, o->rhs));
    }
    if (rigid)
        note(d, NO_SPAN, NULL,
             "the torque in this rigid loop is undetermined: remove one of them, or put a spring in it");
    else if (!contradictory)
        note(d, NO_SPAN, NULL,
             "as there are as many equations as unknowns, something else is left undetermined");
    else if (*who && vec_len(vars) && is_motion(s->f, vars[0]))
        note(d, NO_SPAN, NULL,
             "each of them says how it is to move: remove one of them, or put a spring or a clutch between");
    vec_push(&d->pass, others, e);
    note_loose(d, s->f, others, vec_len(others), NULL, 0);
}

void left_over(Aliases *s, Eq e, Ex rest)
{
    double x = NAN;
    bool told = s->reports < REPORTS, known = told && ex_eval(s->d, rest, present_values(s->d, s->f), &x);
    report_left_over(s, e, 0, known && fabs(x) > 1e-12);
}
