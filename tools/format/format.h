/* format.h - one layout for texts of the language: format.c. */
#ifndef FORMAT_H
#define FORMAT_H

#include "base.h"

/* The text laid out, NUL behind it, to be freed; in a Dtc without classes. NULL after a diagnosis: it is no text of the
 * language. */
char *formatted(Dtc *d, Source *src, size_t *size);

#endif
