/* inherit.c - base classes, and classes as seen where redeclarations and modifications change them (Modelica 3.6,
 * chapter 7).
 *
 * A copy of a Class shares what was parsed and differs in its enclosing class, the instance it is seen from, and its
 * environment: modifications of the class as a whole. Copies are made where they can matter only, and once each: a base
 * class of a class with redeclarations, a class inside of a copy, a class modified by an element modification, a local
 * class that can see an instance.
 *
 * Cost: a class once; a copy once an instance or modification that needs it. Base classes that depend on themselves are
 * cut after a diagnosis.
 */
#include "resolve.h"

static bool is_elementary(const Class *c) { return c->form == CF_PREDEFINED || c->form == CF_ENUM; }

Class *class_copy(Dtc *d, Class *c, Class *enclosing, Inst *self, Mod *env)
{
    Class *copy = NEW(&d->run, Class);
    *copy = *class_read(d, c);
    copy->origin = class_origin(c);
    copy->enclosing = enclosing;
    copy->self = self;
    copy->info = NULL;
    ClassInfo *info = info_of(d, copy);
    info->env = info->found_env = env;
    info->tail = c->info ? c->info->tail : NULL;
    return copy;
}

Class *class_stands_for(Dtc *d, Class *c)
{
    if (c->form != CF_SHORT)
        return NULL;
    class_bases(d, c);
    return vec_len(info_of(d, c)->base) ? info_of(d, c)->base[0] : NULL;
}

Class *end_of_chain(Dtc *d, Class *c)
{
    for (uint32_t i = 0; c && c->form == CF_SHORT && i < MAX_NESTING; i++)
        c = class_stands_for(d, c);
    return c;
}

/* ---- base classes -------------------------------------------------------------------------------------- */

static bool is_package(const Class *c) { return c->kind == K_PACKAGE; }

static uint32_t base_count(const Class *c)
{
    const Class *o = class_origin(c);
    if (is_elementary(o))
        return 0;
    return o->form == CF_SHORT ? 1 : vec_len(o->extends) + o->extends_inherited;
}

Extends base_clause(const Class *c, uint32_t i)
{
    const Class *o = class_origin(c);
    if (o->form == CF_SHORT)
        return (Extends){ .base = o->base, .mod = o->base_mod, .span = o->span };
    if (!o->extends_inherited)
        return o->extends[i];
    return i ? o->extends[i - 1]
             : (Extends){ .base = { .span = o->span }, .mod = o->base_mod, .span = o->span };
}

Mod extends_mod(Class *c, uint32_t i)
{
    Extends x = base_clause(c, i);
    if (c->form != CF_SHORT)
        return (Mod){ .span = x.span, .sub = x.mod, .where = { c, NULL, true } };
    bool here = !c->self && c->enclosing && !is_package(c->enclosing);
    return (Mod){
        .span = x.span, .sub = x.mod, .where = { c->enclosing, c->self, here }, .depth = vec_len(c->base_dim)
    };
}

bool modifies_classes(Dtc *d, const Mod *m, Class *of)
{
    for (uint32_t i = 0; i < vec_len(m->sub); i++) {
        const Modifier *s = &m->sub[i];
        Found f;
        if (s->redeclare && s->redeclare->kind == EL_CLASS)
            return true;
        if (class_find(d, of, s->name, &f) &&
            (f.e->kind == EL_CLASS || (!s->redeclare && f.e->variability == V_CONST)))
            return true;
    }
    return false;
}

static bool derives_along(Dtc *d, Class *b, const Class *c, uint32_t walk)
{
    if (class_origin(b) == class_origin(c))
        return true;
    if (!walk_comes(d, b, walk))
        return false;
    Class **base = info_of(d, b)->base;
    for (uint32_t i = 0; i < vec_len(base); i++)
        if (base[i] && derives_along(d, base[i], c, walk))
            return true;
    return false;
}

/* Is `c` among b and what it extends? */
bool derives_from(Dtc *d, Class *b, const Class *c)
{
    class_bases(d, b);
    return derives_along(d, b, c, walk_begin(d));
}

static void report_cycle(Dtc *d, Class *c, Class *b, Span at)
{
    if (!first_report(d, at))
        return;
    const char *chain = class_path(d, c);
    Class *k = b;
    for (int i = 0; i < 8 && k && class_origin(k) != class_origin(c); i++) {
        chain = internf(d, "%s extends %s, which", chain, class_path(d, k));
        Class **base = info_of(d, k)->base, *next = NULL;
        for (uint32_t j = 0; j < vec_len(base) && !next; j++)
            if (base[j] && derives_from(d, base[j], c))
                next = base[j];
        k = next;
    }
    error(d, at, NULL, "cyclic inheritance: %s extends %s", chain, class_path(d, c));
    note(d, at, NULL,
         "a class cannot extend itself; move what both need into a third class that both extend");
}

