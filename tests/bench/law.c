/* law - what a transition of the switching law costs in the runtime alone: m clutches in one coupled group, all stuck.
 *
 * chain: m + 1 bodies in a row, no redundancy. pairs: m/2 + 1 bodies, two clutches between neighbours, half of them
 * redundant. For each, median of us: the decision that one clutch lets go; P from scratch (dtc_law_factor) and by an
 * update (dtc_law_update), when it leaves and when it joins again; P when all lock at once. The last column: how
 * many updates did not end as a matrix from scratch. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "dtc_law.h"
#include "../extreme.h"

enum { MOST = 128, ROUNDS = 101 };
enum { DECISION, LEAVE, LEAVE_UPDATE, JOIN, JOIN_UPDATE, ALL, TIMES };

static struct { DTC_LAW_MEMBERS(MOST) } x;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

/* Bodies of 1 kg m2 in a row; clutches between neighbours, one after the other, and again from the first on. */
static void build(dtc_law *w, int m, int gaps)
{
    memset(&x, 0, sizeof x);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            int a = i % gaps, c = j % gaps;
            w->place[i] = DTC_STUCK;
            x.G[i * m + j] = 2 * (a == c) - (a == c + 1 || c == a + 1);
        }
    for (int e = 0; e < m; e++) {
        x.speed[e] = x.torque[e] = 10;
        x.lo[e] = x.slo[e] = -1e3;
        x.hi[e] = x.shi[e] = 1e3;
    }
    dtc_law_groups(w);
}

static void measure(int m, int gaps, double median[TIMES], double *updated)
{
    static double us[TIMES][ROUNDS];
    dtc_law w = DTC_LAW_VIEW(m, &x);

    *updated = 0;
    build(&w, m, gaps);
    for (int k = 0; k < ROUNDS; k++) {
        int e = k * 7 % m;
        double t[TIMES + 1];
        t[ALL] = now();
        dtc_law_factor(&w);
        us[ALL][k] = now() - t[ALL];
        for (int i = 0; i < m; i++)
            x.af[i] = i % gaps == 0 ? 1 : i % gaps == gaps - 1 ? -1 : 0;
        dtc_law_push(&w);
        (void)dtc_law_solve(&w);
        double at = x.lambda[e], bound = 0.5 * fabs(at);
        x.lo[e] = x.slo[e] = -bound, x.hi[e] = x.shi[e] = bound;
        t[DECISION] = now();
        (void)dtc_law_decide(&w, 1e-3, 1e-3, DTC_LAW_WHOLE);
        us[DECISION][k] = now() - t[DECISION];
        x.lo[e] = x.slo[e] = -1e3, x.hi[e] = x.shi[e] = 1e3;
        for (int i = 0; i < m; i++)
            x.place[i] = i == e ? DTC_FWD : DTC_STUCK;
        t[0] = now();
        dtc_law_update(&w);
        t[1] = now();
        *updated += (x.updates == 1) * 50.0 / ROUNDS;
        dtc_law_factor(&w);
        us[LEAVE][k] = now() - t[1];
        us[LEAVE_UPDATE][k] = t[1] - t[0];
        x.place[e] = DTC_STUCK;
        t[0] = now();
        dtc_law_update(&w);
        t[1] = now();
        *updated += (x.updates == 1) * 50.0 / ROUNDS;
        dtc_law_factor(&w);
        us[JOIN][k] = now() - t[1];
        us[JOIN_UPDATE][k] = t[1] - t[0];
    }
    for (int i = 0; i < TIMES; i++)
        median[i] = quantile(us[i], ROUNDS, 0.5);
}

int main(void)
{
    static const int sizes[] = { 8, 16, 32, 64, 128 };

    printf("              m   decision     leaves     update      joins     update   all lock  updated,%%\n");
    for (int pairs = 0; pairs < 2; pairs++)
        for (int k = 0; k < 5; k++) {
            double us[TIMES], updated;
            int m = sizes[k];
            measure(m, pairs ? m / 2 : m, us, &updated);
            printf("%9s %5d", pairs ? "pairs" : "chain", m);
            for (int i = 0; i < TIMES; i++)
                printf(" %10.1f", us[i]);
            printf(" %10.0f\n", updated);
        }
    return 0;
}
