/* unit.c - unit strings: products, quotients and powers of SI units with prefixes (Modelica 3.6, chapter 19).
 *
 * A unit is a vector of exponents over the seven base units, with a factor (km/h is 1/3.6 m/s). rad and sr are 1.
 * Exponents are twelfths, so that roots up to the fourth can be told. Cost: linear in the text.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "unit.h"

#define PI 3.14159265358979323846

typedef struct { const char *symbol; double factor; int8_t e[UNIT_BASES]; bool prefix; } Symbol;

static const Symbol symbols[] = {
    /*           m  kg   s   A   K mol cd */
    { "m",   1, { 1,  0,  0,  0,  0, 0, 0 }, true },
    { "g",   1e-3, { 0, 1, 0, 0, 0, 0, 0 }, true },
    { "s",   1, { 0,  0,  1,  0,  0, 0, 0 }, true },
    { "A",   1, { 0,  0,  0,  1,  0, 0, 0 }, true },
    { "K",   1, { 0,  0,  0,  0,  1, 0, 0 }, true },
    { "mol", 1, { 0,  0,  0,  0,  0, 1, 0 }, true },
    { "cd",  1, { 0,  0,  0,  0,  0, 0, 1 }, true },
    { "rad", 1, { 0 }, true },
    { "sr",  1, { 0 }, true },
    { "Hz",  1, { 0,  0, -1,  0,  0, 0, 0 }, true },
    { "N",   1, { 1,  1, -2,  0,  0, 0, 0 }, true },
    { "Pa",  1, { -1, 1, -2,  0,  0, 0, 0 }, true },
    { "J",   1, { 2,  1, -2,  0,  0, 0, 0 }, true },
    { "W",   1, { 2,  1, -3,  0,  0, 0, 0 }, true },
    { "VA",  1, { 2,  1, -3,  0,  0, 0, 0 }, true },
    { "var", 1, { 2,  1, -3,  0,  0, 0, 0 }, true },
    { "C",   1, { 0,  0,  1,  1,  0, 0, 0 }, true },
    { "V",   1, { 2,  1, -3, -1,  0, 0, 0 }, true },
    { "F",   1, { -2, -1, 4,  2,  0, 0, 0 }, true },
    { "Ohm", 1, { 2,  1, -3, -2,  0, 0, 0 }, true },
    { "S",   1, { -2, -1, 3,  2,  0, 0, 0 }, true },
    { "Wb",  1, { 2,  1, -2, -1,  0, 0, 0 }, true },
    { "T",   1, { 0,  1, -2, -1,  0, 0, 0 }, true },
    { "H",   1, { 2,  1, -2, -2,  0, 0, 0 }, true },
    { "lm",  1, { 0,  0,  0,  0,  0, 0, 1 }, true },
    { "lx",  1, { -2, 0,  0,  0,  0, 0, 1 }, true },
    { "Bq",  1, { 0,  0, -1,  0,  0, 0, 0 }, true },
    { "Gy",  1, { 2,  0, -2,  0,  0, 0, 0 }, true },
    { "Sv",  1, { 2,  0, -2,  0,  0, 0, 0 }, true },
    { "kat", 1, { 0,  0, -1,  0,  0, 1, 0 }, true },
    { "eV",  1.602176634e-19, { 2, 1, -2, 0, 0, 0, 0 }, true },
    { "l",   1e-3, { 3, 0, 0, 0, 0, 0, 0 }, true },
    { "L",   1e-3, { 3, 0, 0, 0, 0, 0, 0 }, true },
    { "bar", 1e5, { -1, 1, -2, 0, 0, 0, 0 }, true },
    { "t",   1e3, { 0, 1, 0, 0, 0, 0, 0 }, true },
    { "min", 60, { 0, 0, 1, 0, 0, 0, 0 }, false },
    { "h",   3600, { 0, 0, 1, 0, 0, 0, 0 }, false },
    { "d",   86400, { 0, 0, 1, 0, 0, 0, 0 }, false },
    { "deg", PI / 180, { 0 }, false },
    { "rev", 2 * PI, { 0 }, false },
    { "rpm", 2 * PI / 60, { 0, 0, -1, 0, 0, 0, 0 }, false },
    { "degC", 0, { 0, 0, 0, 0, 1, 0, 0 }, false },
    { "degF", 0, { 0, 0, 0, 0, 1, 0, 0 }, false },
    { "degRk", 0, { 0, 0, 0, 0, 1, 0, 0 }, false },
    { "ha",  1e4, { 2, 0, 0, 0, 0, 0, 0 }, false },
    { "kn",  1852.0 / 3600, { 1, 0, -1, 0, 0, 0, 0 }, false },
    { "%",   0.01, { 0 }, false },
};

