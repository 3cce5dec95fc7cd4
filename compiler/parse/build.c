/* build.c - classes, elements and modifications of the tree: constructors that the grammar calls.
 *
 * Here, and not in the grammar, is checked what needs names or several prefixes: order of prefixes, names declared
 * twice, `end` with the right name. Expected constant time a node (maps of names).
 */
#include <string.h>
#include "parse.h"

static Class *here(const Parser *p) /* the class whose body is being read */ { return block_top(p)->cls; }

void build_unsupported(Parser *p, Span at, const char *what)
{
    error(p->d, at, NULL, "dtm does not have %s", what);
}

/* Not told here: the class or component may never be used. */
static const Refusal *refusal(Parser *p, Span at, const char *text)
{
    Refusal *r = NEW(&p->d->run, Refusal);
    *r = (Refusal){ text, at };
    return r;
}

KindWord build_refused_kind(Parser *p, ClassKind k, Span at, const char *what)
{
    return (KindWord){ .kind = k,
                       .span = at,
                       .refused = refusal(p, at, internf(p->d, "dtm does not have %s", what)) };
}

/* ---- prefixes ------------------------------------------------------------------------------------------ */

static const char *const prefix_word[] = { "redeclare",   "each",         "final",    "inner", "outer",
                                           "replaceable", "encapsulated", "partial",  "flow",  "stream",
                                           "discrete",    "parameter",    "constant", "input", "output" };

enum {
    ANY_VARIABILITY = PRE_DISCRETE | PRE_PARAMETER | PRE_CONSTANT,
    ANY_TYPE = PRE_FLOW | PRE_STREAM | ANY_VARIABILITY | PRE_INPUT | PRE_OUTPUT,
    ANY_ELEMENT = PRE_REDECLARE | PRE_FINAL | PRE_INNER | PRE_OUTER | PRE_REPLACEABLE,
    ANY_CLASS = ANY_ELEMENT | PRE_ENCAPSULATED | PRE_PARTIAL
};

/* The lowest bit of the set, as a word. */
static const char *prefix_text(uint32_t set)
{
    uint32_t i = 0;
    while (!(set >> i & 1))
        i++;
    return prefix_word[i];
}

static uint32_t exclusive(uint32_t bit)    /* the prefixes of which only one may stand */
{
    if (bit & ANY_VARIABILITY)
        return ANY_VARIABILITY;
    if (bit & (PRE_FLOW | PRE_STREAM))
        return PRE_FLOW | PRE_STREAM;
    if (bit & (PRE_INPUT | PRE_OUTPUT))
        return PRE_INPUT | PRE_OUTPUT;
    return bit;
}

Prefixes build_prefix(Parser *p, Prefixes all, Prefixes more)
{
    uint32_t bit = more.set, group = exclusive(bit), lowest = group & (~group + 1);
    uint32_t rivals = all.set & group, later = all.set & ~(group | (lowest - 1));
    if (all.set & bit)
        error(p->d, more.span, NULL, "'%s' stands twice", prefix_text(bit));
    else if (rivals)
        error(p->d, more.span, NULL, "'%s' and '%s' exclude each other", prefix_text(rivals),
              prefix_text(bit));
    else if (later)
        error(p->d, more.span, NULL, "'%s' has to stand before '%s'", prefix_text(bit), prefix_text(later));
    return (Prefixes){ all.set | bit, all.set ? (Span){ all.span.pos, more.span.end } : more.span };
}

static void allow(Parser *p, Prefixes pre, uint32_t allowed, const char *of)
{
    uint32_t wrong = pre.set & ~allowed;
    if (wrong)
        error(p->d, pre.span, NULL, "'%s' does not fit %s", prefix_text(wrong), of);
}