/* `redeclare model extends X`: the inherited X is the base. */
static Class *inherited_base(Dtc *d, Class *c)
{
    Found f = find_original(d, c->enclosing, c->name);
    if (f.e && f.e->kind == EL_CLASS)
        return member_class(d, f.owner, f.e);
    if (first_report(d, c->span))
        error(d, c->span, NULL, "`%s` inherits no class `%s` that could be extended%s",
              class_path(d, c->enclosing), c->name, similar_member(d, c->enclosing, c->name));
    return NULL;
}

/* Kinds of classes that one kind may extend (Modelica 3.6, 7.1.3). */
static bool may_extend(ClassKind c, ClassKind b)
{
    if (c == b || c == K_CLASS || b == K_CLASS)
        return true;
    switch (c) {
    case K_MODEL: return b == K_BLOCK || b == K_RECORD;
    case K_BLOCK: return b == K_RECORD;
    case K_CONNECTOR: return b == K_RECORD || b == K_TYPE;
    default: return false;
    }
}

/* What an extends clause before that one has made of the same base class: of all that are extended twice, in classes
 * that are themselves extended twice, there would be 2^n copies. */
static Class *same_base(Class *c, uint32_t i, const Class *b, Class *const *before)
{
    for (uint32_t k = 0; k < i && !vec_len(base_clause(c, i).mod); k++) {
        Class *copy = before[k];
        if (copy && copy->info && copy->info->derived == c && copy->origin == class_origin(b) &&
            copy->enclosing == b->enclosing && copy->self == b->self &&
            copy->info->found_env == (b->info ? b->info->env : NULL) && !vec_len(base_clause(c, k).mod))
            return copy;
    }
    return NULL;
}

static Class *resolve_base(Dtc *d, Class *c, uint32_t i, Class *const *before)
{
    ClassInfo *info = info_of(d, c);
    Name n = base_clause(c, i).base;
    Class *b = vec_len(n.name) ? base_class(d, c, n) : c->enclosing ? inherited_base(d, c) : NULL;
    if (!b || is_elementary(b))
        return b;
    if (!may_extend(c->kind, b->kind) && first_report(d, n.span.pos ? n.span : c->span)) {
        error(d, n.span.pos ? n.span : c->span, NULL, "a %s cannot extend a %s: `%s`",
              class_kind_text(c->kind), class_kind_text(b->kind), class_path(d, b));
        return NULL;
    }
    if (derives_from(d, b, c)) {
        report_cycle(d, c, b, n.span);
        return NULL;
    }
    Mod m = extends_mod(c, i);
    map_elements(d, class_origin(c));
    bool changed = vec_len(info->env) || vec_len(info->tail) || info->derived ||
                   info_of(d, class_origin(c))->has_redeclare || modifies_classes(d, &m, b);
    if (!changed)
        return b;
    Class *twin = same_base(c, i, b, before);
    if (twin)
        return twin;
    Mod *env = mods_join(&d->run, info->env, NULL);
    if (vec_len(m.sub))
        vec_push(&d->run, env, m);
    if (c->form == CF_SHORT)
        env = mods_join(&d->run, env, info->tail);
    Mod *found = info_of(d, b)->env;
    Class *copy = class_copy(d, b, b->enclosing, b->self, mods_join(&d->run, env, found));
    copy->info->found_env = found;
    copy->info->derived = c;
    return copy;
}

void class_bases(Dtc *d, Class *c)
{
    ClassInfo *info = info_of(d, c);
    Resolver *r = resolver(d);
    if (info->bases != DONE_NOT)
        return;
    uint32_t n = base_count(c);
    if (r->depth >= MAX_NESTING) {
        if (n && first_report(d, c->span))
            error(d, c->span, NULL, "`%s` depends on too many classes in each other, or on itself",
                  class_path(d, c));
        info->bases = DONE;
        return;
    }
    info->bases = DONE_BUSY;
    r->depth++;
    Class **base = NULL;
    for (uint32_t i = 0; i < n; i++) {
        Class *b = resolve_base(d, c, i, base);
        vec_push(&d->run, base, b);
    }
    r->depth--;
    info->base = base;
    info->bases = DONE;
}

Class *known_external(Dtc *d, const char *name)
{
    Name n = { 0 };
    vec_push(&d->pass, n.name, internz(d, ""));
    vec_push(&d->pass, n.name, internz(d, "Drivetrain"));
    vec_push(&d->pass, n.name, internz(d, "External"));
    vec_push(&d->pass, n.name, name);
    return *name ? resolve_class(d, (Scope){ NULL, d->root, NULL }, n, false) : NULL;
}

/* A class is refused as soon as one that it extends is; an external object, if what makes it is not known. */
const Refusal *class_refused(Dtc *d, Class *c)
{
    ClassInfo *info = info_of(d, c);
    if (info->refusal_known)
        return info->refused;
    info->refusal_known = true;
    info->refused = c->object && known_external(d, c->object) ? NULL : c->refused;
    class_bases(d, c);
    for (uint32_t i = 0; i < vec_len(info->base) && !info->refused; i++)
        if (info->base[i])
            info->refused = class_refused(d, info->base[i]);
    return info->refused;
}

