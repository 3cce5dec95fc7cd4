/* linear_options.h - what the commands of linear analysis share: the model, the point, variables by name. */
#ifndef LINEAR_OPTIONS_H
#define LINEAR_OPTIONS_H

#include "command.h"
#include "linearize.h"

/* The model as a variable step has it, all variables observed, and its point. 0, or the exit code after a message */
typedef struct { Compiled c; Point p; } LinearModel;
int linear_model(Dtc *d, Cli *cli, LinearModel *m);

/* The point's options as they were given; sets of --stuck: the first, unless `stuck` is another. */
PointOptions point_options(Dtc *d, const Cli *cli, const char *stuck);

/* Inputs or parameters by names with commas between; without a list all inputs of the model. false after a diagnosis */
bool linear_inputs(Dtc *d, const Flat *f, const char *list, Var **out);
/* Variables by names or patterns; without a list the outputs of the model. */
bool linear_outputs(Dtc *d, const Flat *f, const char *list, Var **out);

#endif
