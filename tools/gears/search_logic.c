/* search_logic.c - which shift logic of a train has single shifts, even steps and little slip.
 *
 * A gear is a set of elements that leaves one motion, turns the output forward, has no superfluous element and can be
 * driven: engaged freewheels hold, open ones are not forced. Gears are nodes; an edge leads from a gear to a higher one
 * where one element goes off and one comes on. A shift logic of n gears is a path of n nodes. For each bound on the
 * slip, and for each edge as the smallest step, the longest path among edges with steps below the best unevenness so
 * far times it tells whether there is a better one: so the Pareto set of unevenness and slip is complete. Of paths
 * within these bounds the one with the largest spread is taken.
 *
 * Requires: at most 24 elements. Cost: slips times edges times edges; where this is more than WORK, only some of the
 * edges are tried as the smallest step, and how much more even a logic could be is told.
 */
#include <stdlib.h>
#include <string.h>
#include "search.h"

enum { MOST_NODES = 20000 };
static const double WORK = 2e9;

typedef struct { uint32_t from, to; double step; } Edge;
typedef struct { uint32_t set; Fraction ratio; } Node;
typedef struct {
    const Train *t; Node *node;            /* vec */
    uint32_t freedoms;                     /* the least that a gear leaves */
} Gatherer;

typedef struct {
    LogicSearch *r;
    uint32_t *set; double *slip; uint32_t n;
    Edge *edge, *by_step;                  /* vecs: by nodes; by step */
    uint32_t *length;                      /* room for the longest paths */
} Chains;

/* ---- gears --------------------------------------------------------------------------------------------- */

static uint32_t count(uint32_t set) { return (uint32_t)__builtin_popcount(set); }

static void gather(void *to, uint32_t set, const Configuration *c)
{
    Gatherer *g = to;

    if (c->class != STATE_GEAR || fr_sign(c->ratio) <= 0 || count(set) + c->freedoms != g->t->freedoms ||
        c->freedoms > g->freedoms)
        return;
    if (c->freedoms < g->freedoms)
        vec_clear(g->node);
    g->freedoms = c->freedoms;
    vec_push(&g->t->d->run, g->node, ((Node){ set, c->ratio }));
}

static int by_ratio(const void *a, const void *b)
{
    const Node *x = a, *y = b;
    int order = fr_compare(y->ratio, x->ratio);

    return order ? order : (x->set > y->set) - (x->set < y->set);
}

static State state_of_set(const Train *t, uint32_t set)
{
    uint32_t *engaged = NULL;

    for (uint32_t e = 0; e < vec_len(t->element); e++)
        if (set >> e & 1)
            vec_push(&t->d->run, engaged, e);
    return state_of(t, NULL, engaged);
}

static bool is_open(const Train *t, const State *s, uint32_t e)
{
    for (uint32_t i = 0; i < vec_len(s->engaged); i++)
        if (s->engaged[i] == e)
            return false;
    return element_holds(&t->element[e]) && !slip_floats(t, s, e);
}

/* The largest slip of an open element; which, NONE: none is open. */
static Fraction largest_slip(const Train *t, const State *s, uint32_t *element)
{
    Fraction most = FR_ZERO;

    *element = NONE;
    for (uint32_t e = 0; e < vec_len(t->element); e++) {
        Fraction slip = is_open(t, s, e) ? fr_abs(slip_of(t, s, e, 0)) : FR_ZERO;
        if (is_open(t, s, e) && (*element == NONE || fr_compare(slip, most) > 0))
            most = slip, *element = e;
    }
    return most;
}

/* false after a message */
static bool find_gears(Chains *c)
{
    LogicSearch *r = c->r;
    const Train *t = r->train;
    Gatherer g = { .t = t, .freedoms = t->freedoms };

    if (t->inputs != 1) {
        fprintf(stderr, "dtc: --search: a train with %u inputs has no gears; --in names one of them\n",
                t->inputs);
        return false;
    }
    if (!all_configurations(t, gather, &g) || vec_len(g.node) > MOST_NODES) {
        fprintf(stderr, "dtc: --search: too many elements (%u): at most 24, and %d sets that make a gear\n",
                vec_len(t->element), MOST_NODES);
        return false;
    }
    c->n = vec_len(g.node);
    if (c->n)
        qsort(g.node, c->n, sizeof *g.node, by_ratio);
    c->set = NEW_N(&t->d->run, uint32_t, c->n + 1), c->slip = NEW_N(&t->d->run, double, c->n + 1);
    c->length = NEW_N(&t->d->run, uint32_t, c->n + 1);
    c->n = 0;
    for (uint32_t i = 0; i < vec_len(g.node); i++) {
        const State s = state_of_set(t, g.node[i].set);
        uint32_t element;
        if (!s.drive || vec_len(s.forced))
            continue;
        c->set[c->n] = g.node[i].set;
        c->slip[c->n++] = fr_value(largest_slip(t, &s, &element));
        vec_push(&t->d->run, r->state, s);
    }
    return true;
}

