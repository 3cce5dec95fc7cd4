/* study_store.c - the rows of a study in a file of SQLite.
 *
 *     study    key, value: what the rows are of: format, model, factors, metrics, mark, how each factor varies, design
 *     columns  name, kind (factor, metric), unit
 *     points   point, hash, a column for each factor, status, message, a column for each metric
 *     times    point, host, seconds, bound: the limit that ended it, in s or steps, if one did
 *
 * `points` hangs on nothing but the study; what hangs on the machine is apart. A row that is committed stays,
 * whatever ends the program. The journal is a rollback journal: a write-ahead log needs memory that all users
 * share, which file systems of a network do not have. One sweep at a time has the file. Cost: some microseconds a
 * row.
 */
#include <ctype.h>
#include <math.h>
#include <string.h>
#include <unistd.h>
#include "object_cache.h"
#include "study_sql.h"

enum { FORMAT = 3 };

struct StudyStore {
    StoreFile file; const Study *s; const Flat *f;
    sqlite3_stmt *row, *time;
    Map hash_of;                           /* point + 1 -> its hash */
    Map short_of;                          /* point + 1 of those that a limit ended which is smaller than today's */
    uint64_t again;                        /* how many these are */
    char host[65];
    double committed;                      /* s, of a clock */
};

/* ---- SQL ----------------------------------------------------------------------------------------------- */

static const char *quoted(Dtc *d, const char *name)
{
    const char *text = "";

    for (const char *p = name; *p; p++)
        text = internf(d, *p == '"' ? "%s\"%c" : "%s%c", text, *p);
    return internf(d, "\"%s\"", text);
}

/* ---- what the rows are of ------------------------------------------------------------------------------ */

static const char *factor_name(Dtc *d, const Factor *f) { return f->scales ? internf(d, "%s*", f->name) : f->name; }

static const char *names(const StudyStore *t, bool factors)
{
    const char *text = "";

    for (uint32_t i = 0; factors && i < vec_len(t->s->factor); i++)
        text = internf(t->file.d, "%s%s%s", text, i ? ", " : "", factor_name(t->file.d, &t->s->factor[i]));
    for (uint32_t i = 0; !factors && i < vec_len(t->f->metric); i++)
        text = internf(t->file.d, "%s%s%s", text, i ? ", " : "", t->f->metric[i].name);
    return text;
}

const char **study_columns(const Study *s, const Flat *f, bool units)
{
    const char **name = NULL;

    vec_push(&s->d->run, name, "point");
    vec_push(&s->d->run, name, "hash");
    for (uint32_t i = 0; i < vec_len(s->factor); i++)
        vec_push(&s->d->run, name,
                 column_with_unit(s->d, factor_name(s->d, &s->factor[i]), units ? s->factor[i].unit : NULL));
    vec_push(&s->d->run, name, "status");
    vec_push(&s->d->run, name, "message");
    for (uint32_t i = 0; i < vec_len(f->metric); i++)
        vec_push(&s->d->run, name,
                 column_with_unit(s->d, f->metric[i].name, units ? f->metric[i].unit : NULL));
    return name;
}

/* "a", "b", ... of the table of points, with `type` behind each. */
static const char *point_columns(const StudyStore *t, bool typed)
{
    const char **name = study_columns(t->s, t->f, false), *text = "";
    const uint32_t n = vec_len(name), metrics = vec_len(t->f->metric);

    for (uint32_t i = 0; i < n; i++) {
        const char *type = i == 0          ? " INTEGER PRIMARY KEY"
                         : i == 1          ? " INTEGER"
                         : i < n - metrics ? ""
                                           : " REAL";
        text = internf(t->file.d, "%s%s%s%s", text, i ? ", " : "", quoted(t->file.d, name[i]),
                       typed ? type : "");
    }
    return text;
}

/* What the rows of one study have in common, in the table `study`. grows: it may be another when the study goes on with
 * more points */
typedef struct { const char *key, *value; bool grows; } Fact;

static const char *method_text(Dtc *d, const Built *b)
{
    const solver_task *t = &b->task;

    return t->hybrid ? internf(d, "cvode, rtol %g, atol %g, rows each %g s", t->rtol, t->atol, t->interval)
                     : internf(d, "%s, steps of %g s", b->info->method, b->info->step);
}

