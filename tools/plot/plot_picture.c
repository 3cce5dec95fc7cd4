/* plot_picture.c - panels as a chart.
 *
 * A panel is its legend, in as many rows as the labels need, and its frame; below the last one are the numbers of x.
 * Of a long curve over time each part of the width keeps its first, least, greatest and last point, so that the
 * picture stays what it is.
 * Cost: linear in the rows of what is shown.
 */
#include <math.h>
#include <string.h>
#include "chart.h"
#include "plot.h"

enum { CURVES = 190, PHASE = 420, LANE = 20, ROW = 18, GAP = 16, BELOW = 46, TITLE = 34, RIGHT = 24, INNER = 900 };
enum { LETTER = 8, WIDEST = 9, SAMPLE = 70, LEAST_LEFT = 92, PARTS = 1800, MOST_EVENTS = 150, LONGEST = 60 };

enum { DASHES = 4 };

typedef struct { const Plot *p; Chart c; uint32_t blocks; } Script;    /* blocks: of data so far */

/* ---- texts --------------------------------------------------------------------------------------------- */

/* Characters, not bytes. */
static int letters(const char *text)
{
    int n = 0;

    for (; *text; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

/* The end of a long name tells more than its begin. */
static const char *shown(const Plot *p, const char *label)
{
    int more = letters(label) - LONGEST;

    if (more <= 0)
        return label;
    for (more += 3; more > 0 || ((unsigned char)*label & 0xc0) == 0x80; label++)
        more -= ((unsigned char)*label & 0xc0) != 0x80;
    return internf(p->d, "...%s", label);
}

/* ---- sizes --------------------------------------------------------------------------------------------- */

static int longest_label(const Plot *p, const PlotPanel *panel, const char **words)
{
    int most = 0;

    for (uint32_t i = 0; i < (words ? vec_len(words) : vec_len(panel->line)); i++) {
        int n = letters(words ? words[i] : shown(p, panel->line[i].label));
        most = n > most ? n : most;
    }
    return most;
}

/* Entries of a legend in a row: no more than gnuplot takes to fit, which for SVG guesses widths. */
static int legend_columns(const Script *s, const PlotPanel *panel, const char **words)
{
    int fit = (s->c.width - s->c.left - RIGHT) / (longest_label(s->p, panel, words) * WIDEST + SAMPLE);
    return fit < 1 ? 1 : fit;
}

static int legend_height(const Script *s, const PlotPanel *panel, const char **words)
{
    int n = (int)(panel->lanes ? vec_len(words) : vec_len(panel->line)),
        fit = legend_columns(s, panel, words);
    return (n + fit - 1) / fit * ROW + 6;
}

static int frame_height(const Plot *p, const PlotPanel *panel)
{
    return panel->lanes ? (int)vec_len(panel->line) * LANE + 8 : p->phase ? PHASE : CURVES;
}

/* The names of lanes stand left of them. */
static void measure(Script *s)
{
    s->c.left = LEAST_LEFT;
    for (uint32_t i = 0; i < vec_len(s->p->panel); i++) {
        int n = s->p->panel[i].lanes ? longest_label(s->p, &s->p->panel[i], NULL) * LETTER + 16 : 0;
        s->c.left = n > s->c.left ? n : s->c.left;
    }
    s->c.width = s->c.left + INNER + RIGHT;
}

/* ---- data ---------------------------------------------------------------------------------------------- */

/* The name of the new block. */
static const char *begin_block(Script *s) { return internf(s->p->d, "data%u", s->blocks++); }

static void add_point(Script *s, const PlotLine *line, size_t row)
{
    double x = result_value(s->p->x[line->file], row), y = result_value(line->part[0].of, row);
    bool there = plot_finite(x) && plot_finite(y);

    chart_row(&s->c, there ? x : NAN, there ? y + 0 : NAN); /* never -0 */
}

/* Rows from..to-1, by what is first, least, greatest and last of them. */
static void add_part(Script *s, const PlotLine *line, size_t from, size_t to)
{
    size_t keep[4] = { from, from, from, to - 1 };

    for (size_t r = from; r < to; r++) {
        double y = result_value(line->part[0].of, r);
        keep[1] = y < result_value(line->part[0].of, keep[1]) ? r : keep[1];
        keep[2] = y > result_value(line->part[0].of, keep[2]) ? r : keep[2];
        if (!plot_finite(y))
            keep[3] = r;
    }
    if (keep[1] > keep[2]) {
        size_t other = keep[1];
        keep[1] = keep[2];
        keep[2] = other;
    }
    for (int k = 0; k < 4; k++)
        if (k == 0 || keep[k] > keep[k - 1])
            add_point(s, line, keep[k]);
}

static void add_curve(Script *s, const PlotLine *line, const char *colour)
{
    const size_t rows = s->p->table[line->file].rows;
    const result_signal *x = s->p->x[line->file];
    const double part = (s->p->to - s->p->from) / PARTS;
    const char *name = begin_block(s);

    chart_data(&s->c, name, 15, 10);
    for (size_t from = 0, to; from < rows; from = to) {
        double end = s->p->from + part * (floor((result_value(x, from) - s->p->from) / part) + 1);
        for (to = from + 1; rows > 4 * PARTS && !s->p->phase && to < rows && result_value(x, to) < end;)
            to++;
        add_part(s, line, from, to);
    }
    chart_curve(&s->c, (ChartCurve){ internf(s->p->d, "$%s", name), "1:2",
                                     s->p->phase ? "linespoints pt 7 ps 0.3" : "lines", colour,
                                     line->file % DASHES + 1, 1.7, shown(s->p, line->label) });
}

/* Boxes of all spans with one word: x y left right low high. */
static void add_boxes(Script *s, const PlotPanel *lanes, const char *word, const char *colour)
{
    const char *name = begin_block(s);
    bool any = false;

    chart_data(&s->c, name, 15, 6, 15, 15, 6, 6);
    for (uint32_t i = 0; i < vec_len(lanes->line); i++) {
        PlotSpan *span = plot_spans(s->p, &lanes->line[i]);
        for (uint32_t k = 0; k < vec_len(span); k++)
            if (span[k].word == word && (any = true))
                chart_row(&s->c, span[k].from, i + 1, span[k].from, span[k].to, i + 0.62, i + 1.38);
    }
    if (any)
        chart_curve(&s->c, (ChartCurve){ internf(s->p->d, "$%s", name), "1:2:3:4:5:6",
                                         "boxxyerror fs solid 1 noborder", colour, .title = word });
}

/* ---- panels -------------------------------------------------------------------------------------------- */

/* Has it whole numbers alone, as an Integer has? */
static bool is_whole(const Script *s, const PlotPanel *panel)
{
    for (uint32_t i = 0; i < vec_len(panel->line); i++) {
        const PlotLine *line = &panel->line[i];
        for (size_t k = 0; k < s->p->table[line->file].rows; k++)
            if (result_value(line->part->of, k) != floor(result_value(line->part->of, k)))
                return false;
    }
    return true;
}

/* Ticks of whole numbers are whole too; over a wide range they are anyway. */
static void add_curves(Script *s, ChartPanel *to, const PlotPanel *panel)
{
    to->order = "FKADRTYLp";
    to->tics = panel->high - panel->low < 12 && is_whole(s, panel) ? "1" : "auto";
    to->numbers = "% .6g";
    to->y = (ChartRange){ panel->low, panel->high, 10, "noreverse" };
    to->label = panel->unit;
    for (uint32_t i = 0; i < vec_len(panel->line); i++)
        add_curve(s, &panel->line[i], chart_colour(i));
}

static void add_lanes(Script *s, ChartPanel *to, const PlotPanel *panel, const char **words)
{
    to->order = "FKADRLYTP";
    to->y = (ChartRange){ vec_len(panel->line) + 0.5, 0.5, 6, "noreverse" };
    for (uint32_t i = 0; i < vec_len(panel->line); i++)
        vec_push(&s->p->d->run, to->lane, shown(s->p, panel->line[i].label));
    chart_curve(&s->c, (ChartCurve){ .source = "NaN", .title = "" });
    for (uint32_t k = 0; k < vec_len(words); k++)
        add_boxes(s, panel, words[k], chart_band(k));
}

static void add_panel(Script *s, const PlotPanel *panel, int *top, bool last)
{
    const char **words = panel->lanes ? plot_all_words(s->p, panel) : NULL;
    int bottom = (*top += legend_height(s, panel, words)) + frame_height(s->p, panel);
    ChartPanel *to = chart_panel(&s->c, (ChartPanel){ .top = *top,
                                                      .bottom = bottom,
                                                      .above = 3,
                                                      .key = legend_columns(s, panel, words),
                                                      .across = last ? s->p->x_label : NULL });

    if (panel->lanes)
        add_lanes(s, to, panel, words);
    else
        add_curves(s, to, panel);
    *top = bottom + GAP;
}

Chart plot_picture(const void *plot)
{
    const Plot *p = plot;
    Script s = { .p = p,
                 .c = { .d = p->d,
                        .title = p->o->title,
                        .right = RIGHT,
                        .label = 72,
                        .look = LOOK_LIGHT,
                        .x = { p->from, p->to, 15, "noextend" } } };
    int top = p->o->title ? TITLE : GAP;

    measure(&s);
    if (vec_len(p->event) > MOST_EVENTS)
        fprintf(stderr, "dtc: note: %u events: no lines are drawn at more than %d\n", vec_len(p->event),
                MOST_EVENTS);
    else
        s.c.event = p->event;
    for (uint32_t i = 0; i < vec_len(p->panel); i++)
        add_panel(&s, &p->panel[i], &top, i + 1 == vec_len(p->panel));
    s.c.height = top + BELOW;
    return s.c;
}
