/* dtc_law_update against dtc_law_factor: elements join and leave sets of 10 to 48 stuck ones, and P, rank and notes are
 * those of a matrix from scratch; in both precisions.
 *
 *     gcc -O2 -ffp-contract=off [-DDTC_FLOAT] -Iruntime tests/switching/test_update.c runtime/law*.c -lm && ./a.out
 *
 * All is measured with G scaled to unit diagonal; `size` is the largest sum of a row of P, which magnifies errors. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dtc_law.h"
#include "../extreme.h"

enum { M = 48, FEWEST = DTC_LAW_UPDATE_FROM };

typedef struct { DTC_LAW_MEMBERS(M) } Law;

/* What a single change does: it joins what carries nothing yet, or what others carry; it leaves alone, or to others. */
enum { JOINS, JOINS_OTHERS, LEAVES, LEAVES_TO_OTHERS, CHANGES };

/* Of all updates of a run: the largest differences to P from scratch, by epsilon and size^2 or size. */
typedef struct { double entry, norm; int updates, calls, ranks, notes, of[CHANGES]; } Seen;

static Law x, fresh;
static int passed, failed;
static unsigned long long seed = 1;

static void check(int ok, const char *what, const char *more)
{
    if (!ok)
        printf("FAILED %s: %s\n", what, more);
    ok ? passed++ : failed++;
}

static void check_at_most(double value, double limit, const char *what, const char *more)
{
    if (!(value <= limit))
        printf("%g is above %g\n", value, limit);
    check(value <= limit, what, more);
}

static double draw(void) /* -1 .. 1 */
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(seed >> 11) / 4503599627370496.0 - 1.0;
}

static int choose(int n) { return (int)((draw() + 1) / 2 * n); }

/* ---- matrices -------------------------------------------------------------------------------- */

/* G = W inv(M) W', W of n columns and integers or any numbers, masses from 1/heavy to heavy. */
static void build(Law *l, int m, int n, double (*entry)(int, int, int), double heavy, double unlike)
{
    static double W[M * M];
    double mass[M];

    memset(l, 0, sizeof *l);
    for (int i = 0; i < m * n; i++)
        W[i] = entry(i / n, i % n, n);
    for (int k = 0; k < n; k++)
        mass[k] = pow(heavy, draw());
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            double sum = 0, size = 0;
            for (int k = 0; k < n; k++) {
                sum += W[i * n + k] * W[j * n + k] / mass[k];
                size += fabs(W[i * n + k] * W[j * n + k]) / mass[k];
            }
            l->G[i * m + j] = (dtc_real)sum;
            if (i == j)
                l->whole[i] = (dtc_real)size;
        }
    for (int e = 0; e < m; e++) {
        l->speed[e] = 1;
        l->torque[e] = (dtc_real)pow(unlike, draw());
        l->place[e] = choose(2) ? DTC_STUCK : DTC_FWD;
    }
}

/* neighbours in a row, and again from the first on */
static double row(int i, int j, int n) { return (j == i % n) - (j == i % n + 1); }
static double ring(int i, int j, int n) { return (j == i % n) - (j == (i + 1) % n); }
static double any(int i, int j, int n) { return (void)i, (void)j, (void)n, draw(); }
static double some(int i, int j, int n) { return (j == i % n) + (choose(7) ? 0 : choose(5) - 2); }
static double gears(int i, int j, int n) { return (void)i, (void)j, (void)n, choose(5) ? 0 : choose(7) - 3; }

static const struct { const char *name; double (*entry)(int, int, int); int part; } kinds[] = {
    /* elements by degrees of freedom, in eighths */
    { "bodies in a row", row, 9 }, { "two elements each", row, 4 }, { "a ring", ring, 7 }, { "any numbers", any, 9 },
    { "gears", gears, 7 }, { "gears, redundant", some, 3 },
};

/* ---- comparison ------------------------------------------------------------------------------ */

static double unit(const Law *l, int m, int i, int j)
{
    return (double)l->P[i * m + j] * (double)l->root[i] * (double)l->root[j];
}

static double size_of(const Law *l, int m)
{
    double size = 0;
    for (int i = 0; i < m; i++) {
        double sum = 0;
        for (int j = 0; j < m; j++)
            sum += fabs(unit(l, m, i, j));
        size = larger(size, sum);
    }
    return size;
}

/* By how much P G is not symmetric in the metric of lambda/T: torques that are not of least norm. */
static double asymmetry(const Law *l, int m)
{
    static double Q[M * M];
    double worst = 0;

    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            Q[i * m + j] = 0;
            for (int k = 0; k < m && l->place[j] == DTC_STUCK; k++)
                Q[i * m + j] += (double)l->P[i * m + k] * (double)l->G[k * m + j] *
                                (double)(l->torque[j] / l->torque[i]);
        }
    for (int i = 0; i < m; i++)
        for (int j = 0; j < i; j++)
            worst = larger(worst, fabs(Q[i * m + j] - Q[j * m + i]));
    return worst;
}

