/* study_sql.h - a store of dtc sweep as a file of SQLite (study_sql.c). All of these print what went wrong. */
#ifndef STUDY_SQL_H
#define STUDY_SQL_H

#include "sqlite_load.h"
#include "sweep.h"

/* name: in messages; refused: there was one, and what goes wrong from then on follows from it */
typedef struct { Dtc *d; sqlite3 *db; const char *name; bool refused; } StoreFile;
bool store_refuse(StoreFile *t, int code);                 /* false */
bool store_sql(StoreFile *t, const char *sql);
sqlite3_stmt *store_prepared(StoreFile *t, const char *sql);                     /* NULL after a message */
bool store_put_text(StoreFile *t, sqlite3_stmt *s, const char *a, const char *b, const char *c);
bool store_is_empty(StoreFile *t);
/* What of two studies is not the same: a key of the table `study`, and its values. */
const char *store_difference(Dtc *d, const char *key, const char *is, const char *wanted);

#endif
