/* test_result_number.c - numbers as text: each reads back as the same bits, none has more digits than it needs, none of
 * as few is nearer, and all look as printf's %g writes them.
 *
 * The oracle is the C library, which rounds exactly: the fewest digits of %.{n}e that read back. Where a number has a
 * neighbour of as many digits that reads back, as some have beside a power of two, %.{n}e may not, and the text may be
 * shorter; nearer it cannot be. Numbers that come again, most with the other sign, are the text that was kept. A test
 * is all that holds for the numbers of one kind. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "result_number.h"

static int passed, failed;
static long tried, wrong;                                /* numbers of the kind that is being tried */
static char last[3 * NUMBER_ROOM];
static kept_numbers *kept;                               /* of a row of one column: most are not there any more */

static void check(int good, const char *what, double x)
{
    if (!good && wrong++ < 20)
        printf("%s: %a (%.17g) is %s\n", what, x, x, last);
}

/* All numbers of a kind have been tried. */
static void kind(const char *name)
{
    if (tried > 0 && wrong == 0) {
        passed++;
    } else {
        failed++;
        printf("FAILED %s: %ld of %ld numbers\n", name, wrong, tried);
    }
    tried = wrong = 0;
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
    int n = result_number(kept, x, last), digits;

    tried++;
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
    last[result_number(kept, x, last)] = 0;
    tried++;
    check(strcmp(last, wanted) == 0, wanted, x);
    kind(wanted);
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

static void systematic(void)
{
    char text[40];

    for (int e = -1074; e <= 1023; e++)
        around(ldexp(1, e));
    kind("powers of two and their neighbours");
    for (int e = -323; e <= 308; e++)
        for (int k = 1; k < 100; k++) {
            snprintf(text, sizeof text, "%de%d", k, e);
            around(strtod(text, NULL));
        }
    kind("numbers of two digits and their neighbours");
    for (uint64_t k = 1; k < 2000; k++)
        one(of_bits(k));
    kind("the smallest of all");
    for (int k = 1; k < 2000; k++)
        one(k), one(k / 1000.0), one(k / 128.0);
    kind("whole numbers, thousandths, binary fractions");
}

/* ---- at random --------------------------------------------------------------------------------------------------- */

static double any(void) { return of_bits(draw()); }
static double below_normal(void) { return of_bits(draw() >> 12); }
static double from_0_to_1(void) { return (double)(draw() >> 12) * 0x1p-52; }
static double few_bits(void) { return ldexp((double)(draw() % 1999 + 1), (int)(draw() % 100) - 50); }

static double single(void)
{
    uint32_t bits = (uint32_t)draw();
    float x;
    memcpy(&x, &bits, sizeof x);
    return (double)x;
}

static double eight_digits(void)
{
    char text[40];
    snprintf(text, sizeof text, "%de%d", (int)(draw() % 99999999) + 1, (int)(draw() % 40) - 20);
    return strtod(text, NULL);
}

static void at_random(const char *name, double (*number)(void), int tries)
{
    for (int k = 0; k < tries; k++) {
        double x = number();
        if (isfinite(x) && x != 0)
            one(x);
    }
    kind(name);
}

/* An argument: how many of each kind at random; without one a tenth where tests are to be quick (tests/run). */
int main(int argc, char **argv)
{
    const char *ring = getenv("RING");
    const int tries = argc > 1 ? atoi(argv[1]) : ring && strcmp(ring, "quick") == 0 ? 20000 : 200000;

    kept = kept_numbers_new(1);
    if (!kept)
        return 2;
    texts();
    systematic();
    at_random("any bits", any, tries);
    at_random("below the normal ones", below_normal, tries);
    at_random("single precision", single, tries);
    at_random("from 0 to 1", from_0_to_1, tries);
    at_random("few bits", few_bits, tries);
    at_random("eight digits", eight_digits, tries);
    free(kept);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
