/* instance.c - classes become a tree of instances, one node a component (Modelica 3.6, sections 5.6 and 7).
 *
 * All components of a class are entered by name first, then each is expanded: class, dimensions, value, attributes,
 * components of its own. What an expansion needs of others (the size of an array, a condition) expands those first, so
 * the order of declaration does not matter; a component that needs itself is reported. The flat list of a class's
 * elements is shared by its instances (members.c).
 *
 * Cost: linear in the instances made, plus the modifications. Nesting is bounded by MAX_INSTANCE_DEPTH.
 * Ensures: after instantiate(), no Inst has `todo`. Errors at one place of the source are reported once.
 */
#include <string.h>
#include "resolve.h"
#include "setting.h"
#include "val.h"

static const uint32_t scalar[8];

static Inst *make_inst(Dtc *d, Inst *parent, const char *name, const char *path)
{
    Inst *in = NEW(&d->run, Inst);
    in->parent = parent;
    in->name = name;
    in->path = path;
    in->size = 1;
    in->dim = scalar;
    return in;
}

static const char *path_below(Dtc *d, const Inst *parent, const char *name)
{
    size_t n = parent ? strlen(parent->path) : 0, k = strlen(name);
    if (n == 0)
        return name;
    char *text = arena_alloc(&d->run, n + k + 2);
    memcpy(text, parent->path, n);
    text[n] = '.';
    memcpy(text + n + 1, name, k);
    return text;
}

/* ---- children, to be expanded later -------------------------------------------------------------------- */

static void shell(Dtc *d, Inst *in, Inst *parent, Member *m, Mod *outer, bool bound, Todo *todo)
{
    in->parent = parent;
    in->name = m->e->name;
    in->path = path_below(d, parent, in->name);
    in->size = 1;
    in->dim = scalar;
    in->decl = m->e;
    in->span = m->e->span;
    in->inner = m->e->inner;
    in->outer = m->e->outer;
    in->protected_ = m->protected_;
    *todo = (Todo){ .m = m, .outer = outer, .here = parent, .bound = bound };
    in->todo = todo;
}

static void make_nets(Dtc *d, Inst *in, const InstNet *net)
{
    for (uint32_t i = 0; i < vec_len(net); i++) {
        InstNet a = net[i];
        a.inst = make_inst(d, in, a.decl->name, internz(d, path_below(d, in, a.decl->name)));
        a.inst->cls = resolver(d)->net[a.decl->automaton];
        a.inst->type = T_COMPOSITE;
        a.inst->span = a.decl->span;
        for (uint32_t k = 0; k < vec_len(a.decl->place); k++) {
            const PlaceName *of = &a.decl->place[k];
            Inst *place = make_inst(d, a.inst, of->name, path_below(d, a.inst, of->name));
            place->cls = predefined_find(d, internz(d, of->number ? "Integer" : "Boolean"));
            place->type = of->number ? T_INT : T_BOOL;
            place->variability = V_DISCRETE;
            place->span = of->span;
            vec_push(&d->run, a.inst->child, place);
        }
        vec_push(&d->run, in->net, a);
    }
}

/* Modifications of the members of class c, by index of the member. Those of a record's fields behind its value (rank >
 * binding) have no effect. */
static Mod **distribute(Dtc *d, const Mod *list, const ClassInfo *info, uint32_t more_depth, Inst *here,
                        uint32_t binding)
{
    Mod **of = NULL;
    for (uint32_t i = 0; i < vec_len(list) && i <= binding; i++)
        for (uint32_t k = 0; k < vec_len(list[i].sub); k++) {
            Mod m = mod_part(&list[i], i, &list[i].sub[k], more_depth, here);
            uint32_t at = (uint32_t)map_get(&info->index, KEY(m.name));
            if (!at)
                continue;
            if (!of)
                of = NEW_N(&d->pass, Mod *, vec_len(info->member));
            vec_push(&d->run, of[at - 1], m);
        }
    return of;
}

