/* summary_page.c - the report itself: sections of a model and its run, without a script. What does not apply is said in
 * a sentence. Names and texts are escaped. Cost: linear in the rows of the run and in what is written.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "diagram_run.h"
#include "html.h"
#include "model_list.h"
#include "page.h"
#include "summary.h"
#include "version.h"

enum { MOST_PARAMETERS = 120, MOST_VALUES = 40 };

static const char style[] =
    "body { margin: 0 auto; max-width: 66em; padding: 0 1.5em 3em; }\n"
    "h2 { margin-top: 1.8em; border-bottom: 1px solid var(--line); }\n"
    "td, th { padding: 0.12em 1.1em 0.12em 0; text-align: right; vertical-align: top; }\n"
    "td.text, th.text { text-align: left; }\n"
    ".wide { font-size: 0.88em; }\n"
    ".parameters td:nth-child(4) { white-space: nowrap; }\n"
    ".hint { color: var(--soft); font-size: 0.9em; }\n"
    ".ended { color: var(--bad); font-weight: 600; }\n"
    "figure { margin: 0.6em 0; overflow-x: auto; background: var(--ground); color: var(--text); }\n"
    "svg { max-width: 100%; height: auto; }\n"
    "pre { white-space: pre-wrap; overflow-wrap: anywhere; }\n"
    "@media screen { pre.account { white-space: pre; } .large svg { max-width: none; } }\n"
    "@media screen and (max-width: 60em) { svg { max-width: none; } }\n"
    "@media screen and (max-width: 40em) { .wide td.text:last-child { min-width: 16em; } }\n"
    "@page { margin: 14mm; }\n"
    "@media print { body { font-size: 10pt; padding: 0; max-width: none; } h2 { break-after: avoid; }\n"
    "  figure, tr { break-inside: avoid; }\n"
    "  .wide { overflow: visible; } .wide table { font-size: 7.5pt; } pre { font-size: 7.5pt; } }\n";

static void head(FILE *f, const char *title) { fprintf(f, "<h2>%s</h2>\n", title); }

static void sentence(FILE *f, const char *class, const char *text)
{
    fprintf(f, class ? "<p class=\"%s\">" : "<p>", class);
    xml_text(f, text);
    fputs("</p>\n", f);
}

static void command(FILE *f, const char *text)
{
    fputs("<p class=\"hint\">More: <code>", f);
    xml_text(f, text);
    fputs("</code></p>\n", f);
}

/* own: a class of its own, or "" */
static void table(FILE *f, const Sheet *s, const char *own)
{
    fprintf(f, "<div class=\"wide%s\" tabindex=\"0\">", own);
    sheet_html(s->d, &s->table[0], NULL, "text", f);
    fputs("</div>\n", f);
}

static void part(FILE *f, const char *title, const SummaryPart *p)
{
    head(f, title);
    if (p->html)
        fputs(p->html, f);
    else
        sentence(f, NULL, p->why);
    if (p->html && p->command)
        command(f, p->command);
}

/* Made as wide as the page its letters could not be read: it scrolls. */
static bool is_large(const char *svg)
{
    enum { WIDE = 1500 };
    const char *width = strstr(svg, "width=\"");

    return width && strtod(width + strlen("width=\""), NULL) > WIDE;
}

static void diagram(FILE *f, const Summary *s)
{
    const char *note = NULL, *svg = diagram_still(s->d, &note);

    head(f, "Diagram");
    if (svg)
        fprintf(f, "<figure class=\"paper%s\" tabindex=\"0\">%s</figure>\n", is_large(svg) ? " large" : "",
                svg);
    else
        sentence(f, NULL, note ? note : "The model has no components.");
    if (svg)
        command(f,
                internf(s->d, "dtc diagram %s%s -o model.html", s->model, summary_options(s, CMD_DIAGRAM)));
}

/* ---- parameters ---------------------------------------------------------------------------------------- */

static uint32_t dots(const char *name)
{
    uint32_t n = 0;

    for (; *name; name++)
        n += *name == '.';
    return n;
}

/* What a user can set, and has not set by another; columns of list_sheet. */
enum { NAME, VALUE, UNIT, BOUNDS, REMARK, DESCRIPTION };
static bool is_free_row(const Cell *row)
{
    return strncmp(row[REMARK].text, "structural", 10) != 0 && strncmp(row[REMARK].text, "follows", 7) != 0;
}

/* Of many those near the surface, as deep as there is room. */
static void parameters(FILE *f, const Summary *s)
{
    const Sheet all = list_sheet(s->d, PARAMETERS);
    const SheetTable *t = &all.table[0];
    const uint32_t n = vec_len(t->column), rows = sheet_rows(t);
    uint32_t deep = 0, taken = 0, of[64] = { 0 };
    Sheet some = sheet_new(s->d, NULL);

    head(f, "Parameters");
    for (uint32_t i = 0; i < rows; i++)
        of[dots(t->cell[i * n].text) < 63 ? dots(t->cell[i * n].text) : 63] += is_free_row(&t->cell[i * n]);
    for (taken = of[0]; deep < 63 && taken + of[deep + 1] <= MOST_PARAMETERS; deep++)
        taken += of[deep + 1];
    sheet_table(&some, t->key, NULL);
    sheet_columns(&some, COLUMN("name"), SIDED("value", CELLS_RIGHT), SIDED("unit", CELLS_LEFT),
                  COLUMN("bounds"), COLUMN("description"));
    for (uint32_t i = 0; i < rows; i++) {
        const Cell *c = &t->cell[i * n];
        if (is_free_row(c) && dots(c[NAME].text) <= deep)
            sheet_cells(&some, c[NAME], c[VALUE], c[UNIT], c[BOUNDS], c[DESCRIPTION]);
    }
    if (taken > 0)
        table(f, &some, " parameters");
    if (rows == 0)
        sentence(f, NULL, "The model has no parameters.");
    if (taken < rows)
        sentence(f, "hint",
                 internf(s->d,
                         "%u of %u: the others follow from these, decide the structure, or are deeper in "
                         "components.",
                         taken, rows));
    command(f, internf(s->d, "dtc list %s%s parameters", s->model, summary_options(s, CMD_LIST)));
}

