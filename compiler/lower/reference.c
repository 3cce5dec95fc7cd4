/* reference.c - component references: from a name with subscripts to variables, values, slices.
 *
 * A reference is walked part by part. What has been reached so far is a slice: one instance, or many where a part was
 * an array of components (a.b, a[2:3].b); the dimensions of the parts add up. Subscripts that vary with time take the
 * whole dimension and choose among its elements at the end. An array of a builtin type is subscripted before its
 * elements are made, so x[i] costs the same in a large array as in a small one.
 */
#include <string.h>
#include "body.h"
#include "lower.h"

typedef struct Slice { uint32_t ndim, dim[MAX_DIM], n; Inst **inst; } Slice;
typedef struct Walk {
    Dtc *d;
    Scope s;
    const Expr *e;
    bool dims_only;                        /* reference_dims: components are no error */
    Slice at;
    Inst *single;                          /* storage of a slice of one */
    Sub vary[MAX_DIM];                     /* per dimension of the slice: SUB_ALL, or SUB_EX to be chosen at the end */
} Walk;

/* ---- values of one instance ---------------------------------------------------------------------------- */

static bool evaluated(const Inst *in)      /* annotation(Evaluate = true) */
{
    return in->is->decl && annotation_says(in->is->decl->annotation, ANNOTATION_Evaluate, false);
}

/* A constant with a unit stays a name until units are checked: a factor of 1 N.m would be gone. */
static bool has_unit(const Inst *in)
{
    for (uint32_t i = 0; in->is->type == T_REAL && i < vec_len(in->is->attr); i++)
        if (strcmp(in->is->attr[i].name, "unit") == 0)
            return true;
    return false;
}

/* Is the value of `in` taken now, rather than its variable? */
static bool by_value(const Lower *l, const Inst *in)
{
    if (in->is->variability < V_PARAM)
        return false;
    return l->constant || (in->is->variability == V_CONST && !has_unit(in)) || in->first == 0 ||
           in->structural || in->is->type == T_STRING || evaluated(in);
}

/* Where only sizes matter: something of the type of `in` that varies. */
static Val stand_in(Dtc *d, const Inst *in)
{
    Ex now = ex_leaf(d, OP_TIME, T_REAL);
    Val v = val_new(d, in->is->type, in->is->enum_type, in->is->ndim, in->is->dim);
    Ex e = in->is->type == T_REAL ? now
         : in->is->type == T_BOOL ? ex_bin(d, OP_GT, now, ex_real(d, 0))
                                  : ex_un(d, OP_INTEGER, now);
    for (uint32_t i = 0; i < v.n; i++)
        v.e[i] = e;
    return v;
}

static bool no_variable(Walk *w, const Inst *in)
{
    Dtc *d = w->d;
    if (lower_state(d)->constant || in->first == 0) {
        error(d, w->e->span, w->s.inst ? w->s.inst->path : NULL,
              "%s must be known while compiling, but %s varies with time", expr_text(d, w->e), in->path);
        if (in->is->span.pos)
            note(d, in->is->span, NULL,
                 "a size, a range or a structural condition can depend on constants and parameters only");
        return false;
    }
    return true;
}

static void remember_parameter(Dtc *d, Inst *in)
{
    Lower *l = lower_state(d);
    if (in->is->variability != V_PARAM || map_get(&l->inst_of_var, in->first))
        return;
    for (uint32_t i = 0; i < in->is->size; i++)
        map_set(&d->tree, &l->inst_of_var, in->first + i, KEY(in));
}

