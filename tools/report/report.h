/* report.h - how large a model is, and what a step costs, as data: made by report.c, written as text there and as JSON
 * by report_json.c. */
#ifndef REPORT_H
#define REPORT_H

#include "cost.h"

/* A system of equations: how many, torn to so many unknowns and switching elements; a component's path, or "" */
typedef struct { const char *kind, *rate, *where; uint32_t equations, torn, elements; } ReportSystem;
typedef struct { const char *name; uint32_t places; } ReportElement;   /* a switching element, an automaton, a net */
typedef struct {
    const char *model, *method;            /* method: "variable step", of a model for a solver */
    double step;                           /* s; 0: variable */
    uint32_t flat, simple, reduced, needed, assigned;      /* equations by stage; assigned: of the needed ones */
    const char **state;                    /* vecs, these five */
    ReportSystem *system;
    ReportElement *element, *automaton, *net;
    uint32_t largest;                      /* unknowns at once, at transition or step rate */
    double structures, places;             /* log10 of how many: sets of stuck elements and places; places apart */
    ModelCost cost;
    const char *why_not_quiet;                  /* why there is no quiet step; NULL: there is one */
    Rolled rolled;
} Report;

Report report_of(const Emitter *e);
void   report_text(Dtc *d, const Report *r, FILE *out);
void   report_json(Dtc *d, const Report *r, FILE *out);    /* report_json.c */

extern const char *const report_kinds[OF_COUNT];           /* of operations */

#endif
