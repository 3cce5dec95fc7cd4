/* metric.c - metrics of a run, `dtc sweep --metric name=expression`, in the language of models.
 *
 *     100*integral(engine.fuel)/atEnd(body.s)      max(abs(der(car.v)))      timeWhen(car.v > 27.8)
 *
 * An expression is read where the model is, as one of --set. What a call of a measure (metric.h) is given becomes a
 * variable of the model, so that it is checked, kept and computed as all others are: an output, which after a step has
 * the value of its sample, of a measure that looks at each; what is done with the numbers of
 * measures stays an expression, and so do variables outside of measures, which are read at the end. An expression
 * without measures becomes a variable as a whole.
 *
 * Requires: all variables of the model are in the flat model. Ensures: Flat.measure, Flat.metric; the model stays
 * balanced. Cost: linear in the expressions.
 */
#include <ctype.h>
#include <string.h>
#include "expr.h"
#include "lower.h"
#include "metric.h"
#include "resolve.h"

#define X(id, name, takes, unit) { name, takes, unit },
const struct MeasureInfo measure_info[MEASURES] = { DTC_MEASURES(X) };
#undef X

typedef struct { Dtc *d; Flat *f; const Inst *root; } Reading;

static int measure_named(const char *name)
{
    for (int k = 0; k < MEASURES; k++)
        if (strcmp(measure_info[k].name, name) == 0)
            return k;
    return -1;
}

/* ---- variables of measures ----------------------------------------------------------------------------- */

/* The variable that has the values of x: itself, or a new one. watched: in each step. */
static Var variable_of(const Reading *r, Ex x, const char *name, Span at, bool watched)
{
    Dtc *d = r->d;
    const TypeKind type = ex_type(d, x);
    Var v = ex_is_var(d, x);

    if (!v || watched) {
        v = add_variable(d, r->f,
                         (VarInfo){ .name = name,
                                    .path = "",
                                    .doc = "Of a metric",
                                    .span = at,
                                    .type = type,
                                    .variability = type == T_REAL ? V_CONT : V_DISCRETE,
                                    .made = true,
                                    .aside = true });
        (void)add_equation(d, r->f,
                           (Equation){
                               .lhs = ex_var(d, v), .rhs = x, .kind = EQ_PLAIN, .span = at, .path = "" });
    }
    change_variable(r->f, v)->kept = true;
    change_variable(r->f, v)->watched |= watched;
    return v;
}

/* Where a relation of Reals is measured by the distance of its sides, its time lies between samples. With a variable
 * step it is an event, and that has its time. */
static Ex distance(const Reading *r, Ex condition, Measure *m)
{
    Dtc *d = r->d;
    const Op op = ex_op(d, condition);
    const bool above = op == OP_GT || op == OP_GE, below = op == OP_LT || op == OP_LE;

    if (d->opt.hybrid || !(above || below) ||
        (ex_type(d, ex_arg(d, condition, 0)) != T_REAL && ex_type(d, ex_arg(d, condition, 1)) != T_REAL))
        return condition;
    m->crosses = true;
    m->reaches = op == OP_GE || op == OP_LE;
    const Ex a = ex_arg(d, condition, 0), b = ex_arg(d, condition, 1);
    return above ? ex_bin(d, OP_SUB, a, b) : ex_bin(d, OP_SUB, b, a);
}

/* The measure of x; each is there once. */
static Ex measure(const Reading *r, MeasureKind kind, Ex x, Span at)
{
    Dtc *d = r->d;
    Measure m = { .kind = kind, .of = x };

    for (uint32_t i = 0; i < vec_len(r->f->measure); i++)
        if (r->f->measure[i].kind == kind && r->f->measure[i].of == x)
            return ex_var(d, r->f->measure[i].value);
    const Ex shown = kind == MEASURE_WHEN ? distance(r, x, &m) : x;
    const char *name = internf(d, "%s(%s)", measure_info[kind].name, ex_plain(d, x));
    m.shown = variable_of(r, shown, internf(d, "%s of %s", ex_plain(d, shown), name), at,
                          kind != MEASURE_END && !d->opt.hybrid);
    m.value = add_variable(d, r->f,
                           (VarInfo){ .name = name,
                                      .path = "",
                                      .doc = "A measure of the run",
                                      .span = at,
                                      .type = T_REAL,
                                      .variability = V_CONST,
                                      .made = true,
                                      .binding = ex_real(d, 0) });
    vec_push(&d->run, r->f->measure, m);
    return ex_var(d, m.value);
}

const char *measure_names(Dtc *d)
{
    const char *all = "";

    for (int k = 0; k < MEASURES; k++)
        all = internf(d, "%s%s%s", all,
                      k == 0             ? ""
                      : k + 1 < MEASURES ? ", "
                                         : " and ",
                      measure_info[k].name);
    return all;
}

