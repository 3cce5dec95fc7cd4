/* lapack_load.h - what is used of LAPACK and ARPACK, loaded when it is needed.
 *
 * They bring Fortran's run-time library, and that libquadmath, which adds a conversion to printf: from then on the
 * whole process formats at a fifth of its speed, and each start of dtc would look up thousands of names.
 */
#ifndef LAPACK_LOAD_H
#define LAPACK_LOAD_H

#include <arpack/arpack.h>
#include <complex.h>
#define LAPACK_COMPLEX_C99
#include <lapacke.h>
#include "base.h"

/* library, function: it is called as a member of Lapack, by the same name */
#define LAPACK_FUNCTIONS(X) \
    X(LAPACKE, LAPACKE_dgeev) \
    X(LAPACKE, LAPACKE_dgelsy) \
    X(LAPACKE, LAPACKE_dgeqrf) \
    X(LAPACKE, LAPACKE_dgesv) \
    X(LAPACKE, LAPACKE_dgesvd) \
    X(LAPACKE, LAPACKE_dormqr) \
    X(ARPACK, dnaupd_c) \
    X(ARPACK, dneupd_c)

#define X(library, function) __typeof__(function) *function;
typedef struct { LAPACK_FUNCTIONS(X) } Lapack;
#undef X

bool lapack_load(Dtc *d, Lapack *l);       /* false after a diagnosis: a library is not there */

#endif
