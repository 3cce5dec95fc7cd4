/* result_number.c - a double as decimal text with as few digits as read back as the same.
 *
 * x = c 2^q with an integer c of at most 53 bits. The numbers that a reader rounds to x are those between the midpoints
 * to its neighbours, (4c - 2) 2^(q-2) and (4c + 2) 2^(q-2) (4c - 1 where x is a power of two: the neighbour below is
 * nearer), both included if c is even. Let 10^k be the largest power of ten that is no longer than this interval: a
 * multiple of it lies in the interval, and at most one of 10^(k+1). So one is tried first, then the two multiples of
 * 10^k beside x, of which the nearer counts if both are in. Everything is compared in units of 10^k / 4, after a
 * product with 10^-k of 128 bits that is rounded to odd, which keeps each comparison right: Giulietti, The Schubfach
 * way to render doubles (2020). The powers are made once, by exact arithmetic.
 *
 * Most numbers of a result are there already: in the same row by another name, since what is connected is equal but for
 * sign, or in the row before. So texts are kept, each at the place that its number's bits say, until another needs it.
 *
 * Cost: three products of 128 bits, and four divisions for the digits; of a number that is kept, a copy. The table: 617
 * powers, 10 kB; of numbers that are kept two a column, 32 bytes each, at most 2 MB.
 */
#include <endian.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "result_number.h"

__extension__ typedef unsigned __int128 Wide;
typedef struct { uint64_t digits; int ten; } Decimal;          /* digits 10^ten */

enum { LEAST_Q = -1074, HIDDEN = 52, LEAST_TEN = -292, MOST_TEN = 324, BORDER = 1220, LIMBS = 40,
       MAGNITUDE = 23 };                                      /* 1.2345678901234567e-308 */

/* ---- powers of ten ------------------------------------------------------------------------------------- */

static struct { uint64_t high, low; } power[MOST_TEN - LEAST_TEN + 1];
static bool made;

/* The 128 leading bits of a number of limbs of 32 bits, the lowest first, and one unit more, as the method asks. */
static void put_power(int ten, const uint32_t *limb)
{
    int top = LIMBS - 1, shift;
    Wide bits = 0;

    while (limb[top] == 0)
        top--;
    shift = __builtin_clz(limb[top]);
    for (int i = 0; i < 5; i++) {
        uint32_t part = top >= i ? limb[top - i] : 0;
        bits = i < 4 ? bits << 32 | part : bits << shift | (shift ? part >> (32 - shift) : 0);
    }
    bits++;
    power[ten - LEAST_TEN].high = (uint64_t)(bits >> 64);
    power[ten - LEAST_TEN].low = (uint64_t)bits;
}

/* 10^n exactly; 2^BORDER / 10^n, rounded down, of which the leading bits are those of 10^-n. */
static void make_powers(void)
{
    uint32_t up[LIMBS] = { 1 }, down[LIMBS] = { 0 };

    down[BORDER / 32] = 1u << BORDER % 32;
    for (int n = 0; n <= MOST_TEN; n++) {
        uint64_t carry = 0, rest = 0;
        put_power(n, up);
        for (int i = 0; i < LIMBS; i++) {
            carry += (uint64_t)up[i] * 10;
            up[i] = (uint32_t)carry;
            carry >>= 32;
        }
        for (int i = LIMBS - 1; i >= 0; i--) {
            rest = rest << 32 | down[i];
            down[i] = (uint32_t)(rest / 10);
            rest %= 10;
        }
        if (-n - 1 >= LEAST_TEN)
            put_power(-n - 1, down);
    }
    made = true;
}

/* ---- digits -------------------------------------------------------------------------------------------- */

/* Rounded down: q log10 2, less log10 4/3 if `narrow`; ten log2 10. Right for all exponents of doubles. */
static int log10_of_2(int q, bool narrow) { return (q * 1262611 - (narrow ? 524031 : 0)) >> 22; }
static int log2_of_10(int ten) { return (ten * 1741647) >> 19; }

/* The product, without its lowest 128 bits; the last bit is set if they were not zero, but for the unit too much. */
static uint64_t times(int ten, uint64_t c)
{
    Wide product = (Wide)power[ten - LEAST_TEN].high * c + ((Wide)power[ten - LEAST_TEN].low * c >> 64);

    return (uint64_t)(product >> 64) | ((uint64_t)product > 1);
}

/* c 2^q, c > 0. */
static Decimal shortest(uint64_t c, int q)
{
    bool narrow = c == (uint64_t)1 << HIDDEN && q > LEAST_Q;
    unsigned open = c & 1;
    int k = log10_of_2(q, narrow), shift = q + log2_of_10(-k) + 1;
    uint64_t value = times(-k, 4 * c << shift), low = times(-k, (4 * c - (narrow ? 1 : 2)) << shift) + open,
             high = times(-k, (4 * c + 2) << shift) - open, below = value / 4;

    if (below >= 10) {
        uint64_t tens = below / 10;
        bool in = low <= 40 * tens, next_in = 40 * (tens + 1) <= high;
        if (in != next_in)
            return (Decimal){ tens + next_in, k + 1 };
    }
    bool in = low <= 4 * below, next_in = 4 * (below + 1) <= high;
    if (in != next_in)
        return (Decimal){ below + next_in, k };
    uint64_t middle = 4 * below + 2;
    return (Decimal){ below + (value > middle || (value == middle && below % 2 == 1)), k };
}

/* ---- text ---------------------------------------------------------------------------------------------- */

static const uint64_t E8 = 100000000, E16 = 10000000000000000;

