/* source.c - files, positions, diagnostics.
 *
 * All files of a run lie one after another in one range of positions that begins at 1; a file takes its size plus one,
 * so that its end has a position too. A position is turned into file, line and column by two binary searches. Columns
 * count bytes, from 1.
 *
 * A diagnostic is a line `file:line:col: error: message`, the source line, and a caret line. Of a long source line a
 * window is shown; a byte that is no printable UTF-8 is shown as `?`, a tab as a blank, so that the caret always stands
 * below its place.
 *
 * Ensures: any bytes in, valid text out. After MAX_SHOWN errors (and as many warnings) the rest is only counted.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "inst.h"

const char diagnosis_origin[] = "this is where its class says so";

enum { MAX_SHOWN = 50, WINDOW = 100, MAX_NAME = 64, MAX_MESSAGE = 1000, MAX_FILE = 256 << 20 };

/* ---- files and positions ------------------------------------------------------------------------------- */

static uint32_t next_base(const Dtc *d)
{
    if (!vec_len(d->source))
        return 1;
    const Source *last = vec_last(d->source);
    return last->base + last->size + 1;
}

Source *source_text(Dtc *d, const char *name, const char *text, size_t size)
{
    uint32_t base = next_base(d);
    if (size >= UINT32_MAX - 2 - base) {
        errno = EFBIG;
        return NULL;
    }
    Source *s = NEW(&d->run, Source);
    *s = (Source){ .name = internz(d, name), .text = text, .size = (uint32_t)size, .base = base };
    vec_push(&d->run, d->source, s);
    return s;
}

static char *read_all(Dtc *d, FILE *f, size_t *size)
{
    size_t cap = 1 << 14, n = 0;
    char *buf = arena_alloc(&d->run, cap + 1);
    for (;;) {
        n += fread(buf + n, 1, cap - n, f);
        if (n < cap)
            break;
        if (cap >= MAX_FILE) {
            errno = EFBIG;
            return NULL;
        }
        char *more = arena_alloc(&d->run, 4 * cap + 1);
        memcpy(more, buf, n);
        buf = more;
        cap *= 4;
    }
    if (ferror(f))
        return NULL;
    buf[n] = 0;
    *size = n;
    return buf;
}

Source *source_load(Dtc *d, const char *filename)
{
    for (const OpenText *o = d->opened; o; o = o->next)
        if (strcmp(o->name, filename) == 0)
            return source_text(d, filename, o->text, o->size);
    FILE *f = fopen(filename, "rb");
    if (!f)
        return NULL;
    size_t size = 0;
    char *text = read_all(d, f, &size);
    int why = errno;
    fclose(f);
    errno = why;
    return text ? source_text(d, filename, text, size) : NULL;
}

Source *source_of(Dtc *d, Span s)
{
    if (s.pos == 0 || s.pos >= next_base(d))
        return NULL;
    uint32_t lo = 0, hi = vec_len(d->source);
    while (hi - lo > 1) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (d->source[mid]->base <= s.pos)
            lo = mid;
        else
            hi = mid;
    }
    return d->source[lo];
}

/* Offsets at which the lines begin; made when a position of the file is first asked for. */
static void find_lines(Dtc *d, Source *src)
{
    vec_push(&d->run, src->line, 0);
    for (const char *p = src->text, *end = p + src->size; (p = memchr(p, '\n', (size_t)(end - p))) != NULL;)
        vec_push(&d->run, src->line, (uint32_t)(++p - src->text));
}

/* Index in src->line of the line that holds the offset. */
static uint32_t line_of(Dtc *d, Source *src, uint32_t offset)
{
    if (!src->line)
        find_lines(d, src);
    uint32_t lo = 0, hi = vec_len(src->line);
    while (hi - lo > 1) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (src->line[mid] <= offset)
            lo = mid;
        else
            hi = mid;
    }
    return lo;
}

