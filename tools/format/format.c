/* format.c - lays a text out: blanks and indentation; words, comments, ends of lines and empty lines stay.
 *
 * A line is indented by two blanks for each class, net and block that is open where it begins; section words, `end`,
 * `else` stand one step less, what goes on with a statement one more, but the text that tells of a class. Between two
 * tokens of a line stand no blank or one, by what they are: `a + b*c`, `x = 1`, `f(a, b)`, `m[1, 2]`; between two
 * statements of a line two. Inside of a matrix or list that goes over several lines, and before a comment behind a
 * statement, several blanks stay: they make columns. Lines of a matrix begin where its first element does, if that is
 * behind a bracket that begins a line.
 *
 * The tokens of the result are compared with those of the text, so that no fault here changes a model. Cost: linear.
 */
#include <stdlib.h>
#include <string.h>
#include "format.h"
#include "inst.h"
#include "parse.h"
#include "gram.h"

typedef struct { char *s; size_t n, room; } Out;
typedef struct Format {
    Dtc *d; const Source *src;
    Token *token; uint32_t n;              /* n: of them */
    Out out;
    uint32_t depth;                        /* classes, nets and blocks that are open */
    uint32_t first;                        /* token with which the statement begins */
    uint32_t *open;                        /* vec: brackets that are open, tokens */
    uint32_t *column;                      /* vec: of each of them, where lines in it begin; 0: as all others */
    uint32_t table_end;                    /* the token that closes the outermost matrix or list over several lines */
    uint32_t head;                         /* a class's head ends before this token; 0: none is read */
    bool in_net;
} Format;

/* ---- the text that is made ----------------------------------------------------------------------------- */

static void put_bytes(Out *o, const char *p, size_t n)
{
    if (o->n + n + 1 > o->room) {
        o->room = 2 * (o->room + n + 1);
        o->s = realloc(o->s, o->room);
        if (!o->s)
            abort();
    }
    memcpy(o->s + o->n, p, n);
    o->n += n;
    o->s[o->n] = 0;
}

static void put_blanks(Out *o, uint32_t n)
{
    while (n-- > 0)
        put_bytes(o, " ", 1);
}

/* Where the next byte stands in its line, from 0, if one bracket alone is before it; else 0. */
static uint32_t behind_bracket(const Out *o)
{
    size_t at = o->n - 1;

    while (at > 0 && o->s[at - 1] == ' ')
        at--;
    return at == 0 || o->s[at - 1] == '\n' ? (uint32_t)(o->n - at) : 0;
}

/* ---- tokens -------------------------------------------------------------------------------------------- */

static Token *all_tokens(Dtc *d, Source *src)
{
    Parser p = { .d = d, .src = src };
    Token *list = NULL, t;

    if (!lex_open(&p))
        return NULL;
    for (;;) {
        memset(&t, 0, sizeof t);
        t.kind = lex_token(&t, p.scanner);
        if (t.kind == YYEOF)
            break;
        vec_push(&d->run, list, t);
    }
    lex_close(&p);
    return list;
}

static const char *text_of(const Format *f, uint32_t i) { return f->src->text + (f->token[i].span.pos - f->src->base); }
static size_t length_of(const Format *f, uint32_t i) { return f->token[i].span.end - f->token[i].span.pos; }
static int kind_of(const Format *f, uint32_t i) { return i < f->n ? f->token[i].kind : YYEOF; }

/* Does the next token stand in the line in which token i ends? */
static bool same_line(const Format *f, uint32_t i)
{
    const char *end = text_of(f, i) + length_of(f, i);
    return i + 1 < f->n && !memchr(end, '\n', (size_t)(text_of(f, i + 1) - end));
}

static bool is_word(const Format *f, uint32_t i, const char *word)
{
    return kind_of(f, i) == IDENT && strcmp(f->token[i].value.text, word) == 0;
}

static bool is_section_word(int kind)
{
    return kind == EQUATION || kind == ALGORITHM || kind == PUBLIC || kind == PROTECTED;
}

static bool heads_block(int kind) { return kind == IF || kind == FOR || kind == WHEN || kind == WHILE; }

static bool is_opener(int kind) { return kind == '(' || kind == '[' || kind == '{'; }
static bool is_closer(int kind) { return kind == ')' || kind == ']' || kind == '}'; }

/* A section begins with token i. */
static bool begins_section(const Format *f, uint32_t i)
{
    const int kind = kind_of(f, i), next = kind_of(f, i + 1);

    return is_section_word(kind) || (kind == INITIALLY && (next == EQUATION || next == ALGORITHM));
}

/* ---- what is open -------------------------------------------------------------------------------------- */

