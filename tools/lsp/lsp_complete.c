/* lsp_complete.c - completion: the names that fit at a position, the likely ones first.
 *
 * What may stand there says lsp_wish.c. Candidates are ranked by what they are (of fitting type before others, local
 * before further out), then by how often the text has them in such a place, then by how often the examples of the
 * library have them, then as declared. Cost: linear in the text, in the examples, and in the names that are visible.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "doc.h"
#include "lower.h"
#include "lsp_library.h"
#include "lsp_wish.h"

/* CompletionItemKind of the protocol. */
enum { FUNCTION_ITEM = 3, COMPONENT = 6, CLASS_ITEM = 7, INTERFACE = 8, MODULE = 9, PARAMETER_ITEM = 10,
       UNIT_ITEM = 11, ENUM_ITEM = 13, WORD_ITEM = 14, LITERAL = 20, CONSTANT_ITEM = 21 };

typedef struct { const char *name, *detail, *doc, *insert; int kind; uint32_t rank, used, order; } Candidate;

typedef struct Offer {
    Ask *q; Dtc *d; const Place *p; const Wish *w;
    Map behind_dot, plain, seen;           /* name -> how often the text has it; names that are in the list */
    Map used;                              /* used_in_examples */
    Map connected;                         /* name -> how often it begins an argument of connect */
    Candidate *list;                       /* vec */
} Offer;

/* ---- the list ------------------------------------------------------------------------------------------ */

enum { FITTING, LIKELY, USUAL, POSSIBLE, UNLIKELY };       /* classes of rank */

/* used: in examples */
static void add_used(Offer *c, const char *name, int kind, uint32_t rank, uint32_t used, const char *detail,
                     const char *doc)
{
    const bool ordered = c->w->want == WANT_MODIFIER && !c->w->of;
    const uint64_t often = ordered ? 0 : map_get(c->w->of ? &c->behind_dot : &c->plain, KEY(name));

    if (strncasecmp(name, c->p->typed, strlen(c->p->typed)) != 0 || map_get(&c->seen, KEY(name)))
        return;
    map_set(&c->d->run, &c->seen, KEY(name), 1);
    rank = rank * 1000 + (often > 99 ? 0 : 99 - (uint32_t)often);
    rank += strncmp(name, c->p->typed, strlen(c->p->typed)) != 0 ? 500 : 0;
    vec_push(&c->d->run, c->list,
             ((Candidate){ name, detail, doc, name, kind, rank, used, vec_len(c->list) }));
}

static void add(Offer *c, const char *name, int kind, uint32_t rank, const char *detail, const char *doc)
{
    add_used(c, name, kind, rank, 0, detail, doc);
}

static void add_words(Offer *c, const char *words, int kind, uint32_t rank)
{
    for (size_t n; *(words += strspn(words, " ")); words += n) {
        n = strcspn(words, " ");
        add(c, intern(c->d, words, n), kind, rank, NULL, NULL);
    }
}

static bool is_given(const Wish *w, const char *name)
{
    for (uint32_t i = 0; i < vec_len(w->given); i++)
        if (w->given[i] == name)
            return true;
    return false;
}

/* ---- how often the text has a name --------------------------------------------------------------------- */

/* And how often it begins an argument of connect. */
static void count(Offer *c, uint32_t from, uint32_t to)
{
    const Token *t = lexed(c->d, c->q->src, from, to, NULL);
    bool connects = false;

    for (uint32_t i = 0; i < vec_len(t); i++) {
        Map *m = i && t[i - 1].kind == '.' ? &c->behind_dot : &c->plain;
        connects = t[i].kind == CONNECT || (connects && t[i].kind != ';');
        if (t[i].kind != IDENT)
            continue;
        map_set(&c->d->run, m, KEY(t[i].value.text), map_get(m, KEY(t[i].value.text)) + 1);
        if (connects && i && (t[i - 1].kind == '(' || t[i - 1].kind == ','))
            map_set(&c->d->run, &c->connected, KEY(t[i].value.text),
                    map_get(&c->connected, KEY(t[i].value.text)) + 1);
    }
}