static int by_step(const void *a, const void *b)
{
    const Edge *x = a, *y = b;
    return x->step != y->step ? (x->step > y->step) - (x->step < y->step)
         : x->from != y->from ? (x->from > y->from) - (x->from < y->from)
                              : (x->to > y->to) - (x->to < y->to);
}

/* By nodes, so that a path goes forward in them. */
static void find_edges(Chains *c)
{
    LogicSearch *r = c->r;
    Dtc *d = r->train->d;

    for (uint32_t i = 0; i < c->n; i++)
        for (uint32_t k = i + 1; k < c->n; k++)
            if (count(c->set[i] & ~c->set[k]) == 1 && count(c->set[k] & ~c->set[i]) == 1 &&
                !fr_equal(r->state[i].ratio, r->state[k].ratio)) {
                Edge e = { i, k, fr_value(fr_div(r->state[i].ratio, r->state[k].ratio)) };
                vec_push(&d->run, c->edge, e);
                vec_push(&d->run, c->by_step, e);
            }
    r->shifts = vec_len(c->edge);
    if (r->shifts)
        qsort(c->by_step, r->shifts, sizeof *c->by_step, by_step);
}

/* ---- paths --------------------------------------------------------------------------------------------- */

/* Which edges a path may have. */
typedef struct { double slip, least, most; } Window;

static bool is_allowed(const Chains *c, const Edge *e, const Window *w)
{
    return e->step >= w->least && e->step <= w->most && c->slip[e->from] <= w->slip &&
           c->slip[e->to] <= w->slip;
}

/* Nodes of the longest path. */
static uint32_t longest(const Chains *c, const Window *w)
{
    uint32_t most = 0;

    for (uint32_t i = 0; i < c->n; i++) {
        c->length[i] = c->slip[i] <= w->slip;
        most = most ? most : c->length[i];
    }
    for (uint32_t i = 0; i < vec_len(c->edge); i++) {
        const Edge *e = &c->edge[i];
        if (is_allowed(c, e, w) && c->length[e->from] + 1 > c->length[e->to])
            c->length[e->to] = c->length[e->from] + 1;
        most = c->length[e->to] > most ? c->length[e->to] : most;
    }
    return most;
}

/* The path of so many nodes with the largest spread: by number of nodes and last node, the first one. There is one. */
static uint32_t *widest_path(const Chains *c, const Window *w)
{
    Dtc *d = c->r->train->d;
    uint32_t gears = c->r->gears, n = c->n, *path = NULL;
    uint32_t *first = NEW_N(&d->pass, uint32_t, (size_t)gears * n),
             *before = NEW_N(&d->pass, uint32_t, (size_t)gears * n);
    uint32_t end = NONE;
    double most = 0;

    for (size_t i = 0; i < (size_t)gears * n; i++)
        first[i] = i < n && c->slip[i] <= w->slip ? (uint32_t)i : NONE;
    for (uint32_t k = 1; k < gears; k++)
        for (uint32_t i = 0; i < vec_len(c->edge); i++) {
            const Edge *e = &c->edge[i];
            uint32_t *to = &first[(size_t)k * n + e->to], from = first[(size_t)(k - 1) * n + e->from];
            if (from < *to && is_allowed(c, e, w))
                *to = from, before[(size_t)k * n + e->to] = e->from;
        }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t from = first[(size_t)(gears - 1) * n + i];
        double spread = from == NONE ? 0 : fr_value(fr_div(c->r->state[from].ratio, c->r->state[i].ratio));
        if (spread > most)
            most = spread, end = i;
    }
    for (uint32_t k = 0; k < gears; k++)
        vec_push(&d->run, path, 0);
    for (uint32_t k = gears; k-- > 0;) {
        path[k] = end;
        end = before[(size_t)k * n + end];
    }
    return path;
}

