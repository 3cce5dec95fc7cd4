/* operator.c - operators of expressions on arrays of flat scalars (Modelica 3.6, 10.6): elementwise, matrix products
 * and powers, relations, strings.
 *
 * Scalars are made by the folding constructors of expr.c. Cost: linear in the scalars made; a product of n terms is a
 * balanced tree of depth log n. Ensures: a false result has been diagnosed.
 */
#include <string.h>
#include "lower.h"

/* ---- sums and products --------------------------------------------------------------------------------- */

static Ex reduce(Dtc *d, Op op, const Ex *e, uint32_t n)
{
    if (n > 32)
        return ex_bin(d, op, reduce(d, op, e, n / 2),
                      reduce(d, op, e + n / 2, n - n / 2)); /* no deep chains */
    Ex r = e[0];
    for (uint32_t i = 1; i < n; i++)
        r = ex_bin(d, op, r, e[i]);
    return r;
}

static Ex number(Dtc *d, TypeKind t, int64_t x) { return t == T_INT ? ex_int(d, x) : ex_real(d, (double)x); }

Ex ex_sum(Dtc *d, const Ex *e, uint32_t n, TypeKind t)     { return n ? reduce(d, OP_ADD, e, n) : number(d, t, 0); }
Ex product_of(Dtc *d, const Ex *e, uint32_t n, TypeKind t) { return n ? reduce(d, OP_MUL, e, n) : number(d, t, 1); }

/* ---- operators ----------------------------------------------------------------------------------------- */

/* For messages: the operands of e do not fit. */
static bool misfit(Dtc *d, Scope s, const Expr *e, const Val *a, const Val *b)
{
    error(d, e->span, s.inst ? s.inst->path : NULL, "operator %s%s is not defined for %s and %s: %s",
          e->elementwise ? "." : "", op_info[e->op].text, val_text(d, a), val_text(d, b), expr_text(d, e));
    if (!e->elementwise && (a->ndim == 0) != (b->ndim == 0) && is_numeric(a->type) && is_numeric(b->type))
        note(d, e->span, NULL, "write .%s to apply it to each element", op_info[e->op].text);
    return false;
}

static TypeKind numeric_result(Op op, TypeKind a, TypeKind b)
{
    return a == T_INT && b == T_INT && op_info[op].type == TYPE_SAME ? T_INT : T_REAL;
}

/* Elements of a and b in pairs; a scalar goes with each element. */
static Val pairwise(Dtc *d, Op op, const Val *a, const Val *b, TypeKind t)
{
    Val r = val_like(d, a->ndim ? a : b, t);
    for (uint32_t i = 0; i < r.n; i++)
        r.e[i] = ex_bin(d, op, a->e[a->ndim ? i : 0], b->e[b->ndim ? i : 0]);
    return r;
}

static bool add(Dtc *d, Scope s, const Expr *e, Op op, Val *a, Val *b, Val *out)
{
    if (op == OP_ADD && a->type == T_STRING && b->type == T_STRING && a->ndim == 0 && b->ndim == 0) {
        Ex text = text_of_both(d, a->e[0], b->e[0]);
        *out = val_scalar(d, T_STRING, text);
        return text || FAIL(d, s, e->span, "a String has more than %d characters", MAX_TEXT);
    }
    if (!is_numeric(a->type) || !is_numeric(b->type))
        return misfit(d, s, e, a, b);
    if (!val_same_shape(a, b) && !(e->elementwise && (a->ndim == 0 || b->ndim == 0)))
        return misfit(d, s, e, a, b);
    *out = pairwise(d, op, a, b, numeric_result(op, a->type, b->type));
    return true;
}

