/* function.c - calls of functions and record constructors (Modelica 3.6, 12.4 to 12.7); their arguments: argument.c.
 *
 * A call is, in this order: a predefined function; a record; a runtime function under a predefined name; inlined; or a
 * CALL of a Function of its own for the sizes of its arguments. With literal arguments the function is executed here. A
 * scalar function applied to arrays is called for each element. Recursion is allowed where it ends while compiling.
 *
 * What a function becomes: special.c. Cost: linear in the scalars of the arguments.
 */
#include "body.h"
#include "file_table.h"
#include "resolve.h"

enum { MAX_INLINED = 1000 };               /* inlined calls in one call */

/* ---- results ------------------------------------------------------------------------------------------- */

typedef struct Outputs { Dtc *d; Ex call; const Ex *value; uint32_t next; } Outputs;

static Ex next_output(Outputs *o, TypeKind t)
{
    uint32_t k = ++o->next;
    if (o->value)
        return o->value[k - 1];
    return k == 1 ? o->call : ex_new(o->d, OP_OUT, t == T_ENUM ? T_INT : t, k, &o->call, 1);
}

/* A value of the given shape that takes its scalars from the outputs in order. */
static Val number_outputs(Outputs *o, const Val *shape)
{
    Val v = *shape;
    if (v.type == T_RECORD) {
        v.field = NEW_N(&o->d->pass, Val, v.nfield);
        for (uint32_t i = 0; i < v.nfield; i++)
            v.field[i] = number_outputs(o, &shape->field[i]);
        return v;
    }
    v.e = NEW_N(&o->d->pass, Ex, v.n);
    for (uint32_t i = 0; i < v.n; i++)
        v.e[i] = next_output(o, v.type);
    return v;
}

static TypeKind first_type(const Val *v, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        TypeKind t = v[i].type == T_RECORD ? first_type(v[i].field, v[i].nfield)
                   : v[i].n                ? v[i].type
                                           : T_NONE;
        if (t != T_NONE)
            return t == T_ENUM ? T_INT : t;
    }
    return T_NONE;
}

static uint32_t scalar_count(const Val *v)
{
    uint32_t n = v->type == T_RECORD ? 0 : v->n;
    for (uint32_t i = 0; v->type == T_RECORD && i < v->nfield; i++)
        n += scalar_count(&v->field[i]);
    return n;
}

static void push_arguments(Dtc *d, const Val *v, Ex **to)
{
    if (v->type == T_RECORD) {
        for (uint32_t i = 0; i < v->nfield; i++)
            push_arguments(d, &v->field[i], to);
        return;
    }
    Ex e = argument_of(d, v);
    vec_push(&d->pass, *to, e);
}

/* ---- recursion ----------------------------------------------------------------------------------------- */

/* sp is called by `caller`, which it has called: f -> g -> f. */
static const char *cycle_text(Dtc *d, const Special *sp, const Special *caller)
{
    const char *text = sp->callee->cls->name;
    for (const Special *s = caller; s; s = s->caller) {
        text = internf(d, "%s -> %s", s->callee->cls->name, text);
        if (s == sp)
            break;
    }
    return text;
}

/* In a function: what it calls decides whether it can be part of the generated code. */
static void note_call(Dtc *d, Special *sp)
{
    Special *caller = lower_state(d)->body->special;
    if (!caller)
        return;
    if (sp->busy) {
        const char *cycle = cycle_text(d, sp, caller);
        for (Special *s = caller; s; s = s->caller) {
            if (!s->cycle)
                s->cycle = cycle;
            if (s == sp)
                break;
        }
    }
    if (!caller->cycle)
        caller->cycle = sp->cycle;
}

/* ---- calls with values --------------------------------------------------------------------------------- */

static bool all_literal(Dtc *d, const Val *arg, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (!is_constant_value(d, &arg[i]))
            return false;
    return true;
}

static bool all_parameters(Dtc *d, const Val *arg, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (arg[i].type == T_RECORD ? !all_parameters(d, arg[i].field, arg[i].nfield) : false)
            return false;
        for (uint32_t k = 0; arg[i].type != T_RECORD && k < arg[i].n; k++)
            if (!only_parameters(d, arg[i].e[k]))
                return false;
    }
    return true;
}

static bool make_record(Dtc *d, const Callee *c, const Val *arg, Val *out)
{
    *out = val_new(d, T_RECORD, c->cls, 0, NULL);
    out->nfield = c->nin;
    out->field = NEW_N(&d->pass, Val, c->nin);
    out->field_name = NEW_N(&d->pass, const char *, c->nin);
    for (uint32_t i = 0; i < c->nin; i++) {
        out->field[i] = arg[i];
        out->field_name[i] = c->formal[i].name;
    }
    return true;
}

