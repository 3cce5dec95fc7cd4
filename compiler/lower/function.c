/* function.c - calls of functions and record constructors (Modelica 3.6, 12.4 to 12.7); their arguments: argument.c.
 *
 * A call is, in this order: a predefined function; a record; a runtime function under a predefined name; inlined; or a
 * CALL of a Function of its own for the sizes of its arguments. With literal arguments the function is executed here. A
 * scalar function applied to arrays is called for each element. Recursion is allowed where it ends while compiling.
 *
 * Cost: each function once a combination of sizes; inlining costs the statements.
 */
#include <string.h>
#include "body.h"
#include "file_table.h"
#include "resolve.h"

enum {
    MAX_CALLS = 120,
    MAX_INLINED = 1000
}; /* calls in each other while functions are made or inlined; inlined calls in one call */

/* ---- results ---- */

typedef struct Outputs { Dtc *d; Ex call; const Ex *value; uint32_t next; } Outputs;

static Ex next_output(Outputs *o, TypeKind t)
{
    uint32_t k = ++o->next;
    if (o->value) return o->value[k - 1];
    return k == 1 ? o->call : ex_new(o->d, OP_OUT, t == T_ENUM ? T_INT : t, k, &o->call, 1);
}

/* A value of the given shape that takes its scalars from the outputs in order. */
static Val number_outputs(Outputs *o, const Val *shape)
{
    Val v = *shape;
    if (v.type == T_RECORD) {
        v.field = NEW_N(&o->d->pass, Val, v.nfield);
        for (uint32_t i = 0; i < v.nfield; i++) v.field[i] = number_outputs(o, &shape->field[i]);
        return v;
    }
    v.e = NEW_N(&o->d->pass, Ex, v.n);
    for (uint32_t i = 0; i < v.n; i++) v.e[i] = next_output(o, v.type);
    return v;
}

static TypeKind first_type(const Val *v, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        TypeKind t = v[i].type == T_RECORD ? first_type(v[i].field, v[i].nfield) : v[i].n ? v[i].type : T_NONE;
        if (t != T_NONE) return t == T_ENUM ? T_INT : t;
    }
    return T_NONE;
}

static uint32_t scalar_count(const Val *v)
{
    uint32_t n = v->type == T_RECORD ? 0 : v->n;
    for (uint32_t i = 0; v->type == T_RECORD && i < v->nfield; i++) n += scalar_count(&v->field[i]);
    return n;
}

static void push_arguments(Dtc *d, const Val *v, Ex **to)
{
    if (v->type == T_RECORD) {
        for (uint32_t i = 0; i < v->nfield; i++) push_arguments(d, &v->field[i], to);
        return;
    }
    Ex e = argument_of(d, v);
    vec_push(&d->pass, *to, e);
}

/* ---- one function of the generated code ---- */

static const char *shape_key(Dtc *d, const char *key, const Val *v)
{
    if (v->type != T_RECORD) return internf(d, "%s%s;", key, dims_text(d, v->ndim, v->dim));
    for (uint32_t i = 0; i < v->nfield; i++) key = shape_key(d, key, &v->field[i]);
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
    while (n > 0 && name[n - 1] >= '0' && name[n - 1] <= '9') n--;
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
    for (uint32_t k = 2; map_get(&l->function_name, KEY(name)); k++) name = internf(d, "%s_f%u", base, k);
    map_set(&d->run, &l->function_name, KEY(name), 1);
    return name;
}

/* The value of local f, read in env, as f's type. */
static bool initial_value(Dtc *d, const Env *env, const Formal *f, bool constant, Val *out)
{
    Scope s = formal_scope(f->value_scope, env);
    uint32_t extra;
    if (constant ? !eval(d, s, f->value, out) : !lower(d, s, f->value, out)) return false;
    if (!formal_fits(d, s, f, f->value, "its declaration", out, &extra)) return false;
    return extra == 0 || FAIL(d, s, f->value->span, "%s has %u dimensions, its value is %s", f->name, vec_len(f->dim),
                              val_text(d, out));
}

