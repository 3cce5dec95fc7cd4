/* builtin.c - predefined operators and functions of scalars: mathematics, events, conversions. Those of arrays are in
 * array.c, String in text.c.
 *
 * A function of scalars applies to each element of an array (Modelica 3.6, 12.4.6). What the language has and dtc has
 * not is in the table too, so that its use is named. Operators of events (pre, edge, change, initial, sample) read the
 * model: in an algorithm section their values are inputs, in a function they are errors.
 */
#include <string.h>
#include "body.h"
#include "lower.h"

const Expr *argument(const Expr *call, uint32_t i, const char *name)
{
    if (i < vec_len(call->arg))
        return call->arg[i];
    for (uint32_t k = 0; name && k < vec_len(call->named); k++)
        if (strcmp(call->named[k].name, name) == 0)
            return call->named[k].value;
    return NULL;
}

/* ---- of each element ----------------------------------------------------------------------------------- */

static bool real_function(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    Val a;
    if (!lower_typed(d, s, e->arg[0], T_REAL, &a))
        return false;
    *out = val_like(d, &a, T_REAL);
    for (uint32_t i = 0; i < a.n; i++) {
        double x;
        if (ex_is_num(d, a.e[i], &x) && !op_defined(b->op, x, 0))
            return FAIL(d, s, e->span, "%s is not defined for %g", b->name, x);
        out->e[i] = operation_here(d, ex_un(d, b->op, a.e[i]));
    }
    return true;
}

/* abs keeps Integer, sign and integer make it */
static bool number_function(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    Val a;
    if (!lower(d, s, e->arg[0], &a) || !expect(d, s, e->arg[0], &a, T_REAL))
        return false;
    *out = val_like(d, &a, op_info[b->op].type == TYPE_SAME ? a.type : T_INT);
    for (uint32_t i = 0; i < a.n; i++)
        out->e[i] =
            b->op == OP_INTEGER && a.type == T_INT ? a.e[i] : operation_here(d, ex_un(d, b->op, a.e[i]));
    return true;
}

static bool two_numbers(Dtc *d, Scope s, const Expr *e, Op op, const Val *a, const Val *b, Val *out)
{
    if (a->ndim && b->ndim && !val_same_shape(a, b))
        return FAIL(d, s, e->span, "the arguments have unlike sizes: %s and %s", val_text(d, a),
                    val_text(d, b));
    TypeKind t = a->type == T_INT && b->type == T_INT && op_info[op].type == TYPE_SAME ? T_INT : T_REAL;
    *out = val_like(d, a->ndim ? a : b, t);
    for (uint32_t i = 0; i < out->n; i++) {
        Ex y = b->e[b->ndim ? i : 0];
        if ((op_info[op].is & OP_DIVIDES) && ex_is_zero(d, y))
            return FAIL(d, s, e->span, "division by zero: %s", expr_text(d, e));
        out->e[i] = operation_here(d, ex_bin(d, op, a->e[a->ndim ? i : 0], y));
    }
    return true;
}

static bool binary_function(Dtc *d, Scope s, const Expr *e, const Builtin *f, Val *out)
{
    Val a, b;
    if (!lower(d, s, e->arg[0], &a) || !expect(d, s, e->arg[0], &a, T_REAL))
        return false;
    if (!lower(d, s, e->arg[1], &b) || !expect(d, s, e->arg[1], &b, T_REAL))
        return false;
    return two_numbers(d, s, e, f->op, &a, &b, out);
}

/* A function of ops.h. */
static bool of_numbers(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    if (b->max == 2)
        return binary_function(d, s, e, b, out);
    return (op_info[b->op].type == TYPE_REAL ? real_function : number_function)(d, s, e, b, out);
}

/* ---- variables in time --------------------------------------------------------------------------------- */

static bool needs_model(Dtc *d, Scope s, const Expr *e)
{
    const Lower *l = lower_state(d);
    if (l->constant)
        return FAIL(d, s, e->span, "%s is not known while compiling", expr_text(d, e));
    if (!s.inst)
        return FAIL(d, s, e->span, "a function cannot use %s: its result depends on its inputs alone",
                    expr_text(d, e));
    return true;
}

