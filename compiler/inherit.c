/* inherit.c - base classes, and classes as seen where redeclarations and modifications change them (Modelica 3.6, chapter 7).
 *
 * A copy of a Class shares what was parsed and differs in its enclosing class, the instance it is seen from, and its environment:
 * modifications of the class as a whole. Copies are made where they can matter only, and once each: a base class of a class with
 * redeclarations, a class inside of a copy, a class modified by an element modification, a local class that can see an instance.
 *
 * Cost: a class once; a copy once an instance or modification that needs it. Base classes that depend on themselves are cut after a diagnosis.
 */
#include "resolve.h"

static bool is_elementary(const Class *c) { return c->form == CF_PREDEFINED || c->form == CF_ENUM; }

Class *class_copy(Dtc *d, Class *c, Class *enclosing, Inst *self, Mod *env)
{
    Class *copy = NEW(&d->run, Class);
    *copy = *c;
    copy->origin = class_origin(c);
    copy->enclosing = enclosing;
    copy->self = self;
    copy->info = NULL;
    ClassInfo *info = info_of(d, copy);
    info->env = info->found_env = env;
    info->tail = c->info ? c->info->tail : NULL;
    return copy;
}

Class *end_of_chain(Dtc *d, Class *c)
{
    for (uint32_t i = 0; c && c->form == CF_SHORT && i < MAX_NESTING; i++) {
        class_bases(d, c);
        c = vec_len(info_of(d, c)->base) ? info_of(d, c)->base[0] : NULL;
    }
    return c;
}

/* ---- base classes ---- */

static bool is_package(const Class *c) { return c->kind == K_PACKAGE; }

Mod extends_mod(Class *c, uint32_t i)
{
    if (c->form == CF_SHORT) {
        bool here = !c->self && c->enclosing && !is_package(c->enclosing);
        return (Mod){ .span = c->span, .sub = c->base_mod, .where = { c->enclosing, c->self, here }, .depth = vec_len(c->base_dim) };
    }
    const Extends *x = &class_origin(c)->extends[i];
    return (Mod){ .span = x->span, .sub = x->mod, .where = { c, NULL, true } };
}

bool modifies_classes(Dtc *d, const Mod *m, Class *of)
{
    for (uint32_t i = 0; i < vec_len(m->sub); i++) {
        const Modifier *s = &m->sub[i];
        Found f;
        if (s->redeclare ? s->redeclare->kind == EL_CLASS
                         : find(d, of, s->name, &f) && (f.e->kind == EL_CLASS || f.e->variability == V_CONST)) return true;
    }
    return false;
}

/* Is `c` among b and what it extends? */
static bool derives_from(Dtc *d, Class *b, const Class *c, uint32_t depth)
{
    if (class_origin(b) == class_origin(c)) return true;
    if (depth > MAX_NESTING) return true;
    class_bases(d, b);
    Class **base = info_of(d, b)->base;
    for (uint32_t i = 0; i < vec_len(base); i++)
        if (base[i] && derives_from(d, base[i], c, depth + 1)) return true;
    return false;
}

static void report_cycle(Dtc *d, Class *c, Class *b, Span at)
{
    if (!first_report(d, at)) return;
    const char *chain = class_path(d, c);
    Class *k = b;
    for (int i = 0; i < 8 && k && class_origin(k) != class_origin(c); i++) {
        chain = internf(d, "%s extends %s, which", chain, class_path(d, k));
        Class **base = info_of(d, k)->base, *next = NULL;
        for (uint32_t j = 0; j < vec_len(base) && !next; j++)
            if (base[j] && derives_from(d, base[j], c, 0)) next = base[j];
        k = next;
    }
    error(d, at, NULL, "cyclic inheritance: %s extends %s", chain, class_path(d, c));
    note(d, at, NULL, "a class cannot extend itself; move what both need into a third class that both extend");
}

/* `redeclare model extends X`: the inherited X is the base. */
static bool is_class_extends(Dtc *d, Class *c, Name base)
{
    if (vec_len(base.name) != 1 || base.name[0] != c->name || !c->enclosing) return false;
    const Element *e = own_element(d, c->enclosing, c->name);
    return e && e->redeclare && e->kind == EL_CLASS && e->cls == class_origin(c);
}

static Class *named_base(Dtc *d, Class *c, Name n)
{
    if (!is_class_extends(d, c, n)) return base_class(d, c, n);
    Found f = find_original(d, c->enclosing, c->name);
    if (f.e && f.e->kind == EL_CLASS) return member_class(d, f.owner, f.e);
    if (first_report(d, n.span))
        error(d, n.span, NULL, "`%s` inherits no class `%s` that could be extended%s", class_path(d, c->enclosing), c->name, similar_member(d, c->enclosing, c->name));
    return NULL;
}

static Class *resolve_base(Dtc *d, Class *c, uint32_t i, Name n, Span at)
{
    ClassInfo *info = info_of(d, c);
    Class *b = named_base(d, c, n);
    if (!b || is_elementary(b)) return b;
    if (derives_from(d, b, c, 0)) {
        if (!is_class_extends(d, c, n) || b == c) {
            report_cycle(d, c, b, at);
            return NULL;
        }
    }
    Mod m = extends_mod(c, i);
    map_elements(d, class_origin(c));
    bool changed = vec_len(info->env) || vec_len(info->tail) || info->derived || info_of(d, class_origin(c))->has_redeclare || modifies_classes(d, &m, b);
    if (!changed) return b;
    Mod *env = mods_join(d, info->env, NULL);
    if (vec_len(m.sub)) vec_push(&d->run, env, m);
    if (c->form == CF_SHORT) env = mods_join(d, env, info->tail);
    Mod *found = info_of(d, b)->env;
    Class *copy = class_copy(d, b, b->enclosing, b->self, mods_join(d, env, found));
    copy->info->found_env = found;
    copy->info->derived = c;
    return copy;
}