static const struct { const char *symbol; double factor; } prefixes[] = {
    { "da", 1e1 }, { "Y", 1e24 },  { "Z", 1e21 },  { "E", 1e18 },  { "P", 1e15 },  { "T", 1e12 },  { "G", 1e9 },
    { "M", 1e6 },  { "k", 1e3 },   { "h", 1e2 },   { "d", 1e-1 },  { "c", 1e-2 },  { "m", 1e-3 },  { "u", 1e-6 },
    { "n", 1e-9 }, { "p", 1e-12 }, { "f", 1e-15 }, { "a", 1e-18 }, { "z", 1e-21 }, { "y", 1e-24 },
};

#define COUNT(a) (sizeof (a) / sizeof *(a))

/* ---- arithmetic ---------------------------------------------------------------------------------------- */

bool unit_power(const Unit *u, int64_t num, int64_t den, Unit *out)
{
    Unit r = *u;
    if (num > 1000 || num < -1000)
        return false;
    for (int i = 0; i < UNIT_BASES; i++) {
        int64_t x = u->e[i] * num;
        if (x % den || x / den > INT8_MAX || x / den < -INT8_MAX)
            return false;
        r.e[i] = (int8_t)(x / den);
    }
    if (u->factor > 0)
        r.factor = pow(u->factor, (double)num / (double)den);
    *out = r;
    return true;
}

bool unit_product(const Unit *a, const Unit *b, int sign, Unit *out)
{
    Unit r = { .kind = U_KNOWN, .weak = a->weak || b->weak };
    for (int i = 0; i < UNIT_BASES; i++) {
        int x = a->e[i] + sign * b->e[i];
        if (x > INT8_MAX || x < -INT8_MAX)
            return false;
        r.e[i] = (int8_t)x;
    }
    if (a->factor > 0 && b->factor > 0)
        r.factor = sign > 0 ? a->factor * b->factor : a->factor / b->factor;
    *out = r;
    return true;
}

bool unit_alike(const Unit *a, const Unit *b) { return !memcmp(a->e, b->e, sizeof a->e); }

bool unit_is_one(const Unit *u)
{
    Unit one = { .kind = U_KNOWN };
    return unit_alike(u, &one);
}

/* ---- text to unit -------------------------------------------------------------------------------------- */

typedef struct { const char *at; uint32_t depth; } Reader;

static bool find_symbol(const char *s, size_t n, bool prefixed, Unit *u)
{
    for (size_t i = 0; i < COUNT(symbols); i++) {
        const Symbol *y = &symbols[i];
        if (strlen(y->symbol) != n || memcmp(y->symbol, s, n) || (prefixed && !y->prefix))
            continue;
        *u = (Unit){ .kind = U_KNOWN, .factor = y->factor };
        for (int k = 0; k < UNIT_BASES; k++)
            u->e[k] = (int8_t)(y->e[k] * UNIT_SCALE);
        return true;
    }
    return false;
}