static Ex imported(Dtc *d, Ex e)
{
    Lower *l = lower_state(d);
    return l->body ? body_import(d, l->body, e) : e;
}

static Ex derivative_of(Dtc *d, Var v, void *data)
{
    (void)data;
    return d->flat->var[v].variability == V_CONT ? ex_un(d, OP_DER, ex_var(d, v)) : ex_real(d, 0);
}

static bool fixed_in_time(Dtc *d, Ex e)
{
    Var v = ex_is_var(d, e);
    return v ? d->flat->var[v].variability >= V_PARAM : only_parameters(d, e);
}

static bool lower_der(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    (void)b;
    Val a;
    Lower *l = lower_state(d);
    if (l->body) {
        if (!needs_model(d, s, e))
            return false;
        if (e->arg[0]->kind != E_REF)
            return FAIL(d, s, e->span, "in an algorithm, der applies to a variable: %s", expr_text(d, e));
        Op outer = body_wrap(l->body, OP_DER);
        bool ok = lower_typed(d, s, e->arg[0], T_REAL, out);
        (void)body_wrap(l->body, outer);
        return ok;
    }
    if (!s.inst && !needs_model(d, s, e))
        return false;
    if (!lower(d, s, e->arg[0], &a) || !expect(d, s, e->arg[0], &a, T_REAL))
        return false;
    *out = val_like(d, &a, T_REAL);
    for (uint32_t i = 0; i < a.n; i++) {
        Var v = ex_is_var(d, a.e[i]);
        if (v && (d->flat->var[v].variability == V_DISCRETE || d->flat->var[v].type == T_INT))
            return FAIL(d, s, e->span, "%s is discrete, it has no derivative", d->flat->var[v].name);
        out->e[i] = v                        ? derivative_of(d, v, NULL)
                  : fixed_in_time(d, a.e[i]) ? ex_real(d, 0)
                                             : ex_dt(d, a.e[i], derivative_of, NULL);
        if (!out->e[i])
            return FAIL(d, s, e->span, "%s cannot be differentiated", expr_text(d, e->arg[0]));
    }
    return true;
}

/* pre of a variable; of constants and parameters themselves */
static bool last_value(Dtc *d, Scope s, const Expr *e, Val *out)
{
    Lower *l = lower_state(d);
    if (!needs_model(d, s, e))
        return false;
    if (l->body) {
        Op outer = body_wrap(l->body, OP_PRE);
        bool ok = lower(d, s, e->arg[0], out);
        (void)body_wrap(l->body, outer);
        return ok;
    }
    Val a;
    if (!lower(d, s, e->arg[0], &a))
        return false;
    if (a.type == T_RECORD || e->arg[0]->kind != E_REF)
        return FAIL(d, s, e->arg[0]->span, "%s applies to a variable: %s", e->part[0].name,
                    expr_text(d, e->arg[0]));
    *out = val_like(d, &a, a.type);
    out->cls = a.cls;
    for (uint32_t i = 0; i < a.n; i++) {
        bool fixed = fixed_in_time(d, a.e[i]);
        if (!fixed && !ex_is_var(d, a.e[i]))
            return FAIL(d, s, e->arg[0]->span, "%s applies to a variable: %s", e->part[0].name,
                        expr_text(d, e->arg[0]));
        out->e[i] = fixed ? a.e[i] : ex_un(d, OP_PRE, a.e[i]);
    }
    return true;
}

static bool lower_pre(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    (void)b;
    return last_value(d, s, e, out);
}

static bool lower_change(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    Val now, before;
    if (!last_value(d, s, e, &before) || !lower(d, s, e->arg[0], &now))
        return false;
    if (b->op == OP_AND && !expect(d, s, e->arg[0], &now, T_BOOL))
        return false;
    *out = val_like(d, &now, T_BOOL);
    for (uint32_t i = 0; i < now.n; i++)
        out->e[i] = b->op == OP_AND ? ex_bin(d, OP_AND, now.e[i], ex_un(d, OP_NOT, before.e[i]))
                                    : ex_bin(d, OP_NE, now.e[i], before.e[i]);
    return true;
}

