/* dtc_functions.h - what control flow (dtc_step.h, runtime/host/dtc_hybrid_step.h) knows of a model: its functions, in
 * one table, and members of its struct.
 *
 * A row each: result, name, parameters; how often it is called, at most, in a step, in a step with a transition beside
 * that, in setup, in tune, for the bounds that dtc --report tells. There holds is 1 if relations are held within a
 * step, stages the number of further evaluations of a step, rounds that of the iteration for the first places, first
 * that for the first relations, assumed that of the initial problem where it hangs on places, agreed that where it
 * hangs on relations of what it determines, settled that of the solutions to which places are sought; laws, waits,
 * resets, jumps, quiets are 1 if there are switching elements, parameters that the initial problem determines, states
 * that are set before stages, jumps in a step, a quiet step before it. Of the method exact (dtc_exact_step.h) cuts is
 * the number of parts that borders make of a step, frozen that of decisions there; bases the number of structures
 * that setup tries, unstaged the same where not all that hangs on the structure is staged, sets that of the sets of
 * stuck elements in all of them; directions in which linear is called, and closings of maps, are counted in a step
 * and in setup; remade is 1 if the linear part is made when the structure changes. A model has not all of them: the
 * others are NULL. */
#ifndef DTC_FUNCTIONS_H
#define DTC_FUNCTIONS_H

#include "dtc_rows.h"

/* Rounds at the start: of relations (odd: a cycle of two shows both its values); of the initial problem, with places
 * that its last solution led to, and with relations that it led to. */
enum { DTC_FIRST_ROUNDS = 99, DTC_ASSUMED = 40, DTC_AGREED = 60 };

