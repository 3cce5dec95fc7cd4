/* campbell_picture.c - a Campbell diagram as a script for gnuplot, and below it the forced responses, a panel each
 * output.
 *
 * Modes are lines in the colour of their configuration, orders grey lines with their number at the end, crossings
 * rings; as long as there is room with speed and frequency. Below, an order has a colour, or of several configurations
 * a dash. All places are in pixels. Cost: the points of all lines.
 */
#include <math.h>
#include "campbell.h"
#include "gnuplot.h"
#include "palette.h"

enum { LEFT = 92, RIGHT = 46, INNER = 820, TOP = 34, UPPER = 400, LOWER = 300, BETWEEN = 18, ROW = 18, BELOW = 56 };
enum { LABELS = 12, PER_ROW = 6, FIRST_LABEL = 10 };

static const char *const colours[] = { COLOURS_LIGHT };
enum { COLOURS = sizeof colours / sizeof *colours };

typedef struct { FILE *out; const Campbell *c; int height; double most; } Script;     /* most: Hz */

static int width(void) { return LEFT + INNER + RIGHT; }
static int rows(uint32_t entries) { return ((int)entries + PER_ROW - 1) / PER_ROW * ROW + 8; }

/* above: room between frame and legend */
static void put_frame(const Script *s, int top, int bottom, const char *label, int above)
{
    fprintf(s->out, "set lmargin at screen %.5f; set rmargin at screen %.5f\n", (double)LEFT / width(),
            (double)(LEFT + INNER) / width());
    fprintf(s->out, "set tmargin at screen %.5f; set bmargin at screen %.5f\n", 1 - (double)top / s->height,
            1 - (double)bottom / s->height);
    fputs("set label 1 ", s->out);
    gnuplot_text(s->out, label);
    fprintf(s->out, " at screen %.5f, screen %.5f center rotate\n", (LEFT - 74.0) / width(),
            1 - (top + bottom) / 2.0 / s->height);
    fprintf(s->out, "set key at screen %.5f, screen %.5f left bottom Left reverse horizontal maxcols %d samplen 2\n",
            (double)LEFT / width(), 1 - (double)(top - above) / s->height, PER_ROW);
}

static void put_across(const Script *s, bool last)
{
    fputs(last ? "set format x '%g'\nset xlabel " : "set format x ''\nunset xlabel\n", s->out);
    if (!last)
        return;
    gnuplot_text(s->out, internf(s->c->d, "%s, 1/min", s->c->speed));
    fputs(" offset 0,0.3\n", s->out);
}

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

static void put_modes(const Script *s)
{
    fputs("$modes << END\n", s->out);
    for (uint32_t i = 0; i < vec_len(s->c->one); i++) {
        const CampbellCase *one = &s->c->one[i];
        for (uint32_t k = 0; k < vec_len(one->mode); k++) {
            const uint32_t last = vec_len(one->speed) - 1;
            for (uint32_t j = 0; j <= last; j += s->c->along ? 1 : last)
                if (isnan(one->mode[k].damped[j]))
                    fputc('\n', s->out);
                else
                    fprintf(s->out, "%.7g %.7g\n", one->speed[j], one->mode[k].damped[j]);
            fputc('\n', s->out);
        }
        fputs(vec_len(one->mode) ? "\n\n" : "0 -1\n\n\n", s->out);
    }
    fputs("END\n", s->out);
}

static void put_orders(const Script *s)
{
    const Campbell *c = s->c;

    fputs("$orders << END\n", s->out);
    for (uint32_t k = 0; k < vec_len(c->order); k++)
        fprintf(s->out, "%.7g %.7g\n%.7g %.7g\n\n", c->from, c->order[k] * c->from / 60, c->to,
                c->order[k] * c->to / 60);
    fputs("END\n", s->out);
    for (uint32_t k = 0; k < vec_len(c->order); k++) {
        const double end = c->order[k] * c->to / 60;
        if (end <= s->most)
            fprintf(s->out, "set label %u '%g' at graph 1.006, first %.7g left tc rgb '#505050'\n", FIRST_LABEL + k,
                    c->order[k], end);
        else
            fprintf(s->out, "set label %u '%g' at first %.7g, graph 1.02 center tc rgb '#505050'\n", FIRST_LABEL + k,
                    c->order[k], s->most * 60 / c->order[k]);
    }
}

/* What has no room among others: from the first to the last label. */
static uint32_t put_crossings(const Script *s, uint32_t label)
{
    uint32_t crossings = 0;

    for (uint32_t i = 0; i < vec_len(s->c->one); i++)
        crossings += vec_len(s->c->one[i].crossing);
    fputs("$crossings << END\n", s->out);
    for (uint32_t i = 0; i < vec_len(s->c->one); i++) {
        for (uint32_t k = 0; k < vec_len(s->c->one[i].crossing); k++)
            fprintf(s->out, "%.7g %.7g\n", s->c->one[i].crossing[k].speed, s->c->one[i].crossing[k].frequency);
        fputs(vec_len(s->c->one[i].crossing) ? "\n\n" : "0 -1\n\n\n", s->out);
    }
    fputs("END\n", s->out);
    for (uint32_t i = 0; i < vec_len(s->c->one) && crossings <= LABELS; i++)
        for (uint32_t k = 0; k < vec_len(s->c->one[i].crossing); k++) {
            const Crossing *x = &s->c->one[i].crossing[k];
            fprintf(s->out, "set label %u '%.0f/min, %.3g Hz' at first %.7g, first %.7g left offset 0.8,-0.7 "
                            "tc rgb '%s'\n", label++, x->speed, x->frequency, x->speed, x->frequency,
                    colours[i % COLOURS]);
        }
    return label;
}

