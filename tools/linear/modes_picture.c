/* modes_picture.c - modes as a chart, from their sheet: of one configuration the shapes, a row for each
 * oscillation with the speeds of components and their phasors; of several the eigenvalues in their plane, the locus of
 * roots. Cost: the rows of the sheet. */
#include <math.h>
#include <string.h>
#include "chart.h"
#include "modes.h"

enum { ROWS = 8, WIDTH = 980, ROW_HEIGHT = 216, TOP = 40, BELOW = 30, LOCUS = 620 };

typedef struct { Chart c; const Sheet *s; const SheetTable *modes, *shapes; } Script;

static const SheetTable *table_named(const Sheet *s, const char *key)
{
    for (uint32_t i = 0; i < vec_len(s->table); i++)
        if (strcmp(s->table[i].key, key) == 0)
            return &s->table[i];
    return NULL;
}

static const Cell *cell(const SheetTable *t, uint32_t row, const char *key)
{
    static const Cell nothing = { 0 };

    for (uint32_t k = 0; k < vec_len(t->column); k++)
        if (strcmp(t->column[k].key, key) == 0)
            return &t->cell[row * vec_len(t->column) + k];
    return &nothing;
}

static double number(const SheetTable *t, uint32_t row, const char *key) { return cell(t, row, key)->x; }

/* ---- shapes -------------------------------------------------------------------------------------------- */

/* Rows of the table of modes that oscillate, the first few. */
static uint32_t *oscillations(const Script *p)
{
    uint32_t *row = NULL;

    for (uint32_t i = 0; i < sheet_rows(p->modes) && vec_len(row) < ROWS; i++)
        if (number(p->modes, i, "im") > 0)
            vec_push(&p->s->d->run, row, i);
    return row;
}

/* One row of the picture: the shape as bars, then as phasors. */
static void add_mode(Script *p, uint32_t index, uint32_t row)
{
    const double mode = number(p->modes, row, "mode");
    const char *name = cell(p->modes, row, "name")->text, *block = internf(p->s->d, "shape%u", index),
               *source = internf(p->s->d, "$%s", block);
    const int top = TOP + (int)index * ROW_HEIGHT + 22,
              bottom = TOP + (int)index * ROW_HEIGHT + ROW_HEIGHT - 66;
    ChartPanel *bars =
        chart_panel(&p->c, (ChartPanel){
                               .order = "DSHBo", .top = top, .bottom = bottom, .begin = 0.07, .end = 0.66 });
    uint32_t n = 0;

    bars->head = internf(p->s->d, "%g%s%s: %.4g Hz, damping %.3g", mode, name && *name ? ", " : "",
                         name ? name : "", number(p->modes, row, "damped"), number(p->modes, row, "damping"));
    chart_data(&p->c, block, 9, 9, 9, CHART_HEX);
    for (uint32_t i = 0; i < sheet_rows(p->shapes); i++)
        if (number(p->shapes, i, "mode") == mode) {
            vec_push(&p->s->d->run, bars->bar, cell(p->shapes, i, "component")->text);
            chart_row(&p->c, n, number(p->shapes, i, "re"), number(p->shapes, i, "im"),
                      chart_colour_number(n));
            n++;
        }
    chart_curve(&p->c, (ChartCurve){ "0", NULL, NULL, "#909090", 0, 0.7, "" });
    chart_curve(&p->c, (ChartCurve){ source, "1:2", "lines", "#404040", 0, 0.8, "" });
    chart_curve(&p->c, (ChartCurve){ "''", "1:2:4", "impulses", "variable", 0, 6, "" });
    chart_panel(&p->c,
                (ChartPanel){ .order = "SVoE", .top = top, .bottom = bottom, .begin = 0.75, .end = 0.97 });
    chart_curve(&p->c, (ChartCurve){ "'+'", "(cos($0*pi/50)):(sin($0*pi/50)) every ::0::100", "lines",
                                     "#d0d0d0", .title = "" });
    chart_curve(&p->c, (ChartCurve){ source, "(0):(0):2:3:4", "vectors head filled size 0.1,18", "variable",
                                     0, 1.6, "" });
}

static void add_shapes(Script *p)
{
    const uint32_t *row = oscillations(p);

    p->c.look = LOOK_SHAPES;
    p->c.height = TOP + (row ? (int)vec_len(row) : 1) * ROW_HEIGHT + BELOW;
    p->c.title = internf(p->s->d, "%s: speeds of components, and their phasors", p->s->title);
    for (uint32_t k = 0; k < vec_len(row); k++)
        add_mode(p, k, row[k]);
    if (row)
        return;
    chart_panel(&p->c, (ChartPanel){ .order = "Ho", .head = "there is no mode that oscillates" });
    chart_curve(&p->c, (ChartCurve){ .source = "[0:1][0:1] -1", .title = "" });
}

/* ---- the locus of roots -------------------------------------------------------------------------------- */

static void add_locus(Script *p)
{
    double low = 0, high = 0; /* of oscillations: what decays fast without any is far to the left */
    uint32_t block = 0;

    p->c.look = LOOK_PLANE;
    p->c.height = LOCUS;
    p->c.across = "Re, 1/s";
    p->c.up = "Im/2 pi, Hz";
    p->c.title = internf(p->s->d, "%s: eigenvalues", p->s->title);
    ChartPanel *roots = chart_panel(&p->c, (ChartPanel){ .order = "DxP" });
    chart_data(&p->c, "roots", 9, 9);
    chart_curve(&p->c, (ChartCurve){ "0", NULL, NULL, "#909090", 0, 0.7, "" });
    for (uint32_t i = 0; i < sheet_rows(p->modes); i++) {
        const char *of = cell(p->modes, i, "configuration")->text;
        const double re = number(p->modes, i, "re");
        if (number(p->modes, i, "im") > 0) {
            low = fmin(low, re);
            high = fmax(high, re);
        }
        if (i == 0 || of != cell(p->modes, i - 1, "configuration")->text) {
            chart_gap(&p->c, i ? 2 : 0);
            chart_curve(&p->c,
                        (ChartCurve){ internf(p->s->d, "$roots index %u", block), "1:2",
                                      internf(p->s->d, "points pt %u ps 1.1", 4 + block / CHART_COLOURS % 10),
                                      chart_colour(block), .title = of });
            block++;
        }
        chart_row(&p->c, re, number(p->modes, i, "damped"));
    }
    if (!(high > low))
        high = low + 1;
    roots->x = (ChartRange){ low - 0.05 * (high - low), high + 0.05 * (high - low), 6, NULL };
}

Chart modes_picture(const void *sheet)
{
    const Sheet *s = sheet;
    Script p = { .c = { .d = s->d, .width = WIDTH },
                 .s = s,
                 .modes = table_named(s, "modes"),
                 .shapes = table_named(s, "shapes") };

    if (strcmp(p.modes->column[0].key, "configuration") == 0)
        add_locus(&p);
    else
        add_shapes(&p);
    return p.c;
}
