/* run_kernel.c - functions of the runtime, by number, for the interpreter of the step program.
 *
 * Each is called as its row of kernels.h says. Cost: that of the function.
 */
#include "dtc_exact.h"
#include "dtc_hybrid.h"
#include "interpret_step.h"

/* An argument by its letter. */
#define ARGUMENT(letter, i) ARGUMENT_##letter(i)
#define ARGUMENT_n(i) ((int)a[i].x)
#define ARGUMENT_b(i) ((int)a[i].x)
#define ARGUMENT_v(i) (a[i].x)
#define ARGUMENT_r(i) (a[i].p)
#define ARGUMENT_w(i) (a[i].p)
#define ARGUMENT_x(i) (a[i].p)
#define ARGUMENT_l(i) (a[i].w)
#define ARGUMENT_s(i) (a[i].law)
#define CALLED(name, ...) name(__VA_ARGS__)
#define RUN_NOTHING(call) call
#define RUN_INT(call) result = call
#define RUN_REAL(call) result = call

double run_kernel(KernelId kernel, const KernelArgument *a)
{
    double result = 0;

    switch (kernel) {
#define X(id, name, gives, arguments, ...)                                                                             \
    case K_##id: RUN_##gives(CALLED(name, KERNEL_LIST(ARGUMENT, arguments))); break;
        DTC_KERNELS(X)
#undef X
    case KERNELS: break;
    }
    return result;
}
