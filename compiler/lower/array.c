/* array.c - predefined functions of arrays (Modelica 3.6, 10.3): sizes, constructors, reductions, linear algebra. */
#include <string.h>
#include "lower.h"

/* ---- sizes --------------------------------------------------------------------------------------------- */

static bool dims_of(Dtc *d, Scope s, const Expr *e, Val *out)
{
    return e->kind == E_REF ? reference_dims(d, s, e, out) : lower_shape(d, s, e, out);
}

static bool lower_size(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    (void)b;
    Val a;
    int64_t i;
    if (!dims_of(d, s, e->arg[0], &a))
        return false;
    if (vec_len(e->arg) == 2) {
        if (!eval_int(d, s, e->arg[1], &i))
            return false;
        if (i < 1 || i > a.ndim)
            return FAIL(d, s, e->span, "%s has %u dimension%s, there is no number %lld",
                        expr_text(d, e->arg[0]), a.ndim, a.ndim == 1 ? "" : "s", (long long)i);
        *out = val_scalar(d, T_INT, ex_int(d, a.dim[i - 1]));
        return true;
    }
    *out = val_new(d, T_INT, NULL, 1, &a.ndim);
    for (uint32_t k = 0; k < a.ndim; k++)
        out->e[k] = ex_int(d, a.dim[k]);
    return true;
}

static bool lower_ndims(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    (void)b;
    Val a;
    if (!dims_of(d, s, e->arg[0], &a))
        return false;
    *out = val_scalar(d, T_INT, ex_int(d, a.ndim));
    return true;
}

static bool eval_dim(Dtc *d, Scope s, const Expr *e, uint32_t *dim)
{
    int64_t n;
    if (!eval_int(d, s, e, &n))
        return false;
    if (n < 0 || n > MAX_ELEMENTS)
        return FAIL(d, s, e->span, "%lld is no size of an array: %s", (long long)n, expr_text(d, e));
    *dim = (uint32_t)n;
    return true;
}

/* ---- shapes -------------------------------------------------------------------------------------------- */

static bool lower_scalar_of(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    (void)b;
    if (!lower(d, s, e->arg[0], out))
        return false;
    for (uint32_t i = 0; i < out->ndim; i++)
        if (out->dim[i] != 1)
            return FAIL(d, s, e->span, "scalar(...) takes an array with one element, this is %s",
                        val_text(d, out));
    out->ndim = 0;
    return true;
}

static bool lower_vector(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    (void)b;
    if (!lower(d, s, e->arg[0], out))
        return false;
    uint32_t longer = 0;
    for (uint32_t i = 0; i < out->ndim; i++)
        longer += out->dim[i] != 1;
    if (longer > 1 || out->type == T_RECORD)
        return FAIL(d, s, e->span, "vector(...) takes an array with one dimension longer than 1, this is %s",
                    val_text(d, out));
    out->ndim = 1;
    out->dim[0] = out->n;
    return true;
}

static bool lower_matrix_of(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    (void)b;
    if (!lower(d, s, e->arg[0], out))
        return false;
    for (uint32_t i = 2; i < out->ndim; i++)
        if (out->dim[i] != 1)
            return FAIL(d, s, e->span,
                        "matrix(...) takes an array whose dimensions from the third on are 1, this is %s",
                        val_text(d, out));
    *out = promote(d, out, 2);
    out->ndim = 2;
    return true;
}

static bool lower_promote(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    (void)b;
    int64_t n;
    if (!lower(d, s, e->arg[0], out) || !eval_int(d, s, e->arg[1], &n))
        return false;
    if (n < out->ndim || n > MAX_DIM)
        return FAIL(d, s, e->span, "%s cannot have %lld dimensions", val_text(d, out), (long long)n);
    *out = promote(d, out, (uint32_t)n);
    return true;
}

static bool two_dims(Dtc *d, Scope s, const Expr *e, const Val *a)
{
    if (val_is_array(a, 2))
        return true;
    return FAIL(d, s, e->span, "%s takes a matrix, this is %s: %s", e->part[0].name, val_text(d, a),
                expr_text(d, e->arg[0]));
}

