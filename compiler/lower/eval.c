/* eval.c - values while compiling: array sizes, structural conditions, values of parameters.
 *
 * With Lower.constant set, a reference to a parameter is replaced by the value of its binding, which is computed when
 * it is first needed and then kept; parameters used so are marked structural. A parameter that is needed for its own
 * value is a cycle, reported with the way round. Cost: each parameter once.
 */
#include <string.h>
#include "expr.h"
#include "lower.h"
#include "setting.h"

enum { VALUE_BUSY = 1, VALUE_FAILED = 2, MAX_CHAIN = 400 }; /* marks in Lower.value; nested evaluations of parameters */

typedef struct Spanning {
    Inst *scope;
    Val val;
    bool constant, misfit;
} Spanning; /* misfit: reported, for one element */

/* What is put aside while a parameter is evaluated in its own scope. */
typedef struct Saved { uint32_t constant, axis; const Val *subscripted; Body *body; } Saved;

static Saved enter(Lower *l)
{
    Saved s = { l->constant, l->axis, l->subscripted, l->body };
    l->constant = 1;
    l->subscripted = NULL;
    l->body = NULL;
    return s;
}

static void leave(Lower *l, Saved s)
{
    l->constant = s.constant;
    l->axis = s.axis;
    l->subscripted = s.subscripted;
    l->body = s.body;
}

/* ---- bindings ------------------------------------------------------------------------------------------ */

/* The whole value of a binding that spans arrays of components: the elements ask for it one after the other. */
static Spanning *spanning_value(Dtc *d, const Inst *inst, const Bind *b)
{
    Lower *l = lower_state(d);
    Scope s = bind_scope(inst, b);
    Spanning *sp = (Spanning *)(uintptr_t)map_get(&l->spanning, KEY(b->expr));
    if (!sp || sp->scope != s.inst || sp->constant != (l->constant > 0)) {
        Val v;
        if (!lower(d, s, b->expr, &v))
            return NULL;
        sp = NEW(&d->tree, Spanning);
        *sp = (Spanning){ s.inst, val_keep(&d->tree, &v), l->constant > 0, false };
        map_set(&d->tree, &l->spanning, KEY(b->expr), KEY(sp));
    }
    return sp;
}

static bool is_value_attribute(const Bind *b)
{
    return strcmp(b->name, "start") == 0 || strcmp(b->name, "min") == 0 || strcmp(b->name, "max") == 0 ||
           strcmp(b->name, "nominal") == 0;
}

/* The part of a spanning value that goes to `inst`, an element of an array of components; a misfit is reported once. */
static bool element_part(Dtc *d, const Inst *inst, const Bind *b, Val *out)
{
    uint32_t index[MAX_DIM], size[MAX_DIM];
    Sub sub[MAX_DIM];
    Spanning *sp = spanning_value(d, inst, b);
    if (!sp || sp->misfit)
        return false;
    const Val *v = &sp->val;
    const char *what = b->name && *b->name ? b->name : "this value";
    uint32_t n = bind_index(inst, b, index, size);
    if (v->ndim < n) {
        sp->misfit = true;
        error(d, b->span, inst->path, "%s goes to an array of components, but is %s: %s", what,
              val_text(d, v), expr_text(d, b->expr));
        note(d, b->span, NULL, "write `each` in front of the modifier to give every element the same value");
        return false;
    }
    for (uint32_t i = 0; i < n; i++) {
        sub[i] = (Sub){ .kind = SUB_ONE, .one = index[i] - 1 };
        if (v->dim[i] != size[i]) {
            sp->misfit = true;
            error(d, b->span, inst->path, "%s goes to the elements of an array of size %s, but is %s: %s",
                  what, dims_text(d, n, size), val_text(d, v), expr_text(d, b->expr));
            return false;
        }
    }
    *out = val_select(d, v, 0, sub, n);
    return true;
}

bool lower_bind(Dtc *d, const Inst *inst, const Bind *b, Val *out)
{
    if (b->depth == 0 ? !lower(d, bind_scope(inst, b), b->expr, out) : !element_part(d, inst, b, out))
        return false;
    if (b == inst->binding && inst->is->ndim && d->settings && !settings_into(d, inst, out))
        return false;
    bool value = b == inst->binding || (b->name && is_value_attribute(b));
    if (value && inst->is->type == T_INT && out->type == T_REAL) {
        error(d, b->span, inst->path, "expected Integer, found Real: %s", expr_text(d, b->expr));
        return false;
    }
    return true;
}

/* ---- values of parameters ------------------------------------------------------------------------------ */

