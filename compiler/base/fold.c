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
static Ex constant(Dtc *d, TypeKind t, Number n)
{
    if (!isfinite(n.x)) return 0;
    if (t == T_INT && (!n.exact || n.r.den != 1 || !is_integer(n.x))) return 0;
    return ex_from(d, t, n);
}

bool ex_overflows(Dtc *d, Ex e)
{
    const ExNode *n = ex(d, e);
    if (n->type != T_INT || !may_overflow((Op)n->op) || (n->op == OP_DIVI && ex_is_zero(d, n->arg[1]))) return false;
    for (uint32_t i = 0; i < n->n; i++)
        if (ex(d, n->arg[i])->op != OP_NUM) return false;
    return true;
}

static bool whole_power(Rational a, int64_t n, Rational *r)
{
    if (n < 0) return rat_div((Rational){ 1, 1 }, a, &a) && whole_power(a, -n, r);
    *r = (Rational){ 1, 1 };
    for (; n > 0; n >>= 1) {
        if ((n & 1) && !rat_mul(*r, a, r)) return false;
        if (n > 1 && !rat_mul(a, a, &a)) return false;
    }
    return true;
}

static Rational whole_floor(Rational r)
{
    int64_t q = r.num/r.den;
    return (Rational){ q - (r.num < 0 && q*r.den != r.num), 1 };
}

static Rational truncated(Rational r) { return (Rational){ r.num/r.den, 1 }; }

/* The same for two exact operands; false where the result does not fit. */
static bool exact_binary(Op op, Rational a, Rational b, Rational *r)
{
    Rational q, minus = { -b.num, b.den };
    switch (op) {
    case OP_ADD: return rat_add(a, b, r);
    case OP_SUB: return rat_add(a, minus, r);
    case OP_MUL: return rat_mul(a, b, r);
    case OP_DIV: return rat_div(a, b, r);
    case OP_POW:
        return b.den == 1 && b.num > -1024 && b.num < 1024 && (a.num != 0 || b.num >= 0) && whole_power(a, b.num, r);
    case OP_DIVI: if (!rat_div(a, b, &q)) return false; *r = truncated(q); return true;
    case OP_MOD: return rat_div(a, b, &q) && rat_mul(minus, whole_floor(q), &q) && rat_add(a, q, r);
    case OP_REM: return rat_div(a, b, &q) && rat_mul(minus, truncated(q), &q) && rat_add(a, q, r);
    default: return false;
    }
}

static double double_binary(Op op, double x, double y)
{
    switch (op) {
    case OP_ADD: return x + y;
    case OP_SUB: return x - y;
    case OP_MUL: return x*y;
    case OP_DIV: return x/y;
    case OP_POW: return pow(x, y);
    case OP_DIVI: return trunc(x/y);
    case OP_MOD: return x - floor(x/y)*y;
    case OP_REM: return x - trunc(x/y)*y;
    case OP_ATAN2: return atan2(x, y);
    default: return NAN;
    }
}

static int compare(const Number *a, const Number *b)
{
    Rational r;
    if (a->exact && b->exact && rat_add(a->r, (Rational){ -b->r.num, b->r.den }, &r)) return (r.num > 0) - (r.num < 0);
    return (a->x > b->x) - (a->x < b->x);
}

static Ex relation(Dtc *d, Op op, int c)
{
    switch (op) {
    case OP_LT: return ex_bool(d, c < 0);
    case OP_LE: return ex_bool(d, c <= 0);
    case OP_GT: return ex_bool(d, c > 0);
    case OP_GE: return ex_bool(d, c >= 0);
    case OP_EQ: return ex_bool(d, c == 0);
    default:    return ex_bool(d, c != 0);
    }
}

static Ex binary_of_numbers(Dtc *d, Op op, TypeKind t, Number a, Number b, Ex ea, Ex eb)
{
    switch (op) {
    case OP_LT: case OP_LE: case OP_GT: case OP_GE: case OP_EQ: case OP_NE:
        return isnan(a.x) || isnan(b.x) ? 0 : relation(d, op, compare(&a, &b));
    case OP_MIN: return compare(&a, &b) <= 0 ? ea : eb;
    case OP_MAX: return compare(&a, &b) >= 0 ? ea : eb;
    default: break;
    }
    Rational r;
    if (b.x == 0 && (op == OP_DIV || op == OP_DIVI || op == OP_MOD || op == OP_REM)) return 0;
    if (a.exact && b.exact && exact_binary(op, a.r, b.r, &r)) return constant(d, t, exact(r));
    return constant(d, t, number_of(double_binary(op, a.x, b.x)));
}

