/* calculus.c - derivatives, linear parts, solving for a variable: all exact and symbolic.
 *
 * Each works through the graph once, operands first (traverse.c), and builds with the folding constructors, so
 * zero terms vanish as they arise. Cost: the number of nodes below the root.
 * Relations and Integer values count as constant: their jumps are events.
 */
#include "expr.h"
#include "flat.h"

/* ---- derivatives --------------------------------------------------------------------------------------- */

/* by: the variable of a partial derivative; or der gives the time derivative of a variable; or tangent gives the
 * differential of a VAR or LAST, with time held, and keep (NULL: all) says which partial derivatives count. */
typedef struct {
    Var by;
    Ex (*der)(Dtc *, Var, void *);
    Ex (*tangent)(Dtc *, Ex, void *);
    bool (*keep)(Dtc *, Ex, void *);
    void *data;
} Derive;

static Ex real(Dtc *d, double x)                { return ex_real(d, x); }
static Ex add(Dtc *d, Ex a, Ex b)               { return ex_bin(d, OP_ADD, a, b); }
static Ex sub(Dtc *d, Ex a, Ex b)               { return ex_bin(d, OP_SUB, a, b); }
static Ex mul(Dtc *d, Ex a, Ex b)               { return ex_bin(d, OP_MUL, a, b); }
static Ex neg(Dtc *d, Ex a)                     { return ex_un(d, OP_NEG, a); }
static Ex square(Dtc *d, Ex a)                  { return mul(d, a, a); }

/* A quotient whose numerator is known to vanish is 0, where ex_bin has to keep 0/x. */
static Ex quotient(Dtc *d, Ex a, Ex b) { return ex_is_zero(d, a) ? a : ex_bin(d, OP_DIV, a, b); }

/* What the column `derivative` of ops.h is made of, beside these. */

static Ex cathetus(Dtc *d, Ex a) { return ex_un(d, OP_SQRT, sub(d, real(d, 1), square(d, a))); }

static Ex chosen(Dtc *d, Op relation, Ex a, Ex b, Ex da, Ex db)
{
    return ex_if(d, ex_un(d, OP_NOEVENT, ex_bin(d, relation, a, b)), da, db);
}

static Ex magnitude(Dtc *d, Ex a, Ex da)
{
    Ex positive = ex_un(d, OP_NOEVENT, ex_bin(d, OP_GE, a, real(d, 0)));
    return ex_if(d, positive, da, neg(d, da));
}

static Ex power(Dtc *d, Ex e, Ex a, Ex b, Ex da, Ex db)
{
    Ex base = ex_is_zero(d, da) ? da : mul(d, mul(d, b, ex_bin(d, OP_POW, a, sub(d, b, real(d, 1)))), da);
    Ex exponent = ex_is_zero(d, db) ? db : mul(d, mul(d, e, ex_un(d, OP_LOG, a)), db);
    return add(d, base, exponent);
}

/* Of e = op(a, b), from da and db. */
static Ex op_derivative(Dtc *d, Op op, Ex e, Ex a, Ex b, Ex da, Ex db)
{
    Ex r = 0;
    switch (op) {
#define X(op, operands, text, defined, value, derivative, ...) case OP_##op: r = derivative; break;
        DTC_OPS(X)
#undef X
    case OP_COUNT: break;
    }
    return r ? r : real(d, 0); /* sign, floor, integer ...: constant between events */
}

static bool vanishes(Dtc *d, Ex e)
{
    if (ex_op(d, e) != OP_ARRAY)
        return ex_is_zero(d, e);
    for (uint32_t i = 0; i < ex_narg(d, e); i++)
        if (!ex_is_zero(d, ex_arg(d, e, i)))
            return false;
    return true;
}

/* The derivative of an operand; one that the walk left out counts as constant. */
static Ex operand(Dtc *d, const Memo *m, Ex e) { return memo_has(m, e) ? m->value[e].ex.a : real(d, 0); }

/* The input that f does nothing but return; nin: it does more, or has a derivative of its own. */
static uint32_t input_returned(Dtc *d, const Function *f)
{
    if (f->external || vec_len(f->derivative) || f->nout != 1 || vec_len(f->body) != 1)
        return f->nin;
    const FStmt *s = &f->body[0];
    bool assigns =
        s->kind == FS_ASSIGN && s->local == f->nin && !vec_len(s->sub) && ex_op(d, s->value) == OP_LOCAL;
    uint32_t input = assigns ? ex(d, s->value)->payload : f->nin;
    return input < f->nin && f->local[input].ndim == 0 ? input : f->nin;
}

