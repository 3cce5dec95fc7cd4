/* lower.c - expressions as written become arrays of flat scalars: arrays, if-expressions, ranges, iterators.
 *
 * Types and shapes follow chapters 6 and 10 of the Modelica 3.6 specification. Scalars are made by the folding
 * constructors of expr.c, so constants are computed on the way. Cost: linear in the scalars made; recursion follows the
 * nesting of the source only. Ensures: a false result has been diagnosed, with the position in the source.
 */
#include <math.h>
#include <string.h>
#include "lower.h"

Lower *lower_state(Dtc *d)
{
    if (!d->lower)
        d->lower = NEW(&d->run, Lower);
    if (!d->flat)
        d->flat = NEW(&d->run, Flat); /* functions that are called while compiling come first */
    if (!d->flat->function)
        vec_push(&d->run, d->flat->function, (Function){ 0 });
    return d->lower;
}

void lower_forget(Dtc *d)
{
    const Map none = { 0 };
    if (d->lower)
        d->lower->value = d->lower->as_given = d->lower->spanning = d->lower->inst_of_var = none;
}

bool expect(Dtc *d, Scope s, const Expr *e, const Val *v, TypeKind want)
{
    if (v->type == want || (want == T_REAL && v->type == T_INT))
        return true;
    return FAIL(d, s, e->span, "expected %s, found %s: %s", type_text(want, NULL), type_text(v->type, v->cls),
                expr_text(d, e));
}

bool lower_typed(Dtc *d, Scope s, const Expr *e, TypeKind want, Val *out)
{
    if (!lower(d, s, e, out) || !expect(d, s, e, out, want))
        return false;
    val_convert(d, out, want);
    return true;
}

bool lower_scalar(Dtc *d, Scope s, const Expr *e, TypeKind want, Ex *out)
{
    Val v;
    if (!lower_typed(d, s, e, want, &v))
        return false;
    if (v.ndim)
        return FAIL(d, s, e->span, "expected a scalar, found an array of size %s: %s",
                    dims_text(d, v.ndim, v.dim), expr_text(d, e));
    *out = v.e[0];
    return true;
}

/* ---- if ------------------------------------------------------------------------------------------------ */

static Val if_elements(Dtc *d, Ex c, const Val *a, const Val *b)
{
    Val r = *a;
    if (a->type == T_RECORD) {
        r.field = NEW_N(&d->pass, Val, a->nfield);
        for (uint32_t i = 0; i < a->nfield; i++)
            r.field[i] = if_elements(d, c, &a->field[i], &b->field[i]);
        return r;
    }
    r.e = NEW_N(&d->pass, Ex, a->n);
    for (uint32_t i = 0; i < a->n; i++)
        r.e[i] = ex_if(d, c, a->e[i], b->e[i]);
    return r;
}

/* Branch i of e on. A condition that is known leaves one branch; branches of unlike size need such a condition. */
static bool lower_if(Dtc *d, Scope s, const Expr *e, uint32_t i, Val *out)
{
    if (i + 1 >= vec_len(e->arg))
        return lower(d, s, e->arg[i], out);
    Ex c;
    if (!lower_scalar(d, s, e->arg[i], T_BOOL, &c))
        return false;
    if (c == ex_bool(d, true))
        return lower(d, s, e->arg[i + 1], out);
    if (c == ex_bool(d, false))
        return lower_if(d, s, e, i + 2, out);
    Val a, b;
    if (!lower(d, s, e->arg[i + 1], &a) || !lower_if(d, s, e, i + 2, &b))
        return false;
    if (!val_unify(d, &a, &b))
        return FAIL(d, s, e->span, "the branches of this if-expression are %s and %s", val_text(d, &a),
                    val_text(d, &b));
    if (!val_same_shape(&a, &b)) {
        bool first;
        if (!only_parameters(d, c))
            return FAIL(d, s, e->span,
                        "the branches of this if-expression have sizes %s and %s, and its condition is not "
                        "known while compiling",
                        val_text(d, &a), val_text(d, &b));
        if (!eval_bool(d, s, e->arg[i], &first))
            return false;
        *out = first ? a : b;
        return true;
    }
    *out = if_elements(d, c, &a, &b);
    return true;
}

/* ---- arrays -------------------------------------------------------------------------------------------- */

