/* bode.c - frequency responses: where they are computed, their phase without jumps, their peaks.
 *
 * Frequencies are equal steps of a logarithm, more around each mode, and where the phase of neighbours differs by more
 * than STEP, up to a width of NARROW of the frequency; there a phase that jumps by half a turn falls at a pole without
 * damping and rises at a zero without damping, as it does for the least damping.
 *
 * A peak is where 1/amplitude^2 has a minimum: of a single oscillator that is a parabola near it, so that Newton's
 * method with the exact derivatives of the response takes few steps; so do the half-power points, where it is twice
 * that. The mode of a peak is the nearest one that has a part in the response there, by its residue. Cost: a solution
 * for each frequency, some ten for each peak.
 */
#include <math.h>
#include <stdlib.h>
#include "bode.h"
#include "rigid.h"

enum { AROUND = 4, ROUNDS = 16, NEWTON = 60, EXTRA = 8 };
static const double STEP = 30, HALF_TURN = 175, NARROW = 2e-4, UNDAMPED = 1e-8, NO_PART = 1e-9, FLAT = 1e-9,
                    TURN = 2 * M_PI;

typedef struct { double f; Complex *h; } Sample;

typedef struct {
    Bode *b; BodeCase *one;
    Transfer t;
    Eigen eigen;
    Response *at;                          /* of a frequency */
    uint32_t outputs, curves;              /* shown */
    Sample *sample;                        /* vec */
} Work;

/* ---- values -------------------------------------------------------------------------------------------- */

static Response quotient(const Response *a, const Response *b)
{
    Response q = { .h = a->h / b->h };

    q.h1 = (a->h1 - q.h * b->h1) / b->h;
    q.h2 = (a->h2 - 2 * q.h1 * b->h1 - q.h * b->h2) / b->h;
    return q;
}

static Response response_of(const Work *w, uint32_t curve)
{
    const uint32_t input = curve / w->outputs, output = curve % w->outputs;
    const Response *r = &w->at[output * w->t.m + input];
    return w->b->over ? quotient(r, &w->at[w->outputs * w->t.m + input]) : *r;
}

static bool evaluate(Work *w, double f, bool derivatives)
{
    w->one->values++;
    return transfer_at(&w->t, TURN * f, derivatives, w->at);
}

/* A frequency on which there is a pole without damping is left out. */
static void add_sample(Work *w, double f)
{
    Sample s = { f, NEW_N(&w->b->d->run, Complex, w->curves + 1) };

    if (!evaluate(w, f, false))
        return;
    for (uint32_t c = 0; c < w->curves; c++) {
        s.h[c] = response_of(w, c).h;
        if (!isfinite(cabs(s.h[c])))
            return;
    }
    vec_push(&w->b->d->run, w->sample, s);
}

static int by_frequency(const void *a, const void *b)
{
    const Sample *x = a, *y = b;
    return x->f < y->f ? -1 : x->f > y->f;
}

static void sort_samples(Work *w)
{
    uint32_t kept = 0;

    if (vec_len(w->sample) > 1)
        qsort(w->sample, vec_len(w->sample), sizeof *w->sample, by_frequency);
    for (uint32_t i = 0; i < vec_len(w->sample); i++)
        if (kept == 0 || w->sample[i].f > w->sample[kept - 1].f * (1 + 1e-12))
            w->sample[kept++] = w->sample[i];
    vec_cut(w->sample, kept);
}

/* ---- modes --------------------------------------------------------------------------------------------- */

static int by_damped(const void *a, const void *b)
{
    const BodeMode *x = a, *y = b;
    return x->damped < y->damped ? -1 : x->damped > y->damped;
}

static bool find_modes(Work *w, const Linear *l)
{
    if (!linear_eigen(l, w->b->modes, &w->eigen))
        return false;
    w->one->whole = w->eigen.whole;
    for (uint32_t i = 0; i < vec_len(w->eigen.pair); i++) {
        const EigenPair *p = &w->eigen.pair[i];
        const double size = hypot(p->re, p->im);
        w->one->unstable += p->im >= 0 && p->re > UNDAMPED * size;
        if (p->im > 0 || p->zero)
            vec_push(&w->b->d->run, w->one->mode,
                     ((BodeMode){ size / TURN, p->im / TURN, p->zero ? NAN : -p->re / size, p->zero, p }));
    }
    if (vec_len(w->one->mode) > 1)
        qsort(w->one->mode, vec_len(w->one->mode), sizeof *w->one->mode, by_damped);
    return true;
}