/* The token behind the head of the class or net whose word is token i; i: it has no body. */
static uint32_t head_end(const Format *f, uint32_t i, bool net)
{
    uint32_t k = i + 1;

    while (is_class_word(kind_of(f, k)) || kind_of(f, k) == EXTENDS)
        k++;
    if (kind_of(f, k) != IDENT || kind_of(f, k + 1) == '=')
        return i;
    k++;
    if (kind_of(f, k) == '(')
        for (int depth = 1; depth && ++k < f->n;)
            depth += kind_of(f, k) == '(' ? 1 : kind_of(f, k) == ')' ? -1 : 0;
    k += kind_of(f, k) == ')';
    while (kind_of(f, k) == STRING || kind_of(f, k) == '+')
        k++;
    const bool goes_on =
        is_word(f, k, "place") || is_word(f, k, "from") || kind_of(f, k) == INITIALLY || kind_of(f, k) == END;
    return net && !goes_on ? i : k;
}

static bool is_flow_head(int kind) { return heads_block(kind) || kind == ELSEIF || kind == ELSEWHEN; }

static void close_end(Format *f, uint32_t i)
{
    const int next = kind_of(f, i + 1);

    if (vec_len(f->open) || !(next == IDENT || heads_block(next) || is_class_word(next)))
        return;
    f->depth -= f->depth > 0;
    f->in_net = false;
}

/* A matrix or list begins with token i: where it ends, if that is on another line. */
static void find_table(Format *f, uint32_t i)
{
    uint32_t k = i;

    for (int depth = 1; depth && ++k < f->n;)
        depth += is_opener(kind_of(f, k)) ? 1 : is_closer(kind_of(f, k)) ? -1 : 0;
    if (k < f->n && memchr(text_of(f, i), '\n', f->token[k].span.pos - f->token[i].span.pos))
        f->table_end = k;
}

/* Token i has been laid out. */
static void pass(Format *f, uint32_t i)
{
    const int kind = kind_of(f, i);
    const bool begins = i == f->first, free_ = !vec_len(f->open);
    const bool net = begins && !f->in_net && (is_word(f, i, "automaton") || is_word(f, i, "net"));

    if (is_opener(kind)) {
        vec_push(&f->d->run, f->open, i);
        vec_push(&f->d->run, f->column, kind != '[' || !same_line(f, i) ? 0 : behind_bracket(&f->out));
        if (kind != '(' && i >= f->table_end)
            find_table(f, i);
    } else if (is_closer(kind)) {
        if (vec_len(f->open))
            (void)vec_pop(f->open), (void)vec_pop(f->column);
    } else if (kind == ';' && (free_ || kind_of(f, vec_last(f->open)) != '[')) {
        f->first = i + 1;
        vec_clear(f->open), vec_clear(f->column);
    } else if (begins && begins_section(f, i)) {
        f->first = i + (kind == INITIALLY ? 2 : 1);
    } else if (begins && kind == END) {
        close_end(f, i);
    } else if (f->head && i + 1 == f->head) {
        f->first = f->head;
    } else if (begins && heads_block(kind)) {
        f->depth++;
    } else if (free_ && (kind == THEN || kind == LOOP) && is_flow_head(kind_of(f, f->first))) {
        f->first = i + 1;
    } else if (begins && kind == ELSE) {
        f->first = i + 1;
    }
    if (f->head && i + 1 >= f->head)
        f->first = f->head, f->head = 0, vec_clear(f->open), vec_clear(f->column);
    if (free_ && !f->head &&
        (net ||
         (is_class_word(kind) && kind != PARTIAL && kind != ENCAPSULATED && kind_of(f, f->first) != END))) {
        const uint32_t end = head_end(f, i, net);
        f->head = end > i ? end : 0;
        f->depth += end > i;
        f->in_net |= net && end > i;
    }
}

/* Steps of a line that begins with token i. */
static uint32_t indentation(const Format *f, uint32_t i)
{
    const int kind = kind_of(f, i);
    const bool less = begins_section(f, i) || kind == END || kind == ELSE || kind == ELSEIF ||
                      kind == ELSEWHEN || kind == EXTERNAL;

    if (i != f->first && !(f->head && i == f->head))
        return f->depth + (f->head && kind == STRING ? 0 : 1);
    return f->depth - (less && f->depth > 0);
}

/* Blanks before token i, which begins a line. */
static uint32_t margin(const Format *f, uint32_t i)
{
    const uint32_t column = vec_len(f->column) && !is_closer(kind_of(f, i)) ? vec_last(f->column) : 0;
    return column ? column : 2 * indentation(f, i);
}

/* ---- between two tokens of a line ---------------------------------------------------------------------- */

static bool is_value_end(int kind)
{
    return kind == IDENT || kind == NUMBER || kind == STRING || is_closer(kind) || kind == TRUE ||
           kind == FALSE || kind == END;
}

/* A sign, not an operation. */
static bool is_sign(const Format *f, uint32_t i)
{
    const int kind = kind_of(f, i);
    return (kind == '+' || kind == '-' || kind == ADD_ELEMENTS) &&
           (i == 0 || !is_value_end(kind_of(f, i - 1)));
}

static bool is_called(int kind)
{
    return kind == IDENT || is_closer(kind) || kind == DER || kind == INITIALLY || kind == CONNECT ||
           kind == ANNOTATION || kind == ENUMERATION || kind == PURE;
}

