/* body.c - statements of functions and algorithm sections -> FStmt (Modelica 3.6, 11.2).
 *
 * A target is lowered like any reference: what comes out are the locals, and the elements of local arrays, to assign
 * to. Arrays are assigned as a whole or through a copy, so that y := {y[2], y[1]} means what it says. A for-loop stays
 * a loop, unless its iterator decides on a size or runs over a vector: then it is unrolled. Conditions that are known
 * choose their branch here.
 */
#include <string.h>
#include "body.h"

enum { MAX_UNROLLED = 20000, SKIPPED = 0xffffffff };

/* ---- locals -------------------------------------------------------------------------------------------- */

uint32_t body_local(Body *b, const char *name, TypeKind t, uint32_t ndim, const uint32_t *dim, Causality c,
                    bool read_only)
{
    Local l = { .name = name, .type = t == T_ENUM ? T_INT : t, .ndim = ndim, .n = 1, .causality = c };
    for (uint32_t i = 0; i < ndim; i++)
        l.n *= l.dim[i] = dim[i];
    vec_push(&b->d->run, b->local, l);
    vec_push(&b->d->run, b->read_only, read_only);
    return vec_len(b->local) - 1;
}

Val body_value(Body *b, uint32_t local, TypeKind t, Class *cls)
{
    Dtc *d = b->d;
    const Local *l = &b->local[local];
    Val v = val_new(d, t, cls, l->ndim, l->dim);
    uint32_t at[MAX_DIM] = { 0 };
    if (l->ndim == 0)
        v.e[0] = ex_local(d, l->type, local);
    for (uint32_t k = 0; k < v.n && l->ndim; k++) {
        Ex sub[MAX_DIM];
        for (uint32_t i = 0; i < l->ndim; i++)
            sub[i] = ex_int(d, (int64_t)at[i] + 1);
        v.e[k] = ex_new(d, OP_INDEX, l->type, local, sub, l->ndim);
        for (uint32_t i = l->ndim; i-- > 0 && ++at[i] == l->dim[i];)
            at[i] = 0;
    }
    return v;
}

Val body_locals(Body *b, const char *name, const Val *shape, Causality c, bool read_only)
{
    Dtc *d = b->d;
    if (shape->type != T_RECORD)
        return body_value(b, body_local(b, name, shape->type, shape->ndim, shape->dim, c, read_only),
                          shape->type, shape->cls);
    Val v = *shape;
    v.field = NEW_N(&d->pass, Val, v.nfield);
    for (uint32_t i = 0; i < v.nfield; i++)
        v.field[i] =
            body_locals(b, internf(d, "%s.%s", name, v.field_name[i]), &shape->field[i], c, read_only);
    return v;
}

void body_name_constant(Body *b, const char *name, const Val *v)
{
    if (v->type != T_RECORD && v->ndim && v->n && is_constant_value(b->d, v))
        map_set(&b->d->pass, &b->constant_name, argument_of(b->d, v), KEY(name));
}

Val body_constant(Body *b, const Val *v)
{
    Dtc *d = b->d;
    Ex all = argument_of(d, v);
    uint64_t known = map_get(&b->constant, all);
    if (known) {
        Val r = body_value(b, (uint32_t)known - 1, v->type, v->cls);
        if (val_same_shape(&r, v))
            return r;
    }
    const char *name = (const char *)(uintptr_t)map_get(&b->constant_name, all);
    if (!name)
        name = internf(d, "constant%u", ++b->nconstant);
    uint32_t local = body_local(b, name, v->type, v->ndim, v->dim, C_LOCAL, true);
    b->local[local].init = all;
    map_set(&d->pass, &b->constant, all, (uint64_t)local + 1);
    return body_value(b, local, v->type, v->cls);
}

void body_emit(Body *b, FStmt s) { vec_push(&b->d->run, *b->at, s); }

