/* The runtime's kernels on random and degenerate input: LU, switched blocks, Newton steps, tables, integers, samples.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include "dtc_runtime.h"
#include "../extreme.h"
#include "../once.h"

static unsigned long long seed = 1;

#define expect(good, what)                                                                                             \
    do {                                                                                                               \
        static int before_;                                                                                            \
        if (!counted(!!(good), &before_))                                                                              \
            printf("FAILED %s\n", what);                                                                               \
    } while (0)

static double draw(void)                   /* -1 .. 1 */
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(seed >> 11) / 4503599627370496.0 - 1.0;
}

static int near(double a, double b, double tolerance) { return fabs(a - b) <= tolerance * (1 + fabs(b)); }

enum { MOST = 12 };

static void lu_random(void)
{
    for (int round = 0; round < 200; round++) {
        double A[MOST * MOST + MOST], J[MOST * MOST], x[MOST], b[MOST], worst = 0;
        int p[MOST], n = 1 + round % MOST;
        for (int i = 0; i < n * n; i++)
            A[i] = J[i] = draw() * (i % 3 ? 1 : 1e6 * (i / n % 2));
        for (int i = 0; i < n; i++) {
            J[i * n + i] += 3;
            A[i * n + i] += 3;
            x[i] = draw();
        }
        for (int i = 0; i < n; i++) {
            b[i] = 0;
            for (int k = 0; k < n; k++)
                b[i] += J[i * n + k] * x[k];
        }
        if (dtc_lu_factor(n, A, p) != 0)
            continue;
        dtc_lu_solve(n, A, p, b);
        for (int i = 0; i < n; i++)
            worst = larger(worst, fabs(b[i] - x[i]));
        expect(worst < 1e-6, "LU of a random matrix");
    }
}

static void lu_degenerate(void)
{
    double zero[6] = { 0 }, b[2] = { 1, 2 }, swap[6] = { 0, 2, 3, 0 }, c[2] = { 4, 9 }, same[6] = { 1, 2, 2, 4 },
           d[2] = { 3, 6 };
    double nan[6] = { NAN, 1, 1, NAN }, tiny[6] = { 1e-150, 0, 0, 1e150 }, f[2] = { 1e-150, 2e150 };
    int p[2];

    expect(dtc_lu_factor(2, zero, p) == 1, "the zero matrix is singular");
    dtc_lu_solve(2, zero, p, b);
    expect(b[0] == 0 && b[1] == 0, "its solution is zero");
    expect(dtc_lu_factor(2, swap, p) == 0, "a zero pivot is exchanged");
    dtc_lu_solve(2, swap, p, c);
    expect(c[0] == 3 && c[1] == 2, "and the solution is right");
    expect(dtc_lu_factor(2, same, p) == 2, "dependent rows");
    dtc_lu_solve(2, same, p, d);
    expect(near(d[0] + 2 * d[1], 3, 1e-12), "solve consistent equations as far as they go");
    expect(dtc_lu_factor(2, nan, p) != 0, "NaN is no pivot");
    expect(dtc_lu_factor(2, tiny, p) == 0, "rows of unlike size are not singular");
    dtc_lu_solve(2, tiny, p, f);
    expect(near(f[0], 1, 1e-14) && near(f[1], 2, 1e-14), "and are solved");
}