static Ex unary_of_number(Dtc *d, Op op, TypeKind t, Number a)
{
    double x = a.x;
    switch (op) {
    case OP_NEG:   a.r.num = -a.r.num; a.x = -x; return constant(d, t, a.x == 0 ? number_of(0) : a);
    case OP_ABS:   if (x < 0) { a.r.num = -a.r.num; a.x = -x; } return constant(d, t, a);
    case OP_SIGN:  return ex_int(d, (x > 0) - (x < 0));
    case OP_FLOOR: case OP_INTEGER: return constant(d, t, a.exact ? exact(whole_floor(a.r)) : number_of(floor(x)));
    case OP_CEIL:  return constant(d, t, number_of(ceil(x)));
    case OP_REAL:  return constant(d, T_REAL, a);
    case OP_SQRT:  return constant(d, t, number_of(sqrt(x)));
    case OP_EXP:   return constant(d, t, number_of(exp(x)));
    case OP_LOG:   return constant(d, t, number_of(log(x)));
    case OP_LOG10: return constant(d, t, number_of(log10(x)));
    case OP_SIN:   return constant(d, t, number_of(sin(x)));
    case OP_COS:   return constant(d, t, number_of(cos(x)));
    case OP_TAN:   return constant(d, t, number_of(tan(x)));
    case OP_ASIN:  return constant(d, t, number_of(asin(x)));
    case OP_ACOS:  return constant(d, t, number_of(acos(x)));
    case OP_ATAN:  return constant(d, t, number_of(atan(x)));
    case OP_SINH:  return constant(d, t, number_of(sinh(x)));
    case OP_COSH:  return constant(d, t, number_of(cosh(x)));
    case OP_TANH:  return constant(d, t, number_of(tanh(x)));
    case OP_DER:   return ex_real(d, 0);
    default:       return 0;
    }
}

static Ex zero(Dtc *d, TypeKind t) { return t == T_INT ? ex_int(d, 0) : ex_real(d, 0); }

static Ex fold_sum(Dtc *d, Op op, TypeKind t, Ex a, Ex b)
{
    if (ex_is_zero(d, b)) return a;
    if (ex_is_zero(d, a)) return op == OP_ADD ? b : ex_new(d, OP_NEG, t, 0, &b, 1);
    if (op == OP_SUB && a == b) return zero(d, t);
    if (ex_op(d, b) == OP_NEG) {
        Ex arg[2] = { a, ex_arg(d, b, 0) };
        return ex_new(d, op == OP_ADD ? OP_SUB : OP_ADD, t, 0, arg, 2);
    }
    return 0;
}

static Ex fold_product(Dtc *d, TypeKind t, Ex a, Ex b)
{
    const Number *x = ex_number(d, a), *y = ex_number(d, b);
    if ((x && x->x == 0) || (y && y->x == 0)) return zero(d, t);
    if (x && x->x == 1) return b;
    if (y && y->x == 1) return a;
    if (x && x->x == -1) return ex_new(d, OP_NEG, t, 0, &b, 1);
    if (y && y->x == -1) return ex_new(d, OP_NEG, t, 0, &a, 1);
    if (x && ex_op(d, b) == OP_NEG) {                        /* c*(-e) = (-c)*e */
        Ex arg[2] = { ex_new(d, OP_NEG, t, 0, &a, 1), ex_arg(d, b, 0) };
        return ex_new(d, OP_MUL, t, 0, arg, 2);
    }
    if (x && x->exact && ex_op(d, b) == OP_MUL) {            /* c1*(c2*e), both exact */
        const Number *z = ex_number(d, ex_arg(d, b, 0));
        Rational r;
        Ex c = z && z->exact && rat_mul(x->r, z->r, &r) ? constant(d, t, exact(r)) : 0;
        if (c) {
            Ex arg[2] = { c, ex_arg(d, b, 1) };
            return ex_new(d, OP_MUL, t, 0, arg, 2);
        }
    }
    return 0;
}

static Ex fold_quotient(Dtc *d, Ex a, Ex b)
{
    const Number *x = ex_number(d, a), *y = ex_number(d, b);
    if (!y || y->x == 0) return 0;
    if (x && x->x == 0) return ex_real(d, 0);
    if (y->x == 1) return a;
    return y->x == -1 ? ex_new(d, OP_NEG, T_REAL, 0, &a, 1) : 0;
}

