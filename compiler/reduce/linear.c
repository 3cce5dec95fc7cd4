/* linear.c - the coefficients of an equation in the unknowns of its block.
 *
 * lhs - rhs is walked from the root down, each node once after all that use it, and hands its factor to its operands
 * (reverse differentiation), so that one walk gives all coefficients. Nodes that are not linear as written (if,
 * products of unknowns, functions) are differentiated for each unknown below them.
 *
 * An entry can be a pivot if it cannot vanish in any configuration: +-1, a number, or an expression of parameters whose
 * present value is not 0 (setup checks it again), of an unknown in which the equation is linear as written. An entry
 * with `if` on a place, a state or an input can vanish. An unknown that cancels out (a - b - a) keeps its entry, a 0:
 * where the equation is evaluated, it is read. Cost: the nodes of the equation, times the unknowns below nodes that are
 * not linear.
 */
#include <math.h>
#include "expr.h"
#include "sort.h"
#include "tear.h"

static Ex zero(Dtc *d) { return ex_real(d, 0); }

/* Does e contain an unknown of the present block? Memo: 2*block, plus 1 for yes. */
static uint32_t *holds_memo(Tearing *t, Ex e)
{
    if (e >= t->nholds) {
        uint32_t n = ex_count(t->d) / 2 * 3 + 1, *bigger = NEW_N(&t->d->memos, uint32_t, n);
        for (uint32_t i = 0; i < t->nholds; i++)
            bigger[i] = t->holds[i];
        arena_drop(t->holds, t->nholds * sizeof *t->holds);
        t->holds = bigger;
        t->nholds = n;
    }
    return &t->holds[e];
}

static bool unknown_here(const Tearing *t, Var v) { return v < t->nlocal && t->local[v] != NOT_LOCAL; }

static bool holds(Tearing *t, Ex root)
{
    Dtc *d = t->d;
    Ex *stack = NULL;
    if (*holds_memo(t, root) >> 1 != t->stamp)
        vec_push(&d->pass, stack, root);
    while (vec_len(stack)) {
        Ex e = vec_last(stack);
        if (*holds_memo(t, e) >> 1 == t->stamp) {
            (void)vec_pop(stack);
            continue;
        }
        const ExNode *node = ex(d, e);
        uint32_t n = op_keeps((Op)node->op) ? 0 : node->n, waiting = vec_len(stack);
        bool any = node->op == OP_VAR && unknown_here(t, node->payload);
        for (uint32_t i = 0; i < n; i++) {
            uint32_t m = *holds_memo(t, node->arg[i]);
            if (m >> 1 != t->stamp)
                vec_push(&d->pass, stack, node->arg[i]);
            else
                any |= m & 1;
        }
        if (vec_len(stack) > waiting)
            continue;
        *holds_memo(t, e) = t->stamp << 1 | any;
        (void)vec_pop(stack);
    }
    return *holds_memo(t, root) & 1;
}

/* ---- pivots -------------------------------------------------------------------------------------------- */

static bool parameters_only(const Tearing *t, const Var *v, bool *positive)
{
    *positive = vec_len(v) == 1;
    for (uint32_t i = 0; i < vec_len(v); i++) {
        const VarInfo *w = &t->f->var[v[i]];
        if (isnan(t->value[v[i]]) && w->variability < V_PARAM)
            return false;
        double min = 0;
        *positive &= w->min && ex_is_num(t->d, w->min, &min) && min > 0;
    }
    return true;
}

static Pivot pivot_of(Tearing *t, Ex c)
{
    Dtc *d = t->d;
    double x;
    Var *v = NULL;
    bool positive;
    if (ex_is_num(d, c, &x))
        return fabs(x) == 1 ? PIVOT_ONE : x != 0 && isfinite(x) ? PIVOT_NUMBER : PIVOT_NONE;
    ex_vars(d, c, &v);
    if (vec_len(v) == 0 || !parameters_only(t, v, &positive))
        return PIVOT_NONE;
    if (known_eval(d, c, t->value, &x))
        return x != 0 ? PIVOT_PARAMETER : PIVOT_NONE;
    Op op = ex_op(d, c);
    return positive && (op == OP_VAR || (op == OP_NEG && ex_is_var(d, ex_arg(d, c, 0)))) ? PIVOT_PARAMETER
                                                                                         : PIVOT_NONE;
}

/* ---- coefficients -------------------------------------------------------------------------------------- */

typedef struct { Tearing *t; Ex *factor; Map place; Ex *order; Row *row; } Gather;