/* Matrix products: a is m*k, b is k*n; vectors are rows on the left and columns on the right. */
bool multiply(Dtc *d, Scope s, const Expr *e, Val *a, Val *b, Val *out)
{
    TypeKind t = numeric_result(OP_MUL, a->type, b->type);
    if (!is_numeric(a->type) || !is_numeric(b->type) || a->ndim > 2 || b->ndim > 2 ||
        a->dim[a->ndim - 1] != b->dim[0])
        return misfit(d, s, e, a, b);
    uint32_t m = a->ndim == 2 ? a->dim[0] : 1, k = b->dim[0], n = b->ndim == 2 ? b->dim[1] : 1, dim[2],
             ndim = 0;
    if ((double)m * k * n > MAX_PRODUCTS)
        return FAIL(d, s, e->span, "this product of %s and %s has too many terms", val_text(d, a),
                    val_text(d, b));
    if (a->ndim == 2)
        dim[ndim++] = m;
    if (b->ndim == 2)
        dim[ndim++] = n;
    if (!room_for_array(d, s, e->span, ndim, dim))
        return false;
    *out = val_new(d, t, NULL, ndim, dim);
    Ex *term = NEW_N(&d->pass, Ex, k);
    for (uint32_t i = 0; i < m; i++)
        for (uint32_t j = 0; j < n; j++) {
            for (uint32_t l = 0; l < k; l++)
                term[l] = ex_bin(d, OP_MUL, a->e[i * k + l], b->e[l * n + j]);
            out->e[i * n + j] = ex_sum(d, term, k, t);
        }
    return true;
}

static bool has_zero(Dtc *d, const Val *v)
{
    for (uint32_t i = 0; i < v->n; i++)
        if (ex_is_zero(d, v->e[i]))
            return true;
    return false;
}

static bool matrix_power(Dtc *d, Scope s, const Expr *e, Val *a, Val *b, Val *out)
{
    double n;
    if (a->dim[0] != a->dim[1] || b->ndim || b->type != T_INT || !ex_is_num(d, b->e[0], &n) || n < 0 ||
        n > 64)
        return misfit(d, s, e, a, b);
    *out = val_like(d, a, a->type);
    for (uint32_t i = 0; i < a->n; i++)
        out->e[i] = number(d, a->type, i % (a->dim[0] + 1) == 0);
    for (int k = 0; k < (int)n; k++) {
        Val last = *out;
        if (!multiply(d, s, e, a, &last, out))
            return false;
    }
    return true;
}

static bool scale(Dtc *d, Scope s, const Expr *e, Val *a, Val *b, Val *out)
{
    if (!is_numeric(a->type) || !is_numeric(b->type))
        return misfit(d, s, e, a, b);
    if (e->op == OP_DIV && has_zero(d, b))
        return FAIL(d, s, e->span, "division by zero: %s", expr_text(d, e));
    bool scalar = a->ndim == 0 || b->ndim == 0;
    if (e->elementwise    ? scalar || val_same_shape(a, b)
        : e->op == OP_MUL ? scalar
                          : b->ndim == 0 && (e->op == OP_DIV || a->ndim == 0)) {
        *out = pairwise(d, e->op, a, b, numeric_result(e->op, a->type, b->type));
        return true;
    }
    if (e->elementwise || e->op == OP_DIV)
        return misfit(d, s, e, a, b);
    if (e->op == OP_POW)
        return a->ndim == 2 ? matrix_power(d, s, e, a, b, out) : misfit(d, s, e, a, b);
    return multiply(d, s, e, a, b, out);
}

static bool compare_strings(Dtc *d, Scope s, const Expr *e, const char *x, const char *y, Val *out)
{
    if (!x || !y)
        return FAIL(d, s, e->span, "strings are compared while compiling only: %s", expr_text(d, e));
    int c = strcmp(x, y);
    bool r = e->op == OP_EQ ? c == 0
           : e->op == OP_NE ? c != 0
           : e->op == OP_LT ? c < 0
           : e->op == OP_LE ? c <= 0
           : e->op == OP_GT ? c > 0
                            : c >= 0;
    *out = val_scalar(d, T_BOOL, ex_bool(d, r));
    return true;
}