void source_where(Dtc *d, Span s, const char **file, uint32_t *line, uint32_t *col)
{
    Source *src = source_of(d, s);
    *file = src ? src->name : NULL;
    *line = *col = 0;
    if (!src)
        return;
    uint32_t offset = s.pos - src->base, i = line_of(d, src, offset);
    *line = i + 1;
    *col = offset - src->line[i] + 1;
}

const char *with_place(Dtc *d, const char *text, Span s)
{
    const char *file, *slash;
    uint32_t line, col;

    if (!source_of(d, s))
        return text;
    source_where(d, s, &file, &line, &col);
    slash = strrchr(file, '/');
    return internf(d, "%s at %s:%u", text, slash ? slash + 1 : file, line);
}

/* ---- the source line and the caret --------------------------------------------------------------------- */

/* Length of the printable UTF-8 character at p, 0 if there is none. */
static uint32_t utf8_len(const char *p, const char *end)
{
    const unsigned char *u = (const unsigned char *)p;
    size_t room = (size_t)(end - p);
    if (u[0] >= 0x20 && u[0] < 0x7f)
        return 1;
    uint32_t n = u[0] >= 0xC2 && u[0] < 0xE0 ? 2
               : (u[0] & 0xF0) == 0xE0       ? 3
               : u[0] >= 0xF0 && u[0] < 0xF5 ? 4
                                             : 0;
    if (n == 0 || room < n)
        return 0;
    for (uint32_t i = 1; i < n; i++)
        if ((u[i] & 0xC0) != 0x80)
            return 0;
    if (n == 2 && u[0] == 0xC2 && u[1] < 0xA0)
        return 0; /* C1 control characters */
    if (n == 3 && ((u[0] == 0xE0 && u[1] < 0xA0) || (u[0] == 0xED && u[1] >= 0xA0)))
        return 0;
    if (n == 4 && ((u[0] == 0xF0 && u[1] < 0x90) || (u[0] == 0xF4 && u[1] >= 0x90)))
        return 0;
    return n;
}

/* Prints [p, end) one column a character; returns the columns before `at` and before `stop`. */
static void print_line(FILE *out, const char *p, const char *end, const char *at, const char *stop, uint32_t *before,
                       uint32_t *until)
{
    uint32_t col = 0;
    *before = *until = 0;
    while (p < end) {
        uint32_t n = utf8_len(p, end);
        if (n)
            fwrite(p, 1, n, out);
        else
            fputc(*p == '\t' ? ' ' : '?', out);
        p += n ? n : 1;
        col++;
        if (p <= at)
            *before = col;
        if (p <= stop)
            *until = col;
    }
}

static bool continues(char c)              /* a byte inside a UTF-8 character */
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

/* The line around the offset: whole, or a window of a long one. */
static void show_source(Dtc *d, FILE *out, Source *src, Span s)
{
    uint32_t offset = s.pos - src->base, i = line_of(d, src, offset);
    const char *text = src->text, *at = text + offset, *file_end = text + src->size;
    const char *begin = text + src->line[i];
    const char *end = i + 1 < vec_len(src->line) ? text + src->line[i + 1] - 1 : file_end;
    if (end > begin && end[-1] == '\r')
        end--;
    if (i == 0 && end - begin >= 3 && memcmp(begin, "\xEF\xBB\xBF", 3) == 0)
        begin += 3;
    if (at < begin)
        at = begin;
    if (at > end)
        at = end;
    const char *stop = s.end > s.pos && s.end - s.pos < (uint32_t)(end - at) ? at + (s.end - s.pos)
                     : s.end > s.pos                                         ? end
                                                                             : at;
    bool cut_left = false, cut_right = false;
    if (end - begin > WINDOW) {
        if (at - begin > WINDOW / 2) {
            begin = at - WINDOW / 2;
            while (begin < at && continues(*begin))
                begin++;
            cut_left = true;
        }
        if (end - begin > WINDOW) {
            end = begin + WINDOW;
            while (end > at && continues(*end))
                end--;
            cut_right = true;
        }
    }
    fprintf(out, "%5u | %s", (unsigned)(i + 1), cut_left ? "..." : "");
    uint32_t before, until;
    print_line(out, begin, end, at, stop, &before, &until);
    fprintf(out, "%s\n      | %*s^", cut_right ? "..." : "", (int)(before + (cut_left ? 3 : 0)), "");
    for (uint32_t k = before + 1; k < until; k++)
        fputc('~', out);
    fputc('\n', out);
}

