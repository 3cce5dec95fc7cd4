/* plot_script.c - panels as a script for gnuplot that holds its data.
 *
 * All places are computed here, in pixels, so that nothing depends on what gnuplot leaves room for: a panel is its
 * legend, in as many rows as the labels need, and its frame; below the last one are the numbers of x. Names go into
 * the script between single quotes, where gnuplot looks for nothing but the next one. Of a long curve over time each
 * part of the width keeps its first, least, greatest and last point, so that the picture stays what it is.
 * Cost: linear in the rows of what is shown.
 */
#include <math.h>
#include <string.h>
#include "gnuplot.h"
#include "palette.h"
#include "plot.h"

enum { CURVES = 190, PHASE = 420, LANE = 20, ROW = 18, GAP = 16, BELOW = 46, TITLE = 34, RIGHT = 24, INNER = 900 };
enum { LETTER = 8, WIDEST = 9, SAMPLE = 70, LEAST_LEFT = 92, PARTS = 1800, MOST_EVENTS = 150, LONGEST = 60 };

static const char *const colours[] = { COLOURS_LIGHT };
/* Of the places of a switching element: slip-, stuck, slip+, open. */
static const char *const bands[] = { "#e39b74", "#6f9fd0", "#7cc096", "#e2e4e7", "#c2a9d6",
                                     "#e0cc6a", "#eda8c6", "#86d0d9", "#a89070", "#cde08a" };
enum { COLOURS = sizeof colours / sizeof *colours, BANDS = sizeof bands / sizeof *bands, DASHES = 4 };

typedef struct {
    const Plot *p; FILE *out;
    int left, width, height;               /* of the picture; left: of the frames */
    int data;                              /* blocks of data so far */
} Script;

/* ---- texts ------------------------------------------------------------------------------------------------------- */

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

/* ---- sizes ------------------------------------------------------------------------------------------------------- */

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
    int fit = (s->width - s->left - RIGHT) / (longest_label(s->p, panel, words) * WIDEST + SAMPLE);
    return fit < 1 ? 1 : fit;
}

static int legend_height(const Script *s, const PlotPanel *panel, const char **words)
{
    int n = (int)(panel->lanes ? vec_len(words) : vec_len(panel->line)), fit = legend_columns(s, panel, words);
    return (n + fit - 1) / fit * ROW + 6;
}

static int frame_height(const Plot *p, const PlotPanel *panel)
{
    return panel->lanes ? (int)vec_len(panel->line) * LANE + 8 : p->phase ? PHASE : CURVES;
}

/* The names of lanes stand left of them. */
static void measure(Script *s)
{
    s->left = LEAST_LEFT;
    for (uint32_t i = 0; i < vec_len(s->p->panel); i++) {
        int n = s->p->panel[i].lanes ? longest_label(s->p, &s->p->panel[i], NULL) * LETTER + 16 : 0;
        s->left = n > s->left ? n : s->left;
    }
    s->width = s->left + INNER + RIGHT;
    s->height = (s->p->o->title ? TITLE : GAP) + BELOW;
    for (uint32_t i = 0; i < vec_len(s->p->panel); i++) {
        const PlotPanel *panel = &s->p->panel[i];
        const char **words = panel->lanes ? plot_all_words(s->p, panel) : NULL;
        s->height += legend_height(s, panel, words) + frame_height(s->p, panel) + GAP;
    }
}

/* ---- data -------------------------------------------------------------------------------------------------------- */

static void put_point(const Script *s, const PlotLine *line, size_t row)
{
    double x = result_value(s->p->x[line->file], row), y = result_value(line->part[0].of, row);

    if (plot_finite(x) && plot_finite(y))
        fprintf(s->out, "%.15g %.10g\n", x, y + 0);           /* never -0 */
    else
        fputs("NaN NaN\n", s->out);
}

/* Rows from..to-1, by what is first, least, greatest and last of them. */
static void put_part(const Script *s, const PlotLine *line, size_t from, size_t to)
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
            put_point(s, line, keep[k]);
}

static void put_curve(Script *s, const PlotLine *line)
{
    const size_t rows = s->p->table[line->file].rows;
    const result_signal *x = s->p->x[line->file];
    const double part = (s->p->to - s->p->from) / PARTS;

    fprintf(s->out, "$data%d << END\n", s->data++);
    for (size_t from = 0, to; from < rows; from = to) {
        double end = s->p->from + part * (floor((result_value(x, from) - s->p->from) / part) + 1);
        for (to = from + 1; rows > 4 * PARTS && !s->p->phase && to < rows && result_value(x, to) < end;)
            to++;
        put_part(s, line, from, to);
    }
    fputs("END\n", s->out);
}

/* Boxes of all spans with one word: x y left right low high. How many. */
static uint32_t put_boxes(Script *s, const PlotPanel *lanes, const char *word)
{
    uint32_t boxes = 0;

    fprintf(s->out, "$data%d << END\n", s->data++);
    for (uint32_t i = 0; i < vec_len(lanes->line); i++) {
        PlotSpan *span = plot_spans(s->p, &lanes->line[i]);
        for (uint32_t k = 0; k < vec_len(span); k++)
            if (span[k].word == word && ++boxes)
                fprintf(s->out, "%.15g %u %.15g %.15g %g %g\n", span[k].from, i + 1, span[k].from, span[k].to,
                        i + 0.62, i + 1.38);
    }
    fputs("END\n", s->out);
    return boxes;
}

/* ---- panels ------------------------------------------------------------------------------------------------------ */

