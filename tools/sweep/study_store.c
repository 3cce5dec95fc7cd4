/* study_store.c - the rows of a study in a file of SQLite.
 *
 *     study    key, value: what the rows are of: format, mark, model, factors, metrics, design, version of dtc
 *     columns  name, kind (factor, metric), unit
 *     points   point, hash, a column for each factor, status, message, a column for each metric
 *     times    point, host, seconds
 *
 * `points` hangs on nothing but the study; what hangs on the machine is apart. A row that is committed stays,
 * whatever ends the program. The journal is a rollback journal: a write-ahead log needs memory that all users
 * share, which file systems of a network do not have. One sweep at a time has the file. Cost: some microseconds a
 * row.
 */
#include <ctype.h>
#include <math.h>
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>
#include "sweep.h"

enum { FORMAT = 1 };

struct StudyStore {
    Dtc *d; sqlite3 *db; const Study *s; const Flat *f;
    const char *name;
    sqlite3_stmt *row, *time;
    Map hash_of;                           /* point + 1 -> its hash */
    char host[65];
    double committed;                      /* s, of a clock */
};

/* ---- SQL ----------------------------------------------------------------------------------------------- */

static bool refuse(const StudyStore *t, int code)
{
    const char *why =
        code == SQLITE_BUSY || code == SQLITE_LOCKED
            ? "another sweep is at work on it; --shard with a store each, and --merge, is how several share"
        : code == SQLITE_READONLY                       ? "it cannot be written"
        : code == SQLITE_FULL                           ? "there is no room left; rows that were written stay"
        : code == SQLITE_NOTADB || code == SQLITE_ERROR ? "it is no store of dtc sweep"
                                                        : sqlite3_errmsg(t->db);

    fprintf(stderr, "dtc: %s: %s\n", t->name, why);
    return false;
}

static bool run(StudyStore *t, const char *sql)
{
    const int code = sqlite3_exec(t->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK || refuse(t, code);
}

static sqlite3_stmt *prepared(StudyStore *t, const char *sql)
{
    sqlite3_stmt *s = NULL;
    const int code = sqlite3_prepare_v2(t->db, sql, -1, &s, NULL);

    if (code != SQLITE_OK)
        refuse(t, code);
    return s;
}

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
        text = internf(t->d, "%s%s%s", text, i ? ", " : "", factor_name(t->d, &t->s->factor[i]));
    for (uint32_t i = 0; !factors && i < vec_len(t->f->metric); i++)
        text = internf(t->d, "%s%s%s", text, i ? ", " : "", t->f->metric[i].name);
    return text;
}

/* "a", "b", ... of the table of points, with `type` behind each. */
static const char *point_columns(const StudyStore *t, bool typed)
{
    Dtc *d = t->d;
    const char *text = typed ? "point INTEGER PRIMARY KEY, hash INTEGER" : "point, hash";

    for (uint32_t i = 0; i < vec_len(t->s->factor); i++)
        text = internf(d, "%s, %s", text, quoted(d, factor_name(d, &t->s->factor[i])));
    text = internf(d, "%s, status, message", text);
    for (uint32_t i = 0; i < vec_len(t->f->metric); i++)
        text = internf(d, typed ? "%s, %s REAL" : "%s, %s", text, quoted(d, t->f->metric[i].name));
    return text;
}

static bool put_text(StudyStore *t, sqlite3_stmt *s, const char *a, const char *b, const char *c)
{
    const char *const text[] = { a, b, c };

    for (int i = 0; i < sqlite3_bind_parameter_count(s); i++)
        sqlite3_bind_text(s, i + 1, text[i], -1, SQLITE_TRANSIENT);
    const int code = sqlite3_step(s);
    sqlite3_reset(s);
    return code == SQLITE_DONE || refuse(t, code);
}

/* Keys of the table `study` that rows of one study have in common. */
typedef struct { const char *key, *value; } Fact;
enum { FACTS = 4 };

