/* chart_script.c - a chart as a script for gnuplot that holds its data. Cost: linear in what is written. */
#include <math.h>
#include <string.h>
#include "chart.h"
#include "gnuplot.h"

enum { FIRST_MARK = 10 };                  /* number of a label; that of the axis is 1 */

typedef struct { const Chart *c; const ChartPanel *p; FILE *out; uint32_t marks; } Script;     /* marks: so far */

static void put_words(const Script *s, const char *before, const char *words, const char *after)
{
    fputs(before, s->out);
    gnuplot_text(s->out, words);
    fputs(after, s->out);
}

/* ---- data ---------------------------------------------------------------------------------------------- */

static void put_row(const Script *s, const ChartData *b, const double *cell)
{
    for (int k = 0; k < b->columns && !isinf(cell[0]); k++) {
        fputs(k ? " " : "", s->out);
        if (isnan(cell[k]))
            fputs("NaN", s->out);
        else if (b->digits[k] == CHART_HEX)
            fprintf(s->out, "0x%06x", (unsigned)cell[k]);
        else
            fprintf(s->out, "%.*g", b->digits[k], cell[k]);
    }
    fputc('\n', s->out);
}

static const char *system_of(bool graph) { return graph ? "graph" : "first"; }

static void put_mark(const Script *s, const ChartData *b, const ChartMark *m)
{
    fprintf(s->out, "set label %u", FIRST_MARK + s->marks);
    put_words(s, " ", m->text, "");
    fprintf(s->out, " at %s %.*g, %s %.*g %s", system_of(m->graph_x), b->digits[0], m->x,
            system_of(m->graph_y), b->digits[1], m->y, m->side);
    if (m->right != 0 || m->up != 0)
        fprintf(s->out, " offset %g,%g", m->right, m->up);
    fprintf(s->out, " tc rgb '%s'\n", m->colour);
}

static void put_block(Script *s, const ChartData *b)
{
    fprintf(s->out, "$%s << END\n", b->name);
    for (uint32_t i = 0; i < vec_len(b->cell); i += (uint32_t)b->columns)
        put_row(s, b, &b->cell[i]);
    fputs("END\n", s->out);
    for (uint32_t i = 0; i < vec_len(b->mark); i++, s->marks++)
        if (b->mark[i].text)
            put_mark(s, b, &b->mark[i]);
}

/* ---- the frame ----------------------------------------------------------------------------------------- */

static double across(const Chart *c, double x) { return x / c->width; }
static double up(const Chart *c, double y) { return 1 - y / c->height; }

static void put_frame(const Script *s)
{
    fprintf(s->out, "set lmargin at screen %.5f; set rmargin at screen %.5f\n", across(s->c, s->c->left),
            across(s->c, s->c->width - s->c->right));
    fprintf(s->out, "set tmargin at screen %.5f; set bmargin at screen %.5f\n", up(s->c, s->p->top),
            up(s->c, s->p->bottom));
}

static void put_narrow_frame(const Script *s)
{
    fprintf(s->out,
            "set lmargin at screen %.4f; set rmargin at screen %.4f; set tmargin at screen %.4f; set bmargin "
            "at screen %.4f\n",
            s->p->begin, s->p->end, up(s->c, s->p->top), up(s->c, s->p->bottom));
}

static void put_label(const Script *s)
{
    if (!s->p->label) {
        fputs("unset label 1\n", s->out);
        return;
    }
    put_words(s, "set label 1 ", s->p->label, "");
    fprintf(s->out, " at screen %.5f, ", across(s->c, s->c->left - s->c->label));
    if (s->c->look == LOOK_LIGHT)
        fputs("graph 0.5", s->out);
    else
        fprintf(s->out, "screen %.5f", up(s->c, (s->p->top + s->p->bottom) / 2.0));
    fputs(" center rotate\n", s->out);
}

static void put_key(const Script *s)
{
    if (s->p->key == 0)
        fputs("unset key\n", s->out);
    else
        fprintf(s->out,
                "set key at screen %.5f, screen %.5f left bottom Left reverse horizontal maxcols %d samplen "
                "%d\n",
                across(s->c, s->c->left), up(s->c, s->p->top - s->p->above), s->p->key,
                s->c->look == LOOK_LIGHT ? 3 : 2);
}

