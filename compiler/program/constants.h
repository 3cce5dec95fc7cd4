/* constants.h - numbers that the program names: of the runtime, and the step of the model.
 *
 * X(id, type, value, name in C): value for the interpreter, where `step` is the step size; the name in C is for c/
 * alone. And structs of the runtime that constants of the file are of. X(id, members, name in C): members a letter
 * each, i an int, z a size_t, p a pointer.
 */
#ifndef CONSTANTS_H
#define CONSTANTS_H

/* clang-format off */
#define DTC_CONSTANTS(X)                                                                                               \
    X(STEP, T_REAL, step, STEP)                                                                                        \
    X(NO_NUMBER, T_REAL, NAN, R(NAN))                                                                                  \
    X(PLUS_INFINITY, T_REAL, INFINITY, (dtc_real)INFINITY)                                                             \
    X(MINUS_INFINITY, T_REAL, -INFINITY, (dtc_real)-INFINITY)                                                          \
    X(UNBOUNDED, T_REAL, DTC_UNBOUNDED, DTC_UNBOUNDED)                                                                 \
    X(NEGLIGIBLE, T_REAL, DTC_TOLERANCE(1e-12), DTC_TOLERANCE(1e-12))                                                  \
    X(FWD, T_INT, DTC_FWD, DTC_FWD)                                                                                    \
    X(BWD, T_INT, DTC_BWD, DTC_BWD)                                                                                    \
    X(STUCK, T_INT, DTC_STUCK, DTC_STUCK)                                                                              \
    X(INACTIVE, T_INT, DTC_INACTIVE, DTC_INACTIVE)                                                                     \
    X(OK, T_INT, DTC_OK, DTC_OK)                                                                                       \
    X(TERMINATE, T_INT, DTC_TERMINATE, DTC_TERMINATE)                                                                  \
    X(ASSERT, T_INT, DTC_ASSERT, DTC_ASSERT)                                                                           \
    X(RESULT, T_INT, DTC_RESULT, DTC_RESULT)                                                                           \
    X(EVALUATED, T_INT, DTC_EVALUATED, DTC_EVALUATED)                                                                  \
    X(SLIP, T_INT, DTC_SLIP, DTC_SLIP)                                                                                 \
    X(NOT_CONJUGATE, T_INT, DTC_NOT_CONJUGATE, DTC_NOT_CONJUGATE)

#define DTC_RECORDS(X)                                                                                                 \
    X(COLOURS, "ipppppp", dtc_colours)                                                                                 \
    X(PATTERN, "iippppppp", dtc_pattern)                                                                               \
    X(IMPLICIT_PLAN, "ppiizzzzz", dtc_implicit_plan)                                                                   \
    X(EXACT_PLAN, "iiiiiiiiiiiiizzzpi", dtc_exact_plan)                                                                \
    X(BYTES, "zz", dtc_bytes)
/* clang-format on */
#endif
