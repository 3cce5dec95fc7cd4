/* campbell.h - eigenfrequencies over the speed of a shaft, the orders that meet them there, and what these force.
 *
 * Order n of a shaft with the speed w swings with n*w. Its torque at the input has the amplitude that is given, or that
 * an engine's torque has over the angle of its crank: A of A*cos(n*angle + phase), as in orders.h. */
#ifndef CAMPBELL_H
#define CAMPBELL_H

#include "chart.h"
#include "sheet.h"
#include "transfer.h"

/* By speed; NAN: there is no such oscillation at that speed. Hz */
typedef struct { double *damped, *frequency, *damping; } CampbellMode;
/* Where an order has the damped frequency of a mode. speed: 1/min; amplitude: of each output, NAN: infinite */
typedef struct { uint32_t mode, order; double speed, frequency, damping, torque, *amplitude; } Crossing;
typedef struct { double *torque, **amplitude; } Forced;     /* by speed; amplitude: of each output, by speed */

typedef struct {
    const char *name;
    double *speed;                         /* vec, 1/min, ascending */
    CampbellMode *mode;                    /* vec, by frequency at the first speed */
    Crossing *crossing;                    /* vec: by mode, order, speed */
    Forced *forced;                        /* by order */
    double at;                             /* the speed of the point, in 1/min, where there is only one */
    bool whole;
} CampbellCase;

typedef struct { double order, amplitude; } OrderTorque;

typedef struct {
    Dtc *d; const char *model, *title;
    const char *speed, *along;             /* along: a parameter that is the speed of each point; NULL: one point */
    const char *input, *input_unit, **output, **unit;      /* output, unit: vecs */
    double from, to;                       /* 1/min */
    uint32_t points, modes;
    double *order;                         /* vec */
    OrderTorque *torque;                   /* vec: as given; NULL: none */
    const char *engine;                    /* component with tau and phi or angle; NULL: none */
    CampbellCase *one;                     /* vec */
} Campbell;

/* A configuration: its point, how to put it, the variables. settle: what is to be done once it is put; NULL: nothing */
typedef struct {
    Point *p; const PointOptions *options; const PointSetting *given;
    bool (*settle)(void *with); void *with;
    Var speed, along, *input, *output;     /* along: 0: none */
} CampbellModel;

/* false after a message. Cost: eigenvalues and a sparse solution for each speed and order; with `along` a start of the
 * model and a linear model for each speed. */
bool campbell_add(Campbell *c, const CampbellModel *m, const char *name);

bool campbell_put(const CampbellModel *m, const PointSetting *given);

/* campbell_torque.c: complex amplitudes of the orders of an engine over the square of its speed. */
typedef struct { uint32_t speeds, orders; double *square; Complex *part; } EngineOrders;
bool engine_orders(const Campbell *c, const CampbellModel *m, EngineOrders *e);
double engine_torque(const EngineOrders *e, uint32_t order, double w);     /* w: rad/s */

Sheet campbell_sheet(const Campbell *c);                   /* campbell_sheet.c */
const char *campbell_unit(const Campbell *c, uint32_t output);     /* of its forced response */
Chart campbell_picture(const void *campbell);       /* campbell_picture.c */

#endif