static void facts(const StudyStore *t, const Built *b, Fact fact[FACTS])
{
    fact[0] = (Fact){ "format", internf(t->d, "%d", FORMAT) };
    fact[1] = (Fact){ "factors", names(t, true) };
    fact[2] = (Fact){ "metrics", names(t, false) };
    fact[3] = (Fact){ "mark", internf(t->d, "%016llx", (unsigned long long)b->mark) };
}

static bool write_facts(StudyStore *t, const Built *b)
{
    Fact fact[FACTS];
    const Source *src = source_of(t->d, t->f->cls->span);
    const Design *design = &t->s->design;
    sqlite3_stmt *s = prepared(t, "INSERT OR REPLACE INTO study VALUES (?, ?)"),
                 *c = prepared(t, "INSERT OR REPLACE INTO columns VALUES (?, ?, ?)");
    bool good = s && c;

    facts(t, b, fact);
    for (int i = 0; i < FACTS && good; i++)
        good = put_text(t, s, fact[i].key, fact[i].value, NULL);
    good = good && put_text(t, s, "model", t->f->name, NULL) &&
           put_text(t, s, "text", src ? src->text : "", NULL) &&
           put_text(t, s, "design", design->file ? design->file : design_names[design->kind], NULL) &&
           put_text(t, s, "points", internf(t->d, "%llu", (unsigned long long)design->points), NULL) &&
           put_text(t, s, "seed", internf(t->d, "%llu", (unsigned long long)design->seed), NULL);
    for (uint32_t i = 0; i < vec_len(t->s->factor) && good; i++)
        good = put_text(t, c, factor_name(t->d, &t->s->factor[i]), "factor", t->s->factor[i].unit);
    for (uint32_t i = 0; i < vec_len(t->f->metric) && good; i++)
        good = put_text(t, c, t->f->metric[i].name, "metric", t->f->metric[i].unit);
    sqlite3_finalize(s);
    sqlite3_finalize(c);
    return good;
}

/* A store that is there is of the same study; false after a message. */
static bool same_study(StudyStore *t, const Built *b)
{
    Fact fact[FACTS];
    sqlite3_stmt *s = prepared(t, "SELECT value FROM study WHERE key = ?");
    bool good = s != NULL;

    facts(t, b, fact);
    for (int i = 0; i < FACTS && good; i++) {
        sqlite3_bind_text(s, 1, fact[i].key, -1, SQLITE_TRANSIENT);
        const char *is = sqlite3_step(s) == SQLITE_ROW ? (const char *)sqlite3_column_text(s, 0) : NULL;
        good = is && strcmp(is, fact[i].value) == 0;
        if (!good && strcmp(fact[i].key, "mark") == 0)
            fprintf(stderr,
                    "dtc: %s has rows of another model, or of other values of it; another name makes a new "
                    "store\n",
                    t->name);
        else if (!good)
            fprintf(stderr,
                    "dtc: %s is of another study, its %s are %s, not %s; another name makes a new store\n",
                    t->name, fact[i].key, is ? is : "missing", fact[i].value);
        sqlite3_reset(s);
    }
    sqlite3_finalize(s);
    return good;
}

static bool read_hashes(StudyStore *t)
{
    sqlite3_stmt *s = prepared(t, "SELECT point, hash FROM points");

    while (s && sqlite3_step(s) == SQLITE_ROW)
        map_set(&t->d->run, &t->hash_of, (uint64_t)sqlite3_column_int64(s, 0) + 1,
                (uint64_t)sqlite3_column_int64(s, 1));
    sqlite3_finalize(s);
    return s != NULL;
}

/* ---- opening ------------------------------------------------------------------------------------------- */

