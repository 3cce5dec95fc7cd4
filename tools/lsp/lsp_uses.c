/* lsp_uses.c - all names that are written in a text, each with what it means: for hover, definitions, references,
 * renaming, colours.
 *
 * It walks through the classes that are written in the text, as the parser has made them, in broken texts what it
 * could make; names are looked up without an instance (lsp_thing.c). Iterators are those of the loops around. Names in
 * annotations are no uses. Cost: a look-up for each part of each name.
 */
#include <stdlib.h>
#include <string.h>
#include "lsp_uses.h"

typedef struct Loop { const char *name; Span at; const struct Loop *next; } Loop;
typedef struct Walk { Dtc *d; const Source *src; Use *list; Class *cls; const Loop *loop; } Walk;

static bool is_written(const Walk *w, Span at)
{
    return at.pos >= w->src->base && at.pos < w->src->base + w->src->size && at.end > at.pos;
}

static Use *put_use(Walk *w, Span at, UseKind kind, Span declared)
{
    static Use nobody;

    if (!is_written(w, at))
        return &nobody;
    vec_push(&w->d->run, w->list, ((Use){ .at = at, .kind = kind, .declared = declared, .within = w->cls }));
    return &vec_last(w->list);
}

static void put_thing(Walk *w, Span at, Thing t, const char *path)
{
    if (!t.e && !t.cls)
        return;
    const bool component = t.e && t.e->kind == EL_COMPONENT;
    Use *u =
        put_use(w, at, component ? USE_COMPONENT : USE_CLASS, t.e ? t.e->span : class_origin(t.cls)->span);
    u->thing = t;
    u->path = path;
}

/* ---- names --------------------------------------------------------------------------------------------- */

static Span word_at(uint32_t pos, const char *name) { return (Span){ pos, pos + (uint32_t)strlen(name) }; }

/* The next name of the text from there on, comments and dots passed over. */
static Span next_word(const Walk *w, uint32_t pos, const char *name)
{
    const char *p = w->src->text + (pos - w->src->base);

    for (;;) {
        p += strspn(p, " \t\r\n.");
        if (p[0] == '/' && p[1] == '/')
            p += strcspn(p, "\n");
        else if (p[0] == '/' && p[1] == '*' && strstr(p + 2, "*/"))
            p = strstr(p + 2, "*/") + 2;
        else
            break;
    }
    return strncmp(p, name, strlen(name)) == 0 ? word_at(w->src->base + (uint32_t)(p - w->src->text), name)
                                               : (Span){ 0, 0 };
}

/* The parts of the name of a class, looked up from the scope. */
static Class *put_type(Walk *w, Name n, Class *scope)
{
    Part *part = NULL;
    Thing t = { 0 };
    uint32_t pos = n.span.pos;

    for (uint32_t i = 0; i < vec_len(n.name); i++) {
        vec_push(&w->d->run, part, ((Part){ n.name[i], NULL, n.span }));
        if (!*n.name[i])
            continue;
        const Span at = is_written(w, n.span) ? next_word(w, pos, n.name[i]) : (Span){ 0, 0 };
        pos = at.end ? at.end : pos;
        t = thing_named(w->d, scope, part, vec_len(part));
        put_thing(w, at, t, NULL);
    }
    return t.cls;
}

static const Loop *loop_of(const Walk *w, const char *name)
{
    const Loop *l = w->loop;

    while (l && l->name != name)
        l = l->next;
    return l;
}

static void expression(Walk *w, const Expr *e);

static void literal(Walk *w, const Class *k, Span at, const char *name)
{
    for (uint32_t i = 0; i < vec_len(k->literal); i++)
        if (k->literal[i] == name) {
            Use *u = put_use(w, at, USE_LITERAL,
                             i < vec_len(k->literal_span) ? k->literal_span[i] : (Span){ 0, 0 });
            u->thing.cls = (Class *)(uintptr_t)k;
        }
}

/* The places of a net of the class, read as members. */
static bool net_name(Walk *w, const Part *part)
{
    const Class *c = class_origin(w->cls);

    for (uint32_t i = 0; i < vec_len(c->net); i++) {
        if (c->net[i].name != part[0].name)
            continue;
        put_use(w, word_at(part[0].span.pos, part[0].name), USE_NET, c->net[i].span);
        for (uint32_t k = 0; vec_len(part) > 1 && k < vec_len(c->net[i].place); k++)
            if (c->net[i].place[k].name == part[1].name)
                put_use(w, word_at(part[1].span.pos, part[1].name), USE_PLACE,
                        word_at(c->net[i].place[k].span.pos, part[1].name));
        return true;
    }
    return false;
}

/* A place of any net of the class: age(p). */
static bool put_place(Walk *w, const Part *part)
{
    const Class *c = class_origin(w->cls);

    for (uint32_t i = 0; i < vec_len(c->net); i++)
        for (uint32_t k = 0; k < vec_len(c->net[i].place); k++)
            if (c->net[i].place[k].name == part->name) {
                put_use(w, word_at(part->span.pos, part->name), USE_PLACE,
                        word_at(c->net[i].place[k].span.pos, part->name));
                return true;
            }
    return false;
}

