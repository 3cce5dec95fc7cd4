/* causal.c - tearing: the unknowns to guess so that all others follow one by one.
 *
 * The fewest such unknowns are hard to find (Carpanzano 2000: NP-complete), so three greedy orders are tried and the
 * smallest kept:
 *
 *   gain      the unknown that makes the most equations solvable at once (Cellier's heuristics as improved by Meijer
 * 2011) preferred accelerations of states first, by gain: on rigid chains and gear sets all else follows degree    in
 * the equation with the fewest unknowns left, the one that occurs most often (Cellier 1991, Elmqvist and Otter 1994)
 *
 * after which tearing variables that the others make superfluous are given back. Only entries that cannot vanish are
 * solved for (linear.c); among the equations that are ready the one with the best pivot goes first. Then further
 * unknowns are torn:
 *
 *   - along a long order rounding errors may grow without bound (a chain of dampers without inertia: by 3.7 a node).
 * Where they would by more than GROWTH, which is the four digits that a solution may lose (setup wants matrices of
 * torques symmetric to 1e-9), the order begins anew, as in multiple shooting (Keller 1968);
 *   - at the root of a tree more and more tearing variables meet, each with a derivative of its own: n log n of them.
 * An unknown that more than REACH would reach is torn, which makes the exact matrices linear in size.
 *
 * Cost: linear in the entries for each order (bucket queues); giving back is tried where it costs at most TRIES
 * entries. Requires: n rows in n unknowns, structurally regular. Ensures: as many residuals as tearing variables.
 */
#include <math.h>
#include "tear.h"

enum { TRIES = 2000000, REACH = 8 };
static const double GROWTH = 1e4;
typedef enum { BY_GAIN, PREFERRED_FIRST, BY_DEGREE } Strategy;

typedef struct { uint32_t row, pos; } Use;

typedef struct {
    Arena *a;
    const Row *row; uint32_t n;
    uint32_t *use_start; Use *use;         /* by unknown: where it occurs */
    const bool *preferred;
    uint32_t *left;                        /* by row: unknowns not yet known */
    bool *known, *spent;                   /* by unknown; by row: used to solve for one */
    uint32_t *gain, *degree, nknown;
    uint32_t *ready[PIVOT_NONE];           /* vecs of rows, by pivot; stacks read from head */
    uint32_t  head[PIVOT_NONE];
    uint32_t **bucket, top;                /* by 2*gain + preferred: vecs of unknowns, some out of date */
    uint32_t **short_rows, shortest;       /* by unknowns left: vecs of rows, some out of date */
    Causal    out;
} Search;

static uint32_t key(const Search *s, uint32_t v) { return 2*s->gain[v] + (s->preferred[v] ? 1 : 0); }

static void queue_unknown(Search *s, uint32_t v)
{
    uint32_t k = key(s, v);
    while (vec_len(s->bucket) <= k)
        vec_push(s->a, s->bucket, NULL);
    vec_push(s->a, s->bucket[k], v);
    if (k > s->top)
        s->top = k;
}

static void queue_row(Search *s, uint32_t r)
{
    uint32_t k = s->left[r];
    while (vec_len(s->short_rows) <= k)
        vec_push(s->a, s->short_rows, NULL);
    vec_push(s->a, s->short_rows[k], r);
    if (k < s->shortest)
        s->shortest = k;
}

/* The entries of the unknowns that are left in a row with one or two of them. */
static uint32_t remaining(const Search *s, uint32_t r, const Entry **e)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < vec_len(s->row[r].entry) && n < 2; k++)
        if (!s->known[s->row[r].entry[k].local])
            e[n++] = &s->row[r].entry[k];
    return n;
}

static void change_gain(Search *s, const Entry *of, const Entry *other, int by)
{
    if (other->pivot == PIVOT_NONE)
        return;
    s->gain[of->local] += (uint32_t)by;
    queue_unknown(s, of->local);
}

/* Row r has lost an unknown, whose entry is gone. */
static void shrink(Search *s, uint32_t r, const Entry *gone)
{
    const Entry *e[2];
    if (s->spent[r])
        return;
    s->left[r]--;
    if (s->left[r] == 2 && remaining(s, r, e) == 2) {
        change_gain(s, e[0], e[1], 1);
        change_gain(s, e[1], e[0], 1);
    }
    if (s->left[r] == 1 && remaining(s, r, e) == 1) {
        if (gone)
            change_gain(s, e[0], gone, -1);
        if (e[0]->pivot != PIVOT_NONE)
            vec_push(s->a, s->ready[e[0]->pivot], r);
    }
    if (s->left[r] > 1)
        queue_row(s, r);
}

