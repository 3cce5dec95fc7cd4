/* gears.h - a gear train as exact data: what moves with what, what holds it, its gears.
 *
 * Speeds: all speeds of a train are sums of `freedoms` speeds with fractions as factors, a motion.
 * Torques act on the train, positive in the direction of the speed; that of an element acts in the direction of its
 * slip, as the switching law has it. All arrays live in d->run; vec: vec_len() tells how many. */
#ifndef GEARS_H
#define GEARS_H

#include "flat.h"
#include "fraction.h"
#include "inst.h"

enum { NONE = UINT32_MAX };

/* ---- structure ----------------------------------------------------------------------------------------- */

/* An equation that says of motions alone: sum of factor times speed of a variable is zero. */
typedef struct { Var var; bool der; Fraction factor; } KinematicTerm;
/* term: vec; decimal: a factor was typed as a decimal number */
typedef struct { KinematicTerm *term; Eq eq; bool decimal; } KinematicRow;

/* The variable of a flange: phi or s; path: of the flange. */
typedef struct { const char *path; Var var; uint32_t body; } Flange;

/* What equations say is equal: flanges that are joined rigidly. body[0]: the housing. Others may have the same motion
 * by their gears: see Member. inertia: of all shafts that are it. */
typedef struct { const char *name; const Fraction *motion; uint32_t member; Fraction inertia; } Body;
/* Bodies whose speeds are always equal. name: of its first flange; housing: motion 0. member[0]: with the housing. */
typedef struct { const char *name; const Fraction *motion; bool housing; } Member;

typedef struct { uint32_t body; Fraction factor; } Term;
/* A mesh: sum of factor times speed of a body is zero. With two wheels, term[0] and term[1], and a carrier, which need
 * not be in the sum: 0 is the housing. Its multiplier times factor is the torque on each body, if nothing is lost.
 * redundant: others say the same; it is taken to carry nothing. */
typedef struct {
    Term *term; Eq eq; const char *path;   /* term: vec; path: of the component that the equation is in */
    bool decimal, redundant, pair, carried;        /* pair: two wheels and a carrier; carried: by a flange `carrier` */
    uint32_t carrier, set;
    Fraction efficiency;                   /* with the carrier at rest */
} Mesh;
/* A set: meshes that share planets. role: of a flange of the component, "sun". A planet has no flange outside. */
typedef struct { uint32_t body; const char *role; } SetPort;
typedef struct {
    const char *name, *class_name; uint32_t *mesh; SetPort *port, *planet;     /* vecs */
    uint32_t carrier;
} GearSet;

/* An element with a switching law. forward, backward: can it take a torque of that sign when it is engaged?
 * always_forward, always_backward: also when it is not (freewheel). connects: bodies, 0: the housing. idle: its slip is
 * always zero. friction: nothing engages it, a bearing. slips: it holds no speed, since it yields to a torque, or its
 * slip is no sum of speeds with exact factors (motion is nothing then). */
typedef struct {
    const char *name; Span span; const Fraction *motion; Term *slip;
    bool forward, backward, always_forward, always_backward, one_way, dog, idle, friction, slips;
    uint32_t connects[2];
} ShiftElement;

static inline bool element_holds(const ShiftElement *e) { return !e->idle && !e->friction && !e->slips; }

/* An equation between flanges of which nothing is left once others have joined what they join: all its flanges are one
 * body, or stand still, or it says nothing new. */
typedef enum { LEFT_NOTHING, LEFT_STANDSTILL, LEFT_ONE_MOTION } Left;
typedef struct { Eq eq; Left left; } Collapsed;

/* Where power comes in and goes out. */
typedef struct { const char *path; uint32_t body; bool output; } Port;

typedef struct {
    Dtc *d; const Flat *f;
    const char *sub;                       /* path of the component that it is; "": the model */
    uint32_t freedoms;
    bool decimal;                          /* a ratio was typed as a decimal number */
    Flange *flange; Body *body; Member *member; Mesh *mesh; GearSet *set; ShiftElement *element;       /* vecs */
    Port *port; uint32_t inputs;           /* vec: inputs first; how many of them */
    Collapsed *collapsed;                  /* vec */
    Matrix multiplier;                     /* [mesh][body]: of a mesh, by -torque on each body that is left over */
} Train;

