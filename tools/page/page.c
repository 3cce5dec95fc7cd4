/* page.c - the page itself: what it knows of the runs as JSON, the values as text, and the script that shows them.
 *
 * Names and texts of models and files are in the JSON alone, with each `<` as an escape, so that nothing in them ends
 * the element; the script writes them as text. Cost: linear in what is written.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "page.h"
#include "version.h"

static const char *const kinds[] = { "parameter", "input", "output", "state", "variable", "calculated" };

/* ---- what the page knows ------------------------------------------------------------------------------- */

static void put_piece(Json *j, const char *key, PagePiece piece)
{
    json_begin(j, key, '[');
    json_whole(j, NULL, piece.at);
    json_whole(j, NULL, piece.length);
    json_whole(j, NULL, piece.count);
    json_end(j);
}

static void put_columns(Json *j, const PageData *data)
{
    json_begin(j, "columns", '[');
    for (uint32_t c = 0; c < vec_len(data->column); c++) {
        json_begin(j, NULL, '{');
        put_piece(j, "values", data->column[c].values);
        if (data->column[c].row)
            put_piece(j, "rows", data->column[c].rows);
        json_end(j);
    }
    json_end(j);
}

/* What is no number in JSON is a text. */
static void put_value(Json *j, double x)
{
    if (isfinite(x))
        json_number(j, "value", x);
    else
        json_text(j, "value", isnan(x) ? "nan" : x < 0 ? "-inf" : "inf");
}

static void put_signal(Json *j, const PageData *data, size_t i)
{
    const result_table *t = data->run->table;
    const result_signal *s = &t->signal[i];
    const char *words = i > 0 ? plot_words(t, s) : NULL;

    json_begin(j, NULL, '{');
    json_text(j, "name", s->name);
    if (words)
        json_text(j, "words", words);
    else if (s->unit || i == 0)
        json_text(j, "unit", i == 0 ? "s" : s->unit);
    if (s->description && *s->description)
        json_text(j, "text", s->description);
    if (data->run->kind && i > 0)
        json_text(j, "kind", kinds[data->run->kind[i]]);
    if (s->stride || i == 0) {
        json_whole(j, "column", map_get(&data->number, KEY(s->value)) - 1);
        if (s->sign < 0)
            json_truth(j, "negated", true);
    } else {
        put_value(j, result_value(s, 0));
    }
    json_end(j);
}

static void put_run(Json *j, const PageData *data)
{
    json_begin(j, NULL, '{');
    json_text(j, "name", data->run->name);
    json_whole(j, "rows", data->run->table->rows);
    if (data->thinned)
        json_whole(j, "bucket", data->bucket);
    if (data->events_thinned)
        json_truth(j, "events_thinned", true);
    put_piece(j, "events", data->events);
    put_columns(j, data);
    json_begin(j, "signals", '[');
    for (size_t i = 0; i < data->run->table->signals; i++)
        if (page_shown(data->run, i))
            put_signal(j, data, i);
    json_end(j);
    json_end(j);
}

static void put_panels(Json *j, const Page *p)
{
    json_begin(j, "panels", '[');
    for (uint32_t i = 0; i < vec_len(p->panel); i++) {
        json_begin(j, NULL, '[');
        for (uint32_t k = 0; k < vec_len(p->panel[i]); k++)
            json_text(j, NULL, p->panel[i][k]);
        json_end(j);
    }
    json_end(j);
}

static void put_knowledge(Dtc *d, const Page *p, const PageData *data, FILE *out)
{
    Json j = { .d = d, .out = out };

    json_begin(&j, NULL, '{');
    json_text(&j, "program", "dtc " VERSION);
    json_text(&j, "title", p->title);
    if (p->text)
        json_text(&j, "text", p->text);
    put_panels(&j, p);
    if (p->x)
        json_text(&j, "x", p->x);
    if (p->ended)
        json_text(&j, "ended", p->ended);
    if (p->messages && *p->messages)
        json_text(&j, "messages", p->messages);
    if (p->note)
        json_text(&j, "note", p->note);
    if (p->account)
        account_json(p->account, p->fixed_step, &j);
    json_begin(&j, "runs", '[');
    for (uint32_t i = 0; i < p->runs; i++)
        put_run(&j, &data[i]);
    json_end(&j);
    json_end(&j);
}

/* ---- the page ------------------------------------------------------------------------------------------ */

bool page_is_one(const char *name)
{
    const char *dot = name ? strrchr(name, '.') : NULL;

    return dot && strcasecmp(dot, ".html") == 0;
}

void page_write(Dtc *d, const Page *p, FILE *out)
{
    PageData *data = NEW_N(&d->run, PageData, p->runs);
    char *text = NULL;
    size_t length = 0;

    for (uint32_t i = 0; i < p->runs; i++)
        page_data(d, &p->run[i], &data[i]);
    FILE *memory = open_memstream(&text, &length);
    if (!memory) {
        fputs("dtc: out of memory\n", stderr);
        exit(1);
    }
    put_knowledge(d, p, data, memory);
    fclose(memory);
    html_begin(d, out, p->title, asset_page_style, asset_page_script);
    fputs("<noscript><p>This page shows its curves by a script, which is switched off here.</p></noscript>\n",
          out);
    fprintf(out, "<figure id=\"diagram\" hidden=\"hidden\">%s</figure>\n", p->diagram ? p->diagram : "");
    html_knowledge(out, text);
    free(text);
    for (uint32_t i = 0; i < p->runs; i++) {
        fprintf(out, "<script type=\"text/plain\" id=\"values%u\">", i);
        fwrite(data[i].text, 1, data[i].length, out);
        fputs("</script>\n", out);
        page_data_free(&data[i]);
    }
    html_end(out, asset_page_script);
}
