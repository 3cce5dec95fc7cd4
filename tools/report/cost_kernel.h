/* cost_kernel.h - what the files of cost_kernel.c share: formulas, sizes of a call.
 *
 * cost_kernel.c  numbers, tables, blocks; cost_law.c: the switching law; cost_exact.c: the method exact */
#ifndef COST_KERNEL_H
#define COST_KERNEL_H

#include <string.h>
#include "cost.h"

enum { MOST_SIZES = 16 };

/* Bytes of stack. FRAME, of a call: return address, kept registers, what does not fit into registers, and what stays of
 * functions put inline. Of functions of the runtime, with all that they call; LAW: with what gcc keeps for views. */
enum { FRAME = 224, SHALLOW = 128, SMALL = 384, LAW = 832, EXACT = 1024 };

/* single: in single precision; size: of each argument that is an Integer the most that it can be, as far as it is
 * known; view: elements of the law that is the first argument, or the first member of a constant there; most: of these
 * are independent at most, 0: not known; linear: sizes of the method exact. now, transition: what is counted. */
typedef struct {
    Fold *f; bool single;
    long size[MOST_SIZES]; bool known[MOST_SIZES]; uint32_t n; long view, most;
    const LinearFlow *linear;
    Count now, transition;
} Call;

/* A function of the runtime that is no kernel: its formula, bytes of stack with all that it calls. */
typedef struct { const char *name; void (*count)(Call *); uint64_t stack; } Formula;

/* The next argument: an Integer; x 0: it is none. */
void give_size(Call *k, Ex x);

/* What a call costs, by the kernel, by the function's name; false: that is not known. */
bool kernel_cost(Call *k, KernelId id, Cost *cost);
bool named_cost(Call *k, const char *name, Cost *cost);
Cost operation_cost(const OpInfo *o);                     /* of a function of ops.h that is no kernel */

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
    if (i < k->n && k->known[i])
        return k->size[i];
    unbounded(k->f);
    return 1;
}

/* What has been counted since, which is taken back. */
static inline Count taken(Call *k, Count before)
{
    Count part = count_less(k->now, before);
    k->now = before;
    return part;
}

/* Of m elements: the rank of their matrix at most. */
static inline long rank_of(const Call *k, long m) { return k->most > 0 && k->most < m ? k->most : m; }

/* of_...: of each kernel, by kernels.h */
#define X(id, name, gives, arguments, formula, ...) void of_##formula(Call *k);
DTC_KERNELS(X)
#undef X
void of_law_borders(Call *k);
void of_law_solve(Call *k);
/* cost_exact.c: with what control flow calls in between */
Cost cost_of_exact(const Flow *w, bool in_setup, Cost around);
void count_lu_factor(Call *k, long n);
void count_lu_solve(Call *k, long n);
void count_law_solve(Call *k, long m);
void count_law_tangent(Call *k, long m);
void count_law_factor(Call *k, long m);
void count_law_update(Call *k, long m);

#endif
