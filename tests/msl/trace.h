/* trace.h - results as functions of time.
 *
 * Rows of equal time are the two sides of an event. Between rows signals are interpolated linearly; runs are written
 * with intervals so short that this costs less than 1e-6 of a signal's range. Lookups move forward only, so that a
 * comparison is linear in the rows. */
#ifndef TRACE_H
#define TRACE_H

#include "../drive.h"
#include "host/result.h"

typedef struct { result_table table; size_t rows; const char *name; } Trace;

static inline bool trace_read(Trace *t, const char *folder, const char *name, const char *suffix)
{
    char path[1024], message[512];

    snprintf(path, sizeof path, "%s/%s%s", folder, name, suffix);
    t->name = name;
    if (!result_read(path, &t->table, message, sizeof message)) {
        CHECK(0, "%s: %s", path, message);
        return false;
    }
    t->rows = t->table.rows;
    return true;
}

static inline const result_signal *trace_find(const Trace *t, const char *name)
{
    for (size_t i = 0; i < t->table.signals; i++)
        if (strcmp(t->table.signal[i].name, name) == 0)
            return &t->table.signal[i];
    return NULL;
}

static inline const result_signal *trace_signal(const Trace *t, const char *name)
{
    const result_signal *s = trace_find(t, name);
    CHECK(s, "%s has no signal %s", t->name, name);
    return s;
}

static inline double trace_time(const Trace *t, size_t row) { return result_value(&t->table.signal[0], row); }

/* The last row at or before time; *row is where to begin. */
static inline size_t trace_row(const Trace *t, double time, size_t *row)
{
    while (*row + 1 < t->rows && trace_time(t, *row + 1) <= time)
        ++*row;
    return *row;
}

static inline double trace_at(const Trace *t, const result_signal *s, double time, size_t *row)
{
    size_t i = trace_row(t, time, row);
    double x = result_value(s, i), t0 = trace_time(t, i);
    if (i + 1 == t->rows || time <= t0)
        return x;
    return x + (result_value(s, i + 1) - x) * (time - t0) / (trace_time(t, i + 1) - t0);
}

/* Do rows i and i + 1 belong to one event? The last instant of a run is no event. */
static inline bool trace_event(const Trace *t, size_t i)
{
    return i + 1 < t->rows && trace_time(t, i + 1) <= trace_time(t, i) && trace_time(t, i) < trace_time(t, t->rows - 1);
}

/* Time from `time` to the nearest event. */
static inline double trace_distance(const Trace *t, double time)
{
    double least = INFINITY;
    for (size_t i = 0; i < t->rows; i++)
        if (trace_event(t, i) && fabs(trace_time(t, i) - time) < least)
            least = fabs(trace_time(t, i) - time);
    return least;
}

typedef struct { double most, time, range; } Deviation;

/* Of a signal at the rows of the reference. */
static inline Deviation deviation(const Trace *t, const result_signal *a, const Trace *reference,
                                  const result_signal *b)
{
    Deviation d = { 0, 0, 0 };
    double low = INFINITY, high = -INFINITY;
    size_t row = 0;

    for (size_t i = 0; i < reference->rows; i++) {
        double time = trace_time(reference, i), x = result_value(b, i), off = fabs(trace_at(t, a, time, &row) - x);
        low = smaller(low, x), high = larger(high, x);
        if (larger(d.most, off) != d.most)
            d.most = larger(d.most, off), d.time = time;
    }
    d.range = high - low;
    return d;
}

#endif