static bool is_parameter(Dtc *d, Ex e)
{
    Var *v = NULL;
    ex_vars(d, e, &v);
    for (uint32_t i = 0; i < vec_len(v); i++)
        if (d->flat->var[v[i]].variability < V_PARAM)
            return false;
    return true;
}

/* The derivative function that may be used: the first whose inputs declared zeroDerivative have none here. */
static const Derivative *usable_derivative(Dtc *d, const Function *f, const ExNode *n, const Memo *m)
{
    for (uint32_t k = 0; k < vec_len(f->derivative); k++) {
        bool may = true;
        for (uint32_t i = 0; i < n->n && may; i++)
            may = !f->derivative[k].constant[i] || vanishes(d, operand(d, m, n->arg[i]));
        if (may)
            return &f->derivative[k];
    }
    return NULL;
}

/* Does it take all that it has to know of this call from its arguments? Where an input is declared noDerivative and
 * varies, it knows more (say, a rate): it is a total derivative only. */
static bool is_partial(Dtc *d, const Function *f, const Derivative *by, const ExNode *n)
{
    for (uint32_t i = 0; i < n->n; i++)
        if (f->local[i].type == T_REAL && by->without[i] && !by->constant[i] && !is_parameter(d, n->arg[i]))
            return false;
    return true;
}

/* Modelica 12.7.1. Where inputs are declared noDerivative, it need not vanish where all others are constant. A
 * derivative that is one of the arguments is that argument, so that it can be solved for. */
static Ex derivative_call(Dtc *d, const ExNode *n, const Memo *m, const Derive *q)
{
    const Function *f = &d->flat->function[n->payload];
    const Derivative *by = usable_derivative(d, f, n, m);
    Ex *arg = NULL;
    bool constant = true, plain = true;
    for (uint32_t i = 0; i < n->n; i++) {
        vec_push(&d->pass, arg, n->arg[i]);
        constant &= vanishes(d, operand(d, m, n->arg[i]));
        plain &= !by || f->local[i].type != T_REAL || !by->without[i] || by->constant[i];
    }
    if (constant && (plain || !q->der))
        return real(d, 0);
    if (!by || (!q->der && !q->tangent && !is_partial(d, f, by, n)))
        return 0;
    for (uint32_t i = 0; i < n->n; i++)
        if (!by->without[i])
            vec_push(&d->pass, arg, operand(d, m, n->arg[i]));
    const Function *g = &d->flat->function[by->function];
    uint32_t input = input_returned(d, g);
    return input < g->nin ? arg[input]
                          : ex_new(d, OP_CALL, (TypeKind)n->type, by->function, arg, vec_len(arg));
}

/* ---- differences, where a function has no derivative --------------------------------------------------- */

typedef struct { Ex size, rate; } Extent;                    /* the largest of the arguments, of their differentials */

static Ex larger(Dtc *d, Ex a, Ex x) { return ex_bin(d, OP_MAX, a, ex_un(d, OP_ABS, x)); }

static void extend(Dtc *d, Extent *to, Ex a, Ex da)
{
    if (ex_is_zero(d, da))
        return;
    to->size = larger(d, to->size, a);
    to->rate = larger(d, to->rate, da);
}

static Ex shifted(Dtc *d, Ex a, Ex da, Ex h)
{
    if (ex_op(d, a) != OP_ARRAY || ex_op(d, da) != OP_ARRAY)
        return vanishes(d, da) ? a : add(d, a, mul(d, h, da));
    uint32_t n = ex_narg(d, a);
    Ex *arg = NEW_N(&d->pass, Ex, n);
    for (uint32_t i = 0; i < n; i++)
        arg[i] = shifted(d, ex_arg(d, a, i), ex_arg(d, da, i), h);
    return ex_new(d, OP_ARRAY, T_REAL, ex(d, a)->payload, arg, n);
}

/* (e(a + h da) - e(a))/h, h such that no argument moves by more than 1e-7 of the largest; e is a call, or an output of
 * it. */