/* ---- classes ------------------------------------------------------------------------------------------- */

static int item_kind(const Class *k)
{
    return k->form == CF_ENUM     ? ENUM_ITEM
         : k->kind == K_PACKAGE   ? MODULE
         : k->kind == K_FUNCTION  ? FUNCTION_ITEM
         : k->kind == K_CONNECTOR ? INTERFACE
                                  : CLASS_ITEM;
}

static bool is_value(const Offer *c)
{
    const Want want = c->w->want;

    return want == WANT_EXPRESSION || want == WANT_EQUATION || want == WANT_CONNECTOR;
}

static uint32_t class_rank(const Offer *c, const Class *k)
{
    if (is_value(c))
        return k->kind == K_FUNCTION                      ? USUAL
             : k->kind == K_PACKAGE || k->form == CF_ENUM ? POSSIBLE
                                                          : UNLIKELY;
    if (k->kind == K_FUNCTION)
        return UNLIKELY;
    if (c->w->want == WANT_IMPORT)
        return k->kind == K_PACKAGE ? LIKELY : USUAL;
    return k->kind == K_PACKAGE || k->partial ? USUAL : LIKELY;
}

/* A class in a package is named behind it in the examples, a package by itself. in: it may be inherited there */
static uint32_t class_used(const Offer *c, const Class *in, const Class *k)
{
    const char *name = k->kind == K_PACKAGE ? k->name : internf(c->d, "%s.%s", in->name, k->name);

    return (uint32_t)map_get(&c->used, KEY(name));
}

static void add_class(Offer *c, const Class *in, Class *k)
{
    add_used(c, k->name, item_kind(k), class_rank(c, k), class_used(c, in, k), class_kind_text(k->kind),
             doc_line(c->d, k));
}

/* In the folder of package k, not read. */
static void add_file(Offer *c, const Class *k, const char *name)
{
    const FileHead head = file_head(c->d, k->folder, name);

    add_used(c, name, MODULE,
             is_value(c)                 ? POSSIBLE
             : c->w->want == WANT_IMPORT ? LIKELY
                                         : USUAL,
             (uint32_t)map_get(&c->used, KEY(name)), head.kind, head.doc);
}