/* false < true */
static Ex order_booleans(Dtc *d, Op op, Ex a, Ex b)
{
    switch (op) {
    case OP_LT: return ex_bin(d, OP_AND, ex_un(d, OP_NOT, a), b);
    case OP_LE: return ex_bin(d, OP_OR, ex_un(d, OP_NOT, a), b);
    case OP_GT: return ex_bin(d, OP_AND, a, ex_un(d, OP_NOT, b));
    case OP_GE: return ex_bin(d, OP_OR, a, ex_un(d, OP_NOT, b));
    default: return ex_bin(d, op, a, b);
    }
}

static bool relation(Dtc *d, Scope s, const Expr *e, Val *a, Val *b, Val *out)
{
    if (a->ndim || b->ndim || !val_unify(d, a, b) || a->type == T_RECORD || a->type == T_COMPOSITE)
        return misfit(d, s, e, a, b);
    if (a->type == T_STRING)
        return compare_strings(d, s, e, string_of(d, a->e[0]), string_of(d, b->e[0]), out);
    if (a->type == T_REAL && (e->op == OP_EQ || e->op == OP_NE) && !lower_state(d)->body && s.inst) {
        error(d, e->span, s.inst->path, "Reals cannot be compared with %s outside of functions: %s",
              op_info[e->op].text, expr_text(d, e));
        note(d, e->span, NULL, "use <= or >=, or compare the distance with a tolerance: abs(a - b) < eps");
        return false;
    }
    *out = val_scalar(d, T_BOOL,
                      a->type == T_BOOL ? order_booleans(d, e->op, a->e[0], b->e[0])
                                        : operation_here(d, ex_bin(d, e->op, a->e[0], b->e[0])));
    return true;
}

static bool logical(Dtc *d, Scope s, const Expr *e, Val *a, Val *b, Val *out)
{
    if (!expect(d, s, e->arg[0], a, T_BOOL) || !expect(d, s, e->arg[1], b, T_BOOL))
        return false;
    if (!val_same_shape(a, b))
        return misfit(d, s, e, a, b);
    *out = pairwise(d, e->op, a, b, T_BOOL);
    return true;
}

/* `and`, `or` whose first operand decides them: the second is not read, so that it may be wrong then. */
static bool decided(Dtc *d, const Expr *e, const Val *a)
{
    return (e->op == OP_AND || e->op == OP_OR) && a->type == T_BOOL && a->ndim == 0 &&
           a->e[0] == ex_bool(d, e->op == OP_OR);
}

bool lower_binary(Dtc *d, Scope s, const Expr *e, Val *out)
{
    Val a, b;
    if (!lower(d, s, e->arg[0], &a))
        return false;
    if (decided(d, e, &a)) {
        *out = a;
        return true;
    }
    if (!lower(d, s, e->arg[1], &b))
        return false;
    switch (e->op) {
    case OP_ADD:
    case OP_SUB: return add(d, s, e, e->op, &a, &b, out);
    case OP_MUL:
    case OP_DIV:
    case OP_POW: return scale(d, s, e, &a, &b, out);
    case OP_AND:
    case OP_OR: return logical(d, s, e, &a, &b, out);
    default: return relation(d, s, e, &a, &b, out);
    }
}

/* The least Integer is written as the negative of what is none. */
Val lower_literal(Dtc *d, const Expr *e)
{
    return e->is_int ? val_scalar(d, T_INT, ex_int(d, e->integer))
                     : val_scalar(d, T_REAL, ex_real(d, e->num));
}

bool lower_unary(Dtc *d, Scope s, const Expr *e, Val *out)
{
    Val a;
    if (e->op == OP_NEG && e->arg[0]->kind == E_NUM)
        a = lower_literal(d, e->arg[0]);
    else if (!lower(d, s, e->arg[0], &a))
        return false;
    if (e->op == OP_NOT ? !expect(d, s, e->arg[0], &a, T_BOOL)
                        : !is_numeric(a.type) && !expect(d, s, e->arg[0], &a, T_REAL))
        return false;
    *out = val_like(d, &a, a.type);
    for (uint32_t i = 0; i < a.n; i++)
        out->e[i] = ex_un(d, e->op, a.e[i]);
    return true;
}
