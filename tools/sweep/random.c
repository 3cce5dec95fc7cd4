/* random.c - random numbers by their place, not by their order.
 *
 * Philox4x32-10 of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC 2011): a
 * bijection of counters, which passes the tests of random numbers. So point i of a study is the same on every
 * machine, whoever computes it and whatever was computed before. Permutations are Feistel networks over it, walked
 * along their cycles until they are within the range (Black and Rogaway, "Ciphers with arbitrary finite domains",
 * 2002).
 *
 * Cost: 20 multiplications a block; of a permutation 4 blocks a round trip, 4 round trips at most in the mean.
 */
#include "sweep.h"

Philox philox(const uint32_t counter[4], uint64_t key)
{
    uint32_t x0 = counter[0], x1 = counter[1], x2 = counter[2], x3 = counter[3];
    uint32_t k0 = (uint32_t)key, k1 = (uint32_t)(key >> 32);

    for (int round = 0; round < 10; round++) {
        const uint64_t a = (uint64_t)0xD2511F53 * x0, b = (uint64_t)0xCD9E8D57 * x2;
        x0 = (uint32_t)(b >> 32) ^ x1 ^ k0;
        x2 = (uint32_t)(a >> 32) ^ x3 ^ k1;
        x1 = (uint32_t)b;
        x3 = (uint32_t)a;
        k0 += 0x9E3779B9;
        k1 += 0xBB67AE85;
    }
    return (Philox){ { x0, x1, x2, x3 } };
}

double random_at(uint64_t key, uint64_t i, uint32_t stream, uint32_t use)
{
    const uint32_t counter[4] = { (uint32_t)i, (uint32_t)(i >> 32), stream, use };
    const Philox p = philox(counter, key);
    const uint64_t bits = (uint64_t)p.x[0] << 32 | p.x[1];

    return ((double)(bits >> 11) + 0.5) * 0x1p-53;
}

enum { ROUNDS = 4, USE_PERMUTE = 100 };

static uint64_t mixed(uint64_t key, uint32_t stream, uint32_t round, uint64_t half)
{
    const uint32_t counter[4] = { (uint32_t)half, (uint32_t)(half >> 32), stream, USE_PERMUTE + round };
    const Philox p = philox(counter, key);

    return (uint64_t)p.x[0] << 32 | p.x[1];
}

uint64_t permuted(uint64_t key, uint32_t stream, uint64_t i, uint64_t n)
{
    int half = 1;

    while (half < 32 && (uint64_t)1 << (2 * half) < n)
        half++;
    const uint64_t mask = ((uint64_t)1 << half) - 1;
    do {
        uint64_t left = i >> half, right = i & mask;
        for (uint32_t round = 0; round < ROUNDS; round++) {
            const uint64_t next = left ^ (mixed(key, stream, round, right) & mask);
            left = right;
            right = next;
        }
        i = left << half | right;
    } while (i >= n);
    return i;
}
