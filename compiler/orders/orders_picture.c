/* orders_picture.c - orders as a script for gnuplot: for each signal its spectrum over the speed as colours, with the
 * lines of the orders, and below it the amplitude of each order.
 *
 * Across is the speed in 1/min where the run only speeds up or only slows down, else the time. Colours are logarithmic,
 * over three decades below the largest. All places are in pixels. Cost: frames times frequencies for each signal.
 */
#include <math.h>
#include "gnuplot.h"
#include "orders.h"
#include "palette.h"

enum { LEFT = 92, RIGHT = 150, INNER = 820, TOP = 34, COLOURED = 340, CURVES = 250, GAP = 22, ROW = 18, BELOW = 52 };
enum { LABEL = 14, ENTRY = 110, DECADES = 1000 };
#define PI 3.14159265358979323846

static const char *const colours[] = { COLOURS_LIGHT };
enum { COLOURS = sizeof colours / sizeof *colours, ENTRIES = INNER / ENTRY };

typedef struct { FILE *out; const Orders *r; int width, height; double most; } Script;   /* most: Hz */

static int legend_rows(const Orders *r) { return ((int)vec_len(r->order) + ENTRIES - 1) / ENTRIES; }

static void put_frame(const Script *s, int top, int bottom)
{
    fprintf(s->out, "set lmargin at screen %.5f; set rmargin at screen %.5f\n", (double)LEFT / s->width,
            (double)(LEFT + INNER) / s->width);
    fprintf(s->out, "set tmargin at screen %.5f; set bmargin at screen %.5f\n", 1 - (double)top / s->height,
            1 - (double)bottom / s->height);
}

static void put_label(const Script *s, int top, int bottom, const char *text)
{
    fputs("set label 1 ", s->out);
    gnuplot_text(s->out, text);
    fprintf(s->out, " at screen %.5f, screen %.5f center rotate\n", (LEFT - 72.0) / s->width,
            1 - (top + bottom) / 2.0 / s->height);
}

/* "engine.w, rad/s" */
static const char *with_unit(const Orders *r, const OrderSignal *s)
{
    return *s->unit ? internf(r->d, "%s, %s", s->name, s->unit) : s->name;
}

/* ---- the spectrum ------------------------------------------------------------------------------------------------ */

static double largest_level(const Waterfall *f)
{
    float most = 0;

    for (uint32_t i = 0; i < f->frames * f->bins; i++)
        most = f->level[i] > most ? f->level[i] : most;
    return most > 0 ? most : 1;
}

static void put_levels(const Script *s, const Waterfall *f, double most)
{
    fputs("$levels << END\n", s->out);
    for (uint32_t i = 0; i < f->frames; i++)
        for (uint32_t k = 0; k < f->bins; k++)
            fprintf(s->out, "%.9g %.9g %.4g\n", f->x[i], k * f->bin_width,
                    fmax(f->level[i * f->bins + k], most / DECADES));
    fputs("END\n", s->out);
}

/* The lines of the orders, and right of the frame what each is, as far as there is room. */
static void put_order_lines(const Script *s, const Waterfall *f)
{
    const uint32_t end = f->to >= f->from ? f->frames - 1 : 0;
    double last = -s->most;

    fputs("$lines << END\n", s->out);
    for (uint32_t k = 0; k < vec_len(s->r->order); k++) {
        for (uint32_t i = 0; i < f->frames; i++)
            fprintf(s->out, "%.9g %.9g\n", f->x[i], s->r->order[k] * f->turns[i] / (2 * PI));
        fputc('\n', s->out);
    }
    fputs("END\n", s->out);
    for (uint32_t k = 0; k < vec_len(s->r->order); k++) {
        const double at = s->r->order[k] * f->turns[end] / (2 * PI);
        if (at <= s->most && at - last >= s->most * LABEL / COLOURED && s->r->order[k] > 0) {
            fprintf(s->out, "set label %u '%g' at graph 1.006, first %.9g left tc rgb '#404040'\n", 10 + k,
                    s->r->order[k], at);
            last = at;
        }
    }
}