static bool only_reals(const Callee *c)
{
    for (uint32_t i = c->nin; i < c->nin + c->nout; i++)
        if (c->formal[i].type != T_REAL)
            return false;
    return true;
}

/* y = f(u) of a predefined function under another name */
static bool alias_call(Dtc *d, const Callee *c, const Val *arg, Val *out)
{
    const Env *env = NULL;
    for (uint32_t i = 0; i < c->nin; i++)
        env = env_with(d, env, c->formal[i].name, &arg[i]);
    return lower_operator(d, (Scope){ NULL, c->body_scope, env }, c->body_scope->external_call, c->alias,
                          &out[0]);
}

static bool recursion_ends(Dtc *d, Scope s, const Expr *e, const Special *sp, const Callee *c, const Val *arg)
{
    if (all_parameters(d, arg, c->nin) && lower_state(d)->constant == 0)
        return true;
    error(d, e->span, s.inst ? s.inst->path : NULL,
          "functions that call themselves need arguments that are known while compiling: %s",
          expr_text(d, e));
    note(d, c->cls->span, NULL, "%s", sp->cycle);
    return false;
}

/* Arguments of exactly the formals' dimensions. again: parameters decide, call with their values. */
static bool apply(Dtc *d, Scope s, const Expr *e, Callee *c, const Val *arg, Val *out, bool *again)
{
    Lower *l = lower_state(d);
    if (c->record)
        return make_record(d, c, arg, out);
    if (c->alias)
        return alias_call(d, c, arg, out);
    if (is_file_table(c->external))
        return file_table_call(d, s, e, c->nin, arg, out);
    if (l->call_depth >= MAX_CALL_DEPTH)
        return FAIL(d, s, e->span, "functions call each other deeper than %d calls", MAX_CALL_DEPTH);
    if (l->call_depth == 0)
        l->inlined = 0;
    if (c->inlined && l->inlined < MAX_INLINED) { /* beyond that, functions of their own: each is made once */
        bool outside = l->no_events;
        l->no_events = only_reals(c) && !c->generates_events;
        l->inlined++;
        l->call_depth++;
        bool ok = inline_call(d, s, c, arg, e->span, out);
        l->call_depth--;
        l->no_events = outside;
        return ok;
    }
    Special *sp = special_of(d, s, c, arg, e->span);
    if (!sp)
        return false;
    if (!sp->result)
        return FAIL(d, s, e->span, "%s calls itself in the declaration of its variables", c->cls->name);
    Ex *list = NULL, *value = NULL;
    for (uint32_t i = 0; i < c->nin; i++)
        push_arguments(d, &arg[i], &list);
    bool literal = all_literal(d, arg, c->nin) && (!c->external || l->constant) && !c->impure && !sp->busy;
    if (literal) {
        uint32_t n = 0;
        for (uint32_t i = 0; i < c->nout; i++)
            n += scalar_count(&sp->result[i]);
        value = NEW_N(&d->pass, Ex, n + 1);
        if (!interpret(d, s, e->span, sp->index, list, value, n))
            return false;
    } else if (l->body && l->body->special) {
        note_call(d, sp);
    } else if (sp->cycle) {
        *again = true;
        return recursion_ends(d, s, e, sp, c, arg);
    }
    TypeKind t = first_type(sp->result, c->nout);
    Ex call = literal ? 0 : ex_new(d, OP_CALL, t == T_NONE ? T_REAL : t, sp->index, list, vec_len(list));
    Outputs o = { d, call, value, 0 };
    for (uint32_t i = 0; i < c->nout; i++)
        out[i] = number_outputs(&o, &sp->result[i]);
    return true;
}

/* ---- calls for each element ---------------------------------------------------------------------------- */

static bool apply_elementwise(Dtc *d, Scope s, const Expr *e, Callee *c, const Val *arg, const uint32_t *extra,
                              Val *out, bool *again)
{
    uint32_t ndim, dim[MAX_DIM], n = 1;
    if (!common_dimensions(d, s, e, c, arg, extra, &ndim, dim))
        return false;
    if (ndim == 0)
        return apply(d, s, e, c, arg, out, again);
    if (c->record)
        return FAIL(d, s, e->span, "an argument of record %s has too many dimensions: %s", c->cls->name,
                    expr_text(d, e));
    for (uint32_t i = 0; i < ndim; i++)
        n *= dim[i];
    Val *part = NEW_N(&d->pass, Val, (size_t)n * c->nout), *one = NEW_N(&d->pass, Val, c->nin),
        *row = NEW_N(&d->pass, Val, c->nout + 1);
    for (uint32_t k = 0; k < n; k++) {
        for (uint32_t i = 0; i < c->nin; i++)
            one[i] = extra[i] ? val_element(d, &arg[i], ndim, k) : arg[i];
        if (!apply(d, s, e, c, one, row, again))
            return false;
        if (*again)
            return true;
        for (uint32_t i = 0; i < c->nout; i++)
            part[(size_t)i * n + k] = row[i];
    }
    for (uint32_t i = 0; i < c->nout; i++) {
        if (n == 0) {
            out[i] = val_new(d, c->formal[c->nin + i].type, c->formal[c->nin + i].cls, ndim, dim);
            continue;
        }
        out[i] = val_stack(d, part + (size_t)i * n, n);
        val_split(d, &out[i], ndim, dim);
    }
    return true;
}