/* Locals that are known while compiling: constants, and what decides on sizes. */
static bool constant_locals(Dtc *d, Body *b, const Callee *c, const Env **env)
{
    for (uint32_t i = c->nin; i < vec_len(c->formal); i++) {
        const Formal *f = &c->formal[i];
        Val v;
        if (!f->structural && !f->constant) continue;
        if (!f->value) {
            if (f->structural)
                return FAIL(d, (Scope){ 0 }, f->span, "%s decides on sizes, so it needs a value in its declaration",
                            f->name);
            continue;
        }
        if (!initial_value(d, *env, f, true, &v)) return false;
        if (b) body_name_constant(b, f->name, &v);
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
    if (!constant_locals(d, b, c, &known)) return false;
    for (uint32_t i = c->nin; i < n; i++) {
        const Formal *f = &c->formal[i];
        Val shape, v, start;
        if (is_known(f)) continue;
        if (f->value && !initial_value(d, known, f, false, &start)) return false;
        if (f->value && !f->assigned && is_constant_value(d, &start)) {
            known = env_with(d, known, f->name, &start);
            body_name_constant(b, f->name, &start);
            continue;
        }
        if (!formal_shape(d, known, f, f->value ? &start : NULL, f->span, &shape)) return false;
        bool output = i < c->nin + c->nout;
        v = body_locals(b, f->name, &shape, output ? C_OUTPUT : C_LOCAL, false);
        if (output) result[i - c->nin] = shape;
        if (f->value && !body_assign(b, f->value_scope, f->value->span, &v, &start)) return false;
        known = env_with(d, known, f->name, &v);
    }
    *env = known;
    return true;
}

static bool check_sizes(Dtc *d, Scope s, const Callee *c, const Val *arg, Span at)
{
    const Env *env = NULL;
    for (uint32_t i = 0; i < c->nin; i++) env = env_with(d, env, c->formal[i].name, &arg[i]);
    for (uint32_t i = 0; i < c->nin; i++) {
        Val shape;
        if (vec_len(c->formal[i].dim) == 0) continue;
        if (!formal_shape(d, env, &c->formal[i], &arg[i], at, &shape)) return false;
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
    for (f->nin = 0; f->nin < vec_len(b->local) && b->local[f->nin].causality == C_INPUT;) f->nin++;
    for (uint32_t i = f->nin; i < vec_len(b->local); i++) f->nout += b->local[i].causality == C_OUTPUT;
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
    if (!check_sizes(d, s, c, arg, at)) return false;
    Body b = { .d = d, .up = l->body, .special = sp, .at = &body };
    const uint32_t constant = l->constant, shapes = l->shapes;
    l->body = &b;
    l->constant = l->shapes = 0;           /* it is kept, also for those who want more than sizes */
    bool ok = make_locals(d, &b, c, arg, &env, result);
    for (uint32_t i = 0; i < c->nout && ok; i++) result[i] = val_keep(d, &result[i]);
    sp->result = result;
    finish_function(d, &b, c, body);                         /* as far as calls of itself need it */
    if (ok && !c->external) ok = body_statements(&b, (Scope){ NULL, c->body_scope, env }, c->body);
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
    if (sp) return sp->index ? sp : NULL;
    sp = NEW(&d->run, Special);
    map_set(&d->run, &c->special, KEY(key), KEY(sp));
    if (l->call_depth >= MAX_CALLS) {
        error(d, at, s.inst ? s.inst->path : NULL,
              "functions call each other deeper than %d calls, with ever new sizes: does %s call itself?", MAX_CALLS,
              c->cls->name);
        return NULL;
    }
    Function f = { .name = function_name(d, c->cls->name), .doc = c->cls->doc, .cls = c->cls, .span = c->cls->span };
    vec_push(&d->run, d->flat->function, f);
    *sp = (Special){
        .index = vec_len(d->flat->function) - 1, .busy = true, .callee = c, .caller = l->body ? l->body->special : NULL
    };
    l->call_depth++;
    bool ok = fill_special(d, s, sp, arg, at);
    l->call_depth--;
    sp->busy = false;
    if (ok) add_derivatives(d, s, sp, arg, at);
    if (!ok) sp->index = 0;
    return ok ? sp : NULL;
}

/* ---- recursion ---- */

/* sp is called by `caller`, which it has called: f -> g -> f. */
static const char *cycle_text(Dtc *d, const Special *sp, const Special *caller)
{
    const char *text = sp->callee->cls->name;
    for (const Special *s = caller; s; s = s->caller) {
        text = internf(d, "%s -> %s", s->callee->cls->name, text);
        if (s == sp) break;
    }
    return text;
}

/* In a function: what it calls decides whether it can be part of the generated code. */
static void note_call(Dtc *d, Special *sp)
{
    Special *caller = lower_state(d)->body->special;
    if (!caller) return;
    if (sp->busy) {
        const char *cycle = cycle_text(d, sp, caller);
        for (Special *s = caller; s; s = s->caller) {
            if (!s->cycle) s->cycle = cycle;
            if (s == sp) break;
        }
    }
    if (!caller->cycle) caller->cycle = sp->cycle;
}

/* ---- calls with values ---- */

static bool all_literal(Dtc *d, const Val *arg, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (!is_constant_value(d, &arg[i])) return false;
    return true;
}

static bool all_parameters(Dtc *d, const Val *arg, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (arg[i].type == T_RECORD ? !all_parameters(d, arg[i].field, arg[i].nfield) : false) return false;
        for (uint32_t k = 0; arg[i].type != T_RECORD && k < arg[i].n; k++)
            if (!only_parameters(d, arg[i].e[k])) return false;
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

/* The statements of an inlined function, executed with expressions as values. */
static bool inline_call(Dtc *d, Scope s, const Callee *c, const Val *arg, Span at, Val *out)
{
    const Env *env = NULL;
    if (!check_sizes(d, s, c, arg, at)) return false;
    for (uint32_t i = 0; i < c->nin; i++) env = env_with(d, env, c->formal[i].name, &arg[i]);
    if (!constant_locals(d, NULL, c, &env)) return false;
    for (uint32_t i = c->nin; i < vec_len(c->formal); i++) {
        const Formal *f = &c->formal[i];
        Val v, shape;
        if (is_known(f)) continue;
        if (f->value && !initial_value(d, env, f, false, &v)) return false;
        if (!formal_shape(d, env, f, f->value ? &v : NULL, f->span, &shape)) return false;
        if (!f->value) v = shape;
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
        while (to && to->name != st->lhs->part[0].name) to = to->next;
        while (k < vec_len(c->formal) && c->formal[k].name != st->lhs->part[0].name) k++;
        if (!to || k < c->nin || k == vec_len(c->formal) || is_known(&c->formal[k]))
            return FAIL(d, in, st->lhs->span, "%s cannot be assigned: only outputs and protected variables can",
                        expr_text(d, st->lhs));
        Val v;
        if (!lower(d, in, st->rhs, &v) || !formal_fits(d, in, &c->formal[k], st->rhs, c->cls->name, &v, &extra))
            return false;
        if (!val_same_shape(to->val, &v))
            return FAIL(d, in, st->span, "%s cannot be assigned to %s", val_text(d, &v), val_text(d, to->val));
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

static bool only_reals(const Callee *c)
{
    for (uint32_t i = c->nin; i < c->nin + c->nout; i++)
        if (c->formal[i].type != T_REAL) return false;
    return true;
}

/* y = f(u) of a predefined function under another name */
static bool alias_call(Dtc *d, const Callee *c, const Val *arg, Val *out)
{
    const Env *env = NULL;
    for (uint32_t i = 0; i < c->nin; i++) env = env_with(d, env, c->formal[i].name, &arg[i]);
    return lower_operator(d, (Scope){ NULL, c->body_scope, env }, c->body_scope->external_call, c->alias, &out[0]);
}

static bool recursion_ends(Dtc *d, Scope s, const Expr *e, const Special *sp, const Callee *c, const Val *arg)
{
    if (all_parameters(d, arg, c->nin) && lower_state(d)->constant == 0) return true;
    error(d, e->span, s.inst ? s.inst->path : NULL,
          "functions that call themselves need arguments that are known while compiling: %s", expr_text(d, e));
    note(d, c->cls->span, NULL, "%s", sp->cycle);
    return false;
}

/* Arguments of exactly the formals' dimensions. again: parameters decide, call with their values. */
static bool apply(Dtc *d, Scope s, const Expr *e, Callee *c, const Val *arg, Val *out, bool *again)
{
    Lower *l = lower_state(d);
    if (c->record) return make_record(d, c, arg, out);
    if (c->alias) return alias_call(d, c, arg, out);
    if (is_file_table(c->external)) return file_table_call(d, s, e, c->nin, arg, out);
    if (l->call_depth >= MAX_CALLS)
        return FAIL(d, s, e->span, "functions call each other deeper than %d calls", MAX_CALLS);
    if (l->call_depth == 0) l->inlined = 0;
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
    if (!sp) return false;
    if (!sp->result) return FAIL(d, s, e->span, "%s calls itself in the declaration of its variables", c->cls->name);
    Ex *list = NULL, *value = NULL;
    for (uint32_t i = 0; i < c->nin; i++) push_arguments(d, &arg[i], &list);
    bool literal = all_literal(d, arg, c->nin) && !c->external && !c->impure && !sp->busy;
    if (literal) {
        uint32_t n = 0;
        for (uint32_t i = 0; i < c->nout; i++) n += scalar_count(&sp->result[i]);
        value = NEW_N(&d->pass, Ex, n + 1);
        if (!interpret(d, s, e->span, sp->index, list, value, n)) return false;
    } else if (l->body && l->body->special) {
        note_call(d, sp);
    } else if (sp->cycle) {
        *again = true;
        return recursion_ends(d, s, e, sp, c, arg);
    }
    TypeKind t = first_type(sp->result, c->nout);
    Ex call = literal ? 0 : ex_new(d, OP_CALL, t == T_NONE ? T_REAL : t, sp->index, list, vec_len(list));
    Outputs o = { d, call, value, 0 };
    for (uint32_t i = 0; i < c->nout; i++) out[i] = number_outputs(&o, &sp->result[i]);
    return true;
}

/* ---- calls for each element ---- */

static bool apply_elementwise(Dtc *d, Scope s, const Expr *e, Callee *c, const Val *arg, const uint32_t *extra,
                              Val *out, bool *again)
{
    uint32_t ndim, dim[MAX_DIM], n = 1;
    if (!common_dimensions(d, s, e, c, arg, extra, &ndim, dim)) return false;
    if (ndim == 0) return apply(d, s, e, c, arg, out, again);
    if (c->record)
        return FAIL(d, s, e->span, "an argument of record %s has too many dimensions: %s", c->cls->name,
                    expr_text(d, e));
    for (uint32_t i = 0; i < ndim; i++) n *= dim[i];
    Val *part = NEW_N(&d->pass, Val, (size_t)n * c->nout), *one = NEW_N(&d->pass, Val, c->nin),
        *row = NEW_N(&d->pass, Val, c->nout + 1);
    for (uint32_t k = 0; k < n; k++) {
        for (uint32_t i = 0; i < c->nin; i++) one[i] = extra[i] ? val_element(d, &arg[i], ndim, k) : arg[i];
        if (!apply(d, s, e, c, one, row, again)) return false;
        if (*again) return true;
        for (uint32_t i = 0; i < c->nout; i++) part[(size_t)i*n + k] = row[i];
    }
    for (uint32_t i = 0; i < c->nout; i++) {
        if (n == 0) {
            out[i] = val_new(d, c->formal[c->nin + i].type, c->formal[c->nin + i].cls, ndim, dim);
            continue;
        }
        out[i] = val_stack(d, part + (size_t)i*n, n);
        val_split(d, &out[i], ndim, dim);
    }
    return true;
}

/* ---- calls ---- */

static Class *called_class(Dtc *d, Scope s, const Expr *e, bool report)
{
    Name n = { .span = e->span };
    if (e->global) vec_push(&d->pass, n.name, "");
    for (uint32_t i = 0; i < vec_len(e->part); i++) vec_push(&d->pass, n.name, e->part[i].name);
    return resolve_class(d, s, n, report);
}

static const Builtin *predefined(Dtc *d, Scope s, const Expr *e)
{
    const Builtin *b = vec_len(e->part) == 1 ? builtin_find(e->part[0].name) : NULL;
    if (!b || e->global) return b;
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
    if (!again) return true;
    Lower *l = lower_state(d);
    l->constant++;                                           /* recursion: once more, with the values of parameters */
    bool ok = lower_arguments(d, s, e, c, arg, extra) && apply_elementwise(d, s, e, c, arg, extra, out, &again);
    l->constant--;
    return ok;
}

/* A name that nothing has. */
static bool unknown_function(Dtc *d, Scope s, const Expr *e)
{
    if (vec_len(e->part) > 1 || e->global || resolve_name(d, s, e->part, 1, e->span, false).kind != SYM_NONE)
        return false;
    const char *name = e->part[0].name, *near = builtin_like(d, name);
    return !FAIL(d, s, e->span, "unknown function `%s`%s", name,
                 near ? internf(d, "; did you mean `%s`?", near) : elsewhere_or_similar(d, s, name));
}

static Callee *callee_for(Dtc *d, Scope s, const Expr *e)
{
    Class *cls = called_class(d, s, e, false);
    if (!cls && unknown_function(d, s, e)) return NULL;
    if (!cls) cls = called_class(d, s, e, true);
    return cls ? callee_of(d, s, cls, e->span) : NULL;
}

bool lower_call(Dtc *d, Scope s, const Expr *e, Val *out)
{
    const Builtin *b = predefined(d, s, e);
    if (b) return lower_operator(d, s, e, b, out);
    Callee *c = callee_for(d, s, e);
    if (!c) return false;
    if (!c->record && c->nout == 0)
        return FAIL(d, s, e->span, "%s has no output, so the call has no value", c->cls->name);
    Val *all = NEW_N(&d->pass, Val, c->nout + 1);
    if (!call_callee(d, s, e, c, all)) return false;
    *out = all[0];
    return true;
}

bool lower_outputs(Dtc *d, Scope s, const Expr *e, uint32_t n, Val *out)
{
    const Builtin *b = predefined(d, s, e);
    if (b) {
        Val one;
        if (n <= 1) return lower_operator(d, s, e, b, n ? out : &one);
        return FAIL(d, s, e->span, "%s has one output, not %u", b->name, n);
    }
    Callee *c = callee_for(d, s, e);
    if (!c) return false;
    uint32_t have = c->record ? 1 : c->nout;
    if (n > have) return FAIL(d, s, e->span, "%s has %u output%s, not %u", c->cls->name, have, have == 1 ? "" : "s", n);
    Val *all = NEW_N(&d->pass, Val, have + 1);
    if (!call_callee(d, s, e, c, all)) return false;
    for (uint32_t i = 0; i < n; i++) out[i] = all[i];
    return true;
}
