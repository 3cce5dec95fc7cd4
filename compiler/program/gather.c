/* gather.c - a pass over the step program: what irregular models repeat becomes loops, in another order.
 *
 * A tree of components, or components connected at random, has no run of statements that repeats (roll.c), but
 * thousands of statements of one shape. In a list of roll.c's MANY statements these are put together, by list
 * scheduling (Hu 1961) with queues: of all statements that wait for nothing any more (depend.c) the shape that most
 * have is next, as a loop over tables of places, if these are ALIKE at least. What then waits for nothing but for
 * the same repeat, with one shape in most repeats, follows in the body of the loop; repeats that have none are left to
 * another loop. If no shape has enough, the statement is next behind which the most stand one behind the other, so
 * that what is equal comes up together. A statement computes the same from the same values, so the bits stay. Code
 * grows with shapes times the depth of the graph, where tables of constants grow with components.
 *
 * Cost: linear in the statements and what they wait for, times the length of a loop's body; sorts of repeats.
 * Requires: roll.c, which calls it.
 */
#include <stdlib.h>
#include "roll.h"

#define SEVERAL UINT32_MAX

enum {
    ALIKE = 16,                            /* repeats of a loop at least */
    FEW = 4,                               /* one repeat of so many may be left out for one statement more */
    LONGEST = 64                           /* statements of a repeat at most */
};

/* Vecs, of a shape: statements that wait for nothing; those that may follow in a repeat of the loop being made. */
typedef struct { uint32_t *ready, *follow; bool listed; } Queue;
/* Of each statement: its number in the list, its first place, its queue; is it done? While a loop is made: the number
 * of its repeat + 1, if it may follow there, SEVERAL: it waits for several; for how many of this repeat. Vecs: large:
 * queues with ALIKE that are ready; touched, offered: statements, queues of which by, follow are set; out: the new
 * list */
typedef struct {
    Roll *r; const Statement *body; uint32_t n, from, *step, *place, *of; bool *done; Depend depend; Queue *queue;
    uint32_t *by, *got, *touched, *offered, *large, *height, **at, top, finished; Statement *out;
} Gather;
/* A loop that is being made of n repeats, of which some are left: kept; column: vec, of each statement of the body
 * that of each repeat; seen: of each repeat, the last round in which something followed */
typedef struct { uint32_t n, left, round, *seen, **column; bool *kept; } Trial;

/* ---- queues -------------------------------------------------------------------------------------------- */

static void becomes_ready(Gather *g, uint32_t i)
{
    Queue *q = &g->queue[g->of[i]];

    vec_push(&g->r->d->pass, q->ready, i);
    vec_push(&g->r->d->pass, g->at[g->height[i]], i);
    g->top = g->height[i] > g->top ? g->height[i] : g->top;
    if (vec_len(q->ready) >= ALIKE && !q->listed) {
        q->listed = true;
        vec_push(&g->r->d->pass, g->large, g->of[i]);
    }
}

static void is_done(Gather *g, uint32_t i, bool done)
{
    g->finished += done ? 1 : UINT32_MAX;
    g->done[i] = done;
}

static void let_go_on(Gather *g, uint32_t i)
{
    for (uint32_t k = g->depend.from[i]; k < g->depend.from[i + 1]; k++)
        if (--g->depend.waits[g->depend.next[k]] == 0 && !g->done[g->depend.next[k]])
            becomes_ready(g, g->depend.next[k]);
}

/* The longest one, which is emptied. */
static uint32_t *longest(Gather *g)
{
    uint32_t best = 0;

    for (uint32_t k = 1; k < vec_len(g->large); k++)
        if (vec_len(g->queue[g->large[k]].ready) > vec_len(g->queue[g->large[best]].ready))
            best = k;
    Queue *q = &g->queue[g->large[best]];
    uint32_t *ready = q->ready;
    g->large[best] = vec_last(g->large);
    (void)vec_pop(g->large);
    *q = (Queue){ 0 };
    return ready;
}

