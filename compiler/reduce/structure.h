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
    struct Inliner *inliner;               /* NULL: none was needed yet */
} Structure;

/* HIGHEST: present versions of the equations, variables without a derivative.
 * ANY: a variable and all its derivatives are one column (that of the highest). */
typedef enum { HIGHEST, ANY } Occurrence;

Structure structure_of(Dtc *d, Flat *f, Occurrence how);
/* inline.c: in e calls of functions without derivative have become what they compute, where that may be */
struct Inliner *inliner_underived(Dtc *d);
Ex inline_underived(struct Inliner *in, Ex e);
bool structurally_regular(Dtc *d, Flat *f);                /* singular.c: false after naming what is not */
/* false: no torque of a switching element in the equations */
bool report_massless(Structure *s, const Eq *eq, uint32_t n);
/* given_twice.c: rows of an overdetermined part; false: it is not one of two given motions */
bool report_given_twice(Structure *s, const uint32_t *row, uint32_t n);

#endif
