/* lsp_thing.c - what a name means in the tree of classes, without an instance.
 *
 * A component is found as a member of its class with all redeclarations that the tree knows, so that its type is the
 * one that an instance would have, wherever that does not hang on the instance. Cost: a look-up a part.
 */
#include "doc.h"
#include "lsp_thing.h"

/* seen: a class that has it, also from a base: what that redeclares counts. */
static Thing thing_seen(Dtc *d, Class *seen, Class *owner, const Element *e)
{
    Thing t = { .e = e, .owner = owner };

    if (e->kind == EL_CLASS) {
        t.cls = member_class(d, owner, (Element *)(uintptr_t)e);
        return t;
    }
    const Member *m = member_find(d, seen, e->name);
    if (m && m->e->kind == EL_COMPONENT) {
        Member *now = NEW(&d->run, Member);
        *now = redeclared(d, *m, NULL, "");
        m = now;
    }
    t.member = m;
    t.cls = t.member && t.member->e->kind == EL_COMPONENT
              ? doc_type(d, t.member)
              : resolve_class(d, (Scope){ NULL, owner, NULL }, e->type, false);
    return t;
}

Thing thing_of(Dtc *d, Class *owner, const Element *e) { return thing_seen(d, owner, owner, e); }

Thing thing_member(Dtc *d, Class *c, const char *name)
{
    Found f;
    Class *end = c ? end_of_chain(d, c) : NULL;

    return end && class_find(d, end, name, &f) ? thing_seen(d, end, f.owner, f.e) : (Thing){ 0 };
}

static Thing thing_simple(Dtc *d, Class *scope, const char *name)
{
    Lookup l = look_up_name(d, (Scope){ NULL, scope, NULL }, name, true);

    if (!l.component.e)
        return (Thing){ .cls = l.cls };
    while (scope && !member_find(d, scope, name))
        scope = scope->enclosing;
    return thing_seen(d, scope ? scope : l.component.owner, l.component.owner, l.component.e);
}

Thing thing_named(Dtc *d, Class *scope, const Part *part, uint32_t n)
{
    Thing t = { 0 };
    const uint32_t first = n && part[0].name && !*part[0].name;

    for (uint32_t i = first; i < n; i++) {
        t = i == first ? thing_simple(d, first ? d->root : scope, part[i].name)
                       : thing_member(d, t.cls, part[i].name);
        if (!t.cls && i + 1 < n)
            return (Thing){ 0 };
    }
    return t;
}
