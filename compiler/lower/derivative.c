/* derivative.c - derivatives of functions by annotation (Modelica 3.6, 12.7.1).
 *
 *     annotation(derivative(zeroDerivative = k) = f_k, derivative(noDerivative = table, order = 2) = f_x)
 *
 * A derivative takes all inputs, then the derivatives of those that hold Reals, but for the ones declared
 * noDerivative, and zeroDerivative, which has to vanish where this derivative is used: of several the first that may be
 * used is (calculus.c). One of order n is that of a derivative of order n - 1, and takes the derivatives of those
 * inputs alone that are of order n - 1 themselves, the last ones. Cost: the inputs.
 */
#include <string.h>
#include "formal.h"
#include "resolve.h"

/* ---- what is said -------------------------------------------------------------------------------------- */

static bool mark_input(Dtc *d, const Callee *c, const Modifier *m, bool *mark)
{
    const Expr *e = m->value;
    const char *name = e && e->kind == E_REF && vec_len(e->part) == 1 ? e->part[0].name : "";
    uint32_t i = 0;
    while (i < c->nin && strcmp(c->formal[i].name, name) != 0)
        i++;
    if (i == c->nin) {
        error(d, m->span, NULL, "%s must name an input of %s", m->name, c->cls->name);
        return false;
    }
    return mark[i] = true;
}

static bool read_derivative(Dtc *d, Callee *c, const Modifier *m)
{
    Derivation by = { m->value, 1, NEW_N(&d->run, bool, c->nin + 1), NEW_N(&d->run, bool, c->nin + 1) };
    for (uint32_t k = 0; k < vec_len(m->sub); k++) {
        const Modifier *sub = &m->sub[k];
        if (strcmp(sub->name, "order") == 0) {
            by.order =
                sub->value && sub->value->kind == E_NUM && sub->value->is_int ? sub->value->integer : 0;
            if (by.order < 1)
                error(d, sub->span, NULL, "the order of a derivative must be an Integer, 1 or more");
        }
        bool zero = strcmp(sub->name, "zeroDerivative") == 0;
        if (!zero && strcmp(sub->name, "noDerivative") != 0)
            continue;
        if (!mark_input(d, c, sub, zero ? by.constant : by.without))
            return false;
    }
    if (m->value && m->value->kind == E_REF)
        vec_push(&d->run, c->derivation, by);
    return true;
}

bool read_derivatives(Dtc *d, Callee *c, Class *cls)
{
    c->derivative_scope = cls;
    uint32_t from = 0;
    for (const Modifier *m; (m = next_annotation(cls->annotation, ANNOTATION_derivative, &from)) != NULL;)
        if (!read_derivative(d, c, m))
            return false;
    return true;
}

/* ---- the functions ------------------------------------------------------------------------------------- */

/* Real, or a record of nothing but such. */
static bool holds_reals(const Formal *f)
{
    bool reals = f->type == T_REAL || (f->type == T_RECORD && vec_len(f->field) > 0);
    for (uint32_t i = 0; i < vec_len(f->field); i++)
        reals &= holds_reals(&f->field[i]);
    return reals;
}

static uint32_t locals_of(const Formal *f)
{
    uint32_t n = f->type != T_RECORD;
    for (uint32_t i = 0; i < vec_len(f->field); i++)
        n += locals_of(&f->field[i]);
    return n;
}

/* By input: its derivative is no argument of `by`. */
static bool *left_out(Dtc *d, const Callee *c, const Derivation *n, const Callee *by)
{
    bool *out = NEW_N(&d->pass, bool, c->nin + 1);
    uint32_t rest = by->nin > c->nin ? by->nin - c->nin : 0;
    for (uint32_t i = c->nin; i-- > 0;) {
        out[i] = n->without[i] || n->constant[i] || !holds_reals(&c->formal[i]);
        if (out[i] || n->order <= 1)
            continue;
        if (rest > 0)
            rest--;
        else
            out[i] = true;
    }
    return out;
}

static bool fits(const Callee *c, const Callee *by, const Val *all, uint32_t n)
{
    if (by->nin != n || by->nout != c->nout)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        const Formal *f = &by->formal[i];
        if (f->type != all[i].type || vec_len(f->dim) != all[i].ndim)
            return false;
        if (f->type == T_RECORD && class_origin(f->cls) != class_origin(all[i].cls))
            return false;
    }
    return true;
}

static void add_derivative(Dtc *d, Scope s, Special *sp, const Derivation *n, const Val *arg, Span at)
{
    Callee *c = sp->callee;
    Name name = { .span = n->function->span };
    for (uint32_t i = 0; i < vec_len(n->function->part); i++)
        vec_push(&d->pass, name.name, n->function->part[i].name);
    Class *cls = resolve_class(d, (Scope){ NULL, c->derivative_scope, NULL }, name, true);
    Callee *by = cls ? callee_of(d, s, cls, name.span) : NULL;
    if (!by)
        return;
    bool *out = left_out(d, c, n, by);
    Val *all = NEW_N(&d->pass, Val, 2 * c->nin + 1);
    uint32_t k = 0, local = 0;
    for (uint32_t i = 0; i < c->nin; i++)
        all[k++] = arg[i];
    for (uint32_t i = 0; i < c->nin; i++)
        if (!out[i])
            all[k++] = arg[i];
    if (!fits(c, by, all, k)) {
        error(d, name.span, NULL,
              "%s cannot be the derivative of %s: it must have its inputs, then one for the derivative of "
              "each that holds Reals (but those declared noDerivative or zeroDerivative), and its outputs",
              by->cls->name, c->cls->name);
        return;
    }
    Special *other = special_of(d, s, by, all, at);
    if (!other)
        return;
    Function *f = &d->flat->function[sp->index];
    Derivative derivative = { other->index, NEW_N(&d->run, bool, f->nin + 1),
                              NEW_N(&d->run, bool, f->nin + 1) };
    for (uint32_t i = 0; i < c->nin; i++)
        for (uint32_t m = locals_of(&c->formal[i]); m > 0; m--, local++) {
            derivative.without[local] = out[i];
            derivative.constant[local] = n->constant[i];
            bool first = vec_len(f->derivative) == 0;
            f->local[local].no_derivative =
                (first || f->local[local].no_derivative) && out[i] && !n->constant[i];
        }
    vec_push(&d->run, f->derivative, derivative);
    if (by->inlined)
        d->flat->function[other->index].inline_at = INLINE_AFTER_INDEX;
}

void add_derivatives(Dtc *d, Scope s, Special *sp, const Val *arg, Span at)
{
    for (uint32_t i = 0; i < vec_len(sp->callee->derivation); i++)
        add_derivative(d, s, sp, &sp->callee->derivation[i], arg, at);
}
