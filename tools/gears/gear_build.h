/* gear_build.h - what the files that build a Train share. */
#ifndef GEAR_BUILD_H
#define GEAR_BUILD_H

#include "gears.h"

/* Variables by motion, and rows that are solved for what is no flange. */
typedef struct {
    Dtc *d; const Flat *f;
    uint32_t *same;                        /* by Var: union-find; 0 is what stands still */
    int *order;                            /* by Var: how often its motion is differentiated, beyond that of same */
    bool *is_flange;                       /* by Var */
    Term **row;                            /* vec: sums that are zero, each solved for its pivot */
    uint32_t *pivot_row;                   /* by Var: 1 + row in which it is the pivot */
    Collapsed *collapsed;                  /* vec */
} Motions;

/* A gear: a sum over representatives of flanges. */
typedef struct { Term *term; Eq eq; bool decimal; } GearRow;

/* gear_rows.c: the exact value of an expression of constants and parameters; decimal: it was typed as a decimal number.
 * false: it has none */
bool exact_number(Dtc *d, Ex e, Fraction *x, bool *decimal);

/* gear_join.c: rows: vec; the gears, vec */
Motions motions_of(Dtc *d, const Flat *f, const Flange *flange, GearRow **gears);
uint32_t motion_find(const Motions *m, Var v);             /* the representative; 0: it stands still */
int  motion_order(const Motions *m, Var v);                /* of its derivatives, beyond the representative's */
/* The variable as a sum over representatives of flanges. vec in d->pass; false: something else moves it */
bool motion_sum(const Motions *m, Var v, Term **sum);

bool is_within(const char *path, const char *sub);         /* "a.b" is within "a" and within "" */

/* gear_element.c: body_of: by Var, representatives to bodies */
void gear_elements(Train *t, const Motions *m, const uint32_t *body_of, const Inst *root);
/* gear_inertia.c */
void find_inertias(Train *t, const Motions *m, const uint32_t *body_of);
/* gear_ports.c: false after a message */
bool find_ports(Train *t, const char *in, const char *out);
bool ports_turn(const Train *t);                           /* each, and by itself; false after a message */
/* gear_doubt.c: warnings: what is redundant, contradictory, blocked; what floats. */
void train_doubts(const Train *t, const Inst *root);
/* gear_set.c */
void find_sets(Train *t, const Inst *root);
const Inst *inst_at(const Inst *root, const char *path);   /* NULL: there is none */

#endif
