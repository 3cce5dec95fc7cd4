/* resolve.c - names: members, imports, enclosing classes, packages, components (Modelica 3.6, chapter 5).
 *
 * A simple name is looked up in the innermost class: its members (own ones, then inherited ones), its own imports
 * (qualified ones first), then in the classes around it, up to the first encapsulated one; last among the predefined
 * types. A composite name A.b.c is looked up from the left: first A as a simple name, the rest as members; what the
 * first part means is never revised. Through an instance, its components come first. Member maps make a lookup cost the
 * depth of nesting and inheritance, not the number of elements.
 *
 * Requires: predefined_classes(). Ensures: with `report`, whoever gets nothing has had a diagnosis.
 */
#include <stdlib.h>
#include <string.h>
#include "resolve.h"

#define PATH(s) ((s).inst ? (s).inst->path : NULL)

Resolver *resolver(Dtc *d)
{
    if (!d->resolver)
        d->resolver = NEW(&d->run, Resolver);
    return d->resolver;
}

Class *class_read(Dtc *d, Class *c)
{
    if (c->body.end)
        parse_body(d, c);
    return c;
}

ClassInfo *info_of(Dtc *d, Class *c)
{
    if (!c->info)
        class_read(d, c)->info = NEW(&d->run, ClassInfo);
    return c->info;
}

bool first_report(Dtc *d, Span at)
{
    Map *m = &resolver(d)->reported;
    if (at.pos && map_get(m, at.pos))
        return false;
    if (at.pos)
        map_set(&d->run, m, at.pos, 1);
    return true;
}

/* ---- members ------------------------------------------------------------------------------------------- */

/* Enters elements that were parsed since the last time. */
void map_elements(Dtc *d, Class *c)
{
    ClassInfo *info = info_of(d, c);
    for (; info->mapped < vec_len(c->element); info->mapped++) {
        Element *e = c->element[info->mapped];
        const Element *first = (Element *)(uintptr_t)map_get(&c->member, KEY(e->name));
        info->has_redeclare |= e->redeclare;
        if (e->kind == EL_CLASS)
            info->has_short |= e->replaceable || (e->cls->form == CF_SHORT &&
                                                  (vec_len(e->cls->base_mod) || vec_len(e->cls->base_dim)));
        if (!first) {
            map_set(&d->run, &c->member, KEY(e->name), KEY(e));
        } else if (first != e && first_report(d, e->span)) {
            error(d, e->span, NULL, "`%s` is declared twice in `%s`; rename one of them", e->name,
                  *c->name ? c->name : "the files read");
            note(d, first->span, NULL, "the first declaration");
        }
    }
}

uint32_t walk_begin(Dtc *d) { return ++resolver(d)->walks; }

bool walk_comes(Dtc *d, Class *c, uint32_t walk)
{
    ClassInfo *info = info_of(d, c);
    if (info->walk == walk)
        return false;
    info->walk = walk;
    return true;
}

Element *own_element(Dtc *d, Class *c, const char *name)
{
    Class *o = class_origin(c);
    map_elements(d, o);
    Element *e = (Element *)(uintptr_t)map_get(&o->member, KEY(name));
    if (e || (!o->folder && o != d->root))
        return e;
    if (o == d->root)
        library_find(d, name);
    else
        folder_find(d, o, name);
    map_elements(d, o);
    return (Element *)(uintptr_t)map_get(&o->member, KEY(name));
}

/* An element `redeclare ...` of a class that extends c holds for lookups in c too. */
static bool find_redeclared(Dtc *d, Class *c, const char *name, Found *out)
{
    bool found = false;
    for (Class *up = info_of(d, c)->derived; up; up = info_of(d, up)->derived) {
        Element *e = own_element(d, up, name);
        if (!e || !e->redeclare)
            continue;
        *out = (Found){ e, up, e->protected_ };
        found = true;
    }
    return found;
}

static bool find_along(Dtc *d, Class *c, const char *name, Found *out, uint32_t walk);

