/* Lanes: N models of one kind side by side, number i of all of them in one vector of the machine (dtc --lanes N).
 *
 * The struct of lanes has what quiet steps read, and what they leave for the next one, as vectors (struct of arrays),
 * and behind them the model of each lane as it is alone. What a step computes beside that is kept nowhere: a lane that
 * goes out into its own model, to be read or for a sample that is not quiet, makes its last step there again, from the
 * states and inputs before it. Then it makes the next one there, and comes in again (dtc_lanes_step.h). So each lane
 * has the bits of a model that is stepped alone.
 *
 * A vector is as wide as the machine's own, which is what the C is compiled for: wider ones would be taken to pieces.
 * Vectors are those of gcc and clang; an element is x[i], and they need no more alignment than their numbers. */
#ifndef DTC_LANES_H
#define DTC_LANES_H

#include "dtc_runtime.h"

#if !defined(__GNUC__)
#error "lanes need the vectors of gcc or clang"
#endif

/* Bytes of the widest vector that one instruction takes. */
#if defined(__AVX512F__) && defined(__AVX512DQ__)
#define DTC_VECTOR 64
#elif defined(__AVX2__)
#define DTC_VECTOR 32
#else
#define DTC_VECTOR 16
#endif

/* Integers, and masks: all bits, or none. */
#ifdef DTC_FLOAT
typedef int32_t dtc_lane_int;
#else
typedef int64_t dtc_lane_int;
#endif
/* Control of the lanes. status: of the last step of each; off: 1, by who steps them: it stays as it is; halts: 1, by
 * who steps them: a sample whose evaluation says DTC_TERMINATE is evaluated, and no step is made. Masks: in, of those
 * that are here, and not out in their own models; left, of those that a step leaves to their own; known, of those of
 * which all is here that follows from parameters; looked, of those whose inputs before the last step are in order.
 * steps: of each since its start; alone: those of them, since setup, that were made alone. */
#define DTC_LANES_TYPES(n)                                                                                             \
    typedef dtc_real dtc_reals_##n                                                                                     \
        __attribute__((vector_size((n) * sizeof(dtc_real)), aligned(sizeof(dtc_real)), may_alias));                    \
    typedef dtc_lane_int dtc_ints_##n                                                                                  \
        __attribute__((vector_size((n) * sizeof(dtc_real)), aligned(sizeof(dtc_real)), may_alias));                    \
    typedef struct {                                                                                                   \
        dtc_status status[n];                                                                                          \
        int off[n];                                                                                                    \
        dtc_ints_##n in, left, known, looked;                                                                          \
        long long steps[n], alone[n], halts[n];                                                                        \
    } dtc_lanes_##n;
DTC_LANES_TYPES(2)
DTC_LANES_TYPES(4)
DTC_LANES_TYPES(8)
DTC_LANES_TYPES(16)

/* What of a law the lanes have (dtc_law.h): all laws; those that are solved; those with a response. m: elements. */
#define DTC_LANES_LAW_ROWS(row, one, m)                                                                                \
    row(real, G, (m) * (m)) row(real, s, m) row(real, lambda, m) row(real, ah, m) row(real, lo, m) row(real, hi, m)    \
    row(real, slo, m) row(real, shi, m) row(real, room, m) row(real, size, m) row(real, least_s, m)                    \
    row(real, least_a, m) row(real, least_l, m) row(real, gap, m) row(real, speed, m) row(int, place, m)               \
    row(int, open, m) one(real, lag) one(int, again)
#define DTC_LANES_SOLVED_ROWS(row, one, m)                                                                             \
    row(real, P, (m) * (m)) row(real, af, m) row(real, zero_s, m) row(int, contact, m) one(int, moved)                 \
    one(int, impacts) one(int, rough)
#define DTC_LANES_RESPONSE_ROWS(row, one, m) one(int, serial) one(int, responds)
/* Of one with a response, what a step computes for it. */
#define DTC_LANES_NOW_ROWS(m) dtc_reals s[m], lo[m], hi[m], slo[m], shi[m], gap[m], size[m], lambda[m], ah[m];
#define DTC_LANES_ROW_2(type, name, n) dtc_##type##s_2 name[n];
#define DTC_LANES_ROW_4(type, name, n) dtc_##type##s_4 name[n];
#define DTC_LANES_ROW_8(type, name, n) dtc_##type##s_8 name[n];
#define DTC_LANES_ROW_16(type, name, n) dtc_##type##s_16 name[n];
#define DTC_LANES_ONE_2(type, name) dtc_##type##s_2 name;
#define DTC_LANES_ONE_4(type, name) dtc_##type##s_4 name;
#define DTC_LANES_ONE_8(type, name) dtc_##type##s_8 name;
#define DTC_LANES_ONE_16(type, name) dtc_##type##s_16 name;
/* rows: SOLVED or RESPONSE. list: the elements that are stuck in any lane, then those that slide in any, as all lanes
 * run through them; least, most: torques of stuck ones in this step; stuck, slides: masks of the lanes in which they
 * are; where: what an element is in all lanes (dtc_lanes_law.h). Whole numbers fill lines of 64 bytes, so that no
 * vector behind them lies across two. */
#define DTC_LANES_LAW_MEMBERS(n, m, rows)                                                                              \
    DTC_LANES_LAW_ROWS(DTC_LANES_ROW_##n, DTC_LANES_ONE_##n, m)                                                        \
    DTC_LANES_##rows##_ROWS(DTC_LANES_ROW_##n, DTC_LANES_ONE_##n, m)                                                   \
    dtc_reals_##n least[m], most[m];                                                                                   \
    dtc_ints_##n stuck[m], slides[m], forward[m];                                                                      \
    int holding, sliding, where[m], list[(3 * (m) + 17) / 16 * 16 - 2 - (m)];

/* Where numbers of the model are among the lanes, as vectors: the first of n, in either struct. BEFORE: of states and
 * inputs, as they were before the last step; STATE: what a step that fails puts back, but for laws; FIXED: they follow
 * from parameters; RESPONSE: of a law; responds, responds_lanes: the number that says which one. */
enum {
    DTC_LANES_BEFORE = 1,
    DTC_LANES_INPUT = 2,
    DTC_LANES_OUTPUT = 4,
    DTC_LANES_STATE = 8,
    DTC_LANES_FIXED = 16,
    DTC_LANES_RESPONSE = 32
};
typedef struct {
    size_t one, lanes;
    int n;
    unsigned char is_real, is;
    size_t responds, responds_lanes;
} dtc_lanes_row;

/* The descriptor. rows: all that is there as a vector; time, control: a vector, and dtc_lanes_N, of which status, off,
 * halts, steps, alone; lane: the models. */
typedef struct {
    const dtc_model_info *model;
    int lanes, rows;
    size_t size, control, status, off, halts, steps, alone, time, lane;
    const dtc_lanes_row *row;
    void (*init)(void *);
    dtc_status (*setup)(void *);
    dtc_status (*step)(void *);
    void *(*get)(void *, int lane);
    void (*put)(void *, int lane);
} dtc_lanes_info;

#endif
