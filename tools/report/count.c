/* count.c - numbers of operations by kind. */
#include "cost.h"

Count count_one(Kind k)
{
    Count one = { { 0 } };
    one.of[k] = 1;
    return one;
}

Count count_add(Count a, Count b)
{
    for (int k = 0; k < OF_COUNT; k++)
        a.of[k] += b.of[k];
    return a;
}

Count count_less(Count a, Count b)
{
    for (int k = 0; k < OF_COUNT; k++)
        a.of[k] -= b.of[k];
    return a;
}

Count count_times(Count a, uint64_t n)
{
    for (int k = 0; k < OF_COUNT; k++)
        a.of[k] *= n;
    return a;
}

Count count_max(Count a, Count b)
{
    for (int k = 0; k < OF_COUNT; k++)
        a.of[k] = a.of[k] > b.of[k] ? a.of[k] : b.of[k];
    return a;
}

uint64_t count_all(const Count *n)
{
    uint64_t all = 0;
    for (int k = 0; k < OF_COUNT; k++)
        all += k == OF_LOOK_UP ? 0 : n->of[k];
    return all;
}
