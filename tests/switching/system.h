/* Mechanisms to try the switching law on: M v' = f(t, v) + W' lambda, s = W v, with dense M and W.
 *
 * The named cases of the tests and a generator of random redundant ones. Distribution and seeds of the generator
 * were fixed before anything was measured with them; changing either makes recorded figures void. */
#ifndef SYSTEM_H
#define SYSTEM_H

#include <math.h>
#include <stdint.h>
#include <string.h>
#include "../extreme.h"

enum { MAXN = 8, MAXM = 10 };

enum kind { CLUTCH, FREEWHEEL, ONEWAY, SERIES, DOG, KINDS };

/* Capacity over time: constant, positive half waves, a trapezoid that is on for half of a period, or on from the
 * phase of the first period. */
enum course { CONSTANT, HALFWAVE, TRAPEZOID, STEP };

struct element {
    enum kind kind;
    double w[MAXN];        /* row of W */
    enum course course;
    double c, period, phase; /* capacity, s, fraction of the period */
    double stribeck;       /* share of the capacity that is lost at speed */
    double peak;           /* static / kinetic capacity */
};

struct force {
    double mean, amplitude, frequency, phase, from; /* sine that begins at `from` (s) */
    int square;
};

struct system {
    const char *name;
    int n, m;
    double M[MAXN * MAXN];
    struct element e[MAXM];
    struct force f[MAXN];
    double damping[MAXN];
    double v0[MAXN];
    /* derived */
    double K[MAXN * MAXM]; /* inv(M) W', n x m */
    double G[MAXM * MAXM];
    double invM[MAXN * MAXN];
};

static const double PI = 3.14159265358979323846;

static inline double wave(double mean, double amplitude, double cycles, int square)
{
    double x = sin(2 * PI * cycles);
    return mean + amplitude * (square ? (x >= 0 ? 1 : -1) : x);
}

static inline void forces(const struct system *y, double t, const double *v, double *f)
{
    for (int i = 0; i < y->n; i++) {
        const struct force *q = &y->f[i];
        double sine =
            t >= q->from - 1e-12 ? wave(0, q->amplitude, q->frequency * (t - q->from) + q->phase, q->square) : 0;
        f[i] = q->mean + sine - y->damping[i] * v[i];
    }
}

static inline double capacity(const struct element *e, double t, double s)
{
    double x = t / e->period + e->phase, c = e->c;
    x -= floor(x);
    if (e->course == HALFWAVE)
        c *= sin(2 * PI * x);
    if (e->course == STEP)
        c *= t >= e->phase * e->period - 1e-12;
    if (e->course == TRAPEZOID)
        c *= x < 0.1 ? x / 0.1 : x < 0.5 ? 1 : x < 0.6 ? (0.6 - x) / 0.1 : 0;
    return c > 0 ? c * (1 - e->stribeck + e->stribeck * exp(-fabs(s))) : 0;
}

/* Kinetic bounds, and static ones. */
static inline void bounds(const struct element *e, double t, double s, double *lo, double *hi, double *slo, double *shi)
{
    double c = capacity(e, t, s);
    switch (e->kind) {
    case CLUTCH: *lo = -c; *hi = c; break;
    case FREEWHEEL: *lo = 0; *hi = INFINITY; break;
    case ONEWAY: *lo = -c; *hi = INFINITY; break;
    case SERIES: *lo = 0; *hi = c; break;
    default: *lo = -INFINITY; *hi = INFINITY; break;
    }
    *slo = *lo < 0 ? *lo * e->peak : *lo;
    *shi = *hi > 0 ? *hi * e->peak : *hi;
}

/* s = W v */
static inline void slips(const struct system *y, const double *v, double *s)
{
    for (int e = 0; e < y->m; e++) {
        s[e] = 0;
        for (int i = 0; i < y->n; i++)
            s[e] += y->e[e].w[i] * v[i];
    }
}

/* v += factor * K x */
static inline void push(const struct system *y, double factor, const double *x, double *v)
{
    for (int i = 0; i < y->n; i++)
        for (int e = 0; e < y->m; e++)
            v[i] += factor * y->K[i * y->m + e] * x[e];
}

/* a = inv(M) f(t, v) */
static inline void free_acceleration(const struct system *y, double t, const double *v, double *a)
{
    double f[MAXN];
    forces(y, t, v, f);
    for (int i = 0; i < y->n; i++) {
        a[i] = 0;
        for (int j = 0; j < y->n; j++)
            a[i] += y->invM[i * y->n + j] * f[j];
    }
}

/* inv(M) by Gauss-Jordan (M is positive definite), K and G. Call when M and W are filled in. */
static inline void complete(struct system *y)
{
    int n = y->n, m = y->m;
    double A[MAXN * MAXN];

    memcpy(A, y->M, sizeof A);
    for (int i = 0; i < n * n; i++)
        y->invM[i] = i % (n + 1) == 0;
    for (int p = 0; p < n; p++) {
        double pivot = A[p * n + p];
        for (int j = 0; j < n; j++) {
            A[p * n + j] /= pivot;
            y->invM[p * n + j] /= pivot;
        }
        for (int i = 0; i < n; i++) {
            double x = A[i * n + p];
            for (int j = 0; i != p && j < n; j++) {
                A[i * n + j] -= x * A[p * n + j];
                y->invM[i * n + j] -= x * y->invM[p * n + j];
            }
        }
    }
    for (int i = 0; i < n; i++)
        for (int e = 0; e < m; e++) {
            y->K[i * m + e] = 0;
            for (int j = 0; j < n; j++)
                y->K[i * m + e] += y->invM[i * n + j] * y->e[e].w[j];
        }
    for (int e = 0; e < m; e++)
        for (int j = 0; j < m; j++) {
            y->G[e * m + j] = 0;
            for (int i = 0; i < n; i++)
                y->G[e * m + j] += y->e[e].w[i] * y->K[i * m + j];
        }
}