#define DTC_STEP_FUNCTIONS(X)                                                                                          \
    /* parameters and start values */                                                                                  \
    X(void, reset, (void *m), 0, 0, 1, 0)                                                                              \
    X(void, starts, (void *m), 0, 0, 1 + waits, 0)                                                                     \
    X(void, calculate, (void *m), 0, 0, 1, 1)                                                                          \
    X(void, finite_calculated, (void *m), 0, 0, 1, 1)                                                                  \
    X(void, start_ranges, (void *m), 0, 0, 1, 0)                                                                       \
    X(void, any_ranges, (void *m), 0, 0, 1, 1)                                                                         \
    X(void, any_late_ranges, (void *m), 0, 0, 1 + assumed, 1)                                                          \
    X(void, asserted, (void *m), 0, 0, 1, 1)                                                                           \
    X(void, nominals, (void *m), 0, 0, (1 + waits) * (1 + assumed), 1)                                                 \
    X(void, fixed, (void *m), 0, 0, (1 + waits) * (1 + assumed), 1)                                                    \
    X(void, initial, (void *m), 0, 0, (1 + assumed) * agreed, 0)                                                       \
    X(int, agree, (void *m), 0, 0, (1 + assumed) * agreed, 0)                                                          \
    X(void, dependants, (void *m), 0, 0, 1 + assumed, 0)                                                               \
    X(void, pivots, (void *m), 0, 0, 1 + assumed, 1)                                                                   \
    X(void, intervals, (void *m), 0, 0, 1 + assumed, 1)                                                                \
    X(dtc_status, start_laws, (void *m), 0, 0, settled, 0)                                                             \
    X(dtc_status, check_laws, (void *m), 0, 0, 0, 1)                                                                   \
    X(int, assume, (void *m), 0, 0, assumed, 0)                                                                        \
    X(int, settle_laws, (void *m, int k), 0, 0, rounds, 0)                                                             \
    X(void, correct, (void *m), 0, cuts, 2 * settled, 0)                                                               \
    X(dtc_status, check_initial, (void *m), 0, 0, 1, 0)                                                                \
    /* an evaluation */                                                                                                \
    X(int, odd_inputs, (void *m), 1 + quiets, 0, 1, 0)                                                                 \
    X(int, any_refused, (void *m), 1 + quiets, 0, 1, 0)                                                                \
    X(int, quiet, (void *m), 1, 0, 0, 0)                                                                               \
    X(int, quiet_advance, (void *m), 0, 0, 0, 0)                                                                       \
    X(void, take_back, (void *m), 0, 0, 0, 0)                                                                          \
    X(void, show_laws, (void *m), 1, 0, 0, 0)                                                                          \
    X(void, known, (void *m), 1, 0, first, 0)                                                                          \
    X(void, held, (void *m), 1 + holds, cuts + remade, settled + first + bases, 1 + bases)                             \
    X(void, structure, (void *m),                                                                                      \
      0, 1 + holds + releases + 2 * cuts + frozen + remade, settled + first + rounds + bases, 1 + bases)               \
    X(void, kinematic, (void *m), 1 + holds + stages + resets, cuts, settled + first + unstaged, unstaged)             \
    X(void, equations, (void *m),                                                                                      \
      1 + stages + resets, rereads + 2 * cuts + frozen, first + rounds + settled * (1 + laws) + unstaged, unstaged)    \
    X(void, relations, (void *m), 2 * holds, 0, first, 0)                                                              \
    X(int, transition, (void *m), 1, 0, 0, 0)                                                                          \
    X(int, released, (void *m), 1, 0, 0, 0)                                                                            \
    X(dtc_status, blocked, (void *m), 0, 1, 0, 0)                                                                      \
    X(void, outputs, (void *m), 1, 0, 1, 0)                                                                            \
    X(dtc_status, check, (void *m), 1, 0, 0, 0)                                                                        \
    /* the advance */                                                                                                  \
    X(void, clear_jumps, (void *m), 1, 0, 0, 0)                                                                        \
    X(void, jump, (void *m), jumps, 0, 0, 0)                                                                           \
    X(void, actions, (void *m), 1, 0, 1, 0)                                                                            \
    X(int, reinits, (void *m), 1, 0, 1, 0)                                                                             \
    X(void, remember, (void *m), 1, 0, 1, 0)                                                                           \
    X(void, drift, (void *m), 1, 0, 0, 0)                                                                              \
    X(void, move, (void *m), 1, 0, 0, 0)                                                                               \
    X(void, follow, (void *m), 1, 0, 0, 0)                                                                             \
    X(void, again, (void *m), 1, 0, 0, 0)                                                                              \
    X(void, follow_rates, (void *m, dtc_real *rate), 1, 0, 0, 0)                                                       \
    X(void, follow_by, (void *m, const dtc_real *rate), 1, 0, 0, 0)                                                    \
    X(void, move_by, (void *m, const dtc_real *dx), 1, 0, 0, 0)                                                        \
    X(void, rates, (void *m, dtc_real *rate), 1 + stages, cuts, 0, 0)                                                  \
    X(void, hold_rates, (void *m, dtc_real *rate), stages > 0, 0, 0, 0)                                                \
    X(void, states_of, (void *m, dtc_real *x), 1, 0, 0, 0)                                                             \
    X(void, shift, (void *m, const dtc_real *x, const dtc_real *dx, dtc_real h), stages, 0, 0, 0)                      \
    /* the method rosenbrock */                                                                                        \
    X(void, jacobian, (void *m, int all, dtc_real *J), 1, 0, 0, 0)                                                     \
    X(int, factor_stages, (void *m, int all, const dtc_real *J), 1, 0, 0, 0)                                           \
    X(void, solve_stage, (void *m, dtc_real *b), 2, 0, 0, 0)                                                           \
    /* the method exact */                                                                                             \
    X(void, linear,                                                                                                    \
      (void *m, const dtc_real *dx, const dtc_real *dl, dtc_real *df, dtc_real *ds, dtc_real *da, dtc_real *dg),       \
      0, directions, first_directions, first_directions)                                                               \
    X(int, configuration, (void *m), 1, cuts, 0, 0)                                                                    \
    X(void, configure, (void *m, int k), 0, 0, bases, bases)                                                           \
    X(void, look_at_laws, (void *m, dtc_real *found, int *place), 1, cuts, 0, 0)                                       \
    X(void, borders, (void *m, dtc_real *border, int *side), 1, cuts, 0, 0)                                            \
    X(void, turn, (void *m, const int *side), 0, cuts, 0, 0)                                                           \
    X(int, impacts, (void *m, int last), 0, cuts, 0, 0)                                                                \
    X(int, rest, (void *m, dtc_real left), 0, cuts > 0, 0, 0)                                                          \
    X(int, decide, (void *m, int k), 0, frozen, 0, 0)                                                                  \
    X(void, gather, (void *m, dtc_real *P, dtc_real *G), 0, closings, first_closings, first_closings)                  \
    X(void, stick, (void *m, int set), 0, 0, sets, sets)                                                               \
    X(void, add, (void *m, const dtc_real *y), 0, cuts, 0, 0)                                                          \
    X(void, less, (void *m, dtc_real *y), 0, 2, 0, 0)                                                                  \
    /* a step that fails */                                                                                            \
    X(void, save, (const void *m, void *saved), 1, 0, 0, 0)                                                            \
    X(void, restore, (void *m, const void *saved), 0, 0, 0, 0)                                                         \
    X(void, forget, (void *m), 1, 0, 1, 1)                                                                             \
    /* parameters that are no finite numbers */                                                                        \
    X(int, not_finite, (void *m), 0, 0, 0, 0)                                                                          \
    /* a variable step */                                                                                              \
    X(void, repeat, (void *m), 0, 0, 0, 0)                                                                             \
    X(void, left, (void *m), 0, 0, 0, 0)                                                                               \
    X(void, first_tick, (void *m), 0, 0, 0, 0)                                                                         \
    X(void, tick, (void *m), 0, 0, 0, 0)                                                                               \
    X(void, tock, (void *m), 0, 0, 0, 0)                                                                               \
    X(void, late_laws, (void *m), 0, 0, 0, 0)                                                                          \
    X(int, event_laws, (void *m), 0, 0, 0, 0)                                                                          \
    X(int, drifts, (void *m), 0, 0, 0, 0)                                                                              \
    X(void, guards, (void *m, double *g), 0, 0, 0, 0)                                                                  \
    X(void, ranks, (void *m, double *r), 0, 0, 0, 0)                                                                   \
    X(void, instants, (const void *m, double *next), 0, 0, 0, 0)

