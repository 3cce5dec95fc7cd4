/* wrap.c - statements in lines of at most 100 columns, comments of 120.
 *
 * Who prints a statement says where a line may end: before an operator, by how tightly it binds, and behind a comma,
 * each within so many parentheses. A text that is too long is cut where it binds least: before each operator of that
 * kind, so that a sum has a term a line; of factors, arguments and words as many as fit stay together. What is still
 * too long is cut on.
 *
 * Algorithm: D. C. Oppen, Prettyprinting, ACM TOPLAS 2(4), 1980: consistent breaks for operators, inconsistent ones
 * for factors; here with the whole statement in memory, from the outermost parentheses inwards. Cost: linear, times
 * the depth of parentheses where it is cut.
 */
#include <stdarg.h>
#include <string.h>
#include "emit.h"

enum { SHIFT = 4, COMMA = 2 * L_IF - 1 };
enum { DEEPEST = 40 };                     /* blanks beyond which what goes on goes in no further */

/* Blanks, and all that is put from here on, up to end_statement(). */
void begin_statement(Printer *pr)
{
    put_spaces(pr, SHIFT * pr->indent);
    pr->wrap = (Wrap){ .on = true, .text = pr->wrap.text, .room = pr->wrap.room, .seam = pr->wrap.seam };
    vec_clear(pr->wrap.seam);
}

static void make_room(Printer *pr, size_t more)
{
    Wrap *w = &pr->wrap;

    if (w->size + more < w->room)
        return;
    char *text = arena_alloc(&pr->e->d->run, w->room = 2 * (w->size + more + 128));
    memcpy(text, w->text ? w->text : "", w->size);
    w->text = text;
}

void wrap_put(Printer *pr, const char *fmt, va_list args)
{
    Wrap *w = &pr->wrap;
    va_list again;

    va_copy(again, args);
    make_room(pr, 0); /* there is a text */
    const size_t n = format_text(w->text + w->size, w->room - w->size, fmt, args);
    if (n >= w->room - w->size) {
        make_room(pr, n);
        format_text(w->text + w->size, w->room - w->size, fmt, again);
    }
    va_end(again);
    w->size += n;
}

static void put_characters(Printer *pr, const char *text, size_t n)
{
    if (!pr->wrap.on) {
        fwrite_unlocked(text, 1, n, pr->out);
        return;
    }
    make_room(pr, n);
    memcpy(pr->wrap.text + pr->wrap.size, text, n);
    pr->wrap.size += n;
}

void put_plain(Printer *pr, const char *text) { put_characters(pr, text, strlen(text)); }

void put_open(Printer *pr)
{
    put_plain(pr, "(");
    pr->wrap.depth++;
}

void put_close(Printer *pr)
{
    pr->wrap.depth--;
    put_plain(pr, ")");
}

/* ---- where a line may end ------------------------------------------------------------------------------ */

static void put_seam(Printer *pr, int binds)
{
    put_plain(pr, " ");
    if (pr->wrap.on)
        vec_push(&pr->e->d->run, pr->wrap.seam, ((Seam){ pr->wrap.size, pr->wrap.depth, binds }));
}

void put_before_operator(Printer *pr, Level binds) { put_seam(pr, 2 * binds); }

/* An operand of ?: stays at the condition that it follows, if it can. */
void put_before_choice(Printer *pr) { put_seam(pr, 2 * L_IF + 1); }

void put_comma(Printer *pr)
{
    put_plain(pr, ",");
    put_seam(pr, COMMA);
}

/* ---- lines --------------------------------------------------------------------------------------------- */

/* A piece of the text, without the blank behind it, and the seams within it. */
typedef struct { size_t from, end; uint32_t seam, seams; } Piece;

static bool fills_lines(const Seam *s) { return s->binds == COMMA || s->binds == 2 * L_TERM; }

static bool same_kind(const Seam *a, const Seam *b) { return a->depth == b->depth && a->binds == b->binds; }

static const Seam *loosest(const Wrap *w, const Piece *p)
{
    const Seam *best = &w->seam[p->seam];

    for (const Seam *s = best + 1; s < &w->seam[p->seams]; s++)
        if (s->depth != best->depth ? s->depth < best->depth : s->binds < best->binds)
            best = s;
    return best;
}

/* From this column on; others behind `indent` blanks and the lead. The column behind it. */
static size_t put_piece(Printer *pr, const Piece *p, size_t column, int indent)
{
    const Wrap *w = &pr->wrap;

    if (p->seam == p->seams || column + p->end - p->from <= w->columns) {
        fwrite_unlocked(w->text + p->from, 1, p->end - p->from, pr->out);
        return column + p->end - p->from;
    }
    const Seam *at = loosest(w, p);
    Piece next = { .from = p->from, .seam = p->seam };
    for (uint32_t i = p->seam; i <= p->seams; i++) {
        if (i < p->seams && !same_kind(&w->seam[i], at))
            continue;
        next.end = i < p->seams ? w->seam[i].at - 1 : p->end;
        next.seams = i;
        const bool first = next.from == p->from,
                   fits = fills_lines(at) && column + 1 + next.end - next.from <= w->columns;
        if (!first) {
            fputs_unlocked(fits ? " " : "\n", pr->out);
            column++;
            if (!fits) {
                put_spaces(pr, indent);
                fputs_unlocked(w->lead, pr->out);
                column = (size_t)indent + strlen(w->lead);
            }
        }
        column = put_piece(pr, &next, column, indent < DEEPEST ? indent + SHIFT : indent);
        next = (Piece){ .from = next.end + 1, .seam = i + 1 };
    }
    return column;
}

static void end_text(Printer *pr, const char *lead, size_t columns)
{
    const Piece all = { 0, pr->wrap.size, 0, vec_len(pr->wrap.seam) };

    pr->wrap.lead = lead;
    pr->wrap.columns = columns;
    put_piece(pr, &all, (size_t)(SHIFT * pr->indent), SHIFT * pr->indent);
    pr->wrap.on = false;
    put_plain(pr, "\n");
}

void end_statement(Printer *pr, const char *end)
{
    put_plain(pr, end);
    end_text(pr, "    ", 100);
}

void comment(Printer *pr, const char *path, const char *text)
{
    const Emitter *e = pr->e;
    const char *s = comment_text(e->d, path && *path ? textf(e->d, "%s: %s", path, text) : text);

    begin_statement(pr);
    put_plain(pr, "/*");
    for (size_t n; *(s += strspn(s, " ")); s += n) {
        put_seam(pr, COMMA);
        n = strcspn(s, " ");
        put_characters(pr, s, n);
    }
    put_plain(pr, " */");
    end_text(pr, " * ", 120);
}