Ex argument_of(Dtc *d, const Val *v)
{
    TypeKind t = v->type == T_ENUM ? T_INT : v->type;
    if (v->ndim == 0)
        return v->e[0];
    const Body *b = lower_state(d)->body;
    if (b && val_is_local(d, v)) {
        uint32_t local = ex(d, v->e[0])->payload;
        if (local < vec_len(b->local) && b->local[local].n == v->n)
            return ex_new(d, OP_WHOLE, t, local, NULL, 0);
    }
    return ex_new(d, OP_ARRAY, t, 0, v->e, v->n);
}

/* ---- assignments --------------------------------------------------------------------------------------- */

static bool assign_element(Body *b, Scope s, Span at, Ex target, Ex value)
{
    Dtc *d = b->d;
    const ExNode *n = ex(d, target);
    FStmt st = { .kind = FS_ASSIGN, .span = at, .local = n->payload, .value = value };
    if (n->op != OP_LOCAL && n->op != OP_INDEX)
        return FAIL(d, s, at, "this cannot be assigned: only outputs and protected variables can");
    if (b->read_only[n->payload])
        return FAIL(d, s, at, "%s cannot be assigned: only outputs and protected variables can",
                    b->local[n->payload].name);
    for (uint32_t i = 0; n->op == OP_INDEX && i < n->n; i++)
        vec_push(&d->run, st.sub, n->arg[i]);
    slot_assigned(b, st.local, n->op == OP_LOCAL);
    body_emit(b, st);
    return true;
}

static bool assign_array(Body *b, Scope s, Span at, const Val *target, Val *value)
{
    Dtc *d = b->d;
    if (val_is_local(d, target)) {
        uint32_t local = ex(d, target->e[0])->payload;
        if (b->local[local].n == target->n) {
            if (b->read_only[local])
                return FAIL(d, s, at, "%s cannot be assigned: only outputs and protected variables can",
                            b->local[local].name);
            slot_assigned(b, local, true);
            body_emit(b, (FStmt){
                             .kind = FS_ASSIGN, .span = at, .local = local, .value = argument_of(d, value) });
            return true;
        }
    }
    Val from = *value;
    if (!is_constant_value(d, value)) { /* the elements may be read and written: take a copy */
        uint32_t copy = body_local(b, internf(d, "copy%u", vec_len(b->local)), value->type, value->ndim,
                                   value->dim, C_LOCAL, false);
        body_emit(b, (FStmt){ .kind = FS_ASSIGN, .span = at, .local = copy, .value = argument_of(d, value) });
        from = body_value(b, copy, value->type, value->cls);
    }
    for (uint32_t i = 0; i < target->n; i++)
        if (!assign_element(b, s, at, target->e[i], from.e[i]))
            return false;
    return true;
}

bool body_assign(Body *b, Scope s, Span at, const Val *target, Val *value)
{
    Dtc *d = b->d;
    val_convert(d, value, target->type);
    bool same = target->type == value->type && (target->type != T_ENUM || !value->cls ||
                                                class_origin(target->cls) == class_origin(value->cls));
    if (!same || !val_same_shape(target, value))
        return FAIL(d, s, at, "%s cannot be assigned to %s", val_text(d, value), val_text(d, target));
    if (target->type == T_RECORD) {
        for (uint32_t i = 0; i < target->nfield; i++) {
            Val *f = val_field(value, target->field_name[i]);
            if (!f)
                return FAIL(d, s, at, "the assigned record has no field %s", target->field_name[i]);
            if (!body_assign(b, s, at, &target->field[i], f))
                return false;
        }
        return true;
    }
    if (target->n == 0)
        return true;
    return target->ndim ? assign_array(b, s, at, target, value)
                        : assign_element(b, s, at, target->e[0], value->e[0]);
}

static bool lower_target(Body *b, Scope s, const Expr *e, Val *out)
{
    if (e->kind != E_REF)
        return FAIL(b->d, s, e->span, "only a variable can be assigned: %s", expr_text(b->d, e));
    b->writing = true;
    bool ok = lower_reference(b->d, s, e, out);
    b->writing = false;
    return ok;
}