/* ---- the run ------------------------------------------------------------------------------------------- */

static const char *value_text(Dtc *d, const result_table *t, const result_signal *s)
{
    const char *words = plot_words(t, s);
    const double x = result_value(s, t->rows - 1);
    const char *word = words ? word_for(d, words, x) : NULL;

    return word ? word : internf(d, "%.6g", isnan(x) ? (double)NAN : x + 0.0);
}

static void last_values(FILE *f, const SimRun *r, const result_table *t)
{
    Sheet s = sheet_new(r->d, NULL);
    Map taken = { 0 }; /* values that another name has had */

    sheet_table(&s, "values", NULL);
    sheet_columns(&s, SIDED("name", CELLS_LEFT), SIDED("at the end", CELLS_RIGHT), SIDED("unit", CELLS_LEFT),
                  SIDED("description", CELLS_LEFT));
    for (size_t i = 1; i < t->signals && sheet_rows(&s.table[0]) < MOST_VALUES; i++) {
        const result_signal *v = &t->signal[i];
        const dtc_kind kind = r->columns.variable[i - 1].kind;
        const bool words = plot_words(t, v) != NULL;
        if (!(kind == DTC_OUT || kind == DTC_STATE || (words && v->stride)) || map_get(&taken, KEY(v->value)))
            continue;
        sheet_cells(&s, cell_text(v->name), cell_text(value_text(r->d, t, v)),
                    cell_text(words || !v->unit ? "" : v->unit),
                    cell_text(v->description ? v->description : ""));
        map_set(&r->d->run, &taken, KEY(v->value), v->stride != 0);
    }
    if (sheet_rows(&s.table[0]) > 0)
        table(f, &s, "");
    else
        sentence(f, NULL, "The model has neither outputs nor states.");
}

static void run(FILE *f, const Summary *s, SimRun *r, const result_table *t, const unsigned char *kind)
{
    head(f, "Run");
    sentence(f, NULL,
             internf(s->d, "From %.9g to %.9g s, %zu rows.", result_value(&t->signal[0], 0),
                     result_value(&t->signal[0], t->rows - 1), t->rows));
    if (page_ended(r, t))
        sentence(f, "ended", page_ended(r, t));
    fputs("<figure class=\"paper\">", f);
    if (!summary_curves(s->d, f, t, kind))
        fputs("<p>Nothing varies.</p>", f);
    fputs("</figure>\n", f);
    command(f, internf(s->d, "dtc sim %s%s --audit -o run.html", s->model, summary_options(s, CMD_SIM)));
    fputs("<h3>Last values</h3>\n", f);
    last_values(f, r, t);
    fputs("<h3>Energy account</h3>\n", f);
    if (s->account_length > 0) {
        fputs("<pre class=\"account\" tabindex=\"0\">", f);
        xml_text(f, s->account_text);
        fputs("</pre>\n", f);
    } else {
        sentence(f, NULL, "No component has variables of energy.");
    }
    fputs("<h3>Messages</h3>\n", f);
    const char *said = r->o->messages ? page_messages(r->o->messages) : "";
    if (*said) {
        fputs("<pre>", f);
        xml_text(f, summary_plain(s->d, said));
        fputs("</pre>\n", f);
    } else {
        sentence(f, NULL, "There are none.");
    }
}

/* ---- all ----------------------------------------------------------------------------------------------- */

static void made_by(FILE *f, const Summary *s, const SimRun *r)
{
    static const char step[] = "a fixed step of the method %s", variable[] = "a variable step (CVODE)";

    head(f, "How it was made");
    sentence(f, NULL,
             internf(s->d, "By dtc %s, from %s, model %s; the run with %s.", VERSION, s->model, r->info->name,
                     s->d->opt.hybrid ? variable : internf(s->d, step, method_name(s->d->opt.method))));
    fputs("<pre>", f);
    xml_text(f, internf(s->d, "dtc report %s%s -o report.html", s->model, summary_options(s, CMD_REPORT)));
    fputs("</pre>\n", f);
}

static void write_page(FILE *f, const Summary *s, SimRun *r, const result_table *t, const unsigned char *kind)
{
    html_begin(s->d, f, r->info->name, style, "");
    fputs("<main>\n<h1>", f);
    xml_text(f, r->info->name);
    fputs("</h1>\n", f);
    if (r->f->doc)
        sentence(f, NULL, r->f->doc);
    diagram(f, s);
    parameters(f, s);
    part(f, "Gears", &s->gears);
    run(f, s, r, t, kind);
    part(f, "Modes around the start", &s->modes);
    made_by(f, s, r);
    fputs("</main>\n", f);
    html_end(f, "");
}

bool summary_page(SimRun *r)
{
    Summary *s = r->o->own;
    char message[500];
    result_table t;

    if (s->account && fflush(s->account) != 0)
        return false;
    const bool good = result_read(r->rows, &t, message, sizeof message) && t.rows > 0;
    if (good)
        write_page(r->output.file, s, r, &t, page_kinds(r, &t));
    else
        fprintf(stderr, "dtc: %s\n", message);
    result_free(&t);
    return good;
}