static void learn(Search *s, uint32_t v)
{
    s->known[v] = true;
    s->nknown++;
    for (uint32_t k = s->use_start[v]; k < s->use_start[v + 1]; k++)
        shrink(s, s->use[k].row, &s->row[s->use[k].row].entry[s->use[k].pos]);
}

/* Solves all that can be solved now. */
static void propagate(Search *s)
{
    for (uint32_t p = 0; p < PIVOT_NONE;) {
        const Entry *e[2];
        if (s->head[p] == vec_len(s->ready[p])) {
            p++;
            continue;
        }
        uint32_t r = s->ready[p][s->head[p]++];
        if (s->spent[r] || s->left[r] != 1 || remaining(s, r, e) != 1)
            continue;
        s->spent[r] = true;
        vec_push(s->a, s->out.solved, ((Solved){ r, e[0]->local }));
        learn(s, e[0]->local);
        p = 0;
    }
}

static uint32_t best_gain(Search *s, bool preferred_only)
{
    for (uint32_t k = s->top + 1; k-- > (preferred_only ? 0 : 2);)
        while (vec_len(s->bucket[k]) && (!preferred_only || k % 2)) {
            uint32_t v = vec_pop(s->bucket[k]);
            if (s->known[v] || key(s, v) != k)
                continue;
            if (!preferred_only)
                s->top = k;
            return v;
        }
    return UINT32_MAX;
}

static uint32_t best_degree(Search *s)
{
    for (; s->shortest < vec_len(s->short_rows); s->shortest++)
        while (vec_len(s->short_rows[s->shortest])) {
            uint32_t r = vec_last(s->short_rows[s->shortest]), best = UINT32_MAX;
            if (!s->spent[r] && s->left[r] == s->shortest)
                for (uint32_t k = 0; k < vec_len(s->row[r].entry); k++) {
                    uint32_t v = s->row[r].entry[k].local;
                    if (s->known[v])
                        continue;
                    if (best == UINT32_MAX ||
                        s->degree[v] + s->preferred[v] > s->degree[best] + s->preferred[best])
                        best = v;
                }
            if (best != UINT32_MAX)
                return best;
            (void)vec_pop(s->short_rows[s->shortest]);
        }
    return UINT32_MAX;
}

static uint32_t choose(Search *s, Strategy how, uint32_t *next)
{
    uint32_t v = how == PREFERRED_FIRST ? best_gain(s, true) : UINT32_MAX;
    if (v == UINT32_MAX && how != BY_DEGREE)
        v = best_gain(s, false);
    if (v == UINT32_MAX)
        v = best_degree(s);
    while (v == UINT32_MAX && s->known[*next])
        ++*next;
    return v == UINT32_MAX ? *next : v;
}

static void tear_unknown(Search *s, uint32_t v)
{
    vec_push(s->a, s->out.tear, v);
    learn(s, v);
    propagate(s);
}

static void start(Search *s)
{
    for (uint32_t r = 0; r < s->n; r++) {
        s->left[r] = vec_len(s->row[r].entry) + 1;
        shrink(s, r, NULL);
    }
    for (uint32_t v = s->n; v-- > 0;) {
        s->degree[v] = s->use_start[v + 1] - s->use_start[v];
        if (s->gain[v] == 0)
            queue_unknown(s, v);
    }
    propagate(s);
}

/* of: what does not change. */
static Search search_begin(const Search *of)
{
    const uint32_t n = of->n;
    Search s = *of;
    s.left = NEW_N(s.a, uint32_t, n + 1);
    s.known = NEW_N(s.a, bool, n + 1);
    s.spent = NEW_N(s.a, bool, n + 1);
    s.gain = NEW_N(s.a, uint32_t, n + 1);
    s.degree = NEW_N(s.a, uint32_t, n + 1);
    s.shortest = UINT32_MAX;
    return s;
}

static Causal finish(Search *s)
{
    for (uint32_t r = 0; r < s->n; r++)
        if (!s->spent[r])
            vec_push(s->a, s->out.residual, r);
    return s->out;
}

static void transpose(Arena *a, const Row *row, uint32_t n, uint32_t **start_out, Use **use_out)
{
    uint32_t *first = NEW_N(a, uint32_t, n + 2);
    for (uint32_t r = 0; r < n; r++)
        for (uint32_t k = 0; k < vec_len(row[r].entry); k++)
            first[row[r].entry[k].local + 1]++;
    for (uint32_t v = 0; v < n; v++)
        first[v + 1] += first[v];
    uint32_t *fill = NEW_N(a, uint32_t, n + 1);
    Use *use = NEW_N(a, Use, first[n] + 1);
    for (uint32_t r = 0; r < n; r++)
        for (uint32_t k = 0; k < vec_len(row[r].entry); k++) {
            uint32_t v = row[r].entry[k].local;
            use[first[v] + fill[v]++] = (Use){ r, k };
        }
    *start_out = first;
    *use_out = use;
}

