/* subscript.c - subscripts of component references: numbers within their bounds, slices, those that vary with time.
 *
 * Ensures: a false result has been diagnosed. Cost: linear in what a subscript selects.
 */
#include "lower.h"

static bool in_bounds(Dtc *d, Scope s, const Expr *e, const Part *p, uint32_t axis, uint32_t size, int64_t i)
{
    if (i >= 1 && i <= size)
        return true;
    if (size == 0)
        return FAIL(d, s, e->span, "subscript %lld of %s: dimension %u is empty", (long long)i, p->name,
                    axis + 1);
    return FAIL(d, s, e->span, "subscript %lld of %s is out of range: dimension %u has size %u", (long long)i,
                p->name, axis + 1, size);
}

static bool subscript_list(Dtc *d, Scope s, const Expr *e, const Part *p, uint32_t axis, uint32_t size, const Val *v,
                           Sub *out)
{
    uint32_t *list = NEW_N(&d->pass, uint32_t, v->n);
    for (uint32_t k = 0; k < v->n; k++) {
        int64_t i;
        if (!to_index(d, v->e[k], &i))
            return FAIL(d, s, e->span, "a subscript that is an array must be known while compiling: %s",
                        expr_text(d, e));
        if (!in_bounds(d, s, e, p, axis, size, i))
            return false;
        list[k] = (uint32_t)(i - 1);
    }
    *out = (Sub){ .kind = SUB_LIST, .n = v->n, .list = list };
    return true;
}

static bool lower_subscript(Dtc *d, Scope s, const Expr *e, const Part *p, uint32_t axis, uint32_t size, Sub *out)
{
    Val v;
    int64_t i;
    if (e->kind == E_COLON) {
        *out = (Sub){ .kind = SUB_ALL };
        return true;
    }
    if (!lower(d, s, e, &v) || !constant_scalar(d, s, e, &v))
        return false;
    if (v.type != T_INT && v.type != T_BOOL && v.type != T_ENUM)
        return FAIL(d, s, e->span, "a subscript must be Integer, Boolean or an enumeration; %s is %s",
                    expr_text(d, e), val_text(d, &v));
    if ((v.type == T_BOOL && size != 2) || (v.type == T_ENUM && v.cls && size != vec_len(v.cls->literal)))
        return FAIL(d, s, e->span, "subscript %s is %s, and dimension %u of %s has size %u", expr_text(d, e),
                    val_text(d, &v), axis + 1, p->name, size);
    if (v.ndim > 1)
        return FAIL(d, s, e->span, "a subscript must be a scalar or a vector; %s is %s", expr_text(d, e),
                    val_text(d, &v));
    if (v.ndim == 1) {
        if (!is_constant_value(d, &v) && !eval(d, s, e, &v))
            return false;
        return subscript_list(d, s, e, p, axis, size, &v, out);
    }
    if (to_index(d, v.e[0], &i)) {
        *out = (Sub){ .kind = SUB_ONE, .one = (uint32_t)(i - 1) };
        return in_bounds(d, s, e, p, axis, size, i);
    }
    if (size == 0)
        return in_bounds(d, s, e, p, axis, size, 1);
    Ex index = v.type == T_BOOL ? ex_if(d, v.e[0], ex_int(d, 2), ex_int(d, 1)) : v.e[0];
    *out = (Sub){ .kind = SUB_EX, .index = index };
    return true;
}

/* Lists of subscripts can make an array larger than it is. */
static bool room_after(Dtc *d, Scope s, const Part *p, const Val *shape, uint32_t axis, const Sub *sub, uint32_t n)
{
    uint32_t dim[MAX_DIM];
    for (uint32_t i = 0; i < shape->ndim; i++) {
        dim[i] = shape->dim[i];
        if (i >= axis && i < axis + n && sub[i - axis].kind == SUB_LIST)
            dim[i] = sub[i - axis].n;
        if (i >= axis && i < axis + n && sub[i - axis].kind == SUB_ONE)
            dim[i] = 1;
    }
    return room_for_array(d, s, p->span, shape->ndim, dim);
}

/* The subscripts of part p, those of dimensions axis, axis + 1, ... of `shape`; *n is the number of dimensions from
 * axis on. */
bool lower_subscripts(Dtc *d, Scope s, const Part *p, const Val *shape, uint32_t axis, Sub *sub, uint32_t *n)
{
    Lower *l = lower_state(d);
    uint32_t given = vec_len(p->sub), own = shape->ndim - axis;
    if (given > own)
        return own ? FAIL(d, s, p->span, "%s has %u dimension%s, but %u subscripts", p->name, own,
                          own == 1 ? "" : "s", given)
                   : FAIL(d, s, p->span, "%s is not an array, it cannot have subscripts", p->name);
    const Val *outer = l->subscripted;
    uint32_t outer_axis = l->axis;
    bool ok = true;
    for (uint32_t k = 0; k < own && ok; k++) {
        if (k >= given) {
            sub[k] = (Sub){ .kind = SUB_ALL };
            continue;
        }
        l->subscripted = shape;
        l->axis = axis + k;
        ok = lower_subscript(d, s, p->sub[k], p, k, shape->dim[axis + k], &sub[k]);
    }
    l->subscripted = outer;
    l->axis = outer_axis;
    *n = own;
    return ok && room_after(d, s, p, shape, axis, sub, own);
}
