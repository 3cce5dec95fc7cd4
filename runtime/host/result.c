/* result.c - files of results: which format, and what both share.
 *
 * Writing is streamed; a reader has the whole file in memory. A file is read as what it is, whatever its name.
 */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include "result_parts.h"

result_format result_format_of(const char *file_name)
{
    const char *dot = file_name ? strrchr(file_name, '.') : NULL;
    return dot && strcasecmp(dot, ".mat") == 0 ? RESULT_MAT : RESULT_CSV;
}

/* ---- writing ------------------------------------------------------------------------------------------- */

/* error: the first errno, 0: none; head: bytes before the first row of a CSV file. */
struct result_writer { FILE *out; int error; mat_writer *mat; csv_writer *csv; off_t head; };

result_writer *result_open(FILE *out, result_format format, int columns, const result_column *column)
{
    result_writer *w = malloc(sizeof *w);

    if (!w)
        return NULL;
    *w = (result_writer){ .out = out };
    if (format == RESULT_MAT)
        w->mat = mat_open(out, columns, column);
    else
        w->csv = csv_open(out, columns);
    if (!w->mat && !w->csv) {
        free(w);
        return NULL;
    }
    if (w->csv && !csv_head(w->csv, column, format == RESULT_CSV_UNITS))
        w->error = errno;
    w->head = ftello(out);
    return w;
}

bool result_row(result_writer *w, double time, const double *value)
{
    if (w->error == 0 && !(w->mat ? mat_row(w->mat, time, value) : csv_row(w->csv, time, value)))
        w->error = errno ? errno : EIO;
    errno = w->error;
    return w->error == 0;
}

/* The file could not take all: what stdio still has is dropped, and the file ends with its last whole row. */
static bool cut(result_writer *w)
{
    struct stat st;
    int file = fileno(w->out);

    if (file < 0 || fstat(file, &st) != 0 || !S_ISREG(st.st_mode))
        return false;
    __fpurge(w->out);
    clearerr(w->out);
    if (w->mat)
        return mat_cut(w->mat, st.st_size);
    off_t end = csv_end(w->out, w->head, st.st_size);
    return end > 0 && ftruncate(file, end) == 0;
}

bool result_close(result_writer *w, bool *whole)
{
    int error = w->error;

    if (error == 0 && w->mat) {
        if (!mat_finish(w->mat))
            error = errno ? errno : EIO;
    } else if (error == 0 && fflush(w->out) != 0) {
        error = errno;
    }
    *whole = error == 0 || cut(w);
    mat_free(w->mat);
    csv_free(w->csv);
    free(w);
    errno = error;
    return error == 0;
}

/* ---- reading ------------------------------------------------------------------------------------------- */

bool bad_file(bad_place *p, const char *format, ...)
{
    va_list args;
    int n = snprintf(p->message, p->size, "%s: ", p->file);

    va_start(args, format);
    if (n >= 0 && (size_t)n < p->size)
        vsnprintf(p->message + n, p->size - (size_t)n, format, args);
    va_end(args);
    return false;
}

/* Files of office programs that are no text, and what makes them one; NULL: no such. */
static const char *office_file(const char *text, size_t size)
{
    const unsigned char *b = (const unsigned char *)text;

    if (size >= 4 && memcmp(text, "PK\3\4", 4) == 0)
        return "is a workbook or an archive: save the sheet as CSV";
    if (size >= 4 && memcmp(text, "\xd0\xcf\x11\xe0", 4) == 0)
        return "is a workbook: save the sheet as CSV";
    if (size >= 2 && ((b[0] == 0xff && b[1] == 0xfe) || (b[0] == 0xfe && b[1] == 0xff)))
        return "is text in UTF-16: save it as UTF-8";
    return NULL;
}

