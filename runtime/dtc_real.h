/* The number type of generated code and of the runtime: double, or float with -DDTC_FLOAT.
 *
 * Results are the same bits from every compiler only if no multiplication and addition are contracted
 * into one. Clang obeys the pragma below; gcc has no such pragma and needs -ffp-contract=off. */
#ifndef DTC_REAL_H
#define DTC_REAL_H

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

#if defined(DTC_REAL_HEADER)
#include DTC_REAL_HEADER /* a type of number of its own, as C++: tests/cost counts with one */
#elif defined(DTC_FLOAT)
typedef float dtc_real;
#define DTC_EPSILON FLT_EPSILON
typedef uint32_t dtc_bits;
#define DTC_INFINITE ((dtc_bits)255 << 23)
#define DTC_NORMAL ((dtc_bits)1 << 23)
#define DTC_SMALLEST ((dtc_bits)67 << 23) /* 2^-60, 9e-19: the product of two is normal */
#define DTC_FIRST(bits) ((uint32_t)((bits) << 1)) /* without the sign */
#define DTC_UNBOUNDED 1e30F /* a bound from here on is none */
#define dtc_sqrt sqrtf
#define dtc_abs fabsf
#else
typedef double dtc_real;
#define DTC_EPSILON DBL_EPSILON
typedef uint64_t dtc_bits;
#define DTC_INFINITE ((dtc_bits)2047 << 52)
#define DTC_NORMAL ((dtc_bits)1 << 52)
#define DTC_SMALLEST ((dtc_bits)691 << 52) /* 2^-332, 1e-100: the product of three is normal */
#define DTC_FIRST(bits) ((uint32_t)((bits) >> 31))
#define DTC_UNBOUNDED 1e60
#define dtc_sqrt sqrt
#define dtc_abs fabs
#endif

/* Said to a C compiler of what seldom holds. */
#if defined(__GNUC__)
#define DTC_SELDOM(x) __builtin_expect((x) != 0, 0)
#else
#define DTC_SELDOM(x) (x)
#endif

/* What enters a step: is it finite; inputs, states and what else goes on to the next step are taken as zero below
 * DTC_SMALLEST, parameters if they are denormal. So no operation of a step meets a denormal number, at which some
 * processors take a hundred times as long, unless the model multiplies numbers that are together below 1e-308. By bits,
 * since a subtraction or a comparison would meet it as well. (A DTC_REAL_HEADER has its own.) */
#ifndef DTC_REAL_HEADER
static inline dtc_bits dtc_magnitude(dtc_real x)
{
    dtc_bits b;
    memcpy(&b, &x, sizeof b);
    return b & ~((dtc_bits)1 << (8 * sizeof b - 1));
}
static inline int dtc_finite(dtc_real x) { return dtc_magnitude(x) < DTC_INFINITE; }
/* 0: finite, and zero or not small: nothing is to be done with it. All borders have its first bits alone. */
static inline int dtc_is_out(dtc_bits b)
{
    const int is =
        DTC_FIRST(b) - DTC_FIRST(DTC_SMALLEST) >= DTC_FIRST(DTC_INFINITE) - DTC_FIRST(DTC_SMALLEST);
    return DTC_SELDOM(is) ? 1 : 0;
}
static inline int dtc_odd(dtc_real x)
{
    dtc_bits b;
    memcpy(&b, &x, sizeof b);
    return dtc_is_out(b) && dtc_magnitude(x) != 0;
}
/* The same of what is zero as often as not. */
static inline int dtc_odd_input(dtc_real x)
{
    dtc_bits b;
    memcpy(&b, &x, sizeof b);
    return b != 0 && dtc_is_out(b) && (dtc_bits)(b << 1) != 0;
}
static inline dtc_real dtc_flush(dtc_real x) { return dtc_magnitude(x) < DTC_SMALLEST ? (dtc_real)0 : x; }
static inline dtc_real dtc_normal(dtc_real x) { return dtc_magnitude(x) < DTC_NORMAL ? (dtc_real)0 : x; }
#endif

/* Members that macros list in rows (DTC_LAW_ROWS), as C declares them. */
#define DTC_ARRAY(type, name, n) type name[n];
#define DTC_SCALAR(type, name) type name;

/* The larger of a wanted tolerance and what the number type can resolve. */
#define DTC_TOLERANCE(wanted) \
    ((dtc_real)((wanted) > 64.0 * (double)DTC_EPSILON ? (wanted) : 64.0 * (double)DTC_EPSILON))

#endif