static void element_prefixes(Parser *p, Element *e, Prefixes pre)
{
    if (pre.set & PRE_STREAM)
        e->refused = refusal(p, pre.span, "dtm does not have stream connectors");
    e->redeclare = pre.set & PRE_REDECLARE;
    e->final = pre.set & PRE_FINAL;
    e->inner = pre.set & PRE_INNER;
    e->outer = pre.set & PRE_OUTER;
    e->replaceable = pre.set & PRE_REPLACEABLE;
    e->flow = pre.set & PRE_FLOW;
    e->stream = pre.set & PRE_STREAM;
    e->variability = pre.set & PRE_CONSTANT  ? V_CONST
                   : pre.set & PRE_PARAMETER ? V_PARAM
                   : pre.set & PRE_DISCRETE  ? V_DISCRETE
                                             : V_CONT;
    e->causality = pre.set & PRE_INPUT ? C_INPUT : pre.set & PRE_OUTPUT ? C_OUTPUT : C_LOCAL;
}

/* ---- elements ------------------------------------------------------------------------------------------ */

void parse_declare(Parser *p, const char *name, Span at)
{
    Map *names = &block_top(p)->names;
    const Span *first = (const Span *)(uintptr_t)map_get(names, KEY(name));
    if (first) {
        error(p->d, at, NULL, "`%s` is declared twice", name);
        note(p->d, *first, NULL, "the first declaration is here");
        return;
    }
    Span *keep = NEW(&p->d->pass, Span);
    *keep = at;
    map_set(&p->d->pass, names, KEY(name), KEY(keep));
}

static Element *element_new(Parser *p, ElementKind kind, Word w)
{
    Element *e = NEW(&p->d->tree, Element);
    e->kind = kind;
    e->name = w.name;
    e->span = w.span;
    e->owner = here(p);
    return e;
}

/* What the kind of the class does not allow (Modelica 3.6, 4.7). */
static void element_fits(Parser *p, const Element *e)
{
    ClassKind k = here(p)->kind;
    if (e->kind == EL_COMPONENT && k == K_TYPE)
        error(p->d, e->span, NULL, "a type has no components: write 'record'");
    else if ((k == K_RECORD || k == K_CONNECTOR) && e->protected_)
        error(p->d, e->span, NULL, "a %s has no protected elements", class_kind_text(k));
}

static void element_add(Parser *p, Element *e)
{
    e->protected_ = block_top(p)->protected_;
    element_fits(p, e);
    parse_declare(p, e->name, e->span);
    vec_push(&p->d->run, here(p)->element, e);
}

static void element_constraint(Parser *p, Element *e, const Constraint *c)
{
    if (!c)
        return;
    if (!e->replaceable)
        error(p->d, c->span, NULL, "'constrainedby' needs a 'replaceable' element");
    e->constrained = c->base;
    e->constrain_mod = c->mod;
    if (c->comment.doc)
        e->doc = c->comment.doc;
    for (uint32_t i = 0; i < vec_len(c->comment.annotation); i++)
        vec_push(&p->d->run, e->annotation, c->comment.annotation[i]);
}

Constraint *build_constraint(Parser *p, Name base, Modifier *mod, Comment c, Span at)
{
    Constraint *k = NEW(&p->d->run, Constraint);
    *k = (Constraint){ base, mod, c, at };
    return k;
}

Element *build_declarator(Parser *p, Word w, Expr **dim, Modification m, Expr *condition, Comment c)
{
    Element *e = element_new(p, EL_COMPONENT, w);
    e->dim = dim;
    e->mod = m.sub;
    e->binding = m.value;
    e->condition = condition;
    e->doc = c.doc;
    e->annotation = c.annotation;
    return e;
}

void build_components(Parser *p, Prefixes pre, Name type, Expr **dim, Element **list, const Constraint *c)
{
    allow(p, pre, ANY_ELEMENT | ANY_TYPE, "a component");
    for (uint32_t i = 0; i < vec_len(list); i++) {
        Element *e = list[i];
        element_prefixes(p, e, pre);
        e->binding_is_final = e->final;
        e->type = type;
        for (uint32_t k = 0; k < vec_len(dim); k++)
            vec_push(&p->d->run, e->dim, dim[k]);
        element_constraint(p, e, c);
        element_add(p, e);
    }
}

