/* CoupledClutches (Modelica.Mechanics.Rotational.Examples) with Euler's method at 1, 0.1 and 0.01 ms.
 *
 *     test_coupled FOLDER CSV        FOLDER has coupled_1e-3.so, coupled_1e-4.so, coupled_1e-5.so
 *
 * Every event must be within two steps of its time, with the same modes after it; speeds must approach the reference
 * run with the first order of the method. Source of the times: an independent computation with relative tolerance
 * 1e-10, which the Modelica Association's reference result (Dymola 2020x, DASSL, 1e-6) meets to 4e-6 s. That result is
 * the CSV; if it is not there, the comparison with it is skipped. */
#include "../drive.h"

enum { CLUTCHES = 3, EVENTS = 10, SIGNALS = 7, SPEEDS = 4 };

/* Modes of the three clutches from `time` on. */
typedef struct { double time; int mode[CLUTCHES]; } Event;

static const Event expected[EVENTS] = {
    { 0, { -1, 2, 2 } },
    { 0.4, { -1, -1, 2 } },
    { 0.7096214747, { -1, 0, 2 } },
    { 0.7916623592, { 0, 0, 2 } },
    { 0.8311085061, { -1, 0, 2 } },
    { 0.9, { -1, 0, -1 } },
    { 0.9068501928, { 0, 0, -1 } },
    { 1.0002958599, { -1, 0, -1 } },
    { 1.1439674925, { -1, 0, 0 } },
    { 1.25, { 2, 0, 0 } },
};

static const double stop = 1.5;

/* Columns of the CSV that are compared, speeds first. */
static const char *const signal_name[SIGNALS] = { "J1.w", "clutch1.w_rel", "clutch2.w_rel", "clutch3.w_rel",
                                                  "J1.phi", "clutch1.phi_rel", "clutch2.phi_rel" };

typedef struct { double *x; long steps; } Trace; /* SIGNALS numbers for each sample */

/* Runs to the end and checks the events. */
static Trace run(const char *folder, const char *object)
{
    Rig r = load(folder, object, "CoupledClutches");
    Slot place[CLUTCHES], signal[SIGNALS];
    char name[32];
    Trace t = { NULL, lround(stop / r.h) };
    int last[CLUTCHES] = { 9, 9, 9 }, events = 0;
    double late = 0;

    t.x = calloc((size_t)(t.steps + 1) * SIGNALS, sizeof *t.x);
    for (int i = 0; i < CLUTCHES; i++) {
        snprintf(name, sizeof name, "clutch%d.law.place", i + 1);
        place[i] = slot(&r, name);
    }
    for (int i = 0; i < SIGNALS; i++)
        signal[i] = slot(&r, signal_name[i]);
    CHECK(t.x && setup(&r) == DTC_OK, "setup");
    for (long k = 0; t.x && k <= t.steps; k++) {
        int changed = 0;
        dtc_status s = evaluate(&r);
        if (s != DTC_OK) {
            CHECK(0, "status %d at %g s", s, now(&r));
            break;
        }
        for (int i = 0; i < CLUTCHES; i++) {
            changed |= (int)get(place[i]) != last[i];
            last[i] = (int)get(place[i]);
        }
        for (int i = 0; i < SIGNALS; i++)
            t.x[k * SIGNALS + i] = get(signal[i]);
        if (changed) {
            const Event *e = &expected[events < EVENTS ? events : EVENTS - 1];
            double off = (now(&r) - e->time) / r.h;
            CHECK(events < EVENTS && memcmp(last, e->mode, sizeof last) == 0, "h = %g s: modes %d %d %d at %.7g s", r.h,
                  last[0], last[1], last[2], now(&r));
            CHECK(fabs(off) <= 2, "h = %g s: event at %.7g s, expected at %.7g s", r.h, now(&r), e->time);
            late = larger(late, fabs(off));
            events++;
        }
        MUST(r.info->advance(r.m));
    }
    CHECK(events == EVENTS, "h = %g s: %d events, %d expected", r.h, events, EVENTS);
    printf("h = %g s: %d events, the time of one is off by %.2f h at most\n", r.h, events, late);
    free(r.m);
    return t;
}

/* Field number `column` (from 0) of a line. */
static double field(const char *line, int column)
{
    for (int i = 0; i < column; i++) {
        line = strchr(line, ',');
        if (!line)
            return NAN;
        line++;
    }
    return atof(line);
}

static int column_of(const char *head, const char *name)
{
    char quoted[40];
    int column = 0;
    snprintf(quoted, sizeof quoted, "\"%s\"", name);
    const char *end = strstr(head, quoted);
    for (const char *c = head; end && c < end; c++)
        column += *c == ',';
    return end ? column : -1;
}

/* The largest difference of speeds and of angles from the rows of the CSV that are samples of t. */
static void distance(FILE *csv, const Trace *t, double *speed, double *angle)
{
    char line[4096];
    int column[SIGNALS];
    double h = stop / (double)t->steps;

    rewind(csv);
    *speed = *angle = NAN;
    if (!fgets(line, sizeof line, csv))
        return;
    for (int i = 0; i < SIGNALS; i++)
        column[i] = column_of(line, signal_name[i]);
    *speed = *angle = 0;
    while (fgets(line, sizeof line, csv)) {
        double time = atof(line);
        long k = lround(time / h);
        if (!(fabs(time - (double)k * h) <= 1e-9) || k > t->steps)
            continue;
        for (int i = 0; i < SIGNALS; i++) {
            double d = fabs(field(line, column[i]) - t->x[k * SIGNALS + i]);
            double *worst = i < SPEEDS ? speed : angle;
            *worst = larger(*worst, d);
        }
    }
}

int main(int argc, char **argv)
{
    const char *const object[] = { "coupled_1e-3", "coupled_1e-4", "coupled_1e-5" };
    double speed[3], angle[3];
    int skipped = 0;
    FILE *csv = argc > 2 ? fopen(argv[2], "r") : NULL;

    for (int i = 0; i < 3; i++) {
        Trace t = run(argv[1], object[i]);
        if (csv)
            distance(csv, &t, &speed[i], &angle[i]);
        free(t.x);
    }
    if (csv) {
        printf("largest difference from the reference at 1, 0.1, 0.01 ms: speeds %.2g, %.2g, %.2g rad/s, angles %.2g, "
               "%.2g, %.2g rad\n",
               speed[0], speed[1], speed[2], angle[0], angle[1], angle[2]);
        CHECK(speed[0] <= 0.012 && angle[0] <= 0.006, "difference from the reference at 1 ms");
        for (int i = 1; i < 3; i++)
            CHECK(speed[i] <= 0.25 * speed[i - 1] && angle[i] <= 0.25 * angle[i - 1],
                  "no convergence to the reference");
        fclose(csv);
    } else {
        printf("skipped: CoupledClutches against the reference run: no %s\n", argc > 2 ? argv[2] : "CSV");
        skipped = 1;
    }
    if (skipped) {
        printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped);
        return failed != 0;
    }
    return summary();
}