/* Says, once, why what is used at `use` cannot be. True: there is nothing to say. */
bool may_use(Dtc *d, const Refusal *r, Span use, const char *path)
{
    if (!r)
        return true;
    if (first_report(d, r->span)) {
        error(d, r->span, path, "%s", r->text);
        if (use.pos != r->span.pos)
            note(d, use, NULL, "it is used here");
    }
    return false;
}

/* ---- classes inside of classes ------------------------------------------------------------------------- */

static Mod *env_of(Dtc *d, Class *owner, const char *name)
{
    return mods_named(d, info_of(d, owner)->env, name, 0, NULL, NULL);
}

/* The modifications that stay when `e` is redeclared: those of its constraint. */
static Class *apply_redeclaration(Dtc *d, Class *owner, const Element *e, Class *before, const Mod *env, const Mod *m)
{
    Class *c = class_copy(d, m->redeclare->cls, m->where.cls, m->where.inst, NULL);
    Mod *inner = mods_join(&d->run, env, NULL);
    if (e->cls->form == CF_SHORT && vec_len(e->cls->base_mod)) {
        Mod own = extends_mod(before, 0);
        own.own = true;
        vec_push(&d->run, inner, own);
    }
    Mod *kept = mods_kept(d, e, mods_join(&d->run, inner, before->info ? before->info->tail : NULL));
    c->info->tail = mods_join(&d->run, mods_constraint(d, m->redeclare, m->where), kept);
    Check check = { .cls = c, .at = m->span, .declared = e->span, .element = e->name };
    if (vec_len(e->constrained.name))
        check.name = e->constrained, check.where = (Where){ owner, NULL, false };
    else
        check.constraint = before;
    check_later(d, check);
    return c;
}

static Class *special_class(Dtc *d, Class *owner, Element *e)
{
    Mod *list = env_of(d, owner, e->name), *env = NULL;
    if (is_elementary(e->cls) && !vec_len(list))
        return e->cls;
    Class *c = class_copy(d, e->cls, owner, NULL, NULL);
    c->info->tail = mods_constraint(d, e, (Where){ owner, NULL, !is_package(owner) });
    map_set(&d->run, &owner->info->special, KEY(e), KEY(c));
    const Element *now = e;
    for (uint32_t i = vec_len(list); i-- > 0;) {
        const Mod *m = &list[i];
        if (!m->redeclare) {
            Mod *outer = NULL;
            vec_push(&d->run, outer, *m);
            env = mods_join(&d->run, outer, env);
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
    if (!e->cls || (!owner->origin && !vec_len(e->constrain_mod)))
        return e->cls;
    Class *known = (Class *)(uintptr_t)map_get(&info_of(d, owner)->special, KEY(e));
    Resolver *r = resolver(d);
    if (known || r->depth >= MAX_NESTING)
        return known;
    r->depth++;
    Class *c = special_class(d, owner, e);
    r->depth--;
    return c;
}

static bool has_short_classes(Dtc *d, Class *c, uint32_t walk)
{
    map_elements(d, class_origin(c));
    if (info_of(d, class_origin(c))->has_short)
        return true;
    if (!walk_comes(d, c, walk))
        return false;
    class_bases(d, c);
    Class **base = info_of(d, c)->base;
    for (uint32_t i = 0; i < vec_len(base); i++)
        if (base[i] && has_short_classes(d, base[i], walk))
            return true;
    return false;
}

static bool waits_for_instance(const Mod *list)
{
    for (uint32_t i = 0; i < vec_len(list); i++)
        if (list[i].where.here)
            return true;
    return false;
}

static bool depends_on_instance(Dtc *d, Class *c)
{
    const ClassInfo *info = info_of(d, c);
    if (is_elementary(c))
        return false;
    if (waits_for_instance(info->env) || waits_for_instance(info->tail))
        return true;
    if (c->self || !c->enclosing || is_package(c->enclosing))
        return false;
    return c->form == CF_SHORT ||
           (c->kind != K_FUNCTION && has_short_classes(d, c->enclosing, walk_begin(d)));
}

static Mod *bind_mods(Dtc *d, const Mod *list, Inst *inst)
{
    Mod *bound = mods_join(&d->run, list, NULL);
    for (uint32_t i = 0; i < vec_len(bound); i++)
        if (bound[i].where.here)
            bound[i].where = (Where){ bound[i].where.cls, inst, false };
    return bound;
}

Class *bind_class(Dtc *d, Class *c, Inst *inst)
{
    if (!depends_on_instance(d, c))
        return c;
    Map *bound = &resolver(d)->bound;
    Map *of = (Map *)(uintptr_t)map_get(bound, KEY(inst));
    if (!of) {
        of = NEW(&d->run, Map);
        map_set(&d->run, bound, KEY(inst), KEY(of));
    }
    Class *copy = (Class *)(uintptr_t)map_get(of, KEY(c));
    if (copy)
        return copy;
    copy = class_copy(d, c, c->enclosing, c->self ? c->self : inst, bind_mods(d, c->info->env, inst));
    copy->info->tail = bind_mods(d, c->info->tail, inst);
    map_set(&d->run, of, KEY(c), KEY(copy));
    return copy;
}
