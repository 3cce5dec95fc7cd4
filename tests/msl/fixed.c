/* Fixed-step runs of the generated code of the twelve reference cases at 1, 0.1 and 0.01 ms: do they approach the exact
 * solution?
 *
 *     fixed FOLDER [REFERENCE]     FOLDER has NAME_1e-3.so, NAME_1e-4.so, NAME_1e-5.so and NAME.csv, the variable-step
 * run
 *
 * Signals are compared at those samples that are rows of NAME.csv, and with REFERENCE also at those that are rows of
 * the reference. Places are compared at all samples with the modes in cases.h: an element makes at most one transition
 * a sample by construction, so their number must be the same, and for each of them the places may differ for two
 * samples only. Friction written with pre() locks with the slip that is left and creeps, so that its events come later;
 * it must approach the solution, by as many changes.
 *
 * Explicit Euler feeds an undamped oscillation of frequency w: amplitudes grow by exp(w*w*h*t/2). At 1 ms
 * ElasticBearing (w = 141 rad/s over 10 s) goes up beyond all bounds, First (76 rad/s) and Translational_Oscillator
 * (100 rad/s) by far: that is the method's, not the model's. */
#include "cases.h"
#include "trace.h"

enum { STEPS = 3 };

static const char *const step_name[STEPS] = { "1e-3", "1e-4", "1e-5" };

/* A comparison that goes along with a run. */
typedef struct {
    Trace trace;
    const result_signal *signal[MAX_SIGNALS];
    double most[MAX_SIGNALS], range[MAX_SIGNALS];
    size_t row;
} Along;

static bool along_open(Along *a, const Case *c, const char *folder)
{
    *a = (Along){ .row = 0 };
    if (!trace_read(&a->trace, folder, c->name, ".csv"))
        return false;
    for (int i = 0; i < MAX_SIGNALS && c->signal[i].name; i++) {
        double low = INFINITY, high = -INFINITY;
        a->signal[i] = trace_signal(&a->trace, c->signal[i].name);
        for (size_t row = 0; a->signal[i] && row < a->trace.rows; row++) {
            low = smaller(low, result_value(a->signal[i], row));
            high = larger(high, result_value(a->signal[i], row));
        }
        a->range[i] = high - low;
    }
    return true;
}

/* At sample time t, if that is a row. */
static void along_sample(Along *a, const Case *c, const Slot *signal, double t)
{
    size_t row = trace_row(&a->trace, t + 1e-9, &a->row);
    if (fabs(trace_time(&a->trace, row) - t) > 1e-9)
        return;
    for (int i = 0; i < MAX_SIGNALS && c->signal[i].name; i++)
        if (a->signal[i]) {
            a->most[i] = larger(a->most[i], fabs(get(signal[i]) - result_value(a->signal[i], row)));
        }
}

/* The largest deviation over the range. */
static double along_close(Along *a)
{
    double worst = 0;
    for (int i = 0; i < MAX_SIGNALS && a->signal[i]; i++)
        worst = larger(worst, a->most[i] / a->range[i]);
    result_free(&a->trace.table);
    return worst;
}

/* ---- places ------------------------------------------------------------------------------------------------- */

typedef struct {
    int modes, at;          /* elements; the event that holds */
    int last[MAX_MODES], first; /* elements that do not have their mode in the first sample: a friction with pre()
                                   decides in the next one */
    long changes, unlike;   /* changes of place; samples whose places are not those of the exact solution */
} Places;

static int exact_changes(const Case *c, int modes)
{
    int n = 0;
    for (int k = 1; k < c->events; k++)
        for (int i = 0; i < modes && !c->event[k].grazing; i++)
            n += c->event[k].mode[i] != c->event[k - 1].mode[i];
    return n;
}

/* Where the slip only touches zero, an element may lock for a while or not. */
static bool grazes(const Case *c, double t)
{
    for (int i = 0; i < c->events; i++)
        if (c->event[i].grazing && fabs(t - c->event[i].time) < grazing_time)
            return true;
    return false;
}

static void places_sample(Places *p, const Case *c, const Slot *place, double t)
{
    bool unlike = false, count = t > 0 && !grazes(c, t);

    while (p->at + 1 < c->events && c->event[p->at + 1].time <= t + 1e-9)
        p->at++;
    for (int i = 0; i < p->modes; i++) {
        int now_at = (int)get(place[i]);
        p->changes += count && now_at != p->last[i];
        unlike |= count && now_at != c->event[p->at].mode[i];
        p->first += t <= 0 && now_at != c->event[0].mode[i];
        p->last[i] = now_at;
    }
    p->unlike += unlike;
}

