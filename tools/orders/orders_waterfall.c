/* orders_waterfall.c - the spectrum of a signal over the run: which frequencies it has at which speed.
 *
 * Short-time Fourier transform: frames of one length in time, as long as a window of orders takes on the average of the
 * run, with von Hann's window (Harris, On the use of windows for harmonic analysis, 1978), each without its mean and
 * drift. Its level is the amplitude of a sine. Frames are equally far apart in speed where that only rises or only
 * falls, else in time. The signal is taken from its spline at least as densely as its rows are (up to 65536 points a
 * frame), so that nothing that they have is folded back. Of more than MOST_BINS frequencies neighbours become one, with
 * the largest level of them. FFT: kissfft, in single precision.
 *
 * Cost: frames times n log n of a frame.
 */
#include <kiss_fftr.h>
#include <math.h>
#include <stdlib.h>
#include "orders.h"

enum { FRAMES = 240, MOST_POINTS = 1 << 16, MOST_BINS = 600 };
#define PI 3.14159265358979323846

/* Linear between the windows; beyond them the outer ones. */
static double between(const double *x, const double *y, uint32_t n, double at, double sense)
{
    uint32_t k = 0;

    while (k + 2 < n && sense * x[k + 1] <= sense * at)
        k++;
    double s = (at - x[k]) / (x[k + 1] - x[k]);
    return y[k] + fmin(1, fmax(0, s)) * (y[k + 1] - y[k]);
}

static bool runs_one_way(const Orders *r)
{
    const double first = r->turns[0], last = r->turns[r->windows - 1], sense = last > first ? 1 : -1;
    bool all = fabs(last - first) > 0.05 * fmax(first, last);

    for (uint32_t w = 1; w < r->windows && all; w++)
        all = sense * (r->turns[w] - r->turns[w - 1]) > 0;
    return all;
}

/* n values from `begin` on, `step` apart, without mean and drift, in the window; y: room for them. */
static void samples(const Orders *r, const OrderSignal *s, double begin, double step, double *y, float *x, int n)
{
    uint32_t k = row_before(r->time, r->rows, begin);
    double mean = 0, drift = 0, squares = 0;

    for (int i = 0; i < n; i++) {
        double t = begin + i * step;
        while (k + 2 < r->rows && r->time[k + 1] <= t)
            k++;
        double h = r->time[k + 1] - r->time[k], dt = fmin(h, fmax(0, t - r->time[k]));
        y[i] = h > 0 ? curve_at(r->time, &s->x, k, dt) : s->x.value[k + 1];
        mean += y[i] / n;
        drift += y[i] * (i - (n - 1) / 2.0);
        squares += (i - (n - 1) / 2.0) * (i - (n - 1) / 2.0);
    }
    for (int i = 0; i < n; i++)
        x[i] = (float)((y[i] - mean - drift / squares * (i - (n - 1) / 2.0)) * pow(sin(PI * i / n), 2));
}

/* Where frames are: their x, their speed, and in `time` their middles. */
static void place_frames(const Orders *r, Waterfall *f, double low, double high, double *time)
{
    f->over_speed = runs_one_way(r);
    f->frames = high > low ? FRAMES : 0;
    f->x = NEW_N(&r->d->run, double, FRAMES);
    f->turns = NEW_N(&r->d->run, double, FRAMES);
    double from = between(r->middle, r->turns, r->windows, low, 1);
    double to = between(r->middle, r->turns, r->windows, high, 1);
    for (uint32_t i = 0; i < f->frames; i++) {
        double s = (double)i / (FRAMES - 1), turns = from + s * (to - from);
        time[i] = f->over_speed ? between(r->turns, r->middle, r->windows, turns, to > from ? 1 : -1)
                                : low + s * (high - low);
        f->turns[i] = f->over_speed ? turns : between(r->middle, r->turns, r->windows, time[i], 1);
        f->x[i] = f->over_speed ? turns * 30 / PI : time[i];
    }
    f->from = f->frames ? f->x[0] : 0;
    f->to = f->frames ? f->x[FRAMES - 1] : 0;
}

Waterfall orders_waterfall(const Orders *r, const OrderSignal *s, double most)
{
    const double begin = r->time[0], end = r->time[r->rows - 1];
    const double length = (end - begin) * 2 * PI * r->revolutions / r->angle[r->rows - 1];
    const double points = fmax(length / (end - begin) * r->rows, 2.2 * most * length);
    const int n = kiss_fftr_next_fast_size_real((int)fmin(MOST_POINTS, fmax(64, points)));
    Waterfall f = { .bin_width = 1 / length };
    double *time = NEW_N(&r->d->run, double, FRAMES);
    kiss_fftr_cfg plan = kiss_fftr_alloc(n, 0, NULL, NULL);
    double *y = NEW_N(&r->d->run, double, n);
    float *x = NEW_N(&r->d->run, float, n);
    kiss_fft_cpx *spectrum = NEW_N(&r->d->run, kiss_fft_cpx, n / 2 + 1);

    place_frames(r, &f, fmax(r->middle[0], begin + length / 2),
                 fmin(r->middle[r->windows - 1], end - length / 2), time);
    const uint32_t lines = (uint32_t)fmin(n / 2, ceil(most * length)) + 1,
                   group = (lines - 1) / MOST_BINS + 1;
    f.bins = (lines - 1) / group + 1;
    f.bin_width *= group;
    f.level = NEW_N(&r->d->run, float, (size_t)f.bins *FRAMES);
    for (uint32_t i = 0; i < f.frames && plan; i++) {
        samples(r, s, time[i] - length / 2, length / n, y, x, n);
        kiss_fftr(plan, x, spectrum);
        for (uint32_t k = 0; k < lines; k++) {
            float *level = &f.level[i * f.bins + k / group];
            *level = fmaxf(*level, 4 / (float)n * hypotf(spectrum[k].r, spectrum[k].i));
        }
    }
    if (!plan)
        f.frames = 0;
    kiss_fftr_free(plan);
    return f;
}
