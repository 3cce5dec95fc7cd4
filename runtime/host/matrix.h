/* matrix.h - the Jacobian df/dx and the linear solver of the variable-step run. */
#ifndef DTC_MATRIX_H
#define DTC_MATRIX_H

#include <stdbool.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nvector.h>
#include "dtc_hybrid.h"

enum { MATRIX_SPARSE = 50 };                   /* states from which the sparse solver pays */

typedef struct {
    SUNMatrix A; SUNLinearSolver solver;
    double *value;                             /* as the model computes it; NULL: by differences */
    int *place;                                /* of each value in the sparse matrix; NULL: dense */
} Matrix;

bool matrix_open(Matrix *m, const dtc_hybrid *h, int n, N_Vector y, SUNContext context);
void matrix_fill(const Matrix *m, const dtc_hybrid *h, SUNMatrix J);    /* J = m->value */
void matrix_close(Matrix *m);

#endif
