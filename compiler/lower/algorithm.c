/* algorithm.c - algorithm sections of models (Modelica 3.6, 11.1 and 11.3): anonymous functions of all they read.
 *
 * A section is lowered twice: first to learn which variables it reads and assigns, then with its locals in their final
 * order: inputs, outputs, the rest. A variable that may be read before it is assigned enters with its value: discrete
 * ones with pre(v), continuous ones with their start value. `when` becomes an if on the edge of its condition; the
 * condition is a new discrete Boolean of the model, assigned here, so that its last value is known. Cost: twice that of
 * the statements.
 */
#include <string.h>
#include "body.h"

bool body_reads_instances(const Body *b) { return b->algorithm; }

Op body_wrap(Body *b, Op op)
{
    Op old = b->wrap;
    b->wrap = op;
    return old;
}

/* ---- slots --------------------------------------------------------------------------------------------- */

static bool is_final_local(const Slot *sl) { return sl->local != 0xffffffff; }

static Slot *slot_for(Body *b, uint64_t key, Slot fresh)
{
    uint64_t i = map_get(&b->slot_index, key);
    if (i == 0) {
        fresh.local = 0xffffffff;
        vec_push(&b->d->pass, b->slot, fresh);
        i = vec_len(b->slot);
        map_set(&b->d->pass, &b->slot_index, key, i);
    }
    return &b->slot[i - 1];
}

static const char *slot_name(Dtc *d, const Slot *sl)
{
    Op op = sl->import ? ex_op(d, sl->import) : sl->wrap;
    const char *prefix = op == OP_PRE ? "pre_" : op == OP_DER ? "der_" : "";
    if (sl->inst)
        return internf(d, "%s%s", prefix, sl->inst->path);
    if (!sl->import)
        return d->flat->var[sl->first].name;
    if (op == OP_PRE)
        return internf(d, "pre_%s", d->flat->var[ex(d, ex_arg(d, sl->import, 0))->payload].name);
    return op == OP_TIME     ? "now"
         : op == OP_INITIAL  ? "at_start"
         : op == OP_TERMINAL ? "at_end"
         : op == OP_SAMPLE   ? "tick"
                             : "of_model";
}

/* In the first round locals come as they are met. */
static void give_local(Body *b, Slot *sl)
{
    Dtc *d = b->d;
    if (is_final_local(sl))
        return;
    TypeKind t = sl->import ? ex_type(d, sl->import) : sl->inst ? sl->inst->is->type : T_BOOL;
    const Inst *in = sl->inst;
    sl->local = body_local(b, slot_name(d, sl), t, in ? in->is->ndim : 0, in ? in->is->dim : NULL, C_LOCAL,
                           sl->wrap || sl->import);
    sl->val = body_value(b, sl->local, t, in ? in->is->enum_type : NULL);
    map_set(&d->pass, &b->slot_of_local, (uint64_t)sl->local + 1, (uint64_t)(sl - b->slot) + 1);
}

static Slot *instance_slot(Body *b, Inst *in, Op wrap)
{
    Slot *sl = slot_for(b, KEY(in) * 4 + (wrap == OP_PRE) + 2 * (wrap == OP_DER),
                        (Slot){ .inst = in, .first = in->first, .n = in->is->size, .wrap = wrap });
    give_local(b, sl);
    return sl;
}

const Val *body_instance(Dtc *d, Body *b, Inst *in)
{
    const Lower *l = lower_state(d);
    Op wrap = l->subscripted ? OP_NONE : b->wrap;
    bool written = b->writing && !l->subscripted;
    if (in->is->variability >= V_PARAM)
        wrap = OP_NONE;
    Slot *sl = instance_slot(b, in, wrap);
    if (!written && !sl->always_assigned)
        sl->read_first = true;
    Val *v = NEW(&d->pass, Val);
    *v = sl->val;
    return v;
}

Ex body_import(Dtc *d, Body *b, Ex e)
{
    (void)d;
    Slot *sl = slot_for(b, (uint64_t)e * 4 + 3, (Slot){ .import = e, .n = 1 });
    give_local(b, sl);
    sl->read_first = true;
    return sl->val.e[0];
}