static void make_children(Dtc *d, Inst *in, const ClassInfo *info, Mod **outer, bool bound)
{
    uint32_t n = 0, all = vec_len(info->member), k = 0;
    for (uint32_t i = 0; i < all; i++)
        n += info->member[i].e->kind == EL_COMPONENT;
    if (bound_reached(d, in, n))
        return;
    Inst *child = NEW_N(&d->tree, Inst, n);
    Todo *todo = NEW_N(&d->pass, Todo, n);
    for (uint32_t i = 0; i < all; i++) {
        Member *m = &info->member[i];
        if (m->e->kind != EL_COMPONENT)
            continue;
        m->child = k;
        shell(d, &child[k], in, m, outer ? outer[i] : NULL, bound, &todo[k]);
        k++;
    }
    if (n)
        in->child = vec_reserve(&d->tree, in->child, sizeof *in->child, n);
    for (uint32_t i = 0; i < n; i++)
        vec_push(&d->tree, in->child, &child[i]);
    in->members = info;
    in->section = info->section;
    make_nets(d, in, info->net);
}

/* The names that modifications from outside use must exist and be public. */
static bool check_names(Dtc *d, const Inst *in, Class *c, const ClassInfo *info, const Mod *list)
{
    bool classes = false;
    for (uint32_t i = 0; i < vec_len(list); i++) {
        for (uint32_t k = 0; k < vec_len(list[i].sub); k++) {
            Mod m = mod_part(&list[i], i, &list[i].sub[k], 0, NULL);
            uint32_t at = (uint32_t)map_get(&info->index, KEY(m.name));
            if (!at) {
                unknown_modifier(d, &m, c, in->path);
            } else if (info->member[at - 1].protected_ && first_report(d, m.span)) {
                error(d, m.span, in->path,
                      "`%s` is protected in `%s`: it can be modified only in classes that extend it", m.name,
                      class_path(d, c));
                note(d, info->member[at - 1].e->span, NULL, "declared here");
            }
        }
        classes = classes || modifies_classes(d, &list[i], c);
    }
    return classes;
}

/* ---- what a component may be --------------------------------------------------------------------------- */

static const char *kind_text(ClassKind k)
{
    static const char *const text[] = { "class",   "model", "block",    "connector", "record",
                                        "package", "type",  "function", "operator" };
    return text[k];
}

static bool can_be_component(Dtc *d, Inst *in, Class *c, Span at)
{
    const char *path = in->parent ? in->parent->path : NULL;
    const Class *k = c;
    if (!may_use(d, class_refused(d, c), in->decl || !c->refused ? at : c->refused->span, path)) {
        (void)first_report(d, in->span); /* told at the first use: of the others there is no more to say */
        return false;
    }
    for (uint32_t i = 0; k && i < MAX_NESTING; i++) {
        if (k->kind == K_PACKAGE || k->kind == K_FUNCTION || k->kind == K_OPERATOR) {
            if (first_report(d, at))
                error(d, at, path,
                      "`%s` is a %s; a component needs a model, block, connector, record or type",
                      class_path(d, c), kind_text(k->kind));
            return false;
        }
        if (k->partial) {
            if (first_report(d, at)) {
                error(d, at, path, "`%s` is partial: it is incomplete and has no instances",
                      class_path(d, k));
                note(d, k->span, NULL, "use a class that extends it%s",
                     in->decl && in->decl->replaceable ? ", or redeclare the component" : "");
            }
            return false;
        }
        k = k->form == CF_SHORT && vec_len(info_of(d, (Class *)(uintptr_t)k)->base) ? k->info->base[0] : NULL;
    }
    return true;
}

static void report_nesting(Dtc *d, const Inst *in)
{
    const char *chain = "";
    const Inst *up = in, *outermost = in;
    for (int i = 0; i < 4 && up; i++, up = up->parent) {
        while (up->parent && up->each_element)
            up = up->parent;
        chain = internf(d, "%s`%s` (%s)", i ? internf(d, "%s in ", chain) : "",
                        up->parent ? up->name : "the model", up->cls ? up->cls->name : "?");
    }
    for (up = in; up; up = up->parent)
        if (up->cls && class_origin(up->cls) == class_origin(in->cls))
            outermost = up;
    error(d, in->span, outermost->path, "`%s` contains itself without end: %s", in->cls->name, chain);
    note(d, in->span, NULL,
         "a component of the class it is in needs a condition that becomes false: ... if n > 0");
}

