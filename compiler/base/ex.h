/* ex.h - hash-consed flat expressions: expr.c, fold.c, calculus.c, traverse.c, print.c, rational.c; operators: ops.h.
 */
#ifndef EX_H
#define EX_H

#include "base.h"
#include "ops.h"

typedef uint32_t Var;
typedef uint32_t Eq;
enum { MAX_DIM = 8 };                       /* dimensions of an array */

/* An Integer has 32 bits: beyond them an operation that is known while compiling is an error; generated code stays at
 * the nearest Integer. */
static inline bool is_integer(double x) { return x >= INT32_MIN && x <= INT32_MAX; }

/* 16 bytes, since there are more of them than of anything else; n: operands.
 * payload: VAR/LOCAL/CALL/OUT/INDEX/WHOLE index, BOOL 0/1, NUM index of the number, STR index */
enum { EX_OPERANDS_MAX = (1 << 24) - 1, EX_PAYLOAD_MAX = (1 << 29) - 1 };
typedef struct ExNode { uint64_t op : 8, type : 3, n : 24, payload : 29; const Ex *arg; } ExNode;
_Static_assert(OP_COUNT <= 1 << 8 && T_COMPOSITE < 1 << 3, "operators and types have room in a node");

/* valid until the next constructor: do not keep */
static inline const ExNode *ex(const Dtc *d, Ex e)           { return &d->node[e]; }
static inline Op       ex_op(const Dtc *d, Ex e)             { return (Op)ex(d, e)->op; }
static inline TypeKind ex_type(const Dtc *d, Ex e)           { return (TypeKind)ex(d, e)->type; }
static inline Ex       ex_arg(const Dtc *d, Ex e, uint32_t i) { return ex(d, e)->arg[i]; }
static inline uint32_t ex_narg(const Dtc *d, Ex e)           { return ex(d, e)->n; }
/* handles are 1 .. ex_count: pass-local tables are indexed by Ex */
uint32_t ex_count(Dtc *d);

/* Constructors fold constants (exactly where both are exact) and the usual identities (0*x, x+0, 1*x, -(-x), if true
 * ...). */
Ex ex_real(Dtc *d, double x);                              /* integral values below 2^53 are kept exact */
Ex ex_int(Dtc *d, int64_t x);
Ex ex_rational(Dtc *d, Rational r);                        /* Real with exact value */
Ex ex_bool(Dtc *d, bool b);
Ex ex_str(Dtc *d, const char *s);
Ex ex_var(Dtc *d, Var v);                                  /* type from d->flat->var[v] */
Ex ex_local(Dtc *d, TypeKind t, uint32_t index);
Ex ex_leaf(Dtc *d, Op op, TypeKind t);                     /* TIME, INITIAL, TERMINAL */
Ex ex_new(Dtc *d, Op op, TypeKind t, uint32_t payload, const Ex *arg, uint32_t n);    /* general, folding */
Ex ex_un(Dtc *d, Op op, Ex a);                             /* type follows from the operator */
/* Integer operands of Real operators are lifted; INT/INT is a Real, exact */
Ex ex_bin(Dtc *d, Op op, Ex a, Ex b);
Ex ex_if(Dtc *d, Ex c, Ex a, Ex b);

bool ex_is_num(Dtc *d, Ex e, double *x);                   /* numeric constant */
bool ex_is_rational(Dtc *d, Ex e, Rational *r);            /* exact numeric constant */
bool ex_is_quotient(Dtc *d, Ex x, Rational *r);              /* a number that is written as one */
/* an operation on numbers that is no constant, since its value is no Integer */
bool ex_overflows(Dtc *d, Ex e);
bool ex_is_zero(Dtc *d, Ex e);
bool ex_is_one(Dtc *d, Ex e);
/* the variable, or 0 */
static inline Var ex_is_var(const Dtc *d, Ex e) { return ex_op(d, e) == OP_VAR ? ex(d, e)->payload : 0; }

Ex ex_without_event(Dtc *d, Ex e);                         /* noEvent(e), if e itself jumps where Reals change */

void ex_forget_memos(Dtc *d);                              /* after a pass: what its traversals have kept */

/* Rewriting visits each node once (memo by handle) with an explicit stack. fn returns 0 to keep and descend. */
typedef Ex ExRewrite(Dtc *d, Ex e, void *data);
/* keep one per pass: the memo is shared; stack: vec, of what is being rewritten */
typedef struct { Ex *memo; uint32_t n; ExRewrite *fn; void *data; Ex *stack; } Rewriter;
Ex   ex_rewrite(Dtc *d, Rewriter *r, Ex e);
/* Does `is` hold for a node below root? Each is looked at once; not below PRE and LAST. */
/* pre(v) and last(v) are values that are kept: constant in an evaluation, and v is not read by them */
static inline bool op_keeps(Op op) { return op == OP_PRE || op == OP_LAST; }
/* its value changes in a run although no variable in it does */
static inline bool op_moves(Op op)
{
    return op == OP_TIME || op == OP_INITIAL || op == OP_TERMINAL || op == OP_SAMPLE || op_keeps(op);
}
/* last(v) as v, as it is in a solution; for a Rewriter, and of one expression */
Ex   last_as_present(Dtc *d, Ex e, void *data);
Ex   ex_present(Dtc *d, Ex e);
bool ex_any(Dtc *d, Ex root, bool (*is)(Dtc *d, Ex x, void *data), void *data);
/* appends each VAR once (also below DER; not below PRE or LAST), out is a vec in d->pass */
void ex_vars(Dtc *d, Ex e, Var **out);
/* partial derivative; IF differentiates branches; relations are constant; ex_diff of CALL uses its derivative
 * annotation, or 0 with *ok=false */