/* ---- runs ---------------------------------------------------------------------------------------------------- */

typedef struct { double solution, reference; Places places; } Outcome;

static Outcome run(const Case *c, bool pre, const char *step, const char *folder, const char *reference)
{
    Outcome o = { NAN, NAN, { 0 } };
    Along solution, other;
    Slot signal[MAX_SIGNALS], place[MAX_MODES];
    char model[48], object[64];

    snprintf(model, sizeof model, "%s%s", c->name, pre ? "_pre" : "");
    snprintf(object, sizeof object, "%s_%s", model, step);
    Rig r = load(folder, object, model);
    for (int i = 0; i < MAX_SIGNALS && c->signal[i].name; i++)
        signal[i] = slot(&r, c->signal[i].name);
    for (; o.places.modes < MAX_MODES && c->mode[o.places.modes].here; o.places.modes++)
        place[o.places.modes] = slot(&r, pre ? c->mode[o.places.modes].reference : c->mode[o.places.modes].here);
    if (!along_open(&solution, c, folder) || (reference && !along_open(&other, c, reference)))
        return o;
    dtc_status status = setup(&r);
    for (long k = 0; status == DTC_OK && k <= lround(c->stop / r.h); k++) {
        status = evaluate(&r);
        double t = (double)k * r.h;
        along_sample(&solution, c, signal, t);
        if (reference)
            along_sample(&other, c, signal, t);
        places_sample(&o.places, c, place, t);
        status = status == DTC_OK ? r.info->advance(r.m) : status;
    }
    CHECK(status == DTC_OK, "%s: status %d at %g s", object, status, now(&r));
    o.solution = along_close(&solution);
    if (reference)
        o.reference = along_close(&other);
    free(r.m);
    return o;
}

static void show(const Case *c, bool pre, const Outcome *o)
{
    printf("| %-24s%-5s", c->name, pre ? "_pre" : "");
    for (int k = 0; k < STEPS; k++)
        printf(" %8.1e", o[k].solution);
    printf(" ");
    for (int k = 0; k < STEPS; k++)
        printf(" %8.1e", o[k].reference);
    printf(" ");
    for (int k = 0; k < STEPS; k++)
        printf(" %4ld/%ld", o[k].places.unlike, o[k].places.changes);
    printf(" %4d\n", exact_changes(c, o->places.modes));
}

/* First order: a tenth of the step has a tenth of the error. */
static void judge(const Case *c, bool pre, const Outcome *o)
{
    const char *suffix = pre ? "_pre" : "";
    int changes = exact_changes(c, o->places.modes);

    CHECK(o[1].solution < o[0].solution && o[2].solution < o[1].solution, "%s%s does not approach the solution",
          c->name, suffix);
    CHECK(o[1].solution >= 7 * o[2].solution, "%s%s: %.2e at 0.1 ms, %.2e at 0.01 ms: not of first order", c->name,
          suffix, o[1].solution, o[2].solution);
    for (int k = 0; k < STEPS; k++) {
        int expected = changes + (pre ? o[k].places.first : 0);
        CHECK(o[k].places.changes == expected, "%s%s: %ld changes of place at %s s, %d expected", c->name, suffix,
              o[k].places.changes, step_name[k], expected);
        CHECK(pre || o[k].places.unlike <= 2 * changes, "%s: places differ in %ld samples of %s s", c->name,
              o[k].places.unlike, step_name[k]);
    }
}

int main(int argc, char **argv)
{
    const char *folder = argv[1], *reference = argc > 2 ? argv[2] : NULL;

    printf("| \n| Euler's method, steps of 1, 0.1 and 0.01 ms: largest deviation over a signal's range from the "
           "variable-step run, from the reference;\n");
    printf("| samples with other places than the exact solution / changes of place, and how many changes the exact "
           "solution has\n");
    for (int i = 0; i < CASES; i++)
        for (int pre = 0; pre <= cases[i].pre; pre++) {
            Outcome o[STEPS];
            for (int k = 0; k < STEPS; k++)
                o[k] = run(&cases[i], pre, step_name[k], folder, reference);
            show(&cases[i], pre, o);
            judge(&cases[i], pre, o);
        }
    if (reference)
        return summary();
    printf("%d passed, %d failed, %d skipped\n", passed, failed, CASES);
    return failed != 0;
}
