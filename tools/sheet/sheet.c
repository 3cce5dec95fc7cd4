/* sheet.c - tables of data: filled by commands; the form in which they are wanted. */
#include <ctype.h>
#include <math.h>
#include <string.h>
#include "sheet.h"

Sheet sheet_new(Dtc *d, const char *title) { return (Sheet){ .d = d, .title = title }; }

void sheet_table(Sheet *s, const char *key, const char *title)
{
    vec_push(&s->d->run, s->table, ((SheetTable){ .key = key, .title = title }));
}

void sheet_look(Sheet *s, SheetLook look) { vec_last(s->table).look = look; }

void sheet_add_columns(Sheet *s, const SheetColumn *column, size_t n)
{
    for (size_t i = 0; i < n; i++)
        vec_push(&s->d->run, vec_last(s->table).column, column[i]);
}

Cell cell_number(double x) { return isfinite(x) ? (Cell){ CELL_NUMBER, x == 0 ? 0 : x, NULL } : (Cell){ 0 }; }

void sheet_add_cells(Sheet *s, const Cell *cell, size_t n)
{
    for (size_t i = 0; i < n; i++)
        vec_push(&s->d->run, vec_last(s->table).cell, cell[i]);
}

void sheet_note(Sheet *s, const char *text) { vec_push(&s->d->run, vec_last(s->table).note, text); }

uint32_t sheet_rows(const SheetTable *t) { return vec_len(t->column) ? vec_len(t->cell) / vec_len(t->column) : 0; }

/* ---- several in one ------------------------------------------------------------------------------------ */

static const char *kept(Sheet *s, const char *text) { return text ? internz(s->d, text) : NULL; }

static SheetTable *sheet_table_for(Sheet *s, const SheetTable *like, const char *column)
{
    for (uint32_t i = 0; i < vec_len(s->table); i++)
        if (strcmp(s->table[i].key, like->key) == 0)
            return &s->table[i];
    sheet_table(s, kept(s, like->key), kept(s, like->title));
    vec_last(s->table).look = like->look;
    sheet_columns(s, COLUMN(column));
    for (uint32_t k = 0; k < vec_len(like->column); k++)
        sheet_columns(s, { kept(s, like->column[k].key), kept(s, like->column[k].unit),
                           like->column[k].digits, like->column[k].side, like->column[k].wide });
    return &vec_last(s->table);
}

static void append_note(Sheet *s, SheetTable *t, const char *note)
{
    for (uint32_t i = 0; i < vec_len(t->note); i++)
        if (strcmp(t->note[i], note) == 0)
            return;
    vec_push(&s->d->run, t->note, kept(s, note));
}

void sheet_append(Sheet *s, const Sheet *from, const char *column, const char *value)
{
    for (uint32_t i = 0; i < vec_len(from->table); i++) {
        const SheetTable *f = &from->table[i];
        SheetTable *t = sheet_table_for(s, f, column);
        for (uint32_t k = 0; k < vec_len(f->cell); k++) {
            Cell c = f->cell[k];
            c.text = kept(s, c.text);
            if (k % vec_len(f->column) == 0)
                vec_push(&s->d->run, t->cell, ((Cell){ CELL_TEXT, 0, value }));
            vec_push(&s->d->run, t->cell, c);
        }
        for (uint32_t k = 0; k < vec_len(f->note); k++)
            append_note(s, t, f->note[k]);
    }
}

/* ---- which form ---------------------------------------------------------------------------------------- */

static bool among(const char *name, const char *list)
{
    const size_t n = strlen(name);

    for (const char *at = list; *at;) {
        const size_t word = strcspn(at, " ");
        if (word == n && strncmp(at, name, n) == 0)
            return true;
        at += word + (at[word] != 0);
    }
    return false;
}

static const char *lower_case(Dtc *d, const char *ending)
{
    const char *name = "";

    for (; *ending; ending++)
        name = internf(d, "%s%c", name, tolower((unsigned char)*ending));
    return name;
}

bool sheet_known_format(const char *format) { return among(format, "table json csv md html"); }

const char *sheet_format(Dtc *d, const char *format, const char *file, const char *own)
{
    const char *dot = file ? strrchr(file, '.') : NULL;
    const bool ends = dot && !strchr(dot, '/') && strcmp(file, "-") != 0;
    const char *name = format ? format : ends ? lower_case(d, dot + 1) : "table";

    if (sheet_known_format(name) || among(name, own))
        return name;
    fprintf(stderr, "dtc: what is %s%s? It can be table json csv md html%s%s\n",
            format ? "--format " : "the file ", format ? format : file, *own ? " " : "", own);
    return NULL;
}

bool sheet_save(const Sheet *s, const char *format, const char *file)
{
    Output o;

    if (!output_open(s->d, &o, file))
        return false;
    sheet_write(s, format, o.file);
    return output_close(&o, true);
}