/* in as an array of a builtin type, under the subscripts of part p (or none). */
static bool builtin_value(Walk *w, Inst *in, const Part *p, Val *out)
{
    Dtc *d = w->d;
    Lower *l = lower_state(d);
    Val shape = { .type = in->is->type, .cls = in->is->enum_type, .ndim = in->is->ndim, .n = in->is->size };
    Sub sub[MAX_DIM];
    uint32_t n;
    memcpy(shape.dim, in->is->dim, sizeof shape.dim);
    if (!lower_subscripts(d, w->s, p, &shape, 0, sub, &n))
        return false;
    if (l->shapes && !l->constant && in->is->type != T_STRING &&
        (in->is->type == T_REAL || in->is->variability < V_PARAM)) {
        const Val v = stand_in(d, in);
        *out = n ? val_select(d, &v, 0, sub, n) : v;
        return true;
    }
    if (by_value(l, in)) {
        const Val *v = inst_value(d, w->s, w->e->span, in);
        if (v)
            *out = n ? val_select(d, v, 0, sub, n) : *v;
        return v != NULL;
    }
    if (!no_variable(w, in))
        return false;
    if (l->body && body_reads_instances(l->body)) {
        const Val *v = body_instance(d, l->body, in);
        if (v)
            *out = n ? val_select(d, v, 0, sub, n) : *v;
        return v != NULL;
    }
    remember_parameter(d, in);
    size_t offset = 0;
    bool scalar = true;
    for (uint32_t k = 0; k < n; k++) {
        scalar = scalar && sub[k].kind == SUB_ONE;
        offset = offset * in->is->dim[k] + sub[k].one;
    }
    if (scalar) {
        *out = val_scalar(d, in->is->type, ex_var(d, in->first + (uint32_t)offset));
        out->cls = in->is->enum_type;
        return true;
    }
    Val all = val_new(d, in->is->type, in->is->enum_type, in->is->ndim, in->is->dim);
    for (uint32_t i = 0; i < in->is->size; i++)
        all.e[i] = ex_var(d, in->first + i);
    *out = val_select(d, &all, 0, sub, n);
    return true;
}

static bool record_value(Walk *w, Inst *in, Val *out);

static bool no_value(Walk *w, const Inst *in, const char *path)
{
    const bool connector = in->is->cls->kind == K_CONNECTOR;
    return FAIL(w->d, w->s, w->e->span, "%s is a %s of class %s, not a value%s", path,
                connector ? "connector" : "component", in->is->cls->name,
                connector ? ": connect(a, b) joins connectors" : "");
}

/* All of in, a builtin or a record, also an array of records. */
static bool whole_value(Walk *w, Inst *in, Val *out)
{
    Dtc *d = w->d;
    Part none = { .name = in->is->name, .span = w->e->span };
    if (in->is->type != T_RECORD)
        return in->is->type != T_COMPOSITE ? builtin_value(w, in, &none, out) : no_value(w, in, in->path);
    if (in->is->ndim == 0)
        return record_value(w, in, out);
    if (in->is->size == 0) {
        *out = val_new(d, T_RECORD, in->is->cls, in->is->ndim, in->is->dim);
        return true;
    }
    Val *part = NEW_N(&d->pass, Val, in->is->size);
    for (uint32_t i = 0; i < in->is->size; i++)
        if (!record_value(w, in->has->elem[i], &part[i]))
            return false;
    *out = val_stack(d, part, in->is->size);
    val_split(d, out, in->is->ndim, in->is->dim);
    return true;
}

static bool record_value(Walk *w, Inst *in, Val *out)
{
    Dtc *d = w->d;
    *out = val_new(d, T_RECORD, in->is->cls, 0, NULL);
    uint32_t n = vec_len(in->child);
    out->field = NEW_N(&d->pass, Val, n);
    out->field_name = NEW_N(&d->pass, const char *, n);
    for (uint32_t i = 0; i < n; i++) {
        Inst *child = in->child[i]->todo ? inst_child(d, in, in->child[i]->is->name) : in->child[i];
        if (!child || child->is->absent)
            continue;
        out->field_name[out->nfield] = child->is->name;
        if (!whole_value(w, child, &out->field[out->nfield++]))
            return false;
    }
    return true;
}

/* ---- members ------------------------------------------------------------------------------------------- */

static bool unknown_member(Walk *w, const Inst *in, const Part *p)
{
    Dtc *d = w->d;
    const char **known = NULL;
    for (uint32_t i = 0; i < vec_len(in->child); i++)
        vec_push(&d->pass, known, in->child[i]->is->name);
    const char *near = suggest(d, p->name, known, vec_len(known));
    if (near)
        return FAIL(d, w->s, p->span, "%s (class %s) has no component %s; did you mean %s?", in->path,
                    in->is->cls->name, p->name, near);
    return FAIL(d, w->s, p->span, "%s (class %s) has no component %s", in->path, in->is->cls->name, p->name);
}

static bool is_there(Walk *w, const Inst *in, Span at)
{
    if (!in->is->absent || w->dims_only)
        return true;
    return FAIL(w->d, w->s, at, "%s is a conditional component that is absent here; only connect may name it",
                in->path);
}

static Inst *member_inst(Walk *w, Inst *in, const Part *p)
{
    Dtc *d = w->d;
    Inst *m = inst_child(d, in, p->name);
    if (!m) {
        (void)unknown_member(w, in, p);
        return NULL;
    }
    return is_there(w, m, p->span) ? m : NULL;
}

