/* formula.c - what the compiler says a function of the runtime costs (cost_kernel.c), for kernels.cpp. */
#include "cost.h"

/* size: of the view that is argument 0, if there is one. now, transition: OF_COUNT numbers. 0: no such function. */
int formula(const char *name, const long size[3], int args, const long *arg, unsigned long long *now, unsigned long long *transition);

int formula(const char *name, const long size[3], int args, const long *arg, unsigned long long *now, unsigned long long *transition)
{
    Dtc d = { 0 };
    C c = { .d = &d };
    Symbol view = { .size = { size[0], size[1], size[2] } };
    Value v[16] = { { 0 } }, result;
    Cost cost = { 0 };

    for (int i = 0; i < args; i++)
        v[i] = (Value){ .type = TY_INT, .known = true, .lo = arg[i], .hi = arg[i], .symbol = i == 0 ? &view : 0 };
    if (!kernel_cost(&c, name, v, (uint32_t)args, &cost, &result))
        return 0;
    for (int k = 0; k < OF_COUNT; k++) {
        now[k] = cost.step.of[k];
        transition[k] = cost.transition.of[k];
    }
    arena_free(&d.pass);
    return 1;
}
