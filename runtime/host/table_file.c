/* table_file.c - tables of numbers from files.
 *
 *   #1 in the first line     the text format of the Modelica library: `double NAME(rows, columns)`, the numbers by
 *                            rows; # begins a comment; all tables of the file are looked at, each name stands once
 *   MAT v4                   the matrix of that name; of a file of results (result_mat.c) time and the signals of that
 *                            name
 *   lines of numbers         a line is a row; a first line that is one but for its corner (a name or nothing: what
 *                            spreadsheets write of a map) is one with 0 there
 *   a header, then numbers   CSV: the columns that are asked for, in that order, behind the first one unless that is
 *                            asked for too. Where columns are asked for, the first line is the header, whatever it says
 *
 * Numbers of text are separated by blanks, tabs, commas or semicolons; a comma and a semicolon in one line are an error
 * (decimal commas). They may be quoted. A name may be several, separated by commas outside of brackets; none: all
 * columns. What is skipped though nobody asked for less is said. Cost: linear in the size of the file, times the names
 * that are asked for.
 */
#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "result_parts.h"
#include "table_file.h"

static const char separators[] = " \t,;";

typedef struct { const char *at, *end; size_t line; bad_place *p; } Text;

/* What a reader says of a file that is good; true. */
#define told(p, ...) (!bad_file((p), __VA_ARGS__))

/* ---- numbers of text ----------------------------------------------------------------------------------- */

static bool starts_number(const char *p)
{
    p += *p == '+' || *p == '-';
    return isdigit((unsigned char)*p) || (*p == '.' && isdigit((unsigned char)p[1]));
}

static bool number(Text *t, double *x)
{
    char *end;

    const bool quoted = *t->at == '"';

    *x = starts_number(t->at + quoted) ? strtod(t->at + quoted, &end) : NAN;
    if (isfinite(*x) && (!quoted || *end++ == '"') &&
        strchr(" \t,;\r\n#", *end)) { /* the NUL at the end too */
        t->at = end;
        return true;
    }
    size_t n = strcspn(t->at, " \t,;\r\n");
    return bad_file(t->p, "line %zu: a number is expected, not \"%.*s\"", t->line, n > 40 ? 40 : (int)n,
                    t->at);
}

/* To the next number, or to the end of the line, behind it. true: there is a number in this line. */
static bool in_line(Text *t)
{
    t->at += strspn(t->at, separators);
    t->at += *t->at == '\r' && (t->at[1] == '\n' || t->at + 1 == t->end);
    if (*t->at == '#')
        t->at += strcspn(t->at, "\n");
    if (t->at < t->end && *t->at != '\n')
        return true;
    t->line += t->at < t->end;
    t->at += t->at < t->end;
    return false;
}

static bool push(file_table *t, size_t *used, size_t *room, double x, bad_place *p)
{
    if (*used == *room) {
        double *more = *room < SIZE_MAX / (4 * sizeof x)
                         ? realloc(t->value, (*room = 2 * *room + 256) * sizeof x)
                         : NULL;
        if (!more)
            return bad_file(p, "is too large: out of memory");
        t->value = more;
    }
    t->value[(*used)++] = x;
    return true;
}

/* 0,5;1,5 and 0,5 1,5: as spreadsheets of some countries write 0.5 and 1.5. Is a lone comma between two numbers of this
 * line, and elsewhere none? */
static bool decimal_commas(Text *x)
{
    const char *end = x->at + strcspn(x->at, "#\r\n");
    bool comma = false, other = false;

    for (const char *p = x->at; p < end; p++) {
        const size_t n = strspn(p, separators);
        const bool between = n > 0 && p > x->at && p + n < end;
        comma = comma || (between && n == 1 && *p == ',');
        other = other || (between && !memchr(p, ',', n));
        p += n;
    }
    return comma && other &&
           !bad_file(x->p,
                     "line %zu: numbers are separated in two ways; commas that are decimal are to be points",
                     x->line);
}

