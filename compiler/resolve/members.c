/* members.c - the elements of a class, inherited ones among them, each with the modifications that the class tree puts
 * on it.
 *
 * Done once a class and shared by all its instances (Modelica 3.6, sections 5.6, 7.1 to 7.3). Inherited elements come
 * where the extends clause stands; an element inherited twice must be the same; `redeclare` takes the place of what it
 * redeclares.
 *
 * Cost: linear in the elements of the class and its base classes.
 */
#include <string.h>
#include "resolve.h"

/* ---- applying modifications ---------------------------------------------------------------------------- */

static uint32_t index_of(const Map *m, const char *name) { return (uint32_t)map_get(m, KEY(name)); }

/* Puts the parts of `list` in front of the modifications of the members they name. */
static void apply(Dtc *d, Class *c, const Mod *list, Member *member, const Map *index, bool report)
{
    Map part = { 0 };
    Mod **parts = NULL;
    uint32_t *order = NULL;
    for (uint32_t i = 0; i < vec_len(list); i++)
        for (uint32_t k = 0; k < vec_len(list[i].sub); k++) {
            Mod m = mod_part(&list[i], i, &list[i].sub[k], 0, NULL);
            uint32_t at = index_of(index, m.name), slot = (uint32_t)map_get(&part, at);
            if (!at) {
                if (report)
                    unknown_modifier(d, &m, c, NULL);
                continue;
            }
            if (!slot) {
                vec_push(&d->pass, parts, NULL);
                vec_push(&d->pass, order, at);
                slot = vec_len(parts);
                map_set(&d->pass, &part, at, slot);
            }
            vec_push(&d->tree, parts[slot - 1], m);
        }
    for (uint32_t i = 0; i < vec_len(parts); i++) {
        Member *m = &member[order[i] - 1];
        m->mod = mods_join(&d->tree, parts[i], m->mod);
        m->type = NULL;
        m->attr_known = false;
        m->binding = NULL;
    }
}

static Member *copy_members(Dtc *d, const Member *from)
{
    Member *to = NULL;
    for (uint32_t i = 0; i < vec_len(from); i++)
        vec_push(&d->tree, to, from[i]);
    return to;
}

/* ---- gathering ----------------------------------------------------------------------------------------- */

static bool same_name(const Name *a, const Name *b)
{
    if (vec_len(a->name) != vec_len(b->name))
        return false;
    for (uint32_t i = 0; i < vec_len(a->name); i++)
        if (a->name[i] != b->name[i])
            return false;
    return true;
}

static bool same_text(Dtc *d, const Expr *a, const Expr *b)
{
    return a == b || (a && b && strcmp(expr_text(d, a), expr_text(d, b)) == 0);
}

static bool same_dimensions(Dtc *d, Expr *const *a, Expr *const *b)
{
    if (vec_len(a) != vec_len(b))
        return false;
    for (uint32_t i = 0; i < vec_len(a); i++)
        if (!same_text(d, a[i], b[i]))
            return false;
    return true;
}

/* But for values and modifications. */
static bool same_declaration(Dtc *d, const Element *a, const Element *b)
{
    if (a == b)
        return true;
    return a->kind == EL_COMPONENT && b->kind == EL_COMPONENT && same_name(&a->type, &b->type) &&
           same_dimensions(d, a->dim, b->dim) && a->variability == b->variability &&
           a->causality == b->causality && a->flow == b->flow && a->inner == b->inner &&
           a->outer == b->outer && a->replaceable == b->replaceable &&
           same_text(d, a->condition, b->condition);
}

/* What a list of modifications comes to, outermost first: path ("start", "", "final min"), value as text. */
typedef struct { const char *path, *text; Span span; const Expr *value; } Fact;
typedef struct { Fact *fact; Map of; } Facts;              /* of: path -> index in fact, plus 1 */

static void add_fact(Dtc *d, Facts *f, const char *path, const char *text, Span span, const Expr *value)
{
    if (map_get(&f->of, KEY(path)))
        return;
    vec_push(&d->pass, f->fact, ((Fact){ path, text, span, value }));
    map_set(&d->pass, &f->of, KEY(path), vec_len(f->fact));
}

