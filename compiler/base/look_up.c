/* look_up.c - look-ups of tables, by name, as the runtime has them: for functions that are executed while compiling,
 * and for the interpreter of the step program.
 *
 * Each is called as its row of look_up.h says. Cost: that of the function.
 */
#include <stdbool.h>
#include <string.h>
#include "dtc_hybrid.h"
#include "dtc_table.h"
#include "look_up.h"

/* An argument by its letter. */
#define ARGUMENT(letter, i) ARGUMENT_##letter(i)
#define ARGUMENT_n(i) ((int)a[i].x)
#define ARGUMENT_v(i) (a[i].x)
#define ARGUMENT_r(i) (a[i].p)
#define ARGUMENT_x(i) (a[i].p)
#define CALLED(name, ...) name(__VA_ARGS__)

bool look_up_value(const char *name, const LookUpArgument *a, double *result)
{
#define X(function, arguments, ...)                                                                                    \
    if (strcmp(name, #function) == 0) {                                                                                \
        *result = CALLED(function, KERNEL_LIST(ARGUMENT, arguments));                                                  \
        return true;                                                                                                   \
    }
    DTC_LOOK_UPS(X)
#undef X
    return false;
}