static void put_across(const Script *s)
{
    if (!s->p->across) {
        fputs("set format x ''\nunset xlabel\n", s->out);
        return;
    }
    fprintf(s->out, "set format x '%s'\n", s->c->look == LOOK_LIGHT ? "% g" : "%g");
    put_words(s, "set xlabel ", s->p->across,
              s->c->look == LOOK_LIGHT ? " offset 0,0.4\n" : " offset 0,0.3\n");
}

static void put_range(const Script *s, char axis, const ChartRange *r)
{
    if (r->digits > 0)
        fprintf(s->out, "set %crange [%.*g:%.*g]%s%s\n", axis, r->digits, r->low, r->digits, r->high,
                r->how ? " " : "", r->how ? r->how : "");
}

/* first: where the first one is */
static void put_names(const Script *s, const char *const *name, uint32_t n, uint32_t first)
{
    for (uint32_t i = 0; i < n; i++) {
        put_words(s, i ? ", " : "", name[i], "");
        fprintf(s->out, " %u", first + i);
    }
}

static void put_tics(const Script *s)
{
    if (!s->p->lane) {
        fprintf(s->out, "set ytics %s format '%s'\n", s->p->tics, s->p->numbers);
        return;
    }
    fputs("set ytics format '%s' (", s->out);
    put_names(s, s->p->lane, vec_len(s->p->lane), 1);
    fputs(")\n", s->out);
}

static void put_bars(const Script *s)
{
    fputs("set xtics (", s->out);
    put_names(s, s->p->bar, vec_len(s->p->bar), 0);
    fprintf(s->out,
            ") rotate by -20 font ',7' noenhanced\nset xrange [-0.6:%.1f]; set yrange [-1.15:1.15]; set "
            "ytics 0.5 font ',8'; set size noratio; set border 3\n",
            vec_len(s->p->bar) - 0.4);
}

/* Beside the frame. */
static void put_levels(const Script *s)
{
    const ChartPanel *p = s->p;

    fprintf(s->out, "set logscale cb\nset cbrange [%.4g:%.4g]\n", p->least, p->most);
    put_words(s, "set cblabel ", p->levels, " offset 1,0\n");
    fprintf(s->out,
            "set format cb '%%g'\nset colorbox user origin screen %.5f, screen %.5f size screen %.5f, screen "
            "%.5f\n",
            across(s->c, s->c->width - s->c->right + 44), up(s->c, p->bottom), across(s->c, 16),
            (double)(p->bottom - p->top) / s->c->height);
}

/* ---- curves -------------------------------------------------------------------------------------------- */

static void put_curve(const Script *s, const ChartCurve *v)
{
    fputs(v->source, s->out);
    if (v->using)
        fprintf(s->out, " using %s", v->using);
    if (v->with)
        fprintf(s->out, " with %s", v->with);
    if (v->colour)
        fprintf(s->out, strcmp(v->colour, "variable") == 0 ? " lc rgb %s" : " lc rgb '%s'", v->colour);
    if (v->dash)
        fprintf(s->out, " dt %u", v->dash);
    if (v->width > 0)
        fprintf(s->out, " lw %g", v->width);
    if (v->title && *v->title)
        put_words(s, " title ", v->title, "");
    else if (v->title)
        fputs(" notitle", s->out);
}

static void put_curves(Script *s, char how)
{
    fputs(how == 'p' ? "plot \\\n  " : "plot ", s->out);
    for (uint32_t i = 0; i < vec_len(s->p->curve); i++) {
        fputs(i == 0 ? "" : how == 'o' ? ", " : ", \\\n  ", s->out);
        put_curve(s, &s->p->curve[i]);
    }
    fputc('\n', s->out);
    for (uint32_t i = 0; i < s->marks; i++)
        fprintf(s->out, "unset label %u\n", FIRST_MARK + i);
    s->marks = 0;
}