static void add_facts(Dtc *d, Facts *f, const char *path, const Modifier *m)
{
    const Element *by = m->redeclare;
    if (m->final)
        add_fact(d, f, internf(d, "final %s", path), "", m->span, NULL);
    if (m->value)
        add_fact(d, f, path, expr_text(d, m->value), m->span, m->value);
    if (by && by->kind == EL_COMPONENT) {
        add_fact(d, f, internf(d, "redeclare %s", path), name_text(d, by->type), m->span, NULL);
        add_facts(d, f, path, &(Modifier){ .value = by->binding, .sub = by->mod, .span = by->span });
    } else if (by) {
        add_fact(d, f, internf(d, "redeclare %s", path),
                 by->cls->form == CF_SHORT ? name_text(d, by->cls->base) : "a class", m->span, NULL);
        add_facts(d, f, path, &(Modifier){ .sub = by->cls->base_mod, .span = by->span });
    }
    for (uint32_t i = 0; i < vec_len(m->sub); i++)
        add_facts(d, f, internf(d, "%s%s%s", path, *path ? "." : "", m->sub[i].name), &m->sub[i]);
}

static Facts facts_of(Dtc *d, const Member *m)
{
    Facts f = { 0 };
    for (uint32_t i = 0; i < vec_len(m->mod); i++) {
        const Mod *o = &m->mod[i];
        add_facts(d, &f, internz(d, ""),
                  &(Modifier){ .final = o->final,
                               .value = o->value,
                               .sub = (Modifier *)o->sub,
                               .redeclare = o->redeclare,
                               .span = o->span });
    }
    return f;
}

/* Numbers by what they are worth, 2 and 2.0, also within signs, sums and arrays; else as they are written. */
static bool same_value(Dtc *d, const Expr *a, const Expr *b)
{
    if (a->kind != b->kind || a->op != b->op || a->elementwise != b->elementwise ||
        vec_len(a->arg) != vec_len(b->arg))
        return false;
    if (a->kind == E_NUM)
        return a->num == b->num;
    if ((a->kind != E_UNARY && a->kind != E_BINARY && a->kind != E_ARRAY) || vec_len(a->iter))
        return same_text(d, a, b);
    for (uint32_t i = 0; i < vec_len(a->arg); i++)
        if (!same_value(d, a->arg[i], b->arg[i]))
            return false;
    return true;
}

static bool same_fact(Dtc *d, const Fact *a, const Fact *b)
{
    return a->value && b->value ? same_value(d, a->value, b->value) : strcmp(a->text, b->text) == 0;
}

/* The first that b does not say, or says otherwise; NULL: none. */
static const Fact *first_difference(Dtc *d, const Facts *a, const Facts *b, const Fact **other)
{
    for (uint32_t i = 0; i < vec_len(a->fact); i++) {
        uint32_t k = (uint32_t)map_get(&b->of, KEY(a->fact[i].path));
        *other = k ? &b->fact[k - 1] : NULL;
        if (!k || !same_fact(d, &a->fact[i], &b->fact[k - 1]))
            return &a->fact[i];
    }
    *other = NULL;
    return NULL;
}

static const char *fact_text(Dtc *d, const Member *m, const Fact *f)
{
    if (!f)
        return "without it";
    const char *space = strrchr(f->path, ' '), *path = space ? space + 1 : f->path;
    return internf(d, "`%.*s%s%s%s%s%s`", (int)(path - f->path), f->path, m->e->name, *path ? "." : "", path,
                   *f->text ? " = " : "", f->text);
}

/* Of one name are two members: they must be the same (Modelica 3.6, 7.1). */
static void check_same(Dtc *d, Class *c, const Member *first, const Member *m)
{
    bool own = m->e->owner == class_origin(c) || first->e->owner == class_origin(c);
    const char *way_out = own ? "rename one, or write `redeclare` if the inherited one is replaceable"
                              : "the two base classes cannot be combined like this";
    const char *how = own ? "is declared in `%s` and inherited by it" : "is inherited twice by `%s`";
    how = internf(d, how, class_path(d, c));
    if (first->e == m->e && first->mod == m->mod && first->protected_ == m->protected_)
        return;
    if (!same_declaration(d, first->e, m->e) || first->protected_ != m->protected_) {
        if (!first_report(d, m->e->span))
            return;
        error(d, m->e->span, NULL, "`%s` %s, and the two differ%s", m->e->name, how,
              first->protected_ != m->protected_ ? ": one is protected" : "");
        note(d, first->e->span, NULL, "the other one; %s", way_out);
        return;
    }
    Facts a = facts_of(d, first), b = facts_of(d, m);
    const Fact *y = NULL, *x = first_difference(d, &a, &b, &y);
    if (!x)
        y = first_difference(d, &b, &a, &x);
    if (!x && !y)
        return;
    Span at = y ? y->span : m->e->span;
    if (!first_report(d, at))
        return;
    error(d, at, NULL, "`%s` %s, and the two differ: here %s", m->e->name, how, fact_text(d, m, y));
    note(d, x ? x->span : first->e->span, NULL, "here %s; %s", fact_text(d, first, x), way_out);
}