/* Columns of SQLite do not tell capitals from small letters. */
static bool names_differ(const StudyStore *t)
{
    static const char *const own[] = { "point", "hash", "status", "message" };
    const char **name = NULL;

    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        vec_push(&t->d->run, name, own[i]);
    for (uint32_t i = 0; i < vec_len(t->s->factor); i++)
        vec_push(&t->d->run, name, factor_name(t->d, &t->s->factor[i]));
    for (uint32_t i = 0; i < vec_len(t->f->metric); i++)
        vec_push(&t->d->run, name, t->f->metric[i].name);
    for (uint32_t i = 0; i < vec_len(name); i++)
        for (uint32_t k = 0; k < i; k++)
            if (sqlite3_stricmp(name[i], name[k]) == 0) {
                fprintf(stderr, "dtc: columns %s and %s have the same name: give a metric another one\n",
                        name[k], name[i]);
                return false;
            }
    return true;
}

static bool make_tables(StudyStore *t)
{
    return run(t, "CREATE TABLE study (key TEXT PRIMARY KEY, value TEXT)") &&
           run(t, "CREATE TABLE columns (name TEXT, kind TEXT, unit TEXT, PRIMARY KEY (name, kind))") &&
           run(t, "CREATE TABLE times (point INTEGER PRIMARY KEY, host TEXT, seconds REAL)") &&
           run(t, internf(t->d, "CREATE TABLE points (%s)", point_columns(t, true)));
}

static sqlite3_stmt *insertion(StudyStore *t)
{
    const uint32_t n = 4 + vec_len(t->s->factor) + vec_len(t->f->metric);
    const char *marks = "?";

    for (uint32_t i = 1; i < n; i++)
        marks = internf(t->d, "%s, ?", marks);
    return prepared(t, internf(t->d, "INSERT OR REPLACE INTO points (%s) VALUES (%s)",
                               point_columns(t, false), marks));
}

static bool is_empty(StudyStore *t)
{
    sqlite3_stmt *s = prepared(t, "SELECT 1 FROM sqlite_master");
    const bool empty = s && sqlite3_step(s) == SQLITE_DONE;

    sqlite3_finalize(s);
    return empty;
}

static bool opened(StudyStore *t, const char *name)
{
    t->name = name;
    const int code = sqlite3_open(name, &t->db);
    return (code == SQLITE_OK || refuse(t, code)) &&
           run(t, "PRAGMA locking_mode=EXCLUSIVE; PRAGMA synchronous=NORMAL") && run(t, "BEGIN EXCLUSIVE");
}

StudyStore *store_open(const Study *s, const Built *b, const char *name)
{
    StudyStore *t = NEW(&s->d->run, StudyStore);

    *t = (StudyStore){ .d = s->d, .s = s, .f = b->f, .name = name };
    (void)gethostname(t->host, sizeof t->host - 1);
    if (!names_differ(t) || !opened(t, name))
        return NULL;
    const bool fresh = is_empty(t);
    if (!(fresh ? make_tables(t) : same_study(t, b)) || !write_facts(t, b) || !read_hashes(t))
        return NULL;
    t->row = insertion(t);
    t->time = prepared(t, "INSERT OR REPLACE INTO times VALUES (?, ?, ?)");
    t->committed = sweep_clock();
    return t->row && t->time ? t : NULL;
}

bool store_has(const StudyStore *t, uint64_t point, uint64_t hash) { return map_get(&t->hash_of, point + 1) == hash; }

uint64_t store_rows(StudyStore *t, const char *status)
{
    sqlite3_stmt *s =
        prepared(t, status ? "SELECT count(*) FROM points WHERE status = ?" : "SELECT count(*) FROM points");
    if (s && status)
        sqlite3_bind_text(s, 1, status, -1, SQLITE_TRANSIENT);
    const uint64_t n = s && sqlite3_step(s) == SQLITE_ROW ? (uint64_t)sqlite3_column_int64(s, 0) : 0;

    sqlite3_finalize(s);
    return n;
}

/* ---- rows ---------------------------------------------------------------------------------------------- */

static bool store_commit(StudyStore *t)
{
    t->committed = sweep_clock();
    return run(t, "COMMIT") && run(t, "BEGIN EXCLUSIVE");
}