/* vec; a correlation is told as a mark, since it has as many numbers as pairs of factors */
static Fact *facts(const StudyStore *t, const Built *b)
{
    Dtc *d = t->file.d;
    const Design *design = &t->s->design;
    const size_t numbers = (size_t)design->rows * design->rows;
    const uint64_t correlation =
        design->correlation ? cache_hash((const char *)design->correlation, numbers * sizeof(double)) : 0;
    const Fact fact[] = {
        { "format", internf(d, "%d", FORMAT), false },
        { "model", t->f->name, false },
        { "factors", names(t, true), false },
        { "metrics", names(t, false), false },
        { "method", method_text(d, b), false },
        { "stop", internf(d, "%s s", number_shortest(b->stop, 17).text), false },
        { "mark", internf(d, "%016llx", (unsigned long long)b->mark), false },
        { "design", design->file ? design->file : design_names[design->kind], true },
        { "seed", internf(d, "%llu", (unsigned long long)design->seed), true },
        { "correlation", internf(d, "%016llx", (unsigned long long)correlation), true },
    };
    Fact *list = NULL;

    for (size_t i = 0; i < sizeof fact / sizeof *fact; i++)
        vec_push(&d->run, list, fact[i]);
    for (uint32_t k = 0; k < vec_len(t->s->factor); k++)
        vec_push(&d->run, list,
                 ((Fact){ internf(d, "vary %s", factor_name(d, &t->s->factor[k])),
                          factor_text(d, &t->s->factor[k]), true }));
    vec_push(&d->run, list,
             ((Fact){ "points", internf(d, "%llu", (unsigned long long)design->points), true }));
    return list;
}

static bool write_facts(StudyStore *t, const Built *b)
{
    const Fact *fact = facts(t, b);
    const Source *src = source_of(t->file.d, t->f->cls->span);
    sqlite3_stmt *s = store_prepared(&t->file, "INSERT OR REPLACE INTO study VALUES (?, ?)"),
                 *c = store_prepared(&t->file, "INSERT OR REPLACE INTO columns VALUES (?, ?, ?)");
    bool good = s && c && store_put_text(&t->file, s, "text", src ? src->text : "", NULL);

    for (uint32_t i = 0; i < vec_len(fact) && good; i++)
        good = store_put_text(&t->file, s, fact[i].key, fact[i].value, NULL);
    for (uint32_t i = 0; i < vec_len(t->s->factor) && good; i++)
        good = store_put_text(&t->file, c, factor_name(t->file.d, &t->s->factor[i]), "factor",
                              t->s->factor[i].unit);
    for (uint32_t i = 0; i < vec_len(t->f->metric) && good; i++)
        good = store_put_text(&t->file, c, t->f->metric[i].name, "metric", t->f->metric[i].unit);
    sqlite.finalize(s);
    sqlite.finalize(c);
    return good;
}

/* A store that is there is of the same study, which may have grown, but for a part; false after a message. */
static bool same_study(StudyStore *t, const Built *b)
{
    const Fact *fact = facts(t, b);
    sqlite3_stmt *s = store_prepared(&t->file, "SELECT value FROM study WHERE key = ?");
    bool good = s != NULL;

    for (uint32_t i = 0; i < vec_len(fact) && good; i++) {
        if (fact[i].grows && t->s->shards == 0)
            continue;
        sqlite.bind_text(s, 1, fact[i].key, -1, SQLITE_TRANSIENT);
        const char *is = sqlite.step(s) == SQLITE_ROW ? (const char *)sqlite.column_text(s, 0) : NULL;
        good = is && strcmp(is, fact[i].value) == 0;
        if (!good)
            fprintf(stderr, "dtc: %s is of another study: %s; another name makes a new store\n", t->file.name,
                    store_difference(t->file.d, fact[i].key, is, fact[i].value));
        sqlite.reset(s);
    }
    sqlite.finalize(s);
    return good;
}

/* Today's limit of runs that end so; 0: none, < 0: no limit ends runs so. */
static double limit_of(const Study *s, PointEnd end)
{
    return end == POINT_LIMIT ? s->most_steps : end == POINT_TIMED_OUT ? s->timeout : -1;
}

/* Has a limit ended the run that is smaller than today's? */
static bool is_short(const StudyStore *t, const char *status, double bound)
{
    for (int k = 0; k < ENDS; k++) {
        const double limit = limit_of(t->s, (PointEnd)k);
        if (limit >= 0 && strcmp(status, point_ends[k].name) == 0)
            return limit == 0 || bound < limit;
    }
    return false;
}