static bool bounded_nesting(Dtc *d, const Inst *in)
{
    uint32_t depth = 0, same = 0;
    for (const Inst *up = in->parent; up; up = up->parent, depth++)
        same += up->cls && !up->elem && class_origin(up->cls) == class_origin(in->cls);
    if (same < MAX_SAME_CLASS && depth < MAX_INSTANCE_DEPTH)
        return true;
    if (!resolver(d)->abort)
        report_nesting(d, in);
    resolver(d)->abort = true;
    return false;
}

/* ---- expanding ----------------------------------------------------------------------------------------- */

static void set_prefixes(Inst *in, const Element *e)
{
    in->decl = (Element *)(uintptr_t)e;
    in->variability = e->variability;
    if (in->parent && in->parent->variability > in->variability)
        in->variability = in->parent->variability;
    in->causality = e->causality;
    if (in->parent && in->parent->causality != C_LOCAL && in->parent->type != T_COMPOSITE)
        in->causality = in->parent->causality;
    in->flow = e->flow || (in->parent && in->parent->flow);
    in->final = e->final;
    in->inner = e->inner;
    in->outer = e->outer;
}

static void class_prefixes(Inst *in, const Class *c)
{
    for (uint32_t i = 0; c && c->form == CF_SHORT && i < MAX_NESTING; i++) {
        if (in->causality == C_LOCAL)
            in->causality = c->base_causality;
        in->flow |= c->base_flow;
        c = c->info && vec_len(c->info->base) ? c->info->base[0] : NULL;
    }
}

/* An outer component of what is checked by itself: as if it were its own. */
static bool stands_for_inner(Dtc *d, const Inst *in)
{
    return d->opt.component && in->parent && !in->parent->parent && in->decl->outer && !in->inner;
}

/* Where a component is declared that is not of a library: this one, or the innermost one around it. */
static Span typed_at(Dtc *d, const Inst *in)
{
    for (const Inst *p = in; p; p = p->parent) {
        const Source *src = p->decl ? source_of(d, p->decl->span) : NULL;
        if (src && (src == d->input || src->own))
            return p->decl->span;
    }
    return in->span;
}

static void find_inner(Dtc *d, Inst *in, const Member *m, Inst *here)
{
    const Mod *list = m->mod;
    Scope s = scope_at(m->owner, here);
    const char *path = in->parent ? in->parent->path : NULL;
    const Inst *root = in;
    for (Inst *p = in->parent; p; root = p, p = p->parent) {
        Inst *c = inst_member(p, in->name);
        if (!c || c == in || !c->decl || !(c->decl->inner || stands_for_inner(d, c)))
            continue;
        in->outer_target = c;
        break;
    }
    if (!in->inner)
        for (uint32_t i = 0; i < vec_len(list); i++)
            if ((vec_len(list[i].sub) || list[i].value) && first_report(d, list[i].span))
                error(d, list[i].span, path,
                      "`%s` is an outer component: it cannot be modified here; modify its inner one",
                      in->name);
    if (in->outer_target)
        check_later(d, (Check){ .inner = in->outer_target,
                                .where = { s.cls, s.inst, false },
                                .name = m->e->type,
                                .at = in->span,
                                .declared = in->outer_target->span,
                                .element = in->name,
                                .path = path });
    if (!in->outer_target && stands_for_inner(d, in))
        in->outer = false;
    if (in->outer_target || !in->outer || !first_report(d, in->span))
        return;
    const Class *c = resolve_class(d, scope_at(m->owner, here), m->e->type, true);
    const char *type = c ? class_path(d, c) : name_text(d, in->decl->type);
    error(d, typed_at(d, in), path, "there is no inner `%s` around this outer component", in->name);
    note(d, root->cls ? root->cls->span : in->span, NULL,
         "add `inner %s %s;` to model `%s`, or to a component around `%s`", type, in->name,
         root->cls ? root->cls->name : "?", path && *path ? path : in->name);
}

