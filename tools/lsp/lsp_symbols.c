/* lsp_symbols.c - what is declared in a text, as a tree, and in all texts of the workspace; and what of it can be
 * folded.
 */
#include <string.h>
#include <strings.h>
#include "lsp_place.h"
#include "doc.h"

/* SymbolKind of the protocol. */
enum { SYMBOL_PACKAGE = 4, SYMBOL_CLASS = 5, SYMBOL_FIELD = 8, SYMBOL_ENUM = 10, SYMBOL_INTERFACE = 11,
       SYMBOL_FUNCTION = 12, SYMBOL_VARIABLE = 13, SYMBOL_CONSTANT = 14, SYMBOL_EVENT = 24 };

static int symbol_kind(const Class *c)
{
    return c->form == CF_ENUM     ? SYMBOL_ENUM
         : c->kind == K_PACKAGE   ? SYMBOL_PACKAGE
         : c->kind == K_FUNCTION  ? SYMBOL_FUNCTION
         : c->kind == K_CONNECTOR ? SYMBOL_INTERFACE
                                  : SYMBOL_CLASS;
}

static json_t *symbol(Ask *q, const char *name, const char *detail, int kind, Span all, Span at)
{
    const Span range = { all.pos && all.pos < at.pos ? all.pos : at.pos,
                         all.end > at.end ? all.end : at.end };

    return json_pack("{s:s, s:s, s:i, s:o, s:o}", "name", name, "detail", detail ? detail : "", "kind", kind,
                     "range", range_json(q->d, range), "selectionRange", range_json(q->d, at));
}

static json_t *class_symbol(Ask *q, Class *c)
{
    json_t *s = symbol(q, c->name, class_kind_text(c->kind), symbol_kind(c), c->extent, c->span);
    json_t *children = json_array();

    for (uint32_t i = 0; i < vec_len(c->element); i++) {
        const Element *e = c->element[i];
        const int kind = e->variability == V_CONST ? SYMBOL_CONSTANT
                       : e->variability == V_PARAM ? SYMBOL_FIELD
                                                   : SYMBOL_VARIABLE;
        if (source_of(q->d, e->span) == q->src)
            json_array_append_new(children, e->kind == EL_CLASS ? class_symbol(q, e->cls)
                                                                : symbol(q, e->name, name_text(q->d, e->type),
                                                                         kind, e->span, e->span));
    }
    for (uint32_t i = 0; i < vec_len(c->net); i++)
        json_array_append_new(children, symbol(q, c->net[i].name, c->net[i].automaton ? "automaton" : "net",
                                               SYMBOL_EVENT, c->net[i].extent, c->net[i].span));
    json_object_set_new(s, "children", children);
    return s;
}

json_t *answer_symbols(Ask *q)
{
    json_t *list = json_array();

    ask_read(q);
    for (uint32_t i = 0; q->into && i < vec_len(q->into->element); i++) {
        const Element *e = q->into->element[i];
        if (e->kind == EL_CLASS && source_of(q->d, e->span) == q->src)
            json_array_append_new(list, class_symbol(q, e->cls));
    }
    return list;
}

/* ---- of the workspace ---------------------------------------------------------------------------------- */

typedef struct { Ask *q; const char *wanted; json_t *list; } Symbols;

static void add_written(Symbols *s, const Source *src, const Class *in)
{
    enum { MOST = 500 };
    for (uint32_t i = 0; i < vec_len(in->element); i++) {
        Class *c = in->element[i]->kind == EL_CLASS ? in->element[i]->cls : NULL;
        if (!c || (source_of(s->q->d, c->span) != src && !c->folder))
            continue;
        if (source_of(s->q->d, c->span) == src && strcasestr(c->name, s->wanted) &&
            json_array_size(s->list) < MOST)
            json_array_append_new(s->list,
                                  json_pack("{s:s, s:i, s:o, s:s}", "name", c->name, "kind", symbol_kind(c),
                                            "location", location_json(s->q->d, c->span), "containerName",
                                            in->name && *in->name ? class_path(s->q->d, in) : ""));
        add_written(s, src, c);
    }
}

