/* test_random.c - random numbers by their place: Philox4x32-10 against the known answers of its authors (kat_vectors of
 * Random123), permutations, Sobol numbers. */
#include "sweep.h"
#include "flat.h"

static void known_answers(void)
{
    static const struct { uint32_t counter[4]; uint64_t key; uint32_t is[4]; } known[] = {
        { { 0, 0, 0, 0 }, 0, { 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8 } },
        { { 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff }, 0xffffffffffffffff,
          { 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd } },
        { { 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344 }, 0x299f31d0a4093822,
          { 0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1 } },
    };

    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        const Philox p = philox(known[k].counter, known[k].key);
        CHECK(memcmp(p.x, known[k].is, sizeof p.x) == 0);
    }
}

/* Each number comes once, and not in order. */
static void permutations(void)
{
    static bool seen[2000];

    for (uint64_t n = 1; n < 2000; n = n * 5 / 4 + 1) {
        uint64_t moved = 0;
        memset(seen, 0, sizeof seen);
        for (uint64_t i = 0; i < n; i++) {
            const uint64_t k = permuted(3, 1, i, n);
            CHECK(k < n && !seen[k]);
            seen[k < n ? k : 0] = true;
            moved += k != i;
        }
        CHECK(n < 10 || moved > n / 2);
    }
}

/* Quantiles of the normal distribution: tables of 16 digits, and there and back. */
static void quantiles(void)
{
    CHECK(fabs(normal_quantile(0.975) - 1.959963984540054) < 1e-15);
    CHECK(fabs(normal_quantile(1e-10) + 6.361340902404056) < 1e-14);
    for (double u = 1e-300; u < 0.5; u *= 3)
        CHECK(fabs(normal_part(normal_quantile(u)) / u - 1) < 1e-11);
}

int main(void)
{
    begin();
    known_answers();
    permutations();
    quantiles();
    end();
    return finish();
}
