/* sort.h - what the passes sort, tear, stage and init share. */
#ifndef SORT_H
#define SORT_H

#include "dtc.h"

/* The variable that v stands for after simplify, with its sign; 0: a constant or parameter expression (VarInfo.alias_ex). */
Var  var_root(const Flat *f, Var v, bool *negated);
Ex   var_value(Dtc *d, const Flat *f, Var v);              /* v as an expression of variables that are no aliases */
bool var_known(const Flat *f, Var v);                      /* known in an evaluation of a step (docs/internals.md) */
Var *step_unknowns(Dtc *d, const Flat *f);                 /* vec in d->pass: what the equations of a step determine */
Eq  *step_equations(Dtc *d, const Flat *f);                /* vec in d->pass: the equations of a step */
bool ex_is_jump(Dtc *d, Ex e);                             /* relation, sign, floor ...: constant between events */
const char *names(Dtc *d, const Flat *f, const Var *v, uint32_t n);   /* "a.w, b.tau and 3 more" */

#endif