/* ---- building by hand ------------------------------------------------------------------------- */

static inline struct system bodies(const char *name, int n, const double *mass)
{
    struct system y;
    memset(&y, 0, sizeof y);
    y.name = name;
    y.n = n;
    for (int i = 0; i < n; i++)
        y.M[i * n + i] = mass[i];
    return y;
}

static inline struct element *add(struct system *y, enum kind kind, double c, double w0, double w1)
{
    struct element *e = &y->e[y->m++];
    memset(e, 0, sizeof *e);
    e->kind = kind;
    e->c = c;
    e->period = e->peak = 1;
    e->w[0] = w0;
    e->w[1] = w1;
    return e;
}

/* ---- random systems --------------------------------------------------------------------------- */

/* splitmix64 (Steele, Lea, Flood 2014) */
static inline double uniform(uint64_t *state, double from, double to)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return from + (to - from) * (double)(z >> 11) * 0x1p-53;
}

static inline int choose(uint64_t *state, int n)
{
    return (int)uniform(state, 0, n);
}

static inline enum kind random_kind(uint64_t *r)
{
    double x = uniform(r, 0, 1);
    return x < 0.45 ? CLUTCH : x < 0.65 ? FREEWHEEL : x < 0.80 ? ONEWAY : x < 0.96 ? SERIES : DOG;
}

/* To ground, between two bodies, on a planetary set; or, to be redundant, the copy of a row or the combination of two.
 */
static inline void random_row(struct system *y, uint64_t *r, int e)
{
    double *w = y->e[e].w, kind = uniform(r, 0, 1), sign = uniform(r, 0, 1) < 0.5 ? -1 : 1;

    if (e > 0 && kind < 0.45) {
        const double *a = y->e[choose(r, e)].w, *b = y->e[choose(r, e)].w;
        double x = kind < 0.2 ? 0 : uniform(r, -2, 2);
        for (int i = 0; i < y->n; i++)
            w[i] = sign * a[i] + x * b[i];
        double size = 0;
        for (int i = 0; i < y->n; i++)
            size += fabs(w[i]);
        if (size > 0.1)
            return;
        memset(w, 0, sizeof y->e[e].w);
    }
    kind = uniform(r, 0, 1);
    w[choose(r, y->n)] = sign;
    if (kind > 0.3)
        w[choose(r, y->n)] -= sign;
    if (kind > 0.7)
        w[choose(r, y->n)] += sign * uniform(r, 0.25, 3);
    double size = 0;
    for (int i = 0; i < y->n; i++)
        size += fabs(w[i]);
    if (!(size > 0.1))
        w[choose(r, y->n)] = sign;
}

static inline void random_element(struct element *e, uint64_t *r, double peak)
{
    double x = uniform(r, 0, 1);
    e->kind = random_kind(r);
    e->course = x < 0.4 ? CONSTANT : x < 0.6 ? HALFWAVE : TRAPEZOID;
    e->c = uniform(r, 2, 15);
    e->period = uniform(r, 0.3, 1.5);
    e->phase = uniform(r, 0, 1);
    e->stribeck = uniform(r, 0, 1) < 0.2 ? uniform(r, 0, 0.3) : 0;
    e->peak = peak > 1 ? uniform(r, 1, peak) : 1;
}

/* 2 to 8 inertias (half of them coupled in M, as behind a gear), 1 to 10 elements. The start velocity is not
 * admissible yet: project it. */
static inline struct system random_system(uint64_t seed, double peak)
{
    uint64_t state = seed * 1000003u + 12345u, *r = &state;
    double mass[MAXN], c[MAXN];
    int n = 2 + choose(r, 7), m = 1 + choose(r, 10), moving = uniform(r, 0, 1) < 0.5;

    for (int i = 0; i < n; i++)
        mass[i] = pow(10, uniform(r, -1.5, 0.5));
    struct system y = bodies("random", n, mass);
    y.m = m;
    if (uniform(r, 0, 1) < 0.5) {
        for (int i = 0; i < n; i++)
            c[i] = uniform(r, -1, 1);
        for (int i = 0; i < n * n; i++)
            y.M[i] += c[i / n] * c[i % n];
    }
    for (int e = 0; e < m; e++) {
        random_element(&y.e[e], r, peak);
        random_row(&y, r, e);
    }
    for (int i = 0; i < n; i++) {
        double size = uniform(r, 0, 15);
        y.f[i].mean = size * uniform(r, -0.5, 0.5);
        y.f[i].amplitude = size;
        y.f[i].frequency = pow(10, uniform(r, -0.3, 0.9));
        y.f[i].phase = uniform(r, 0, 1);
        y.f[i].square = uniform(r, 0, 1) < 0.2;
        y.damping[i] = 0.5 * mass[i];
        y.v0[i] = moving ? uniform(r, -5, 5) : 0;
    }
    complete(&y);
    return y;
}

#endif
