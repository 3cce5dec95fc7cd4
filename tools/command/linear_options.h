/* linear_options.h - what the commands of linear analysis share: the model, the point, variables by name. */
#ifndef LINEAR_OPTIONS_H
#define LINEAR_OPTIONS_H

#include "command.h"
#include "equilibrium.h"
#include "linearize.h"

/* The model as a variable step has it, all variables observed, and its point. 0, or the exit code after a message */
typedef struct { Compiled c; Point p; Equilibrium equilibrium; } LinearModel;
int linear_model(Dtc *d, Cli *cli, LinearModel *m);
/* The same, and what the point is of; the second without the operands of the command line: false after a message. */
int  linear_begin(Dtc *d, Cli *cli, LinearModel *m, PointOptions *o);
bool linear_compiled(Dtc *d, Cli *cli, LinearModel *m, PointOptions *o);

/* The states of the point, and what was solved for, become those of the start of d's model, which is not compiled yet.
 * 0, or the exit code after a message */
int linear_start(Dtc *d, const Cli *cli);

/* The point's options as they were given; sets of --stuck: the first, unless `stuck` is another. */
PointOptions point_options(Dtc *d, const Cli *cli, const char *stuck);

/* Where --equilibrium is given the point becomes one. Its places are those that balance it; what is made linear there
 * has those that are given, if any. false after a diagnosis */
bool linear_equilibrium(Dtc *d, const Cli *cli, const PointOptions *o, LinearModel *m);

/* A parameter that a compiled model takes another value of, by its name; 0: there is none. */
Var parameter_member(const struct Emitter *e, const char *name);

/* A variable by its name; 0 after a diagnosis */
Var  linear_variable(Dtc *d, const Flat *f, const char *option, const char *name);
/* Inputs and parameters that can be set. false after a diagnosis */
bool linear_settable(Dtc *d, const Flat *f, const char *option, const char *list, Var **out);
/* Inputs or parameters by names with commas between; without a list all inputs of the model. false after a diagnosis */
bool linear_inputs(Dtc *d, const Flat *f, const char *list, Var **out);
/* Variables by names or patterns; without a list the outputs of the model. */
bool linear_outputs(Dtc *d, const Flat *f, const char *option, const char *list, Var **out);

/* States by names or patterns, in the order of the list. false after a diagnosis */
bool linear_states(Dtc *d, const Flat *f, const char *list, Var **out);

#endif
