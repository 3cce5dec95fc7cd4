/* dump_flat.c - --dump=flat: the flat model as legal dtm.
 *
 * Functions first, then one model: variables with their attributes, switching elements and nets as such, equations
 * in order. Names with dots are quoted; arrays stay arrays; enumerations are Integers from here on. Reading the dump
 * and dumping again gives the same text. Cost: the size of the text.
 */
#include <stdlib.h>
#include <string.h>
#include "dump_flat.h"
#include "lower.h"

/* A parameter that is part of the structure is its value, whether or not it was known to be when an expression was
 * read. */
static Ex structural_value(Dtc *d, Ex e, void *data)
{
    const VarInfo *var = data;
    Var v = ex_is_var(d, e);
    if (!v || !var[v].structural || !var[v].binding)
        return 0;
    Ex value = ex_fold(d, var[v].binding);
    return ex_op(d, value) == OP_NUM || ex_op(d, value) == OP_BOOL ? value : 0;
}

static const char *show(Dump *p, Ex e)
{
    e = ex_rewrite(p->d, &p->known, e);
    want_outputs(p, e, false);
    if (p->shares)
        ex_share(p->d, &p->shared, e, true);
    return ex_text(p->d, e);
}

/* A call whose outputs are taken by variables. */
static const char *show_call(Dump *p, Ex call)
{
    call = ex_rewrite(p->d, &p->known, call);
    want_outputs(p, call, true);
    return ex_text_in(p->d, NULL, NULL, call);
}

/* ---- variables ----------------------------------------------------------------------------------------- */

/* An attribute of n variables: name = value, or name = {...}; braces follow the dimensions. */
typedef Ex Attribute(const VarInfo *);
static Ex get_start(const VarInfo *v)   { return v->has_start ? v->start : 0; }
static Ex get_min(const VarInfo *v)     { return v->min; }
static Ex get_max(const VarInfo *v)     { return v->max; }
static Ex get_nominal(const VarInfo *v) { return v->nominal; }
static Ex get_binding(const VarInfo *v) { return v->binding; }

static void braces(Dump *p, Var first, const FlatArray *a, Attribute *get)
{
    for (uint32_t k = 0; k < a->n; k++) {
        uint32_t block = 1;
        for (uint32_t i = a->ndim; i-- > 0;) {
            block *= a->dim[i];
            if (k % block == 0)
                fprintf(p->out, "{");
        }
        fprintf(p->out, "%s", show(p, get(&p->f->var[first + k])));
        block = 1;
        for (uint32_t i = a->ndim; i-- > 0;) {
            block *= a->dim[i];
            if ((k + 1) % block == 0)
                fprintf(p->out, "}");
        }
        if (k + 1 < a->n)
            fprintf(p->out, ", ");
    }
}

static void separate(Dump *p, bool *any)
{
    fprintf(p->out, *any ? ", " : "(");
    *any = true;
}

/* Equal values of all elements are given once. */
static void attribute(Dump *p, Var first, const FlatArray *a, const char *name, Attribute *get, bool *any)
{
    Ex e = get(&p->f->var[first]);
    bool equal = true;
    for (uint32_t k = 1; a && k < a->n; k++)
        equal = equal && get(&p->f->var[first + k]) == e;
    if (equal && !e)
        return;
    separate(p, any);
    fprintf(p->out, "%s%s = ", a && equal ? "each " : "", name);
    if (equal)
        fprintf(p->out, "%s", show(p, e));
    else
        braces(p, first, a, get);
}

static void text_attribute(Dump *p, const FlatArray *a, const char *name, const char *value, bool *any)
{
    if (!value || !*value)
        return;
    separate(p, any);
    fprintf(p->out, "%s%s = %s", a ? "each " : "", name, text_string(p->d, value));
}

static void attributes(Dump *p, Var v, const FlatArray *a)
{
    static const char *const select[] = { NULL, "never", "avoid", "prefer", "always" };
    const VarInfo *x = &p->f->var[v];
    const char *each = a ? "each " : "";
    bool any = false;
    text_attribute(p, a, "quantity", x->quantity, &any);
    text_attribute(p, a, "unit", x->unit, &any);
    text_attribute(p, a, "displayUnit", x->display_unit, &any);
    attribute(p, v, a, "min", get_min, &any);
    attribute(p, v, a, "max", get_max, &any);
    attribute(p, v, a, "start", get_start, &any);
    attribute(p, v, a, "nominal", get_nominal, &any);
    if (x->has_fixed) {
        separate(p, &any);
        fprintf(p->out, "%sfixed = %s", each, x->fixed ? "true" : "false");
    }
    if (x->state_select != SS_DEFAULT) {
        separate(p, &any);
        fprintf(p->out, "%sstateSelect = StateSelect.%s", each, select[x->state_select]);
    }
    if (any)
        fprintf(p->out, ")");
}

