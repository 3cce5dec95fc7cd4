/* kernel.c - functions of the runtime that statements call: runtime/dtc_runtime.h says what they do. */
#include "step.h"

const Kernel kernels[KERNELS] = {
    [K_LARGEST] = { "dtc_largest", 2, { A_SIZE, A_READ } },
    [K_PIVOT] = { "dtc_pivot", 3, { A_SIZE, A_READ | A_WRITE, A_VALUE } },
};
