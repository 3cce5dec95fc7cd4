/* agree.c - is an expression continuous where a relation in it changes?
 *
 * A ramp, a limiter, a table that is held outside are an `if` whose branches agree at the border: their values do not
 * jump. No rule on how they are written tells which do; their values do. So the expression is evaluated: between two
 * points at which a relation (or a floor, or whatever jumps by itself) has two values there is one at which it
 * changes, found by bisection, and there the values on both sides are compared. Points are drawn, the same ones in
 * each run, over twelve decades of each variable; parameters have their present values; time begins with the run. What
 * changes nowhere in that range cannot be told, unless it depends on time alone: its instant lies before the run.
 *
 * A difference counts as none if it is a 1e-7th of what a 1e-4th of the way between the points makes of the value, or
 * rounding of it. A look-up in a table is evaluated, any other call is a variable of its own.
 *
 * Cost: a constant number of evaluations of the expression for each relation in it.
 */
#include <math.h>
#include <string.h>
#include "dtc_table.h"
#include "expr.h"
#include "jumps.h"
#include "reduce.h"

enum { BORDERS = 4, DRAWS = 64, HALVINGS = 60 };

/* Points between two that are drawn by a number: at 0 and 1. */
typedef struct { Dtc *d; const double *value; uint32_t draw; } Line;

/* Evenly distributed in 0 .. 1. */
static double even(uint32_t a, uint32_t b)
{
    uint64_t x = ((uint64_t)a << 32 | b) + 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (double)((x ^ x >> 31) >> 11) / 9007199254740992.0;
}

static double drawn(const Line *l, Ex e, uint32_t end)
{
    uint32_t n = l->draw * 8 + end * 4;
    double size = pow(10, 12 * even(e, n) - 6);
    if (ex_op(l->d, e) == OP_TIME)
        return l->d->flat->start_time + size;
    return even(e, n + 1) < 0.5 ? -size : size;
}

static double between(const Line *l, Ex e, double s) { return (1 - s)*drawn(l, e, 0) + s*drawn(l, e, 1); }

/* A look-up in a table, by the runtime. */
static double looked_up(const Line *l, Ex e, const MemoValue *operand)
{
    Dtc *d = l->d;
    const ExNode *n = ex(d, e), *t = ex(d, n->arg[0]);
    const Function *f = &d->flat->function[n->payload];
    int rows = (int)f->local[0].dim[0], columns = (int)f->local[0].dim[1];
    double u = operand[n->arg[n->n - 1]].x, before = operand[n->arg[1]].x, x = NAN;
    if (t->op != OP_ARRAY || t->n == 0 || isnan(u) || isnan(before))
        return NAN;
    double *table = NEW_N(&d->pass, double, t->n);
    for (uint32_t i = 0; i < t->n; i++)
        table[i] = operand[t->arg[i]].x;
    if (strcmp(f->external, "dtc_table1") == 0)
        x = dtc_table1(table, rows, columns, u);
    if (strcmp(f->external, "dtc_table1_line") == 0)
        x = dtc_table1_line(table, rows, columns, (int)before, u);
    if (strcmp(f->external, "dtc_table1_stairs") == 0)
        x = dtc_table1_stairs(table, rows, columns, (int)before, u);
    if (strcmp(f->external, "dtc_table2") == 0)
        x = dtc_table2(table, rows, columns, before, u);
    arena_drop(table, t->n * sizeof *table);
    return x;
}

static double node_at(const Line *l, Ex e, const MemoValue *operand, double s)
{
    Dtc *d = l->d;
    Op op = ex_op(d, e);
    Var v = ex_is_var(d, e);
    if (v && d->flat->var[v].variability >= V_PARAM)
        return isnan(l->value[v]) ? drawn(l, e, 0) : l->value[v];
    if (v || op == OP_TIME)
        return between(l, e, s);
    if (op == OP_CALL)
        return is_table(d, e) ? looked_up(l, e, operand) : between(l, e, s);
    if (op == OP_OUT || op_keeps(op))
        return between(l, e, s);
    if (op == OP_ARRAY || op == OP_INITIAL || op == OP_TERMINAL)
        return 0;
    return op == OP_NOEVENT || op == OP_REAL ? operand[ex_arg(d, e, 0)].x
         : op == OP_SMOOTH                   ? operand[ex_arg(d, e, 1)].x
                                             : node_value(d, e, operand, l->value);
}

static double value_at(const Line *l, Ex root, double s)
{
    Memo *m = memo_begin(l->d);
    memo_start(l->d, m, root);
    for (Ex e; (e = memo_next(l->d, m)) != 0;) {
        double x = node_at(l, e, m->value, s);
        memo_set(m, e, (MemoValue){ .x = x });
    }
    memo_end(l->d);
    return m->value[root].x;
}

typedef enum { NO_BORDER, SAME, OTHER } Border;

/* On the line: is root the same on both sides of a place at which node changes? */
static Border border_on(const Line *l, Ex root, Ex node)
{
    const double near = 1e-4;
    double low = 0, high = 1, before = value_at(l, node, 0), after = value_at(l, node, 1);
    if (isnan(before) || isnan(after) || !(before < after || before > after))
        return NO_BORDER;
    for (int i = 0; i < HALVINGS; i++) {
        double s = (low + high) / 2, x = value_at(l, node, s);
        if (x < before || x > before)
            high = s;
        else
            low = s;
    }
    double a = value_at(l, root, low), b = value_at(l, root, high);
    double around = fabs(value_at(l, root, low - near) - a) + fabs(value_at(l, root, high + near) - b);
    if (!isfinite(a) || !isfinite(b) || !isfinite(around))
        return NO_BORDER;
    return fabs(b - a) <= 1e-7 * around + 1e-13 * (fabs(a) + fabs(b)) ? SAME : OTHER;
}

bool moves_with_states(Dtc *d, Ex e, void *data)
{
    (void)data;
    Var v = ex_is_var(d, e);
    return ex_op(d, e) == OP_CALL || (v && d->flat->var[v].variability < V_PARAM);
}

/* What is constant between the jumps of a node. */
static Ex steps_of(Dtc *d, Ex node)
{
    Op op = ex_op(d, node);
    if (op == OP_MOD)
        return ex_un(d, OP_FLOOR, ex_bin(d, OP_DIV, ex_arg(d, node, 0), ex_arg(d, node, 1)));
    return op == OP_REM ? ex_bin(d, OP_DIVI, ex_arg(d, node, 0), ex_arg(d, node, 1)) : node;
}

Agreement agrees_at(Dtc *d, const double *value, Ex root, Ex node)
{
    node = steps_of(d, node);
    uint32_t met = 0;
    for (uint32_t draw = 0; draw < DRAWS && met < BORDERS; draw++) {
        Border b = border_on(&(Line){ d, value, draw }, root, node);
        if (b == OTHER)
            return DISAGREES;
        met += b == SAME;
    }
    return met > 0 ? AGREES : ex_any(d, node, moves_with_states, NULL) ? UNTOLD : NEVER_CHANGES;
}

bool agrees_somewhere(Dtc *d, const double *value, Ex root, Ex node)
{
    bool found = false;
    for (uint32_t draw = 0; draw < DRAWS && !found; draw++)
        found = border_on(&(Line){ d, value, draw }, root, node) == SAME;
    return found;
}
