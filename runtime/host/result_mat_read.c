/* result_mat_read.c - MAT v4 files of results, read: what result_mat.c writes, and what Dymola and OpenModelica do
 * (binTrans, binNormal, numbers of any type, either order of bytes).
 *
 * Every count in the file is checked against the bytes that are there before it is used. The numbers of data_1 and
 * data_2 are taken over as they lie; a signal is a place in them and a stride, so that aliases and constants cost
 * nothing. Cost: linear in the size of the file.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "result_parts.h"

typedef struct { const char *data; size_t rows, columns; int type; bool swap; } Matrix;     /* type: the P of MOPT */
typedef struct { const char *start, *at, *end; bad_place *p; } Bytes;
enum { ACLASS, NAME, DESCRIPTION, INFO, DATA_1, DATA_2, MATRICES };
static const char *const matrix_name[MATRICES] = { "Aclass", "name", "description", "dataInfo", "data_1", "data_2" };
static const size_t width_of[] = { 8, 4, 4, 2, 2, 1 };     /* double, float, int32, int16, uint16, bytes */

/* ---- numbers ------------------------------------------------------------------------------------------- */

static bool host_is_little(void)
{
    const uint16_t probe = 1;
    return *(const unsigned char *)&probe == 1;
}

static void fetch(void *to, const char *from, size_t width, bool swap)
{
    for (size_t i = 0; i < width; i++)
        ((char *)to)[i] = from[swap ? width - 1 - i : i];
}

static int32_t int_at(const char *p, bool swap)
{
    int32_t i;
    fetch(&i, p, sizeof i, swap);
    return i;
}

static double element(const Matrix *m, size_t row, size_t column)
{
    const char *p = m->data + (column * m->rows + row) * width_of[m->type];
    double d;
    float f;
    int32_t i;
    int16_t s;
    uint16_t u;

    switch (m->type) {
    case 0: fetch(&d, p, sizeof d, m->swap); return d;
    case 1: fetch(&f, p, sizeof f, m->swap); return (double)f;
    case 2: fetch(&i, p, sizeof i, m->swap); return i;
    case 3: fetch(&s, p, sizeof s, m->swap); return s;
    case 4: fetch(&u, p, sizeof u, m->swap); return u;
    default: return (unsigned char)*p;
    }
}

/* ---- matrices ------------------------------------------------------------------------------------------ */

bool mat_looks_like(const char *data, size_t size)
{
    return size >= 20 && (memchr(data, 0, 20) != NULL || memcmp(data, "MATLAB ", 7) == 0);
}

/* One matrix and its name. */
static bool next_matrix(Bytes *b, Matrix *m, const char **name)
{
    if (b->end - b->at < 20)
        return bad_file(b->p, "is cut off in the head of a matrix");
    int32_t type = int_at(b->at, !host_is_little());
    bool big = type < 0 || type > 4999;
    m->swap = big == host_is_little();
    type = int_at(b->at, m->swap);
    int32_t rows = int_at(b->at + 4, m->swap), columns = int_at(b->at + 8, m->swap);
    int32_t imaginary = int_at(b->at + 12, m->swap), length = int_at(b->at + 16, m->swap);
    int m_digit = type / 1000, p_digit = type / 10 % 10, t_digit = type % 10;
    if (b->at == b->start && (type < 0 || m_digit != big))
        return bad_file(b->p, "no file of results: neither MAT v4 nor CSV");
    if (type < 0 || m_digit != big || type / 100 % 10 != 0 || p_digit > 5 || t_digit > 1 || imaginary != 0 ||
        rows < 0 || columns < 0 || length < 1)
        return bad_file(b->p, "no MAT file of version 4: a matrix has a head of type %d, %d x %d", type, rows,
                        columns);
    b->at += 20;
    if (b->end - b->at < length || b->at[length - 1] != 0)
        return bad_file(b->p, "is cut off in the name of a matrix");
    *name = b->at;
    b->at += length;
    *m = (Matrix){ b->at, (size_t)rows, (size_t)columns, p_digit, m->swap };
    size_t there = (size_t)(b->end - b->at) / width_of[p_digit];
    if (rows > 0 && there / (size_t)rows < (size_t)columns)
        return bad_file(b->p, "is cut off: matrix %.40s is to have %d x %d numbers, and %zu are there", *name,
                        rows, columns, there);
    b->at += (size_t)rows * (size_t)columns * width_of[p_digit];
    return true;
}

