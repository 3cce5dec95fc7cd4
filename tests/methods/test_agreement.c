/* A drive with every method against the variable-step run: speeds on a grid of 20 ms, in percent of the range of each.
 *
 * test_agreement FOLDER NAME METHOD:STEP:LIMIT ...: FOLDER/NAME.mat is the variable-step run, steps in ms, limits for
 * the root mean square. Before the first event the methods differ by their order; after it by the instants of the
 * events as well, which they all find at samples only, so that what is left is of first order in the step for each of
 * them. */
#include "host/result.h"
#include "../drive.h"

enum { GRID = 20, MOST = 64 };

typedef struct { Slot at; const result_signal *of; double range; } Speed;

static int speeds(Rig *r, const result_table *t, Speed *s)
{
    int n = 0;
    for (int q = 0; q < r->info->variables; q++)
        for (size_t i = 1; i < t->signals && n < MOST; i++) {
            double low = INFINITY, high = -INFINITY;
            if (dtc_variable_at(r->info, q).kind != DTC_STATE || q != dtc_variable_named(r->info, t->signal[i].name))
                continue;
            for (size_t k = 0; k < t->rows; k++) {
                low = smaller(low, result_value(&t->signal[i], k));
                high = larger(high, result_value(&t->signal[i], k));
            }
            s[n++] = (Speed){ slot(r, t->signal[i].name), &t->signal[i], high - low };
        }
    return n;
}

/* The first event: a pair of rows of equal time. */
static double first_event(const result_table *t)
{
    for (size_t k = 2; k < t->rows; k++)
        if (result_value(&t->signal[0], k) == result_value(&t->signal[0], k - 1))
            return result_value(&t->signal[0], k);
    return INFINITY;
}

static void compare(const char *folder, const char *name, const result_table *t, char *argument)
{
    char *method = strtok(argument, ":"), *step_text = strtok(NULL, ":"), *limit = strtok(NULL, ":");
    double h = atof(step_text) / 1e3, worst = 0, before = 0, sum = 0, event = first_event(t);
    Rig r = rig(folder, name, name, method, h);
    Speed s[MOST];
    size_t row = 0;
    long every = lround(GRID * 1e-3 / h), points = 0;
    int n = speeds(&r, t, s);
    dtc_status status = setup(&r);

    for (long k = 0; status == DTC_OK; k++) {
        double now_k = (double)k * h;
        if (now_k > result_value(&t->signal[0], t->rows - 1) + 1e-9)
            break;
        while (row + 1 < t->rows && result_value(&t->signal[0], row + 1) <= now_k + 1e-9)
            row++;
        for (int i = 0; k % every == 0 && i < n; i++) {
            double e = fabs(get(s[i].at) - result_value(s[i].of, row)) / s[i].range;
            worst = larger(worst, e);
            if (now_k < event)
                before = larger(before, e);
            sum += e * e;
            points++;
        }
        status = step(&r);
    }
    double rms = sqrt(sum / (double)points);
    CHECK(status == DTC_OK && n > 0, "%s, %s at %s ms: status %d, %d speeds", name, method, step_text, status, n);
    CHECK(100 * rms <= atof(limit), "%s, %s at %s ms: %.3g %% in the mean, limit %s", name, method, step_text,
          100 * rms, limit);
    printf("| %-10s %-10s %4s ms: before the first event %8.2g %%, in all worst %8.2g %%, mean square %8.2g %%\n", name,
           method, step_text, 100 * before, 100 * worst, 100 * rms);
    free(r.m);
}

int main(int argc, char **argv)
{
    char path[1024], message[400];
    result_table t;

    snprintf(path, sizeof path, "%s/%s.mat", argv[1], argv[2]);
    if (!result_read(path, &t, message, sizeof message)) {
        CHECK(0, "%s", message);
        return summary();
    }
    for (int i = 3; i < argc; i++)
        compare(argv[1], argv[2], &t, argv[i]);
    result_free(&t);
    return summary();
}
