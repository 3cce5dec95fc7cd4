/* chart_script.c - a chart as a script for gnuplot that holds its data. Cost: linear in what is written. */
#include <math.h>
#include <string.h>
#include "chart.h"
#include "gnuplot.h"
#include "palette.h"

enum { FIRST_MARK = 10 };                  /* number of a label; that of the axis is 1 */

typedef struct { const Chart *c; const ChartPanel *p; FILE *out; uint32_t marks; } Script;     /* marks: so far */

/* ---- data -------------------------------------------------------------------------------------------------------- */

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
    fprintf(s->out, "set label %u ", FIRST_MARK + s->marks);
    gnuplot_text(s->out, m->text);
    fprintf(s->out, " at %s %.*g, %s %.*g %s", system_of(m->graph_x), b->digits[0], m->x, system_of(m->graph_y),
            b->digits[1], m->y, m->side);
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

/* ---- the frame --------------------------------------------------------------------------------------------------- */

static double across(const Chart *c, double x) { return x / c->width; }
static double up(const Chart *c, double y) { return 1 - y / c->height; }

static void put_frame(const Script *s)
{
    fprintf(s->out, "set lmargin at screen %.5f; set rmargin at screen %.5f\n", across(s->c, s->c->left),
            across(s->c, s->c->width - s->c->right));
    fprintf(s->out, "set tmargin at screen %.5f; set bmargin at screen %.5f\n", up(s->c, s->p->top),
            up(s->c, s->p->bottom));
}

static void put_label(const Script *s)
{
    if (!s->p->label) {
        fputs("unset label 1\n", s->out);
        return;
    }
    fputs("set label 1 ", s->out);
    gnuplot_text(s->out, s->p->label);
    fprintf(s->out, " at screen %.5f, ", across(s->c, s->c->left - s->c->label));
    if (s->c->light)
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
        fprintf(s->out, "set key at screen %.5f, screen %.5f left bottom Left reverse horizontal maxcols %d "
                        "samplen %d\n", across(s->c, s->c->left), up(s->c, s->p->top - s->p->above), s->p->key,
                s->c->light ? 3 : 2);
}

static void put_across(const Script *s)
{
    if (!s->p->across) {
        fputs("set format x ''\nunset xlabel\n", s->out);
        return;
    }
    fprintf(s->out, "set format x '%s'\nset xlabel ", s->c->light ? "% g" : "%g");
    gnuplot_text(s->out, s->p->across);
    fprintf(s->out, " offset 0,%g\n", s->c->light ? 0.4 : 0.3);
}

static void put_range(const Script *s, char axis, const ChartRange *r)
{
    if (r->digits > 0)
        fprintf(s->out, "set %crange [%.*g:%.*g]%s%s\n", axis, r->digits, r->low, r->digits, r->high, r->how ? " " : "",
                r->how ? r->how : "");
}

static void put_tics(const Script *s)
{
    const uint32_t n = vec_len(s->p->lane);

    if (n == 0) {
        fprintf(s->out, "set ytics %s format '%s'\n", s->p->tics, s->p->numbers);
        return;
    }
    fputs("set ytics format '%s' (", s->out);
    for (uint32_t i = 0; i < n; i++) {
        gnuplot_text(s->out, s->p->lane[i]);
        fprintf(s->out, " %u%s", i + 1, i + 1 < n ? ", " : ")\n");
    }
}

/* Beside the frame. */
static void put_levels(const Script *s)
{
    const ChartPanel *p = s->p;

    fprintf(s->out, "set logscale cb\nset cbrange [%.4g:%.4g]\nset cblabel ", p->least, p->most);
    gnuplot_text(s->out, p->levels);
    fprintf(s->out, " offset 1,0\nset format cb '%%g'\nset colorbox user origin screen %.5f, screen %.5f size screen "
                    "%.5f, screen %.5f\n", across(s->c, s->c->width - s->c->right + 44), up(s->c, p->bottom),
            across(s->c, 16), (double)(p->bottom - p->top) / s->c->height);
}

/* ---- curves ------------------------------------------------------------------------------------------------------ */

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
    if (v->title)
        fputs(*v->title ? " title " : " notitle", s->out);
    if (v->title && *v->title)
        gnuplot_text(s->out, v->title);
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

/* ---- all --------------------------------------------------------------------------------------------------------- */

static void put_part(Script *s, char part)
{
    switch (part) {
    case 'x': put_range(s, 'x', &s->p->x); break;
    case 'D': put_block(s, &s->p->data[0]); break;
    case 'R':
        for (uint32_t i = 1; i < vec_len(s->p->data); i++)
            put_block(s, &s->p->data[i]);
        break;
    case 'F': put_frame(s); break;
    case 'L': put_label(s); break;
    case 'K': put_key(s); break;
    case 'A': put_across(s); break;
    case 'U': fputs("set autoscale y\n", s->out); break;
    case 'G': fprintf(s->out, "set logscale %s\n", s->p->logarithmic); break;
    case 'N': fputs("unset logscale y\n", s->out); break;
    case 'Y': put_range(s, 'y', &s->p->y); break;
    case 'T': put_tics(s); break;
    case 'C': put_levels(s); break;
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

static void put_head(const Script *s, const char *format)
{
    const Chart *c = s->c;

    gnuplot_terminal(s->out, format, c->width, c->height);
    fprintf(s->out, "set encoding utf8\nset border lc rgb '" PALETTE_FRAME "'\nset grid lc rgb '" PALETTE_GRID
                    "' lt 1\nset tics nomirror%s\n", c->light ? "" : " out");
    if (has_levels(c))
        put_palette(s->out);
    put_range(s, 'x', &c->x);
    for (uint32_t i = 0; i < vec_len(c->event); i++)
        fprintf(s->out, "set arrow from first %.15g, graph 0 to first %.15g, graph 1 nohead back lw 0.5 lc rgb "
                        "'" PALETTE_EVENT "'\n", c->event[i], c->event[i]);
    fputs("set multiplot", s->out);
    if (c->title) {
        fputs(" title ", s->out);
        gnuplot_text(s->out, c->title);
    }
    fputc('\n', s->out);
}

bool chart_script(const Chart *c, const char *format, FILE *out)
{
    Script s = { .c = c, .out = out };

    put_head(&s, format);
    for (uint32_t i = 0; i < vec_len(c->panel); i++) {
        s.p = &c->panel[i];
        for (const char *part = s.p->order; *part; part++)
            put_part(&s, *part);
    }
    fputs("unset multiplot\n", out);
    return !ferror(out);
}