static void put_waterfall(const Script *s, const Waterfall *f, const OrderSignal *signal, int top)
{
    const double most = largest_level(f);

    put_levels(s, f, most);
    put_order_lines(s, f);
    put_frame(s, top, top + COLOURED);
    put_label(s, top, top + COLOURED, "frequency, Hz");
    fprintf(s->out, "set format x ''\nunset xlabel\nset yrange [0:%.9g]\nunset key\n", s->most);
    fprintf(s->out, "set logscale cb\nset cbrange [%.4g:%.4g]\nset cblabel ", most / DECADES, most);
    gnuplot_text(s->out, with_unit(s->r, signal));
    fprintf(s->out, " offset 1,0\nset format cb '%%g'\nset colorbox user origin screen %.5f, screen %.5f size screen "
                    "%.5f, screen %.5f\n", (double)(LEFT + INNER + 44) / s->width,
            1 - (double)(top + COLOURED) / s->height, 16.0 / s->width, (double)COLOURED / s->height);
    fputs("plot $levels using 1:2:3 with image, $lines using 1:2 with lines lc rgb '#b0ffffff' lw 0.8\n", s->out);
    for (uint32_t k = 0; k < vec_len(s->r->order); k++)
        fprintf(s->out, "unset label %u\n", 10 + k);
}

/* ---- the orders -------------------------------------------------------------------------------------------------- */

static void put_curves(const Script *s, const Waterfall *f, const OrderSignal *signal, int top, bool last)
{
    const Orders *r = s->r;
    const uint32_t orders = vec_len(r->order);

    for (uint32_t k = 0; k < orders; k++) {
        fprintf(s->out, "$order%u << END\n", k);
        for (uint32_t w = 0; w < r->windows; w++) {
            double a = signal->amplitude[w * orders + k], x = f->over_speed ? r->turns[w] * 30 / PI : r->middle[w];
            if (isnan(a))
                fprintf(s->out, "%.9g NaN\n", x);
            else
                fprintf(s->out, "%.9g %.9g\n", x, a + 0);
        }
        fputs("END\n", s->out);
    }
    put_frame(s, top, top + CURVES);
    put_label(s, top, top + CURVES, with_unit(r, signal));
    fprintf(s->out, "set key at screen %.5f, screen %.5f left bottom Left reverse horizontal maxcols %d samplen 2\n",
            (double)LEFT / s->width, 1 - (double)(top - 3) / s->height, ENTRIES);
    fputs(last ? "set format x '%g'\nset xlabel " : "set format x ''\nunset xlabel\n", s->out);
    if (last) {
        gnuplot_text(s->out, f->over_speed ? internf(r->d, "%s, 1/min", r->o->speed) : "time, s");
        fputs(" offset 0,0.3\n", s->out);
    }
    fputs("set autoscale y\nset ytics auto format '%g'\nplot ", s->out);
    for (uint32_t k = 0, some = 0; k < orders; k++)
        if (orders_has(r, k))
            fprintf(s->out, "%s$order%u using 1:2 with lines lc rgb '%s' dt %u lw 1.7 title 'order %g'",
                    some++ ? ", \\\n  " : "", k, colours[k % COLOURS], k / COLOURS % 4 + 1, r->order[k]);
    fputc('\n', s->out);
}

bool orders_picture(const void *orders, const char *format, FILE *out)
{
    const Orders *r = orders;
    const int legend = legend_rows(r) * ROW + 6, signals = (int)vec_len(r->signal) - 1;
    Script s = { .out = out, .r = r, .width = LEFT + INNER + RIGHT };
    int top = TOP;

    for (uint32_t w = 0; w < r->windows; w++)
        s.most = fmax(s.most, 1.1 * fmax(1, vec_last(r->order)) * r->turns[w] / (2 * PI));
    s.height = TOP + signals * (COLOURED + legend + CURVES + GAP) + BELOW;
    gnuplot_terminal(out, format, s.width, s.height);
    fputs("set encoding utf8\nset border lc rgb '#606060'\nset grid lc rgb '#e4e4e4' lt 1\nset tics nomirror out\n"
          "set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')\nset multiplot", out);
    fputs(" title ", out);
    gnuplot_text(out, r->o->title ? r->o->title : internf(r->d, "Orders of %s", r->o->speed));
    fputc('\n', out);
    for (int i = 1; i <= signals; i++) {
        const OrderSignal *signal = &r->signal[i];
        const Waterfall f = orders_waterfall(r, signal, s.most);
        const double edge = f.over_speed ? r->turns[0] * 30 / PI : r->middle[0];
        const double other = f.over_speed ? r->turns[r->windows - 1] * 30 / PI : r->middle[r->windows - 1];
        fprintf(out, "set xrange [%.9g:%.9g] noextend\n", fmin(edge, other), fmax(edge, other));
        if (f.frames > 0)
            put_waterfall(&s, &f, signal, top);
        top += COLOURED + legend;
        put_curves(&s, &f, signal, top, i == signals);
        top += CURVES + GAP;
    }
    fputs("unset multiplot\n", out);
    return !ferror(out);
}
