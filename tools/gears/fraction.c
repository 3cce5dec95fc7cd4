/* fraction.c - exact fractions: of 64 bits where they fit, of GMP's where not.
 *
 * Products are formed in 128 bits and reduced by Euclid's algorithm. What does not fit afterwards is one of GMP's
 * rationals, kept in a table that lives as long as the process: gear trains are small, and few numbers get that large.
 * What fits again is small again, so that equal values look the same, but for large ones, which fr_compare compares.
 *
 * fr_echelon is Gauss and Jordan's elimination with the first nonzero entry as pivot: exact numbers need no other.
 * Cost: rows*cols*rank operations, fewer where there are zeros.
 */
#include <ctype.h>
#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "fraction.h"

typedef __int128 Wide;

/* ---- large ones ---------------------------------------------------------------------------------------- */

static struct { mpq_t *at; size_t n, cap; } large;

static mpq_t *new_large(void)
{
    if (large.n == large.cap) {
        large.cap = large.cap ? 2 * large.cap : 256;
        large.at = realloc(large.at, large.cap * sizeof *large.at);
        if (!large.at)
            abort(); /* GMP does the same */
    }
    mpq_init(large.at[large.n]);
    return &large.at[large.n++];
}

static void to_large(Fraction a, mpq_t out)
{
    mpq_init(out);
    if (a.den)
        mpq_set_si(out, a.num, (unsigned long)a.den);
    else
        mpq_set(out, large.at[a.num]);
}

/* Takes the number over. */
static Fraction from_large(mpq_t x)
{
    Fraction f = { 0, 0 };

    if (mpz_fits_slong_p(mpq_numref(x)) && mpz_fits_slong_p(mpq_denref(x)) &&
        mpz_cmp_si(mpq_numref(x), INT64_MIN) != 0) {
        f = (Fraction){ mpz_get_si(mpq_numref(x)), mpz_get_si(mpq_denref(x)) };
    } else {
        mpq_swap(*new_large(), x);
        f.num = (int64_t)large.n - 1;
    }
    mpq_clear(x);
    return f;
}

static Fraction by_large(Fraction a, Fraction b, void (*operation)(mpq_t, const mpq_t, const mpq_t))
{
    mpq_t x, y;

    to_large(a, x);
    to_large(b, y);
    operation(x, x, y);
    mpq_clear(y);
    return from_large(x);
}

/* ---- arithmetic ---------------------------------------------------------------------------------------- */

static uint64_t magnitude(int64_t x) { return x < 0 ? -(uint64_t)x : (uint64_t)x; }

static bool reduced(Wide num, Wide den, Fraction *f)
{
    Wide a = num < 0 ? -num : num, b = den;

    if (den == 1 && a <= INT64_MAX) {
        *f = (Fraction){ (int64_t)num, 1 };
        return true;
    }
    while (b > UINT64_MAX) {
        Wide t = a % b;
        a = b, b = t;
    }
    if (b) {
        uint64_t x = (uint64_t)b, y = (uint64_t)(a % b); /* the rest in 64 bits */
        while (y) {
            uint64_t t = x % y;
            x = y, y = t;
        }
        a = x;
    }
    num /= a, den /= a;
    if (num > INT64_MAX || num < -INT64_MAX || den > INT64_MAX)
        return false;
    *f = (Fraction){ (int64_t)num, (int64_t)den };
    return true;
}

Fraction fr_of(int64_t num, int64_t den) { return fr_div((Fraction){ num, 1 }, (Fraction){ den, 1 }); }

Fraction fr_add(Fraction a, Fraction b)
{
    Fraction f;

    if (a.den == 1 && a.num == 0)
        return b;
    if (b.den == 1 && b.num == 0)
        return a;
    /* each product is below 2^126: the sum fits */
    bool small =
        a.den && b.den && reduced((Wide)a.num * b.den + (Wide)b.num * a.den, (Wide)a.den * b.den, &f);
    return small ? f : by_large(a, b, mpq_add);
}

Fraction fr_mul(Fraction a, Fraction b)
{
    Fraction f;

    if (fr_is_zero(a) || fr_is_zero(b))
        return FR_ZERO;
    return a.den && b.den && reduced((Wide)a.num * b.num, (Wide)a.den * b.den, &f) ? f
                                                                                   : by_large(a, b, mpq_mul);
}

Fraction fr_div(Fraction a, Fraction b)
{
    Fraction f;
    Wide sign = b.num < 0 ? -1 : 1;

    bool small = a.den && b.den && reduced(sign * a.num * b.den, (Wide)a.den * (Wide)magnitude(b.num), &f);
    return small ? f : by_large(a, b, mpq_div);
}

Fraction fr_neg(Fraction a) { return a.den ? (Fraction){ -a.num, a.den } : by_large(FR_ZERO, a, mpq_sub); }
Fraction fr_sub(Fraction a, Fraction b) { return fr_add(a, fr_neg(b)); }
Fraction fr_abs(Fraction a) { return fr_sign(a) < 0 ? fr_neg(a) : a; }