void build_misplaced(Parser *p, Span at)
{
    error(p->d, at, NULL,
          "a declaration cannot stand here: it belongs before 'equation' and 'algorithm', or after 'public' "
          "or 'protected'");
}

void build_section(Parser *p, Section s)
{
    ClassKind k = here(p)->kind;
    if (k == K_RECORD || k == K_CONNECTOR || k == K_PACKAGE || k == K_TYPE)
        error(p->d, s.span, NULL, "a %s has no %s", class_kind_text(k),
              s.algorithm ? "algorithms" : "equations");
    else if (k == K_FUNCTION && !s.algorithm)
        error(p->d, s.span, NULL, "a function has no equations: write 'algorithm' and ':='");
    vec_push(&p->d->run, here(p)->section, s);
}

void build_import(Parser *p, Name n, const char *alias, ImportKind kind, Span at)
{
    const char *as = kind == IMPORT_RENAME ? alias : kind == IMPORT_QUALIFIED ? vec_last(n.name) : NULL;
    for (uint32_t i = 0; as && i < vec_len(here(p)->import) && i < 100; i++) {
        const Import *other = &here(p)->import[i];
        const char *taken = other->kind == IMPORT_RENAME    ? other->alias
                          : other->kind == IMPORT_QUALIFIED ? vec_last(other->name.name)
                                                            : NULL;
        if (taken != as)
            continue;
        error(p->d, at, NULL, "`%s` is imported already", as);
        note(p->d, other->span, NULL, "here");
        break;
    }
    vec_push(&p->d->run, here(p)->import, ((Import){ kind, n, alias, at }));
}

void build_import_group(Parser *p, const Word *package, const Word *names, Span at)
{
    for (uint32_t i = 0; i < vec_len(names); i++) {
        Name n = build_name(p, package, false, names[i].span);
        vec_push(&p->d->run, n.name, names[i].name);
        build_import(p, n, NULL, IMPORT_QUALIFIED, at);
    }
}

void build_extends(Parser *p, Name base, Modifier *mod, Span at)
{
    if (vec_len(base.name) == 1 && strcmp(base.name[0], "ExternalObject") == 0) {
        here(p)->object = "";
        here(p)->refused = refusal(p, base.span, "dtm does not have external objects");
        return;
    }
    vec_push(&p->d->run, here(p)->extends, ((Extends){ base, mod, at, block_top(p)->protected_ }));
}

/* ---- classes ------------------------------------------------------------------------------------------- */

void build_within(Parser *p, Name n, Span at)
{
    if (p->within || p->begun)
        error(p->d, at, NULL, "'within' may only stand once, at the start of the file");
    p->within = true;
    Class *into = p->block[0].cls;
    if (!n.name || into == p->d->root)
        return;
    uint32_t i = vec_len(n.name);
    for (Class *c = into; c; c = c->enclosing) {
        bool top = c == p->d->root || !c->enclosing;
        if (top ? i == 0 : i > 0 && c->name == n.name[i - 1]) {
            if (top)
                return;
            i--;
            continue;
        }
        error(p->d, n.span, NULL, "this file lies in the folder of package %s, not of %s", into->name,
              name_text(p->d, n));
        return;
    }
}

void build_class_start(Parser *p, Prefixes pre, KindWord k, Span at)
{
    k.span = at;
    p->start_prefixes = pre;
    p->start_kind = k;
    p->in_class_head = true;
    p->short_class = false;
}

static Class *kind_class(Parser *p, KindWord k, Word w)
{
    Class *c = class_new(p->d, k.kind, w.name, w.span, here(p));
    c->pure_ = k.pure_;
    c->impure = k.impure;
    c->refused = k.refused;
    return c;
}

static Element *class_element_new(Parser *p, Prefixes pre, Class *c)
{
    Element *e = element_new(p, EL_CLASS, (Word){ c->name, c->span });
    allow(p, pre, ANY_CLASS, "a class");
    element_prefixes(p, e, pre);
    c->extent.pos = (pre.set ? pre.span : p->start_kind.span).pos;
    c->final = e->final;
    c->partial = pre.set & PRE_PARTIAL;
    c->encapsulated = pre.set & PRE_ENCAPSULATED;
    e->cls = c;
    e->doc = c->doc;
    return e;
}

