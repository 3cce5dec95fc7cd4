/* result.h - files of results: time series of named variables, written row by row and read back.
 *
 * CSV: a header line, `time` first, then dotted names; SI units. MAT v4: the matrices Aclass, name, description,
 * dataInfo, data_1, data_2 as Dymola and OpenModelica write them (binTrans), so that the tools that read theirs read
 * ours. Two rows of equal time are the values before and after an event. */
#ifndef DTC_RESULT_H
#define DTC_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum { RESULT_CSV, RESULT_CSV_UNITS, RESULT_MAT } result_format;     /* with units: `engine.w [rad/s]` */
result_format result_format_of(const char *file_name);    /* .mat is MAT v4, all else CSV */

#define RESULT_PLACES "-1=slip- 0=stuck 1=slip+ 2=open"       /* words for the places of a switching element */

/* words: what the numbers of a discrete variable mean, "1=weak 2=strong", which files have in place of a unit; a number
 * without a word is the state that needs none. NULL: none.
 * constant: does not vary in the run (MAT: data_1; CSV: a column like the others).
 * same: 1 + an earlier column that has always the same value, or, negated, the negative of it; 0: none (MAT: stored
 * once). */
typedef struct { const char *name, *unit, *words, *description; bool constant, negated; int same; } result_column;

/* Writing. The columns must live until result_close. NULL: out of memory. */
typedef struct result_writer result_writer;
result_writer *result_open(FILE *out, result_format format, int columns, const result_column *column);
/* false: the file could not be written (errno says why) */
bool result_row(result_writer *w, double time, const double *value);
/* What has been written becomes a complete file; frees w, not out. false: not all could be written (errno says why).
 * *whole: what is there reads back: a regular file is cut off after the last row that it has whole; it has one at
 * least, unless none was to be written. */
bool result_close(result_writer *w, bool *whole);

/* Reading, either format. Signal 0 is the time, which never descends. Values stay where the file had them:
 * value[row*stride], times sign. */
/* unit: or words; NULL: the file has none. stride 0: a constant. description: of a MAT file; NULL: there is none */
typedef struct {
    const char *name, *unit;
    const double *value;
    size_t stride;
    double sign;
    const char *description;
} result_signal;
/* mat: not CSV */
typedef struct {
    size_t signals, rows;
    result_signal *signal;
    double *values[2];
    char *names, *units;
    bool mat;
} result_table;
/* false: message says what is wrong and where */
bool result_read(const char *file, result_table *t, char *message, size_t size);
void result_cut(result_table *t, double from, double to);  /* keeps the rows of these times, both ends among them */
void result_free(result_table *t);

/* Bytes behind a MAT file, which readers of results pass over (result_bytes.c). false: not written; no such matrix, or
 * a message (which is "" where there is none). *bytes: to be freed, with a NUL after them */
bool result_put_bytes(FILE *out, const char *name, const void *bytes, size_t n);
bool result_get_bytes(const char *file, const char *name, char **bytes, size_t *n, char *message, size_t size);

static inline double result_value(const result_signal *s, size_t row) { return s->sign * s->value[row * s->stride]; }

#endif
