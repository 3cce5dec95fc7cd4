/* units.c - check_units(): units flow through expressions; sums, comparisons and equations of unlike units are
 * reported.
 *
 * One table over all expressions, operands first (they have smaller handles); unlike operands are kept with the
 * expression and are reported with the first equation that reads them. A literal and a variable without unit fit
 * anything; a product with something unknown is unknown. A small whole number or fraction as a factor (2, 1/2) keeps
 * the dimension; any other literal may stand for a constant with a unit, so the product is unknown. Differences are
 * errors in .dtm, warnings in .mo and where a literal is involved.
 *
 * Cost: linear in the expressions.
 */
#include <math.h>
#include <string.h>
#include "metric.h"
#include "unit.h"

typedef struct Units {
    Dtc  *d;
    Flat *f;
    Unit *of_var, *of;                     /* by Var; by expression */
    Ex   *clash;                           /* by expression: one in it whose operands are unlike; 0: none */
    bool *told;                            /* by expression */
    bool  any_error;
} Units;

/* ---- variables ----------------------------------------------------------------------------------------- */

static void read_units(Units *u)
{
    Map memo = { 0 }; /* unit string -> Unit* */
    for (Var v = 1; v < vec_len(u->f->var); v++) {
        const VarInfo *x = &u->f->var[v];
        if (!x->unit || !*x->unit)
            continue;
        Unit *known = (Unit *)(uintptr_t)map_get(&memo, KEY(x->unit));
        if (!known) {
            known = NEW(&u->d->pass, Unit);
            if (!unit_parse(x->unit, known)) {
                *known = (Unit){ .kind = U_UNKNOWN };
                warning(u->d, x->span, x->path, "unit %s of %s is not understood, so it is not checked",
                        text_string(u->d, x->unit), x->name);
            }
            map_set(&u->d->pass, &memo, KEY(x->unit), KEY(known));
        }
        u->of_var[v] = *known;
    }
}

/* ---- expressions --------------------------------------------------------------------------------------- */

static const Unit one = { .kind = U_KNOWN, .factor = 1 };
static const Unit number = { .kind = U_NUMBER };

static bool same_factor(const Unit *a, const Unit *b)
{
    return !(a->factor > 0 && b->factor > 0) || fabs(a->factor - b->factor) <= 1e-9 * fabs(a->factor);
}

static bool fits(const Unit *a, const Unit *b)
{
    return a->kind != U_KNOWN || b->kind != U_KNOWN || (unit_alike(a, b) && same_factor(a, b));
}

/* Of a sum: what is known of either. */
static Unit merged(const Unit *a, const Unit *b)
{
    const Unit *best = b->kind > a->kind || (b->kind == a->kind && a->weak && !b->weak) ? b : a;
    if (a->kind == U_UNKNOWN || b->kind == U_UNKNOWN)
        return best->kind == U_KNOWN ? *best : (Unit){ 0 };
    return *best;
}

/* 2, 1/2, -3/4 */
static bool plain_number(Dtc *d, Ex e)
{
    Rational r;
    return ex_is_rational(d, e, &r) && r.num >= -10 && r.num <= 10 && r.num != 0 && r.den <= 10;
}

static Unit product(Units *u, const ExNode *n)
{
    Unit a = u->of[n->arg[0]], b = u->of[n->arg[1]], r;
    for (int i = 0; i < 2; i++) {
        Unit *x = i ? &b : &a;
        if (x->kind != U_NUMBER)
            continue;
        bool pure = ex_type(u->d, n->arg[i]) == T_INT || ex_op(u->d, n->arg[i]) == OP_REAL ||
                    plain_number(u->d, n->arg[i]);
        *x = pure ? (Unit){ .kind = U_KNOWN, .weak = true } : (Unit){ 0 };
    }
    if (a.kind != U_KNOWN || b.kind != U_KNOWN || !unit_product(&a, &b, n->op == OP_DIV ? -1 : 1, &r))
        return (Unit){ 0 };
    return r;
}

