/* linear_picture.h - the answer of a command that has a sheet and a picture. */
#ifndef LINEAR_PICTURE_H
#define LINEAR_PICTURE_H

#include "gnuplot.h"
#include "sheet.h"

#define PICTURES "svg png pdf gp"

/* By the form: the sheet, or the picture; a page of HTML has both. The exit code. */
int linear_answer(Sheet *s, const char *format, const char *file, GnuplotScript *picture, const void *what);

#endif