/* Where gnuplot is to draw; y from the top, in pixels. */
static void put_frame(const Script *s, int top, int bottom, int columns, bool last)
{
    fprintf(s->out, "set lmargin at screen %.5f; set rmargin at screen %.5f\n", (double)s->left / s->width,
            1 - (double)RIGHT / s->width);
    fprintf(s->out, "set tmargin at screen %.5f; set bmargin at screen %.5f\n", 1 - (double)top / s->height,
            1 - (double)bottom / s->height);
    fprintf(s->out, "set key at screen %.5f, screen %.5f left bottom Left reverse horizontal maxcols %d "
                    "samplen 3\n",
            (double)s->left / s->width, 1 - (double)(top - 3) / s->height, columns);
    fputs(last ? "set format x '% g'\nset xlabel " : "set format x ''\nunset xlabel\n", s->out);
    if (last) {
        gnuplot_text(s->out, s->p->x_label);
        fputs(" offset 0,0.4\n", s->out);
    }
}

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
static const char *ticks(const Script *s, const PlotPanel *panel)
{
    return panel->high - panel->low < 12 && is_whole(s, panel) ? "1" : "auto";
}

static void put_curves(Script *s, const PlotPanel *panel)
{
    const char *with = s->p->phase ? "linespoints pt 7 ps 0.3" : "lines";
    int data = s->data;

    for (uint32_t i = 0; i < vec_len(panel->line); i++)
        put_curve(s, &panel->line[i]);
    fprintf(s->out, "set ytics %s format '%% .6g'\nset yrange [%.10g:%.10g] noreverse\nset label 1 ",
            ticks(s, panel), panel->low, panel->high);
    gnuplot_text(s->out, panel->unit);
    fprintf(s->out, " at screen %.5f, graph 0.5 center rotate\nplot \\\n", (s->left - 72.0) / s->width);
    for (uint32_t i = 0; i < vec_len(panel->line); i++) {
        const PlotLine *line = &panel->line[i];
        fprintf(s->out, "  $data%d using 1:2 with %s lc rgb '%s' dt %u lw 1.7 title ", data++, with,
                colours[i % COLOURS], line->file % DASHES + 1);
        gnuplot_text(s->out, shown(s->p, line->label));
        fputs(i + 1 < vec_len(panel->line) ? ", \\\n" : "\n", s->out);
    }
}

static void put_lanes(Script *s, const PlotPanel *panel, const char **words)
{
    uint32_t *boxes = NULL;
    int data = s->data;

    for (uint32_t k = 0; k < vec_len(words); k++)
        vec_push(&s->p->d->run, boxes, put_boxes(s, panel, words[k]));
    fprintf(s->out, "unset label 1\nset yrange [%g:0.5] noreverse\nset ytics format '%%s' (",
            vec_len(panel->line) + 0.5);
    for (uint32_t i = 0; i < vec_len(panel->line); i++) {
        gnuplot_text(s->out, shown(s->p, panel->line[i].label));
        fprintf(s->out, " %u%s", i + 1, i + 1 < vec_len(panel->line) ? ", " : ")\n");
    }
    fputs("plot NaN notitle", s->out);
    for (uint32_t k = 0; k < vec_len(words); k++, data++)
        if (boxes[k] > 0) {
            fprintf(s->out, ", \\\n  $data%d using 1:2:3:4:5:6 with boxxyerror fs solid 1 noborder lc rgb '%s' title ",
                    data, bands[k % BANDS]);
            gnuplot_text(s->out, words[k]);
        }
    fputc('\n', s->out);
}

static void put_events(const Script *s)
{
    const uint32_t n = vec_len(s->p->event);

    if (n > MOST_EVENTS)
        fprintf(stderr, "dtc: note: %u events: no lines are drawn at more than %d\n", n, MOST_EVENTS);
    for (uint32_t i = 0; i < n && n <= MOST_EVENTS; i++)
        fprintf(s->out, "set arrow from first %.15g, graph 0 to first %.15g, graph 1 nohead back lw 0.5 lc rgb "
                        "'#a8a8a8'\n", s->p->event[i], s->p->event[i]);
}

bool plot_script(const void *plot, const char *format, FILE *out)
{
    const Plot *p = plot;
    Script s = { .p = p, .out = out };
    int top;

    measure(&s);
    top = p->o->title ? TITLE : GAP;
    gnuplot_terminal(out, format, s.width, s.height);
    fputs("set encoding utf8\nset border lc rgb '#606060'\nset grid lc rgb '#e4e4e4' lt 1\nset tics nomirror\n", out);
    fprintf(out, "set xrange [%.15g:%.15g] noextend\n", p->from, p->to);
    put_events(&s);
    fputs("set multiplot", out);
    if (p->o->title) {
        fputs(" title ", out);
        gnuplot_text(out, p->o->title);
    }
    fputc('\n', out);
    for (uint32_t i = 0; i < vec_len(p->panel); i++) {
        const PlotPanel *panel = &p->panel[i];
        const char **words = panel->lanes ? plot_all_words(p, panel) : NULL;
        int bottom = (top += legend_height(&s, panel, words)) + frame_height(p, panel);
        put_frame(&s, top, bottom, legend_columns(&s, panel, words), i + 1 == vec_len(p->panel));
        if (panel->lanes)
            put_lanes(&s, panel, words);
        else
            put_curves(&s, panel);
        top = bottom + GAP;
    }
    fputs("unset multiplot\n", out);
    return !ferror(out);
}
