/* Functions of the runtime, counted, against their formulas in the compiler (formula.c): never more, of any kind; and
 * for those whose operations do not hang on values exactly as many additions, multiplications and divisions.
 *
 * Blocks and tables of sizes 1 to 7 with random numbers, singular ones, and NaN, infinities, 1e300 and denormals; the
 * law through random redundant systems (tests/switching/system.h), with a capacity or force that is odd now and then.
 * Prints for each function the most that was executed and the formula at the largest size. 1: a count is above. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "dtc_runtime.h"
#include "../switching/system.h"

uint64_t counted[OF_COUNT], denormals;
int decided;
static int above, checks;

extern "C" int formula(const char *name, long view, int args, const long *arg, unsigned long long *now,
                       unsigned long long *transition);

struct record { const char *name; long size; uint64_t all, bound; };
static record records[64];

/* The dearest size of each function, and there the most that was executed. */
static void note(const char *name, long size, uint64_t all, uint64_t bound)
{
    record *r = records;

    while (r->name && strcmp(r->name, name) != 0)
        r++;
    r->name = name;
    if (bound > r->bound)
        r->size = size, r->all = 0, r->bound = bound;
    if (bound == r->bound && all > r->all)
        r->all = all;
}

/* After a call: with `exactly` what is no comparison is as in the formula. */
static void hold(const char *name, bool exactly, long size, int args, const long *arg)
{
    unsigned long long now[OF_COUNT], more[OF_COUNT];
    uint64_t all = 0, bound = 0;

    if (!formula(name, size, args, arg, now, more)) {
        printf("%s: no formula\n", name);
        above++;
    }
    for (int k = 0; k < OF_COUNT; k++) {
        if (k == OF_LOOK_UP)
            continue;
        uint64_t most = now[k] + more[k];
        all += counted[k];
        bound += most;
        if ((counted[k] > most || (exactly && k <= OF_DIVIDE && counted[k] != most)) && above++ < 20)
            printf("%s, size %ld, kind %d: %llu, formula %llu\n", name, size, k, (unsigned long long)counted[k],
                   (unsigned long long)most);
    }
    checks++;
    note(name, size, all, bound);
    memset(counted, 0, sizeof counted);
}

#define HOLD(name, exactly, size, ...)                                            \
    do {                                                                          \
        const long arguments[] = { __VA_ARGS__ };                                 \
        hold(name, exactly, size, sizeof arguments / sizeof *arguments, arguments); \
    } while (0)

/* ---- numbers ------------------------------------------------------------------------------------------------ */

static uint64_t seed = 5;

static double chance()
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) / 9007199254740992.0;
}

static double any(int how)
{
    static const double values[] = { 0, -0.0, 5e-324, 1e-310, 1e-200, 1e300, -1e300, INFINITY, -INFINITY, NAN };
    if (how == 2 && chance() < 0.1)
        return values[(int)(10 * chance())];
    if (how == 1)
        return (int)(3 * chance()) - 1;                   /* often singular */
    return 2 * chance() - 1;
}

static void fill(dtc_real *x, int n, int how)
{
    for (int i = 0; i < n; i++)
        x[i] = any(how);
    memset(counted, 0, sizeof counted);
}

/* ---- blocks and tables ------------------------------------------------------------------------------------------ */

static void block(int n, int how)
{
    dtc_real A[7 * 7 + 7], b[7], z[7], dz[7], norm = -1.0;
    int p[7];

    fill(A, n * n, how);
    fill(b, n, how);
    (void)dtc_lu_factor(n, A, p);
    HOLD("dtc_lu_factor", how == 0, n, n, 0, 0);
    dtc_lu_solve(n, A, p, b);
    HOLD("dtc_lu_solve", how == 0, n, n, 0, 0, 0);
    dtc_real Y[7 * 7];
    dtc_lu_inverse(n, A, p, Y);
    HOLD("dtc_lu_inverse", how == 0, n, n, 0, 0, 0);
    dtc_real U[8 * 12], least[7];
    const int quantities = how == 1 ? 12 : 5;
    fill(A, n * n, how);
    fill(U, (n + 1) * quantities, how);
    fill(least, n, how);
    (void)dtc_least(n, quantities, A, p, U, least);
    HOLD("dtc_least", false, n, n, quantities, 0, 0, 0, 0);
    (void)dtc_largest(n, A);
    HOLD("dtc_largest", true, n, n, 0);
    (void)dtc_pivot(n, A, b[0]);
    HOLD("dtc_pivot", false, n, n, 0, 0);
    fill(z, n, how);
    for (int round = 0; round < 3; round++) {
        fill(A, n * n, how);
        fill(b, n, how);
        (void)dtc_newton_step(n, A, p, b, z, dz, &norm);
        HOLD("dtc_newton_step", false, n, n, 0, 0, 0, 0, 0, 0);
    }
    dtc_real g[6], from[3 + 8];
    int branch[7] = { 0 };
    for (int round = 0; round < 6; round++) {
        fill(A, n * n, how);
        fill(b, n, how);
        fill(g, 6, how);
        (void)dtc_branch_step(n, 3, A, p, b, z, dz, g, from, branch);
        HOLD("dtc_branch_step", false, n, n, 3, 0, 0, 0, 0, 0, 0, 0, 0);
    }
}

