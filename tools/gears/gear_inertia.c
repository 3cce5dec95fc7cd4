/* gear_inertia.c - the inertias of a train's bodies.
 *
 * An inertia is an equation with torques (flow variables) and one acceleration: J*a = flange_a.tau + flange_b.tau. What
 * else there is in it (the torque of an engine's map) is no inertia. An acceleration is what is two derivatives above
 * the angle of a flange. One without an exact value, or of a body outside of the train, is left out.
 *
 * Requires: bodies. Cost: linear in the equations.
 */
#include "expr.h"
#include "gear_build.h"

typedef struct { Ex e; Fraction factor; } Summand;

/* accelerations: how many terms there are; body, factor: of the last. flow: factor of a torque; 0: there is none */
typedef struct {
    Train *t; const Motions *m; const uint32_t *body_of;
    Summand *stack;
    uint32_t accelerations, body;
    Fraction factor, flow;
} Balance;

static void push(Balance *b, Ex e, Fraction factor) { vec_push(&b->t->d->pass, b->stack, ((Summand){ e, factor })); }

static bool exact(Dtc *d, Ex e, Fraction *x)
{
    bool decimal;

    return exact_number(d, e, x, &decimal);
}

static void take_variable(Balance *b, Var v, int derived, Fraction factor)
{
    const VarInfo *i = &b->t->f->var[v];

    if (i->type != T_REAL || i->variability != V_CONT)
        return;
    if (i->flow) {
        b->flow = derived ? b->flow : factor;
        return;
    }
    Term *sum;
    if (!motion_sum(b->m, v, &sum) || vec_len(sum) != 1 || !fr_equal(sum->factor, FR_ONE))
        return;
    if (motion_order(b->m, v) + derived == 2) {
        b->accelerations++;
        b->body = b->body_of[sum->body];
        b->factor = factor;
    }
}

static void take(Balance *b, Summand s)
{
    Dtc *d = b->t->d;
    Op op = ex_op(d, s.e);
    Ex x = ex_narg(d, s.e) > 0 ? ex_arg(d, s.e, 0) : 0, y = ex_narg(d, s.e) > 1 ? ex_arg(d, s.e, 1) : 0;
    Fraction k;

    switch (op) {
    case OP_ADD:
    case OP_SUB:
        push(b, x, s.factor);
        push(b, y, op == OP_ADD ? s.factor : fr_neg(s.factor));
        break;
    case OP_NEG: push(b, x, fr_neg(s.factor)); break;
    case OP_MUL:
        if (exact(d, x, &k))
            push(b, y, fr_mul(s.factor, k));
        else if (exact(d, y, &k))
            push(b, x, fr_mul(s.factor, k));
        break;
    case OP_DIV:
        if (exact(d, y, &k) && !fr_is_zero(k))
            push(b, x, fr_div(s.factor, k));
        break;
    case OP_DER:
        if (ex_is_var(d, x))
            take_variable(b, ex_is_var(d, x), 1, s.factor);
        break;
    case OP_VAR: take_variable(b, ex_is_var(d, s.e), 0, s.factor); break;
    default: break;
    }
}

/* Shafts with inertia have names that tell more than what is connected to them; the train's own flanges more still. */
static void add_inertia(const Train *t, Body *body, Fraction inertia, const char *path)
{
    bool first = fr_is_zero(body->inertia),
         own = name_depth(body->name) == (*t->sub ? name_depth(t->sub) + 1 : 0);

    body->inertia = fr_add(body->inertia, inertia);
    if (first && !own && *path)
        body->name = path;
}

void find_inertias(Train *t, const Motions *m, const uint32_t *body_of)
{
    for (Eq e = 1; e < vec_len(t->f->eq); e++) {
        const Equation *q = &t->f->eq[e];
        Balance b = { .t = t, .m = m, .body_of = body_of, .flow = FR_ZERO, .factor = FR_ZERO };
        if (!is_of_model(q) || !q->lhs || !q->rhs || !is_within(q->path ? q->path : "", t->sub))
            continue;
        push(&b, q->lhs, FR_ONE);
        push(&b, q->rhs, fr_neg(FR_ONE));
        while (vec_len(b.stack))
            take(&b, vec_pop(b.stack));
        if (b.accelerations != 1 || fr_is_zero(b.flow))
            continue;
        Fraction inertia = fr_neg(fr_div(b.factor, b.flow));
        if (b.body && fr_sign(inertia) > 0)
            add_inertia(t, &t->body[b.body], inertia, q->path);
    }
}