/* ---- expressions --------------------------------------------------------------------------------------- */

bool measure_call(Dtc *d, Scope s, const Expr *e, Val *out, bool *good)
{
    Lower *l = lower_state(d);
    const Reading *r = l->measured;
    const int kind = vec_len(e->part) == 1 && !e->global ? measure_named(e->part[0].name) : -1;
    Ex x;

    if (kind < 0 || vec_len(e->arg) != 1 || vec_len(e->named))
        return false;
    const bool condition = measure_info[kind].takes == MEASURES_CONDITION;
    l->measured = NULL; /* within one there is no other */
    *good = condition ? lower_scalar(d, s, e->arg[0], T_BOOL, &x) : lower(d, s, e->arg[0], out);
    l->measured = r;
    if (*good && !condition && (out->ndim || out->type == T_STRING || out->type == T_RECORD)) {
        *good = FAIL(d, s, e->arg[0]->span, "%s is %s; %s is of one number, a Boolean or an enumeration",
                     expr_text(d, e->arg[0]), val_text(d, out), e->part[0].name);
    } else if (*good) {
        x = condition ? x : out->e[0];
        *out = val_scalar(d, T_REAL, measure(r, (MeasureKind)kind, x, e->span));
    }
    return true;
}

static bool is_measure(const Flat *f, Var v)
{
    for (uint32_t i = 0; i < vec_len(f->measure); i++)
        if (f->measure[i].value == v)
            return true;
    return false;
}

/* Variables that are read at the end are kept. Can the value be computed of them? */
static bool read_at_end(const Reading *r, Ex value, bool *measures)
{
    Var *var = NULL;
    double *one = NEW_N(&r->d->pass, double, vec_len(r->f->var)), x;

    ex_vars(r->d, value, &var);
    for (uint32_t i = 0; i < vec_len(var); i++) {
        *measures |= is_measure(r->f, var[i]);
        one[var[i]] = 1;
        if (!is_measure(r->f, var[i]))
            change_variable(r->f, var[i])->kept = true;
    }
    for (NodeWalk w = node_walk(r->d, value); node_next(&w);)
        if (ex_op(r->d, w.e) == OP_DER || op_keeps(ex_op(r->d, w.e)))
            return false;
    return ex_eval(r->d, value, one, &x) || !*measures;
}

/* final(x), as others call the last value, is no call: the word is the language's. */
static bool calls_final(Dtc *d, const Source *src, const NamedText *t)
{
    static const char word[] = "final";
    const size_t n = strlen(word);

    for (const char *p = t->text + t->from; (p = strstr(p, word)) != NULL; p += n) {
        const char *behind = p + n + strspn(p + n, " \t");
        if (*behind != '(' || (p > t->text && (isalnum((unsigned char)p[-1]) || strchr("_.", p[-1]))))
            continue;
        const uint32_t at = src->base + (uint32_t)(p - t->text);
        error(d, ((Span){ at, at + (uint32_t)n }), NULL,
              "`final` is a word of the language, and no function: a variable is its value at the end of the "
              "run, atEnd(x) that of an expression");
        return true;
    }
    return false;
}

static bool add_metric(const Reading *r, const NamedText *t)
{
    Dtc *d = r->d;
    Source *src = source_text(d, t->file, t->text, strlen(t->text));
    const Expr *e = src && !calls_final(d, src, t) ? parse_expression(d, src, t->from) : NULL;
    const Scope s = { (Inst *)(uintptr_t)r->root, r->root->is->cls, NULL };
    Val v;
    bool measures = false;

    if (!e)
        return false;
    src->own = true;
    lower_state(d)->measured = r;
    const bool good = lower(d, s, e, &v);
    lower_state(d)->measured = NULL;
    if (!good)
        return false;
    if (v.ndim || v.type == T_STRING || v.type == T_RECORD)
        return FAIL(d, s, e->span, "%s is %s; a metric is one number, a Boolean or an enumeration",
                    expr_text(d, e), val_text(d, &v));
    const bool known = read_at_end(r, v.e[0], &measures);
    if (measures && !known)
        return FAIL(d, s, e->span,
                    "%s: functions, der() and the like of values at the end stand in atEnd(...) where there "
                    "are "
                    "measures beside them",
                    expr_text(d, e));
    const Ex value = measures ? v.e[0] : measure(r, MEASURE_END, v.e[0], e->span);
    vec_push(&d->run, r->f->metric, ((Metric){ .name = t->name, .value = value, .span = e->span }));
    return true;
}

bool metrics(Dtc *d, Flat *f)
{
    const Reading r = { d, f, f->root };
    bool good = true;

    for (uint32_t i = 0; i < vec_len(d->opt.metric); i++)
        good &= add_metric(&r, &d->opt.metric[i]);
    return good;
}
