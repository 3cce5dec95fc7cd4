/* check.h - what check.c, balance.c and validate.c share. */
#ifndef CHECK_H
#define CHECK_H

#include "flat.h"

bool is_unknown(const VarInfo *v);         /* to be determined by an equation */
bool check_balance(Dtc *d, Flat *f);       /* balance.c: as many equations as unknowns; names culprits */

bool check_assertions(Dtc *d, Flat *f, const uint8_t *variability);       /* assertion.c: by expression */
/* assertion.c: e with its present value, or 0; an array or call with those of its operands */
Ex literal_of(Dtc *d, Ex e, const double *value);
bool check_circuits(Dtc *d, Flat *f);      /* circuits.c: one node in each set of connectors that need one */
/* idle.c: the value of annotation(__dtc(word = value)), or NULL */
const struct Expr *annotation_of(const struct Modifier *m, const char *word);
bool annotation_is_true(const struct Modifier *m, const char *word);       /* has it annotation(__dtc(word = true)) ? */
void check_places(Dtc *d, const Flat *f);      /* check_nets.c: what nets never do: warnings; notes of dtc check */
bool check_tables(Dtc *d, const Flat *f);      /* table.c: tables that do not ascend with the present parameters */
/* divide.c: divisions by zero and Integers too large, with the present parameters */
bool check_divisions(Dtc *d, const Flat *f);

#endif