/* Nodes that contain unknowns, operands first. */
static void collect(Gather *w, Ex root)
{
    Dtc *d = w->t->d;
    Ex *stack = NULL;
    if (holds(w->t, root))
        vec_push(&d->pass, stack, root);
    while (vec_len(stack)) {
        Ex e = vec_last(stack);
        uint32_t waiting = vec_len(stack), n = ex_narg(d, e);
        if (map_get(&w->place, e)) {
            (void)vec_pop(stack);
            continue;
        }
        for (uint32_t i = n; i-- > 0;) {
            Ex x = ex_arg(d, e, i);
            if (holds(w->t, x) && !map_get(&w->place, x))
                vec_push(&d->pass, stack, x);
        }
        if (vec_len(stack) > waiting)
            continue;
        (void)vec_pop(stack);
        vec_push(&d->pass, w->order, e);
        vec_push(&d->pass, w->factor, zero(d));
        map_set(&d->pass, &w->place, e, vec_len(w->order));
    }
}

static void hand(Gather *w, Ex e, Ex factor)
{
    uint64_t p = map_get(&w->place, e);
    if (p)
        w->factor[p - 1] = factor_add(w->t->d, w->factor[p - 1], factor);
}

static Entry *entry(Gather *w, Var v, Ex c)
{
    Tearing *t = w->t;
    uint32_t j = t->local[v], *at = &t->entry_of[j];
    if (*at == 0) {
        vec_push(&t->d->pass, w->row->entry, ((Entry){ .local = j, .c = zero(t->d) }));
        *at = vec_len(w->row->entry);
    }
    Entry *e = &w->row->entry[*at - 1];
    e->c = factor_add(t->d, e->c, c);
    return e;
}

/* A node that is not linear as written: its derivative by each unknown below. That of noEvent() and smooth() stays in
 * there, so that a relation is held, or compared, in coefficients as in the equation. */
static void differentiate_node(Gather *w, Ex e, Ex factor)
{
    Tearing *t = w->t;
    Var *v = NULL;
    Ex slope, rest;
    ex_vars(t->d, e, &v);
    for (uint32_t i = 0; i < vec_len(v); i++) {
        if (!unknown_here(t, v[i]))
            continue;
        Ex c = ex_diff(t->d, e, v[i]);
        if (c && ex_op(t->d, e) == OP_SMOOTH)
            c = ex_bin(t->d, OP_SMOOTH, ex_int(t->d, 0), c);
        if (c == 0) {
            w->row->no_derivative = true;
            c = ex_real(t->d, 1);
        }
        bool call = ex_op(t->d, e) == OP_CALL || ex_op(t->d, e) == OP_OUT,
             affine = ex_linear(t->d, e, v[i], &slope, &rest);
        w->row->nonlinear |= w->row->no_derivative || holds(t, c) || !(affine || call);
        entry(w, v[i], factor_mul(t->d, factor, c))->implicit |= !affine;
    }
}

static void visit(Gather *w, Ex e, Ex factor)
{
    Tearing *t = w->t;
    Dtc *d = t->d;
    ExNode n = *ex(d, e);
    Ex a = n.n > 0 ? n.arg[0] : 0, b = n.n > 1 ? n.arg[n.n - 1] : 0;
    switch ((Op)n.op) {
    case OP_VAR: entry(w, n.payload, factor); return;
    case OP_ADD:
        hand(w, a, factor);
        hand(w, b, factor);
        return;
    case OP_SUB:
        hand(w, a, factor);
        hand(w, b, factor_neg(d, factor));
        return;
    case OP_NEG: hand(w, a, factor_neg(d, factor)); return;
    case OP_MUL:
        if (holds(t, a) && holds(t, b))
            break;
        hand(w, a, factor_mul(d, factor, b));
        hand(w, b, factor_mul(d, factor, a));
        return;
    case OP_DIV:
        if (holds(t, b))
            break;
        hand(w, a, factor_div(d, factor, b));
        return;
    default: break;
    }
    differentiate_node(w, e, factor);
}

Row coefficient_row(Tearing *t, Ex lhs, Ex rhs)
{
    Dtc *d = t->d;
    Row row = { 0 };
    Gather w = { .t = t, .row = &row };

    holds(t, lhs);
    holds(t, rhs);
    collect(&w, lhs);
    collect(&w, rhs);
    hand(&w, lhs, ex_real(d, 1));
    hand(&w, rhs, ex_real(d, -1));
    for (uint32_t i = vec_len(w.order);
         i-- > 0;) /* below a node that was differentiated the factors stay 0 */
        if (!ex_is_zero(d, w.factor[i]) || ex_op(d, w.order[i]) == OP_VAR)
            visit(&w, w.order[i], w.factor[i]);
    Entry *all = row.entry;
    row.entry = NULL;
    for (uint32_t k = 0; k < vec_len(all); k++) {
        Entry e = all[k];
        t->entry_of[e.local] = 0;
        e.pivot = e.implicit || (row.nonlinear && holds(t, e.c)) ? PIVOT_NONE : pivot_of(t, e.c);
        if (!known_eval(d, e.c, t->value, &e.x))
            e.x = 1;
        if (e.local < t->nunknown)
            vec_push(&d->pass, row.entry, e);
        else
            vec_push(&d->pass, row.torque, e);
    }
    return row;
}
