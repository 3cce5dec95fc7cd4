/* The switching law at an event: random states of random systems with time and speeds frozen, against all combinations
 * of places.
 *
 *     gcc -O2 -ffp-contract=off -Iruntime tests/switching/test_event.c runtime/law*.c -lm -o test_event && ./test_event
 * [states]
 *
 * Numbers are small integers, so that redundant sets, rest at the limit and zero accelerations are frequent; shafts
 * with prescribed motion (no mobility) make sets that cannot all be held. */
#include <stdio.h>
#include <stdlib.h>

#include "dtc_law.h"
#include "system.h"

enum { ROUNDS = 12 };

static int passed, failed;

static void check(int ok, const char *what, long count)
{
    if (!ok)
        printf("FAILED %s: %ld\n", what, count);
    ok ? passed++ : failed++;
}

struct state {
    int m, n;
    double W[MAXM][MAXN], mobility[MAXN], v[MAXN], load[MAXN]; /* load: accelerations without torques */
    double free[MAXM], all[MAXM]; /* slip accelerations without torques; with all of them */
    DTC_LAW_MEMBERS(MAXM)
};

/* ---- states ------------------------------------------------------------------------------------ */

static int whole(uint64_t *r, int from, int to) { return from + choose(r, to - from + 1); }

static void random_bounds(struct state *x, int e, uint64_t *r)
{
    double c = whole(r, 0, 9) == 0 ? 0 : whole(r, 1, 4), peak = whole(r, 0, 2) == 0 ? 1 + 0.25 * whole(r, 1, 4) : 1;
    int kind = choose(r, 2) ? CLUTCH : choose(r, KINDS);

    x->lo[e] = kind == CLUTCH || kind == ONEWAY ? -c : kind == DOG ? -INFINITY : 0;
    x->hi[e] = kind == CLUTCH || kind == SERIES ? c : INFINITY;
    x->slo[e] = x->lo[e] * peak;
    x->shi[e] = x->hi[e] * peak;
    x->speed[e] = whole(r, 1, 3);
    x->torque[e] = whole(r, 1, 5);
}

/* A place that the element may have had before. */
static int random_place(const struct state *x, int e, uint64_t *r)
{
    double s = x->s[e];
    int place = s > 0 ? DTC_FWD : s < 0 ? DTC_BWD : whole(r, -1, 1);

    if (x->hi[e] - x->lo[e] <= 0)
        return choose(r, 2) ? DTC_INACTIVE : place;
    if (choose(r, 8) == 0)
        place = whole(r, -1, 2);
    if (place == DTC_FWD && x->lo[e] == -INFINITY)
        place = DTC_STUCK;
    if (place == DTC_BWD && x->hi[e] == INFINITY)
        place = DTC_STUCK;
    return place;
}

static void sense(struct state *x)
{
    for (int e = 0; e < x->m; e++) {
        x->s[e] = 0;
        for (int k = 0; k < x->n; k++)
            x->s[e] += x->W[e][k] * x->v[k];
    }
}