static void table(int rows, int columns, int how)
{
    dtc_real t[64], u = any(how), v = any(how);

    fill(t, rows * columns, how);
    for (int i = 1; i < rows && how == 0; i++)
        t[i * columns] = (double)t[(i - 1) * columns] + 0.1;
    memset(counted, 0, sizeof counted);
    (void)dtc_table1(t, rows, columns, u);
    HOLD("dtc_table1", false, rows, 0, rows, columns, 0);
    (void)dtc_table1_line(t, rows, columns, columns, u);
    HOLD("dtc_table1_line", false, rows, 0, rows, columns, columns, 0);
    (void)dtc_table1_stairs(t, rows, columns, columns, u);
    HOLD("dtc_table1_stairs", false, rows, 0, rows, columns, columns, 0);
    (void)dtc_table1_der(t, rows, columns, u, v);
    HOLD("dtc_table1_der", false, rows, 0, rows, columns, 0, 0);
    (void)dtc_table1_line_der(t, rows, columns, columns, u, v);
    HOLD("dtc_table1_line_der", false, rows, 0, rows, columns, columns, 0, 0);
    int row = dtc_table_row(t, rows, columns, u);
    HOLD("dtc_table_row", false, rows, 0, rows, columns, 0);
    dtc_real near[DTC_CELL];
    memset(near, 0, sizeof near);
    for (int again = 0; again < 2; again++) {
        (void)dtc_table1_near(t, rows, columns, near, u);
        HOLD("dtc_table1_near", false, rows, 0, rows, columns, 0, 0);
    }
    (void)dtc_table1_line_near(t, rows, columns, columns, near, v);
    HOLD("dtc_table1_line_near", false, rows, 0, rows, columns, columns, 0, 0);
    (void)dtc_table1_stairs_near(t, rows, columns, columns, near, u);
    HOLD("dtc_table1_stairs_near", false, rows, 0, rows, columns, columns, 0, 0);
    (void)dtc_table2_near(t, rows, columns, near, u, v);
    HOLD("dtc_table2_near", false, rows, 0, rows, columns, 0, 0, 0);
    (void)dtc_table1_at(t, rows, columns, row, u);
    HOLD("dtc_table1_at", false, rows, 0, rows, columns, 0, 0);
    (void)dtc_table1_line_at(t, rows, columns, columns, row, u);
    HOLD("dtc_table1_line_at", false, rows, 0, rows, columns, columns, 0, 0);
    (void)dtc_table1_stairs_at(t, rows, columns, columns, row);
    HOLD("dtc_table1_stairs_at", false, rows, 0, rows, columns, columns, 0);
    (void)dtc_table1_der_at(t, rows, columns, row, u, v);
    HOLD("dtc_table1_der_at", false, rows, 0, rows, columns, 0, 0, 0);
    (void)dtc_table1_line_der_at(t, rows, columns, columns, row, u, v);
    HOLD("dtc_table1_line_der_at", false, rows, 0, rows, columns, columns, 0, 0, 0);
    (void)dtc_table2(t, rows, columns, u, v);
    HOLD("dtc_table2", false, rows, 0, rows, columns, 0, 0);
    (void)dtc_table2_der(t, rows, columns, u, v, u, v);
    HOLD("dtc_table2_der", false, rows, 0, rows, columns, 0, 0, 0, 0);
    (void)dtc_ascending(t, rows, columns);
    HOLD("dtc_ascending", false, rows, 0, rows, columns);
}