static bool assignment(Body *b, Scope s, const Stmt *st)
{
    Val target, value;
    return lower(b->d, s, st->rhs, &value) && lower_target(b, s, st->lhs, &target) &&
           body_assign(b, s, st->span, &target, &value);
}

/* The call whose outputs v holds, or 0. */
static Ex call_of(Dtc *d, const Val *v)
{
    for (uint32_t i = 0; v->type == T_RECORD && i < v->nfield; i++) {
        Ex c = call_of(d, &v->field[i]);
        if (c)
            return c;
    }
    if (v->type == T_RECORD || v->n == 0)
        return 0;
    Op op = ex_op(d, v->e[0]);
    return op == OP_CALL ? v->e[0] : op == OP_OUT ? ex_arg(d, v->e[0], 0) : 0;
}

/* New locals for the values, which a call (or, inlined, assignments) fills. */
static bool keep_outputs(Body *b, Scope s, const Stmt *st, Val *value, uint32_t n)
{
    Dtc *d = b->d;
    Ex call = 0;
    for (uint32_t i = 0; i < n && !call; i++)
        call = call_of(d, &value[i]);
    if (call) {
        uint32_t index = ex(d, call)->payload;
        const Function *f = &d->flat->function[index];
        FStmt fs = { .kind = FS_CALL, .span = st->span, .call = call };
        uint32_t from = vec_len(b->local);
        for (uint32_t i = 0; i < n; i++)
            value[i] = body_locals(b, internf(d, "result%u", from + i), &value[i], C_LOCAL, false);
        uint32_t made = vec_len(b->local) - from;
        for (uint32_t k = 0; k < f->nout; k++)
            vec_push(&d->run, fs.out, k < made ? from + k : SKIPPED);
        body_emit(b, fs);
        return true;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (is_constant_value(d, &value[i]))
            continue;
        Val copy = body_locals(b, internf(d, "result%u", vec_len(b->local)), &value[i], C_LOCAL, false);
        if (!body_assign(b, s, st->span, &copy, &value[i]))
            return false;
        value[i] = copy;
    }
    return true;
}

/* Does the call read local? */
static bool reads_local(Dtc *d, Ex call, uint32_t local)
{
    Ex *stack = NULL;
    vec_push(&d->pass, stack, call);
    while (vec_len(stack)) {
        const ExNode *n = ex(d, vec_pop(stack));
        if ((n->op == OP_LOCAL || n->op == OP_INDEX || n->op == OP_WHOLE) && n->payload == local)
            return true;
        for (uint32_t i = 0; i < n->n; i++)
            vec_push(&d->pass, stack, n->arg[i]);
    }
    return false;
}

/* (a, b) := f(...) straight into whole locals, if they take the outputs as they are and are no arguments. */
static bool assigned_directly(Body *b, const Stmt *st, const Val *target, const Val *value, uint32_t n)
{
    Dtc *d = b->d;
    FStmt fs = { .kind = FS_CALL, .span = st->span };
    for (uint32_t i = 0; i < n && !fs.call; i++)
        fs.call = call_of(d, &value[i]);
    if (!fs.call)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t local = SKIPPED;
        if (st->lhs->arg[i]) {
            const Val *t = &target[i];
            if (t->type != value[i].type || t->type == T_RECORD || !val_same_shape(t, &value[i]) || t->n == 0)
                return false;
            local = ex(d, t->e[0])->payload;
            bool whole =
                t->ndim ? val_is_local(d, t) && b->local[local].n == t->n : ex_op(d, t->e[0]) == OP_LOCAL;
            if (!whole || b->read_only[local] || reads_local(d, fs.call, local))
                return false;
        } else if (value[i].type == T_RECORD) {
            return false;
        }
        vec_push(&d->run, fs.out, local);
    }
    for (uint32_t k = n; k < d->flat->function[ex(d, fs.call)->payload].nout; k++)
        vec_push(&d->run, fs.out, SKIPPED);
    for (uint32_t i = 0; i < n; i++)
        if (fs.out[i] != SKIPPED)
            slot_assigned(b, fs.out[i], true);
    body_emit(b, fs);
    return true;
}

