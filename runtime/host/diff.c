/* diff.c - `dtc diff a b`: do two files of results tell the same story?
 *
 * A signal is a curve: its points joined by straight lines; two points of equal time, the sides of an event, are joined
 * by a vertical one. Around the reference a lies a tube: a point (t, y) is inside if a's curve passes through the
 * rectangle [t - dt, t + dt] x [y - dy, y + dy], where dt and dy are parts of a's span of time and range of values. As
 * the curve is connected, that is: y is not above max + dy nor below min - dy, with the maximum and the minimum of a's
 * curve over [t - dt, t + dt]. Both are taken at a's points in the window and at its two ends; the points are kept in
 * two queues from which a point goes when the window leaves it or when a later one is as extreme (sliding maximum:
 * Lemire, Streaming maximum-minimum filter, 2006). What is tested is b's points, and b's curve at a's times, so that
 * nothing that happens in a is passed over by a coarse b. The deviation of a point is how far it is outside [min, max];
 * the worst in parts of dy decides. In plain mode the points are a's and the curve is b's, dt being zero: the
 * deviations of b, linear between its points, at a's times. dt is at least what rounding makes of times. A value that
 * is no number is a miss, in either file.
 *
 * Cost: n log n in the signals for the names; linear in the points of a and b for each signal.
 */
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "chosen.h"
#include "diff.h"
#include "result.h"

typedef struct { size_t n; const double *t, *y; } Curve;

/* ---- extremes of a curve over a window that moves to the right ----------------------------------------- */

typedef struct { size_t *index, head, tail; } Queue;           /* points, the most extreme first */
typedef struct {
    const Curve *c;
    double dt;
    size_t first, next;
    Queue high, low;
} Window; /* points first .. next-1 are in it */

/* sign 1: keeps the largest in front, -1: the smallest. */
static void queue_add(Queue *q, const Curve *c, size_t i, double sign)
{
    while (q->tail > q->head && sign * c->y[q->index[q->tail - 1]] <= sign * c->y[i])
        q->tail--;
    q->index[q->tail++] = i;
}

static void widen(double y, double *low, double *high)
{
    *low = fmin(*low, y);
    *high = fmax(*high, y);
}

/* Between points i - 1 and i, which differ in time. */
static double between(const Curve *c, size_t i, double t)
{
    return c->y[i - 1] + (t - c->t[i - 1]) / (c->t[i] - c->t[i - 1]) * (c->y[i] - c->y[i - 1]);
}

/* Moves on to t, which never descends. false: the curve has nothing there. */
static bool window_move(Window *w, double t, double *low, double *high)
{
    const Curve *c = w->c;
    double from = t - w->dt, to = t + w->dt;

    for (; w->next < c->n && c->t[w->next] <= to; w->next++) {
        queue_add(&w->high, c, w->next, 1);
        queue_add(&w->low, c, w->next, -1);
    }
    while (w->first < w->next && c->t[w->first] < from)
        w->first++;
    while (w->high.head < w->high.tail && w->high.index[w->high.head] < w->first)
        w->high.head++;
    while (w->low.head < w->low.tail && w->low.index[w->low.head] < w->first)
        w->low.head++;
    *low = INFINITY;
    *high = -INFINITY;
    if (w->first < w->next) {
        *low = c->y[w->low.index[w->low.head]];
        *high = c->y[w->high.index[w->high.head]];
    }
    if (w->first > 0 && w->first < c->n)
        widen(between(c, w->first, from), low, high);
    if (w->next > 0 && w->next < c->n)
        widen(between(c, w->next, to), low, high);
    return *low <= *high;
}

/* ---- one signal ---------------------------------------------------------------------------------------- */

typedef struct {
    const char *name;
    double deviation, time, range, half;   /* the worst, where it is; of the reference: max - min; dy */
    const char *not_finite;                /* the file with a value that is no number, at `time`; NULL: none */
    bool inside;
} Verdict;