/* Do all attributes read the same in every instance? */
static bool same_everywhere(const Bind *attr)
{
    for (uint32_t i = 0; i < vec_len(attr); i++) {
        const Expr *e = attr[i].expr;
        if (e->kind == E_UNARY)
            e = e->arg[0];
        if (attr[i].scope.inst && e->kind != E_NUM && e->kind != E_STR && e->kind != E_BOOL)
            return false;
    }
    return true;
}

static void expand_builtin(Dtc *d, Inst *in, Class *c, Class *builtin, const Member *m, uint32_t nvalue, const Todo *t)
{
    Inst *here = t->here;
    const ClassInfo *info = info_of(d, c);
    uint32_t rank;
    in->cls = c;
    if (in->size > 1 && bound_reached(d, in, in->size - 1))
        return;
    in->type = predefined_kind(builtin);
    if (in->type == T_ENUM)
        in->enum_type = builtin;
    if (in->type != T_REAL && in->variability == V_CONT)
        in->variability = V_DISCRETE;
    in->binding = binding_of(d, in, m->mod, nvalue, here, &rank);
    if (in->binding && in->binding->final)
        in->final = true;
    if (!t->outer && t->m->attr_known) {
        in->attr = t->m->attr;
        return;
    }
    set_attributes(d, in, builtin, m->mod, info->attr, here);
    if (t->outer || !same_everywhere(in->attr))
        return;
    t->m->attr = in->attr;
    t->m->attr_known = true;
}

static void make_elements(Dtc *d, Inst *in, const ClassInfo *info, Mod **outer, bool bound, const Mod *attr_list,
                          Inst *here)
{
    in->elem = NEW_N(&d->tree, Inst *, in->size);
    for (uint32_t k = 0; k < in->size; k++) {
        if (bound_reached(d, in, 1)) {
            in->elem = NULL;
            return;
        }
        uint32_t sub[8], rest = k;
        char text[128];
        int n = 0;
        for (uint32_t i = in->ndim; i-- > 0; rest /= in->dim[i])
            sub[i] = rest % in->dim[i] + 1;
        for (uint32_t i = 0; i < in->ndim; i++)
            n += snprintf(text + n, sizeof text - (size_t)n, "%s%u", i ? "," : "[", sub[i]);
        Inst *e = make_inst(d, in, in->name, internf(d, "%s%s]", in->path, text));
        e->decl = in->decl;
        e->span = in->span;
        e->cls = in->cls;
        e->type = in->type;
        e->variability = in->variability;
        e->causality = in->causality;
        e->protected_ = in->protected_, e->final = in->final, e->flow = in->flow, e->inner = in->inner;
        e->each_element = true;
        e->index = k;
        in->elem[k] = e;
        if (attr_list)
            set_attributes(d, e, in->cls, attr_list, NULL, here);
        make_children(d, e, info, outer, bound);
    }
}

static void expand_switching(Dtc *d, Inst *in, Class *c, const Member *m, Inst *here)
{
    Class *law = end_of_chain(d, c);
    uint32_t rank;
    in->cls = law;
    in->type = T_COMPOSITE;
    class_flatten(d, law);
    const Bind *value = binding_of(d, in, m->mod, UINT32_MAX, here, &rank);
    if (value && first_report(d, value->span))
        error(d, value->span, in->path, "`%s` is a switching element: it has no value", in->name);
    if (!in->ndim) {
        set_attributes(d, in, law, m->mod, info_of(d, c)->attr, here);
        make_children(d, in, info_of(d, law), NULL, false);
        return;
    }
    Mod *split = mods_join(d, m->mod, NULL);
    for (uint32_t i = 0; i < vec_len(split); i++)
        split[i].depth += in->ndim;
    make_elements(d, in, info_of(d, law), NULL, false, mods_join(d, split, info_of(d, c)->attr), here);
}

