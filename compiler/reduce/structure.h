/* structure.h - which unknowns occur in which equations, as index reduction sees it; shared by index.c and singular.c.
 */
#ifndef STRUCTURE_H
#define STRUCTURE_H

#include "flat.h"
#include "graph.h"

typedef struct {
    Dtc *d; Flat *f;
    /* by Var: torque of a switching element; known here, since its law determines it */
    bool     *lambda;
    Var      *integral;                    /* integrals() */
    Eq       *row;                         /* vec: continuous equations, no laws */
    Var      *column;                      /* vec: continuous unknowns, no lambdas */
    Incidence g;
    Matching  m;
} Structure;

/* HIGHEST: present versions of the equations, variables without a derivative.
 * ANY: a variable and all its derivatives are one column (that of the highest). */
typedef enum { HIGHEST, ANY } Occurrence;

Structure structure_of(Dtc *d, Flat *f, Occurrence how);
bool structurally_regular(Dtc *d, Flat *f);                /* singular.c: false after naming what is not */
/* false: no torque of a switching element in the equations */
bool report_massless(Structure *s, const Eq *eq, uint32_t n);

#endif
