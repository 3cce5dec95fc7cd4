/* expr.h - what expr.c, calculus.c and print.c share: the table of expressions and memos over it. */
#ifndef EXPR_H
#define EXPR_H

#include "ex.h"

typedef struct { Rational r; double x; bool exact; } Number;    /* x is the nearest double where exact */

/* A map from expressions to values that is emptied in no time: an entry counts only if its stamp is the epoch's.
 * Traversals nest (a callback may start another one), so the table keeps one memo a level. */
/* What a traversal leaves out beside operands of PRE and LAST: nothing; or what the total, the partial derivative does
 * not need. */
typedef enum { WALK_ALL, WALK_TOTAL, WALK_PARTIAL } Walk;
typedef union { struct { Ex a, b; } ex; double x; } MemoValue;
/* stack: vec, for the traversal */
typedef struct { uint32_t *stamp; MemoValue *value; uint32_t cap, epoch; Ex *stack; Walk walk; } Memo;

enum { MEMO_LEVELS = 8 };

typedef struct ExTable {
    Number   *num;                         /* vec: numbers of NUM nodes */
    const char **str;                      /* vec: strings of STR nodes */
    Map       str_index;                   /* interned string -> index + 1 */
    Ex       *var;                         /* vec by Var: its VAR node, or 0 */
    Ex       *room; uint32_t nroom;        /* rest of the present chunk of operands */
    Ex       *slot; uint32_t cap;          /* open addressing; 0 is free */
    const Shared *shared;                  /* names that texts use now, or NULL */
    Memo      memo[MEMO_LEVELS]; uint32_t level;
    struct Item *todo;                     /* vec of print.c */
} ExTable;

ExTable      *ex_table_new(Dtc *d);
static inline ExTable *ex_table(Dtc *d) { return d->ex ? d->ex : ex_table_new(d); }
const Number *ex_number(Dtc *d, Ex e);     /* NULL: not a number */
Ex            ex_from(Dtc *d, TypeKind t, Number n);
Number        number_from(double x);
Ex            ex_fold_node(Dtc *d, Op op, TypeKind t, const Ex *arg, uint32_t n);   /* fold.c: 0 = stays as it is */


/* fold.c: algebra of the operators, named in ops.h */
typedef Ex Fold(Dtc *d, Op op, TypeKind type, Ex a, Ex b);
Fold fold_negation, fold_sum, fold_product, fold_quotient, fold_power, fold_not, fold_boolean, fold_equality,
    fold_extreme, fold_memory, fold_noevent, fold_smooth;
/* of one node, by the values of its operands; NaN: not known */
double node_value(Dtc *d, Ex e, const MemoValue *operand, const double *value);

Memo *memo_begin(Dtc *d);
void  memo_end(Dtc *d);
static inline bool memo_has(const Memo *m, Ex e) { return m->stamp[e] == m->epoch; }
static inline void memo_set(Memo *m, Ex e, MemoValue v) { m->stamp[e] = m->epoch; m->value[e] = v; }

void memo_start(Dtc *d, Memo *m, Ex root);
/* the next node below root without value whose operands have one; 0: done. Not below PRE and LAST */
Ex   memo_next(Dtc *d, Memo *m);

/* Each node of an expression (0: none) once, operands first; always to the end:
 *
 *     for (NodeWalk w = node_walk(d, root); node_next(&w);)
 *         any |= ex_op(d, w.e) == OP_IF;
 */
typedef struct { Dtc *d; Memo *m; Ex e, leaf; } NodeWalk;     /* leaf: all that there is, without memo */
NodeWalk node_walk(Dtc *d, Ex root);
bool node_next(NodeWalk *w);

/* each variable by its image; not below PRE and LAST */
Ex   ex_replace(Dtc *d, Ex root, Ex (*image)(Dtc *, Var, void *), void *data);

void ex_smooth_vars(Dtc *d, Ex e, Var **out);   /* as ex_vars, but only what the time derivative of e differentiates */
void ex_real_vars(Dtc *d, Ex e, Var **out);     /* and inputs of functions that are declared noDerivative */

#endif
