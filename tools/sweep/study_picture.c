/* study_picture.c - a study as a chart.
 *
 *     tornado     influences of all factors, by size, a panel each metric: Sobol indices, or correlations
 *     scatter     metrics over a factor (--x), a dot each point
 *     surface     a metric as the colour of dots over two factors
 *     parallel    an axis each factor and metric, a line each point
 *     histogram   how often values come
 *     pareto      two metrics over each other, and the points that none is better than in both (small is good)
 *
 * Cost: linear in the points; of pareto in their square.
 */
#include <math.h>
#include <string.h>
#include "study_table.h"

enum { LEFT = 150, RIGHT = 40, INNER = 640, TOP = 40, HEIGHT = 260, BETWEEN = 64, BELOW = 56, MOST_LINES = 2000 };

static const char *axis(const StudyTable *t, const StudyColumn *c)
{
    return c->unit ? internf(t->d, "%s, %s", c->name, c->unit) : c->name;
}

/* A title; where points have no values, it says of how many the picture is. NULL: there is none */
static const char *with_gaps(const StudyTable *t, const char *title)
{
    return !t->gaps ? title : title ? internf(t->d, "%s; %s", title, t->said) : t->said;
}

/* Those that are named, or all metrics. */
static const StudyColumn **shown(const StudyView *v)
{
    const StudyColumn **list = NULL;

    for (uint32_t i = 0; i < vec_len(v->names); i++)
        vec_push(&v->t->d->run, list, study_column(v->t, v->names[i]));
    for (uint32_t i = v->t->factors; i < vec_len(v->t->column) && !v->names; i++)
        vec_push(&v->t->d->run, list, &v->t->column[i]);
    return list;
}

/* Dark to light: part in 0 .. 1. */
static double level_colour(double part)
{
    static const char *const level[] = {
#define X(colour) colour,
        PALETTE_LEVELS(X)
#undef X
    };
    const int n = (int)(sizeof level / sizeof *level);
    const double at = fmin(fmax(part, 0), 1) * (n - 1);
    const int i = at < n - 2 ? (int)at : n - 2;
    unsigned a = 0, b = 0, mixed = 0;

    (void)sscanf(level[i], "#%x", &a);
    (void)sscanf(level[i + 1], "#%x", &b);
    for (int shift = 0; shift <= 16; shift += 8) {
        const double x =
            (a >> shift & 255) + (at - i) * ((double)(b >> shift & 255) - (double)(a >> shift & 255));
        mixed |= (unsigned)lround(x) << shift;
    }
    return mixed;
}

static ChartRange range_of(const StudyTable *t, const StudyColumn *c)
{
    const Spread x = study_spread(t, c);
    const double room = x.most > x.least ? 0.04 * (x.most - x.least) : 1;

    return (ChartRange){ x.least - room, x.most + room, 9, NULL };
}

static ChartPanel *panel(Chart *c, ChartPanel p)
{
    const uint32_t n = vec_len(c->panel);

    p.top = TOP + (int)n * (HEIGHT + BETWEEN);
    p.bottom = p.top + HEIGHT;
    c->height = p.bottom + BELOW;
    if (!p.tics && !p.lane)
        p.tics = "auto";
    if (!p.numbers)
        p.numbers = "%g";
    return chart_panel(c, p);
}

/* ---- pictures ------------------------------------------------------------------------------------------ */

typedef struct { Influence x; const char *name; } Bar;

static Bar *bars(const StudyTable *t, uint32_t metric)
{
    Bar *list = NULL;

    for (uint32_t k = 0; k < t->factors; k++) {
        const Bar b = { study_influence(t, k, metric), t->column[k].name };
        uint32_t i = vec_len(list);
        vec_push(&t->d->run, list, b);
        for (; i > 0 && fabs(list[i - 1].x.total.value) > fabs(b.x.total.value); i--)
            list[i] = list[i - 1];
        list[i] = b;
    }
    return list;
}