void class_bases(Dtc *d, Class *c)
{
    ClassInfo *info = info_of(d, c);
    Resolver *r = resolver(d);
    if (info->bases != DONE_NOT) return;
    const Class *o = class_origin(c);
    uint32_t n = is_elementary(c) ? 0 : c->form == CF_SHORT ? 1 : vec_len(o->extends);
    if (r->depth >= MAX_NESTING) {
        if (n && first_report(d, c->span)) error(d, c->span, NULL, "`%s` depends on too many classes in each other, or on itself", class_path(d, c));
        info->bases = DONE;
        return;
    }
    info->bases = DONE_BUSY;
    r->depth++;
    Class **base = NULL;
    for (uint32_t i = 0; i < n; i++) {
        Name name = c->form == CF_SHORT ? o->base : o->extends[i].base;
        Class *b = vec_len(name.name) ? resolve_base(d, c, i, name, name.span) : NULL;
        vec_push(&d->run, base, b);
    }
    r->depth--;
    info->base = base;
    info->bases = DONE;
}

/* ---- classes inside of classes ---- */

static Mod *env_of(Dtc *d, Class *owner, const char *name) { return mods_named(d, owner->info->env, name, 0, NULL, NULL); }

/* The modifications that stay when `e` is redeclared: those of its constraint. */
static Class *apply_redeclaration(Dtc *d, Class *owner, const Element *e, Class *before, const Mod *env, const Mod *m)
{
    Where w = { before->enclosing, before->self, false };
    Class *c = class_copy(d, m->redeclare->cls, m->where.cls, m->where.inst, NULL);
    Mod *inner = mods_join(d, env, NULL);
    if (e->cls->form == CF_SHORT && vec_len(e->cls->base_mod)) {
        Mod own = extends_mod(before, 0);
        own.own = true;
        vec_push(&d->run, inner, own);
    }
    c->info->tail = mods_constraint(d, e, w, mods_join(d, inner, before->info ? before->info->tail : NULL));
    Check check = { .cls = c, .at = m->span, .declared = e->span, .element = e->name };
    if (vec_len(e->constrained.name)) check.name = e->constrained, check.where = (Where){ owner, NULL, false };
    else check.constraint = before;
    check_later(d, check);
    return c;
}

static Class *special_class(Dtc *d, Class *owner, Element *e)
{
    Mod *list = env_of(d, owner, e->name), *env = NULL;
    if (is_elementary(e->cls) && !vec_len(list)) return e->cls;
    Class *c = class_copy(d, e->cls, owner, NULL, NULL);
    map_set(&d->run, &owner->info->special, KEY(e), KEY(c));
    const Element *now = e;
    for (uint32_t i = vec_len(list); i-- > 0;) {
        const Mod *m = &list[i];
        if (!m->redeclare) {
            Mod *outer = NULL;
            vec_push(&d->run, outer, *m);
            env = mods_join(d, outer, env);
        } else if (may_redeclare(d, now, m->redeclare, m->span, NULL)) {
            c = apply_redeclaration(d, owner, now, c, env, m);
            now = m->redeclare;
            env = NULL;
        }
    }
    c->info->env = c->info->found_env = env;
    map_set(&d->run, &owner->info->special, KEY(e), KEY(c));
    return c;
}

Class *member_class(Dtc *d, Class *owner, Element *e)
{
    if (!owner->origin || !e->cls) return e->cls;
    Class *known = (Class *)(uintptr_t)map_get(&info_of(d, owner)->special, KEY(e));
    Resolver *r = resolver(d);
    if (known || r->depth >= MAX_NESTING) return known;
    r->depth++;
    Class *c = special_class(d, owner, e);
    r->depth--;
    return c;
}

static bool has_short_classes(Dtc *d, Class *c, uint32_t depth)
{
    map_elements(d, class_origin(c));
    if (info_of(d, class_origin(c))->has_short || depth > MAX_NESTING) return true;
    class_bases(d, c);
    Class **base = info_of(d, c)->base;
    for (uint32_t i = 0; i < vec_len(base); i++)
        if (base[i] && has_short_classes(d, base[i], depth + 1)) return true;
    return false;
}

static bool depends_on_instance(Dtc *d, Class *c)
{
    if (c->self || is_elementary(c) || !c->enclosing || is_package(c->enclosing)) return false;
    if (c->form == CF_SHORT) return true;
    return c->kind != K_FUNCTION && has_short_classes(d, c->enclosing, 0);
}

Class *bind_class(Dtc *d, Class *c, Inst *inst)
{
    if (!depends_on_instance(d, c)) return c;
    Map *bound = &resolver(d)->bound;
    Map *of = (Map *)(uintptr_t)map_get(bound, KEY(inst));
    if (!of) {
        of = NEW(&d->run, Map);
        map_set(&d->run, bound, KEY(inst), KEY(of));
    }
    Class *copy = (Class *)(uintptr_t)map_get(of, KEY(c));
    if (copy) return copy;
    Mod *env = mods_join(d, info_of(d, c)->env, NULL);
    for (uint32_t i = 0; i < vec_len(env); i++)
        if (env[i].where.here) env[i].where = (Where){ env[i].where.cls, inst, false };
    copy = class_copy(d, c, c->enclosing, inst, env);
    map_set(&d->run, of, KEY(c), KEY(copy));
    return copy;
}