/* The least of many solutions against what conditions of Lagrange say of it: random systems of a rank that is known. */
static void least(void)
{
    enum { N = 6, M = 9 };
    for (int round = 0; round < 200; round++) {
        const int n = 1 + round % N, rank = round / N % (n + 1);
        double A[N * N + N] = { 0 }, B[N * N], U[(N + 1) * M], L[(N + 1) * M], b[N] = { 0 }, x[N], worst = 0;
        int p[N];
        for (int r = 0; r < rank; r++) {   /* sums of dyads */
            double c[N], d[N];
            for (int i = 0; i < n; i++)
                c[i] = draw(), d[i] = draw();
            for (int i = 0; i < n * n; i++)
                A[i] += c[i / n] * d[i % n];
        }
        memcpy(B, A, sizeof B);
        for (int i = 0; i < n; i++)
            x[i] = draw();
        for (int i = 0; i < n * n; i++)
            b[i / n] += A[i] * x[i % n];
        for (int i = 0; i < (n + 1) * M; i++)
            U[i] = L[i] = draw();
        expect(dtc_least(n, M, A, p, U, b) == 0, "equations that agree");
        double rest[N] = { 0 }, u[M], gradient[N] = { 0 }, along = 0;
        for (int i = 0; i < n * n; i++)
            rest[i / n] += B[i] * (b[i % n] - x[i % n]);
        for (int i = 0; i < n; i++)
            worst = larger(worst, fabs(rest[i]));
        expect(worst < 1e-9, "the least solution is a solution");
        for (int q = 0; q < M; q++) {
            u[q] = L[q];
            for (int j = 0; j < n; j++)
                u[q] += (L[(j + 1) * M + q] - L[q]) * b[j];
            for (int j = 0; j < n; j++)
                gradient[j] += (L[(j + 1) * M + q] - L[q]) * u[q];
        }
        for (int j = 0; j < n; j++)                  /* b - x is in the null space, and so are such differences alone */
            along += gradient[j] * (b[j] - x[j]);
        expect(worst < 1e-9 && fabs(along) < 1e-7, "there is no shorter way along its null space");
    }
    double both[6] = { 1, 1, 1, 1 }, says[2] = { 1, 2 }, one[6] = { 0, 0, 1, 0, 0, 1 };
    int p[2];
    expect(dtc_least(2, 2, both, p, one, says) != 0, "equations that contradict each other");
    double same[6] = { 1, 1, 2, 2 }, twice[2] = { 6, 12 }, heavy[6] = { 0, 0, 1, 0, 0, 2 };
    expect(dtc_least(2, 2, same, p, heavy, twice) == 0 && near(twice[0], 4.8, 1e-14) && near(twice[1], 1.2, 1e-14),
           "shares by weight");
    double nan[6] = { NAN, 1, 1, NAN }, no[2] = { 1, NAN };
    expect(dtc_least(2, 2, nan, p, one, no) != 0, "NaN is no solution");
}

/* J z + B l + r = 0, a = a0 + C z + D l: the kernel against elimination by hand. One element, two unknowns. */
static void switched(void)
{
    struct { DTC_LAW_MEMBERS(1) } m = { .speed = { 1 }, .torque = { 1 } };
    dtc_law law = DTC_LAW_VIEW(1, &m);
    double A[6] = { 2, 0, 0, 4 }, X[2] = { 1, -2 }, C[2] = { -1, 2 }, z[2] = { 2, 4 }, a0[1] = { 5 }, dz[2];
    int p[2];

    m.G[0] = 0.5;
    dtc_lu_factor(2, A, p);
    dtc_switched_factor(2, 1, A, p, X, C, m.G, m.whole);
    expect(near(X[0], 0.5, 1e-15) && near(X[1], -0.5, 1e-15), "X is inv(J) B");
    expect(near(m.G[0], 0.5 + 0.5 + 1, 1e-15), "G is D - C inv(J) B");
    m.lo[0] = m.slo[0] = -10;
    m.hi[0] = m.shi[0] = 10;
    dtc_law_start(&law);
    dtc_law_factor(&law);
    dtc_law_push(&law);
    m.af[0] = a0[0];
    expect(dtc_switched_solve(&law, 2, A, p, X, C, z) == 0, "a switched block is solved");
    expect(near(m.af[0], 4, 1e-15), "a without the torque of the stuck element"); /* z = -(1, 1): 5 + 1 - 2 */
    expect(near(m.lambda[0], -2, 1e-14), "the holding torque");
    expect(near(z[0], 0, 1e-14) && near(z[1], -2, 1e-14), "the unknowns");
    m.jump[0] = 1;
    expect(dtc_switched_jump(&law, 2, X, dz) && near(dz[0], -0.5, 1e-15) && near(dz[1], 0.5, 1e-15), "the jump");
    m.jump[0] = 0;
    expect(!dtc_switched_jump(&law, 2, X, dz), "no jump");
}

/* A body on three gears: J0 and what is behind gears g0 (heavy, 1e11 times J0) and g1, g2 (light), with the torques of
 * two of the gears as unknowns. G of a brake between g1 and g2, and of one between the ends of both ways, against
 * W inv(M) W'. */