static void tornado(Chart *c, const StudyView *v, const StudyColumn *metric)
{
    const StudyTable *t = v->t;
    const Bar *list = bars(t, (uint32_t)(metric - t->column) - t->factors);
    const char **lane = NULL;
    const bool indices = study_has_indices(t);

    for (uint32_t i = 0; i < vec_len(list); i++)
        vec_push(&t->d->run, lane, list[i].name);
    panel(c,
          (ChartPanel){
              .order = "xDFLKAYTP",
              .label = metric->name,
              .across = indices ? "Sobol index: light total, with its 95 % interval; dark of the factor alone"
                                : "correlation: light of ranks, with its 95 % interval; dark of values",
              .x = { indices ? -0.05 : -1.05, 1.05, 4, NULL },
              .y = { 0.4, vec_len(list) + 0.6, 4, NULL },
              .lane = lane });
    chart_data(c, internf(t->d, "tornado%u", vec_len(c->panel)), 7, 7, 7, 7, 7);
    for (uint32_t i = 0; i < vec_len(list); i++)
        if (isfinite(list[i].x.total.value) && isfinite(list[i].x.alone.value))
            chart_row(c, (double)i + 1, list[i].x.total.value, list[i].x.total.low, list[i].x.total.high,
                      list[i].x.alone.value);
    const char *data = internf(t->d, "$tornado%u", vec_len(c->panel));
    chart_curve(c, (ChartCurve){ data, "($2/2):1:(abs($2)/2):(0.36)", "boxxyerror fs solid 0.35 noborder",
                                 chart_colour(0), .title = "" });
    chart_curve(c, (ChartCurve){ data, "($5/2):1:(abs($5)/2):(0.18)", "boxxyerror fs solid 0.9 noborder",
                                 chart_colour(0), .title = "" });
    chart_curve(c, (ChartCurve){ data, "2:1:3:4", "xerrorbars pt 0", "#404040", .title = "" });
}

static void scatter(Chart *c, const StudyView *v, const StudyColumn *x, const StudyColumn *y)
{
    const StudyTable *t = v->t;

    panel(c, (ChartPanel){ .order = "xDFLKAYTP",
                           .label = axis(t, y),
                           .across = axis(t, x),
                           .x = range_of(t, x),
                           .y = range_of(t, y) });
    chart_data(c, internf(t->d, "scatter%u", vec_len(c->panel)), 9, 9);
    for (uint32_t i = 0; i < t->points; i++)
        if (isfinite(x->value[i]) && isfinite(y->value[i]))
            chart_row(c, x->value[i], y->value[i]);
    chart_curve(c, (ChartCurve){ internf(t->d, "$scatter%u", vec_len(c->panel)), "1:2", "points pt 7 ps 0.4",
                                 chart_colour(0), .title = "" });
}

static void surface(Chart *c, const StudyView *v, const StudyColumn *x, const StudyColumn *y, const StudyColumn *z)
{
    const StudyTable *t = v->t;
    const Spread s = study_spread(t, z);

    c->title = with_gaps(t, internf(t->d, "%s: %.4g dark, %.4g light", axis(t, z), s.least, s.most));
    panel(c, (ChartPanel){ .order = "xDFLKAYTP",
                           .label = axis(t, y),
                           .across = axis(t, x),
                           .x = range_of(t, x),
                           .y = range_of(t, y) });
    chart_data(c, "surface", 9, 9, CHART_HEX);
    for (uint32_t i = 0; i < t->points; i++)
        if (isfinite(x->value[i]) && isfinite(y->value[i]) && isfinite(z->value[i]))
            chart_row(c, x->value[i], y->value[i],
                      level_colour((z->value[i] - s.least) / (s.most - s.least)));
    chart_curve(c, (ChartCurve){ "$surface", "1:2:3", "points pt 7 ps 1.2", "variable", .title = "" });
}

static void parallel(Chart *c, const StudyView *v, const StudyColumn *colour)
{
    const StudyTable *t = v->t;
    const uint32_t n = vec_len(t->column), step = t->points / MOST_LINES + 1;
    const Spread shade = study_spread(t, colour);

    c->title = with_gaps(t, internf(t->d, "colour: %s, %.4g dark, %.4g light", axis(t, colour), shade.least,
                                    shade.most));
    panel(c, (ChartPanel){ .order = "xDFLKAYTP",
                           .numbers = "",
                           .x = { -0.2, n - 0.8, 4, NULL },
                           .y = { -0.12, 1.12, 4, NULL } });
    chart_data(c, "parallel", 5, 7, CHART_HEX);
    for (uint32_t i = 0; i < t->points; i += step) {
        for (uint32_t k = 0; k < n; k++) {
            const Spread s = study_spread(t, &t->column[k]);
            chart_row(c, k, (t->column[k].value[i] - s.least) / (s.most > s.least ? s.most - s.least : 1),
                      level_colour((colour->value[i] - shade.least) / (shade.most - shade.least)));
        }
        chart_gap(c, 1);
    }
    for (uint32_t k = 0; k < n; k++) {
        const Spread s = study_spread(t, &t->column[k]);
        chart_mark(c, (ChartMark){ t->column[k].name, k, 1.07, false, false, "center", 0, 0, "#202020" });
        chart_mark(c, (ChartMark){ internf(t->d, "%.4g", s.least), k, -0.07, false, false, "center", 0, 0,
                                   "#505050" });
        chart_mark(c, (ChartMark){ internf(t->d, "%.4g", s.most), k, 1.02, false, false, "center", 0, 0,
                                   "#505050" });
    }
    chart_curve(c, (ChartCurve){ "$parallel", "1:2:3", "lines", "variable", .title = "" });
}