static void random_state(struct state *x, uint64_t seed, int largest)
{
    uint64_t r = seed;
    int rest = choose(&r, 3) == 0;

    memset(x, 0, sizeof *x);
    x->n = whole(&r, 1, 5);
    x->m = whole(&r, 1, largest);
    for (int i = 0; i < x->n; i++) {
        x->mobility[i] = choose(&r, 8) == 0 ? 0 : 1.0 / whole(&r, 1, 4);
        x->v[i] = rest ? 0 : whole(&r, -1, 1);
    }
    for (int i = 0; i < x->n; i++)
        x->load[i] = x->mobility[i] > 0 ? x->mobility[i] * whole(&r, -8, 8) : whole(&r, -1, 1);
    for (int e = 0; e < x->m; e++) {
        int i = choose(&r, x->n), j = choose(&r, x->n), third = choose(&r, 6) == 0 ? choose(&r, x->n) : i;
        x->W[e][i] = 1;
        if (j != i)
            x->W[e][j] = -1;
        if (third != i && third != j)
            x->W[e][third] = whole(&r, -2, 2);
        random_bounds(x, e, &r);
        for (int k = 0; k < x->n; k++) {
            x->s[e] += x->W[e][k] * x->v[k];
            x->free[e] += x->W[e][k] * x->load[k];
        }
    }
    for (int e = 0; e < x->m; e++) {
        for (int j = 0; j < x->m; j++)
            for (int k = 0; k < x->n; k++)
                x->G[e * x->m + j] += x->W[e][k] * x->mobility[k] * x->W[j][k];
        x->place[e] = random_place(x, e, &r);
    }
    for (int i = 0; i < x->n && choose(&r, 2); i++) /* slips that have just changed their sign */
        x->v[i] += x->mobility[i] > 0 ? 3e-10 * whole(&r, -1, 1) : 0;
    sense(x);
}

static void evaluate(struct state *x, dtc_law *w)
{
    dtc_law_push(w);
    for (int e = 0; e < x->m; e++) {
        x->af[e] = x->free[e];
        for (int j = 0; j < x->m; j++)
            x->af[e] += x->G[e * x->m + j] * x->lambda[j];
    }
    dtc_law_solve(w);
    for (int e = 0; e < x->m; e++)
        x->all[e] = dtc_law_acceleration(w, e);
}

/* As a caller does it. The number of calls that changed something. */
static int events(struct state *x)
{
    dtc_law w = DTC_LAW_VIEW(x->m, x);
    int k = 0;

    dtc_law_groups(&w);
    for (;; k++) {
        dtc_law_factor(&w);
        evaluate(x, &w);
        if (k == ROUNDS || !dtc_law_event(&w))
            return k;
        dtc_law_factor(&w);
        dtc_law_jump(&w, 0);
        for (int e = 0; e < x->m; e++)
            for (int i = 0; i < x->n; i++)
                x->v[i] += x->mobility[i] * x->W[e][i] * x->jump[e];
        sense(x);
    }
}

/* ---- what is right --------------------------------------------------------------------------- */

/* A stuck element may keep a little slip. */
static int at_rest(const struct state *x, int e)
{
    return fabs(x->s[e]) <= (x->place[e] == DTC_STUCK ? DTC_LAW_EVENT_CROSSING : DTC_LAW_EVENT_SLIP) * x->speed[e];
}

static int capacity_of(const struct state *x, int e) { return !(x->hi[e] - x->lo[e] <= 0); }

/* Do the places, with these torques and accelerations, obey the law? */
static int obeys(const struct state *x, const int *place, const double *lambda, const double *a)
{
    for (int e = 0; e < x->m; e++) {
        if (!capacity_of(x, e)) {
            if (place[e] != DTC_INACTIVE)
                return 0;
            continue;
        }
        if (place[e] == DTC_INACTIVE)
            return 0;
        if (place[e] == DTC_STUCK) {
            if (!at_rest(x, e) ||
                !(fabs(a[e]) <= 1e-8 && lambda[e] >= x->slo[e] - 1e-8 && lambda[e] <= x->shi[e] + 1e-8))
                return 0;
            continue;
        }
        if ((!at_rest(x, e) && place[e] * x->s[e] < 0) || (at_rest(x, e) && place[e] * a[e] < -1e-8))
            return 0;
        if (!(fabs(lambda[e]) < INFINITY && fabs(lambda[e] - (place[e] == DTC_FWD ? x->lo[e] : x->hi[e])) <= 1e-8))
            return 0;
    }
    return 1;
}