static Logic logic_of(const Chains *c, uint32_t *gear)
{
    const LogicSearch *r = c->r;
    uint32_t n = vec_len(gear), element;
    Logic l = { .gear = gear, .slip = FR_ZERO, .slip_element = NONE };
    Fraction least = FR_ZERO, most = FR_ZERO;

    for (uint32_t k = 0; k < n; k++) {
        Fraction slip = largest_slip(r->train, &r->state[gear[k]], &element);
        if (element != NONE && (l.slip_element == NONE || fr_compare(slip, l.slip) > 0))
            l.slip = slip, l.slip_gear = k, l.slip_element = element;
        if (k + 1 == n)
            break;
        Fraction step = fr_div(r->state[gear[k]].ratio, r->state[gear[k + 1]].ratio);
        least = k == 0 || fr_compare(step, least) < 0 ? step : least;
        most = k == 0 || fr_compare(step, most) > 0 ? step : most;
    }
    l.unevenness = fr_div(most, least);
    l.spread = fr_div(r->state[gear[0]].ratio, r->state[gear[n - 1]].ratio);
    return l;
}

/* ---- the Pareto set ------------------------------------------------------------------------------------ */

/* A logic of at most this slip that is more even than `best`: its window. */
static bool more_even(const Chains *c, double slip, double best, uint32_t stride, Window *found)
{
    bool any = false;

    for (uint32_t i = 0; i < vec_len(c->by_step); i += stride) {
        const double least = c->by_step[i].step;
        Window w = { slip, least, least * best * (1 - 1e-12) };
        while (longest(c, &w) >= c->r->gears) { /* nearer: to what the path within it needs */
            const Logic l = logic_of(c, widest_path(c, &w));
            best = fr_value(l.unevenness);
            *found = w, any = true;
            if (best * (1 - 1e-12) <= 1)
                return true;
            w.most = least * best * (1 - 1e-12);
        }
    }
    return any;
}

static int by_value(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* From the least slip up, so that each one has to be more even than those before. */
static void find_pareto(Chains *c, uint32_t stride)
{
    LogicSearch *r = c->r;
    Dtc *d = r->train->d;
    double *slip = NULL, best = 1e300;
    Logic *found = NULL;
    Window w;

    for (uint32_t i = 0; i < c->n; i++)
        vec_push(&d->pass, slip, c->slip[i]);
    qsort(slip, vec_len(slip), sizeof *slip, by_value);
    for (uint32_t i = 0; i < vec_len(slip); i++) {
        if ((i + 1 < vec_len(slip) && slip[i + 1] == slip[i]) || !more_even(c, slip[i], best, stride, &w))
            continue;
        Logic l = logic_of(c, widest_path(c, &w));
        best = fr_value(l.unevenness);
        vec_push(&d->run, found, l);
    }
    for (uint32_t i = vec_len(found); i-- > 0;)
        vec_push(&d->run, r->logic, found[i]);
}

static uint32_t different_slips(const Chains *c)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < c->n; i++) {
        bool known = false;
        for (uint32_t k = 0; k < i && !known; k++)
            known = c->slip[k] == c->slip[i];
        n += !known;
    }
    return n;
}

bool logic_search(const Train *t, uint32_t gears, LogicSearch *r)
{
    *r = (LogicSearch){ .train = t, .gears = gears, .bound = 1 };
    Chains c = { .r = r };

    if (!find_gears(&c))
        return false;
    find_edges(&c);
    const Window all = { 1e300, 0, 1e300 };
    r->longest = longest(&c, &all);
    if (r->longest < gears) {
        fprintf(stderr,
                "dtc: --search: there is no shift logic of %u gears with single shifts alone: %u sets of "
                "elements make a forward gear, and the longest chain of single shifts has %u gears\n",
                gears, c.n, r->longest);
        return false;
    }
    double work = (double)different_slips(&c) * r->shifts * r->shifts;
    uint32_t stride = work > WORK ? (uint32_t)(work / WORK) + 1 : 1;
    for (uint32_t i = 0; stride > 1 && i < r->shifts; i += stride) {
        const Edge *next = &c.by_step[i + stride < r->shifts ? i + stride - 1 : r->shifts - 1];
        double gap = next->step / c.by_step[i].step;
        r->bound = gap > r->bound ? gap : r->bound;
    }
    find_pareto(&c, stride);
    return true;
}
