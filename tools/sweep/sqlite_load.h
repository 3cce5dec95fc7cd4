/* sqlite_load.h - what is used of SQLite, loaded when a store is opened: it needs 1,600 names, which each start of dtc
 * would look up.
 */
#ifndef SQLITE_LOAD_H
#define SQLITE_LOAD_H

#include <sqlite3.h>

/* each is called as a member of `sqlite`: sqlite.step(s) */
#define SQLITE_FUNCTIONS(X) \
    X(bind_double) X(bind_int64) X(bind_null) X(bind_parameter_count) X(bind_text) X(changes) X(close) X(column_count) \
    X(column_double) X(column_int) X(column_int64) X(column_name) X(column_text) X(column_type) X(errmsg) X(exec) \
    X(finalize) X(open_v2) X(prepare_v2) X(reset) X(step)

#define X(function) __typeof__(sqlite3_##function) *function;
extern struct Sqlite { SQLITE_FUNCTIONS(X) } sqlite;
#undef X

/* sqlite3_open_v2; before anything else of `sqlite`. Without the library the program ends with a message. */
int sqlite_open(const char *name, int flags, sqlite3 **db);

#endif