/* ---- diagnostics --------------------------------------------------------------------------------------- */

static bool is_told(Dtc *d, const char *whole)
{
    if (map_get(&d->told, KEY(whole)))
        return true;
    map_set(&d->run, &d->told, KEY(whole), 1);
    return false;
}

/* The same as one before: the same fault was met again by another way. Classes of a package read their texts anew: of
 * remarks that they share the place is known by file, line and column. */
static bool is_repeated(Dtc *d, Severity s, Span at, const char *path, const char *message)
{
    const char *file, *where = path ? path : "";
    uint32_t line, column;

    if (s != DIAG_REMARK || !d->package || !at.pos)
        return is_told(d, internf(d, "%d %u %s: %s", (int)s, (unsigned)at.pos, where, message));
    source_where(d, at, &file, &line, &column);
    return is_told(d->package,
                   internf(d->package, "%s:%u:%u: %s: %s", file ? file : "", line, column, where, message));
}

/* Counts, and says whether it is to be shown. Notes share the fate of what they belong to. */
static bool counted(Dtc *d, Severity s, bool repeated, FILE *out)
{
    if (s == DIAG_NOTE)
        return !d->muted;
    if (s == DIAG_REMARK)
        return !repeated;
    uint32_t n = s == DIAG_ERROR ? ++d->errors : ++d->warnings;
    d->repeated += repeated && s == DIAG_ERROR;
    if (s == DIAG_ERROR)
        n -= d->repeated;
    d->muted = repeated || n > MAX_SHOWN;
    if (n == MAX_SHOWN + 1 && !repeated && !d->keeps)
        fprintf(out, "dtc: more than %d %s: the rest is only counted\n", MAX_SHOWN,
                s == DIAG_ERROR ? "errors" : "warnings");
    return !d->muted;
}

/* The member of i that the path begins with, and the path after it; of an array the first element. */
static const Inst *inst_member_at(Dtc *d, const Inst *i, const char **path)
{
    size_t quoted = name_quoted(*path), n = quoted ? quoted : strcspn(*path, ".[");
    if (i->has->elem && i->is->size)
        i = i->has->elem[0];
    i = inst_member(i, intern(d, *path, n));
    *path += n;
    *path += **path == '[' ? strcspn(*path, "]") : 0;
    if (**path == ']')
        (*path)++;
    if (**path == '.')
        (*path)++;
    return i;
}

/* Where the component at `path` is declared in the file that is compiled, or the one that it is part of: what a reader
 * can change. Nowhere if the path leaves it at once. component: how much of the path that is. */
static Span declared(Dtc *d, const char *path, int *component)
{
    const char *begin = path;
    Span at = { 0, 0 };
    const Inst *i = d->instance;
    *component = 0;
    while (i && *path) {
        i = inst_member_at(d, i, &path);
        if (!i || !i->is->decl || source_of(d, i->is->decl->span) != d->input)
            break;
        at = i->is->decl->span;
        *component = (int)(path - begin) - (*path != 0);
    }
    return at;
}

/* Of the path at the begin of a text, with its subscripts. */
static size_t path_length(const char *text)
{
    int depth = 0;
    const char *p = text;
    for (; *p && (depth > 0 || !strchr(" :,;=", *p)); p++)
        depth += (*p == '[') - (*p == ']');
    return (size_t)(p - text);
}