static Val transposed(Dtc *d, const Val *a)
{
    uint32_t dim[2] = { a->dim[1], a->dim[0] };
    Val r = val_new(d, a->type, a->cls, 2, dim);
    for (uint32_t i = 0; i < a->dim[0]; i++)
        for (uint32_t j = 0; j < a->dim[1]; j++)
            r.e[j * dim[1] + i] = a->e[i * a->dim[1] + j];
    return r;
}

static bool lower_transpose(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    (void)b;
    Val a;
    if (!lower(d, s, e->arg[0], &a) || !two_dims(d, s, e, &a))
        return false;
    *out = transposed(d, &a);
    return true;
}

static bool lower_cat(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    (void)b;
    int64_t axis;
    uint32_t n = vec_len(e->arg) - 1;
    if (!eval_int(d, s, e->arg[0], &axis))
        return false;
    Val *part = NEW_N(&d->pass, Val, n);
    for (uint32_t i = 0; i < n; i++) {
        if (!lower(d, s, e->arg[i + 1], &part[i]))
            return false;
        if (axis < 1 || axis > part[i].ndim)
            return FAIL(d, s, e->arg[i + 1]->span, "%s has no dimension %lld", val_text(d, &part[i]),
                        (long long)axis);
        if (part[i].ndim != part[0].ndim)
            return FAIL(d, s, e->span, "%s and %s cannot be joined", val_text(d, &part[0]),
                        val_text(d, &part[i]));
    }
    return concatenate(d, s, e->span, (uint32_t)axis - 1, part, n, out);
}

/* ---- constructors -------------------------------------------------------------------------------------- */

static bool filled(Dtc *d, Scope s, const Expr *e, uint32_t from, const Val *with, Val *out)
{
    uint32_t dim[MAX_DIM], ndim = vec_len(e->arg) - from;
    if (ndim + with->ndim > MAX_DIM)
        return FAIL(d, s, e->span, "an array has at most %d dimensions", MAX_DIM);
    for (uint32_t i = 0; i < ndim; i++)
        if (!eval_dim(d, s, e->arg[from + i], &dim[i]))
            return false;
    uint32_t full[2 * MAX_DIM];
    memcpy(full, dim, ndim * sizeof *dim);
    memcpy(full + ndim, with->dim, sizeof with->dim);
    if (!room_for_array(d, s, e->span, ndim + with->ndim, full))
        return false;
    *out = val_fill(d, with, ndim, dim);
    return true;
}

static bool lower_zeros(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    Val x = val_scalar(d, T_INT, ex_int(d, strcmp(b->name, "ones") == 0));
    return filled(d, s, e, 0, &x, out);
}

static bool lower_fill(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    (void)b;
    Val x;
    return lower(d, s, e->arg[0], &x) && filled(d, s, e, 1, &x, out);
}

static bool square(Dtc *d, Scope s, const Expr *e, TypeKind t, uint32_t n, Val *out)
{
    uint32_t dim[2] = { n, n };
    if (!room_for_array(d, s, e->span, 2, dim))
        return false;
    *out = val_new(d, t, NULL, 2, dim);
    for (uint32_t i = 0; i < out->n; i++)
        out->e[i] = t == T_INT ? ex_int(d, 0) : ex_real(d, 0);
    return true;
}

static bool lower_identity(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    (void)b;
    uint32_t n;
    if (!eval_dim(d, s, e->arg[0], &n) || !square(d, s, e, T_INT, n, out))
        return false;
    for (uint32_t i = 0; i < n; i++)
        out->e[i * (n + 1)] = ex_int(d, 1);
    return true;
}

static bool lower_vector_arg(Dtc *d, Scope s, const Expr *e, uint32_t i, uint32_t n, Val *v)
{
    if (!lower(d, s, e->arg[i], v) || !expect(d, s, e->arg[i], v, T_REAL))
        return false;
    if (v->ndim == 1 && (n == 0 || v->n == n))
        return true;
    if (n)
        return FAIL(d, s, e->arg[i]->span, "%s takes vectors of size %u, this is %s", e->part[0].name, n,
                    val_text(d, v));
    return FAIL(d, s, e->arg[i]->span, "%s takes vectors, this is %s", e->part[0].name, val_text(d, v));
}

