/* fraction.h - exact fractions of any size, by value, and matrices of them. */
#ifndef FRACTION_H
#define FRACTION_H

#include "base.h"
#include "ex.h"

/* den > 0: num/den in lowest terms; den == 0: too large for that, and num is the number of one of GMP's (fraction.c).
 * There is one representation of each value. */
typedef struct { int64_t num, den; } Fraction;

#define FR_ZERO ((Fraction){ 0, 1 })
#define FR_ONE ((Fraction){ 1, 1 })

Fraction fr_of(int64_t num, int64_t den);                  /* den is not zero */
static inline Fraction fr_from(Rational r) { return (Fraction){ r.num, r.den }; }
bool fr_read(const char *text, Fraction *f);               /* 3/4, 0.985, 1e-3; false: it is no number */
/* The shortest decimal number that is read as x: 2.5 is 5/2. false: x is not finite */
bool fr_decimal(double x, Fraction *f);
Fraction fr_add(Fraction a, Fraction b);
Fraction fr_sub(Fraction a, Fraction b);
Fraction fr_mul(Fraction a, Fraction b);
Fraction fr_div(Fraction a, Fraction b);                   /* b is not zero */
Fraction fr_neg(Fraction a);
Fraction fr_abs(Fraction a);
static inline bool fr_is_zero(Fraction a) { return a.num == 0 && a.den == 1; }
int  fr_sign(Fraction a);                                  /* -1, 0, 1 */
int  fr_compare(Fraction a, Fraction b);
static inline bool fr_equal(Fraction a, Fraction b) { return fr_compare(a, b) == 0; }
double fr_value(Fraction a);                               /* the nearest, but for the last digit */
const char *fr_text(Dtc *d, Fraction a);                   /* "-73/35", "3"; interned */

/* Row-major, rows*cols; in d->run. */
typedef struct { uint32_t rows, cols; Fraction *at; } Matrix;
Matrix fr_matrix(Dtc *d, uint32_t rows, uint32_t cols);    /* of zeros */
#define FR_AT(m, r, c) ((m)->at[(size_t)(r)*(m)->cols + (c)])
/* To reduced echelon form as far as the first `cols` columns go; pivot, if given: vec of the column of each row that is
 * not zero there, ascending. The rank. */
uint32_t fr_echelon(Dtc *d, Matrix *m, uint32_t cols, uint32_t **pivot);

#endif
