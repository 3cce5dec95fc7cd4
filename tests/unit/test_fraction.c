/* test_fraction.c - exact fractions, small and large: laws of a field, one representation of a value, matrices. */
#include "flat.h"
#include "fraction.h"

static uint64_t seed = 1;

static int64_t any(int bits)
{
    seed = seed*6364136223846793005u + 1442695040888963407u;
    int64_t x = (int64_t)(seed >> (64 - bits));
    return seed & 1 ? x : -x;
}

static Fraction fraction(void)
{
    int bits = 1 + (int)(any(6) & 63) % 62;
    int64_t den = any(bits);
    return fr_of(any(bits), den ? den : 1);
}

/* Of both sizes: sums and products of these go beyond 64 bits and come back. */
static void laws(void)
{
    for (int i = 0; i < 3000; i++) {
        Fraction a = fraction(), b = fraction(), c = fraction();
        Fraction left = fr_mul(fr_add(a, b), c), right = fr_add(fr_mul(a, c), fr_mul(b, c));
        CHECK(fr_equal(left, right));
        CHECK(fr_equal(fr_sub(fr_add(a, b), b), a) && fr_sub(fr_add(a, b), b).den == a.den);
        CHECK(fr_is_zero(b) || (fr_equal(fr_div(fr_mul(a, b), b), a) && fr_div(fr_mul(a, b), b).num == a.num));
        CHECK(fr_compare(a, b) == -fr_compare(b, a) && fr_sign(fr_sub(a, b)) == fr_compare(a, b));
        CHECK(fr_equal(fr_neg(left), fr_sub(FR_ZERO, left)) && fr_sign(fr_abs(left)) >= 0);
        CHECK(fabs(fr_value(a) - (double)a.num/(double)a.den) <= 1e-15*fabs(fr_value(a)));
    }
}

static void numbers(void)
{
    Fraction x, g = FR_ONE;

    CHECK(fr_read("0.985", &x) && strcmp(fr_text(d, x), "197/200") == 0);
    CHECK(fr_read("-12e-1", &x) && strcmp(fr_text(d, x), "-6/5") == 0);
    CHECK(fr_read("3/4", &x) && x.num == 3 && x.den == 4);
    CHECK(fr_read("1e25", &x) && strcmp(fr_text(d, x), "10000000000000000000000000") == 0);
    CHECK(fabs(fr_value(x)/1e25 - 1) < 1e-15);
    CHECK(!fr_read("", &x) && !fr_read("1/0", &x) && !fr_read("1.2.3", &x) && !fr_read("1e", &x) && !fr_read("x", &x));
    CHECK(!fr_read("1e500", &x) && !fr_read("3/", &x) && !fr_read("- 1", &x));
    CHECK(fr_decimal(2.5, &x) && x.num == 5 && x.den == 2 && fr_decimal(0.1, &x) && x.den == 10);
    CHECK(fr_decimal(1e300, &x) && fabs(fr_value(x)/1e300 - 1) < 1e-15);
    CHECK(!fr_decimal(INFINITY, &x) && !fr_decimal(NAN, &x));
    CHECK(fr_equal(fr_of(-6, -4), fr_of(3, 2)) && fr_of(6, -4).den == 2 && fr_is_zero(fr_of(0, -5)));
    CHECK(fr_of(INT64_MIN, 1).den == 0 && strcmp(fr_text(d, fr_of(INT64_MIN, 1)), "-9223372036854775808") == 0);
    for (int i = 1; i <= 40; i++)
        g = fr_mul(g, fr_of(i, 1));
    for (int i = 40; i >= 1; i--)
        g = fr_div(g, fr_of(i, 1));
    CHECK(g.num == 1 && g.den == 1);
}

/* The inverse of Hilbert's matrix has whole numbers; that of order 12 goes beyond 64 bits on the way. */
static void matrices(void)
{
    enum { N = 12 };
    Matrix m = fr_matrix(d, N, 2*N), zero = fr_matrix(d, 3, 3);
    uint32_t *pivot = NULL;

    for (uint32_t i = 0; i < N; i++)
        for (uint32_t k = 0; k < N; k++) {
            FR_AT(&m, i, k) = fr_of(1, (int64_t)(i + k + 1));
            FR_AT(&m, i, N + k) = fr_of(i == k, 1);
        }
    CHECK(fr_echelon(d, &m, N, &pivot) == N && vec_len(pivot) == N && pivot[N - 1] == N - 1);
    CHECK(strcmp(fr_text(d, FR_AT(&m, 0, N)), "144") == 0 && strcmp(fr_text(d, FR_AT(&m, 0, N + 1)), "-10296") == 0);
    CHECK(fr_echelon(d, &zero, 3, NULL) == 0);
}

int main(void)
{
    begin();
    laws();
    numbers();
    matrices();
    end();
    return finish();
}