/* The range of the eigenvalues that are not zero, in whole decades around them. */
static void choose_range(Work *w)
{
    double least = INFINITY, most = 0;

    for (uint32_t i = 0; i < vec_len(w->eigen.pair); i++) {
        const EigenPair *p = &w->eigen.pair[i];
        const double f = hypot(p->re, p->im) / TURN;
        if (p->zero ||
            (p->im == 0 && vec_len(w->one->mode) > 0 && w->one->mode[vec_len(w->one->mode) - 1].damped > 0))
            continue;
        least = fmin(least, f);
        most = fmax(most, f);
    }
    if (most == 0)
        least = most = 1;
    if (w->b->from == 0)
        w->b->from = pow(10, floor(log10(w->b->to > 0 ? fmin(least, w->b->to / 10) / 2 : least / 2)));
    if (w->b->to == 0)
        w->b->to = fmax(10 * w->b->from, w->one->whole ? pow(10, ceil(log10(2 * most))) : most);
}

/* Are there poles without damping between f and g that the curve has? */
static bool undamped_between(const Work *w, double f, double g)
{
    for (uint32_t i = 0; i < vec_len(w->one->mode) && !w->b->over; i++) {
        const BodeMode *m = &w->one->mode[i];
        if (m->damped > f && m->damped < g && fabs(m->damping) < UNDAMPED)
            return true;
    }
    return false;
}

/* ---- frequencies --------------------------------------------------------------------------------------- */

static void add_grid(Work *w)
{
    const Bode *b = w->b;
    const double ratio = log(b->to / b->from);

    for (uint32_t i = 0; i < b->points; i++)
        add_sample(w, i + 1 == b->points ? b->to : b->from * exp(ratio * i / (b->points - 1)));
    for (uint32_t i = 0; i < vec_len(w->one->mode) && !b->over; i++) {
        const BodeMode *m = &w->one->mode[i];
        const double half = fmax(fabs(m->damping) * m->frequency, NARROW * m->damped);
        for (int k = -AROUND; k <= AROUND && !m->rigid; k++) {
            const double f = m->damped + half * k * abs(k) / AROUND;
            if (f > b->from && f < b->to && !(k == 0 && fabs(m->damping) < UNDAMPED))
                add_sample(w, f);
        }
    }
    sort_samples(w);
}

static double turned(Complex a, Complex b) { return carg(b / a) * 180 / M_PI; }

static bool too_far(const Work *w, uint32_t i)
{
    const Sample *a = &w->sample[i], *b = &w->sample[i + 1];

    if (b->f - a->f <= NARROW * a->f)
        return false;
    for (uint32_t c = 0; c < w->curves; c++)
        if (fabs(turned(a->h[c], b->h[c])) > STEP)
            return true;
    return false;
}

static void refine(Work *w)
{
    bool more = w->one->whole;

    for (int round = 0; round < ROUNDS && more; round++) {
        const uint32_t n = vec_len(w->sample);
        more = false;
        for (uint32_t i = 0; i + 1 < n && vec_len(w->sample) < EXTRA * w->b->points; i++)
            if (too_far(w, i)) {
                add_sample(w, sqrt(w->sample[i].f * w->sample[i + 1].f));
                more = true;
            }
        sort_samples(w);
    }
}

/* ---- peaks --------------------------------------------------------------------------------------------- */

/* 1/amplitude^2 and its derivatives by f */
typedef struct { double g, g1, g2; } Inverse;

static bool inverse_at(Work *w, uint32_t curve, double f, Inverse *out)
{
    if (!evaluate(w, f, true))
        return false;
    const Response r = response_of(w, curve);
    const double a = creal(r.h * conj(r.h)), a1 = 2 * creal(conj(r.h) * r.h1) * TURN,
                 a2 = 2 * creal(conj(r.h) * r.h2 + r.h1 * conj(r.h1)) * TURN * TURN;
    *out = (Inverse){ 1 / a, -a1 / (a * a), (2 * a1 * a1 / a - a2) / (a * a) };
    return isfinite(out->g) && isfinite(out->g1) && isfinite(out->g2);
}

