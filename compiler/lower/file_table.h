/* file_table.h - tables that are read while compiling (file_table.c). */
#ifndef FILE_TABLE_H
#define FILE_TABLE_H

#include "lower.h"

/* is a function with this external name read from a file? Its inputs (fileName, tableName), or (onFile, fileName,
 * tableName, table), are structural but for the last of these */
bool is_file_table(const char *external);
/* inputs: how many the function has; false after a diagnosis */
bool file_table_call(Dtc *d, Scope s, const Expr *call, uint32_t inputs, const Val *arg, Val *out);

/* tire_file.c: by its name; then a row of the numbers that are named, separated by commas. false after a diagnosis */
bool is_tire_file(const char *path);
bool read_tire(Dtc *d, Scope s, Span at, const char *path, const char *names, Val *out);

#endif