/* Lines of numbers up to the end; `corner`: the first one begins with a 0 that is not in it. */
static bool read_lines(Text *x, bool corner, file_table *t)
{
    size_t used = 0, room = 0;
    double value;

    if (corner && !push(t, &used, &room, 0, x->p))
        return false;
    while (x->at < x->end) {
        size_t columns = used == 1 && t->rows == 0, line = x->line;
        if (decimal_commas(x))
            return false;
        for (; in_line(x); columns++)
            if (!number(x, &value) || !push(t, &used, &room, value, x->p))
                return false;
        if (columns == 0)
            continue;
        if (t->rows++ && columns != t->columns)
            return bad_file(x->p, "line %zu: %zu numbers, and %zu in the lines before", line, columns,
                            t->columns);
        t->columns = columns;
    }
    return t->rows > 0 || bad_file(x->p, "has no numbers");
}

/* ---- #1 ------------------------------------------------------------------------------------------------ */

/* A number between two characters. */
static bool read_size(const char **p, char before, size_t *n, char after)
{
    char *end;

    *p += strspn(*p, " \t");
    if (**p != before)
        return false;
    *p += 1 + strspn(*p + 1, " \t");
    if (!isdigit((unsigned char)**p))
        return false;
    *n = strtoul(*p, &end, 10);
    *p = end + strspn(end, " \t");
    return *n > 0 && **p == after;
}

/* `double name(rows, columns)` or `float ...` */
static bool read_head(Text *x, const char **name, size_t *length, file_table *size)
{
    size_t rows, columns;
    int type = strncmp(x->at, "double", 6) == 0 ? 6 : strncmp(x->at, "float", 5) == 0 ? 5 : 0;
    const char *p = x->at + type;

    p += strspn(p, " \t");
    *name = p;
    *length = strcspn(p, " \t(\r\n");
    p += *length;
    if (type && *length && read_size(&p, '(', &rows, ',') && read_size(&p, ',', &columns, ')')) {
        x->at = p + 1;
        *size = (file_table){ .rows = rows, .columns = columns };
        return true;
    }
    return bad_file(x->p, "line %zu: \"double name(rows, columns)\" is expected", x->line);
}

static bool read_numbers(Text *x, file_table *t, bool keep)
{
    size_t used = 0, room = 0, first = x->line;
    double value;

    for (size_t n = 0; n < t->rows * t->columns; n++) {
        while (x->at < x->end && !in_line(x))
            ;
        if (x->at >= x->end || strncmp(x->at, "double", 6) == 0 || strncmp(x->at, "float", 5) == 0)
            return bad_file(x->p,
                            "line %zu: the table of line %zu has %zu numbers, and %zu x %zu are announced",
                            x->line, first, n, t->rows, t->columns);
        if (!number(x, &value) || (keep && !push(t, &used, &room, value, x->p)))
            return false;
    }
    return true;
}

/* A number where a table, that of `line`, has all of its own. */
static bool is_more(const Text *x, const file_table *t, size_t line)
{
    if (line == 0 || !starts_number(x->at))
        return false;
    bad_file(x->p, "line %zu: the table of line %zu has more numbers than the %zu x %zu that are announced",
             x->line, line, t->rows, t->columns);
    return true;
}

/* All tables are looked at: a file that is wrong somewhere is not what was meant. */
static bool read_modelica(Text *x, const char *wanted, file_table *t)
{
    const bool any = *wanted == 0;
    size_t length = strlen(wanted), line = 0, found = 0, others = 0;
    file_table size;

    while (x->at < x->end) {
        const char *name;
        size_t n;
        if (!in_line(x))
            continue;
        if (is_more(x, &size, line) || !read_head(x, &name, &n, &size))
            return false;
        if (size.columns > SIZE_MAX / size.rows)
            return bad_file(x->p, "line %zu: the table is too large", x->line);
        line = x->line;
        if (length == 0)
            wanted = name, length = n;
        bool is_it = n == length && strncmp(name, wanted, n) == 0;
        if (is_it && found)
            return bad_file(x->p, "line %zu: a second table %.*s; the first is in line %zu", line, (int)n,
                            name, found);
        if (is_it)
            found = line;
        others += !is_it;
        if (is_it)
            *t = size;
        if (!read_numbers(x, is_it ? t : &size, is_it))
            return false;
    }
    if (!found)
        return any ? bad_file(x->p, "has no table") : bad_file(x->p, "has no table %s", wanted);
    return !any || others == 0 ||
           told(x->p, "line %zu: of %zu tables the first, %.*s, is taken", found, others + 1, (int)length,
                wanted);
}

