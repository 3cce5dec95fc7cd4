/* modify.c - modifications: merging, `final`, `each`, redeclarations (Modelica 3.6, sections 7.2 and 7.3).
 *
 * A list of modifications of one element runs from the outermost, which wins, to the element's own declaration. A
 * modification of an array of components without `each` is split among the elements: its parts span as many dimensions
 * more (Mod.depth); `each` ends that.
 *
 * Cost: linear in the modifications written.
 */
#include <string.h>
#include "resolve.h"

Mod *mods_join(Arena *to, const Mod *a, const Mod *b)
{
    Mod *all = NULL;
    for (uint32_t i = 0; i < vec_len(a); i++)
        vec_push(to, all, a[i]);
    for (uint32_t i = 0; i < vec_len(b); i++)
        vec_push(to, all, b[i]);
    return all;
}

Mod mod_own(Element *e, Where w)
{
    return (Mod){ .name = e->name,
                  .span = e->span,
                  .own = true,
                  .final = e->final || e->binding_is_final,
                  .value = e->binding,
                  .sub = e->mod,
                  .where = w };
}

/* Part s of m; here (may be NULL): the instance that m's scope waits for. */
Mod mod_part(const Mod *m, uint32_t rank, const Modifier *s, uint32_t more_depth, Inst *here)
{
    Mod p = { .name = s->name,
              .span = s->span,
              .each = s->each,
              .final = s->final,
              .value = s->value,
              .sub = s->sub,
              .redeclare = s->redeclare,
              .where = m->where,
              .depth = s->each ? 0 : m->depth + more_depth,
              .rank = rank,
              .list = m->sub };
    if (here && p.where.here)
        p.where = (Where){ p.where.cls, here, false };
    return p;
}

Mod *mods_named(Dtc *d, const Mod *list, const char *name, uint32_t more_depth, Inst *here, Mod *into)
{
    for (uint32_t i = 0; i < vec_len(list); i++)
        for (uint32_t k = 0; k < vec_len(list[i].sub); k++)
            if (list[i].sub[k].name == name)
                vec_push(&d->run, into, mod_part(&list[i], i, &list[i].sub[k], more_depth, here));
    return into;
}

/* w_start, w_0, w0 for w(start = ...), as other libraries name what a variable starts with. */
static const char *start_by_name(Dtc *d, Class *c, const char *name)
{
    static const char *const end[] = { "_start", "_init", "_0", "0" };
    const size_t n = strlen(name);

    for (size_t i = 0; i < sizeof end / sizeof *end; i++) {
        const size_t k = strlen(end[i]);
        const char *of = n > k && strcmp(name + n - k, end[i]) == 0 ? intern(d, name, n - k) : NULL;
        Found f;
        if (of && class_find(d, c, of, &f))
            return internf(d, "; the start of %s is set by %s(start = ...)", of, of);
    }
    return NULL;
}

void unknown_modifier(Dtc *d, const Mod *m, Class *c, const char *path)
{
    if (!first_report(d, m->span))
        return;
    const char *start = start_by_name(d, c, m->name), *near = start ? start : similar_member(d, c, m->name);
    const char *known = *near ? "" : parameters_of(d, c);
    error(d, m->span, path, "`%s` has no element `%s` to modify%s", class_path(d, c), m->name, near);
    if (m->where.cls && c->span.pos)
        note(d, c->span, NULL, "`%s` is declared here%s%s", c->name, *known ? "; its parameters: " : "",
             known);
}

/* ---- what must not be ---------------------------------------------------------------------------------- */

/* Do two modifiers of one argument list say the same thing twice? */
static bool overlap(const Modifier *a, const Modifier *b)
{
    if ((a->value && b->value) || a->redeclare || b->redeclare)
        return true;
    for (uint32_t i = 0; i < vec_len(a->sub); i++)
        for (uint32_t k = 0; k < vec_len(b->sub); k++)
            if (a->sub[i].name == b->sub[k].name && overlap(&a->sub[i], &b->sub[k]))
                return true;
    return false;
}

static void check_twice(Dtc *d, const Mod *a, const Mod *b, const char *path)
{
    Modifier x = { .value = a->value, .sub = (Modifier *)a->sub, .redeclare = a->redeclare };
    Modifier y = { .value = b->value, .sub = (Modifier *)b->sub, .redeclare = b->redeclare };
    if (a->list != b->list || !a->list || !overlap(&x, &y) || !first_report(d, b->span))
        return;
    error(d, b->span, path, "`%s` is modified twice; keep one of the two", b->name);
    note(d, a->span, NULL, "the first time");
}

void check_modifications(Dtc *d, const Mod *list, const char *path)
{
    for (uint32_t i = vec_len(list); i-- > 1;) {
        check_twice(d, &list[i - 1], &list[i], path);
        if (!list[i].final || !first_report(d, list[i - 1].span))
            continue;
        error(d, list[i - 1].span, path, "`%s` is final: it cannot be modified",
              list[i - 1].name ? list[i - 1].name : list[i].name);
        note(d, list[i].span, NULL, "made final here");
    }
}

