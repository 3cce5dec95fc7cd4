/* counted.h - a number that counts what is done with it: dtc_real of generated code and runtime, compiled as C++ with
 * -DDTC_REAL_HEADER='"counted.h"'.
 *
 * What a C compiler folds is not counted: operations whose operands it knows (__builtin_constant_p, so compile with
 * -O2). The type is trivial, so that it may be set and copied as bytes. */
#ifndef COUNTED_H
#define COUNTED_H

#include <math.h>
#include <stdint.h>
#include "../functions_of_one.h"

enum { OF_ADD, OF_MULTIPLY, OF_DIVIDE, OF_ROOT, OF_LOOK_UP, OF_CALL, OF_COMPARE, OF_COUNT };
extern uint64_t counted[OF_COUNT], denormals; /* denormals: operations with a denormal number */
extern int decided; /* something changes its place: set by generated code as check.sh makes it, and by the law */

#define COUNTED static inline __attribute__((always_inline))

struct counted_real {
    double x;
    counted_real() = default;
    __attribute__((always_inline)) constexpr counted_real(double from) : x(from) {}
    __attribute__((always_inline)) explicit operator int() const { return (int)x; }
    __attribute__((always_inline)) explicit operator double() const { return x; }
    inline counted_real &operator+=(counted_real b);
    inline counted_real &operator-=(counted_real b);
    inline counted_real &operator*=(counted_real b);
    inline counted_real &operator/=(counted_real b);
};

COUNTED void count(int kind, double a, double b)
{
    if (!(__builtin_constant_p(a) && __builtin_constant_p(b)))
        counted[kind]++;
}

COUNTED bool is_denormal(double x) { return x != 0 && __builtin_fabs(x) < 2.2250738585072014e-308; }

#define OPERATOR(sign, kind, type)                                       \
    COUNTED type operator sign(counted_real a, counted_real b)           \
    {                                                                    \
        count(kind, a.x, b.x);                                           \
        type result = a.x sign b.x;                                      \
        denormals += is_denormal(a.x) || is_denormal(b.x) || is_denormal((double)result); \
        return result;                                                   \
    }
OPERATOR(+, OF_ADD, counted_real)
OPERATOR(-, OF_ADD, counted_real)
OPERATOR(*, OF_MULTIPLY, counted_real)
OPERATOR(/, OF_DIVIDE, counted_real)
OPERATOR(<, OF_COMPARE, bool)
OPERATOR(<=, OF_COMPARE, bool)
OPERATOR(>, OF_COMPARE, bool)
OPERATOR(>=, OF_COMPARE, bool)
OPERATOR(==, OF_COMPARE, bool)
OPERATOR(!=, OF_COMPARE, bool)
#undef OPERATOR

inline __attribute__((always_inline)) counted_real &counted_real::operator+=(counted_real b)
{
    return *this = *this + b;
}
inline __attribute__((always_inline)) counted_real &counted_real::operator-=(counted_real b)
{
    return *this = *this - b;
}
inline __attribute__((always_inline)) counted_real &counted_real::operator*=(counted_real b)
{
    return *this = *this * b;
}
inline __attribute__((always_inline)) counted_real &counted_real::operator/=(counted_real b)
{
    return *this = *this / b;
}

COUNTED counted_real operator-(counted_real a) { return -a.x; }
COUNTED counted_real operator+(counted_real a) { return a; }
COUNTED counted_real fabs(counted_real a) { return fabs(a.x); }
COUNTED counted_real sqrt(counted_real a)
{
    count(OF_ROOT, a.x, a.x);
    return sqrt(a.x);
}

#define FUNCTION(name)                                                   \
    COUNTED counted_real name(counted_real a)                            \
    {                                                                    \
        counted[OF_CALL]++;                                              \
        return name(a.x);                                                \
    }
FUNCTIONS_OF_ONE(FUNCTION)
#undef FUNCTION
#define FUNCTION(name)                                                   \
    COUNTED counted_real name(counted_real a, counted_real b)            \
    {                                                                    \
        counted[OF_CALL]++;                                              \
        return name(a.x, b.x);                                           \
    }
FUNCTION(pow)
FUNCTION(atan2)
#undef FUNCTION

typedef counted_real dtc_real;
#define DTC_EPSILON DBL_EPSILON
#define DTC_UNBOUNDED 1e60
#define dtc_sqrt sqrt
#define dtc_abs fabs

/* In C these look at bits: they are no operations of numbers, and meet no denormal one. */
COUNTED int dtc_finite(counted_real a) { return a.x - a.x == 0; }
COUNTED int dtc_odd(counted_real a) { return !(a.x - a.x == 0 && (a.x == 0 || fabs(a.x) >= 0x1p-332)); }
COUNTED int dtc_odd_input(counted_real a) { return dtc_odd(a); }
COUNTED counted_real dtc_flush(counted_real a) { return fabs(a.x) < 0x1p-332 ? 0 : a.x; }
COUNTED counted_real dtc_normal(counted_real a) { return is_denormal(a.x) ? 0 : a.x; }

#endif