typedef struct {
    const diff_options *o;
    result_table a, b;
    double *t[2], *y[2]; size_t *queue[2]; /* room, reused: times and one signal of each; indices */
    double dt;
    Verdict *verdict; size_t verdicts;
    const char **missing; size_t missings;
    size_t only_in_b, constants;           /* constants: of a MAT file, which a CSV does not have by default */
} Diff;

static bool gather(const result_signal *s, size_t rows, double *y, size_t *wrong)
{
    for (size_t r = 0; r < rows; r++) {
        y[r] = result_value(s, r);
        if (!isfinite(y[r])) {
            *wrong = r;
            return false;
        }
    }
    return true;
}

static void test(Window *w, double t, double y, Verdict *v)
{
    double low, high;

    if (!window_move(w, t, &low, &high))
        return;
    double deviation = fmax(0, fmax(y - high, low - y));
    if (deviation > v->deviation) {
        v->deviation = deviation;
        v->time = t;
    }
}

/* The points of `by`, and its curve at the times `also` (n of them). */
static void test_all(Window *w, const Curve *by, const double *also, size_t n, Verdict *v)
{
    size_t k = 0;

    for (size_t i = 0; i < by->n; i++) {
        for (; k < n && also[k] < by->t[i]; k++)
            if (i > 0 && also[k] > by->t[i - 1])
                test(w, also[k], between(by, i, also[k]), v);
        test(w, by->t[i], by->y[i], v);
    }
}

/* Modelica.Constants.inf in single precision is one. */
static bool is_same_infinity(const Diff *d, const result_signal *sa, const result_signal *sb)
{
    double x = result_value(sa, 0);
    bool same = isinf(x);

    for (size_t r = 0; r < d->a.rows && same; r++)
        same = result_value(sa, r) >= x && result_value(sa, r) <= x;
    for (size_t r = 0; r < d->b.rows && same; r++)
        same = result_value(sb, r) >= x && result_value(sb, r) <= x;
    return same;
}

static void compare(Diff *d, const result_signal *sa, const result_signal *sb, Verdict *v)
{
    Curve a = { d->a.rows, d->t[0], d->y[0] }, b = { d->b.rows, d->t[1], d->y[1] };
    double low = INFINITY, high = -INFINITY;
    size_t wrong;

    *v = (Verdict){ .name = sa->name, .time = a.t[0] };
    if (is_same_infinity(d, sa, sb)) {
        v->inside = true;
        return;
    }
    bool finite_a = gather(sa, a.n, d->y[0], &wrong), finite = finite_a && gather(sb, b.n, d->y[1], &wrong);
    if (!finite) {
        v->not_finite = finite_a ? d->o->other : d->o->reference;
        v->time = finite_a ? b.t[wrong] : a.t[wrong];
        v->deviation = INFINITY;
        return;
    }
    for (size_t r = 0; r < a.n; r++)
        widen(a.y[r], &low, &high);
    v->range = high - low;
    v->half = fmax(d->o->tube * v->range, d->o->floor * fmax(1, fmax(fabs(low), fabs(high))));
    Window w = {
        .c = d->o->plain ? &b : &a, .dt = d->dt, .high.index = d->queue[0], .low.index = d->queue[1]
    };
    test_all(&w, d->o->plain ? &a : &b, a.t, d->o->plain ? 0 : a.n, v);
    v->inside = !(v->deviation > 0) || (v->deviation <= v->half && isfinite(v->range));
}

/* ---- which signals ------------------------------------------------------------------------------------- */

static int by_name(const void *x, const void *y)
{
    const result_signal *const *a = x, *const *b = y;
    return strcmp((*a)->name, (*b)->name);
}

/* Pointers to all signals but the time, by name. */
static const result_signal **sorted(const result_table *t)
{
    const result_signal **list = malloc(t->signals * sizeof *list);

    for (size_t i = 1; list && i < t->signals; i++)
        list[i - 1] = &t->signal[i];
    if (list && t->signals > 1)
        qsort(list, t->signals - 1, sizeof *list, by_name);
    return list;
}

static bool chosen(const diff_options *o, const char *name)
{
    for (size_t k = 0; k < o->count; k++)
        if (name_chosen(o->vars[k], name))
            return true;
    return o->count == 0;
}