static bool lower_phase(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    if (!needs_model(d, s, e))
        return false;
    *out = val_scalar(d, T_BOOL, imported(d, ex_leaf(d, b->op, T_BOOL)));
    return true;
}

static bool lower_sample(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    (void)b;
    Lower *l = lower_state(d);
    Ex start, interval;
    if (!needs_model(d, s, e))
        return false;
    Body *body = l->body; /* start and interval are parameters, not what the algorithm computes */
    l->body = NULL;
    bool ok =
        lower_scalar(d, s, e->arg[0], T_REAL, &start) && lower_scalar(d, s, e->arg[1], T_REAL, &interval);
    l->body = body;
    if (!ok)
        return false;
    if (!only_parameters(d, start) || !only_parameters(d, interval))
        return FAIL(d, s, e->span, "the arguments of sample are constants or parameters: %s",
                    expr_text(d, e));
    double x;
    if (ex_is_num(d, interval, &x) && x <= 0)
        return FAIL(d, s, e->arg[1]->span, "the interval of sample must be positive");
    *out = val_scalar(d, T_BOOL, imported(d, ex_bin(d, OP_SAMPLE, start, interval)));
    return true;
}

/* ---- hints to a solver --------------------------------------------------------------------------------- */

static bool lower_noevent(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    (void)b;
    Val a;
    if (!lower(d, s, e->arg[0], &a))
        return false;
    if (a.type == T_RECORD)
        return expect(d, s, e->arg[0], &a, T_REAL);
    *out = val_like(d, &a, a.type);
    out->cls = a.cls;
    for (uint32_t i = 0; i < a.n; i++)
        out->e[i] = ex_un(d, OP_NOEVENT, a.e[i]);
    return true;
}

static bool lower_smooth(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    (void)b;
    int64_t order;
    Val a;
    if (!eval_int(d, s, e->arg[0], &order) || !lower(d, s, e->arg[1], &a) ||
        !expect(d, s, e->arg[1], &a, T_REAL))
        return false;
    if (order < 0)
        return FAIL(d, s, e->arg[0]->span, "the order of smooth must not be negative");
    *out = val_like(d, &a, a.type);
    for (uint32_t i = 0; i < a.n; i++)
        out->e[i] = ex_bin(d, OP_SMOOTH, ex_int(d, order), a.e[i]);
    return true;
}

static bool lower_homotopy(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    (void)b;
    const Expr *actual = argument(e, 0, "actual"), *simplified = argument(e, 1, "simplified");
    if (!actual || !simplified)
        return FAIL(d, s, e->span, "homotopy needs actual and simplified");
    return lower(d, s, actual, out);
}

static bool lower_semilinear(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    (void)b;
    Ex x, above, below;
    if (!lower_scalar(d, s, e->arg[0], T_REAL, &x) || !lower_scalar(d, s, e->arg[1], T_REAL, &above) ||
        !lower_scalar(d, s, e->arg[2], T_REAL, &below))
        return false;
    *out = val_scalar(d, T_REAL,
                      ex_if(d, ex_bin(d, OP_GE, x, ex_real(d, 0)), ex_bin(d, OP_MUL, above, x),
                            ex_bin(d, OP_MUL, below, x)));
    return true;
}

/* ---- conversions --------------------------------------------------------------------------------------- */

static bool lower_integer(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    (void)b;
    if (!lower(d, s, e->arg[0], out))
        return false;
    if (out->type != T_ENUM)
        return FAIL(d, s, e->arg[0]->span,
                    "Integer(...) converts an enumeration, this is %s; integer(...) rounds a Real down",
                    val_text(d, out));
    out->type = T_INT;
    out->cls = NULL;
    return true;
}