void note_declaration(Dtc *d, const char *text)
{
    static const char *const before[] = { "", ": ", "switching element ", "equations of ", "table " };
    enum { BEFORE = sizeof before / sizeof *before };
    Span at = { 0, 0 };
    for (const char *p = text; *p && !at.pos; p++) {
        bool begins = false;
        for (int k = 0; k < BEFORE && !begins; k++) {
            size_t n = strlen(before[k]);
            begins = n == 0 ? p == text : (size_t)(p - text) >= n && strncmp(p - n, before[k], n) == 0;
        }
        size_t length = begins ? path_length(p) : 0;
        int component = 0;
        const char *path = intern(d, p, length);
        if (length > 0)
            at = declared(d, path, &component);
        if (at.pos)
            note(d, at, NULL, "%.*s is declared here", component, path);
    }
}

Span given_at(Dtc *d, const char *name, Span otherwise)
{
    const Inst *i = d->instance;
    while (i && *name)
        i = inst_member_at(d, i, &name);
    const Source *src = i && i->binding ? source_of(d, i->binding->span) : NULL;
    return src && (src == d->input || src->own) ? i->binding->span : otherwise;
}

bool on_declared_line(Dtc *d, Span at, const char *path)
{
    const char *file[2];
    uint32_t line[2], column;
    int component;
    Span declaration = declared(d, path, &component);
    if (!declaration.pos)
        return false;
    source_where(d, at, &file[0], &line[0], &column);
    source_where(d, declaration, &file[1], &line[1], &column);
    return file[0] == file[1] && line[0] == line[1];
}

static void heading(Dtc *d, FILE *out, Span at, Severity s)
{
    static const char *const word[] = { "error", "warning", "note", "note" };
    const char *file;
    uint32_t line, col;
    source_where(d, at, &file, &line, &col);
    if (file)
        fprintf(out, "%s:%u:%u: ", file, (unsigned)line, (unsigned)col);
    else
        fputs("dtc: ", out);
    fprintf(out, "%s: ", word[s]);
}

static void print(Dtc *d, FILE *out, const Diagnosis *g)
{
    heading(d, out, g->shown, g->severity);
    if (*g->path)
        fprintf(out, "in %s: ", g->path);
    fprintf(out, "%s\n", g->message);
    if (source_of(d, g->shown))
        show_source(d, out, source_of(d, g->shown), g->shown);
    if (g->shown.pos != g->at.pos && g->severity != DIAG_REMARK) {
        heading(d, out, g->at, DIAG_NOTE);
        fprintf(out, "%s\n", diagnosis_origin);
        show_source(d, out, source_of(d, g->at), g->at);
    }
}

static bool in_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The first place of a word in a text of `room` bytes; NULL: none. */
static const char *find_word(const char *text, size_t room, const char *word)
{
    const size_t n = strlen(word);
    for (size_t k = 0; k + n <= room; k++) {
        const bool within = (k > 0 && in_word(text[k - 1])) || (k + n < room && in_word(text[k + n]));
        if (!within && memcmp(text + k, word, n) == 0)
            return text + k;
    }
    return NULL;
}

/* The last name that was not known, where the message says what it may have been: the first place of it within. */
static void add_fix(Dtc *d, Diagnosis *g)
{
    const Source *src = source_of(d, g->at);
    const char *wrong = d->guess.wrong, *text = src ? src->text + (g->at.pos - src->base) : NULL;
    const size_t room = g->at.end > g->at.pos ? g->at.end - g->at.pos : 0;
    if (!text || !wrong || !strstr(g->message, d->guess.near))
        return;
    const char *place = find_word(text, room, wrong);
    const uint32_t pos = place ? g->at.pos + (uint32_t)(place - text) : 0;
    if (place)
        vec_push(&d->run, g->fix, ((Fix){ { pos, pos + (uint32_t)strlen(wrong) }, d->guess.near }));
    d->guess.wrong = NULL;
}

