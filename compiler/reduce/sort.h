/* sort.h - what the passes sort, tear, stage and init share. */
#ifndef SORT_H
#define SORT_H

#include "dae.h"
#include "expr.h"
#include "graph.h"
#include "known.h"

bool var_known(const Flat *f, Var v);     /* known in an evaluation of a step (docs/internals/equations.md) */
Var *step_unknowns(Dtc *d, const Flat *f);                 /* vec in d->pass: what the equations of a step determine */
Eq  *step_equations(Dtc *d, const Flat *f);                /* vec in d->pass: the equations of a step */
/* what an equation EQ_WHEN determines: its left side, without a sign */
Var when_variable(Dtc *d, const Equation *q);
bool ex_is_jump(Dtc *d, Ex e);                             /* relation, sign, floor ...: constant between events */
const char *variable_names(Dtc *d, const Flat *f, const Var *v, uint32_t n); /* "a.w, b.tau and 3 more" */

/* Which unknowns each equation can be solved for (no laws among the equations). */
Incidence sort_entries(Dtc *d, Flat *f, const Eq *eq, uint32_t n, const Var *unknown, uint32_t m);

double *nominal_values(Dtc *d, const Flat *f); /* nominal.c: by Var (of representatives), 0: none */

/* Parts of stage. live.c: used of variables; what nobody needs is left out; by Var, in d->pass: how many expressions
 * and others read it. forms.c: sums of multiples, put into one another. search.c: one search in a table for all
 * look-ups at one argument; false: there was nothing to share. rates, in expr.h's memo: that of each node of an
 * expression (value.ex.a). */
uint32_t *live(Dtc *d, Flat *f, Dae *dae);
void forms(Dtc *d, Flat *f, Dae *dae, uint32_t *readers);
bool searches(Dtc *d, Flat *f, Dae *dae);
/* readers.c: by Var, in d->pass: a place that changes within the equations, with what reads it behind its law */
bool *read_behind(Dtc *d, Flat *f, Dae *dae);
bool watch(Dtc *d, const Flat *f, Dae *dae);              /* something is watched */
Rate rates(Dtc *d, const Dae *dae, Memo *m, Ex root);
/* like, with a new variable of this value as its only one, var[0]; eq is the equation that it comes from */
Block made_block(Dtc *d, Flat *f, Dae *dae, const char *name, Ex value, Eq eq, Block like);
/* stretch.c: where a table over one argument jumps, the arguments between its jumps, by rows, 0: nowhere; the first or
 * the last one of the stretch that u lies in */
Ex table_stretches(Dtc *d, const double *value, Ex table, uint32_t columns);
Ex end_of_stretch(Dtc *d, Flat *f, Ex stretches, bool last, Ex u);
Var made_discrete(Dtc *d, Flat *f, Dae *dae, VarInfo v);   /* a new variable that changes at events alone */

/* tear.c: what one call of tear() shares between its blocks. */
typedef struct Tearing Tearing;
Tearing *tear_begin(Dtc *d, Flat *f);
/* Coefficients of one equation in some variables, numerically: lhs - rhs = sum c[i]*v[i] + c[n]. False: not linear or
 * not known. */
bool tear_numbers(Tearing *t, Eq e, const Var *v, uint32_t n, double *c);
/* tears b and appends it to out, after the blocks of the variables it needs made (also appended to hoisted) */
bool tear_next(Tearing *t, Block *b, Var **hoisted, Block **out);

#endif
