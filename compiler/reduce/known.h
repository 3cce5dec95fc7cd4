/* known.h - what is known of parameters while compiling (known.c). */
#ifndef KNOWN_H
#define KNOWN_H

#include "flat.h"

/* Values known while compiling, by Var (NAN: not known); f keeps them. Valid until variables are added. */
const double *known_values(Dtc *d, const Flat *f);
double *known_values_apart(Dtc *d, const Flat *f);        /* in d->pass, to be written */
/* false: depends on more than known values, or is not finite */
bool known_eval(Dtc *d, Ex e, const double *value, double *x);

/* a parameter with fixed = false, which the initial problem determines */
bool is_free(const Flat *f, Var v);
/* by Var, in d->pass: follows from such parameters and others by definition */
bool *free_dependants(Dtc *d, const Flat *f);

#endif