static bool lower_diagonal(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    (void)b;
    Val v;
    if (!lower_vector_arg(d, s, e, 0, 0, &v) || !square(d, s, e, v.type, v.n, out))
        return false;
    for (uint32_t i = 0; i < v.n; i++)
        out->e[i * (v.n + 1)] = v.e[i];
    return true;
}

static bool lower_linspace(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    (void)b;
    Ex from, to;
    uint32_t n;
    if (!lower_scalar(d, s, e->arg[0], T_REAL, &from) || !lower_scalar(d, s, e->arg[1], T_REAL, &to) ||
        !eval_dim(d, s, e->arg[2], &n))
        return false;
    if (n < 2)
        return FAIL(d, s, e->arg[2]->span, "linspace needs at least 2 points");
    *out = val_new(d, T_REAL, NULL, 1, &n);
    Ex step = ex_bin(d, OP_DIV, ex_bin(d, OP_SUB, to, from), ex_int(d, n - 1));
    for (uint32_t i = 0; i < n; i++)
        out->e[i] = i + 1 == n ? to : ex_bin(d, OP_ADD, from, ex_bin(d, OP_MUL, ex_real(d, i), step));
    return true;
}

/* ---- reductions ---------------------------------------------------------------------------------------- */

static bool iterated(Dtc *d, Scope s, const Expr *e, Val *out)
{
    Val *v = NULL;
    uint32_t dim[MAX_DIM], ndim;
    if (!iterate(d, s, e, &v, dim, &ndim))
        return false;
    uint32_t n = vec_len(v);
    for (uint32_t i = 0; i < n; i++)
        if (!val_unify(d, &v[0], &v[i]) || !val_same_shape(&v[0], &v[i]))
            return FAIL(d, s, e->span, "the terms of %s are unlike: %s and %s", e->part[0].name,
                        val_text(d, &v[0]), val_text(d, &v[i]));
    for (uint32_t i = 0; i < n; i++)
        val_convert(d, &v[i], v[0].type);
    if (n)
        *out = val_stack(d, v, n);
    else
        *out = val_new(d, T_REAL, NULL, 1, &(uint32_t){ 0 });
    return true;
}

static Ex extreme(Dtc *d, Op op, const Ex *e, uint32_t n)
{
    if (n == 1)
        return e[0];
    return ex_bin(d, op, extreme(d, op, e, n / 2), extreme(d, op, e + n / 2, n - n / 2));
}

/* Elements 0, stride, 2*stride ... of v reduced to one. */
static Ex reduced(Dtc *d, Op op, const Val *v, uint32_t at, uint32_t stride, Ex *work)
{
    uint32_t n = 0;
    for (uint32_t i = at; i < v->n; i += stride)
        work[n++] = v->e[i];
    return op == OP_ADD ? ex_sum(d, work, n, v->type)
         : op == OP_MUL ? product_of(d, work, n, v->type)
                        : extreme(d, op, work, n);
}

static bool lower_reduction(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    Val v, w;
    if (vec_len(e->arg) == 2) { /* min(a, b), max(a, b) */
        if (vec_len(e->iter) || b->op == OP_ADD || b->op == OP_MUL)
            return FAIL(d, s, e->span, "%s takes one argument", b->name);
        if (!lower(d, s, e->arg[0], &v) || !lower(d, s, e->arg[1], &w))
            return false;
        if (!val_unify(d, &v, &w) || v.ndim || w.ndim || v.type == T_RECORD || v.type == T_STRING)
            return FAIL(d, s, e->span, "%s is not defined for %s and %s", b->name, val_text(d, &v),
                        val_text(d, &w));
        Ex x = v.type == T_BOOL ? ex_bin(d, b->op == OP_MIN ? OP_AND : OP_OR, v.e[0], w.e[0])
                                : ex_bin(d, b->op, v.e[0], w.e[0]);
        *out = val_scalar(d, v.type, x);
        out->cls = v.cls;
        return true;
    }
    bool iterators = vec_len(e->iter) > 0;
    if (iterators ? !iterated(d, s, e, &v) : !lower(d, s, e->arg[0], &v))
        return false;
    if (!is_numeric(v.type) && !(v.type == T_ENUM && b->op != OP_ADD && b->op != OP_MUL))
        return expect(d, s, e->arg[0], &v, T_REAL);
    if (v.n == 0 && (b->op == OP_MIN || b->op == OP_MAX))
        return FAIL(d, s, e->span, "%s of an empty array", b->name);
    uint32_t outer = iterators ? v.ndim - 1 : 0, stride = 1; /* the terms of sum(... for ...) may be arrays */
    for (uint32_t i = 0; i < outer; i++)
        stride *= v.dim[i + 1];
    Ex *work = NEW_N(&d->pass, Ex, v.n);
    *out = val_new(d, v.type, v.cls, outer, v.dim + 1);
    for (uint32_t i = 0; i < out->n; i++)
        out->e[i] = reduced(d, b->op, &v, i, stride, work);
    return true;
}

