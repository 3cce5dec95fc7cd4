/* plot_text.c - panels as text, for the terminal: a curve is marks, one kind each, between its least and greatest value
 * in each column; a lane is a letter for each word. Cost: linear in the rows of what is shown. */
#include <math.h>
#include <string.h>
#include "plot.h"

enum { ROWS = 12, PHASE_ROWS = 20, LEAST_MARGIN = 11, MOST_MARGIN = 28 };
static const char marks[] = "*+ox#@%&=~";

typedef struct {
    const Plot *p; FILE *out;
    int margin, width, rows;               /* columns left of the field; of the field */
    char *cell;                            /* rows * width, from the top */
} Field;

static int column_of(const Field *f, double x)
{
    double part = (x - f->p->from) / (f->p->to - f->p->from);
    int c = (int)(part * f->width);
    return c < 0 ? 0 : c >= f->width ? f->width - 1 : c;
}

static int row_of(const Field *f, const PlotPanel *panel, double y)
{
    double part = (panel->high - y) / (panel->high - panel->low);
    int r = (int)(part * f->rows);
    return r < 0 ? 0 : r >= f->rows ? f->rows - 1 : r;
}

/* ---- curves -------------------------------------------------------------------------------------------- */

static void mark(const Field *f, int column, int from, int to, char what)
{
    for (int r = from < to ? from : to; r <= (from < to ? to : from); r++)
        f->cell[r * f->width + column] = what;
}

/* From a point to the next, straight; in a phase plot points alone. */
static void draw_curve(const Field *f, const PlotPanel *panel, const PlotLine *line, char what)
{
    const result_signal *x = f->p->x[line->file], *y = line->part[0].of;
    bool drawn = false;
    double x0 = 0, y0 = 0;

    for (size_t r = 0; r < f->p->table[line->file].rows; r++) {
        double x1 = result_value(x, r), y1 = result_value(y, r);
        bool there = plot_finite(x1) && plot_finite(y1);
        int from = there && drawn && !f->p->phase ? column_of(f, x0) : 0, to = there ? column_of(f, x1) : -1;
        if (there && (!drawn || f->p->phase))
            mark(f, to, row_of(f, panel, y1), row_of(f, panel, y1), what);
        else if (there && from == to)
            mark(f, to, row_of(f, panel, y0), row_of(f, panel, y1), what);
        for (int c = from + 1; there && drawn && !f->p->phase && c <= to; c++) {
            double y2 = y0 + (y1 - y0) * (c - from) / (to - from);
            mark(f, c, row_of(f, panel, y2), row_of(f, panel, y2), what);
        }
        drawn = there;
        x0 = x1;
        y0 = y1;
    }
}

/* What fits into the width, cut off at its begin: the end of a name tells more. */
static const char *shortened(const Plot *p, const char *label, int width)
{
    size_t n = strlen(label);
    return n <= (size_t)width ? label : internf(p->d, "...%s", label + n - (size_t)width + 3);
}

/* What a mark or letter means, in lines of the width; at: where the first line is. */
static void put_entry(const Field *f, int *at, char what, const char *label)
{
    const char *text = shortened(f->p, label, f->width - 4);
    bool first = *at <= f->margin;

    if (!first && *at + (int)strlen(text) + 4 > f->margin + f->width) {
        *at = fprintf(f->out, "\n%*s", f->margin, "") - 1;
        first = true;
    }
    *at += fprintf(f->out, "%s%c %s", first ? "" : "  ", what, text);
}

static void put_legend(const Field *f, const PlotPanel *panel)
{
    int at = fprintf(f->out, "%-*s", f->margin, shortened(f->p, panel->unit, f->margin - 1));

    for (uint32_t i = 0; i < vec_len(panel->line); i++)
        put_entry(f, &at, marks[i % (sizeof marks - 1)], panel->line[i].label);
    fputc('\n', f->out);
}

/* 1, 2 or 5 times a power of ten, no less than x. */
static double round_step(double x)
{
    double ten = pow(10, floor(log10(x)));
    return x <= ten ? ten : x <= 2 * ten ? 2 * ten : x <= 5 * ten ? 5 * ten : 10 * ten;
}