static void histogram(Chart *c, const StudyView *v, const StudyColumn *x)
{
    const StudyTable *t = v->t;
    const Spread s = study_spread(t, x);
    const uint32_t bins = (uint32_t)fmin(60, fmax(5, ceil(2 * cbrt(s.n)))); /* rule of Rice */
    const double width = s.most > s.least ? (s.most - s.least) / bins : 1;
    uint32_t *count = NEW_N(&t->d->run, uint32_t, bins), most = 1;

    for (uint32_t i = 0; i < t->points; i++)
        if (isfinite(x->value[i])) {
            const uint32_t k = (uint32_t)((x->value[i] - s.least) / width);
            count[k < bins ? k : bins - 1]++;
        }
    for (uint32_t k = 0; k < bins; k++)
        most = count[k] > most ? count[k] : most;
    panel(c, (ChartPanel){ .order = "xDFLKAYTP",
                           .label = "points",
                           .across = axis(t, x),
                           .x = range_of(t, x),
                           .y = { 0, 1.05 * most, 7, NULL } });
    chart_data(c, internf(t->d, "histogram%u", vec_len(c->panel)), 9, 9, 9);
    for (uint32_t k = 0; k < bins; k++)
        chart_row(c, s.least + (k + 0.5) * width, count[k], width);
    chart_curve(c, (ChartCurve){ internf(t->d, "$histogram%u", vec_len(c->panel)), "1:2:3",
                                 "boxes fs solid 0.6", chart_colour(0), .title = "" });
}

static void pareto(Chart *c, const StudyView *v, const StudyColumn *x, const StudyColumn *y)
{
    const StudyTable *t = v->t;

    scatter(c, v, x, y);
    chart_data(c, "best", 9, 9);
    for (uint32_t i = 0; i < t->points; i++)
        if (study_is_best(t, x, y, i))
            chart_row(c, x->value[i], y->value[i]);
    vec_last(c->panel).order = "xDRFLKAYTP";
    chart_curve(c, (ChartCurve){ "$best", "1:2", "points pt 6 ps 1.1", chart_colour(1), .title = "" });
}

/* ---- which --------------------------------------------------------------------------------------------- */

/* Words are none, and points may all have failed. */
static bool has_numbers(const StudyTable *t, const StudyColumn *c)
{
    if (study_spread(t, c).n > 0)
        return true;
    fprintf(stderr, "dtc: %s: no point has a number for %s (%s)\n", t->file, c->name, t->said);
    return false;
}

bool study_view_fits(const StudyView *v)
{
    const StudyColumn **list = shown(v);
    const bool two = strcmp(v->picture, "pareto") == 0, over = strcmp(v->picture, "scatter") == 0,
               surface = strcmp(v->picture, "surface") == 0;

    for (uint32_t i = 0; i < vec_len(list); i++)
        if (!list[i] || !has_numbers(v->t, list[i]))
            return false;
    const StudyColumn *x = v->x ? study_column(v->t, v->x) : NULL;
    if (v->x && (!x || !has_numbers(v->t, x)))
        return false;
    if (two && vec_len(list) != 2)
        fputs("dtc: pareto is of two metrics: --vars A,B\n", stderr);
    else if ((over || surface) && !v->x)
        fprintf(stderr, "dtc: %s: --x NAME is the factor across\n", v->picture);
    else if (surface && (!v->names || vec_len(list) != 2))
        fputs("dtc: surface is of a factor and a metric over another factor: --x A --vars B,METRIC\n",
              stderr);
    else
        return true;
    return false;
}

Chart study_picture(const void *view)
{
    const StudyView *v = view;
    const char *which = v->picture;
    const StudyColumn **list = shown(v), *x = v->x ? study_column(v->t, v->x) : NULL;
    Chart c = { .d = v->t->d,
                .look = LOOK_FRAMES,
                .title = with_gaps(v->t, v->title),
                .width = LEFT + INNER + RIGHT,
                .left = LEFT,
                .right = RIGHT,
                .label = 120 };

    if (strcmp(which, "surface") == 0)
        surface(&c, v, x, list[0], list[1]);
    else if (strcmp(which, "parallel") == 0)
        parallel(&c, v, list[0]);
    else if (strcmp(which, "pareto") == 0)
        pareto(&c, v, list[0], list[1]);
    else
        for (uint32_t i = 0; i < vec_len(list); i++)
            strcmp(which, "scatter") == 0     ? scatter(&c, v, x, list[i])
            : strcmp(which, "histogram") == 0 ? histogram(&c, v, list[i])
            : list[i]->metric                 ? tornado(&c, v, list[i])
                                              : (void)0;
    return c;
}
