/* output.h - files that dtc writes (output.c). */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "dtc.h"

typedef struct {
    const char *name, *target, *temporary;   /* as given; with links followed; where it is written meanwhile, NULL: in place */
    FILE *file;
} Output;

bool output_open(Dtc *d, Output *o, const char *name);   /* false after a message */
bool output_close(Output *o, bool good);                 /* the file appears if good and all could be written; else nothing is left */

#endif
