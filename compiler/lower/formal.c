/* formal.c - interfaces of functions and record constructors (Modelica 3.6, 12.2 and 12.6).
 *
 * The members of the class, inherited ones and modifications included, become formals: inputs, outputs, locals. A
 * scalar whose value decides on the size of an array is structural: its argument must be known while compiling. A
 * function is inlined if it only assigns whole variables, one after the other, and does not call itself. Cost: each
 * function once.
 */
#include <string.h>
#include "file_table.h"
#include "formal.h"
#include "resolve.h"

enum { MAX_RECORD_DEPTH = 32 };

static bool add_formals(Dtc *d, Formal **to, Class *c, bool record, uint32_t depth);

/* ---- one formal ---------------------------------------------------------------------------------------- */

static void add_dims(Dtc *d, Formal *f, Expr **dim, Scope scope)
{
    for (uint32_t i = 0; i < vec_len(dim); i++) {
        Dim one = { dim[i], scope };
        vec_push(&d->run, f->dim, one);
    }
}

static bool set_type(Dtc *d, Formal *f, const Member *m, uint32_t depth)
{
    Class *t = m->type ? m->type : resolve_class(d, scope_at(m->owner, NULL), m->e->type, true);
    if (!t)
        return false;
    if (!may_use(d, class_refused(d, t), m->e->span, NULL))
        return false;
    class_flatten(d, t);
    const ClassInfo *info = info_of(d, t);
    add_dims(d, f, m->e->dim, scope_at(m->dim, NULL));
    for (uint32_t i = 0; i < vec_len(info->dims); i++)
        add_dims(d, f, info->dims[i].dim, scope_at(info->dims[i].where, NULL));
    if (info->builtin) {
        f->type = info->builtin->form == CF_ENUM ? T_ENUM : predefined_kind(info->builtin);
        f->cls = f->type == T_ENUM ? info->builtin : NULL;
        return true;
    }
    Class *end = end_of_chain(d, t);
    if (!end || end->kind != K_RECORD) {
        error(d, m->e->span, NULL,
              "%s is of class %s; a function's variables are of a builtin type or a record", m->e->name,
              t->name);
        return false;
    }
    if (depth > MAX_RECORD_DEPTH) {
        error(d, m->e->span, NULL, "record %s holds itself", t->name);
        return false;
    }
    f->type = T_RECORD;
    f->cls = t;
    f->object = end->object != NULL;
    return add_formals(d, &f->field, t, true, depth + 1);
}

static bool add_formal(Dtc *d, Formal **to, const Member *m, bool record, uint32_t depth)
{
    Formal f = { .name = m->e->name, .span = m->e->span, .causality = record ? C_INPUT : m->e->causality };
    f.constant = m->e->variability == V_CONST || (record && m->e->final);
    if (!set_type(d, &f, m, depth))
        return false;
    for (uint32_t i = 0; i < vec_len(m->mod) && !f.value; i++)
        if (m->mod[i].value) {
            f.value = m->mod[i].value;
            f.value_scope = scope_at(m->mod[i].where, NULL);
            if (!f.value_scope.cls)
                f.value_scope.cls = m->owner.cls;
        }
    vec_push(&d->run, *to, f);
    return true;
}

static bool add_formals(Dtc *d, Formal **to, Class *c, bool record, uint32_t depth)
{
    class_flatten(d, c);
    const ClassInfo *info = info_of(d, c);
    if (depth == 0 && !bound_kept(d, c))
        return false;
    for (uint32_t i = 0; i < vec_len(info->member); i++) {
        const Member *m = &info->member[i];
        if (m->e->kind != EL_COMPONENT)
            continue;
        if (!record && !m->protected_ && m->e->causality == C_LOCAL && m->e->variability < V_PARAM) {
            error(d, m->e->span, NULL,
                  "%s is neither input nor output of the function: put `protected` before what is only used "
                  "inside",
                  m->e->name);
            return false;
        }
        if (!add_formal(d, to, m, record, depth))
            return false;
    }
    return true;
}

