/* Case 2 of models/clutch_judder by hand: twelve coordinates, two constraints with multipliers, five elements of dry
 * friction; speeds first, then positions, at a fixed step.
 *
 *     hand_judder STEP STEPS          mean time of a step, ns
 *     hand_judder STEP STEPS check    transitions of the clutch, mean period of its last 20 cycles, ms; largest drift
 *
 * Speeds at the end of a step are zero for what sticks and for the rate of constraints, by one system of 2 to 6
 * unknowns; places are those of the step before, changed once. The clutch, which shares no coordinate with the other
 * elements, is a division. */
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../extreme.h"

enum { X, Y, TH, X1, Y1, TH1, X2, Y2, TH2, C, F, E, N };

static const double m1 = 1400, J1 = 1200, mw = 30, Jw = 2, Jc = 0.28, Jf = 0.2, Je = 0.6, g = 9.81, R = 0.25, h0 = 0.6,
                    k = 25e3, c = 3.5e3, k1 = 77e3, c1 = 1.76, k2 = 16e3, c2 = 0.12, Ky = 150e3, delta = 0.005,
                    mu0 = 0.8, mu = 0.75, Ts = 400, Tc = 320, Te = 323.47;

typedef struct {
    double q[N], v[N], s0, Cy, drift;
    int place[5];                          /* F_f1, M_f1, F_f2, M_f2, clutch: sign of the slip, 0: stuck */
} Car;

static void start(Car *car)
{
    *car = (Car){ .place = { 0, 1, 0, 1, 0 } };
    car->q[X] = 1, car->q[Y] = h0, car->q[X1] = 2, car->q[X2] = 0;
    car->q[Y1] = car->q[Y2] = R - (m1 / 2 + mw) * g / Ky;
    car->s0 = h0 - car->q[Y1] + m1 * g / (2 * k);
    car->Cy = 2 * 0.05 * sqrt(mw * Ky);
    car->v[X] = car->v[X1] = car->v[X2] = 5;
    car->v[TH1] = car->v[TH2] = car->v[C] = car->v[F] = car->v[E] = 20;
}

/* A x = b, A symmetric and positive; n at most 6. */
static void solve(int n, double A[6][6], double *b)
{
    for (int j = 0; j < n; j++) {
        double p = 1 / A[j][j];
        for (int i = j + 1; i < n; i++) {
            double f = A[i][j] * p;
            for (int l = j + 1; l < n; l++)
                A[i][l] -= f * A[j][l];
            b[i] -= f * b[j];
        }
    }
    for (int j = n; j-- > 0;) {
        for (int l = j + 1; l < n; l++)
            b[j] -= A[j][l] * b[l];
        b[j] /= A[j][j];
    }
}

typedef struct { double a[N], w1, w2, cs, sn, FN[2], u[2]; } Forces;

/* Accelerations by smooth forces, and normal forces. */
static void smooth(Car *car, Forces *f)
{
    const double *q = car->q, *v = car->v;
    double cs = f->cs = cos(q[TH]), sn = f->sn = sin(q[TH]), w[2], bx = 0, by = -m1 * g, bt = Te;

    for (int i = 0; i < 2; i++) {
        int x = i ? X2 : X1, y = x + 1;
        double dx = q[x] - q[X], dy = q[y] - q[Y], rx = v[x] - v[X], ry = v[y] - v[Y], u = cs * dx + sn * dy, S, z, n;
        w[i] = cs * dy - sn * dx;
        S = k * (car->s0 + w[i]) + c * (cs * ry - sn * rx - v[TH] * u);
        z = R - q[y];
        n = z >= 0 ? Ky * z - car->Cy * v[y] : 0;
        f->FN[i] = n > 0 ? n : 0;
        f->a[x] = S * sn / mw;
        f->a[y] = (f->FN[i] - S * cs) / mw - g;
        bx -= S * sn, by += S * cs, bt += S * u;
        f->u[i] = u - (i ? -1 : 1);
    }
    f->w1 = w[0], f->w2 = w[1];
    f->a[X] = bx / m1, f->a[Y] = by / m1, f->a[TH] = bt / J1;
    double half = k2 * (q[C] - q[TH1]) + c2 * (v[C] - v[TH1]), in = k1 * (q[E] - q[F]) + c1 * (v[E] - v[F]);
    f->a[TH1] = half / Jw, f->a[TH2] = 0, f->a[C] = -half / Jc, f->a[F] = in / Jf, f->a[E] = (Te - in) / Je;
}

