/* model_rows.h - members of a model in rows of constants (runtime/dtc_rows.h): model_rows.c. */
#ifndef MODEL_ROWS_H
#define MODEL_ROWS_H

#include "builders.h"
#include "dtc_rows.h"

/* What v, or each of the n elements that begin with it, has to hold. limit: 0: none; apart: of DTC_ASCENDING. */
typedef struct { Var v; dtc_condition condition; Ex limit; uint32_t n, apart; } Check;
/* check: vec; message: the number of that of the first, the others follow */
typedef struct { Check *check; uint32_t message; } CheckList;
typedef struct Checks { CheckList starts, given, late, tables; } Checks;

/* Rows with the variable where they begin. */
typedef struct { Var v; dtc_span span; } SpanRow;
/* each: vec, of the numbers of an array that are not the same; 0: zero */
typedef struct { Var v; dtc_default of; Ex *each; } DefaultRow;

/* text: its message */
void        check_add(const Emitter *e, CheckList *list, const Check *c, const char *text);
SpanRow    *span_rows(const Emitter *e, Storage s);              /* vec: all Reals that are stored so */
DefaultRow *default_rows(const Emitter *e);                /* vec; empty where who calls gives them (Options.given) */
dtc_check   check_row(const Emitter *e, const Check *c);
const dtc_rows *model_rows(const Emitter *e);                    /* in double precision, with places of the layout */

#endif
