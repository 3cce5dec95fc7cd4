/* lower.h - what the files of lowering share.
 *
 * lower.c      arrays, if, ranges           operator.c   operators
 * reference.c  names, subscript.c           builtin.c    predefined functions of scalars; array.c: of arrays
 * value.c      arrays of flat scalars       formal.c     interfaces of functions and records
 * eval.c       values while compiling       function.c   calls; argument.c; special.c: one Function a size of arguments
 * iterator.c   what iterators go through    algorithm.c  algorithm sections of models
 * body.c       statements of functions      interpret.c  functions while compiling
 * file_table.c tables from files            derivative.c of functions, by annotation
 */
#ifndef LOWER_H
#define LOWER_H

#include "flat.h"
#include "text.h"
#include "val.h"

typedef struct Body Body;                  /* body.h: the function whose statements are being lowered */

/* Parameters whose values are being computed, innermost first. */
typedef struct Chain { const Inst *inst; const struct Chain *up; uint32_t depth; } Chain;

/* Guards of a net are read. since: when source i of `sources`, or the place of an automaton, was entered; place: the
 * own one that is called so, or 0 */
typedef struct {
    Var (*since)(void *of, uint32_t i);
    Var (*place)(void *of, const char *name);
    void *of;
    uint32_t sources;
} Guards;

/* entered: when a place was entered last; 0: it is none */
typedef struct { Var (*entered)(void *of, Var place); void *of; } Entries;

typedef struct Lower {
    /* > 0: a value while compiling is wanted, parameters are replaced by theirs */
    uint32_t     constant;
    uint32_t     shapes;                   /* > 0: only the type and sizes matter; variables need not exist yet */
    const Val   *subscripted; uint32_t axis;   /* what `end` refers to: dim[axis]; NULL outside of subscripts */
    Body        *body;                     /* NULL in equations */
    const Chain *chain;
    const Guards *guards;                  /* NULL elsewhere */
    const Entries *entries;                /* of places of nets; NULL before there are any */
    const void  *measured;                 /* a metric is read (metric.c); NULL elsewhere */
    uint32_t     depth, call_depth;        /* of expressions, of function calls in each other */
    bool         no_events;                /* a function is being inlined whose relations are no events */
    uint32_t     inlined;                  /* calls inlined in the outermost call */
    uint64_t     iterations, steps;        /* of iterators, of interpreted functions: in the whole run */
    /* Inst* -> Val*: values of constants and parameters, or VALUE_BUSY, VALUE_FAILED */
    Map          value;
    Map          as_given;                 /* Inst* -> Val*: of records, without what their members have of their own */
    Map          constant_inst;            /* Element* -> ConstantInst*: constants of packages */
    Map          spanning;                 /* Expr* -> Spanning*: values that span arrays of components */
    Map          inst_of_var;              /* parameter Var -> Inst* */
    Map          known;                    /* Var -> Ex: ex_fold */
    Map          callee;                   /* function Class* -> Callee* (formal.c) */
    Map          function_name;            /* interned names of functions that are taken */
    Map          text_size;                /* CONCAT -> characters of a text, those that vary as one each */
    Map          file_table;               /* names of file and table -> Val* */
} Lower;

Lower *lower_state(Dtc *d);
void   lower_forget(Dtc *d);               /* values of instances: with d->tree */
/* what an operator makes; without event in a function that is inlined */
static inline Ex operation_here(Dtc *d, Ex e)
{
    const Lower *l = lower_state(d);
    return l->no_events && !l->body ? ex_without_event(d, e) : e;
}

/* A diagnosis and false. */
#define FAIL(d, s, at, ...) (error((d), (at), (s).inst ? (s).inst->path : NULL, __VA_ARGS__), false)

/* metric.c: the call of a measure, while a metric is read; false: it is none. good: no diagnosis */
bool measure_call(Dtc *d, Scope s, const Expr *e, Val *out, bool *good);
const char *measure_names(Dtc *d);

/* ---- value.c ------------------------------------------------------------------------------------------- */

/* Bounds that no sensible model meets; beyond them there is a diagnosis instead of a long wait. */
enum {
    MAX_ELEMENTS = 1 << 20,
    MAX_LOCAL = 1 << 20,
    MAX_ITERATIONS = 1000000,
    MAX_PRODUCTS = 20000000,
    MAX_TEXT = 1 << 16,
    MAX_DEPTH = 1500
};

