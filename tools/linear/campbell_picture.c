/* campbell_picture.c - a Campbell diagram as a chart, and below it the forced responses, a panel each
 * output.
 *
 * Modes are lines in the colour of their configuration, orders grey lines with their number at the end, crossings
 * rings; as long as there is room with speed and frequency. Below, an order has a colour, or of several configurations
 * a dash. Cost: the points of all lines.
 */
#include <math.h>
#include "campbell.h"
#include "chart.h"

enum { LEFT = 92, RIGHT = 46, INNER = 820, TOP = 34, UPPER = 400, LOWER = 300, BETWEEN = 18, ROW = 18, BELOW = 56 };
enum { LABELS = 12, PER_ROW = 6 };

static int rows(uint32_t entries) { return ((int)entries + PER_ROW - 1) / PER_ROW * ROW + 8; }

/* The highest crossing, and the next mode above it. */
static double highest(const Campbell *c)
{
    double order = 0, crossed = 0, next = INFINITY;

    for (uint32_t k = 0; k < vec_len(c->order); k++)
        order = fmax(order, c->order[k] * c->to / 60);
    for (uint32_t i = 0; i < vec_len(c->one); i++)
        for (uint32_t k = 0; k < vec_len(c->one[i].crossing); k++)
            crossed = fmax(crossed, c->one[i].crossing[k].frequency);
    for (uint32_t i = 0; i < vec_len(c->one); i++)
        for (uint32_t k = 0; k < vec_len(c->one[i].mode); k++)
            if (c->one[i].mode[k].damped[0] > crossed)
                next = fmin(next, c->one[i].mode[k].damped[0]);
    const double wanted = 1.15 * fmax(crossed, next < 1.6 * crossed ? next : 0);
    return wanted > 0 && wanted < order ? wanted : fmax(1.05 * order, 1e-3);
}

static void add_modes(Chart *t, const Campbell *c)
{
    chart_data(t, "modes", 7, 7);
    for (uint32_t i = 0; i < vec_len(c->one); i++) {
        const CampbellCase *one = &c->one[i];
        for (uint32_t k = 0; k < vec_len(one->mode); k++) {
            const uint32_t last = vec_len(one->speed) - 1;
            for (uint32_t j = 0; j <= last; j += c->along ? 1 : last)
                if (isnan(one->mode[k].damped[j]))
                    chart_gap(t, 1);
                else
                    chart_row(t, one->speed[j], one->mode[k].damped[j]);
            chart_gap(t, 1);
        }
        if (vec_len(one->mode) == 0) {
            chart_row(t, 0, -1);
            chart_gap(t, 1);
        }
        chart_gap(t, 2);
    }
}

/* A number at the right or the upper end. */
static void add_orders(Chart *t, const Campbell *c, double most)
{
    chart_data(t, "orders", 7, 7);
    for (uint32_t k = 0; k < vec_len(c->order); k++) {
        const double end = c->order[k] * c->to / 60;
        const char *text = internf(c->d, "%g", c->order[k]);
        chart_row(t, c->from, c->order[k] * c->from / 60);
        chart_row(t, c->to, end);
        chart_gap(t, 1);
        chart_mark(t, end <= most ? (ChartMark){ text, 1.006, end, true, false, "left", 0, 0, "#505050" }
                                  : (ChartMark){ text, most * 60 / c->order[k], 1.02, false, true, "center",
                                                 0, 0, "#505050" });
    }
}

/* With words as long as there is room. */
static void add_crossings(Chart *t, const Campbell *c)
{
    uint32_t crossings = 0;

    for (uint32_t i = 0; i < vec_len(c->one); i++)
        crossings += vec_len(c->one[i].crossing);
    chart_data(t, "crossings", 7, 7);
    for (uint32_t i = 0; i < vec_len(c->one); i++) {
        for (uint32_t k = 0; k < vec_len(c->one[i].crossing); k++) {
            const Crossing *x = &c->one[i].crossing[k];
            const char *text = internf(c->d, "%.0f/min, %.3g Hz", x->speed, x->frequency);
            chart_row(t, x->speed, x->frequency);
            if (crossings <= LABELS)
                chart_mark(t, (ChartMark){ text, x->speed, x->frequency, false, false, "left", 0.8, -0.7,
                                           chart_colour(i) });
        }
        if (vec_len(c->one[i].crossing) == 0) {
            chart_row(t, 0, -1);
            chart_gap(t, 1);
        }
        chart_gap(t, 2);
    }
}

static const char *across(const Campbell *c) { return internf(c->d, "%s, 1/min", c->speed); }

