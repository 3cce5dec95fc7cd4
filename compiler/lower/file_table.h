/* file_table.h - tables that are read while compiling (file_table.c). */
#ifndef FILE_TABLE_H
#define FILE_TABLE_H

#include "lower.h"

/* is a function with this external name read from a file? All its inputs but the last are structural */
bool is_file_table(const char *external);
bool file_table_call(Dtc *d, Scope s, const Expr *call, const Val *arg, Val *out);   /* false after a diagnosis */

#endif
