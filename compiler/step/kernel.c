/* kernel.c - functions of the runtime that statements call, by number. */
#include "step.h"

const Kernel kernels[KERNELS] = {
#define X(id, name, arguments, ...) { name, arguments },
    DTC_KERNELS(X)
#undef X
};