/* ---- names that decide on sizes ------------------------------------------------------------------------ */

static bool takes_sizes(const Expr *e)
{
    static const char *const name[] = { "zeros", "ones", "fill", "identity", "linspace" };
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        if (vec_len(e->part) == 1 && strcmp(e->part[0].name, name[i]) == 0)
            return true;
    return false;
}

static bool reads_size_only(const Expr *e)
{
    return vec_len(e->part) == 1 &&
           (strcmp(e->part[0].name, "size") == 0 || strcmp(e->part[0].name, "ndims") == 0);
}

void decides_sizes(const Expr *e, bool inside, void (*mark)(void *, const char *), void *data)
{
    if (!e)
        return;
    if (e->kind == E_REF && inside)
        mark(data, e->part[0].name);
    bool sizes = e->kind == E_CALL && takes_sizes(e), call = e->kind == E_CALL,
         fill = sizes && strcmp(e->part[0].name, "fill") == 0;
    for (uint32_t i = 0; i < vec_len(e->part); i++)
        for (uint32_t k = 0; k < vec_len(e->part[i].sub); k++)
            decides_sizes(e->part[i].sub[k], inside || e->part[i].sub[k]->kind == E_RANGE, mark, data);
    for (uint32_t i = call && reads_size_only(e); i < vec_len(e->arg); i++)
        decides_sizes(e->arg[i], inside || e->kind == E_RANGE || (sizes && (i > 0 || !fill)), mark, data);
    for (uint32_t i = 0; i < vec_len(e->named); i++)
        decides_sizes(e->named[i].value, inside, mark, data);
    for (uint32_t i = 0; i < vec_len(e->iter); i++)
        decides_sizes(e->iter[i].range, true, mark, data);
}

/* The range of a for-statement does not count: it can be a loop of the generated code. */
void body_decides_sizes(Stmt *const *body, void (*mark)(void *, const char *), void *data)
{
    for (uint32_t i = 0; i < vec_len(body); i++) {
        const Stmt *s = body[i];
        decides_sizes(s->lhs, false, mark, data);
        decides_sizes(s->rhs, false, mark, data);
        for (uint32_t k = 0; k < vec_len(s->iter); k++)
            if (s->iter[k].range && s->iter[k].range->kind != E_RANGE)
                decides_sizes(s->iter[k].range, true, mark, data);
        for (uint32_t k = 0; k < vec_len(s->branch); k++) {
            decides_sizes(s->branch[k].cond, false, mark, data);
            body_decides_sizes(s->branch[k].body, mark, data);
        }
    }
}

static void mark_formal(void *data, const char *name)
{
    Callee *c = data;
    for (uint32_t i = 0; i < vec_len(c->formal); i++) {
        Formal *f = &c->formal[i];
        if (f->name != name || f->structural || vec_len(f->dim) ||
            (f->type != T_INT && f->type != T_BOOL && f->type != T_ENUM))
            continue;
        f->structural = true;
        if (i >= c->nin && f->value)
            decides_sizes(f->value, true, mark_formal, c);
    }
}

static void mark_structural(Callee *c)
{
    for (uint32_t i = 0; i < vec_len(c->formal); i++) {
        for (uint32_t k = 0; k < vec_len(c->formal[i].dim); k++)
            decides_sizes(c->formal[i].dim[k].e, true, mark_formal, c);
        decides_sizes(c->formal[i].value, false, mark_formal, c);
    }
    body_decides_sizes(c->body, mark_formal, c);
    for (uint32_t i = c->nin; i < c->nin + c->nout; i++)
        c->formal[i].structural = false;
}

static void mark_assigned(Callee *c, const Expr *target)
{
    for (uint32_t i = 0; target->kind == E_TUPLE && i < vec_len(target->arg); i++)
        if (target->arg[i])
            mark_assigned(c, target->arg[i]);
    for (uint32_t i = 0; target->kind == E_REF && i < vec_len(c->formal); i++)
        c->formal[i].assigned |= c->formal[i].name == target->part[0].name;
}