static bool read_symbol(const char *s, size_t n, Unit *u)
{
    if (find_symbol(s, n, false, u))
        return true;
    for (size_t i = 0; i < COUNT(prefixes); i++) {
        size_t p = strlen(prefixes[i].symbol);
        if (n > p && !memcmp(prefixes[i].symbol, s, p) && find_symbol(s + p, n - p, true, u)) {
            u->factor *= prefixes[i].factor;
            return true;
        }
    }
    return false;
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool read_exponent(Reader *r, int64_t *n)
{
    const char *s = r->at + (*r->at == '^');
    int sign = *s == '-' ? -1 : 1;
    if (*s == '-' || *s == '+')
        s++;
    *n = 1;
    if (!is_digit(*s))
        return s == r->at;
    *n = 0;
    while (is_digit(*s) && *n < 100)
        *n = 10 * *n + (*s++ - '0');
    *n *= sign;
    r->at = s;
    return true;
}

static bool read_expression(Reader *r, Unit *u);

static bool read_factor(Reader *r, Unit *u)
{
    int64_t n;
    if (*r->at == '(') {
        r->at++;
        if (++r->depth > 10 || !read_expression(r, u) || *r->at != ')')
            return false;
        r->at++;
        r->depth--;
    } else if (*r->at == '1' && !is_digit(r->at[1])) {
        r->at++;
        *u = (Unit){ .kind = U_KNOWN, .factor = 1 };
        return true;
    } else {
        size_t len = 0;
        while (is_letter(r->at[len]))
            len++;
        if (!len || !read_symbol(r->at, len, u))
            return false;
        r->at += len;
    }
    return read_exponent(r, &n) && unit_power(u, n, 1, u);
}

static bool read_expression(Reader *r, Unit *u)
{
    if (!read_factor(r, u))
        return false;
    while (*r->at == '.' || *r->at == '*' || *r->at == '/') {
        int sign = *r->at++ == '/' ? -1 : 1;
        Unit next;
        if (!read_factor(r, &next) || !unit_product(u, &next, sign, u))
            return false;
    }
    return true;
}

bool unit_parse(const char *text, Unit *u)
{
    Reader r = { text, 0 };
    return read_expression(&r, u) && !*r.at;
}

bool unit_equals(const Unit *u, const char *text)
{
    Unit x;
    return unit_parse(text, &x) && unit_alike(u, &x) && fabs(u->factor / x.factor - 1) < 1e-12;
}

/* ---- unit to text -------------------------------------------------------------------------------------- */

static const char *power_text(Dtc *d, const char *symbol, int e)
{
    if (e == UNIT_SCALE)
        return symbol;
    if (e % UNIT_SCALE == 0)
        return internf(d, "%s%d", symbol, e / UNIT_SCALE);
    int a = abs(e), b = UNIT_SCALE;
    while (b) {
        int r = a % b;
        a = b;
        b = r;
    }
    return internf(d, "%s^(%d/%d)", symbol, e / a, UNIT_SCALE / a);
}

const char *unit_text(Dtc *d, const Unit *u)
{
    static const char *const base[UNIT_BASES] = { "m", "kg", "s", "A", "K", "mol", "cd" };
    static const int order[UNIT_BASES] = { 1, 0, 2, 3, 4, 5, 6 }; /* kg.m2/s2 */
    const char *above = "", *below = "";
    int n = 0;
    for (int k = 0; k < UNIT_BASES; k++) {
        int e = u->e[order[k]];
        if (e > 0)
            above = internf(d, "%s%s%s", above, *above ? "." : "", power_text(d, base[order[k]], e));
        if (e < 0)
            below = internf(d, "%s%s%s", below, n++ ? "." : "", power_text(d, base[order[k]], -e));
    }
    const char *s = *above ? above : "1";
    if (n)
        s = internf(d, n > 1 ? "%s/(%s)" : "%s/%s", s, below);
    return u->factor > 0 && fabs(u->factor - 1) > 1e-12 ? internf(d, "%.6g %s", u->factor, s) : s;
}

/* Of newton, watt and their like. kg.m2/s2 is an energy or a torque, 1/s a speed or a frequency. */
const char *unit_name(Dtc *d, const Unit *u)
{
    static const char *const named[] = { "N", "W", "Pa", "C", "V", "Ohm", "H", "F" };

    for (size_t i = 0; i < COUNT(named); i++)
        if (unit_equals(u, named[i]))
            return named[i];
    return unit_text(d, u);
}