/* ---- what follows in each repeat ----------------------------------------------------------------------- */

typedef struct { double key; uint32_t i; } Ordered;

static int by_key(const void *a, const void *b)
{
    const Ordered *x = a, *y = b;
    return x->key != y->key ? (x->key > y->key) - (x->key < y->key) : (x->i > y->i) - (x->i < y->i);
}

/* In the order of the elements that they set, which makes most places lines. */
static void in_order(Gather *g, uint32_t *ready)
{
    uint32_t n = vec_len(ready);
    Ordered *o = NEW_N(&g->r->d->pass, Ordered, n);

    for (uint32_t i = 0; i < n; i++) {
        const Place *p = &g->r->shapes.place[g->place[ready[i]]];
        bool any = g->place[ready[i] + 1] > g->place[ready[i]];
        o[i] = (Ordered){ any ? numbers_of(g->r, p, 1, 1)[0] : 0, ready[i] };
    }
    qsort(o, n, sizeof *o, by_key);
    for (uint32_t i = 0; i < n; i++)
        ready[i] = o[i].i;
}

/* Statement i is in repeat k: what waits for nothing else may follow there. */
static void offer(Gather *g, uint32_t i, uint32_t k)
{
    Arena *a = &g->r->d->pass;

    is_done(g, i, true);
    for (uint32_t j = g->depend.from[i]; j < g->depend.from[i + 1]; j++) {
        uint32_t next = g->depend.next[j];
        if (!g->by[next])
            vec_push(a, g->touched, next);
        g->by[next] = !g->by[next] || g->by[next] == k + 1 ? k + 1 : SEVERAL;
        if (g->by[next] == SEVERAL || ++g->got[next] < g->depend.waits[next])
            continue;
        Queue *q = &g->queue[g->of[next]];
        if (vec_len(q->follow) == 0)
            vec_push(a, g->offered, g->of[next]);
        vec_push(a, q->follow, next);
    }
}

static bool follows(const Gather *g, const Trial *t, uint32_t i)
{
    const uint32_t by = g->by[i];
    return !g->done[i] && by && by != SEVERAL && g->got[i] == g->depend.waits[i] && t->kept[by - 1];
}

/* In how many repeats one of this queue may follow; puts these into the column. */
static uint32_t follow_of(const Gather *g, Trial *t, const Queue *q, uint32_t *column)
{
    uint32_t n = 0;

    t->round++;
    for (uint32_t i = 0; i < vec_len(q->follow); i++) {
        uint32_t next = q->follow[i];
        if (!follows(g, t, next) || t->seen[g->by[next] - 1] == t->round)
            continue;
        t->seen[g->by[next] - 1] = t->round;
        column[g->by[next] - 1] = next;
        n++;
    }
    return n;
}

/* Repeat k is none of this loop. */
static void leave_out(Gather *g, Trial *t, uint32_t k)
{
    t->kept[k] = false;
    t->left--;
    for (uint32_t c = 0; c < vec_len(t->column); c++) {
        uint32_t i = t->column[c][k];
        is_done(g, i, false);
        for (uint32_t j = g->depend.from[i]; j < g->depend.from[i + 1]; j++)
            if (g->by[g->depend.next[j]] == k + 1)
                g->by[g->depend.next[j]] = g->got[g->depend.next[j]] = 0;
    }
    becomes_ready(g, t->column[0][k]);
}

static void add_column(Gather *g, Trial *t, uint32_t *column)
{
    vec_push(&g->r->d->pass, t->column, column);
    for (uint32_t k = 0; k < t->n; k++)
        if (t->kept[k])
            offer(g, column[k], k);
}

