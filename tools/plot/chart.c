/* chart.c - pictures as data, filled by commands. Cost: constant for each thing added. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "chart.h"

#define X(colour) colour,
static const char *const curves[] = { PALETTE_LIGHT(X) }, *const bands[] = { PALETTE_BANDS(X) };
#undef X

const char *chart_colour(uint32_t i) { return curves[i % CHART_COLOURS]; }
const char *chart_band(uint32_t i) { return bands[i % CHART_BANDS]; }
double chart_colour_number(uint32_t i) { return (double)strtoul(chart_colour(i) + 1, NULL, 16); }

ChartPanel *chart_panel(Chart *c, ChartPanel panel)
{
    vec_push(&c->d->run, c->panel, panel);
    return &vec_last(c->panel);
}

static ChartData *block(Chart *c) { return &vec_last(vec_last(c->panel).data); }

void chart_add_data(Chart *c, const char *name, const int *digits, size_t columns)
{
    ChartData data = { .name = name, .columns = (int)columns };

    memcpy(data.digits, digits, columns * sizeof *digits);
    vec_push(&c->d->run, vec_last(c->panel).data, data);
}

void chart_add_row(Chart *c, const double *cell)
{
    for (int k = 0; k < block(c)->columns; k++)
        vec_push(&c->d->run, block(c)->cell, cell[k]);
}

void chart_gap(Chart *c, int lines)
{
    static const double empty[CHART_COLUMNS] = { INFINITY };

    for (int i = 0; i < lines; i++)
        chart_add_row(c, empty);
}

void chart_mark(Chart *c, ChartMark mark) { vec_push(&c->d->run, block(c)->mark, mark); }
void chart_curve(Chart *c, ChartCurve curve) { vec_push(&c->d->run, vec_last(c->panel).curve, curve); }