/* gear_rows.c: those of the flat model, as it is written. vec */
KinematicRow *kinematic_rows(Dtc *d, const Flat *f);
/* gear_train.c: sub: path of a component, "": the model. in, out: flanges, separated by commas; NULL: flange_a and
 * flange_b. Warnings of what is likely to be a mistake. false after a message */
bool train_of(Dtc *d, const Flat *f, const struct Inst *root, const char *sub, const char *in, const char *out,
              Train *t);
bool only_planets(const Train *t, uint32_t member);        /* no shaft is among its bodies */

/* ---- states -------------------------------------------------------------------------------------------- */

/* What a set of engaged elements makes of the train. GEAR: the output turns with the input. VARIATOR: with several
 * inputs, which are free. HELD: input held, output free. PARK: output held, input free. TIE_UP: both held. */
typedef enum { STATE_GEAR, STATE_NEUTRAL, STATE_VARIATOR, STATE_PARK, STATE_HELD, STATE_TIE_UP } StateClass;
extern const char *const state_class_name[];

typedef enum { FLOW_NONE, FLOW_ONE, FLOW_SEVERAL, FLOW_UNKNOWN } FlowCount;    /* NONE: self-locking */
/* With losses, for a torque of 1 (the input drives) or -1 (the output does) at the input. efficiency: power out over
 * power in. Torques of ports and, by engaged, of elements; mesh_loss: power that each mesh loses at speed 1 of the
 * input.
 */
typedef struct {
    FlowCount count; Fraction efficiency, *port_torque, *element_torque, *mesh_loss;
    Fraction *other;                       /* vec: FLOW_SEVERAL: other efficiencies that can be */
} Loss;

typedef struct {
    const char *name;                      /* NULL: found */
    uint32_t *engaged;                     /* vec of elements, ascending: those that hold; freewheels among them */
    uint32_t *actuated;                    /* vec: those that were named, if it is given */
    StateClass class;
    uint32_t freedoms;                     /* that are left */
    uint32_t *fighting;                    /* TIE_UP, HELD, PARK: vec, a smallest set that does it */
    /* Speeds are for a speed of 1 at each of these inputs, one after the other: speed[body*bases + k]. */
    uint32_t *basis, bases;                /* basis: vec of ports */
    Fraction *speed; bool *floats;         /* by body; floats: what turns at no speed that is given */
    /* Torques are for a torque of 1 at each of these ports, one after the other: [i*drivers + k]. */
    uint32_t *driver, drivers;             /* driver: vec of ports */
    Fraction *port_torque, *element_torque, *mesh_torque;  /* by port, element, mesh (the multiplier) */
    bool redundant;                        /* of all torques of elements the ones of least sum of squares were taken */
    Fraction ratio;                        /* GEAR with one input: its speed over that of the first output */
    bool drive, coast;                     /* can all engaged elements take it when the input drives? the output? */
    uint32_t *forced;                      /* vec: one-way elements that are open, but cannot turn that way */
    Fraction *inertia;                     /* GEAR: by port: all inertias, as felt there */
    Loss *loss;                            /* [2] when the input drives, the output drives; NULL: not asked for */
} State;

/* gear_state.c: engaged: vec, ascending. Class, speeds, torques, inertias. */
State state_of(const Train *t, const char *name, uint32_t *engaged);
/* The same of a matrix [motion][port] in echelon form; basis: vec, the pivots. */
StateClass class_of(const Train *t, const Matrix *speed, const uint32_t *basis);
Fraction ratio_of(const Train *t, const Matrix *speed, const uint32_t *basis);
/* Torque on a body by all meshes of a set, for driver k; slip of an element for basis k; speed of a planet against its
 * carrier. */