static bool lower_list(Dtc *d, Scope s, Expr *const *arg, uint32_t n, Val *out)
{
    Val *part = NEW_N(&d->pass, Val, n);
    TypeKind widest = T_NONE;
    for (uint32_t i = 0; i < n; i++) {
        if (!lower(d, s, arg[i], &part[i]))
            return false;
        if (part[i].type == T_REAL || widest == T_NONE)
            widest = part[i].type;
    }
    for (uint32_t i = 0; i < n; i++) {
        val_convert(d, &part[i], widest);
        if (!val_unify(d, &part[0], &part[i]))
            return FAIL(d, s, arg[i]->span, "elements of one array must have one type: %s is %s, %s is %s",
                        expr_text(d, arg[0]), val_text(d, &part[0]), expr_text(d, arg[i]),
                        val_text(d, &part[i]));
        if (!val_same_shape(&part[0], &part[i]))
            return FAIL(d, s, arg[i]->span, "elements of one array must have one size: %s is %s, %s is %s",
                        expr_text(d, arg[0]), val_text(d, &part[0]), expr_text(d, arg[i]),
                        val_text(d, &part[i]));
    }
    uint32_t dim[MAX_DIM + 1] = { n };
    for (uint32_t i = 0; i < part[0].ndim; i++)
        dim[i + 1] = part[0].dim[i];
    if (!room_for_array(d, s, arg[0]->span, part[0].ndim + 1, dim))
        return false;
    *out = val_stack(d, part, n);
    return true;
}

Val promote(Dtc *d, const Val *v, uint32_t ndim)
{
    (void)d;
    Val r = *v;
    for (uint32_t i = v->ndim; i < ndim; i++)
        r.dim[i] = 1;
    if (ndim > v->ndim)
        r.ndim = ndim;
    return r;
}

bool concatenate(Dtc *d, Scope s, Span at, uint32_t axis, Val *part, uint32_t n, Val *out)
{
    Val first = part[0];
    uint32_t dim[MAX_DIM], outer = 1;
    memcpy(dim, first.dim, sizeof dim);
    dim[axis] = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!val_unify(d, &first, &part[i]))
            return FAIL(d, s, at, "%s and %s cannot be joined in one array", val_text(d, &first),
                        val_text(d, &part[i]));
    for (uint32_t i = 0; i < n; i++) {
        val_convert(d, &part[i], first.type);
        Val like = part[i];
        like.dim[axis] = first.dim[axis];
        if (first.type == T_RECORD || !val_same_shape(&first, &like))
            return FAIL(d, s, at, "%s and %s cannot be joined in dimension %u", val_text(d, &part[0]),
                        val_text(d, &part[i]), axis + 1);
        dim[axis] += part[i].dim[axis];
    }
    if (!room_for_array(d, s, at, first.ndim, dim))
        return false;
    *out = val_new(d, first.type, first.cls, first.ndim, dim);
    for (uint32_t i = 0; i < axis; i++)
        outer *= dim[i];
    Ex *to = out->e;
    for (uint32_t o = 0; o < outer; o++)
        for (uint32_t i = 0; i < n; i++) {
            uint32_t block = part[i].n / outer;
            if (block)
                memcpy(to, part[i].e + (size_t)o * block, block * sizeof(Ex));
            to += block;
        }
    return true;
}

static bool lower_matrix(Dtc *d, Scope s, const Expr *e, Val *out)
{
    uint32_t rows = vec_len(e->arg), ndim = 2;
    Val **part = NEW_N(&d->pass, Val *, rows), *row = NEW_N(&d->pass, Val, rows);
    for (uint32_t i = 0; i < rows; i++) {
        uint32_t n = vec_len(e->arg[i]->arg);
        part[i] = NEW_N(&d->pass, Val, n);
        for (uint32_t j = 0; j < n; j++) {
            if (!lower(d, s, e->arg[i]->arg[j], &part[i][j]))
                return false;
            if (part[i][j].ndim > ndim)
                ndim = part[i][j].ndim;
        }
    }
    for (uint32_t i = 0; i < rows; i++) {
        uint32_t n = vec_len(e->arg[i]->arg);
        for (uint32_t j = 0; j < n; j++)
            part[i][j] = promote(d, &part[i][j], ndim);
        if (!concatenate(d, s, e->arg[i]->span, 1, part[i], n, &row[i]))
            return false;
    }
    return concatenate(d, s, e->span, 0, row, rows, out);
}

/* ---- ranges and iterators ------------------------------------------------------------------------------ */

