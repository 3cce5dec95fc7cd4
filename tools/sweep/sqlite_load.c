/* sqlite_load.c - loads SQLite under the name (SQLITE_SO) that a linker would have recorded. */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include "sqlite_load.h"

struct Sqlite sqlite;

static void load(void)
{
    void *from = dlopen(SQLITE_SO, RTLD_LAZY | RTLD_LOCAL);
    bool good = from;

#define X(function) good = good && (*(void **)&sqlite.function = dlsym(from, "sqlite3_" #function));
    SQLITE_FUNCTIONS(X)
#undef X
    if (good)
        return;
    fprintf(stderr, "dtc: %s cannot be loaded, which has the stores of dtc sweep: %s\n", SQLITE_SO,
            dlerror());
    exit(1);
}

int sqlite_open(const char *name, int flags, sqlite3 **db)
{
    if (!sqlite.open_v2)
        load();
    return sqlite.open_v2(name, db, flags, NULL);
}
