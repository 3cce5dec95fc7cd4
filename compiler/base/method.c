/* method.c - the methods of the generated step. */
#include <string.h>
#include "base.h"

static const struct { const char *name; int order; bool holds; int keeps; } methods[METHODS] = {
#define X(id, name, order, holds, keeps) { name, order, holds, keeps },
    DTC_METHODS(X)
#undef X
};

const char *method_name(Method m) { return methods[m].name; }
int         method_order(Method m) { return methods[m].order; }
bool        method_holds(Method m) { return methods[m].holds; }
int         method_keeps(Method m) { return methods[m].keeps; }

bool method_named(const char *name, Method *m)
{
    for (int i = 0; i < METHODS; i++)
        if (strcmp(name, methods[i].name) == 0) {
            *m = (Method)i;
            return true;
        }
    return false;
}
