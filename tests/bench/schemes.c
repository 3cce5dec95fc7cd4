/* Other ways to switch, beside the runtime's: the table of docs/switching.md.
 *
 *     gcc -O2 -ffp-contract=off -Iruntime tests/bench/schemes.c runtime/law*.c -lm -o schemes
 *     ./schemes [systems = 300] [first seed = 1]
 *
 * The random redundant systems of tests/switching/evidence.c, with the same truth (the exact step at 1e-5 s) and the
 * same measures. Mechanics, bounds and linear algebra are those of the runtime; only who decides on places, and what is
 * done about the slip that is left, differs. A scheme has one evaluation a sample, as the runtime has. */
#include <stdio.h>

#include "../switching/frozen.h"

/* What a scheme has beside the law's own storage. */
struct other {
    int starts[MAXM];      /* FWD or BWD is a start place: the slip is still zero */
    double a[MAXM];        /* slip accelerations of the last sample */
};

typedef void scheme_sample(struct law_model *x, struct other *o, double h);

static const double ES = 1e-9, EL = 1e-6;

/* ---- automata ---------------------------------------------------------------------------------------------------- */

static int no_capacity(const struct law_model *x, int e)
{
    return x->hi[e] - x->lo[e] <= 0 && isfinite(x->lo[e]) && isfinite(x->hi[e]);
}

static int first(const struct law_model *x, int e)
{
    int place = x->s[e] > ES ? DTC_FWD : x->s[e] < -ES ? DTC_BWD : DTC_STUCK;
    double torque = place == DTC_FWD ? x->lo[e] : x->hi[e];
    return place != DTC_STUCK && !isfinite(torque) ? DTC_STUCK : place;
}

/* One transition of the automaton of one element: it locks when the slip has crossed zero; from stuck it goes on over a
 * start place, from which it comes back if it is accelerated the wrong way. */
static int automaton(const struct law_model *x, struct other *o, int e)
{
    int place = x->place[e], sign = place;
    double s = sign * x->s[e], a = sign * law_acceleration(x, e);

    if (no_capacity(x, e))
        return DTC_INACTIVE;
    if (place == DTC_INACTIVE)
        return first(x, e);
    if (place == DTC_STUCK) {
        int to = x->lambda[e] < x->slo[e] - EL ? DTC_FWD : x->lambda[e] > x->shi[e] + EL ? DTC_BWD : DTC_STUCK;
        o->starts[e] = to != DTC_STUCK;
        return to;
    }
    if (o->starts[e]) {
        o->starts[e] = !(s > ES);
        return o->starts[e] && a < 0 ? DTC_STUCK : place;
    }
    return s <= 0 ? DTC_STUCK : place;
}

/* The impulses that take the slips of stuck elements away, over the step. */
static void take_slips(struct law_model *x, dtc_law *w, double h)
{
    dtc_law_jump(w, 0);
    for (int e = 0; e < x->y->m; e++)
        x->lambda[e] += x->jump[e] / h;
}

static void automata(struct law_model *x, struct other *o, double h, int impulse)
{
    dtc_law w = DTC_LAW_VIEW(x->y->m, x);
    int changed = 0, to[MAXM];

    law_inputs(x);
    for (int e = 0; e < x->y->m; e++)
        to[e] = automaton(x, o, e);
    for (int e = 0; e < x->y->m; e++) {
        changed |= to[e] != x->place[e];
        x->place[e] = to[e];
    }
    if (changed)
        dtc_law_factor(&w);
    law_evaluate(x, &w);
    if (impulse)
        take_slips(x, &w, h);
}

static void sample_automata(struct law_model *x, struct other *o, double h) { automata(x, o, h, 0); }
static void sample_impulse(struct law_model *x, struct other *o, double h) { automata(x, o, h, 1); }

/* ---- torques that are clipped ------------------------------------------------------------------------------------ */

/* Who is at rest, or will be within the step, is to have no slip at the end of it: the torques that this takes, each
 * cut to its bounds. */
static void sample_clipped(struct law_model *x, struct other *o, double h)
{
    dtc_law w = DTC_LAW_VIEW(x->y->m, x);
    double rate[MAXN];

    law_inputs(x);
    for (int e = 0; e < x->y->m; e++) {
        int rests = fabs(x->s[e]) <= ES || x->s[e] * (x->s[e] + h * o->a[e]) <= 0;
        x->place[e] = no_capacity(x, e) ? DTC_INACTIVE : rests ? DTC_STUCK : first(x, e);
    }
    dtc_law_factor(&w);
    law_evaluate(x, &w);
    take_slips(x, &w, h);
    for (int e = 0; e < x->y->m; e++) {
        double whole = x->lambda[e];
        if (x->place[e] != DTC_STUCK)
            continue;
        x->lambda[e] = whole < x->slo[e] ? x->lo[e] : whole > x->shi[e] ? x->hi[e] : whole;
        x->place[e] = whole < x->slo[e] ? DTC_FWD : whole > x->shi[e] ? DTC_BWD : DTC_STUCK;
    }
    free_acceleration(x->y, x->t, x->v, rate);
    push(x->y, 1, x->lambda, rate);
    slips(x->y, rate, o->a);
}

/* ---- a steep characteristic -------------------------------------------------------------------------------------- */

/* lambda = -d s within the bounds, d of each element as large as an explicit step of h bears: by the sum of its row of
 * |G|, so that no eigenvalue of h d G is above one. Nothing is ever stuck. */