/* The call whose first output is the value of the whole array; 0: it is not. */
static Ex array_call(Dump *p, Var v, const FlatArray *a)
{
    Dtc *d = p->d;
    Ex call = p->f->var[v].binding;
    if (ex_op(d, call) != OP_CALL)
        return 0;
    const Function *f = &p->f->function[ex(d, call)->payload];
    const Local *l = &f->local[f->nin];
    if (l->ndim != a->ndim || memcmp(l->dim, a->dim, a->ndim * sizeof *a->dim))
        return 0;
    for (uint32_t k = 1; k < a->n; k++) {
        Ex e = p->f->var[v + k].binding;
        if (!e || ex_op(d, e) != OP_OUT || ex_arg(d, e, 0) != call || ex(d, e)->payload != k + 1)
            return 0;
    }
    return call;
}

static void declaration(Dump *p, Var v, const FlatArray *a)
{
    const VarInfo *x = &p->f->var[v];
    const char *prefix = x->variability == V_CONST                         ? "constant "
                       : x->variability == V_PARAM                         ? "parameter "
                       : x->variability == V_DISCRETE && x->type == T_REAL ? "discrete "
                                                                           : "";
    const char *causality = !x->top_level ? "" : x->causality == C_INPUT ? "input " : "output ";
    fprintf(p->out, "  %s%s%s%s %s%s", x->final && x->variability >= V_PARAM ? "final " : "", prefix,
            causality, type_name(x->type), text_name(p->d, a ? a->name : x->name),
            a ? dims_text(p->d, a->ndim, a->dim) : "");
    attributes(p, v, a);
    if (x->binding) {
        fprintf(p->out, " = ");
        Ex call = a ? array_call(p, v, a) : 0;
        if (call)
            fprintf(p->out, "%s", show_call(p, call));
        else if (a)
            braces(p, v, a, get_binding);
        else
            fprintf(p->out, "%s", show(p, x->binding));
    }
    doc_text(p, x->doc);
    if (x->structural && x->variability == V_PARAM && x->type != T_STRING)
        fprintf(p->out, " annotation(Evaluate = true)");
    fprintf(p->out, ";\n");
}

/* ---- switching elements and nets ----------------------------------------------------------------------- */

static void element_attribute(Dump *p, Var v, const char *name, bool *any)
{
    Eq e = v ? (Eq)map_get(&p->element_equation, v) : 0;
    if (!e)
        return;
    separate(p, any);
    fprintf(p->out, "%s = %s", name, show(p, p->f->eq[e].rhs));
}

static void dump_switch(Dump *p, const Switch *w)
{
    bool any = false;
    fprintf(p->out, "  switching %s", text_name(p->d, w->name));
    element_attribute(p, w->s, "slip", &any);
    element_attribute(p, w->lambda, "torque", &any);
    element_attribute(p, w->gap ? 0 : w->lo, "lower", &any); /* of a contact it is 0 */
    element_attribute(p, w->hi, "upper", &any);
    element_attribute(p, w->slo != w->lo ? w->slo : 0, "static_lower", &any);
    element_attribute(p, w->shi != w->hi ? w->shi : 0, "static_upper", &any);
    element_attribute(p, w->compliance, "compliance", &any);
    element_attribute(p, w->gap, "gap", &any);
    if (w->restitution && !ex_is_zero(p->d, w->restitution))
        fprintf(p->out, ", restitution = %s", show(p, w->restitution));
    if (w->nominal_s && !ex_is_one(p->d, w->nominal_s))
        fprintf(p->out, ", slip_nominal = %s", show(p, w->nominal_s));
    if (w->nominal_lambda && !ex_is_one(p->d, w->nominal_lambda))
        fprintf(p->out, ", torque_nominal = %s", show(p, w->nominal_lambda));
    fprintf(p->out, ");\n");
}

static const char *place_text(Dump *p, const FlatNet *m, uint32_t place)
{
    return text_name(p->d, p->f->var[m->place[place].v].name + strlen(m->name) + 1);
}

