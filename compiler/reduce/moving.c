/* moving.c - what moves between events, and what is linear in time then.
 *
 * What moves: time, states, inputs, and what blocks compute from these other than over held variables. An expression is
 * linear in time if it is slope*time + rest with both constant between events, over variables as well. Cost: linear in
 * the nodes of the expressions.
 */
#include <string.h>
#include "relation.h"

/* ---- what moves ---------------------------------------------------------------------------------------- */

bool var_moves(const Holder *h, Var v)
{
    Var r = var_root(h->f, v, NULL);
    return r && r < vec_len(h->moves) && h->moves[r];
}

static bool node_moves(const Holder *h, const ExNode *n)
{
    return n->op == OP_TIME || (n->op == OP_VAR && var_moves(h, n->payload));
}

bool expression_moves(Holder *h, Ex root)
{
    Dtc *d = h->d;
    bool found = false;
    Memo *m = memo_begin(d);
    memo_start(d, m, root);
    for (Ex e; !found && (e = memo_next(d, m)) != 0; memo_set(m, e, (MemoValue){ .x = 0 })) {
        const ExNode *n = ex(d, e);
        found = node_moves(h, n->op == OP_LAST ? ex(d, n->arg[0]) : n);
    }
    memo_end(d);
    return found;
}

/* Reals that are known move if they are states or inputs; all unknown Reals do until their block has been looked at. */
void find_moving(Holder *h)
{
    Flat *f = h->f;
    vec_push(&h->d->pass, h->moves, false);
    for (Var v = 1; v < vec_len(f->var); v++) {
        const VarInfo *i = &f->var[v];
        bool real = i->type == T_REAL && i->variability < V_PARAM && !is_alias(f, v);
        vec_push(&h->d->pass, h->moves, real && (i->is_state || !i->discrete_state));
    }
    h->linear = NEW_N(&h->d->pass, Linear, vec_len(f->var) + 1);
}

/* ---- linear in time ------------------------------------------------------------------------------------ */

static Ex plus(Dtc *d, Op op, Ex a, Ex b)
{
    return !b ? a : !a ? (op == OP_SUB ? ex_un(d, OP_NEG, b) : b) : ex_bin(d, op, a, b);
}

static Linear linear_sum(Dtc *d, Op op, Linear a, Linear b)
{
    return (Linear){ plus(d, op, a.slope, b.slope), ex_bin(d, op, a.rest, b.rest) };
}

static Linear linear_if(Dtc *d, Ex e, Ex condition, Linear a, Linear b)
{
    Ex zero = ex_real(d, 0);
    if (!a.slope && !b.slope)
        return (Linear){ 0, e };
    return (Linear){ ex_if(d, condition, a.slope ? a.slope : zero, b.slope ? b.slope : zero),
                     ex_if(d, condition, a.rest, b.rest) };
}

/* A variable that moves; its equation may have told how. */
static Linear linear_of_variable(Holder *h, Var v)
{
    bool minus;
    Var r = var_root(h->f, v, &minus);
    Linear l = h->linear[r];
    if (!l.slope || !minus)
        return l;
    return (Linear){ ex_un(h->d, OP_NEG, l.slope), ex_un(h->d, OP_NEG, l.rest) };
}

static Linear linear_node(Holder *h, const Memo *m, Ex e)
{
    Dtc *d = h->d;
    ExNode n = *ex(d, e);
    Linear arg[3] = { { 0, 0 }, { 0, 0 }, { 0, 0 } };
    bool constant = true;

    if (n.op == OP_TIME)
        return (Linear){ ex_real(d, 1), ex_real(d, 0) };
    if (n.op == OP_PRE)
        return (Linear){ 0, e };
    if (node_moves(h, &n))
        return linear_of_variable(h, n.payload);
    if (n.op == OP_LAST || n.op == OP_CALL)
        return (Linear){ 0, 0 };
    for (uint32_t i = 0; i < n.n; i++) {
        Linear a = { m->value[n.arg[i]].ex.a, m->value[n.arg[i]].ex.b };
        if (!a.rest)
            return (Linear){ 0, 0 };
        constant &= !a.slope;
        if (i < 3)
            arg[i] = a;
    }
    if (constant)
        return (Linear){ 0, e };
    switch ((Op)n.op) {
    case OP_NEG: return (Linear){ ex_un(d, OP_NEG, arg[0].slope), ex_un(d, OP_NEG, arg[0].rest) };
    case OP_ADD:
    case OP_SUB: return linear_sum(d, (Op)n.op, arg[0], arg[1]);
    case OP_MUL:
        if (arg[0].slope && arg[1].slope)
            break;
        if (arg[0].slope)
            return (Linear){ ex_bin(d, OP_MUL, arg[0].slope, arg[1].rest),
                             ex_bin(d, OP_MUL, arg[0].rest, arg[1].rest) };
        return (Linear){ ex_bin(d, OP_MUL, arg[0].rest, arg[1].slope),
                         ex_bin(d, OP_MUL, arg[0].rest, arg[1].rest) };
    case OP_DIV:
        if (arg[1].slope)
            break;
        return (Linear){ ex_bin(d, OP_DIV, arg[0].slope, arg[1].rest),
                         ex_bin(d, OP_DIV, arg[0].rest, arg[1].rest) };
    case OP_IF:
        if (!arg[0].slope)
            return linear_if(d, e, n.arg[0], arg[1], arg[2]);
        break;
    default: break;
    }
    return (Linear){ 0, 0 };
}

Linear linear_in_time(Holder *h, Ex root)
{
    Dtc *d = h->d;
    Memo *m = memo_begin(d);
    memo_start(d, m, root);
    for (Ex e; (e = memo_next(d, m)) != 0;) {
        Linear l = linear_node(h, m, e);
        memo_set(m, e, (MemoValue){ .ex = { l.slope, l.rest } });
    }
    memo_end(d);
    return (Linear){ m->value[root].ex.a, m->value[root].ex.b };
}

/* Whether there is an instant to be computed: in a variable-step run. */
Linear instant_of(Holder *h, Ex e) { return h->d->opt.hybrid ? linear_in_time(h, e) : (Linear){ 0, 0 }; }
