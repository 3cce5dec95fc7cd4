/* reduce.h - what simplify.c, alias.c, kinematics.c and index.c share. */
#ifndef REDUCE_H
#define REDUCE_H

#include "flat.h"

static const Span NO_SPAN = { 0, 0 };

/* Has to be determined by equations or integrated: no parameter, input, place or variable of a when-clause. */
static inline bool var_is_unknown(const VarInfo *v)
{
    return v->variability < V_PARAM && !v->discrete_state && !(v->causality == C_INPUT && v->top_level) &&
           v->type != T_STRING;
}

double *present_values(Dtc *d, Flat *f);   /* value[Var] of constants and parameters as they are now; NaN: none */

Ex start_of(Dtc *d, const Flat *f, Var v);  /* init.c: its start, or what it is by default */

bool *reset_variables(Dtc *d, const Flat *f);   /* by Var: some reinit sets it */

Var var_derivative(Dtc *d, Flat *f, Var x);   /* a new variable der(x), linked */
Var *integrals(Dtc *d, const Flat *f);        /* by Var, in d->pass: the variable whose derivative it is, or 0 */

/* wanted.c: gives what is to be a state and is not differentiated a derivative; false: what has to be one cannot */
bool any_wanted(const Flat *f);
bool differentiate_wanted(Dtc *d, Flat *f);
void cannot_be_state(Dtc *d, const Flat *f, Var v, const char *why);   /* index.c: the error, at a reinit if one asks */
void doubt_state(Dtc *d, const Flat *f, Var v);   /* index.c: the warning, where it cannot be told whether v jumps */

/* hold.c: constraint e, found by differentiating it depth times, is held by a switching element instead */
void hold_constraint(Dtc *d, Flat *f, Eq e, uint32_t depth);
void held_half_a_step(Dtc *d, Flat *f);      /* of the method semi, after index reduction */
void note_held(Dtc *d, const Flat *f, const char *text);    /* the equations of held constraints that a message names */

/* For diagnoses: the components that equations belong to, "a, b and c", connections left out where others are there. */
const char *components_of(Dtc *d, Flat *f, const Eq *eq, uint32_t n, const char *except);

/* What else helps than an inertia between these elements in series (vec of indices in Flat.sw): "", or "; or ...". */
const char *series_hint(const Flat *f, const uint32_t *sw);

/* Maps every expression of the model; reinit(x) of an alias becomes one of its representative. */
void rewrite_flat(Dtc *d, Flat *f, Rewriter *r);

void drop_unread_powers(Dtc *d, Flat *f);   /* unread.c: inputPower that nobody reads */

/* tunable.c: is each name of --tune a parameter that can be set? Is v one that could be, and is not among them? */
bool tunable_found(Dtc *d, const Flat *f);
bool is_left_out(const Dtc *d, const Flat *f, Var v);

/* alias.c: finds and eliminates aliases; der variables are linked already. False after an error. */
bool alias_eliminate(Dtc *d, Flat *f);

#endif
