/* lsp_values.h - values of the model as it is written now: lsp_values.c. */
#ifndef LSP_VALUES_H
#define LSP_VALUES_H

#include "lsp.h"

/* flat: NULL: there are none */
typedef struct Values { Dtc *d; struct Flat *flat; const double *value; Map var; } Values;
Values model_values(Ask *q, Class *model);    /* of a class that is no model: none */
const char *value_of_path(const Values *v, const char *path);   /* with its unit; NULL: not known, or no parameter */

#endif
