/* divide.c - part of check: divisions by what is zero with the present values of the parameters.
 *
 * One table over all expressions, operands first: the first division by zero that an expression makes whenever it is evaluated (the
 * branches of an `if` may guard theirs and do not count). Cost: linear in the expressions.
 *
 * Requires: flatten, no cycles among parameters.
 */
#include "check.h"
#include "sort.h"

static bool divides(Op op) { return op == OP_DIV || op == OP_DIVI || op == OP_MOD || op == OP_REM; }

/* By expression: the division by zero below it, or 0. */
static Ex *find(Dtc *d, const double *value)
{
    uint32_t n = ex_count(d);
    Ex *bad = NEW_N(&d->pass, Ex, n + 1);
    for (Ex e = 1; e <= n; e++) {
        Op op = ex_op(d, e);
        uint32_t args = op == OP_IF ? 1 : ex_narg(d, e);
        double x;
        for (uint32_t i = 0; i < args && !bad[e]; i++) bad[e] = bad[ex_arg(d, e, i)];
        if (!bad[e] && divides(op) && known_eval(d, ex_arg(d, e, 1), value, &x) && x == 0) bad[e] = e;
    }
    return bad;
}

static void tell(Dtc *d, Map *told, Ex division, Span at, const char *path)
{
    if (!division || map_get(told, division)) return;
    map_set(&d->pass, told, division, 1);
    Ex by = ex_arg(d, division, 1);
    error(d, at, path, ex_is_num(d, by, NULL) ? "division by zero in %s" : "division by zero in %s: %s is 0", ex_plain(d, division), ex_plain(d, by));
}

bool check_divisions(Dtc *d, const Flat *f)
{
    uint32_t before = d->errors;
    Ex *bad = find(d, known_values(d, f));
    uint32_t n = ex_count(d);
    Map told = { 0 };
    for (Var v = 1; v < vec_len(f->var); v++)
        if (f->var[v].binding && f->var[v].binding <= n) tell(d, &told, bad[f->var[v].binding], f->var[v].span, f->var[v].path);
    for (Eq e = 1; e < vec_len(f->eq); e++) {
        const Equation *q = &f->eq[e];
        if (q->lhs) tell(d, &told, bad[q->lhs] ? bad[q->lhs] : bad[q->rhs], q->span, q->path);
    }
    return d->errors == before;
}
