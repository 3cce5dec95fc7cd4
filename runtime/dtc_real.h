/* The number type of generated code and of the runtime: double, or float with -DDTC_FLOAT.
 *
 * Results are the same bits from every compiler only if no multiplication and addition are contracted
 * into one. Clang obeys the pragma below; gcc has no such pragma and needs -ffp-contract=off. */
#ifndef DTC_REAL_H
#define DTC_REAL_H

#include <float.h>
#include <math.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

#if defined(DTC_REAL_HEADER)
#include DTC_REAL_HEADER /* a type of number of its own, as C++: tests/cost counts with one */
#elif defined(DTC_FLOAT)
typedef float dtc_real;
#define DTC_EPSILON FLT_EPSILON
#define DTC_FLUSH 1e-30F /* magnitudes below it are taken as zero: no denormal arithmetic */
#define DTC_UNBOUNDED 1e30F /* a bound from here on is none */
#define dtc_sqrt sqrtf
#define dtc_abs fabsf
#else
typedef double dtc_real;
#define DTC_EPSILON DBL_EPSILON
#define DTC_FLUSH 1e-200
#define DTC_UNBOUNDED 1e60
#define dtc_sqrt sqrt
#define dtc_abs fabs
#endif

/* The larger of a wanted tolerance and what the number type can resolve. */
#define DTC_TOLERANCE(wanted) \
    ((dtc_real)((wanted) > 64.0 * (double)DTC_EPSILON ? (wanted) : 64.0 * (double)DTC_EPSILON))

#endif
