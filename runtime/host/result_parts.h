/* result_parts.h - what the files of result*.c share. */
#ifndef DTC_RESULT_PARTS_H
#define DTC_RESULT_PARTS_H

#include <string.h>
#include <sys/types.h>
#include "result.h"

/* What is between brackets behind a name or description; "": nothing. */
static inline const char *in_brackets(const result_column *c)
{
    return c->words ? c->words : c->unit && strcmp(c->unit, "1") != 0 ? c->unit : "";
}

/* Writers, one a format: what result.c calls. */
typedef struct csv_writer csv_writer;
csv_writer *csv_open(FILE *out, int columns);             /* NULL: out of memory */
bool csv_head(csv_writer *w, const result_column *column, bool units);
bool csv_row(csv_writer *w, double time, const double *value);
void csv_free(csv_writer *w);                             /* w may be NULL */
/* of the last whole row, the header being head bytes; 0: there is none. out is open for reading too */
off_t csv_end(FILE *out, off_t head, off_t size);

/* Types of a matrix; its head, after which its numbers are to follow. */
enum { DOUBLE = 0, INT32 = 20, BYTES = 50, TEXT = 51, BIG_ENDIAN_TYPE = 1000 };
void mat_head(FILE *out, int type, int rows, int columns, const char *name);

typedef struct mat_writer mat_writer;
mat_writer *mat_open(FILE *out, int columns, const result_column *column);
bool mat_row(mat_writer *w, double time, const double *value);
bool mat_finish(mat_writer *w);
/* after an error: only `size` bytes are there; false: not one row of them is whole */
bool mat_cut(mat_writer *w, off_t size);
void mat_free(mat_writer *w);                             /* w may be NULL */

/* Readers: text has size bytes and a NUL after them. What they allocate is the table's. */
typedef struct { const char *file; char *message; size_t size; } bad_place;
bool bad_file(bad_place *p, const char *format, ...) __attribute__((format(printf, 2, 3)));    /* false always */
/* all of it, and a NUL after it; NULL: unreadable */
char *load_file(const char *file, size_t *size, bad_place *p);
/* timed: the first column is to be `time` */
/* The unit at the end of "text [unit]", which is cut off there; Dymola has "[unit|unit to show]" and "[:#(...)]". NULL:
 * none. */
char *unit_in(char *text);
bool csv_read(const char *text, size_t size, bool timed, result_table *t, bad_place *p);
bool mat_read(const char *data, size_t size, result_table *t, bad_place *p);
/* A matrix by rows, to be freed; value NULL: only whether it is there. false: the file is damaged before the matrix of
 * that name is *found. */
bool mat_matrix(const char *data, size_t size, const char *name, bool *found, size_t *rows, size_t *columns,
                double **value, bad_place *p);
/* The first few names of matrices in a file that is whole. */
void mat_names(const char *data, size_t size, char *out, size_t room);
bool mat_looks_like(const char *data, size_t size);

#endif