/* By the statement that follows in most repeats, once in each. */
static bool grows(Gather *g, Trial *t)
{
    uint32_t most = 0, best = 0, *column = NEW_N(&g->r->d->pass, uint32_t, t->n);

    for (uint32_t k = 0; k < vec_len(g->offered); k++) {
        uint32_t n = follow_of(g, t, &g->queue[g->offered[k]], column);
        best = n > most ? k : best;
        most = n > most ? n : most;
    }
    if (most < ALIKE || most < t->left - t->left / FEW)
        return false;
    (void)follow_of(g, t, &g->queue[g->offered[best]], column);
    for (uint32_t k = 0; k < t->n; k++)
        if (t->kept[k] && t->seen[k] != t->round)
            leave_out(g, t, k);
    add_column(g, t, column);
    return true;
}

static Trial trial(Gather *g, uint32_t *ready)
{
    Arena *a = &g->r->d->pass;
    const uint32_t n = vec_len(ready);
    Trial t = { .n = n, .left = n, .kept = NEW_N(a, bool, n), .seen = NEW_N(a, uint32_t, n) };

    for (uint32_t k = 0; k < n; k++)
        t.kept[k] = true;
    add_column(g, &t, ready);
    while (vec_len(t.column) < LONGEST && grows(g, &t))
        ;
    for (uint32_t i = 0; i < vec_len(g->touched); i++)
        g->by[g->touched[i]] = g->got[g->touched[i]] = 0;
    for (uint32_t k = 0; k < vec_len(g->offered); k++)
        vec_clear(g->queue[g->offered[k]].follow);
    vec_clear(g->touched);
    vec_clear(g->offered);
    return t;
}

/* ---- statements of the new list ------------------------------------------------------------------------ */

static void put_out(Gather *g, Statement s) { vec_push(&g->r->d->run, g->out, s); }

/* The notes before a statement. */
static void notes(const Gather *g, uint32_t i, Statement **out)
{
    for (uint32_t k = i ? g->step[i - 1] + 1 : g->from; k < g->step[i]; k++)
        vec_push(&g->r->d->run, *out, g->body[k]);
}

/* The statement that these are in the repeats. */
static Statement repeated(Gather *g, const uint32_t *column, uint32_t n)
{
    Roll *r = g->r;
    const uint32_t first = g->place[column[0]], step = g->place[column[0] + 1] - first;
    Place *all = NEW_N(&r->d->pass, Place, (size_t)n * step + 1);
    Ex *image = NEW_N(&r->d->pass, Ex, step + 1);

    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < step; k++)
            all[i * step + k] = r->shapes.place[g->place[column[i]] + k];
    for (uint32_t k = 0; k < step; k++)
        image[k] = by_index(r, &all[k], step, n).by;
    r->shapes.image = image;
    r->shapes.next = 0;
    return reshaped(&r->shapes, &g->body[g->step[column[0]]]);
}

static void next_loop(Gather *g)
{
    Roll *r = g->r;
    uint32_t *ready = longest(g);
    Statement *inside = NULL;

    in_order(g, ready);
    const Trial t = trial(g, ready);
    make_index(r, t.left);
    for (uint32_t c = 0; c < vec_len(t.column); c++) {
        uint32_t n = 0;
        for (uint32_t k = 0; k < t.n; k++)
            if (t.kept[k])
                t.column[c][n++] = t.column[c][k];
        notes(g, t.column[c][0], &inside);
        vec_push(&r->d->run, inside, repeated(g, t.column[c], n));
    }
    put_out(g, (Statement){ .kind = DO_LOOP, .to = r->index, .count = ex_int(r->d, t.left), .body = inside });
    r->told->rolled += (uint64_t)t.left * vec_len(t.column);
    for (uint32_t c = 0; c < vec_len(t.column); c++)
        for (uint32_t k = 0; k < t.left; k++)
            let_go_on(g, t.column[c][k]);
}

/* The ready one from which the most statements one behind the other wait. */
static uint32_t most_urgent(Gather *g)
{
    for (;; g->top--)
        while (vec_len(g->at[g->top]) > 0) {
            uint32_t i = vec_pop(g->at[g->top]);
            if (!g->done[i])
                return i;
        }
}