static void bind_value(sqlite3_stmt *s, int at, const Factor *f, double x)
{
    const char *text = f->kind == VARY_LEVELS ? f->text[(uint32_t)x] : NULL;

    if (!text)
        sqlite3_bind_double(s, at, x);
    else if (isdigit((unsigned char)*text) || strchr("+-.", *text))
        sqlite3_bind_double(s, at, f->number[(uint32_t)x]);
    else
        sqlite3_bind_text(s, at, text, -1, SQLITE_STATIC);
}

bool store_put(StudyStore *t, uint64_t point, uint64_t hash, const double *x, const Row *row)
{
    int at = 1;

    sqlite3_bind_int64(t->row, at++, (sqlite3_int64)point);
    sqlite3_bind_int64(t->row, at++, (sqlite3_int64)hash);
    for (uint32_t k = 0; k < vec_len(t->s->factor); k++)
        bind_value(t->row, at++, &t->s->factor[k], x[k]);
    sqlite3_bind_text(t->row, at++, point_ends[row->end].name, -1, SQLITE_STATIC);
    sqlite3_bind_text(t->row, at++, row->message, -1, SQLITE_TRANSIENT);
    for (uint32_t i = 0; i < vec_len(t->f->metric); i++)
        sqlite3_bind_double(t->row, at++, row->metric[i]);
    int code = sqlite3_step(t->row);
    sqlite3_reset(t->row);
    if (code == SQLITE_DONE) {
        sqlite3_bind_int64(t->time, 1, (sqlite3_int64)point);
        sqlite3_bind_text(t->time, 2, t->host, -1, SQLITE_STATIC);
        sqlite3_bind_double(t->time, 3, row->seconds);
        code = sqlite3_step(t->time);
        sqlite3_reset(t->time);
    }
    if (code != SQLITE_DONE)
        return refuse(t, code);
    return sweep_clock() < t->committed + 1 || store_commit(t);
}

/* Each row is moved to the point that has its hash now. */
bool store_numbered(StudyStore *t, const uint64_t *point, const uint64_t *hash)
{
    Map at = { 0 }; /* hash -> old point + 1 */
    uint64_t moved = 0;
    bool same = true;

    sqlite3_stmt *all = prepared(t, "SELECT point, hash FROM points");
    while (all && sqlite3_step(all) == SQLITE_ROW)
        map_set(&t->d->run, &at, (uint64_t)sqlite3_column_int64(all, 1),
                (uint64_t)sqlite3_column_int64(all, 0) + 1);
    sqlite3_finalize(all);
    for (uint32_t i = 0; i < vec_len(point); i++)
        same &= !map_get(&at, hash[i]) || map_get(&at, hash[i]) == point[i] + 1 ||
                store_has(t, point[i], hash[i]);
    const uint64_t rows = store_rows(t, NULL);
    if (!run(t, "SAVEPOINT numbers; CREATE TEMP TABLE number (old INTEGER PRIMARY KEY, new INTEGER)"))
        return false;
    sqlite3_stmt *s = prepared(t, "INSERT OR IGNORE INTO number VALUES (?, ?)");
    for (uint32_t i = 0; i < vec_len(point) && s; i++) {
        const uint64_t old = store_has(t, point[i], hash[i]) ? point[i] + 1 : map_get(&at, hash[i]);
        if (!old)
            continue;
        sqlite3_bind_int64(s, 1, (sqlite3_int64)old - 1);
        sqlite3_bind_int64(s, 2, (sqlite3_int64)point[i]);
        (void)sqlite3_step(s);
        sqlite3_reset(s);
        moved += (uint64_t)sqlite3_changes(t->db);
    }
    sqlite3_finalize(s);
    if (t->s->shards == 0 && moved < rows) {
        fprintf(stderr,
                "dtc: %s has %llu rows that this study has no points for; another name makes a new store\n",
                t->name, (unsigned long long)(rows - moved));
        return false;
    }
    const bool good =
        same || (run(t, "UPDATE points SET point = -1 - (SELECT new FROM number WHERE old = point) "
                        "WHERE point IN (SELECT old FROM number); UPDATE points SET point = -1 - point WHERE "
                        "point < 0") &&
                 run(t, "UPDATE times SET point = -1 - (SELECT new FROM number WHERE old = point) "
                        "WHERE point IN (SELECT old FROM number); UPDATE times SET point = -1 - point WHERE "
                        "point < 0"));
    t->hash_of = (Map){ 0 };
    return good && run(t, "DROP TABLE number; RELEASE numbers") && read_hashes(t);
}

