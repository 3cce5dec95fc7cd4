/* sheet_write.c - sheets as text, JSON, CSV, Markdown and HTML. Cost: linear in the cells. */
#include <stdlib.h>
#include <string.h>
#include "html.h"
#include "json.h"
#include "sheet.h"

/* ---- cells ------------------------------------------------------------------------------------------------------- */

/* All digits of a number, and no more. */
static const char *whole(Dtc *d, double x)
{
    const char *text = "";

    for (int digits = 15; digits <= 17; digits++) {
        text = textf(d, "%.*g", digits, x);
        if (strtod(text, NULL) == x)
            break;
    }
    return text;
}

static const char *shown(Dtc *d, const Cell *c, const SheetColumn *column)
{
    switch (c->kind) {
    case CELL_NUMBER: return textf(d, "%.*g", column->digits > 0 ? column->digits : 6, c->x);
    case CELL_TEXT: return c->text;
    case CELL_NOTHING: break;
    }
    return "";
}

static const char *heading(Dtc *d, const SheetColumn *c)
{
    return c->unit ? textf(d, "%s [%s]", c->key, c->unit) : c->key;
}

/* Characters on a screen: bytes of UTF-8 but those that go on. */
static int width(const char *s)
{
    int n = 0;

    for (; *s; s++)
        n += ((unsigned char)*s & 0xc0) != 0x80;
    return n;
}

static bool is_text(const SheetTable *t, uint32_t column)
{
    const uint32_t n = vec_len(t->column);

    for (uint32_t i = column; i < vec_len(t->cell); i += n)
        if (t->cell[i].kind == CELL_TEXT)
            return true;
    return false;
}

/* ---- text -------------------------------------------------------------------------------------------------------- */

static void text_cell(FILE *out, const char *text, int wide, bool left, bool first, bool last)
{
    const int pad = wide - width(text);

    fprintf(out, "%s%*s%s%*s", first ? "" : "  ", left ? 0 : pad, "", text, left && !last ? pad : 0, "");
}

static void text_table(Dtc *d, const SheetTable *t, FILE *out)
{
    const uint32_t n = vec_len(t->column), rows = sheet_rows(t);
    int *wide = NEW_N(&d->pass, int, n + 1);
    bool *left = NEW_N(&d->pass, bool, n + 1);

    for (uint32_t j = 0; j < n; j++) {
        wide[j] = width(heading(d, &t->column[j]));
        left[j] = is_text(t, j);
        for (uint32_t i = 0; i < rows; i++)
            if (width(shown(d, &t->cell[i * n + j], &t->column[j])) > wide[j])
                wide[j] = width(shown(d, &t->cell[i * n + j], &t->column[j]));
    }
    for (uint32_t j = 0; j < n; j++)
        text_cell(out, heading(d, &t->column[j]), wide[j], left[j], j == 0, j + 1 == n);
    fputc('\n', out);
    for (uint32_t i = 0; i < rows; i++) {
        for (uint32_t j = 0; j < n; j++)
            text_cell(out, shown(d, &t->cell[i * n + j], &t->column[j]), wide[j], left[j], j == 0, j + 1 == n);
        fputc('\n', out);
    }
}