/* Torques that hold the stuck elements of these places, by elimination; 0: they are dependent. */
static int torques(const struct state *x, const int *place, double *lambda, double *a)
{
    int m = x->m, S[MAXM], n = 0;
    double A[MAXM][MAXM + 1];

    for (int e = 0; e < m; e++) {
        lambda[e] = place[e] == DTC_FWD ? x->lo[e] : place[e] == DTC_BWD ? x->hi[e] : 0;
        if (place[e] == DTC_STUCK)
            S[n++] = e;
    }
    for (int i = 0; i < n; i++) {
        A[i][n] = -x->free[S[i]];
        for (int j = 0; j < m; j++)
            A[i][n] -= x->G[S[i] * m + j] * lambda[j];
        for (int j = 0; j < n; j++)
            A[i][j] = x->G[S[i] * m + S[j]];
    }
    for (int p = 0; p < n; p++) {
        if (!(fabs(A[p][p]) > 1e-9))
            return 0;
        for (int i = 0; i < n; i++) {
            double f = i == p ? 0 : A[i][p] / A[p][p];
            for (int j = p; j <= n; j++)
                A[i][j] -= f * A[p][j];
        }
    }
    for (int i = 0; i < n; i++)
        lambda[S[i]] = A[i][n] / A[i][i];
    for (int e = 0; e < m; e++) {
        a[e] = x->free[e];
        for (int j = 0; j < m; j++)
            a[e] += x->G[e * m + j] * lambda[j];
    }
    return 1;
}

/* Places 0 .. 3^m - 1 of the elements: is there one that obeys? Its accelerations. */
static int any_obeys(const struct state *x, double *a)
{
    int total = 1, place[MAXM];
    double lambda[MAXM];

    for (int e = 0; e < x->m; e++)
        total *= 3;
    for (int c = 0; c < total; c++) {
        int possible = 1;
        for (int e = 0, k = c; e < x->m; e++, k /= 3) {
            place[e] = capacity_of(x, e) ? k % 3 - 1 : DTC_INACTIVE;
            possible &= capacity_of(x, e) || k % 3 == 0;
            possible &=
                !(place[e] == DTC_FWD && x->lo[e] == -INFINITY) && !(place[e] == DTC_BWD && x->hi[e] == INFINITY);
        }
        if (possible && torques(x, place, lambda, a) && obeys(x, place, lambda, a))
            return 1;
    }
    return 0;
}

static double energy(const struct state *x)
{
    double sum = 0;
    for (int i = 0; i < x->n; i++)
        sum += x->mobility[i] > 0 ? x->v[i] * x->v[i] / x->mobility[i] : 0;
    return sum;
}

static int prescribed(const struct state *x)
{
    for (int i = 0; i < x->n; i++)
        if (!(x->mobility[i] > 0))
            return 1;
    return 0;
}

static int single_valued(const struct state *x)
{
    for (int e = 0; e < x->m; e++)
        if (x->slo[e] < x->lo[e] || x->shi[e] > x->hi[e])
            return 0;
    return 1;
}

/* ---- the tests ---------------------------------------------------------------------------------- */

struct count {
    long states, redundant, calls[ROUNDS + 1], endless, unended, wrong, wrong_acceleration, contradictory, gained,
        guards, fired, silent;
};

static void guards_are_positive(struct state *x, struct count *c, uint64_t seed)
{
    dtc_law w = DTC_LAW_VIEW(x->m, x);
    for (int e = 0; e < x->m; e++)
        if (!(dtc_law_guard(&w, e) > 0)) {
            if (c->guards++ < 3)
                printf("guard of %d in state %llu: %g\n", e, (unsigned long long)seed, dtc_law_guard(&w, e));
            return;
        }
}