static void functions(int how)
{
    dtc_real x = any(how), y = any(how);

    memset(counted, 0, sizeof counted);
    for (int n = -7; n <= 7; n++) {
        (void)dtc_powi(x, n);
        HOLD("dtc_powi", true, labs(n), 0, n);
    }
    (void)dtc_integer(x);
    HOLD("dtc_integer", false, 1, 0);
    (void)dtc_div(x, y);
    HOLD("dtc_div", true, 1, 0, 0);
    (void)dtc_mod(x, y);
    HOLD("dtc_mod", true, 1, 0, 0);
    (void)dtc_rem(x, y);
    HOLD("dtc_rem", true, 1, 0, 0);
    (void)dtc_sample(17, x, y, any(0));
    HOLD("dtc_sample", false, 1, 0, 0, 0, 0);
}

/* ---- the law
 * --------------------------------------------------------------------------------------------------------- */

struct elements { DTC_LAW_MEMBERS(MAXM) };
enum { MANY = 40 };

static double sometimes(double x, bool is_odd) { return is_odd && chance() < 0.02 ? any(2) : x; }

static void inputs(const struct system *y, struct elements *x, double t, const double *v, bool is_odd)
{
    double s[MAXM];

    slips(y, v, s);
    for (int e = 0; e < y->m; e++) {
        double lo, hi, slo, shi;
        bounds(&y->e[e], t, s[e], &lo, &hi, &slo, &shi);
        x->s[e] = sometimes(s[e], is_odd);
        x->lo[e] = sometimes(lo, is_odd), x->hi[e] = sometimes(hi, is_odd), x->slo[e] = slo, x->shi[e] = shi;
    }
    memset(counted, 0, sizeof counted);
}

/* Torques and slip accelerations of an evaluation. */
static void evaluate(const struct system *y, struct elements *x, dtc_law *w, double t, const double *v, bool is_odd)
{
    double a[MAXN], af[MAXM], lambda[MAXM];

    dtc_law_push(w);
    const long m = y->m;
    HOLD("DTC_LAW_PUSH", false, m, m, 0);
    for (int e = 0; e < y->m; e++)
        lambda[e] = (double)x->lambda[e];
    free_acceleration(y, t, v, a);
    push(y, 1, lambda, a);
    slips(y, a, af);
    for (int e = 0; e < y->m; e++)
        x->af[e] = sometimes(af[e], is_odd);
    memset(counted, 0, sizeof counted);
    DTC_LAW_HOLD((int)m, x);
    HOLD("DTC_LAW_HOLD", false, m, m, 0);
    (void)dtc_law_solve(w);
    HOLD("dtc_law_solve", false, m, 0);
}

static void run(const struct system *y, double h, int steps, bool is_odd)
{
    static struct elements x;
    int m = y->m;
    double v[MAXN], lambda[MAXM], a[MAXN];
    dtc_real rest[MAXM], release[MAXM];

    memset(&x, 0, sizeof x);
    for (int e = 0; e < m; e++)
        x.speed[e] = x.torque[e] = 1.0;
    for (int i = 0; i < m * m; i++)
        x.G[i] = y->G[i];
    memcpy(v, y->v0, sizeof v);
    dtc_law w = DTC_LAW_VIEW(m, &x);
    inputs(y, &x, 0, v, false);
    (void)dtc_law_start(&w);
    HOLD("dtc_law_start", false, m, 0);
    (void)dtc_law_check(&w);
    HOLD("dtc_law_check", false, m, 0);
    dtc_law_groups(&w);
    HOLD("dtc_law_groups", false, m, 0);
    for (int k = 0; k < 12; k++) {
        dtc_law_factor(&w);
        HOLD("dtc_law_factor", false, m, 0);
        evaluate(y, &x, &w, 0, v, false);
        (void)dtc_law_settle(&w, 0, k);
        HOLD("dtc_law_settle", false, m, 0, 0, k);
    }
    for (int k = 0; k < steps; k++) {
        inputs(y, &x, k * h, v, is_odd);
        evaluate(y, &x, &w, k * h, v, is_odd);
        (void)DTC_LAW_QUIET(m, &x, (dtc_real)h);
        HOLD("DTC_LAW_QUIET", false, m, m, 0, 0);
        DTC_LAW_LEAVE_ROOM(&x);
        HOLD("DTC_LAW_LEAVE_ROOM", false, m, m);
        static struct elements moved;
        memcpy(&moved, &x, sizeof moved);
        (void)DTC_LAW_STAYS(m, &moved, (dtc_real)h);
        HOLD("DTC_LAW_STAYS", false, m, m, 0, 0);
        memcpy(&moved, &x, sizeof moved);
        memset(counted, 0, sizeof counted);
        for (int e = 0; e < m; e++) {
            (void)DTC_LAW_STAYS_STUCK(m, &moved, e, x.lambda[e], x.s[e], (dtc_real)h);
            HOLD("DTC_LAW_STAYS_STUCK", false, m, m, 0, e, 0, 0, 0);
            (void)DTC_LAW_STAYS_OUT(&moved, e, x.af[e], x.s[e], (dtc_real)h);
            HOLD("DTC_LAW_STAYS_OUT", false, m, 0, e, 0, 0, 0);
            DTC_LAW_LEAVE_IMPULSE(&moved, e, (dtc_real)h);
            HOLD("DTC_LAW_LEAVE_IMPULSE", false, m, 0, e, 0);
        }
        DTC_LAW_FORGET_SLIPS(&moved);
        HOLD("DTC_LAW_FORGET_SLIPS", false, m, m);
        DTC_LAW_LEAVE_IMPULSES(&moved, (dtc_real)h);
        HOLD("DTC_LAW_LEAVE_IMPULSES", false, m, m, 0);
        (void)DTC_LAW_MOVED_FEW(m, &moved);
        HOLD("DTC_LAW_MOVED_FEW", false, m, m, 0);
        (void)dtc_law_decide(&w, h, h, DTC_LAW_WHOLE | DTC_LAW_ROOM);
        HOLD("dtc_law_decide", false, m, 0, 0, 0, DTC_LAW_WHOLE | DTC_LAW_ROOM);
        static struct elements hit;
        memcpy(&hit, &x, sizeof hit);
        dtc_law struck = DTC_LAW_VIEW(m, &hit);
        (void)dtc_law_impact(&struck, h);
        HOLD("dtc_law_impact", false, m, 0);
        dtc_law_borders(&w, h, rest, release);
        HOLD("dtc_law_borders", false, m, 0, 0, 0, 0);
        dtc_law_jump(&w, h);
        HOLD("dtc_law_jump", false, m, 0, 0);
        dtc_law_jump(&w, 0);
        HOLD("dtc_law_jump", false, m, 0, 0);
        for (int e = 0; e < m; e++)
            lambda[e] = (double)x.lambda[e];
        free_acceleration(y, k * h, v, a);
        for (int i = 0; i < y->n; i++)
            v[i] += h * a[i];
        push(y, h, lambda, v);
        for (int i = 0; i < y->n; i++)
            if (!(fabs(v[i]) < 1e6))
                v[i] = 0;
    }
}