static void write_text(const Sheet *s, FILE *out)
{
    bool more = false;

    for (uint32_t k = 0; k < vec_len(s->table); k++) {
        const SheetTable *t = &s->table[k];
        if (t->aside || (sheet_rows(t) == 0 && vec_len(t->note) == 0))
            continue;
        fprintf(out, "%s%s\n", more ? "\n" : "", t->title);
        if (sheet_rows(t) > 0)
            text_table(s->d, t, out);
        for (uint32_t i = 0; i < vec_len(t->note); i++)
            fprintf(out, "%s\n", t->note[i]);
        more = true;
    }
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

static void json_cell(Json *j, const char *key, const Cell *c)
{
    if (c->kind == CELL_NUMBER)
        json_number(j, key, c->x);
    else if (c->kind == CELL_TEXT)
        json_text(j, key, c->text);
    else
        json_nothing(j, key);
}

static void json_table(Json *j, const SheetTable *t)
{
    const uint32_t n = vec_len(t->column);

    json_begin(j, t->key, '{');
    json_text(j, "title", t->title);
    json_begin(j, "units", '{');
    for (uint32_t k = 0; k < n; k++)
        if (t->column[k].unit)
            json_text(j, t->column[k].key, t->column[k].unit);
    json_end(j);
    json_begin(j, "rows", '[');
    for (uint32_t i = 0; i < sheet_rows(t); i++) {
        json_begin(j, NULL, '{');
        for (uint32_t k = 0; k < n; k++)
            json_cell(j, t->column[k].key, &t->cell[i * n + k]);
        json_end(j);
    }
    json_end(j);
    json_begin(j, "notes", '[');
    for (uint32_t i = 0; i < vec_len(t->note); i++)
        json_text(j, NULL, t->note[i]);
    json_end(j);
    json_end(j);
}

static void write_json(const Sheet *s, FILE *out)
{
    Json j = { .d = s->d, .out = out };

    json_begin(&j, NULL, '{');
    json_text(&j, "title", s->title);
    for (uint32_t k = 0; k < vec_len(s->table); k++)
        json_table(&j, &s->table[k]);
    json_end(&j);
}

/* ---- CSV --------------------------------------------------------------------------------------------------------- */

static void csv_text(FILE *out, const char *s)
{
    if (!strpbrk(s, ",\"\n")) {
        fputs(s, out);
        return;
    }
    fputc('"', out);
    for (; *s; s++)
        fprintf(out, *s == '"' ? "\"\"" : "%c", *s);
    fputc('"', out);
}

static void csv_table(Dtc *d, const SheetTable *t, FILE *out)
{
    const uint32_t n = vec_len(t->column);

    for (uint32_t j = 0; j < n; j++) {
        csv_text(out, heading(d, &t->column[j]));
        fputc(j + 1 < n ? ',' : '\n', out);
    }
    for (uint32_t i = 0; i < vec_len(t->cell); i++) {
        csv_text(out, t->cell[i].kind == CELL_NUMBER ? whole(d, t->cell[i].x)
                      : t->cell[i].kind == CELL_TEXT ? t->cell[i].text
                                                     : "");
        fputc((i + 1) % n ? ',' : '\n', out);
    }
}

static void write_csv(const Sheet *s, FILE *out)
{
    const uint32_t n = vec_len(s->table);

    for (uint32_t k = 0; k < n; k++) {
        if (n > 1)
            fprintf(out, "%s%s\n", k ? "\n" : "", s->table[k].key);
        csv_table(s->d, &s->table[k], out);
    }
}

/* ---- Markdown ---------------------------------------------------------------------------------------------------- */

static void markdown_text(FILE *out, const char *s)
{
    for (; *s; s++)
        fprintf(out, strchr("|\\*_`", *s) ? "\\%c" : *s == '\n' ? " " : "%c", *s);
}

static void markdown_table(Dtc *d, const SheetTable *t, FILE *out)
{
    const uint32_t n = vec_len(t->column);

    for (uint32_t j = 0; j < n; j++) {
        fputs("| ", out);
        markdown_text(out, heading(d, &t->column[j]));
        fputc(' ', out);
    }
    fputs("|\n", out);
    for (uint32_t j = 0; j < n; j++)
        fputs(is_text(t, j) ? "|---" : "|--:", out);
    fputs("|\n", out);
    for (uint32_t i = 0; i < vec_len(t->cell); i++) {
        fputs("| ", out);
        markdown_text(out, shown(d, &t->cell[i], &t->column[i % n]));
        fputs((i + 1) % n ? " " : " |\n", out);
    }
}

static void write_markdown(const Sheet *s, FILE *out)
{
    fprintf(out, "# %s\n", s->title);
    for (uint32_t k = 0; k < vec_len(s->table); k++) {
        const SheetTable *t = &s->table[k];
        if (t->aside)
            continue;
        fprintf(out, "\n## %s\n\n", t->title);
        if (sheet_rows(t) > 0)
            markdown_table(s->d, t, out);
        for (uint32_t i = 0; i < vec_len(t->note); i++)
            fprintf(out, "\n%s\n", t->note[i]);
    }
}

/* ---- HTML -------------------------------------------------------------------------------------------------------- */

static const char style[] =
    "body { margin: 0 auto; max-width: 75em; padding: 0 1.5em 3em; }\n"
    "h2 { margin-top: 2em; border-bottom: 1px solid var(--line); }\n"
    "td, th { padding: 0.15em 1.2em 0.15em 0; text-align: right; }\n"
    "td.text, th.text { text-align: left; }\n"
    "svg { max-width: 100%; height: auto; background: #fff; }\n";

static void html_cells(Dtc *d, const SheetTable *t, uint32_t row, FILE *out)
{
    const uint32_t n = vec_len(t->column);
    const char *tag = row == 0 ? "th" : "td";

    fputs("<tr>", out);
    for (uint32_t j = 0; j < n; j++) {
        fprintf(out, "<%s%s>", tag, is_text(t, j) ? " class=\"text\"" : "");
        xml_text(out, row == 0 ? heading(d, &t->column[j]) : shown(d, &t->cell[(row - 1) * n + j], &t->column[j]));
        fprintf(out, "</%s>", tag);
    }
    fputs("</tr>\n", out);
}

static void html_table(Dtc *d, const SheetTable *t, FILE *out)
{
    fputs("<h2>", out);
    xml_text(out, t->title);
    fputs("</h2>\n<div class=\"wide\" tabindex=\"0\"><table>\n", out);
    for (uint32_t i = 0; i <= sheet_rows(t) && sheet_rows(t) > 0; i++)
        html_cells(d, t, i, out);
    fputs("</table></div>\n", out);
    for (uint32_t i = 0; i < vec_len(t->note); i++) {
        fputs("<p>", out);
        xml_text(out, t->note[i]);
        fputs("</p>\n", out);
    }
}

static void write_html(const Sheet *s, FILE *out)
{
    html_begin(s->d, out, s->title, style, "");
    fputs("<main>\n<h1>", out);
    xml_text(out, s->title);
    fputs("</h1>\n", out);
    if (s->svg)
        fputs(s->svg, out);
    for (uint32_t k = 0; k < vec_len(s->table); k++)
        if (!s->table[k].aside)
            html_table(s->d, &s->table[k], out);
    fputs("</main>\n", out);
    html_end(out, "");
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

void sheet_write(const Sheet *s, const char *format, FILE *out)
{
    static const struct { const char *name; void (*write)(const Sheet *, FILE *); } form[] = {
        { "table", write_text }, { "json", write_json }, { "csv", write_csv }, { "md", write_markdown },
        { "html", write_html }
    };

    for (size_t i = 0; i < sizeof form / sizeof *form; i++)
        if (strcmp(form[i].name, format) == 0)
            form[i].write(s, out);
}
