/* result_csv.c - results as text: a header line, then a line of numbers a row.
 *
 * Names with a comma, a quote or the like are quoted, a quote in them doubled (RFC 4180). Numbers are those of
 * result_number.h. The reader accepts quoted names and numbers, CR LF, lines that begin with # (comments) and, before
 * the header and at the end, empty ones; everything else is an error with its line. Cost: linear in the size of the
 * file.
 */
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include "result_parts.h"
#include "result_number.h"

/* ---- writing ------------------------------------------------------------------------------------------- */

static void put_text(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
}

static void put_name(FILE *out, const char *name, const char *unit)
{
    const char *quote = strpbrk(name, ",\"\r\n") || strpbrk(unit, ",\"\r\n") ? "\"" : "";

    fputs(quote, out);
    put_text(out, name);
    if (*unit) {
        fputs(" [", out);
        put_text(out, unit);
        fputc(']', out);
    }
    fputs(quote, out);
}

struct csv_writer { FILE *out; int columns; kept_numbers *kept; };

csv_writer *csv_open(FILE *out, int columns)
{
    csv_writer *w = malloc(sizeof *w);

    if (!w)
        return NULL;
    *w = (csv_writer){ out, columns, kept_numbers_new(columns) };
    if (!w->kept) {
        free(w);
        return NULL;
    }
    return w;
}

void csv_free(csv_writer *w)
{
    if (w)
        free(w->kept);
    free(w);
}

bool csv_head(csv_writer *w, const result_column *column, bool units)
{
    fputs(units ? "time [s]" : "time", w->out);
    for (int i = 0; i < w->columns; i++) {
        fputc(',', w->out);
        put_name(w->out, column[i].name, units ? in_brackets(&column[i]) : "");
    }
    fputc('\n', w->out);
    return !ferror(w->out);
}

/* In pieces of several thousand characters: stdio is asked once each. */
bool csv_row(csv_writer *w, double time, const double *value)
{
    char piece[8192], *at = piece + result_number(w->kept, time, piece);

    for (int i = 0; i < w->columns; i++) {
        if (piece + sizeof piece - at < NUMBER_ROOM + 2) {
            fwrite(piece, 1, (size_t)(at - piece), w->out);
            at = piece;
        }
        *at++ = ',';
        at += result_number(w->kept, value[i], at);
    }
    *at++ = '\n';
    fwrite(piece, 1, (size_t)(at - piece), w->out);
    return !ferror(w->out);
}

off_t csv_end(FILE *out, off_t head, off_t size)
{
    char part[4096];

    while (size > head) {
        size_t n = size - head < (off_t)sizeof part ? (size_t)(size - head) : sizeof part;
        if (pread(fileno(out), part, n, size - (off_t)n) != (ssize_t)n)
            return 0;
        for (size_t k = n; k > 0; k--)
            if (part[k - 1] == '\n')
                return size - (off_t)(n - k);
        size -= (off_t)n;
    }
    return 0;
}

/* ---- reading ------------------------------------------------------------------------------------------- */

typedef struct { const char *at, *end; size_t line; bad_place *p; } Text;

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

static void pass_blanks(Text *t)
{
    while (t->at < t->end && is_blank(*t->at))
        t->at++;
}

/* One name, unquoted, without blanks around it, with a NUL after it, to `to`; what follows it is the end, a comma or
 * the end of the line. */
static bool read_name(Text *t, char **to)
{
    char *out = *to;

    pass_blanks(t);
    if (t->at < t->end && *t->at == '"') {
        for (t->at++;; t->at++) {
            if (t->at == t->end || *t->at == '\n')
                return bad_file(t->p, "line %zu: a quote is not closed", t->line);
            if (*t->at == '"' && *++t->at != '"')
                break;
            *out++ = *t->at;
        }
        pass_blanks(t);
    } else {
        while (t->at < t->end && *t->at != ',' && *t->at != '\n' && *t->at != '\r')
            *out++ = *t->at++;
        while (out > *to && is_blank(out[-1]))
            out--;
    }
    *out++ = 0;
    *to = out;
    return true;
}

/* The end of a line or of the file: is it here? Steps over it. */
static bool line_end(Text *t)
{
    const char *at = t->at;

    if (at < t->end && *at == '\r')
        at++;
    if (at < t->end && *at != '\n')
        return false;
    if (at < t->end)
        t->line++, at++;
    t->at = at;
    return true;
}

/* Steps over lines that begin with #, and over empty ones if `empty`. */
static void pass_comments(Text *t, bool empty)
{
    while (t->at < t->end) {
        const char *at = t->at + strspn(t->at, " \t");
        if (*at == '#')
            at += strcspn(at, "\n");
        else if (!empty || *(at += strspn(at, "\r")) != '\n')
            return;
        t->line += at < t->end;
        t->at = at + (at < t->end);
    }
}

