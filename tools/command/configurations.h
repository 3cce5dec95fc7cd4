/* configurations.h - one model in several configurations: sets of elements that stick, values of a parameter. */
#ifndef CONFIGURATIONS_H
#define CONFIGURATIONS_H

#include "linear_options.h"

/* name: "gear=2 A,E"; "": the only one. It lives as long as the command. */
typedef struct { const char *name; PointOptions options; const PointSetting *given; } Configuration;

/* Of one configuration: m->p is its point. What is kept is the command's: m goes with the next one. */
typedef bool ForConfiguration(void *what, const Configuration *c, LinearModel *m);

/* All points of --vary, a grid, with all sets of --stuck. The model is compiled once if the parameters are Reals that a
 * compiled model can take, else for each point, as by --set. The exit code, after a message. */
int each_configuration(Dtc *d, Cli *cli, ForConfiguration *f, void *what);

#endif
