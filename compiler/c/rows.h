/* rows.h - rows of the descriptor's tables, each of which may stand for several variables, messages ... (rows.c). */
#ifndef ROWS_H
#define ROWS_H

#include "store.h"

enum { ROW_TEXTS = 2, ROW_FIXED = 4 };

/* What a table would have without repeats. Alike are items of the same kind and the same fixed texts (interned), and of
 * texts that are equal but for numbers. member: "c1_w[3]", element 3 of that array. */
typedef struct RowItem {
    const char *text[ROW_TEXTS], *fixed[ROW_FIXED], *member;
    uint64_t array;                        /* of whichever role it is */
    uint32_t element, kind;
} RowItem;

/* A row: its first item, as it is or as a pattern, and the elements from there to the item of the next repeat. */
typedef struct Row { const RowItem *item; const char *text[ROW_TEXTS]; bool repeats; int stride; } Row;

/* The dtc_group of the runtime. */
typedef struct { uint32_t first, row, rows, times; } RowGroup;

/* vecs, in d->pass */
typedef struct Rows { Row *row; RowGroup *group; } Rows;

/* home: of what is called `member` in C */
void row_place(RowItem *item, const char *member, Home home);
Rows rows_of(Dtc *d, const RowItem *item, uint32_t n);

#endif