/* What stands where `time` is expected: as far as it can be shown, and what that often means. */
static bool no_time(bad_place *p, const char *first)
{
    size_t n = 0;

    while (n < 30 && isprint((unsigned char)first[n]))
        n++;
    return bad_file(p, "no file of results: neither MAT v4, nor CSV whose first column is `time`%s%.*s%s%s",
                    n ? ": it begins with `" : "", (int)n, first, n ? "`" : "",
                    strpbrk(first, ";\t") ? "; a comma separates columns, and numbers have a decimal point"
                                          : "");
}

/* The header: t->signal, t->names. */
static bool read_header(Text *x, bool timed, result_table *t)
{
    size_t length = 0, commas = 0;
    char *out;

    for (const char *p = x->at; p < x->end && *p != '\n'; p++, length++)
        commas += *p == ',';
    t->names = out = malloc(length + commas + 2);
    t->signal = calloc(commas + 1, sizeof *t->signal);
    if (!t->names || !t->signal)
        return bad_file(x->p, "out of memory");
    for (;;) {
        result_signal *s = &t->signal[t->signals++];
        char *name = out;
        s->name = name;
        if (!read_name(x, &out))
            return false;
        s->unit = timed && *name != '[' ? unit_in(name) : NULL;
        if (line_end(x))
            break;
        if (*x->at != ',')
            return bad_file(x->p, "line %zu: after the name \"%.60s\" a comma is expected", x->line,
                            t->signal[t->signals - 1].name);
        x->at++;
    }
    if (timed && strcasecmp(t->signal[0].name, "time") != 0)
        return no_time(x->p, t->signal[0].name);
    return true;
}

static bool read_number(Text *t, double *value)
{
    bool quoted = t->at < t->end && *t->at == '"';
    char *end;

    t->at += quoted;
    pass_blanks(t);
    const char *start = t->at;
    *value = *start == '\n' || *start == '\r' ? 0 : strtod(start, &end); /* strtod steps over ends of lines */
    if (*start == '\n' || *start == '\r' || end == start || (quoted && *end != '"'))
        return bad_file(t->p, "line %zu: a number is expected, not \"%.*s\"", t->line,
                        (int)strcspn(start, ",\r\n") > 40 ? 40 : (int)strcspn(start, ",\r\n"), start);
    t->at = end + quoted;
    pass_blanks(t);
    return true;
}

static bool read_row(Text *x, size_t columns, double *row)
{
    size_t line = x->line;

    for (size_t c = 0;; c++) {
        if (!read_number(x, &row[c]))
            return false;
        if (line_end(x))
            return c + 1 == columns || bad_file(x->p, "line %zu: %zu numbers, but the header has %zu names",
                                                line, c + 1, columns);
        if (*x->at != ',')
            return bad_file(x->p, "line %zu: after a number a comma is expected, not \"%.1s\"", line, x->at);
        if (c + 1 == columns)
            return bad_file(x->p, "line %zu: more numbers than the header has names (%zu)", line, columns);
        x->at++;
    }
}

/* Room for n numbers more. */
static bool reserve(double **values, size_t used, size_t n, size_t *room)
{
    if (used + n <= *room)
        return true;
    size_t wanted = *room + *room / 2 + n + 1024;
    double *more = wanted < SIZE_MAX / sizeof **values ? realloc(*values, wanted * sizeof **values) : NULL;
    if (more) {
        *values = more;
        *room = wanted;
    }
    return more != NULL;
}

bool csv_read(const char *text, size_t size, bool timed, result_table *t, bad_place *p)
{
    Text x = { text, text + size, 1, p };
    size_t room = 0;

    if (size == 0)
        return bad_file(p, "is empty");
    if (strlen(text) != size)
        return bad_file(p, "no file of results: neither MAT v4 nor text");
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        x.at += 3;
    pass_comments(&x, true);
    if (x.at == x.end)
        return bad_file(p, "has no rows");
    if (!read_header(&x, timed, t))
        return false;
    while (pass_comments(&x, false), x.at < x.end) {
        if (strspn(x.at, "\r\n") == (size_t)(x.end - x.at))
            break;
        if (!reserve(&t->values[0], t->rows * t->signals, t->signals, &room))
            return bad_file(p, "is too large: out of memory");
        if (!read_row(&x, t->signals, t->values[0] + t->rows * t->signals))
            return false;
        t->rows++;
    }
    for (size_t c = 0; c < t->signals; c++) {
        result_signal *s = &t->signal[c];
        *s = (result_signal){ s->name, s->unit, t->rows ? t->values[0] + c : NULL, t->signals, 1, NULL };
    }
    return true;
}