static void report_cycle(Dtc *d, Scope s, Span at, const Inst *inst)
{
    const Lower *l = d->lower;
    const char *way = inst->path;
    error(d, inst->binding ? inst->binding->span : at, s.inst ? s.inst->path : NULL,
          "the value of %s depends on itself", inst->path);
    for (const Chain *c = l->chain; c; c = c->up) {
        way = internf(d, "%s -> %s", c->inst->path, way);
        if (c->inst == inst)
            break;
    }
    note(d, at, NULL, "%s", way);
}

static Val *value_failed(Dtc *d, const Inst *inst)
{
    map_set(&d->tree, &d->lower->value, KEY(inst), VALUE_FAILED);
    return NULL;
}

static bool no_value(Dtc *d, Scope s, Span at, const Inst *inst)
{
    d->needs_values += inst->parent && !inst->parent->parent;
    error(d, at, s.inst ? s.inst->path : NULL, "%s %s has no value, but is needed while compiling",
          inst->is->variability == V_CONST ? "constant" : "parameter", inst->path);
    if (inst->parent && inst->parent->parent)
        note(d, inst->is->span, NULL, "give %s a value where it is declared or by a modifier: %s(%s = ...)",
             inst->is->name, inst->parent->is->name, inst->is->name);
    else
        note(d, inst->is->span, NULL, "give %s a value where it is declared: %s = ...", inst->is->name,
             inst->is->name);
    return false;
}

/* Members of a record that have a value of their own, from a modification further out, in its value as a whole. */
static bool own_members(Dtc *d, Scope s, Span at, const Inst *inst, Val *v)
{
    Val *field = NEW_N(&d->pass, Val, v->nfield + 1);
    memcpy(field, v->field, v->nfield * sizeof *field);
    for (uint32_t i = 0; i < v->nfield && !inst->is->ndim; i++) {
        Inst *child = inst_child(d, (Inst *)(uintptr_t)inst, v->field_name[i]);
        const Val *own = child && child->binding ? inst_value(d, s, at, child) : NULL;
        if (child && child->binding && !own)
            return false;
        if (own)
            field[i] = *own;
        else if (child && child->is->type == T_RECORD && !own_members(d, s, at, child, &field[i]))
            return false;
    }
    v->field = field;
    return true;
}

/* Without regard to what members have of their own. */
static bool given_value(Dtc *d, Scope s, Span at, const Inst *inst, Val *out)
{
    const Bind *b = inst->binding;
    if (!b)
        return no_value(d, s, at, inst);
    if (!lower_bind(d, inst, b, out))
        return false;
    Val want = { .type = inst->is->type,
                 .cls = inst->is->type == T_RECORD ? inst->is->cls : inst->is->enum_type,
                 .ndim = inst->is->ndim };
    memcpy(want.dim, inst->is->dim, sizeof want.dim);
    val_convert(d, out, inst->is->type);
    if (out->type != inst->is->type || !val_same_shape(out, &want)) {
        error(d, b->span, inst->parent ? inst->parent->path : "", "%s is %s, but its value is %s",
              inst->is->name, val_text(d, &want),
              val_text(d, out)); /* as flatten says it, so that it is told once */
        return false;
    }
    return true;
}

static bool own_value(Dtc *d, Scope s, Span at, const Inst *inst, Val *out)
{
    return given_value(d, s, at, inst, out) &&
           (inst->is->type != T_RECORD || own_members(d, s, at, inst, out));
}

/* The value that a record is given, before its members are looked at: the size of one may hang on another one. */
static const Val *value_as_given(Dtc *d, Scope s, Span at, const Inst *record)
{
    Map *known = &lower_state(d)->as_given;
    const Val *kept = (const Val *)(uintptr_t)map_get(known, KEY(record));
    Val v;
    if (kept || !given_value(d, s, at, record, &v))
        return kept;
    Val *keep = NEW(&d->tree, Val);
    *keep = val_keep(&d->tree, &v);
    map_set(&d->tree, known, KEY(record), KEY(keep));
    return keep;
}

/* The record that gives inst its value, if it has none of its own: the innermost that holds it and has a value as a
 * whole (one within another has it from a modification further out); an array of records has that of all elements. */
static const Inst *bound_record(const Inst *inst)
{
    for (const Inst *r = inst->binding ? NULL : inst->parent; r && r->is->type == T_RECORD; r = r->parent)
        if (r->binding && !r->is->each_element)
            return r;
    return NULL;
}

/* The part of the record value v of `from` that is inst. */
static bool part_of(Dtc *d, const Inst *from, const Inst *inst, const Val *v, Val *out)
{
    if (inst == from) {
        *out = *v;
        return true;
    }
    Val up;
    if (!part_of(d, from, inst->parent, v, &up))
        return false;
    if (inst->is->each_element) {
        Sub sub[MAX_DIM];
        uint32_t rest = inst->has->index;
        for (uint32_t i = inst->parent->is->ndim; i-- > 0; rest /= inst->parent->is->dim[i])
            sub[i] = (Sub){ .kind = SUB_ONE, .one = rest % inst->parent->is->dim[i] };
        *out = val_select(d, &up, 0, sub, inst->parent->is->ndim);
        return true;
    }
    const Val *f = val_field(&up, inst->is->name);
    if (f)
        *out = *f;
    return f != NULL;
}

