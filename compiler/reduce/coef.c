/* coef.c - arithmetic on entries of constraint rows (coef.h).
 *
 * Numbers are fractions; a decimal number as written (2.7) counts as the fraction it says (27/10). What does not
 * fit 64 bits, and what depends on parameters, goes on as a double with an exponent of its own.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "coef.h"

static const double CANCELS = 1e-12;       /* of the larger operand: what is left of a difference that is zero */

static Coef exact(Rational r)   { return (Coef){ EXACT, r, 0, 0 }; }
static Coef varying(void)       { return (Coef){ VARYING, { 0, 1 }, 0, 0 }; }

static Coef present(double m, int64_t e)
{
    int shift;
    if (m == 0)
        return exact((Rational){ 0, 1 });
    m = frexp(m, &shift);
    return (Coef){ PRESENT, { 0, 1 }, m, e + shift };
}

/* The fraction that x says in decimal, if it has at most 15 digits. */
static bool decimal(double x, Rational *r)
{
    char s[40];
    Rational ten = { 10, 1 };
    snprintf(s, sizeof s, "%.14e", x); /* d.dddddddddddddde+xx */
    if (strtod(s, NULL) != x)
        return false;
    long exponent = strtol(strchr(s, 'e') + 1, NULL, 10) - 14;
    if (exponent < -32 || exponent > 4)
        return false;
    *r = (Rational){ 0, 1 };
    for (const char *c = s; *c != 'e'; c++)
        if (*c >= '0' && *c <= '9')
            r->num = 10 * r->num + (*c - '0');
    if (x < 0)
        r->num = -r->num;
    for (; exponent < 0; exponent++)
        if (!rat_div(*r, ten, r))
            return false;
    for (; exponent > 0; exponent--)
        if (!rat_mul(*r, ten, r))
            return false;
    return (double)((long double)r->num / (long double)r->den) == x;
}

Coef coef_of(Dtc *d, Ex e, const double *value)
{
    Rational r;
    double x;
    if (ex_is_rational(d, e, &r))
        return exact(r);
    if (ex_is_num(d, e, &x))
        return decimal(x, &r) ? exact(r) : present(x, 0);
    return ex_eval(d, e, value, &x) && isfinite(x) ? present(x, 0) : varying();
}

bool coef_is_zero(Coef a) { return a.kind == EXACT && a.r.num == 0; }

static Coef inexact(Coef a)
{
    return a.kind == EXACT ? present((double)((long double)a.r.num / (long double)a.r.den), 0) : a;
}

Coef coef_neg(Coef a)
{
    a.r.num = -a.r.num;
    a.m = -a.m;
    return a;
}

Coef coef_add(Coef a, Coef b)
{
    Rational r;
    if (coef_is_zero(a))
        return b;
    if (coef_is_zero(b))
        return a;
    if (a.kind == VARYING || b.kind == VARYING)
        return varying();
    if (a.kind == EXACT && b.kind == EXACT && rat_add(a.r, b.r, &r))
        return exact(r);
    a = inexact(a), b = inexact(b);
    if (a.e < b.e) {
        Coef t = a;
        a = b;
        b = t;
    }
    double m = a.e - b.e > 1000 ? a.m : a.m + ldexp(b.m, (int)(b.e - a.e));
    return fabs(m) <= CANCELS ? exact((Rational){ 0, 1 }) : present(m, a.e);
}

Coef coef_mul(Coef a, Coef b)
{
    Rational r;
    if (coef_is_zero(a))
        return a;
    if (coef_is_zero(b))
        return b;
    if (a.kind == VARYING || b.kind == VARYING)
        return varying();
    if (a.kind == EXACT && b.kind == EXACT && rat_mul(a.r, b.r, &r))
        return exact(r);
    a = inexact(a), b = inexact(b);
    return present(a.m * b.m, a.e + b.e);
}

Coef coef_div(Coef a, Coef b)
{
    Rational r;
    if (coef_is_zero(a))
        return a;
    if (a.kind == VARYING || b.kind == VARYING)
        return varying();
    if (a.kind == EXACT && b.kind == EXACT && rat_div(a.r, b.r, &r))
        return exact(r);
    a = inexact(a), b = inexact(b);
    return present(a.m / b.m, a.e - b.e);
}