/* Elements that join and leave a set of many: bodies in a row, with `gaps` between them, each as good as the next or
 * 1e4 times as heavy. */
static void updates(int gaps, double heavy)
{
    static struct { DTC_LAW_MEMBERS(MANY) } x;
    const long m = MANY;

    memset(&x, 0, sizeof x);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            int a = i % gaps, b = j % gaps, first = a < b ? a : b;
            double own = 1 + heavy * (first % 3 == 0), next = 1 + heavy * (first % 3 == 2);
            x.G[i * m + j] = a == b ? 1 / own + 1 / next : abs(a - b) == 1 ? -1 / next : 0;
        }
    for (int e = 0; e < m; e++)
        x.speed[e] = x.torque[e] = 1.0 + e % 3 * heavy;
    dtc_law w = DTC_LAW_VIEW(MANY, &x);
    dtc_law_groups(&w);
    dtc_law_factor(&w);
    for (int k = 0; k < 400; k++) {
        for (int i = 0; i < 1 + k % 3; i++) {
            int e = (int)((chance() * 0.999) * MANY);
            x.place[e] = x.place[e] == DTC_STUCK && k % 3 ? DTC_FWD : DTC_STUCK;
        }
        memset(counted, 0, sizeof counted);
        dtc_law_update(&w);
        HOLD("dtc_law_update", false, m, 0);
    }
}

int main(void)
{
    for (int how = 0; how < 3; how++)
        for (int k = 0; k < 60; k++) {
            for (int n = 1; n <= 7; n++)
                block(n, how);
            for (int rows = 1; rows <= 9; rows++)
                table(rows, 1 + k % 3 + (rows > 1), how);
            functions(how);
        }
    for (unsigned k = 0; k < 300; k++) {
        struct system y = random_system(k, k % 2 ? 1.0 : 1.1);
        run(&y, 0.01, 150, k % 3 == 0);
    }
    for (int gaps = MANY; gaps > 1; gaps -= 7)
        for (int k = 0; k < 3; k++)
            updates(gaps, k == 0 ? 0 : k == 1 ? 10 : 1e4);
    for (const record *r = records; r->name; r++)
        printf("%s, size %ld: %llu of %llu\n", r->name, r->size, (unsigned long long)r->all,
               (unsigned long long)r->bound);
    printf("%d calls, %d above\n", checks, above);
    return above > 0;
}
