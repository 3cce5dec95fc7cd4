/* orders_read.c - what orders are made of: rows, the shaft's speed, signals, the list of orders.
 *
 * A shaft that stands at the begin or the end is left out there; one that stands or turns round between has no orders.
 * Rows that are much closer than others (before an event) are left out, since their differences are rounding.
 *
 * The window, if not given: 4 over the smallest distance of two orders (0, the mean, is one), and 8 revolutions at
 * least, so that half orders that nobody asked for do not disturb; an even number.
 * Cost: linear in the rows of the signals that are meant, and in signals times names.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "chosen.h"
#include "orders.h"

enum { LEAST_WINDOW = 8, MOST_WINDOW = 1000, MOST_ORDERS = 60, MOST_SIGNALS = 50, MOST_ORDER = 10000 };
static const double usual[] = { 0.5, 1, 1.5, 2, 2.5, 3, 4, 6, 8 };

/* ---- orders -------------------------------------------------------------------------------------------- */

static bool wrong_orders(const char *list, const char *why)
{
    fprintf(stderr, "dtc: --orders %s: %s\n", list, why);
    return false;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool read_orders(Orders *r)
{
    const char *list = r->o->orders;

    for (uint32_t i = 0; i < sizeof usual / sizeof *usual && !list; i++)
        vec_push(&r->d->run, r->order, usual[i]);
    for (const char *at = list; at && *at;) {
        char *end;
        double n = strtod(at, &end);
        if (end == at || (*end && *end != ',') || !(n >= 0 && n <= MOST_ORDER))
            return wrong_orders(list, "numbers from 0 to 10000 with commas between, such as 0.5,1,2");
        vec_push(&r->d->run, r->order, n);
        at = end + (*end == ',');
    }
    if (vec_len(r->order) == 0 || vec_len(r->order) > MOST_ORDERS)
        return wrong_orders(list, "from 1 to 60 orders");
    qsort(r->order, vec_len(r->order), sizeof *r->order, ascending);
    for (uint32_t i = 1; i < vec_len(r->order); i++)
        if (r->order[i] == r->order[i - 1])
            return wrong_orders(list, "each once");
    return true;
}

static void choose_window(Orders *r)
{
    double gap = 4.0 / LEAST_WINDOW;

    for (uint32_t i = 0; i < vec_len(r->order); i++) {
        double other = i == 0 ? 0 : r->order[i - 1];
        if (r->order[i] > other)
            gap = fmin(gap, r->order[i] - other);
    }
    r->revolutions = r->o->revolutions > 0 ? r->o->revolutions : fmin(MOST_WINDOW, 2 * ceil(2 / gap - 1e-6));
}

/* ---- signals by name ----------------------------------------------------------------------------------- */

static bool no_signal(const Orders *r, const char *option, const char *wanted)
{
    const char **known = NULL;

    for (size_t i = 1; i < r->table.signals; i++)
        vec_push(&r->d->run, known, r->table.signal[i].name);
    const char *near = suggest(r->d, wanted, known, vec_len(known));
    fprintf(stderr, "dtc: %s %s: there is no such signal in %s%s%s%s\n", option, wanted, r->o->file,
            near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    return false;
}

static const result_signal *signal_named(const Orders *r, const char *name)
{
    for (size_t i = 1; i < r->table.signals; i++)
        if (strcmp(r->table.signal[i].name, name) == 0)
            return &r->table.signal[i];
    return NULL;
}

/* rad/s in the unit of the speed; 0 after a message. A file that tells none has rad/s. */
static double speed_scale(const result_signal *s)
{
    static const struct {
        const char *unit;
        double scale;
    } known[] = {
        { "rad/s", 1 },
        { "1/min", 3.14159265358979323846 / 30 },
        { "rpm", 3.14159265358979323846 / 30 },
        { "rev/min", 3.14159265358979323846 / 30 },
        { "Hz", 2 * 3.14159265358979323846 },
        { "deg/s", 3.14159265358979323846 / 180 },
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!s->unit || strcmp(s->unit, known[i].unit) == 0)
            return known[i].scale;
    fprintf(stderr, "dtc: --speed %s: its unit is %s; a speed is in rad/s, 1/min, rpm, Hz or deg/s\n",
            s->name, s->unit);
    return 0;
}

/* ---- rows ---------------------------------------------------------------------------------------------- */

/* Which rows are kept: vec. Those of one stretch between jumps are 0.01 of the mean distance apart, but for both ends
 * of a stretch that is shorter. */
static size_t *kept_rows(const Orders *r, size_t from, size_t to)
{
    const result_signal *t = &r->table.signal[0];
    const double least = 0.01 * (result_value(t, to - 1) - result_value(t, from)) / (double)(to - from);
    size_t *kept = NULL;

    for (size_t first = from, end; first < to; first = end) {
        vec_push(&r->d->run, kept, first);
        const uint32_t begin = vec_len(kept);
        for (end = first + 1; end < to && result_value(t, end) > result_value(t, end - 1); end++) {
            const bool last = end + 1 == to || !(result_value(t, end + 1) > result_value(t, end));
            const bool near = result_value(t, end) - result_value(t, vec_last(kept)) < least;
            if (near && last && vec_len(kept) > begin)
                vec_last(kept) = end;
            else if (!near || last)
                vec_push(&r->d->run, kept, end);
        }
    }
    return kept;
}

/* NULL after a message. */
static double *values_of(const Orders *r, const result_signal *s, const size_t *kept, double scale)
{
    double *x = NEW_N(&r->d->run, double, r->rows);

    for (uint32_t k = 0; k < r->rows; k++) {
        x[k] = scale * result_value(s, kept[k]);
        if (!(x[k] > -1e300 && x[k] < 1e300)) {
            fprintf(stderr, "dtc: %s: %s is no number at %.9g s: take a part with --from and --to\n",
                    r->o->file, s->name, r->time[k]);
            return NULL;
        }
    }
    return x;
}

/* Rows between which the shaft turns, from < to; all of them one way. false after a message. */
static bool turning_rows(Orders *r, const result_signal *s, size_t *from, size_t *to, double *sense)
{
    const result_signal *t = &r->table.signal[0];

    *from = 0, *to = r->table.rows;
    while (*from < *to && result_value(s, *from) == 0)
        ++*from;
    while (*to > *from && result_value(s, *to - 1) == 0)
        --*to;
    if (*to - *from < 2) {
        fprintf(stderr, "dtc: %s: %s does not turn\n", r->o->file, s->name);
        return false;
    }
    *sense = result_value(s, *from) < 0 ? -1 : 1;
    for (size_t k = *from; k < *to; k++)
        if (*sense * result_value(s, k) <= 0) {
            fprintf(stderr,
                    "dtc: %s: %s comes to zero at %.9g s: orders are of a shaft that turns one way; take a "
                    "part with --from and --to\n",
                    r->o->file, s->name, result_value(t, k));
            return false;
        }
    if (*from > 0 || *to < r->table.rows)
        fprintf(stderr, "dtc: note: %s stands before %.9g s and after %.9g s\n", s->name,
                result_value(t, *from), result_value(t, *to - 1));
    return true;
}

/* ---- what is read -------------------------------------------------------------------------------------- */

static bool add_signal(Orders *r, const result_signal *s, const size_t *kept)
{
    const double *x = values_of(r, s, kept, 1);

    if (x)
        vec_push(&r->d->run, r->signal,
                 ((OrderSignal){ .name = s->name,
                                 .unit = s->unit ? s->unit : "",
                                 .x = curve_through(&r->d->run, r->time, x, r->rows) }));
    return x != NULL;
}

/* Of a pattern what is a curve; of a name whatever it is. */
static bool add_named(Orders *r, const char *wanted, const size_t *kept)
{
    const bool pattern = strpbrk(wanted, "*?") != NULL;
    uint32_t found = 0;

    for (size_t i = 1; i < r->table.signals; i++) {
        const result_signal *s = &r->table.signal[i];
        if (!name_chosen(wanted, s->name) ||
            (pattern && (s->stride == 0 || (s->unit && strchr(s->unit, '=')))))
            continue;
        bool taken = false;
        for (uint32_t k = 1; k < vec_len(r->signal); k++)
            taken |= strcmp(r->signal[k].name, s->name) == 0;
        if (!taken && !add_signal(r, s, kept))
            return false;
        found++;
    }
    return found > 0 || no_signal(r, "--vars", wanted);
}

static bool add_signals(Orders *r, const result_signal *speed, const size_t *kept)
{
    vec_push(&r->d->run, r->signal, ((OrderSignal){ .name = speed->name, .unit = "rad/s", .x = r->speed }));
    if (vec_len(r->d->opt.vars) == 0 && !add_signal(r, speed, kept))
        return false;
    for (uint32_t i = 0; i < vec_len(r->d->opt.vars); i++)
        if (!add_named(r, r->d->opt.vars[i], kept))
            return false;
    if (vec_len(r->signal) - 1 > MOST_SIGNALS) {
        fprintf(stderr, "dtc: %u signals are more than %d: choose with --vars\n", vec_len(r->signal) - 1,
                MOST_SIGNALS);
        return false;
    }
    return true;
}

static bool read_rows(Orders *r)
{
    const result_signal *speed = signal_named(r, r->o->speed);
    const double scale = speed ? speed_scale(speed) : 0;
    size_t from, to, *kept;
    double sense, *w;

    if (!speed)
        return no_signal(r, "--speed", r->o->speed);
    if (scale == 0 || !turning_rows(r, speed, &from, &to, &sense))
        return false;
    kept = kept_rows(r, from, to);
    r->rows = vec_len(kept);
    r->time = NEW_N(&r->d->run, double, r->rows);
    for (uint32_t k = 0; k < r->rows; k++)
        r->time[k] = result_value(&r->table.signal[0], kept[k]);
    if (!(w = values_of(r, speed, kept, sense * scale)))
        return false;
    r->speed = curve_through(&r->d->run, r->time, w, r->rows);
    r->angle = curve_integral(&r->d->run, r->time, &r->speed, r->rows);
    for (uint32_t k = 0; k + 1 < r->rows; k++) {
        const double h = r->time[k + 1] - r->time[k];
        if (h > 0 && !(r->angle[k + 1] > r->angle[k] && curve_at(r->time, &r->speed, k, h / 2) > 0)) {
            fprintf(stderr,
                    "dtc: %s: %s changes so much at %.9g s that its course between the rows is not known: "
                    "run with a smaller --interval\n",
                    r->o->file, speed->name, r->time[k]);
            return false;
        }
    }
    return add_signals(r, speed, kept);
}

bool orders_read(Orders *r)
{
    const OrdersOptions *o = r->o;
    char message[500];

    if (!result_read(o->file, &r->table, message, sizeof message)) {
        fprintf(stderr, "dtc: %s\n", message);
        return false;
    }
    (void)source_text(r->d, o->file, "", 0); /* no output goes over it */
    result_cut(&r->table, o->from, o->to);
    if (r->table.rows < 2 || r->table.rows > UINT32_MAX / 2) {
        fprintf(stderr, "dtc: %s has %zu row%s%s: orders are of a run\n", o->file, r->table.rows,
                r->table.rows == 1 ? "" : "s",
                isfinite(o->from) || isfinite(o->to) ? " between --from and --to" : "");
        return false;
    }
    if (!read_orders(r) || !read_rows(r))
        return false;
    choose_window(r);
    const double turns = r->angle[r->rows - 1] / (2 * 3.14159265358979323846);
    if (!(turns > r->revolutions))
        fprintf(stderr,
                "dtc: %s: %s makes %.4g revolutions, and a window for these orders takes %.4g: a longer run, "
                "orders further apart, or --revolutions\n",
                o->file, o->speed, turns, r->revolutions);
    return turns > r->revolutions;
}