/* From here, other loads, capacities and slips: when a guard is negative, the event changes something. */
static void guard_and_event_agree(struct state *x, struct count *c, uint64_t seed)
{
    dtc_law w = DTC_LAW_VIEW(x->m, x);
    uint64_t r = seed + 99;
    int fired = 0, e = choose(&r, x->m);

    for (int i = 0; i < x->n; i++) {
        double change = x->mobility[i] > 0 && choose(&r, 2) ? uniform(&r, -8, 8) * x->mobility[i] : 0;
        x->v[i] += x->mobility[i] > 0 && choose(&r, 2) ? 5e-10 * whole(&r, -1, 1) : 0;
        for (int k = 0; k < x->m; k++)
            x->free[k] += x->W[k][i] * change;
    }
    sense(x);
    if (choose(&r, 2))
        x->lo[e] *= 0.5, x->hi[e] *= 0.5, x->slo[e] *= 0.5, x->shi[e] *= 0.5;
    dtc_law_factor(&w);
    evaluate(x, &w);
    for (int i = 0; i < x->m; i++)
        fired |= !(dtc_law_guard(&w, i) > 0);
    c->fired += fired;
    if (fired && !dtc_law_event(&w) && c->silent++ < 3)
        printf("state %llu: a guard is due, and the event changes nothing\n", (unsigned long long)seed);
}

static void one_state(struct count *c, uint64_t seed, int largest)
{
    struct state x;
    double a[MAXM], before, worst = 0;

    random_state(&x, seed, largest);
    before = energy(&x);
    int calls = events(&x), brute = x.m <= 4, possible, right = obeys(&x, x.place, x.lambda, x.all);
    c->states++;
    c->redundant += x.count.worst_deficiency > 0;
    c->calls[calls]++;
    c->gained += !prescribed(&x) && energy(&x) > before * (1 + 1e-9) + 1e-8;
    possible = brute ? any_obeys(&x, a) : right || !prescribed(&x);
    if (!possible && !right) {
        c->contradictory++;
        c->unended += calls == ROUNDS;
        return;
    }
    if (calls == ROUNDS && c->endless++ < 3)
        printf("state %llu does not end\n", (unsigned long long)seed);
    if (!right && c->wrong++ < 3)
        printf("state %llu of %d elements: wrong places\n", (unsigned long long)seed, x.m);
    for (int e = 0; brute && possible && right && single_valued(&x) && e < x.m; e++)
        worst = x.place[e] == DTC_INACTIVE ? worst : larger(worst, fabs(a[e] - x.all[e]));
    if (!(worst <= 1e-8) && c->wrong_acceleration++ < 3)
        printf("state %llu of %d elements: accelerations are %g wrong\n", (unsigned long long)seed, x.m, worst);
    if (right && calls < ROUNDS) {
        guards_are_positive(&x, c, seed);
        guard_and_event_agree(&x, c, seed);
    }
}

static void test_random(long states, int largest)
{
    struct count c;

    memset(&c, 0, sizeof c);
    for (long i = 0; i < states; i++)
        one_state(&c, 1000003u * (uint64_t)largest + (uint64_t)i, largest);
    printf("%ld states of up to %d elements: redundant %ld, contradictory %ld (%ld without end), calls with changes",
           c.states, largest, c.redundant, c.contradictory, c.unended);
    for (int k = 0; k <= ROUNDS; k++)
        if (c.calls[k])
            printf(" %d: %ld", k, c.calls[k]);
    printf("\n");
    check(c.endless == 0, "states that do not end", c.endless);
    check(c.wrong == 0, "states with wrong places", c.wrong);
    check(c.wrong_acceleration == 0, "states with wrong accelerations", c.wrong_acceleration);
    check(c.gained == 0, "states in which an impact adds energy", c.gained);
    check(c.guards == 0, "states with a guard that is due at once", c.guards);
    check(c.silent == 0, "states with a guard that is due and an event that changes nothing", c.silent);
    check(c.fired > states / 10, "states with a guard that is due", c.fired);
    check(c.redundant > states / 10, "redundant states", c.redundant);
    check(c.contradictory < states / 5, "contradictory states", c.contradictory);
}

int main(int argc, char **argv)
{
    long states = argc > 1 ? atol(argv[1]) : 100000;

    test_random(states, 4);
    test_random(states, 8);
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
