/* traverse.c - walks over expressions: rewriting, substitution, variables, values.
 *
 * An expression is a directed acyclic graph. Every walk visits a node once, operands first, with a memo by handle
 * and a stack of its own: cost is the number of nodes below the root, whatever the depth and the sharing.
 */
#include <math.h>
#include <string.h>
#include "expr.h"
#include "flat.h"

/* ---- memos: maps from expressions to values that are emptied in constant time -------------------------- */

Memo *memo_begin(Dtc *d)
{
    ExTable *t = ex_table(d);
    Memo *m = &t->memo[t->level++ % MEMO_LEVELS];
    if (m->cap < vec_len(d->node)) {
        arena_drop(m->stamp, m->cap * sizeof *m->stamp);
        arena_drop(m->value, m->cap * sizeof *m->value);
        m->cap = vec_len(d->node) + vec_len(d->node) / 4;
        m->stamp = NEW_N(&d->memos, uint32_t, m->cap);
        m->value = NEW_N(&d->memos, MemoValue, m->cap);
        m->epoch = 0;
    }
    m->walk = WALK_ALL;
    if (++m->epoch == 0) {
        memset(m->stamp, 0, m->cap * sizeof *m->stamp);
        m->epoch = 1;
    }
    return m;
}

/* Does the walk go on to operand i of n? A derivative needs no conditions, whole numbers, and (total) inputs declared
 * noDerivative. */
static bool goes_into(Dtc *d, Walk walk, const ExNode *n, uint32_t i)
{
    if (n->type != T_REAL || n->op == OP_REAL || n->op == OP_FLOOR || n->op == OP_CEIL)
        return false;
    if (n->op == OP_IF)
        return i > 0;
    if (n->op == OP_SMOOTH)
        return i == 1;
    if (n->op != OP_CALL)
        return true;
    const Local *input = &d->flat->function[n->payload].local[i];
    return input->type == T_REAL && !(walk == WALK_TOTAL && input->no_derivative);
}

void memo_end(Dtc *d) { d->ex->level--; }

void ex_forget_memos(Dtc *d)
{
    arena_free(&d->memos);
    if (!d->ex)
        return;
    memset(d->ex->memo, 0, sizeof d->ex->memo);
}

void memo_start(Dtc *d, Memo *m, Ex root)
{
    vec_clear(m->stack);
    vec_push(&d->memos, m->stack, root);
}

/* On the stack, of a node whose operands are above it. */
static const Ex entered = (Ex)1 << 31;

/* Nothing is below it. */
static bool ends_walk(const ExNode *n) { return n->n == 0 || op_keeps((Op)n->op); }

/* The operands without value of a node, on the stack, the first one on top; false: it has none. */
static inline bool push_operands(Dtc *d, Memo *m, const ExNode *n)
{
    if (ends_walk(n))
        return false;
    while (vec_head(m->stack).cap - vec_head(m->stack).len < n->n)
        m->stack = vec_more(&d->memos, m->stack, sizeof *m->stack);
    const uint32_t *const stamp = m->stamp, epoch = m->epoch;
    const Walk walk = m->walk;
    const Ex *const arg = n->arg;
    Ex *const from = m->stack + vec_head(m->stack).len, *to = from;
    for (uint32_t i = n->n; i-- > 0;)
        if (stamp[arg[i]] != epoch && (walk == WALK_ALL || goes_into(d, walk, n, i)))
            *to++ = arg[i];
    vec_head(m->stack).len += (uint32_t)(to - from);
    return to > from;
}

Ex memo_next(Dtc *d, Memo *m)
{
    while (vec_len(m->stack)) {
        const uint32_t here = vec_head(m->stack).len - 1;
        const Ex e = m->stack[here];
        if (!(e & entered) && !memo_has(m, e) && push_operands(d, m, ex(d, e))) {
            m->stack[here] |= entered;
            continue;
        }
        (void)vec_pop(m->stack);
        if (e & entered || !memo_has(m, e))
            return e & ~entered;
    }
    return 0;
}

/* The order of leaves is the same whether they come before or behind what they are in. */
static void collect_vars(Dtc *d, Ex root, Walk walk, Var **out)
{
    if (ends_walk(ex(d, root))) {
        if (ex_is_var(d, root))
            vec_push(&d->pass, *out, ex_is_var(d, root));
        return;
    }
    Memo *m = memo_begin(d);
    m->walk = walk;
    memo_start(d, m, root);
    while (vec_len(m->stack)) {
        const Ex e = vec_pop(m->stack);
        if (memo_has(m, e))
            continue;
        m->stamp[e] = m->epoch;
        if (ex_is_var(d, e))
            vec_push(&d->pass, *out, ex_is_var(d, e));
        else
            push_operands(d, m, ex(d, e));
    }
    memo_end(d);
}

void ex_vars(Dtc *d, Ex e, Var **out)        { collect_vars(d, e, WALK_ALL, out); }
void ex_smooth_vars(Dtc *d, Ex e, Var **out) { collect_vars(d, e, WALK_TOTAL, out); }
void ex_real_vars(Dtc *d, Ex e, Var **out)   { collect_vars(d, e, WALK_PARTIAL, out); }

NodeWalk node_walk(Dtc *d, Ex root)
{
    if (!root || ends_walk(ex(d, root)))
        return (NodeWalk){ .d = d, .leaf = root };
    const NodeWalk w = { .d = d, .m = memo_begin(d) };
    memo_start(d, w.m, root);
    return w;
}