static bool range_bound(Dtc *d, Scope s, const Expr *e, Val *v, double *x)
{
    if (!lower(d, s, e, v) || !constant_scalar(d, s, e, v))
        return false;
    int64_t i;
    if (v->ndim)
        return FAIL(d, s, e->span, "the bounds of a range are scalars, this is %s: %s", val_text(d, v),
                    expr_text(d, e));
    if (v->type != T_REAL && v->type != T_INT && v->type != T_BOOL && v->type != T_ENUM)
        return expect(d, s, e, v, T_REAL);
    if (v->type == T_REAL ? ex_is_num(d, v->e[0], x) : to_index(d, v->e[0], &i)) {
        if (v->type != T_REAL)
            *x = (double)i;
        return true;
    }
    return FAIL(d, s, e->span, "the bounds of a range must be known while compiling: %s", expr_text(d, e));
}

static Ex range_element(Dtc *d, const Val *first, bool real, double x)
{
    return real ? ex_real(d, x) : first->type == T_BOOL ? ex_bool(d, x > 1) : ex_int(d, (int64_t)x);
}

static bool lower_range(Dtc *d, Scope s, const Expr *e, Val *out)
{
    uint32_t n = vec_len(e->arg);
    Val a, b, c;
    double start, step = 1, stop;
    if (!range_bound(d, s, e->arg[0], &a, &start) || !range_bound(d, s, e->arg[n - 1], &b, &stop))
        return false;
    if (n == 3 && !range_bound(d, s, e->arg[1], &c, &step))
        return false;
    bool real = a.type == T_REAL || b.type == T_REAL || (n == 3 && c.type == T_REAL);
    if (!val_unify(d, &a, &b))
        return FAIL(d, s, e->span, "the bounds of a range must have one type: %s", expr_text(d, e));
    if (step == 0)
        return FAIL(d, s, e->span, "the step of a range must not be zero: %s", expr_text(d, e));
    double number_of_steps = floor((stop - start) / step + (real ? 1e-9 : 0));
    if (!(number_of_steps < MAX_ELEMENTS))
        return FAIL(d, s, e->span, "this range has more than %d elements: %s", MAX_ELEMENTS, expr_text(d, e));
    uint32_t dim = number_of_steps < 0 ? 0 : (uint32_t)number_of_steps + 1;
    *out = val_new(d, real ? T_REAL : a.type, a.cls, 1, &dim);
    for (uint32_t i = 0; i < dim; i++)
        out->e[i] = range_element(d, &a, real, start + i * step);
    return true;
}

/* Collects the values of e->arg[0] for iterators 0 .. k-1, iterator k-1 outermost. */
static bool iterate_level(Dtc *d, Scope s, const Expr *e, uint32_t k, Val **values, uint32_t *dim)
{
    if (k == 0) {
        Val v;
        if (++lower_state(d)->iterations > MAX_ITERATIONS)
            return FAIL(d, s, e->span, "the iterators of the model have more than %d values", MAX_ITERATIONS);
        if (!lower(d, s, e->arg[0], &v))
            return false;
        vec_push(&d->pass, *values, v);
        return true;
    }
    const Iter *it = &e->iter[k - 1];
    Val range;
    if (!range_in(d, s, it, e->arg[0], NULL, &range))
        return false;
    dim[vec_len(e->iter) - k] = range.n;
    for (uint32_t i = 0; i < range.n; i++) {
        Val x = val_at(d, &range, i);
        Env env = { it->name, &x, s.env };
        if (!iterate_level(d, (Scope){ s.inst, s.cls, &env }, e, k - 1, values, dim))
            return false;
    }
    return true;
}

bool iterate(Dtc *d, Scope s, const Expr *e, Val **values, uint32_t dim[], uint32_t *ndim)
{
    *ndim = vec_len(e->iter);
    if (*ndim > MAX_DIM)
        return FAIL(d, s, e->span, "at most %d iterators", MAX_DIM);
    return iterate_level(d, s, e, *ndim, values, dim);
}

