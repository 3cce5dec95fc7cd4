/* sorter.h - what sort.c knows of equations and unknowns, and what unmatched.c says where they do not match. */
#ifndef SORTER_H
#define SORTER_H

#include "sort.h"

enum { SOLVE, NEED, SOFT, SLIP, BOUND };

typedef struct { uint32_t row, col, kind; } Edge;          /* once matched: col is the row that determines it */

typedef struct {
    Dtc *d; Flat *f;
    const Eq *eq; uint32_t n;
    const Var *unknown; uint32_t m;
    uint32_t *col;                         /* by Var: its column, or NOWHERE */
    Edge    *edge; uint32_t *first;        /* vec by rows; first[i] .. first[i+1]-1 */
    Matching match;
    uint32_t *comp, ncomp;                 /* blocks, in order */
} Sorter;

static inline bool is_law(const Sorter *s, uint32_t row) { return s->f->eq[s->eq[row]].kind == EQ_SWITCH; }

/* Says why equations and unknowns do not match; law_of_col: by column, the row of the law whose lambda it is. */
void report_singular(Sorter *s, const Incidence *g, const uint32_t *law_of_col);

#endif