bool node_next(NodeWalk *w)
{
    if (!w->m) {
        w->e = w->leaf;
        w->leaf = 0;
        return w->e != 0;
    }
    if (w->e)
        w->m->stamp[w->e] = w->m->epoch;
    w->e = memo_next(w->d, w->m);
    if (!w->e)
        memo_end(w->d);
    return w->e != 0;
}

/* ---- rewriting ----------------------------------------------------------------------------------------- */

static void room_for(Dtc *d, Rewriter *r)
{
    uint32_t count = ex_count(d) + 1;
    if (r->n >= count)
        return;
    uint32_t n = 2 * count;
    Ex *memo = NEW_N(&d->pass, Ex, n);
    if (r->n)
        memcpy(memo, r->memo, r->n * sizeof(Ex));
    r->memo = memo;
    r->n = n;
}

/* The node with its operands replaced by their images. */
static Ex rebuilt(Dtc *d, const Ex *image, Ex e)
{
    ExNode n = *ex(d, e);
    Ex few[4], *arg = n.n <= 4 ? few : NEW_N(&d->pass, Ex, n.n);
    bool changed = false;
    for (uint32_t i = 0; i < n.n; i++) {
        arg[i] = image[n.arg[i]];
        changed |= arg[i] != n.arg[i];
    }
    return changed ? ex_new(d, (Op)n.op, (TypeKind)n.type, n.payload, arg, n.n) : e;
}

Ex ex_rewrite(Dtc *d, Rewriter *r, Ex root)
{
    room_for(d, r);
    if (r->memo[root])
        return r->memo[root];
    const uint32_t below = vec_len(r->stack);
    vec_push(&d->pass, r->stack, root);
    while (vec_len(r->stack) > below) {
        Ex e = vec_last(r->stack);
        uint32_t waiting = vec_len(r->stack);
        if (r->memo[e]) {
            (void)vec_pop(r->stack);
            continue;
        }
        ExNode n = *ex(d, e);
        Ex by = r->fn(d, e, r->data);
        if (by == 0) {
            for (uint32_t i = n.n; i-- > 0;)
                if (!r->memo[n.arg[i]])
                    vec_push(&d->pass, r->stack, n.arg[i]);
            if (vec_len(r->stack) > waiting)
                continue;
            by = rebuilt(d, r->memo, e);
        }
        r->memo[e] = by;
        (void)vec_pop(r->stack);
    }
    return r->memo[root];
}

Ex ex_replace(Dtc *d, Ex root, Ex (*image)(Dtc *, Var, void *), void *data)
{
    Memo *m = memo_begin(d);
    memo_start(d, m, root);
    for (Ex e; (e = memo_next(d, m)) != 0;) {
        ExNode n = *ex(d, e);
        Ex by = n.op == OP_VAR ? image(d, n.payload, data) : e;
        if (n.n > 0 && !op_keeps((Op)n.op)) {
            Ex few[4], *arg = n.n <= 4 ? few : NEW_N(&d->pass, Ex, n.n);
            for (uint32_t i = 0; i < n.n; i++)
                arg[i] = m->value[n.arg[i]].ex.a;
            if (memcmp(arg, n.arg, n.n * sizeof(Ex)) != 0)
                by = ex_new(d, (Op)n.op, (TypeKind)n.type, n.payload, arg, n.n);
        }
        memo_set(m, e, (MemoValue){ .ex = { by, 0 } });
    }
    memo_end(d);
    return m->value[root].ex.a;
}

/* ---- values -------------------------------------------------------------------------------------------- */

double node_value(Dtc *d, Ex e, const MemoValue *operand, const double *value)
{
    const ExNode *n = ex(d, e);
    double x = NAN, y;
    switch ((Op)n->op) {
    case OP_NUM: ex_is_num(d, e, &x); return x;
    case OP_BOOL: return n->payload;
    case OP_VAR: return value[n->payload];
    case OP_IF:
        x = operand[n->arg[0]].x;
        return isnan(x) ? NAN : x != 0 ? operand[n->arg[1]].x : operand[n->arg[2]].x;
    case OP_PRE:
    case OP_LAST: return NAN;
    default:
        if (n->n != 1 && n->n != 2)
            return NAN;
        x = operand[n->arg[0]].x, y = operand[n->arg[n->n - 1]].x;
        return isnan(x) || isnan(y) ? NAN
                                    : op_value((Op)n->op, x, y); /* a relation with NaN is not known either */
    }
}

/* What is not computable is carried as NaN, and so is an undefined value: neither is a value to build on. */
bool ex_eval(Dtc *d, Ex root, const double *value, double *out)
{
    Memo *m = memo_begin(d);
    memo_start(d, m, root);
    for (Ex e; (e = memo_next(d, m)) != 0;)
        memo_set(m, e, (MemoValue){ .x = node_value(d, e, m->value, value) });
    memo_end(d);
    *out = m->value[root].x;
    return !isnan(*out);
}

Ex last_as_present(Dtc *d, Ex e, void *data)
{
    (void)data;
    return ex_op(d, e) == OP_LAST ? ex_arg(d, e, 0) : 0;
}

static bool is_last(Dtc *d, Ex e, void *data)
{
    (void)data;
    return ex_op(d, e) == OP_LAST;
}

Ex ex_present(Dtc *d, Ex e)
{
    return ex_any(d, e, is_last, NULL) ? ex_rewrite(d, &(Rewriter){ .fn = last_as_present }, e) : e;
}

bool ex_any(Dtc *d, Ex root, bool (*is)(Dtc *, Ex, void *), void *data)
{
    bool any = false;
    for (NodeWalk w = node_walk(d, root); node_next(&w);)
        any |= is(d, w.e, data);
    return any;
}
