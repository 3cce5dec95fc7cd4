/* modes.h - the modes of a linear model: how it swings, and which component has what part in it.
 *
 * Powers: into a component flows the sum of torque times conjugate speed over its flanges, of the phasors of a mode with
 * eigenvalue lambda. What stores kinetic energy takes lambda m of it, what is elastic conj(lambda) e, what is left, d, is
 * damping: m = w^H M w, e = phi^H K phi, d = w^H D w with w = lambda phi. Over all components the powers are zero, since
 * flanges only pass them on, so that sum m = sum e and Re lambda = -sum d/(2 sum m) of an oscillation. m and e are the
 * second derivatives of the component's storedEnergy by velocities and by all else; without that variable the imaginary
 * part of the power tells their difference, and what is larger counts. */
#ifndef MODES_H
#define MODES_H

#include "curvature.h"
#include "eigen.h"
#include "linearize.h"
#include "sheet.h"

/* A flange: torque or force into the component, and the speed of the flange. fixed: it does not move */
typedef struct { const char *name; Var flow, speed; bool negated, fixed, known; } Port;
/* A component with flanges. row: of the pencil that gives its storedEnergy, plus 1; 0: there is none. inner: it has
 * components with flanges in it, whose powers are not its own */
typedef struct { const char *name; Port *port; Var energy; uint32_t row, parent; bool inner; } ModePart;

/* Found before the pencil, which has to have their variables. Linear in the variables. */
typedef struct { const Flat *f; ModePart *part; Var *wanted; } ModeParts;          /* vecs; part[0] is the model */
ModeParts parts_of(const Emitter *e);

/* Of a part in a mode; all over the sum of the mode: m of all m, e of all e, d of all d. */
typedef struct { double kinetic, elastic, damping; } Share;
/* Complex numbers are two. nodes: springs whose two flanges swing against each other */
typedef struct {
    const EigenPair *at;
    double frequency, damped, damping;     /* abs(lambda)/2 pi, Im/2 pi, -Re/abs */
    double *all;                           /* of each column of the pencil but inputs */
    Share *share;                          /* by part */
    double M, E, D;                        /* sums of m, e, d */
    double rest;                           /* what the powers of all components leave, over the largest of them */
    uint32_t nodes;
    const char *name;                      /* rigid, shuffle, rattle, or "" */
} Mode;

typedef struct {
    Linear *l; ModeParts parts; Curvature *c;
    Eigen eigen;
    Mode *mode;                            /* vec: those with im >= 0, by frequency */
    uint32_t complete;                     /* parts whose flanges have no speed that is known are not among them */
} Modes;

/* wanted: how many of a large model. false after a message */
bool modes_of(Linear *l, const ModeParts *parts, uint32_t wanted, Modes *m);
double mode_amplitude(const Mode *m, uint32_t column);

/* sensitivity.c: d lambda/d p, exact, states and inputs of the point held; by parameter. */
typedef struct { Var parameter; double re, im; } Slope;
/* vec for each mode of those that are at least 1e-9 of the largest in effect; NULL: the eigenvalue is multiple, so that
 * there is none */
Slope **mode_slopes(Modes *m);

Sheet modes_sheet(Modes *m, const char *reference, bool slopes);           /* modes_sheet.c */

#endif
