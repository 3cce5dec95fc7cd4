/* outline.c - classes of a library are read when they are asked for: where the body of one ends, and its text later.
 *
 * A model uses a few classes of each file of a library. So inside of a class of such a file the parser reads the head
 * of a class and passes over its body; class_read parses that when the class is looked into (resolve.c). To find the
 * end it is enough to see comments, strings, names, and which words open and close a class. Where that fails, since
 * something is not closed, the body is parsed at once, so that the mistake is told.
 *
 * Cost: some instructions a byte; a body is passed over once for each class around it that is read.
 */
#include <string.h>
#include "parse.h"

typedef struct { const char *text; size_t n; } Piece;
typedef struct { const char *p, *end; Piece *open; Dtc *d; } Outline;

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_piece(Piece w, const char *text) { return w.n == strlen(text) && memcmp(w.text, text, w.n) == 0; }

/* After a string or quoted name that begins at p; NULL: it is not closed. */
static const char *quoted_end(const char *p, const char *end)
{
    const char quote = *p;
    for (p++; p < end && *p != quote; p++)
        if (*p == '\\')
            p++;
    return p < end ? p + 1 : NULL;
}

/* Passes over blanks and comments; false: a comment is not closed. */
static bool blank(Outline *o)
{
    for (;;) {
        while (o->p < o->end && (*o->p == ' ' || (*o->p >= '\t' && *o->p <= '\r')))
            o->p++;
        if (o->end - o->p < 2 || o->p[0] != '/' || (o->p[1] != '/' && o->p[1] != '*'))
            return true;
        const bool line = o->p[1] == '/';
        const char *next = line ? memchr(o->p, '\n', (size_t)(o->end - o->p)) : strstr(o->p + 2, "*/");
        if (!next)
            return line ? (o->p = o->end, true) : false;
        o->p = next + (line ? 1 : 2);
    }
}

/* A word, or a quoted name, at o->p; n 0: there is none. */
static Piece piece(Outline *o)
{
    const char *from = o->p, *p = from;
    if (p < o->end && *p == '\'') {
        p = quoted_end(p, o->end);
        if (!p)
            p = from;
    } else {
        while (p < o->end && (is_letter(*p) || (p > from && is_digit(*p))))
            p++;
    }
    o->p = p;
    return (Piece){ from, (size_t)(p - from) };
}

static Piece next_piece(Outline *o) { return blank(o) ? piece(o) : (Piece){ NULL, 0 }; }

static bool begins_class(Piece w)
{
    static const char *const words[] = { "block",    "class",   "connector", "function", "model",
                                         "operator", "package", "record",    "type" };
    if (w.n < 4 || w.n > 9)
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (*words[i] == *w.text && is_piece(w, words[i]))
            return true;
    return false;
}

/* After a word that begins a class: its name, if it has a body. */
static void open_class(Outline *o)
{
    Piece name = next_piece(o);
    while (begins_class(name))
        name = next_piece(o); /* operator record */
    const bool extends = is_piece(name, "extends");
    if (extends)
        name = next_piece(o);
    if (!name.n || !blank(o) || o->p >= o->end)
        return;
    if (!extends && (*o->p == '=' || *o->p == '('))
        return; /* short; a function as an argument */
    vec_push(&o->d->pass, o->open, name);
}

/* After the words `automaton`, `net`, which are of the language in their heads only: token.c. */
static void open_net(Outline *o)
{
    Outline ahead = *o;
    Piece name = next_piece(&ahead), next = { NULL, 0 };
    if (!name.n || !blank(&ahead))
        return;
    const bool text = ahead.p < ahead.end && *ahead.p == '"';
    if (!text)
        next = piece(&ahead);
    if (text || is_piece(next, "place") || is_piece(next, "initial") || is_piece(next, "from") ||
        is_piece(next, "end"))
        vec_push(&o->d->pass, o->open, name);
}

/* After the word `end`: 1: it closes the outermost class; 0: something else; -1: what is not open. */
static int close_one(Outline *o)
{
    Outline ahead = *o;
    Piece name = next_piece(&ahead);
    if (!name.n || is_piece(name, "if") || is_piece(name, "for") || is_piece(name, "when") ||
        is_piece(name, "while"))
        return 0; /* of a block, or a subscript */
    const Piece top = vec_pop(o->open);
    if (top.n != name.n || memcmp(top.text, name.text, top.n) != 0)
        return -1;
    o->p = ahead.p;
    return vec_len(o->open) == 0;
}

/* From o->p to behind `end NAME` of the one class that is open; word: where that `end` is. */
static bool pass_over(Outline *o, const char **word)
{
    while (blank(o) && o->p < o->end) {
        const char c = *o->p;
        if (c == '"') {
            o->p = quoted_end(o->p, o->end);
            if (!o->p)
                return false;
        } else if (is_digit(c)) {
            while (o->p < o->end && (is_digit(*o->p) || is_letter(*o->p) || *o->p == '.'))
                o->p++;
        } else if (is_letter(c) || c == '\'') {
            *word = o->p;
            const Piece w = piece(o);
            if (!w.n)
                return false;
            if (begins_class(w))
                open_class(o);
            else if (is_piece(w, "automaton") || is_piece(w, "net"))
                open_net(o);
            const int closed = is_piece(w, "end") ? close_one(o) : 0;
            if (closed)
                return closed > 0;
        } else {
            o->p++;
        }
    }
    return false;
}

bool outline_body(Parser *p, const char *name, uint32_t from, Span *end)
{
    const char *text = p->src->text, *word = NULL;
    Outline o = { text + from, text + p->src->size, NULL, p->d };
    vec_push(&p->d->pass, o.open, ((Piece){ name, strlen(name) }));
    if (!pass_over(&o, &word))
        return false;
    *end = (Span){ p->src->base + (uint32_t)(word - text), p->src->base + (uint32_t)(o.p - text) };
    return true;
}