static void refined(void)
{
    const double J0 = 3, J2 = 1.5e5, J4 = 2.5e5, g0 = -1e-3, g1 = -440, g2 = 1.3, r = g1/g0;
    const double light = 1/g1, far = 1/g0 - 1/(g1*g2), M = J0 + J2/(g0*g0) + J4/(g1*g2*g1*g2);
    double A[20] = { J4/(g1*g2), 0, 0, -g2, 1, -g0, 0, 0, 0, J2, -1, 0, g1*J0, 0, r, 1 }, J[20];
    double C[8] = { 1/g1, 0, 0, 0, -1/(g1*g2), 1, 0, 0 }, X[8] = { -g2, 0, 0, 0, 1, 0, 0, -r }, G[4] = { 0 }, whole[2];
    int p[4];

    memcpy(J, A, sizeof A);
    expect(dtc_lu_factor(4, A, p) == 0, "the body on three gears has a solution");
    dtc_switched_refined(4, 2, A, p, J, X, C, G, whole);
    expect(near(G[0]*M/(light*light), 1, 4e-15), "G of what is weak by itself, to a part of itself");
    expect(near(G[3]*M/(far*far), 1, 4e-15) && near(G[1]*M/(light*far), 1, 4e-15), "of the other, and between them");
    expect(near(G[1]/G[2], 1, 4e-15), "G is symmetric");
    expect(G[1]*G[2]/(G[0]*G[3]) <= 1 + 2e-14, "one body has one direction: G has rank one, not less");

    double Y[16], first[4] = { 1 };
    dtc_refined_inverse(4, A, p, J, Y);
    dtc_lu_solve(4, A, p, first);
    expect(near(Y[0]*(-g2)/X[0], 1, 4e-15) && !near(first[0]*(-g2)/X[0], 1, 1e-11),
           "the inverse, which the factors by themselves do not give so");
}

/* atan(x) = 0 from 3: Newton's method without damping diverges. */
static void newton(void)
{
    double z = 3, dz = 0, norm = -1, A[2], r;
    int p[1], k = 0;

    do {
        r = atan(z);
        A[0] = 1 / (1 + z * z);
    } while (!dtc_newton_step(1, A, p, &r, &z, &dz, &norm) && ++k < 40);
    expect(k < 40 && fabs(z) < 1e-10, "damped Newton steps converge");
    r = NAN;
    A[0] = NAN;
    norm = -1;
    expect(!dtc_newton_step(1, A, p, &r, &z, &dz, &norm) || z == z, "NaN ends");
}

/* Where the line through (0, above) with this slope meets a curve that is `steep` from -1 to 1 and goes on with slope
 * 1/1000; branches: z < -1, z > 1. Steps that this takes; the solution is in *z. */
static int along(double slope, double above, double steep, double *z)
{
    double dz = 0, g[4], from[3] = { 0 }, A[2], r;
    int p[1], branch[5] = { *z < -1, *z > 1, 0, 0, 0 }, steps = 0, found = 0;

    while (found == 0 && steps++ < 16) {
        double piece = branch[0] || branch[1] ? 1e-3 : steep, at = branch[0] ? -1 : branch[1] ? 1 : 0;
        A[0] = piece + slope;
        r = steep * at + piece * (*z - at) + slope * *z - above;
        g[0] = -1 - *z;
        g[1] = *z - 1;
        g[2] = g[3] = 1 + fabs(*z);
        found = dtc_branch_step(1, 2, A, p, &r, z, &dz, g, from, branch);
    }
    return found == 1 ? steps : -found - 10;
}

/* Newton's method on the pieces goes to and fro over the steep one for ever. */
static void pieces(void)
{
    double z = -5;
    int steps = along(1, 100, 1000, &z);
    expect(steps > 0 && steps <= 4 && near(z, 100.0 / 1001, 1e-14), "from one flat piece into the steep one");
    z = -5;
    steps = along(1, 3000, 1000, &z);
    expect(steps > 0 && steps <= 6 && near(z, (3000 - 1000 + 1e-3) / 1.001, 1e-14), "over the steep piece");
    z = 2000;                              /* steep falls, so that the curve has two folds, at -1 and 1 */
    steps = along(1, -12, -10, &z);
    expect(steps > 0 && steps <= 10 && near(1.001 * z + 1e-3 + 10, -12, 1e-12), "over a fold");
    z = NAN;
    expect(along(1, 100, 1000, &z) <= 0 || z != z, "NaN ends");
}

