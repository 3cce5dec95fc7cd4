/* equilibrium.h - where a model comes to rest, or moves steadily.
 *
 * A steady motion has constant rates: states x, values p of what is solved for, and speeds c with
 *
 *     x' = N c,   as many conditions v = value as there are p
 *
 * N: motions that no rate feels, anywhere: the angle of a shaft that turns, of a chain that turns as a whole. They are
 * combinations of states that are no velocities, so that velocities and relative deflections rest. Of a continuum of
 * such points it is the one near to the start, in nominal values of the states. */
#ifndef EQUILIBRIUM_H
#define EQUILIBRIUM_H

#include "linearize.h"
#include "sheet.h"

/* vecs: inputs or parameters that are solved for, and as many variables with their values */
typedef struct { Var *solve, *wanted; double *value; } EquilibriumTask;

/* The equations at given places of switching elements, relations held. Unknowns u: n kept states, m of solve, k speeds
 * c; equations: n rates, m conditions, k that leave motions along N where they were. */
typedef struct {
    Point *p; Pencil *q; const EquilibriumTask *task;
    Var *output;                           /* vec: all that is to follow from kept states */
    Var *held; double *memory;             /* vec and its values: discrete variables, relations */
    Var *assigned;                         /* vec: what clauses would have assigned on the way */
    bool has_parameters;                   /* among those that are solved for */
    bool *velocity;                        /* by dae->state: a derivative of a variable, or a speed by its unit */
    double *near;                          /* by dae->state: what it is to be near to */
    double *keep;                          /* in place of conditions: what is solved for has these values; NULL: no */
    double damping;                        /* subtracted from d rate/d state: 1/s */
    double work;                           /* spent on singular systems */
    bool hopeless;                         /* newton: equations are linear on its way, and contradict each other */
    double *shift;                         /* subtracted from the equations, on the way to them; NULL: nothing */
    /* at the places now */
    Linear *l;
    uint32_t n, m, k, size;
    cs_di *cyclic;                         /* N: n x k */
    double *scale;                         /* of unknowns */
    double *base, *follows;                /* where l was made: kept states; by dae->state */
    cs_di *J; double *row;                 /* d residual/du; of each row its size: the sum of abs(J) scale */
} Balance;

/* An element that would have to carry more than it can */
typedef struct { uint32_t sw; double torque, bound; } Exceeded;
/* A point, to come back to: solve, by dae->state, of balance.held, by Flat.sw */
typedef struct { double time, *solved, *state, *memory; int *place; } PointCopy;
/* u: unknowns of the balance. free: of the motions that leave all in balance (kernel of J), each one's largest
 * component, by u */
typedef struct {
    Balance b;
    double *u, residual;                   /* largest, in rows of size 1 */
    PointCopy first, *nearest;             /* the start; of what failed with the least residual: NULL: none did */
    double nearest_residual;
    Exceeded *exceeded;                    /* vec: the last ones */
    uint32_t *free;                        /* vec */
    const char *start;                     /* which start led to it */
    const char *trouble;                   /* of the last try; NULL: Newton's iteration fails */
    bool beyond;                           /* what is solved for would have to be beyond its min or max */
    uint32_t rounds;
    double until;                          /* s from the point on: then sources have other values; 0: not within 10 s */
} Equilibrium;

/* The point becomes the equilibrium. home: of the program, for a run as a start. false after a diagnosis that says
 * which equations fight. Cost: a linearisation for each step of Newton's iteration, three for each set of places. */
bool equilibrium_find(Point *p, const EquilibriumTask *task, const char *home, Equilibrium *e);
Sheet equilibrium_sheet(const Equilibrium *e);             /* equilibrium_sheet.c */
/* A file of results with one row: all variables. false: it cannot be written */
bool equilibrium_result(const Equilibrium *e, bool mat, FILE *out);

/* ---- between its files --------------------------------------------------------------------------------- */

/* equilibrium_balance.c. Errors are said to nobody: false. */
bool balance_new(Point *p, const EquilibriumTask *task, Balance *b);
/* The point's places from now on; u: room for `size` unknowns, as they are at the point. */
bool balance_places(Balance *b, double **u);
void balance_remember(Balance *b);                         /* discrete variables as they are now */
bool balance_compare(Balance *b);                          /* relations at the point. true: they have changed */
bool balance_recall(Balance *b);                           /* true: they had changed */
bool balance_residual(Balance *b, const double *u, double *F);        /* the point goes to u */
bool balance_jacobian(Balance *b);                         /* at the point */
Linear *balance_linear(Balance *b);                        /* at the point, a new one; NULL */
bool balance_at(Balance *b, const double *x);              /* the point, with these kept states */
double balance_solved(const Balance *b, uint32_t i);

/* equilibrium_cyclic.c: N. false: the point cannot be linearised */
cs_di *cyclic_motions(Balance *b);

/* equilibrium_newton.c. u becomes the solution. residual: largest, in rows of size 1. false: it does not converge */
bool newton(Balance *b, double *u, double *residual);
/* The step of least size, in unknowns of size 1, that leaves least of F: dx. free: vec: where J is singular, of each
 * vector of its kernel the largest component; left: largest that is left of F, in rows of size 1 */
bool newton_step(Balance *b, const double *F, double *dx, uint32_t **free, double *left);

/* equilibrium_places.c: places that the point contradicts are changed; how many. exceeded: vec, those that had to carry
 * too much. one: the first only */
uint32_t places_improve(Point *p, Exceeded **exceeded, bool one);
void places_stick(Point *p);                               /* all that can hold */
/* Elements that keep conditions from being met slide. false: nothing is in the way */
bool places_make_way(Balance *b);

bool equilibrium_back(Balance *b, const PointCopy *s, double factor); /* states times the factor */

/* equilibrium_fight.c: why there is none, as an error with its notes */
void equilibrium_fight(Equilibrium *e);

#endif