Ex   ex_diff(Dtc *d, Ex e, Var by);
/* total time derivative; der gives the expression of a variable's derivative (0-valued for constants) */
Ex   ex_dt(Dtc *d, Ex e, Ex (*der)(Dtc *, Var, void *), void *data);
/* differential with time held; tangent gives that of a VAR or LAST node. Always exists: differences for calls
 * without derivative. keep (NULL: all of them): does the partial derivative of an operator by an operand count, a
 * condition, a call? */
Ex   ex_tangent(Dtc *d, Ex e, Ex (*tangent)(Dtc *, Ex, void *), bool (*keep)(Dtc *, Ex, void *), void *data);
/* partial derivative by v, with what is kept held; always exists, as ex_tangent */
Ex   ex_partial(Dtc *d, Ex e, Var v);
/* The terms of a sum, with their signs, in order; vec in d->pass. What is done with each of them, such as a derivative
 * by each of its variables, costs the length of the sum alone. */
typedef struct { Ex x; bool negated; } Addend;
Addend *ex_addends(Dtc *d, Ex e);
/* The operands of a sum, or of a product or quotient with a factor that is one, say, a number: +-x, times or over `by`
 * (0: nothing). Their number; 0: it is a term by itself */
typedef struct { Ex x, by; bool negated, over; } Operand;
uint32_t ex_parts(Dtc *d, Ex e, bool (*is_factor)(Dtc *, Ex, const void *), const void *data, Operand out[2]);
/* The derivative of each term of a sum by each of its variables, in order, but those that are zero: by is ex_partial,
 * or ex_diff, then x may be 0. Vec in d->pass */
typedef struct { Var v; bool negated; Ex x; } Partial;
Partial *ex_partials(Dtc *d, Ex sum, Ex (*by)(Dtc *, Ex, Var));
/* e == a*v + b with a, b free of v (structurally linear incl. in IF branches) */
bool ex_linear(Dtc *d, Ex e, Var v, Ex *a, Ex *b);
/* v == result, where linear with coefficient *pivot (not known zero); 0: not solvable */
Ex   ex_solve(Dtc *d, Ex lhs, Ex rhs, Var v, Ex *pivot);
/* dtm text; names as in the model (quoted where dotted: 'a.b') */
const char *ex_text(Dtc *d, Ex e);
Ex          whole_output(Dtc *d, Ex array);                /* the call whose first output is this ARRAY, or 0 */
const char *text_name(Dtc *d, const char *name);           /* a name, quoted where it is no identifier */
const char *text_quoted(Dtc *d, const char *name);         /* a name in quotes, those that it has among them */
const char *text_string(Dtc *d, const char *string);       /* a string literal with its quotes */
const char *ex_plain(Dtc *d, Ex e);                        /* for messages and comments: dotted names without quotes */
/* numeric value with value[Var]; false: not computable (calls ...) */
bool ex_eval(Dtc *d, Ex e, const double *value, double *out);

/* rational.c: false on overflow of 64 bits; those of one operand take another, and leave it alone */
/* share.c: names for subexpressions where a text would be too long: name: Ex -> text, list: operands first. */
typedef struct { const char *prefix; Map name; Ex *list; } Shared;
void ex_share(Dtc *d, Shared *s, Ex root, bool events);    /* events: what makes them has no name */
void ex_use_names(Dtc *d, const Shared *s);                /* in texts from now on; NULL: no names */

bool rat_add(Rational a, Rational b, Rational *r);
bool rat_sub(Rational a, Rational b, Rational *r);
bool rat_mul(Rational a, Rational b, Rational *r);
bool rat_div(Rational a, Rational b, Rational *r);
bool rat_power(Rational a, Rational b, Rational *r);       /* whole exponents */
bool rat_quotient(Rational a, Rational b, Rational *r);    /* truncated */
bool rat_mod(Rational a, Rational b, Rational *r);
bool rat_rem(Rational a, Rational b, Rational *r);
bool rat_negative(Rational a, Rational b, Rational *r);
bool rat_abs(Rational a, Rational b, Rational *r);
bool rat_floor(Rational a, Rational b, Rational *r);
bool rat_same(Rational a, Rational b, Rational *r);

#endif