static bool find_inherited(Dtc *d, Class *c, const char *name, Found *out, uint32_t walk)
{
    Resolver *r = resolver(d);
    if (r->depth >= MAX_NESTING)
        return false;
    r->depth++;
    class_bases(d, c);
    Class **base = info_of(d, c)->base;
    bool found = false;
    for (uint32_t i = 0; i < vec_len(base) && !found; i++) {
        found = base[i] && find_along(d, base[i], name, out, walk);
        if (found)
            out->protected_ |= base_clause(c, i).protected_;
    }
    r->depth--;
    return found;
}

static bool find_along(Dtc *d, Class *c, const char *name, Found *out, uint32_t walk)
{
    if (!walk_comes(d, c, walk))
        return false;
    if (find_redeclared(d, c, name, out))
        return true;
    Element *e = own_element(d, c, name);
    if (e) {
        *out = (Found){ e, c, e->protected_ };
        return true;
    }
    return find_inherited(d, c, name, out, walk);
}

bool class_find(Dtc *d, Class *c, const char *name, Found *out) { return find_along(d, c, name, out, walk_begin(d)); }

/* Without regard to what derived classes redeclare. */
static bool find_plain(Dtc *d, Class *c, const char *name, Found *out, uint32_t walk)
{
    if (!walk_comes(d, c, walk))
        return false;
    Element *e = own_element(d, c, name);
    if (e) {
        *out = (Found){ e, c, e->protected_ };
        return true;
    }
    class_bases(d, c);
    Class **base = info_of(d, c)->base;
    for (uint32_t i = 0; i < vec_len(base); i++)
        if (base[i] && find_plain(d, base[i], name, out, walk))
            return true;
    return false;
}

Found find_original(Dtc *d, Class *c, const char *name)
{
    Found f = { 0 };
    class_bases(d, c);
    Class **base = info_of(d, c)->base;
    const uint32_t walk = walk_begin(d);
    for (uint32_t i = 0; i < vec_len(base); i++)
        if (base[i] && find_plain(d, base[i], name, &f, walk))
            return f;
    return (Found){ 0 };
}

Class *class_member(Dtc *d, Class *c, const char *name)
{
    Found f;
    return class_find(d, c, internz(d, name), &f) && f.e->kind == EL_CLASS ? member_class(d, f.owner, f.e)
                                                                           : NULL;
}

bool class_is_a(Dtc *d, Class *c, const char *name)
{
    for (uint32_t depth = 0; c && depth < MAX_NESTING; depth++) {
        if (c->form == CF_PREDEFINED || c->enclosing == resolver(d)->predefined)
            return strcmp(c->name, name) == 0;
        class_bases(d, c);
        c = vec_len(info_of(d, c)->base) ? info_of(d, c)->base[0] : NULL;
    }
    return false;
}

/* ---- simple names -------------------------------------------------------------------------------------- */

/* What a member is, seen from inst (may be NULL). */
static Lookup member_lookup(Dtc *d, const Found *f, Inst *inst)
{
    if (f->e->kind == EL_COMPONENT)
        return (Lookup){ .component = *f };
    Class *c = member_class(d, f->owner, f->e);
    return (Lookup){ .cls = c && inst ? bind_class(d, c, inst) : c, .component = *f };
}

/* n[from] ... of class c; a component only as the last part. */
static Lookup walk(Dtc *d, Class *c, Name n, uint32_t from)
{
    Lookup l = { .cls = c };
    for (uint32_t i = from; i < vec_len(n.name); i++) {
        Found f;
        if (!l.cls || !class_find(d, l.cls, n.name[i], &f))
            return (Lookup){ 0 };
        Class *level = l.cls;
        l = member_lookup(d, &f, NULL);
        l.level = level;
    }
    return l;
}

