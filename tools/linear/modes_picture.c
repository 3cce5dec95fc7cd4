/* modes_picture.c - modes as a script for gnuplot, from their sheet: of one configuration the shapes, a row for each
 * oscillation with the speeds of components and their phasors; of several the eigenvalues in their plane, the locus of
 * roots. Cost: the rows of the sheet. */
#include <math.h>
#include <string.h>
#include "gnuplot.h"
#include "modes.h"
#include "palette.h"

#define X(colour) colour,
static const char *const colours[] = { PALETTE_LIGHT(X) };
#undef X

enum { ROWS = 8, WIDTH = 980, ROW_HEIGHT = 216, TOP = 40, BELOW = 30, LOCUS = 620 };
enum { COLOURS = sizeof colours / sizeof *colours };

typedef struct { const Sheet *s; FILE *out; const SheetTable *modes, *shapes; } Script;

static const SheetTable *table_named(const Sheet *s, const char *key)
{
    for (uint32_t i = 0; i < vec_len(s->table); i++)
        if (strcmp(s->table[i].key, key) == 0)
            return &s->table[i];
    return NULL;
}

static const Cell *cell(const SheetTable *t, uint32_t row, const char *key)
{
    static const Cell nothing = { 0 };

    for (uint32_t k = 0; k < vec_len(t->column); k++)
        if (strcmp(t->column[k].key, key) == 0)
            return &t->cell[row * vec_len(t->column) + k];
    return &nothing;
}

static double number(const SheetTable *t, uint32_t row, const char *key) { return cell(t, row, key)->x; }

/* ---- shapes ------------------------------------------------------------------------------------------------------ */

/* Rows of the table of modes that oscillate, the first few. */
static uint32_t *oscillations(const Script *p)
{
    uint32_t *row = NULL;

    for (uint32_t i = 0; i < sheet_rows(p->modes) && vec_len(row) < ROWS; i++)
        if (number(p->modes, i, "im") > 0)
            vec_push(&p->s->d->run, row, i);
    return row;
}

/* For `lc rgb variable`. */
static const char *colour_code(uint32_t i)
{
    static char text[16];
    snprintf(text, sizeof text, "0x%s", colours[i % COLOURS] + 1);
    return text;
}

/* A block of data: place, real part, imaginary part, colour. The number of components. */
static uint32_t put_shape(const Script *p, uint32_t index, double mode)
{
    uint32_t n = 0;

    fprintf(p->out, "$shape%u << END\n", index);
    for (uint32_t i = 0; i < sheet_rows(p->shapes); i++) {
        if (number(p->shapes, i, "mode") != mode)
            continue;
        fprintf(p->out, "%u %.9g %.9g %s\n", n, number(p->shapes, i, "re"), number(p->shapes, i, "im"),
                colour_code(n));
        n++;
    }
    fputs("END\n", p->out);
    return n;
}

static void put_names(const Script *p, double mode, bool shown)
{
    uint32_t n = 0;

    fputs("set xtics (", p->out);
    for (uint32_t i = 0; i < sheet_rows(p->shapes); i++)
        if (number(p->shapes, i, "mode") == mode) {
            fputs(n ? ", " : "", p->out);
            gnuplot_text(p->out, shown ? cell(p->shapes, i, "component")->text : "");
            fprintf(p->out, " %u", n++);
        }
    fputs(") rotate by -20 font ',7' noenhanced\n", p->out);
}

static void put_frame(const Script *p, double left, double right, int row, int height)
{
    const double top = TOP + row * ROW_HEIGHT;

    fprintf(p->out, "set lmargin at screen %.4f; set rmargin at screen %.4f; set tmargin at screen %.4f; "
            "set bmargin at screen %.4f\n", left, right, 1 - (top + 22) / height, 1 - (top + ROW_HEIGHT - 66) / height);
}

