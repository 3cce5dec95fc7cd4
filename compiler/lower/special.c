/* special.c - what a function becomes for certain arguments: a function of the generated code for each combination of
 * sizes, and of functions that are given, with which it is called; or, inlined, an expression.
 *
 * Cost: each function once a combination; inlining costs the statements.
 */
#include <string.h>
#include "body.h"
#include "resolve.h"

static const char *shape_key(Dtc *d, const char *key, const Val *v)
{
    if (v->type != T_RECORD)
        return internf(d, "%s%s;", key, dims_text(d, v->ndim, v->dim));
    for (uint32_t i = 0; i < v->nfield; i++)
        key = shape_key(d, key, &v->field[i]);
    return key;
}

static const char *special_key(Dtc *d, const Callee *c, const Val *arg)
{
    const char *key = "";
    for (uint32_t i = 0; i < c->nin; i++)
        key = c->formal[i].structural ? internf(d, "%s=%u;", key, arg[i].e[0]) : shape_key(d, key, &arg[i]);
    return key;
}

/* Ends in _f or _f2 ...: the name of a function in a dump, kept when that is read. */
static bool is_function_name(const char *name)
{
    size_t n = strlen(name);
    while (n > 0 && name[n - 1] >= '0' && name[n - 1] <= '9')
        n--;
    return n > 1 && name[n - 1] == 'f' && name[n - 2] == '_';
}

const char *function_name(Dtc *d, const char *from)
{
    Lower *l = lower_state(d);
    char *base = NEW_N(&d->pass, char, strlen(from) + 1);
    for (size_t i = 0; from[i]; i++) {
        bool plain = (from[i] >= 'a' && from[i] <= 'z') || (from[i] >= 'A' && from[i] <= 'Z') ||
                     (from[i] >= '0' && from[i] <= '9');
        base[i] = plain ? from[i] : '_';
    }
    const char *name = is_function_name(base) ? internz(d, base) : internf(d, "%s_f", base);
    for (uint32_t k = 2; map_get(&l->function_name, KEY(name)); k++)
        name = internf(d, "%s_f%u", base, k);
    map_set(&d->run, &l->function_name, KEY(name), 1);
    return name;
}

/* The value of local f, read in env, as f's type. */
static bool initial_value(Dtc *d, const Env *env, const Formal *f, bool constant, Val *out)
{
    Scope s = formal_scope(f->value_scope, env);
    uint32_t extra;
    if (constant ? !eval(d, s, f->value, out) : !lower(d, s, f->value, out))
        return false;
    if (!formal_fits(d, s, f, f->value, "its declaration", out, &extra))
        return false;
    return extra == 0 || FAIL(d, s, f->value->span, "%s has %u dimensions, its value is %s", f->name,
                              vec_len(f->dim), val_text(d, out));
}

/* Locals that are known while compiling: constants, and what decides on sizes. */
static bool constant_locals(Dtc *d, Body *b, const Callee *c, const Env **env)
{
    for (uint32_t i = c->nin; i < vec_len(c->formal); i++) {
        const Formal *f = &c->formal[i];
        Val v;
        if (!f->structural && !f->constant)
            continue;
        if (!f->value) {
            if (f->structural)
                return FAIL(d, (Scope){ 0 }, f->span,
                            "%s decides on sizes, so it needs a value in its declaration", f->name);
            continue;
        }
        if (!initial_value(d, *env, f, true, &v))
            return false;
        if (b)
            body_name_constant(b, f->name, &v);
        *env = env_with(d, *env, f->name, &v);
    }
    return true;
}

static bool is_known(const Formal *f) { return f->value && (f->structural || f->constant); }