int fr_sign(Fraction a)
{
    if (!a.den)
        return mpq_sgn(large.at[a.num]);
    return (a.num > 0) - (a.num < 0);
}

int fr_compare(Fraction a, Fraction b)
{
    if (a.den && b.den) {
        Wide x = (Wide)a.num * b.den, y = (Wide)b.num * a.den;
        return (x > y) - (x < y);
    }
    return fr_sign(fr_sub(a, b));
}

/* ---- numbers and text ---------------------------------------------------------------------------------- */

double fr_value(Fraction a)
{
    return a.den ? (double)((long double)a.num / (long double)a.den) : mpq_get_d(large.at[a.num]);
}

const char *fr_text(Dtc *d, Fraction a)
{
    if (a.den)
        return a.den == 1 ? internf(d, "%lld", (long long)a.num)
                          : internf(d, "%lld/%lld", (long long)a.num, (long long)a.den);
    char *s = mpq_get_str(NULL, 10, large.at[a.num]);
    const char *text = internz(d, s);
    free(s);
    return text;
}

/* Digits with at most one point, and an exponent; where it ends. NULL: there is no number. */
static const char *read_decimal(const char *s, Fraction *f)
{
    bool negative = *s == '-', any = false, point = false;
    long exponent = 0;

    *f = FR_ZERO;
    for (s += negative || *s == '+'; isdigit((unsigned char)*s) || (*s == '.' && !point); s++) {
        point |= *s == '.';
        if (*s == '.')
            continue;
        any = true;
        exponent -= point;
        *f = fr_add(fr_mul(*f, (Fraction){ 10, 1 }), (Fraction){ *s - '0', 1 });
    }
    if (any && (*s == 'e' || *s == 'E')) {
        char *end;
        long e = strtol(s + 1, &end, 10);
        if (end == s + 1 || e < -400 || e > 400)
            return NULL;
        exponent += e;
        s = end;
    }
    for (; exponent < 0; exponent++)
        *f = fr_div(*f, (Fraction){ 10, 1 });
    for (; exponent > 0; exponent--)
        *f = fr_mul(*f, (Fraction){ 10, 1 });
    *f = negative ? fr_neg(*f) : *f;
    return any ? s : NULL;
}

bool fr_read(const char *text, Fraction *f)
{
    const char *s = strlen(text) < 1000 ? read_decimal(text, f) : NULL;
    Fraction by;

    if (s && *s == '/') {
        s = read_decimal(s + 1, &by);
        if (!s || fr_is_zero(by))
            return false;
        *f = fr_div(*f, by);
    }
    return s && *s == 0;
}

bool fr_decimal(double x, Fraction *f) { return isfinite(x) && fr_read(number_shortest(x, 15).text, f); }

/* ---- matrices ------------------------------------------------------------------------------------------ */

Matrix fr_matrix(Dtc *d, uint32_t rows, uint32_t cols)
{
    size_t n = (size_t)rows * cols;
    Matrix m = { rows, cols, NEW_N(&d->run, Fraction, n + 1) };

    for (size_t i = 0; i < n; i++)
        m.at[i] = FR_ZERO;
    return m;
}

/* row r -= factor * row by, from column c on */
static void subtract(Matrix *m, uint32_t r, uint32_t by, uint32_t c)
{
    const Fraction factor = FR_AT(m, r, c);

    if (fr_is_zero(factor))
        return;
    for (; c < m->cols; c++)
        if (!fr_is_zero(FR_AT(m, by, c)))
            FR_AT(m, r, c) = fr_sub(FR_AT(m, r, c), fr_mul(factor, FR_AT(m, by, c)));
}

static void swap_rows(Matrix *m, uint32_t a, uint32_t b)
{
    for (uint32_t c = 0; a != b && c < m->cols; c++) {
        Fraction x = FR_AT(m, a, c);
        FR_AT(m, a, c) = FR_AT(m, b, c);
        FR_AT(m, b, c) = x;
    }
}

uint32_t fr_echelon(Dtc *d, Matrix *m, uint32_t cols, uint32_t **pivot)
{
    uint32_t rank = 0;

    for (uint32_t c = 0; c < cols && rank < m->rows; c++) {
        uint32_t r = rank;
        while (r < m->rows && fr_is_zero(FR_AT(m, r, c)))
            r++;
        if (r == m->rows)
            continue;
        swap_rows(m, r, rank);
        const Fraction scale = FR_AT(m, rank, c);
        for (uint32_t k = c; k < m->cols; k++)
            FR_AT(m, rank, k) = fr_div(FR_AT(m, rank, k), scale);
        for (r = 0; r < m->rows; r++)
            if (r != rank)
                subtract(m, r, rank, c);
        if (pivot)
            vec_push(&d->run, *pivot, c);
        rank++;
    }
    return rank;
}
