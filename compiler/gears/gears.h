/* gears.h - a gear train as exact data: what moves with what, which elements hold it, its gears.
 *
 * All speeds of a train are sums of `freedoms` speeds with fractions as factors, a motion: a vec of so many Rationals.
 * A torque acts on the train, positive in the direction of its speed; that of an element in the direction of its slip,
 * which is what the switching law has. */
#ifndef GEARS_H
#define GEARS_H

#include "flat.h"
#include "inst.h"

/* An equation that says of motions alone: sum of factor times speed of a variable is zero. */
typedef struct { Var var; bool der; Rational factor; } KinematicTerm;
/* term: vec; decimal: a factor was typed as a decimal number */
typedef struct { KinematicTerm *term; Eq eq; bool decimal; } KinematicRow;

/* gear_rows.c: those of the flat model, as it is written. vec */
KinematicRow *kinematic_rows(Dtc *d, const Flat *f);

/* The variable of a flange: phi or s; path: of the flange. */
typedef struct { const char *path; Var var; uint32_t member; } Flange;
/* Flanges whose speeds are always equal. first: the one that gives it its name; motion 0 everywhere: the housing. */
typedef struct { const char *name; const Rational *motion; bool housing; } Member;
/* An element with a switching law. forward, backward: can it take a torque of that sign? connects: members, 0: none */
typedef struct {
    const char *name; Span span; const Rational *motion;
    bool one_way, dog, forward, backward, idle;            /* idle: its slip is always zero */
    uint32_t connects[2];
} ShiftElement;

typedef struct {
    Dtc *d; const Flat *f;
    const char *sub;                       /* path of the component that it is; "": the model */
    uint32_t freedoms;
    bool decimal;                          /* a ratio was typed as a decimal number */
    Flange *flange; Member *member; ShiftElement *element;     /* vecs; member[0] is the housing */
} Train;

/* gear_train.c: false after a message */
bool train_of(Dtc *d, const Flat *f, const struct Inst *root, const char *sub, Train *t);

/* A set of elements that makes a ratio of two members, and no smaller one of it does. torque: of each, per unit of
 * torque at the input; the output takes ratio times it. */
typedef struct { Rational ratio; uint32_t *element; Rational *torque; } Gear;
/* gear_find.c: by ratio, largest first. false after a message */
bool gears_of(const Train *t, uint32_t in, uint32_t out, Gear **gears);

/* gear_table.c */
void gears_print(const Train *t, uint32_t in, uint32_t out, const Gear *gears);

#endif
