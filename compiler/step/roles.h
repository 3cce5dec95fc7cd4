/* roles.h - what functions of the step program are for: they are found by their role, not by a name.
 *
 * A role has one for the model, or one for each of several; that one is said by a number. Names are made of these where
 * the program becomes text: in C by emit_name.c, in dumps by dump_step.c.
 */
#ifndef ROLES_H
#define ROLES_H

#include "dtc_functions.h"

/* Of what there is one each. A block: its number in dae->block, or, of the initial problem, behind these; a law: that
 * of its block. */
typedef enum { PER_MODEL, PER_BLOCK, PER_LAW, PER_FUNCTION, PER_EQUATION, PER_COLOUR } Per;

/* X(role, name, per): functions that others of the program call; those that control flow calls have the roles of
 * dtc_functions.h. */
#define DTC_FUNCTION_ROLES(X)                                                                                          \
    X(keep, keep, LAW)                                                                                                 \
    X(sense, sense, LAW)                                                                                               \
    X(size, size, LAW)                                                                                                 \
    X(show, show, LAW)                                                                                                 \
    X(law_jump, jump, LAW)                                                                                             \
    X(law_work, work, LAW)                                                                                             \
    X(work, work, MODEL)                                                                                               \
    X(factor, factor, BLOCK)                                                                                           \
    X(solve, solve, BLOCK)                                                                                             \
    X(least, least, BLOCK)                                                                                             \
    X(branches, branches, BLOCK)                                                                                       \
    X(impulse, impulse, EQUATION)                                                                                      \
    X(columns, columns, COLOUR)                                                                                        \
    X(any_tangent, any_tangent, MODEL)                                                                                 \
    X(along, along, MODEL)                                                                                             \
    X(of_user, user, FUNCTION)

#define FUNCTION_OF_TABLE(result, name, ...) FN_##name,
#define FUNCTION_BESIDE(name, ...)           FN_##name,
typedef enum {
    DTC_STEP_FUNCTIONS(FUNCTION_OF_TABLE)
    FN_IN_TABLE,                           /* so many */
    FN_LAST_IN_TABLE = FN_IN_TABLE - 1,
    DTC_FUNCTION_ROLES(FUNCTION_BESIDE)
    FUNCTION_ROLES
} FunctionRole;
#undef FUNCTION_OF_TABLE
#undef FUNCTION_BESIDE

#endif
