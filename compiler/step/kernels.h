/* kernels.h - functions of the runtime that statements call, in one table: identifier, name in C, arguments (step.h),
 * what it costs (cost_kernel.c, cost_law.c: a formula), bytes of stack with all that it calls.
 * What they do is told at their prototypes. */
#ifndef DTC_KERNELS
#define DTC_KERNELS(X)                                                                                                 \
    X(QUOTIENT, "dtc_quotient", "vv", quotient, SHALLOW)                                                               \
    X(HOLD, "dtc_hold", "xbx", nothing, 0)                                                                             \
    X(DECIDE, "dtc_decide", "xbxxb", nothing, 0)                                                                       \
    X(HOLD_REAL, "dtc_hold_real", "xvx", comparisons, SMALL)                                                           \
    X(SOONER, "dtc_sooner", "xvv", unknown, 0)                                                                         \
    X(LARGEST, "dtc_largest", "nr", largest, SHALLOW)                                                                  \
    X(PIVOT, "dtc_pivot", "nxv", pivot, SMALL)                                                                         \
    X(SWAP, "dtc_swap", "xx", nothing, 0)                                                                              \
    X(LU_FACTOR, "dtc_lu_factor", "nxw", lu_factor, SMALL)                                                             \
    X(LU_SOLVE, "dtc_lu_solve", "nrrx", lu_solve, SMALL)                                                               \
    X(LU_INVERSE, "dtc_lu_inverse", "nrrw", lu_inverse, SMALL)                                                         \
    X(REFINED_INVERSE, "dtc_refined_inverse", "nrrxw", refined_inverse, SMALL)                                         \
    X(LEAST, "dtc_least", "nnxwxx", least, SMALL)                                                                      \
    X(NEWTON_STEP, "dtc_newton_step", "nxwxxxx", newton, SMALL)                                                        \
    X(BRANCH_STEP, "dtc_branch_step", "nnxwrxxrxx", branch_step, SMALL)                                                \
    X(SWITCHED_FACTOR, "dtc_switched_factor", "nnrrxrxx", switched_factor, SMALL)                                      \
    X(SWITCHED_REFINED, "dtc_switched_refined", "nnrrxxrxx", switched_refined, SMALL)                                  \
    X(SWITCHED_REDUCE, "dtc_switched_reduce", "nnrrxx", reduce, SMALL)                                                 \
    X(SWITCHED_SOLVE, "dtc_switched_solve", "lnrrrrx", switched_solve, SMALL)                                          \
    X(LAW_KEEP, "DTC_LAW_KEEP", "ss", nothing, 0)                                                                      \
    X(LAW_PUSH, "DTC_LAW_PUSH", "ns", law_push, LAW)                                                                   \
    X(LAW_HOLD, "DTC_LAW_HOLD", "ns", law_hold, LAW)                                                                   \
    X(LAW_GROUPS, "dtc_law_groups", "l", law_groups, LAW)                                                              \
    X(LAW_FACTOR, "dtc_law_factor", "l", law_factor, LAW)                                                              \
    X(LAW_MOVED, "dtc_law_moved", "l", law_moved, LAW)                                                                 \
    X(LAW_START, "dtc_law_start", "l", law_start, LAW)                                                                 \
    X(LAW_CHECK, "dtc_law_check", "l", law_check, LAW)                                                                 \
    X(LAW_GUARD, "dtc_law_guard", "ln", unknown, 0)                                                                    \
    X(LAW_QUIET, "DTC_LAW_QUIET", "nsv", law_quiet, LAW)                                                               \
    X(LAW_QUIET_ROOM, "DTC_LAW_QUIET_ROOM", "nsv", law_quiet_room, LAW)                                                \
    X(LAW_JUMPS, "DTC_LAW_JUMPS", "s", law_jumps, LAW)                                                                 \
    X(LAW_QUIET_APART, "DTC_LAW_QUIET_APART", "nsv", law_quiet_apart, LAW)                                             \
    X(LAW_QUIET_APART_ROOM, "DTC_LAW_QUIET_APART_ROOM", "nsv", law_quiet_apart_room, LAW)                              \
    X(SWITCHED_DECIDE, "dtc_switched_decide", "lnrvvnx", switched_decide, LAW)                                         \
    X(LAW_GAPS, "DTC_LAW_GAPS", "ns", law_gaps, LAW)                                                                   \
    X(LAW_SHIFT, "dtc_law_shift", "lv", law_shift, LAW)                                                                \
    X(LAW_DECIDE, "dtc_law_decide", "lvvn", law_decide, LAW)                                                           \
    X(LAW_UPDATE, "dtc_law_update", "l", law_update, LAW)                                                              \
    X(LAW_TANGENT, "dtc_law_tangent", "lrx", law_tangent, LAW)                                                         \
    X(LAW_SETTLE, "dtc_law_settle", "lvn", law_settle, LAW)                                                            \
    X(LAW_IMPACT, "dtc_law_impact", "ln", law_impact, LAW)                                                             \
    X(EXACT_LOOK, "dtc_exact_look", "lnnvnxx", exact_look, LAW)                                                        \
    X(EXACT_GATHER, "dtc_exact_gather", "lnnxx", nothing, LAW)                                                         \
    X(EXACT_STICK, "dtc_exact_stick", "lnn", nothing, LAW)                                                             \
    X(LAW_JUMP, "dtc_law_jump", "lv", law_jump, LAW)                                                                   \
    X(SWITCHED_TANGENT, "dtc_switched_tangent", "lxxnrrrrx", switched_tangent, SMALL)                                  \
    X(SWITCHED_TANGENT_FINISH, "dtc_switched_tangent_finish", "lxxnrrx", tangent_finish, SMALL)                        \
    X(COLOUR_SEED, "dtc_colour_seed", "rnx", nothing, 0)                                                               \
    X(COLOUR_COLUMNS, "dtc_colour_columns", "rnrx", columns, SMALL)                                                    \
    X(ENTRY, "dtc_entry", "v", nothing, SMALL)                                                                         \
    X(AGAIN, "dtc_again", "xvx", again, SMALL)                                                                         \
    X(SWITCHED_JUMP, "dtc_switched_jump", "lnrw", switched_jump, SMALL)                                                \
    X(SWITCHED_IMPULSE, "dtc_switched_impulse", "lxnrrrrxw", impulse, SMALL)                                           \
    X(SWITCHED_IMPULSE_FINISH, "dtc_switched_impulse_finish", "lrnrrxw", impulse_finish, SMALL)                        \
    X(LINEAR_IMPULSE, "dtc_linear_impulse", "nrrx", linear_impulse, SMALL)                                             \
    X(IMPACT, "dtc_impact", "nnrrwwxw", impact, SMALL)                                                                 \
    X(IMPACT_RELEASE, "dtc_impact_release", "lnrr", impact_release, SMALL)                                             \
    X(FINITE, "dtc_finite", "v", nothing, SMALL)                                                                       \
    X(ODD, "dtc_odd", "v", nothing, SMALL)                                                                             \
    X(NORMAL, "dtc_normal", "v", nothing, SHALLOW)                                                                     \
    X(ASCENDING, "dtc_ascending", "rnn", ascending, SMALL)                                                             \
    X(DETERMINANT, "dtc_determinant", "nrr", unknown, 0)                                                               \
    X(LAW_LATE, "dtc_law_late", "l", unknown, 0)                                                                       \
    X(LAW_EVENT, "dtc_law_event", "l", unknown, 0)                                                                     \
    X(LAW_BLOCKED, "dtc_law_blocked", "l", unknown, 0)                                                                 \
    X(LAW_DRIFTS, "dtc_law_drifts", "l", unknown, 0)
#endif
