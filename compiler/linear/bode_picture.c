/* bode_picture.c - frequency responses as a script for gnuplot: for each unit a panel of amplitudes and one of phases.
 *
 * Both axes of amplitudes are logarithmic. A peak has a ring, and where there is room what it is: its frequency and the
 * damping of its mode, or that it has none. All places are in pixels. Cost: the points of all curves, peaks squared.
 */
#include <math.h>
#include "bode.h"
#include "gnuplot.h"
#include "palette.h"

enum { LEFT = 92, RIGHT = 30, INNER = 820, TOP = 34, UPPER = 330, LOWER = 170, BETWEEN = 14, ROW = 18, BELOW = 56 };
enum { PER_ROW = 3, FIRST_LABEL = 10, WORDS = 116, LINE = 13 };

/* of the largest amplitude: what is below is not shown; of the decades that are shown: how many more above */
static const double DEEP = 1e-10, HEAD = 0.12;

static const char *const colours[] = { COLOURS_LIGHT };
enum { COLOURS = sizeof colours / sizeof *colours };

typedef struct { const BodeCase *one; const BodeCurve *c; } Drawn;
/* drawn: of the unit */
typedef struct { FILE *out; const Bode *b; int height; Drawn *drawn; const char *unit; } Script;

static int width(void) { return LEFT + INNER + RIGHT; }

static void put_frame(const Script *s, int top, int bottom)
{
    fprintf(s->out, "set lmargin at screen %.5f; set rmargin at screen %.5f\n", (double)LEFT / width(),
            (double)(LEFT + INNER) / width());
    fprintf(s->out, "set tmargin at screen %.5f; set bmargin at screen %.5f\n", 1 - (double)top / s->height,
            1 - (double)bottom / s->height);
}

static void put_label(const Script *s, int top, int bottom, const char *text)
{
    fputs("set label 1 ", s->out);
    gnuplot_text(s->out, text);
    fprintf(s->out, " at screen %.5f, screen %.5f center rotate\n", (LEFT - 74.0) / width(),
            1 - (top + bottom) / 2.0 / s->height);
}

static double largest(const Script *s)
{
    double most = 0;

    for (uint32_t k = 0; k < vec_len(s->drawn); k++)
        for (uint32_t i = 0; i < vec_len(s->drawn[k].one->frequency); i++)
            most = fmax(most, s->drawn[k].c->amplitude[i]);
    return most > 0 ? most : 1;
}

static double smallest(const Script *s)
{
    double least = INFINITY;

    for (uint32_t k = 0; k < vec_len(s->drawn); k++)
        for (uint32_t i = 0; i < vec_len(s->drawn[k].one->frequency); i++)
            if (s->drawn[k].c->amplitude[i] > 0)
                least = fmin(least, s->drawn[k].c->amplitude[i]);
    return isfinite(least) ? fmax(least, DEEP * largest(s)) : 0.1;
}

/* Above the largest there is room for words. */
static double top_of(const Script *s)
{
    const double most = largest(s);
    return most * fmax(2, pow(most / smallest(s), HEAD));
}

static void put_curves(const Script *s)
{
    bool any;

    fputs("$curves << END\n", s->out);
    for (uint32_t k = 0; k < vec_len(s->drawn); k++) {
        const Drawn *w = &s->drawn[k];
        any = false;
        for (uint32_t i = 0; i < vec_len(w->one->frequency); i++)
            if (w->c->amplitude[i] > 0 && (any = true))
                fprintf(s->out, "%.9g %.6g %.6g\n", w->one->frequency[i], w->c->amplitude[i], w->c->phase[i]);
        fputs(any ? "\n\n" : "1 1e-300 1e9\n\n\n", s->out);    /* one without a response: outside */
    }
    fputs("END\n", s->out);
}

/* The amplitude of the curve near a frequency. */
static double amplitude_at(const Drawn *w, double f)
{
    uint32_t i = 0;

    while (i + 1 < vec_len(w->one->frequency) && w->one->frequency[i + 1] < f)
        i++;
    return fmax(w->c->amplitude[i], i + 1 < vec_len(w->one->frequency) ? w->c->amplitude[i + 1] : 0);
}

static const char *peak_text(const Script *s, const Drawn *w, const Peak *p)
{
    const double damping = p->mode ? w->one->mode[p->mode - 1].damping : NAN;

    if (p->kind == PEAK_INFINITE)
        return internf(s->b->d, "%.4g Hz, no damping", p->frequency);
    return isnan(damping) ? internf(s->b->d, "%.4g Hz", p->frequency)
                          : internf(s->b->d, "%.4g Hz, D %.2g", p->frequency, damping);
}