/* The minimum between low and high, where the slope changes its sign. false: it cannot be evaluated there. */
static bool find_minimum(Work *w, uint32_t curve, double low, double high, double *f, Inverse *at)
{
    for (int i = 0; i < NEWTON; i++) {
        if (!inverse_at(w, curve, *f, at))
            return false;
        *(at->g1 > 0 ? &high : &low) = *f;
        double next = at->g2 > 0 ? *f - at->g1 / at->g2 : NAN;
        if (!(next > low && next < high))
            next = (low + high) / 2;
        if (fabs(next - *f) <= 1e-15 * *f)
            return true;
        *f = next;
    }
    return inverse_at(w, curve, *f, at);
}

/* Is there damping? Of an oscillator the root is -Re lambda/2 pi. */
static bool is_finite_peak(const Inverse *at, double f)
{
    return at->g2 > 0 && sqrt(2 * at->g / at->g2) > UNDAMPED * f;
}

/* From the peak on, in the direction of `way`: where 1/amplitude^2 has doubled. NAN: it does not. */
static double half_power(Work *w, uint32_t curve, double peak, const Inverse *at, double way)
{
    double inner = peak, f = peak + way * sqrt(2 * at->g / at->g2), outer = NAN;
    Inverse here;

    for (int i = 0; i < NEWTON && f > 0 && inverse_at(w, curve, f, &here); i++) {
        const double past = here.g - 2 * at->g;
        if (fabs(past) <= 1e-12 * at->g)
            return f;
        if (past < 0 && isnan(outer) && here.g1 * way <= 0)
            return NAN; /* it rises again */
        *(past < 0 ? &inner : &outer) = f;
        double next = f - past / here.g1;
        if (isnan(outer))
            next =
                fmin(fmax(way * next, way * (f + way * 0.1 * fabs(f - peak))), way * (f + 2 * (f - peak))) *
                way;
        else if (!((next - inner) * way > 0 && (outer - next) * way > 0))
            next = (inner + outer) / 2;
        if (next == f)
            return f;
        f = next;
    }
    return NAN;
}

/* The part of a mode at f, of both eigenvalues of its pair. */
static double part_of_mode(const Work *w, const BodeMode *m, uint32_t curve, double f)
{
    const Complex r = transfer_residue(&w->t, m->at, curve % w->outputs, curve / w->outputs);
    return cabs(r / (TURN * f * I - (m->at->re + m->at->im * I)));
}

/* The nearest one that has a part in the curve. */
static uint32_t mode_of_peak(const Work *w, uint32_t curve, double f, double amplitude)
{
    uint32_t best = 0;
    double least = INFINITY;

    for (uint32_t i = 0; i < vec_len(w->one->mode) && !w->b->over; i++) {
        const BodeMode *m = &w->one->mode[i];
        const double far =
            m->rigid ? INFINITY : hypot(f - m->damped, m->damping * m->frequency) / m->frequency;
        if (far < least && part_of_mode(w, m, curve, f * (1 + NO_PART)) > NO_PART * amplitude) {
            best = i + 1;
            least = far;
        }
    }
    return best;
}

/* beside: an amplitude of the curve near it */
static Peak peak_between(Work *w, uint32_t curve, double low, double f, double high, double beside)
{
    Inverse at;
    Peak p = { .kind = PEAK_INFINITE, .low = NAN, .high = NAN, .amplitude = NAN };

    const bool finite = find_minimum(w, curve, low, high, &f, &at);
    p.frequency = f;
    p.mode = mode_of_peak(w, curve, f, beside);
    if (finite && is_finite_peak(&at, f)) {
        p.kind = PEAK_FOUND;
        p.amplitude = 1 / sqrt(at.g);
        p.low = half_power(w, curve, f, &at, -1);
        p.high = half_power(w, curve, f, &at, 1);
        return p;
    }
    if (p.mode && fabs(w->one->mode[p.mode - 1].damping) < UNDAMPED)
        p.frequency = w->one->mode[p.mode - 1].damped;
    return p;
}

