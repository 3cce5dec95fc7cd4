/* described.h - variables of a model as its descriptor tells them, for tests. Link runtime/describe.c. */
#ifndef DESCRIBED_H
#define DESCRIBED_H

#include <stdlib.h>
#include "dtc_runtime.h"

/* What is given here lives until the program ends. */
static inline const char *name_text(const dtc_variable *v)
{
    size_t n = dtc_name(v, NULL, 0);
    char *text = malloc(n + 1);
    if (!text)
        exit(2);
    dtc_name(v, text, n + 1);
    return text;
}

/* NULL: there is none. */
static inline const dtc_variable *find_variable(const dtc_model_info *info, const char *name)
{
    int i = dtc_variable_named(info, name);
    dtc_variable *v = i < 0 ? NULL : malloc(sizeof *v);
    if (i >= 0 && !v)
        exit(2);
    if (v)
        *v = dtc_variable_at(info, i);
    return v;
}

#endif
