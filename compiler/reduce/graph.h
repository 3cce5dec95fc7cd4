/* graph.h - matching, components and reachability on bipartite structures; shared by sort.c and init.c. */
#ifndef GRAPH_H
#define GRAPH_H

#include "base.h"

#define NOWHERE UINT32_MAX

/* Rows (equations) with their columns (unknowns): columns of row i are to[start[i] .. start[i+1]-1]. */
typedef struct { uint32_t nrow, ncol, *start, *to; } Incidence;

typedef struct { uint32_t size, *col_of, *row_of; } Matching;      /* NOWHERE: unmatched */

Incidence graph_transpose(Arena *a, const Incidence *g);
/* maximum; rows, then columns, in order where free */
Matching  graph_match(Arena *a, const Incidence *g);
bool graph_augment(Arena *a, const Incidence *g, Matching *m, uint32_t row, uint32_t *seen, uint32_t mark,
                   uint32_t **visited);
uint32_t  graph_components(Arena *a, const Incidence *g, uint32_t *component);
uint32_t *graph_reach(Arena *a, const Incidence *g, const Matching *m, uint32_t row);
uint32_t *graph_reach_from_col(Arena *a, const Incidence *transposed, const Matching *m, uint32_t col);

#endif