static void expand_composite(Dtc *d, Inst *in, Class *c, const Member *m, uint32_t nvalue, Inst *here)
{
    uint32_t rank = UINT32_MAX;
    Class *end = end_of_chain(d, c);
    in->cls = end ? end : c;
    in->type = in->cls->kind == K_RECORD ? T_RECORD : T_COMPOSITE;
    if (!bounded_nesting(d, in))
        return;
    in->binding = binding_of(d, in, m->mod, nvalue, here, &rank);
    if (in->binding && in->type != T_RECORD) {
        if (first_report(d, in->binding->span))
            error(d, in->binding->span, in->path,
                  "`%s` is a %s: it has no value; modify its parameters: %s(... = ...)", in->name,
                  kind_text(in->cls->kind), in->name);
        in->binding = NULL;
    }
    bool bound = in->binding || nvalue != UINT32_MAX;
    Mod *list = m->mod, **outer = NULL;
    bool classes = check_names(d, in, c, info_of(d, c), list);
    if (classes) {
        Mod *env = mods_join(d, list, NULL);
        for (uint32_t i = 0; i < vec_len(env); i++) {
            if (env[i].where.here)
                env[i].where = (Where){ env[i].where.cls, here, false };
            env[i].depth += in->ndim;
        }
        c = class_copy(d, c, c->enclosing, c->self, mods_join(d, env, info_of(d, c)->env));
        class_flatten(d, c);
        end = end_of_chain(d, c);
        in->cls = end ? end : c;
    }
    const ClassInfo *info = info_of(d, c);
    if (!classes)
        outer = distribute(d, list, info, in->ndim, here, in->binding ? rank : UINT32_MAX);
    if (in->ndim)
        make_elements(d, in, info, outer, bound, NULL, here);
    else
        make_children(d, in, info, outer, bound);
}

static Class *type_of(Dtc *d, Member *shared, const Member *m, const Inst *in, Inst *here)
{
    if (m->type)
        return m->type;
    uint32_t before = d->errors;
    Class *c = resolve_class(d, scope_at(m->owner, here), m->e->type, true);
    if (!c || d->errors > before)
        return NULL;
    class_flatten(d, c);
    if (!c->self && shared->e == m->e)
        shared->type = c;
    (void)in;
    return c;
}

static bool condition(Dtc *d, Inst *in, const Member *m, Inst *here)
{
    bool present = true;
    if (m->e->condition && !eval_bool(d, scope_at(m->condition, here), m->e->condition, &present))
        present = false;
    in->absent = !present;
    return present;
}

/* False: nothing more can be said of the component; it counts as absent. */
/* What the command line gives comes first. */
static void take_settings(Dtc *d, Inst *in, const ClassInfo *info, Class *c, Todo *t, Member *m)
{
    const Class *end = info->builtin ? NULL : end_of_chain(d, c);
    if (info->builtin ? is_switching_class(info->builtin) : !end || end->kind != K_RECORD)
        return;
    Mod *given = settings_of(d, in, info->builtin);
    if (!given)
        return;
    t->outer = mods_join(d, given, t->outer);
    m->mod = mods_join(d, given, m->mod);
    check_modifications(d, m->mod, in->path);
}

static bool expand_declared(Dtc *d, Inst *in, Todo *t)
{
    Member m = *t->m;
    if (vec_len(t->outer))
        m.mod = mods_join(d, t->outer, m.mod);
    m = redeclared(d, m, t->here, in->path);
    if (vec_len(m.mod) > 1)
        check_modifications(d, m.mod, in->path);
    set_prefixes(in, m.e);
    if (!condition(d, in, &m, t->here))
        return true;
    if (!may_use(d, m.e->refused, in->parent ? in->parent->span : in->span,
                 in->parent ? in->parent->path : NULL))
        return false;
    if (in->outer) {
        find_inner(d, in, &m, t->here);
        if (!in->inner && in->outer)
            return in->outer_target != NULL;
    }
    Class *c = type_of(d, t->m, &m, in, t->here);
    if (!c)
        return false;
    class_prefixes(in, c);
    if (!can_be_component(d, in, c, vec_len(m.e->type.name) ? m.e->type.span : in->span))
        return false;
    const ClassInfo *info = info_of(d, c);
    take_settings(d, in, info, c, t, &m);
    uint32_t nvalue = t->bound && m.e->variability != V_CONST
                        ? vec_len(t->outer)
                        : UINT32_MAX; /* a record's value hides those in its class */
    if (!dimensions(d, in, &m, nvalue, info, t->here))
        return false;
    if (is_switching_class(c) || (info->builtin && is_switching_class(info->builtin)))
        expand_switching(d, in, c, &m, t->here);
    else if (info->builtin)
        expand_builtin(d, in, c, info->builtin, &m, nvalue, t);
    else
        expand_composite(d, in, c, &m, nvalue, t->here);
    return true;
}