/* Speeds after the step with the places as they are; lambda: impulses of what sticks. */
static void advance(Car *car, const Forces *f, double h, double *next, double *lambda)
{
    double A[6][6] = { { 0 } }, b[6], cs = f->cs, sn = f->sn, same = 1 / m1;
    int list[4], n = 2;

    for (int i = 0; i < N; i++)
        next[i] = car->v[i] + h * f->a[i];
    for (int e = 0; e < 4; e++) {
        int x = e < 2 ? X1 : X2, s = car->place[e], kind = e % 2;
        if (s == 0) {
            list[n++ - 2] = e;
            continue;
        }
        double force = -s * (kind ? delta : mu) * f->FN[e / 2] * h;
        if (kind == 0)
            next[x] += force / mw, next[x + 2] -= R * force / Jw;
        else
            next[x + 2] += force / Jw;
    }
    A[0][0] = 1 / mw + same + f->w1 * f->w1 / J1;
    A[1][1] = 1 / mw + same + f->w2 * f->w2 / J1;
    A[0][1] = A[1][0] = same + f->w1 * f->w2 / J1;
    b[0] = -(cs * (next[X1] - next[X]) + sn * (next[Y1] - next[Y]) + f->w1 * next[TH]) - 0.1 * f->u[0] / h;
    b[1] = -(cs * (next[X2] - next[X]) + sn * (next[Y2] - next[Y]) + f->w2 * next[TH]) - 0.1 * f->u[1] / h;
    for (int i = 2; i < n; i++) {
        int e = list[i - 2], x = e < 2 ? X1 : X2, kind = e % 2;
        if (kind == 0) {
            A[i][i] = 1 / mw + R * R / Jw;
            A[i][e / 2] = A[e / 2][i] = cs / mw;
            b[i] = -(next[x] - R * next[x + 2]);
        } else {
            A[i][i] = 1 / Jw;
            b[i] = -next[x + 2];
            if (i > 2 && list[i - 3] == e - 1)
                A[i][i - 1] = A[i - 1][i] = -R / Jw;
        }
    }
    solve(n, A, b);
    next[X1] += cs * b[0] / mw, next[Y1] += sn * b[0] / mw, next[X2] += cs * b[1] / mw, next[Y2] += sn * b[1] / mw;
    next[X] -= cs * (b[0] + b[1]) * same, next[Y] -= sn * (b[0] + b[1]) * same;
    next[TH] += (f->w1 * b[0] + f->w2 * b[1]) / J1;
    for (int i = 2; i < n; i++) {
        int e = list[i - 2], x = e < 2 ? X1 : X2;
        if (e % 2 == 0)
            next[x] += b[i] / mw, next[x + 2] -= R * b[i] / Jw;
        else
            next[x + 2] += b[i] / Jw;
        lambda[e] = b[i];
    }
    if (car->place[4] == 0) {
        lambda[4] = -(next[F] - next[C]) / (1 / Jf + 1 / Jc);
        next[F] += lambda[4] / Jf, next[C] -= lambda[4] / Jc;
    } else {
        double T = -car->place[4] * Tc * h;
        next[F] += T / Jf, next[C] -= T / Jc;
    }
}

static double slip(const double *v, int e)
{
    return e == 0   ? v[X1] - R * v[TH1]
           : e == 1 ? v[TH1]
           : e == 2 ? v[X2] - R * v[TH2]
           : e == 3 ? v[TH2]
                    : v[F] - v[C];
}

static int step(Car *car, double h)
{
    Forces f;
    double next[N], lambda[5] = { 0 };
    int changed = 0;

    smooth(car, &f);
    advance(car, &f, h, next, lambda);
    for (int e = 0; e < 5; e++) {
        double limit = h * (e == 4 ? Ts : e % 2 ? delta * f.FN[e / 2] : mu0 * f.FN[e / 2]);
        int was = car->place[e];
        if (was == 0 && fabs(lambda[e]) > limit)
            car->place[e] = lambda[e] > 0 ? -1 : 1;
        else if (was != 0 && was * slip(next, e) < 0)
            car->place[e] = 0;
        changed |= was != car->place[e];
    }
    if (changed)
        advance(car, &f, h, next, lambda);
    for (int i = 0; i < N; i++) {
        car->v[i] = next[i];
        car->q[i] += h * next[i];
    }
    return changed;
}

int main(int argc, char **argv)
{
    double h = argc > 1 ? atof(argv[1]) : 1e-3, release[21] = { 0 }, drift = 0;
    long steps = argc > 2 ? atol(argv[2]) : 1000000, transitions = 0, releases = 0;
    struct timespec a, b;
    Car car;

    start(&car);
    if (argc > 3) {
        for (long n = 0; n < steps; n++) {
            int was = car.place[4];
            step(&car, h);
            transitions += was != car.place[4];
            if (was == 0 && car.place[4] != 0)
                release[releases++ % 21] = (double)n * h;
            double u = cos(car.q[TH]) * (car.q[X1] - car.q[X]) + sin(car.q[TH]) * (car.q[Y1] - car.q[Y]) - 1;
            drift = larger(drift, fabs(u));
        }
        printf("%ld %.4f %.1e\n", transitions,
               1e3 * (release[(releases - 1) % 21] - release[releases % 21]) / 20, drift);
        return !(isfinite(car.q[X]) && releases > 21);
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    for (long n = 0; n < steps; n++)
        step(&car, h);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    printf("%.2f\n", (1e9 * (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec)) / (double)steps);
    return !isfinite(car.q[X]);
}
