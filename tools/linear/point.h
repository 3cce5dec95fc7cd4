/* point.h - an operating point of a model: time, states, inputs and places, and with them the values of all variables.
 *
 * The model is one of a variable step (Options.hybrid), whose program is walked (interpret_step.h): between events it
 * is an ordinary differential equation, and that is what linear analysis is about. */
#ifndef POINT_H
#define POINT_H

#include "emit.h"

struct SimOptions;
struct Machine;

/* What the command line says of it. The start of the model, or the end of a run up to `at`, or a row of a file of
 * results: its last, or that of `at`. */
typedef struct {
    double at;                             /* NAN: not given */
    const char *state;                     /* a file; NULL: none */
    const char **stuck;                    /* vec: the elements that stick, all others do not; NULL: as they are */
    bool places_given;                     /* --stuck was given, though it may name none */
} PointOptions;

typedef struct {
    Dtc *d; const Emitter *e;
    struct Machine *machine;
    double time;
    int *place;                            /* by Flat.sw: DTC_STUCK, ... */
    const Var *order;                      /* vec: states that come first in a linear model, in this order */
    bool *assumed;                         /* by Flat.sw: at rest at its limit, or with capacity and told not to hold */
} Point;

/* At the start, with what the options say put on top. false after a diagnosis. */
bool point_begin(const Emitter *e, const PointOptions *o, Point *p);
/* The same point once more, with other values of parameters (vec; those that can be set) and other options. */
typedef struct { Var v; double x; } PointSetting;
bool point_put(Point *p, const PointOptions *o, const PointSetting *given);
/* Places that the options give, at a point whose places are its own. true without such; false after a diagnosis */
bool point_give(Point *p, const PointOptions *o);
/* A row of a file of results, as the options say; places are those that it has. false after a diagnosis */
bool point_take(Point *p, const PointOptions *o);
/* The end of a run, in a model of its own; the file's name, which goes when the program ends. NULL after a message */
const char *point_run(Dtc *d, double stop, const char *home);

/* Setup alone, after parameters were changed: states, places, discrete variables are those of the start. The status */
int  point_setup(Point *p);

/* What is known is set: a state, an input, a parameter (by its member), the time. */
bool point_can_set(const Point *p, Var v);
void point_set(Point *p, Var v, double x);
void point_time(Point *p, double time);
/* Places as in `place`: factors of the laws, and all values. correct: slips of stuck elements become zero by an
 * impulse. DTC_OK, or what is wrong */
int  point_places(Point *p, bool correct);
/* All values at what was set, places held. */
int  point_evaluate(Point *p);
/* The same, relations compared until they agree. */
int  point_relax(Point *p);
/* What pre() gives is what there is now. */
void point_remember(const Point *p);

double point_of(Point *p, Var v);          /* NAN: it has no value here (a text) */
double point_value(Point *p, Ex x);        /* of an expression; NAN: it reads what has none */
double point_rate(Point *p, uint32_t state);       /* of dae->state[state] */

#endif