static void tables(void)
{
    const double t[] = { 0, 1, 1, 3, 1, 5, 2, 9 }, one[] = { 4, 7 }, down[] = { 3, 1, 2, 2, 1, 3 };
    const double map[] = { 0, 10, 20, 1, 100, 200, 3, 300, 400 }, line[] = { 0, 10, 20, 1, 5, 7 },
                 wide[] = { 0, 1, 5, 1, 0, 6 }, dot[] = { 0, 10, 1, 5 };

    expect(dtc_table1(t, 4, 2, -1) == 1 && dtc_table1(t, 4, 2, 3) == 9, "held outside");
    expect(dtc_table1(t, 4, 2, 0.5) == 2 && dtc_table1(t, 4, 2, 1.5) == 7, "linear between");
    expect(dtc_table1(t, 4, 2, 1) >= 3 && dtc_table1(t, 4, 2, 1) <= 5, "one side of a step");
    expect(dtc_table1(one, 1, 2, 99) == 7, "one row");
    expect(dtc_table1(t, 4, 2, NAN) != dtc_table1(t, 4, 2, NAN), "NaN stays NaN");
    expect(dtc_finite(dtc_table1(down, 3, 2, 1.5)), "a table that descends ends");
    expect(dtc_table1(t, 4, 2, INFINITY) == 9, "infinity");
    expect(dtc_table1_line_der(t, 4, 2, 2, 0.5, 3) == 6 && dtc_table1_line_der(one, 1, 2, 2, 0, 1) == 0 &&
               near(dtc_table1_line_der(t, 4, 2, 2, 9, 2),
                    2 * (dtc_table1_line(t, 4, 2, 2, 10) - dtc_table1_line(t, 4, 2, 2, 9)), 1e-12),
           "slope, also beyond the ends");
    expect(dtc_table1_der(t, 4, 2, t[0], 1) == (t[3] - t[1]) / (t[2] - t[0]),
           "slope on a row: of the interval after it");
    expect(dtc_table1_der(t, 4, 2, 0.5, 3) == 6 && dtc_table1_der(t, 4, 2, 9, 1) == 0 &&
               dtc_table1_der(one, 1, 2, 0, 1) == 0,
           "slope");
    expect(dtc_table1_line(t, 4, 2, 2, -1) == -1 && dtc_table1_line(t, 4, 2, 2, 3) == 13 &&
               dtc_table1_line(t, 4, 2, 2, 0.5) == 2,
           "goes on outside");
    expect(dtc_table1_line(wide, 2, 3, 3, 2) == 7 && dtc_table1_line(wide, 2, 3, 2, 2) == -1 &&
               dtc_table1_line(wide, 1, 3, 3, 9) == 5,
           "any column");
    expect(dtc_finite(dtc_table1_line(down, 3, 2, 2, 1.5)) && dtc_table1_line(wide, 2, 3, 9, 0) == 5 &&
               dtc_table1_line(wide, 2, 3, 0, 4) == 4,
           "ends, and stays inside");
    const dtc_real stairs[] = { 0, 1, 1, 2, 1, 3, 2, 4 };
    expect(dtc_table1_stairs(stairs, 4, 2, 2, -1) == 1 && dtc_table1_stairs(stairs, 4, 2, 2, 0.9) == 1 &&
               dtc_table1_stairs(stairs, 4, 2, 2, 1) == 3 && dtc_table1_stairs(stairs, 4, 2, 2, 9) == 4 &&
               dtc_table1_stairs(stairs, 1, 2, 2, 5) == 1,
           "stairs");
    expect(dtc_table1_line(t, 4, 2, 2, NAN) != dtc_table1_line(t, 4, 2, 2, NAN), "NaN stays NaN");
    expect(dtc_table2(map, 3, 3, 1, 10) == 100 && dtc_table2(map, 3, 3, 3, 20) == 400, "corners of a map");
    expect(dtc_table2(map, 3, 3, 2, 15) == 250 && dtc_table2(map, 3, 3, 0, 99) == 200, "inside and outside");
    expect(dtc_table2(line, 2, 3, 99, 15) == 6 && dtc_table2(dot, 2, 2, 1, 1) == 5, "one row, one value");
    double h = 1e-6, u = 1.7, v = 13;
    double d1 = (dtc_table2(map, 3, 3, u + h, v) - dtc_table2(map, 3, 3, u - h, v)) / (2 * h);
    double d2 = (dtc_table2(map, 3, 3, u, v + h) - dtc_table2(map, 3, 3, u, v - h)) / (2 * h);
    expect(near(dtc_table2_der(map, 3, 3, u, v, 2, 3), 2 * d1 + 3 * d2, 1e-7), "derivative of a map");
    for (int i = 0; i < 500; i++) {
        double x = 3 * draw(), y = dtc_table1(t, 4, 2, x);
        expect(y >= 1 && y <= 9, "values between those of the table");
    }
}

