/* gear_walk.c - what all sets of elements make of a train.
 *
 * An element that is engaged takes its slip out of all motions: of the slips and port speeds, as sums of the free
 * speeds, a multiple of its own is subtracted such that one free speed is in none of them any more. So the walk over
 * all sets carries a matrix along, one step of elimination for each element that comes in, and where all elements are
 * decided the ports' rows tell the class. (Deletion and contraction, in the words of matroids.)
 *
 * Cost: 2^n steps for all sets, of (elements + ports)*freedoms operations at most; for the useful ones those sets alone
 * that have no superfluous element, and where many elements are left to decide, those that can still join the ports.
 */
#include <stdlib.h>
#include "gears.h"

enum { MANY = 8 };                         /* elements to decide: it pays to look whether they can do anything */

typedef struct {
    const Train *t;
    uint32_t *element;                     /* vec: those that can be engaged */
    Matrix *level;                         /* by depth: [element, then port][freedom] */
    Matrix ports;                          /* [freedom][port] */
    uint32_t *basis;                       /* vec */
    bool *in;                              /* by element: engaged */
    State *useful;                         /* vec */
    void (*visit)(void *to, uint32_t set, const Configuration *c);
    void *to;
} Walk;

static Walk walk_of(const Train *t)
{
    Walk w = { .t = t, .in = NEW_N(&t->d->run, bool, vec_len(t->element) + 1) };

    for (uint32_t e = 0; e < vec_len(t->element); e++)
        if (element_holds(&t->element[e]))
            vec_push(&t->d->run, w.element, e);
    uint32_t n = vec_len(w.element), ports = vec_len(t->port);
    w.level = NEW_N(&t->d->run, Matrix, t->freedoms + 1);
    for (uint32_t i = 0; i <= t->freedoms; i++)
        w.level[i] = fr_matrix(t->d, n + ports, t->freedoms);
    w.ports = fr_matrix(t->d, t->freedoms, ports);
    for (uint32_t k = 0; k < t->freedoms; k++) {
        for (uint32_t i = 0; i < n; i++)
            FR_AT(&w.level[0], i, k) = t->element[w.element[i]].motion[k];
        for (uint32_t p = 0; p < ports; p++)
            FR_AT(&w.level[0], n + p, k) = t->body[t->port[p].body].motion[k];
    }
    return w;
}

/* Rows from `first` on of the next level: without the pivot of row e. false: the row is zero. */
static bool contract(const Walk *w, uint32_t depth, uint32_t e, uint32_t first)
{
    const Matrix *from = &w->level[depth];
    Matrix *to = &w->level[depth + 1];
    uint32_t n = from->cols, pivot = 0;

    while (pivot < n && fr_is_zero(FR_AT(from, e, pivot)))
        pivot++;
    if (pivot == n)
        return false;
    for (uint32_t r = first; r < from->rows; r++) {
        Fraction k = fr_div(FR_AT(from, r, pivot), FR_AT(from, e, pivot));
        for (uint32_t c = 0; c < n; c++)
            FR_AT(to, r, c) = fr_is_zero(k) || fr_is_zero(FR_AT(from, e, c))
                                ? FR_AT(from, r, c)
                                : fr_sub(FR_AT(from, r, c), fr_mul(k, FR_AT(from, e, c)));
    }
    return true;
}

/* Class and ratio by the rows of the ports. The basis is left in w. */
static Configuration look(Walk *w, uint32_t depth)
{
    const Matrix *m = &w->level[depth];
    uint32_t n = vec_len(w->element);

    for (uint32_t k = 0; k < w->ports.rows; k++)
        for (uint32_t p = 0; p < w->ports.cols; p++)
            FR_AT(&w->ports, k, p) = FR_AT(m, n + p, k);
    vec_clear(w->basis);
    (void)fr_echelon(w->t->d, &w->ports, w->ports.cols, &w->basis);
    Configuration c = { class_of(w->t, &w->ports, w->basis), w->t->freedoms - depth, FR_ZERO };
    if (c.class == STATE_GEAR)
        c.ratio = ratio_of(w->t, &w->ports, w->basis);
    return c;
}

