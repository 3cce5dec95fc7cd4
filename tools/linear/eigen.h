/* eigen.h - eigenvalues and eigenvectors of the matrix of a linear model. */
#ifndef EIGEN_H
#define EIGEN_H

#include <cs.h>
#include "base.h"

/* A x = lambda x, l' A = lambda l'; of a pair of complex ones that with im > 0. Largest part of x is 1. zero: exactly
 * 0, a motion under which no rate differs from zero by more than rounding, but those of positions that move rigidly. */
typedef struct { double re, im; bool zero; double *x, *xi, *l, *li; } EigenPair;
/* pair: vec, by magnitude. whole: all that there are */
typedef struct { uint32_t n; EigenPair *pair; bool whole; } Eigen;

enum { EIGEN_DENSE = 400 };                /* states: up to so many all eigenvalues, by LAPACK */


/* Rigid motions: at most MOST_RIGID vectors of n numbers each. A takes the first `kernel` of them to zero, to rounding
 * in each row (positions that change nothing), every other one to a sum of those before it (speeds with which nothing
 * but such positions changes). */
enum { MOST_RIGID = 64 };
typedef struct { uint32_t n, count, kernel; double *x; } NullSpace;

/* rigid: all such motions (rigid.h). wanted: how many, if there are more states than EIGEN_DENSE, those of smallest
 * magnitude. false after a message */
bool eigen_of(Dtc *d, const cs_di *A, const NullSpace *rigid, uint32_t wanted, Eigen *e);

/* ---- between its files --------------------------------------------------------------------------------- */

/* D^-1 A D with D of powers of two, rows and columns of like size (Parlett and Reinsch 1969). */
typedef struct { cs_di *A; double *scale, norm; } Balanced;
Balanced eigen_balance(Dtc *d, const cs_di *A);
/* The null space of a matrix by itself, orthonormal. */
bool eigen_null_space(Dtc *d, const cs_di *A, double norm, NullSpace *s);
bool eigen_dense(Dtc *d, const Balanced *b, const NullSpace *s, Eigen *e);         /* eigen_dense.c */
bool eigen_sparse(Dtc *d, const Balanced *b, const NullSpace *s, uint32_t wanted, Eigen *e);   /* eigen_sparse.c */
double eigen_dot(const double *x, const double *y, uint32_t n);
cs_di *eigen_shifted(const cs_di *A, double s);            /* A - s I, with an entry for each part of the diagonal */

#endif