/* ---- redeclarations ------------------------------------------------------------------------------------ */

bool may_redeclare(Dtc *d, const Element *original, const Element *by, Span at, const char *path)
{
    const char *problem = NULL;
    if (original->kind != by->kind)
        problem = original->kind == EL_CLASS ? "is a class: it cannot be redeclared as a component"
                                             : "is a component: it cannot be redeclared as a class";
    else if (original->final)
        problem = "is final: it cannot be redeclared";
    else if (!original->replaceable)
        problem = "is not replaceable: it cannot be redeclared";
    else if (original->variability == V_CONST)
        problem = "is a constant: it cannot be redeclared";
    if (!problem)
        return true;
    if (first_report(d, at)) {
        error(d, at, path, "`%s` %s", by->name, problem);
        note(d, original->span, NULL,
             original->replaceable || original->kind != by->kind
                 ? "declared here"
                 : "declared here; `replaceable` in front of it would allow it");
    }
    return false;
}

/* The declaration of e and, behind it, what its constraint adds: that holds for the declaration and for what takes its
 * place. */
Mod *mods_own(Dtc *d, Element *e, Where w)
{
    Mod *mod = NULL;
    vec_push(&d->tree, mod, mod_own(e, w));
    return mods_join(&d->tree, mod, mods_constraint(d, e, w));
}

Mod *mods_constraint(Dtc *d, const Element *e, Where w)
{
    Mod *mod = NULL,
        m = { .name = e->name, .span = e->constrained.span, .sub = e->constrain_mod, .where = w };
    if (vec_len(e->constrain_mod))
        vec_push(&d->tree, mod, m);
    return mod;
}

/* Without a constraint of its own, the declaration is the constraint. */
Mod *mods_kept(Dtc *d, const Element *e, const Mod *inner)
{
    Mod *kept = NULL;
    for (uint32_t i = 0; i < vec_len(inner); i++) {
        Mod m = inner[i];
        if (m.own && vec_len(e->constrained.name))
            continue;
        m.own = m.final = false;
        vec_push(&d->tree, kept, m);
    }
    return kept;
}

Element *element_redeclared(Dtc *d, const Element *original, const Element *by)
{
    Element *e = NEW(&d->run, Element);
    *e = *by;
    if (by->variability == V_CONT)
        e->variability = original->variability;
    if (by->causality == C_LOCAL)
        e->causality = original->causality;
    if (!by->dim)
        e->dim = original->dim;
    if (!by->condition)
        e->condition = original->condition;
    if (!by->doc)
        e->doc = original->doc;
    if (!by->annotation)
        e->annotation = original->annotation;
    e->flow |= original->flow;
    e->stream |= original->stream;
    if (!by->refused)
        e->refused = original->refused;
    e->inner |= original->inner;
    e->outer |= original->outer;
    e->protected_ = original->protected_;
    if (!vec_len(by->constrained.name))
        e->constrained = original->constrained, e->constrain_mod = original->constrain_mod;
    return e;
}

/* One redeclaration, modification i of m. */
static Member redeclare_one(Dtc *d, Member m, uint32_t i, Inst *here, const char *path)
{
    const Mod by = m.mod[i];
    Member r = m;
    Mod *outer = NULL, *inner = NULL;
    for (uint32_t k = 0; k < vec_len(m.mod); k++) {
        if (k < i)
            vec_push(&d->run, outer, m.mod[k]);
        if (k > i)
            vec_push(&d->run, inner, m.mod[k]);
    }
    r.mod = mods_join(&d->run, outer, inner);
    if (!may_redeclare(d, m.e, by.redeclare, by.span, path))
        return r;
    bool constrained = vec_len(m.e->constrained.name) > 0;
    Scope s = scope_at(m.owner, here), t = scope_at(by.where, here);
    check_later(d, (Check){ .cls_where = { t.cls, t.inst, false },
                            .cls_name = by.redeclare->type,
                            .where = { s.cls, s.inst, false },
                            .name = constrained ? m.e->constrained : m.e->type,
                            .at = by.span,
                            .declared = m.e->span,
                            .element = m.e->name,
                            .path = path });
    Mod *own = mods_own(d, by.redeclare, by.where);
    own[0].final |= by.final;
    for (uint32_t k = 0; k < vec_len(own); k++)
        own[k].depth = by.depth;
    r.mod = mods_join(&d->run, mods_join(&d->run, outer, own), mods_kept(d, m.e, inner));
    r.e = element_redeclared(d, m.e, by.redeclare);
    r.owner = by.where;
    if (vec_len(by.redeclare->dim))
        r.dim = by.where;
    if (by.redeclare->condition)
        r.condition = by.where;
    r.type = NULL;
    return r;
}

Member redeclared(Dtc *d, Member m, Inst *here, const char *path)
{
    for (uint32_t i = vec_len(m.mod); i-- > 0;)
        if (m.mod[i].redeclare)
            m = redeclare_one(d, m, i, here, path);
    return m;
}
