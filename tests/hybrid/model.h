/* model.h - models written by hand in the form that generated code has for the variable-step solver. */
#ifndef TEST_MODEL_H
#define TEST_MODEL_H

#include <math.h>
#include "solver.h"
#include "../extreme.h"

enum { MOST = 300 };
typedef struct {
    double time; int fault; dtc_count count;
    double x[MOST], dx[MOST], y, u;            /* states, derivatives, an algebraic variable, an input */
    int place, flag, other; double instant;    /* what events change */
} Any;

extern const dtc_hybrid decay, pendulum, van_der_pol, heat, ball, zeno, slider, cycle, root, blow_up, pulses, driven,
    wave, dip, falls, limited, ends, scarp;

#endif