void expand(Dtc *d, Inst *in)
{
    Todo *t = in->todo;
    Resolver *r = resolver(d);
    if (!t)
        return;
    if (t->busy || r->depth >= MAX_NESTING) {
        if (first_report(d, in->span))
            error(d, in->span, in->parent ? in->parent->path : NULL,
                  t->busy ? "the size, class or condition of `%s` depends on itself"
                          : "the size or condition of `%s` depends on too many others",
                  in->name);
        return;
    }
    uint32_t before = d->errors;
    t->busy = true;
    r->depth++;
    if (r->abort || !expand_declared(d, in, t)) {
        in->absent = true;
        if (d->errors == before && !r->abort && first_report(d, in->span))
            error(d, in->span, in->parent ? in->parent->path : NULL,
                  "`%s` cannot be made: see the errors before", in->name);
    }
    r->depth--;
    in->todo = NULL;
}

/* Everything below in; recursion is bounded by the nesting of components. */
static void expand_all(Dtc *d, Inst *in)
{
    expand(d, in);
    for (uint32_t k = 0; in->elem && k < in->size; k++)
        expand_all(d, in->elem[k]);
    for (uint32_t i = 0; i < vec_len(in->child); i++)
        expand_all(d, in->child[i]);
}

Inst *instantiate(Dtc *d, Class *model)
{
    uint32_t before = d->errors;
    Inst *root = make_inst(d, NULL, internz(d, ""), internz(d, ""));
    class_flatten(d, model);
    if (d->errors > before || !can_be_component(d, root, model, model->span))
        return NULL;
    const ClassInfo *info = info_of(d, model);
    if (info->builtin || vec_len(info->dims) || model->kind == K_CONNECTOR) {
        error(d, model->span, NULL, "`%s` is a %s; a model or block is needed", class_path(d, model),
              model->kind == K_CONNECTOR ? "connector" : "type");
        return NULL;
    }
    Class *end = end_of_chain(d, model);
    root->cls = end ? end : model;
    root->model = model;
    root->type = T_COMPOSITE;
    root->span = model->span;
    resolver(d)->model = root->cls;
    d->instance = root; /* as it grows: diagnoses say where the component is declared */
    make_children(d, root, info, NULL, false);
    expand_all(d, root);
    check_constraints(d);
    return d->errors == before ? root : NULL;
}

Inst *instantiate_component(Dtc *d, Class *c, Element *e, Scope s)
{
    Map *known = &info_of(d, c)->constant;
    Inst *in = s.inst || s.env ? NULL : (Inst *)(uintptr_t)map_get(known, KEY(e));
    if (in)
        return in;
    Member *m = member_find(d, c, e->name);
    if (!m || m->e != e) {
        Where w = { c, NULL, true };
        m = NEW(&d->run, Member);
        *m = (Member){ .e = e, .owner = w, .dim = w, .condition = w };
        vec_push(&d->run, m->mod, mod_own(e, w));
    }
    in = make_inst(d, NULL, e->name, internf(d, "%s.%s", class_path(d, c), e->name));
    in->decl = m->e;
    in->span = m->e->span;
    Todo *todo = NEW(&d->run, Todo);
    *todo = (Todo){ .m = m, .here = s.inst };
    in->todo = todo;
    if (!s.inst && !s.env)
        map_set(&d->run, known, KEY(e), KEY(in));
    expand_all(d, in);
    return in;
}
