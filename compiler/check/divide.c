/* divide.c - part of check: operations that have no value with the present values of the parameters: divisions by zero,
 * and those of Integers whose result is none; and sample() with an interval that is none.
 *
 * One table over all expressions, operands first: the first such operation that an expression makes whenever it is
 * evaluated (the branches of an `if` may guard theirs and do not count). Cost: linear in the expressions.
 *
 * Requires: flatten, no cycles among parameters.
 */
#include "check.h"
#include "expr.h"
#include "known.h"

typedef struct {
    Dtc *d;
    MemoValue *now;
    Ex *bad;
    uint32_t n;
    Map told;
} Table; /* by expression: its value, NaN: not known; the operation without value below it, or 0 */

static bool divides_by_zero(const Table *t, Ex e)
{
    Op op = ex_op(t->d, e);
    return (op_info[op].is & OP_DIVIDES) && t->now[ex_arg(t->d, e, 1)].x == 0;
}

static bool overflows(const Table *t, Ex e)
{
    double x = t->now[e].x;
    return ex_type(t->d, e) == T_INT && (op_info[ex_op(t->d, e)].is & OP_OVERFLOWS) &&
           (x < INT32_MIN || x > INT32_MAX);
}

/* Time counts no shorter intervals. */
static bool samples_too_often(const Table *t, Ex e)
{
    return ex_op(t->d, e) == OP_SAMPLE && t->now[ex_arg(t->d, e, 1)].x < 1e-12;
}

static void fill(Table *t, const double *value)
{
    Dtc *d = t->d;
    for (Ex e = 1; e <= t->n; e++) {
        uint32_t args = ex_op(d, e) == OP_IF ? 1 : ex_narg(d, e);
        t->now[e].x = node_value(d, e, t->now, value);
        for (uint32_t i = 0; i < args && !t->bad[e]; i++)
            t->bad[e] = t->bad[ex_arg(d, e, i)];
        if (!t->bad[e] && (divides_by_zero(t, e) || overflows(t, e) || samples_too_often(t, e)))
            t->bad[e] = e;
    }
}

static void tell(Table *t, Ex e, Span at, const char *path)
{
    Dtc *d = t->d;
    Ex bad = e && e <= t->n ? t->bad[e] : 0;
    if (!bad || map_get(&t->told, bad))
        return;
    map_set(&d->pass, &t->told, bad, 1);
    Ex by = ex_arg(d, bad, ex_narg(d, bad) - 1);
    if (samples_too_often(t, bad))
        error(d, at, path, "the interval of %s must be positive, at least 1e-12 s: it is %g",
              ex_plain(d, bad), t->now[by].x);
    else if (!divides_by_zero(t, bad))
        error(d, at, path, "%s is beyond the range of an Integer, %d to %d: it is %.17g", ex_plain(d, bad),
              INT32_MIN, INT32_MAX, t->now[bad].x);
    else if (ex_is_num(d, by, NULL))
        error(d, at, path, "division by zero in %s", ex_plain(d, bad));
    else
        error(d, at, path, "division by zero in %s: %s is 0", ex_plain(d, bad), ex_plain(d, by));
}

static void tell_equations(Table *t, const Equation *eq)
{
    for (Eq e = 1; e < vec_len(eq); e++) {
        if (!eq[e].lhs)
            continue;
        tell(t, eq[e].lhs, eq[e].span, eq[e].path);
        tell(t, eq[e].rhs, eq[e].span, eq[e].path);
    }
}

bool check_divisions(Dtc *d, const Flat *f)
{
    uint32_t before = d->errors, n = ex_count(d);
    const double *value = known_values(d, f);
    Table t = { .d = d, .now = NEW_N(&d->pass, MemoValue, n + 1), .bad = NEW_N(&d->pass, Ex, n + 1), .n = n };
    fill(&t, value);
    for (Var v = 1; v < vec_len(f->var); v++) {
        tell(&t, f->var[v].binding, f->var[v].span, f->var[v].path);
        tell(&t, f->var[v].start, f->var[v].span, f->var[v].path);
    }
    tell_equations(&t, f->eq);
    tell_equations(&t, f->ieq);
    for (uint32_t k = 0; k < vec_len(f->when); k++)
        for (uint32_t i = 0; i < vec_len(f->when[k].branch); i++)
            tell(&t, f->when[k].branch[i].cond, f->when[k].span, f->when[k].path);
    return d->errors == before;
}