static void next_statement(Gather *g)
{
    const uint32_t next = most_urgent(g);
    Queue *q = &g->queue[g->of[next]];
    uint32_t n = 0;

    for (uint32_t i = 0; i < vec_len(q->ready); i++)
        if (q->ready[i] != next)
            q->ready[n++] = q->ready[i];
    vec_cut(q->ready, n);
    notes(g, next, &g->out);
    put_out(g, g->body[g->step[next]]);
    is_done(g, next, true);
    let_go_on(g, next);
}

/* ---- a list -------------------------------------------------------------------------------------------- */

/* Statements of one shape are a class: those between from and to, of which all are plain. */
static void classes(Gather *g, uint32_t from, uint32_t to)
{
    Arena *a = &g->r->d->pass;
    Map known = { 0 };

    g->step = NEW_N(a, uint32_t, to - from + 1);
    g->place = NEW_N(a, uint32_t, to - from + 1);
    g->of = NEW_N(a, uint32_t, to - from + 1);
    g->by = NEW_N(a, uint32_t, to - from + 1);
    g->got = NEW_N(a, uint32_t, to - from + 1);
    g->done = NEW_N(a, bool, to - from + 1);
    vec_clear(g->r->shapes.place);
    for (uint32_t i = from; i < to; i++) {
        if (g->body[i].kind == DO_NOTE)
            continue;
        g->step[g->n] = i;
        g->place[g->n] = vec_len(g->r->shapes.place);
        uint64_t shape = statement_shape(&g->r->shapes, &g->body[i]) | 1;
        uint32_t k = (uint32_t)map_get(&known, shape);
        if (!k) {
            vec_push(a, g->queue, ((Queue){ 0 }));
            map_set(a, &known, shape, k = vec_len(g->queue));
        }
        g->of[g->n++] = k - 1;
    }
    g->place[g->n] = vec_len(g->r->shapes.place);
    g->r->told->statements += g->n;
}

/* Of each statement: how many wait for it, one behind the other, at most. */
static void heights(Gather *g)
{
    g->height = NEW_N(&g->r->d->pass, uint32_t, g->n + 1);
    g->at = NEW_N(&g->r->d->pass, uint32_t *, g->n + 1);
    for (uint32_t i = g->n; i-- > 0;)
        for (uint32_t k = g->depend.from[i]; k < g->depend.from[i + 1]; k++) {
            uint32_t beyond = g->height[g->depend.next[k]] + 1;
            g->height[i] = beyond > g->height[i] ? beyond : g->height[i];
        }
}

static void gather_part(Gather *all, uint32_t from, uint32_t to)
{
    Gather g = { .r = all->r, .body = all->body, .from = from, .out = all->out };

    classes(&g, from, to);
    g.depend = dependences(g.r->e, g.body, g.step, g.n);
    heights(&g);
    for (uint32_t i = g.n; i-- > 0;)
        if (g.depend.waits[i] == 0)
            becomes_ready(&g, i);
    while (g.finished < g.n)
        if (vec_len(g.large) > 0)
            next_loop(&g);
        else
            next_statement(&g);
    for (uint32_t k = g.n > 0 ? g.step[g.n - 1] + 1 : from; k < to; k++)
        put_out(&g, g.body[k]);
    all->out = g.out;
}

/* Parts of plain statements; what is none stays between them. */
Statement *gathered(Roll *r, const Statement *body)
{
    Gather g = { .r = r, .body = body };
    uint32_t n = vec_len(body);

    r->gathers = true;
    for (uint32_t from = 0, to; from < n; from = to) {
        for (to = from; to < n && tells_cells(r->e, &body[to]);)
            to++;
        if (to - from >= ALIKE)
            gather_part(&g, from, to);
        else
            for (to += to == from; from < to; from++)
                put_out(&g, body[from]);
    }
    r->gathers = false;
    return g.out;
}