static void tell_missing(const Diff *d, const char *wanted, bool pattern)
{
    const char **known = malloc(d->a.signals * sizeof *known), *near = NULL;

    for (size_t i = 0; known && i < d->a.signals; i++)
        known[i] = d->a.signal[i].name;
    if (known && d->o->suggest)
        near = d->o->suggest(wanted, known, d->a.signals);
    fprintf(stderr, "dtc: %s--vars: there is no signal %s in %s%s%s%s\n", pattern ? "warning: " : "", wanted,
            d->o->reference, near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    free(known);
}

/* Every name of --vars is to be in the reference; a pattern may fit nothing. */
static bool check_vars(const Diff *d)
{
    bool good = true;

    for (size_t k = 0; k < d->o->count; k++) {
        const diff_options one = { .vars = &d->o->vars[k], .count = 1 };
        bool found = false, pattern = strpbrk(d->o->vars[k], "*?") != NULL;
        for (size_t i = 1; i < d->a.signals && !found; i++)
            found = chosen(&one, d->a.signal[i].name);
        if (!found)
            tell_missing(d, d->o->vars[k], pattern);
        good &= found || pattern;
    }
    return good;
}

static bool compare_all(Diff *d)
{
    const result_signal **list = sorted(&d->b);
    size_t common = 0;

    d->verdict = calloc(d->a.signals, sizeof *d->verdict);
    d->missing = calloc(d->a.signals, sizeof *d->missing);
    if (list && d->verdict && d->missing) {
        for (size_t i = 1; i < d->a.signals; i++) {
            const result_signal *s = &d->a.signal[i];
            const result_signal **other = bsearch(&s, list, d->b.signals - 1, sizeof *list, by_name);
            common += other != NULL;
            if (!chosen(d->o, s->name))
                continue;
            if (other)
                compare(d, s, *other, &d->verdict[d->verdicts++]);
            else if (s->stride == 0 && d->a.mat && !d->b.mat && d->o->count == 0)
                d->constants++;
            else
                d->missing[d->missings++] = s->name;
        }
        d->only_in_b = d->b.signals - 1 > common ? d->b.signals - 1 - common : 0;
    }
    free(list);
    return list && d->verdict && d->missing;
}

/* ---- the table ----------------------------------------------------------------------------------------- */

static double badness(const Verdict *v)
{
    return v->not_finite ? INFINITY : v->half > 0 ? v->deviation / v->half : v->deviation > 0 ? DBL_MAX : 0;
}

static int worst_first(const void *x, const void *y)
{
    const Verdict *a = x, *b = y;
    double p = badness(a), q = badness(b);
    return p > q ? -1 : p < q ? 1 : strcmp(a->name, b->name);
}

static void print_line(const Verdict *v, int width, FILE *out)
{
    char part[32] = "-";

    if (v->not_finite) {
        fprintf(out, "%-*s  no number in %s at %.9g s  OUTSIDE\n", width, v->name, v->not_finite, v->time);
        return;
    }
    if (v->range > 0)
        snprintf(part, sizeof part, "%.3g %%", 100 * v->deviation / v->range);
    fprintf(out, "%-*s  %12.4g  %12.9g  %10s  %10.3g  %s\n", width, v->name, v->deviation, v->time, part,
            v->half, v->inside ? "inside" : "OUTSIDE");
}

/* The number of misses. */
static size_t print_table(Diff *d, FILE *out)
{
    size_t outside = 0;
    int width = 6;

    for (size_t i = 0; i < d->verdicts; i++) {
        int n = (int)strlen(d->verdict[i].name);
        width = n > width ? n : width;
        outside += !d->verdict[i].inside;
    }
    qsort(d->verdict, d->verdicts, sizeof *d->verdict, worst_first);
    if (d->verdicts)
        fprintf(out, "%-*s  %12s  %12s  %10s  %10s  %s\n", width, "signal", "deviation", "at time",
                "of range", "tube", "result");
    for (size_t i = 0; i < d->verdicts; i++)
        print_line(&d->verdict[i], width, out);
    for (size_t i = 0; i < d->missings; i++)
        fprintf(out, "%-*s  missing in %s\n", width, d->missing[i], d->o->other);
    fprintf(out, "%zu signal%s, %g to %g s: %zu inside, %zu outside (half-width %g of the range, %.3g s)",
            d->verdicts, d->verdicts == 1 ? "" : "s", d->t[0][0], d->t[0][d->a.rows - 1],
            d->verdicts - outside, outside, d->o->tube, d->dt);
    fprintf(out, "; missing in %s: %zu; only there: %zu", d->o->other, d->missings, d->only_in_b);
    if (d->constants)
        fprintf(out, "; constants that the CSV does not have: %zu", d->constants);
    fputc('\n', out);
    return outside + d->missings;
}

/* ---- the files ----------------------------------------------------------------------------------------- */

static bool read_one(const char *file, result_table *t)
{
    char message[500];

    if (!result_read(file, t, message, sizeof message)) {
        fprintf(stderr, "dtc: %s\n", message);
        return false;
    }
    if (t->rows == 0)
        fprintf(stderr, "dtc: %s: has no rows\n", file);
    return t->rows > 0;
}

static bool allocate(Diff *d)
{
    const result_table *table[2] = { &d->a, &d->b };
    size_t longest = d->a.rows > d->b.rows ? d->a.rows : d->b.rows;

    for (int k = 0; k < 2; k++) {
        d->t[k] = malloc(table[k]->rows * sizeof *d->t[k]);
        d->y[k] = malloc(table[k]->rows * sizeof *d->y[k]);
        d->queue[k] = malloc(longest * sizeof *d->queue[k]);
        if (!d->t[k] || !d->y[k] || !d->queue[k])
            return false;
        for (size_t r = 0; r < table[k]->rows; r++)
            d->t[k][r] = result_value(&table[k]->signal[0], r);
    }
    return true;
}

/* b is to cover a's span of time, but for the tube's width. */
static bool check_span(Diff *d)
{
    double start = d->t[0][0], end = d->t[0][d->a.rows - 1], first = d->t[1][0],
           last = d->t[1][d->b.rows - 1];
    double rounding = 4 * DBL_EPSILON * fmax(fabs(start), fabs(end));

    d->dt = fmax(rounding, d->o->plain ? 0 : d->o->time_tube * (end - start));
    double slack = fmax(d->dt, 1e-9 * (end - start));
    if (first <= start + slack && last >= end - slack)
        return true;
    fprintf(stderr, "dtc: %s covers %.9g to %.9g s; the reference %s %.9g to %.9g s\n", d->o->other, first,
            last, d->o->reference, start, end);
    return false;
}

static int diff_tables(Diff *d, FILE *out)
{
    if (!check_vars(d))
        return 1;
    if (!allocate(d)) {
        fputs("dtc: out of memory\n", stderr);
        return 1;
    }
    bool covered = check_span(d);
    if (!compare_all(d)) {
        fputs("dtc: out of memory\n", stderr);
        return 1;
    }
    size_t misses = print_table(d, out);
    bool nothing = d->verdicts + d->missings == 0 && (d->a.signals > 1 || d->o->count > 0);
    if (nothing)
        fprintf(stderr, "dtc: there is nothing to compare in %s\n", d->o->reference);
    return covered && misses == 0 && !nothing ? 0 : 1;
}

int diff_main(const diff_options *o, FILE *out)
{
    Diff d = { .o = o };
    int code = read_one(o->reference, &d.a) && read_one(o->other, &d.b) ? diff_tables(&d, out) : 1;

    if (fflush(out) != 0 || ferror(out)) {
        fprintf(stderr, "dtc: cannot write the table: %s\n", strerror(errno));
        code = 1;
    }
    for (int k = 0; k < 2; k++) {
        free(d.t[k]);
        free(d.y[k]);
        free(d.queue[k]);
    }
    free(d.verdict);
    free(d.missing);
    result_free(&d.a);
    result_free(&d.b);
    return code;
}