/* Of the first part of n that is nothing: what is near it where it was looked for. */
static const char *similar_import(Dtc *d, Name n)
{
    Class *in = d->root;
    uint32_t i = *n.name[0] ? 0 : 1;
    for (Found f; i < vec_len(n.name) && class_find(d, in, n.name[i], &f); i++) {
        Lookup l = member_lookup(d, &f, NULL);
        if (!l.cls)
            return "";
        in = l.cls;
    }
    static const char *const top[] = { LIBRARY, "Modelica" }; /* read when they are asked for */
    const char *near = in == d->root && i < vec_len(n.name) ? suggest(d, n.name[i], top, 2) : NULL;
    if (near)
        return internf(d, "; did you mean `%s`?", near);
    return i < vec_len(n.name) ? similar_member(d, in, n.name[i]) : "";
}

Lookup import_one(Dtc *d, const Import *im, Name n)
{
    Lookup l = walk(d, d->root, n, *n.name[0] ? 0 : 1);
    l.failed = !l.cls && !l.component.e;
    if (l.failed && first_report(d, im->span))
        error(d, im->span, NULL, "nothing is named `%s`; an import gives the full name, from the top%s",
              name_text(d, n), similar_import(d, n));
    return l;
}

static Lookup look_in_imports(Dtc *d, Class *c, const char *name)
{
    const Class *o = class_origin(c);
    Lookup found = { 0 };
    for (uint32_t i = 0; i < vec_len(o->import); i++) {
        const Import *im = &o->import[i];
        if (im->kind == IMPORT_WILD)
            continue;
        const char *as = im->kind == IMPORT_RENAME ? im->alias : vec_last(im->name.name);
        if (as == name)
            return import_one(d, im, im->name);
    }
    const Import *first = NULL;
    for (uint32_t i = 0; i < vec_len(o->import); i++) {
        const Import *im = &o->import[i];
        Found f;
        if (im->kind != IMPORT_WILD || vec_len(im->name.name) == 0)
            continue;
        Lookup package = import_one(d, im, im->name);
        if (!package.cls || !class_find(d, package.cls, name, &f) || f.protected_)
            continue;
        if (found.component.e && found.component.e != f.e && first_report(d, im->span)) {
            error(d, im->span, NULL,
                  "`%s` comes from two imports; import the one that is meant by its full name", name);
            note(d, first->span, NULL, "the other one");
        }
        if (!first)
            found = member_lookup(d, &f, NULL), first = im;
    }
    return found;
}

Inst *inst_member(const Inst *in, const char *name)
{
    const ClassInfo *info = in->is->members;
    uint32_t at = info ? (uint32_t)map_get(&info->index, KEY(name)) : 0;
    if (at && info->member[at - 1].e->kind == EL_COMPONENT)
        return in->child[info->member[at - 1].child];
    for (uint32_t i = 0; !info && i < vec_len(in->child); i++)
        if (in->child[i]->is->name == name)
            return in->child[i];
    for (uint32_t i = 0; i < vec_len(in->has->net); i++)
        if (in->has->net[i].decl->name == name)
            return in->has->net[i].inst;
    return NULL;
}

/* A component of the instance that is a member of c: c may be only a base class of the instance's class. */
static Inst *component_of(Dtc *d, Inst *inst, Class *c, const char *name)
{
    Found f;
    Inst *child = inst ? inst_member(inst, name) : NULL;
    if (!child || !child->is->decl || class_origin(c) == class_origin(inst->is->cls))
        return child;
    return class_find(d, c, name, &f) && f.e->kind == EL_COMPONENT ? child : NULL;
}

static bool look_in_class(Dtc *d, Class *c, Inst *inst, const char *name, bool inherited, Lookup *l)
{
    Found f;
    Inst *child = component_of(d, inst, c, name);
    if (child)
        *l = (Lookup){ .inst = child };
    else if (inherited && class_find(d, c, name, &f))
        *l = member_lookup(d, &f, inst);
    else if (!inherited && (f.e = own_element(d, c, name)) != NULL)
        *l = member_lookup(d, &(Found){ f.e, c, f.e->protected_ }, inst);
    else
        *l = look_in_imports(d, c, name);
    l->level = c;
    return l->inst || l->cls || l->component.e || l->failed;
}

