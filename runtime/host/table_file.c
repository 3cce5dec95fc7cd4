/* table_file.c - tables of numbers from files.
 *
 *   #1 in the first line     the text format of the Modelica library: `double NAME(rows, columns)`, the numbers by
 * rows; # begins a comment; all tables of the file are looked at, each name stands once MAT v4                   the
 * matrix of that name; of a file of results (result_mat.c) time and the signals of that name numbers one table: a line
 * is a row a header, then numbers   CSV: the first column, and those of that name
 *
 * Numbers of text are separated by blanks, tabs, commas or semicolons. A name may be several, separated by commas
 * outside of brackets; none: all columns. Cost: linear in the size of the file, times the names that are asked for.
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

/* ---- numbers of text --------------------------------------------------------------------------------------------- */

static bool starts_number(const char *p)
{
    p += *p == '+' || *p == '-';
    return isdigit((unsigned char)*p) || (*p == '.' && isdigit((unsigned char)p[1]));
}

static bool number(Text *t, double *x)
{
    char *end;

    *x = starts_number(t->at) ? strtod(t->at, &end) : NAN;
    if (isfinite(*x) && strchr(" \t,;\r\n#", *end)) {          /* the NUL at the end too */
        t->at = end;
        return true;
    }
    size_t n = strcspn(t->at, " \t,;\r\n");
    return bad_file(t->p, "line %zu: a number is expected, not \"%.*s\"", t->line, n > 40 ? 40 : (int)n, t->at);
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
        double *more =
            *room < SIZE_MAX / (4 * sizeof x) ? realloc(t->value, (*room = 2 * *room + 256) * sizeof x) : NULL;
        if (!more)
            return bad_file(p, "is too large: out of memory");
        t->value = more;
    }
    t->value[(*used)++] = x;
    return true;
}

/* Lines of numbers up to the end. */
static bool read_lines(Text *x, file_table *t)
{
    size_t used = 0, room = 0;
    double value;

    while (x->at < x->end) {
        size_t columns = 0, line = x->line;
        for (; in_line(x); columns++)
            if (!number(x, &value) || !push(t, &used, &room, value, x->p))
                return false;
        if (columns == 0)
            continue;
        if (t->rows++ && columns != t->columns)
            return bad_file(x->p, "line %zu: %zu numbers, and %zu in the lines before", line, columns, t->columns);
        t->columns = columns;
    }
    return t->rows > 0 || bad_file(x->p, "has no numbers");
}

/* ---- #1 ---------------------------------------------------------------------------------------------------------- */

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
            return bad_file(x->p, "line %zu: the table of line %zu has %zu numbers, and %zu x %zu are announced",
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
    bad_file(x->p, "line %zu: the table of line %zu has more numbers than the %zu x %zu that are announced", x->line,
             line, t->rows, t->columns);
    return true;
}

/* All tables are looked at: a file that is wrong somewhere is not what was meant. */
static bool read_modelica(Text *x, const char *wanted, file_table *t)
{
    size_t length = wanted ? strlen(wanted) : 0, line = 0, found = 0;
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
            return bad_file(x->p, "line %zu: a second table %.*s; the first is in line %zu", line, (int)n, name, found);
        if (is_it)
            found = line;
        if (is_it)
            *t = size;
        if (!read_numbers(x, is_it ? t : &size, is_it))
            return false;
    }
    return found > 0 || (length == 0 ? bad_file(x->p, "has no table") : bad_file(x->p, "has no table %s", wanted));
}

/* ---- results, and CSV with a header ------------------------------------------------------------------------------ */

/* The next of the names that are separated by commas outside of brackets; its length. */
static size_t next_name(const char *names)
{
    size_t n = 0;
    int depth = 0;

    for (; names[n] && (names[n] != ',' || depth > 0); n++)
        depth += (names[n] == '[') - (names[n] == ']');
    return n;
}

/* Numbers of the columns: the first, and those that are named. */
static bool choose(const result_table *r, const char *names, size_t *column, size_t *n, bad_place *p)
{
    bool all = !names || !*names;

    for (size_t i = 0; i < r->signals && (all || i == 0); i++)
        column[(*n)++] = i;
    for (size_t length; !all && *names && *n < r->signals; names += length + (names[length] == ',')) {
        size_t i = 1;
        length = next_name(names);
        while (i < r->signals &&
               (strlen(r->signal[i].name) != length || strncmp(r->signal[i].name, names, length) != 0))
            i++;
        if (i == r->signals)
            return bad_file(p, "has no matrix and no column %.*s", (int)length, names);
        column[(*n)++] = i;
    }
    return true;
}

static bool take_signals(const result_table *r, const char *names, file_table *t, bad_place *p)
{
    size_t *column = calloc(r->signals + 1, sizeof *column), n = 0;
    bool good = column && (r->rows > 0 || bad_file(p, "has no rows")) && choose(r, names, column, &n, p);

    if (good) {
        t->value = calloc(r->rows + 1, (n + 1) * sizeof *t->value);
        *t = (file_table){ r->rows, n, t->value };
        good = t->value != NULL || bad_file(p, "is too large: out of memory");
    }
    for (size_t i = 0; good && i < r->rows; i++)
        for (size_t k = 0; good && k < n; k++) {
            double x = t->value[i * n + k] = result_value(&r->signal[column[k]], i);
            good = isfinite(x) || bad_file(p, "%.60s has no number in row %zu", r->signal[column[k]].name, i + 1);
        }
    free(column);
    return good;
}

static bool read_signals(const char *text, size_t size, bool mat, const char *names, file_table *t, bad_place *p)
{
    result_table r = { 0 };
    bool good =
        (mat ? mat_read(text, size, &r, p) : csv_read(text, size, false, &r, p)) && take_signals(&r, names, t, p);

    result_free(&r);
    return good;
}

/* ---- the file ---------------------------------------------------------------------------------------------------- */

static bool read_text(const char *text, size_t size, const char *name, file_table *t, bad_place *p)
{
    Text x = { text, text + size, 1, p };

    if (strlen(text) != size)
        return bad_file(p, "no file of tables: neither MAT v4 nor text");
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        x.at += 3;
    if (strncmp(x.at, "#1", 2) == 0)
        return read_modelica(&x, name, t);
    const char *first = x.at;
    while (*(first += strspn(first, " \t\r\n,;")) == '#')
        first += strcspn(first, "\n");
    return !*first || starts_number(first) ? read_lines(&x, t) : read_signals(text, size, false, name, t, p);
}

static bool read_mat(const char *data, size_t size, const char *name, file_table *t, bad_place *p)
{
    bool found = false, results = false, named = name && *name;

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
                   : bad_file(p, "is no file of results: a table has to be named after one of its matrices: %s", names);
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
    char *text = load_file(file, &n, &p);

    *t = (file_table){ 0 };
    if (!text)
        return false;
    bool good = mat_looks_like(text, n) ? read_mat(text, n, name, t, &p) : read_text(text, n, name, t, &p);
    free(text);
    if (!good) {
        free(t->value);
        *t = (file_table){ 0 };
    }
    return good;
}
