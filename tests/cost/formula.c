/* formula.c - what the compiler says a function of the runtime costs (cost_kernel.c), for kernels.cpp. */
#include "cost_kernel.h"

/* view: elements of the law that is argument 0. now, transition: OF_COUNT numbers. 0: no such function. */
int formula(const char *name, long view, int args, const long *arg, unsigned long long *now,
            unsigned long long *transition);

void unbounded(Fold *f) { (void)f; }

static bool cost_by_name(Call *k, const char *name, Cost *cost)
{
    for (int id = 0; id < KERNELS; id++)
        if (strcmp(kernels[id].name, name) == 0)
            return kernel_cost(k, (KernelId)id, cost);
    return named_cost(k, name, cost);
}

int formula(const char *name, long view, int args, const long *arg, unsigned long long *now,
            unsigned long long *transition)
{
    Call k = { .n = (uint32_t)args, .view = view };
    Cost cost = { 0 };

    for (int i = 0; i < args; i++) {
        k.size[i] = arg[i];
        k.known[i] = true;
    }
    if (!cost_by_name(&k, name, &cost))
        return 0;
    for (int i = 0; i < OF_COUNT; i++) {
        now[i] = cost.step.of[i];
        transition[i] = cost.transition.of[i];
    }
    return 1;
}