static const char *places_text(Dump *p, const FlatNet *m, const uint32_t *place)
{
    const char **names = NULL;
    for (uint32_t i = 0; i < vec_len(place); i++)
        vec_push(&p->d->pass, names, place_text(p, m, place[i]));
    return text_joined(p->d, names, ", ", ", ");
}

static void dump_net(Dump *p, const FlatNet *m)
{
    FILE *o = p->out;
    const char *name = text_name(p->d, m->name);
    bool any = false;
    fprintf(o, "  %s %s\n    place ", m->word ? "automaton" : "net", name);
    for (uint32_t i = 0; i < vec_len(m->place); i++) {
        fprintf(o, "%s%s", i ? ", " : "", place_text(p, m, i));
        if (m->place[i].counts)
            fprintf(o, "(%u)", m->place[i].capacity);
    }
    fprintf(o, ";\n    initial ");
    for (uint32_t i = 0; i < vec_len(m->place); i++) {
        if (!m->place[i].tokens)
            continue;
        fprintf(o, "%s%s", any ? ", " : "", place_text(p, m, i));
        if (m->place[i].tokens > 1)
            fprintf(o, "(%u)", m->place[i].tokens);
        any = true;
    }
    fprintf(o, ";\n");
    for (uint32_t i = 0; i < vec_len(m->transition); i++) {
        const FlatTransition *t = &m->transition[i];
        fprintf(o, "    from %s to %s when %s;\n", places_text(p, m, t->from), places_text(p, m, t->to),
                show(p, t->guard));
    }
    fprintf(o, "  end %s;\n", name);
}

static void dump_variables(Dump *p)
{
    const Flat *f = p->f;
    for (uint32_t i = 0; i < vec_len(f->net); i++)
        dump_net(p, &f->net[i]);
    for (Var v = 1; v < vec_len(f->var); v++) {
        uint32_t sw = (uint32_t)map_get(&p->switch_of, v);
        const FlatArray *a = f->var[v].array ? &f->array[f->var[v].array] : NULL;
        if (sw)
            dump_switch(p, &f->sw[sw]);
        else if (!f->var[v].member && !f->var[v].entered && (!a || v == a->first))
            declaration(p, v, a);
    }
}

/* ---- equations ----------------------------------------------------------------------------------------- */

static void equation(Dump *p, const Equation *e)
{
    fprintf(p->out, "  %s", show(p, e->lhs));
    fprintf(p->out, " = %s;\n", show(p, e->rhs));
}

/* The call of which e is an output, and the output's number from 0; 0: none. */
static Ex output_of(Dtc *d, Ex e, uint32_t *k)
{
    *k = 0;
    if (ex_op(d, e) == OP_CALL)
        return e;
    if (ex_op(d, e) != OP_OUT)
        return 0;
    *k = ex(d, e)->payload - 1;
    return ex_arg(d, e, 0);
}

/* The left sides of n equations are the scalars of one output: a variable or a whole array of the same dimensions. */
static const char *output_target(Dump *p, const Equation *e, const Local *l)
{
    Var v = ex_is_var(p->d, e[0].lhs);
    const FlatArray *a = v && p->f->var[v].array ? &p->f->array[p->f->var[v].array] : NULL;
    if (!l->ndim)
        return show(p, e[0].lhs);
    if (!a || a->first != v || a->ndim != l->ndim || memcmp(a->dim, l->dim, l->ndim * sizeof *l->dim))
        return NULL;
    for (uint32_t i = 1; i < l->n; i++)
        if (ex_is_var(p->d, e[i].lhs) != v + i)
            return NULL;
    return text_name(p->d, a->name);
}

/* Equations that take the outputs of one call: (a, , b) = f(x). Returns how many were written, 0 if they cannot be. */
static uint32_t call_equations(Dump *p, const Equation *e, uint32_t n, uint32_t indent)
{
    Dtc *d = p->d;
    uint32_t k, at = 0, done = 0, offset = 0;
    Ex call = output_of(d, e[0].rhs, &k);
    if (!call)
        return 0;
    const Function *f = &p->f->function[ex(d, call)->payload];
    const char *text = "";
    while (done < n && output_of(d, e[done].rhs, &k) == call)
        done++;
    if (done == 1 && ex_op(d, e[0].rhs) == OP_CALL && !f->local[f->nin].ndim)
        return 0;
    uint32_t last = 0;
    for (uint32_t o = 0; o < f->nout && at < done; o++) {
        const Local *l = &f->local[f->nin + o];
        output_of(d, e[at].rhs, &k);
        if (o)
            text = internf(d, "%s, ", text);
        if (k == offset) {
            if (l->n > done - at)
                return 0;
            for (uint32_t i = 0; i < l->n; i++)
                if (output_of(d, e[at + i].rhs, &k) != call || k != offset + i)
                    return 0;
            const char *target = output_target(p, &e[at], l);
            if (!target)
                return 0;
            text = internf(d, "%s%s", text, target);
            at += l->n;
            last = o;
        }
        offset += l->n;
    }
    if (at < done)
        return 0;
    fprintf(p->out, last ? "%*s(%s)" : "%*s%s", (int)indent, "", text);
    fprintf(p->out, " = %s;\n", show_call(p, call));
    return done;
}

