/* chart.h - a picture as data: panels, one below the other, each with blocks of numbers, curves and words.
 *
 * Commands fill charts and print nothing; chart_script.c, the only writer of gnuplot's language, knows nothing of what
 * is in them. Places are in pixels from the top left, so that nothing depends on what gnuplot leaves room for. What is
 * added goes into the last panel, or its last block of data. Vecs live in d->run. */
#ifndef CHART_H
#define CHART_H

#include "base.h"
#include "palette.h"

/* digits: of its ends; 0: there is none; how: "noextend", NULL */
typedef struct { double low, high; int digits; const char *how; } ChartRange;

/* Words at a point of a block. graph_x, graph_y: as a part of the frame, else on the axis. side: left, center, right;
 * right, up: moved by so many letters. text NULL: nothing */
typedef struct {
    const char *text; double x, y; bool graph_x, graph_y; const char *side; double right, up; const char *colour;
} ChartMark;

enum { CHART_COLUMNS = 6, CHART_HEX = -1 };        /* digits of a column of colours */
typedef struct {
    const char *name; int digits[CHART_COLUMNS], columns;
    double *cell;                          /* vec, by rows; a row that begins with infinity is an empty line */
    ChartMark *mark;                       /* vec */
} ChartData;

/* source: "$name", "$name index 3", a formula; using: columns, or formulas of them; with: how it is drawn; colour:
 * "variable": as the data say; dash, width: 0: gnuplot's own; title: NULL: none is told of, "": none */
typedef struct {
    const char *source, *using, *with, *colour; uint32_t dash; double width; const char *title;
} ChartCurve;

/* order: what is told, one after the other, a letter each: x range across, D first block of data and its marks, R other
 * blocks, F frame, S frame over a part of the width, H head, L label, K key, A what is across, U range of its own, G
 * logarithms, N none any more, Y range, T tics, C colours of levels, B axes of named bars, V those of vectors around a
 * point, E axes as they were before these, P, p, o the curves, in lines, in lines of their own, in one. */
typedef struct {
    const char *order;
    int top, bottom;                       /* of the frame */
    double begin, end;                     /* S: parts of the width */
    const char *head;
    const char *label;                     /* of y */
    const char *across;                    /* of x; NULL: this is no panel at the end */
    int key, above;                        /* entries of the key in a row, 0: no key; room between it and the frame */
    ChartRange x, y;
    const char *logarithmic;               /* axes */
    const char *tics, *numbers;            /* of y: their step, or auto; their format */
    const char **lane, **bar;              /* vecs: names in place of numbers, of y and of x */
    double least, most; const char *levels;        /* of colours; levels: what they are */
    ChartData *data;                       /* vec */
    ChartCurve *curve;                     /* vec */
} ChartPanel;

/* FRAMES: tics outside; LIGHT: inside, and room in the key; SHAPES: bars and vectors; PLANE: one panel, of any size */
typedef enum { LOOK_FRAMES, LOOK_LIGHT, LOOK_SHAPES, LOOK_PLANE } ChartLook;
typedef struct {
    Dtc *d;
    ChartLook look;
    const char *title;                     /* NULL: none */
    int width, height, left, right;        /* left, right: of frames */
    int label;                             /* left of the frames */
    const char *across, *up;               /* of a plane: its axes */
    ChartRange x;                          /* of all panels */
    double *event;                         /* vec: lines across all panels */
    ChartPanel *panel;                     /* vec, from top to bottom */
} Chart;

#define ONE(colour) +1
enum { CHART_COLOURS = 0 PALETTE_LIGHT(ONE), CHART_BANDS = 0 PALETTE_BANDS(ONE) };
#undef ONE
const char *chart_colour(uint32_t i);      /* of curve i */
const char *chart_band(uint32_t i);
double chart_colour_number(uint32_t i);    /* of a column of colours */
static inline uint32_t chart_dash(uint32_t i) { return i / CHART_COLOURS % 4 + 1; }    /* when colours are used up */

ChartPanel *chart_panel(Chart *c, ChartPanel panel);       /* the new last one, until there is another */
#define chart_data(c, name, ...) \
    chart_add_data(c, name, (const int[]){ __VA_ARGS__ }, sizeof (const int[]){ __VA_ARGS__ } / sizeof(int))
void chart_add_data(Chart *c, const char *name, const int *digits, size_t columns);
#define chart_row(c, ...) chart_add_row(c, (const double[]){ __VA_ARGS__ })
void chart_add_row(Chart *c, const double *cell);          /* of the last block */
void chart_gap(Chart *c, int lines);
void chart_mark(Chart *c, ChartMark mark);
void chart_curve(Chart *c, ChartCurve curve);

/* What a command has found, as a picture: made when it is wanted. */
typedef Chart ChartOf(const void *found);

/* chart_script.c: false: it could not be written */
bool chart_script(const Chart *c, const char *format, FILE *out);

#endif
