/* body.h - the function or algorithm section whose statements are being lowered: its locals and where statements go. */
#ifndef BODY_H
#define BODY_H

#include "formal.h"

/* An algorithm section reads the model through locals: one for each array or scalar variable, for pre and der of it,
 * and for what else it needs of the model (time, initial(), ...). */
typedef struct Slot {
    Inst *inst; Var first; uint32_t n;     /* variables first .. first+n-1; inst NULL: a condition of `when` */
    Op    wrap;                            /* NONE: the variables; PRE, DER: of them */
    Ex    import;                          /* or this expression */
    bool  assigned, always_assigned, read_first, in_when, elsewhere;
    uint32_t input, local;                 /* local holding the value on entry; local that is worked with */
    Ex    entry;                           /* the value on entry where it is a literal: no input then */
    Val   val;
} Slot;

struct Body {
    Dtc     *d;
    Body    *up;
    Special *special;                      /* NULL: algorithm section */
    Local   *local; bool *read_only;       /* vecs */
    FStmt  **at;                           /* vec to append to */
    uint32_t depth;                        /* of statements that may not be executed */
    uint32_t loops;                        /* around the statement */
    /* algorithm sections */
    bool     algorithm, initial, writing, in_when, at_start; /* initial: an initial algorithm */
    Op       wrap;
    Slot    *slot; Map slot_index, slot_of_local;          /* vec; key, local + 1 -> index + 1 */
    Map      constant, constant_name;      /* ARRAY of literals -> local + 1; -> interned name in the source */
    uint32_t nconstant;
    uint32_t whens;                        /* conditions of `when` met so far */
    Scope    scope;
};

bool body_reads_instances(const Body *b);                           /* an algorithm section: components are read */
/* the local that stands for a variable of the model, as a value */
const Val *body_instance(Dtc *d, Body *b, Inst *in);
/* instances are now read as op (PRE, DER; NONE: as they are) of the variables; returns what was set */
Op   body_wrap(Body *b, Op op);
Ex   body_import(Dtc *d, Body *b, Ex e);                            /* an input local whose argument is e */

uint32_t body_local(Body *b, const char *name, TypeKind t, uint32_t ndim, const uint32_t *dim, Causality c,
                    bool read_only);
Val  body_value(Body *b, uint32_t local, TypeKind t, Class *cls);   /* a local as a value */
/* locals for a value, one a field of a record */
Val  body_locals(Body *b, const char *name, const Val *shape, Causality c, bool read_only);
/* v, if it is a literal array, is called so in the source */
void body_name_constant(Body *b, const char *name, const Val *v);
/* a literal array as a local array, so that its subscripts may vary */
Val  body_constant(Body *b, const Val *v);
bool body_assign(Body *b, Scope s, Span at, const Val *target, Val *value);
bool body_statements(Body *b, Scope s, Stmt *const *body);
bool body_when(Body *b, Scope s, const Stmt *st);                   /* algorithm.c */
FStmt *body_block(Body *b, Scope s, Stmt *const *body, bool *ok);   /* statements that may not be executed */
void body_emit(Body *b, FStmt s);
void slot_assigned(Body *b, uint32_t local, bool whole);

const char *function_name(Dtc *d, const char *from);                 /* unique, as in C */
Ex   argument_of(Dtc *d, const Val *v);                             /* a scalar or array as an argument of CALL */
bool interpret(Dtc *d, Scope s, Span at, uint32_t function, const Ex *arg, Ex *out, uint32_t nout);   /* out: scalars */

#endif