static Ex difference(Dtc *d, Ex e, const Memo *m)
{
    Ex call = ex_op(d, e) == OP_OUT ? ex_arg(d, e, 0) : e;
    uint32_t n = ex_narg(d, call);
    Extent extent = { real(d, 1), real(d, 1e-30) };
    Ex *arg = NEW_N(&d->pass, Ex, n);
    for (uint32_t i = 0; i < n; i++) {
        Ex a = ex_arg(d, call, i), da = operand(d, m, a);
        if (ex_op(d, a) != OP_ARRAY)
            extend(d, &extent, a, da);
        else
            for (uint32_t k = 0; k < ex_narg(d, a) && ex_op(d, da) == OP_ARRAY; k++)
                extend(d, &extent, ex_arg(d, a, k), ex_arg(d, da, k));
    }
    Ex h = quotient(d, mul(d, real(d, 1e-7), extent.size), extent.rate);
    for (uint32_t i = 0; i < n; i++)
        arg[i] = shifted(d, ex_arg(d, call, i), operand(d, m, ex_arg(d, call, i)), h);
    ExNode c = *ex(d, call), o = *ex(d, e);
    Ex moved = ex_new(d, OP_CALL, (TypeKind)c.type, c.payload, arg, n);
    if (e != call)
        moved = ex_new(d, OP_OUT, (TypeKind)o.type, o.payload, &moved, 1);
    return quotient(d, sub(d, moved, e), h);
}

/* The differential of a call. Its derivative function is that with respect to time: of use if the inputs declared
 * noDerivative are parameters. */
static Ex tangent_call(Dtc *d, Ex e, const ExNode *n, const Memo *m, const Derive *q)
{
    const Function *f = &d->flat->function[n->payload];
    const Derivative *by = usable_derivative(d, f, n, m);
    bool constant = true;
    for (uint32_t i = 0; i < n->n; i++)
        constant &= vanishes(d, operand(d, m, n->arg[i]));
    if (constant)
        return real(d, 0);
    return by && is_partial(d, f, by, n) ? derivative_call(d, n, m, q) : difference(d, e, m);
}

static Ex derivative_array(Dtc *d, const ExNode *n, const Memo *m)
{
    Ex *arg = NEW_N(&d->pass, Ex, n->n);
    for (uint32_t i = 0; i < n->n; i++)
        arg[i] = operand(d, m, n->arg[i]);
    return ex_new(d, OP_ARRAY, T_REAL, n->payload, arg, n->n);
}

static Ex derivative_leaf(Dtc *d, const ExNode *n, const Derive *q)
{
    switch ((Op)n->op) {
    case OP_TIME: return real(d, q->der != NULL);
    case OP_VAR:
        return q->tangent ? q->tangent(d, ex_var(d, n->payload), q->data)
             : q->der     ? q->der(d, n->payload, q->data)
                          : real(d, n->payload == q->by);
    default: return real(d, 0);
    }
}

/* The differentials of operands that do not count become zero. */
static void keep_factors(Dtc *d, Ex e, const ExNode *n, const Derive *q, Ex *x, Ex *y)
{
    Ex zero = real(d, 0), one = real(d, 1), a = n->arg[0], b = n->n > 1 ? n->arg[1] : 0;
    if (n->op == OP_CALL || n->op == OP_ARRAY || n->op == OP_OUT || n->op == OP_IF || n->op == OP_NOEVENT)
        return;
    if (!ex_is_zero(d, *x) && !q->keep(d, op_derivative(d, (Op)n->op, e, a, b, one, zero), q->data))
        *x = zero;
    if (b && !ex_is_zero(d, *y) && !q->keep(d, op_derivative(d, (Op)n->op, e, a, b, zero, one), q->data))
        *y = zero;
}

