/* command.h - what the command line asks for (command.c). */
#ifndef COMMAND_H
#define COMMAND_H

#include "diff.h"
#include "sim.h"

#define VERSION "0.1"

typedef enum { CMD_COMPILE, CMD_CHECK, CMD_SIM, CMD_DIFF } Command;

typedef struct { const char *name; unsigned use; } Given;      /* an option as it was written, and what it is for */
typedef struct {
    Command command; bool report, variable_step;
    struct SimOptions sim; diff_options diff;
    Given *given;                          /* vec */
} Cli;

int command_line(Dtc *d, Cli *cli, int argc, char **argv);   /* fills d->opt and cli; 0, or the exit code plus one */
void split(Dtc *d, const char ***list, const char *text, char separator);   /* appends the parts of a list */
const char *find_home(Dtc *d);             /* the folder with lib/ and runtime/ */

#endif