static bool read_hashes(StudyStore *t)
{
    sqlite3_stmt *s =
        store_prepared(&t->file,
                       "SELECT point, hash, status, bound FROM points LEFT JOIN times USING (point)");

    t->hash_of = t->short_of = (Map){ 0 };
    t->again = 0;
    while (s && sqlite.step(s) == SQLITE_ROW) {
        const uint64_t key = (uint64_t)sqlite.column_int64(s, 0) + 1;
        map_set(&t->file.d->run, &t->hash_of, key, (uint64_t)sqlite.column_int64(s, 1));
        if (is_short(t, (const char *)sqlite.column_text(s, 2), sqlite.column_double(s, 3)))
            map_set(&t->file.d->run, &t->short_of, key, ++t->again);
    }
    sqlite.finalize(s);
    return s != NULL;
}

/* ---- opening ------------------------------------------------------------------------------------------- */

static bool make_tables(StudyStore *t)
{
    return store_sql(&t->file, "CREATE TABLE study (key TEXT PRIMARY KEY, value TEXT)") &&
           store_sql(&t->file,
                     "CREATE TABLE columns (name TEXT, kind TEXT, unit TEXT, PRIMARY KEY (name, kind))") &&
           store_sql(&t->file,
                     "CREATE TABLE times (point INTEGER PRIMARY KEY, host TEXT, seconds REAL, bound REAL)") &&
           store_sql(&t->file, internf(t->file.d, "CREATE TABLE points (%s)", point_columns(t, true)));
}

static sqlite3_stmt *insertion(StudyStore *t)
{
    const uint32_t n = 4 + vec_len(t->s->factor) + vec_len(t->f->metric);
    const char *marks = "?";

    for (uint32_t i = 1; i < n; i++)
        marks = internf(t->file.d, "%s, ?", marks);
    return store_prepared(&t->file, internf(t->file.d, "INSERT OR REPLACE INTO points (%s) VALUES (%s)",
                                            point_columns(t, false), marks));
}

static bool opened(StudyStore *t, const char *name)
{
    const int code = sqlite_open(name, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &t->file.db);
    return (code == SQLITE_OK || store_refuse(&t->file, code)) &&
           store_sql(&t->file, "PRAGMA locking_mode=EXCLUSIVE; PRAGMA synchronous=NORMAL") &&
           store_sql(&t->file, "BEGIN EXCLUSIVE");
}

StudyStore *store_open(const Study *s, const Built *b, const char *name, const char *shown)
{
    StudyStore *t = NEW(&s->d->run, StudyStore);

    *t = (StudyStore){ .file = { .d = s->d, .name = shown }, .s = s, .f = b->f };
    (void)gethostname(t->host, sizeof t->host - 1);
    if (!opened(t, name))
        return NULL;
    const bool fresh = store_is_empty(&t->file);
    if (!(fresh ? make_tables(t) : same_study(t, b)) || !write_facts(t, b) || !read_hashes(t))
        return NULL;
    t->row = insertion(t);
    t->time = store_prepared(&t->file, "INSERT OR REPLACE INTO times VALUES (?, ?, ?, ?)");
    t->committed = sweep_clock();
    return t->row && t->time ? t : NULL;
}

static bool has_row(const StudyStore *t, uint64_t point, uint64_t hash)
{
    return map_get(&t->hash_of, point + 1) == hash;
}

bool store_has(const StudyStore *t, uint64_t point, uint64_t hash)
{
    return has_row(t, point, hash) && !map_get(&t->short_of, point + 1);
}

uint64_t store_again(const StudyStore *t) { return t->again; }

uint64_t store_rows(StudyStore *t, const char *status)
{
    sqlite3_stmt *s = store_prepared(&t->file, status ? "SELECT count(*) FROM points WHERE status = ?"
                                                      : "SELECT count(*) FROM points");
    if (s && status)
        sqlite.bind_text(s, 1, status, -1, SQLITE_TRANSIENT);
    const uint64_t n = s && sqlite.step(s) == SQLITE_ROW ? (uint64_t)sqlite.column_int64(s, 0) : 0;

    sqlite.finalize(s);
    return n;
}

/* ---- rows ---------------------------------------------------------------------------------------------- */

static bool store_commit(StudyStore *t)
{
    t->committed = sweep_clock();
    return store_sql(&t->file, "COMMIT") && store_sql(&t->file, "BEGIN EXCLUSIVE");
}

static void bind_value(sqlite3_stmt *s, int at, const Factor *f, double x)
{
    const char *text = f->kind == VARY_LEVELS ? f->text[(uint32_t)x] : NULL;

    if (!text)
        sqlite.bind_double(s, at, x);
    else if (isdigit((unsigned char)*text) || strchr("+-.", *text))
        sqlite.bind_double(s, at, f->number[(uint32_t)x]);
    else
        sqlite.bind_text(s, at, text, -1, SQLITE_STATIC);
}