/* A peak in the panel, and where its words are: right (1) or left (-1) of it, or 0: there is no room. */
typedef struct { uint32_t drawn; const Peak *p; double amplitude, x, y; int side; } Ring;

static bool has_room(const Ring *ring, uint32_t i, int side)
{
    const double left = ring[i].x + (side > 0 ? 0 : -WORDS);

    if (left < 0 || left + WORDS > INNER || ring[i].y < LINE)
        return false;
    for (uint32_t k = 0; k < vec_len(ring); k++) {
        const double other = ring[k].x + (ring[k].side > 0 ? 0 : -WORDS);
        if (k < i && ring[k].side != 0 && fabs(ring[k].y - ring[i].y) < LINE && fabs(other - left) < WORDS)
            return false;
    }
    return true;
}

static Ring *rings(const Script *s)
{
    const double across = INNER / log(s->b->to / s->b->from), most = top_of(s),
                 up = UPPER / log(most / (0.7 * smallest(s)));
    Ring *ring = NULL;

    for (uint32_t k = 0; k < vec_len(s->drawn); k++)
        for (uint32_t i = 0; i < vec_len(s->drawn[k].c->peak); i++) {
            const Peak *p = &s->drawn[k].c->peak[i];
            if (p->kind > PEAK_INFINITE)
                continue;
            const double a = p->kind == PEAK_FOUND ? p->amplitude : amplitude_at(&s->drawn[k], p->frequency);
            vec_push(&s->b->d->run, ring,
                     ((Ring){ k, p, a, across * log(p->frequency / s->b->from), up * log(most / a), 0 }));
        }
    for (uint32_t i = 0; i < vec_len(ring); i++)
        ring[i].side = has_room(ring, i, 1) ? 1 : has_room(ring, i, -1) ? -1 : 0;
    return ring;
}

/* Rings as data, words as labels. The label after the last. */
static int put_rings(const Script *s)
{
    const Ring *ring = rings(s);
    int label = FIRST_LABEL;

    fputs("$peaks << END\n0 0 0\n", s->out);
    for (uint32_t i = 0; i < vec_len(ring); i++)
        fprintf(s->out, "%.9g %.6g %u\n", ring[i].p->frequency, ring[i].amplitude, ring[i].drawn + 1);
    fputs("END\n", s->out);
    for (uint32_t i = 0; i < vec_len(ring); i++) {
        if (ring[i].side == 0)
            continue;
        fprintf(s->out, "set label %d ", label++);
        gnuplot_text(s->out, peak_text(s, &s->drawn[ring[i].drawn], ring[i].p));
        fprintf(s->out, " at first %.9g, first %.6g %s offset %g,0.5 tc rgb '%s'\n", ring[i].p->frequency,
                ring[i].amplitude, ring[i].side > 0 ? "left" : "right", ring[i].side > 0 ? 0.8 : -0.8,
                colours[ring[i].drawn % COLOURS]);
    }
    return label;
}

static void put_amplitudes(const Script *s, int top)
{
    put_curves(s);
    put_frame(s, top, top + UPPER);
    put_label(s, top, top + UPPER, internf(s->b->d, "amplitude, %s", s->unit));
    fputs("set autoscale y\nset logscale xy\nset format x ''\nunset xlabel\nset ytics auto format '%.0te%T'\n", s->out);
    fprintf(s->out, "set key at screen %.5f, screen %.5f left bottom Left reverse horizontal maxcols %d samplen 2\n",
            (double)LEFT / width(), 1 - (double)(top - 3) / s->height, PER_ROW);
    fprintf(s->out, "set yrange [%.6g:%.6g]\n", 0.7 * smallest(s), top_of(s));
}

/* Quarters of a turn, or as many whole turns that there are few; the axis ends at such. */
static void put_phase_axis(const Script *s)
{
    double least = INFINITY, most = -INFINITY;

    for (uint32_t k = 0; k < vec_len(s->drawn); k++)
        for (uint32_t i = 0; i < vec_len(s->drawn[k].one->frequency); i++) {
            least = fmin(least, s->drawn[k].c->phase[i]);
            most = fmax(most, s->drawn[k].c->phase[i]);
        }
    const double step = most - least <= 8 * 90 ? 90 : 360 * ceil((most - least) / (8 * 360)),
                 low = step * floor(least / step + 1e-3), high = step * ceil(most / step - 1e-3);
    fprintf(s->out, "set yrange [%g:%g]\nset ytics %g format '%%g'\n", low < high ? low : low - step,
            low < high ? high : low + step, step);
}