static bool taken(const BodeCurve *c, uint32_t mode)
{
    for (uint32_t i = 0; i < vec_len(c->peak); i++)
        if (c->peak[i].mode == mode)
            return true;
    return false;
}

static double biggest(const Work *w, uint32_t curve)
{
    double most = 0;

    for (uint32_t i = 0; i < vec_len(w->sample); i++)
        most = fmax(most, cabs(w->sample[i].h[curve]));
    return most;
}

/* Modes in the range without a peak: what the curve is at their frequency. */
static void add_without_peak(Work *w, uint32_t curve, BodeCurve *c)
{
    for (uint32_t i = 0; i < vec_len(w->one->mode) && !w->b->over; i++) {
        const BodeMode *m = &w->one->mode[i];
        if (m->rigid || m->damped < w->b->from || m->damped > w->b->to || taken(c, i + 1))
            continue;
        const double beside = m->damped * (1 + 1e-3), part = part_of_mode(w, m, curve, beside);
        Peak p = { .kind = PEAK_NONE,
                   .mode = i + 1,
                   .frequency = m->damped,
                   .amplitude = NAN,
                   .low = NAN,
                   .high = NAN };
        if (evaluate(w, beside, false)) {
            const double here = cabs(response_of(w, curve).h);
            p.kind = here == 0 || !(part > NO_PART * here) ? PEAK_NOT_EXCITED : PEAK_NONE;
        }
        if (evaluate(w, m->damped, false) && p.kind == PEAK_NONE)
            p.amplitude = cabs(response_of(w, curve).h);
        vec_push(&w->b->d->run, c->peak, p);
    }
}

static int peak_order(const void *a, const void *b)
{
    const Peak *x = a, *y = b;
    return x->frequency < y->frequency ? -1 : x->frequency > y->frequency;
}

/* Has the curve its largest value among neighbours here, by more than rounding? */
static bool is_top(const Work *w, uint32_t curve, uint32_t i)
{
    const Sample *s = w->sample + i;
    const double before = cabs(s[-1].h[curve]), here = cabs(s[0].h[curve]), after = cabs(s[1].h[curve]);
    return here >= before && here > after && here > fmin(before, after) * (1 + FLAT);
}

static void find_peaks(Work *w, uint32_t curve, BodeCurve *c)
{
    const double most = biggest(w, curve);

    for (uint32_t i = 1; i + 1 < vec_len(w->sample) && most > 0; i++) {
        const Sample *s = w->sample + i;
        if (!is_top(w, curve, i))
            continue;
        Peak p = peak_between(w, curve, s[-1].f, s[0].f, s[1].f, cabs(s[0].h[curve]));
        if (p.mode && taken(c, p.mode) && vec_last(c->peak).mode == p.mode && p.kind == PEAK_INFINITE)
            continue; /* both sides of one pole */
        if (p.mode && taken(c, p.mode))
            p.mode = 0;
        vec_push(&w->b->d->run, c->peak, p);
    }
    add_without_peak(w, curve, c);
    if (vec_len(c->peak) > 1)
        qsort(c->peak, vec_len(c->peak), sizeof *c->peak, peak_order);
}

/* ---- curves -------------------------------------------------------------------------------------------- */

/* The first one from -180 to 180, a negative sign counts as -180; then by less than half a turn from one to the next,
 * and where it is half a turn, down at a pole and up at a zero. */
static void unwrap(const Work *w, uint32_t curve, BodeCurve *c)
{
    for (uint32_t i = 0; i < vec_len(w->sample); i++) {
        const Sample *s = &w->sample[i];
        if (i == 0) {
            const double phase = carg(s->h[curve]) * 180 / M_PI;
            c->phase[0] = phase > 180 - 1e-3 ? phase - 360 : phase;
            continue;
        }
        double by = turned(s[-1].h[curve], s->h[curve]);
        if (fabs(by) > HALF_TURN) {
            const bool pole = undamped_between(w, s[-1].f, s->f);
            by += pole && by > 0 ? -360 : !pole && by < 0 ? 360 : 0;
        }
        c->phase[i] = c->phase[i - 1] + by;
    }
}

