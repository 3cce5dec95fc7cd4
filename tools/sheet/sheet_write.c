/* sheet_write.c - sheets as text, JSON, CSV, Markdown and HTML. Cost: linear in the cells. */
#include <stdlib.h>
#include <string.h>
#include "html.h"
#include "json.h"
#include "sheet.h"

/* ---- cells --------------------------------------------------------------------------------------------- */

static const char *shown(Dtc *d, const SheetTable *t, uint32_t i)
{
    const Cell *c = &t->cell[i];
    const int digits = t->column[i % vec_len(t->column)].digits;

    switch (c->kind) {
    case CELL_NUMBER:
        return textf(d, digits < 0 ? "%.*f" : "%.*g", digits < 0 ? -digits : digits ? digits : 6, c->x);
    case CELL_TEXT:
    case CELL_FRACTION:
    case CELL_TRUTH: return c->text;
    case CELL_NOTHING: break;
    }
    return t->look.nothing ? t->look.nothing : "";
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

static bool is_left(const SheetTable *t, uint32_t column)
{
    const uint32_t n = vec_len(t->column);

    if (t->column[column].side != CELLS_BY_KIND)
        return t->column[column].side == CELLS_LEFT;
    for (uint32_t i = column; i < vec_len(t->cell); i += n)
        if (t->cell[i].kind == CELL_TEXT)
            return true;
    return false;
}

/* ---- text ---------------------------------------------------------------------------------------------- */

/* Blanks are written when there is more in the line. */
static void text_row(const SheetTable *t, const char *const *text, const int *wide, FILE *out)
{
    const uint32_t n = vec_len(t->column);
    int ahead = t->look.indent;

    for (uint32_t j = 0; j < n; j++) {
        const int pad = wide[j] > width(text[j]) ? wide[j] - width(text[j]) : 0;
        const bool left = is_left(t, j);
        ahead += left ? 0 : pad;
        if (*text[j]) {
            fprintf(out, "%*s%s", ahead, "", text[j]);
            ahead = 0;
        }
        ahead += left ? pad : 0;
        ahead += wide[j] == 0 && t->look.plain ? 0 : t->look.apart ? t->look.apart : 2;
    }
    fputc('\n', out);
}

void sheet_text(Dtc *d, const SheetTable *t, FILE *out)
{
    const uint32_t n = vec_len(t->column), all = n + vec_len(t->cell), first = t->look.plain ? n : 0;
    const char **text = NEW_N(&d->pass, const char *, all + 1);
    int *wide = NEW_N(&d->pass, int, n + 1);

    for (uint32_t j = 0; j < n; j++)
        wide[j] = t->column[j].wide ? abs(t->column[j].wide) : is_left(t, j) ? 0 : t->look.wide;
    for (uint32_t i = 0; i < all; i++) {
        text[i] = i < n ? heading(d, &t->column[i]) : shown(d, t, i - n);
        if (i >= first && t->column[i % n].wide >= 0 && width(text[i]) > wide[i % n])
            wide[i % n] = width(text[i]);
    }
    for (uint32_t i = first; i < all; i += n)
        text_row(t, &text[i], wide, out);
}

static void write_text(const Sheet *s, FILE *out)
{
    bool more = false;

    if (s->bare && s->title)
        fprintf(out, "%s\n", s->title);
    for (uint32_t k = 0; k < vec_len(s->table); k++) {
        const SheetTable *t = &s->table[k];
        if (t->look.aside || (t->column && sheet_rows(t) == 0 && vec_len(t->note) == 0))
            continue;
        fputs(more && !s->bare ? "\n" : "", out);
        if (t->title)
            fprintf(out, "%s\n", t->title);
        if (sheet_rows(t) > 0)
            sheet_text(s->d, t, out);
        for (uint32_t i = 0; i < vec_len(t->note); i++)
            fprintf(out, "%s\n", t->note[i]);
        more = true;
    }
}

/* ---- JSON ---------------------------------------------------------------------------------------------- */

static void json_cell(Json *j, const char *key, const Cell *c)
{
    if (c->kind == CELL_NUMBER)
        json_number(j, key, c->x);
    else if (c->kind == CELL_TEXT)
        json_text(j, key, c->text);
    else if (c->kind == CELL_TRUTH)
        json_truth(j, key, c->x != 0);
    else if (c->kind == CELL_NOTHING)
        json_nothing(j, key);
    else {
        json_begin(j, key, '{');
        json_text(j, "exact", c->text);
        json_number(j, "value", c->x);
        json_end(j);
    }
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

/* ---- CSV ----------------------------------------------------------------------------------------------- */

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
        if (t->cell[i].kind != CELL_NUMBER)
            csv_text(out, shown(d, t, i));
        else if (t->look.digits > 0)
            fprintf(out, "%.*g", t->look.digits, t->cell[i].x);
        else
            fputs(number_shortest(t->cell[i].x, 15).text, out);
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

/* ---- Markdown ------------------------------------------------------------------------------------------ */

static void markdown_text(FILE *out, const char *s)
{
    for (; *s; s++)
        fprintf(out, strchr("|\\*_`<", *s) ? "\\%c" : *s == '\n' ? " " : "%c", *s);
}

static void markdown_table(Dtc *d, const SheetTable *t, const char *right, FILE *out)
{
    const uint32_t n = vec_len(t->column);

    for (uint32_t j = 0; j < n; j++) {
        fputs("| ", out);
        markdown_text(out, heading(d, &t->column[j]));
        fputc(' ', out);
    }
    fputs("|\n", out);
    for (uint32_t j = 0; j < n; j++)
        fputs(is_left(t, j) ? "|---" : right, out);
    fputs("|\n", out);
    for (uint32_t i = 0; i < vec_len(t->cell); i++) {
        fputs("| ", out);
        markdown_text(out, shown(d, t, i));
        fputs((i + 1) % n ? " " : " |\n", out);
    }
}

static void write_markdown(const Sheet *s, FILE *out)
{
    if (s->title)
        fprintf(out, s->bare ? "%s.\n\n" : "# %s\n", s->title);
    for (uint32_t k = 0; k < vec_len(s->table); k++) {
        const SheetTable *t = &s->table[k];
        if (t->look.aside)
            continue;
        if (!s->bare)
            fprintf(out, "\n## %s\n\n", t->title);
        if (sheet_rows(t) > 0 || s->bare)
            markdown_table(s->d, t, s->bare ? "|---:" : "|--:", out);
        for (uint32_t i = 0; i < vec_len(t->note); i++)
            fprintf(out, "\n%s\n", t->note[i]);
    }
}

/* ---- HTML ---------------------------------------------------------------------------------------------- */

static const char style[] =
    "body { margin: 0 auto; max-width: 75em; padding: 0 1.5em 3em; }\n"
    "h2 { margin-top: 2em; border-bottom: 1px solid var(--line); }\n"
    "td, th { padding: 0.15em 1.2em 0.15em 0; text-align: right; }\n"
    "td.text, th.text { text-align: left; }\n"
    "svg { max-width: 100%; height: auto; background: #fff; }\n";

static void html_cells(Dtc *d, const SheetTable *t, uint32_t row, const char *left, FILE *out)
{
    const uint32_t n = vec_len(t->column);

    fputs("<tr>", out);
    for (uint32_t j = 0; j < n; j++) {
        const char *text = row == 0 ? heading(d, &t->column[j]) : shown(d, t, (row - 1) * n + j),
                   *tag = row == 0 && *text ? "th" : "td"; /* a heading that says nothing is none */
        fprintf(out, left && is_left(t, j) ? "<%s class=\"%s\">" : "<%s>", tag, left);
        xml_text(out, text);
        fprintf(out, "</%s>", tag);
    }
    fputs("</tr>\n", out);
}

void sheet_html(Dtc *d, const SheetTable *t, const char *class, const char *left, FILE *out)
{
    fprintf(out, class ? "<table class=\"%s\">\n" : "<table>\n", class);
    for (uint32_t i = 0; i <= sheet_rows(t) && sheet_rows(t) > 0; i++)
        html_cells(d, t, i, left, out);
    fputs("</table>", out);
}

static void html_section(const Sheet *s, const SheetTable *t, FILE *out)
{
    if (!s->bare) {
        fputs("<h2>", out);
        xml_text(out, t->title);
        fputs("</h2>\n", out);
    }
    fputs("<div class=\"wide\" tabindex=\"0\">", out);
    sheet_html(s->d, t, NULL, "text", out);
    fputs("</div>\n", out);
    for (uint32_t i = 0; i < vec_len(t->note); i++) {
        fputs("<p>", out);
        xml_text(out, t->note[i]);
        fputs("</p>\n", out);
    }
}

static void write_html(const Sheet *s, FILE *out)
{
    const SheetLive *live = s->live;
    const char *script = live ? live->script : "";

    html_begin(s->d, out, s->title, live ? internf(s->d, "%s%s", style, live->style) : style, script);
    fputs("<main>\n<h1>", out);
    xml_text(out, s->title);
    fputs("</h1>\n", out);
    if (live) {
        fprintf(out,
                "<section id=\"%s\"><noscript><p>This part needs its script, which is switched off here.</p>"
                "</noscript></section>\n",
                live->id);
        html_knowledge(out, live->knowledge);
    }
    if (s->svg)
        fputs(s->svg, out);
    for (uint32_t k = 0; k < vec_len(s->table); k++)
        if (!s->table[k].look.aside)
            html_section(s, &s->table[k], out);
    fputs("</main>\n", out);
    html_end(out, script);
}

/* ---- all ----------------------------------------------------------------------------------------------- */

void sheet_write(const Sheet *s, const char *format, FILE *out)
{
    static const struct {
        const char *name;
        void (*write)(const Sheet *, FILE *);
    } form[] = { { "table", write_text },
                 { "json", write_json },
                 { "csv", write_csv },
                 { "md", write_markdown },
                 { "html", write_html } };

    for (size_t i = 0; i < sizeof form / sizeof *form; i++)
        if (strcmp(form[i].name, format) == 0)
            form[i].write(s, out);
}
