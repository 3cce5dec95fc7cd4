/* jumps.h - which variable may jump (jumps.c), and what that makes of index reduction (impulse.c). */
#ifndef JUMPS_H
#define JUMPS_H

#include "structure.h"

enum { FOREVER = 4 };                      /* rank of what is smooth */

/* The rank of what equation e determines, as far as e itself decides; value: known_values(). by_value: with the help of
 * agree.c, else each `if` jumps. told: it is known that it jumps, if it does. */
int own_rank(Dtc *d, const double *value, Eq e, bool by_value, bool *told);

/* Where nothing that it reads jumps: does e, other than where a variable crosses a border? Or it cannot be told. */
bool jumps_in_time(Dtc *d, const double *value, Ex e);

/* NULL: no equation that jumps has been differentiated, so that no variable that has a derivative does */
typedef struct Jumps Jumps;
Jumps *find_jumps(Dtc *d, Flat *f);
int    jump_rank(const Jumps *j, Var v);   /* 0: it jumps; below: it has an impulse */
/* The equation that makes v jump; way: v, what it has that from, and so on. NULL: an input, a torque of a law. */
const Equation *jump_origin(const Jumps *j, Var v, Var **way, bool *told);

/* agree.c: root at a place where a node below it changes its value */
typedef enum { AGREES, DISAGREES, NEVER_CHANGES, UNTOLD } Agreement;
Agreement agrees_at(Dtc *d, const double *value, Ex root, Ex node);
bool agrees_somewhere(Dtc *d, const double *value, Ex root, Ex node);         /* at one of the places that were tried */
bool moves_with_states(Dtc *d, Ex e, void *data);
bool is_table(Dtc *d, Ex call);            /* jumps.c: it looks up in a table, by the runtime */

/* impulse.c: is there none that the model loses? After the choice of states; false after errors */
bool check_impulses(Dtc *d, Flat *f, const Jumps *j);

#endif
