/* dtc_functions.h - the functions of a model that a step, setup and events call: dtc_step.h, dtc_hybrid_step.h.
 *
 * A row each: result, name, parameters; how often it is called, at most, in a step, in a step with a transition beside
 * that, in setup, for the bounds that dtc --report tells. There holds is 1 if relations are held within a step, stages
 * the number of further evaluations of a step, rounds that of the iteration for the first places, first that for the
 * first relations; laws, keeps, waits, jumps are 1 if there are switching elements, values of pre(), parameters that
 * the initial problem determines, jumps in a step. A model has not all of them: the others are NULL. */
#ifndef DTC_FUNCTIONS_H
#define DTC_FUNCTIONS_H

#define DTC_STEP_FUNCTIONS(X)                                                                                          \
    /* parameters and start values */                                                                                  \
    X(void, defaults, (void *m), 0, 0, 0)                                                                              \
    X(void, reset, (void *m), 0, 0, 1)                                                                                 \
    X(void, finite_parameters, (void *m), 0, 0, 1)                                                                     \
    X(void, normal_parameters, (void *m), 0, 0, 1)                                                                     \
    X(void, starts, (void *m), 0, 0, 1)                                                                                \
    X(void, calculate, (void *m), 0, 0, 1)                                                                             \
    X(void, normal_calculated, (void *m), 0, 0, 1 + waits)                                                             \
    X(void, finite_calculated, (void *m), 0, 0, 1)                                                                     \
    X(void, any_ranges, (void *m), 0, 0, 1)                                                                            \
    X(void, any_late_ranges, (void *m), 0, 0, 1)                                                                       \
    X(void, asserted, (void *m), 0, 0, 1)                                                                              \
    X(void, fixed, (void *m), 0, 0, 1 + waits)                                                                         \
    X(void, initial, (void *m), 0, 0, 1)                                                                               \
    X(void, dependants, (void *m), 0, 0, 1)                                                                            \
    X(void, flush_states, (void *m), 0, 0, 1)                                                                          \
    X(void, pivots, (void *m), 0, 0, 1)                                                                                \
    X(void, intervals, (void *m), 0, 0, 1)                                                                             \
    X(void, finite_states, (void *m), 0, 0, 1)                                                                         \
    X(dtc_status, start_laws, (void *m), 0, 0, 1)                                                                      \
    X(int, settle_laws, (void *m, int k), 0, 0, rounds)                                                                \
    X(void, correct, (void *m), 0, 0, 2)                                                                               \
    X(dtc_status, check_initial, (void *m), 0, 0, 1)                                                                   \
    X(void, maps, (void *m), 0, 0, 1)                                                                                  \
    /* an evaluation */                                                                                                \
    X(int, finite_inputs, (void *m), 1, 0, 1)                                                                          \
    X(int, any_refused, (void *m), 1, 0, 1)                                                                            \
    X(void, show_laws, (void *m), 1, 0, 0)                                                                             \
    X(void, known, (void *m), 1, 0, first)                                                                             \
    X(void, held, (void *m), 1 + holds, 0, 1 + first)                                                                  \
    X(void, structure, (void *m), 0, 1, 1 + first + rounds + (1 - laws) * keeps)                                       \
    X(void, kinematic, (void *m), 1 + holds + stages, 0, 1 + first + (1 - laws) * keeps)                               \
    X(void, equations, (void *m), 1 + stages, 0, 1 + first + rounds + laws + (1 - laws) * keeps)                       \
    X(void, relations, (void *m), 2 * holds, 0, first)                                                                 \
    X(int, transition, (void *m), 1, 0, 0)                                                                             \
    X(void, outputs, (void *m), 1, 0, 1)                                                                               \
    X(dtc_status, check, (void *m), 1, 0, 0)                                                                           \
    /* the advance */                                                                                                  \
    X(void, clear_jumps, (void *m), 1, 0, 0)                                                                           \
    X(void, jump, (void *m), jumps, 0, 0)                                                                              \
    X(void, conditions, (void *m), 1, 0, 1)                                                                            \
    X(void, remember, (void *m), 1, 0, 1 + keeps + rounds)                                                             \
    X(void, actions, (void *m), 1, 0, 1)                                                                               \
    X(void, remember_late, (void *m), 1, 0, 1 + keeps + rounds)                                                        \
    X(void, drift, (void *m), 1, 0, 0)                                                                                 \
    X(void, move, (void *m), 1, 0, 0)                                                                                  \
    X(void, follow, (void *m), 1, 0, 0)                                                                                \
    X(void, again, (void *m), 1, 0, 0)                                                                                 \
    X(void, follow_rates, (void *m, dtc_real *rate), 1, 0, 0)                                                          \
    X(void, follow_by, (void *m, const dtc_real *rate), 1, 0, 0)                                                       \
    X(void, stages, (void *m, dtc_real *dx), 1, 0, 0)                                                                  \
    X(void, move_by, (void *m, const dtc_real *dx), 1, 0, 0)                                                           \
    X(void, rates, (void *m, dtc_real *rate), 1 + stages, 0, 0)                                                        \
    X(void, states_of, (void *m, dtc_real *x), 1, 0, 0)                                                                \
    X(void, shift, (void *m, const dtc_real *x, const dtc_real *dx, dtc_real h), stages, 0, 0)                         \
    /* a step that fails */                                                                                            \
    X(void, save, (const void *m, void *saved), 1, 0, 0)                                                               \
    X(void, restore, (void *m, const void *saved), 0, 0, 0)                                                            \
    X(void, forget, (void *m), 1, 0, 1)                                                                                \
    /* a variable step */                                                                                              \
    X(void, repeat, (void *m), 0, 0, 0)                                                                                \
    X(void, left, (void *m), 0, 0, 0)                                                                                  \
    X(void, first_tick, (void *m), 0, 0, 0)                                                                            \
    X(void, tick, (void *m), 0, 0, 0)                                                                                  \
    X(void, tock, (void *m), 0, 0, 0)                                                                                  \
    X(void, no_fire, (void *m), 0, 0, 0)                                                                               \
    X(int, event_laws, (void *m), 0, 0, 0)                                                                             \
    X(dtc_status, blocked, (void *m), 0, 0, 0)                                                                         \
    X(void, guards, (void *m, double *g), 0, 0, 0)                                                                     \
    X(void, ranks, (void *m, double *r), 0, 0, 0)                                                                      \
    X(void, instants, (const void *m, double *next), 0, 0, 0)

#endif
