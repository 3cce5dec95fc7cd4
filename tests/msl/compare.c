/* Variable-step runs of the twelve reference cases against what others computed.
 *
 *     compare usual|exact FOLDER [REFERENCE]     FOLDER has NAME.csv of each case, REFERENCE the results of the same
 * names
 *
 * What is compared, and within what, is said in check.sh (usual: rtol 1e-8) and long.sh (exact: rtol 1e-10). Without
 * REFERENCE only the numbers written in cases.h, closed.h and here are compared. */
#include "cases.h"
#include "closed.h"
#include "trace.h"

/* signal, apart: of a signal's range. events: seconds. */
typedef struct {
    double signal;     /* from the reference, at all rows */
    double apart; /* deviation from the reference less that of the sheet's own computation: what is not the reference's
                     error */
    bool both_ways;    /* nor may it deviate less */
    double closed;     /* from closed forms and from values that were computed to eight digits */
    double pre;        /* friction in equations from the law */
    double calculated; /* events against the calculated instants */
    double reference;  /* events against those of the reference */
} Limit;

static const Limit limits[] = {
    { .signal = 5e-4, .apart = 1e-5, .both_ways = false, .closed = 1e-4, .pre = 5e-6, .calculated = 1e-6,
        .reference = 1e-5 },
    { .signal = 5e-4, .apart = 3e-6, .both_ways = true, .closed = 1e-6, .pre = 1e-7, .calculated = 2e-8,
        .reference = 1e-5 },
};

static const double away = 1e-3; /* s: modes are compared farther than this from an event */

/* ---- events ------------------------------------------------------------------------------------------------ */

static const double NONE = -1;                /* a figure that a case does not have */

static int modes_of(const Case *c)
{
    int n = 0;
    while (n < MAX_MODES && c->mode[n].here)
        n++;
    return n;
}

/* Modes here, one signal each; false if one is missing. */
static bool find_modes(const Case *c, const Trace *t, const result_signal **place)
{
    bool all = true;
    for (int i = 0; i < modes_of(c); i++)
        all = (place[i] = trace_signal(t, c->mode[i].here)) && all;
    return all;
}

static bool same_modes(const Case *c, const result_signal *const *place, size_t row, const Event *e)
{
    for (int i = 0; i < modes_of(c); i++)
        if ((int)result_value(place[i], row) != e->mode[i])
            return false;
    return true;
}

/* The last row of the events that are at most `within` from the time; if there are none, of the nearest one; t->rows:
 * there is no event. */
static size_t event_row(const Trace *t, double time, double within)
{
    size_t best = t->rows;
    for (size_t i = 0; i < t->rows; i++) {
        double off = fabs(trace_time(t, i) - time);
        if (trace_event(t, i) && (best == t->rows || off <= within || off <= fabs(trace_time(t, best) - time)))
            best = i + 1;
    }
    return best;
}

static bool grazes(const Case *c, double time)
{
    for (int i = 0; i < c->events; i++)
        if (c->event[i].grazing && fabs(time - c->event[i].time) < grazing_time)
            return true;
    return false;
}

/* Each expected event is there, with its modes; returns the largest distance in time. */
static double events_found(const Case *c, const Trace *t, const result_signal *const *place, double within)
{
    double late = NONE;

    CHECK(c->events == 0 || same_modes(c, place, 0, &c->event[0]), "%s: modes at the start", c->name);
    for (int i = 1; i < c->events; i++) {
        const Event *e = &c->event[i];
        size_t row = event_row(t, e->time, within);
        double off = row < t->rows ? fabs(trace_time(t, row) - e->time) : INFINITY;
        if (e->grazing)
            continue;
        CHECK(off <= within, "%s: event at %.10f s is %.2e s off", c->name, e->time, off);
        CHECK(row == t->rows || same_modes(c, place, row, e), "%s: modes after %.10f s", c->name, e->time);
        late = larger(late, off);
    }
    return late;
}

/* Time to the nearest expected event; the start is one. */
static double to_event(const Case *c, double time)
{
    double least = INFINITY;
    for (int k = 0; k < c->events; k++)
        least = smaller(least, fabs(c->event[k].time - time));
    return least;
}

/* No change of a mode but at an expected event. */
static void changes_expected(const Case *c, const Trace *t, const result_signal *const *place, double within)
{
    int stray = 0;
    for (size_t row = 0; row + 1 < t->rows; row++)
        for (int i = 0; i < modes_of(c); i++) {
            double time = trace_time(t, row + 1);
            if (result_value(place[i], row) != result_value(place[i], row + 1) && !grazes(c, time))
                stray += !(to_event(c, time) <= within);
        }
    CHECK(stray == 0, "%s: %d changes of modes that nobody expected", c->name, stray);
}

