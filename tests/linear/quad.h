/* quad.h - a number of 113 bits: dtc_real of generated code and runtime, compiled as C++ with
 * -DDTC_REAL_HEADER='"quad.h"'. Link libquadmath. */
#ifndef QUAD_H
#define QUAD_H

#include <math.h>
#include <quadmath.h>
#include <stdint.h>
#include "../functions_of_one.h"

typedef __float128 dtc_real;

#define FUNCTION(name) \
    static inline __float128 name(__float128 a) { return name##q(a); }
FUNCTION(sqrt)
FUNCTION(fabs)
FUNCTIONS_OF_ONE(FUNCTION)
#undef FUNCTION
static inline __float128 pow(__float128 a, __float128 b) { return powq(a, b); }
static inline __float128 atan2(__float128 a, __float128 b) { return atan2q(a, b); }

#define DTC_EPSILON 1.9259299443872359e-34
#define DTC_UNBOUNDED 1e60
#define dtc_sqrt sqrt
#define dtc_abs fabs

static inline int dtc_finite(dtc_real a) { return a - a == 0; }
static inline int dtc_odd_input(dtc_real a) { return !(a - a == 0); }
static inline int dtc_odd(dtc_real a) { return !(a - a == 0); }
static inline dtc_real dtc_flush(dtc_real a) { return a; }
static inline dtc_real dtc_normal(dtc_real a) { return a; }

#endif