void slot_assigned(Body *b, uint32_t local, bool whole)
{
    uint64_t i = b->algorithm ? map_get(&b->slot_of_local, (uint64_t)local + 1) : 0;
    if (i == 0)
        return;
    Slot *sl = &b->slot[i - 1];
    sl->assigned = true;
    *(b->in_when ? &sl->in_when : &sl->elsewhere) = true;
    if (whole && b->depth == 0)
        sl->always_assigned = true;
}

/* ---- when ---------------------------------------------------------------------------------------------- */

/* The discrete Boolean of the model that holds condition number k. */
static Slot *condition_slot(Body *b, Span at)
{
    Dtc *d = b->d;
    uint64_t key = (uint64_t)++b->whens * 4 + 2;
    if (!map_get(&b->slot_index, key)) {
        const char *path = b->scope.inst ? b->scope.inst->path : "";
        uint32_t k = vec_len(d->flat->var);
        VarInfo v = { .name = internf(d, "%s%swhen%u", path, *path ? "." : "", k),
                      .path = path,
                      .span = at,
                      .type = T_BOOL,
                      .variability = V_DISCRETE,
                      .protected_ = true,
                      .made = true };
        add_variable(d, d->flat, v);
        (void)slot_for(b, key, (Slot){ .first = k, .n = 1 });
    }
    Slot *sl = slot_for(b, key, (Slot){ 0 });
    give_local(b, sl);
    return sl;
}

static Ex before(Body *b, const Slot *sl)
{
    return body_import(b->d, b, ex_un(b->d, OP_PRE, ex_var(b->d, sl->first)));
}

static bool is_call(const Expr *e, const char *name)
{
    return e->kind == E_CALL && vec_len(e->part) == 1 && strcmp(e->part[0].name, name) == 0;
}

/* Does the condition ask for initial()? */
static bool asks_for_start(const Expr *e)
{
    if (is_call(e, "initial"))
        return true;
    for (uint32_t i = 0; i < vec_len(e->arg); i++)
        if (e->arg[i] && asks_for_start(e->arg[i]))
            return true;
    return false;
}

/* *any also where `now` becomes true; at the start where it asks for that alone */
static bool add_edge(Body *b, Scope s, const Expr *e, Ex now, Ex *any)
{
    Dtc *d = b->d;
    Slot *sl = condition_slot(b, e->span);
    Val target = sl->val, value = val_scalar(d, T_BOOL, now);
    Ex last = before(b, sl), start = body_import(d, b, ex_leaf(d, OP_INITIAL, T_BOOL));
    if (!body_assign(b, s, e->span, &target, &value))
        return false;
    Ex edge = ex_bin(d, OP_AND, target.e[0], ex_un(d, OP_NOT, last));
    if (!asks_for_start(e))
        edge = ex_bin(d, OP_AND, edge, ex_un(d, OP_NOT, start));
    *any = ex_bin(d, OP_OR, *any, edge);
    return true;
}

/* Or where e becomes true; of a vector, one of its elements. What is true at an instant alone has no edge. */
static bool add_edges(Body *b, Scope s, const Expr *e, uint32_t ndim, Ex *any)
{
    Dtc *d = b->d;
    Val v;
    if (!lower(d, s, e, &v))
        return false;
    if (v.type != T_BOOL || v.ndim > ndim)
        return FAIL(d, s, e->span,
                    "the condition of `when` must be a Boolean or a vector of Booleans, not %s",
                    val_text(d, &v));
    bool instant = is_call(e, "terminal") || (is_call(e, "sample") && !d->opt.hybrid);
    for (uint32_t i = 0; i < v.n; i++) {
        if (instant)
            *any = ex_bin(d, OP_OR, *any, v.e[i]);
        else if (!add_edge(b, s, e, v.e[i], any))
            return false;
    }
    return true;
}

static bool edge_of_any(Body *b, Scope s, const Expr *e, Ex *out)
{
    *out = ex_bool(b->d, false);
    if (e->kind != E_ARRAY || vec_len(e->iter))
        return add_edges(b, s, e, 1, out);
    for (uint32_t i = 0; i < vec_len(e->arg); i++)
        if (!add_edges(b, s, e->arg[i], 0, out))
            return false;
    return true;
}