/* ---- walking ------------------------------------------------------------------------------------------- */

static bool add_dimensions(Walk *w, uint32_t ndim, const uint32_t *dim, const Sub *sub)
{
    Slice *at = &w->at;
    for (uint32_t i = 0; i < ndim; i++) {
        if (sub && sub[i].kind == SUB_ONE)
            continue;
        if (at->ndim == MAX_DIM)
            return FAIL(w->d, w->s, w->e->span, "more than %d dimensions: %s", MAX_DIM,
                        expr_text(w->d, w->e));
        w->vary[at->ndim] = sub && sub[i].kind == SUB_EX ? sub[i] : (Sub){ .kind = SUB_ALL };
        at->dim[at->ndim++] = sub && sub[i].kind == SUB_LIST ? sub[i].n : dim[i];
    }
    return room_for_array(w->d, w->s, w->e->span, at->ndim, at->dim);
}

/* The elements of array a that the subscripts select, appended to *to. */
static void select_elements(Dtc *d, Inst *a, const Sub *sub, Inst ***to)
{
    uint32_t at[MAX_DIM] = { 0 }, number[MAX_DIM], total = 1;
    for (uint32_t i = 0; i < a->is->ndim; i++) {
        number[i] = sub[i].kind == SUB_LIST ? sub[i].n : sub[i].kind == SUB_ONE ? 1 : a->is->dim[i];
        total *= number[i];
    }
    for (uint32_t k = 0; k < total; k++) {
        size_t offset = 0;
        for (uint32_t i = 0; i < a->is->ndim; i++)
            offset = offset * a->is->dim[i] + (sub[i].kind == SUB_LIST  ? sub[i].list[at[i]]
                                               : sub[i].kind == SUB_ONE ? sub[i].one
                                                                        : at[i]);
        vec_push(&d->pass, *to, a->has->elem[offset]);
        for (uint32_t i = a->is->ndim; i-- > 0 && ++at[i] == number[i];)
            at[i] = 0;
    }
}

static bool is_component_array(const Inst *in)
{
    return (in->is->type == T_COMPOSITE || in->is->type == T_RECORD) && in->is->ndim > 0;
}

/* Replaces the slice's arrays of components by their selected elements. */
static bool enter_arrays(Walk *w, const Part *p)
{
    Dtc *d = w->d;
    Inst *first = w->at.inst[0], **next = NULL;
    Val shape = { .ndim = first->is->ndim };
    Sub sub[MAX_DIM];
    uint32_t n;
    memcpy(shape.dim, first->is->dim, sizeof shape.dim);
    if (!lower_subscripts(d, w->s, p, &shape, 0, sub, &n))
        return false;
    for (uint32_t i = 0; i < w->at.n; i++) {
        Inst *a = w->at.inst[i];
        if (a->is->ndim != first->is->ndim ||
            memcmp(a->is->dim, first->is->dim, first->is->ndim * sizeof *a->is->dim) != 0)
            return FAIL(d, w->s, p->span, "%s and %s have unlike sizes, so %s is no array", first->path,
                        a->path, expr_text(d, w->e));
    }
    if (!add_dimensions(w, n, shape.dim, sub))
        return false;
    if (w->at.n == 1 && n == 1 && sub[0].kind == SUB_ONE) {
        w->single = first->has->elem[sub[0].one];
        w->at.inst = &w->single;
        return true;
    }
    for (uint32_t i = 0; i < w->at.n; i++)
        select_elements(d, w->at.inst[i], sub, &next);
    w->at.inst = next;
    w->at.n = vec_len(next);
    return true;
}

/* The slice's instances become their members named p. */
static bool enter_member(Walk *w, const Part *p)
{
    if (w->at.n == 1) {
        Inst *m = member_inst(w, w->at.inst[0], p);
        w->single = m;
        w->at.inst = &w->single;
        return m != NULL;
    }
    Inst **next = NEW_N(&w->d->pass, Inst *, w->at.n);
    for (uint32_t i = 0; i < w->at.n; i++)
        if (!(next[i] = member_inst(w, w->at.inst[i], p)))
            return false;
    w->at.inst = next;
    return true;
}

