/* init.h - what the files of the initial problem share: init.c, redundant.c. */
#ifndef INIT_H
#define INIT_H

#include "sort.h"

typedef enum { C_EQUATION, C_INITIAL, C_FIXED, C_START } Origin;

typedef struct { Eq eq; Origin from; Var v; bool taken; } Condition;   /* v: the variable as the model names it */

typedef struct {
    Dtc *d; Flat *f; Dae *dae;
    Condition *row;                        /* vec: equations, then conditions */
    Var      *follows;                     /* vec: parameters that depend on free ones */
    Kept     *kept;                        /* vec: discrete variables whose last value is read */
    Map       kept_of;                     /* of these: variable -> kept */
    Rewriter  keep;
    Assumed  *assumed;                     /* vec: elements; shown is 0 */
    Map       place_of;                    /* of these: place, forward ... -> element and which of them */
    Var      *shown;                       /* by element: what stands for its place as it is read; 0: it is not */
    /* vec: unknowns of a step, then states and free parameters, then kept values */
    Var      *unknown; uint32_t nalgebraic, nstates;
    Eq       *eq;                          /* vec: eq of each row */
    Incidence g;
    Matching  m;
    uint32_t *seen, *visited;
    Tearing  *numbers;
    const double *value;                   /* known values */
} Init;

const char *start_text(Init *s, Var v);    /* "a.w = 10" */
void explain(Init *s, uint32_t row);       /* a condition that cannot be matched is not taken: a warning, or an error */
bool of_constant(Init *s, uint32_t row);   /* a fixed start of what is a constant is none; an error if it is another */

#endif