/* With the row known: the same bits, at rows, between and beyond them, where rows have the same argument, and for a
 * NaN. */
static int alike(dtc_real a, dtc_real b) { return a == b || (a != a && b != b); }

static void rows_known(void)
{
    static const dtc_real t[] = { -1, 0.1, 7, 0, 3, 5, 0, 5, 0.3, 1, 9, 1, 3, 0.7, 2 };
    const dtc_real odd[] = { -1, 0, 1, 3, -9, 9, INFINITY, -INFINITY, NAN };

    for (int i = 0; i < 300; i++) {
        dtc_real u = i < 9 ? odd[i] : (dtc_real)(5 * draw() - 2);
        for (int rows = 1; rows <= 5; rows++) {
            int row = dtc_table_row(t, rows, 3, u);
            expect(row >= 0 && row % 3 == 0 && row < 3 * rows, "a row of the table");
            expect(alike(dtc_table1_at(t, rows, 3, row, u), dtc_table1(t, rows, 3, u)), "held");
            expect(alike(dtc_table1_der_at(t, rows, 3, row, u, 2), dtc_table1_der(t, rows, 3, u, 2)), "its derivative");
            for (int column = 1; column <= 4; column++) {
                expect(alike(dtc_table1_line_at(t, rows, 3, column, row, u), dtc_table1_line(t, rows, 3, column, u)),
                       "line");
                expect(alike(dtc_table1_line_der_at(t, rows, 3, column, row, u, 2),
                            dtc_table1_line_der(t, rows, 3, column, u, 2)), "its derivative");
                expect(alike(dtc_table1_stairs_at(t, rows, 3, column, row), dtc_table1_stairs(t, rows, 3, column, u)),
                       "stairs");
            }
        }
    }
}

/* By kind, from a table of some rows and 3 columns. */
static dtc_real looked_up(int kind, const dtc_real *table, int rows, dtc_real u, dtc_real v)
{
    switch (kind) {
    case 0: return dtc_table1(table, rows, 3, u);
    case 1: return dtc_table1_line(table, rows, 3, 3, u);
    case 2: return dtc_table1_stairs(table, rows, 3, 3, u);
    default: return dtc_table2(table, rows, 3, u, v);
    }
}

static dtc_real looked_up_near(int kind, const dtc_real *table, int rows, dtc_real *found, dtc_real u, dtc_real v)
{
    switch (kind) {
    case 0: return dtc_table1_near(table, rows, 3, found, u);
    case 1: return dtc_table1_line_near(table, rows, 3, 3, found, u);
    case 2: return dtc_table1_stairs_near(table, rows, 3, 3, found, u);
    default: return dtc_table2_near(table, rows, 3, found, u, v);
    }
}

/* With what was found last: the value of the function that keeps nothing, but for rounding; the same bits whatever is
 * kept, also beyond the ends, at rows, for infinities and a NaN, and where slopes are no numbers. */
