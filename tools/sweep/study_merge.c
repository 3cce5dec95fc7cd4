/* study_merge.c - stores of the parts of a study in one, whatever parts there are and in what order.
 *
 * Parts agree in all that the table `study` has, and in the hashes of points that both have. Each is attached and read
 * once. Cost: linear in the rows; memory: that of the store.
 */
#include <string.h>
#include <unistd.h>
#include "study_sql.h"

/* One value of SQL as text; NULL: there is none. */
static const char *asked(StoreFile *t, const char *sql)
{
    sqlite3_stmt *s = store_prepared(t, sql);
    const char *text = s && sqlite.step(s) == SQLITE_ROW && sqlite.column_text(s, 0)
                         ? internz(t->d, (const char *)sqlite.column_text(s, 0))
                         : NULL;

    sqlite.finalize(s);
    return text;
}

/* The tables of the first part are made anew. */
static bool as_in_part(StoreFile *t)
{
    const char *sql = asked(t, "SELECT group_concat(sql, ';') FROM part.sqlite_master WHERE sql IS NOT NULL");

    return sql && store_sql(t, sql) && store_sql(t, "INSERT INTO study SELECT * FROM part.study") &&
           store_sql(t, "INSERT INTO columns SELECT * FROM part.columns");
}

/* The part is a store; what goes wrong is told of it. */
static bool attach(StoreFile *t, const char *part)
{
    const char *own = t->name;
    sqlite3_stmt *s = NULL;

    if (access(part, R_OK) != 0) {
        fprintf(stderr, "dtc: cannot read %s\n", part);
        return false;
    }
    t->name = part;
    s = store_prepared(t, "ATTACH ? AS part");
    bool good = s && store_put_text(t, s, part, NULL, NULL);
    sqlite.finalize(s);
    good = good && store_sql(t, "SELECT key, value FROM part.study; SELECT point, hash FROM part.points");
    t->name = own;
    return good;
}

/* What the part has of the same study: all facts, and under each number the same point. false after a message */
static bool is_of_study(StoreFile *t, const char *part, const char *first)
{
    static const char facts_differ[] =
        "SELECT m.key, p.value, m.value FROM main.study m LEFT JOIN part.study p ON p.key = m.key "
        "WHERE m.key <> 'text' AND p.value IS NOT m.value ORDER BY m.rowid LIMIT 1";
    /* by the rows of the part, which are few */
    static const char points_differ[] =
        "SELECT point FROM part.points p CROSS JOIN main.points m USING (point) "
        "WHERE m.hash <> p.hash ORDER BY point LIMIT 1";
    sqlite3_stmt *f = store_prepared(t, facts_differ), *p = store_prepared(t, points_differ);
    const bool other_study = f && sqlite.step(f) == SQLITE_ROW,
               other_point = p && !other_study && sqlite.step(p) == SQLITE_ROW;

    if (other_study)
        fprintf(stderr, "dtc: %s is of another study than %s: %s\n", part, first,
                store_difference(t->d, (const char *)sqlite.column_text(f, 0),
                                 (const char *)sqlite.column_text(f, 1),
                                 (const char *)sqlite.column_text(f, 2)));
    if (other_point)
        fprintf(stderr,
                "dtc: %s is of another study than the stores before it: its point %lld has other values\n",
                part, (long long)sqlite.column_int64(p, 0));
    sqlite.finalize(f);
    sqlite.finalize(p);
    return f && p && !other_study && !other_point;
}

static bool add_part(StoreFile *t, const char *part, const char *first, bool anew)
{
    return attach(t, part) && store_sql(t, "BEGIN EXCLUSIVE") && (!anew || as_in_part(t)) &&
           is_of_study(t, part, first) &&
           store_sql(t, "INSERT OR IGNORE INTO points SELECT * FROM part.points") &&
           store_sql(t, "INSERT OR IGNORE INTO times SELECT * FROM part.times") && store_sql(t, "COMMIT") &&
           store_sql(t, "DETACH part");
}

bool store_merge(Dtc *d, const char *const *part, int parts, const char *name, const char *shown)
{
    StoreFile t = { .d = d, .name = shown };
    bool good = sqlite_open(name, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &t.db) == SQLITE_OK ||
                store_refuse(&t, SQLITE_CANTOPEN);
    const bool fresh = good && store_is_empty(&t);

    /* a file that has its name when all is in it needs no journal; rows of a part are everywhere in it */
    good = good &&
           (!fresh ||
            store_sql(&t, "PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; "
                          "PRAGMA cache_size=-1000000"));
    for (int i = 0; i < parts && good; i++)
        good = add_part(&t, part[i], fresh ? part[0] : shown, fresh && i == 0);
    const char *rows = good ? asked(&t, "SELECT count(*) FROM points") : NULL,
               *all = good ? asked(&t, "SELECT value FROM study WHERE key = 'points'") : NULL;
    if (rows && all && strcmp(rows, all) != 0)
        fprintf(stderr, "dtc: warning: %s has %s of %s points\n", shown, rows, all);
    sqlite.close(t.db);
    if (!good && fresh)
        unlink(name);
    return good;
}
