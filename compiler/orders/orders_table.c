/* orders_table.c - the largest of each order, where it is, and what it is on the average: as a table for the terminal,
 * as Markdown, and as a page of HTML with the picture. Cost: linear in windows times orders. */
#include <math.h>
#include "gnuplot.h"
#include "html.h"
#include "orders.h"
#include "output.h"

#define PI 3.14159265358979323846
enum { COLUMNS = 7, CELL = 40 };
static const char *const columns[COLUMNS] = { "signal", "order", "largest", "at 1/min", "Hz", "phase rad", "mean" };

typedef struct { bool some; double largest, turns, phase, mean; } Summary;

static Summary summary_of(const Orders *r, const OrderSignal *s, uint32_t order)
{
    Summary all = { 0 };
    uint32_t n = 0;

    for (uint32_t w = 0; w < r->windows; w++) {
        double a = s->amplitude[w * vec_len(r->order) + order];
        if (isnan(a))
            continue;
        if (!all.some || fabs(a) > fabs(all.largest)) {
            all.largest = a;
            all.turns = r->turns[w];
            all.phase = s->phase[w * vec_len(r->order) + order];
        }
        all.some = true;
        all.mean += a;
        n++;
    }
    all.mean /= n > 0 ? n : 1;
    return all;
}

/* Texts of a row; "-" where the rows of the run are too few. */
static void row_of(const Orders *r, const OrderSignal *s, uint32_t order, char cell[COLUMNS][CELL])
{
    const Summary a = summary_of(r, s, order);
    const double n = r->order[order];

    for (int c = 1; c < COLUMNS; c++)
        snprintf(cell[c], CELL, "-");
    snprintf(cell[1], CELL, "%g", n);
    if (a.some) {
        snprintf(cell[2], CELL, "%.5g", a.largest);
        snprintf(cell[3], CELL, "%.1f", a.turns * 30 / PI);
        snprintf(cell[6], CELL, "%.5g", a.mean);
    }
    if (a.some && n > 0) {
        snprintf(cell[4], CELL, "%.2f", n * a.turns / (2 * PI));
        snprintf(cell[5], CELL, "%.3f", a.phase);
    }
}

static const char *named(const Orders *r, const OrderSignal *s)
{
    return *s->unit ? internf(r->d, "%s [%s]", s->name, s->unit) : s->name;
}

static const char *headline(const Orders *r)
{
    return internf(r->d, "Orders of %s: %.1f to %.1f 1/min, %g to %g s; %u windows of %g revolutions", r->o->speed,
                   r->turns[0] * 30 / PI, r->turns[r->windows - 1] * 30 / PI, r->middle[0], r->middle[r->windows - 1],
                   r->windows, r->revolutions);
}

bool orders_table(FILE *out, const Orders *r)
{
    char cell[COLUMNS][CELL];

    fprintf(out, "%s\n", headline(r));
    for (uint32_t i = 1; i < vec_len(r->signal); i++) {
        fprintf(out, "%s\n ", named(r, &r->signal[i]));
        for (int c = 1; c < COLUMNS; c++)
            fprintf(out, " %12s", columns[c]);
        fputc('\n', out);
        for (uint32_t k = 0; k < vec_len(r->order); k++) {
            row_of(r, &r->signal[i], k, cell);
            fputc(' ', out);
            for (int c = 1; c < COLUMNS; c++)
                fprintf(out, " %12s", cell[c]);
            fputc('\n', out);
        }
    }
    return !ferror(out);
}

bool orders_markdown(FILE *out, const Orders *r)
{
    char cell[COLUMNS][CELL];

    fprintf(out, "%s.\n\n", headline(r));
    for (int c = 0; c < COLUMNS; c++)
        fprintf(out, "| %s ", columns[c]);
    fputs("|\n", out);
    for (int c = 0; c < COLUMNS; c++)
        fputs(c == 0 ? "|---" : "|---:", out);
    fputs("|\n", out);
    for (uint32_t i = 1; i < vec_len(r->signal); i++)
        for (uint32_t k = 0; k < vec_len(r->order); k++) {
            row_of(r, &r->signal[i], k, cell);
            fprintf(out, "| %s ", named(r, &r->signal[i]));
            for (int c = 1; c < COLUMNS; c++)
                fprintf(out, "| %s ", cell[c]);
            fputs("|\n", out);
        }
    return !ferror(out);
}

static const char style[] =
    "body { margin: 1em auto; max-width: 66em; padding: 0 1em; }\n"
    "td, th { padding: 0.15em 0.8em 0.15em 0; text-align: right; }\n"
    "td:first-child, th:first-child { text-align: left; }\n"
    "svg { max-width: 100%; height: auto; background: #fff; }\n";

bool orders_html(FILE *out, const Orders *r)
{
    char cell[COLUMNS][CELL];

    html_begin(r->d, out, r->o->title ? r->o->title : "Orders", style, "");
    fputs("<main>\n<h1>", out);
    xml_text(out, r->o->title ? r->o->title : "Orders");
    fputs("</h1>\n<p>", out);
    xml_text(out, headline(r));
    fputs("</p>\n<div>\n", out);
    if (!gnuplot_draw(orders_picture, r, "svg", out))
        return false;
    fputs("</div>\n<table>\n<tr>", out);
    for (int c = 0; c < COLUMNS; c++)
        fprintf(out, "<th>%s</th>", columns[c]);
    fputs("</tr>\n", out);
    for (uint32_t i = 1; i < vec_len(r->signal); i++)
        for (uint32_t k = 0; k < vec_len(r->order); k++) {
            row_of(r, &r->signal[i], k, cell);
            fputs("<tr><td>", out);
            xml_text(out, named(r, &r->signal[i]));
            fputs("</td>", out);
            for (int c = 1; c < COLUMNS; c++)
                fprintf(out, "<td>%s</td>", cell[c]);
            fputs("</tr>\n", out);
        }
    fputs("</table>\n</main>\n", out);
    html_end(out, "");
    return !ferror(out);
}