bool store_put(StudyStore *t, uint64_t point, uint64_t hash, const double *x, const Row *row)
{
    int at = 1;

    sqlite.bind_int64(t->row, at++, (sqlite3_int64)point);
    sqlite.bind_int64(t->row, at++, (sqlite3_int64)hash);
    for (uint32_t k = 0; k < vec_len(t->s->factor); k++)
        bind_value(t->row, at++, &t->s->factor[k], x[k]);
    sqlite.bind_text(t->row, at++, point_ends[row->end].name, -1, SQLITE_STATIC);
    sqlite.bind_text(t->row, at++, row->message, -1, SQLITE_TRANSIENT);
    for (uint32_t i = 0; i < vec_len(t->f->metric); i++)
        sqlite.bind_double(t->row, at++, row->metric[i]);
    int code = sqlite.step(t->row);
    sqlite.reset(t->row);
    if (code == SQLITE_DONE) {
        sqlite.bind_int64(t->time, 1, (sqlite3_int64)point);
        sqlite.bind_text(t->time, 2, t->host, -1, SQLITE_STATIC);
        sqlite.bind_double(t->time, 3, row->seconds);
        if (limit_of(t->s, row->end) > 0)
            sqlite.bind_double(t->time, 4, limit_of(t->s, row->end));
        else
            sqlite.bind_null(t->time, 4);
        code = sqlite.step(t->time);
        sqlite.reset(t->time);
    }
    if (code != SQLITE_DONE)
        return store_refuse(&t->file, code);
    return sweep_clock() < t->committed + 1 || store_commit(t);
}

/* Each row is moved to the point that has its hash now. */
bool store_numbered(StudyStore *t, const uint64_t *point, const uint64_t *hash)
{
    Map at = { 0 }; /* hash -> old point + 1 */
    uint64_t moved = 0;
    bool same = true;

    sqlite3_stmt *all = store_prepared(&t->file, "SELECT point, hash FROM points");
    while (all && sqlite.step(all) == SQLITE_ROW)
        map_set(&t->file.d->run, &at, (uint64_t)sqlite.column_int64(all, 1),
                (uint64_t)sqlite.column_int64(all, 0) + 1);
    sqlite.finalize(all);
    for (uint32_t i = 0; i < vec_len(point); i++)
        same &=
            !map_get(&at, hash[i]) || map_get(&at, hash[i]) == point[i] + 1 || has_row(t, point[i], hash[i]);
    const uint64_t rows = store_rows(t, NULL);
    if (!store_sql(&t->file,
                   "SAVEPOINT numbers; CREATE TEMP TABLE number (old INTEGER PRIMARY KEY, new INTEGER)"))
        return false;
    sqlite3_stmt *s = store_prepared(&t->file, "INSERT OR IGNORE INTO number VALUES (?, ?)");
    for (uint32_t i = 0; i < vec_len(point) && s; i++) {
        const uint64_t old = has_row(t, point[i], hash[i]) ? point[i] + 1 : map_get(&at, hash[i]);
        if (!old)
            continue;
        sqlite.bind_int64(s, 1, (sqlite3_int64)old - 1);
        sqlite.bind_int64(s, 2, (sqlite3_int64)point[i]);
        (void)sqlite.step(s);
        sqlite.reset(s);
        moved += (uint64_t)sqlite.changes(t->file.db);
    }
    sqlite.finalize(s);
    if (t->s->shards == 0 && moved < rows) {
        fprintf(stderr,
                "dtc: %s has %llu rows that this study has no points for; another name makes a new store\n",
                t->file.name, (unsigned long long)(rows - moved));
        return false;
    }
    const bool good =
        same ||
        (store_sql(&t->file,
                   "UPDATE points SET point = -1 - (SELECT new FROM number WHERE old = point) "
                   "WHERE point IN (SELECT old FROM number); UPDATE points SET point = -1 - point WHERE "
                   "point < 0") &&
         store_sql(&t->file,
                   "UPDATE times SET point = -1 - (SELECT new FROM number WHERE old = point) "
                   "WHERE point IN (SELECT old FROM number); UPDATE times SET point = -1 - point WHERE "
                   "point < 0"));
    return good && store_sql(&t->file, "DROP TABLE number; RELEASE numbers") && read_hashes(t);
}

bool store_close(StudyStore *t)
{
    const bool good = store_sql(&t->file, "COMMIT");

    sqlite.finalize(t->row);
    sqlite.finalize(t->time);
    sqlite.close(t->file.db);
    return good;
}