static void sample_steep(struct law_model *x, struct other *o, double h)
{
    (void)o;
    law_inputs(x);
    for (int e = 0; e < x->y->m; e++) {
        double row = 0;
        for (int j = 0; j < x->y->m; j++)
            row += fabs(x->G[e * x->y->m + j]);
        double torque = -x->s[e] / (h * row);
        x->lambda[e] = torque < x->lo[e] ? x->lo[e] : torque > x->hi[e] ? x->hi[e] : torque;
        x->place[e] = no_capacity(x, e) ? DTC_INACTIVE : torque < x->lo[e] ? DTC_FWD : torque > x->hi[e] ? DTC_BWD : 0;
    }
}

/* ---- the runtime ------------------------------------------------------------------------------------------------- */

/* Its rules for one element and its neighbours, which events start from, instead of all places at once. */
static void sample_local(struct law_model *x, struct other *o, double h)
{
    dtc_law w = DTC_LAW_VIEW(x->y->m, x);

    (void)o;
    law_inputs(x);
    if (dtc_law_settle(&w, 0, 0))
        dtc_law_factor(&w);
    law_evaluate(x, &w);
    take_slips(x, &w, h);
}

static void sample_runtime(struct law_model *x, struct other *o, double h)
{
    (void)o;
    law_sample(x, h);
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

static const struct { const char *name; scheme_sample *sample; } schemes[] = {
    { "automata, start places, slip stays", sample_automata },
    { "automata, start places, impulse", sample_impulse },
    { "torques clipped", sample_clipped },
    { "steep characteristic", sample_steep },
    { "local rules, impulse", sample_local },
    { "dtc", sample_runtime },
};
enum { SCHEMES = sizeof schemes / sizeof *schemes };

struct row { long moves; int chat; double slip, *ratio; };

static struct trace run_scheme(scheme_sample *sample, const struct system *y, double h, int steps)
{
    struct trace r = trace_new(y, h, steps);
    struct law_model x;
    struct other o = { { 0 }, { 0 } };

    law_init(&x, y);
    for (int k = 0; k <= steps; k++) {
        sample(&x, &o, h);
        trace_put(&r, k, x.v, x.s, x.lambda, x.place);
        law_advance(&x, (k + 1) * h, h);
    }
    return r;
}

static void compare(struct row *row, int i, const struct system *y, double h, const struct trace *truth)
{
    struct exact_result result;
    struct trace exact = run_exact(&result, y, h, truth->steps, 1);

    for (int k = 0; k < SCHEMES; k++) {
        struct trace r = run_scheme(schemes[k].sample, y, h, truth->steps);
        row[k].moves += count_changes(&r, 1);
        row[k].chat += chatters(&r, &exact);
        row[k].slip = larger(row[k].slip, stuck_slip(&r));
        double ratio = (distance(y, &r, truth) + 1e-9) / (distance(y, &exact, truth) + 1e-9);
        row[k].ratio[i] = isfinite(ratio) ? ratio : INFINITY;
        trace_free(&r);
    }
    trace_free(&exact);
}

/* Of what grows beyond all bounds, that it does. */
static const char *figure(char text[16], const char *form, double x)
{
    if (!(x <= 1000))
        return "> 1000";
    snprintf(text, 16, form, x);
    return text;
}

static void show(struct row *row, double h, int systems, long true_moves)
{
    char slip[16], middle[16], most[16];

    printf("\n%-38s changes of place   chatter   slip when stuck   error: median      95 %%   systems beyond 10\n", "");
    for (int k = 0; k < SCHEMES; k++) {
        int lost = 0;
        for (int i = 0; i < systems; i++)
            lost += !(row[k].ratio[i] <= 10);
        printf("%3g ms  %-34s %12.2f %9d %17s %15s %9s %19d\n", 1e3 * h, schemes[k].name,
               (double)row[k].moves / (double)true_moves, row[k].chat, figure(slip, "%.0e", row[k].slip),
               figure(middle, "%.2f", quantile(row[k].ratio, systems, 0.5)),
               figure(most, "%.2f", quantile(row[k].ratio, systems, 0.95)), lost);
    }
}

int main(int argc, char **argv)
{
    int systems = argc > 1 ? atoi(argv[1]) : 300;
    uint64_t seed = argc > 2 ? (uint64_t)atol(argv[2]) : 1;
    struct row fine[SCHEMES], coarse[SCHEMES];
    long true_moves = 0;

    systems = systems < 1 ? 1 : systems;
    for (int k = 0; k < SCHEMES; k++) {
        fine[k] = coarse[k] = (struct row){ 0, 0, 0, NULL };
        fine[k].ratio = calloc((size_t)systems, sizeof *fine[k].ratio);
        coarse[k].ratio = calloc((size_t)systems, sizeof *coarse[k].ratio);
        if (!fine[k].ratio || !coarse[k].ratio)
            return 1;
    }
    for (int i = 0; i < systems; i++) {
        struct system y = random_system(seed + (uint64_t)i, 1);
        struct exact_result result;
        make_admissible(&y);
        struct trace truth = run_exact(&result, &y, 1e-3, 2000, 100), tenth = thin(&truth);
        true_moves += result.moves;
        compare(fine, i, &y, 1e-3, &truth);
        compare(coarse, i, &y, 1e-2, &tenth);
        trace_free(&truth);
        trace_free(&tenth);
    }
    show(fine, 1e-3, systems, true_moves);
    show(coarse, 1e-2, systems, true_moves);
    return 0;
}
