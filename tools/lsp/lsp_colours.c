/* lsp_colours.c - semantic tokens: what each word of a text is.
 *
 * Words, numbers, texts and comments are what the lexer sees; names are what they mean (lsp_uses.c). A token is five
 * numbers: lines and units since the one before, length, type, modifiers. None goes over the end of a line. Cost:
 * linear in the text, and a look-up for each name.
 */
#include <string.h>
#include "lsp_place.h"
#include "lsp_uses.h"

#define DTC_COLOURS(X)                                                                                                 \
    X(NAMESPACE, "namespace") X(TYPE_NAME, "type") X(CLASS_NAME, "class") X(ENUM_NAME, "enum")                         \
    X(INTERFACE_NAME, "interface") X(FUNCTION_NAME, "function") X(PARAMETER_NAME, "parameter")                         \
    X(VARIABLE_NAME, "variable") X(LITERAL_NAME, "enumMember") X(EVENT_NAME, "event") X(WORD, "keyword")               \
    X(COMMENT, "comment") X(TEXT, "string") X(NUMBER_TOKEN, "number")

#define X(id, name) COLOUR_##id,
typedef enum { DTC_COLOURS(X) COLOURS } Colour;
#undef X
#define X(id, name) name,
const char *const colour_names[] = { DTC_COLOURS(X) NULL };
#undef X
const char *const colour_modifiers[] = { "declaration", "readonly", NULL };
enum { DECLARATION = 1, READONLY = 2 };

typedef struct { Ask *q; json_t *data; const char *at; int line, unit, told_line, told_unit; const char *end; } Paint;

/* Goes on to p. */
static void go(Paint *w, const char *p)
{
    for (; w->at < p; w->at++) {
        const unsigned char c = (unsigned char)*w->at;
        if (c == '\n')
            w->line++, w->unit = 0;
        else if ((c & 0xC0) != 0x80)
            w->unit += c >= 0xF0 ? 2 : 1;
    }
}

/* From p to `end`, a piece for each line. */
static void paint(Paint *w, const char *p, const char *end, Colour colour, unsigned modifiers)
{
    while (p < end) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        stop = stop ? stop : end;
        const char *last = stop > p && stop[-1] == '\r' ? stop - 1 : stop;
        go(w, p);
        const int line = w->line, unit = w->unit, told = line == w->told_line ? w->told_unit : 0;
        go(w, last);
        if (w->unit > unit) {
            const int five[] = { line - w->told_line, unit - told, w->unit - unit, (int)colour,
                                 (int)modifiers };
            for (int i = 0; i < 5; i++)
                json_array_append_new(w->data, json_integer(five[i]));
            w->told_line = line;
            w->told_unit = unit;
        }
        p = stop + (stop < end);
    }
}

static void paint_comments(Paint *w, const char *p, const char *end)
{
    while (p < end && (p = memchr(p, '/', (size_t)(end - p))) != NULL) {
        const char *close = p[1] == '*' ? strstr(p + 2, "*/") : NULL;
        const char *stop = p[1] == '*' ? (close ? close + 2 : end) : p + strcspn(p, "\n");
        stop = stop > end ? end : stop;
        paint(w, p, stop, COLOUR_COMMENT, 0);
        p = stop;
    }
}

static Colour class_colour(const Class *c)
{
    return c->form == CF_ENUM       ? COLOUR_ENUM_NAME
         : c->form == CF_PREDEFINED ? COLOUR_TYPE_NAME
         : c->kind == K_PACKAGE     ? COLOUR_NAMESPACE
         : c->kind == K_FUNCTION    ? COLOUR_FUNCTION_NAME
         : c->kind == K_CONNECTOR   ? COLOUR_INTERFACE_NAME
         : c->kind == K_TYPE        ? COLOUR_TYPE_NAME
                                    : COLOUR_CLASS_NAME;
}

static Colour use_colour(const Use *u)
{
    switch (u->kind) {
    case USE_CLASS: return class_colour(u->thing.cls);
    case USE_COMPONENT:
        return u->thing.e->variability == V_PARAM ? COLOUR_PARAMETER_NAME : COLOUR_VARIABLE_NAME;
    case USE_ITERATOR: return COLOUR_VARIABLE_NAME;
    case USE_LITERAL:
    case USE_PLACE: return COLOUR_LITERAL_NAME;
    case USE_NET: return COLOUR_EVENT_NAME;
    }
    return COLOUR_VARIABLE_NAME;
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static void paint_token(Paint *w, const Token *t, const char *p, const char *end, const Use *u)
{
    if (t->kind == STRING)
        paint(w, p, end, COLOUR_TEXT, 0);
    else if (t->kind == NUMBER)
        paint(w, p, end, COLOUR_NUMBER_TOKEN, 0);
    else if (t->kind == IDENT && u)
        paint(w, p, end, use_colour(u),
              (u->declares ? DECLARATION : 0) |
                  (u->thing.e && u->thing.e->variability >= V_PARAM ? READONLY : 0));
    else if (t->kind != IDENT && is_letter(*p))
        paint(w, p, end, COLOUR_WORD, 0);
}

/* All of the text, or the part that is asked for. */
json_t *answer_colours(Ask *q)
{
    const json_t *range = json_object_get(q->params, "range");
    json_t *data = json_array();

    ask_read(q);
    if (!q->src)
        return json_pack("{s:o}", "data", data);
    const char *text = q->src->text;
    const size_t size = q->src->size;
    const size_t from = range ? position_offset(text, size, json_object_get(range, "start")) : 0;
    const size_t to = range ? position_offset(text, size, json_object_get(range, "end")) : size;
    const Token *t = lexed(q->d, q->src, q->src->base, q->src->base + (uint32_t)size, NULL);
    const Use *use = uses_of(q->d, q->src, q->d->root);
    Paint w = { .q = q, .data = data, .at = text };
    const char *before = text;
    for (uint32_t i = 0, k = 0; i < vec_len(t); i++) {
        const char *p = text + (t[i].span.pos - q->src->base), *end = text + (t[i].span.end - q->src->base);
        while (k < vec_len(use) && use[k].at.pos < t[i].span.pos)
            k++;
        const Use *u = k < vec_len(use) && use[k].at.pos == t[i].span.pos ? &use[k] : NULL;
        if ((size_t)(end - text) >= from && (size_t)(p - text) <= to) {
            paint_comments(&w, before, p);
            paint_token(&w, &t[i], p, end, u);
        }
        before = end;
    }
    if (to == size)
        paint_comments(&w, before, text + size);
    return json_pack("{s:o}", "data", data);
}
