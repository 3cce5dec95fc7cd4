/* result_mat.c - results as MAT v4, in the layout of Dymola and OpenModelica.
 *
 * A matrix is five int32 (type, rows, columns, imaginary part, length of the name), the name with its NUL, and the
 * numbers column by column. type is MOPT in decimal: M 0 little endian, 1 big endian; P 0 double, 2 int32, 5 bytes; T 1
 * text. n signals, time being the first, make
 *
 *     Aclass        4 x 11 text  Atrajectory, 1.1, nothing, binTrans: one row each, so stored with a stride of 4
 *     name          w x n text   one name a column, filled up with NULs
 *     description   w x n text   "description [unit]"
 *     dataInfo      4 x n int32  a column a signal: matrix (1: data_1, 2: data_2, 0: the time), row in it from 1,
 * negative for the negative of that row, 0 linear between points, -1 no value outside data_1        c x 2        a
 * constant a row, at start and end; time in the first row data_2        v x rows     a variable a row, time in the
 * first; a point is a column, so that rows are appended to the file
 *
 * The head goes out with the first row, which has the constants; end time and number of points are patched when the
 * file is closed. Where that cannot be done (a pipe, a file opened for appending) all is kept in memory until then.
 * Cost of a row: linear in the columns.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "result_parts.h"


struct mat_writer {
    FILE *out, *target;                    /* target: where memory goes in the end; NULL: out is the file */
    char *memory; size_t memory_size;
    int columns; const result_column *column;
    int32_t *place; /* of each column: row in data_1 or data_2 from 1, negative: the negative of it */
    double *row;                           /* of data_1 or data_2 */
    int constants, variables, rows;        /* rows of data_1 and data_2, with time; points so far */
    off_t end_time, points;                /* where they are patched */
    double time;                           /* of the last row */
};

/* ---- columns to rows of data_1, data_2 ----------------------------------------------------------------- */

static void place_columns(mat_writer *w)
{
    w->constants = w->variables = 1;
    for (int i = 0; i < w->columns; i++) {
        const result_column *c = &w->column[i];
        if (c->same > 0)
            w->place[i] = c->negated ? -w->place[c->same - 1] : w->place[c->same - 1];
        else
            w->place[i] = c->constant ? ++w->constants : ++w->variables;
    }
}

/* Numbers from 1 of the columns that are, or are not, constant. */
static int fill_row(mat_writer *w, bool constant, double time, const double *value)
{
    int n = 0;

    w->row[n++] = time;
    for (int i = 0; i < w->columns; i++)
        if (w->column[i].same == 0 && w->column[i].constant == constant)
            w->row[n++] = value[i];
    return n;
}

/* ---- matrices ------------------------------------------------------------------------------------------ */

void mat_head(FILE *out, int type, int rows, int columns, const char *name)
{
    const uint16_t probe = 1;
    bool little = *(const unsigned char *)&probe == 1;
    int32_t head[5] = { type + (little ? 0 : BIG_ENDIAN_TYPE), rows, columns, 0, (int32_t)strlen(name) + 1 };

    fwrite(head, sizeof head[0], 5, out);
    fwrite(name, 1, (size_t)head[4], out);
}

static void put_matrix(mat_writer *w, int type, int rows, int columns, const char *name)
{
    mat_head(w->out, type, rows, columns, name);
}

static void put_class(mat_writer *w)
{
    static const char *const row[4] = { "Atrajectory", "1.1        ", "           ", "binTrans   " };

    put_matrix(w, TEXT, 4, 11, "Aclass");
    for (int c = 0; c < 11; c++)
        for (int r = 0; r < 4; r++)
            fputc(row[r][c], w->out);
}

/* Into to, unless that is NULL; the length without NUL. */
static int describe(const result_column *c, char *to, size_t size)
{
    const char *text = c->description ? c->description : "";
    const char *unit = in_brackets(c);

    return *unit ? snprintf(to, size, "%s%s[%s]", text, *text ? " " : "", unit)
                 : snprintf(to, size, "%s", text);
}

static int name_of(const result_column *c, char *to, size_t size) { return snprintf(to, size, "%s", c->name); }

/* Text of time, then of all columns. */
static bool put_texts(mat_writer *w, const char *name, const char *of_time,
                      int (*text)(const result_column *, char *, size_t))
{
    int width = (int)strlen(of_time);

    for (int i = 0; i < w->columns; i++) {
        int n = text(&w->column[i], NULL, 0);
        width = n > width ? n : width;
    }
    char *cell = calloc(1, (size_t)width + 1);
    if (!cell)
        return false;
    put_matrix(w, TEXT, width, w->columns + 1, name);
    for (int i = -1; i < w->columns; i++) {
        memset(cell, 0, (size_t)width);
        if (i < 0)
            strcpy(cell, of_time);
        else
            text(&w->column[i], cell, (size_t)width + 1);
        fwrite(cell, 1, (size_t)width, w->out);
    }
    free(cell);
    return true;
}

