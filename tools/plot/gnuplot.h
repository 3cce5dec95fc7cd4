/* gnuplot.h - pictures by gnuplot: gnuplot.c. Formats are svg, png, pdf, and gp: the script itself. */
#ifndef GNUPLOT_H
#define GNUPLOT_H

#include "base.h"

/* Writes a script of `what` that holds its data, for gnuplot_terminal() of the format first. false: it could not be
 * written. */
typedef bool GnuplotScript(const void *what, const char *format, FILE *out);

const char *gnuplot_format(const char *name);              /* of a file, by its ending; NULL: none. Of - it is svg */
/* the picture appears whole or not at all; the exit code, after a message */
int  gnuplot_picture(Dtc *d, GnuplotScript *script, const void *what, const char *format, const char *name);
/* the same into a file that is open; false after a message */
bool gnuplot_draw(GnuplotScript *script, const void *what, const char *format, FILE *picture);

/* What scripts share: the terminal for a format, of a size in pixels (gp: none); a text between quotes. */
void gnuplot_terminal(FILE *out, const char *format, int width, int height);
void gnuplot_text(FILE *out, const char *text);

#endif
