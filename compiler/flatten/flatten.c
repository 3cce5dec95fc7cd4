/* flatten.c - from the tree of instances to flat variables and equations.
 *
 * The tree is walked four times, in order of declaration:
 *   1 variables    every builtin instance becomes `size` consecutive Vars, so that any expression can be lowered;
 *   2 attributes   start, unit ..., and the values of parameters and constants (attribute.c);
 *   3 equations    bindings of variables, sections (equation.c, when.c), switching elements and automata (element.c);
 *   4 connections  statements met in 3 were gathered as sets, whose equations come last (connect.c).
 * Semantics: Modelica 3.6, chapters 4 (components), 8 (equations), 9 (connections), 10 (arrays).
 *
 * Cost: linear in variables and equations, but for the near-linear union of connection sets.
 * Requires: the tree of instantiate(), free of errors. Ensures: d->flat, each item with its span and instance path;
 * NULL after an error.
 */
#include "flatten.h"
#include "lower.h"

enum { MANY = 1 << 24 };

/* What a component inherits from the record or connector it is a member of. */
typedef struct { Variability variability; Causality causality; bool protected_, final, flow, top; } Prefix;

Var new_var(Flattener *fl, VarInfo v)
{
    Flat *f = fl->f;
    add_variable(fl->d, f, v);
    return vec_len(f->var) - 1;
}

/* name[1,2] of the k-th element, row-major */
static const char *path_of_element(Dtc *d, const Inst *in, uint32_t k)
{
    uint32_t sub[8];
    for (uint32_t i = in->is->ndim; i-- > 0; k /= in->is->dim[i])
        sub[i] = k % in->is->dim[i] + 1;
    char text[8 * 11 + 1];
    int at = 0;
    for (uint32_t i = 0; i < in->is->ndim; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, i ? ",%u" : "%u", sub[i]);
    return internf(d, "%s[%s]", in->path, text);
}

static Prefix prefix_of(const Inst *in, Prefix above)
{
    Prefix p = above;
    if (in->is->variability > p.variability)
        p.variability = in->is->variability;
    if (in->is->causality != C_LOCAL)
        p.causality = in->is->causality;
    p.protected_ |= in->is->protected_;
    p.final |= in->is->final;
    p.flow |= in->is->flow;
    return p;
}

static void builtin_variables(Flattener *fl, Inst *in, Prefix p)
{
    VarInfo v = {
        .path = in->parent ? in->parent->path : "",
        .span = in->is->span,
        .doc = in->is->decl ? in->is->decl->doc : NULL,
        .type = in->is->type,
        .enum_type = in->is->enum_type,
        .variability = p.variability,
        .causality = p.causality,
        .flow = p.flow,
        .protected_ = p.protected_,
        .final = p.final,
        .top_level = p.top && p.causality != C_LOCAL && !(p.protected_ && p.causality == C_INPUT),
    };
    if (v.variability == V_CONT && in->is->type != T_REAL)
        v.variability = V_DISCRETE;
    v.structural = p.variability == V_CONST || (p.variability == V_PARAM && in->is->type == T_STRING);
    v.why = p.variability == V_PARAM && v.structural ? "a text" : NULL;
    if (p.variability < V_PARAM && in->is->type == T_STRING)
        error(fl->d, in->is->span, v.path,
              "a String must be a parameter or a constant: text does not vary in a simulation");
    if (in->is->ndim) {
        FlatArray a = {
            .name = in->path, .ndim = in->is->ndim, .n = in->is->size, .first = vec_len(fl->f->var)
        };
        for (uint32_t i = 0; i < in->is->ndim; i++)
            a.dim[i] = in->is->dim[i];
        v.array = vec_len(fl->f->array);
        vec_push(&fl->d->run, fl->f->array, a);
    }
    in->first = vec_len(fl->f->var);
    for (uint32_t k = 0; k < in->is->size; k++) {
        v.name = in->is->ndim ? path_of_element(fl->d, in, k) : in->path;
        new_var(fl, v);
    }
}

