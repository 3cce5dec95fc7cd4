/* attribute.c - part of flatten: attributes of variables, values of parameters, records, the experiment.
 *
 * Values are lowered by lower_bind(), which also takes an element's part of a value that spans an array of components.
 * A record's value goes to its members; those that are parameters get a binding, variables an equation. A member with
 * a value of its own has it from a modification further out (instance.c), and keeps it.
 *
 * Requires: all Vars exist. Ensures: VarInfo's attributes, and the binding of every parameter and constant that has a
 * value.
 */
#include <string.h>
#include "flatten.h"
#include "lower.h"

const Bind *inst_attr(const Inst *in, const char *name)
{
    for (uint32_t i = 0; i < vec_len(in->is->attr); i++)
        if (!strcmp(in->is->attr[i].name, name))
            return &in->is->attr[i];
    return NULL;
}

/* ---- attributes ---------------------------------------------------------------------------------------- */

/* For messages: the component that declares it. */
static const char *owner(const Inst *in) { return in->parent ? in->parent->path : ""; }

static Ex lifted(Dtc *d, TypeKind want, Ex e)
{
    return want == T_REAL && ex_type(d, e) == T_INT ? ex_un(d, OP_REAL, e) : e;
}

/* A scalar spreads over an array; types must fit the attribute. */
static bool attribute_fits(Flattener *fl, const Inst *in, const Bind *b, const Val *v, TypeKind want)
{
    bool type = v->type == want || (want == T_REAL && v->type == T_INT);
    if (!type)
        error(fl->d, b->span, owner(in), "attribute %s of %s has the wrong type", b->name, in->is->name);
    else if (v->ndim && v->n != in->is->size)
        error(fl->d, b->span, owner(in), "attribute %s of %s is %s, but %s has %u elements", b->name,
              in->is->name, val_text(fl->d, v), in->is->name, in->is->size);
    else
        return true;
    return false;
}

/* at: of the member of VarInfo. */
static void set_value(Flattener *fl, Inst *in, const Bind *b, size_t at)
{
    Val v;
    if (!lower_bind(fl->d, in, b, &v) || !attribute_fits(fl, in, b, &v, in->is->type))
        return;
    for (uint32_t k = 0; k < in->is->size; k++) {
        VarInfo *x = change_variable(fl->f, in->first + k);
        *(Ex *)(void *)((char *)x + at) = lifted(fl->d, in->is->type, v.e[v.ndim ? k : 0]);
        x->has_start |= at == offsetof(VarInfo, start);
    }
}

/* The value that an attribute has while compiling; what it reads cannot be changed afterwards. */
static Ex present_value(Flattener *fl, Ex e, Span at)
{
    Var *v = NULL;
    ex_vars(fl->d, e, &v);
    for (uint32_t i = 0; i < vec_len(v); i++) {
        change_variable(fl->f, v[i])->structural = true;
        change_variable(fl->f, v[i])->why = with_place(fl->d, "decides", at);
    }
    return ex_fold(fl->d, e);
}

static void set_fixed(Flattener *fl, Inst *in, const Bind *b, size_t at)
{
    (void)at;
    Val v;
    if (!lower_bind(fl->d, in, b, &v) || !attribute_fits(fl, in, b, &v, T_BOOL))
        return;
    for (uint32_t k = 0; k < in->is->size; k++) {
        Ex e = present_value(fl, v.e[v.ndim ? k : 0], b->span);
        if (ex_op(fl->d, e) != OP_BOOL) {
            error(fl->d, b->span, owner(in), "attribute fixed of %s must be known when the model is compiled",
                  in->is->name);
            return;
        }
        change_variable(fl->f, in->first + k)->fixed = ex(fl->d, e)->payload != 0;
        change_variable(fl->f, in->first + k)->has_fixed = true;
    }
}

static void set_state_select(Flattener *fl, Inst *in, const Bind *b, size_t at)
{
    (void)at;
    static const StateSelect of_literal[] = {
        SS_DEFAULT, SS_NEVER, SS_AVOID, SS_DEFAULT, SS_PREFER, SS_ALWAYS
    };
    Val v;
    if (!lower_bind(fl->d, in, b, &v) || !attribute_fits(fl, in, b, &v, T_ENUM))
        return;
    for (uint32_t k = 0; k < in->is->size; k++) {
        double x;
        if (!ex_is_num(fl->d, present_value(fl, v.e[v.ndim ? k : 0], b->span), &x) || x < 1 || x > 5) {
            error(fl->d, b->span, owner(in),
                  "attribute stateSelect of %s must be known when the model is compiled", in->is->name);
            return;
        }
        change_variable(fl->f, in->first + k)->state_select = of_literal[(int)x];
    }
}

static void set_text(Flattener *fl, Inst *in, const Bind *b, size_t at)
{
    const char *s = NULL;
    if (b->expr->kind == E_STR)
        s = b->expr->str;
    else if (!eval_string(fl->d, bind_scope(in, b), b->expr, &s))
        return;
    for (uint32_t k = 0; k < in->is->size; k++)
        *(const char **)(void *)((char *)change_variable(fl->f, in->first + k) + at) = s;
}

