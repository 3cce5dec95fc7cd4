/* orders.h - orders of a shaft in a result: what comes n times a turn, over the speed.
 *
 * The shaft's angle is the integral of its speed from the first row on. Order n of a signal x is
 * A*cos(n*angle + phase): A >= 0 in the unit of x, phase in rad from -pi to pi, both where a window has its middle.
 * Order 0 is the mean, with its sign. A shaft that turns backward counts as one that turns forward.
 */
#ifndef ORDERS_H
#define ORDERS_H

#include "chart.h"
#include "result.h"
#include "sheet.h"

typedef struct {
    const char *file, *speed;
    const char *orders;                    /* --orders: a list; NULL: the usual ones */
    const char *title;
    double revolutions;                    /* of a window; 0: by the orders */
    double from, to;                       /* of the time: what is read */
} OrdersOptions;

/* Cubic polynomials between rows: value and slope at each row. Two rows of one time are the sides of a jump. */
typedef struct { double *value, *slope; } Curve;

/* amplitude, phase: [window*orders + order]; NaN where the rows are too few for it */
typedef struct {
    const char *name, *unit;               /* unit: "" where the file tells none */
    Curve x;
    double *amplitude, *phase;
} OrderSignal;

typedef struct {
    Dtc *d;
    const OrdersOptions *o;
    result_table table;
    uint32_t rows;
    double *time;                          /* of the rows, ascending; pairs at jumps */
    Curve speed;                           /* rad/s, not below 0 */
    double *angle;                         /* rad, its integral */
    double *order;                         /* vec, ascending */
    double revolutions;                    /* of a window */
    OrderSignal *signal;                   /* vec; the first is the speed's own, for the speed at a window */
    uint32_t windows;
    double *middle, *turns;                /* of each window: its time; its speed in rad/s */
} Orders;

/* Amplitudes over frequency, of frames in the order of `x`: level[frame*bins + bin], bin k at k*bin_width Hz. */
typedef struct {
    bool over_speed;                       /* x is the speed in 1/min; else the time in s */
    uint32_t frames, bins;
    double *x, *turns;                     /* of each frame; turns: rad/s */
    double from, to;                       /* of x */
    double bin_width;
    float *level;
} Waterfall;

/* orders_read.c: the rows, the speed, the signals, the orders. false after a message. */
bool orders_read(Orders *r);

/* orders_curve.c */
Curve  curve_through(Arena *a, const double *time, const double *value, uint32_t rows);
double *curve_integral(Arena *a, const double *time, const Curve *c, uint32_t rows);     /* at each row, from 0 */
/* between rows k and k + 1, dt after row k */
double curve_at(const double *time, const Curve *c, uint32_t k, double dt);
double curve_area(const double *time, const Curve *c, uint32_t k, double dt);            /* the integral from row k */
uint32_t row_before(const double *x, uint32_t rows, double at);      /* the last k < rows - 1 with x[k] <= at; or 0 */
double time_of_angle(const Orders *r, double angle, uint32_t *row);  /* row: the one before */

/* orders_track.c: amplitude and phase of each signal. false after a message. */
bool orders_track(Orders *r);
bool orders_has(const Orders *r, uint32_t order);          /* a value in some window */

/* orders_waterfall.c: of one signal, frequencies up to `most` Hz. */
Waterfall orders_waterfall(const Orders *r, const OrderSignal *s, double most);

/* orders_sheet.c: the largest of each order, of signals apart or in one table; all of them. orders_json.c: all of them.
 * orders_picture.c: of an Orders. */
Sheet orders_summary(const Orders *r, bool apart);
Sheet orders_windows(const Orders *r);
bool  orders_json(FILE *out, const Orders *r);
Chart orders_picture(const void *orders);

/* orders.c: the exit code */
int orders_main(Dtc *d, const OrdersOptions *o, const char *format);

#endif