static void compare(Seen *seen, int m)
{
    double size = size_of(&fresh, m), apart = 0;

    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            int held = x.place[i] == DTC_STUCK && x.place[j] == DTC_STUCK;
            double outside = x.P[i * m + j] == 0 ? 0 : HUGE_VAL;
            apart = larger(apart, held ? fabs(unit(&x, m, i, j) - unit(&fresh, m, i, j)) : outside);
        }
    seen->entry = larger(seen->entry, apart / (size * size * DTC_EPSILON));
    seen->norm = larger(seen->norm, asymmetry(&x, m) / (size * DTC_EPSILON + asymmetry(&fresh, m)));
}

/* Elements change their places; P is updated, and beside it made from scratch. */
static void update(Seen *seen, int m, int changes, const int *who)
{
    int e = who[0], before = x.count.deficiency, updates = x.updates;
    dtc_law w = DTC_LAW_VIEW(m, &x), v = DTC_LAW_VIEW(m, &fresh);

    for (int k = 0; k < changes; k++)
        x.place[who[k]] = x.place[who[k]] != DTC_STUCK ? DTC_STUCK : choose(3) ? DTC_FWD : DTC_INACTIVE;
    fresh = x;
    dtc_law_update(&w);
    dtc_law_factor(&v);
    seen->calls++;
    seen->ranks += x.count.deficiency != fresh.count.deficiency ||
                   x.count.worst_deficiency != fresh.count.worst_deficiency;
    seen->notes += x.count.doubtful.sets != fresh.count.doubtful.sets;
    if (memcmp(x.list, fresh.list, sizeof x.list) != 0 || x.holding != fresh.holding || x.sliding != fresh.sliding)
        seen->ranks++;
    if (x.updates != updates + changes)
        return;
    seen->updates++;
    if (changes == 1)
        seen->of[x.place[e] == DTC_STUCK ? JOINS + (x.count.deficiency > before)
                                         : LEAVES + (x.count.deficiency < before)]++;
    compare(seen, m);
}

/* ---- the tests ------------------------------------------------------------------------------- */

static void show(const char *name, double heavy, double unlike, const Seen *s)
{
    printf("%s, 1/%g to %g, %g: %d updates of %d (%d %d %d %d), %.2g %.2g\n", name, heavy, heavy, unlike, s->updates,
           s->calls, s->of[0], s->of[1], s->of[2], s->of[3], s->entry, s->norm);
}

static void test_random(void)
{
    static const double heavy[] = { 1, 10, 1e6 }, unlike[] = { 1, 10 };
    Seen all = { 0 };

    for (int k = 0; k < (int)(sizeof kinds / sizeof *kinds); k++)
        for (int h = 0; h < 3; h++)
            for (int u = 0; u < 2; u++) {
                Seen seen = { 0 };
                for (int trial = 0; trial < 5; trial++) {
                    int m = 20 + choose(M - 20), n = (m * kinds[k].part + 7) / 8;
                    build(&x, m, n > M ? M : n, kinds[k].entry, heavy[h], unlike[u]);
                    dtc_law w = DTC_LAW_VIEW(m, &x);
                    dtc_law_groups(&w);
                    dtc_law_factor(&w);
                    for (int i = 0; i < 60; i++) {
                        int one = choose(m), who[] = { one, (one + 1 + choose(m - 1)) % m };
                        update(&seen, m, 1 + (choose(4) == 0), who);
                    }
                }
                show(kinds[k].name, heavy[h], unlike[u], &seen);
                check(seen.ranks == 0, kinds[k].name, "ranks are those from scratch");
                check(seen.notes == 0, kinds[k].name, "what is doubtful is noted as from scratch");
                check_at_most(seen.entry, 256, kinds[k].name, "P");
                check_at_most(seen.norm, h == 2 ? 1024 : 256, kinds[k].name, "least norm");
                for (int c = 0; c < CHANGES; c++)
                    all.of[c] += seen.of[c];
            }
    for (int c = 0; c < CHANGES; c++)
        check(all.of[c] > 40, "each kind of change", "is an update");
}

/* Thousands of changes: P does not drift away, since now and then it is made from scratch. */
static void test_long(void)
{
    Seen seen = { 0 };
    int most = 0;

    build(&x, 32, 24, ring, 3, 3);
    dtc_law w = DTC_LAW_VIEW(32, &x);
    dtc_law_groups(&w);
    for (int e = 0; e < 32; e++)
        x.place[e] = e % 8 ? DTC_STUCK : DTC_BWD;
    dtc_law_factor(&w);
    for (int i = 0; i < 4000; i++) {
        int e = choose(32);
        while (x.holding < 20 && x.place[e] == DTC_STUCK)
            e = choose(32);
        update(&seen, 32, 1, &e);
        most = x.updates < 32 && x.updates > most ? x.updates : most;
    }
    show("long", 3, 3, &seen);
    printf("up to %d in a row\n", most);
    check(seen.ranks == 0 && seen.notes == 0, "long", "ranks and notes");
    check(most > 20 && most < 32 && seen.updates > 1000, "long", "up to 31 updates in a row");
    check_at_most(seen.entry, 256, "long", "P");
    check_at_most(seen.norm, 256, "long", "least norm");
}