static Unit power(Units *u, const ExNode *n)
{
    Rational r;
    Unit p, base = u->of[n->arg[0]];
    if (base.kind == U_NUMBER)
        return number;
    if (base.kind != U_KNOWN)
        return (Unit){ 0 };
    if (!ex_is_rational(u->d, n->arg[1], &r))
        return unit_is_one(&base) ? base : (Unit){ 0 };
    return unit_power(&base, r.num, r.den, &p) ? p : (Unit){ 0 };
}

static Unit derivative(const Unit *x)
{
    static const Unit second = { .kind = U_KNOWN, .e = { 0, 0, UNIT_SCALE }, .factor = 1 };
    Unit r = { 0 };
    return x->kind == U_KNOWN && unit_product(x, &second, -1, &r) ? r : (Unit){ 0 };
}

static Unit square_root(const Unit *x)
{
    Unit r;
    if (x->kind != U_KNOWN)
        return *x;
    return unit_power(x, 1, 2, &r) ? r : (Unit){ 0 };
}

/* Operands i and j of e must be alike. */
static Unit alike(Units *u, Ex e, const ExNode *n, uint32_t i, uint32_t j)
{
    const Unit *a = &u->of[n->arg[i]], *b = &u->of[n->arg[j]];
    if (!fits(a, b))
        u->clash[e] = e;
    return merged(a, b);
}

static Unit of_one(Units *u, Ex e, const ExNode *n)
{
    const Unit *a = &u->of[n->arg[0]];
    if (!fits(a, &one))
        u->clash[e] = e;
    return one;
}

/* The measure that v stands for; NULL: it stands for itself. */
static const Measure *measure_of(const Units *u, Var v)
{
    for (uint32_t i = 0; i < vec_len(u->f->measure) && v; i++)
        if (u->f->measure[i].value == v)
            return &u->f->measure[i];
    return NULL;
}

/* That of a measure follows from what it is of, which is an expression before it. */
static Unit of_variable(const Units *u, Var v)
{
    const Measure *m = measure_of(u, v);
    if (!m)
        return u->of_var[v];
    Unit x = u->of[m->of], second = { .kind = U_KNOWN, .e = { 0, 0, UNIT_SCALE }, .factor = 1 };
    switch (measure_info[m->kind].unit) {
    case UNIT_OF_S: return second;
    case UNIT_OF_ONE: return one;
    case UNIT_OF_TIMES_S: return x.kind == U_KNOWN && unit_product(&x, &second, 1, &second) ? second : x;
    default: return x;
    }
}

static Unit node_unit(Units *u, Ex e, const ExNode *n)
{
    const Unit *first = n->n ? &u->of[n->arg[0]] : NULL;
    switch ((UnitRule)op_info[n->op].unit) {
    case UNIT_UNKNOWN: break;
    case UNIT_NUMBER: return number;
    case UNIT_VAR:
        if (u->of_var[n->payload].kind == U_UNKNOWN)
            return n->type == T_INT ? number : of_variable(u, n->payload);
        return u->of_var[n->payload];
    case UNIT_TIME: return (Unit){ .kind = U_KNOWN, .e = { 0, 0, UNIT_SCALE }, .factor = 1 };
    case UNIT_RATE: return derivative(first);
    case UNIT_SAME: return *first;
    case UNIT_LAST: return u->of[n->arg[n->n - 1]];
    case UNIT_ALIKE: return alike(u, e, n, 0, 1);
    case UNIT_BRANCHES: return alike(u, e, n, 1, 2);
    case UNIT_COMPARED: (void)alike(u, e, n, 0, 1); break;
    case UNIT_ANGLE: (void)alike(u, e, n, 0, 1); return one;
    case UNIT_ONE: return one;
    case UNIT_PURE: return of_one(u, e, n);
    case UNIT_PRODUCT: return product(u, n);
    case UNIT_POWER: return power(u, n);
    case UNIT_ROOT: return square_root(first);
    }
    return (Unit){ 0 };
}

static void fill_table(Units *u)
{
    for (Ex e = 1; e <= ex_count(u->d); e++) {
        const ExNode *n = ex(u->d, e);
        for (uint32_t i = 0; i < n->n && !u->clash[e]; i++)
            u->clash[e] = u->clash[n->arg[i]];
        Ex inner = u->clash[e];
        u->of[e] = node_unit(u, e, n);
        if (inner)
            u->clash[e] = inner;
    }
}

