/* orders_track.c - amplitude and phase of orders over a run.
 *
 * A window of R revolutions moves along the shaft's angle. In it, each signal is the sum of a mean that may drift and
 * bend, and of the orders asked for, whose amplitudes may change in proportion to the angle:
 *
 *     x(angle) = a0 + a1*s + a2*s^2 + sum of (c + c'*s)*cos(n*angle) + (d + d'*s)*sin(n*angle),  -1 <= s <= 1
 *
 * The coefficients are those of least squares over the angle, with the weight cos(pi*s/2)^2 (von Hann's window). What
 * is of that form is found exactly, so neighbouring orders do not leak into one another, nor does a run-up into its low
 * orders; other orders that are whole multiples of 2/R away hardly do. It is the Fourier transform of a signal
 * over the angle (Fyfe and Munck, Analysis of computed order tracking, 1997), with the compensation of leakage between
 * orders of the time-variant transform (Blough, A survey of DSP methods for rotating machinery analysis, 2003). There
 * the signal is interpolated to equal angles first; here the integrals over the angle are computed from row to row
 * (Gauss, four points, of the spline), which needs no equal rows, folds nothing back, and keeps jumps where they are.
 *
 * The matrix of the least squares depends on R and the orders alone: it is factored once (Cholesky).
 * An order has no value where its period has fewer than ROWS_A_PERIOD rows.
 * Cost: rows times orders for each of four windows that a row is in; the cube of 4 orders + 3, once.
 */
#include <math.h>
#include "orders.h"

enum { OVERLAP = 4, MOST_WINDOWS = 2000, ROWS_A_PERIOD = 4 };
#define PI 3.14159265358979323846

static const double node[4] = { -0.8611363115940526, -0.3399810435848563, 0.3399810435848563, 0.8611363115940526 };
static const double part[4] = { 0.3478548451374538, 0.6521451548625461, 0.6521451548625461, 0.3478548451374538 };

/* n: functions; factor: [n*n], lower; value: at a place; right: [signals*n] */
typedef struct { uint32_t n; double *factor, *value, *right; } Fit;

/* The functions at an angle from the middle of the window; the weight there. */
static double functions_at(const Orders *r, double angle, double *value)
{
    const double s = angle / (PI * r->revolutions), half = cos(PI / 2 * s);
    uint32_t k = 3;

    value[0] = 1;
    value[1] = s;
    value[2] = s * s;
    for (uint32_t i = 0; i < vec_len(r->order); i++)
        if (r->order[i] > 0) {
            value[k] = cos(r->order[i] * angle);
            value[k + 1] = sin(r->order[i] * angle);
            value[k + 2] = s * value[k];
            value[k + 3] = s * value[k + 1];
            k += 4;
        }
    return half * half;
}

/* Lower factor in place; false: a function is not told from those before it. */
static bool cholesky(double *a, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const double whole = a[i * n + i];
        for (uint32_t j = 0; j <= i; j++) {
            double sum = a[i * n + j];
            for (uint32_t k = 0; k < j; k++)
                sum -= a[i * n + k] * a[j * n + k];
            if (i == j && !(sum > 1e-7 * whole))
                return false;
            a[i * n + j] = i == j ? sqrt(sum) : sum / a[j * n + j];
        }
    }
    return true;
}

static void solve(const double *a, double *x, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < i; k++)
            x[i] -= a[i * n + k] * x[k];
        x[i] /= a[i * n + i];
    }
    for (uint32_t i = n; i-- > 0;) {
        for (uint32_t k = i + 1; k < n; k++)
            x[i] -= a[k * n + i] * x[k];
        x[i] /= a[i * n + i];
    }
}

/* The matrix of the least squares: integrals of all products over the window, in parts of 1 rad of the fastest. */
static bool prepare(const Orders *r, Fit *f)
{
    const double half = PI * r->revolutions, parts = ceil(2 * half * fmax(2, 2 * vec_last(r->order)));

    f->n = 3;
    for (uint32_t i = 0; i < vec_len(r->order); i++)
        f->n += r->order[i] > 0 ? 4 : 0;
    f->factor = NEW_N(&r->d->run, double, f->n * f->n);
    f->value = NEW_N(&r->d->run, double, f->n);
    f->right = NEW_N(&r->d->run, double, f->n *vec_len(r->signal));
    for (double p = 0; p < parts; p++)
        for (int g = 0; g < 4; g++) {
            double at = half * ((2 * p + 1 + node[g]) / parts - 1);
            double weight = functions_at(r, at, f->value) * part[g] * half / parts;
            for (uint32_t i = 0; i < f->n; i++)
                for (uint32_t j = 0; j <= i; j++)
                    f->factor[i * f->n + j] += weight * f->value[i] * f->value[j];
        }
    return cholesky(f->factor, f->n);
}