static void file_symbols(void *of, const Source *src, Class *in) { add_written(of, src, in); }

json_t *answer_workspace_symbols(Ask *q)
{
    const char *wanted = json_string_value(json_object_get(q->params, "query"));
    Symbols s = { q, wanted ? wanted : "", json_array() };

    ask_read(q);
    each_file(q, "", NULL, file_symbols, &s);
    return s.list;
}

/* ---- folding ------------------------------------------------------------------------------------------- */

static void fold(Ask *q, json_t *list, uint32_t from, uint32_t to, const char *kind)
{
    json_t *begin = position_json(q->d, from), *end = position_json(q->d, to);
    const json_int_t first = json_integer_value(json_object_get(begin, "line"));
    const json_int_t last = json_integer_value(json_object_get(end, "line"));

    if (last > first)
        json_array_append_new(list, json_pack("{s:I, s:I, s:s}", "startLine", first, "endLine", last, "kind",
                                              kind));
    json_decref(begin);
    json_decref(end);
}

/* Comments between two tokens. */
static void fold_comments(Ask *q, json_t *list, uint32_t from, uint32_t to)
{
    const char *text = q->src->text, *p = text + (from - q->src->base), *end = text + (to - q->src->base);
    const char *first = NULL, *last = NULL; /* of lines that follow each other */

    while (p < end) {
        const char *comment = memchr(p, '/', (size_t)(end - p));
        if (!comment || comment + 1 >= end)
            break;
        if (comment[1] == '*') {
            const char *close = strstr(comment + 2, "*/");
            p = close && close < end ? close + 2 : end;
            fold(q, list, q->src->base + (uint32_t)(comment - text), q->src->base + (uint32_t)(p - text),
                 "comment");
        } else {
            const char *line = comment + strcspn(comment, "\n");
            first = first ? first : comment;
            last = line < end ? line : end;
            p = last;
        }
    }
    if (first)
        fold(q, list, q->src->base + (uint32_t)(first - text), q->src->base + (uint32_t)(last - text),
             "comment");
}

/* From the word that opens a class or block, or a bracket, to what closes it. */
json_t *answer_folding(Ask *q)
{
    json_t *list = json_array();
    uint32_t *open = NULL, *bracket = NULL, before;

    ask_read(q);
    if (!q->src)
        return list;
    before = q->src->base;
    const Token *t = lexed(q->d, q->src, before, before + q->src->size, NULL);
    const uint32_t n = vec_len(t);
    for (uint32_t i = 0; i < n; before = t[i++].span.end) {
        const int next = i + 1 < n ? t[i + 1].kind : 0, last = i ? t[i - 1].kind : ';';
        const bool starts = last == ';' || last == THEN || last == LOOP || last == ELSE || last == EQUATION ||
                            last == ALGORITHM;
        const bool named = is_class_word(t[i].kind) && t[i].kind != PARTIAL && t[i].kind != ENCAPSULATED &&
                           last != END && next == IDENT && !(i + 2 < n && t[i + 2].kind == '=');
        const bool block =
            starts && (t[i].kind == IF || t[i].kind == FOR || t[i].kind == WHEN || t[i].kind == WHILE);
        const bool net = t[i].kind == IDENT &&
                         (strcmp(t[i].value.text, "automaton") == 0 || strcmp(t[i].value.text, "net") == 0) &&
                         next == IDENT;
        fold_comments(q, list, before, t[i].span.pos);
        if (named || block || net)
            vec_push(&q->d->run, open, t[i].span.pos);
        else if (t[i].kind == END && vec_len(open) &&
                 (next == IDENT || next == IF || next == FOR || next == WHEN || next == WHILE))
            fold(q, list, vec_pop(open), t[i].span.pos, "region"), i++;
        else if (t[i].kind == '(' || t[i].kind == '{' || t[i].kind == '[')
            vec_push(&q->d->run, bracket, t[i].span.pos);
        else if ((t[i].kind == ')' || t[i].kind == '}' || t[i].kind == ']') && vec_len(bracket))
            fold(q, list, vec_pop(bracket), t[i].span.pos, "region");
    }
    fold_comments(q, list, before, q->src->base + q->src->size);
    return list;
}
