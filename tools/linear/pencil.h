/* pencil.h - the equations of a model, untorn, linear around an operating point.
 *
 * Columns are the n states, the k unknowns of an evaluation (rates that are no states among them), the m inputs, which
 * may be parameters; what follows from such a parameter by definition is an unknown then. A row
 * is an equation lhs - rhs = 0 with its partial derivatives, exact, by the columns that it reads; or the law of a
 * switching element, whose entries hang on its place. So rates follow from the states by k rows for k unknowns, however
 * the compiler would solve them. */
#ifndef PENCIL_H
#define PENCIL_H

#include "point.h"

/* A partial derivative among others: row and column are numbers that its list gives a meaning. by.v is +-the variable
 * of the column: then by.negated has this sign as well. value: by.x at the point, with its sign */
typedef struct { uint32_t row, column; Partial by; double value; } Entry;
/* The number at the point as it is now; it may be no finite one. */
double entry_at(Point *p, const Entry *x);

/* sw: of Flat.sw, then eq is that of the law; defined: v = its definition by parameters, then there is no eq. gives:
 * the one variable that it determines, 0 where several equations determine several */
typedef struct { Eq eq; uint32_t sw; Var defined, gives; uint32_t first, end; } PencilRow;

typedef struct {
    Point *p;
    uint32_t n, k, m;
    bool *needed;                          /* by block: it has rows */
    Var *var;                              /* vec by column: roots */
    uint32_t *column;                      /* by Var, of roots: column + 1; 0: it is none */
    PencilRow *row;                        /* vec of k */
    Entry *entry;                          /* vec, by rows; its numbers are those of rows and columns here */
} Pencil;

/* Symbolic. input: vec, inputs and parameters that are Reals; wanted: vec, variables that
 * are looked at beside rates and slips. NULL after a diagnosis. Linear in the size of the equations,
 * times the longest chain of definitions between parameters. */
Pencil *pencil_new(Point *p, const Var *input, const Var *wanted);
/* Numbers at the point as it is now. false after a diagnosis: a partial derivative is not finite there */
bool pencil_values(Pencil *q);

/* It sticks by a compliance that counts at the point (comply.c): s + r lambda = 0 is no constraint */
bool pencil_yields(const Pencil *q, const Switch *w);

/* The column of a variable, with its sign; UINT32_MAX: it is none, it does not vary */
uint32_t pencil_column(const Pencil *q, Var v, bool *negated);
/* What a column is called, where a variable of the model has a plainer name than the root: that. */
const char *pencil_name(const Pencil *q, uint32_t column);
const char *pencil_row_text(const Pencil *q, const PencilRow *r);   /* the equation, for messages */

#endif