static bool tuple_assignment(Body *b, Scope s, const Stmt *st)
{
    Dtc *d = b->d;
    uint32_t n = vec_len(st->lhs->arg);
    if (st->rhs->kind != E_CALL)
        return FAIL(d, s, st->rhs->span,
                    "with several variables on the left, the right side must be a function call");
    Val *value = NEW_N(&d->pass, Val, n), *target = NEW_N(&d->pass, Val, n);
    if (!lower_outputs(d, s, st->rhs, n, value))
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (st->lhs->arg[i] && !lower_target(b, s, st->lhs->arg[i], &target[i]))
            return false;
    if (assigned_directly(b, st, target, value, n))
        return true;
    if (!keep_outputs(b, s, st, value, n))
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (st->lhs->arg[i] && !body_assign(b, s, st->lhs->arg[i]->span, &target[i], &value[i]))
            return false;
    return true;
}

/* ---- if, while ----------------------------------------------------------------------------------------- */

FStmt *body_block(Body *b, Scope s, Stmt *const *body, bool *ok)
{
    FStmt *list = NULL, **outer = b->at;
    b->at = &list;
    b->depth++;
    *ok = body_statements(b, s, body) && *ok;
    b->depth--;
    b->at = outer;
    return list;
}

static bool condition(Body *b, Scope s, const Expr *e, Ex *c) { return lower_scalar(b->d, s, e, T_BOOL, c); }

static bool if_statement(Body *b, Scope s, const Stmt *st)
{
    Dtc *d = b->d;
    FStmt fs = { .kind = FS_IF, .span = st->span };
    bool ok = true;
    for (uint32_t i = 0; i < vec_len(st->branch); i++) {
        FBranch br = { 0 };
        if (st->branch[i].cond && !condition(b, s, st->branch[i].cond, &br.cond))
            return false;
        if (br.cond == ex_bool(d, false))
            continue;
        if (br.cond == ex_bool(d, true))
            br.cond = 0;
        if (br.cond == 0 && vec_len(fs.branch) == 0)
            return body_statements(b, s, st->branch[i].body);
        br.body = body_block(b, s, st->branch[i].body, &ok);
        vec_push(&d->run, fs.branch, br);
        if (br.cond == 0)
            break;
    }
    if (vec_len(fs.branch))
        body_emit(b, fs);
    return ok;
}

static bool while_statement(Body *b, Scope s, const Stmt *st)
{
    FStmt fs = { .kind = FS_WHILE, .span = st->span };
    FBranch br = { 0 };
    bool ok = true;
    if (!condition(b, s, st->branch[0].cond, &br.cond))
        return false;
    if (br.cond == ex_bool(b->d, false))
        return true;
    b->loops++;
    br.body = body_block(b, s, st->branch[0].body, &ok);
    b->loops--;
    vec_push(&b->d->run, fs.branch, br);
    body_emit(b, fs);
    return ok;
}

/* ---- for ----------------------------------------------------------------------------------------------- */

typedef struct Search { const char *name; bool found; } Search;

static void find_name(void *data, const char *name)
{
    Search *s = data;
    s->found |= s->name == name;
}

static bool leaves_loop(Stmt *const *body)
{
    for (uint32_t i = 0; i < vec_len(body); i++) {
        if (body[i]->kind == S_BREAK)
            return true;
        bool own = body[i]->kind == S_FOR || body[i]->kind == S_WHILE;
        for (uint32_t k = 0; k < vec_len(body[i]->branch) && !own; k++)
            if (leaves_loop(body[i]->branch[k].body))
                return true;
    }
    return false;
}