static bool read_matrices(Bytes *b, Matrix *matrix)
{
    const char *name = "";
    Matrix m = { 0 };

    while (b->at < b->end) {
        if (!next_matrix(b, &m, &name))
            return false;
        for (int k = 0; k < MATRICES; k++)
            if (strcmp(name, matrix_name[k]) == 0)
                matrix[k] = m;
    }
    for (int k = 0; k < MATRICES; k++)
        if (!matrix[k].data && k != DATA_1 && k != DESCRIPTION)
            return bad_file(b->p, "no file of results: there is no matrix %s", matrix_name[k]);
    return true;
}

bool mat_matrix(const char *data, size_t size, const char *name, bool *found, size_t *rows, size_t *columns,
                double **value, bad_place *p)
{
    Bytes b = { data, data, data + size, p };
    const char *is = "";
    Matrix m = { 0 };

    *found = false;
    if (size > 7 && memcmp(data, "MATLAB ", 7) == 0)
        return bad_file(p, "is a MAT file of a later version; version 4 is expected");
    while (b.at < b.end && !*found) {
        if (!next_matrix(&b, &m, &is))
            return false;
        *found = strcmp(is, name) == 0;
    }
    if (!*found || !value)
        return true;
    *rows = m.rows;
    *columns = m.columns;
    *value = malloc(m.rows * m.columns * sizeof **value + 1);
    if (!*value)
        return bad_file(p, "is too large: out of memory");
    for (size_t i = 0; i < m.rows * m.columns; i++)
        (*value)[i] = element(&m, i / m.columns, i % m.columns);
    return true;
}

void mat_names(const char *data, size_t size, char *out, size_t room)
{
    enum { SHOWN = 5 };
    bad_place nowhere = { "", (char[8]){ 0 }, 8 };
    Bytes b = { data, data, data + size, &nowhere };
    const char *is = "";
    Matrix m = { 0 };
    size_t used = 0;

    *out = 0;
    for (int n = 0; n <= SHOWN && b.at < b.end && used < room && next_matrix(&b, &m, &is); n++)
        used += (size_t)snprintf(out + used, room - used, "%s%.40s", n ? ", " : "", n < SHOWN ? is : "...");
}

/* Row r of the class (from 0) starts with text. */
static bool class_is(const Matrix *m, size_t row, const char *text)
{
    for (size_t c = 0; text[c]; c++)
        if (row >= m->rows || c >= m->columns || element(m, row, c) != text[c])
            return false;
    return true;
}

/* ---- signals ------------------------------------------------------------------------------------------- */

static Matrix transposed(Matrix m, bool trans)
{
    return trans ? m : (Matrix){ m.data, m.columns, m.rows, m.type, m.swap };
}

/* Element of a matrix that has a signal a column (trans), or a row. */
static double of_signal(const Matrix *m, bool trans, size_t i, size_t signal)
{
    return trans ? element(m, i, signal) : element(m, signal, i);
}

/* The texts of a matrix, a signal each, with NULs between. */
static char *read_texts(const Matrix *m, bool trans)
{
    Matrix size = transposed(*m, trans);
    char *text = malloc(size.columns * (size.rows + 1) + 1), *out = text;

    for (size_t c = 0; out && c < size.columns; c++) {
        size_t n = 0;
        for (size_t r = 0; r < size.rows; r++)
            out[r] = (char)(unsigned char)of_signal(m, trans, r, c);
        while (n < size.rows && out[n])
            n++;
        while (n > 0 && out[n - 1] == ' ')
            n--;
        out[n] = 0;
        out += n + 1;
    }
    return text;
}

static bool read_names(const Matrix *m, bool trans, result_table *t, bad_place *p)
{
    Matrix size = transposed(*m, trans);

    if (size.rows == 0 || size.columns == 0)
        return bad_file(p, "no file of results: there are no names");
    t->names = read_texts(m, trans);
    t->signal = calloc(size.columns + 1, sizeof *t->signal);
    if (!t->names || !t->signal)
        return bad_file(p, "is too large: out of memory");
    for (const char *name = t->names; t->signals < size.columns; name += strlen(name) + 1)
        t->signal[t->signals++].name = name;
    return true;
}

