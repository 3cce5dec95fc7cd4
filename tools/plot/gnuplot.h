/* gnuplot.h - pictures by gnuplot: gnuplot.c. Formats are svg, png, pdf, and gp: the script itself. */
#ifndef GNUPLOT_H
#define GNUPLOT_H

#include "chart.h"

const char *gnuplot_format(const char *name);              /* of a file, by its ending; NULL: none. Of - it is svg */
/* the picture appears whole or not at all; the exit code, after a message */
int  gnuplot_picture(const Chart *c, const char *format, const char *name);
/* the same into a file that is open; false after a message */
bool gnuplot_draw(const Chart *c, const char *format, FILE *picture);

/* What scripts share: the terminal for a format, of a size in pixels (gp: none); a text between quotes. */
void gnuplot_terminal(FILE *out, const char *format, int width, int height);
void gnuplot_text(FILE *out, const char *text);

#endif