/* Model.path, as Modelica 3.6, 3.7.4.4 */
static bool lower_instance_name(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    const Inst *root = s.inst;
    if (!root)
        return FAIL(d, s, e->span, "%s has an instance in models alone", b->name);
    while (root->parent)
        root = root->parent;
    const char *path = s.inst->path, *name = class_origin(root->is->cls)->name;
    *out = val_scalar(d, T_STRING, ex_str(d, *path ? internf(d, "%s.%s", name, path) : name));
    return true;
}

/* ---- time in a place ----------------------------------------------------------------------------------- */

/* A fixed step counts the steps: times are rounded, and a place is not left one later for that. */
static Ex soon_enough(Dtc *d, Ex duration)
{
    const Ex rounding = ex_bin(d, OP_MUL, ex_real(d, d->opt.single ? 1e-5 : 1e-9), duration);
    return d->opt.hybrid ? duration : ex_bin(d, OP_SUB, duration, rounding);
}

/* after(T): time >= since + T, with the time at which each source was entered. */
static bool lower_after(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    const Guards *g = lower_state(d)->guards;
    Ex duration;
    (void)b;
    if (!g)
        return FAIL(d, s, e->span,
                    "after(T) stands in the guards of an automaton or a net: it has been in its place for T");
    if (!lower_scalar(d, s, e->arg[0], T_REAL, &duration))
        return false;
    *out = val_new(d, T_BOOL, NULL, 0, NULL);
    for (uint32_t i = 0; i < g->sources; i++) {
        Ex due = ex_bin(d, OP_ADD, ex_var(d, g->since(g->of, i)), soon_enough(d, duration));
        Ex passed = ex_bin(d, OP_GE, ex_leaf(d, OP_TIME, T_REAL), due);
        out->e[0] = i ? ex_bin(d, OP_AND, out->e[0], passed) : passed;
    }
    return true;
}

/* The place that a call asks for; in guards those of the net have their own names. */
static bool asked_place(Dtc *d, Scope s, const Expr *e, Var *place)
{
    const Expr *p = e->arg[0];
    const Guards *g = lower_state(d)->guards;
    bool plain = p->kind == E_REF && !p->global && vec_len(p->part) == 1 && !p->part[0].sub;
    Val v;

    *place = g && plain ? g->place(g->of, p->part[0].name) : 0;
    if (*place)
        return true;
    if (!lower(d, s, p, &v))
        return false;
    *place = v.ndim == 0 ? ex_is_var(d, v.e[0]) : 0;
    return true;
}

/* since(p), age(p): when a token came to p last, and the time from then on. */
static bool lower_entered(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    const Lower *l = lower_state(d);
    Var place, since = 0;

    *out = val_scalar(d, T_REAL, ex_real(d, 0));
    if (l->shapes > 0)
        return true;
    if (!asked_place(d, s, e, &place))
        return false;
    if (place && l->entries)
        since = l->entries->entered(l->entries->of, place);
    if (!since)
        return FAIL(d, s, e->arg[0]->span, "%s(p) is of a place of a net or an automaton, which %s is not",
                    b->name, expr_text(d, e->arg[0]));
    out->e[0] = ex_var(d, since);
    if (b->op == OP_SUB)
        out->e[0] = ex_bin(d, OP_SUB, ex_leaf(d, OP_TIME, T_REAL), out->e[0]);
    return true;
}

/* ---- what there is not --------------------------------------------------------------------------------- */

static bool unsupported(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    (void)out;
    return FAIL(d, s, e->span, "%s is not supported", b->name);
}

static bool a_statement(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    (void)out;
    return FAIL(d, s, e->span, "%s is a statement, it has no value", b->name);
}

/* ---- the table ----------------------------------------------------------------------------------------- */