static Thing reference(Walk *w, const Part *part)
{
    const uint32_t n = vec_len(part);
    const Loop *l = n ? loop_of(w, part[0].name) : NULL;
    const char *path = NULL;
    Thing t = { 0 };

    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < vec_len(part[i].sub); k++)
            expression(w, part[i].sub[k]);
    if (l) {
        put_use(w, word_at(part[0].span.pos, part[0].name), USE_ITERATOR, l->at);
        return t;
    }
    if (n && net_name(w, part))
        return t;
    for (uint32_t i = 0; i < n; i++) {
        Class *end = i && t.cls ? end_of_chain(w->d, t.cls) : NULL;
        const Span at = word_at(part[i].span.pos, part[i].name);
        if (end && end->form == CF_ENUM && !(t.e && t.e->kind == EL_COMPONENT)) {
            literal(w, end, at, part[i].name);
            return (Thing){ 0 };
        }
        t = i ? thing_member(w->d, t.cls, part[i].name) : thing_named(w->d, w->cls, part, 1);
        if (!t.e && !t.cls) {
            if (i == 0)
                (void)put_place(w, part);
            return t;
        }
        path = path ? internf(w->d, "%s.%s", path, part[i].name) : part[i].name;
        put_thing(w, at, t, path);
    }
    return t;
}

/* ---- expressions --------------------------------------------------------------------------------------- */

static const Loop *loops(Walk *w, const Iter *iter)
{
    const Loop *outer = w->loop;

    for (uint32_t i = 0; i < vec_len(iter); i++) {
        Loop *l = NEW(&w->d->run, Loop);
        if (iter[i].range)
            expression(w, iter[i].range);
        *l = (Loop){ iter[i].name, iter[i].span, w->loop };
        w->loop = l;
        put_use(w, iter[i].span, USE_ITERATOR, iter[i].span)->declares = true;
    }
    return outer;
}

static void expression(Walk *w, const Expr *e)
{
    if (!e)
        return;
    const Loop *outer = loops(w, e->iter);
    const Thing t = e->kind == E_REF || e->kind == E_CALL ? reference(w, e->part) : (Thing){ 0 };
    for (uint32_t i = 0; i < vec_len(e->arg); i++)
        expression(w, e->arg[i]);
    for (uint32_t i = 0; i < vec_len(e->named); i++) {
        if (t.cls)
            put_thing(w, word_at(e->named[i].span.pos, e->named[i].name),
                      thing_member(w->d, t.cls, e->named[i].name), NULL);
        expression(w, e->named[i].value);
    }
    w->loop = outer;
}

static void expressions(Walk *w, Expr *const *list)
{
    for (uint32_t i = 0; i < vec_len(list); i++)
        expression(w, list[i]);
}

/* ---- modifications and elements ------------------------------------------------------------------------ */

static void element(Walk *w, const Element *e);
static void written_class(Walk *w, Class *c);

static void modifiers(Walk *w, const Modifier *list, Class *of, const char *path)
{
    for (uint32_t i = 0; i < vec_len(list); i++) {
        const Modifier *m = &list[i];
        const Thing t = of && m->name ? thing_member(w->d, of, m->name) : (Thing){ 0 };
        const char *inner = path && m->name ? internf(w->d, "%s.%s", path, m->name) : NULL;
        if (m->name && !m->redeclare)
            put_thing(w, word_at(m->span.pos, m->name), t, inner);
        if (m->redeclare)
            element(w, m->redeclare);
        expression(w, m->value);
        modifiers(w, m->sub, t.cls, inner);
    }
}

static void element(Walk *w, const Element *e)
{
    if (e->kind == EL_CLASS) {
        written_class(w, e->cls);
        return;
    }
    Class *type = put_type(w, e->type, w->cls);
    Use *u = put_use(w, e->span, USE_COMPONENT, e->span);
    u->declares = true;
    u->path = e->name;
    u->thing = thing_of(w->d, w->cls, e);
    expressions(w, e->dim);
    expression(w, e->binding);
    expression(w, e->condition);
    modifiers(w, e->mod, type, e->name);
    if (vec_len(e->constrained.name))
        modifiers(w, e->constrain_mod, put_type(w, e->constrained, w->cls), NULL);
}

/* ---- equations ----------------------------------------------------------------------------------------- */

static void statements(Walk *w, Stmt *const *list)
{
    for (uint32_t i = 0; i < vec_len(list); i++) {
        const Stmt *s = list[i];
        const Loop *outer = loops(w, s->iter);
        expression(w, s->lhs);
        expression(w, s->rhs);
        for (uint32_t k = 0; k < vec_len(s->branch); k++) {
            expression(w, s->branch[k].cond);
            statements(w, s->branch[k].body);
        }
        w->loop = outer;
    }
}

