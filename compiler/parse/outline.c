/* outline.c - classes of a library are read when they are asked for: where the body of one ends, and its text later.
 *
 * A model uses a few classes of each file of a library. So inside of a class of such a file the parser reads the head
 * of a class and passes over its body; class_read parses that when the class is looked into (resolve.c). To find the
 * end it is enough to see comments, strings, names, and which words open and close a class. Where that fails, since
 * something is not closed, the body is parsed at once, so that the mistake is told.
 *
 * Annotations of a library are pictures and documentation for the greater part. Where these are not asked for, one
 * without a word that changes what is compiled is passed over (Options.plain).
 *
 * Cost: some instructions a byte; a body is passed over once for each class around it that is read.
 */
#include <string.h>
#include "parse.h"

typedef struct { const char *text; size_t n; } Piece;
typedef struct { const char *p; Piece *open; Dtc *d; } Outline;         /* a NUL ends the text */

/* ---- characters and words ------------------------------------------------------------------------------ */

typedef enum { LETTER, NUMERAL, BLANK, OTHER, END_OF_TEXT, TEXT_QUOTE, NAME_QUOTE, SLASH } Character;
static unsigned char character[256];

static void make_characters(void)
{
    static const struct {
        const char *of;
        Character is;
    } those[] = {
        { " \t\n\v\f\r", BLANK },  { "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_", LETTER },
        { "0123456789", NUMERAL }, { "\"", TEXT_QUOTE },
        { "'", NAME_QUOTE },       { "/", SLASH },
    };
    memset(character, OTHER, sizeof character);
    for (size_t i = 0; i < sizeof those / sizeof *those; i++)
        for (const char *c = those[i].of; *c; c++)
            character[(unsigned char)*c] = (unsigned char)those[i].is;
    character[0] = END_OF_TEXT;
}

static Character at(const char *p) { return (Character)character[(unsigned char)*p]; }
static bool in_word(const char *p) { return at(p) <= NUMERAL; }

static bool is_piece(Piece w, const char *text) { return w.n == strlen(text) && memcmp(w.text, text, w.n) == 0; }

/* After a string or quoted name that begins at p; NULL: it is not closed. */
static const char *quoted_end(const char *p)
{
    const char *const ends = *p == '"' ? "\"\\" : "'\\";
    for (p += 1 + strcspn(p + 1, ends); *p == '\\' && p[1];)
        p += 2 + strcspn(p + 2, ends);
    return *p && *p != '\\' ? p + 1 : NULL;
}

/* After a comment that begins at p; p: there is none; NULL: it is not closed. */
static const char *comment_end(const char *p)
{
    if (p[1] == '/')
        return p + strcspn(p, "\n");
    const char *end = p[1] == '*' ? strstr(p + 2, "*/") : p;
    return end && end != p ? end + 2 : end;
}

/* Passes over blanks and comments; false: a comment is not closed. */
static bool blank(Outline *o)
{
    for (;;) {
        while (at(o->p) == BLANK)
            o->p++;
        const char *next = at(o->p) == SLASH ? comment_end(o->p) : o->p;
        if (next == o->p)
            return true;
        if (!next)
            return false;
        o->p = next;
    }
}

/* A word, or a quoted name, at o->p; n 0: there is none. */
static Piece piece(Outline *o)
{
    const char *from = o->p, *p = from;
    if (at(p) == NAME_QUOTE) {
        p = quoted_end(p);
        if (!p)
            p = from;
    } else if (at(p) == LETTER) {
        while (in_word(p))
            p++;
    }
    o->p = p;
    return (Piece){ from, (size_t)(p - from) };
}

static Piece next_piece(Outline *o) { return blank(o) ? piece(o) : (Piece){ NULL, 0 }; }

typedef enum { ANY_WORD, CLASS_WORD, END_WORD, NET_WORD } WordKind;

static WordKind kind_of(Piece w)
{
    enum { LONGEST = 9 };
    static const struct {
        const char *text;
        WordKind kind;
    } words[LONGEST + 1][4] = {
        [3] = { { "end", END_WORD }, { "net", NET_WORD } },
        [4] = { { "type", CLASS_WORD } },
        [5] = { { "block", CLASS_WORD }, { "class", CLASS_WORD }, { "model", CLASS_WORD } },
        [6] = { { "record", CLASS_WORD } },
        [7] = { { "package", CLASS_WORD } },
        [8] = { { "function", CLASS_WORD }, { "operator", CLASS_WORD } },
        [9] = { { "connector", CLASS_WORD }, { "automaton", NET_WORD } },
    };
    for (size_t i = 0; w.n <= LONGEST && words[w.n][i].text; i++)
        if (*words[w.n][i].text == *w.text && memcmp(words[w.n][i].text, w.text, w.n) == 0)
            return words[w.n][i].kind;
    return ANY_WORD;
}