static void make_variables(Flattener *fl, Inst *in, Prefix above)
{
    if (!present(in))
        return;
    if (is_switching(in) && !is_array(in)) {
        switch_variables(fl, in);
        return;
    }
    if (in->first)
        return; /* a place of an automaton */
    Prefix p = in->parent ? prefix_of(in, above) : above;
    if (is_builtin(in)) {
        builtin_variables(fl, in, p);
        return;
    }
    if (in->is->type == T_COMPOSITE && in->parent && !is_connector_class(in))
        p.top = false;
    if (!is_array(in))
        net_variables(fl, in);
    for (uint32_t k = 0; is_array(in) && k < in->is->size; k++)
        make_variables(fl, in->has->elem[k], p);
    for (uint32_t i = 0; !is_array(in) && i < vec_len(in->child); i++)
        make_variables(fl, in->child[i], p);
}

static void make_equations(Flattener *fl, Inst *in)
{
    if (!present(in))
        return;
    if (is_switching(in) && !is_array(in)) {
        switch_equations(fl, in);
        return;
    }
    if (in->is->type != T_COMPOSITE && in->binding)
        flatten_value(fl, in, false);
    if (is_builtin(in))
        return;
    for (uint32_t k = 0; is_array(in) && k < in->is->size; k++)
        make_equations(fl, in->has->elem[k]);
    if (is_array(in))
        return;
    for (uint32_t i = 0; i < vec_len(in->child); i++)
        make_equations(fl, in->child[i]);
    net_transitions(fl, in);
    for (uint32_t i = 0; i < vec_len(in->is->section); i++) {
        const Section *s = in->is->section[i].section;
        Place p = { .scope = { in, in->is->section[i].cls, NULL }, .path = in->path, .initial = s->initial };
        if (s->algorithm)
            flatten_algorithm(fl, &p, s);
        else
            flatten_statements(fl, &p, s->body);
    }
}

/* About so many variables will there be. */
static uint64_t count_variables(const Inst *in)
{
    uint64_t n = 0;
    if (is_builtin(in))
        return in->is->size;
    for (uint32_t k = 0; is_array(in) && k < in->is->size; k++)
        n += count_variables(in->has->elem[k]);
    for (uint32_t i = 0; !is_array(in) && i < vec_len(in->child); i++)
        n += count_variables(in->child[i]);
    return n;
}

static Flat *flat_new(Dtc *d, Inst *root)
{
    Flat *f = d->flat ? d->flat : NEW(&d->run, Flat);
    d->flat = f;
    f->name = root->has->model->name;
    for (Class *c = root->has->model; c && (!f->doc || !*f->doc); c = class_stands_for(d, c))
        f->doc = c->doc;
    f->cls = root->is->cls;
    f->root = root;
    if (!f->var)
        add_variable(d, f, (VarInfo){ .name = "" });
    uint64_t n = count_variables(root);
    flat_reserve(d, f, n < MANY ? (uint32_t)(n + n / 16) : 0); /* later passes add some */
    if (!f->array)
        vec_push(&d->run, f->array, (FlatArray){ .name = "" });
    if (!f->function)
        vec_push(&d->run, f->function, (Function){ .name = "" });
    add_equation(d, f, (Equation){ .removed = true });
    add_initial(d, f, (Equation){ .removed = true });
    vec_push(&d->run, f->sw, (Switch){ .name = "" });
    return f;
}

/* Parameters whose values were used while compiling cannot be changed afterwards. */
static void mark_structural(Flattener *fl, Inst *in)
{
    if (!present(in))
        return;
    for (uint32_t k = 0; is_builtin(in) && in->structural && in->first && k < in->is->size; k++) {
        VarInfo *v = change_variable(fl->f, in->first + k);
        v->structural = true;
        v->why = v->why ? v->why : in->has->why;
    }
    for (uint32_t k = 0; is_array(in) && k < in->is->size; k++)
        mark_structural(fl, in->has->elem[k]);
    for (uint32_t i = 0; !is_builtin(in) && !is_array(in) && i < vec_len(in->child); i++)
        mark_structural(fl, in->child[i]);
}

Flat *flatten(Dtc *d, Inst *root)
{
    uint32_t before = d->errors;
    Flattener fl = { .d = d, .f = flat_new(d, root), .root = root };
    make_variables(&fl, root, (Prefix){ .variability = V_CONT, .top = true });
    flatten_attributes(&fl, root);
    lower_state(d)->entries = &(Entries){ place_entered, &fl };
    if (d->errors == before)
        make_equations(&fl, root);
    if (d->errors == before)
        connect_close(&fl);
    flatten_experiment(&fl);
    mark_structural(&fl, root);
    lower_state(d)->entries = NULL;
    return d->errors == before ? fl.f : NULL;
}
