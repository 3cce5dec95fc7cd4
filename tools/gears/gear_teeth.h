/* gear_teeth.h - teeth of planetary sets for wanted ratios. */
#ifndef GEAR_TEETH_H
#define GEAR_TEETH_H

#include "gears.h"
#include "sheet.h"

/* z: teeth of the suns, then of the ring; sum: of them and of a planet */
typedef struct { int z[3], sum; } Teeth;
/* A set whose teeth vary; sun, carrier, ring: bodies. choice: vec: of each basic ratio that can be mounted the one with
 * the fewest teeth. */
typedef enum { TEETH_SIMPLE, TEETH_DOUBLE, TEETH_RAVIGNEAUX } TeethKind;
typedef struct {
    uint32_t set; TeethKind kind; int suns, planets;
    bool given;                            /* the number of planets is the model's */
    uint32_t sun[2], carrier, ring;
    Teeth now, *choice;
} VariedSet;

/* choice: by varied set; error: the largest relative one; ratio: exact, by wanted ratio */
typedef struct { uint32_t *choice; double error; int sum; Fraction *ratio; } TeethResult;

typedef struct {
    const Train *train; const GearReport *report;
    int low, high;                         /* teeth of suns and rings */
    VariedSet *varied;                     /* vec */
    const char **kept;                     /* vec: sets that are left alone */
    double *wanted; uint32_t *gear;        /* vecs: ratios, and gears of the report that are to have them */
    TeethResult *best;                     /* vec: the Pareto set: fewest teeth first, smallest error last */
    bool proven;                           /* all choices were looked at */
    double looked_at;
} TeethSearch;

/* teeth: "20:100"; ratios: "4.7,3.1" of the gears in order, or "2=3.1"; false after a message. gear_teeth.c */
bool teeth_search(const GearReport *r, const struct Inst *root, const char *teeth, const char *ratios, TeethSearch *s);
Sheet teeth_sheet(const TeethSearch *s);                  /* gear_teeth_sheet.c */

/* gear_mount.c: the sets that vary, and what can be mounted within low..high. false after a message */
bool teeth_sets(TeethSearch *s, const struct Inst *root);

#endif
