/* study_csv.c - the points of a store as CSV: in order, and without what hangs on the machine.
 *
 * So the file is the same, byte by byte, whoever has computed the rows, in what order and in how many parts.
 * Numbers have the fewest digits that read back as the same. Cost: linear in the rows.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "result_number.h"
#include "sqlite_load.h"
#include "sweep.h"

static void put_text(FILE *f, const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, f);
        return;
    }
    fputc('"', f);
    for (const char *p = text; *p; p++) {
        if (*p == '"')
            fputc('"', f);
        fputc(*p, f);
    }
    fputc('"', f);
}

static void put_field(FILE *f, kept_numbers *kept, sqlite3_stmt *s, int i)
{
    char number[NUMBER_ROOM];

    switch (sqlite.column_type(s, i)) {
    case SQLITE_INTEGER: fprintf(f, "%lld", (long long)sqlite.column_int64(s, i)); break;
    case SQLITE_FLOAT:
        fwrite(number, 1, (size_t)result_number(kept, sqlite.column_double(s, i), number), f);
        break;
    case SQLITE_TEXT: put_text(f, (const char *)sqlite.column_text(s, i)); break;
    default: break;
    }
}

/* All columns but the hash. */
static void put_header(FILE *f, const char *const *column)
{
    for (uint32_t i = 0; i < vec_len(column); i++) {
        if (i > 1)
            fputc(',', f);
        if (i != 1)
            put_text(f, column[i]);
    }
    fputc('\n', f);
}

bool csv_fits(const char *csv, const char *const *column, bool quiet)
{
    struct stat is;
    FILE *there = stat(csv, &is) == 0 && S_ISREG(is.st_mode) && is.st_size > 0 ? fopen(csv, "r") : NULL;
    char *header = NULL;
    size_t n = 0;

    if (!there)
        return true;
    FILE *f = open_memstream(&header, &n);
    bool good = f != NULL;
    if (f) {
        put_header(f, column);
        fclose(f);
    }
    for (size_t i = 0; i < n && good; i++)
        good = fgetc(there) == (unsigned char)header[i];
    fclose(there);
    free(header);
    if (!good)
        fprintf(stderr,
                "dtc: %s is there, and is no CSV with the columns of this study: another name, or remove "
                "it\n",
                csv);
    else if (!quiet)
        fprintf(stderr,
                "dtc: %s is there, and is made anew when all points have run; a store, -o FILE.db, keeps its "
                "rows\n",
                csv);
    return good;
}

const char *column_with_unit(Dtc *d, const char *name, const char *unit)
{
    return unit && *unit ? internf(d, "%s [%s]", name, unit) : internz(d, name);
}

/* Names of the columns of `s`; with units as the store has them. */
static const char **columns_of(Dtc *d, sqlite3 *db, sqlite3_stmt *s, bool units)
{
    const char **column = NULL;
    sqlite3_stmt *unit = NULL;

    (void)sqlite.prepare_v2(db, "SELECT unit FROM columns WHERE name = ?", -1, &unit, NULL);
    for (int i = 0; i < sqlite.column_count(s); i++) {
        const char *name = sqlite.column_name(s, i);
        sqlite.bind_text(unit, 1, name, -1, SQLITE_TRANSIENT);
        const bool has = units && sqlite.step(unit) == SQLITE_ROW;
        vec_push(&d->run, column,
                 column_with_unit(d, name, has ? (const char *)sqlite.column_text(unit, 0) : NULL));
        sqlite.reset(unit);
    }
    sqlite.finalize(unit);
    return column;
}

bool store_csv(Dtc *d, const char *store, const char *csv, bool units)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *s = NULL;
    Output o = { 0 };
    int code = sqlite_open(store, SQLITE_OPEN_READONLY, &db);

    if (code == SQLITE_OK)
        code = sqlite.prepare_v2(db, "SELECT * FROM points ORDER BY point", -1, &s, NULL);
    if (code != SQLITE_OK) {
        fprintf(stderr, "dtc: %s: %s\n", store, sqlite.errmsg(db));
        sqlite.close(db);
        return false;
    }
    const bool open = output_open(d, &o, csv);
    const int n = sqlite.column_count(s);
    kept_numbers *kept = kept_numbers_new(n);
    if (open)
        put_header(o.file, columns_of(d, db, s, units));
    while (open && kept && (code = sqlite.step(s)) == SQLITE_ROW) {
        for (int i = 0; i < n; i++) {
            if (i > 1)
                fputc(',', o.file);
            if (i != 1)
                put_field(o.file, kept, s, i);
        }
        fputc('\n', o.file);
    }
    free(kept);
    sqlite.finalize(s);
    sqlite.close(db);
    return open && kept && output_close(&o, code == SQLITE_DONE);
}