static void add_member(Dtc *d, Class *c, ClassInfo *info, Map *index, Member m)
{
    uint32_t before = index_of(index, m.e->name);
    if (before) {
        Member first = info->raw[before - 1];
        check_same(d, c, &first, &m);
        return;
    }
    vec_push(&d->tree, info->raw, m);
    map_set(&d->run, index, KEY(m.e->name), vec_len(info->raw));
}

/* What is replaceable must itself satisfy its constraint. */
static void check_default(Dtc *d, Class *c, Element *e, Where w)
{
    if (!e->replaceable || !vec_len(e->constrained.name) || c->origin)
        return;
    Check check = {
        .at = e->span, .declared = e->constrained.span, .element = e->name, .where = w, .name = e->constrained
    };
    if (e->kind == EL_CLASS)
        check.cls = e->cls;
    else
        check.cls_where = w, check.cls_name = e->type;
    check_later(d, check);
}

static void add_own(Dtc *d, Class *c, ClassInfo *info, Map *index, Element *e)
{
    Where w = { c, NULL, true };
    check_default(d, c, e, w);
    Member m = { .e = e, .owner = w, .dim = w, .condition = w, .protected_ = e->protected_ };
    m.mod = mods_own(d, e, w);
    add_member(d, c, info, index, m);
}

/* What comes twice, along two ways to one base class, holds once. */
static void add_sections(Dtc *d, ClassInfo *info, const ClassInfo *from)
{
    for (uint32_t k = 0; k < vec_len(from->section); k++) {
        const Section *s = from->section[k].section;
        if (map_get(&info->inherited, KEY(s)))
            continue;
        map_set(&d->run, &info->inherited, KEY(s), 1);
        vec_push(&d->run, info->section, from->section[k]);
    }
    for (uint32_t k = 0; k < vec_len(from->net); k++) {
        const NetDecl *a = from->net[k].decl;
        if (map_get(&info->inherited, KEY(a)))
            continue;
        map_set(&d->run, &info->inherited, KEY(a), 1);
        vec_push(&d->run, info->net, from->net[k]);
    }
}

static void add_inherited(Dtc *d, Class *c, ClassInfo *info, Map *index, uint32_t i)
{
    Class *b = info->base[i];
    if (!b)
        return;
    class_flatten(d, b);
    const ClassInfo *from = info_of(d, b);
    Mod *list = NULL, level = extends_mod(c, i);
    for (uint32_t k = 0; k < vec_len(from->dims); k++)
        level.depth += c->form == CF_SHORT ? vec_len(from->dims[k].dim) : 0;
    if (vec_len(level.sub))
        vec_push(&d->run, list, level);
    if (c->form == CF_SHORT)
        list = mods_join(&d->run, list, info->tail);
    Class *builtin = b->form == CF_PREDEFINED || b->form == CF_ENUM ? b : from->builtin;
    if (builtin) {
        info->builtin = builtin;
        info->attr = mods_join(&d->run, list, from->attr);
    }
    if (!builtin) {
        Member *members = copy_members(d, from->raw);
        const Map *known = &from->index;
        if (vec_len(from->found_env))
            apply(d, b, from->found_env, members, known, true);
        apply(d, b, list, members, known, true);
        for (uint32_t k = 0; k < vec_len(members); k++) {
            members[k].protected_ |= base_clause(c, i).protected_;
            members[k].shell = members[k].kind = NULL;
            add_member(d, c, info, index, members[k]);
        }
    }
    add_sections(d, info, from);
    for (uint32_t k = 0; k < vec_len(from->dims); k++)
        vec_push(&d->run, info->dims, from->dims[k]);
}