/* ---- all ----------------------------------------------------------------------------------------------- */

static void put_setting(Script *s, char part)
{
    switch (part) {
    case 'x': put_range(s, 'x', &s->p->x); break;
    case 'D': put_block(s, &s->p->data[0]); break;
    case 'R':
        for (uint32_t i = 1; i < vec_len(s->p->data); i++)
            put_block(s, &s->p->data[i]);
        break;
    case 'F': put_frame(s); break;
    case 'S': put_narrow_frame(s); break;
    case 'H': put_words(s, "set title ", s->p->head, "\n"); break;
    case 'L': put_label(s); break;
    case 'K': put_key(s); break;
    case 'A': put_across(s); break;
    case 'U': fputs("set autoscale y\n", s->out); break;
    case 'G': fprintf(s->out, "set logscale %s\n", s->p->logarithmic); break;
    case 'N': fputs("unset logscale y\n", s->out); break;
    case 'Y': put_range(s, 'y', &s->p->y); break;
    case 'T': put_tics(s); break;
    case 'C': put_levels(s); break;
    case 'B': put_bars(s); break;
    case 'V':
        fputs("unset title; set xrange [-1.1:1.1]; set yrange [-1.1:1.1]; unset xtics; unset ytics; unset "
              "border\n"
              "set size ratio -1\n",
              s->out);
        break;
    case 'E': fputs("set xtics; set ytics; set border 3\n", s->out); break;
    default: put_curves(s, part); break;
    }
}

static bool has_levels(const Chart *c)
{
    for (uint32_t i = 0; i < vec_len(c->panel); i++)
        if (c->panel[i].levels)
            return true;
    return false;
}

static void put_palette(FILE *out)
{
    int i = 0;

    fputs("set palette defined (", out);
#define X(colour) fprintf(out, "%s%d '%s'", i ? ", " : "", i, colour), i++;
    PALETTE_LEVELS(X)
#undef X
    fputs(")\n", out);
}

static void put_frames_head(const Script *s)
{
    const Chart *c = s->c;

    fprintf(s->out,
            "set border lc rgb '" PALETTE_FRAME "'\nset grid lc rgb '" PALETTE_GRID "' lt 1\n"
            "set tics nomirror%s\n",
            c->look == LOOK_LIGHT ? "" : " out");
    if (has_levels(c))
        put_palette(s->out);
    put_range(s, 'x', &c->x);
    for (uint32_t i = 0; i < vec_len(c->event); i++)
        fprintf(s->out,
                "set arrow from first %.15g, graph 0 to first %.15g, graph 1 nohead back lw 0.5 lc rgb "
                "'" PALETTE_EVENT "'\n",
                c->event[i], c->event[i]);
}

static void put_head(const Script *s, const char *format)
{
    const Chart *c = s->c;

    gnuplot_terminal(s->out, format, c->width, c->height);
    fputs("set encoding utf8\n", s->out);
    if (c->look == LOOK_PLANE) {
        fputs("set tics nomirror out\nset grid lc rgb '" PALETTE_GRID "' lt 1\n", s->out);
        put_words(s, "set xlabel ", c->across, "\n");
        put_words(s, "set ylabel ", c->up, "\nset key outside right top\n");
        put_words(s, "set title ", c->title, "\n");
        return;
    }
    if (c->look == LOOK_SHAPES)
        fputs("set samples 101\nset tics nomirror out font ',8'\n", s->out);
    else
        put_frames_head(s);
    fputs("set multiplot", s->out);
    if (c->title)
        put_words(s, " title ", c->title, "");
    fputc('\n', s->out);
}

bool chart_script(const Chart *c, const char *format, FILE *out)
{
    Script s = { .c = c, .out = out };

    put_head(&s, format);
    for (uint32_t i = 0; i < vec_len(c->panel); i++) {
        s.p = &c->panel[i];
        for (const char *part = s.p->order; *part; part++)
            put_setting(&s, *part);
    }
    fputs(c->look == LOOK_PLANE ? "" : "unset multiplot\n", out);
    return !ferror(out);
}