static void find_assigned(Callee *c, Stmt *const *body)
{
    for (uint32_t i = 0; i < vec_len(body); i++) {
        if (body[i]->kind == S_EQUAL)
            mark_assigned(c, body[i]->lhs);
        for (uint32_t k = 0; k < vec_len(body[i]->branch); k++)
            find_assigned(c, body[i]->branch[k].body);
    }
}

/* ---- recursion ----------------------------------------------------------------------------------------- */

typedef struct Reach { Dtc *d; Class *target; Map seen; Class **stack; bool found; } Reach;

static void reach_expression(Reach *r, Scope s, const Expr *e)
{
    if (!e || r->found)
        return;
    if (e->kind == E_CALL) {
        Name n = { .span = e->span };
        for (uint32_t i = 0; i < vec_len(e->part); i++)
            vec_push(&r->d->pass, n.name, e->part[i].name);
        Class *c = vec_len(n.name) == 1 && builtin_find(n.name[0]) ? NULL : resolve_class(r->d, s, n, false);
        if (c && class_origin(c) == class_origin(r->target))
            r->found = true;
        if (c && c->kind == K_FUNCTION && !map_get(&r->seen, KEY(c))) {
            map_set(&r->d->pass, &r->seen, KEY(c), 1);
            vec_push(&r->d->pass, r->stack, c);
        }
    }
    for (uint32_t i = 0; i < vec_len(e->part); i++)
        for (uint32_t k = 0; k < vec_len(e->part[i].sub); k++)
            reach_expression(r, s, e->part[i].sub[k]);
    for (uint32_t i = 0; i < vec_len(e->arg); i++)
        reach_expression(r, s, e->arg[i]);
    for (uint32_t i = 0; i < vec_len(e->named); i++)
        reach_expression(r, s, e->named[i].value);
    for (uint32_t i = 0; i < vec_len(e->iter); i++)
        reach_expression(r, s, e->iter[i].range);
}

static void reach_body(Reach *r, Scope s, Stmt *const *body)
{
    for (uint32_t i = 0; i < vec_len(body) && !r->found; i++) {
        reach_expression(r, s, body[i]->lhs);
        reach_expression(r, s, body[i]->rhs);
        for (uint32_t k = 0; k < vec_len(body[i]->branch); k++) {
            reach_expression(r, s, body[i]->branch[k].cond);
            reach_body(r, s, body[i]->branch[k].body);
        }
    }
}

static const InstSection *algorithm_of(Dtc *d, Class *c)
{
    class_flatten(d, c);
    const ClassInfo *info = info_of(d, c);
    for (uint32_t i = vec_len(info->section); i-- > 0;)
        if (info->section[i].section->algorithm)
            return &info->section[i];
    return NULL;
}

static bool calls_itself(Dtc *d, Class *c)
{
    Reach r = { .d = d, .target = c };
    vec_push(&d->pass, r.stack, c);
    while (vec_len(r.stack) && !r.found) {
        Class *at = vec_pop(r.stack);
        const InstSection *a = algorithm_of(d, at);
        if (a)
            reach_body(&r, (Scope){ NULL, a->cls, NULL }, a->section->body);
    }
    return r.found;
}

/* ---- the function -------------------------------------------------------------------------------------- */

/* Only assignments to whole variables. */
static bool is_simple(const Callee *c)
{
    for (uint32_t i = 0; i < vec_len(c->body); i++) {
        const Stmt *s = c->body[i];
        if (s->kind != S_EQUAL || s->lhs->kind != E_REF || vec_len(s->lhs->part) != 1 || s->lhs->part[0].sub)
            return false;
    }
    return vec_len(c->body) > 0;
}

