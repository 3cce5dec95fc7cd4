/* exclusive.c - two guards that never hold together, as far as sums tell.
 *
 * A disjunction excludes what both of its sides exclude, a conjunction what one of them does. What is left are a
 * variable or call and its negation, and relations. A relation says of a sum, of whatever stands there times numbers,
 * that it is below 0, not above it, 0 or not 0. Two of them never hold together if a positive combination of both
 * sums is above 0 for all values (Farkas; of two, the combinations in which one addend goes out are enough, and either
 * alone). Parameters and inputs are within their min and max, nothing else is known of what stands there: parameters
 * may change. Sums are exact here, in a run they are rounded. Cost: the product of the sizes, at most MOST_PAIRS
 * pairs; beyond that they are not excluded.
 */
#include <math.h>
#include "nets.h"

enum { MOST_PAIRS = 10000 };

typedef struct { Dtc *d; uint32_t pairs; } Pairs;

/* of vec addend, each once, and c; how it lies to 0 */
typedef enum { BELOW, NOT_ABOVE, ZERO, NOT_ZERO } Lies;
typedef struct { Ex x; double by; } Share;
typedef struct { Share *share; double c; Lies lies; } Sum;

/* ---- relations as sums --------------------------------------------------------------------------------- */

static void add_share(Dtc *d, Sum *s, Ex x, double by)
{
    for (uint32_t i = 0; i < vec_len(s->share); i++)
        if (s->share[i].x == x) {
            s->share[i].by += by;
            return;
        }
    vec_push(&d->pass, s->share, ((Share){ x, by }));
}

static bool is_number(Dtc *d, Ex x, const void *data) { return (void)data, ex_is_num(d, x, NULL); }

/* by times e, a product or quotient of numbers and of what is no number among the addends. */
static void add_times(Dtc *d, Sum *s, Ex e, double by)
{
    const Addend *addend = ex_addends(d, e);

    for (uint32_t i = 0; i < vec_len(addend); i++) {
        const Ex x = addend[i].x;
        const double a = addend[i].negated ? -by : by;
        double n;
        Operand part[2];
        if (ex_is_num(d, x, &n))
            s->c += a * n;
        else if (ex_parts(d, x, is_number, NULL, part) && ex_is_num(d, part->by, &n))
            add_times(d, s, part->x, part->over ? a / n : a * n);
        else
            add_share(d, s, x, a);
    }
}

/* Whole numbers whose sum is below a bound are not above the last whole number before it. */
static void tighten(Dtc *d, Sum *s)
{
    for (uint32_t i = 0; i < vec_len(s->share); i++) {
        const TypeKind t = ex_type(d, s->share[i].x);
        if ((t != T_INT && t != T_ENUM) || s->share[i].by != floor(s->share[i].by))
            return;
    }
    if (s->lies == BELOW)
        s->c = 1 - ceil(-s->c), s->lies = NOT_ABOVE;
    else if (s->lies == NOT_ABOVE)
        s->c = -floor(-s->c);
}

static bool relation_as_sum(Dtc *d, Ex e, bool not, Sum *s)
{
    static const Lies negated[] = { NOT_ABOVE, BELOW, NOT_ZERO, ZERO };
    double sign = 1;

    *s = (Sum){ 0 };
    switch (ex_op(d, e)) {
    case OP_GT: sign = -1; /* fall through */
    case OP_LT: s->lies = BELOW; break;
    case OP_GE: sign = -1; /* fall through */
    case OP_LE: s->lies = NOT_ABOVE; break;
    case OP_EQ: s->lies = ZERO; break;
    case OP_NE: s->lies = NOT_ZERO; break;
    default: return false;
    }
    if (not ) {
        sign = s->lies < ZERO ? -sign : sign;
        s->lies = negated[s->lies];
    }
    add_times(d, s, ex_arg(d, e, 0), sign);
    add_times(d, s, ex_arg(d, e, 1), -sign);
    tighten(d, s);
    return true;
}