/* Locals of the function: inputs, outputs, the rest; those with a value are assigned first. */
static bool make_locals(Dtc *d, Body *b, const Callee *c, const Val *arg, const Env **env, Val *result)
{
    uint32_t n = vec_len(c->formal);
    const Env *known = NULL;
    for (uint32_t i = 0; i < c->nin; i++) {
        Val v = body_locals(b, c->formal[i].name, &arg[i], C_INPUT, true);
        known = env_with(d, known, c->formal[i].name, c->formal[i].structural ? &arg[i] : &v);
    }
    if (!constant_locals(d, b, c, &known))
        return false;
    for (uint32_t i = c->nin; i < n; i++) {
        const Formal *f = &c->formal[i];
        Val shape, v, start;
        if (is_known(f))
            continue;
        if (f->value && !initial_value(d, known, f, false, &start))
            return false;
        if (f->value && !f->assigned && is_constant_value(d, &start)) {
            known = env_with(d, known, f->name, &start);
            body_name_constant(b, f->name, &start);
            continue;
        }
        if (!formal_shape(d, known, f, f->value ? &start : NULL, f->span, &shape))
            return false;
        bool output = i < c->nin + c->nout;
        v = body_locals(b, f->name, &shape, output ? C_OUTPUT : C_LOCAL, false);
        if (output)
            result[i - c->nin] = shape;
        if (f->value && !body_assign(b, f->value_scope, f->value->span, &v, &start))
            return false;
        known = env_with(d, known, f->name, &v);
    }
    *env = known;
    return true;
}

static bool check_sizes(Dtc *d, Scope s, const Callee *c, const Val *arg, Span at)
{
    const Env *env = NULL;
    for (uint32_t i = 0; i < c->nin; i++)
        env = env_with(d, env, c->formal[i].name, &arg[i]);
    for (uint32_t i = 0; i < c->nin; i++) {
        Val shape;
        if (vec_len(c->formal[i].dim) == 0)
            continue;
        if (!formal_shape(d, env, &c->formal[i], &arg[i], at, &shape))
            return false;
        if (!val_same_shape(&shape, &arg[i]))
            return FAIL(d, s, at, "%s of %s has size %s, the argument is %s", c->formal[i].name, c->cls->name,
                        dims_text(d, shape.ndim, shape.dim), val_text(d, &arg[i]));
    }
    return true;
}

static void finish_function(Dtc *d, const Body *b, const Callee *c, const FStmt *body)
{
    Function *f = &d->flat->function[b->special->index];
    f->nout = 0;
    for (f->nin = 0; f->nin < vec_len(b->local) && b->local[f->nin].causality == C_INPUT;)
        f->nin++;
    for (uint32_t i = f->nin; i < vec_len(b->local); i++)
        f->nout += b->local[i].causality == C_OUTPUT;
    f->local = b->local;
    f->body = (FStmt *)(uintptr_t)body;
    f->external = c->external;
    f->smooth_order_known = c->smooth_order >= 0;
    f->smooth_order = c->smooth_order;
    f->inline_at = c->inline_at;
}

static bool fill_special(Dtc *d, Scope s, Special *sp, const Val *arg, Span at)
{
    Lower *l = lower_state(d);
    Callee *c = sp->callee;
    Val *result = NEW_N(&d->run, Val, c->nout);
    const Env *env = NULL;
    FStmt *body = NULL;
    if (!check_sizes(d, s, c, arg, at))
        return false;
    Body b = { .d = d, .up = l->body, .special = sp, .at = &body };
    const uint32_t constant = l->constant, shapes = l->shapes;
    l->body = &b;
    l->constant = l->shapes = 0; /* it is kept, also for those who want more than sizes */
    bool ok = make_locals(d, &b, c, arg, &env, result);
    for (uint32_t i = 0; i < c->nout && ok; i++)
        result[i] = val_keep(&d->run, &result[i]);
    sp->result = result;
    finish_function(d, &b, c, body); /* as far as calls of itself need it */
    if (ok && !c->external)
        ok = body_statements(&b, (Scope){ NULL, c->body_scope, env }, c->body);
    l->body = b.up;
    l->constant = constant;
    l->shapes = shapes;
    finish_function(d, &b, c, body);
    return ok;
}