/* Where calls are inlined (Modelica 3.6, 18.3): here if nothing is said and nothing is lost by it. */
static void read_inlining(Dtc *d, Callee *c, Class *cls, const Class *end)
{
    bool late = annotation_says(end->annotation, ANNOTATION_LateInline, false),
         after = annotation_says(end->annotation, ANNOTATION_InlineAfterIndexReduction, false);
    bool now = annotation_says(end->annotation, ANNOTATION_Inline, vec_len(c->derivation) == 0) && !late &&
               !after && is_simple(c);
    if (c->impure || !(late || after || now) || calls_itself(d, cls))
        return;
    c->inlined = now;
    c->generates_events = annotation_says(end->annotation, ANNOTATION_GenerateEvents, false);
    c->inline_at = late && vec_len(c->derivation) ? INLINE_LATE : now ? INLINE_NOT : INLINE_AFTER_INDEX;
}

static bool read_annotations(Dtc *d, Callee *c, Class *cls)
{
    const Modifier *order = next_annotation(cls->annotation, ANNOTATION_smoothOrder, NULL);
    c->smooth_order = order && order->value && order->value->kind == E_NUM && order->value->is_int
                        ? (int)order->value->integer
                        : -1;
    if (order && order->value && c->smooth_order < 0)
        error(d, order->value->span, NULL, "smoothOrder must be an Integer, 0 or more");
    return read_derivatives(d, c, cls);
}

/* Inputs first, then outputs, then the rest. */
static void sort_formals(Dtc *d, Callee *c, const Formal *all)
{
    const Causality order[] = { C_INPUT, C_OUTPUT, C_LOCAL };
    for (int k = 0; k < 3; k++)
        for (uint32_t i = 0; i < vec_len(all); i++) {
            if (all[i].causality != order[k])
                continue;
            vec_push(&d->run, c->formal, all[i]);
            c->nin += k == 0;
            c->nout += k == 1;
        }
}

static bool in_runtime(const char *name)
{
    static const char *const known[] = { "dtc_table1",     "dtc_table1_line",     "dtc_table1_stairs",
                                         "dtc_table1_der", "dtc_table1_line_der", "dtc_table2",
                                         "dtc_table2_der" };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i], name) == 0)
            return true;
    return false;
}

static bool external_arguments_fit(Dtc *d, const Callee *c, const Class *end)
{
    const Expr *call = end->external_call;
    uint32_t n = 0;
    for (uint32_t i = 0; call && i < vec_len(call->arg); i++) {
        const Expr *a = call->arg[i];
        if (a->kind == E_CALL && reads_size_only(a))
            continue; /* sizes are always passed */
        bool fits =
            a->kind == E_REF && vec_len(a->part) == 1 && n < c->nin && a->part[0].name == c->formal[n].name;
        if (!fits) {
            error(d, a->span, NULL, "the arguments of external function %s must be the inputs in their order",
                  end->external_name);
            return false;
        }
        n++;
    }
    return true;
}

/* Is it the function that reads a table from a file, with inputs of its types? */
static bool reads_file(const Callee *c)
{
    static const TypeKind given[] = { T_BOOL, T_STRING, T_STRING, T_REAL };
    const TypeKind *type = c->nin == 4 ? given : given + 1;
    bool fits = is_file_table(c->external) && (c->nin == 4 || c->nin == 2) && c->nout == 1;

    for (uint32_t i = 0; fits && i < c->nin; i++)
        fits = c->formal[i].type == type[i];
    return fits && c->formal[c->nin].type == T_REAL && vec_len(c->formal[c->nin].dim) == 2;
}

