/* roles.h - what functions, members and tables of the step program are for: they are found by that role, not by a name.
 *
 * A role has one for the model, or one for each of several; that one is said by a number. Names are made of these where
 * the program becomes text: in C by emit_name.c, in dumps by dump_program.c.
 */
#ifndef ROLES_H
#define ROLES_H

#include "dtc_functions.h"
#include "dtc_law.h"

/* Of what there is one each. A block: its number in dae->block, or, of the initial problem, behind these; a law: that
 * of its block. */
typedef enum { PER_MODEL, PER_BLOCK, PER_LAW, PER_FUNCTION, PER_EQUATION, PER_COLOUR, PER_VARIABLE, PER_ARRAY } Per;

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

/* Members of the struct of the model. MEMBER(role, per, type, n): one by itself, with n elements; ONE: it is a scalar;
 * PLANNED: as many as those that need it have planned. Of a block n, m: unknowns, switching elements; fixed: entries of
 * its elimination. PART(of, role, type, n): of a struct. ROWS(of): all that the runtime has of a law (DTC_LAW_ROWS). */
#define DTC_MEMBER_ROLES(MEMBER, PART, ROWS)                                                                           \
    MEMBER(steps, MODEL, INT, ONE)                                                                                     \
    MEMBER(time, MODEL, REAL, ONE)                                                                                     \
    MEMBER(changed, MODEL, INT, ONE)                                                                                   \
    MEMBER(fault, MODEL, INT, ONE)                                                                                     \
    MEMBER(count, MODEL, COMPOSITE, ONE)                                                                               \
    PART(count, singular, INT, ONE)                                                                                    \
    PART(count, not_converged, INT, ONE)                                                                               \
    PART(count, warnings, INT, ONE)                                                                                    \
    MEMBER(start, MODEL, REAL, ONE)                                                                                    \
    MEMBER(shown, MODEL, REAL, PLANNED)                                                                                \
    MEMBER(warned, MODEL, INT, PLANNED)                                                                                \
    MEMBER(cuts, MODEL, INT, ONE)                                                                                      \
    MEMBER(cut, MODEL, REAL, ONE)                                                                                      \
    MEMBER(initial, MODEL, INT, ONE)                                                                                   \
    MEMBER(finite, MODEL, INT, ONE)                                                                                    \
    MEMBER(stop, MODEL, INT, ONE)                                                                                      \
    MEMBER(ready, MODEL, INT, ONE)                                                                                     \
    MEMBER(backoff, MODEL, INT, ONE)                                                                                   \
    MEMBER(exact, MODEL, BOOL, ONE)                                                                                    \
    MEMBER(again, MODEL, INT, ONE)                                                                                     \
    MEMBER(near, MODEL, REAL, PLANNED)                                                                                 \
    MEMBER(pinned, MODEL, INT, PLANNED)                                                                                \
    MEMBER(tangent, MODEL, REAL, PLANNED)                                                                              \
    MEMBER(refused, MODEL, INT, ONE)                                                                                   \
    MEMBER(taken, MODEL, REAL, PLANNED)                                                                                \
    MEMBER(committed, MODEL, REAL, PLANNED)                                                                            \
    MEMBER(earlier, MODEL, REAL, PLANNED)                                                                              \
    MEMBER(earlier_int, MODEL, INT, PLANNED)                                                                           \
    MEMBER(behind, MODEL, REAL, ONE)                                                                                   \
    MEMBER(stale, MODEL, INT, ONE)                                                                                     \
    MEMBER(ahead, MODEL, REAL, ONE)                                                                                    \
    MEMBER(matrices, MODEL, REAL, PLANNED)                                                                             \
    MEMBER(last, MODEL, INT, PLANNED)                                                                                  \
    MEMBER(rosenbrock, MODEL, COMPOSITE, ONE)                                                                          \
    PART(rosenbrock, J, REAL, PLANNED)                                                                                 \
    PART(rosenbrock, A, REAL, PLANNED)                                                                                 \
    PART(rosenbrock, a, REAL, PLANNED)                                                                                 \
    PART(rosenbrock, growth, REAL, ONE)                                                                                \
    PART(rosenbrock, p, INT, PLANNED)                                                                                  \
    PART(rosenbrock, made, INT, PLANNED)                                                                               \
    PART(rosenbrock, stale, INT, ONE)                                                                                  \
    MEMBER(block, BLOCK, COMPOSITE, ONE)                                                                               \
    PART(block, a, REAL, fixed)                                                                                        \
    PART(block, z, REAL, n)                                                                                            \
    PART(block, scale, REAL, scales)                                                                                   \
    PART(block, A, REAL, n * n + n)                                                                                    \
    PART(block, Y, REAL, n * n)                                                                                        \
    PART(block, X, REAL, n * m)                                                                                        \
    PART(block, C, REAL, n * m)                                                                                        \
    PART(block, B, REAL, n * m)                                                                                        \
    PART(block, D, REAL, n > 0 ? m * m : 0)                                                                            \
    PART(block, own, REAL, m * m)                                                                                      \
    PART(block, unit, REAL, PLANNED)                                                                                   \
    PART(block, T, REAL, PLANNED)                                                                                      \
    PART(block, slides, REAL, PLANNED)                                                                                 \
    PART(block, p, INT, n)                                                                                             \
    PART(block, low, INT, ONE)                                                                                         \
    MEMBER(law, LAW, COMPOSITE, m)                                                                                     \
    ROWS(law)                                                                                                          \
    MEMBER(before, LAW, COMPOSITE, m)                                                                                  \
    PART(before, is_kept, BOOL, ONE)

