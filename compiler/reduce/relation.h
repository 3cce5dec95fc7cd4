/* relation.h - what relation.c holds between events, and what moving.c knows of how numbers move in between. */
#ifndef RELATION_H
#define RELATION_H

#include "expr.h"
#include "sort.h"

/* slope*time + rest; slope 0: constant between events; rest 0: neither. */
typedef struct Linear { Ex slope, rest; } Linear;

typedef struct {
    Dtc *d; Flat *f; Dae *dae;
    bool    *moves;                        /* by Var: between events */
    Linear  *linear;                 /* by Var: as a function of time */
    Map      known;                        /* expression -> number in dae->held plus 1 */
    Map      row_function;                 /* of a function: what is asked of its table */
    Rewriter present, circle;
    const char *path;                      /* of what is being rewritten */
} Holder;

void find_moving(Holder *h);               /* fills h->moves */
bool var_moves(const Holder *h, Var v);
bool expression_moves(Holder *h, Ex root);
Linear linear_in_time(Holder *h, Ex root);
Linear instant_of(Holder *h, Ex e);         /* the same in a run with events, else none */

#endif