static const Builtin builtins[] = {
#define X(op, operands, text, ...) { text, operands, operands, of_numbers, OP_##op },
    DTC_FUNCTIONS(X)
#undef X
    { "der", 1, 1, lower_der, OP_DER },
    { "pre", 1, 1, lower_pre, OP_PRE },
    { "edge", 1, 1, lower_change, OP_AND },
    { "change", 1, 1, lower_change, OP_NE },
    { "initial", 0, 0, lower_phase, OP_INITIAL },
    { "terminal", 0, 0, lower_phase, OP_TERMINAL },
    { "sample", 2, 2, lower_sample, OP_SAMPLE },
    { "after", 1, 1, lower_after, OP_GE },
    { "age", 1, 1, lower_entered, OP_SUB },
    { "since", 1, 1, lower_entered, OP_VAR },
    { "noEvent", 1, 1, lower_noevent, OP_NOEVENT },
    { "smooth", 2, 2, lower_smooth, OP_SMOOTH },
    { "homotopy", 0, 2, lower_homotopy, OP_NONE },
    { "semiLinear", 3, 3, lower_semilinear, OP_NONE },
    { "Integer", 1, 1, lower_integer, OP_INTEGER },
    { "String", 1, 5, lower_string, OP_STRING },
    { "assert", 0, 9, a_statement, OP_NONE },
    { "terminate", 0, 9, a_statement, OP_NONE },
    { "reinit", 0, 9, a_statement, OP_NONE },
    { "delay", 0, 9, unsupported, OP_NONE },
    { "cardinality", 0, 9, unsupported, OP_NONE },
    { "spatialDistribution", 0, 99, unsupported, OP_NONE },
    { "inStream", 0, 9, unsupported, OP_NONE },
    { "actualStream", 0, 9, unsupported, OP_NONE },
    { "getInstanceName", 0, 0, lower_instance_name, OP_NONE },
    { "Clock", 0, 9, unsupported, OP_NONE },
    { "previous", 0, 9, unsupported, OP_NONE },
    { "hold", 0, 9, unsupported, OP_NONE },
    { "subSample", 0, 9, unsupported, OP_NONE },
    { "superSample", 0, 9, unsupported, OP_NONE },
    { "shiftSample", 0, 9, unsupported, OP_NONE },
    { "backSample", 0, 9, unsupported, OP_NONE },
    { "noClock", 0, 9, unsupported, OP_NONE },
    { "interval", 0, 9, unsupported, OP_NONE },
    { "firstTick", 0, 9, unsupported, OP_NONE },
    { "transition", 0, 99, unsupported, OP_NONE },
    { "initialState", 0, 9, unsupported, OP_NONE },
    { "activeState", 0, 9, unsupported, OP_NONE },
    { "ticksInState", 0, 9, unsupported, OP_NONE },
    { "timeInState", 0, 9, unsupported, OP_NONE },
    { "", 0, 0, NULL, OP_NONE },
};

const Builtin *builtin_find(const char *name)
{
    for (const Builtin *b = builtins; *b->name; b++)
        if (strcmp(b->name, name) == 0)
            return b;
    for (const Builtin *b = array_builtins; *b->name; b++)
        if (strcmp(b->name, name) == 0)
            return b;
    return NULL;
}

const char **builtin_names(Dtc *d)
{
    const char **names = NULL;
    for (const Builtin *b = builtins; *b->name; b++)
        if (b->lower != unsupported)
            vec_push(&d->pass, names, b->name);
    for (const Builtin *b = array_builtins; *b->name; b++)
        vec_push(&d->pass, names, b->name);
    return names;
}

const char *builtin_like(Dtc *d, const char *name)
{
    const char **names = builtin_names(d);
    vec_push(&d->pass, names, "connect");
    return suggest(d, name, names, vec_len(names));
}

bool lower_operator(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    uint32_t n = vec_len(e->arg);
    if (n >= b->min && n <= b->max)
        return b->lower(d, s, e, b, out);
    if (b->min == b->max)
        return FAIL(d, s, e->span, "%s takes %u argument%s, not %u", b->name, b->min, b->min == 1 ? "" : "s",
                    n);
    return FAIL(d, s, e->span, "%s takes %u to %u arguments, not %u", b->name, b->min, b->max, n);
}