/* A class with a body begins. Without a name its head was wrong: it is read, and left out. */
void build_class_head(Parser *p, Word w, const char *doc)
{
    Word known = w.name ? w : (Word){ internz(p->d, "?"), w.span };
    Class *c = kind_class(p, p->start_kind, known);
    c->doc = doc;
    Element *e = class_element_new(p, p->start_prefixes, c);
    if (w.name)
        element_add(p, e);
    p->in_class_head = false;
    block_open(p, OPEN_CLASS, w);
    block_top(p)->cls = c;
}

/* A class has been read, up to `at`. An external object is what its constructor is given. */
void build_class_end(Parser *p, Span at)
{
    Class *c = here(p);
    Element **field = NULL;

    c->extent.end = at.end;
    if (!c->object)
        return;
    for (uint32_t i = 0; i < vec_len(c->element); i++) {
        const Class *f = c->element[i]->cls;
        if (!f || strcmp(f->name, "constructor") != 0)
            continue;
        if (f->external_name)
            c->object = f->external_name;
        for (uint32_t k = 0; k < vec_len(f->element); k++) {
            Element *e = f->element[k];
            if (e->kind != EL_COMPONENT || e->causality != C_INPUT)
                continue;
            e->causality = C_LOCAL;
            e->owner = c;
            vec_push(&p->d->run, field, e);
        }
    }
    c->kind = K_RECORD;
    c->element = field;
}

void build_class_extends(Parser *p, Word w, Modifier *mod, const char *doc)
{
    build_class_head(p, w, doc);
    here(p)->extends_inherited = true;
    here(p)->base_mod = mod;
}

Class *build_short_class(Parser *p, KindWord k, Word w, Prefixes pre, Name base, Expr **dim, Modifier *mod, Comment c)
{
    allow(p, pre, PRE_INPUT | PRE_OUTPUT | PRE_FLOW, "the base of a short class");
    Class *s = kind_class(p, k, w);
    s->form = CF_SHORT;
    s->base = base;
    s->base_dim = dim;
    s->base_mod = mod;
    s->base_causality = pre.set & PRE_INPUT ? C_INPUT : pre.set & PRE_OUTPUT ? C_OUTPUT : C_LOCAL;
    s->base_flow = pre.set & PRE_FLOW;
    s->doc = c.doc;
    s->annotation = c.annotation;
    return s;
}

Class *build_enumeration_class(Parser *p, Word w, const Literals *l, Comment c)
{
    Class *e = kind_class(p, (KindWord){ .kind = K_TYPE }, w);
    e->form = CF_ENUM;
    e->literal = l->name;
    e->literal_doc = l->doc;
    e->literal_span = l->span;
    e->enum_open = l->open;
    e->doc = c.doc;
    e->annotation = c.annotation;
    return e;
}

void build_short(Parser *p, Word w, Prefixes pre, Name base, Expr **dim, Modifier *mod, Comment c)
{
    p->in_class_head = false;
    Class *s = build_short_class(p, p->start_kind, w, pre, base, dim, mod, c);
    element_add(p, class_element_new(p, p->start_prefixes, s));
    s->extent.end = p->before.span.end;
}

void build_partial_derivative(Parser *p, Word w, Span at)
{
    p->in_class_head = false;
    Class *c = kind_class(p, p->start_kind, w);
    c->refused = refusal(p, at, "dtm does not have a partial derivative of a function as a class");
    element_add(p, class_element_new(p, p->start_prefixes, c));
}

void build_enumeration(Parser *p, Word w, const Literals *l, Comment c)
{
    p->in_class_head = false;
    if (p->start_kind.kind != K_TYPE)
        error(p->d, p->start_kind.span, NULL, "an enumeration is declared by 'type', not by '%s'",
              class_kind_text(p->start_kind.kind));
    Class *e = build_enumeration_class(p, w, l, c);
    element_add(p, class_element_new(p, p->start_prefixes, e));
    e->extent.end = p->before.span.end;
}

