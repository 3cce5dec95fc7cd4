/* val.h - an expression as written becomes flat scalars: lower.c, builtin.c, function.c; while compiling: eval.c. */
#ifndef VAL_H
#define VAL_H

#include "ex.h"
#include "inst.h"

/* A value: array (any rank, scalars have ndim 0) of flat scalar expressions; records are one Val a field. */
typedef struct Val {
    TypeKind type; Class *cls;             /* cls: enumeration or record */
    uint32_t ndim, dim[MAX_DIM], n;
    Ex      *e;                            /* n scalars, row-major */
    struct Val *field; uint32_t nfield;    /* T_RECORD: per field (each with the record's dimensions in front) */
    const char **field_name;
} Val;

bool lower(Dtc *d, Scope s, const Expr *e, Val *out);               /* false after a diagnosis */
bool lower_scalar(Dtc *d, Scope s, const Expr *e, TypeKind want, Ex *out);
/* compile-time value: array sizes, conditions; parameters used so become structural */
bool eval_int(Dtc *d, Scope s, const Expr *e, int64_t *out);
bool eval_bool(Dtc *d, Scope s, const Expr *e, bool *out);
bool eval_string(Dtc *d, Scope s, const Expr *e, const char **out);
bool eval(Dtc *d, Scope s, const Expr *e, Val *out);                /* any compile-time value: for-ranges, sizes */
/* values of a for-iterator, also deduced ones (range NULL) */
bool eval_range(Dtc *d, Scope s, const Iter *it, Stmt **body, Val *out);
/* binding or attribute of inst: lowered in its scope, sliced for elements of arrays (depth), converted to the type
 * and shape of inst */
bool lower_bind(Dtc *d, const Inst *inst, const Bind *b, Val *out);
/* (a, b, ...) = f(...): the first n outputs */
bool lower_outputs(Dtc *d, Scope s, const Expr *call, uint32_t n, Val *out);
/* An algorithm section is an anonymous function of all it reads. Appends the variables it assigns and their values:
 * CALL, OUT(2) of it, ... or literals; none where it assigns nothing. May add discrete Booleans (conditions of `when`)
 * to Flat.var. */
/* What an algorithm section assigns: to v; by_when: in when-clauses alone, at_start: one of which may fire at the start
 */
typedef struct { Var v; Ex value; bool by_when, at_start; } Assigned;
bool lower_algorithm(Dtc *d, Scope s, const Section *section, Assigned **out);

#endif