static Ex derivative_node(Dtc *d, Ex e, const Memo *m, const Derive *q)
{
    ExNode n = *ex(d, e);
    if (n.type == T_REAL && n.op == OP_LAST && q->tangent)
        return q->tangent(d, e, q->data);
    if (n.type != T_REAL || op_keeps((Op)n.op) || n.op == OP_REAL)
        return real(d, 0);
    if (n.n == 0)
        return derivative_leaf(d, &n, q);
    if (n.op == OP_DER)
        return q->der ? 0 : real(d, 0);
    for (uint32_t i = 0; i < n.n; i++)
        if (operand(d, m, n.arg[i]) == 0)
            return 0;
    Ex x = operand(d, m, n.arg[0]), y = n.n > 1 ? operand(d, m, n.arg[1]) : 0;
    if (q->keep && n.op == OP_CALL && !q->keep(d, e, q->data))
        return real(d, 0);
    if (q->keep && n.op == OP_IF && !q->keep(d, n.arg[0], q->data))
        return real(d, 0);
    if (q->keep)
        keep_factors(d, e, &n, q, &x, &y);
    switch ((Op)n.op) {
    case OP_IF: return ex_if(d, n.arg[0], y, operand(d, m, n.arg[2]));
    case OP_CALL: return q->tangent ? tangent_call(d, e, &n, m, q) : derivative_call(d, &n, m, q);
    case OP_ARRAY: return derivative_array(d, &n, m);
    case OP_OUT:
        if (q->tangent && ex_op(d, x) != OP_CALL && !ex_is_zero(d, x))
            return difference(d, e, m);
        return ex_op(d, x) == OP_CALL ? ex_new(d, OP_OUT, (TypeKind)n.type, n.payload, &x, 1) : x;
    default: return op_derivative(d, (Op)n.op, e, n.arg[0], n.n > 1 ? n.arg[1] : 0, x, y);
    }
}

static Ex derivative(Dtc *d, Ex root, const Derive *q)
{
    Memo *m = memo_begin(d);
    m->walk = q->der ? WALK_TOTAL : WALK_PARTIAL;
    memo_start(d, m, root);
    for (Ex e; (e = memo_next(d, m)) != 0;)
        memo_set(m, e, (MemoValue){ .ex = { derivative_node(d, e, m, q), 0 } });
    memo_end(d);
    return m->value[root].ex.a;
}

Ex ex_diff(Dtc *d, Ex e, Var by) { return derivative(d, e, &(Derive){ .by = by }); }

Ex ex_dt(Dtc *d, Ex e, Ex (*der)(Dtc *, Var, void *), void *data)
{
    return derivative(d, e, &(Derive){ .der = der, .data = data });
}

Ex ex_tangent(Dtc *d, Ex e, Ex (*tangent)(Dtc *, Ex, void *), bool (*keep)(Dtc *, Ex, void *), void *data)
{
    return derivative(d, e, &(Derive){ .tangent = tangent, .keep = keep, .data = data });
}

static Ex unit_of(Dtc *d, Ex x, void *v) { return real(d, ex_is_var(d, x) == *(Var *)v); }

Ex ex_partial(Dtc *d, Ex e, Var v) { return ex_tangent(d, e, unit_of, NULL, &v); }

Addend *ex_addends(Dtc *d, Ex e)
{
    Addend *todo = NULL, *out = NULL;
    vec_push(&d->pass, todo, ((Addend){ e, false }));
    while (vec_len(todo)) {
        const Addend t = vec_pop(todo);
        const Op op = ex_op(d, t.x);
        if (op != OP_ADD && op != OP_SUB && op != OP_NEG) {
            vec_push(&d->pass, out, t);
            continue;
        }
        if (op != OP_NEG)
            vec_push(&d->pass, todo, ((Addend){ ex_arg(d, t.x, 1), t.negated != (op == OP_SUB) }));
        vec_push(&d->pass, todo, ((Addend){ ex_arg(d, t.x, 0), t.negated != (op == OP_NEG) }));
    }
    return out;
}

uint32_t ex_parts(Dtc *d, Ex e, bool (*is_factor)(Dtc *, Ex, const void *), const void *data, Operand out[2])
{
    const Op op = ex_op(d, e);
    const Ex a = ex_narg(d, e) > 0 ? ex_arg(d, e, 0) : 0, b = ex_narg(d, e) > 1 ? ex_arg(d, e, 1) : 0;

    if (op == OP_ADD || op == OP_SUB) {
        out[0] = (Operand){ .x = a };
        out[1] = (Operand){ .x = b, .negated = op == OP_SUB };
        return 2;
    }
    if (op == OP_NEG)
        out[0] = (Operand){ .x = a, .negated = true };
    else if (op == OP_MUL && is_factor(d, a, data))
        out[0] = (Operand){ .x = b, .by = a };
    else if ((op == OP_MUL || op == OP_DIV) && is_factor(d, b, data))
        out[0] = (Operand){ .x = a, .by = b, .over = op == OP_DIV };
    else
        return 0;
    return 1;
}