/* Descriptions, and the units at their ends. A file without them, or with fewer, has no units. */
static void read_units(const Matrix *m, bool trans, result_table *t)
{
    if (!m->data || transposed(*m, trans).columns != t->signals || !(t->units = read_texts(m, trans)))
        return;
    char *text = t->units;
    for (size_t k = 0; k < t->signals; k++) {
        char *next = text + strlen(text) + 1;
        t->signal[k].unit = unit_in(text);
        t->signal[k].description = *text && *text != '[' ? text : NULL;
        text = next;
    }
}

static bool take_values(const Matrix *m, double **values, bad_place *p)
{
    size_t n = m->rows * m->columns;

    *values = malloc(n * sizeof **values + 1);
    if (!*values)
        return bad_file(p, "is too large: out of memory");
    if (m->type == 0 && !m->swap) {
        memcpy(*values, m->data, n * sizeof **values);
        return true;
    }
    for (size_t i = 0; i < n; i++)
        (*values)[i] = element(&(Matrix){ m->data, n, 1, m->type, m->swap }, i, 0);
    return true;
}

static bool place_signal(result_table *t, size_t k, const Matrix *matrix, bool trans, bad_place *p)
{
    double table = of_signal(&matrix[INFO], trans, 0, k), place = of_signal(&matrix[INFO], trans, 1, k);
    size_t which = table == 1 && k > 0;
    Matrix m = transposed(matrix[which ? DATA_1 : DATA_2], trans);
    result_signal *s = &t->signal[k];

    if (table != 0 && table != 1 && table != 2)
        return bad_file(p, "%.60s is in matrix data_%g; only data_1 and data_2 are known here", s->name,
                        table);
    if (!(place != 0 && place >= -(double)m.rows && place <= (double)m.rows) || place != (double)(long)place)
        return bad_file(p, "%.60s is row %g of data_%d, which has %zu", s->name, place, which ? 1 : 2,
                        m.rows);
    if (which && m.columns == 0)
        return bad_file(p, "%.60s is in data_1, which is empty", s->name);
    size_t row = (size_t)(place < 0 ? -place : place) - 1;
    s->value = t->values[which] + (trans ? row : row * m.columns);
    s->stride = which ? 0 : trans ? m.rows : 1;
    s->sign = place < 0 ? -1 : 1;
    return true;
}

bool mat_read(const char *data, size_t size, result_table *t, bad_place *p)
{
    Bytes b = { data, data, data + size, p };
    Matrix matrix[MATRICES] = { 0 };

    if (size > 7 && memcmp(data, "MATLAB ", 7) == 0)
        return bad_file(p, "is a MAT file of a later version; version 4 is expected");
    if (!read_matrices(&b, matrix))
        return false;
    bool trans = class_is(&matrix[ACLASS], 3, "binTrans");
    if (!class_is(&matrix[ACLASS], 0, "Atrajectory") ||
        (!trans && !class_is(&matrix[ACLASS], 3, "binNormal")))
        return bad_file(p, "no file of results: its class is not Atrajectory, binTrans or binNormal");
    Matrix info = transposed(matrix[INFO], trans), points = transposed(matrix[DATA_2], trans);
    if (!read_names(&matrix[NAME], trans, t, p))
        return false;
    read_units(&matrix[DESCRIPTION], trans, t);
    if (info.columns != t->signals || info.rows < 2 || t->signals == 0 ||
        strcasecmp(t->signal[0].name, "time") != 0)
        return bad_file(p,
                        "no file of results: %zu names, the first is to be `time`; %zu columns of dataInfo",
                        t->signals, info.columns);
    if (!take_values(&matrix[DATA_2], &t->values[0], p) ||
        (matrix[DATA_1].data && !take_values(&matrix[DATA_1], &t->values[1], p)))
        return false;
    for (size_t k = 0; k < t->signals; k++)
        if (!place_signal(t, k, matrix, trans, p))
            return false;
    t->rows = points.columns;
    return true;
}