/* What is not in the list (unbounded) says nothing that a pass asks. */
static void set_attribute(Flattener *fl, Inst *in, const Bind *b)
{
    static const struct {
        const char *name;
        void (*set)(Flattener *, Inst *, const Bind *, size_t);
        size_t at;
    } known[] = {
        { "start", set_value, offsetof(VarInfo, start) },
        { "min", set_value, offsetof(VarInfo, min) },
        { "max", set_value, offsetof(VarInfo, max) },
        { "nominal", set_value, offsetof(VarInfo, nominal) },
        { "fixed", set_fixed, 0 },
        { "stateSelect", set_state_select, 0 },
        { "unit", set_text, offsetof(VarInfo, unit) },
        { "displayUnit", set_text, offsetof(VarInfo, display_unit) },
        { "quantity", set_text, offsetof(VarInfo, quantity) },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (*known[i].name == *b->name && !strcmp(known[i].name, b->name)) {
            known[i].set(fl, in, b, known[i].at);
            return;
        }
}

/* ---- values -------------------------------------------------------------------------------------------- */

/* The type that an instance gives a value. */
static Val shape_of(const Inst *in)
{
    Val v = { .type = in->is->type, .cls = in->is->enum_type, .ndim = in->is->ndim, .n = in->is->size };
    memcpy(v.dim, in->is->dim, sizeof v.dim);
    return v;
}

static bool value_fits(Flattener *fl, const Inst *in, const Val *v, const Bind *b)
{
    Val shape = shape_of(in);
    bool fits = values_fit(&shape, v) && !(in->is->type == T_INT && v->type == T_REAL);
    if (!fits)
        error(fl->d, b->span, owner(in), "%s is %s, but its value is %s", in->is->name,
              val_text(fl->d, &shape), val_text(fl->d, v));
    return fits;
}

static void bind_parameter(Flattener *fl, Inst *in, const Val *v)
{
    for (uint32_t k = 0; k < in->is->size; k++) {
        Ex e = lifted(fl->d, in->is->type, v->e[k]);
        change_variable(fl->f, in->first + k)->binding = e;
    }
}

/* The value of a variable is an equation; with one an external input is an ordinary variable, which is said where its
 * own declaration has it. */
static void bind_variable(Flattener *fl, Inst *in, const Val *v, const Bind *b)
{
    const VarInfo *first = in->is->size ? &fl->f->var[in->first] : NULL;
    Val self = shape_of(in);
    self.e = NEW_N(&fl->d->pass, Ex, in->is->size + 1);
    if (first && first->top_level && first->causality == C_INPUT && in->is->decl &&
        in->is->decl->binding == b->expr)
        diag(fl->d, DIAG_REMARK, b->span, owner(in),
             "with this value %s is no input of the model; start = in place of = leaves it one",
             in->is->name);
    for (uint32_t k = 0; k < in->is->size; k++) {
        self.e[k] = ex_var(fl->d, in->first + k);
        if (fl->f->var[in->first + k].causality == C_INPUT)
            change_variable(fl->f, in->first + k)->top_level = false;
    }
    Place p = { .path = owner(in), .modified = in->is->decl && in->is->decl->binding != b->expr };
    equate(fl, &p, &self, v, EQ_BINDING, b->span);
}

/* The part of a value behind its first `lead` dimensions at the row-major position `at`. */
static Val element_value(Dtc *d, const Val *v, uint32_t lead, uint32_t at)
{
    Val r = *v;
    r.ndim = v->ndim - lead;
    r.n = 1;
    for (uint32_t i = 0; i < r.ndim; i++)
        r.n *= r.dim[i] = v->dim[i + lead];
    if (v->type == T_RECORD) {
        r.field = NEW_N(&d->pass, Val, v->nfield + 1);
        for (uint32_t i = 0; i < v->nfield; i++)
            r.field[i] = element_value(d, &v->field[i], lead, at);
    } else {
        r.e = v->e + (size_t)at * r.n;
    }
    return r;
}

/* Hands a value down to the variables of an instance: to its parameters, or to its variables. */
static void bind_members(Flattener *fl, Inst *in, const Val *v, const Bind *b, bool parameters)
{
    if (is_array(in)) {
        if (v->ndim < in->is->ndim || memcmp(v->dim, in->is->dim, in->is->ndim * sizeof *in->is->dim)) {
            error(fl->d, b->span, owner(in), "%s has %u elements, but its value is %s", in->is->name,
                  in->is->size, val_text(fl->d, v));
            return;
        }
        for (uint32_t k = 0; k < in->is->size; k++) {
            Val e = element_value(fl->d, v, in->is->ndim, k);
            bind_members(fl, in->has->elem[k], &e, b, parameters);
        }
    } else if (in->is->type == T_RECORD) {
        if (v->type != T_RECORD) {
            error(fl->d, b->span, owner(in), "%s is a record, but its value is %s", in->is->name,
                  val_text(fl->d, v));
            return;
        }
        for (uint32_t i = 0; i < vec_len(in->child); i++)
            for (uint32_t j = 0; j < v->nfield; j++)
                if (v->field_name[j] == in->child[i]->is->name && !in->child[i]->binding)
                    bind_members(fl, in->child[i], &v->field[j], b, parameters);
    } else if (in->is->size) {
        bool is_parameter = fl->f->var[in->first].variability >= V_PARAM;
        if (is_parameter != parameters || !value_fits(fl, in, v, b))
            return;
        if (parameters)
            bind_parameter(fl, in, v);
        else
            bind_variable(fl, in, v, b);
    }
}

void flatten_value(Flattener *fl, Inst *in, bool parameters)
{
    if (is_builtin(in) && (!in->is->size || (fl->f->var[in->first].variability >= V_PARAM) != parameters))
        return;
    if (!is_builtin(in) && !parameters && in->is->variability >= V_PARAM)
        return;
    Val v;
    if (lower_bind(fl->d, in, in->binding, &v))
        bind_members(fl, in, &v, in->binding, parameters);
}

/* annotation(Evaluate = true): the value is part of the structure */
static bool evaluated(const Inst *in)
{
    return in->is->decl && annotation_says(in->is->decl->annotation, ANNOTATION_Evaluate, false);
}

static void builtin_attributes(Flattener *fl, Inst *in)
{
    for (uint32_t i = 0; i < vec_len(in->is->attr); i++)
        set_attribute(fl, in, &in->is->attr[i]);
    bool evaluate = evaluated(in);
    bool parameter = in->is->size && fl->f->var[in->first].variability >= V_PARAM;
    for (uint32_t k = 0; k < in->is->size; k++) {
        VarInfo *x = change_variable(fl->f, in->first + k);
        if (parameter && (in->structural || evaluate)) {
            x->structural = true;
            x->why = evaluate ? with_place(fl->d, "Evaluate = true", in->is->decl->span) : in->has->why;
        }
        if (parameter && !x->has_fixed)
            x->fixed = true;
    }
}

void flatten_attributes(Flattener *fl, Inst *in)
{
    if (!present(in))
        return;
    if (is_switching(in) && !is_array(in)) {
        switch_bounds(fl, in);
        return;
    }
    if (is_builtin(in))
        builtin_attributes(fl, in);
    for (uint32_t k = 0; is_array(in) && k < in->is->size; k++)
        flatten_attributes(fl, in->has->elem[k]);
    for (uint32_t i = 0; !is_array(in) && i < vec_len(in->child); i++)
        flatten_attributes(fl, in->child[i]);
    if (in->binding && in->is->type != T_COMPOSITE)
        flatten_value(fl, in, true);
}

/* ---- annotation(experiment(StopTime = 10, ...)) -------------------------------------------------------- */

static bool is_one_of(const char *name, const char *const *list, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (strcmp(name, list[i]) == 0)
            return true;
    return false;
}

void flatten_experiment(Flattener *fl)
{
    static const char *const known[] = { "StartTime", "StopTime", "Interval", "NumberOfIntervals",
                                         "Tolerance" };
    const uint32_t n = sizeof known / sizeof *known;
    Flat *f = fl->f;
    Span stop = { 0 };
    f->stop_time = 1;
    f->tolerance = 1e-6;
    const Modifier *a = NULL;
    for (Class *c = fl->root->has->model; c && !a; c = class_stands_for(fl->d, c))
        a = next_annotation(c->annotation, ANNOTATION_experiment, NULL);
    for (uint32_t j = 0; a && j < vec_len(a->sub); j++) {
        const Modifier *m = &a->sub[j];
        const char *near = is_one_of(m->name, known, n) ? NULL : suggest(fl->d, m->name, known, n);
        Ex e;
        if (near)
            warning(fl->d, m->span, NULL, "an experiment has no `%s`; did you mean `%s`?", m->name, near);
        double x;
        if (!m->value || !lower_scalar(fl->d, (Scope){ fl->root, f->cls, NULL }, m->value, T_REAL, &e))
            continue;
        if (!ex_is_num(fl->d, ex_fold(fl->d, e), &x)) {
            error(fl->d, m->value->span, NULL, "%s of the experiment must be a number", m->name);
            continue;
        }
        if (x <= 0 && (!strcmp(m->name, "Interval") || !strcmp(m->name, "Tolerance")))
            error(fl->d, m->value->span, NULL, "%s of the experiment must be positive", m->name);
        if (!strcmp(m->name, "StopTime"))
            stop = m->value->span;
        if (!strcmp(m->name, "StartTime"))
            f->start_time = x;
        else if (!strcmp(m->name, "StopTime"))
            f->stop_time = x, f->has_stop = true;
        else if (!strcmp(m->name, "Interval"))
            f->interval = x, f->has_interval = true;
        else if (!strcmp(m->name, "Tolerance"))
            f->tolerance = x;
    }
    if (f->stop_time < f->start_time && f->has_stop)
        error(fl->d, stop, NULL, "the experiment ends at %g, before it starts at %g", f->stop_time,
              f->start_time);
}
