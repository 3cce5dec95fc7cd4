/* study_table.c - a store of dtc sweep as columns of numbers. Words (of enumerations, Booleans, arrays) are no numbers:
 * the column has NaN. Cost: linear in the store. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "sqlite_load.h"
#include "study_table.h"
#include "sweep.h"

static bool refuse(const char *file, sqlite3 *db, const char *why)
{
    fprintf(stderr, "dtc: %s: %s\n", file, why ? why : sqlite.errmsg(db));
    sqlite.close(db);
    return false;
}

static const char *fact(Dtc *d, sqlite3 *db, const char *key)
{
    sqlite3_stmt *s = NULL;
    const char *text = NULL;

    if (sqlite.prepare_v2(db, "SELECT value FROM study WHERE key = ?", -1, &s, NULL) == SQLITE_OK) {
        sqlite.bind_text(s, 1, key, -1, SQLITE_TRANSIENT);
        if (sqlite.step(s) == SQLITE_ROW && sqlite.column_text(s, 0))
            text = internz(d, (const char *)sqlite.column_text(s, 0));
    }
    sqlite.finalize(s);
    return text;
}

static void read_columns(StudyTable *t, sqlite3 *db)
{
    sqlite3_stmt *s = NULL;

    if (sqlite.prepare_v2(db, "SELECT name, unit, kind = 'metric' FROM columns ORDER BY kind, rowid", -1, &s,
                          NULL) != SQLITE_OK)
        return;
    while (sqlite.step(s) == SQLITE_ROW) {
        const char *unit = (const char *)sqlite.column_text(s, 1);
        const StudyColumn c = { internz(t->d, (const char *)sqlite.column_text(s, 0)),
                                unit && *unit ? internz(t->d, unit) : NULL, sqlite.column_int(s, 2) != 0,
                                NULL, NULL };
        vec_push(&t->d->run, t->column, c);
        t->metrics += c.metric;
    }
    t->factors = vec_len(t->column) - t->metrics;
    sqlite.finalize(s);
}

/* Where a column of the study is among those of the table. */
static int place_of(sqlite3_stmt *s, const char *name)
{
    for (int i = 0; i < sqlite.column_count(s); i++)
        if (strcmp(sqlite.column_name(s, i), name) == 0)
            return i;
    return -1;
}

static void read_points(StudyTable *t, sqlite3 *db)
{
    sqlite3_stmt *s = NULL;

    if (sqlite.prepare_v2(db, "SELECT * FROM points ORDER BY point", -1, &s, NULL) != SQLITE_OK)
        return;
    const uint32_t n = vec_len(t->column);
    int *place = NEW_N(&t->d->run, int, n + 1);
    for (uint32_t i = 0; i < n; i++)
        place[i] = place_of(s, t->column[i].name);
    while (sqlite.step(s) == SQLITE_ROW) {
        vec_push(&t->d->run, t->point, (uint64_t)sqlite.column_int64(s, 0));
        for (uint32_t i = 0; i < n; i++) {
            const bool is = place[i] >= 0 && (sqlite.column_type(s, place[i]) == SQLITE_FLOAT ||
                                              sqlite.column_type(s, place[i]) == SQLITE_INTEGER);
            const bool word = place[i] >= 0 && sqlite.column_type(s, place[i]) == SQLITE_TEXT;
            vec_push(&t->d->run, t->column[i].value, is ? sqlite.column_double(s, place[i]) : NAN);
            vec_push(&t->d->run, t->column[i].word,
                     word ? internz(t->d, (const char *)sqlite.column_text(s, place[i])) : NULL);
        }
    }
    sqlite.finalize(s);
    t->points = vec_len(t->point);
}

/* How many of the points that the study has have values, and what became of the others. */
static void count_points(StudyTable *t, sqlite3 *db)
{
    sqlite3_stmt *s = NULL;
    const char *others = "", *points = fact(t->d, db, "points");
    const uint64_t planned = points ? strtoull(points, NULL, 10) : t->points;
    uint64_t valued = 0;

    if (sqlite.prepare_v2(db, "SELECT count(*) FROM points WHERE status = ?", -1, &s, NULL) != SQLITE_OK)
        return;
    for (int k = 0; k < ENDS; k++) {
        sqlite.bind_text(s, 1, point_ends[k].name, -1, SQLITE_STATIC);
        const uint64_t n = sqlite.step(s) == SQLITE_ROW ? (uint64_t)sqlite.column_int64(s, 0) : 0;
        valued += point_ends[k].valued ? n : 0;
        if (n && !point_ends[k].valued)
            others = internf(t->d, "%s; %llu %s", others, (unsigned long long)n, point_ends[k].name);
        sqlite.reset(s);
    }
    sqlite.finalize(s);
    if (t->points < planned)
        others = internf(t->d, "%s; %llu not there", others, (unsigned long long)(planned - t->points));
    t->gaps = *others != 0;
    t->said = t->gaps ? internf(t->d, "%llu of %llu points%s", (unsigned long long)valued,
                                (unsigned long long)planned, others)
                      : internf(t->d, "%u points", t->points);
}

bool study_read(Dtc *d, const char *file, StudyTable *t)
{
    sqlite3 *db = NULL;

    *t = (StudyTable){ .d = d, .file = file };
    if (access(file, R_OK) != 0)
        return refuse(file, NULL, "cannot be read");
    if (sqlite_open(file, SQLITE_OPEN_READONLY, &db) != SQLITE_OK)
        return refuse(file, db, NULL);
    t->design = fact(d, db, "design");
    if (!t->design)
        return refuse(file, db, "it is no store of dtc sweep, or one is at work on it");
    read_columns(t, db);
    read_points(t, db);
    count_points(t, db);
    if (strcmp(t->design, "saltelli") == 0)
        t->rows = (uint32_t)(strtoull(fact(d, db, "points"), NULL, 10) / (t->factors + 2));
    if (t->points == 0)
        return refuse(file, db, "it has no rows yet");
    sqlite.close(db);
    return true;
}

const StudyColumn *study_column(const StudyTable *t, const char *name)
{
    const char **known = NULL;

    for (uint32_t i = 0; i < vec_len(t->column); i++) {
        if (strcmp(t->column[i].name, name) == 0)
            return &t->column[i];
        vec_push(&t->d->run, known, t->column[i].name);
    }
    const char *near = suggest(t->d, name, known, vec_len(known));
    fprintf(stderr, "dtc: %s has no column %s%s%s%s\n", t->file, name, near ? "; did you mean " : "",
            near ? near : "", near ? "?" : "");
    return NULL;
}