/* Each event of the reference is there; returns the largest distance in time. */
static double events_of_reference(const Case *c, const Trace *t, const Trace *reference, double within)
{
    double late = NONE;
    for (size_t i = 0; i < reference->rows; i++) {
        double time = trace_time(reference, i), off;
        if (!trace_event(reference, i) || time < 1e-9 || grazes(c, time)) /* within 1e-9 s: how its solver starts */
            continue;
        off = trace_distance(t, time);
        CHECK(off <= within, "%s: the reference's event at %.10f s is %.2e s off", c->name, time, off);
        late = larger(late, off);
    }
    return late;
}

/* Modes at the rows of the reference. */
static void modes_equal(const Case *c, const Trace *t, const Trace *reference, const result_signal *const *place)
{
    for (int i = 0; i < modes_of(c); i++) {
        const result_signal *mode = *c->mode[i].reference ? trace_signal(reference, c->mode[i].reference) : NULL;
        int unlike = 0, rows = 0;
        size_t row = 0;
        for (size_t k = 0; mode && k < reference->rows; k++) {
            double time = trace_time(reference, k);
            if (to_event(c, time) <= away)
                continue;
            rows++;
            unlike += result_value(mode, k) != result_value(place[i], trace_row(t, time, &row));
        }
        if (mode)
            CHECK(rows > 0 && unlike == 0, "%s: %s differs in %d of %d rows", c->name, c->mode[i].reference, unlike,
                  rows);
    }
}

/* ---- signals ----------------------------------------------------------------------------------------------- */

static void signals_equal(const Case *c, const Trace *t, const Trace *reference, const Limit *limit)
{
    for (int i = 0; i < MAX_SIGNALS && c->signal[i].name; i++) {
        const result_signal *a = trace_signal(t, c->signal[i].name), *b = trace_signal(reference, c->signal[i].name);
        if (!a || !b)
            continue;
        Deviation d = deviation(t, a, reference, b);
        double part = d.most / d.range, apart = part - c->signal[i].sheet,
               rounding = 0.005 * c->signal[i].sheet; /* of the sheet's three digits */
        printf("| %-25s %-23s %10.3e %9.5f %10.4g %10.2e %10.2e\n", c->name, c->signal[i].name, d.most, d.time, d.range,
               part, c->signal[i].sheet);
        CHECK(part <= limit->signal && apart <= limit->apart + rounding &&
                  (!limit->both_ways || -apart <= limit->apart + rounding),
              "%s: %s is %.2e of its range off, the reference's error is %.2e", c->name, c->signal[i].name, part,
              c->signal[i].sheet);
    }
}

/* Largest distance from closed forms, over the range. */
static double closed_equal(const Case *c, const Trace *t, double within)
{
    double worst = NONE;
    for (int i = 0; i < CLOSED; i++) {
        const result_signal *s = strcmp(closed[i].name, c->name) == 0 ? trace_signal(t, closed[i].signal) : NULL;
        double low = INFINITY, high = -INFINITY, off = 0;
        for (size_t row = 0; s && row < t->rows; row++) {
            double x = closed[i].value(trace_time(t, row));
            low = smaller(low, x), high = larger(high, x), off = larger(off, fabs(result_value(s, row) - x));
        }
        if (s) {
            CHECK(off <= within * (high - low), "%s: %s is %.2e of its range off the closed form", c->name,
                  closed[i].signal, off / (high - low));
            worst = larger(worst, off / (high - low));
        }
    }
    return worst;
}

/* Backlash: both laws, which differ. Sheet, section 5.7. */
static double backlash_equal(const Trace *t, double within)
{
    static const struct { double time, phi, w, phi2, w2; } expected[] = {
        { 0.05, -1.07836737, -42.56505531, -1.070444, -42.01541576 },
        { 0.1, 0.24983585, 52.89371846, 0.24254038, 52.24986004 },
        { 0.5, -0.30995803, -17.22842565, -0.17668648, -16.00780507 },
        { 1.0, -0.1555814, -7.02293725, 0.10347505, -6.21339711 },
    };
    static const double range = 2.905, speed_range = 119.1;
    const result_signal *phi = trace_signal(t, "elastoBacklash.phi_rel"), *w = trace_signal(t, "elastoBacklash.w_rel");
    const result_signal *phi2 = trace_signal(t, "elastoBacklash2.phi_rel"),
                        *w2 = trace_signal(t, "elastoBacklash2.w_rel");
    double worst = 0;
    size_t row = 0;

    for (int i = 0; phi && w && phi2 && w2 && i < 4; i++) {
        double time = expected[i].time;
        double off = larger(larger(fabs(trace_at(t, phi, time, &row) - expected[i].phi),
                                   fabs(trace_at(t, phi2, time, &row) - expected[i].phi2)) /
                                range,
                            larger(fabs(trace_at(t, w, time, &row) - expected[i].w),
                                   fabs(trace_at(t, w2, time, &row) - expected[i].w2)) /
                                speed_range);
        CHECK(off <= within, "Backlash at %g s: %.2e of the range off", time, off);
        worst = larger(worst, off);
    }
    return worst;
}

