/* plot.h - pictures of results: what is shown, and the two ways to show it. */
#ifndef PLOT_H
#define PLOT_H

#include "chart.h"
#include "result.h"

typedef struct {
    const char *x, *title;                 /* --x: a signal in place of the time; NULL: not given */
    uint32_t *group;                       /* vec: how many of Options.vars there were after each --vars */
    const char **file; uint32_t files;
    double from, to;                       /* of the time: what is shown */
} PlotOptions;

/* One line of a panel, of one file: a curve, or a lane, which may have a part for each place. */
typedef struct { const result_signal *of; const char *words; } PlotPart;      /* words: NULL for a curve */
typedef struct {
    uint32_t file; const char *label;
    PlotPart *part;                        /* vec; of a curve one */
} PlotLine;

/* lanes: of words over time; else curves of one unit. low, high: of all values of its curves, with a margin. */
typedef struct { const char *unit; bool lanes; PlotLine *line; double low, high; } PlotPanel;

typedef struct {
    Dtc *d;
    const PlotOptions *o;
    result_table *table;                   /* one of each file */
    const char **name;                     /* of each file, to tell them apart */
    const result_signal **x;               /* of each file */
    const char *x_label;
    double from, to;                       /* of x */
    bool phase;                            /* x is no time */
    PlotPanel *panel;                      /* vec, from top to bottom */
    double *event;                         /* vec: times of events, ascending */
} Plot;

/* What can be drawn: no NaN, nothing near the end of the range of numbers. */
static inline bool plot_finite(double x) { return x > -1e300 && x < 1e300; }

/* plot_read.c: the files. false after a message. */
bool plot_read(Plot *p);
void plot_free(Plot *p);
/* plot_choose.c: the panels. false after a message. */
bool plot_choose(Plot *p);
/* the names that a --vars means, from number `from` to before number `to` of Options.vars; false after a message */
bool plot_names(Plot *p, uint32_t from, uint32_t to, const char ***names);

/* plot_lane.c: words for numbers, "-1=slip- 0=stuck", as result_column.unit has them. */
const char *plot_words(const result_table *t, const result_signal *s);     /* NULL: it is a curve */
typedef struct { double from, to; const char *word; } PlotSpan;
PlotSpan *plot_spans(const Plot *p, const PlotLine *lane);                 /* vec, ascending; word is never NULL */
const char **plot_all_words(const Plot *p, const PlotPanel *lanes);        /* vec: of all parts, each once */
void plot_events(Plot *p);

/* plot_picture.c: of a Plot. plot_text.c: as text. */
Chart plot_picture(const void *plot);
void plot_text(const Plot *p, FILE *out, uint32_t width);
int  plot_main(Dtc *d, const PlotOptions *o);                              /* plot.c: the exit code */

#endif