#define ROLE_OF_MEMBER(role, ...)            AT_##role,
#define ROLE_OF_PART(of, role, ...)          AT_##of##_##role,
#define ROLE_IN_LAW(type, name, n)           AT_law_##name,
#define ROLE_OF_NUMBER_IN_LAW(type, name)    AT_law_##name,
#define ROLES_IN_LAW(of)                     DTC_LAW_ROWS(ROLE_IN_LAW, ROLE_OF_NUMBER_IN_LAW, )
typedef enum {
    AT_NOWHERE,
    AT_variable, AT_pre_of, AT_last_of,    /* by Var: its value; that of the last event, of the last evaluation */
    AT_jump_of, AT_held_of,                /* by Var: its jump; what of it is in the rates of a sample */
    AT_output, AT_output_array,            /* by Var, by FlatArray: what a declared output is copied to */
    AT_array, AT_family,                   /* by FlatArray; by the first Var of an array that roll.c has made */
    DTC_MEMBER_ROLES(ROLE_OF_MEMBER, ROLE_OF_PART, ROLES_IN_LAW)
    MEMBER_ROLES
} MemberRole;

/* The member that it is part of, or itself. */
MemberRole member_whole(MemberRole role);

/* Constants of the file. X(role): one, of that name; SEVERAL(role, name): numbered. */
#define DTC_TABLE_ROLES(X, SEVERAL)                                                                                    \
    X(column)                                                                                                          \
    X(row)                                                                                                             \
    X(component)                                                                                                       \
    X(first)                                                                                                           \
    X(order)                                                                                                           \
    X(place)                                                                                                           \
    X(varies)                                                                                                          \
    X(pattern)                                                                                                         \
    X(nominal)                                                                                                         \
    X(implicit)                                                                                                        \
    X(colour_varies)                                                                                                   \
    X(colour)                                                                                                          \
    X(seed)                                                                                                            \
    X(rate)                                                                                                            \
    X(sign)                                                                                                            \
    X(colours)                                                                                                         \
    X(kept)                                                                                                            \
    X(exact)                                                                                                           \
    SEVERAL(table, table)                                                                                              \
    SEVERAL(values, values)                                                                                            \
    SEVERAL(places, order)

#define ROLE_OF_TABLE(role, ...)             TABLE_##role,
typedef enum { DTC_TABLE_ROLES(ROLE_OF_TABLE, ROLE_OF_TABLE) TABLE_ROLES } TableRole;

#endif