/* An element that is almost as another, from rounding to far away: redundant, doubtful or not, as from scratch. */
static void test_near(void)
{
    enum { BODIES = 20, N = BODIES + 1 };
    Seen seen = { 0 };
    int noted = 0;

    for (int step = 0; step < 160; step++) {
        double light = pow(10, -step * 0.1);
        build(&x, N, N, row, 1, 1);
        for (int e = 0; e < N; e++)
            x.place[e] = DTC_STUCK;
        for (int j = 0; j < BODIES; j++)
            x.G[BODIES * N + j] = x.G[j * N + BODIES] = x.G[7 * N + j];
        x.G[BODIES * N + BODIES] = (dtc_real)((double)x.G[7 * N + 7] + light);
        x.whole[BODIES] = x.G[BODIES * N + BODIES];
        dtc_law w = DTC_LAW_VIEW(N, &x);
        dtc_law_groups(&w);
        for (int k = 0; k < 12; k++) {
            static const int who[] = { BODIES, 3, BODIES, 3, 7, 12, 7, BODIES, 7, 12, BODIES, 7 };
            if (k == 0)
                dtc_law_factor(&w);
            update(&seen, N, 1, who + k);
        }
        noted += x.count.doubtful.sets > 0;
    }
    printf("near: %d updates of %d, %d noted\n", seen.updates, seen.calls, noted);
    check(seen.ranks == 0, "almost redundant", "ranks are those from scratch");
    check(seen.notes == 0 && noted > 5, "almost redundant", "notes are those from scratch");
    check(seen.updates > 500, "almost redundant", "there are updates");
}

static int same_as_from_scratch(const Law *of)
{
    fresh = *of;
    dtc_law v = DTC_LAW_VIEW(32, &fresh);
    dtc_law_factor(&v);
    return memcmp(fresh.P, of->P, sizeof fresh.P) == 0;
}

/* When P is made from scratch, to the bit, and when it stays as it is. */
static void test_when(void)
{
    static Law before;
    dtc_law w = DTC_LAW_VIEW(32, &x);

    build(&x, 32, 36, row, 1, 3);
    for (int e = 0; e < 32; e++)
        x.place[e] = DTC_STUCK;
    dtc_law_groups(&w);
    dtc_law_update(&w);
    check(same_as_from_scratch(&x) && x.holding == 32, "an update of nothing", "is made from scratch");
    x.place[9] = DTC_FWD;
    dtc_law_update(&w);
    check(!same_as_from_scratch(&x) && x.updates == 1, "one of 32", "is an update");
    before = x;
    x.place[9] = DTC_BWD;
    dtc_law_update(&w);
    check(memcmp(before.P, x.P, sizeof x.P) == 0 && x.updates == 1 && x.sliding == 1, "another direction",
          "changes no P");
    for (int i = 0; i < 32 * 32; i++)
        x.G[i] *= 2;
    dtc_law_groups(&w);
    x.place[5] = DTC_FWD;
    dtc_law_update(&w);
    check(same_as_from_scratch(&x), "G has changed", "P is made from scratch");
    for (int e = 0; e < 3; e++)
        x.place[e] = DTC_FWD;
    dtc_law_update(&w);
    check(same_as_from_scratch(&x), "three of 30", "are made from scratch");
    for (int e = 0; e <= 32 - FEWEST; e++)
        x.place[e] = DTC_INACTIVE;
    dtc_law_update(&w);
    x.place[20] = DTC_INACTIVE;
    dtc_law_update(&w);
    check(same_as_from_scratch(&x) && x.updates == 0, "one of few", "is made from scratch");
}

/* Anything in G and elsewhere: ends, within the arrays, and the lists are right. */
static void test_garbage(void)
{
    static const double odd[] = { 0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 1e300, -1e300, 1e-300, 5e-324, 1e-9 };
    int sane = 1;

    for (int i = 0; i < 300; i++) {
        int m = 20 + choose(M - 20);
        dtc_law w = DTC_LAW_VIEW(m, &x);
        build(&x, m, m + 1, row, 10, 1);
        for (int k = 0; k < 1 + i % 7 * 40; k++)
            x.G[choose(m * m)] = (dtc_real)odd[choose(12)];
        if (i % 3 == 0)
            x.torque[choose(m)] = (dtc_real)odd[choose(12)];
        dtc_law_groups(&w);
        dtc_law_factor(&w);
        for (int k = 0; k < 20; k++) {
            int e = choose(m), n = 0;
            x.place[e] = x.place[e] == DTC_STUCK ? DTC_FWD : DTC_STUCK;
            dtc_law_update(&w);
            for (int j = 0; j < m; j++)
                n += x.place[j] == DTC_STUCK;
            sane &= x.holding == n && x.count.deficiency >= 0 && x.count.deficiency <= n && x.updates <= 32;
        }
    }
    check(sane, "garbage", "lists and counts are right");
}

int main(void)
{
    test_random();
    test_long();
    test_near();
    test_when();
    test_garbage();
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