/* ---- calls --------------------------------------------------------------------------------------------- */

static Class *called_class(Dtc *d, Scope s, const Expr *e, bool report)
{
    Name n = { .span = e->span };
    if (e->global)
        vec_push(&d->pass, n.name, "");
    for (uint32_t i = 0; i < vec_len(e->part); i++)
        vec_push(&d->pass, n.name, e->part[i].name);
    return resolve_class(d, s, n, report);
}

static const Builtin *predefined(Dtc *d, Scope s, const Expr *e)
{
    const Builtin *b = vec_len(e->part) == 1 ? builtin_find(e->part[0].name) : NULL;
    if (!b || e->global)
        return b;
    const Class *own = called_class(d, s, e, false);
    return own && own->form != CF_PREDEFINED ? NULL : b;
}

static bool call_callee(Dtc *d, Scope s, const Expr *e, Callee *c, Val *out)
{
    Val *arg = NEW_N(&d->pass, Val, c->nin + 1);
    uint32_t *extra = NEW_N(&d->pass, uint32_t, c->nin + 1);
    bool again = false;
    if (!lower_arguments(d, s, e, c, arg, extra) || !apply_elementwise(d, s, e, c, arg, extra, out, &again))
        return false;
    if (!again)
        return true;
    Lower *l = lower_state(d);
    l->constant++; /* recursion: once more, with the values of parameters */
    bool ok =
        lower_arguments(d, s, e, c, arg, extra) && apply_elementwise(d, s, e, c, arg, extra, out, &again);
    l->constant--;
    return ok;
}

/* A name that nothing has. */
static bool unknown_function(Dtc *d, Scope s, const Expr *e)
{
    if (vec_len(e->part) > 1 || e->global || resolve_name(d, s, e->part, 1, e->span, false).kind != SYM_NONE)
        return false;
    const char *name = e->part[0].name, *near = builtin_like(d, name);
    if (lower_state(d)->measured)
        return !FAIL(d, s, e->span,
                     "unknown function `%s`; of a run there are %s; a variable is its value at the end", name,
                     measure_names(d));
    return !FAIL(d, s, e->span, "unknown function `%s`%s", name,
                 near ? internf(d, "; did you mean `%s`?", near) : elsewhere_or_similar(d, s, name, true));
}

static Callee *callee_for(Dtc *d, Scope s, const Expr *e)
{
    Class *cls = called_class(d, s, e, false);
    if (!cls && unknown_function(d, s, e))
        return NULL;
    if (!cls)
        cls = called_class(d, s, e, true);
    return cls ? callee_of(d, s, cls, e->span) : NULL;
}

bool lower_call(Dtc *d, Scope s, const Expr *e, Val *out)
{
    bool good;
    if (lower_state(d)->measured && measure_call(d, s, e, out, &good))
        return good;
    const Builtin *b = predefined(d, s, e);
    if (b)
        return lower_operator(d, s, e, b, out);
    Callee *c = callee_for(d, s, e);
    if (!c)
        return false;
    if (!c->record && c->nout == 0)
        return FAIL(d, s, e->span, "%s has no output, so the call has no value", c->cls->name);
    Val *all = NEW_N(&d->pass, Val, c->nout + 1);
    if (!call_callee(d, s, e, c, all))
        return false;
    *out = all[0];
    return true;
}

bool lower_outputs(Dtc *d, Scope s, const Expr *e, uint32_t n, Val *out)
{
    const Builtin *b = predefined(d, s, e);
    if (b) {
        Val one;
        if (n <= 1)
            return lower_operator(d, s, e, b, n ? out : &one);
        return FAIL(d, s, e->span, "%s has one output, not %u", b->name, n);
    }
    Callee *c = callee_for(d, s, e);
    if (!c)
        return false;
    uint32_t have = c->record ? 1 : c->nout;
    if (n > have)
        return FAIL(d, s, e->span, "%s has %u output%s, not %u", c->cls->name, have, have == 1 ? "" : "s", n);
    Val *all = NEW_N(&d->pass, Val, have + 1);
    if (!call_callee(d, s, e, c, all))
        return false;
    for (uint32_t i = 0; i < n; i++)
        out[i] = all[i];
    return true;
}