static bool for_statement(Body *b, Scope s, const Stmt *st, uint32_t k);

static bool for_body(Body *b, Scope s, const Stmt *st, uint32_t k)
{
    return k + 1 < vec_len(st->iter) ? for_statement(b, s, st, k + 1)
                                     : body_statements(b, s, st->branch[0].body);
}

static bool unrolled(Body *b, Scope s, const Stmt *st, uint32_t k, Val *range)
{
    Dtc *d = b->d;
    if (leaves_loop(st->branch[0].body))
        return FAIL(d, s, st->span,
                    "this loop is unrolled, since %s decides on sizes or runs over a vector; it cannot have "
                    "a break",
                    st->iter[k].name);
    if (range->n > MAX_UNROLLED)
        return FAIL(d, s, st->span, "this loop would be unrolled %u times, more than %d", range->n,
                    MAX_UNROLLED);
    for (uint32_t i = 0; i < range->n; i++) {
        Val x = val_at(d, range, i);
        Env env = { st->iter[k].name, &x, s.env };
        if (!for_body(b, (Scope){ s.inst, s.cls, &env }, st, k))
            return false;
    }
    return true;
}

/* A loop without rounds is not lowered: what it subscripts may be empty. */
static bool no_rounds(Dtc *d, const FStmt *fs)
{
    double from, step, to;
    return ex_is_num(d, fs->from, &from) && ex_is_num(d, fs->step, &step) && ex_is_num(d, fs->to, &to) &&
           (step > 0 ? from > to : from < to);
}

static bool loop(Body *b, Scope s, const Stmt *st, uint32_t k, const Val *bound, uint32_t n)
{
    Dtc *d = b->d;
    FStmt fs = { .kind = FS_FOR,
                 .span = st->span,
                 .from = bound[0].e[0],
                 .step = n == 3 ? bound[1].e[0] : ex_int(d, 1),
                 .to = bound[n - 1].e[0] };
    if (ex_is_zero(d, fs.step))
        return FAIL(d, s, st->span, "the step of a range must not be zero");
    if (no_rounds(d, &fs))
        return true;
    fs.local = body_local(b, st->iter[k].name, T_INT, 0, NULL, C_LOCAL, true);
    Val x = body_value(b, fs.local, T_INT, NULL);
    Env env = { st->iter[k].name, &x, s.env };
    FStmt *list = NULL, **outer = b->at;
    b->at = &list;
    b->depth++;
    b->loops++;
    bool ok = for_body(b, (Scope){ s.inst, s.cls, &env }, st, k);
    b->loops--;
    b->depth--;
    b->at = outer;
    FBranch br = { 0, list };
    vec_push(&d->run, fs.branch, br);
    body_emit(b, fs);
    return ok;
}

static bool for_statement(Body *b, Scope s, const Stmt *st, uint32_t k)
{
    Dtc *d = b->d;
    const Iter *it = &st->iter[k];
    Search search = { it->name, false };
    Val bound[3], range;
    body_decides_sizes(st->branch[0].body, find_name, &search);
    for (uint32_t i = k + 1; i < vec_len(st->iter); i++)
        decides_sizes(st->iter[i].range, false, find_name, &search);
    if (it->range && it->range->kind == E_RANGE && !search.found) {
        uint32_t n = vec_len(it->range->arg);
        bool integers = true;
        for (uint32_t i = 0; i < n; i++) {
            if (!lower(d, s, it->range->arg[i], &bound[i]))
                return false;
            integers = integers && bound[i].type == T_INT && bound[i].ndim == 0;
        }
        if (integers)
            return loop(b, s, st, k, bound, n);
    }
    if (it->range && it->range->kind != E_RANGE && lower_state(d)->constant == 0) {
        Sym sym = { .kind = SYM_NONE };
        if (it->range->kind == E_REF)
            sym = resolve_name(d, s, it->range->part, vec_len(it->range->part), it->range->span, false);
        if (sym.kind != SYM_CLASS) {
            if (!lower(d, s, it->range, &range))
                return false;
            if (range.ndim != 1)
                return FAIL(d, s, it->range->span, "%s runs over a vector; %s is %s", it->name,
                            expr_text(d, it->range), val_text(d, &range));
            if (!keep_outputs(b, s, st, &range, 1))
                return false;
            return unrolled(b, s, st, k, &range);
        }
    }
    return eval_range(d, s, it, st->branch[0].body, &range) && unrolled(b, s, st, k, &range);
}