static bool lower_comprehension(Dtc *d, Scope s, const Expr *e, Val *out)
{
    Val *v = NULL;
    uint32_t dim[2 * MAX_DIM] = { 0 }, ndim;
    if (!iterate(d, s, e, &v, dim, &ndim))
        return false;
    if (vec_len(v) == 0) {
        Val element = element_type(d, s, e->arg[0], e->iter);
        *out = val_new(d, element.type, element.cls, ndim, dim);
        return true;
    }
    for (uint32_t i = 1; i < vec_len(v); i++)
        if (!val_unify(d, &v[0], &v[i]) || !val_same_shape(&v[0], &v[i]))
            return FAIL(d, s, e->span, "the elements of this array are unlike: %s and %s", val_text(d, &v[0]),
                        val_text(d, &v[i]));
    for (uint32_t i = 0; i < vec_len(v); i++)
        val_convert(d, &v[i], v[0].type);
    for (uint32_t i = 0; i < v[0].ndim; i++)
        dim[ndim + i] = v[0].dim[i];
    if (!room_for_array(d, s, e->span, ndim + v[0].ndim, dim))
        return false;
    *out = val_stack(d, v, vec_len(v));
    val_split(d, out, ndim, dim);
    return true;
}

/* ---- all kinds ----------------------------------------------------------------------------------------- */

static bool lower_end(Dtc *d, Scope s, const Expr *e, Val *out)
{
    const Lower *l = lower_state(d);
    if (!l->subscripted)
        return FAIL(d, s, e->span, "`end` stands for the size of an array, within its subscripts only");
    *out = val_scalar(d, T_INT, ex_int(d, l->subscripted->dim[l->axis]));
    return true;
}

static bool lower_number(Dtc *d, Scope s, const Expr *e, Val *out)
{
    *out = lower_literal(d, e);
    return !e->is_int || is_integer((double)e->integer) ||
           FAIL(d, s, e->span,
                "this number is too large for an Integer (at most %d): write it as a Real, with '.0' or an "
                "exponent",
                INT32_MAX);
}

/* Operations on numbers have been folded, but for those whose value is no Integer. */
static bool integers_fit(Dtc *d, Scope s, const Expr *e, const Val *v)
{
    for (uint32_t i = 0; i < v->n; i++)
        if (ex_overflows(d, v->e[i]))
            return FAIL(d, s, e->span, "%s is beyond the range of an Integer, %d to %d", ex_plain(d, v->e[i]),
                        INT32_MIN, INT32_MAX);
    return true;
}

static bool lower_kind(Dtc *d, Scope s, const Expr *e, Val *out)
{
    switch (e->kind) {
    case E_NUM: return lower_number(d, s, e, out);
    case E_STR: *out = val_scalar(d, T_STRING, ex_str(d, e->str)); return true;
    case E_BOOL: *out = val_scalar(d, T_BOOL, ex_bool(d, e->boolean)); return true;
    case E_REF: return lower_reference(d, s, e, out);
    case E_CALL: return lower_call(d, s, e, out);
    case E_UNARY: return lower_unary(d, s, e, out);
    case E_BINARY: return lower_binary(d, s, e, out);
    case E_IF: return lower_if(d, s, e, 0, out);
    case E_ARRAY:
        if (vec_len(e->iter))
            return lower_comprehension(d, s, e, out);
        if (vec_len(e->arg) == 0)
            return FAIL(d, s, e->span,
                        "an array constructor needs an element; write fill(0, 0) for an empty array");
        return lower_list(d, s, e->arg, vec_len(e->arg), out);
    case E_MATRIX: return lower_matrix(d, s, e, out);
    case E_RANGE: return lower_range(d, s, e, out);
    case E_TUPLE:
        if (vec_len(e->arg) == 1 && e->arg[0])
            return lower(d, s, e->arg[0], out);
        return FAIL(d, s, e->span, "a list of outputs stands only left of = or := of a function call");
    case E_COLON: return FAIL(d, s, e->span, "`:` stands only for all of a dimension, as a subscript");
    case E_END: return lower_end(d, s, e, out);
    }
    return false;
}

bool lower(Dtc *d, Scope s, const Expr *e, Val *out)
{
    Lower *l = lower_state(d);
    if (l->depth >= MAX_DEPTH)
        return FAIL(d, s, e->span,
                    "this expression, with the functions and parameters it needs, is nested deeper than %d "
                    "levels",
                    MAX_DEPTH);
    l->depth++;
    bool ok = lower_kind(d, s, e, out),
         operation = e->kind == E_UNARY || e->kind == E_BINARY || e->kind == E_CALL;
    l->depth--;
    return ok && (!operation || out->type != T_INT || integers_fit(d, s, e, out));
}
