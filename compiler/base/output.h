/* output.h - files that dtc writes (output.c). */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "base.h"

typedef struct {
    /* as given; with links followed; where it is written meanwhile, NULL: in place */
    const char *name, *target, *temporary;
    FILE *file;
    bool written;                            /* all of it is in the temporary file, which is closed */
} Output;

bool output_open(Dtc *d, Output *o, const char *name);   /* false after a message */
/* nothing more comes: false after a message. Files that belong together appear when all are written */
bool output_write(Output *o);
/* the file appears if good and all could be written; else nothing is left */
bool output_close(Output *o, bool good);
bool output_refuse(const char *name, const char *why);   /* says so; false */
bool standard_output_flush(void);
/* characters in a line of the terminal that f is, 40 at least; `otherwise` if it is none */
int output_width(FILE *f, int otherwise);                        /* false after a message, which is said once */

/* Temporary files, and folders with nothing but such files: they go when the program ends, by itself or by a signal. */
void temporary(Dtc *d, const char *name);
void temporary_forget(const char *name);                 /* it has got its name, or is gone */
void temporaries_guard(void);                            /* from now on */
void temporaries_clear(void);

void xml_text(FILE *f, const char *text);                /* with & < > " as entities */

#endif
