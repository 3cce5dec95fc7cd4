/* kernels.h - functions of the runtime that statements call, in one table: identifier, name in C, arguments (step.h).
 * What they do is told at their prototypes; what they cost, in cost_kernel.c. */
#ifndef DTC_KERNELS
#define DTC_KERNELS(X)                                                                                                 \
    X(QUOTIENT, "dtc_quotient", "vv")                                                                                  \
    X(HOLD, "dtc_hold", "xbx")                                                                                         \
    X(HOLD_REAL, "dtc_hold_real", "xvx")                                                                               \
    X(SOONER, "dtc_sooner", "xvv")                                                                                     \
    X(LARGEST, "dtc_largest", "nr")                                                                                    \
    X(PIVOT, "dtc_pivot", "nxv")                                                                                       \
    X(SWAP, "dtc_swap", "xx")                                                                                          \
    X(LU_FACTOR, "dtc_lu_factor", "nxw")                                                                               \
    X(LU_SOLVE, "dtc_lu_solve", "nrrx")                                                                                \
    X(LU_INVERSE, "dtc_lu_inverse", "nrrw")                                                                            \
    X(NEWTON_STEP, "dtc_newton_step", "nxwxxxx")                                                                       \
    X(SWITCHED_FACTOR, "dtc_switched_factor", "nnrrxrxx")                                                              \
    X(SWITCHED_REDUCE, "dtc_switched_reduce", "nnrrxx")                                                                \
    X(SWITCHED_SOLVE, "dtc_switched_solve", "lnrrrrx")                                                                 \
    X(LAW_KEEP, "DTC_LAW_KEEP", "ss")                                                                                  \
    X(LAW_PUSH, "DTC_LAW_PUSH", "ns")                                                                                  \
    X(LAW_HOLD, "DTC_LAW_HOLD", "ns")                                                                                  \
    X(LAW_GROUPS, "dtc_law_groups", "l")                                                                               \
    X(LAW_FACTOR, "dtc_law_factor", "l")                                                                               \
    X(LAW_START, "dtc_law_start", "l")                                                                                 \
    X(LAW_CHECK, "dtc_law_check", "l")                                                                                 \
    X(LAW_GUARD, "dtc_law_guard", "ln")                                                                                \
    X(LAW_STAYS, "DTC_LAW_STAYS", "nsv")                                                                               \
    X(LAW_SLIPS, "DTC_LAW_SLIPS", "ns")                                                                                \
    X(LAW_TRANSITION, "dtc_law_transition", "lvv")                                                                     \
    X(LAW_UPDATE, "dtc_law_update", "l")                                                                               \
    X(LAW_TANGENT, "dtc_law_tangent", "lrx")                                                                           \
    X(LAW_SETTLE, "dtc_law_settle", "lvn")                                                                             \
    X(EXACT_LOOK, "dtc_exact_look", "lnnvnxx")                                                                         \
    X(EXACT_GATHER, "dtc_exact_gather", "lnnxx")                                                                       \
    X(EXACT_STICK, "dtc_exact_stick", "lnn")                                                                           \
    X(LAW_JUMP, "dtc_law_jump", "lv")                                                                                  \
    X(SWITCHED_TANGENT, "dtc_switched_tangent", "lxxnrrrrx")                                                           \
    X(SWITCHED_TANGENT_FINISH, "dtc_switched_tangent_finish", "lxxnrrx")                                               \
    X(COLOUR_SEED, "dtc_colour_seed", "rnx")                                                                           \
    X(COLOUR_COLUMNS, "dtc_colour_columns", "rnrx")                                                                    \
    X(AGAIN, "dtc_again", "xvx")                                                                                       \
    X(SWITCHED_JUMP, "dtc_switched_jump", "lnrw")                                                                      \
    X(SWITCHED_IMPULSE, "dtc_switched_impulse", "lxnrrrrxw")                                                           \
    X(SWITCHED_IMPULSE_FINISH, "dtc_switched_impulse_finish", "lrnrrxw")                                               \
    X(LINEAR_IMPULSE, "dtc_linear_impulse", "nrrx")                                                                    \
    X(IMPACT, "dtc_impact", "nnrrwwxw")                                                                                \
    X(IMPACT_RELEASE, "dtc_impact_release", "lnrr")                                                                    \
    X(FINITE, "dtc_finite", "v")                                                                                       \
    X(NORMAL, "dtc_normal", "v")                                                                                       \
    X(ASCENDING, "dtc_ascending", "rnn")                                                                               \
    X(DETERMINANT, "dtc_determinant", "nrr")                                                                           \
    X(LAW_EVENT, "dtc_law_event", "l")                                                                                 \
    X(LAW_BLOCKED, "dtc_law_blocked", "l")
#endif
