/* transfer.h - the response of a linear model to steady sines: y = H(w) u, with H = C (jw I - A)^-1 B + D. */
#ifndef TRANSFER_H
#define TRANSFER_H

#include <complex.h>
#include <klu.h>
#include "eigen.h"
#include "linearize.h"

typedef double _Complex Complex;

/* A value and its first and second derivative by w, in s and s^2. */
typedef struct { Complex h, h1, h2; } Response;

typedef struct {
    Dtc *d;
    uint32_t n, m, k;                      /* states, inputs, outputs */
    Balanced b;
    cs_di *S, *B, *C;                      /* A with all of its diagonal; n x m; n x k: by columns */
    double *D;                             /* k x m, by rows */
    klu_common c; klu_symbolic *symbolic; klu_numeric *numeric;
    double *value;                         /* jw I - A, re and im, as the entries of S */
    double *x, *r, *size;                  /* a solution, what it leaves, the size of its terms */
    uint32_t factors;                      /* how often the order of pivots was chosen */
} Transfer;

/* From the inputs of l to these. false after a message. Free with transfer_free, also then. */
bool transfer_new(const Linear *l, const Var *output, Transfer *t);
/* At w in rad/s: out[output*m + input]; without derivatives they stay as they are. false: w is an eigenvalue, where
 * there is no response. Cost: a sparse factorisation with given pivots, and two solutions, or four, for each input. */
bool transfer_at(Transfer *t, double w, bool derivatives, Response *out);
/* The part that an eigenvalue has in H: its residue, in residue/(jw - lambda). */
Complex transfer_residue(const Transfer *t, const EigenPair *p, uint32_t output, uint32_t input);
void transfer_free(Transfer *t);

#endif