void diag(Dtc *d, Severity s, Span at, const char *path, const char *fmt, ...)
{
    FILE *out = d->log ? d->log : stderr;
    const About about = d->about;
    char message[MAX_MESSAGE];
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(message, sizeof message, fmt, ap);
    va_end(ap);
    d->about = (About){ 0 };
    if (!counted(d, s, s != DIAG_NOTE && is_repeated(d, s, at, path, message), out))
        return;
    Diagnosis g = {
        .severity = s, .at = at, .shown = at, .about = about, .path = path ? internz(d, path) : ""
    };
    g.message = internf(d, "%s%s", message, n >= MAX_MESSAGE ? "..." : "");
    const Source *src = source_of(d, at);
    if (s != DIAG_NOTE && *g.path && src && src != d->input && !src->own) {
        int component;
        Span declaration = declared(d, path, &component);
        if (declaration.pos)
            g.shown = declaration;
    }
    add_fix(d, &g);
    if (d->keeps)
        vec_push(&d->run, d->diagnosis, g);
    else
        print(d, out, &g);
}

/* ---- did you mean -------------------------------------------------------------------------------------- */

static char lower_case(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

/* Edit distance with transpositions (Damerau 1964, optimal string alignment); a change of case costs nothing. */
static uint32_t distance(const char *a, uint32_t na, const char *b, uint32_t nb)
{
    uint32_t row[3][MAX_NAME + 1];
    uint32_t *before = row[0], *last = row[1], *now = row[2];
    for (uint32_t j = 0; j <= nb; j++)
        last[j] = before[j] = j;
    for (uint32_t i = 1; i <= na; i++) {
        now[0] = i;
        for (uint32_t j = 1; j <= nb; j++) {
            char x = lower_case(a[i - 1]), y = lower_case(b[j - 1]);
            uint32_t best = last[j - 1] + (x != y);
            if (last[j] + 1 < best)
                best = last[j] + 1;
            if (now[j - 1] + 1 < best)
                best = now[j - 1] + 1;
            if (i > 1 && j > 1 && x == lower_case(b[j - 2]) && lower_case(a[i - 2]) == y &&
                before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            now[j] = best;
        }
        uint32_t *t = before;
        before = last;
        last = now;
        now = t;
    }
    return last[nb];
}

const char *suggest(Dtc *d, const char *wrong, const char *const *known, uint32_t n)
{
    size_t len = strlen(wrong);
    if (len > MAX_NAME)
        return NULL;
    uint32_t limit = ((uint32_t)len + 1) / 3, best = limit + 1; /* a third of it may differ */
    if (len < 3)
        best = 1;
    const char *found = NULL;
    for (uint32_t i = 0; i < n; i++) {
        size_t k = known[i] ? strlen(known[i]) : 0;
        if (k == 0 || k > MAX_NAME || k > len + best || len > k + best)
            continue;
        uint32_t dist = distance(wrong, (uint32_t)len, known[i], (uint32_t)k);
        const bool nearer =
            found && dist == best && known[i][0] == wrong[0] && found[0] != wrong[0]; /* by case */
        if ((dist >= best && !nearer) || strcmp(wrong, known[i]) == 0)
            continue;
        best = dist;
        found = known[i];
    }
    if (d && found)
        d->guess.wrong = internz(d, wrong), d->guess.near = internz(d, found);
    return found;
}

const char *suggest_within(Dtc *d, const char *wanted, const char *const *known, uint32_t n)
{
    const size_t k = strlen(wanted);

    for (uint32_t i = 0; i < n; i++)
        if (known[i] && strncmp(known[i], wanted, k) == 0 && known[i][k] == '.')
            return internf(d, "'%s.*'", wanted);
    return suggest(d, wanted, known, n);
}
