/* fold.c - what a new expression is equal to, if that is simpler: a constant or one of its operands.
 *
 * Exact operands (integers and fractions) give exact results as long as 64 bits hold them, else doubles.
 * A constant that would be an infinity or not a number, or an Integer beyond 32 bits, is not folded: the passes
 * that can name the place report it. Identities hold for all finite operands; x/x and 0/x stay, since x may be zero.
 */
#include <math.h>
#include "expr.h"

static double to_double(Rational r) { return (double)((long double)r.num/(long double)r.den); }
static Number exact(Rational r)     { return (Number){ r, to_double(r), true }; }

/* A constant of type t, or 0 if it is not finite or no Integer. */
static Ex of_value(Dtc *d, TypeKind t, Number n)
{
    if (!isfinite(n.x))
        return 0;
    if (t == T_INT && (!n.exact || n.r.den != 1 || !is_integer(n.x)))
        return 0;
    return ex_from(d, t, n);
}

bool ex_overflows(Dtc *d, Ex e)
{
    const ExNode *n = ex(d, e);
    if (n->type != T_INT || !(op_info[n->op].is & OP_OVERFLOWS))
        return false;
    if ((op_info[n->op].is & OP_DIVIDES) && ex_is_zero(d, n->arg[1]))
        return false;
    for (uint32_t i = 0; i < n->n; i++)
        if (ex(d, n->arg[i])->op != OP_NUM)
            return false;
    return true;
}

static int compare(const Number *a, const Number *b)
{
    Rational r;
    if (a->exact && b->exact && rat_add(a->r, (Rational){ -b->r.num, b->r.den }, &r))
        return (r.num > 0) - (r.num < 0);
    return (a->x > b->x) - (a->x < b->x);
}

/* Of one or two numbers (b: NULL). */
static Ex of_numbers(Dtc *d, Op op, TypeKind t, const Number *a, const Number *b)
{
    const OpInfo *o = &op_info[op];
    Rational r;
    if (o->type == TYPE_BOOL && b)
        return isnan(a->x) || isnan(b->x) ? 0 : ex_bool(d, op_value(op, compare(a, b), 0) != 0);
    if (!b)
        b = a;
    if (o->exact && a->exact && b->exact && o->exact(a->r, b->r, &r))
        return of_value(d, t, exact(r));
    return of_value(d, t, number_from(op_value(op, a->x, b->x)));
}

static Ex zero(Dtc *d, TypeKind t) { return t == T_INT ? ex_int(d, 0) : ex_real(d, 0); }

Ex fold_sum(Dtc *d, Op op, TypeKind t, Ex a, Ex b)
{
    if (ex_is_zero(d, b))
        return a;
    if (ex_is_zero(d, a))
        return op == OP_ADD ? b : ex_new(d, OP_NEG, t, 0, &b, 1);
    if (op == OP_SUB && a == b)
        return zero(d, t);
    if (ex_op(d, b) == OP_NEG) {
        Ex arg[2] = { a, ex_arg(d, b, 0) };
        return ex_new(d, op == OP_ADD ? OP_SUB : OP_ADD, t, 0, arg, 2);
    }
    return 0;
}

Ex fold_product(Dtc *d, Op op, TypeKind t, Ex a, Ex b)
{
    (void)op;
    const Number *x = ex_number(d, a), *y = ex_number(d, b);
    if ((x && x->x == 0) || (y && y->x == 0))
        return zero(d, t);
    if (x && x->x == 1)
        return b;
    if (y && y->x == 1)
        return a;
    if (x && x->x == -1)
        return ex_new(d, OP_NEG, t, 0, &b, 1);
    if (y && y->x == -1)
        return ex_new(d, OP_NEG, t, 0, &a, 1);
    if (x && ex_op(d, b) == OP_NEG) { /* c*(-e) = (-c)*e */
        Ex arg[2] = { ex_new(d, OP_NEG, t, 0, &a, 1), ex_arg(d, b, 0) };
        return ex_new(d, OP_MUL, t, 0, arg, 2);
    }
    if (x && x->exact && ex_op(d, b) == OP_MUL) { /* c1*(c2*e), both exact */
        const Number *z = ex_number(d, ex_arg(d, b, 0));
        Rational r;
        Ex c = z && z->exact && rat_mul(x->r, z->r, &r) ? of_value(d, t, exact(r)) : 0;
        if (c) {
            Ex arg[2] = { c, ex_arg(d, b, 1) };
            return ex_new(d, OP_MUL, t, 0, arg, 2);
        }
    }
    return 0;
}

Ex fold_quotient(Dtc *d, Op op, TypeKind t, Ex a, Ex b)
{
    (void)op, (void)t;
    const Number *x = ex_number(d, a), *y = ex_number(d, b);
    if (!y || y->x == 0)
        return 0;
    if (x && x->x == 0)
        return ex_real(d, 0);
    if (y->x == 1)
        return a;
    return y->x == -1 ? ex_new(d, OP_NEG, T_REAL, 0, &a, 1) : 0;
}

