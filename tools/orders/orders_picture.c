/* orders_picture.c - orders as a chart: for each signal its spectrum over the speed as colours, with the
 * lines of the orders, and below it the amplitude of each order.
 *
 * Across is the speed in 1/min where the run only speeds up or only slows down, else the time. Colours are logarithmic,
 * over three decades below the largest. Cost: frames times frequencies for each signal.
 */
#include <math.h>
#include "chart.h"
#include "orders.h"

enum { LEFT = 92, RIGHT = 150, INNER = 820, TOP = 34, COLOURED = 340, CURVES = 250, GAP = 22, ROW = 18, BELOW = 52 };
enum { LABEL = 14, ENTRY = 110, DECADES = 1000 };
#define PI 3.14159265358979323846

enum { ENTRIES = INNER / ENTRY };

static int legend_rows(const Orders *r) { return ((int)vec_len(r->order) + ENTRIES - 1) / ENTRIES; }

/* "engine.w, rad/s" */
static const char *with_unit(const Orders *r, const OrderSignal *s)
{
    return *s->unit ? internf(r->d, "%s, %s", s->name, s->unit) : s->name;
}

/* ---- the spectrum -------------------------------------------------------------------------------------- */

static double largest_level(const Waterfall *f)
{
    float most = 0;

    for (uint32_t i = 0; i < f->frames * f->bins; i++)
        most = f->level[i] > most ? f->level[i] : most;
    return most > 0 ? most : 1;
}

static void add_levels(Chart *c, const Waterfall *f, double least)
{
    chart_data(c, "levels", 9, 9, 4);
    for (uint32_t i = 0; i < f->frames; i++)
        for (uint32_t k = 0; k < f->bins; k++)
            chart_row(c, f->x[i], k * f->bin_width, fmax(f->level[i * f->bins + k], least));
}

/* The lines of the orders, and right of the frame what each is, as far as there is room. most: Hz */
static void add_order_lines(Chart *c, const Orders *r, const Waterfall *f, double most)
{
    const uint32_t end = f->to >= f->from ? f->frames - 1 : 0;
    double last = -most;

    chart_data(c, "lines", 9, 9);
    for (uint32_t k = 0; k < vec_len(r->order); k++) {
        const double at = r->order[k] * f->turns[end] / (2 * PI);
        const bool room = at <= most && at - last >= most * LABEL / COLOURED && r->order[k] > 0;
        for (uint32_t i = 0; i < f->frames; i++)
            chart_row(c, f->x[i], r->order[k] * f->turns[i] / (2 * PI));
        chart_gap(c, 1);
        chart_mark(c, (ChartMark){ room ? internf(r->d, "%g", r->order[k]) : NULL, 1.006, at, true, false,
                                   "left", 0, 0, "#404040" });
        last = room ? at : last;
    }
}

static void add_waterfall(Chart *c, const Orders *r, const Waterfall *f, const OrderSignal *signal, int top,
                          double most)
{
    const double level = largest_level(f);

    chart_panel(c, (ChartPanel){ .order = "DRFLAYKCo",
                                 .top = top,
                                 .bottom = top + COLOURED,
                                 .label = "frequency, Hz",
                                 .y = { 0, most, 9, NULL },
                                 .least = level / DECADES,
                                 .most = level,
                                 .levels = with_unit(r, signal) });
    add_levels(c, f, level / DECADES);
    add_order_lines(c, r, f, most);
    chart_curve(c, (ChartCurve){ "$levels", "1:2:3", "image", .title = NULL });
    chart_curve(c, (ChartCurve){ "$lines", "1:2", "lines", "#b0ffffff", 0, 0.8, NULL });
}

/* ---- the orders ---------------------------------------------------------------------------------------- */

static void add_amplitudes(Chart *c, const Orders *r, bool over_speed, const OrderSignal *signal, int top, bool last)
{
    const uint32_t orders = vec_len(r->order);
    const char *across = over_speed ? internf(r->d, "%s, 1/min", r->o->speed) : "time, s";

    chart_panel(c, (ChartPanel){ .order = "DRFLKAUTP",
                                 .top = top,
                                 .bottom = top + CURVES,
                                 .key = ENTRIES,
                                 .above = 3,
                                 .label = with_unit(r, signal),
                                 .across = last ? across : NULL,
                                 .tics = "auto",
                                 .numbers = "%g" });
    for (uint32_t k = 0; k < orders; k++) {
        const char *name = internf(r->d, "order%u", k);
        chart_data(c, name, 9, 9);
        for (uint32_t w = 0; w < r->windows; w++)
            chart_row(c, over_speed ? r->turns[w] * 30 / PI : r->middle[w],
                      signal->amplitude[w * orders + k] + 0);
        if (orders_has(r, k))
            chart_curve(c, (ChartCurve){ internf(r->d, "$%s", name), "1:2", "lines", chart_colour(k),
                                         chart_dash(k), 1.7, internf(r->d, "order %g", r->order[k]) });
    }
}

Chart orders_picture(const void *orders)
{
    const Orders *r = orders;
    const int legend = legend_rows(r) * ROW + 6, signals = (int)vec_len(r->signal) - 1;
    Chart c = { .d = r->d,
                .title = r->o->title ? r->o->title : internf(r->d, "Orders of %s", r->o->speed),
                .width = LEFT + INNER + RIGHT,
                .left = LEFT,
                .right = RIGHT,
                .label = 72 };
    int top = TOP;
    double most = 0; /* Hz */

    for (uint32_t w = 0; w < r->windows; w++)
        most = fmax(most, 1.1 * fmax(1, vec_last(r->order)) * r->turns[w] / (2 * PI));
    for (int i = 1; i <= signals; i++) {
        const OrderSignal *signal = &r->signal[i];
        const Waterfall f = orders_waterfall(r, signal, most);
        const double edge = f.over_speed ? r->turns[0] * 30 / PI : r->middle[0];
        const double other = f.over_speed ? r->turns[r->windows - 1] * 30 / PI : r->middle[r->windows - 1];
        chart_panel(&c, (ChartPanel){ .order = "x",
                                      .x = { fmin(edge, other), fmax(edge, other), 9, "noextend" } });
        if (f.frames > 0)
            add_waterfall(&c, r, &f, signal, top, most);
        top += COLOURED + legend;
        add_amplitudes(&c, r, f.over_speed, signal, top, i == signals);
        top += CURVES + GAP;
    }
    c.height = top + BELOW;
    return c;
}