/* ---- classes ------------------------------------------------------------------------------------------- */

/* After a word that begins a class: its name, if it has a body. */
static void open_class(Outline *o)
{
    Piece name = next_piece(o);
    while (name.n && kind_of(name) == CLASS_WORD)
        name = next_piece(o); /* operator record */
    const bool extends = is_piece(name, "extends");
    if (extends)
        name = next_piece(o);
    if (!name.n || !blank(o) || !*o->p)
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
    const bool text = at(ahead.p) == TEXT_QUOTE;
    if (!text)
        next = piece(&ahead);
    if (text || is_piece(next, "place") || is_piece(next, "initial") || is_piece(next, "from") ||
        is_piece(next, "end"))
        vec_push(&o->d->pass, o->open, name);
}

/* After the word `end`; false: what it closes is not open. */
static bool close_one(Outline *o)
{
    Outline ahead = *o;
    Piece name = next_piece(&ahead);
    if (!name.n || is_piece(name, "if") || is_piece(name, "for") || is_piece(name, "when") ||
        is_piece(name, "while"))
        return true; /* of a block, or a subscript */
    const Piece top = vec_pop(o->open);
    o->p = ahead.p;
    return top.n == name.n && memcmp(top.text, name.text, top.n) == 0;
}

/* After a word of the class; false: it closes what is not open. */
static bool take(Outline *o, Piece w)
{
    switch (kind_of(w)) {
    case CLASS_WORD: open_class(o); return true;
    case NET_WORD: open_net(o); return true;
    case END_WORD: return close_one(o);
    case ANY_WORD: break;
    }
    return true;
}

/* From o->p to behind `end NAME` of the one class that is open; word: where that `end` is. */
static bool pass_over(Outline *o, const char **word)
{
    while (vec_len(o->open)) {
        while (at(o->p) == BLANK || at(o->p) == OTHER)
            o->p++;
        switch (at(o->p)) {
        case LETTER:
        case NAME_QUOTE:
            *word = o->p;
            const Piece w = piece(o);
            if (!w.n || !take(o, w))
                return false;
            break;
        case NUMERAL:
            while (in_word(o->p) || *o->p == '.')
                o->p++;
            break;
        case SLASH:
            if (!blank(o))
                return false;
            o->p += *o->p == '/';
            break;
        case TEXT_QUOTE:
            o->p = quoted_end(o->p);
            if (!o->p)
                return false;
            break;
        default: return false;
        }
    }
    return true;
}

bool outline_body(Parser *p, const char *name, uint32_t from, Span *end)
{
    const char *text = p->src->text, *word = NULL;
    Outline o = { text + from, NULL, p->d };
    if (!character[' '])
        make_characters();
    vec_push(&p->d->pass, o.open, ((Piece){ name, strlen(name) }));
    if (!pass_over(&o, &word))
        return false;
    *end = (Span){ p->src->base + (uint32_t)(word - text), p->src->base + (uint32_t)(o.p - text) };
    return true;
}

/* ---- annotations --------------------------------------------------------------------------------------- */

static bool changes_what_is_compiled(Piece w)
{
    for (int i = 0; i < ANNOTATIONS; i++)
        if (is_piece(w, annotation_names[i]))
            return true;
    return false;
}

/* From o->p, where a bracket is open, to where it is closed. */
static bool pass_over_brackets(Outline *o)
{
    for (uint32_t open = 1;; o->p++) {
        if (!blank(o))
            return false;
        switch (at(o->p)) {
        case END_OF_TEXT: return false;
        case TEXT_QUOTE:
        case NAME_QUOTE:
            o->p = quoted_end(o->p);
            if (!o->p)
                return false;
            o->p--;
            break;
        case LETTER:
            if (changes_what_is_compiled(piece(o)))
                return false;
            o->p--;
            break;
        default:
            open += *o->p == '(';
            open -= *o->p == ')';
            if (open == 0)
                return true;
        }
    }
}

bool outline_annotation(const Parser *p, uint32_t from, Span *brackets)
{
    const char *text = p->src->text;
    Outline o = { text + from, NULL, p->d };

    if (!character[' '])
        make_characters();
    if (!blank(&o) || *o.p != '(')
        return false;
    const char *open = o.p++;
    if (!pass_over_brackets(&o))
        return false;
    *brackets = (Span){ p->src->base + (uint32_t)(open - text), p->src->base + (uint32_t)(o.p + 1 - text) };
    return true;
}