static void found_last(void)
{
    static const dtc_real tables[2][15] = {
        { -1, 0.1, 7, 0, 3, 5, 0, 5, 0.3, 1, 9, 1, 3, 0.7, 2 },
        { -1, 1, 4, 0, 1, 7, 1e-308, 1e300, 5, 2, 2, 7, 3, 1, 8 },
    };
    const dtc_real odd[] = { -1, 0, 1, 3, -9, 9, INFINITY, -INFINITY, NAN, 5e-309, 1e-308 };
    static dtc_real kept[2][5][4][DTC_CELL];
    int others = 0, within = 0;

    for (int i = 0; i < 1000; i++) {
        const dtc_real u = i % 5 == 0 ? odd[i / 5 % 11] : (dtc_real)(5 * draw() - 2), v = (dtc_real)(9 * draw() - 1);
        for (int k = 0; k < 2 * 5 * 4; k++) {
            const int which = k / 20, rows = 1 + k / 4 % 5, kind = k % 4;
            dtc_real nothing[DTC_CELL] = { 0 }, *found = kept[which][rows - 1][kind];
            const dtc_real x = looked_up_near(kind, tables[which], rows, found, u, v),
                           plain = looked_up(kind, tables[which], rows, u, v);
            others += !alike(x, looked_up_near(kind, tables[which], rows, nothing, u, v));
            within += dtc_is_within(found, u);
            expect(alike(x, plain) || near(x, plain, which ? 1e288 : 1e-12), "the value of the table");
        }
    }
    expect(others == 0 && within > 20000, "values do not hang on what is kept");
}

static void integers(void)
{
    expect(dtc_powi(2, 10) == 1024 && dtc_powi(2, -2) == 0.25 && dtc_powi(3, 0) == 1 && dtc_powi(1, INT_MIN) == 1,
           "powers");
    expect(dtc_integer(-1.5) == -2 && dtc_integer(1e30) == INT_MAX && dtc_integer(-1e30) == INT_MIN &&
               dtc_integer(NAN) == 0,
           "integer()");
    expect(dtc_div(7, -2) == -3 && dtc_rem(7, -2) == 1 && dtc_mod(7, -2) == -1 && dtc_mod(-1.4, 3) > 1.59,
           "div, rem, mod");
    expect(dtc_div_int(7, -2) == -3 && dtc_rem_int(-7, 2) == -1 && dtc_mod_int(-7, 2) == 1 && dtc_mod_int(7, -2) == -1,
           "of Integers");
    expect(dtc_div_int(5, 0) == 0 && dtc_rem_int(5, 0) == 0 && dtc_mod_int(5, 0) == 0 &&
               dtc_div_int(INT_MIN, -1) == INT_MAX,
           "without a trap");
    expect(dtc_add_int(INT_MAX, 1) == INT_MAX && dtc_add_int(INT_MIN, -1) == INT_MIN &&
               dtc_sub_int(INT_MIN, INT_MAX) == INT_MIN && dtc_sub_int(0, INT_MIN) == INT_MAX &&
               dtc_mul_int(65536, 65536) == INT_MAX && dtc_mul_int(INT_MIN, INT_MAX) == INT_MIN &&
               dtc_neg_int(INT_MIN) == INT_MAX && dtc_abs_int(INT_MIN) == INT_MAX &&
               dtc_add_int(INT_MAX, INT_MIN) == -1 && dtc_mul_int(-46341, 46340) == -2147441940,
           "Integers saturate");
    expect(dtc_index(0, 3) == 0 && dtc_index(3, 3) == 2 && dtc_index(9, 3) == 2, "subscripts stay inside");
}

/* Every interval has its sample, whatever the step. */
static void samples(void)
{
    const double steps[] = { 0.001, 0.0003, 0.1 }, intervals[] = { 0.01, 0.25, 0.1 };

    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            double h = steps[i], interval = intervals[k], start = 0.3;
            long n = 0, expected = 0, end = (long)(20 / h);
            if (interval < h)
                continue;
            for (long s = 0; s <= end; s++)
                n += dtc_sample(s, h, start, interval);
            while (start + (double)expected * interval <= (double)end * h + 1e-9)
                expected++;
            expect(n == expected, "number of samples");
        }
    expect(!dtc_sample(10, 0.1, 0, 0) && !dtc_sample(10, 0.1, 2, 1), "none without an interval, none before the start");
}

int main(void)
{
    lu_random();
    lu_degenerate();
    least();
    switched();
    refined();
    newton();
    pieces();
    tables();
    rows_known();
    found_last();
    integers();
    samples();
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