/* Values of all instances of the slice; its dimensions go in front. */
static bool collect(Walk *w, const Part *p, Val *out)
{
    Dtc *d = w->d;
    bool plain = w->at.ndim == 0;
    if (plain)
        return w->at.inst[0]->is->type == T_RECORD ? whole_value(w, w->at.inst[0], out)
                                                   : builtin_value(w, w->at.inst[0], p, out);
    Val *part = NEW_N(&d->pass, Val, w->at.n);
    for (uint32_t i = 0; i < w->at.n; i++) {
        Inst *in = w->at.inst[i];
        if (!(in->is->type == T_RECORD ? whole_value(w, in, &part[i]) : builtin_value(w, in, p, &part[i])))
            return false;
        if (!val_unify(d, &part[0], &part[i]) || !val_same_shape(&part[0], &part[i]))
            return FAIL(d, w->s, w->e->span, "the elements of %s have unlike types or sizes: %s and %s",
                        expr_text(d, w->e), val_text(d, &part[0]), val_text(d, &part[i]));
    }
    uint32_t dim[2 * MAX_DIM];
    memcpy(dim, w->at.dim, sizeof w->at.dim);
    memcpy(dim + w->at.ndim, part[0].dim, sizeof part[0].dim);
    if (!room_for_array(d, w->s, w->e->span, w->at.ndim + part[0].ndim, dim))
        return false;
    *out = val_stack(d, part, w->at.n);
    val_split(d, out, w->at.ndim, w->at.dim);
    *out = val_select(d, out, 0, w->vary, w->at.ndim);
    return true;
}

static bool finish(Walk *w, const Part *p, Val *out)
{
    Dtc *d = w->d;
    if (w->dims_only) {
        const Inst *in = w->at.n ? w->at.inst[0] : NULL;
        if (in && in->is->type != T_COMPOSITE && in->is->type != T_RECORD) {
            Val shape = { .ndim = in->is->ndim };
            Sub sub[MAX_DIM];
            uint32_t n;
            memcpy(shape.dim, in->is->dim, sizeof shape.dim);
            if (!lower_subscripts(d, w->s, p, &shape, 0, sub, &n) || !add_dimensions(w, n, shape.dim, sub))
                return false;
        }
        *out = (Val){ .type = in ? in->is->type : T_REAL, .ndim = w->at.ndim };
        memcpy(out->dim, w->at.dim, sizeof out->dim);
        return true;
    }
    if (w->at.n == 0) {
        *out = val_new(d, T_REAL, NULL, w->at.ndim, w->at.dim);
        return true;
    }
    const Inst *in = w->at.inst[0];
    if (in->is->type == T_COMPOSITE)
        return no_value(w, in, expr_text(d, w->e));
    return collect(w, p, out);
}

/* From instance `in`, which part i names, to the end of the reference. */
static bool walk_instances(Walk *w, Inst *in, uint32_t i, Val *out)
{
    Dtc *d = w->d;
    uint32_t n = vec_len(w->e->part);
    w->single = in;
    w->at = (Slice){ .n = 1, .inst = &w->single };
    for (;; i++) {
        const Part *p = &w->e->part[i];
        if (w->at.n && is_component_array(w->at.inst[0])) {
            if (!enter_arrays(w, p))
                return false;
        } else if (p->sub && w->at.n &&
                   (w->at.inst[0]->is->type == T_COMPOSITE || w->at.inst[0]->is->type == T_RECORD)) {
            return FAIL(d, w->s, p->span, "%s is not an array, it cannot have subscripts", p->name);
        }
        if (i + 1 >= n || w->at.n == 0)
            return finish(w, p, out);
        const Inst *at = w->at.inst[0];
        const Part *next = &w->e->part[i + 1];
        if (at->is->type != T_COMPOSITE && at->is->type != T_RECORD)
            return FAIL(d, w->s, next->span, "%s is a %s, it has no component %s", at->path,
                        type_text(at->is->type, at->is->enum_type), next->name);
        if (!enter_member(w, next))
            return false;
        if (w->at.inst[0]->is->protected_ && w->at.inst[0]->parent != w->s.inst)
            return FAIL(d, w->s, next->span, "%s is protected in class %s", next->name, at->is->cls->name);
    }
}