static void places(Walk *w, const NetDecl *n, const PlaceName *list, bool declares)
{
    for (uint32_t i = 0; i < vec_len(list); i++) {
        Span declared = { 0, 0 };
        for (uint32_t k = 0; k < vec_len(n->place); k++)
            if (n->place[k].name == list[i].name)
                declared = word_at(n->place[k].span.pos, list[i].name);
        put_use(w, word_at(list[i].span.pos, list[i].name), USE_PLACE, declared)->declares = declares;
        expression(w, list[i].number);
    }
}

static void end_name(Walk *w, UseKind kind, Span extent, Span declared, const char *name, Class *c)
{
    const uint32_t n = (uint32_t)strlen(name);
    const Span at = { extent.end - n, extent.end };

    if (extent.end < extent.pos + n || !is_written(w, at) ||
        strncmp(w->src->text + (at.pos - w->src->base), name, n) != 0)
        return;
    Use *u = put_use(w, at, kind, declared);
    u->ends = true;
    u->thing.cls = c;
}

static void net(Walk *w, const NetDecl *n)
{
    put_use(w, n->span, USE_NET, n->span)->declares = true;
    places(w, n, n->place, true);
    places(w, n, n->initial, false);
    for (uint32_t i = 0; i < vec_len(n->transition); i++) {
        places(w, n, n->transition[i].from, false);
        places(w, n, n->transition[i].to, false);
        expression(w, n->transition[i].guard);
    }
    end_name(w, USE_NET, n->extent, n->span, n->name, NULL);
}

/* ---- classes ------------------------------------------------------------------------------------------- */

static void imports(Walk *w, const Class *c)
{
    for (uint32_t i = 0; i < vec_len(c->import); i++) {
        Name n = c->import[i].name;
        const char **full = NULL;
        vec_push(&w->d->run, full, "");
        for (uint32_t k = vec_len(n.name) && !*n.name[0]; k < vec_len(n.name); k++)
            vec_push(&w->d->run, full, n.name[k]);
        n.name = full;
        (void)put_type(w, n, w->d->root);
    }
}

static void body(Walk *w, Class *c)
{
    imports(w, c);
    for (uint32_t i = 0; i < vec_len(c->extends); i++)
        modifiers(w, c->extends[i].mod, put_type(w, c->extends[i].base, c), NULL);
    if (c->form == CF_SHORT) {
        w->cls = c->enclosing;
        modifiers(w, c->base_mod, put_type(w, c->base, c->enclosing), NULL);
        expressions(w, c->base_dim);
        w->cls = c;
    }
    for (uint32_t i = 0; i < vec_len(c->literal); i++)
        if (i < vec_len(c->literal_span))
            put_use(w, c->literal_span[i], USE_LITERAL, c->literal_span[i])->declares = true;
    for (uint32_t i = 0; i < vec_len(c->element); i++)
        element(w, c->element[i]);
    for (uint32_t i = 0; i < vec_len(c->net); i++)
        net(w, &c->net[i]);
    for (uint32_t i = 0; i < vec_len(c->section); i++)
        statements(w, c->section[i].body);
    expression(w, c->external_call);
    expression(w, c->external_result);
}

static void written_class(Walk *w, Class *c)
{
    Class *outer = w->cls;

    class_read(w->d, c);
    w->cls = c;
    Use *u = put_use(w, c->span, USE_CLASS, c->span);
    u->declares = true;
    u->thing.cls = c;
    body(w, c);
    if (c->form == CF_LONG)
        end_name(w, USE_CLASS, c->extent, c->span, c->name, c);
    w->cls = outer;
}

/* Classes of the text, wherever in the tree they are. */
static void find_written(Walk *w, Class *in)
{
    for (uint32_t i = 0; i < vec_len(in->element); i++) {
        const Element *e = in->element[i];
        if (e->kind != EL_CLASS)
            continue;
        w->cls = in;
        if (is_written(w, e->cls->span))
            written_class(w, e->cls);
        else if (e->cls->folder)
            find_written(w, e->cls);
    }
}

static int by_place(const void *a, const void *b)
{
    const Use *x = a, *y = b;

    return x->at.pos != y->at.pos ? (x->at.pos < y->at.pos ? -1 : 1) : x->declares - y->declares;
}

/* One use a place: what is written once for several components was found for each. */
Use *uses_of(Dtc *d, const Source *src, Class *in)
{
    Walk w = { .d = d, .src = src };
    uint32_t n = 0;

    find_written(&w, in);
    if (w.list)
        qsort(w.list, vec_len(w.list), sizeof *w.list, by_place);
    for (uint32_t i = 0; i < vec_len(w.list); i++)
        if (n == 0 || w.list[n - 1].at.pos != w.list[i].at.pos)
            w.list[n++] = w.list[i];
    vec_cut(w.list, n);
    return w.list;
}

const Use *use_at(const Use *list, uint32_t pos)
{
    uint32_t lo = 0, hi = vec_len(list);

    while (hi - lo > 1) {
        const uint32_t mid = lo + (hi - lo) / 2;
        if (list[mid].at.pos <= pos)
            lo = mid;
        else
            hi = mid;
    }
    return hi && list[lo].at.pos <= pos && pos <= list[lo].at.end ? &list[lo] : NULL;
}