/* ---- results, and CSV with a header -------------------------------------------------------------------- */

/* The next of the names that are separated by commas outside of brackets; its length. */
static size_t next_name(const char *names)
{
    size_t n = 0;
    int depth = 0;

    for (; names[n] && (names[n] != ',' || depth > 0); n++)
        depth += (names[n] == '[') - (names[n] == ']');
    return n;
}

static bool is_named(const result_signal *s, const char *name, size_t length)
{
    return strlen(s->name) == length && strncmp(s->name, name, length) == 0;
}

/* The signal of that name; all of them: there is none. */
static size_t signal_named(const result_table *r, const char *name, size_t length)
{
    size_t i = 0;

    while (i < r->signals && !is_named(&r->signal[i], name, length))
        i++;
    return i;
}

static bool no_column(const result_table *r, const char *name, size_t length, bad_place *p)
{
    char known[200] = "";
    size_t used = 0;

    for (size_t i = 0; i < r->signals; i++) {
        const size_t n = strlen(r->signal[i].name);
        if (used + n + 8 > sizeof known) {
            memcpy(known + used, ", ...", 6);
            break;
        }
        used += (size_t)sprintf(known + used, "%s%s", i ? ", " : "", r->signal[i].name);
    }
    return bad_file(p, "has no column %.*s; there are %s", (int)length, name, known);
}

/* Numbers of the columns that are named, in that order; the first one comes before them if it is not among them. */
static bool choose(const result_table *r, const char *names, size_t *column, size_t *n, bad_place *p)
{
    bool first = false;

    for (size_t length, at = 0; names[at] && !first; at += length + (names[at + length] == ',')) {
        length = next_name(names + at);
        first = is_named(&r->signal[0], names + at, length);
    }
    if (!first)
        column[(*n)++] = 0;
    for (size_t length; *names; names += length + (names[length] == ',')) {
        length = next_name(names);
        const size_t i = signal_named(r, names, length);
        if (i == r->signals)
            return no_column(r, names, length, p);
        for (size_t k = i + 1; k < r->signals; k++)
            if (is_named(&r->signal[k], names, length))
                return bad_file(p, "has two columns %.*s: %zu and %zu", (int)length, names, i + 1, k + 1);
        column[(*n)++] = i;
    }
    return true;
}

/* How many columns there can be. */
static size_t most_columns(const result_table *r, const char *names)
{
    size_t n = 2;

    for (; *names; names++)
        n += *names == ',';
    return n > r->signals ? n : r->signals;
}

static bool take_signals(const result_table *r, const char *names, file_table *t, bad_place *p)
{
    size_t *column = calloc(most_columns(r, names), sizeof *column), n = 0;
    bool good = column && (r->rows > 0 || bad_file(p, "has no rows"));

    if (good && *names)
        good = choose(r, names, column, &n, p);
    for (; good && !*names && n < r->signals; n++)
        column[n] = n;

    if (good) {
        t->value = calloc(r->rows + 1, (n + 1) * sizeof *t->value);
        *t = (file_table){ r->rows, n, t->value };
        good = t->value != NULL || bad_file(p, "is too large: out of memory");
    }
    for (size_t i = 0; good && i < r->rows; i++)
        for (size_t k = 0; good && k < n; k++) {
            double x = t->value[i * n + k] = result_value(&r->signal[column[k]], i);
            good = isfinite(x) ||
                   bad_file(p, "%.60s has no number in row %zu", r->signal[column[k]].name, i + 1);
        }
    free(column);
    return good;
}

static bool read_signals(const char *text, size_t size, bool mat, const char *names, file_table *t, bad_place *p)
{
    result_table r = { 0 };
    bool good = (mat ? mat_read(text, size, &r, p) : csv_read(text, size, false, &r, p)) &&
                take_signals(&r, names, t, p);

    result_free(&r);
    return good;
}

/* ---- text ---------------------------------------------------------------------------------------------- */

/* The first cell of a line: its length without what separates it from the next one. A line without commas, semicolons
 * and tabs is separated by blanks. */
