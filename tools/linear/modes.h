/* modes.h - the modes of a linear model: how it swings, and which component has what part in it.
 *
 * Powers: into a component flows the sum of torque times conjugate speed over its flanges, of the phasors of a mode
 * with eigenvalue lambda. What stores kinetic energy takes lambda m of it, what is elastic conj(lambda) e, what is
 * left, d, is damping: m = w^H M w, e = phi^H K phi, d = w^H D w with w = lambda phi. Over all components the powers
 * are zero, since flanges only pass them on, so that sum m = sum e and Re lambda = -sum d/(2 sum m) of an
 * oscillation. m and e are the second derivatives of the component's storedEnergy by velocities and by all else;
 * where that is no function of these (a state, an integral) the imaginary part of the power tells their difference,
 * and what is larger counts. What is left of the imaginary part is `other`: of a component without storedEnergy (a
 * converter, a control) that acts like a mass, or less than 0, like a spring. */
#ifndef MODES_H
#define MODES_H

#include "curvature.h"
#include "eigen.h"
#include "linearize.h"
#include "chart.h"
#include "sheet.h"

/* motion.c: positions without a derivative in the model; their speeds by those of what has one. Sums of rows are zero:
 * value times the speed of the position `column`, or, UINT32_MAX, times the rate of by.v. */
typedef struct {
    Var *position;                         /* vec of roots */
    uint32_t *at;                          /* by Var: index in position, plus 1 */
    uint32_t rows;                         /* as many as positions, unless what determines them is no equation */
    Entry *term;                           /* vec */
    cs_dis *s; cs_din *f;                  /* f NULL: their speeds are not known */
} Motion;
/* position: roots; wanted: gets what is read */
void motion_of(const Emitter *e, Motion *m, const Var *position, Var **wanted);
bool motion_factor(Motion *m, Point *p);   /* at the point; free with motion_free */
void motion_free(Motion *m);
/* Two numbers a position, from the phasors of all columns of the pencil */
double *motion_along(const Motion *m, const Linear *l, const double *all);

/* A flange: torque or force into the component, and the speed of the flange, or 0, then that of its position, by
 * motion.c. fixed: it does not move */
typedef struct { const char *name; Var flow, speed, position; bool negated, fixed; } Port;
/* A component with flanges. row: of the pencil that gives its storedEnergy, plus 1; 0: there is none. inner: it has
 * components with flanges in it, whose powers are not its own */
typedef struct { const char *name; Port *port; Var energy; uint32_t row, parent; bool inner; } ModePart;

/* Found before the pencil, which has to have their variables. Linear in the variables. */
/* part, wanted: vecs; part[0] is the model */
typedef struct { const Flat *f; ModePart *part; Var *wanted; Motion motion; } ModeParts;
ModeParts mode_parts(const Emitter *e);

/* Of a part in a mode; all over the sum of the mode: m of all m, e of all e, d of all d; other: over the
 * sum of m. */
typedef struct { double kinetic, elastic, damping, other; } Share;
/* Complex numbers are two. nodes: springs and dampers whose two flanges swing against each other, of an oscillation */
typedef struct {
    const EigenPair *at;
    double frequency, damped, damping;     /* abs(lambda)/2 pi, Im/2 pi, -Re/abs */
    double *all, *motion;                  /* of each column of the pencil but inputs; of positions of motion.c */
    Share *share;                          /* by part */
    double M, E, D;                        /* sums of m, e, d */
    double rest;                           /* what the powers of all components leave, over the largest of them */
    uint32_t nodes;
} Mode;

typedef struct {
    Linear *l; ModeParts parts; Curvature *c;
    Eigen eigen;
    Mode *mode;                            /* vec: those with im >= 0, by frequency */
} Modes;

/* wanted: how many of a large model. false after a message */
bool modes_of(Linear *l, const ModeParts *parts, uint32_t wanted, Modes *m);
void mode_speed(const Modes *m, const Mode *o, const Port *p, double out[2]);      /* of a flange; 0 if it is fixed */

/* sensitivity.c: d lambda/d p, exact, states and inputs of the point held; by parameter. */
typedef struct { Var parameter; double re, im; } Slope;
/* vec for each mode of those that are at least 1e-9 of the largest in effect; NULL: the eigenvalue is multiple, so that
 * there is none */
Slope **mode_slopes(Modes *m);

/* modes_sheet.c. reference: the part whose speed is 1; referred: the part to whose side all speeds are referred, over
 * their ratios in the rigid motion; NULL: none. whole: long tables are wanted too, which are for programs */
typedef struct { const char *reference, *referred; } ShapesAsked;
Sheet modes_sheet(Modes *m, ShapesAsked asked, bool whole);
/* Speed over that of a part in the rigid motion, by part; NULL, with why not, where no single motion says it */
double *modes_ratios(const Modes *m, const char *name, const char **why);
Chart modes_picture(const void *sheet);     /* modes_picture.c */

#endif
