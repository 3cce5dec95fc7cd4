/* run_kernel.c - functions of the runtime, by number and by name, for the interpreter of the step program.
 *
 * Each of kernels.h is called as its row says; a row here for each function that a model may call. Cost: that of the
 * function.
 */
#include <string.h>
#include "dtc_exact.h"
#include "dtc_hybrid.h"
#include "dtc_table.h"
#include "interpret_step.h"

#define N(i) ((int)a[i].x)
#define V(i) (a[i].x)
#define P(i) (a[i].p)

/* An argument by its letter. */
#define ARGUMENT(letter, i) ARGUMENT_##letter(i)
#define ARGUMENT_n(i) N(i)
#define ARGUMENT_b(i) N(i)
#define ARGUMENT_v(i) V(i)
#define ARGUMENT_r(i) P(i)
#define ARGUMENT_w(i) P(i)
#define ARGUMENT_x(i) P(i)
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

/* Arrays are followed by their sizes: a[1], a[2] belong to a[0]. */
bool run_external(const char *name, const KernelArgument *a, double *result)
{
#define ROW(function, ...)                                                                                             \
    if (strcmp(name, #function) == 0) {                                                                                \
        *result = function(__VA_ARGS__);                                                                               \
        return true;                                                                                                   \
    }
    ROW(dtc_table1, P(0), N(1), N(2), V(3))
    ROW(dtc_table1_der, P(0), N(1), N(2), V(3), V(4))
    ROW(dtc_table1_line, P(0), N(1), N(2), N(3), V(4))
    ROW(dtc_table1_line_der, P(0), N(1), N(2), N(3), V(4), V(5))
    ROW(dtc_table1_stairs, P(0), N(1), N(2), N(3), V(4))
    ROW(dtc_table2, P(0), N(1), N(2), V(3), V(4))
    ROW(dtc_table2_der, P(0), N(1), N(2), V(3), V(4), V(5), V(6))
    ROW(dtc_table_row, P(0), N(1), N(2), V(3))
    ROW(dtc_table_row_near, P(0), N(1), N(2), V(3), N(4))
    ROW(dtc_table1_at, P(0), N(1), N(2), N(3), V(4))
    ROW(dtc_table1_line_at, P(0), N(1), N(2), N(3), N(4), V(5))
    ROW(dtc_table1_stairs_at, P(0), N(1), N(2), N(3), N(4))
    ROW(dtc_table1_der_at, P(0), N(1), N(2), N(3), V(4), V(5))
    ROW(dtc_table1_line_der_at, P(0), N(1), N(2), N(3), N(4), V(5), V(6))
    ROW(dtc_rows_behind, P(0), N(1), N(2), V(3), V(4), V(5))
    ROW(dtc_row_instant, P(0), N(1), N(2), N(3), V(4), V(5))
    ROW(dtc_row_value, P(0), N(1), N(2), N(3), V(4))
    ROW(dtc_row_line, P(0), N(1), N(2), N(3), N(4), V(5))
    ROW(dtc_row_stairs, P(0), N(1), N(2), N(3), N(4), V(5))
    ROW(dtc_row_value_der, P(0), N(1), N(2), N(3), V(4), V(5))
    ROW(dtc_row_line_der, P(0), N(1), N(2), N(3), N(4), V(5), V(6))
#undef ROW
    return false;
}