Fraction set_torque(const Train *t, const State *s, const GearSet *set, uint32_t body, uint32_t k);
Fraction slip_of(const Train *t, const State *s, uint32_t element, uint32_t k);
bool slip_floats(const Train *t, const State *s, uint32_t element);
bool is_engaged(const State *s, uint32_t element);
static inline Fraction body_speed(const State *s, uint32_t body, uint32_t k) { return s->speed[body*s->bases + k]; }
/* gear_loss.c: of a gear with one input; others have none */
void state_losses(const Train *t, State *s);
/* How the wheels of a pair mesh. WHEELS_BOTH: sun and ring, by planets that are not in the model. */
typedef enum { WHEELS_OUTER, WHEELS_INNER, WHEELS_BOTH } Wheels;
Wheels mesh_wheels(const Train *t, const Mesh *m);
/* Efficiencies of all meshes, by where their wheels stand: WHEELS_BOTH has the product. */
void train_efficiency(Train *t, Fraction outer, Fraction inner);

/* gear_power.c: power from a node to another, without losses, for power 1 at the input. Nodes: bodies, sets, ports
 * (outside of the train). element: it goes through, NONE: none. recirculates: the edge is in a directed cycle. vec;
 * NULL: the state is no gear with one input */
typedef struct { uint32_t from, to, element; Fraction power; bool recirculates; } PowerEdge;
PowerEdge *power_edges(const Train *t, const State *s);
static inline uint32_t power_node_set(const Train *t, uint32_t set) { return vec_len(t->body) + set; }
static inline uint32_t power_node_port(const Train *t, uint32_t p) { return power_node_set(t, vec_len(t->set)) + p; }

/* gear_walk.c: what all sets of elements make. useful: vec of those that make a ratio, with a torque on each element;
 * by ratio. What else may be engaged beside them holds what is free. */
State *useful_states(const Train *t);
/* All 2^n of them, by number: bit k of set is element k. Not the friction, not the idle ones. */
typedef struct { StateClass class; uint32_t freedoms; Fraction ratio; } Configuration;
enum { MOST_LISTED = 24 };                 /* elements */
/* false: there are more elements */
bool all_configurations(const Train *t, void (*visit)(void *to, uint32_t set, const Configuration *c), void *to);

/* gear_shift.c: state_given: of elements that are engaged (vec), while freewheels hold or overrun by themselves.
 * given_states: the gears of a file, or of a table in the model (record ShiftTable); false after a message; *state:
 * vec, NULL: there are none */
State state_given(const Train *t, const char *name, uint32_t *actuated);
bool is_actuated(const ShiftElement *e);                   /* it can be engaged: it is no freewheel */
bool given_states(Train *t, const struct Inst *root, const char *file, State **state);

/* gear_shifts.c: off: what lets go, on: what takes over (vecs); single: one of each; one_way, sleeve: one of them is
 * a freewheel, a dog clutch. */
typedef struct { uint32_t *off, *on; bool single, one_way, sleeve; } GearShift;
GearShift shift_of(const Train *t, const State *from, const State *to);

/* ---- output -------------------------------------------------------------------------------------------- */

/* What there is to tell: states: vec, the gears that are given, or else those found. */
typedef struct { const Train *train; State *state; bool given; } GearReport;
/* gear_name.c: names without the path of the train and without ".flange_a" */
const char *member_name(const Train *t, uint32_t member);
const char *flange_name(const Train *t, const char *path);
const char *port_name(const Train *t, uint32_t port);      /* whole where another shaft has the short one */
const char *body_name(const Train *t, uint32_t body);
const char *set_name(const Train *t, const GearSet *set);
const char *element_name(const Train *t, uint32_t element);
const char *element_names(const Train *t, const uint32_t *element, const char *between);       /* of a vec */
const char *element_kind(const ShiftElement *e);           /* "brake" */
/* "1/3*engine + 2/3*motor": of n ports */
const char *linear_text(const Train *t, const Fraction *factor, const uint32_t *port, uint32_t n);
const char *state_holds(const Train *t, const State *s);   /* "both", "drive" ..., "no: E": see docs/gears.md */
bool gear_step(const GearReport *r, uint32_t k, Fraction *step);       /* over the next gear of another ratio */
const char *state_name(const GearReport *r, uint32_t k);   /* as given; else "1", "2" ..., "R", "R2" by its ratio */

#endif
