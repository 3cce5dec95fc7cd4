/* kernels.h - functions of the runtime that statements call, in one table: identifier, name in C, what it gives, its
 * arguments (step.h), what it costs (cost_kernel.c, cost_law.c, cost_exact.c: a formula), bytes of stack with all that
 * it calls. What they do is told at their prototypes. */
#ifndef DTC_KERNELS
#include "look_up.h"

#define DTC_KERNELS(X)                                                                                                 \
    X(QUOTIENT, dtc_quotient, REAL, (v, v), quotient, SHALLOW)                                                         \
    X(HOLD, dtc_hold, NOTHING, (x, b, x), nothing, 0)                                                                  \
    X(DECIDE, dtc_decide, NOTHING, (x, b, x, x, b), nothing, 0)                                                        \
    X(HOLD_REAL, dtc_hold_real, NOTHING, (x, v, x), comparisons, SMALL)                                                \
    X(SOONER, dtc_sooner, NOTHING, (x, v, v), unknown, 0)                                                              \
    X(LARGEST, dtc_largest, REAL, (n, r), largest, SHALLOW)                                                            \
    X(PIVOT, dtc_pivot, INT, (n, x, v), pivot, SMALL)                                                                  \
    X(SWAP, dtc_swap, NOTHING, (x, x), nothing, 0)                                                                     \
    X(LU_FACTOR, dtc_lu_factor, INT, (n, x, w), lu_factor, SMALL)                                                      \
    X(LU_SOLVE, dtc_lu_solve, NOTHING, (n, r, r, x), lu_solve, SMALL)                                                  \
    X(LU_INVERSE, dtc_lu_inverse, NOTHING, (n, r, r, w), lu_inverse, SMALL)                                            \
    X(REFINED_INVERSE, dtc_refined_inverse, NOTHING, (n, r, r, x, w), refined_inverse, SMALL)                          \
    X(REFINED_SOLVE, dtc_refined_solve, NOTHING, (n, r, r, x, x), refined_solve, SMALL)                                \
    X(LEAST, dtc_least, INT, (n, n, x, w, x, x), least, SMALL)                                                         \
    X(NEWTON_STEP, dtc_newton_step, INT, (n, x, w, x, x, x, x), newton, SMALL)                                         \
    X(BRANCH_STEP, dtc_branch_step, INT, (n, n, x, w, r, x, x, r, x, x), branch_step, SMALL)                           \
    X(SWITCHED_FACTOR, dtc_switched_factor, NOTHING, (n, n, r, r, x, r, x, x), switched_factor, SMALL)                 \
    X(SWITCHED_REFINED, dtc_switched_refined, NOTHING, (n, n, r, r, x, x, r, x, x), switched_refined, SMALL)           \
    X(SWITCHED_REDUCE, dtc_switched_reduce, NOTHING, (n, n, r, r, x, x), reduce, SMALL)                                \
    X(SWITCHED_SOLVE, dtc_switched_solve, INT, (l, n, r, r, r, r, x), switched_solve, SMALL)                           \
    X(LAW_KEEP, DTC_LAW_KEEP, NOTHING, (s, s), nothing, 0)                                                             \
    X(LAW_PUSH, DTC_LAW_PUSH, NOTHING, (n, s), law_push, LAW)                                                          \
    X(LAW_HOLD, DTC_LAW_HOLD, NOTHING, (n, s), law_hold, LAW)                                                          \
    X(LAW_RESPONSE, dtc_law_response, NOTHING, (l, n, n, r, r, r, r, x), law_response, LAW)                            \
    X(LAW_RESPOND, dtc_law_respond, NOTHING, (l, n, n, r, r, x, w), law_respond, LAW)                                  \
    X(LAW_SLIDE, DTC_LAW_SLIDE, NOTHING, (s, n, r, x), law_slide, LAW)                                                 \
    X(LAW_KEEPS, DTC_LAW_KEEPS, INT, (n, s, n, v, v, n), law_keeps, LAW)                                               \
    X(LAW_TAKE_ROOM, DTC_LAW_TAKE_ROOM, NOTHING, (s), nothing, LAW)                                                    \
    X(LAW_GROUPS, dtc_law_groups, NOTHING, (l), law_groups, LAW)                                                       \
    X(LAW_FACTOR, dtc_law_factor, NOTHING, (l), law_factor, LAW)                                                       \
    X(LAW_MOVED, dtc_law_moved, NOTHING, (l), law_moved, LAW)                                                          \
    X(LAW_MOVED_FEW, DTC_LAW_MOVED_FEW, INT, (n, s), law_moved_few, LAW)                                               \
    X(LAW_STAYS, DTC_LAW_STAYS, INT, (n, s, v), law_stays, LAW)                                                        \
    X(LAW_IS_PLAIN, DTC_LAW_IS_PLAIN, INT, (s), nothing, LAW)                                                          \
    X(LAW_STAYS_STUCK, DTC_LAW_STAYS_STUCK, INT, (n, s, n, v, v, v), law_stays_stuck, LAW)                             \
    X(LAW_FORGET_SLIPS, DTC_LAW_FORGET_SLIPS, NOTHING, (s), law_forget_slips, LAW)                                     \
    X(LAW_STAYS_OUT, DTC_LAW_STAYS_OUT, INT, (s, n, v, v, v), law_stays_out, LAW)                                      \
    X(LAW_LEAVE_IMPULSE, DTC_LAW_LEAVE_IMPULSE, NOTHING, (s, n, v), law_leave_impulse, LAW)                            \
    X(LAW_LEAVE_IMPULSES, DTC_LAW_LEAVE_IMPULSES, NOTHING, (s, v), law_leave_impulses, LAW)                            \
    X(LAW_START, dtc_law_start, INT, (l), law_start, LAW)                                                              \
    X(LAW_CHECK, dtc_law_check, INT, (l), law_check, LAW)                                                              \
    X(LAW_GUARD, dtc_law_guard, REAL, (l, n), unknown, 0)                                                              \
    X(LAW_QUIET, DTC_LAW_QUIET, INT, (n, s, v), law_quiet, LAW)                                                        \
    X(LAW_LEAVE_ROOM, DTC_LAW_LEAVE_ROOM, NOTHING, (s), law_leave_room, LAW)                                           \
    X(LAW_JUMPS, DTC_LAW_JUMPS, INT, (s), law_jumps, LAW)                                                              \
    X(LAW_QUIET_APART, DTC_LAW_QUIET_APART, INT, (n, s, v), law_quiet_apart, LAW)                                      \
    X(SWITCHED_DECIDE, dtc_switched_decide, INT, (l, n, r, v, v, n, x), switched_decide, LAW)                          \
    X(LAW_SEEK, dtc_law_seek, INT, (l, v, v, n), law_seek, LAW)                                                        \
    X(SWITCHED_CHANGE, dtc_switched_change, INT, (l, n, r, v, v, n, x), switched_change, LAW)                          \
    X(SWITCHED_IMPULSES, dtc_switched_impulses, NOTHING, (l, n, r, v, n, x), switched_impulses, LAW)                   \
    X(LAW_GAPS, DTC_LAW_GAPS, INT, (n, s), law_gaps, LAW)                                                              \
    X(LAW_SHIFT, dtc_law_shift, NOTHING, (l, v), law_shift, LAW)                                                       \
    X(LAW_DECIDE, dtc_law_decide, INT, (l, v, v, n), law_decide, LAW)                                                  \
    X(LAW_UPDATE, dtc_law_update, NOTHING, (l), law_update, LAW)                                                       \
    X(LAW_TANGENT, dtc_law_tangent, NOTHING, (l, r, x), law_tangent, LAW)                                              \
    X(LAW_SETTLE, dtc_law_settle, INT, (l, v, n), law_settle, LAW)                                                     \
    X(LAW_IMPACT, dtc_law_impact, INT, (l, n), law_impact, LAW)                                                        \
    X(EXACT_LOOK, dtc_exact_look, NOTHING, (l, n, n, v, n, x, x), exact_look, LAW)                                     \
    X(EXACT_GATHER, dtc_exact_gather, NOTHING, (l, n, n, x, x), nothing, LAW)                                          \
    X(EXACT_STICK, dtc_exact_stick, NOTHING, (l, n, n), nothing, LAW)                                                  \
    X(LAW_JUMP, dtc_law_jump, NOTHING, (l, v), law_jump, LAW)                                                          \
    X(SWITCHED_TANGENT, dtc_switched_tangent, NOTHING, (l, x, x, n, r, r, r, r, x), switched_tangent, SMALL)           \
    X(SWITCHED_TANGENT_FINISH, dtc_switched_tangent_finish, NOTHING, (l, x, x, n, r, r, x), tangent_finish, SMALL)     \
    X(COLOUR_SEED, dtc_colour_seed, NOTHING, (r, n, x), nothing, 0)                                                    \
    X(COLOUR_COLUMNS, dtc_colour_columns, NOTHING, (r, n, r, x), columns, SMALL)                                       \
    X(ENTRY, dtc_entry, REAL, (v), nothing, SMALL)                                                                     \
    X(AGAIN, dtc_again, NOTHING, (x, v, x), again, SMALL)                                                              \
    X(SWITCHED_JUMP, dtc_switched_jump, INT, (l, n, r, w), switched_jump, SMALL)                                       \
    X(SWITCHED_IMPULSE, dtc_switched_impulse, NOTHING, (l, x, n, r, r, r, r, x, w), impulse, SMALL)                    \
    X(SWITCHED_IMPULSE_FINISH, dtc_switched_impulse_finish, NOTHING, (l, r, n, r, r, x, w), impulse_finish, SMALL)     \
    X(LINEAR_IMPULSE, dtc_linear_impulse, NOTHING, (n, r, r, x), linear_impulse, SMALL)                                \
    X(IMPACT, dtc_impact, NOTHING, (n, n, r, r, w, w, x, w), impact, SMALL)                                            \
    X(IMPACT_RELEASE, dtc_impact_release, INT, (l, n, r, r), impact_release, SMALL)                                    \
    X(FINITE, dtc_finite, INT, (v), nothing, SMALL)                                                                    \
    X(ODD, dtc_odd, INT, (v), nothing, SMALL)                                                                          \
    X(ODD_INPUT, dtc_odd_input, INT, (v), nothing, SMALL)                                                              \
    X(NORMAL, dtc_normal, REAL, (v), nothing, SHALLOW)                                                                 \
    X(ASCENDING, dtc_ascending, INT, (r, n, n), ascending, SMALL)                                                      \
    X(DETERMINANT, dtc_determinant, REAL, (n, r, r), unknown, 0)                                                       \
    X(LAW_LATE, dtc_law_late, NOTHING, (l), unknown, 0)                                                                \
    X(LAW_EVENT, dtc_law_event, INT, (l), unknown, 0)                                                                  \
    X(LAW_BLOCKED, dtc_law_blocked, INT, (l), unknown, 0)                                                              \
    X(LAW_DRIFTS, dtc_law_drifts, INT, (l), unknown, 0)

#endif