static void put_panels(const Script *s, int top, bool last)
{
    put_amplitudes(s, top);
    const int label = put_rings(s);
    fputs("plot \\\n", s->out);
    for (uint32_t k = 0; k < vec_len(s->drawn); k++) {
        fprintf(s->out, "  $curves index %u using 1:2 with lines lc rgb '%s' dt %u lw 1.7 title ", k,
                colours[k % COLOURS], k / COLOURS % 4 + 1);
        gnuplot_text(s->out, bode_curve_name(s->b, s->drawn[k].one, s->drawn[k].c));
        fputs(", \\\n", s->out);
    }
    for (uint32_t k = 0; k < vec_len(s->drawn); k++)
        fprintf(s->out, "  $peaks using ($3 == %u ? $1 : 1/0):2 with points pt 6 ps 0.9 lc rgb '%s' notitle%s\n", k + 1,
                colours[k % COLOURS], k + 1 < vec_len(s->drawn) ? ", \\" : "");
    for (int i = FIRST_LABEL; i < label; i++)
        fprintf(s->out, "unset label %d\n", i);
    top += UPPER + BETWEEN;
    put_frame(s, top, top + LOWER);
    put_label(s, top, top + LOWER, "phase, deg");
    fputs("unset logscale y\nunset key\n", s->out);
    put_phase_axis(s);
    fputs(last ? "set format x '%g'\nset xlabel 'frequency, Hz' offset 0,0.3\n" : "", s->out);
    fputs("plot \\\n", s->out);
    for (uint32_t k = 0; k < vec_len(s->drawn); k++)
        fprintf(s->out, "  $curves index %u using 1:3 with lines lc rgb '%s' dt %u lw 1.7%s\n", k, colours[k % COLOURS],
                k / COLOURS % 4 + 1, k + 1 < vec_len(s->drawn) ? ", \\" : "");
}

/* Of each unit, in the order in which they come. */
static const char **units(const Bode *b)
{
    const char **unit = NULL;

    for (uint32_t i = 0; i < vec_len(b->one); i++)
        for (uint32_t k = 0; k < vec_len(b->one[i].curve); k++) {
            const char *own = bode_unit(b, &b->one[i].curve[k]);
            bool known = false;
            for (uint32_t u = 0; u < vec_len(unit); u++)
                known |= unit[u] == own;
            if (!known)
                vec_push(&b->d->run, unit, own);
        }
    return unit;
}

static Drawn *drawn_of(const Bode *b, const char *unit)
{
    Drawn *drawn = NULL;

    for (uint32_t i = 0; i < vec_len(b->one); i++)
        for (uint32_t k = 0; k < vec_len(b->one[i].curve); k++)
            if (bode_unit(b, &b->one[i].curve[k]) == unit)
                vec_push(&b->d->run, drawn, ((Drawn){ &b->one[i], &b->one[i].curve[k] }));
    return drawn;
}

static int legend(const Script *s) { return (((int)vec_len(s->drawn) + PER_ROW - 1) / PER_ROW) * ROW + 8; }

bool bode_picture(const void *bode, const char *format, FILE *out)
{
    const Bode *b = bode;
    const char **unit = units(b);
    Script *s = NEW_N(&b->d->run, Script, vec_len(unit) + 1);
    int height = TOP + BELOW, top = TOP;

    for (uint32_t u = 0; u < vec_len(unit); u++) {
        s[u] = (Script){ out, b, 0, drawn_of(b, unit[u]), unit[u] };
        height += legend(&s[u]) + UPPER + BETWEEN + LOWER + BETWEEN;
    }
    gnuplot_terminal(out, format, width(), height);
    fputs("set encoding utf8\nset border lc rgb '#606060'\nset grid lc rgb '#e4e4e4' lt 1\nset tics nomirror out\n"
          "set multiplot title ", out);
    gnuplot_text(out, b->title ? b->title : internf(b->d, "Frequency response of %s", b->model));
    fprintf(out, "\nset xrange [%.9g:%.9g]\n", b->from, b->to);
    for (uint32_t u = 0; u < vec_len(unit); u++) {
        s[u].height = height;
        top += legend(&s[u]);
        put_panels(&s[u], top, u + 1 == vec_len(unit));
        top += UPPER + BETWEEN + LOWER + BETWEEN;
    }
    fputs("unset multiplot\n", out);
    return !ferror(out);
}
