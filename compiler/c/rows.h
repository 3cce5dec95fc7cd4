/* rows.h - rows of the descriptor's tables, each of which may stand for several variables, messages ... (rows.c). */
#ifndef ROWS_H
#define ROWS_H

#include "base.h"

enum { ROW_TEXTS = 2, ROW_FIXED = 4 };

/* What a table would have without repeats. Alike are items of the same kind and the same fixed texts (interned), and of
 * texts that are equal but for numbers. member: "c1_w[3]", element 3 of the array c1_w. */
typedef struct RowItem {
    const char *text[ROW_TEXTS], *fixed[ROW_FIXED], *member, *array;
    uint32_t element, kind;
} RowItem;

/* A row: its first item, as it is or as a pattern, and the elements from there to the item of the next repeat. */
typedef struct Row { const RowItem *item; const char *text[ROW_TEXTS]; bool repeats; int stride; } Row;

/* The dtc_group of the runtime. */
typedef struct { uint32_t first, row, rows, times; } RowGroup;

/* vecs, in d->pass */
typedef struct Rows { Row *row; RowGroup *group; } Rows;

/* Sets member, and array and element from its name. */
void row_place(Dtc *d, RowItem *item, const char *member);
Rows rows_of(Dtc *d, const RowItem *item, uint32_t n);

#endif