static int truth(Dtc *d, Ex e)                               /* 1, 0, or -1: not known */
{
    const ExNode *n = ex(d, e);
    return n->op == OP_BOOL ? (int)n->payload : -1;
}

static Ex fold_boolean(Dtc *d, Op op, Ex a, Ex b)
{
    int x = truth(d, a), y = truth(d, b), absorbing = op == OP_OR;
    if (x == absorbing || y == absorbing) return ex_bool(d, absorbing);
    if (x >= 0 || a == b) return b;
    return y >= 0 ? a : 0;
}

static Ex fold_if(Dtc *d, Ex c, Ex a, Ex b)
{
    int x = truth(d, c);
    if (x >= 0) return x ? a : b;
    if (a == b) return a;
    if (truth(d, a) == 1 && truth(d, b) == 0) return c;
    if (truth(d, a) == 0 && truth(d, b) == 1) return ex_un(d, OP_NOT, c);
    return 0;
}

static Ex fold_negation(Dtc *d, TypeKind t, Ex a)
{
    if (ex_op(d, a) == OP_NEG) return ex_arg(d, a, 0);
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
static Ex fold_memory(Dtc *d, Op op, TypeKind t, Ex a)
{
    Op k = ex_op(d, a);
    if (k == OP_NEG) {
        Ex x = ex_arg(d, a, 0), y = ex_new(d, op, t, 0, &x, 1);
        return ex_new(d, OP_NEG, t, 0, &y, 1);
    }
    return op != OP_DER && (k == OP_NUM || k == OP_BOOL) ? a : 0;
}

static Ex fold_unary(Dtc *d, Op op, TypeKind t, Ex a)
{
    switch (op) {
    case OP_NEG: return fold_negation(d, t, a);
    case OP_NOT:
        if (truth(d, a) >= 0) return ex_bool(d, !truth(d, a));
        return ex_op(d, a) == OP_NOT ? ex_arg(d, a, 0) : 0;
    case OP_PRE: case OP_LAST: case OP_DER: return fold_memory(d, op, t, a);
    case OP_NOEVENT: return ex_op(d, a) == OP_NUM || ex_op(d, a) == OP_BOOL || ex_op(d, a) == OP_VAR ? a : 0;
    default: return 0;
    }
}

static Ex fold_binary(Dtc *d, Op op, TypeKind t, Ex a, Ex b)
{
    switch (op) {
    case OP_ADD: case OP_SUB: return fold_sum(d, op, t, a, b);
    case OP_MUL: return fold_product(d, t, a, b);
    case OP_DIV: return fold_quotient(d, a, b);
    case OP_POW: return ex_is_one(d, b) ? a : ex_is_zero(d, b) ? ex_real(d, 1) : 0;
    case OP_AND: case OP_OR: return fold_boolean(d, op, a, b);
    case OP_MIN: case OP_MAX: return a == b ? a : 0;
    case OP_EQ: case OP_NE:
        return truth(d, a) >= 0 && truth(d, b) >= 0 ? ex_bool(d, (a == b) == (op == OP_EQ)) : 0;
    case OP_SMOOTH: return ex_op(d, b) == OP_NUM ? b : 0;
    default: return 0;
    }
}

Ex ex_fold_node(Dtc *d, Op op, TypeKind t, const Ex *arg, uint32_t n)
{
    if (op == OP_CALL || op == OP_OUT || op == OP_ARRAY || op == OP_INDEX || op == OP_SAMPLE || op == OP_STRING ||
        op == OP_CONCAT)
        return 0;
    if (n == 1) {
        const Number *a = ex_number(d, arg[0]);
        Ex r = a ? unary_of_number(d, op, t, *a) : 0;
        return r ? r : fold_unary(d, op, t, arg[0]);
    }
    if (n == 2) {
        const Number *a = ex_number(d, arg[0]), *b = ex_number(d, arg[1]);
        Ex r = a && b && op != OP_SMOOTH ? binary_of_numbers(d, op, t, *a, *b, arg[0], arg[1]) : 0;
        return r ? r : fold_binary(d, op, t, arg[0], arg[1]);
    }
    return n == 3 && op == OP_IF ? fold_if(d, arg[0], arg[1], arg[2]) : 0;
}