static void dump_equations(Dump *p, const Equation *list)
{
    Equation *e = NULL;
    for (uint32_t i = 1; i < vec_len(list); i++) {
        bool element =
            list[i].kind == EQ_SWITCH || (list[i].path && map_get(&p->element_path, KEY(list[i].path)));
        if (!element && is_of_model(&list[i]))
            vec_push(&p->d->pass, e, list[i]);
    }
    for (uint32_t i = 0; i < vec_len(e);) {
        uint32_t n = call_equations(p, &e[i], vec_len(e) - i, 2);
        if (!n)
            equation(p, &e[i]);
        i += n ? n : 1;
    }
}

static const char *const level[] = { "", ", AssertionLevel.warning", ", AssertionLevel.note" };

static void action(Dump *p, const WhenAction *w)
{
    const char *value = w->value ? show(p, w->value) : "", *message = w->message ? show(p, w->message) : "";
    const char *var = w->var ? show(p, ex_var(p->d, w->var)) : "";
    switch (w->kind) {
    case W_ASSIGN: fprintf(p->out, "    %s = %s;\n", var, value); break;
    case W_REINIT: fprintf(p->out, "    reinit(%s, %s);\n", var, value); break;
    case W_ASSERT: fprintf(p->out, "    assert(%s, %s%s);\n", value, message, level[w->level]); break;
    case W_TERMINATE: fprintf(p->out, "    terminate(%s);\n", message); break;
    }
}

static void actions(Dump *p, const WhenAction *list)
{
    uint32_t n = vec_len(list);
    Equation *e = NEW_N(&p->d->pass, Equation, n + 1); /* the assignments, for calls with several outputs */
    for (uint32_t i = 0; i < n;) {
        uint32_t run = 0;
        for (; i + run < n && list[i + run].kind == W_ASSIGN; run++)
            e[run] = (Equation){ .lhs = ex_var(p->d, list[i + run].var), .rhs = list[i + run].value };
        uint32_t written = run ? call_equations(p, e, run, 4) : 0;
        if (!written)
            action(p, &list[i]);
        i += written ? written : 1;
    }
}

static void dump_when(Dump *p, const When *w)
{
    for (uint32_t i = 0; i < vec_len(w->branch); i++) {
        fprintf(p->out, "  %s %s then\n", i ? "elsewhen" : "when", show(p, w->branch[i].cond));
        actions(p, w->branch[i].action);
    }
    if (vec_len(w->branch))
        fprintf(p->out, "  end when;\n");
}

static void dump_assert(Dump *p, const Assert *a)
{
    const char *cond = show(p, a->cond), *message = show(p, a->message);
    if (!a->terminate)
        fprintf(p->out, "  assert(%s, %s%s);\n", cond, message, level[a->level]);
    else if (ex_op(p->d, a->cond) == OP_BOOL)
        fprintf(p->out, "  terminate(%s);\n", message);
    else
        fprintf(p->out, "  if %s then\n    terminate(%s);\n  end if;\n",
                show(p, ex_un(p->d, OP_NOT, a->cond)), message);
}

/* ---- the model ----------------------------------------------------------------------------------------- */

static void find_elements(Dump *p)
{
    const Flat *f = p->f;
    Arena *a = &p->d->pass;
    for (uint32_t i = 1; i < vec_len(f->sw); i++) {
        map_set(a, &p->switch_of, f->sw[i].s, i);
        map_set(a, &p->element_path, KEY(f->sw[i].name), i);
    }
    for (uint32_t i = 0; i < vec_len(f->net); i++)
        map_set(a, &p->element_path, KEY(f->net[i].name), i + 1);
    for (Eq e = 1; e < vec_len(f->eq); e++) {
        Var v = f->eq[e].kind != EQ_SWITCH ? ex_is_var(p->d, f->eq[e].lhs) : 0;
        if (v && f->var[v].member && f->eq[e].path && map_get(&p->element_path, KEY(f->eq[e].path)))
            map_set(a, &p->element_equation, v, e);
    }
}

