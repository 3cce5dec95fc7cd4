/* iterator.c - what an iterator goes through: the range that is written, or the one that the subscripts of its body
 * tell (Modelica 3.6, 10.4.1 and 11.2.2.2).
 *
 * Cost: linear in the body, for ranges that are deduced.
 */
#include "lower.h"

static const Expr *find_subscripted(const Expr *e, const char *name, uint32_t *axis);

static const Expr *find_in_list(Expr *const *list, const char *name, uint32_t *axis)
{
    for (uint32_t i = 0; i < vec_len(list); i++) {
        const Expr *found = list[i] ? find_subscripted(list[i], name, axis) : NULL;
        if (found)
            return found;
    }
    return NULL;
}

static bool is_name(const Expr *e, const char *name)
{
    return e->kind == E_REF && vec_len(e->part) == 1 && !e->part[0].sub && e->part[0].name == name;
}

/* A reference with the subscript `name` alone; *axis counts all subscripts of its last such part. */
static const Expr *find_subscripted(const Expr *e, const char *name, uint32_t *axis)
{
    for (uint32_t i = 0; i < vec_len(e->part); i++)
        for (uint32_t k = 0; k < vec_len(e->part[i].sub); k++) {
            const Expr *sub = e->part[i].sub[k];
            if (is_name(sub, name)) {
                *axis = i << 8 | k;
                return e;
            }
            const Expr *found = find_subscripted(sub, name, axis);
            if (found)
                return found;
        }
    for (uint32_t i = 0; i < vec_len(e->named); i++) {
        const Expr *found = find_subscripted(e->named[i].value, name, axis);
        if (found)
            return found;
    }
    return find_in_list(e->arg, name, axis);
}

static const Expr *find_in_body(Stmt *const *body, const char *name, uint32_t *axis)
{
    const Expr *found = NULL;
    for (uint32_t i = 0; i < vec_len(body) && !found; i++) {
        const Stmt *st = body[i];
        if (st->lhs)
            found = find_subscripted(st->lhs, name, axis);
        if (!found && st->rhs)
            found = find_subscripted(st->rhs, name, axis);
        for (uint32_t k = 0; k < vec_len(st->branch) && !found; k++) {
            if (st->branch[k].cond)
                found = find_subscripted(st->branch[k].cond, name, axis);
            if (!found)
                found = find_in_body(st->branch[k].body, name, axis);
        }
    }
    return found;
}

static Val counting(Dtc *d, TypeKind t, Class *cls, uint32_t n)
{
    Val v = val_new(d, t, cls, 1, &n);
    for (uint32_t i = 0; i < n; i++)
        v.e[i] = t == T_BOOL ? ex_bool(d, i > 0) : ex_int(d, (int64_t)i + 1);
    return v;
}

/* The range of an iterator that has none: the size of what it subscripts. */
static bool deduced_range(Dtc *d, Scope s, const Iter *it, const Expr *in, Stmt **body, Val *out)
{
    uint32_t axis = 0;
    const Expr *found = in ? find_subscripted(in, it->name, &axis) : find_in_body(body, it->name, &axis);
    if (!found)
        return FAIL(d, s, it->span,
                    "the range of %s is missing, and no subscript is %s alone: write %s in 1:n", it->name,
                    it->name, it->name);
    Expr prefix = *found;
    prefix.part = NULL;
    for (uint32_t i = 0; i <= axis >> 8; i++)
        vec_push(&d->pass, prefix.part, found->part[i]);
    vec_last(prefix.part).sub = NULL;
    Val dims;
    if (!reference_dims(d, s, &prefix, &dims))
        return false;
    if ((axis & 255) >= dims.ndim)
        return FAIL(d, s, found->span, "%s has %u dimensions only", expr_text(d, &prefix), dims.ndim);
    *out = counting(d, T_INT, NULL, dims.dim[axis & 255]);
    return true;
}

/* `Boolean` or the name of an enumeration as a range, or as the size of a dimension. */
static bool type_range(Dtc *d, Scope s, const Expr *e, Val *out)
{
    if (e->kind != E_REF)
        return false;
    Sym sym = resolve_name(d, e->global ? (Scope){ NULL, d->root, NULL } : s, e->part, vec_len(e->part),
                           e->span, false);
    if (sym.kind != SYM_CLASS)
        return false;
    Class *c = sym.cls;
    for (int i = 0; c && c->form == CF_SHORT && i < 100; i++)
        c = resolve_class(d, (Scope){ NULL, c->enclosing, NULL }, c->base, false);
    if (!c || (c->form != CF_ENUM && !class_is_a(d, c, "Boolean")))
        return false;
    *out = c->form == CF_ENUM ? counting(d, T_ENUM, c, vec_len(c->literal)) : counting(d, T_BOOL, NULL, 2);
    return true;
}

bool range_in(Dtc *d, Scope s, const Iter *it, const Expr *in, Stmt **body, Val *out)
{
    if (!it->range)
        return deduced_range(d, s, it, in, body, out);
    if (type_range(d, s, it->range, out))
        return true;
    if (!eval(d, s, it->range, out))
        return false;
    if (out->ndim != 1 || out->type == T_RECORD)
        return FAIL(d, s, it->range->span, "%s runs over a vector; %s is %s", it->name,
                    expr_text(d, it->range), val_text(d, out));
    return true;
}

bool eval_range(Dtc *d, Scope s, const Iter *it, Stmt **body, Val *out) { return range_in(d, s, it, NULL, body, out); }