bool body_when(Body *b, Scope s, const Stmt *st)
{
    Dtc *d = b->d;
    FStmt fs = { .kind = FS_IF, .span = st->span };
    bool ok = true;
    if (b->depth)
        return FAIL(d, s, st->span, "`when` cannot stand in another statement");
    Ex *cond = NEW_N(&d->pass, Ex, vec_len(st->branch));
    for (uint32_t i = 0; i < vec_len(st->branch); i++) {
        if (!edge_of_any(b, s, st->branch[i].cond, &cond[i]))
            return false;
        b->at_start |= asks_for_start(st->branch[i].cond);
    }
    b->in_when = true;
    for (uint32_t i = 0; i < vec_len(st->branch); i++) {
        FBranch br = { cond[i], body_block(b, s, st->branch[i].body, &ok) };
        vec_push(&d->run, fs.branch, br);
    }
    b->in_when = false;
    body_emit(b, fs);
    return ok;
}

/* ---- the section --------------------------------------------------------------------------------------- */

/* What a slot's variables are on entry: element i of the argument. At the start a value of before is the start value,
 * so that what a loop assigns element by element is not determined by itself. */
static Ex on_entry(const Body *b, const Slot *sl, uint32_t i)
{
    Dtc *d = b->d;
    if (sl->import)
        return sl->import;
    Var v = sl->first + i;
    Ex e = ex_var(d, v);
    const VarInfo *info = &d->flat->var[v];
    if (sl->wrap)
        return ex_un(d, sl->wrap, e);
    if (!sl->assigned)
        return e;
    if (!b->initial && (info->variability == V_DISCRETE || sl->in_when))
        return ex_un(d, OP_PRE, e);
    if (info->start)
        return info->start;
    return info->type == T_REAL ? ex_real(d, 0) : info->type == T_BOOL ? ex_bool(d, false) : ex_int(d, 0);
}

static bool needs_entry(const Slot *sl) { return !sl->assigned || sl->read_first || !sl->always_assigned; }

/* Locals for the second round. Returns the arguments of the call. */
static Ex *final_locals(Body *b)
{
    Dtc *d = b->d;
    Ex *arg = NULL;
    uint32_t n = vec_len(b->slot);
    for (uint32_t i = 0; i < n; i++) {
        Slot *sl = &b->slot[i];
        if (!needs_entry(sl))
            continue;
        TypeKind t = sl->val.type;
        Ex *e = NEW_N(&d->pass, Ex, sl->n);
        bool literal = sl->assigned;
        for (uint32_t k = 0; k < sl->n; k++) {
            e[k] = on_entry(b, sl, k);
            literal = literal && (ex_op(d, e[k]) == OP_NUM || ex_op(d, e[k]) == OP_BOOL);
        }
        Ex a = sl->val.ndim ? ex_new(d, OP_ARRAY, t == T_ENUM ? T_INT : t, 0, e, sl->n) : e[0];
        if (literal) {
            sl->entry = a;
            continue;
        }
        const char *name = sl->assigned ? internf(d, "last_%s", slot_name(d, sl)) : slot_name(d, sl);
        sl->input = body_local(b, name, t, sl->val.ndim, sl->val.dim, C_INPUT, true);
        vec_push(&d->pass, arg, a);
    }
    b->slot_of_local = (Map){ 0 };
    for (uint32_t i = 0; i < n; i++) {
        Slot *sl = &b->slot[i];
        sl->local = sl->assigned ? body_local(b, slot_name(d, sl), sl->val.type, sl->val.ndim, sl->val.dim,
                                              C_OUTPUT, false)
                                 : sl->input;
        sl->val = body_value(b, sl->local, sl->val.type, sl->val.cls);
        map_set(&d->pass, &b->slot_of_local, (uint64_t)sl->local + 1, (uint64_t)i + 1);
    }
    for (uint32_t i = 0; i < n; i++) {
        const Slot *sl = &b->slot[i];
        if (!sl->assigned || !needs_entry(sl))
            continue;
        Val from = sl->entry ? sl->val : body_value(b, sl->input, sl->val.type, sl->val.cls);
        body_emit(b, (FStmt){ .kind = FS_ASSIGN,
                              .local = sl->local,
                              .value = sl->entry ? sl->entry : argument_of(d, &from) });
    }
    return arg;
}

static bool round_of(Body *b, Stmt **body)
{
    b->whens = 0;
    return body_statements(b, b->scope, body);
}

