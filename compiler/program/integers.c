/* integers.c - where an operation of Integers may leave 32 bits: there it is the runtime's, which stays at the nearest
 * Integer; elsewhere C's own.
 *
 * Ranges (Moore 1966) go from literals and indices of loops upwards; what else is read may be any Integer. Cost: the
 * operands of an operation, down to those that have a name.
 */
#include "store.h"

static const Range any = { INT32_MIN, INT32_MAX };

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

static Range product(Range a, Range b)
{
    int64_t p = a.lo * b.lo, q = a.lo * b.hi, r = a.hi * b.lo, s = a.hi * b.hi;
    return (Range){ least(least(p, q), least(r, s)), most(most(p, q), most(r, s)) };
}

/* Without bounds of 32 bits. */
static Range result(const Emitter *e, Ex x)
{
    Range a = int_range(e, ex_arg(e->d, x, 0)),
          b = ex_narg(e->d, x) > 1 ? int_range(e, ex_arg(e->d, x, 1)) : a;

    switch (ex_op(e->d, x)) {
    case OP_ADD: return (Range){ a.lo + b.lo, a.hi + b.hi };
    case OP_SUB: return (Range){ a.lo - b.hi, a.hi - b.lo };
    case OP_MUL: return product(a, b);
    case OP_MIN: return (Range){ least(a.lo, b.lo), least(a.hi, b.hi) };
    case OP_MAX: return (Range){ most(a.lo, b.lo), most(a.hi, b.hi) };
    case OP_DIVI:
        if (b.lo == 0 || b.lo != b.hi)
            return any;
        return (Range){ least(a.lo / b.lo, a.hi / b.lo), most(a.lo / b.lo, a.hi / b.lo) };
    default: return (Range){ -a.hi, -a.lo };
    }
}

bool int_may_overflow(const Emitter *e, Ex x)
{
    Op op = ex_op(e->d, x);

    if (ex_type(e->d, x) != T_INT || (op != OP_ADD && op != OP_SUB && op != OP_MUL && op != OP_NEG))
        return false;
    Range r = result(e, x);
    return r.lo < INT32_MIN || r.hi > INT32_MAX;
}

Range int_range(const Emitter *e, Ex x)
{
    double v = 0;

    switch (ex_op(e->d, x)) {
    case OP_NUM: ex_is_num(e->d, x, &v); return (Range){ (int64_t)v, (int64_t)v };
    case OP_OBJ: {
        uint32_t most = object_of(e->program, x)->most;
        return most ? (Range){ 0, (int64_t)most - 1 } : any;
    }
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_NEG:
    case OP_MIN:
    case OP_MAX:
    case OP_DIVI: {
        Range r = result(e, x);
        return (Range){ most(r.lo, INT32_MIN), least(r.hi, INT32_MAX) };
    }
    default: return any;
    }
}