/* Is a system torn by all of `tear` but number `without` (and those already given back)? */
static bool suffices(const Search *of, const uint32_t *tear, uint32_t without, Causal *out)
{
    Search s = search_begin(of);
    start(&s);
    for (uint32_t i = 0; i < vec_len(tear); i++)
        if (i != without && !s.known[tear[i]])
            tear_unknown(&s, tear[i]);
    if (s.nknown < s.n)
        return false;
    *out = finish(&s);
    return true;
}

/* Along the order of solution: rounding errors (one unit in each unknown, of either sign, and what becomes of it with
 * the coefficients as they are now), and the tearing variables that reach an unknown. */
typedef struct { uint32_t n, v[REACH]; } Reach;
typedef struct { double *error; Reach *reach; bool *torn, any; uint32_t *segment, now; } Growth;

static double own_error(uint32_t v) { return v*2654435769u >> 31 ? 1 : -1; }

static void begin_anew(Growth *g, uint32_t v)
{
    g->error[v] = own_error(v);
    g->reach[v] = (Reach){ 1, { v } };
}

static void tear_again(Growth *g, uint32_t v)
{
    g->torn[v] = g->any = true;
    g->segment[v] = g->now;
    begin_anew(g, v);
}

/* False: they are too many. */
static bool unite(Reach *to, const Reach *from)
{
    for (uint32_t i = 0; i < from->n; i++) {
        uint32_t k = 0;
        while (k < to->n && to->v[k] != from->v[i])
            k++;
        if (k == REACH)
            return false;
        if (k == to->n)
            to->v[to->n++] = from->v[i];
    }
    return true;
}

/* Too much: the unknown is torn. If it is because of errors, a segment begins, which takes no large ones from those
 * before. */
static void follow(Growth *g, const Row *r, uint32_t v)
{
    double sum = 0, pivot = 1;
    bool few = true;
    Reach reach = { 0 };
    for (uint32_t k = 0; k < vec_len(r->entry); k++) {
        const Entry *e = &r->entry[k];
        if (e->local == v) {
            pivot = e->x;
            continue;
        }
        if (g->segment[e->local] < g->now && fabs(g->error[e->local]) > sqrt(GROWTH))
            tear_again(g, e->local);
        sum += e->x * g->error[e->local];
        few = few && unite(&reach, &g->reach[e->local]);
    }
    g->error[v] = own_error(v) - sum / pivot;
    g->reach[v] = reach;
    g->segment[v] = g->now;
    bool exact = fabs(g->error[v]) <= GROWTH;
    g->now += !exact;
    if (!exact || !few)
        tear_again(g, v);
}

static Causal bounded(Arena *a, const Row *row, uint32_t n, Causal c)
{
    Growth g = { NEW_N(a, double, n + 1),   NEW_N(a, Reach, n + 1),
                 NEW_N(a, bool, n + 1),     false,
                 NEW_N(a, uint32_t, n + 1), 0 };
    Causal out = { .tear = c.tear, .residual = c.residual };
    for (uint32_t i = 0; i < vec_len(c.tear); i++)
        begin_anew(&g, c.tear[i]);
    for (uint32_t i = 0; i < vec_len(c.solved); i++)
        follow(&g, &row[c.solved[i].row], c.solved[i].local);
    if (!g.any)
        return c;
    for (uint32_t i = 0; i < vec_len(c.solved); i++) {
        Solved s = c.solved[i];
        if (!g.torn[s.local]) {
            vec_push(a, out.solved, s);
            continue;
        }
        vec_push(a, out.tear, s.local);
        vec_push(a, out.residual, s.row);
    }
    return out;
}

Causal causalize(Arena *a, const Row *row, uint32_t n, const bool *preferred)
{
    static const Strategy order[] = { PREFERRED_FIRST, BY_GAIN, BY_DEGREE };
    Causal best = { 0 };
    Search of = { .a = a, .row = row, .n = n, .preferred = preferred };

    transpose(a, row, n, &of.use_start, &of.use);
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t next = 0;
        Search s = search_begin(&of);
        start(&s);
        while (s.nknown < n)
            tear_unknown(&s, choose(&s, order[i], &next));
        if (i == 0 || vec_len(s.out.tear) < vec_len(best.tear))
            best = finish(&s);
    }
    uint64_t cost = of.use_start[n] + n;
    for (uint32_t i = vec_len(best.tear); i-- > 0 && vec_len(best.tear) * cost <= TRIES;) {
        Causal smaller;
        if (i < vec_len(best.tear) && suffices(&of, best.tear, i, &smaller))
            best = smaller;
    }
    return bounded(a, row, n, best);
}
