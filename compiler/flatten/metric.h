/* metric.h - metrics of a run: numbers that it is judged by, as expressions over its variables (metric.c).
 *
 * A measure takes one number from a variable over time: its largest value, its integral, the time when a condition came
 * true. A metric is computed of measures and of last values when the run is over. */
#ifndef METRIC_H
#define METRIC_H

#include "flat.h"

/* X(ID, name, what it takes): of an expression, or of a condition. Units: of the expression, times s, s, 1. */
#define DTC_MEASURES(X)                                                                                                \
    X(START, "atStart", MEASURES_VALUE, UNIT_OF_SAME)  /* the value at the start */                                    \
    X(END, "atEnd", MEASURES_VALUE, UNIT_OF_SAME)      /* that at the end */                                           \
    X(MAX, "max", MEASURES_VALUE, UNIT_OF_SAME)                                                                        \
    X(MIN, "min", MEASURES_VALUE, UNIT_OF_SAME)                                                                        \
    X(MEAN, "mean", MEASURES_VALUE, UNIT_OF_SAME)      /* the integral over the duration of the run */                 \
    X(RMS, "rms", MEASURES_VALUE, UNIT_OF_SAME)        /* the root of the mean of the square */                        \
    X(INTEGRAL, "integral", MEASURES_VALUE, UNIT_OF_TIMES_S)                                                           \
    X(CHANGES, "changes", MEASURES_VALUE, UNIT_OF_ONE) /* how often the value changes: of places, gears */             \
    X(WHEN, "timeWhen", MEASURES_CONDITION, UNIT_OF_S) /* the time when it comes true first; NaN: never */             \
    X(DURATION, "timeIn", MEASURES_CONDITION, UNIT_OF_S) /* how long it is true, in sum */

#define X(id, ...) MEASURE_##id,
typedef enum { DTC_MEASURES(X) MEASURES } MeasureKind;
#undef X
enum { MEASURES_VALUE, MEASURES_CONDITION };
enum { UNIT_OF_SAME, UNIT_OF_TIMES_S, UNIT_OF_S, UNIT_OF_ONE };
extern const struct MeasureInfo { const char *name; int takes, unit; } measure_info[MEASURES];

/* shown: the variable that has the values of `of`; of a WHEN it may be the distance to where a relation comes true,
 * which is above zero from there on (crosses) or not below (reaches). value: stands for the measure in metrics */
typedef struct Measure {
    MeasureKind kind;
    Ex of;
    Var shown, value;
    bool crosses, reaches;
} Measure;

/* value: an expression of Measure.value and of variables, which are read at the end; unit: NULL: not known, or 1 */
typedef struct Metric { const char *name, *unit; Ex value; Span span; } Metric;

/* The metrics of Options.metric; false after a diagnosis. Before check. */
bool metrics(Dtc *d, Flat *f);

#endif