/* An element `redeclare ...`: takes the place of the inherited one. */
static void redeclare_own(Dtc *d, Class *c, ClassInfo *info, Map *index, Element *e)
{
    uint32_t at = index_of(index, e->name);
    if (!at) {
        if (first_report(d, e->span))
            error(d, e->span, NULL, "`%s` inherits nothing named `%s` that could be redeclared%s",
                  class_path(d, c), e->name, similar_member(d, c, e->name));
        return;
    }
    Member *m = &info->raw[at - 1];
    if (m->e == e || !may_redeclare(d, m->e, e, e->span, NULL))
        return;
    Where w = { c, NULL, true };
    Check check = { .at = e->span,
                    .declared = m->e->span,
                    .element = e->name,
                    .where = m->owner,
                    .name = m->e->constrained };
    if (e->kind == EL_CLASS) {
        check.cls = e->cls;
        if (!vec_len(check.name.name))
            check.constraint = m->e->cls;
    } else {
        check.cls_where = w, check.cls_name = e->type;
        if (!vec_len(check.name.name))
            check.name = m->e->type;
    }
    check_later(d, check);
    Member r = { .e = element_redeclared(d, m->e, e),
                 .owner = w,
                 .dim = vec_len(e->dim) ? w : m->dim,
                 .condition = e->condition ? w : m->condition };
    r.mod = mods_join(&d->run, mods_own(d, e, w), mods_kept(d, m->e, m->mod));
    r.protected_ = m->protected_;
    *m = r;
}

static void gather(Dtc *d, Class *c, ClassInfo *info, Map *index)
{
    const Class *o = class_origin(c);
    uint32_t x = 0, n = vec_len(info->base), redeclared_ones = 0;
    for (uint32_t i = 0; i < vec_len(o->element); i++) {
        Element *e = o->element[i];
        while (x < n && base_clause(c, x).span.pos < e->span.pos)
            add_inherited(d, c, info, index, x++);
        if (e->redeclare)
            redeclared_ones++;
        else
            add_own(d, c, info, index, e);
    }
    while (x < n)
        add_inherited(d, c, info, index, x++);
    for (uint32_t i = 0; redeclared_ones && i < vec_len(o->element); i++)
        if (o->element[i]->redeclare)
            redeclare_own(d, c, info, index, o->element[i]);
    for (uint32_t i = 0; i < vec_len(o->section); i++)
        vec_push(&d->run, info->section, ((InstSection){ &o->section[i], c }));
    for (uint32_t i = 0; i < vec_len(o->net); i++)
        vec_push(&d->run, info->net, ((InstNet){ .decl = &o->net[i], .cls = c }));
}

/* `type V = Real[3]`: its own dimensions stand before those of what it is made of. */
static void gather_dimensions(Dtc *d, Class *c, ClassInfo *info)
{
    if (c->form != CF_SHORT || !vec_len(c->base_dim))
        return;
    TypeDim own = { c->base_dim, extends_mod(c, 0).where }, *all = NULL;
    vec_push(&d->run, all, own);
    for (uint32_t k = 0; k < vec_len(info->dims); k++)
        vec_push(&d->run, all, info->dims[k]);
    info->dims = all;
}

void class_flatten(Dtc *d, Class *c)
{
    ClassInfo *info = info_of(d, c);
    if (info->flat != DONE_NOT)
        return;
    Resolver *r = resolver(d);
    if (r->depth >= MAX_NESTING)
        return;
    r->depth++;
    info->flat = DONE_BUSY;
    map_elements(d, class_origin(c));
    class_bases(d, c);
    if (c->form == CF_ENUM || (c->form == CF_PREDEFINED && !is_switching_class(c)))
        info->builtin = c;
    gather(d, c, info, &info->index);
    gather_dimensions(d, c, info);
    info->member = info->raw;
    const Mod *tail = c->form == CF_LONG ? info->tail : NULL;
    if (info->builtin) {
        info->attr = mods_join(&d->run, info->derived ? info->found_env : info->env,
                               mods_join(&d->run, tail, info->attr));
    } else if (vec_len(info->env) || vec_len(tail)) {
        info->member = copy_members(d, info->raw);
        apply(d, c, tail, info->member, &info->index, true);
        apply(d, c, info->env, info->member, &info->index,
              !info->derived); /* that of a base class is for others too */
    }
    info->flat = DONE;
    r->depth--;
}

Member *member_find(Dtc *d, Class *c, const char *name)
{
    class_flatten(d, c);
    ClassInfo *info = info_of(d, c);
    uint32_t at = index_of(&info->index, name);
    return at && at <= vec_len(info->member) ? &info->member[at - 1] : NULL;
}
