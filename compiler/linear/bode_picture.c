/* bode_picture.c - frequency responses as a script for gnuplot: for each unit a panel of amplitudes and one of phases.
 *
 * Both axes of amplitudes are logarithmic. A peak has a ring, and as long as there is room what it is: its frequency and
 * the damping of its mode; a thin line goes down from it. Where there is no damping an arrow stands for what is not
 * there. All places are in pixels. Cost: the points of all curves.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "bode.h"
#include "gnuplot.h"

enum { LEFT = 92, RIGHT = 30, INNER = 820, TOP = 34, UPPER = 330, LOWER = 170, BETWEEN = 14, ROW = 18, BELOW = 56 };
enum { LABELS = 16, PER_ROW = 3, FIRST_LABEL = 10 };
static const double FLOOR = 1e-9;          /* of the largest amplitude: what is smaller is not drawn */

static const char *const colours[] = { "#1f5fa8", "#c8501e", "#2e8b57", "#8860a8", "#b08900",
                                       "#d0508c", "#20a0b0", "#808080", "#5a3a1e", "#90b030" };
enum { COLOURS = sizeof colours / sizeof *colours };

typedef struct { const BodeCase *one; const BodeCurve *c; } Drawn;
typedef struct { FILE *out; const Bode *b; int height; Drawn *drawn; const char *unit; } Script;   /* drawn: of the unit */

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

static void put_curves(const Script *s, double least)
{
    fputs("$curves << END\n", s->out);
    for (uint32_t k = 0; k < vec_len(s->drawn); k++) {
        const Drawn *w = &s->drawn[k];
        for (uint32_t i = 0; i < vec_len(w->one->frequency); i++)
            fprintf(s->out, "%.9g %.6g %.6g\n", w->one->frequency[i], fmax(w->c->amplitude[i], least), w->c->phase[i]);
        fputs("\n\n", s->out);
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

/* Rings as data, words as labels. The number of labels. */
static int put_peaks(const Script *s)
{
    uint32_t peaks = 0;
    int label = FIRST_LABEL;

    for (uint32_t k = 0; k < vec_len(s->drawn); k++)
        for (uint32_t i = 0; i < vec_len(s->drawn[k].c->peak); i++)
            peaks += s->drawn[k].c->peak[i].kind <= PEAK_INFINITE;
    fputs("$peaks << END\n0 0 0\n", s->out);
    for (uint32_t k = 0; k < vec_len(s->drawn); k++)
        for (uint32_t i = 0; i < vec_len(s->drawn[k].c->peak); i++) {
            const Peak *p = &s->drawn[k].c->peak[i];
            if (p->kind > PEAK_INFINITE)
                continue;
            const double a = p->kind == PEAK_FOUND ? p->amplitude : amplitude_at(&s->drawn[k], p->frequency);
            fprintf(s->out, "%.9g %.6g %u\n", p->frequency, a, k + 1);
            if (peaks > LABELS)
                continue;
            fprintf(s->out, "set label %d ", label++);
            gnuplot_text(s->out, peak_text(s, &s->drawn[k], p));
            fprintf(s->out, " at first %.9g, first %.6g left offset 0.8,0.5 tc rgb '%s'\n", p->frequency, a,
                    colours[k % COLOURS]);
        }
    fputs("END\n", s->out);
    return label;
}

static void put_amplitudes(const Script *s, int top)
{
    const double most = largest(s), least = FLOOR * most;

    put_curves(s, least);
    put_frame(s, top, top + UPPER);
    put_label(s, top, top + UPPER, internf(s->b->d, "amplitude, %s", s->unit));
    fputs("set logscale xy\nset format x ''\nunset xlabel\nset autoscale y\nset ytics auto format '%.0te%T'\n", s->out);
    fprintf(s->out, "set key at screen %.5f, screen %.5f left bottom Left reverse horizontal maxcols %d samplen 2\n",
            (double)LEFT / width(), 1 - (double)(top - 3) / s->height, PER_ROW);
    fprintf(s->out, "set yrange [*:%.6g]\n", 3 * most);
}

/* Labels of a data block cannot stand within it: the block of rings is written first, its labels follow. */
static int put_rings(const Script *s)
{
    char *text = NULL;
    size_t length = 0;
    Script labels = *s;
    FILE *memory = open_memstream(&text, &length);
    int label = FIRST_LABEL;

    if (!memory)
        return label;
    labels.out = memory;
    label = put_peaks(&labels);
    fclose(memory);
    for (int pass = 0; pass < 2; pass++)
        for (const char *at = text; *at;) {
            const size_t n = strcspn(at, "\n");
            if ((strncmp(at, "set label", 9) == 0) == (pass == 1))
                fprintf(s->out, "%.*s\n", (int)n, at);
            at += n + (at[n] != 0);
        }
    free(text);
    return label;
}

static void put_panels(const Script *s, int top, bool last)
{
    put_amplitudes(s, top);
    const int label = put_rings(s);
    fputs("plot \\\n", s->out);
    for (uint32_t k = 0; k < vec_len(s->drawn); k++) {
        fprintf(s->out, "  $curves index %u using 1:2 with lines lc rgb '%s' dt %u lw 1.7 title ", k, colours[k % COLOURS],
                k / COLOURS % 4 + 1);
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
    fputs("unset logscale y\nunset key\nset autoscale y\nset ytics 90 format '%g'\n", s->out);
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