Partial *ex_partials(Dtc *d, Ex sum, Ex (*by)(Dtc *, Ex, Var))
{
    const Addend *term = ex_addends(d, sum);
    Partial *out = NULL;

    for (uint32_t k = 0; k < vec_len(term); k++) {
        Var *vars = NULL;
        ex_vars(d, term[k].x, &vars);
        for (uint32_t i = 0; i < vec_len(vars); i++) {
            Ex x = by(d, term[k].x, vars[i]);
            if (!x || !ex_is_zero(d, x))
                vec_push(&d->pass, out, ((Partial){ vars[i], term[k].negated, x }));
        }
    }
    return out;
}

/* ---- linear parts -------------------------------------------------------------------------------------- */

/* a*v + b of the node from those of its operands; false: not linear. Where a is 0, b is the node itself. */
static bool linear_node(Dtc *d, Ex e, Var v, const Memo *m, Ex *a, Ex *b)
{
    ExNode n = *ex(d, e);
    *a = real(d, n.op == OP_VAR && n.payload == v);
    *b = e;
    if (n.n == 0) {
        if (ex_is_one(d, *a))
            *b = real(d, 0);
        return true;
    }
    if (op_keeps((Op)n.op) || n.op == OP_DER)
        return true;
    bool free = true;
    for (uint32_t i = 0; i < n.n; i++)
        free &= ex_is_zero(d, m->value[n.arg[i]].ex.a);
    if (free)
        return true;
    MemoValue x = m->value[n.arg[0]], y = m->value[n.arg[n.n - 1]];
    bool xfree = ex_is_zero(d, x.ex.a), yfree = ex_is_zero(d, y.ex.a);
    switch ((Op)n.op) {
    case OP_NEG:
    case OP_NOEVENT:
        *a = ex_un(d, (Op)n.op, x.ex.a);
        *b = ex_un(d, (Op)n.op, x.ex.b);
        return true;
    case OP_ADD:
    case OP_SUB:
        *a = ex_bin(d, (Op)n.op, x.ex.a, y.ex.a);
        *b = ex_bin(d, (Op)n.op, x.ex.b, y.ex.b);
        return true;
    case OP_MUL:
        *a = xfree ? mul(d, x.ex.b, y.ex.a) : mul(d, x.ex.a, y.ex.b);
        *b = mul(d, x.ex.b, y.ex.b);
        return xfree || yfree;
    case OP_DIV:
        *a = quotient(d, x.ex.a, y.ex.b);
        *b = quotient(d, x.ex.b, y.ex.b);
        return yfree;
    case OP_SMOOTH:
        *a = y.ex.a;
        *b = y.ex.b;
        return true;
    case OP_IF: {
        MemoValue z = m->value[n.arg[1]];
        *a = ex_if(d, n.arg[0], z.ex.a, y.ex.a);
        *b = ex_if(d, n.arg[0], z.ex.b, y.ex.b);
        return xfree;
    }
    default: return false;
    }
}

bool ex_linear(Dtc *d, Ex root, Var v, Ex *a, Ex *b)
{
    bool ok = true;
    Memo *m = memo_begin(d);
    memo_start(d, m, root);
    for (Ex e; ok && (e = memo_next(d, m)) != 0;) {
        ok = linear_node(d, e, v, m, a, b);
        memo_set(m, e, (MemoValue){ .ex = { *a, *b } });
    }
    memo_end(d);
    return ok; /* the root comes last: a and b are its */
}

/* a1*v + b1 = a2*v + b2  =>  v = (b2 - b1)/(a1 - a2) */
Ex ex_solve(Dtc *d, Ex lhs, Ex rhs, Var v, Ex *pivot)
{
    Ex a1, b1, a2, b2;
    Rational r;
    if (!ex_linear(d, lhs, v, &a1, &b1) || !ex_linear(d, rhs, v, &a2, &b2))
        return 0;
    if (pivot)
        *pivot = real(d, 1);
    if (ex_is_var(d, lhs) == v && ex_is_zero(d, a2))
        return rhs; /* of any type */
    if (ex_is_var(d, rhs) == v && ex_is_zero(d, a1))
        return lhs;
    Ex a = sub(d, a1, a2), b = sub(d, b2, b1);
    if (ex_op(d, a) == OP_NEG) {
        a = neg(d, a);
        b = neg(d, b);
    }
    if (pivot)
        *pivot = a;
    if (ex_is_zero(d, a))
        return 0;
    if (ex_is_rational(d, a, &r) && rat_div((Rational){ 1, 1 }, r, &r))
        return mul(d, ex_rational(d, r), b);
    return quotient(d, b, a);
}