static void add_part(const Orders *r, Fit *f, double middle, uint32_t k, double from, double to)
{
    for (int g = 0; g < 4; g++) {
        double dt = from + (to - from) * (1 + node[g]) / 2;
        double angle = r->angle[k] + curve_area(r->time, &r->speed, k, dt) - middle;
        double speed = curve_at(r->time, &r->speed, k, dt);
        double weight = functions_at(r, angle, f->value) * speed * part[g] * (to - from) / 2;
        for (uint32_t i = 0; i < vec_len(r->signal); i++) {
            double x = weight * curve_at(r->time, &r->signal[i].x, k, dt), *right = f->right + i * f->n;
            for (uint32_t j = 0; j < f->n; j++)
                right[j] += x * f->value[j];
        }
    }
}

/* Adds to the right sides what rows k and k + 1 have between them, from `from` to `to` after row k: in parts of at most
 * 1 rad of the fastest, as the matrix is, so that coarse rows do not mix the orders. */
static void add_piece(const Orders *r, Fit *f, double middle, uint32_t k, double from, double to)
{
    const double span = (r->angle[k + 1] - r->angle[k]) * (to - from) / (r->time[k + 1] - r->time[k]);
    const double parts = fmax(1, ceil(span * vec_last(r->order)));

    for (double p = 0; p < parts; p++)
        add_part(r, f, middle, k, from + (to - from) * p / parts, from + (to - from) * (p + 1) / parts);
}

/* All of the window around `middle`; returns the rows of a revolution, by the mean distance of two of them. */
static double add_window(const Orders *r, Fit *f, double middle, double *time)
{
    uint32_t first, last, at;
    const double begin = time_of_angle(r, middle - PI * r->revolutions, &first);
    const double end = time_of_angle(r, middle + PI * r->revolutions, &last);
    double squares = 0, sum = 0;

    *time = time_of_angle(r, middle, &at);
    for (uint32_t i = 0; i < f->n * vec_len(r->signal); i++)
        f->right[i] = 0;
    for (uint32_t k = first; k <= last; k++) {
        double h = r->time[k + 1] - r->time[k], span = r->angle[k + 1] - r->angle[k];
        double from = k == first ? begin - r->time[k] : 0, to = k == last ? end - r->time[k] : h;
        if (to > from)
            add_piece(r, f, middle, k, from, to);
        squares += span * span;
        sum += span;
    }
    return squares > 0 ? 2 * PI * sum / squares : 0;
}

static void keep(Orders *r, const Fit *f, uint32_t window, double middle, double rows_a_turn)
{
    const uint32_t orders = vec_len(r->order);

    r->turns[window] = f->right[0];
    for (uint32_t i = 0; i < vec_len(r->signal); i++) {
        const double *x = f->right + i * f->n;
        for (uint32_t k = 0, at = 3; k < orders; k++) {
            const double n = r->order[k], c = n > 0 ? x[at] : x[0], s = n > 0 ? x[at + 1] : 0;
            const bool told = n * ROWS_A_PERIOD <= rows_a_turn * (1 + 1e-6);
            at += n > 0 ? 4 : 0;
            r->signal[i].amplitude[window * orders + k] = !told ? NAN : n > 0 ? hypot(c, s) : c;
            r->signal[i].phase[window * orders + k] = !told ? NAN
                                                    : n > 0 ? remainder(atan2(-s, c) - n * middle, 2 * PI)
                                                            : 0;
        }
    }
}

bool orders_has(const Orders *r, uint32_t order)
{
    bool some = false;

    for (uint32_t w = 0; w < r->windows && !some; w++)
        some = !isnan(r->signal[0].amplitude[w * vec_len(r->order) + order]);
    return some;
}

bool orders_track(Orders *r)
{
    const double whole = r->angle[r->rows - 1], window = 2 * PI * r->revolutions;
    const double wanted = floor(OVERLAP * (whole - window) / window) + 1;
    Fit f;

    r->windows = (uint32_t)fmin(MOST_WINDOWS, fmax(2, wanted));
    r->middle = NEW_N(&r->d->run, double, r->windows);
    r->turns = NEW_N(&r->d->run, double, r->windows);
    for (uint32_t i = 0; i < vec_len(r->signal); i++) {
        r->signal[i].amplitude = NEW_N(&r->d->run, double, r->windows *vec_len(r->order));
        r->signal[i].phase = NEW_N(&r->d->run, double, r->windows *vec_len(r->order));
    }
    if (!prepare(r, &f)) {
        fprintf(stderr,
                "dtc: these orders are not told apart in windows of %g revolutions: more with --revolutions, "
                "or fewer orders\n",
                r->revolutions);
        return false;
    }
    for (uint32_t w = 0; w < r->windows; w++) {
        double middle = window / 2 + (whole - window) * w / (r->windows - 1);
        double rows = add_window(r, &f, middle, &r->middle[w]);
        for (uint32_t i = 0; i < vec_len(r->signal); i++)
            solve(f.factor, f.right + i * f.n, f.n);
        keep(r, &f, w, middle, rows);
    }
    return true;
}