/* a simple name; inherited = false: not what s.cls itself inherits */
Lookup look_up_name(Dtc *d, Scope s, const char *name, bool inherited)
{
    Lookup l = { 0 };
    Inst *inst = s.inst;
    for (Class *c = s.cls; c; inst = c->self, c = c->enclosing) {
        if (look_in_class(d, c, inst, name, inherited || c != s.cls, &l)) {
            l.enclosing = c != s.cls;
            return l;
        }
        if (c->encapsulated)
            break;
    }
    return (Lookup){ .cls = predefined_find(d, name) };
}

/* ---- instances ----------------------------------------------------------------------------------------- */

/* What a reference to `in` means: for an outer component, also one that is inner as well, the inner one further out. */
Inst *inst_stands_for(Dtc *d, Inst *in)
{
    expand(d, in);
    if (in->has->outer_target) {
        in = in->has->outer_target;
        expand(d, in);
    }
    return in;
}

Inst *inst_child(Dtc *d, Inst *inst, const char *name)
{
    expand(d, inst);
    Inst *child = inst_member(inst, internz(d, name));
    return child ? inst_stands_for(d, child) : NULL;
}

/* ---- classes ------------------------------------------------------------------------------------------- */

/* What a predefined class of Modelica that is not there stands for, or NULL. */
static const char *absent(const char *name)
{
    if (strcmp(name, "Clock") == 0)
        return "clocks";
    return strcmp(name, "Connections") == 0 ? "overdetermined connectors" : NULL;
}

static Class *no_class(Dtc *d, Scope s, Name n, uint32_t i, Class *in, const Lookup *l, bool report)
{
    if (!report || !first_report(d, n.span))
        return NULL;
    const char *name = n.name[i];
    if (map_get(&info_of(d, in ? class_origin(in) : d->root)->unreadable, KEY(name)))
        return NULL;
    if (l && (l->inst || l->component.e))
        error(d, n.span, PATH(s), "`%s` is a component; a class is needed here", name);
    else if (in)
        error(d, n.span, PATH(s), "`%s` has no class `%s`%s", class_path(d, in), name,
              similar_member(d, in, name));
    else if (absent(name))
        error(d, n.span, PATH(s), "dtm does not have %s (`%s`)", absent(name), name);
    else
        error(d, n.span, PATH(s), "unknown class `%s`%s", name,
              i > 0 ? similar_visible(d, s, name, false) : elsewhere_or_similar(d, s, name, false));
    if (l && l->component.e)
        note(d, l->component.e->span, NULL, "declared here");
    return NULL;
}

/* The rest of n, from part i, as classes within c. */
static Class *class_within(Dtc *d, Scope s, Name n, uint32_t i, Class *c, Inst *inst, bool report)
{
    for (; i < vec_len(n.name); i++, inst = NULL) {
        Found f;
        if (!class_find(d, c, n.name[i], &f))
            return no_class(d, s, n, i, c, NULL, report);
        Lookup l = member_lookup(d, &f, inst);
        if (!l.cls)
            return f.e->kind == EL_CLASS ? NULL : no_class(d, s, n, i, c, &l, report);
        if (f.protected_ && report && first_report(d, n.span))
            error(d, n.span, PATH(s),
                  "`%s` is protected in `%s`: it can be used only there and in classes that extend it",
                  n.name[i], class_path(d, c));
        c = l.cls;
    }
    return c;
}

/* The class that `name` would be, were it not for the component that lookup finds first; NULL: none. */
static Class *hidden_class(Dtc *d, Scope s, const char *name)
{
    Lookup l = look_in_imports(d, s.cls, name);
    for (Class *c = s.cls->encapsulated ? NULL : s.cls->enclosing; !l.cls && c;
         c = c->encapsulated ? NULL : c->enclosing)
        if (look_in_class(d, c, NULL, name, true, &l))
            break;
    return l.cls;
}