/* ---- calls --------------------------------------------------------------------------------------------- */

static bool is_warning(Dtc *d, Scope s, const Expr *level)
{
    Val v;
    double x;
    return level && eval(d, s, level, &v) && v.type == T_ENUM && v.ndim == 0 && v.cls &&
           ex_is_num(d, v.e[0], &x) && x >= 1 && strcmp(v.cls->literal[(uint32_t)x - 1], "error") != 0;
}

static bool call_statement(Body *b, Scope s, const Stmt *st)
{
    Dtc *d = b->d;
    const Expr *e = st->lhs;
    FStmt fs = { .kind = FS_ASSERT, .span = st->span };
    const char *name = vec_len(e->part) == 1 ? e->part[0].name : "";
    if (strcmp(name, "assert") == 0) {
        const Expr *cond = argument(e, 0, "condition"), *message = argument(e, 1, "message");
        if (!cond || !message)
            return FAIL(d, s, e->span, "assert needs a condition and a message");
        if (!condition(b, s, cond, &fs.value) || !lower_scalar(d, s, message, T_STRING, &fs.call))
            return false;
        if (fs.value != ex_bool(d, true) && !is_warning(d, s, argument(e, 2, "level")))
            body_emit(b, fs);
        return true;
    }
    if (strcmp(name, "terminate") == 0 || strcmp(name, "reinit") == 0)
        return FAIL(d, s, e->span, "%s stands in equations only", name);
    if (!lower_outputs(d, s, e, 0, NULL))
        return false;
    warning(d, st->span, NULL, "a function called without using its result has no effect");
    return true;
}

static bool statement(Body *b, Scope s, const Stmt *st)
{
    switch (st->kind) {
    case S_EQUAL: return st->lhs->kind == E_TUPLE ? tuple_assignment(b, s, st) : assignment(b, s, st);
    case S_IF: return if_statement(b, s, st);
    case S_FOR: return for_statement(b, s, st, 0);
    case S_WHILE: return while_statement(b, s, st);
    case S_CALL: return call_statement(b, s, st);
    case S_WHEN:
        if (!b->algorithm)
            return FAIL(b->d, s, st->span, "a function cannot have `when`");
        return body_when(b, s, st);
    case S_BREAK:
        if (!b->loops)
            return FAIL(b->d, s, st->span, "`break` leaves a loop, and stands in none");
        body_emit(b, (FStmt){ .kind = FS_BREAK, .span = st->span });
        return true;
    case S_RETURN:
        if (b->algorithm)
            return FAIL(b->d, s, st->span, "`return` stands in functions only");
        body_emit(b, (FStmt){ .kind = FS_RETURN, .span = st->span });
        return true;
    case S_CONNECT: return FAIL(b->d, s, st->span, "connect stands in equations only");
    }
    return false;
}

bool body_statements(Body *b, Scope s, Stmt *const *body)
{
    Lower *l = lower_state(b->d);
    bool ok = true;
    if (vec_len(body) && l->depth >= MAX_DEPTH)
        return FAIL(b->d, s, body[0]->span, "statements are nested deeper than %d levels", MAX_DEPTH);
    l->depth++;
    for (uint32_t i = 0; i < vec_len(body); i++)
        ok = statement(b, s, body[i]) && ok;
    l->depth--;
    return ok;
}