/* ---- all of them --------------------------------------------------------------------------------------- */

static void walk_all(Walk *w, uint32_t depth, uint32_t e, uint32_t set)
{
    uint32_t n = vec_len(w->element);

    if (e == n) {
        Configuration c = look(w, depth);
        w->visit(w->to, set, &c);
        return;
    }
    walk_all(w, depth, e + 1, set);
    bool more = depth < w->t->freedoms && contract(w, depth, e, e + 1);
    walk_all(w, depth + more, e + 1, set | 1u << w->element[e]);
}

bool all_configurations(const Train *t, void (*visit)(void *to, uint32_t set, const Configuration *c), void *to)
{
    Walk w = walk_of(t);

    if (vec_len(t->element) > MOST_LISTED)
        return false;
    w.visit = visit, w.to = to;
    walk_all(&w, 0, 0, 0);
    return true;
}

/* ---- the useful ones ----------------------------------------------------------------------------------- */

/* Does each engaged element take a torque? If not, the set makes the same without it. */
static bool all_carry(const State *s)
{
    for (uint32_t i = 0; i < vec_len(s->engaged); i++) {
        bool carries = false;
        for (uint32_t k = 0; k < s->drivers; k++)
            carries |= !fr_is_zero(s->element_torque[s->engaged[i] * s->drivers + k]);
        if (!carries)
            return false;
    }
    return true;
}

static void take(Walk *w)
{
    uint32_t *engaged = NULL;

    for (uint32_t i = 0; i < vec_len(w->element); i++)
        if (w->in[i])
            vec_push(&w->t->d->run, engaged, w->element[i]);
    const State s = state_of(w->t, NULL, engaged);
    if (all_carry(&s))
        vec_push(&w->t->d->run, w->useful, s);
}

/* Can the elements from `from` on join the ports? As long as the ports are free of each other with all of them engaged,
 * they are so with any of them. */
static bool can_join(Walk *w, uint32_t depth, uint32_t from)
{
    for (uint32_t e = from; e < vec_len(w->element) && depth < w->t->freedoms; e++)
        depth += contract(w, depth, e, e + 1);
    (void)look(w, depth);
    return vec_len(w->basis) < vec_len(w->t->port);
}

static void walk_useful(Walk *w, uint32_t depth, uint32_t from)
{
    Configuration c = look(w, depth);

    if (c.class == STATE_TIE_UP || c.class == STATE_HELD || c.class == STATE_PARK)
        return; /* no more elements make it turn again */
    if (c.class != STATE_NEUTRAL)
        take(w);
    if (c.class == STATE_GEAR && vec_len(w->t->port) == 2)
        return; /* one more element is superfluous, or too much */
    if (vec_len(w->element) - from > MANY && !can_join(w, depth, from))
        return;
    for (uint32_t e = from; e < vec_len(w->element) && depth < w->t->freedoms; e++) {
        if (!contract(w, depth, e, e + 1))
            continue;
        w->in[e] = true;
        walk_useful(w, depth + 1, e + 1);
        w->in[e] = false;
    }
}

/* Forward gears from the lowest, then those that turn back, from the lowest as well, then others. */
static int by_ratio(const void *a, const void *b)
{
    const State *x = a, *y = b;
    int sx = fr_sign(x->ratio), sy = fr_sign(y->ratio);

    if (sx != sy)
        return sx > 0 ? -1 : sy > 0 ? 1 : sx < 0 ? -1 : 1;
    int order = fr_compare(fr_abs(y->ratio), fr_abs(x->ratio));
    for (uint32_t i = 0; !order && i < vec_len(x->engaged) && i < vec_len(y->engaged); i++)
        order = (x->engaged[i] > y->engaged[i]) - (x->engaged[i] < y->engaged[i]);
    return order;
}

State *useful_states(const Train *t)
{
    Walk w = walk_of(t);

    walk_useful(&w, 0, 0);
    if (vec_len(w.useful))
        qsort(w.useful, vec_len(w.useful), sizeof *w.useful, by_ratio);
    return w.useful;
}
