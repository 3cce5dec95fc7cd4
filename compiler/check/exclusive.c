/* exclusive.c - two guards that never hold together, as far as their form tells.
 *
 * A disjunction excludes what both of its sides exclude, a conjunction what one of them does. What is left are a
 * variable or call and its negation, and relations: of the same two operands, or of one with numbers, each is an
 * interval of their difference, and two exclude each other whose intervals do not meet. Parameters are no numbers: they
 * may change. Cost: the product of the sizes, at most MOST_PAIRS pairs; beyond that they are not excluded.
 */
#include <math.h>
#include "nets.h"

enum { MOST_PAIRS = 10000 };

typedef struct { Dtc *d; uint32_t pairs; } Pairs;

/* x in lo .. hi, without an end that is open; not: outside of it. x is a - b; b 0: a. */
typedef struct { Ex a, b; double lo, hi; bool lo_open, hi_open, not; } Interval;

static Interval turned(Interval i)
{
    Interval t = { i.b, i.a, -i.hi, -i.lo, i.hi_open, i.lo_open, i.not };
    return t;
}

static bool interval_of(Dtc *d, Ex e, bool not, Interval *i)
{
    double x;

    *i = (Interval){ .lo = -INFINITY, .hi = INFINITY };
    switch (ex_op(d, e)) {
    case OP_LT:
    case OP_LE: i->hi = 0, i->hi_open = ex_op(d, e) == OP_LT; break;
    case OP_GT:
    case OP_GE: i->lo = 0, i->lo_open = ex_op(d, e) == OP_GT; break;
    case OP_EQ:
    case OP_NE: i->lo = i->hi = 0, i->not = ex_op(d, e) == OP_NE; break;
    default: return false;
    }
    i->not ^= not ;
    i->a = ex_arg(d, e, 0), i->b = ex_arg(d, e, 1);
    if (ex_is_num(d, i->a, &x) || (!ex_is_num(d, i->b, &x) && i->b < i->a))
        *i = turned(*i);
    if (ex_is_num(d, i->b, &x))
        i->lo += x, i->hi += x, i->b = 0;
    return true;
}

static bool meet(const Interval *a, const Interval *b)
{
    const double lo = fmax(a->lo, b->lo), hi = fmin(a->hi, b->hi);
    bool open = (a->lo == lo && a->lo_open) || (b->lo == lo && b->lo_open) || (a->hi == hi && a->hi_open) ||
                (b->hi == hi && b->hi_open);

    return lo < hi || (lo == hi && !open);
}

/* Is a part of b? */
static bool within(const Interval *a, const Interval *b)
{
    return (a->lo > b->lo || (a->lo == b->lo && (a->lo_open || !b->lo_open))) &&
           (a->hi < b->hi || (a->hi == b->hi && (a->hi_open || !b->hi_open)));
}

static bool intervals_exclude(const Interval *a, const Interval *b)
{
    if (a->a != b->a || a->b != b->b || (a->not &&b->not ))
        return false;
    if (a->not )
        return within(b, a);
    return b->not ? within(a, b) : !meet(a, b);
}

static bool exclude(Pairs *p, Ex a, bool not_a, Ex b, bool not_b);

static bool parts_exclude(Pairs *p, Ex a, bool not_a, Ex b, bool not_b)
{
    const bool all = (ex_op(p->d, a) == OP_OR) != not_a;
    bool first = exclude(p, ex_arg(p->d, a, 0), not_a, b, not_b);

    if (first != all)
        return first;
    return exclude(p, ex_arg(p->d, a, 1), not_a, b, not_b);
}

static bool exclude(Pairs *p, Ex a, bool not_a, Ex b, bool not_b)
{
    Dtc *d = p->d;
    const Op of_a = ex_op(d, a), of_b = ex_op(d, b);
    Interval ia, ib;

    if (p->pairs++ > MOST_PAIRS)
        return false;
    if (of_a == OP_NOT || of_a == OP_NOEVENT)
        return exclude(p, ex_arg(d, a, 0), not_a ^ (of_a == OP_NOT), b, not_b);
    if (of_b == OP_NOT || of_b == OP_NOEVENT)
        return exclude(p, a, not_a, ex_arg(d, b, 0), not_b ^ (of_b == OP_NOT));
    if (of_a == OP_AND || of_a == OP_OR)
        return parts_exclude(p, a, not_a, b, not_b);
    if (of_b == OP_AND || of_b == OP_OR)
        return parts_exclude(p, b, not_b, a, not_a);
    if (a == ex_bool(d, not_a) || b == ex_bool(d, not_b))
        return true; /* one of them is false */
    if (a == b)
        return not_a != not_b;
    return interval_of(d, a, not_a, &ia) && interval_of(d, b, not_b, &ib) && intervals_exclude(&ia, &ib);
}

bool guards_exclude(Dtc *d, Ex a, Ex b)
{
    Pairs p = { d, 0 };

    return exclude(&p, a, false, b, false);
}
