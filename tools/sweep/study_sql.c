/* study_sql.c - what study_store.c and study_merge.c ask of SQLite, with what goes wrong in words. */
#include <string.h>
#include "study_sql.h"

bool store_refuse(StoreFile *t, int code)
{
    const char *why =
        code == SQLITE_BUSY || code == SQLITE_LOCKED
            ? "another sweep is at work on it; --shard with a store each, and --merge, is how several share"
        : code == SQLITE_READONLY                       ? "it cannot be written"
        : code == SQLITE_CANTOPEN                       ? "its folder is not there, or cannot be written"
        : code == SQLITE_FULL                           ? "there is no room left; rows that were written stay"
        : code == SQLITE_NOTADB || code == SQLITE_ERROR ? "it is no store of dtc sweep"
                                                        : sqlite.errmsg(t->db);

    if (!t->refused)
        fprintf(stderr, "dtc: %s: %s\n", t->name, why);
    t->refused = true;
    return false;
}

bool store_sql(StoreFile *t, const char *sql)
{
    const int code = sqlite.exec(t->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK || store_refuse(t, code);
}

sqlite3_stmt *store_prepared(StoreFile *t, const char *sql)
{
    sqlite3_stmt *s = NULL;
    const int code = sqlite.prepare_v2(t->db, sql, -1, &s, NULL);

    if (code != SQLITE_OK)
        store_refuse(t, code);
    return s;
}

bool store_put_text(StoreFile *t, sqlite3_stmt *s, const char *a, const char *b, const char *c)
{
    const char *const text[] = { a, b, c };

    for (int i = 0; i < sqlite.bind_parameter_count(s); i++)
        sqlite.bind_text(s, i + 1, text[i], -1, SQLITE_TRANSIENT);
    const int code = sqlite.step(s);
    sqlite.reset(s);
    return code == SQLITE_DONE || store_refuse(t, code);
}

bool store_is_empty(StoreFile *t)
{
    sqlite3_stmt *s = store_prepared(t, "SELECT 1 FROM sqlite_master");
    const bool empty = s && sqlite.step(s) == SQLITE_DONE;

    sqlite.finalize(s);
    return empty;
}

const char *store_difference(Dtc *d, const char *key, const char *is, const char *wanted)
{
    return strcmp(key, "mark") == 0        ? "of another model, or of other values of it"
         : strcmp(key, "correlation") == 0 ? "of another correlation of the factors"
                                           : internf(d, "%s: %s, not %s", key, is ? is : "nothing", wanted);
}
