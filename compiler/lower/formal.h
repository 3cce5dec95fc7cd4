/* formal.h - interfaces of functions and record constructors, and what is known of each function called. */
#ifndef FORMAL_H
#define FORMAL_H

#include "lower.h"

typedef struct { const Expr *e; Scope scope; } Dim;                  /* E_COLON: that of the argument */

typedef struct Formal {
    const char *name; Span span;
    TypeKind type; Class *cls;             /* cls: enumeration or record */
    Causality causality;
    Dim  *dim;                             /* vec */
    const Expr *value; Scope value_scope;  /* default of an input, initial value of the others; NULL: none */
    struct Formal *field;                  /* vec: of a record */
    bool  structural;                      /* a scalar that decides on sizes: each value makes a function of its own */
    bool  constant, assigned;              /* assigned: by a statement, or an output */
    bool  object;                          /* an external object: known while compiling */
} Formal;

typedef struct Special {                   /* one function of the generated code */
    uint32_t index;                        /* in Lower.function */
    bool busy;                             /* its body is being lowered */
    /* f -> g -> f: calls that come back, of it or of what it calls; NULL: none */
    const char *cycle;
    const Val *result;                     /* shapes of the outputs */
    struct Callee *callee;
    struct Special *caller;                /* while busy: the one whose body calls it */
} Special;

/* annotation(derivative(order = n, noDerivative = x, zeroDerivative = y) = f); order: 1 if there is none */
typedef struct { const Expr *function; int64_t order; bool *without, *constant; } Derivation;   /* by input */

typedef struct Callee {
    Class  *cls;
    Formal *formal;                        /* vec: inputs, outputs, locals; a record's fields are inputs */
    uint32_t nin, nout;
    Stmt  **body; Class *body_scope;
    bool    valid, record, inlined, impure;
    InlineAt inline_at;
    bool    generates_events;              /* annotation(GenerateEvents = true), where it is inlined at once */
    const char *external;                  /* runtime function, or NULL */
    const Builtin *alias;                  /* external "builtin" y = sin(u): the predefined function */
    Derivation *derivation; Class *derivative_scope;                 /* vec */
    int     smooth_order;                  /* -1: not given */
    Map     special;                       /* interned key -> Special* */
} Callee;

/* known_c.c: a function of dtc's library instead of an external one */
bool     known_c(Dtc *d, Callee *c, const Class *end);
/* derivative.c: what the annotations say; false after a diagnosis */
bool     read_derivatives(Dtc *d, Callee *c, Class *cls);
/* ... the functions that they name, for arguments of these sizes */
void     add_derivatives(Dtc *d, Scope s, Special *sp, const Val *arg, Span at);
/* function.c: the function for arguments of these sizes; NULL after a diagnosis */
enum { MAX_CALL_DEPTH = 120 };             /* calls in each other while functions are made or inlined */
Special *special_of(Dtc *d, Scope s, Callee *c, const Val *arg, Span at);
/* The statements of an inlined function, executed with expressions as values. */
bool inline_call(Dtc *d, Scope s, const Callee *c, const Val *arg, Span at, Val *out);
Callee *callee_of(Dtc *d, Scope s, Class *c, Span at);               /* NULL after a diagnosis */
bool    formal_shape(Dtc *d, const Env *env, const Formal *f, const Val *actual, Span at, Val *out);
        /* type and size of f, elements 0; actual (may be NULL) gives the sizes that f leaves open */
bool    formal_fits(Dtc *d, Scope s, const Formal *f, const Expr *e, const char *function, Val *v, uint32_t *extra);
        /* converts v to f's type; extra: how many dimensions v has more than f */
static inline Scope formal_scope(Scope s, const Env *env) { return (Scope){ s.inst, s.cls, env }; }
const Env *env_with(Dtc *d, const Env *env, const char *name, const Val *v);         /* ... and name, a value of v */

/* argument.c: all arguments of a call; extra[i]: dimensions that argument i has more than the formal */
bool lower_arguments(Dtc *d, Scope s, const Expr *e, const Callee *c, Val *arg, uint32_t *extra);
/* those extra dimensions, which are the same for all that have some; ndim 0: there are none */
bool common_dimensions(Dtc *d, Scope s, const Expr *e, const Callee *c, const Val *arg, const uint32_t *extra,
                       uint32_t *ndim, uint32_t *dim);
Val  val_element(Dtc *d, const Val *v, uint32_t ndim, uint32_t at);  /* of the first dimensions, by rows from 0 */

/* names that subscripts' ranges, iterators, fill ... depend on */
void    decides_sizes(const Expr *e, bool inside, void (*mark)(void *, const char *), void *data);
void    body_decides_sizes(Stmt *const *body, void (*mark)(void *, const char *), void *data);

#endif
