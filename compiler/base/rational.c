/* rational.c - exact fractions of 64-bit integers.
 *
 * Products are formed in 128 bits and reduced by Euclid's algorithm; what does not fit 64 bits afterwards is
 * refused (false), and the caller goes on with a double. Requires and ensures: den > 0, reduced, num > INT64_MIN.
 */
#include "dtc.h"

typedef __int128 Wide;

static bool reduced(Wide num, Wide den, Rational *r)
{
    if (den == 0) return false;
    if (den < 0) { num = -num; den = -den; }
    Wide a = num < 0 ? -num : num, b = den;
    while (b != 0) { Wide t = a % b; a = b; b = t; }
    num /= a;
    den /= a;
    if (num > INT64_MAX || num < -INT64_MAX || den > INT64_MAX) return false;
    r->num = (int64_t)num;
    r->den = (int64_t)den;
    return true;
}

bool rat_add(Rational a, Rational b, Rational *r)
{
    Wide x = (Wide)a.num*b.den, y = (Wide)b.num*a.den;      /* each below 2^126: the sum fits 128 bits */
    return reduced(x + y, (Wide)a.den*b.den, r);
}

bool rat_mul(Rational a, Rational b, Rational *r)
{
    return reduced((Wide)a.num*b.num, (Wide)a.den*b.den, r);
}

bool rat_div(Rational a, Rational b, Rational *r)
{
    return b.num != 0 && reduced((Wide)a.num*b.den, (Wide)a.den*b.num, r);
}
