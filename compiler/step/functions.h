/* functions.h - user functions, and tables of numbers. */
#ifndef FUNCTIONS_H
#define FUNCTIONS_H

#include "emit.h"

/* Of e->called; and e->tables, which find_reads lists, become constants. */
void build_functions(Emitter *e);
bool is_literal(Dtc *d, Ex x, double *v);  /* reads.c */

#endif
