/* coef.h - entries of constraint rows: exact where they are numbers, else their present value, or unknown. */
#ifndef COEF_H
#define COEF_H

#include "flat.h"

/* EXACT: r. PRESENT: m*2^e, the value with the parameters as they are (the range has no end: ratios of long chains
 * multiply). VARYING: changes in a simulation, taken for nonzero. */
typedef enum { EXACT, PRESENT, VARYING } CoefKind;
typedef struct { CoefKind kind; Rational r; double m; int64_t e; } Coef;

Coef coef_of(Dtc *d, Ex e, const double *value);           /* value: present_values() */
bool coef_is_zero(Coef a);
Coef coef_add(Coef a, Coef b);                             /* a sum that cancels but for rounding is zero */
Coef coef_mul(Coef a, Coef b);
Coef coef_div(Coef a, Coef b);                             /* b is not zero */
Coef coef_neg(Coef a);

#endif
