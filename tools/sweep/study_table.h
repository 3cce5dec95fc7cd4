/* study_table.h - a store of dtc sweep as numbers, and what follows from them: `dtc plot study.db`. */
#ifndef STUDY_TABLE_H
#define STUDY_TABLE_H

#include "chart.h"
#include "sheet.h"

/* vecs by points in order; value: NaN: none, or a word, which is in `word`; NULL: it is no word */
typedef struct { const char *name, *unit; bool metric; double *value; const char **word; } StudyColumn;
typedef struct {
    Dtc *d;
    const char *file, *design, *said;      /* said: "40 points", "13 of 40 points; 27 failed" */
    bool gaps;                             /* points of the study have no values, or are not there */
    uint32_t points, rows;                 /* rows: of saltelli, else 0 */
    uint32_t factors, metrics;
    StudyColumn *column;                   /* vec: factors, then metrics */
    uint64_t *point;                       /* vec: their numbers, ascending */
} StudyTable;

bool study_read(Dtc *d, const char *file, StudyTable *t);  /* study_table.c; false after a message */
const StudyColumn *study_column(const StudyTable *t, const char *name);        /* NULL after a message */

/* study_influence.c: how a metric hangs on a factor, with the ends of its 95 % interval. Of a Saltelli design
 * Sobol indices, of a factor alone and with all others (total); else the correlation, and that of ranks. NaN: none */
typedef struct { double value, low, high; } Estimate;
typedef struct { Estimate alone, total; } Influence;
Influence study_influence(const StudyTable *t, uint32_t factor, uint32_t metric);
static inline bool study_has_indices(const StudyTable *t) { return t->rows > 0; }

/* low, high: 5 %, 95 % */
typedef struct { uint32_t n; double mean, deviation, least, low, median, high, most; } Spread;
Spread study_spread(const StudyTable *t, const StudyColumn *c);
bool study_is_best(const StudyTable *t, const StudyColumn *a, const StudyColumn *b, uint32_t point);    /* both small */

Sheet study_sheet(const StudyTable *t);                    /* study_sheet.c */
const SheetLive *study_live(const StudyTable *t);          /* study_live.c: points, to choose among in a page */

/* study_picture.c: which picture, and of what; names: vec of metrics or factors, NULL: all */
typedef struct { const StudyTable *t; const char *picture, *x, **names, *title; } StudyView;
bool study_view_fits(const StudyView *v);                  /* false after a message */
Chart study_picture(const void *view);

#endif