/* Friction written out in equations against the law, at the rows of the latter. */
static double pre_equal(const Case *c, const Trace *law, const char *folder, const Limit *limit)
{
    Trace t;
    double worst = 0;

    if (!trace_read(&t, folder, c->name, "_pre.csv"))
        return NAN;
    for (int i = 0; i < MAX_SIGNALS && c->signal[i].name; i++) {
        const result_signal *a = trace_signal(&t, c->signal[i].name), *b = trace_signal(law, c->signal[i].name);
        if (!a || !b)
            continue;
        Deviation d = deviation(&t, a, law, b);
        CHECK(d.most <= limit->pre * d.range, "%s_pre: %s is %.2e of its range off that of the law at %.6f s", c->name,
              c->signal[i].name, d.most / d.range, d.time);
        worst = larger(worst, d.most / d.range);
    }
    for (int i = 0; i < modes_of(c); i++) {
        const result_signal *a = trace_signal(&t, c->mode[i].reference), *b = trace_signal(law, c->mode[i].here);
        int unlike = 0;
        size_t row = 0;
        for (size_t k = 0; a && b && k < law->rows; k++) {
            double time = trace_time(law, k);
            if (to_event(c, time) > limit->calculated)
                unlike += result_value(a, trace_row(&t, time, &row)) != result_value(b, k);
        }
        CHECK(unlike == 0, "%s_pre: %s differs from %s in %d rows", c->name, c->mode[i].reference, c->mode[i].here,
              unlike);
    }
    result_free(&t.table);
    return worst;
}

/* ---- all together -------------------------------------------------------------------------------------------- */

typedef struct { double calculated, reference, closed, pre; } Score;

static Score judge(const Case *c, const Limit *limit, const char *folder, const char *reference_folder)
{
    Score s = { NONE, NONE, NONE, NONE };
    const result_signal *place[MAX_MODES] = { NULL };
    Trace t, reference;

    if (!trace_read(&t, folder, c->name, ".csv"))
        return s;
    if (find_modes(c, &t, place)) {
        s.calculated = events_found(c, &t, place, limit->calculated);
        changes_expected(c, &t, place, limit->calculated);
    }
    s.closed = closed_equal(c, &t, limit->closed);
    if (strcmp(c->name, "Backlash") == 0)
        s.closed = larger(s.closed, backlash_equal(&t, limit->closed));
    if (reference_folder && trace_read(&reference, reference_folder, c->name, ".csv")) {
        signals_equal(c, &t, &reference, limit);
        s.reference = events_of_reference(c, &t, &reference, limit->reference);
        if (find_modes(c, &t, place))
            modes_equal(c, &t, &reference, place);
        result_free(&reference.table);
    }
    if (c->pre)
        s.pre = pre_equal(c, &t, folder, limit);
    result_free(&t.table);
    return s;
}

static void put(double x)
{
    if (x >= 0)
        printf(" %12.1e", x);
    else
        printf(" %12s", x == NONE ? "-" : "nan");
}

int main(int argc, char **argv)
{
    const Limit *limit = &limits[strcmp(argv[1], "exact") == 0];
    const char *folder = argv[2], *reference = argc > 3 ? argv[3] : NULL;
    Score s[CASES];

    if (reference)
        printf("| %-25s %-23s %10s %9s %10s %10s %10s\n", "case", "signal", "deviation", "at s", "range", "dev/range",
               "reference");
    for (int i = 0; i < CASES; i++)
        s[i] = judge(&cases[i], limit, folder, reference);
    printf("| \n| %-25s %12s %12s %12s %12s\n", "", "events off:", "events off:", "off closed", "pre() off");
    printf("| %-25s %12s %12s %12s %12s\n", "case", "calculated s", "reference s", "form, /range", "law, /range");
    for (int i = 0; i < CASES; i++) {
        printf("| %-25s", cases[i].name);
        put(s[i].calculated), put(s[i].reference), put(s[i].closed), put(s[i].pre);
        printf("\n");
    }
    if (reference)
        return summary();
    printf("%d passed, %d failed, %d skipped\n", passed, failed, CASES);
    return failed != 0;
}