static bool is_tight(int kind)
{
    return kind == '.' || kind == '*' || kind == MUL_ELEMENTS || kind == DIVIDE || kind == POWER ||
           kind == ':';
}

/* Blanks before token i, which follows another one on its line. */
static uint32_t blanks(const Format *f, uint32_t i)
{
    const int left = kind_of(f, i - 1), right = kind_of(f, i);

    if (left == ';' && i == f->first)
        return 2;
    if (right == ',' || right == ';' || is_closer(right) || is_opener(left))
        return 0;
    if (right == '.')
        return is_value_end(left) ? 0 : 1;
    if (left == ',')
        return 1;
    if (is_tight(left) || is_tight(right))
        return 0;
    if (is_sign(f, i - 1))
        return 0;
    if (right == '(' || right == '[')
        return is_called(left) ? 0 : 1;
    return 1;
}

/* ---- what stands between tokens ------------------------------------------------------------------------ */

typedef struct { uint32_t lines, blanks; } Gap;            /* ends of lines, then blanks */

static const char *gap_end(const char *p, const char *end, Gap *g)
{
    *g = (Gap){ 0, 0 };
    for (; p < end && strchr(" \t\r\n\f\v", *p); p++) {
        if (*p == '\n')
            g->lines++, g->blanks = 0;
        else
            g->blanks++;
    }
    return p;
}

static const char *comment_end(const char *p, const char *end)
{
    const char *close = p[1] == '*' ? strstr(p + 2, "*/") : memchr(p, '\n', (size_t)(end - p));

    return !close ? end : p[1] == '*' ? close + 2 : close;
}

/* A line ends with what stands, and others come: so many ends of lines. */
static void put_lines(Format *f, uint32_t lines)
{
    while (lines-- > 0)
        put_bytes(&f->out, "\n", 1);
}

/* A comment from p, without blanks at the ends of its lines. */
static const char *put_comment(Format *f, const char *p, const char *end)
{
    const char *stop = comment_end(p, end), *last = stop;

    while (last > p && strchr(" \t\r", last[-1]))
        last--;
    put_bytes(&f->out, p, (size_t)(last - p));
    return stop;
}

/* All between token i - 1 and token i; i == n: the end. */
static void put_gap(Format *f, uint32_t i)
{
    const char *p = i ? text_of(f, i - 1) + length_of(f, i - 1) : f->src->text;
    const char *end = i < f->n ? text_of(f, i) : f->src->text + f->src->size;
    bool begins = i == 0, line_comment = false, comment = false;
    Gap g;

    if (i == 0 && strncmp(p, "\xEF\xBB\xBF", 3) == 0)
        p += 3;
    for (;;) {
        p = gap_end(p, end, &g);
        const bool last = p >= end;
        if (last && i == f->n) {
            put_lines(f, f->out.n > 0);
            return;
        }
        if (g.lines || line_comment) {
            put_lines(f, begins ? 0 : g.lines);
            put_blanks(&f->out, last ? margin(f, i) : 2 * (f->depth + (i == f->first ? 0 : 1)));
        } else if (!begins) {
            const uint32_t wanted = last && !comment ? blanks(f, i) : 1;
            const bool column = (!last && g.blanks > 1) || (last && i <= f->table_end && g.blanks > wanted);
            put_blanks(&f->out, column ? g.blanks : wanted);
        }
        begins = false;
        if (last)
            return;
        line_comment = p[1] == '/';
        comment = true;
        p = put_comment(f, p, end);
    }
}

/* ---- the whole ----------------------------------------------------------------------------------------- */

static bool same_tokens(const Format *f, Source *made)
{
    const Token *t = all_tokens(f->d, made);
    bool same = vec_len(t) == f->n;

    for (uint32_t i = 0; i < f->n && same; i++) {
        const size_t n = t[i].span.end - t[i].span.pos;
        same = t[i].kind == f->token[i].kind && n == length_of(f, i) &&
               memcmp(made->text + (t[i].span.pos - made->base), text_of(f, i), n) == 0;
    }
    return same;
}

char *formatted(Dtc *d, Source *src, size_t *size)
{
    Format f = { .d = d, .src = src };

    predefined_classes(d);
    if (!parse_source(d, src, d->root, false))
        return NULL;
    f.token = all_tokens(d, src);
    f.n = vec_len(f.token);
    for (uint32_t i = 0; i < f.n; i++) {
        put_gap(&f, i);
        put_bytes(&f.out, text_of(&f, i), length_of(&f, i));
        pass(&f, i);
    }
    put_gap(&f, f.n);
    Source *made = source_text(d, src->name, f.out.s ? f.out.s : "", f.out.n);
    if (!made || !same_tokens(&f, made)) {
        error(d, ((Span){ src->base, src->base }), NULL,
              "this text cannot be laid out: its words would change");
        free(f.out.s);
        return NULL;
    }
    *size = f.out.n;
    return f.out.s;
}