/* n < E8 as eight characters: numbers of four, two, one digits side by side in a word, split all at once. */
static void put_eight(uint64_t n, char *to)
{
    uint64_t x = n / 10000 | n % 10000 << 32,
             y = (x * 10486 >> 20) & 0x7f0000007f; /* in each half a hundredth */

    x = y | (x - 100 * y) << 16;
    y = (x * 103 >> 10) & 0xf000f000f000f;
    x = htole64(y | (x - 10 * y) << 8 | 0x3030303030303030);
    memcpy(to, &x, sizeof x);
}

/* The digits of n, which are 17 at most, somewhere in text: *count of them, without zeros at the end, which count in
 * *ten. */
static const char *put_digits(uint64_t n, char text[17], int *count, int *ten)
{
    const char *from = text + (n >= E16 ? 0 : n >= E8 ? 1 : 9), *end = text + 17;

    text[0] = (char)('0' + n / E16);
    put_eight(n % E16 / E8, text + 1);
    put_eight(n % E8, text + 9);
    while (*from == '0')
        from++;
    for (; end[-1] == '0'; end--)
        ++*ten;
    *count = (int)(end - from);
    return from;
}

/* A point after `first` digits. */
static char *put_point(char *to, const char *digit, int count, int first)
{
    memcpy(to, digit, (size_t)first);
    if (count == first)
        return to + first;
    to[first] = '.';
    memcpy(to + first + 1, digit + first, (size_t)(count - first));
    return to + count + 1;
}

static char *put_exponent(char *to, int e)
{
    int size = e < 0 ? -e : e;

    *to++ = 'e';
    *to++ = e < 0 ? '-' : '+';
    if (size >= 100)
        *to++ = (char)('0' + size / 100);
    *to++ = (char)('0' + size / 10 % 10);
    *to++ = (char)('0' + size % 10);
    return to;
}

/* count digits, of which the first stands for 10^e; whole numbers of up to `whole` digits have no exponent. */
static char *put_decimal(char *to, const char *digit, int count, int e, int whole)
{
    if (e < -4 || (e >= whole && e >= count))
        return put_exponent(put_point(to, digit, count, 1), e);
    if (e < 0) {
        memcpy(to, "0.0000", (size_t)(1 - e));
        memcpy(to + 1 - e, digit, (size_t)count);
        return to + 1 - e + count;
    }
    if (count > e)
        return put_point(to, digit, count, e + 1);
    memcpy(to, digit, (size_t)count);
    memset(to + count, '0', (size_t)(e + 1 - count));
    return to + e + 1;
}

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* Of what is neither zero nor negative: at most MAGNITUDE characters. */
static int put_magnitude(double x, int whole, char *to)
{
    const uint64_t bits = bits_of(x), fraction = bits & (((uint64_t)1 << HIDDEN) - 1);
    const int exponent = (int)(bits >> HIDDEN);
    char text[17];
    int count;

    if (exponent == 0x7ff) {
        memcpy(to, fraction ? "nan" : "inf", 3);
        return 3;
    }
    if (!made)
        make_powers();
    bool integer = x < 0x1p53 && x == (double)(uint64_t)x;
    Decimal d = integer      ? (Decimal){ (uint64_t)x, 0 }
              : exponent > 0 ? shortest(fraction | (uint64_t)1 << HIDDEN, exponent + LEAST_Q - 1)
                             : shortest(fraction, LEAST_Q);
    const char *digit = put_digits(d.digits, text, &count, &d.ten);
    return (int)(put_decimal(to, digit, count, d.ten + count - 1, whole) - to);
}

int shortest_text(double x, int whole, char *to)
{
    const bool negative = signbit(x);

    *to = '-';
    if (x == 0)
        to[negative] = '0';
    return negative + (x == 0 ? 1 : put_magnitude(fabs(x), whole, to + negative));
}

/* ---- numbers that come again --------------------------------------------------------------------------- */

enum { LEAST_KEPT = 6, MOST_KEPT = 16, WHOLE = 15 };          /* powers of two */

typedef struct { uint64_t bits; char text[MAGNITUDE]; unsigned char size; } KeptNumber; /* bits 0: none */
struct kept_numbers { int power; KeptNumber at[]; };

kept_numbers *kept_numbers_new(int columns)
{
    int size = LEAST_KEPT;

    while (size < MOST_KEPT && (1 << size) / 2 < columns)
        size++;
    kept_numbers *k = calloc(1, sizeof *k + sizeof *k->at * ((size_t)1 << size));
    if (k)
        k->power = size;
    return k;
}

static int put_kept(const KeptNumber *k, bool negative, char *to)
{
    *to = '-';
    memcpy(to + negative, k->text, sizeof k->text);
    return negative + k->size;
}

/* Apart from result_number, which is to be short where a number is kept. */
__attribute__((noinline)) static int put_new(KeptNumber *k, uint64_t magnitude, bool negative, char *to)
{
    double x;

    memcpy(&x, &magnitude, sizeof x);
    k->bits = magnitude;
    k->size = (unsigned char)put_magnitude(x, WHOLE, k->text);
    return put_kept(k, negative, to);
}

int result_number(kept_numbers *kept, double x, char *to)
{
    const uint64_t bits = bits_of(x), magnitude = bits & ~((uint64_t)1 << 63);
    const bool negative = bits != magnitude;

    if (magnitude == 0) {
        *to = '0';
        return 1;
    }
    KeptNumber *k = &kept->at[magnitude * 0x9e3779b97f4a7c15u >> (64 - kept->power)]; /* Fibonacci hashing */
    return k->bits == magnitude ? put_kept(k, negative, to) : put_new(k, magnitude, negative, to);
}