/* `Clutch.Brake` where a component is called as the package Clutch is. */
static bool component_hides(Dtc *d, Scope s, Name n, uint32_t i, const Inst *inst, bool report)
{
    Class *c = report && s.cls ? hidden_class(d, s, n.name[i - 1]) : NULL;
    if (!c || !class_within(d, s, n, i, c, NULL, false) || !first_report(d, n.span))
        return false;
    error(d, n.span, PATH(s),
          "`%s` is a component here, which hides the %s `%s`: its `%s` cannot be reached; rename the "
          "component",
          n.name[i - 1], class_kind_text(c->kind), class_path(d, c), vec_last(n.name));
    note(d, inst->is->span, NULL, "component `%s` is declared here", inst->is->name);
    return true;
}

/* Functions may be called through a component: world.gravity(r). */
static Class *class_through_component(Dtc *d, Scope s, Name n, uint32_t i, Lookup l, bool report)
{
    Inst *inst = inst_stands_for(d, l.inst);
    if (inst->is->cls && !inst->has->elem && i + 1 == vec_len(n.name) &&
        !class_member(d, inst->is->cls, n.name[i]) && component_hides(d, s, n, i, inst, report))
        return NULL;
    for (; i + 1 < vec_len(n.name); i++) {
        Inst *next = inst_child(d, inst, n.name[i]);
        if (!next)
            break;
        inst = next;
    }
    if (!inst->is->cls || inst->has->elem)
        return no_class(d, s, n, i - 1, NULL, &l, report);
    return class_within(d, s, n, i, inst->is->cls, inst, report);
}

Class *resolve_class(Dtc *d, Scope s, Name n, bool report)
{
    if (vec_len(n.name) == 0)
        return NULL;
    uint32_t i = *n.name[0] ? 0 : 1;
    if (i == 1)
        s = (Scope){ NULL, d->root, NULL };
    if (i == vec_len(n.name))
        return NULL;
    Lookup l = look_up_name(d, s, n.name[i], true);
    i++;
    if (l.failed)
        return NULL;
    if (l.cls)
        return class_within(d, s, n, i, l.cls, NULL, report);
    if (l.inst && i < vec_len(n.name))
        return class_through_component(d, s, n, i, l, report);
    if (l.component.e && l.component.e->kind == EL_CLASS)
        return NULL; /* has been diagnosed */
    return no_class(d, s, n, i - 1, NULL, &l, report);
}

Class *base_class(Dtc *d, Class *c, Name n)
{
    uint32_t i = *n.name[0] ? 0 : 1;
    if (i == vec_len(n.name))
        return NULL;
    Scope s = { c->form == CF_SHORT ? c->self : NULL,
                i == 1                ? d->root
                : c->form == CF_SHORT ? c->enclosing
                                      : c,
                NULL };
    if (i == 1)
        s.inst = NULL;
    Lookup l = look_up_name(d, s, n.name[i], s.cls != c);
    if (l.failed)
        return NULL;
    if (!l.cls) {
        if (!l.component.e || l.component.e->kind != EL_CLASS || class_origin(c) == l.component.e->cls)
            no_class(d, s, n, i, NULL, l.component.e && l.component.e->kind == EL_CLASS ? NULL : &l, true);
        return NULL;
    }
    return class_within(d, s, n, i + 1, l.cls, NULL, true);
}

Class *resolve_model(Dtc *d, const char *fullname)
{
    Name n = { 0 };
    for (const char *p = fullname;;) {
        size_t len = name_head(p);
        const char *part = intern(d, p, len);
        if (len || p != fullname)
            vec_push(&d->run, n.name, part);
        if (!p[len])
            break;
        p += len + 1;
    }
    uint32_t before = d->errors;
    Lookup l = vec_len(n.name) ? walk(d, d->root, n, 0) : (Lookup){ 0 };
    if (l.cls || d->errors > before)
        return l.cls;
    const char *hint = vec_len(n.name) == 1 ? similar_member(d, d->root, n.name[0]) : "";
    const char *full = vec_len(n.name) == 1 ? model_elsewhere(d, n.name[0]) : NULL;
    if (full)
        hint = internf(d, "; did you mean `%s`?", full);
    error(d, ((Span){ 0, 0 }), NULL,
          "there is no model `%s`%s; packages are looked for in the file, along -I and DTMPATH, and in the "
          "library",
          fullname, hint);
    return NULL;
}