static int by_name(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

/* Classes of a package; of its folder also those that are not read. */
static void add_classes(Offer *c, Class *k, bool inner)
{
    const char **name = NULL;

    class_flatten(c->d, k);
    const Member *m = info_of(c->d, k)->member;
    for (uint32_t i = 0; i < vec_len(m); i++)
        if (m[i].e->kind == EL_CLASS && (inner || !m[i].protected_))
            add_class(c, class_origin(k), m[i].e->cls);
    for (uint32_t i = 0; i < vec_len(class_origin(k)->element); i++) {
        const Element *e = class_origin(k)->element[i];
        if (e->kind == EL_CLASS && (inner || !e->protected_))
            add_class(c, class_origin(k), e->cls);
    }
    if (class_origin(k)->folder)
        folder_names(c->d, class_origin(k), &name);
    if (name)
        qsort(name, vec_len(name), sizeof *name, by_name);
    for (uint32_t i = 0; i < vec_len(name); i++)
        add_file(c, class_origin(k), name[i]);
}

/* ---- components ---------------------------------------------------------------------------------------- */

static bool is_connector(Dtc *d, Class *k)
{
    Class *end = k ? end_of_chain(d, k) : NULL;
    return end && end->kind == K_CONNECTOR;
}

static bool connects(Dtc *d, Class *a, Class *b)
{
    const Class *x = a ? class_origin(end_of_chain(d, a)) : NULL,
                *y = b ? class_origin(end_of_chain(d, b)) : NULL;

    if (!x || !y || x == y || vec_len(x->element) == 0 || vec_len(y->element) == 0)
        return x == y || (x && y && vec_len(x->element) == vec_len(y->element));
    for (uint32_t i = 0; i < vec_len(x->element) && i < vec_len(y->element); i++)
        if (x->element[i]->name != y->element[i]->name)
            return false;
    return vec_len(x->element) == vec_len(y->element);
}

/* How many connectors there are in it that fit; of a connector itself 1 or 0. */
static uint32_t fitting(Offer *c, Class *k, int depth)
{
    Class *other = c->w->other.cls;
    uint32_t n = 0;

    if (!k || depth > 1)
        return 0;
    if (is_connector(c->d, k))
        return !other || connects(c->d, k, other);
    class_flatten(c->d, k);
    const Member *m = info_of(c->d, k)->member;
    for (uint32_t i = 0; i < vec_len(m); i++)
        if (m[i].e->kind == EL_COMPONENT && !m[i].protected_ && m[i].e->variability == V_CONT)
            n += fitting(c, doc_type(c->d, &m[i]), depth + 1);
    return n;
}

static bool same_type(Dtc *d, Class *a, Class *b)
{
    if (!a || !b)
        return false;
    class_flatten(d, a);
    class_flatten(d, b);
    const Class *x = info_of(d, a)->builtin, *y = info_of(d, b)->builtin;
    return x && y ? x == y : class_origin(a) == class_origin(b);
}

/* What has connectors that are free yet comes before others. */
static uint32_t connector_rank(Offer *c, const Member *m, Class *type)
{
    const uint32_t n = fitting(c, type, 0);
    const uint64_t used = c->w->of ? 0 : map_get(&c->connected, KEY(m->e->name));

    return n == 0 ? UNLIKELY : vec_len(m->e->dim) || used < n ? FITTING : LIKELY;
}

static uint32_t component_rank(Offer *c, const Member *m, Class *type)
{
    const Want want = c->w->want;

    if (want == WANT_CONNECTOR)
        return connector_rank(c, m, type);
    if (c->w->value.cls && (want == WANT_EXPRESSION))
        return same_type(c->d, type, c->w->value.cls) ? FITTING : LIKELY;
    if (want == WANT_MODIFIER)
        return m->e->variability == V_PARAM ? FITTING : LIKELY;
    return m->e->variability == V_CONST ? LIKELY : FITTING;
}

/* m: of class k */
static void add_component(Offer *c, const Class *k, const Member *m)
{
    Class *type = doc_type(c->d, m);
    const DocElement e = doc_element(c->d, k, m, type);
    const char *unit = *e.unit ? internf(c->d, " [%s]", e.unit) : "";
    const char *value = *e.value ? internf(c->d, " = %s", e.value) : "";
    const int kind = m->e->variability == V_PARAM ? PARAMETER_ITEM
                   : m->e->variability == V_CONST ? CONSTANT_ITEM
                   : is_connector(c->d, type)     ? INTERFACE
                                                  : COMPONENT;

    add(c, m->e->name, kind, component_rank(c, m, type), internf(c->d, "%s%s%s", e.type, value, unit),
        e.meaning);
}

static void add_components(Offer *c, Class *k, bool inner, bool constants)
{
    class_flatten(c->d, k);
    const Member *m = info_of(c->d, k)->member;
    for (uint32_t i = 0; i < vec_len(m); i++)
        if (m[i].e->kind == EL_COMPONENT && (inner || !m[i].protected_) &&
            (!constants || m[i].e->variability == V_CONST))
            add_component(c, k, &m[i]);
    for (uint32_t i = 0; i < vec_len(info_of(c->d, k)->net) && !constants; i++)
        add(c, info_of(c->d, k)->net[i].decl->name, COMPONENT, USUAL, "automaton", NULL);
}

static void add_literals(Offer *c, const Class *k, const char *before)
{
    for (uint32_t i = 0; i < vec_len(k->literal); i++)
        add(c, internf(c->d, "%s%s", before, k->literal[i]), LITERAL, FITTING, k->name, k->literal_doc[i]);
}

/* ---- what is there by itself --------------------------------------------------------------------------- */

static void add_libraries(Offer *c)
{
    const uint32_t rank = is_value(c) ? POSSIBLE : c->w->want == WANT_IMPORT ? LIKELY : USUAL;

    add(c, internz(c->d, LIBRARY), MODULE, rank, "package", NULL);
    add(c, internz(c->d, "Modelica"), MODULE, rank, "package", NULL);
}

static void add_visible(Offer *c, bool values)
{
    static const char *const types[] = { "Real", "Integer", "Boolean", "String", "switching", "StateSelect" };
    const uint32_t usual = 4; /* of them */

    for (Class *k = c->w->scope; k; k = k->encapsulated ? NULL : k->enclosing) {
        if (values)
            add_components(c, k, true, k != c->w->scope);
        add_classes(c, k, true);
        for (uint32_t i = 0; i < vec_len(class_origin(k)->import); i++) {
            const Import *im = &class_origin(k)->import[i];
            const Lookup l = import_one(c->d, im, im->name);
            if (im->kind != IMPORT_WILD)
                add(c, im->kind == IMPORT_RENAME ? im->alias : vec_last(im->name.name),
                    l.cls ? item_kind(l.cls) : CONSTANT_ITEM, l.cls ? class_rank(c, l.cls) : LIKELY,
                    name_text(c->d, im->name), NULL);
            else if (l.cls)
                add_classes(c, l.cls, false);
        }
    }
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        add(c, internz(c->d, types[i]), CLASS_ITEM,
            values      ? UNLIKELY
            : i < usual ? LIKELY
                        : POSSIBLE,
            "predefined", NULL);
    add_libraries(c);
}

static void add_functions(Offer *c)
{
    const char **name = builtin_names(c->d);

    for (uint32_t i = 0; i < vec_len(name); i++)
        add(c, internz(c->d, name[i]), FUNCTION_ITEM, USUAL, "built in", NULL);
}

static void add_places(Offer *c)
{
    const Class *k = class_origin(c->w->scope);

    for (uint32_t i = 0; i < vec_len(k->net); i++)
        for (uint32_t n = 0; n < vec_len(k->net[i].place); n++)
            if (!vec_len(c->p->level) || k->net[i].name == vec_last(c->p->level).name)
                add(c, k->net[i].place[n].name, LITERAL, FITTING, k->net[i].name, NULL);
}

/* Iterators of the loops of the class so far. */
static void add_iterators(Offer *c)
{
    const Token *t = c->p->token;

    for (uint32_t i = 0; i + 1 < vec_len(t); i++)
        if (t[i].kind == FOR && t[i + 1].kind == IDENT)
            add(c, t[i + 1].value.text, COMPONENT, LIKELY, "iterator", NULL);
}

static void add_units(Offer *c)
{
    add_words(c,
              "1 s rad rad/s rad/s2 N.m kg.m2 N.m/rad N.m.s/rad m m/s m/s2 N N/m N.s/m kg W J K Pa m2 m3 Hz "
              "rpm deg "
              "km/h kW kPa bar degC kg/m3 W/K J/K kg/s V A Ohm",
              UNIT_ITEM, FITTING);
}

static void add_end(Offer *c)
{
    if (vec_len(c->p->block)) {
        const int kind = vec_last(c->p->block);
        add_words(c,
                  kind == IF     ? "if"
                  : kind == FOR  ? "for"
                  : kind == WHEN ? "when"
                                 : "while",
                  WORD_ITEM, FITTING);
    } else if (vec_len(c->p->level)) {
        add(c, vec_last(c->p->level).name, CLASS_ITEM, FITTING, NULL, NULL);
    }
}

/* ---- by what is wanted --------------------------------------------------------------------------------- */

static void add_expression(Offer *c)
{
    const Wish *w = c->w;
    Class *type = w->value.cls ? end_of_chain(c->d, w->value.cls) : NULL;

    if (type && type->form == CF_ENUM)
        add_literals(c, type, internf(c->d, "%s.", class_path(c->d, class_origin(type))));
    if (type && type->form == CF_PREDEFINED && strcmp(type->name, "Boolean") == 0)
        add_words(c, "true false", WORD_ITEM, FITTING);
    if (w->function && w->argument_begins && w->want == WANT_EXPRESSION) {
        class_flatten(c->d, w->function);
        const Member *m = info_of(c->d, w->function)->member;
        for (uint32_t i = 0; i < vec_len(m); i++)
            if (m[i].e->kind == EL_COMPONENT &&
                (m[i].e->causality == C_INPUT || w->function->kind == K_RECORD) && !is_given(w, m[i].e->name))
                add(c, m[i].e->name, PARAMETER_ITEM, LIKELY, "argument", m[i].e->doc);
    }
    add_visible(c, true);
    add_iterators(c);
    add_words(c, "if not true false time", WORD_ITEM, USUAL);
    add_functions(c);
    add_words(c, "end", WORD_ITEM, POSSIBLE);
}

static void add_modifiers(Offer *c)
{
    Class *k = c->w->modified;
    uint32_t n = 0;

    if (!k)
        return;
    class_flatten(c->d, k);
    const ClassInfo *info = info_of(c->d, k);
    const char *const *attribute = info->builtin ? attribute_names(info->builtin, &n) : NULL;
    for (uint32_t i = 0; i < n; i++)
        if (!is_given(c->w, internz(c->d, attribute[i])))
            add_used(c, internz(c->d, attribute[i]), PARAMETER_ITEM, FITTING,
                     (uint32_t)map_get(&c->used, KEY(internf(c->d, "%s=", attribute[i]))), "attribute", NULL);
    uint32_t next = 0; /* behind the last one that is given: they are written in their order, mostly */
    for (uint32_t i = 0; i < vec_len(info->member); i++)
        next = is_given(c->w, info->member[i].e->name) ? i + 1 : next;
    for (uint32_t i = 0; i < vec_len(info->member); i++) {
        const Member *m = &info->member[(next + i) % vec_len(info->member)];
        if (c->w->redeclared && !m->e->replaceable)
            continue;
        if (m->e->kind == EL_COMPONENT && !m->protected_ && !m->e->final && !is_given(c->w, m->e->name))
            add_component(c, k, m);
        else if (m->e->kind == EL_CLASS && m->e->replaceable)
            add_class(c, class_origin(k), m->e->cls);
    }
    add_words(c, "each final redeclare", WORD_ITEM, POSSIBLE);
}

static void add_annotations(Offer *c)
{
    add_words(c,
              "Placement transformation extent rotation Line points color Icon coordinateSystem "
              "Documentation info "
              "Dialog group experiment StopTime Tolerance Interval choices Evaluate derivative",
              WORD_ITEM, USUAL);
}

static void add_of(Offer *c)
{
    const Thing t = thing_named(c->d, c->w->scope, c->w->of, vec_len(c->w->of));
    Class *end = t.cls ? end_of_chain(c->d, t.cls) : NULL;
    const bool types = c->w->want == WANT_TYPE || c->w->want == WANT_ELEMENT || c->w->want == WANT_IMPORT;

    if (!end)
        return;
    if (t.e && t.e->kind == EL_COMPONENT) {
        add_components(c, end, false, false);
        return;
    }
    if (end->form == CF_ENUM)
        add_literals(c, end, "");
    if (c->w->want == WANT_IMPORT && end->kind == K_PACKAGE)
        add(c, internz(c->d, "*"), WORD_ITEM, FITTING, "all of it", NULL);
    add_classes(c, t.cls, false);
    if (!types)
        add_components(c, end, false, true);
}

/* Of an automaton that is read by its places. */
static void add_of_net(Offer *c)
{
    const Class *k = class_origin(c->w->scope);

    for (uint32_t i = 0; i < vec_len(k->net) && vec_len(c->w->of) == 1; i++)
        for (uint32_t n = 0; k->net[i].name == c->w->of[0].name && n < vec_len(k->net[i].place); n++)
            add(c, k->net[i].place[n].name, LITERAL, FITTING, k->net[i].name, NULL);
}

#define PREFIXES "parameter constant input output flow inner outer replaceable final discrete redeclare "
#define CLASSES  "model block connector record function package type partial encapsulated class "

static void add_new_name(Offer *c)
{
    const char *type = c->w->type;

    if (type && isupper((unsigned char)*type))
        add(c, internf(c->d, "%c%s", tolower((unsigned char)*type), type + 1), COMPONENT, FITTING, "a name",
            NULL);
}

static void collect(Offer *c)
{
    const Wish *w = c->w;

    if (w->of && w->want != WANT_NOTHING && w->want != WANT_ANNOTATION && w->want != WANT_MODIFIER) {
        add_of(c);
        add_of_net(c);
        return;
    }
    switch (w->want) {
    case WANT_CLASS: add_words(c, CLASSES "within import", WORD_ITEM, USUAL); return;
    case WANT_ELEMENT:
        add_visible(c, false);
        add_words(c,
                  PREFIXES CLASSES
                  "end import extends equation algorithm initial public protected annotation automaton net",
                  WORD_ITEM, LIKELY);
        return;
    case WANT_TYPE: add_visible(c, false), add_words(c, PREFIXES CLASSES, WORD_ITEM, USUAL); return;
    case WANT_IMPORT: add_classes(c, c->d->root, true), add_libraries(c); return;
    case WANT_NEW_NAME: add_new_name(c); return;
    case WANT_AFTER_NAME: add_words(c, "annotation if constrainedby", WORD_ITEM, USUAL); return;
    case WANT_MODIFIER: add_modifiers(c); return;
    case WANT_ANNOTATION: add_annotations(c); return;
    case WANT_EQUATION:
        add_words(c,
                  "connect if for when end equation algorithm initial elseif else elsewhen annotation der "
                  "assert reinit",
                  WORD_ITEM, FITTING);
        add_expression(c);
        return;
    case WANT_CONNECTOR: add_components(c, w->scope, true, false), add_iterators(c); return;
    case WANT_EXPRESSION: add_expression(c), add_places(c); return;
    case WANT_OPERATOR:
        add_words(c, "and or then else elseif for loop if annotation when", WORD_ITEM, FITTING);
        return;
    case WANT_IN: add_words(c, "in", WORD_ITEM, FITTING); return;
    case WANT_UNIT: add_units(c); return;
    case WANT_END: add_end(c); return;
    case WANT_PLACE: add_places(c), add_words(c, "to when", WORD_ITEM, LIKELY); return;
    case WANT_NET: add_words(c, "place initial from end", WORD_ITEM, FITTING); return;
    case WANT_NOTHING: return;
    }
}

/* ---- the answer ---------------------------------------------------------------------------------------- */

static int by_rank(const void *a, const void *b)
{
    const Candidate *x = a, *y = b;

    return x->rank != y->rank  ? (x->rank < y->rank ? -1 : 1)
         : x->used != y->used  ? (x->used > y->used ? -1 : 1)
         : x->order < y->order ? -1
                               : 1;
}

static json_t *item_json(Offer *c, const Candidate *k, uint32_t i)
{
    json_t *item = json_pack("{s:s, s:i, s:s, s:{s:o, s:s}}", "label", k->name, "kind", k->kind, "sortText",
                             internf(c->d, "%05u", i), "textEdit", "range", range_json(c->d, c->p->word),
                             "newText", k->insert);

    if (k->detail && *k->detail)
        json_object_set_new(item, "detail", json_string(k->detail));
    if (k->doc && *k->doc)
        json_object_set_new(item, "documentation", json_string(k->doc));
    return item;
}

json_t *answer_completion(Ask *q)
{
    enum { MOST = 200 };
    ask_read(q);
    if (!q->src)
        return json_null();
    const Place p = place_at(q, ask_position(q));
    const Wish w = wish_at(q, &p);
    Offer c = { .q = q, .d = q->d, .p = &p, .w = &w };
    json_t *items = json_array();

    count(&c, q->src->base, p.word.pos);
    count(&c, p.word.end, q->src->base + q->src->size);
    c.used = used_in_examples(q->d);
    collect(&c);
    if (c.list)
        qsort(c.list, vec_len(c.list), sizeof *c.list, by_rank);
    for (uint32_t i = 0; i < vec_len(c.list) && i < MOST; i++)
        json_array_append_new(items, item_json(&c, &c.list[i], i));
    return json_pack("{s:b, s:o}", "isIncomplete", vec_len(c.list) > MOST, "items", items);
}
