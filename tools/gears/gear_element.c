/* gear_element.c - the shift elements of a train: what its switching laws hold.
 *
 * A law with two finite bounds in a component without an input is friction that nobody engages, as in a bearing, and so
 * is one with annotation(__dtc(friction = true)), whose input does not engage it; it holds nothing here. Nor does what
 * yields to a torque (a tire), or slips by what is no sum of speeds.
 * Requires: bodies with motions. Cost: linear in laws and flanges.
 */
#include <math.h>
#include <string.h>
#include "expr.h"
#include "flatten.h"
#include "gear_build.h"

/* Variable -> its equation v = ... */
static Map definitions(Dtc *d, const Flat *f)
{
    Map of = { 0 };

    for (Eq e = 1; e < vec_len(f->eq); e++)
        if (f->eq[e].lhs && ex_is_var(d, f->eq[e].lhs))
            map_set(&d->pass, &of, ex_is_var(d, f->eq[e].lhs), e);
    return of;
}

typedef struct { const Train *t; const Map *definition; uint32_t deeper; } Bound;

/* An infinite number, or a variable whose equation has one: limit = if engaged then inf else 0. */
static bool is_infinite(Dtc *d, Ex x, void *data)
{
    const Bound *b = data;
    double number;
    Var v = ex_is_var(d, x);
    Eq e = v && b->deeper ? (Eq)map_get(b->definition, v) : 0;
    Bound next = { b->t, b->definition, b->deeper - 1 };

    return (ex_is_num(d, x, &number) && fabs(number) >= INFINITE) ||
           (e && b->t->f->eq[e].rhs && ex_any(d, ex_fold(d, b->t->f->eq[e].rhs), is_infinite, &next));
}

/* A sleeve: it can hold any torque, and lets go. */
static bool can_be_infinite(const Train *t, const Map *definition, Var bound)
{
    Bound b = { t, definition, 3 };

    return bound && is_infinite(t->d, ex_var(t->d, bound), &b);
}

/* A bound that is 0 in the model's own words: no torque of that sign. */
static bool is_never(const Train *t, const Map *definition, Var bound)
{
    Eq e = (Eq)map_get(definition, bound);

    return e && t->f->eq[e].rhs && ex_is_zero(t->d, ex_fold(t->d, t->f->eq[e].rhs));
}

const Inst *inst_at(const Inst *in, const char *path)
{
    if (strcmp(in->path, path) == 0)
        return in;
    for (uint32_t k = 0; in->is->ndim && in->has->elem && k < in->is->size; k++)
        if (is_within(path, in->has->elem[k]->path))
            return inst_at(in->has->elem[k], path);
    for (uint32_t i = 0; !in->is->ndim && i < vec_len(in->child); i++)
        if (is_within(path, in->child[i]->path))
            return inst_at(in->child[i], path);
    return NULL;
}

static bool has_input(const Inst *in)
{
    for (uint32_t i = 0; in && i < vec_len(in->child); i++)
        if (in->child[i]->is->causality == C_INPUT && present(in->child[i]))
            return true;
    return false;
}

static Fraction *motion_by(const Train *t, const Term *slip)
{
    Fraction *m = NEW_N(&t->d->run, Fraction, t->freedoms + 1);

    for (uint32_t i = 0; i < t->freedoms; i++) {
        m[i] = FR_ZERO;
        for (uint32_t k = 0; k < vec_len(slip); k++)
            m[i] = fr_add(m[i], fr_mul(slip[k].factor, t->body[slip[k].body].motion[i]));
    }
    return m;
}

/* The bodies whose flanges the component has; else those of its slip. */
static void connect_element(const Train *t, ShiftElement *e, const char *component)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < vec_len(t->flange) && n < 2; i++)
        if (is_within(t->flange[i].path, component) && *component &&
            (n == 0 || t->flange[i].body != e->connects[0]))
            e->connects[n++] = t->flange[i].body;
    for (uint32_t i = 0; n == 0 && i < vec_len(e->slip) && i < 2; i++)
        e->connects[i] = e->slip[i].body;
    if (n == 1 && e->idle)
        e->connects[1] = e->connects[0];
}

void gear_elements(Train *t, const Motions *m, const uint32_t *body_of, const Inst *root)
{
    const Map definition = definitions(t->d, t->f);

    for (uint32_t i = 1; i < vec_len(t->f->sw); i++) {
        const Switch *w = &t->f->sw[i];
        const char *dot = strrchr(w->name, '.');
        const char *component = dot ? intern(t->d, w->name, (size_t)(dot - w->name)) : "";
        if (!is_within(w->path, t->sub))
            continue;
        bool low = w->lo_infinite, high = w->hi_infinite;
        bool backward = low || !is_never(t, &definition, w->lo),
             forward = high || !is_never(t, &definition, w->hi);
        ShiftElement e = { .name = *component ? component : w->name,
                           .span = w->span,
                           .forward = forward,
                           .backward = backward,
                           .always_forward = high && !low,
                           .always_backward = low && !high,
                           .one_way = high != low || forward != backward };
        e.dog = (low || can_be_infinite(t, &definition, w->lo)) &&
                (high || can_be_infinite(t, &definition, w->hi));
        Term *slip;
        e.slips = !motion_sum(m, w->s, &slip) || w->compliance;
        for (uint32_t k = 0; k < vec_len(slip); k++)
            vec_push(&t->d->run, e.slip, ((Term){ body_of[slip[k].body], slip[k].factor }));
        e.motion = motion_by(t, e.slip);
        e.idle = !e.slips;
        for (uint32_t k = 0; k < t->freedoms; k++)
            e.idle &= fr_is_zero(e.motion[k]);
        e.friction = !e.one_way && !e.dog &&
                     (e.slips || !has_input(inst_at(root, component)) || is_meant(t->d, w->name, "friction"));
        connect_element(t, &e, component);
        vec_push(&t->d->run, t->element, e);
    }
}