static void dump_experiment(Dump *p)
{
    const Flat *f = p->f;
    bool any = f->has_stop || f->has_interval;
    if (!any)
        return;
    fprintf(p->out, "  annotation(experiment(StartTime = %.17g", f->start_time);
    if (f->has_stop)
        fprintf(p->out, ", StopTime = %.17g", f->stop_time);
    if (f->has_interval)
        fprintf(p->out, ", Interval = %.17g", f->interval);
    fprintf(p->out, "));\n");
}

/* Variables for what equations would repeat too often. */
static void dump_shared(Dump *p, bool equations)
{
    for (uint32_t i = 0; i < vec_len(p->shared.list); i++) {
        const char *name =
            text_name(p->d, (const char *)(uintptr_t)map_get(&p->shared.name, p->shared.list[i]));
        if (equations)
            fprintf(p->out, "  %s = %s;\n", name, ex_text_in(p->d, NULL, NULL, p->shared.list[i]));
        else
            fprintf(p->out, "  Real %s;\n", name);
    }
}

static void dump_model(Dump *p)
{
    const Flat *f = p->f;
    fprintf(p->out, "model %s", text_name(p->d, f->name));
    doc_text(p, f->doc);
    fprintf(p->out, "\n");
    dump_variables(p);
    dump_shared(p, false);
    p->shares = true;
    ex_use_names(p->d, &p->shared);
    if (vec_len(f->ieq) > 1)
        fprintf(p->out, "initial equation\n");
    dump_equations(p, f->ieq);
    fprintf(p->out, "equation\n");
    dump_shared(p, true);
    dump_equations(p, f->eq);
    for (uint32_t i = 0; i < vec_len(f->when); i++)
        dump_when(p, &f->when[i]);
    for (uint32_t i = 0; i < vec_len(f->assert); i++)
        dump_assert(p, &f->assert[i]);
    p->shares = false;
    ex_use_names(p->d, NULL);
    dump_experiment(p);
    fprintf(p->out, "end %s;\n", text_name(p->d, f->name));
}

static const char *declared_name(const Flat *f, const VarInfo *x)
{
    return x->array ? f->array[x->array].name : x->member ? x->path : x->name;
}

/* a.b is written 'a.b'. Where a variable is called 'a.b' as well, that one gets quotes around its own: '\'a.b\''. */
static void separate_names(Dtc *d, Flat *f)
{
    Map dotted = { 0 };
    for (Var v = 1; v < vec_len(f->var); v++) {
        const char *name = declared_name(f, &f->var[v]);
        if (!name_is_plain(name) && !name_is_quoted(name))
            map_set(&d->pass, &dotted, KEY(internz(d, text_name(d, name))), 1);
    }
    for (Var v = 1; v < vec_len(f->var); v++) {
        VarInfo *x = change_variable(f, v);
        const char *name = declared_name(f, x);
        if (!x->member && map_get(&dotted, KEY(internz(d, name))))
            x->name = internf(d, "%s%s", text_quoted(d, name), x->name + strlen(name));
    }
    for (uint32_t i = 1; i < vec_len(f->array); i++)
        if (map_get(&dotted, KEY(internz(d, f->array[i].name))))
            f->array[i].name = internz(d, text_quoted(d, f->array[i].name));
}

/* The model is written first, since it tells which functions it needs; they come before it. */
void dump_flat(Dtc *d, Flat *f, FILE *out)
{
    char *model = NULL;
    size_t size = 0;
    Dump p = { .d = d,
               .f = f,
               .shared = { .prefix = "shared" },
               .known = { .fn = structural_value, .data = (void *)(uintptr_t)f->var } };
    p.out = open_memstream(&model, &size);
    if (!p.out)
        return;
    separate_names(d, f);
    find_elements(&p);
    dump_model(&p);
    if (vec_len(p.shared.list)) { /* once more: their declarations come first */
        rewind(p.out);
        dump_model(&p);
    }
    fclose(p.out);
    p.out = out;
    dump_functions(&p);
    fwrite(model, 1, size, out);
    free(model);
}