static bool fill_function(Dtc *d, Callee *c, Class *cls, Span at)
{
    Class *end = end_of_chain(d, cls);
    uint32_t sections = 0;
    const InstSection *a = algorithm_of(d, cls);
    for (uint32_t i = 0; i < vec_len(info_of(d, cls)->section); i++)
        sections += info_of(d, cls)->section[i].section->algorithm;
    if (!end)
        return false;
    if (sections > 1) {
        error(d, a->section->span, NULL, "a function has one algorithm section, %s has %u", cls->name,
              sections);
        return false;
    }
    c->impure = cls->impure || end->impure;
    if (!read_annotations(d, c, end))
        return false;
    if (end->external) {
        const char *name = end->external_name ? end->external_name : end->name;
        const Builtin *b = builtin_find(name);
        c->body_scope = end;
        if (!b && known_c(d, c, end))
            return true;
        if (b && end->external_call)
            c->alias = b;
        else
            c->external = name;
        for (uint32_t i = 0; reads_file(c) && i < c->nin; i++)
            c->formal[i].structural = c->formal[i].type != T_REAL;
        if (!c->alias && !in_runtime(name) && !reads_file(c)) {
            error(d, end->external_call ? end->external_call->span : at, NULL,
                  "dtc's runtime has no function %s: generated code calls nothing else", name);
            note(d, end->span, NULL,
                 "write the function as an algorithm; the runtime has dtc_table1 and dtc_table2, and their "
                 "derivatives");
            return false;
        }
        return c->alias || external_arguments_fit(d, c, end);
    }
    if (!a) {
        error(d, at, NULL, "function %s has no algorithm%s", cls->name,
              cls->partial || end->partial ? ": it is partial" : "");
        return false;
    }
    c->body = a->section->body;
    c->body_scope = a->cls;
    read_inlining(d, c, cls, end);
    mark_structural(c);
    find_assigned(c, c->body);
    for (uint32_t i = c->nin; i < c->nin + c->nout; i++) {
        Formal *f = &c->formal[i];
        if (!f->assigned && !f->value && f->type != T_RECORD) {
            error(d, f->span, NULL, "output %s of function %s is assigned nowhere", f->name, cls->name);
            return false;
        }
        f->assigned = true;
    }
    return true;
}

Callee *callee_of(Dtc *d, Scope s, Class *cls, Span at)
{
    Lower *l = lower_state(d);
    Callee *c = (Callee *)(uintptr_t)map_get(&l->callee, KEY(cls));
    if (c)
        return c->valid ? c : NULL;
    if (!may_use(d, class_refused(d, cls), at, s.inst ? s.inst->path : NULL))
        return NULL;
    Class *end = end_of_chain(d, cls);
    if (!end)
        return NULL;
    if (end->kind != K_FUNCTION && end->kind != K_RECORD) {
        error(d, at, s.inst ? s.inst->path : NULL,
              "%s is a class that cannot be called: it is neither a function nor a record", cls->name);
        return NULL;
    }
    c = NEW(&d->run, Callee);
    map_set(&d->run, &l->callee, KEY(cls), KEY(c));
    c->cls = cls;
    c->record = end->kind == K_RECORD;
    Formal *all = NULL;
    if (!add_formals(d, &all, cls, c->record, 0))
        return NULL;
    sort_formals(d, c, all);
    c->valid = c->record || fill_function(d, c, cls, at);
    return c->valid ? c : NULL;
}

/* ---- sizes --------------------------------------------------------------------------------------------- */

static bool shape_of_fields(Dtc *d, const Env *env, const Formal *f, const Val *actual, Span at, Val *out)
{
    uint32_t n = vec_len(f->field);
    out->nfield = n;
    out->field = NEW_N(&d->pass, Val, n);
    const char **name = NEW_N(&d->pass, const char *, n);
    for (uint32_t i = 0; i < n; i++) {
        Val part, *given = actual ? val_field(actual, f->field[i].name) : NULL;
        name[i] = f->field[i].name;
        if (given) { /* without the record's own dimensions */
            part = *given;
            part.ndim -= out->ndim;
            memmove(part.dim, part.dim + out->ndim, part.ndim * sizeof *part.dim);
        }
        if (!formal_shape(d, env, &f->field[i], given ? &part : NULL, at, &out->field[i]))
            return false;
        uint32_t dim[2 * MAX_DIM];
        memcpy(dim, out->dim, sizeof out->dim);
        memcpy(dim + out->ndim, out->field[i].dim, sizeof out->dim);
        if (!room_for_array(d, (Scope){ 0 }, at, out->ndim + out->field[i].ndim, dim))
            return false;
        out->field[i] = val_fill(d, &out->field[i], out->ndim, out->dim);
    }
    out->field_name = name;
    return true;
}

