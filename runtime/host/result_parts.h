/* result_parts.h - what the files of result*.c share. */
#ifndef DTC_RESULT_PARTS_H
#define DTC_RESULT_PARTS_H

#include "result.h"

/* Writers, one a format: what result.c calls. */
bool csv_head(FILE *out, int columns, const result_column *column);
bool csv_row(FILE *out, int columns, const result_column *column, double time, const double *value);

typedef struct mat_writer mat_writer;
mat_writer *mat_open(FILE *out, int columns, const result_column *column);
bool mat_row(mat_writer *w, double time, const double *value);
bool mat_close(mat_writer *w);

/* Readers: text has size bytes and a NUL after them. What they allocate is the table's. */
typedef struct { const char *file; char *message; size_t size; } bad_place;
bool bad_file(bad_place *p, const char *format, ...) __attribute__((format(printf, 2, 3)));    /* false always */
bool csv_read(const char *text, size_t size, result_table *t, bad_place *p);
bool mat_read(const char *data, size_t size, result_table *t, bad_place *p);
bool mat_looks_like(const char *data, size_t size);

#endif
