/* test_result_number.c - numbers as text: each reads back as the same bits, none has more digits than it needs, none of
 * as few is nearer, and all look as printf's %g writes them.
 *
 * The oracle is the C library, which rounds exactly: the fewest digits of %.{n}e that read back. Where a number has a
 * neighbour of as many digits that reads back, as some have beside a power of two, %.{n}e may not, and the text may be
 * shorter; nearer it cannot be. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "result_number.h"

static int passed, failures;
static char last[3 * NUMBER_ROOM];

static void check(int good, const char *what, double x)
{
    if (good)
        passed++;
    else if (failures++ < 20)
        fprintf(stderr, "%s: %a (%.17g) is %s\n", what, x, x, last);
}

static int digits_of(const char *text)
{
    int n = 0, zeros = 0;

    for (; *text && *text != 'e'; text++) {
        if (*text < '0' || *text > '9' || (n == 0 && *text == '0'))
            continue;
        n++;
        zeros = *text == '0' ? zeros + 1 : 0;
    }
    return n - zeros;
}

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double of_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The text that %g makes of the digits that were found; a long double holds them. */
static int looks_right(int digits)
{
    char wanted[3 * NUMBER_ROOM];

    snprintf(wanted, sizeof wanted, "%.*Lg", digits > 15 ? digits : 15, strtold(last, NULL));
    return strcmp(wanted, last) == 0;
}

/* No more digits than %.{n}e needs, and of as many as that none that is nearer. */
static int is_least(double x, int digits)
{
    char text[3 * NUMBER_ROOM];

    if (digits > 1) {
        snprintf(text, sizeof text, "%.*e", digits - 2, x);
        if (bits_of(strtod(text, NULL)) == bits_of(x))
            return 0;
    }
    snprintf(text, sizeof text, "%.*e", digits - 1, x);
    return bits_of(strtod(text, NULL)) != bits_of(x) || strtold(text, NULL) == strtold(last, NULL);
}

static void one(double x)
{
    int n = result_number(x, last), digits;

    check(n > 0 && n < NUMBER_ROOM, "length", x);
    last[n] = 0;
    digits = digits_of(last);
    check(bits_of(strtod(last, NULL)) == bits_of(x), "reads back as another", x);
    check(digits >= 1 && digits <= 17 && is_least(x, digits), "not the shortest or nearest", x);
    check(looks_right(digits), "looks unlike %g", x);
}

static void around(double x)
{
    if (!(x > 0 && x < HUGE_VAL))
        return;
    uint64_t at = bits_of(x);
    for (uint64_t k = at > 3 ? at - 3 : 1; k <= at + 3; k++)
        if (of_bits(k) < HUGE_VAL)
            one(of_bits(k)), one(-of_bits(k));
}

static uint64_t seed = 0x9e3779b97f4a7c15;
static uint64_t draw(void)
{
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return seed;
}

static void text_is(double x, const char *wanted)
{
    last[result_number(x, last)] = 0;
    check(strcmp(last, wanted) == 0, wanted, x);
}

static void texts(void)
{
    static const struct { double x; const char *text; } known[] = {
        { 0, "0" }, { -0.0, "0" }, { 1, "1" }, { -10, "-10" }, { 0.1, "0.1" }, { 4.35, "4.35" },
        { INFINITY, "inf" }, { -INFINITY, "-inf" }, { 0.0001, "0.0001" }, { 0.00001, "1e-05" },
        { 1.5e-5, "1.5e-05" }, { -2.5e-300, "-2.5e-300" }, { 123456, "123456" }, { 299792458, "299792458" },
        { 1e14, "100000000000000" }, { 1e15, "1e+15" }, { 1e22, "1e+22" }, { 1e23, "1e+23" }, { 5e-324, "5e-324" },
        { 0x1p53, "9007199254740992" }, { 0x1.fffffffffffffp1023, "1.7976931348623157e+308" },
        { 0x1p-1022, "2.2250738585072014e-308" }, { 0.1f, "0.10000000149011612" }, { 2.0 / 3, "0.6666666666666666" },
        { 0x1p-20, "9.5367431640625e-07" },
    };

    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        text_is(known[k].x, known[k].text);
    text_is(fabs((double)NAN), "nan");
    text_is(copysign((double)NAN, -1), "-nan");
}

/* tries: of each kind at random */
static void all(int tries)
{
    char text[40];

    for (int e = -1074; e <= 1023; e++)
        around(ldexp(1, e));
    for (int e = -323; e <= 308; e++)
        for (int k = 1; k < 100; k++) {
            snprintf(text, sizeof text, "%de%d", k, e);
            around(strtod(text, NULL));
        }
    for (uint64_t k = 1; k < 2000; k++)
        one(of_bits(k)), one((double)k), one((double)k / 1000), one((double)k / 128);
    for (int k = 0; k < tries; k++) {
        double x = of_bits(draw()), small = of_bits(draw() >> 12);
        float single;
        uint32_t bits = (uint32_t)(draw() >> 32);
        if (isfinite(x) && x != 0)
            one(x);
        if (small > 0)
            one(small);
        memcpy(&single, &bits, sizeof single);
        if (isfinite(single) && single != 0)
            one((double)single);
        one((double)(draw() >> 12) * 0x1p-52);         /* 0 to 1 */
        one(ldexp((double)(draw() % 1999 + 1), (int)(draw() % 100) - 50));
        snprintf(text, sizeof text, "%de%d", (int)(draw() % 99999999) + 1, (int)(draw() % 40) - 20);
        one(strtod(text, NULL));
    }
}

int main(int argc, char **argv)
{
    texts();
    all(argc > 1 ? atoi(argv[1]) : 200000);
    printf("%d passed, %d failed\n", passed, failures);
    return failures > 0;
}
