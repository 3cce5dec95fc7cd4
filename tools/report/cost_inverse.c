/* cost_inverse.c - what law_inverse.c costs: the pseudo-inverse of the stuck elements, made and updated. As cost_law.c.
 *
 * Tests: tests/cost/kernels.cpp. Cost: some loops over the number of elements. */
#include "cost_kernel.h"
#include "dtc_law.h"

static void cholesky(Call *k, long m)
{
    ops(k, m, 0, 0, 0, 1);
    for (long rank = 0; rank < rank_of(k, m); rank++) {
        ops(k, m, 0, 0, 0, 3);
        ops(k, 1, 0, 1, 0, 0);
        one(k, OF_ROOT);
        ops(k, (m - rank) * rank, 1, 1, 0, 0);
        ops(k, m - rank, 1, 1, 3, 1);
    }
}

static void magnification(Call *k, long m)
{
    ops(k, m * m, 1, 1, 0, 0);
    ops(k, m, 0, 1, 0, 1);
    ops(k, 1, 0, 0, 0, 1);
}

static void invert(Call *k, long m)
{
    ops(k, m * (m * m - 1) / 6, 1, 1, 0, 0);
    ops(k, m * (m + 1) / 2, 0, 0, 1, 0);
    ops(k, m * (m + 1) * (m + 2) / 6, 1, 1, 0, 0);
}

/* Of m elements none is redundant, or one, where without redundancy another way is gone: the dearest. */
static void invert_redundant(Call *k, long m)
{
    long r = rank_of(k, m < DTC_LAW_UPDATE_FROM ? m : m - 1);

    ops(k, m, 0, 3, 0, 1); /* note_set */
    ops(k, m * r, 0, 1, 0, 0);
    for (long q = 0; q < r; q++) { /* orthogonalize */
        ops(k, 2 * q * m, 2, 2, 0, 0);
        ops(k, 2 * q, 1, 0, 0, 0);
        ops(k, m, 1, 1, 1, 0);
        one(k, OF_ROOT);
    }
    ops(k, m * r, 0, 1, 1, 0);
    ops(k, m * (r * (r - 1) / 2), 1, 1, 0, 0);
    ops(k, m * (m + 1) / 2 * r, 1, 1, 0, 0);
    ops(k, 2 * m * m * m, 1, 1, 0, 0); /* refine_inverse */
    ops(k, m * m, 3, 1, 0, 0);
}

void count_law_factor(Call *k, long m)
{
    Count before, full;

    ops(k, 1, 1, 12, 1, 6); /* dtc_law_invert_few */
    cholesky(k, m);
    magnification(k, m);
    before = k->now;
    invert(k, rank_of(k, m));
    full = taken(k, before);
    invert_redundant(k, m);
    k->now = count_add(before, count_max(full, taken(k, before)));
}

void of_law_factor(Call *k) { count_law_factor(k, k->view); }

void of_law_moved(Call *k)
{
    of_law_groups(k);
    count_law_factor(k, k->view);
}

void of_law_moved_few(Call *k) { ops(k, 1, 1, 12, 1, 6); }

static void of_product(Call *k, long m) { ops(k, m * m, 2, 1, 0, 0); }

/* join, dearer than leave but for is_alone. */
static void change(Call *k, long m)
{
    for (int i = 0; i < 3; i++)
        of_product(k, m);
    ops(k, m, 7, 14, 4, 2);
    ops(k, 1, 2, 6, 2, 4);
    ops(k, m * m, 2, 2, 0, 0); /* add_pair */
}

/* Few changes of all m elements, and in the end P from scratch. */
void count_law_update(Call *k, long m)
{
    long changes = m / DTC_LAW_UPDATE_FROM;

    count_law_factor(k, m);
    if (changes == 0)
        return;
    for (long i = 0; i < changes; i++)
        change(k, m);
    magnification(k, m);
    for (int i = 0; i < 5; i++) /* is_inverse */
        of_product(k, m);
    ops(k, m, 7, 5, 1, 2);
    ops(k, m, 0, 2, 0, 3); /* is_clear */
    ops(k, 1, 0, 6, 2, 3);
}

void of_law_update(Call *k) { count_law_update(k, k->view); }
