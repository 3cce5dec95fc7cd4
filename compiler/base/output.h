/* output.h - files that dtc writes (output.c). */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <sys/types.h>
#include "base.h"

typedef struct {
    /* as given; with links followed, NULL: written as it comes (standard output, a device); where it is meanwhile */
    const char *name, *target, *temporary;
    FILE *file;
    int present;                             /* the file that is there already, open; -1: none */
    bool rewrites;                           /* it may be a file that was read */
    bool apart;                              /* temporary is not beside the target */
    bool written;                            /* all of it is there, with room for it at its place */
    bool copied;                             /* over the present file, which had size bytes before */
    off_t size;
} Output;

bool output_open(Dtc *d, Output *o, const char *name);   /* false after a message */
bool output_rewrite(Dtc *d, Output *o, const char *name);        /* the same, of a file that was read */
/* nothing more comes: false after a message. Files that belong together appear when all are written */
bool output_write(Output *o);
/* the file appears if good and all could be written; else nothing is left */
bool output_close(Output *o, bool good);
bool output_copy(Dtc *d, const char *file, const char *name);             /* under that name, whole or not at all */
bool output_refuse(const char *name, const char *why);   /* says so; false */
bool standard_output_flush(void);
/* characters in a line of the terminal that f is, 40 at least; `otherwise` if it is none */
int output_width(FILE *f, int otherwise);                        /* false after a message, which is said once */

/* Temporary files, and folders with nothing but such files: they go when the program ends, by itself or by a signal. */
void temporary(const char *name);                        /* a folder before what is in it */
void temporary_forget(const char *name);                 /* it has got its name, or is gone */
const char *temporary_folder(Dtc *d);                    /* $TMPDIR or /tmp */
/* A new one, of the user alone, named start.XXXXXX, which is on that list. NULL: errno says why */
const char *temporary_file(Dtc *d, const char *start, FILE **f);
void temporaries_guard(void);                            /* from now on, whatever signal ends the program */
/* all signals by which a user ends a program go there, but ignored ones; SIGINT and SIGQUIT also where a
 * shell has a background job ignore them */
void signals_to(void (*handler)(int));
void temporaries_clear(void);

/* With & < > " as entities; text: for people: what is not seen, or turns a line around, is written by its number. */
void xml_data(FILE *f, const char *text);
void xml_text(FILE *f, const char *text);

#endif