/* elements 0; records: no fields yet */
Val  val_new(Dtc *d, TypeKind t, Class *cls, uint32_t ndim, const uint32_t *dim);
Val  val_scalar(Dtc *d, TypeKind t, Ex e);
Val  val_like(Dtc *d, const Val *shape, TypeKind t);
bool val_is_array(const Val *v, uint32_t ndim);
bool val_same_shape(const Val *a, const Val *b);
const char *val_text(Dtc *d, const Val *v);                                          /* "Real[3, 2]" */
const char *dims_text(Dtc *d, uint32_t ndim, const uint32_t *dim);                   /* "[3, 2]" or "" */
const char *type_text(TypeKind t, const Class *cls);
bool is_numeric(TypeKind t);
/* false after a diagnosis: too many dimensions or elements */
bool room_for_array(Dtc *d, Scope s, Span at, uint32_t ndim, const uint32_t *dim);
void val_convert(Dtc *d, Val *v, TypeKind t);                                        /* Integer to Real */
/* to a common type; false: there is none */
bool val_unify(Dtc *d, Val *a, Val *b);
/* n > 0 values of the same shape and type: new dimension in front */
Val  val_stack(Dtc *d, const Val *part, uint32_t n);
/* the first dimension becomes ndim ones */
void val_split(Dtc *d, Val *v, uint32_t ndim, const uint32_t *dim);
/* each element v: new dimensions in front */
Val  val_fill(Dtc *d, const Val *v, uint32_t ndim, const uint32_t *dim);
Val  val_at(Dtc *d, const Val *v, uint32_t i);                                       /* v[i, ...], i from 0 */
Val  val_keep(Arena *to, const Val *v);                                              /* a copy */
Val *val_field(const Val *v, const char *name);
/* v[i, j] is INDEX(local, i, j): elements of one local array from the first on */
bool val_is_local(Dtc *d, const Val *v);

/* A subscript of one dimension. */
typedef struct {
    enum { SUB_ALL, SUB_ONE, SUB_LIST, SUB_EX } kind;
    uint32_t one, n;
    const uint32_t *list;
    Ex index;
} Sub;
/* subscripts of dimensions axis .. axis+n-1; one, list are from 0 */
Val  val_select(Dtc *d, const Val *v, uint32_t axis, const Sub *sub, uint32_t n);

/* ---- reference.c --------------------------------------------------------------------------------------- */

bool lower_reference(Dtc *d, Scope s, const Expr *e, Val *out);
/* ndim and dim only; also for arrays of components; *out has no elements */
bool reference_dims(Dtc *d, Scope s, const Expr *e, Val *out);
bool lower_subscripts(Dtc *d, Scope s, const Part *p, const Val *shape, uint32_t axis, Sub *sub, uint32_t *n);

/* ---- eval.c -------------------------------------------------------------------------------------------- */

/* value of a constant or parameter while compiling; NULL after a diagnosis */
const Val *inst_value(Dtc *d, Scope s, Span at, Inst *inst);
bool is_constant_value(Dtc *d, const Val *v);                       /* all elements are literals */
bool only_parameters(Dtc *d, Ex e);                                 /* reads nothing but parameters and constants */
/* makes the scalar v, lowered from e, a literal if parameters decide it; false after a diagnosis. Else it stays */
bool constant_scalar(Dtc *d, Scope s, const Expr *e, Val *v);
/* values of an iterator; a missing range is that of the subscripts in `in` or body */
bool range_in(Dtc *d, Scope s, const Iter *it, const Expr *in, Stmt **body, Val *out);
/* type and sizes of e; its elements are not to be used */
bool lower_shape(Dtc *d, Scope s, const Expr *e, Val *out);
/* literal Integer, Boolean (false = 1) or enumeration */
bool to_index(Dtc *d, Ex e, int64_t *i);

/* ---- lower.c ------------------------------------------------------------------------------------------- */

bool lower_typed(Dtc *d, Scope s, const Expr *e, TypeKind want, Val *out);           /* numeric arrays too */
bool expect(Dtc *d, Scope s, const Expr *e, const Val *v, TypeKind want);            /* false after a diagnosis */
/* e->iter over e->arg[0]: vec of values, last iterator outermost */
bool iterate(Dtc *d, Scope s, const Expr *e, Val **values, uint32_t shape_dim[], uint32_t *ndim);
bool concatenate(Dtc *d, Scope s, Span at, uint32_t axis, Val *part, uint32_t n, Val *out);
/* untaken.c: type and cls of what is not evaluated */
Val  element_type(Dtc *d, Scope s, const Expr *e, const Iter *iter);
Val  promote(Dtc *d, const Val *v, uint32_t ndim);

/* ---- operator.c ---------------------------------------------------------------------------------------- */

bool lower_unary(Dtc *d, Scope s, const Expr *e, Val *out);
bool lower_binary(Dtc *d, Scope s, const Expr *e, Val *out);
Val  lower_literal(Dtc *d, const Expr *e);                /* a number */
Ex   ex_sum(Dtc *d, const Ex *e, uint32_t n, TypeKind t);
Ex   product_of(Dtc *d, const Ex *e, uint32_t n, TypeKind t);
bool multiply(Dtc *d, Scope s, const Expr *e, Val *a, Val *b, Val *out);

/* ---- builtin.c, text.c, array.c, function.c ------------------------------------------------------------ */

typedef struct Builtin {
    const char *name; uint8_t min, max;
    bool (*lower)(Dtc *, Scope, const Expr *, const struct Builtin *, Val *);
    Op op;
} Builtin;
const Builtin *builtin_find(const char *name);
const char **builtin_names(Dtc *d);                       /* vec: of those that there are */
const char *builtin_like(Dtc *d, const char *name);                  /* the name of one that is like it, or NULL */
extern const Builtin array_builtins[];     /* ends with an empty name */
bool lower_string(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out);
/* positional i or named; NULL: absent */
const Expr *argument(const Expr *call, uint32_t i, const char *name);
bool lower_call(Dtc *d, Scope s, const Expr *e, Val *out);
bool lower_operator(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out);

#endif
