/* model_rows.h - members of a model in rows of constants (runtime/dtc_rows.h): model_rows.c. */
#ifndef MODEL_ROWS_H
#define MODEL_ROWS_H

#include "builders.h"
#include "dtc_rows.h"

/* What v, or each of the n elements that begin with it, has to hold. limit: 0: none; apart: of DTC_ASCENDING. */
typedef struct { Var v; dtc_condition condition; Ex limit; uint32_t n, apart, message; } Check;
/* Number k of Model.shown, when this message becomes the fault, is that of v. */
typedef struct { Var v; uint32_t message, k; } ShownNumber;
/* The lists of runtime/dtc_rows.h, in its order: member there, name of the table. */
#define CHECK_LISTS(X)                                                                                                 \
    X(finite, calculated_limits) X(start_ranges, start_limits) X(ranges, limits) X(late_ranges, late_limits)           \
    X(tables, look_ups) X(asserted, assertions) X(pivots, divisors)
#define X(name, table) *name,
typedef struct Checks { Check CHECK_LISTS(X) *none; ShownNumber *shown; } Checks;     /* vecs */
#undef X

/* Rows with the variable where they begin. */
typedef struct { Var v; dtc_span span; } SpanRow;
/* each: vec, of the numbers of an array that are not the same; 0: zero */
typedef struct { Var v; dtc_default of; Ex *each; } DefaultRow;

/* text: its message, a new one */
void        check_add(const Emitter *e, Check **list, const Check *c, const char *text);
/* number: that of a message that is planned; false: no row says it, nothing is added */
bool        check_told(const Emitter *e, Check **list, const Check *c, uint32_t number);
SpanRow    *span_rows(const Emitter *e, Storage s);              /* vec: all Reals that are stored so */
DefaultRow *default_rows(const Emitter *e);                /* vec; empty where who calls gives them (Options.given) */
dtc_check   check_row(const Emitter *e, const Check *c);
dtc_number  number_row(const Emitter *e, const ShownNumber *n);
const dtc_rows *model_rows(const Emitter *e);                    /* in double precision, with places of the layout */

#endif
