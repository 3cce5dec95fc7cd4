/* cost.h - what emitted C costs: operations by kind, memory, stack.
 *
 * cost.c         reads the C: functions, statements; cost_expr.c: expressions
 * cost_text.c    its tokens; cost_struct.c: its types, sizes and offsets
 * cost_kernel.c  what the functions of the runtime cost; cost_law.c, cost_exact.c */
#ifndef COST_H
#define COST_H

#include "dae.h"

/* Kinds of operations, of numbers (dtc_real). What a C compiler folds (both operands are constants), changes of sign
 * and absolute values, and whatever is done with integers (places, subscripts, loops) is not counted. min and max are
 * comparisons. */
/* CALL: of libm; LOOK_UP: its own operations count too */
typedef enum { OF_ADD, OF_MULTIPLY, OF_DIVIDE, OF_ROOT, OF_LOOK_UP, OF_CALL, OF_COMPARE, OF_COUNT } Kind;
typedef struct { uint64_t of[OF_COUNT]; } Count;

/* step: with no change of place; transition: what a sample with one has more, all elements and automata together.
 * stack: of the worst chain of calls, bytes. */
typedef struct { Count step, transition; uint64_t stack; } Cost;

/* Of a call: return address, kept registers, what does not fit into registers, and what stays of functions put inline.
 */
enum { FRAME = 224 };

Count count_one(Kind k);
Count count_add(Count a, Count b);
Count count_times(Count a, uint64_t n);
Count count_max(Count a, Count b);                        /* kind by kind */
Cost  cost_then(Cost a, Cost b);                          /* one after the other */

/* ---- types and values ---------------------------------------------------------------------------------- */

enum { TY_OTHER, TY_INT, TY_REAL, TY_STRUCT };            /* from TY_STRUCT on: number of a struct */

/* A constant is folded. Integers are known as a range; a view of a kernel has its sizes instead. */
typedef struct { uint32_t type; bool constant, known, decides; long lo, hi; const struct Symbol *symbol; } Value;
/* number: vec, of a constant array */
typedef struct Symbol {
    Value value;
    uint64_t bytes;
    bool pointer;
    long size[4];
    const char *part[9];
    long *number;
} Symbol;

/* ---- the C that is read ---------------------------------------------------------------------------------- */

/* rounds: of the loop that begins here, if a comment says so */
typedef struct { uint32_t punct; const char *name, *number; long rounds; } Token;

/* member: name -> 1 + index in C.member */
typedef struct { const char *name; uint64_t size, align; Map member; } Struct;
typedef struct { Value value; uint64_t offset; } Member;
/* of a function; params, body: tokens */
typedef struct { uint32_t type, params, body; bool done, running; Cost cost; } Body;

typedef struct C {
    Dtc *d;
    Token *token;                                         /* vec; the last has nothing */
    uint32_t at;
    /* by name: type of a typedef; 1 + index of a function; of a symbol */
    Map type, function, of_file, of_function;
    Struct *structs; Member *member; Symbol **symbols; Body *bodies;     /* vecs */
    Cost sum;                                             /* of what is being read */
    uint64_t locals, scalars;                             /* bytes in scope */
    uint64_t constants;                                   /* bytes of constant arrays */
    /* vecs: functions with a loop that has no bound here; functions that are called and not known */
    const char **unbounded, **unknown;
    const char *inside;                                   /* name of the function that is read */
} C;

/* cost_text.c */
#define P2(a, b) ((uint32_t)(a) | (uint32_t)(b) << 8)
void read_tokens(C *c, const char *text);                 /* appended */
bool next_is(const C *c, uint32_t punct);
bool next_name(const C *c, const char *name);
bool take(C *c, uint32_t punct);                          /* if it is next */
bool take_name(C *c, const char *name);
void skip_group(C *c);                                    /* from ( [ or { to behind its end */

/* cost_struct.c */
bool at_type(const C *c);
uint32_t read_type(C *c);                                 /* qualifiers and name, not what belongs to a declarator */
void read_typedef(C *c);                                  /* from behind `typedef` */
uint64_t type_size(const C *c, uint32_t type);
uint64_t type_align(const C *c, uint32_t type);
const Member *find_member(const C *c, uint32_t type, const char *name);
uint32_t type_named(const C *c, const char *name);        /* TY_OTHER: none */
void add_prelude(C *c);                                   /* types of the runtime */

/* cost_expr.c; operations go into c->sum */
Value read_expression(C *c);                              /* without commas */
void read_expressions(C *c);                              /* with */
Value read_binary(C *c, int least);                       /* of operators that bind as `least` at least: 6 for sums */
Value read_unary(C *c);
Value integer_range(long lo, long hi);
Symbol *declare(C *c, const char *name, Value value);
Symbol *find_symbol(const C *c, const char *name);
void unbounded(C *c);                                     /* a loop of the function that is read is counted once */

/* cost.c */
void read_function(C *c, Body *b);                        /* its cost into b, where it is not there */
/* sets what is read from now on apart; returns what was there */
Cost count_apart(C *c);
Cost count_joined(C *c, Cost before);                     /* what was apart; the sum is again what it was before */
Cost cost_either(Cost a, Cost b);
Cost cost_guarded(Cost a);                                /* all of it at a transition */

/* cost_exact.c, cost_kernel.c: what the control flow of a method does, around functions of the model */
Cost cost_of_exact(C *c, const Flow *w, bool in_setup, Cost around);
Cost cost_of_implicit(C *c, const Flow *w, Cost around);

/* cost_kernel.c: false: there is none of this name. */
bool kernel_cost(C *c, const char *name, const Value *arg, uint32_t n, Cost *cost, Value *result);

/* What a model costs, from its C and its header. */
typedef struct { Cost setup, step; uint64_t instance, constants; const char **unbounded, **unknown; } ModelCost;
ModelCost model_cost(Dtc *d, const char *model, const char *header, const char *text, const Flow *flow);

#endif