/* ---- two of them --------------------------------------------------------------------------------------- */

static double share_of(const Sum *s, Ex x)
{
    for (uint32_t i = 0; i < vec_len(s->share); i++)
        if (s->share[i].x == x)
            return s->share[i].by;
    return 0;
}

/* The least of by*x. */
static double least(Dtc *d, Ex x, double by)
{
    const Var v = ex_is_var(d, x);
    const VarInfo *i = v ? &d->flat->var[v] : NULL;
    double end;

    if (by == 0)
        return 0;
    if (!i || (i->variability != V_PARAM && !(i->causality == C_INPUT && i->top_level)))
        return -INFINITY;
    const Ex bound = by > 0 ? i->min : i->max;
    return bound && ex_is_num(d, bound, &end) ? by * end : -INFINITY;
}

/* Is p times a, and q times b, above 0 whatever stands there, or 0 where that is too much? */
static bool above(Dtc *d, const Sum *a, double p, const Sum *b, double q)
{
    double low = p * a->c + q * b->c;

    for (uint32_t i = 0; i < vec_len(a->share); i++)
        low += least(d, a->share[i].x, p * a->share[i].by + q * share_of(b, a->share[i].x));
    for (uint32_t i = 0; i < vec_len(b->share); i++)
        if (share_of(a, b->share[i].x) == 0)
            low += least(d, b->share[i].x, q * b->share[i].by);
    return low > 0 || (low == 0 && ((p > 0 && a->lies == BELOW) || (q > 0 && b->lies == BELOW)));
}

/* Both are below 0, or not above it. */
static bool halves_exclude(Dtc *d, const Sum *a, const Sum *b)
{
    bool found = above(d, a, 1, b, 0) || above(d, a, 0, b, 1);

    for (uint32_t i = 0; i < vec_len(a->share) && !found; i++) {
        const double of_a = a->share[i].by, of_b = share_of(b, a->share[i].x);
        found = of_a * of_b < 0 && above(d, a, fabs(of_b), b, fabs(of_a));
    }
    return found;
}

static Sum turned(Dtc *d, const Sum *s)
{
    Sum t = { NULL, -s->c, NOT_ABOVE };

    for (uint32_t i = 0; i < vec_len(s->share); i++)
        vec_push(&d->pass, t.share, ((Share){ s->share[i].x, -s->share[i].by }));
    return t;
}

/* Is what is 0 the other, times a number? */
static bool same_zero(const Sum *a, const Sum *b)
{
    const double by = vec_len(a->share) ? share_of(b, a->share[0].x) / a->share[0].by : 1;
    bool same = vec_len(a->share) == vec_len(b->share) && by * a->c == b->c && by != 0;

    for (uint32_t i = 0; i < vec_len(a->share) && same; i++)
        same = by * a->share[i].by == share_of(b, a->share[i].x);
    return same;
}

static bool sums_exclude(Dtc *d, const Sum *a, const Sum *b)
{
    if (a->lies == NOT_ZERO || b->lies == NOT_ZERO)
        return (a->lies == ZERO || b->lies == ZERO) && same_zero(a, b);
    if (b->lies == ZERO && a->lies != ZERO)
        return sums_exclude(d, b, a);
    if (a->lies != ZERO)
        return halves_exclude(d, a, b);
    Sum up = *a, down = turned(d, a); /* of what is 0, either side */
    up.lies = NOT_ABOVE;
    return sums_exclude(d, &up, b) || sums_exclude(d, &down, b);
}

/* ---- guards -------------------------------------------------------------------------------------------- */

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
    Sum sum_a, sum_b;

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
    return relation_as_sum(d, a, not_a, &sum_a) && relation_as_sum(d, b, not_b, &sum_b) &&
           sums_exclude(d, &sum_a, &sum_b);
}

bool guards_exclude(Dtc *d, Ex a, Ex b)
{
    Pairs p = { d, 0 };

    return exclude(&p, a, false, b, false);
}
