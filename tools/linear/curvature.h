/* curvature.h - second derivatives of the equations of a pencil: how its entries change. */
#ifndef CURVATURE_H
#define CURVATURE_H

#include "pencil.h"

typedef struct {
    Pencil *q;
    /* vec, by rows: d(entry)/dv. row: of that entry in q->entry; column: of v in the pencil, UINT32_MAX: v is a
     * parameter, or what is defined by parameters, with the sign of its root */
    Entry *entry;
    uint32_t *first;                       /* of k + 1: of each row the first in entry */
} Curvature;

/* Symbolic; parameters: those of parameters as well. */
Curvature *curvature_new(Pencil *q, bool parameters);
/* Numbers at the point. false: one is not finite, which counts as zero */
bool curvature_values(Curvature *c);
/* The quadratic form of a row along the complex vector `of` (two numbers for each column of the pencil): the sum of
 * d2/dv dw v conj(w), v and w both velocities, and both something else: out[0], out[1]. */
void curvature_along(const Curvature *c, uint32_t row, const double *of, const bool *velocity, double out[2]);

#endif
