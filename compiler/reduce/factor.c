/* factor.c - arithmetic of the factors in matrices: signs are pulled out, and numbers into the branches of an `if`.
 *
 * Derivatives through long chains are products and sums of many short factors; kept in this form they stay readable and
 * equal ones are equal handles: -(-1/r) is 1/r, a + -b is a - b, 3*(if c then 1 else 0) is if c then 3 else 0. Cost:
 * constant for each operation.
 */
#include "tear.h"

/* e without its sign, which is toggled into *minus. */
static Ex unsigned_part(Dtc *d, Ex e, bool *minus)
{
    double x;
    while (ex_op(d, e) == OP_NEG) {
        e = ex_arg(d, e, 0);
        *minus = !*minus;
    }
    bool product = ex_op(d, e) == OP_MUL || ex_op(d, e) == OP_DIV;
    if (!ex_is_num(d, product ? ex_arg(d, e, 0) : e, &x) || x >= 0)
        return e;
    *minus = !*minus;
    return product ? ex_bin(d, ex_op(d, e), ex_un(d, OP_NEG, ex_arg(d, e, 0)), ex_arg(d, e, 1))
                   : ex_un(d, OP_NEG, e);
}

static Ex with_sign(Dtc *d, Ex e, bool minus) { return minus ? factor_neg(d, e) : e; }

static bool choice_of_numbers(Dtc *d, Ex e)
{
    double x;
    return ex_op(d, e) == OP_IF && ex_is_num(d, ex_arg(d, e, 1), &x) && ex_is_num(d, ex_arg(d, e, 2), &x);
}

/* op on the branches, with b the same for both or a choice by the same condition. */
static Ex choice(Dtc *d, Op op, Ex a, Ex b)
{
    bool both = ex_op(d, b) == OP_IF && ex_arg(d, b, 0) == ex_arg(d, a, 0);
    return ex_if(d, ex_arg(d, a, 0), ex_bin(d, op, ex_arg(d, a, 1), both ? ex_arg(d, b, 1) : b),
                 ex_bin(d, op, ex_arg(d, a, 2), both ? ex_arg(d, b, 2) : b));
}

static bool fit_choice(Dtc *d, Ex a, Ex b)
{
    double x;
    if (!choice_of_numbers(d, a))
        return false;
    return ex_is_num(d, b, &x) || (choice_of_numbers(d, b) && ex_arg(d, a, 0) == ex_arg(d, b, 0));
}

Ex factor_neg(Dtc *d, Ex e)
{
    bool minus = true;
    e = unsigned_part(d, e, &minus);
    if (minus && choice_of_numbers(d, e))
        return choice(d, OP_MUL, e, ex_real(d, -1));
    return minus ? ex_un(d, OP_NEG, e) : e;
}

Ex factor_mul(Dtc *d, Ex a, Ex b)
{
    bool minus = false;
    a = unsigned_part(d, a, &minus);
    b = unsigned_part(d, b, &minus);
    Ex e = fit_choice(d, a, b) ? choice(d, OP_MUL, a, b)
         : fit_choice(d, b, a) ? choice(d, OP_MUL, b, a)
                               : ex_bin(d, OP_MUL, a, b);
    return with_sign(d, e, minus);
}

Ex factor_div(Dtc *d, Ex a, Ex b)
{
    bool minus = false;
    if (ex_is_zero(d, a))
        return a;
    a = unsigned_part(d, a, &minus);
    b = unsigned_part(d, b, &minus);
    return with_sign(d, fit_choice(d, a, b) ? choice(d, OP_DIV, a, b) : ex_bin(d, OP_DIV, a, b), minus);
}

Ex factor_add(Dtc *d, Ex a, Ex b)
{
    bool ma = false, mb = false;
    if (fit_choice(d, a, b))
        return choice(d, OP_ADD, a, b);
    if (fit_choice(d, b, a))
        return choice(d, OP_ADD, b, a);
    Ex pa = unsigned_part(d, a, &ma), pb = unsigned_part(d, b, &mb);
    if (ma == mb)
        return with_sign(d, ex_bin(d, OP_ADD, pa, pb), ma);
    return ma ? ex_bin(d, OP_SUB, pb, pa) : ex_bin(d, OP_SUB, pa, pb);
}