/* One row of the picture: the shape as bars, then as phasors. */
static void put_mode(const Script *p, uint32_t k, uint32_t row, int height)
{
    const double mode = number(p->modes, row, "mode");
    const char *name = cell(p->modes, row, "name")->text;
    const uint32_t n = put_shape(p, k, mode);

    put_frame(p, 0.07, 0.66, (int)k, height);
    fputs("set title ", p->out);
    gnuplot_text(p->out, internf(p->s->d, "%g%s%s: %.4g Hz, damping %.3g", mode, name && *name ? ", " : "",
                                 name ? name : "", number(p->modes, row, "damped"), number(p->modes, row, "damping")));
    fputc('\n', p->out);
    put_names(p, mode, true);
    fprintf(p->out, "set xrange [-0.6:%.1f]; set yrange [-1.15:1.15]; set ytics 0.5 font ',8'; set size noratio; "
            "set border 3\n", n - 0.4);
    fprintf(p->out, "plot 0 lc rgb '#909090' lw 0.7 notitle, $shape%u using 1:2 with lines lc rgb '#404040' lw 0.8 "
            "notitle, '' using 1:2:4 with impulses lc rgb variable lw 6 notitle\n", k);
    put_frame(p, 0.75, 0.97, (int)k, height);
    fputs("unset title; set xrange [-1.1:1.1]; set yrange [-1.1:1.1]; unset xtics; unset ytics; unset border\n",
          p->out);
    fprintf(p->out, "set size ratio -1\nplot '+' using (cos($0*pi/50)):(sin($0*pi/50)) every ::0::100 with lines "
            "lc rgb '#d0d0d0' notitle, $shape%u using (0):(0):2:3:4 with vectors head filled size 0.1,18 lc rgb "
            "variable lw 1.6 notitle\n", k);
    fputs("set xtics; set ytics; set border 3\n", p->out);
}

static void put_shapes(const Script *p, const char *format)
{
    const uint32_t *row = oscillations(p);
    const uint32_t rows = vec_len(row) ? vec_len(row) : 1;
    const int height = TOP + (int)rows * ROW_HEIGHT + BELOW;

    gnuplot_terminal(p->out, format, WIDTH, height);
    fputs("set encoding utf8\nset samples 101\nset tics nomirror out font ',8'\nset multiplot title ", p->out);
    gnuplot_text(p->out, internf(p->s->d, "%s: speeds of components, and their phasors", p->s->title));
    fputc('\n', p->out);
    for (uint32_t k = 0; k < vec_len(row); k++)
        put_mode(p, k, row[k], height);
    if (!row)
        fputs("set title 'there is no mode that oscillates'\nplot [0:1][0:1] -1 notitle\n", p->out);
    fputs("unset multiplot\n", p->out);
}

/* ---- the locus of roots ------------------------------------------------------------------------------------------ */

static void put_locus(const Script *p, const char *format)
{
    const uint32_t rows = sheet_rows(p->modes);
    uint32_t block = 0;
    double low = 0, high = 0;              /* of oscillations: what decays fast without any is far to the left */

    for (uint32_t i = 0; i < rows; i++)
        if (number(p->modes, i, "im") > 0) {
            low = fmin(low, number(p->modes, i, "re"));
            high = fmax(high, number(p->modes, i, "re"));
        }
    if (!(high > low))
        high = low + 1;

    gnuplot_terminal(p->out, format, WIDTH, LOCUS);
    fputs("set encoding utf8\nset tics nomirror out\nset grid lc rgb '#e4e4e4' lt 1\nset xlabel 'Re, 1/s'\n"
          "set ylabel 'Im/2 pi, Hz'\nset key outside right top\nset title ", p->out);
    gnuplot_text(p->out, internf(p->s->d, "%s: eigenvalues", p->s->title));
    fputs("\n$roots << END\n", p->out);
    for (uint32_t i = 0; i < rows; i++) {
        if (i && cell(p->modes, i, "configuration")->text != cell(p->modes, i - 1, "configuration")->text)
            fputs("\n\n", p->out);
        fprintf(p->out, "%.9g %.9g\n", number(p->modes, i, "re"), number(p->modes, i, "damped"));
    }
    fprintf(p->out, "END\nset xrange [%.6g:%.6g]\n", low - 0.05 * (high - low), high + 0.05 * (high - low));
    fputs("plot 0 lc rgb '#909090' lw 0.7 notitle", p->out);
    for (uint32_t i = 0; i < rows; i++)
        if (i == 0 || cell(p->modes, i, "configuration")->text != cell(p->modes, i - 1, "configuration")->text) {
            fprintf(p->out, ", \\\n  $roots index %u using 1:2 with points pt %u ps 1.1 lc rgb '%s' title ", block,
                    4 + block / COLOURS % 10, colours[block % COLOURS]);
            gnuplot_text(p->out, cell(p->modes, i, "configuration")->text);
            block++;
        }
    fputc('\n', p->out);
}

bool modes_picture(const void *sheet, const char *format, FILE *out)
{
    const Sheet *s = sheet;
    const Script p = { s, out, table_named(s, "modes"), table_named(s, "shapes") };

    if (strcmp(p.modes->column[0].key, "configuration") == 0)
        put_locus(&p, format);
    else
        put_shapes(&p, format);
    return !ferror(out);
}