char *load_file(const char *file, size_t *size, bad_place *p)
{
    FILE *in = fopen(file, "rb");
    struct stat st;
    size_t room = 1 << 16;
    char *text = malloc(room);

    *size = 0;
    if (!in || !text || fstat(fileno(in), &st) != 0 || S_ISDIR(st.st_mode) || S_ISCHR(st.st_mode)) {
        bad_file(p, "cannot be read: %s",
                 !in     ? strerror(errno)
                 : !text ? "out of memory"
                         : "it is a folder or a device");
        if (in)
            fclose(in);
        free(text);
        return NULL;
    }
    for (size_t n; (n = fread(text + *size, 1, room - 1 - *size, in)) > 0;) {
        *size += n;
        char *more = room - 1 > *size ? text : realloc(text, room *= 2);
        if (!more) {
            bad_file(p, "is too large: out of memory");
            fclose(in);
            free(text);
            return NULL;
        }
        text = more;
    }
    if (ferror(in)) {
        bad_file(p, "cannot be read: %s", strerror(errno));
        free(text);
        text = NULL;
    } else if (office_file(text, *size)) {
        bad_file(p, "%s", office_file(text, *size));
        free(text);
        text = NULL;
    } else {
        text[*size] = 0;
    }
    fclose(in);
    return text;
}

static bool check_time(const result_table *t, bad_place *p)
{
    const result_signal *time = &t->signal[0];

    for (size_t r = 0; r < t->rows; r++) {
        double now = result_value(time, r);
        if (!isfinite(now))
            return bad_file(p, "the time of row %zu is no number", r + 1);
        if (r > 0 && now < result_value(time, r - 1))
            return bad_file(p, "time goes back from %.9g to %.9g in row %zu", result_value(time, r - 1), now,
                            r + 1);
    }
    return true;
}

static int by_name(const void *x, const void *y)
{
    const result_signal *a = *(const result_signal *const *)x, *b = *(const result_signal *const *)y;
    int order = strcmp(a->name, b->name);
    return order ? order : (a > b) - (a < b);
}

static bool check_names(const result_table *t, bad_place *p)
{
    const result_signal **list = malloc((t->signals + 1) * sizeof *list);
    bool good = list || bad_file(p, "is too large: out of memory");

    for (size_t i = 0; list && i < t->signals; i++)
        list[i] = &t->signal[i];
    if (list)
        qsort(list, t->signals, sizeof *list, by_name);
    for (size_t i = 1; good && i < t->signals; i++)
        if (strcmp(list[i - 1]->name, list[i]->name) == 0)
            good = bad_file(p, "columns %zu and %zu have one name, %s", (size_t)(list[i - 1] - t->signal) + 1,
                            (size_t)(list[i] - t->signal) + 1, list[i]->name);
    free(list);
    return good;
}

char *unit_in(char *text)
{
    size_t n = strlen(text);
    char *open = n > 0 && text[n - 1] == ']' ? strrchr(text, '[') : NULL;

    if (!open || (open > text && open[-1] != ' '))
        return NULL;
    text[n - 1] = 0;
    open[strcspn(open, "|")] = 0;
    if (open > text)
        open[-1] = 0;
    return open[1] && open[1] != ':' ? open + 1 : NULL;
}

bool result_read(const char *file, result_table *t, char *message, size_t size)
{
    bad_place p = { file, message, size };
    size_t n;
    char *text = load_file(file, &n, &p);

    *t = (result_table){ 0 };
    if (!text)
        return false;
    bool mat = mat_looks_like(text, n),
         good = mat ? mat_read(text, n, t, &p) : csv_read(text, n, true, t, &p);
    free(text);
    t->mat = mat;
    good = good && check_time(t, &p) && check_names(t, &p);
    if (!good)
        result_free(t);
    return good;
}

void result_cut(result_table *t, double from, double to)
{
    size_t first = 0, end = t->rows;

    while (first < end && result_value(&t->signal[0], first) < from)
        first++;
    while (end > first && result_value(&t->signal[0], end - 1) > to)
        end--;
    for (size_t i = 0; i < t->signals; i++)
        t->signal[i].value += first * t->signal[i].stride;
    t->rows = end - first;
}

void result_free(result_table *t)
{
    free(t->signal);
    free(t->values[0]);
    free(t->values[1]);
    free(t->names);
    free(t->units);
    *t = (result_table){ 0 };
}