Literals *build_literal(Parser *p, Literals *l, Word w, Comment c)
{
    if (!l)
        l = NEW(&p->d->run, Literals);
    if (map_get(&l->seen, KEY(w.name)))
        error(p->d, w.span, NULL, "the enumeration has the literal `%s` already", w.name);
    map_set(&p->d->pass, &l->seen, KEY(w.name), 1);
    vec_push(&p->d->run, l->name, w.name);
    vec_push(&p->d->run, l->doc, c.doc);
    vec_push(&p->d->run, l->span, w.span);
    return l;
}

Literals *build_enumeration_open(Parser *p)
{
    Literals *l = NEW(&p->d->run, Literals);
    l->open = true;
    return l;
}

/* The class that was just added is replaceable within limits. */
void build_class_constraint(Parser *p, const Constraint *c)
{
    if (c && vec_len(here(p)->element))
        element_constraint(p, vec_last(here(p)->element), c);
}

void build_external(Parser *p, const char *language, Span at, Expr *result, Expr *call)
{
    Class *c = here(p);
    if (c->kind != K_FUNCTION)
        error(p->d, at, NULL, "only a function can be external");
    if (strcmp(language, "C") != 0 && strcmp(language, "builtin") != 0)
        c->refused =
            refusal(p, at,
                    internf(p->d, "an external function is written in \"C\", not in \"%s\"", language));
    c->external = true;
    c->external_result = result;
    c->external_call = call;
    c->external_name = call ? call->part[0].name : NULL;
}

/* ---- modifications ------------------------------------------------------------------------------------- */

static Modifier *one(Parser *p, Modifier m)
{
    Modifier *v = NULL;
    vec_push(&p->d->tree, v, m);
    return v;
}

/* a.b(c = 1) = 2 is a(b(c = 1) = 2); each and final belong to the last. */
Modifier *build_modifier(Parser *p, Prefixes pre, const Word *path, Modification m)
{
    allow(p, pre, PRE_EACH | PRE_FINAL, "a modifier without 'redeclare'");
    uint32_t n = vec_len(path);
    if (n > MAX_NESTED) {
        error(p->d, path[0].span, NULL, "this name has too many parts");
        n = 1;
    }
    Modifier *v = NULL;
    for (uint32_t i = n; i-- > 0;) {
        Modifier now = { .name = path[i].name, .span = path[i].span, .sub = v };
        if (i + 1 == n) {
            now.each = pre.set & PRE_EACH;
            now.final = pre.set & PRE_FINAL;
            now.value = m.value;
            now.sub = m.sub;
        }
        v = one(p, now);
    }
    return v;
}

static Modifier *redeclaration(Parser *p, Prefixes pre, Element *e, const Constraint *c)
{
    if (!(pre.set & (PRE_REDECLARE | PRE_REPLACEABLE)))
        error(p->d, e->span, NULL, "a declaration inside a modification needs 'redeclare'");
    element_constraint(p, e, c);
    return one(p, (Modifier){ .name = e->name,
                              .span = e->span,
                              .each = pre.set & PRE_EACH,
                              .final = pre.set & PRE_FINAL,
                              .redeclare = e });
}

Modifier *build_redeclare_component(Parser *p, Prefixes pre, Name type, Element *e, const Constraint *c)
{
    allow(p, pre, PRE_REDECLARE | PRE_EACH | PRE_FINAL | PRE_REPLACEABLE | ANY_TYPE,
          "a redeclaration of a component");
    element_prefixes(p, e, pre);
    e->binding_is_final = e->final;
    e->type = type;
    return redeclaration(p, pre, e, c);
}

Modifier *build_redeclare_class(Parser *p, Prefixes pre, Class *cls, const Constraint *c)
{
    Prefixes rest = { pre.set & ~(uint32_t)PRE_EACH, pre.span };
    return redeclaration(p, pre, class_element_new(p, rest, cls), c);
}