/* ---- linear algebra ------------------------------------------------------------------------------------ */

static bool lower_outer(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    (void)b;
    Val x, y;
    if (!lower_vector_arg(d, s, e, 0, 0, &x) || !lower_vector_arg(d, s, e, 1, 0, &y))
        return false;
    x = promote(d, &x, 2);
    y = (Val){ .type = y.type, .ndim = 2, .dim = { 1, y.n }, .n = y.n, .e = y.e };
    return multiply(d, s, e, &x, &y, out);
}

static bool lower_symmetric(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    (void)b;
    Val a;
    if (!lower(d, s, e->arg[0], &a) || !two_dims(d, s, e, &a))
        return false;
    if (a.dim[0] != a.dim[1])
        return FAIL(d, s, e->span, "symmetric takes a square matrix, this is %s", val_text(d, &a));
    uint32_t n = a.dim[0];
    *out = val_like(d, &a, a.type);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++)
            out->e[i * n + j] = i <= j ? a.e[i * n + j] : a.e[j * n + i];
    return true;
}

static bool lower_cross(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    (void)b;
    Val x, y;
    if (!lower_vector_arg(d, s, e, 0, 3, &x) || !lower_vector_arg(d, s, e, 1, 3, &y) || !val_unify(d, &x, &y))
        return false;
    *out = val_like(d, &x, x.type);
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t j = (i + 1) % 3, k = (i + 2) % 3;
        out->e[i] = ex_bin(d, OP_SUB, ex_bin(d, OP_MUL, x.e[j], y.e[k]), ex_bin(d, OP_MUL, x.e[k], y.e[j]));
    }
    return true;
}

static bool lower_skew(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    (void)b;
    Val x;
    if (!lower_vector_arg(d, s, e, 0, 3, &x) || !square(d, s, e, x.type, 3, out))
        return false;
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t j = (i + 1) % 3, k = (i + 2) % 3;
        out->e[k * 3 + j] = x.e[i];
        out->e[j * 3 + k] = ex_un(d, OP_NEG, x.e[i]);
    }
    return true;
}

const Builtin array_builtins[] = {
    { "size", 1, 2, lower_size, OP_NONE },
    { "ndims", 1, 1, lower_ndims, OP_NONE },
    { "scalar", 1, 1, lower_scalar_of, OP_NONE },
    { "vector", 1, 1, lower_vector, OP_NONE },
    { "matrix", 1, 1, lower_matrix_of, OP_NONE },
    { "promote", 2, 2, lower_promote, OP_NONE },
    { "transpose", 1, 1, lower_transpose, OP_NONE },
    { "cat", 2, 255, lower_cat, OP_NONE },
    { "zeros", 1, 8, lower_zeros, OP_NONE },
    { "ones", 1, 8, lower_zeros, OP_NONE },
    { "fill", 1, 9, lower_fill, OP_NONE },
    { "identity", 1, 1, lower_identity, OP_NONE },
    { "diagonal", 1, 1, lower_diagonal, OP_NONE },
    { "linspace", 3, 3, lower_linspace, OP_NONE },
    { "outerProduct", 2, 2, lower_outer, OP_NONE },
    { "symmetric", 1, 1, lower_symmetric, OP_NONE },
    { "cross", 2, 2, lower_cross, OP_NONE },
    { "skew", 1, 1, lower_skew, OP_NONE },
    { "sum", 1, 1, lower_reduction, OP_ADD },
    { "product", 1, 1, lower_reduction, OP_MUL },
    { "min", 1, 2, lower_reduction, OP_MIN },
    { "max", 1, 2, lower_reduction, OP_MAX },
    { "", 0, 0, NULL, OP_NONE },
};