static void put_curves(Field *f, const PlotPanel *panel)
{
    f->rows = f->p->phase ? PHASE_ROWS : ROWS;
    f->cell = arena_alloc(&f->p->d->run, (size_t)(f->rows * f->width));
    memset(f->cell, ' ', (size_t)(f->rows * f->width));
    for (uint32_t i = vec_len(panel->line); i-- > 0;)
        draw_curve(f, panel, &panel->line[i], marks[i % (sizeof marks - 1)]);
    put_legend(f, panel);
    const double step = round_step((panel->high - panel->low) / 4);
    for (int r = 0; r < f->rows; r++) {
        double below = panel->high - (panel->high - panel->low) * (r + 1) / f->rows,
               y = step * ceil(below / step);
        const char *row = f->cell + r * f->width;
        int n = f->width;
        while (n > 0 && row[n - 1] == ' ')
            n--;
        if (y < below + (1 - 1e-9) * (panel->high - panel->low) / f->rows)
            fprintf(f->out, "%*.6g |", f->margin - 2, fabs(y) < 0.5 * step ? 0 : y);
        else
            fprintf(f->out, "%*s |", f->margin - 2, "");
        fprintf(f->out, "%.*s\n", n, row);
    }
}

/* ---- lanes --------------------------------------------------------------------------------------------- */

/* The sign at the end of slip+, else the first letter that is not taken, else a digit. */
static char letter_of(const char **words, uint32_t which, const char *before)
{
    size_t n = strlen(words[which]);
    char last = n > 0 ? words[which][n - 1] : '?';

    if (last == '+' || last == '-')
        return last;
    for (const char *at = words[which]; *at; at++)
        if (*at > ' ' && *at < 127 && !strchr(before, *at))
            return *at;
    return (char)('0' + which % 10);
}

static uint32_t place_in(const char **words, const char *word)
{
    uint32_t k = 0;

    while (k + 1 < vec_len(words) && words[k] != word)
        k++;
    return k;
}

/* What is shorter than a column is drawn over the others: it is seen. */
static void put_lane(const Field *f, const PlotLine *line, const char **words, const char *letters)
{
    char *row = arena_alloc(&f->p->d->run, (size_t)f->width + 1);
    PlotSpan *span = plot_spans(f->p, line);

    memset(row, ' ', (size_t)f->width);
    for (int shorter = 0; shorter < 2; shorter++)
        for (uint32_t i = 0; i < vec_len(span); i++) {
            int from = column_of(f, span[i].from), to = column_of(f, span[i].to) + (span[i].to >= f->p->to);
            if (shorter == (to <= from))
                memset(row + from, letters[place_in(words, span[i].word)],
                       (size_t)(to > from ? to - from : 1));
        }
    fprintf(f->out, "%*s |%s\n", f->margin - 2, shortened(f->p, line->label, f->margin - 2), row);
}

static void put_lanes(const Field *f, const PlotPanel *panel)
{
    const char **words = plot_all_words(f->p, panel);
    char *letters = arena_alloc(&f->p->d->run, vec_len(words) + 1);

    int at = fprintf(f->out, "%*s", f->margin, "");
    for (uint32_t k = 0; k < vec_len(words); k++) {
        letters[k] = letter_of(words, k, letters);
        put_entry(f, &at, letters[k], words[k]);
    }
    fputc('\n', f->out);
    for (uint32_t i = 0; i < vec_len(panel->line); i++)
        put_lane(f, &panel->line[i], words, letters);
}

/* ---- the picture --------------------------------------------------------------------------------------- */

/* The names of lanes stand left of them. */
static int margin_of(const Plot *p)
{
    size_t most = LEAST_MARGIN;

    for (uint32_t i = 0; i < vec_len(p->panel); i++)
        for (uint32_t k = 0; p->panel[i].lanes && k < vec_len(p->panel[i].line); k++) {
            size_t n = strlen(p->panel[i].line[k].label) + 2;
            most = n > most ? n : most;
        }
    return most < MOST_MARGIN ? (int)most : MOST_MARGIN;
}

static void put_axis(const Field *f)
{
    const char *from = internf(f->p->d, "%.4g", f->p->from), *to = internf(f->p->d, "%.4g", f->p->to);
    int gap = f->width - (int)strlen(from) - (int)strlen(to);

    fprintf(f->out, "%*s +", f->margin - 2, "");
    for (int i = 0; i < f->width; i++)
        fputc('-', f->out);
    fprintf(f->out, "\n%*s%s%*s%s\n%*s%s\n", f->margin, "", from, gap > 1 ? gap : 1, "", to,
            f->margin + (f->width - (int)strlen(f->p->x_label)) / 2, "", f->p->x_label);
}

void plot_text(const Plot *p, FILE *out, uint32_t width)
{
    const int margin = margin_of(p);
    Field f = { .p = p, .out = out, .margin = margin, .width = (int)width - margin };

    if (p->o->title)
        fprintf(out, "%*s%s\n", margin, "", p->o->title);
    for (uint32_t i = 0; i < vec_len(p->panel); i++) {
        if (p->panel[i].lanes)
            put_lanes(&f, &p->panel[i]);
        else
            put_curves(&f, &p->panel[i]);
        if (i + 1 < vec_len(p->panel))
            fputc('\n', out);
    }
    put_axis(&f);
}
