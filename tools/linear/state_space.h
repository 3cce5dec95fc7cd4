/* state_space.h - the matrices of a linear model with the inputs and outputs that are wanted, for programs. */
#ifndef STATE_SPACE_H
#define STATE_SPACE_H

#include "linearize.h"
#include "sheet.h"

/* By rows: A n x n, B n x m, C outputs x n, D outputs x m; values at the point. */
typedef struct {
    Linear *l;
    uint32_t n, m, k;                      /* states, inputs, outputs */
    const Var *input, *output;             /* vecs */
    double *A, *B, *C, *D;
    double *x, *u, *y, *rate;              /* of the point; rate: of the states */
    double time;
} StateSpace;

enum { STATE_SPACE_MOST = 3000 };          /* states: dense matrices beyond are not made */

/* NULL after a diagnosis */
StateSpace *state_space(Linear *l, const Var *input, const Var *output);

Sheet state_space_sheet(const StateSpace *s);              /* linear_sheet.c */
/* what a point is, for a sheet of any command: a table of states, inputs, elements */
void  point_sheet(Sheet *s, Linear *l, const Var *input);
/* Scripts and files: m (MATLAB, Octave), py (NumPy), dtm, mat (MAT v4: A, B, C, D, names as characters). */
void state_space_matlab(const StateSpace *s, FILE *out);
void state_space_python(const StateSpace *s, FILE *out);
void state_space_model(const StateSpace *s, FILE *out);
bool state_space_mat(const StateSpace *s, FILE *out);

#endif
