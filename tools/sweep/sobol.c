/* sobol.c - Sobol sequences, as published and scrambled.
 *
 * Number i is the exclusive or of direction numbers by the bits of its Gray code (Antonov and Saleev 1979), 32 of
 * them, from the initial numbers of Joe and Kuo (sobol_directions.h). Scrambled: nested uniform scrambling of Owen
 * ("Randomly permuted (t,m,s)-nets and (t,s)-sequences", 1995): each digit is flipped or not by a random bit that
 * belongs to the digits before it, and what is behind the last digit is random. Both are functions of i alone.
 *
 * Cost: 32 steps a number; scrambled, 32 blocks of Philox.
 */
#include "sweep.h"
#include "sobol_directions.h"

enum { BITS = 32, USE_FLIP = 200, USE_REST = 300 };

/* The direction numbers of dimension k, the first at the highest bit. */
static void directions(uint32_t k, uint32_t v[BITS])
{
    if (k == 0) {
        for (int i = 0; i < BITS; i++)
            v[i] = (uint32_t)1 << (BITS - 1 - i);
        return;
    }
    const uint32_t polynomial = direction[k - 1].polynomial;
    int s = 0;
    while (polynomial >> (s + 1))
        s++;
    for (int i = 0; i < BITS; i++) {
        if (i < s) {
            v[i] = (uint32_t)direction[k - 1].m[i] << (BITS - 1 - i);
            continue;
        }
        v[i] = v[i - s] ^ v[i - s] >> s;
        for (int j = 1; j < s; j++)
            if (polynomial >> (s - j) & 1)
                v[i] ^= v[i - j];
    }
}

static uint32_t plain(uint64_t i, uint32_t k)
{
    static uint32_t v[SOBOL_MOST][BITS];
    static bool known[SOBOL_MOST];
    uint32_t x = 0;

    if (!known[k])
        directions(k, v[k]);
    known[k] = true;
    for (uint64_t gray = i ^ i >> 1, b = 0; gray && b < BITS; gray >>= 1, b++)
        if (gray & 1)
            x ^= v[k][b];
    return x;
}

static uint32_t scrambled(uint64_t seed, uint32_t k, uint32_t x)
{
    uint32_t flips = 0;

    for (uint32_t b = 0; b < BITS; b++) {
        const uint32_t before = b ? x >> (BITS - b) : 0, counter[4] = { before, b, k, USE_FLIP };
        flips |= (philox(counter, seed).x[0] >> 31) << (BITS - 1 - b);
    }
    return x ^ flips;
}

double sobol_at(uint64_t seed, uint64_t i, uint32_t dimension)
{
    const uint32_t x = plain(i, dimension);

    return seed == 0
             ? ((double)x + 0.5) * 0x1p-32
             : ((double)scrambled(seed, dimension, x) + random_at(seed, i, dimension, USE_REST)) * 0x1p-32;
}