static size_t first_cell(const char *line)
{
    const size_t length = strcspn(line, "\r\n");
    const char *marks = strcspn(line, ",;\t") < length ? ",;\t" : " ";
    size_t n = 0;

    if (*line == '"')
        for (n = 1; n < length && (line[n - 1] != '"' || n == 1); n++)
            ;
    while (n < length && !strchr(marks, line[n]))
        n++;
    return n;
}

/* Is all from here to the end of the line numbers, one at least? */
static bool numbers_follow(Text x)
{
    char nothing[1];
    bad_place p = { "", nothing, sizeof nothing };
    double value;
    size_t n = 0;

    for (x.p = &p; in_line(&x); n++)
        if (!number(&x, &value))
            return false;
    return n > 0;
}

/* Lines of numbers, the first of them perhaps with a corner; or a header. */
static bool read_plain(Text x, const char *whole, size_t size, const char *name, file_table *t)
{
    const char *line = x.at;

    while (line += strspn(line, " \t\r\n"), *line == '#')
        line += strcspn(line, "\n");
    for (const char *p = x.at; p < line; p++)
        x.line += *p == '\n';
    x.at = line;
    if (*name)
        return read_signals(whole, size, false, name, t, x.p);
    if (!*line || (*line != ',' && *line != ';' && numbers_follow(x)))
        return read_lines(&x, false, t);
    const size_t n = first_cell(line), length = strcspn(line, "\r\n"), first = x.line;
    x.at += n;
    if (numbers_follow(x))
        return read_lines(&x, true, t) &&
               told(x.p, "line %zu is taken for the axis of a map, its corner (%.*s) is skipped", first,
                    n > 60 ? 60
                    : n    ? (int)n
                           : 5,
                    n ? line : "empty");
    x.at = line;
    if (starts_number(line))
        return read_lines(&x, false, t);
    return read_signals(whole, size, false, name, t, x.p) &&
           told(x.p, "line %zu is taken for names of columns and skipped%s: %.*s", first,
                memchr(line, '[', length) ? ", its units are not converted" : "",
                length > 60 ? 60 : (int)length, line);
}

static bool read_text(const char *text, size_t size, const char *name, file_table *t, bad_place *p)
{
    Text x = { text, text + size, 1, p };

    if (strlen(text) != size)
        return bad_file(p, "no file of tables: neither MAT v4 nor text");
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        x.at += 3;
    return strncmp(x.at, "#1", 2) == 0 ? read_modelica(&x, name, t) : read_plain(x, text, size, name, t);
}

/* ---- the file ------------------------------------------------------------------------------------------ */

static bool read_mat(const char *data, size_t size, const char *name, file_table *t, bad_place *p)
{
    bool found = false, results = false, named = *name;

    if (named && !mat_matrix(data, size, name, &found, &t->rows, &t->columns, &t->value, p))
        return false;
    if (!found && !mat_matrix(data, size, "Aclass", &results, NULL, NULL, NULL, p))
        return false;
    if (results)
        return read_signals(data, size, true, name, t, p);
    if (!found) {
        char names[300];
        mat_names(data, size, names, sizeof names);
        return named
                 ? bad_file(p, "has no matrix %s; there are %s", name, names)
                 : bad_file(p, "is no file of results: a table has to be named after one of its matrices: %s",
                            names);
    }
    for (size_t i = 0; i < t->rows * t->columns; i++)
        if (!isfinite(t->value[i]))
            return bad_file(p, "matrix %s has no number in row %zu, column %zu", name, i / t->columns + 1,
                            i % t->columns + 1);
    return true;
}

bool table_read(const char *file, const char *name, file_table *t, char *message, size_t size)
{
    bad_place p = { file, message, size };
    size_t n;

    *message = 0;
    char *text = load_file(file, &n, &p);
    *t = (file_table){ 0 };
    if (!text)
        return false;
    if (!name)
        name = "";
    bool good = mat_looks_like(text, n) ? read_mat(text, n, name, t, &p) : read_text(text, n, name, t, &p);
    free(text);
    if (!good) {
        free(t->value);
        *t = (file_table){ 0 };
    }
    return good;
}