bool formal_shape(Dtc *d, const Env *env, const Formal *f, const Val *actual, Span at, Val *out)
{
    uint32_t dim[MAX_DIM], n = vec_len(f->dim);
    Scope none = { 0 };
    if (n > MAX_DIM)
        return FAIL(d, none, f->span, "%s has more than %d dimensions", f->name, MAX_DIM);
    for (uint32_t i = 0; i < n; i++) {
        const Dim *k = &f->dim[i];
        Scope s = k->scope;
        int64_t size;
        s.env = env;
        if (k->e->kind == E_COLON) {
            if (!actual || i >= actual->ndim)
                return FAIL(d, none, f->span, "the size of %s is open: write it, or give %s a value", f->name,
                            f->name);
            dim[i] = actual->dim[i];
            continue;
        }
        if (!eval_int(d, s, k->e, &size))
            return false;
        if (size < 0 || size > MAX_ELEMENTS)
            return FAIL(d, none, k->e->span, "%lld is no size of an array", (long long)size);
        dim[i] = (uint32_t)size;
    }
    if (!room_for_array(d, none, at, n, dim))
        return false;
    *out = val_new(d, f->type, f->cls, n, dim);
    if (out->n > MAX_LOCAL)
        return FAIL(d, none, f->span, "%s has %u elements; an array of a function has at most %d", f->name,
                    out->n, MAX_LOCAL);
    if (f->type == T_RECORD)
        return shape_of_fields(d, env, f, actual, at, out);
    Ex zero = f->type == T_REAL   ? ex_real(d, 0)
            : f->type == T_BOOL   ? ex_bool(d, false)
            : f->type == T_STRING ? ex_str(d, "")
                                  : ex_int(d, f->type == T_ENUM);
    for (uint32_t i = 0; i < out->n; i++)
        out->e[i] = zero;
    return true;
}

/* ---- arguments ----------------------------------------------------------------------------------------- */

/* A record argument gets the formal's fields in its order and types. */
static bool convert_fields(Dtc *d, const Formal *f, Val *v)
{
    uint32_t n = vec_len(f->field);
    Val *field = NEW_N(&d->pass, Val, n);
    const char **name = NEW_N(&d->pass, const char *, n);
    if (v->nfield != n)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        const Val *g = val_field(v, f->field[i].name);
        if (!g)
            return false;
        field[i] = *g;
        name[i] = f->field[i].name;
        if (f->field[i].type == T_RECORD ? g->type != T_RECORD || !convert_fields(d, &f->field[i], &field[i])
                                         : false)
            return false;
        val_convert(d, &field[i], f->field[i].type);
        if (field[i].type != f->field[i].type)
            return false;
    }
    v->field = field;
    v->field_name = name;
    v->cls = f->cls;
    return true;
}

bool formal_fits(Dtc *d, Scope s, const Formal *f, const Expr *e, const char *function, Val *v, uint32_t *extra)
{
    uint32_t n = vec_len(f->dim);
    val_convert(d, v, f->type);
    bool same =
        v->type == f->type && (f->type != T_ENUM || !v->cls || class_origin(v->cls) == class_origin(f->cls));
    if (!same || (f->type == T_RECORD && !convert_fields(d, f, v)))
        return FAIL(d, s, e->span, "%s of %s expects %s, found %s: %s", f->name, function,
                    type_text(f->type, f->cls), val_text(d, v), expr_text(d, e));
    if (v->ndim < n)
        return FAIL(d, s, e->span, "%s of %s has %u dimension%s, found %s: %s", f->name, function, n,
                    n == 1 ? "" : "s", val_text(d, v), expr_text(d, e));
    *extra = v->ndim - n;
    return true;
}

const Env *env_with(Dtc *d, const Env *env, const char *name, const Val *v)
{
    Env *e = NEW(&d->pass, Env);
    Val *kept = NEW(&d->pass, Val);
    *kept = *v;
    *e = (Env){ name, kept, env };
    return e;
}
