/* cost.h - what the step program costs: operations by kind, memory, stack.
 *
 * count.c        numbers of operations
 * cost.c         a fold over functions and statements; cost_ex.c: expressions
 * cost_flow.c    what the control flow of the runtime calls, and how often
 * cost_kernel.c  what the functions of the runtime cost; cost_law.c, cost_exact.c */
#ifndef COST_H
#define COST_H

#include "flow.h"

/* Kinds of operations, of numbers (dtc_real). What a C compiler folds (both operands are constants), changes of sign
 * and absolute values, and whatever is done with integers (places, subscripts, loops) is not counted. min and max are
 * comparisons. */
/* CALL: of libm; LOOK_UP: its own operations count too */
typedef enum { OF_ADD, OF_MULTIPLY, OF_DIVIDE, OF_ROOT, OF_LOOK_UP, OF_CALL, OF_COMPARE, OF_COUNT } Kind;
typedef struct { uint64_t of[OF_COUNT]; } Count;

/* step: with no change of place; transition: what a sample with one has more, all elements and automata together.
 * stack: of the worst chain of calls, bytes. asked, once: of a step, of a transition, what is done once in a sample
 * however often its function is
 * called, and not in setup. */
typedef struct { Count step, transition; uint64_t stack; Count once, asked; } Cost;

Count count_one(Kind k);
Count count_add(Count a, Count b);
Count count_times(Count a, uint64_t n);
Count count_less(Count a, Count b);                       /* a without b, which is in it */
Count count_max(Count a, Count b);                        /* kind by kind */
uint64_t count_all(const Count *n);                       /* look-ups aside, whose operations count too */
Cost  cost_then(Cost a, Cost b);                          /* one after the other */
Cost  cost_either(Cost a, Cost b);                        /* the larger, kind by kind */
Cost  cost_guarded(Cost a);                               /* all of it at a transition */

/* A fold over the program of e. of, done: by Fn; sum: of what is folded at present; locals, scalars: bytes of the stack
 * there. unbounded, unknown: vecs: functions with a loop that has no bound here, which is counted once; functions that
 * are called and not known. */
typedef struct {
    const Emitter *e; Dtc *d; const Program *p; Cost *of, sum; bool *done;
    uint64_t locals, scalars;
    const char **unbounded, **unknown, *inside;
} Fold;

Cost function_cost(Fold *f, Fn fn);                       /* cost.c: folded once */
void add_cost(Fold *f, Cost cost);                        /* of something that is called here */
void unbounded(Fold *f);                                  /* in the function that is folded */

/* cost_ex.c: added to f->sum */
void expression_cost(Fold *f, Ex x);
bool is_decision(Fold *f, Ex x);                          /* what it guards belongs to a transition */
bool cost_is_once(Fold *f, Ex x);                         /* what it guards is executed once in a sample */
bool integer_most(Fold *f, Ex x, long *most);             /* of an Integer, as far as it is known */

/* What a model costs. quiet: of a step in which nothing happens but motion; step: of one that has tried to be such */
typedef struct {
    Cost setup, tune, step, quiet; uint64_t instance, constants; const char **unbounded, **unknown;
} ModelCost;
ModelCost model_cost(const Emitter *e);                   /* cost_flow.c */

#endif
