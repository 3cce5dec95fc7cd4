/* invariants.c - sums of tokens that no transition of a net changes: y with y C = 0, C how transitions change places.
 *
 * Gauss's elimination of the rows of [C | 1], by place, in exact fractions: a row whose part of C vanishes has an
 * invariant behind it, and all of them are a basis (Murata 1989, section V). They are made whole, without a common
 * factor, the first coefficient positive. Rows hold what is not zero. Cost: the rows are few and short in nets as they
 * are written; at worst cubic. Where a fraction needs more than 64 bits there is no answer.
 */
#include <stdlib.h>
#include "nets.h"

typedef struct { uint32_t at; Rational r; } Entry;        /* at: a transition, or transitions + a place */
typedef struct { Entry *entry; } Row;      /* vec, by column */

static Row row_of(Dtc *d, const FlatNet *n, uint32_t place)
{
    Row row = { NULL };
    const uint32_t transitions = vec_len(n->transition);

    for (uint32_t k = 0; k < transitions; k++) {
        const FlatTransition *t = &n->transition[k];
        int change = net_among(t->to, place) - net_among(t->from, place);
        if (change)
            vec_push(&d->pass, row.entry, ((Entry){ k, { change, 1 } }));
    }
    vec_push(&d->pass, row.entry, ((Entry){ transitions + place, { 1, 1 } }));
    return row;
}

/* a + f b; false: a number is too large. */
static bool combined(Dtc *d, Row a, Row b, Rational f, Row *sum)
{
    uint32_t i = 0, k = 0;
    Row out = { NULL };

    while (i < vec_len(a.entry) || k < vec_len(b.entry)) {
        const bool of_a = k == vec_len(b.entry) || (i < vec_len(a.entry) && a.entry[i].at <= b.entry[k].at);
        const bool of_b = i == vec_len(a.entry) || (k < vec_len(b.entry) && b.entry[k].at <= a.entry[i].at);
        Entry e = of_a ? a.entry[i] : (Entry){ b.entry[k].at, { 0, 1 } };
        Rational part = { 0, 1 };
        if (of_b && (!rat_mul(f, b.entry[k].r, &part) || !rat_add(e.r, part, &e.r)))
            return false;
        if (e.r.num)
            vec_push(&d->pass, out.entry, e);
        i += of_a, k += of_b;
    }
    *sum = out;
    return true;
}

/* Without the columns that have a pivot already; its own first column, or what is behind the transitions. */
static bool reduce_row(Dtc *d, Row *row, const Row *pivot, uint32_t transitions)
{
    while (row->entry[0].at < transitions && pivot[row->entry[0].at].entry) {
        const Row p = pivot[row->entry[0].at];
        Rational f;
        if (!rat_div(row->entry[0].r, p.entry[0].r, &f))
            return false;
        f.num = -f.num;
        if (!combined(d, *row, p, f, row))
            return false;
    }
    return true;
}

static int64_t divisor(int64_t a, int64_t b) { return b ? divisor(b, a % b) : llabs(a); }

/* Whole coefficients. */
static bool whole(Dtc *d, const FlatNet *n, Row row, Invariant *v)
{
    const uint32_t transitions = vec_len(n->transition);
    int64_t common = 1, factor = 0;

    v->of = NEW_N(&d->pass, int64_t, vec_len(n->place) + 1);
    for (uint32_t i = 0; i < vec_len(row.entry); i++) {
        const Rational r = row.entry[i].r;
        if (__builtin_mul_overflow(common, r.den / divisor(common, r.den), &common))
            return false;
    }
    for (uint32_t i = 0; i < vec_len(row.entry); i++) {
        const Rational r = row.entry[i].r;
        int64_t *to = &v->of[row.entry[i].at - transitions];
        if (__builtin_mul_overflow(r.num, common / r.den, to))
            return false;
        factor = divisor(factor, *to);
    }
    if (row.entry[0].r.num < 0)
        factor = -factor;
    for (uint32_t i = 0; i < vec_len(n->place); i++) {
        int64_t part;
        v->of[i] /= factor;
        if (__builtin_mul_overflow(v->of[i], (int64_t)n->place[i].tokens, &part) ||
            __builtin_add_overflow(v->sum, part, &v->sum))
            return false;
    }
    return true;
}

Invariant *net_invariants(Dtc *d, const FlatNet *n, bool *good)
{
    const uint32_t transitions = vec_len(n->transition);
    Row *pivot = NEW_N(&d->pass, Row, transitions + 1);
    Invariant *basis = NULL;

    *good = true;
    for (uint32_t i = 0; i < vec_len(n->place) && *good; i++) {
        Row row = row_of(d, n, i);
        *good = reduce_row(d, &row, pivot, transitions);
        if (!*good)
            break;
        if (row.entry[0].at < transitions) {
            pivot[row.entry[0].at] = row;
            continue;
        }
        Invariant v = { NULL, 0 };
        *good = whole(d, n, row, &v);
        vec_push(&d->pass, basis, v);
    }
    return basis;
}

uint32_t invariant_bound(const Invariant *basis, uint32_t places, uint32_t place)
{
    uint32_t least = UINT32_MAX;

    for (uint32_t k = 0; k < vec_len(basis); k++) {
        bool positive = basis[k].of[place] > 0;
        for (uint32_t i = 0; i < places && positive; i++)
            positive = basis[k].of[i] >= 0;
        if (positive && basis[k].sum / basis[k].of[place] < least)
            least = (uint32_t)(basis[k].sum / basis[k].of[place]);
    }
    return least;
}