/* ---- reports ------------------------------------------------------------------------------------------- */

/* As a variable that is read in e has it: rad/s, not 1/s; the integral of a power is an energy, and no torque. NULL:
 * none has it. Measures are of expressions before them, so that this ends. */
static const char *declared_within(Units *u, Ex e, const Unit *x)
{
    const char *found = NULL;
    Var *var = NULL;

    ex_vars(u->d, e, &var);
    for (uint32_t i = 0; i < vec_len(var) && !found; i++) {
        const Measure *m = measure_of(u, var[i]);
        const char *own = u->f->var[var[i]].unit;
        const Unit *is = &u->of[ex_var(u->d, var[i])];
        if (is->kind != U_KNOWN || !unit_alike(is, x) || is->factor != x->factor)
            continue;
        if (m)
            found = measure_info[m->kind].unit != UNIT_OF_TIMES_S ? declared_within(u, m->of, x)
                  : unit_equals(x, "J")                           ? "J"
                                                                  : NULL;
        else
            found = own && *own ? own : NULL;
    }
    return found;
}

static const char *describe(Units *u, Ex e, const Unit *x)
{
    const Var v = ex_is_var(u->d, e);
    const char *declared = v ? declared_within(u, e, x) : NULL;
    return declared ? declared : unit_text(u->d, x);
}

static Severity severity(Units *u, Span at, bool weak)
{
    const Source *s = source_of(u->d, at);
    size_t n = s ? strlen(s->name) : 0;
    bool modelica = n > 3 && !strcmp(s->name + n - 3, ".mo");
    if (!weak && !modelica)
        u->any_error = true;
    return weak || modelica ? DIAG_WARNING : DIAG_ERROR;
}

static void unlike(Units *u, Span at, const char *path, const char *what, Ex a, const Unit *ua, Ex b, const Unit *ub)
{
    Dtc *d = u->d;
    const double factor = ua->factor / ub->factor;
    if (unit_alike(ua, ub) && factor > 0)
        d->about = (About){ .kind = ABOUT_FACTOR, .factor = 1 / factor };
    diag(d, severity(u, at, ua->weak || ub->weak), at, path, "unlike units in %s: %s in %s, %s in %s", what,
         ex_plain(d, a), describe(u, a, ua), ex_plain(d, b), describe(u, b, ub));
    if (unit_alike(ua, ub))
        note(d, at, NULL, "the dimension is the same, the factor differs by %.6g", factor);
}

static void report_clash(Units *u, Ex e, Span at, const char *path)
{
    const ExNode *n = ex(u->d, e);
    Op op = (Op)n->op;
    bool sum = op == OP_ADD || op == OP_SUB, choice = op == OP_IF;
    if (u->told[e])
        return;
    u->told[e] = true;
    if (n->n == 1) {
        const Unit *x = &u->of[n->arg[0]];
        diag(u->d, severity(u, at, x->weak), at, path, "the argument of %s must have unit 1, and is in %s",
             ex_plain(u->d, e), describe(u, n->arg[0], x));
        return;
    }
    Ex a = n->arg[choice], b = n->arg[choice + 1];
    unlike(u, at, path,
           sum                          ? "a sum"
           : choice                     ? "the branches of `if`"
           : op >= OP_LT && op <= OP_NE ? "a comparison"
                                        : ex_plain(u->d, e),
           a, &u->of[a], b, &u->of[b]);
}

static void check_inside(Units *u, Ex e, Span at, const char *path)
{
    if (e && u->clash[e])
        report_clash(u, u->clash[e], at, path);
}

static void check_sides(Units *u, Ex a, Ex b, Span at, const char *path, const char *what)
{
    if (!a || !b)
        return;
    if (u->clash[a] || u->clash[b]) {
        check_inside(u, a, at, path);
        check_inside(u, b, at, path);
    } else if (!fits(&u->of[a], &u->of[b])) {
        unlike(u, at, path, what, a, &u->of[a], b, &u->of[b]);
    }
}

