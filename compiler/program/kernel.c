/* kernel.c - functions of the runtime that statements call, by number. */
#include "program.h"

#define LETTER(letter, i) #letter
const Kernel kernels[KERNELS] = {
#define X(id, name, result, arguments, ...) { #name, KERNEL_EACH(LETTER, arguments), GIVES_##result },
    DTC_KERNELS(X)
#undef X
};