static void put_info(mat_writer *w)
{
    int32_t info[4] = { 0, 1, 0, -1 };

    put_matrix(w, INT32, 4, w->columns + 1, "dataInfo");
    fwrite(info, sizeof info[0], 4, w->out);
    for (int i = 0; i < w->columns; i++) {
        info[0] = w->column[i].constant ? 1 : 2;
        info[1] = w->place[i];
        fwrite(info, sizeof info[0], 4, w->out);
    }
}

static bool put_head(mat_writer *w, double time, const double *value)
{
    put_class(w);
    if (!put_texts(w, "name", "time", name_of) ||
        !put_texts(w, "description", "Simulation time [s]", describe))
        return false;
    put_info(w);
    put_matrix(w, DOUBLE, w->constants, 2, "data_1");
    size_t n = (size_t)fill_row(w, true, time, value);
    fwrite(w->row, sizeof *w->row, n, w->out);
    w->end_time = ftello(w->out);
    fwrite(w->row, sizeof *w->row, n, w->out);
    w->points = ftello(w->out) + 2 * (off_t)sizeof(int32_t);
    put_matrix(w, DOUBLE, w->variables, 0, "data_2");
    return !ferror(w->out);
}

/* ---- the writer ---------------------------------------------------------------------------------------- */

/* Can what is written be changed afterwards? */
static bool can_patch(FILE *out)
{
    struct stat st;
    int file = fileno(out);

    return file >= 0 && fstat(file, &st) == 0 && S_ISREG(st.st_mode) && !(fcntl(file, F_GETFL) & O_APPEND);
}

void mat_free(mat_writer *w)
{
    if (!w)
        return;
    if (w->target && w->out)
        fclose(w->out);
    free(w->memory);
    free(w->place);
    free(w->row);
    free(w);
}

mat_writer *mat_open(FILE *out, int columns, const result_column *column)
{
    mat_writer *w = calloc(1, sizeof *w);

    if (!w)
        return NULL;
    *w = (mat_writer){ .out = out, .columns = columns, .column = column };
    w->place = calloc((size_t)columns + 1, sizeof *w->place);
    w->row = calloc((size_t)columns + 1, sizeof *w->row);
    if (!can_patch(out)) {
        w->target = out;
        w->out = open_memstream(&w->memory, &w->memory_size);
    }
    if (!w->place || !w->row || !w->out) {
        mat_free(w);
        return NULL;
    }
    place_columns(w);
    return w;
}

bool mat_row(mat_writer *w, double time, const double *value)
{
    if (w->rows == INT_MAX) {
        errno = EFBIG;
        return false;
    }
    if (w->rows == 0 && !put_head(w, time, value))
        return false;
    size_t n = (size_t)fill_row(w, false, time, value);
    w->time = time;
    w->rows++;
    return fwrite(w->row, sizeof *w->row, n, w->out) == n;
}

/* Everything has been flushed. */
static bool patch(mat_writer *w, off_t at, const void *data, size_t size)
{
    if (w->target) {
        memcpy(w->memory + at, data, size);
        return true;
    }
    return fseeko(w->out, at, SEEK_SET) == 0 && fwrite(data, 1, size, w->out) == size;
}

/* No row was written: nothing is known of the constants. */
static bool put_empty(mat_writer *w)
{
    double *unknown = calloc((size_t)w->columns + 1, sizeof *unknown);

    for (int i = 0; unknown && i < w->columns; i++)
        unknown[i] = NAN;
    bool good = unknown && put_head(w, 0, unknown);
    free(unknown);
    return good;
}

bool mat_finish(mat_writer *w)
{
    int32_t points = (int32_t)w->rows;
    bool good = (w->rows > 0 || put_empty(w)) && fflush(w->out) == 0;

    if (w->rows > 0)
        good = good && patch(w, w->end_time, &w->time, sizeof w->time) &&
               patch(w, w->points, &points, sizeof points);
    if (w->target)
        return good && fwrite(w->memory, 1, w->memory_size, w->target) == w->memory_size &&
               fflush(w->target) == 0;
    return good && fseeko(w->out, 0, SEEK_END) == 0 && fflush(w->out) == 0;
}

/* By the file itself: stdio has nothing of it any more. */
bool mat_cut(mat_writer *w, off_t size)
{
    off_t begin = w->points + (off_t)(3 * sizeof(int32_t) + sizeof "data_2"),
          row = (off_t)sizeof(double) * w->variables;
    int32_t points = w->rows == 0 || size < begin ? 0 : (int32_t)((size - begin) / row);
    int file = fileno(w->out);
    double time;

    return points > 0 && pread(file, &time, sizeof time, begin + (points - 1) * row) == sizeof time &&
           pwrite(file, &time, sizeof time, w->end_time) == sizeof time &&
           pwrite(file, &points, sizeof points, w->points) == sizeof points &&
           ftruncate(file, begin + points * row) == 0;
}