static void put_diagram(const Script *s, int top)
{
    const Campbell *c = s->c;

    put_modes(s);
    put_orders(s);
    const uint32_t end = put_crossings(s, FIRST_LABEL + vec_len(c->order));
    put_frame(s, top, top + UPPER, "frequency, Hz", ROW + 2);
    put_across(s, vec_len(c->output) == 0);
    fprintf(s->out, "set yrange [0:%.7g]\nset ytics auto format '%%g'\nplot $orders using 1:2 with lines "
                    "lc rgb '#a0a0a0' title 'orders', \\\n", s->most);
    for (uint32_t i = 0; i < vec_len(c->one); i++) {
        fprintf(s->out, "  $modes index %u using 1:2 with lines lc rgb '%s' lw 1.7 title ", i, colours[i % COLOURS]);
        gnuplot_text(s->out, *c->one[i].name ? c->one[i].name : "modes");
        fprintf(s->out, ", \\\n  $crossings index %u using 1:2 with points pt 6 ps 1 lc rgb '%s' notitle%s\n", i,
                colours[i % COLOURS], i + 1 < vec_len(c->one) ? ", \\" : "");
    }
    for (uint32_t i = FIRST_LABEL; i < end; i++)
        fprintf(s->out, "unset label %u\n", i);
}

static const char *unit_of(const Campbell *c, uint32_t output)
{
    return c->torque || c->engine ? c->unit[output] : internf(c->d, "%s per %s", c->unit[output], c->input_unit);
}

/* Of one configuration orders have colours; of several these have them, as above, and orders have dashes. */
static const char *colour_of(const Campbell *c, uint32_t one, uint32_t order)
{
    return colours[(vec_len(c->one) > 1 ? one : order) % COLOURS];
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

static void put_forced(const Script *s, uint32_t output, int top, bool last)
{
    const Campbell *c = s->c;
    const uint32_t orders = vec_len(c->order);
    const bool several = vec_len(c->one) > 1;
    bool any = false;

    fputs("$forced << END\n", s->out);
    for (uint32_t i = 0; i < vec_len(c->one); i++)
        for (uint32_t k = 0; k < orders; k++) {
            for (uint32_t j = 0; j < vec_len(c->one[i].speed); j++) {
                const double a = c->one[i].forced[k].amplitude[output][j];
                fprintf(s->out, a > 0 ? "%.7g %.6g\n" : "%.7g NaN\n", c->one[i].speed[j], a);
            }
            fputs("\n\n", s->out);
        }
    fputs("END\n", s->out);
    put_frame(s, top, top + LOWER, internf(c->d, "%s, %s", c->output[output], unit_of(c, output)), 3);
    put_across(s, last);
    for (uint32_t i = 0; i < vec_len(c->one); i++)
        for (uint32_t k = 0; k < orders; k++)
            any |= has_response(c, i, k, output);
    fprintf(s->out, "set %s\nset logscale y\nset ytics auto format '%%.0te%%T'\nplot \\\n",
            any ? "autoscale y" : "yrange [0.1:10]");
    for (uint32_t i = 0; i < vec_len(c->one); i++)
        for (uint32_t k = 0; k < orders; k++) {
            if (!has_response(c, i, k, output))
                continue;
            fprintf(s->out, "  $forced index %u using 1:2 with lines lc rgb '%s' dt %u lw 1.7 notitle, \\\n",
                    i * orders + k, colour_of(c, i, k), dash_of(c, k));
        }
    for (uint32_t k = 0; k < orders; k++)
        fprintf(s->out, "  1/0 with lines lc rgb '%s' dt %u lw 1.7 title 'order %g'%s\n",
                several ? "#505050" : colour_of(c, 0, k), dash_of(c, k), c->order[k], k + 1 < orders ? ", \\" : "");
    fputs("unset logscale y\n", s->out);
}

bool campbell_picture(const void *campbell, const char *format, FILE *out)
{
    const Campbell *c = campbell;
    const uint32_t outputs = vec_len(c->output);
    const int upper = rows(vec_len(c->one) + 1) + ROW, lower = rows(vec_len(c->order));
    Script s = { out, c, TOP + BELOW + upper + UPPER + BETWEEN + (int)outputs * (lower + LOWER + BETWEEN), highest(c) };
    int top = TOP + upper;

    gnuplot_terminal(out, format, width(), s.height);
    fputs("set encoding utf8\nset border lc rgb '#606060'\nset grid lc rgb '#e4e4e4' lt 1\nset tics nomirror out\n"
          "set multiplot title ", out);
    gnuplot_text(out, c->title ? c->title : internf(c->d, "Modes and orders of %s", c->model));
    fprintf(out, "\nset xrange [%.9g:%.9g] noextend\n", c->from, c->to);
    put_diagram(&s, top);
    top += UPPER + BETWEEN;
    for (uint32_t i = 0; i < outputs; i++) {
        top += lower;
        put_forced(&s, i, top, i + 1 == outputs);
        top += LOWER + BETWEEN;
    }
    fputs("unset multiplot\n", out);
    return !ferror(out);
}