/* at: what needs its value. */
static void mark_structural(Dtc *d, Inst *inst, Span at)
{
    inst->structural = true;
    if (!inst->has->why)
        inst_more(d, inst)->why = with_place(d, "decides", at);
    if (inst->first == 0 || !d->flat)
        return;
    for (uint32_t i = 0; i < inst->is->size; i++) {
        VarInfo *v = change_variable(d->flat, inst->first + i);
        v->structural = true;
        v->why = v->why ? v->why : inst->has->why;
    }
}

static const Val *compute_value(Dtc *d, Scope s, Span at, Inst *inst)
{
    Lower *l = lower_state(d);
    Chain link = { inst, l->chain, l->chain ? l->chain->depth + 1 : 1 };
    const Inst *record = bound_record(inst);
    Val v;
    bool ok;
    if (link.depth > MAX_CHAIN) {
        error(d, at, s.inst ? s.inst->path : NULL,
              "the value of %s takes more than %d parameters that depend on each other in a chain",
              inst->path, MAX_CHAIN);
        return value_failed(d, inst);
    }
    map_set(&d->tree, &l->value, KEY(inst), VALUE_BUSY);
    l->chain = &link;
    Saved saved = enter(l);
    if (record) {
        const Val *r = value_as_given(d, s, at, record);
        ok = r && part_of(d, record, inst, r, &v) &&
             (inst->is->type != T_RECORD || own_members(d, s, at, inst, &v));
        if (ok)
            val_convert(d, &v, inst->is->type);
    } else {
        ok = own_value(d, s, at, inst, &v);
    }
    leave(l, saved);
    l->chain = link.up;
    if (!ok)
        return value_failed(d, inst);
    Val *kept = NEW(&d->tree, Val);
    *kept = val_keep(&d->tree, &v);
    map_set(&d->tree, &l->value, KEY(inst), KEY(kept));
    mark_structural(d, inst, at);
    return kept;
}

const Val *inst_value(Dtc *d, Scope s, Span at, Inst *inst)
{
    uint64_t known = map_get(&lower_state(d)->value, KEY(inst));
    if (known > VALUE_FAILED)
        return (const Val *)(uintptr_t)known;
    if (known == 0)
        return compute_value(d, s, at, inst);
    if (known == VALUE_BUSY)
        report_cycle(d, s, at, inst);
    return NULL;
}

/* ---- constant expressions ------------------------------------------------------------------------------ */

static bool is_literal(Dtc *d, Ex e)
{
    Op op = ex_op(d, e);
    return op == OP_NUM || op == OP_BOOL || op == OP_STR;
}

bool is_constant_value(Dtc *d, const Val *v)
{
    for (uint32_t i = 0; i < v->nfield; i++)
        if (!is_constant_value(d, &v->field[i]))
            return false;
    for (uint32_t i = 0; i < v->n && v->type != T_RECORD; i++)
        if (!is_literal(d, v->e[i]))
            return false;
    return true;
}

bool only_parameters(Dtc *d, Ex root)
{
    bool ok = true;
    Memo *m = memo_begin(d);
    memo_start(d, m, root);
    for (Ex e; (e = memo_next(d, m)) != 0; memo_set(m, e, (MemoValue){ .x = 0 })) {
        const ExNode *n = ex(d, e);
        switch (n->op) {
        case OP_VAR: ok = ok && d->flat->var[n->payload].variability >= V_PARAM; break;
        case OP_LOCAL:
        case OP_INDEX:
        case OP_WHOLE:
        case OP_TIME:
        case OP_INITIAL:
        case OP_TERMINAL:
        case OP_DER:
        case OP_PRE:
        case OP_LAST:
        case OP_SAMPLE: ok = false; break;
        default: break;
        }
    }
    memo_end(d);
    return ok;
}

bool constant_scalar(Dtc *d, Scope s, const Expr *e, Val *v)
{
    Lower *l = lower_state(d);
    if (v->ndim || v->type == T_RECORD || is_literal(d, v->e[0]) || l->constant ||
        !only_parameters(d, v->e[0]))
        return true;
    l->constant++;
    bool ok = lower(d, s, e, v);
    l->constant--;
    return ok;
}