Special *special_of(Dtc *d, Scope s, Callee *c, const Val *arg, Span at)
{
    Lower *l = lower_state(d);
    const char *key = special_key(d, c, arg);
    Special *sp = (Special *)(uintptr_t)map_get(&c->special, KEY(key));
    if (sp)
        return sp->index ? sp : NULL;
    sp = NEW(&d->run, Special);
    map_set(&d->run, &c->special, KEY(key), KEY(sp));
    if (l->call_depth >= MAX_CALL_DEPTH) {
        error(d, at, s.inst ? s.inst->path : NULL,
              "functions call each other deeper than %d calls, with ever new sizes: does %s call itself?",
              MAX_CALL_DEPTH, c->cls->name);
        return NULL;
    }
    Function f = {
        .name = function_name(d, c->cls->name), .doc = c->cls->doc, .cls = c->cls, .span = c->cls->span
    };
    vec_push(&d->run, d->flat->function, f);
    *sp = (Special){ .index = vec_len(d->flat->function) - 1,
                     .busy = true,
                     .callee = c,
                     .caller = l->body ? l->body->special : NULL };
    l->call_depth++;
    bool ok = fill_special(d, s, sp, arg, at);
    l->call_depth--;
    sp->busy = false;
    if (ok)
        add_derivatives(d, s, sp, arg, at);
    if (!ok)
        sp->index = 0;
    return ok ? sp : NULL;
}

/* The statements of an inlined function, executed with expressions as values. */
bool inline_call(Dtc *d, Scope s, const Callee *c, const Val *arg, Span at, Val *out)
{
    const Env *env = NULL;
    if (!check_sizes(d, s, c, arg, at))
        return false;
    for (uint32_t i = 0; i < c->nin; i++)
        env = env_with(d, env, c->formal[i].name, &arg[i]);
    if (!constant_locals(d, NULL, c, &env))
        return false;
    for (uint32_t i = c->nin; i < vec_len(c->formal); i++) {
        const Formal *f = &c->formal[i];
        Val v, shape;
        if (is_known(f))
            continue;
        if (f->value && !initial_value(d, env, f, false, &v))
            return false;
        if (!formal_shape(d, env, f, f->value ? &v : NULL, f->span, &shape))
            return false;
        if (!f->value)
            v = shape;
        if (!val_same_shape(&shape, &v))
            return FAIL(d, f->value_scope, f->value->span, "%s cannot be assigned to %s", val_text(d, &v),
                        val_text(d, &shape));
        env = env_with(d, env, f->name, &v);
    }
    Scope in = { NULL, c->body_scope, env };
    for (uint32_t i = 0; i < vec_len(c->body); i++) {
        const Stmt *st = c->body[i];
        const Env *to = env;
        uint32_t k = 0, extra;
        while (to && to->name != st->lhs->part[0].name)
            to = to->next;
        while (k < vec_len(c->formal) && c->formal[k].name != st->lhs->part[0].name)
            k++;
        if (!to || k < c->nin || k == vec_len(c->formal) || is_known(&c->formal[k]))
            return FAIL(d, in, st->lhs->span,
                        "%s cannot be assigned: only outputs and protected variables can",
                        expr_text(d, st->lhs));
        Val v;
        if (!lower(d, in, st->rhs, &v) ||
            !formal_fits(d, in, &c->formal[k], st->rhs, c->cls->name, &v, &extra))
            return false;
        if (!val_same_shape(to->val, &v))
            return FAIL(d, in, st->span, "%s cannot be assigned to %s", val_text(d, &v),
                        val_text(d, to->val));
        *to->val = v;
    }
    for (uint32_t i = 0; i < c->nout; i++)
        for (const Env *e = env; e; e = e->next)
            if (e->name == c->formal[c->nin + i].name) {
                out[i] = *e->val;
                break;
            }
    return true;
}