/* 0 = if c then x else y: an equation for each branch, and each may be of a kind of its own. Branches nest as deep as
 * the text. */
static void check_residual(Units *u, Ex e, Span at, const char *path)
{
    for (; ex_op(u->d, e) == OP_IF; e = ex(u->d, e)->arg[2]) {
        check_inside(u, ex(u->d, e)->arg[0], at, path);
        check_residual(u, ex(u->d, e)->arg[1], at, path);
    }
    check_inside(u, e, at, path);
}

static void check_equations(Units *u, const Equation *list)
{
    for (uint32_t i = 1; i < vec_len(list); i++) {
        const Equation *q = &list[i];
        if (q->removed || q->kind == EQ_SWITCH || q->kind == EQ_OPEN)
            continue;
        if (ex_is_zero(u->d, q->lhs))
            check_residual(u, q->rhs, q->span, q->path);
        else if (ex_is_zero(u->d, q->rhs))
            check_residual(u, q->lhs, q->span, q->path);
        else
            check_sides(u, q->lhs, q->rhs, q->span, q->path,
                        q->kind == EQ_CONNECT   ? "a connection"
                        : q->kind == EQ_BINDING ? "a value"
                                                : "an equation");
    }
}

static void check_variables(Units *u, const Ex *self)
{
    for (Var v = 1; v < vec_len(u->f->var); v++) {
        const VarInfo *x = &u->f->var[v];
        check_sides(u, self[v], x->binding, x->span, x->path, "a value");
        check_sides(u, self[v], x->start, x->span, x->path, "a start value");
    }
}

static void check_events(Units *u, const Ex *self)
{
    const Flat *f = u->f;
    for (uint32_t i = 0; i < vec_len(f->when); i++)
        for (uint32_t k = 0; k < vec_len(f->when[i].branch); k++) {
            const WhenBranch *b = &f->when[i].branch[k];
            check_inside(u, b->cond, f->when[i].span, f->when[i].path);
            for (uint32_t j = 0; j < vec_len(b->action); j++)
                if (b->action[j].var)
                    check_sides(u, self[b->action[j].var], b->action[j].value, b->action[j].span,
                                f->when[i].path, "an assignment");
        }
    for (uint32_t i = 0; i < vec_len(f->assert); i++)
        check_inside(u, f->assert[i].cond, f->assert[i].span, f->assert[i].path);
    for (uint32_t i = 0; i < vec_len(f->net); i++)
        for (uint32_t k = 0; k < vec_len(f->net[i].transition); k++)
            check_inside(u, f->net[i].transition[k].guard, f->net[i].transition[k].span, f->net[i].path);
}

/* And what unit each metric has; with a number in it, 1e-3*x, it may be another than that of x. */
static void check_metrics(Units *u)
{
    for (uint32_t i = 0; i < vec_len(u->f->metric); i++) {
        Metric *m = &u->f->metric[i];
        const Unit *unit = &u->of[m->value];
        check_inside(u, m->value, m->span, NULL);
        if (unit->kind != U_KNOWN || unit->factor <= 0 || unit_is_one(unit))
            continue;
        const char *declared = declared_within(u, m->value, unit);
        m->unit = declared ? declared : internz(u->d, unit_name(u->d, unit));
    }
}

bool check_units(Dtc *d, Flat *f)
{
    Units u = { .d = d, .f = f };
    uint32_t n = vec_len(f->var);
    Ex *self = NEW_N(&d->pass, Ex, n + 1);
    for (Var v = 1; v < n; v++)
        self[v] = ex_var(d, v); /* before the table: it covers them all */
    u.of_var = NEW_N(&d->pass, Unit, n + 1);
    u.of = NEW_N(&d->pass, Unit, ex_count(d) + 2);
    u.clash = NEW_N(&d->pass, Ex, ex_count(d) + 2);
    u.told = NEW_N(&d->pass, bool, ex_count(d) + 2);
    read_units(&u);
    fill_table(&u);
    check_equations(&u, f->eq);
    check_equations(&u, f->ieq);
    check_variables(&u, self);
    check_events(&u, self);
    check_metrics(&u);
    return !u.any_error;
}