bool to_index(Dtc *d, Ex e, int64_t *i)
{
    double x;
    if (ex_op(d, e) == OP_BOOL) {
        *i = ex(d, e)->payload ? 2 : 1;
        return true;
    }
    if (ex_type(d, e) != T_INT || !ex_is_num(d, e, &x) || x < -9e15 || x > 9e15)
        return false;
    *i = (int64_t)x;
    return true;
}

bool eval(Dtc *d, Scope s, const Expr *e, Val *out)
{
    Lower *l = lower_state(d);
    l->constant++;
    bool ok = lower(d, s, e, out);
    l->constant--;
    if (ok && !is_constant_value(d, out))
        return FAIL(d, s, e->span,
                    "the value of %s must be known while compiling, but it is too large, undefined or calls "
                    "a function of C",
                    expr_text(d, e));
    return ok;
}

bool lower_shape(Dtc *d, Scope s, const Expr *e, Val *out)
{
    Lower *l = lower_state(d);
    uint32_t constant = l->constant;
    l->constant = 0;
    l->shapes++;
    bool ok = lower(d, s, e, out);
    l->shapes--;
    l->constant = constant;
    return ok;
}

static bool eval_scalar(Dtc *d, Scope s, const Expr *e, TypeKind want, Val *v)
{
    if (!eval(d, s, e, v) || !expect(d, s, e, v, want))
        return false;
    if (v->ndim)
        return FAIL(d, s, e->span, "expected a scalar, found an array of size %s: %s",
                    dims_text(d, v->ndim, v->dim), expr_text(d, e));
    return true;
}

bool eval_int(Dtc *d, Scope s, const Expr *e, int64_t *out)
{
    Val v;
    if (!eval_scalar(d, s, e, T_INT, &v))
        return false;
    return to_index(d, v.e[0], out) || FAIL(d, s, e->span, "this number is too large: %s", expr_text(d, e));
}

bool eval_bool(Dtc *d, Scope s, const Expr *e, bool *out)
{
    Val v;
    if (!eval_scalar(d, s, e, T_BOOL, &v))
        return false;
    *out = ex(d, v.e[0])->payload != 0;
    return true;
}

bool eval_string(Dtc *d, Scope s, const Expr *e, const char **out)
{
    Val v;
    if (!eval_scalar(d, s, e, T_STRING, &v))
        return false;
    *out = string_of(d, v.e[0]);
    return true;
}

/* ---- parameters in flat expressions -------------------------------------------------------------------- */

static Ex known_value(Dtc *d, Var v, void *data)
{
    (void)data;
    Ex known = (Ex)map_get(&d->lower->known, v);
    return known ? known : ex_var(d, v);
}

/* e with the known values of Lower.known in place of parameters. */
static Ex replace_known(Dtc *d, Ex e) { return ex_replace(d, e, known_value, NULL); }

/* The expression of parameter v: its binding, or (before flatten has it) what its instance gives; 0: none. */
static Ex parameter_expression(Dtc *d, Var v)
{
    const VarInfo *info = &d->flat->var[v];
    if (info->binding || info->variability < V_PARAM)
        return info->binding;
    Inst *in = (Inst *)(uintptr_t)map_get(&d->lower->inst_of_var, v);
    if (!in || (!in->binding && !bound_record(in)))
        return 0;
    const Val *val = inst_value(d, (Scope){ in->parent, NULL, NULL }, in->is->span, in);
    return val ? val->e[v - in->first] : 0;
}

/* Appends the parameters of e whose values are not known yet. */
static void unknown_parameters(Dtc *d, Ex e, Var **out)
{
    Var *all = NULL;
    ex_vars(d, e, &all);
    for (uint32_t i = 0; i < vec_len(all); i++)
        if (d->flat->var[all[i]].variability >= V_PARAM && !map_get(&d->lower->known, all[i]))
            vec_push(&d->pass, *out, all[i]);
}

/* Fills Lower.known for the parameters of e and what they depend on. One that depends on itself, or has no value,
 * stands for itself. */
static void settle(Dtc *d, Ex e)
{
    Lower *l = lower_state(d);
    Var *stack = NULL;
    Map busy = { 0 };
    unknown_parameters(d, e, &stack);
    while (vec_len(stack)) {
        Var v = vec_last(stack);
        Ex value = map_get(&l->known, v) ? 0 : parameter_expression(d, v);
        uint32_t before = vec_len(stack);
        if (value && !map_get(&busy, v)) {
            map_set(&d->pass, &busy, v, 1);
            unknown_parameters(d, value, &stack);
            if (vec_len(stack) > before)
                continue;
        }
        (void)vec_pop(stack);
        if (value && (value = replace_known(d, value), is_literal(d, value)))
            map_set(&d->run, &l->known, v, value);
    }
}

Ex ex_fold(Dtc *d, Ex e)
{
    if (is_literal(d, e) || !d->flat)
        return e;
    settle(d, e);
    return replace_known(d, e);
}