/* A value v, which part i names: fields and subscripts. */
static bool walk_value(Walk *w, const Val *v, uint32_t i, Val *out)
{
    Dtc *d = w->d;
    uint32_t n = vec_len(w->e->part), axis = 0;
    *out = *v;
    for (;; i++) {
        const Part *p = &w->e->part[i];
        Sub sub[MAX_DIM];
        uint32_t own;
        if (p->sub) {
            if (!lower_subscripts(d, w->s, p, out, axis, sub, &own))
                return false;
            *out = val_select(d, out, axis, sub, own);
        }
        if (i + 1 >= n)
            return true;
        const Part *next = &w->e->part[i + 1];
        const Val *f = out->type == T_RECORD ? val_field(out, next->name) : NULL;
        if (!f)
            return out->type == T_RECORD ? FAIL(d, w->s, next->span, "record %s has no field %s",
                                                type_text(T_RECORD, out->cls), next->name)
                                         : FAIL(d, w->s, next->span, "%s is %s, it has no component %s",
                                                p->name, val_text(d, out), next->name);
        axis = out->ndim;
        *out = *f;
    }
}

/* ---- constants of packages ----------------------------------------------------------------------------- */

typedef struct ConstantInst { Class *cls; Inst *inst; struct ConstantInst *next; } ConstantInst;

static Inst *constant_instance(Dtc *d, Class *cls, Element *e)
{
    Lower *l = lower_state(d);
    ConstantInst *first = (ConstantInst *)(uintptr_t)map_get(&l->constant_inst, KEY(e));
    for (ConstantInst *c = first; c; c = c->next)
        if (c->cls == cls)
            return c->inst;
    ConstantInst *c = NEW(&d->run, ConstantInst);
    *c = (ConstantInst){ cls, instantiate_component(d, cls, e, (Scope){ NULL, cls, NULL }), first };
    map_set(&d->run, &l->constant_inst, KEY(e), KEY(c));
    return c->inst;
}

static bool lower_element(Walk *w, const Sym *sym, Val *out)
{
    Dtc *d = w->d;
    if (sym->element->variability != V_CONST && sym->element->variability != V_PARAM)
        return FAIL(d, w->s, w->e->span,
                    "%s is no constant, so it cannot be read here without an instance of %s",
                    expr_text(d, w->e), sym->cls->name);
    Inst *in = constant_instance(d, sym->cls, sym->element);
    return in && walk_instances(w, in, sym->used - 1, out);
}

/* ---- names --------------------------------------------------------------------------------------------- */

static bool is_time(const Expr *e)
{
    return vec_len(e->part) == 1 && !e->part[0].sub && strcmp(e->part[0].name, "time") == 0;
}

static bool lower_time(Walk *w, Val *out)
{
    Dtc *d = w->d;
    Lower *l = lower_state(d);
    if (l->constant)
        return FAIL(d, w->s, w->e->span, "time is not known while compiling");
    if (!w->s.inst)
        return FAIL(d, w->s, w->e->span, "a function cannot read time; make it an input");
    Ex t = ex_leaf(d, OP_TIME, T_REAL);
    *out = val_scalar(d, T_REAL, l->body ? body_import(d, l->body, t) : t);
    return true;
}

static bool lower_symbol(Walk *w, const Sym *sym, Val *out)
{
    Dtc *d = w->d;
    switch (sym->kind) {
    case SYM_INST: return is_there(w, sym->inst, w->e->part[0].span) && walk_instances(w, sym->inst, 0, out);
    case SYM_ENV: return walk_value(w, sym->val, 0, out);
    case SYM_ELEMENT: return lower_element(w, sym, out);
    case SYM_CLASS: return FAIL(d, w->s, w->e->span, "%s is a class, not a value", expr_text(d, w->e));
    case SYM_ENUM:
        *out = val_scalar(d, T_ENUM, ex_int(d, sym->ordinal));
        out->cls = sym->cls;
        return true;
    case SYM_NONE: break;
    }
    return false;
}

static bool lower_name(Walk *w, Val *out)
{
    Dtc *d = w->d;
    const Expr *e = w->e;
    uint32_t n = vec_len(e->part);
    Scope s = e->global ? (Scope){ NULL, d->root, NULL } : w->s;
    Sym sym = resolve_name(d, s, e->part, 1, e->span, false);
    if (sym.kind == SYM_INST || sym.kind == SYM_ENV)
        return lower_symbol(w, &sym, out);
    if (sym.kind == SYM_NONE && is_time(e))
        return lower_time(w, out);
    sym = resolve_name(d, s, e->part, n, e->span, true);
    return lower_symbol(w, &sym, out);
}

bool lower_reference(Dtc *d, Scope s, const Expr *e, Val *out)
{
    Walk w = { .d = d, .s = s, .e = e };
    return lower_name(&w, out);
}

bool reference_dims(Dtc *d, Scope s, const Expr *e, Val *out)
{
    Walk w = { .d = d, .s = s, .e = e, .dims_only = true };
    return lower_name(&w, out);
}
