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

static InstKind kind_new(const char *name, Element *decl, Span span)
{
    return (InstKind){ .name = name, .decl = decl, .span = span, .size = 1, .dim = scalar_dim };
}

static Inst *make_inst(Dtc *d, Inst *parent, const InstKind *is, const char *path)
{
    Inst *in = NEW(&d->run, Inst);
    *in = (Inst){ .parent = parent, .path = path, .is = is, .has = &nothing_more };
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

static const InstKind *shell_kind(Dtc *d, const Member *m)
{
    InstKind k = kind_new(m->e->name, m->e, m->e->span);
    k.inner = m->e->inner;
    k.outer = m->e->outer;
    k.protected_ = m->protected_;
    return kind_kept(d, &k, NULL);
}

static void shell(Dtc *d, Inst *in, Inst *parent, Member *m, Mod *outer, bool bound, Todo *todo)
{
    if (!m->shell)
        m->shell = shell_kind(d, m);
    *todo = (Todo){ .m = m, .outer = outer, .here = parent, .bound = bound };
    *in = (Inst){ .parent = parent,
                  .path = path_below(d, parent, m->e->name),
                  .is = m->shell,
                  .has = &nothing_more,
                  .todo = todo };
}

static void make_nets(Dtc *d, Inst *in, const InstNet *net)
{
    for (uint32_t i = 0; i < vec_len(net); i++) {
        InstNet a = net[i];
        InstKind k = kind_new(a.decl->name, NULL, a.decl->span);
        k.cls = resolver(d)->net[a.decl->automaton];
        k.type = T_COMPOSITE;
        a.inst = make_inst(d, in, kind_kept(d, &k, NULL), internz(d, path_below(d, in, a.decl->name)));
        for (uint32_t j = 0; j < vec_len(a.decl->place); j++) {
            const PlaceName *of = &a.decl->place[j];
            k = kind_new(of->name, NULL, of->span);
            k.cls = predefined_find(d, internz(d, of->number ? "Integer" : "Boolean"));
            k.type = of->number ? T_INT : T_BOOL;
            k.variability = V_DISCRETE;
            Inst *place = make_inst(d, a.inst, kind_kept(d, &k, NULL), path_below(d, a.inst, of->name));
            vec_push(&d->run, a.inst->child, place);
        }
        vec_push(&d->run, inst_more(d, in)->net, a);
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
            vec_push(&d->pass, of[at - 1], m);
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

/* ---- expanding ----------------------------------------------------------------------------------------- */

static void set_prefixes(Inst *in, const Element *e)
{
    const InstKind *up = in->parent ? in->parent->is : NULL;
    InstKind *k = inst_making(in);
    k->decl = (Element *)(uintptr_t)e;
    k->variability = up && up->variability > e->variability ? up->variability : e->variability;
    k->causality = up && up->causality != C_LOCAL && up->type != T_COMPOSITE ? up->causality : e->causality;
    k->flow = e->flow || (up && up->flow);
    k->final = e->final;
    k->inner = e->inner;
    k->outer = e->outer;
}

static void class_prefixes(Inst *in, const Class *c)
{
    InstKind *k = inst_making(in);
    for (uint32_t i = 0; c && c->form == CF_SHORT && i < MAX_NESTING; i++) {
        if (k->causality == C_LOCAL)
            k->causality = c->base_causality;
        k->flow |= c->base_flow;
        c = c->info && vec_len(c->info->base) ? c->info->base[0] : NULL;
    }
}

static void set_class(Inst *in, Class *c, TypeKind type)
{
    inst_making(in)->cls = c;
    inst_making(in)->type = type;
}

/* An outer component of what is checked by itself: as if it were its own. */
static bool stands_for_inner(Dtc *d, const Inst *in)
{
    return d->opt.component && in->parent && !in->parent->parent && in->is->decl->outer && !in->is->inner;
}

/* Where a component is declared that is not of a library: this one, or the innermost one around it. */
static Span typed_at(Dtc *d, const Inst *in)
{
    for (const Inst *p = in; p; p = p->parent) {
        const Source *src = p->is->decl ? source_of(d, p->is->decl->span) : NULL;
        if (src && (src == d->input || src->own))
            return p->is->decl->span;
    }
    return in->is->span;
}

static void find_inner(Dtc *d, Inst *in, const Member *m, Inst *here)
{
    const Mod *list = m->mod;
    Scope s = scope_at(m->owner, here);
    const char *path = in->parent ? in->parent->path : NULL;
    const Inst *root = in;
    for (Inst *p = in->parent; p; root = p, p = p->parent) {
        Inst *c = inst_member(p, in->is->name);
        if (!c || c == in || !c->is->decl || !(c->is->decl->inner || stands_for_inner(d, c)))
            continue;
        inst_more(d, in)->outer_target = c;
        break;
    }
    if (!in->is->inner)
        for (uint32_t i = 0; i < vec_len(list); i++)
            if ((vec_len(list[i].sub) || list[i].value) && first_report(d, list[i].span))
                error(d, list[i].span, path,
                      "`%s` is an outer component: it cannot be modified here; modify its inner one",
                      in->is->name);
    if (in->has->outer_target)
        check_later(d, (Check){ .inner = in->has->outer_target,
                                .where = { s.cls, s.inst, false },
                                .name = m->e->type,
                                .at = in->is->span,
                                .declared = in->has->outer_target->is->span,
                                .element = in->is->name,
                                .path = path });
    if (!in->has->outer_target && stands_for_inner(d, in))
        inst_making(in)->outer = false;
    if (in->has->outer_target || !in->is->outer || !first_report(d, in->is->span))
        return;
    const Class *c = resolve_class(d, scope_at(m->owner, here), m->e->type, true);
    const char *type = c ? class_path(d, c) : name_text(d, in->is->decl->type);
    error(d, typed_at(d, in), path, "there is no inner `%s` around this outer component", in->is->name);
    note(d, root->is->cls ? root->is->cls->span : in->is->span, NULL,
         "add `inner %s %s;` to model `%s`, or to a component around `%s`", type, in->is->name,
         root->is->cls ? root->is->cls->name : "?", path && *path ? path : in->is->name);
}

/* What modifications from outside change nothing of: then all instances have the same attributes. */
static bool attributes_as_declared(const Inst *in, const Todo *t)
{
    for (uint32_t i = 0; i < vec_len(t->outer); i++)
        if (vec_len(t->outer[i].sub) || t->outer[i].redeclare)
            return false;
    return !t->here || t->here == in->parent;
}

/* Its value; instances whose declaration has it share it. */
static void take_binding(Dtc *d, Inst *in, const Member *m, uint32_t nvalue, const Todo *t, uint32_t *rank)
{
    Bind b;
    if (!binding_of(in, m->mod, nvalue, t->here, &b, rank))
        return;
    const Bind *known = t->m->binding;
    const bool same = known && known->expr == b.expr && known->own == b.own &&
                      known->scope.inst == b.scope.inst && known->scope.cls == b.scope.cls &&
                      known->relative == b.relative && known->each == b.each && known->final == b.final &&
                      known->depth == b.depth;
    if (same) {
        in->binding = t->m->binding;
        return;
    }
    in->binding = NEW(&d->tree, Bind);
    *in->binding = b;
    if (!t->outer)
        t->m->binding = in->binding;
}

static void expand_builtin(Dtc *d, Inst *in, Class *c, Class *builtin, const Member *m, uint32_t nvalue, const Todo *t)
{
    InstKind *k = inst_making(in);
    uint32_t rank;
    if (k->size > 1 && bound_reached(d, in, k->size - 1))
        return;
    set_class(in, c, predefined_kind(builtin));
    if (k->type == T_ENUM)
        k->enum_type = builtin;
    if (k->type != T_REAL && k->variability == V_CONT)
        k->variability = V_DISCRETE;
    take_binding(d, in, m, nvalue, t, &rank);
    k->final |= in->binding && in->binding->final;
    const bool declared = attributes_as_declared(in, t);
    k->attr = declared && t->m->attr_known
                ? t->m->attr
                : attributes_of(d, in, builtin, m->mod, info_of(d, c)->attr, t->here);
    if (!declared)
        return;
    t->m->attr = k->attr;
    t->m->attr_known = true;
}

/* Name of element number k. */
static const char *element_path(Dtc *d, const Inst *in, uint32_t k)
{
    uint32_t sub[8];
    char text[128];
    int n = 0;
    for (uint32_t i = in->is->ndim; i-- > 0; k /= in->is->dim[i])
        sub[i] = k % in->is->dim[i] + 1;
    for (uint32_t i = 0; i < in->is->ndim; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%s%u", i ? "," : "[", sub[i]);
    return internf(d, "%s%s]", in->path, text);
}

static void make_elements(Dtc *d, Inst *in, const ClassInfo *info, Mod **outer, bool bound, const Mod *attr_list,
                          Inst *here)
{
    Inst **elem = inst_more(d, in)->elem = NEW_N(&d->tree, Inst *, in->is->size);
    InstKind k = kind_new(in->is->name, in->is->decl, in->is->span);
    k.cls = in->is->cls, k.type = in->is->type;
    k.variability = in->is->variability, k.causality = in->is->causality;
    k.protected_ = in->is->protected_, k.final = in->is->final, k.flow = in->is->flow,
    k.inner = in->is->inner;
    k.each_element = true;
    k.members = info, k.section = info->section;
    const InstKind *is = kind_kept(d, &k, NULL);
    for (uint32_t i = 0; i < in->is->size; i++) {
        if (bound_reached(d, in, 1)) {
            inst_more(d, in)->elem = NULL;
            return;
        }
        Inst *e = elem[i] = make_inst(d, in, is, element_path(d, in, i));
        inst_more(d, e)->index = i;
        if (attr_list) {
            k.attr = attributes_of(d, e, in->is->cls, attr_list, NULL, here);
            e->is = kind_kept(d, &k, e->is);
        }
        make_children(d, e, info, outer, bound);
    }
}

/* Its components, or those of its elements. */
static void make_parts(Dtc *d, Inst *in, const ClassInfo *info, Mod **outer, bool bound, Inst *here)
{
    if (in->is->ndim) {
        make_elements(d, in, info, outer, bound, NULL, here);
        return;
    }
    inst_making(in)->members = info;
    inst_making(in)->section = info->section;
    make_children(d, in, info, outer, bound);
}

static void expand_switching(Dtc *d, Inst *in, Class *c, const Member *m, Inst *here)
{
    Class *law = end_of_chain(d, c);
    uint32_t rank;
    Bind value;
    set_class(in, law, T_COMPOSITE);
    class_flatten(d, law);
    if (binding_of(in, m->mod, UINT32_MAX, here, &value, &rank) && first_report(d, value.span))
        error(d, value.span, in->path, "`%s` is a switching element: it has no value", in->is->name);
    if (!in->is->ndim) {
        inst_making(in)->attr = attributes_of(d, in, law, m->mod, info_of(d, c)->attr, here);
        make_parts(d, in, info_of(d, law), NULL, false, here);
        return;
    }
    Mod *split = mods_join(&d->pass, m->mod, NULL);
    for (uint32_t i = 0; i < vec_len(split); i++)
        split[i].depth += in->is->ndim;
    make_elements(d, in, info_of(d, law), NULL, false, mods_join(&d->pass, split, info_of(d, c)->attr), here);
}

static void refuse_value(Dtc *d, Inst *in)
{
    if (first_report(d, in->binding->span))
        error(d, in->binding->span, in->path,
              "`%s` is a %s: it has no value; modify its parameters: %s(... = ...)", in->is->name,
              class_kind_text(in->is->cls->kind), in->is->name);
    in->binding = NULL;
}

static void expand_composite(Dtc *d, Inst *in, Class *c, const Member *m, uint32_t nvalue, const Todo *t)
{
    uint32_t rank = UINT32_MAX;
    Class *end = end_of_chain(d, c);
    Inst *here = t->here;
    set_class(in, end ? end : c, (end ? end : c)->kind == K_RECORD ? T_RECORD : T_COMPOSITE);
    if (!bounded_nesting(d, in))
        return;
    take_binding(d, in, m, nvalue, t, &rank);
    if (in->binding && in->is->type != T_RECORD)
        refuse_value(d, in);
    bool bound = in->binding || nvalue != UINT32_MAX;
    Mod *list = m->mod, **outer = NULL;
    bool classes = check_names(d, in, c, info_of(d, c), list);
    if (classes) {
        Mod *env = mods_join(&d->run, list, NULL);
        for (uint32_t i = 0; i < vec_len(env); i++) {
            if (env[i].where.here)
                env[i].where = (Where){ env[i].where.cls, here, false };
            env[i].depth += in->is->ndim;
        }
        c = class_copy(d, c, c->enclosing, c->self, mods_join(&d->run, env, info_of(d, c)->env));
        class_flatten(d, c);
        end = end_of_chain(d, c);
        inst_making(in)->cls = end ? end : c;
    }
    const ClassInfo *info = info_of(d, c);
    if (!classes)
        outer = distribute(d, list, info, in->is->ndim, here, in->binding ? rank : UINT32_MAX);
    make_parts(d, in, info, outer, bound, here);
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
    inst_making(in)->absent = !present;
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
    t->outer = mods_join(&d->pass, given, t->outer);
    m->mod = mods_join(&d->pass, given, m->mod);
    check_modifications(d, m->mod, in->path);
}

static bool expand_declared(Dtc *d, Inst *in, Todo *t)
{
    Member m = *t->m;
    if (vec_len(t->outer))
        m.mod = mods_join(&d->pass, t->outer, m.mod);
    m = redeclared(d, m, t->here, in->path);
    if (vec_len(m.mod) > 1)
        check_modifications(d, m.mod, in->path);
    set_prefixes(in, m.e);
    if (!condition(d, in, &m, t->here))
        return true;
    if (!may_use(d, m.e->refused, in->parent ? in->parent->is->span : in->is->span,
                 in->parent ? in->parent->path : NULL))
        return false;
    if (in->is->outer) {
        find_inner(d, in, &m, t->here);
        if (!in->is->inner && in->is->outer)
            return in->has->outer_target != NULL;
    }
    Class *c = type_of(d, t->m, &m, in, t->here);
    if (!c)
        return false;
    class_prefixes(in, c);
    if (!can_be_component(d, in, c, vec_len(m.e->type.name) ? m.e->type.span : in->is->span))
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
        expand_composite(d, in, c, &m, nvalue, t);
    return true;
}

void expand(Dtc *d, Inst *in)
{
    Todo *t = in->todo;
    Resolver *r = resolver(d);
    if (!t)
        return;
    if (t->busy || r->depth >= MAX_NESTING) {
        if (first_report(d, in->is->span))
            error(d, in->is->span, in->parent ? in->parent->path : NULL,
                  t->busy ? "the size, class or condition of `%s` depends on itself"
                          : "the size or condition of `%s` depends on too many others",
                  in->is->name);
        return;
    }
    uint32_t before = d->errors;
    InstKind made = *in->is;
    in->is = &made;
    t->busy = true;
    r->depth++;
    if (r->abort || !expand_declared(d, in, t)) {
        made.absent = true;
        if (d->errors == before && !r->abort && first_report(d, in->is->span))
            error(d, in->is->span, in->parent ? in->parent->path : NULL,
                  "`%s` cannot be made: see the errors before", in->is->name);
    }
    r->depth--;
    in->is = t->m->kind = kind_kept(d, &made, t->m->kind);
    in->todo = NULL;
}

/* Everything below in; recursion is bounded by the nesting of components. */
static void expand_all(Dtc *d, Inst *in)
{
    expand(d, in);
    for (uint32_t k = 0; in->has->elem && k < in->is->size; k++)
        expand_all(d, in->has->elem[k]);
    for (uint32_t i = 0; i < vec_len(in->child); i++)
        expand_all(d, in->child[i]);
}

Inst *instantiate(Dtc *d, Class *model)
{
    uint32_t before = d->errors;
    InstKind is = kind_new(internz(d, ""), NULL, model->span);
    Inst *root = make_inst(d, NULL, &is, is.name);
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
    is.cls = end ? end : model;
    is.type = T_COMPOSITE;
    is.members = info, is.section = info->section;
    root->is = kind_kept(d, &is, NULL);
    inst_more(d, root)->model = model;
    resolver(d)->model = root->is->cls;
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
    InstKind is = kind_new(e->name, m->e, m->e->span);
    in = make_inst(d, NULL, kind_kept(d, &is, NULL), internf(d, "%s.%s", class_path(d, c), e->name));
    Todo *todo = NEW(&d->run, Todo);
    *todo = (Todo){ .m = m, .here = s.inst };
    in->todo = todo;
    if (!s.inst && !s.env)
        map_set(&d->run, known, KEY(e), KEY(in));
    expand_all(d, in);
    return in;
}
