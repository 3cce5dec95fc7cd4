/* gear_find.c - the gears of a train: sets of elements that make a ratio.
 *
 * In virtual work, a torque of 1 at the input, those of the elements and that of the output do no work together in any
 * motion that the gears allow: w_in + T*w_out + sum of lambda*s = 0 as a sum of motions. So a gear is a set of slips
 * with which w_in and w_out depend on each other, and a smallest such set (a circuit, in the words of matroids) has
 * elements that all carry torque; w_in/w_out = -T. All of them are found by a walk over the independent sets, which
 * carries an echelon form along.
 *
 * Cost: the independent sets of as many elements as there are freedoms, at most, times the square of the freedoms.
 */
#include <stdlib.h>
#include "gears.h"

/* A row of the echelon: a motion, and of what it is made: torque at the output, then of each element that is in. */
typedef struct { Rational *motion, *made; uint32_t pivot; } Row;

typedef struct {
    const Train *t; uint32_t in;
    Row *row;                              /* vec */
    uint32_t *chosen;                      /* vec */
    Gear *found;                           /* vec */
    bool overflow;
} Search;

static Rational *copy(const Search *s, const Rational *m, uint32_t n)
{
    Rational *c = NEW_N(&s->t->d->run, Rational, n + 1);
    for (uint32_t i = 0; i < n; i++)
        c[i] = m ? m[i] : (Rational){ 0, 1 };
    return c;
}

/* a += k*b */
static void add(Search *s, Rational *a, const Rational *b, Rational k, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        Rational x = { 0, 1 };
        s->overflow |= !rat_mul(b[i], k, &x) || !rat_add(a[i], x, &a[i]);
    }
}

/* Takes out of r what the rows have. made has room for `n` + 1. */
static void reduce(Search *s, Row *r, uint32_t n)
{
    for (uint32_t i = 0; i < vec_len(s->row) && !s->overflow; i++) {
        const Row *by = &s->row[i];
        Rational k = r->motion[by->pivot];
        if (k.num == 0)
            continue;
        k.num = -k.num;
        add(s, r->motion, by->motion, k, s->t->freedoms);
        add(s, r->made, by->made, k, n);
    }
    r->pivot = 0;
    while (r->pivot < s->t->freedoms && r->motion[r->pivot].num == 0)
        r->pivot++;
}

static bool is_nothing(const Search *s, const Row *r) { return r->pivot == s->t->freedoms; }

/* Pushes the row, scaled to 1 at its pivot; false: it depends on the others. made_at: what it is of. */
static bool push(Search *s, const Rational *motion, uint32_t made_at)
{
    uint32_t n = s->t->freedoms + 2;
    Row r = { copy(s, motion, s->t->freedoms), copy(s, NULL, n), 0 };
    Rational one = { 1, 1 }, k;

    r.made[made_at] = one;
    reduce(s, &r, n);
    if (is_nothing(s, &r) || s->overflow)
        return false;
    s->overflow |= !rat_div(one, r.motion[r.pivot], &k);
    k.num -= k.den;                        /* r += (k - 1)*r */
    Row same = { copy(s, r.motion, s->t->freedoms), copy(s, r.made, n), 0 };
    add(s, r.motion, same.motion, k, s->t->freedoms);
    add(s, r.made, same.made, k, n);
    vec_push(&s->t->d->run, s->row, r);
    return true;
}

/* If the input depends on what is in: 1 a gear, -1 a set that is too large, or without the output; 0: it does not. */
static int look(Search *s)
{
    uint32_t n = vec_len(s->chosen);
    Row r = { copy(s, s->t->member[s->in].motion, s->t->freedoms), copy(s, NULL, s->t->freedoms + 2), 0 };

    reduce(s, &r, s->t->freedoms + 2);
    if (!is_nothing(s, &r) || s->overflow)
        return 0;
    for (uint32_t i = 0; i <= n; i++)
        if (r.made[i].num == 0)
            return -1;
    Gear g = { .ratio = { -r.made[0].num, r.made[0].den } };
    for (uint32_t i = 0; i < n; i++) {
        vec_push(&s->t->d->run, g.element, s->chosen[i]);
        vec_push(&s->t->d->run, g.torque, r.made[i + 1]);
    }
    vec_push(&s->t->d->run, s->found, g);
    return 1;
}

static void walk(Search *s, uint32_t from)
{
    if (s->overflow || look(s) != 0 || vec_len(s->chosen) >= s->t->freedoms)
        return;
    for (uint32_t e = from; e < vec_len(s->t->element); e++) {
        if (s->t->element[e].idle || !push(s, s->t->element[e].motion, vec_len(s->chosen) + 1))
            continue;
        vec_push(&s->t->d->run, s->chosen, e);
        walk(s, e + 1);
        (void)vec_pop(s->chosen);
        (void)vec_pop(s->row);
    }
}

static double value(Rational r) { return (double)r.num / (double)r.den; }

/* Forward gears from the lowest, then those that turn back. */
static int by_ratio(const void *a, const void *b)
{
    double x = value(((const Gear *)a)->ratio), y = value(((const Gear *)b)->ratio);

    return (x < 0) != (y < 0) ? (x < 0) - (y < 0) : (x < y) - (x > y);
}

bool gears_of(const Train *t, uint32_t in, uint32_t out, Gear **gears)
{
    Search s = { .t = t, .in = in };

    if (push(&s, t->member[out].motion, 0))
        walk(&s, 0);
    *gears = s.found;
    if (vec_len(s.found))
        qsort(s.found, vec_len(s.found), sizeof *s.found, by_ratio);
    if (s.overflow)
        error(t->d, ((Span){ 0, 0 }), NULL, "the ratios of this gear train are no fractions of 64 bits");
    return !s.overflow;
}
