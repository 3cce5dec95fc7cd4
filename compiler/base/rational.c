/* rational.c - exact fractions of 64-bit integers.
 *
 * Products are formed in 128 bits and reduced by Euclid's algorithm; what does not fit 64 bits afterwards is
 * refused (false), and the caller goes on with a double. Requires and ensures: den > 0, reduced, num > INT64_MIN.
 */
#include <stdlib.h>
#include "ex.h"

typedef __int128 Wide;

static bool reduced(Wide num, Wide den, Rational *r)
{
    if (den == 0)
        return false;
    if (den < 0) {
        num = -num;
        den = -den;
    }
    Wide a = num < 0 ? -num : num, b = den;
    while (b != 0) {
        Wide t = a % b;
        a = b;
        b = t;
    }
    num /= a;
    den /= a;
    if (num > INT64_MAX || num < -INT64_MAX || den > INT64_MAX)
        return false;
    r->num = (int64_t)num;
    r->den = (int64_t)den;
    return true;
}

bool rat_add(Rational a, Rational b, Rational *r)
{
    Wide x = (Wide)a.num * b.den, y = (Wide)b.num * a.den; /* each below 2^126: the sum fits 128 bits */
    return reduced(x + y, (Wide)a.den * b.den, r);
}

bool rat_mul(Rational a, Rational b, Rational *r)
{
    return reduced((Wide)a.num * b.num, (Wide)a.den * b.den, r);
}

bool rat_div(Rational a, Rational b, Rational *r)
{
    return b.num != 0 && reduced((Wide)a.num * b.den, (Wide)a.den * b.num, r);
}

bool rat_sub(Rational a, Rational b, Rational *r) { return rat_add(a, (Rational){ -b.num, b.den }, r); }

static bool whole_power(Rational a, int64_t n, Rational *r)
{
    if (n < 0)
        return rat_div((Rational){ 1, 1 }, a, &a) && whole_power(a, -n, r);
    *r = (Rational){ 1, 1 };
    for (; n > 0; n >>= 1) {
        if ((n & 1) && !rat_mul(*r, a, r))
            return false;
        if (n > 1 && !rat_mul(a, a, &a))
            return false;
    }
    return true;
}

bool rat_power(Rational a, Rational b, Rational *r)
{
    return b.den == 1 && b.num > -1024 && b.num < 1024 && (a.num != 0 || b.num >= 0) &&
           whole_power(a, b.num, r);
}

/* ---- whole parts and signs ----------------------------------------------------------------------------- */

static Rational whole_floor(Rational r)
{
    int64_t q = r.num / r.den;
    return (Rational){ q - (r.num < 0 && q * r.den != r.num), 1 };
}

bool rat_quotient(Rational a, Rational b, Rational *r)
{
    Rational q;
    if (!rat_div(a, b, &q))
        return false;
    *r = (Rational){ q.num / q.den, 1 };
    return true;
}

bool rat_mod(Rational a, Rational b, Rational *r)
{
    Rational q;
    return rat_div(a, b, &q) && rat_mul(b, whole_floor(q), &q) && rat_sub(a, q, r);
}

bool rat_rem(Rational a, Rational b, Rational *r)
{
    Rational q;
    return rat_quotient(a, b, &q) && rat_mul(b, q, &q) && rat_sub(a, q, r);
}

bool rat_negative(Rational a, Rational b, Rational *r)
{
    (void)b;
    *r = (Rational){ -a.num, a.den };
    return true;
}

bool rat_abs(Rational a, Rational b, Rational *r)
{
    (void)b;
    *r = (Rational){ a.num < 0 ? -a.num : a.num, a.den };
    return true;
}

bool rat_floor(Rational a, Rational b, Rational *r)
{
    (void)b;
    *r = whole_floor(a);
    return true;
}

bool rat_same(Rational a, Rational b, Rational *r)
{
    (void)b;
    *r = a;
    return true;
}

static bool short_decimal(int64_t den)
{
    while (den % 2 == 0)
        den /= 2;
    while (den % 5 == 0)
        den /= 5;
    return den == 1;
}

bool ex_is_quotient(Dtc *d, Ex x, Rational *r)
{
    return ex_is_rational(d, x, r) && !short_decimal(r->den) && llabs(r->num) <= (1LL << 53) &&
           r->den <= (1LL << 53);
}
