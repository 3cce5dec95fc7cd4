/* matrix.c - the Jacobian df/dx and the linear solver of the variable-step run.
 *
 * Dense below MATRIX_SPARSE states, or without a pattern; else compressed columns and KLU (Davis and Palamadai
 * Natarajan 2010). CVODE solves with I - gamma J, so the diagonal is always in the sparse pattern. Cost: O(entries) a
 * Jacobian. */
#include <stdlib.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>
#include "matrix.h"

static bool is_sparse(const Matrix *m) { return m->place != NULL; }

/* The place of each value when the diagonal is put in where it is missing; the number of entries. */
static int place_entries(const dtc_hybrid *h, int *place)
{
    int entries = 0;

    for (int j = 0; j < h->states; j++) {
        bool diagonal = false;
        for (int k = h->column[j]; k < h->column[j + 1]; k++) {
            if (h->row[k] > j && !diagonal)
                entries++;
            diagonal |= h->row[k] >= j;
            place[k] = entries++;
        }
        entries += !diagonal;
    }
    return entries;
}

static void zero_sparse(const dtc_hybrid *h, const int *place, SUNMatrix J)
{
    sunindextype *index = SM_INDEXVALS_S(J), *begin = SM_INDEXPTRS_S(J);
    int next = 0;

    for (int j = 0; j < h->states; j++) {
        begin[j] = next;
        for (int k = h->column[j]; k < h->column[j + 1]; k++) {
            if (place[k] > next)
                index[next] = j;
            index[place[k]] = h->row[k];
            next = place[k] + 1;
        }
        bool last = h->column[j] == h->column[j + 1] || h->row[h->column[j + 1] - 1] < j;
        if (last)
            index[next++] = j;
    }
    begin[h->states] = next;
    for (int i = 0; i < next; i++)
        SM_DATA_S(J)[i] = 0;
}

void matrix_fill(const Matrix *m, const dtc_hybrid *h, SUNMatrix J)
{
    if (is_sparse(m)) {
        zero_sparse(h, m->place, J);
        for (int k = 0; k < h->column[h->states]; k++)
            SM_DATA_S(J)[m->place[k]] = m->value[k];
        return;
    }
    for (int j = 0; j < h->states; j++)
        for (int k = h->column[j]; k < h->column[j + 1]; k++)
            SM_ELEMENT_D(J, h->row[k], j) = m->value[k];
}

bool matrix_open(Matrix *m, const dtc_hybrid *h, int n, N_Vector y, SUNContext context)
{
    bool pattern = h->column && h->jacobian && h->states > 0, sparse = pattern && n >= MATRIX_SPARSE;
    size_t entries = pattern ? (size_t)h->column[h->states] : 0;

    if (pattern && !(m->value = calloc(entries + 1, sizeof *m->value)))
        return false;
    if (sparse && !(m->place = calloc(entries + 1, sizeof *m->place)))
        return false;
    if (sparse) {
        m->A = SUNSparseMatrix(n, n, place_entries(h, m->place), CSC_MAT, context);
        m->solver = m->A ? SUNLinSol_KLU(y, m->A, context) : NULL;
    } else {
        m->A = SUNDenseMatrix(n, n, context);
        m->solver = m->A ? SUNLinSol_Dense(y, m->A, context) : NULL;
    }
    return m->solver != NULL;
}

void matrix_close(Matrix *m)
{
    if (m->solver)
        SUNLinSolFree(m->solver);
    if (m->A)
        SUNMatDestroy(m->A);
    free(m->value);
    free(m->place);
}
