/* table_file.h - tables of numbers from files, for tables of a model (table_file.c). */
#ifndef DTC_TABLE_FILE_H
#define DTC_TABLE_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* value: by rows, finite numbers; to be freed. */
typedef struct { size_t rows, columns; double *value; } file_table;

/* name: of the table in a file that has several, of signals in one of results (NULL or "": all). false: message says
 * what is wrong and in which line; true: what was skipped though nobody asked for less, or nothing. */
bool table_read(const char *file, const char *name, file_table *t, char *message, size_t size);

#endif
