/* transmit.h - which flows are zero for ever: what transmit.c finds, and idle.c asks. */
#ifndef TRANSMIT_H
#define TRANSMIT_H

#include "flat.h"

typedef struct { Var v; double k; } Term;                    /* k*v; NaN: not known, and not zero */

typedef struct Flows {
    Dtc *d; Flat *f;
    const uint32_t *place;                 /* by Eq: number of its component, in preorder */
    const double   *value;                 /* present values */
    bool     *like_flow;                   /* by Var: an unknown that is a flow, or has the unit of one */
    Term     *term; uint32_t *from;        /* vec; by Eq: its terms term[from[e] .. from[e + 1] - 1]; none: no sum */
    uint32_t *start; Eq *of;               /* by Var: the equations with a term of it */
    bool     *always;                      /* by Var: zero by equations of components alone */
    uint32_t *asked, question;             /* by Var: of which question is up? */
    Term     *up;                          /* by Var: it is this multiple of another one; of 0: zero */
} Flows;

Flows *flows_of(Dtc *d, Flat *f, const uint32_t *place);
/* With the given flows zero, and the equations of components first .. last alone: ... */
void   ask_flows(Flows *s, uint32_t first, uint32_t last, const Var *zero, uint32_t n);
bool   flow_is_zero(const Flows *s, Var v);                  /* ... is this one? */

#endif