static void add_diagram(Chart *t, const Campbell *c, int top)
{
    const double most = highest(c);

    chart_panel(t, (ChartPanel){ .order = "xDRFLKAYTP",
                                 .top = top,
                                 .bottom = top + UPPER,
                                 .label = "frequency, Hz",
                                 .across = vec_len(c->output) == 0 ? across(c) : NULL,
                                 .key = PER_ROW,
                                 .above = ROW + 2,
                                 .x = { c->from, c->to, 9, "noextend" },
                                 .y = { 0, most, 7, NULL },
                                 .tics = "auto",
                                 .numbers = "%g" });
    add_modes(t, c);
    add_orders(t, c, most);
    add_crossings(t, c);
    chart_curve(t, (ChartCurve){ "$orders", "1:2", "lines", "#a0a0a0", .title = "orders" });
    for (uint32_t i = 0; i < vec_len(c->one); i++) {
        chart_curve(t, (ChartCurve){ internf(c->d, "$modes index %u", i), "1:2", "lines", chart_colour(i), 0,
                                     1.7, *c->one[i].name ? c->one[i].name : "modes" });
        chart_curve(t, (ChartCurve){ internf(c->d, "$crossings index %u", i), "1:2", "points pt 6 ps 1",
                                     chart_colour(i), .title = "" });
    }
}

/* Of one configuration orders have colours; of several these have them, as above, and orders have dashes. */
static const char *colour_of(const Campbell *c, uint32_t one, uint32_t order)
{
    return chart_colour(vec_len(c->one) > 1 ? one : order);
}

static uint32_t dash_of(const Campbell *c, uint32_t order) { return vec_len(c->one) > 1 ? order % 5 + 1 : 1; }

/* A curve without a positive value is not drawn: gnuplot finds nothing in it. */
static bool has_response(const Campbell *c, uint32_t one, uint32_t order, uint32_t output)
{
    bool any = false;

    for (uint32_t j = 0; j < vec_len(c->one[one].speed); j++)
        any |= c->one[one].forced[order].amplitude[output][j] > 0;
    return any;
}

static bool add_responses(Chart *t, const Campbell *c, uint32_t output)
{
    bool any = false;

    chart_data(t, "forced", 7, 6);
    for (uint32_t i = 0; i < vec_len(c->one); i++)
        for (uint32_t k = 0; k < vec_len(c->order); k++) {
            for (uint32_t j = 0; j < vec_len(c->one[i].speed); j++) {
                const double a = c->one[i].forced[k].amplitude[output][j];
                chart_row(t, c->one[i].speed[j], a > 0 ? a : NAN);
            }
            chart_gap(t, 2);
            any |= has_response(c, i, k, output);
        }
    return any;
}

static void add_forced(Chart *t, const Campbell *c, uint32_t output, int top, bool last)
{
    const uint32_t orders = vec_len(c->order);
    ChartPanel *p = chart_panel(t, (ChartPanel){ .top = top,
                                                 .bottom = top + LOWER,
                                                 .key = PER_ROW,
                                                 .above = 3,
                                                 .across = last ? across(c) : NULL,
                                                 .logarithmic = "y",
                                                 .y = { 0.1, 10, 6, NULL },
                                                 .tics = "auto",
                                                 .numbers = "%.0te%T" });

    p->label = internf(c->d, "%s, %s", c->output[output], campbell_unit(c, output));
    p->order = add_responses(t, c, output) ? "DFLKAUGTpN" : "DFLKAYGTpN";
    for (uint32_t i = 0; i < vec_len(c->one); i++)
        for (uint32_t k = 0; k < orders; k++)
            if (has_response(c, i, k, output))
                chart_curve(t, (ChartCurve){ internf(c->d, "$forced index %u", i * orders + k), "1:2",
                                             "lines", colour_of(c, i, k), dash_of(c, k), 1.7, "" });
    for (uint32_t k = 0; k < orders; k++)
        chart_curve(t,
                    (ChartCurve){ "1/0", NULL, "lines", vec_len(c->one) > 1 ? "#505050" : colour_of(c, 0, k),
                                  dash_of(c, k), 1.7, internf(c->d, "order %g", c->order[k]) });
}

Chart campbell_picture(const void *campbell)
{
    const Campbell *c = campbell;
    const uint32_t outputs = vec_len(c->output);
    Chart t = { .d = c->d,
                .title = c->title ? c->title : internf(c->d, "Modes and orders of %s", c->model),
                .width = LEFT + INNER + RIGHT,
                .left = LEFT,
                .right = RIGHT,
                .label = 74 };
    int top = TOP + rows(vec_len(c->one) + 1) + ROW;

    add_diagram(&t, c, top);
    top += UPPER + BETWEEN;
    for (uint32_t i = 0; i < outputs; i++) {
        top += rows(vec_len(c->order));
        add_forced(&t, c, i, top, i + 1 == outputs);
        top += LOWER + BETWEEN;
    }
    t.height = top + BELOW;
    return t;
}