static uint32_t make_function(Body *b, FStmt *body, Span at, uint32_t nin)
{
    Dtc *d = b->d;
    uint32_t index = vec_len(d->flat->function);
    Function f = { .name = function_name(d, "algorithm"),
                   .doc = "algorithm section",
                   .cls = b->scope.cls,
                   .span = at,
                   .nin = nin };
    f.local = b->local;
    f.body = body;
    for (uint32_t i = nin; i < vec_len(f.local); i++)
        f.nout += f.local[i].causality == C_OUTPUT;
    vec_push(&d->run, d->flat->function, f);
    return index;
}

static void collect_outputs(Body *b, Assigned **out)
{
    for (uint32_t i = 0; i < vec_len(b->slot); i++) {
        const Slot *sl = &b->slot[i];
        for (uint32_t k = 0; k < sl->n && sl->assigned; k++) {
            Assigned x = { .v = sl->first + k,
                           .by_when = sl->in_when && !sl->elsewhere,
                           .at_start = b->at_start };
            if (sl->in_when)
                change_variable(b->d->flat, x.v)->variability = V_DISCRETE;
            vec_push(&b->d->pass, *out, x);
        }
    }
}

/* Components that are assigned must be variables. */
static bool check_assigned(Body *b, Span at)
{
    for (uint32_t i = 0; i < vec_len(b->slot); i++) {
        const Slot *sl = &b->slot[i];
        if (!sl->assigned || !sl->inst || sl->inst->is->variability < V_PARAM)
            continue;
        const VarInfo *info = &b->d->flat->var[sl->first];
        if (info->has_fixed && !info->fixed)
            continue; /* by an initial algorithm */
        return FAIL(b->d, b->scope, at, "parameter %s cannot be assigned in an algorithm", sl->inst->path);
    }
    return true;
}

static bool all_literals(Dtc *d, const Ex *arg)
{
    for (uint32_t i = 0; i < vec_len(arg); i++) {
        Val v = { .type = T_REAL, .n = 1, .e = (Ex *)&arg[i] };
        if (ex_op(d, arg[i]) == OP_ARRAY) {
            v.n = ex_narg(d, arg[i]);
            v.e = (Ex *)(uintptr_t)ex(d, arg[i])->arg;
        }
        if (!is_constant_value(d, &v))
            return false;
    }
    return true;
}

/* The outputs of the call: literals, or CALL and OUT. */
static bool call_section(Body *b, FStmt *body, Span at, const Ex *arg, Assigned *out)
{
    Dtc *d = b->d;
    uint32_t index = make_function(b, body, at, vec_len(arg)), n = vec_len(out);
    if (all_literals(d, arg)) {
        Ex *known = NEW_N(&d->pass, Ex, n);
        if (!interpret(d, b->scope, at, index, arg, known, n))
            return false;
        for (uint32_t k = 0; k < n; k++)
            out[k].value = known[k];
        return true;
    }
    Ex call = 0;
    for (uint32_t k = 0; k < n; k++) {
        TypeKind t = d->flat->var[out[k].v].type == T_ENUM ? T_INT : d->flat->var[out[k].v].type;
        Ex e = k ? ex_new(d, OP_OUT, t, k + 1, &call, 1)
                 : (call = ex_new(d, OP_CALL, t, index, arg, vec_len(arg)));
        out[k].value = e;
    }
    return true;
}

bool lower_algorithm(Dtc *d, Scope s, const Section *section, Assigned **out)
{
    Lower *l = lower_state(d);
    FStmt *first = NULL, *second = NULL;
    Body b = {
        .d = d, .up = l->body, .at = &first, .algorithm = true, .initial = section->initial, .scope = s
    };
    l->body = &b;
    bool ok = round_of(&b, section->body) && check_assigned(&b, section->span);
    if (ok) {
        b.local = NULL;
        b.read_only = NULL;
        b.constant = (Map){ 0 };
        b.nconstant = 0;
        b.at = &second;
        Ex *arg = final_locals(&b);
        ok = round_of(&b, section->body);
        collect_outputs(&b, out);
        if (ok && vec_len(*out))
            ok = call_section(&b, second, section->span, arg, *out);
    }
    l->body = b.up;
    return ok;
}
