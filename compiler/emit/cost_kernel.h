/* cost_kernel.h - what the files of cost_kernel.c share: formulas, sizes of a call.
 *
 * cost_kernel.c  numbers, tables, blocks; cost_law.c: the switching law; cost_exact.c: the method exact */
#ifndef COST_KERNEL_H
#define COST_KERNEL_H

#include "cost.h"

typedef struct { C *c; const Value *arg; uint32_t n; Count now, transition; } Call;

/* A function of the runtime: its formula, the type of its result, bytes of stack with all that it calls. */
typedef struct { const char *name; void (*count)(Call *); uint32_t type; uint64_t stack; } Kernel;
extern const Kernel law_kernels[];                         /* the last has no name */

static inline void ops(Call *k, long rounds, unsigned adds, unsigned multiplies, unsigned divides, unsigned comparisons)
{
    uint64_t times = rounds > 0 ? (uint64_t)rounds : 0;

    k->now.of[OF_ADD] += times * adds;
    k->now.of[OF_MULTIPLY] += times * multiplies;
    k->now.of[OF_DIVIDE] += times * divides;
    k->now.of[OF_COMPARE] += times * comparisons;
}

static inline void one(Call *k, Kind kind) { k->now.of[kind]++; }

/* An integer argument; what is not known counts as one, and is said. */
static inline long integer_of(Call *k, uint32_t i)
{
    if (i < k->n && k->arg[i].known)
        return k->arg[i].hi;
    unbounded(k->c);
    return 1;
}

/* A size of the view that is argument 0. */
static inline long size_of(const Call *k, uint32_t i)
{
    return k->n > 0 && k->arg[0].symbol ? k->arg[0].symbol->size[i] : 0;
}

void count_lu_factor(Call *k, long n);
void count_lu_solve(Call *k, long n);
void count_law_solve(Call *k, long m);
void count_law_tangent(Call *k, long m);
void count_law_factor(Call *k, long m);

#endif
