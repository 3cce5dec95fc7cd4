/* argument.c - the arguments of a call: by place, by name, by default (Modelica 3.6, 12.4.1), each of its formal's
 * type.
 *
 * One that decides on sizes becomes a literal. An argument may have dimensions more than its formal, the same ones as
 * all others that have more: the function is then called for each element (12.4.6). Cost: linear.
 */
#include <string.h>
#include "formal.h"

/* ---- arguments ----------------------------------------------------------------------------------------- */

static bool unknown_argument(Dtc *d, Scope s, const Callee *c, const NamedArg *a)
{
    const char **known = NULL;
    for (uint32_t i = 0; i < c->nin; i++)
        vec_push(&d->pass, known, c->formal[i].name);
    const char *near = suggest(d, a->name, known, c->nin);
    return FAIL(d, s, a->span, "%s has no input %s%s%s%s", c->cls->name, a->name,
                near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

/* The expression of each input; NULL: its default. */
static bool match_arguments(Dtc *d, Scope s, const Expr *e, const Callee *c, const Expr **given)
{
    uint32_t n = vec_len(e->arg);
    uint32_t open = 0;
    for (uint32_t i = 0; i < c->nin; i++)
        open += !(c->record && c->formal[i].constant);
    if (n > open)
        return FAIL(d, s, e->span, "%s takes %u argument%s, not %u", c->cls->name, open, open == 1 ? "" : "s",
                    n);
    for (uint32_t i = 0, k = 0; i < n; k++)
        if (!(c->record && c->formal[k].constant))
            given[k] = e->arg[i++];
    for (uint32_t i = 0; i < vec_len(e->named); i++) {
        uint32_t k = 0;
        while (k < c->nin && c->formal[k].name != e->named[i].name)
            k++;
        if (k == c->nin)
            return unknown_argument(d, s, c, &e->named[i]);
        if (given[k])
            return FAIL(d, s, e->named[i].span, "input %s of %s is given twice", e->named[i].name,
                        c->cls->name);
        given[k] = e->named[i].value;
    }
    return true;
}

static bool lower_argument(Dtc *d, Scope in, const Expr *from, const Callee *c, const Formal *f, Val *v,
                           uint32_t *extra)
{
    if (!(f->object ? eval(d, in, from, v) : lower(d, in, from, v)))
        return false;
    if (!formal_fits(d, in, f, from, c->cls->name, v, extra))
        return false;
    if (!f->structural)
        return true;
    if (!constant_scalar(d, in, from, v))
        return false;
    if (v->ndim == 0 && is_constant_value(d, v))
        return true;
    return FAIL(d, in, from->span, "input %s of %s decides on sizes, it must be known while compiling: %s",
                f->name, c->cls->name, expr_text(d, from));
}

bool lower_arguments(Dtc *d, Scope s, const Expr *e, const Callee *c, Val *arg, uint32_t *extra)
{
    const Expr **given = NEW_N(&d->pass, const Expr *, c->nin);
    const Env *env = NULL;
    if (!match_arguments(d, s, e, c, given))
        return false;
    for (uint32_t i = 0; i < c->nin; i++) {
        const Formal *f = &c->formal[i];
        const Expr *from = given[i] ? given[i] : f->value;
        Scope in = given[i] ? s : formal_scope(f->value_scope, env);
        if (!from)
            return FAIL(d, s, e->span, "input %s of %s needs an argument", f->name, c->cls->name);
        if (!lower_argument(d, in, from, c, f, &arg[i], &extra[i]))
            return false;
        env = env_with(d, env, f->name, &arg[i]);
    }
    return true;
}

/* ---- dimensions more than those of the formals --------------------------------------------------------- */

bool common_dimensions(Dtc *d, Scope s, const Expr *e, const Callee *c, const Val *arg, const uint32_t *extra,
                       uint32_t *ndim, uint32_t *dim)
{
    *ndim = 0;
    for (uint32_t i = 0; i < c->nin; i++) {
        if (extra[i] == 0)
            continue;
        bool same = extra[i] == *ndim && memcmp(arg[i].dim, dim, *ndim * sizeof *dim) == 0;
        if (*ndim && !same)
            return FAIL(d, s, e->span,
                        "the arguments of %s have more dimensions than its inputs, and not the same ones",
                        c->cls->name);
        *ndim = extra[i];
        memcpy(dim, arg[i].dim, extra[i] * sizeof *dim);
    }
    return true;
}

Val val_element(Dtc *d, const Val *v, uint32_t ndim, uint32_t at)
{
    Sub sub[MAX_DIM];
    for (uint32_t i = ndim; i-- > 0; at /= v->dim[i])
        sub[i] = (Sub){ .kind = SUB_ONE, .one = at % v->dim[i] };
    return val_select(d, v, 0, sub, ndim);
}