static int truth(Dtc *d, Ex e)                               /* 1, 0, or -1: not known */
{
    const ExNode *n = ex(d, e);
    return n->op == OP_BOOL ? (int)n->payload : -1;
}

Ex fold_boolean(Dtc *d, Op op, TypeKind t, Ex a, Ex b)
{
    (void)t;
    int x = truth(d, a), y = truth(d, b), absorbing = op == OP_OR;
    if (x == absorbing || y == absorbing)
        return ex_bool(d, absorbing);
    if (x >= 0 || a == b)
        return b;
    return y >= 0 ? a : 0;
}

static Ex fold_if(Dtc *d, Ex c, Ex a, Ex b)
{
    int x = truth(d, c);
    if (x >= 0)
        return x ? a : b;
    if (a == b)
        return a;
    if (truth(d, a) == 1 && truth(d, b) == 0)
        return c;
    if (truth(d, a) == 0 && truth(d, b) == 1)
        return ex_un(d, OP_NOT, c);
    return 0;
}

Ex fold_negation(Dtc *d, Op op, TypeKind t, Ex a, Ex b)
{
    (void)op, (void)b;
    if (ex_op(d, a) == OP_NEG)
        return ex_arg(d, a, 0);
    if (ex_op(d, a) == OP_SUB) {
        Ex arg[2] = { ex_arg(d, a, 1), ex_arg(d, a, 0) };
        return ex_new(d, OP_SUB, t, 0, arg, 2);
    }
    if (ex_op(d, a) == OP_MUL && ex_number(d, ex_arg(d, a, 0))) {
        Ex c = ex_arg(d, a, 0), arg[2] = { ex_new(d, OP_NEG, t, 0, &c, 1), ex_arg(d, a, 1) };
        return ex_new(d, OP_MUL, t, 0, arg, 2);
    }
    return 0;
}

/* pre, last and der of -x are -(pre, last, der of x); of a constant, the constant (or 0). */
Ex fold_memory(Dtc *d, Op op, TypeKind t, Ex a, Ex b)
{
    (void)b;
    Op k = ex_op(d, a);
    if (k == OP_NEG) {
        Ex x = ex_arg(d, a, 0), y = ex_new(d, op, t, 0, &x, 1);
        return ex_new(d, OP_NEG, t, 0, &y, 1);
    }
    if (op == OP_DER)
        return k == OP_NUM ? ex_real(d, 0) : 0;
    return k == OP_NUM || k == OP_BOOL ? a : 0;
}

Ex fold_not(Dtc *d, Op op, TypeKind t, Ex a, Ex b)
{
    (void)op, (void)t, (void)b;
    if (truth(d, a) >= 0)
        return ex_bool(d, !truth(d, a));
    return ex_op(d, a) == OP_NOT ? ex_arg(d, a, 0) : 0;
}

Ex fold_noevent(Dtc *d, Op op, TypeKind t, Ex a, Ex b)
{
    (void)op, (void)t, (void)b;
    return ex_op(d, a) == OP_NUM || ex_op(d, a) == OP_BOOL || ex_op(d, a) == OP_VAR ? a : 0;
}

Ex fold_power(Dtc *d, Op op, TypeKind t, Ex a, Ex b)
{
    (void)op, (void)t;
    return ex_is_one(d, b) ? a : ex_is_zero(d, b) ? ex_real(d, 1) : 0;
}

Ex fold_extreme(Dtc *d, Op op, TypeKind t, Ex a, Ex b)
{
    (void)t;
    const Number *x = ex_number(d, a), *y = ex_number(d, b);
    if (!x || !y)
        return a == b ? a : 0;
    int c = compare(x, y);
    return (op == OP_MIN ? c <= 0 : c >= 0) ? a : b;
}

Ex fold_equality(Dtc *d, Op op, TypeKind t, Ex a, Ex b)
{
    (void)t;
    return truth(d, a) >= 0 && truth(d, b) >= 0 ? ex_bool(d, (a == b) == (op == OP_EQ)) : 0;
}

Ex fold_smooth(Dtc *d, Op op, TypeKind t, Ex a, Ex b)
{
    (void)op, (void)t, (void)a;
    return ex_op(d, b) == OP_NUM ? b : 0;
}

Ex ex_fold_node(Dtc *d, Op op, TypeKind t, const Ex *arg, uint32_t n)
{
    const OpInfo *o = &op_info[op];
    if (op == OP_IF && n == 3)
        return fold_if(d, arg[0], arg[1], arg[2]);
    if (n == 0 || o->operands != (int)n || op == OP_OUT || op == OP_SAMPLE || o->type == TYPE_STRING)
        return 0;
    const Number *a = ex_number(d, arg[0]), *b = n == 2 ? ex_number(d, arg[1]) : NULL;
    Ex second = n == 2 ? arg[1] : 0;
    Ex r = a && (b || n == 1) && !(o->is & OP_CHOOSES) ? of_numbers(d, op, t, a, b) : 0;
    return r || !o->fold ? r : o->fold(d, op, t, arg[0], second);
}
