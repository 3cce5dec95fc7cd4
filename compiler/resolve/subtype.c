/* subtype.c - may a class take the place of another? (Modelica 3.6, sections 6.3 and 7.3)
 *
 * A class is compatible if it extends the other, or has all its public elements, with compatible types. Redeclarations
 * are checked when the instance tree is complete, so that a check cannot disturb a lookup.
 */
#include "resolve.h"

enum { MAX_LEVEL = 12 };

void check_later(Dtc *d, Check c) { vec_push(&d->run, resolver(d)->check, c); }

static bool same_literals(const Class *a, const Class *b)
{
    if (a->enum_open || b->enum_open)
        return true;
    if (vec_len(a->literal) != vec_len(b->literal))
        return false;
    for (uint32_t i = 0; i < vec_len(a->literal); i++)
        if (a->literal[i] != b->literal[i])
            return false;
    return true;
}

static const char *compatible(Dtc *d, Class *c, Class *other, uint32_t level);

static const char *member_compatible(Dtc *d, Class *c, const Member *want, uint32_t level)
{
    const Member *have = member_find(d, c, want->e->name);
    const Element *a = have ? have->e : NULL, *b = want->e;
    if (!a || have->protected_)
        return internf(d, "it has no public element `%s`", b->name);
    if (a == b)
        return NULL;
    if (a->kind != b->kind)
        return internf(d, "its `%s` is a %s", a->name, a->kind == EL_CLASS ? "class" : "component");
    if (a->kind == EL_CLASS)
        return NULL;
    if (a->flow != b->flow || a->causality != b->causality ||
        (b->variability == V_PARAM && a->variability < V_PARAM))
        return internf(d, "its `%s` has other prefixes (flow, input, output, parameter)", a->name);
    if (vec_len(a->dim) != vec_len(b->dim))
        return internf(d, "its `%s` has %u dimensions, not %u", a->name, vec_len(a->dim), vec_len(b->dim));
    Class *x = resolve_class(d, scope_at(have->owner, NULL), a->type, false),
          *y = resolve_class(d, scope_at(want->owner, NULL), b->type, false);
    const char *why = x && y ? compatible(d, x, y, level + 1) : NULL;
    return why ? internf(d, "its `%s` does not fit: %s", a->name, why) : NULL;
}

/* NULL: c can stand for `other`; else why not. */
static const char *compatible(Dtc *d, Class *c, Class *other, uint32_t level)
{
    if (level > MAX_LEVEL || derives_from(d, c, other))
        return NULL;
    class_flatten(d, c);
    class_flatten(d, other);
    const Class *x = info_of(d, c)->builtin, *y = info_of(d, other)->builtin;
    if (x || y) {
        if (!x || !y || predefined_kind(x) != predefined_kind(y))
            return internf(d, "`%s` is needed, not `%s`", (y ? y : other)->name, (x ? x : c)->name);
        return x->form == CF_ENUM && !same_literals(x, y) ? "the enumerations have other literals" : NULL;
    }
    if ((c->kind == K_PACKAGE) != (other->kind == K_PACKAGE) ||
        (c->kind == K_FUNCTION) != (other->kind == K_FUNCTION))
        return internf(d, "`%s` is another kind of class", c->name);
    const Member *member = info_of(d, other)->member;
    for (uint32_t i = 0; i < vec_len(member); i++) {
        const char *why = member[i].protected_ ? NULL : member_compatible(d, c, &member[i], level);
        if (why)
            return why;
    }
    return NULL;
}

static void report_misfit(Dtc *d, const Check *c, Class *cls, Class *want, const char *why)
{
    Class *end = end_of_chain(d, cls);
    if (!first_report(d, c->at))
        return;
    error(d, c->at, c->path, "`%s` cannot stand for `%s` as `%s`: %s", class_path(d, end ? end : cls),
          class_path(d, want), c->element, why);
    if (c->inner)
        note(d, c->declared, NULL,
             "the inner component, which must have all public elements of the outer one's class");
    else
        note(d, c->declared, NULL,
             "required here; what takes the place of a replaceable element must have all public elements of "
             "its type (or of `constrainedby`)");
}

void check_constraints(Dtc *d)
{
    Resolver *r = resolver(d);
    for (uint32_t i = 0; i < vec_len(r->check); i++) {
        Check c = r->check[i];
        Class *cls = c.inner ? c.inner->is->cls
                   : c.cls   ? c.cls
                             : resolve_class(d, scope_at(c.cls_where, NULL), c.cls_name, true);
        Class *want = c.constraint ? c.constraint : resolve_class(d, scope_at(c.where, NULL), c.name, true);
        const char *why = cls && want ? compatible(d, cls, want, 0) : NULL;
        if (why)
            report_misfit(d, &c, cls, want, why);
    }
    vec_clear(r->check);
}
