/* assertion.c - part of check: assertions that depend on parameters alone.
 *
 * They are conditions on what is given, as min and max are: with the present values of the parameters they hold, or are
 * errors of the source. Setup looks again, at what was set since; no step does. So are those of functions that
 * parameters are defined by: in setup such a parameter would be NaN, and nobody would know why.
 *
 * Requires: flatten, no cycles among parameters. Ensures: Assert.of_parameters. Cost: linear in the conditions.
 */
#include "check.h"
#include "lower.h"
#include "known.h"

/* A message with the present values in it. */
static const char *text_of(Dtc *d, Ex message, const double *value)
{
    const char *text = "";
    Ex *part = text_parts(d, message);
    for (uint32_t i = 0; i < vec_len(part); i++) {
        const ExNode *n = ex(d, part[i]);
        Ex shown = n->op == OP_STRING ? n->arg[0] : 0;
        double x;
        if (n->op == OP_IF && known_eval(d, n->arg[0], value, &x)) {
            text = internf(d, "%s%s", text, text_of(d, n->arg[x != 0 ? 1 : 2], value));
            continue;
        }
        bool known = shown && ex_type(d, shown) != T_ENUM && known_eval(d, shown, value, &x);
        text = internf(d, "%s%s", text,
                       n->op == OP_STR ? string_of(d, part[i])
                       : known         ? string_text(d, n->payload, ex_type(d, shown), x)
                                       : ex_plain(d, part[i]));
    }
    return text;
}

/* An assertion of a library is about values that are typed elsewhere. */
static void tell_given(Dtc *d, const Flat *f, const Assert *a, const Var *read)
{
    const Source *src = source_of(d, a->span);
    Span before = { 0, 0 };
    if (a->level == LEVEL_NOTE || !a->path || !src || src == d->input || src->own)
        return;
    for (uint32_t k = 0; k < vec_len(read); k++) {
        const char *name = f->var[read[k]].name;
        Span at = given_at(d, name, (Span){ 0, 0 });
        if (at.pos && at.pos != before.pos && !on_declared_line(d, at, a->path))
            note(d, at, NULL, "%s is given here", name);
        before = at;
    }
}

Ex literal_of(Dtc *d, Ex e, const double *value)
{
    const ExNode n = *ex(d, e);
    double x;
    if (n.op == OP_STR)
        return e;
    if (n.op == OP_ARRAY || n.op == OP_CALL) {
        Ex *part = NEW_N(&d->pass, Ex, n.n + 1);
        for (uint32_t i = 0; i < n.n; i++)
            if ((part[i] = literal_of(d, ex_arg(d, e, i), value)) == 0)
                return 0;
        return ex_new(d, (Op)n.op, (TypeKind)n.type, n.payload, part, n.n);
    }
    if (!known_eval(d, e, value, &x))
        return 0;
    return n.type == T_REAL ? ex_real(d, x) : n.type == T_BOOL ? ex_bool(d, x != 0) : ex_int(d, (int64_t)x);
}

typedef struct { const double *value; Span at; Map done; } Calls;

static bool look_at_call(Dtc *d, Ex e, void *data)
{
    Calls *c = data;
    if (ex_op(d, e) != OP_CALL || map_get(&c->done, e))
        return false;
    map_set(&d->pass, &c->done, e, 1);
    const Ex known = literal_of(d, e, c->value);
    if (known)
        tell_broken(d, c->at, known);
    return false;
}

static void check_calls(Dtc *d, const Flat *f, const double *value)
{
    Calls c = { .value = value };
    for (Var v = 1; v < vec_len(f->var); v++) {
        const VarInfo *i = &f->var[v];
        if (!i->binding || i->variability < V_PARAM || is_alias(f, v))
            continue;
        c.at = given_at(d, i->name, i->span);
        (void)ex_any(d, i->binding, look_at_call, &c);
    }
}

bool check_assertions(Dtc *d, Flat *f, const uint8_t *variability)
{
    uint32_t before = d->errors;
    const double *value = known_values(d, f);
    const bool *free = free_dependants(d, f);
    check_calls(d, f, value);
    for (uint32_t i = 0; i < vec_len(f->assert); i++) {
        Assert *a = &f->assert[i];
        Var *read = NULL;
        double holds;
        a->of_parameters = !a->terminate && variability[a->cond] >= V_PARAM;
        ex_vars(d, a->cond, &read);
        for (uint32_t k = 0; k < vec_len(read); k++)
            a->of_parameters &= !is_free(f, read[k]) && !free[read[k]];
        if (!a->of_parameters || !known_eval(d, a->cond, value, &holds) || holds != 0)
            continue;
        tell_assertion(d, a->level, a->span, a->path, text_of(d, a->message, value));
        tell_given(d, f, a, read);
    }
    return d->errors == before;
}
