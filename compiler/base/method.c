/* method.c - names of the methods of the generated step. */
#include <string.h>
#include "base.h"

static const char *const name_of[] = {
    [M_EULER] = "euler",           [M_SEMI] = "semi",  [M_RK2] = "rk2", [M_RK4] = "rk4",
    [M_ROSENBROCK] = "rosenbrock", [M_EXACT] = "exact"
};

const char *method_name(Method m) { return name_of[m]; }

/* In the stages of a step relations and places are held: they are decided once a step, at the sample. */
bool method_holds(Method m) { return m == M_RK2 || m == M_RK4 || m == M_ROSENBROCK || m == M_EXACT; }

bool method_named(const char *name, Method *m)
{
    for (size_t i = 0; i < sizeof name_of / sizeof *name_of; i++)
        if (strcmp(name, name_of[i]) == 0) {
            *m = (Method)i;
            return true;
        }
    return false;
}
