/* answer.h - the answer of a command that has a sheet and a picture. */
#ifndef ANSWER_H
#define ANSWER_H

#include "gnuplot.h"
#include "sheet.h"

#define PICTURES "svg png pdf gp"

/* By the form: the sheet, or the picture; a page of HTML has both. The exit code. */
int answer_with(Sheet *s, const char *format, const char *file, ChartOf *picture, const void *found);

#endif
