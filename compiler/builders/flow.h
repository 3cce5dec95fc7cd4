/* flow.h - what control flow has to know of a model, from flow.c. */
#ifndef FLOW_H
#define FLOW_H

#include "builders.h"
#include "dtc_step.h"

/* Of the method exact: sizes; linear parts of setup; are they made anew when the structure changes? */
typedef struct { uint32_t n, m, g, bases, remakes, constant, adjusts; } LinearFlow;
/* The words of runtime/dtc_functions.h: those of the method exact, and of all. */
typedef struct {
    uint32_t cuts, frozen, bases, unstaged, sets, directions, first_directions, closings, first_closings;
} ExactFlow;
/* And what else control flow's own operations hang on. */
typedef struct {
    uint32_t holds, stages, first, assumed, agreed, rounds, resets, waits, laws, releases, rereads, jumps, quiets;
    ExactFlow exact;
    uint32_t behind, states; bool events, implicit; LinearFlow linear;
} Flow;

dtc_functions flow_facts(const Emitter *e); /* sizes, states, what the model has; no functions, no rows */
dtc_functions flow_with_rows(const Emitter *e);
bool may_count(const Equations *e);        /* a step may find a matrix singular, or no solution */
Flow flow_of(const Emitter *e);            /* what control flow of the model does */
/* the method has a control flow of its own, with matrices that are no equations of the model */
bool is_exact(const Emitter *e);

/* Room of a function that users call: a copy where stages, or positions, are evaluated on one, or of what belongs to a
 * sample; numbers; integers. */
typedef enum { NO_COPY, COPY_OF_SAMPLE, COPY_OF_MODEL } Copy;
typedef struct { bool saved; Copy copy; uint32_t numbers, integers; } Room;

Room setup_room(const Emitter *e);
Room room_of(const Emitter *e, bool moves);
/* bytes of the stack: locals of the functions step, setup, tune */
uint64_t room_of_step(const Emitter *e);
uint64_t room_of_setup(const Emitter *e);
uint64_t room_of_tune(const Emitter *e);

#endif