bool store_close(StudyStore *t)
{
    const bool good = run(t, "COMMIT");

    sqlite3_finalize(t->row);
    sqlite3_finalize(t->time);
    sqlite3_close(t->db);
    return good;
}

/* ---- merging ------------------------------------------------------------------------------------------- */

/* One value of SQL as text; NULL: there is none. */
static const char *asked(StudyStore *t, const char *sql)
{
    sqlite3_stmt *s = prepared(t, sql);
    const char *text = s && sqlite3_step(s) == SQLITE_ROW && sqlite3_column_text(s, 0)
                         ? internz(t->d, (const char *)sqlite3_column_text(s, 0))
                         : NULL;

    sqlite3_finalize(s);
    return text;
}

static const char identity[] =
    "SELECT group_concat(key || '=' || value, x'0a') FROM (SELECT * FROM %s.study WHERE key <> 'text' ORDER BY key)";

/* The tables of the first part are made anew. */
static bool as_in_part(StudyStore *t)
{
    const char *sql = asked(t, "SELECT group_concat(sql, ';') FROM part.sqlite_master WHERE sql IS NOT NULL");

    return (sql || refuse(t, SQLITE_NOTADB)) && run(t, sql) &&
           run(t, "INSERT INTO study SELECT * FROM part.study") &&
           run(t, "INSERT INTO columns SELECT * FROM part.columns");
}

static bool add_part(StudyStore *t, const char *part, bool first)
{
    if (access(part, R_OK) != 0) {
        fprintf(stderr, "dtc: cannot read %s\n", part);
        return false;
    }
    sqlite3_stmt *s = prepared(t, "ATTACH ? AS part");
    if (!s || !put_text(t, s, part, NULL, NULL))
        return false;
    sqlite3_finalize(s);
    if (!run(t, "BEGIN EXCLUSIVE") || (first && !as_in_part(t)))
        return false;
    const char *own = asked(t, internf(t->d, identity, "main")),
               *other = asked(t, internf(t->d, identity, "part"));
    if (!own || !other || strcmp(own, other) != 0) {
        fprintf(stderr, "dtc: %s is of another study than the stores before it\n", part);
        return false;
    }
    return run(t, "INSERT OR IGNORE INTO points SELECT * FROM part.points") &&
           run(t, "INSERT OR IGNORE INTO times SELECT * FROM part.times") && run(t, "COMMIT") &&
           run(t, "DETACH part");
}

bool store_merge(Dtc *d, const char *const *part, int parts, const char *name)
{
    StudyStore t = { .d = d, .name = name };
    bool good = sqlite3_open(name, &t.db) == SQLITE_OK || refuse(&t, SQLITE_CANTOPEN);
    const bool fresh = good && is_empty(&t);

    for (int i = 0; i < parts && good; i++)
        good = add_part(&t, part[i], fresh && i == 0);
    const char *rows = good ? asked(&t, "SELECT count(*) FROM points") : NULL,
               *all = good ? asked(&t, "SELECT value FROM study WHERE key = 'points'") : NULL;
    if (rows && all && strcmp(rows, all) != 0)
        fprintf(stderr, "dtc: warning: %s has %s of %s points\n", name, rows, all);
    sqlite3_close(t.db);
    return good;
}