/* The slope of the amplitude over the frequency, both by their logarithm, far below all modes. */
static void look_at_zero(Work *w, uint32_t curve, BodeCurve *c)
{
    double least = w->b->from;

    for (uint32_t i = 0; i < vec_len(w->eigen.pair); i++)
        if (!w->eigen.pair[i].zero)
            least = fmin(least, hypot(w->eigen.pair[i].re, w->eigen.pair[i].im) / TURN);
    const double f = 1e-4 * least;
    c->known = biggest(w, curve) == 0; /* no response at all: gain 0 */
    if (c->known || !evaluate(w, f, true))
        return;
    const Response r = response_of(w, curve);
    const double a = cabs(r.h), slope = creal(conj(r.h) * r.h1) * TURN * f / (a * a);
    c->slope = (int)lround(slope);
    c->known = fabs(slope - c->slope) < 1e-3;
    c->gain = a / pow(f, c->slope);
}

static void add_curve(Work *w, uint32_t curve)
{
    Arena *a = &w->b->d->run;
    const uint32_t n = vec_len(w->sample);
    BodeCurve c = { .input = curve / w->outputs,
                    .output = curve % w->outputs,
                    .amplitude = NEW_N(a, double, n + 1),
                    .phase = NEW_N(a, double, n + 1) };

    find_peaks(w, curve, &c);
    for (uint32_t i = 0; i < n; i++)
        c.amplitude[i] = cabs(w->sample[i].h[curve]);
    unwrap(w, curve, &c);
    look_at_zero(w, curve, &c);
    vec_push(a, w->one->curve, c);
}

/* What of the case outlives the model that it is of. */
static void keep(Work *w)
{
    for (uint32_t i = 0; i < vec_len(w->sample); i++)
        vec_push(&w->b->d->run, w->one->frequency, w->sample[i].f);
    for (uint32_t i = 0; i < vec_len(w->one->mode); i++)
        w->one->mode[i].at = NULL;
}

/* The peaks themselves are points of the curve. */
static void add_peaks_to_grid(Work *w)
{
    const uint32_t n = vec_len(w->sample);

    for (uint32_t c = 0; c < w->curves && w->one->whole; c++)
        for (uint32_t i = 1; i + 1 < n; i++) {
            const Sample *s = w->sample + i;
            Inverse at;
            double f = s[0].f;
            if (is_top(w, c, i) && find_minimum(w, c, s[-1].f, s[1].f, &f, &at) && is_finite_peak(&at, f))
                add_sample(w, f);
        }
    sort_samples(w);
}

bool bode_add(Bode *b, const Linear *l, const Var *output, const char *name)
{
    BodeCase one = { .name = name };
    Work w = { .b = b, .one = &one };

    bool good = transfer_new(l, output, &w.t);
    w.outputs = w.t.k - (b->over != NULL);
    w.curves = w.outputs * w.t.m;
    w.at = NEW_N(&b->d->run, Response, (size_t)w.t.k * w.t.m + 1);
    good = good && find_modes(&w, l);
    if (good) {
        choose_range(&w);
        lap(b->d, "modes");
        add_grid(&w);
        refine(&w);
        add_peaks_to_grid(&w);
        for (uint32_t c = 0; c < w.curves; c++)
            add_curve(&w, c);
        keep(&w);
        vec_push(&b->d->run, b->one, one);
    }
    transfer_free(&w.t);
    return good;
}

/* ---- names --------------------------------------------------------------------------------------------- */

const char *bode_unit(const Bode *b, const BodeCurve *c)
{
    return b->over ? internf(b->d, "%s per %s", b->output[c->output].unit, b->over_unit)
                   : internf(b->d, "%s per %s", b->output[c->output].unit, b->input[c->input].unit);
}

const char *bode_curve_name(const Bode *b, const BodeCase *one, const BodeCurve *c)
{
    const char *output = b->output[c->output].name, *input = b->input[c->input].name;
    const char *text = b->over ? internf(b->d, "%s / %s", output, b->over) : output;

    if (vec_len(b->input) > 1)
        text = internf(b->d, "%s by %s", text, input);
    return *one->name ? internf(b->d, "%s, %s", text, one->name) : text;
}