/* Members of a model that steps use; NULL: it has none. */
typedef struct {
    long long *steps;
    dtc_real *time;
    int *changed, *fault, *initial, *finite, *stop, *ready;      /* ready: setup has made a state; see below */
    int *exact, *again;                    /* relations are decided; another round is to follow */
    int *stale;                            /* matrices are to be made anew, since the structure has changed */
    dtc_real *behind;                      /* s: of the states, on the grid of steps */
    dtc_count *count;
    dtc_real step, start;                  /* s */
    int *pinned;                           /* by relation, see dtc_decide; then room for as many integers twice */
    int *cuts;                             /* borders that ended a part of the last step */
    dtc_real *cut;                         /* the first of them: after which part of it; 1: there was none */
    int *backoff;                          /* samples that go without asking whether they are quiet; see dtc_step.h */
} dtc_control;

/* Of ready: the state has been evaluated since the last step, and what that step has left is kept; or the evaluation
 * was quiet, and what it has written that another one reads can be taken back. */
enum { DTC_EVALUATED = 2, DTC_EVALUATED_QUIETLY };

/* A relation that is held between events: where its value is in the struct, the message that there is none, and the
 * number of the equations that it decides about from what they compute, with others of that number; 0: none. */
typedef struct { size_t at; int message, circle; } dtc_relation;

/* Room of a step, from its caller: for the state of before, a copy of the model, or of a part of it; numbers: 3 for
 * each state, or as many as the method needs; integers, where it needs them. */
typedef struct {
    void *saved, *copy;
    dtc_real *work;
    int *places;
} dtc_room;

typedef struct dtc_functions dtc_functions;
struct dtc_functions {
    size_t state_at, state_bytes;          /* of the struct: what setup clears first, from here on */
    size_t bytes, read_bytes;              /* all; what evaluations read, from the beginning */
    /* parameters; as setup or tune took them last; 1 + number of one that tune has refused; numbers in messages */
    size_t parameters_at, parameter_bytes, taken_at, refused_at, shown_at, shown_bytes;
    int states;
    int holds;                             /* relations are held within a step of several stages */
    int order;                             /* 2, 4: of a Runge-Kutta method; 0: another */
    int waits;                             /* ranges of parameters that the initial problem determines */
    int rereads;                           /* equations read places of elements that let go within them */
    int stops;                             /* a when-clause can end the run */
    int assigns;                           /* a fixed step with variables of when-clauses */
    int may_be_singular;                   /* a matrix is factored as the model runs */
    int stages_may_be_singular;
    int counts;                            /* a step may count a singular matrix, or no solution */
    int endless;                           /* the message that events at the start do not end; of a variable step */
    int unsettled;                         /* the message that no places agree with the initial problem */
    int disagree;                          /* the message that no relations do */
    int relations_n;                       /* of a variable step: relations that may be part of a loop */
    const dtc_relation *relation;
    const dtc_rows *rows;
    dtc_control (*control)(void *m);
    /* of a method that is neither Euler's nor of Runge and Kutta (NULL: it has none): what it knows of the model, what
     * it makes in setup, and a step: what is added to the states, into room->work; held: the rates have no
     * impulses of the step in them */
    const void *plan;
    void (*prepare)(const dtc_functions *f, void *m, const dtc_control *c, const dtc_room *room);
    void (*stages)(const dtc_functions *f, void *m, const dtc_control *c, const dtc_room *room, int held);
#define X(result, name, parameters, ...) result(*name) parameters;
    DTC_STEP_FUNCTIONS(X)
#undef X
};

#if defined(__GNUC__)
#define DTC_FLOW static inline __attribute__((always_inline))
#define DTC_APART __attribute__((noinline))
#else
#define DTC_FLOW static inline
#define DTC_APART
#endif
#define DTC_RUN(name)                                                                                                  \
    do {                                                                                                               \
        if (f->name)                                                                                                   \
            f->name(m);                                                                                                \
    } while (0)
#define DTC_CHECK(name) dtc_check_all(m, &f->rows->name, &f->rows->shown, c->fault)

/* All that an evaluation reads is as the last step has left it. */
DTC_FLOW void dtc_take_back(const dtc_functions *f, void *m, const dtc_control *c, void *saved)
{
    if (*c->ready == DTC_EVALUATED) {
        f->restore(m, saved);
        DTC_RUN(forget);
    }
    if (*c->ready == DTC_EVALUATED_QUIETLY)
        DTC_RUN(take_back);
    *c->ready = 1;
}

#endif
