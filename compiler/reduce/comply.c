/* comply.c - elements with compliance: a slip in proportion to the torque, up to the bounds.
 *
 * With compliance r such an element is stuck where s + r lambda = 0 and lambda is within its bounds; at a bound s + r
 * lambda has the sign of its place. This is stiff where r is small, and with r = 0 it is the law of any other element.
 * Both are one law of what the slip will be at the end of a step, s + h der(s): the slip of the law is 0, and
 *
 *     a = der(s) + (s + r lambda)/h
 *
 * Stuck, a = 0 is the implicit step of Euler, without iteration, since the law solves for lambda anyhow (Moreau 1988;
 * Acary and Brogliato 2008, chapter 10). Its matrix, da/dlambda, has r/h on its diagonal, and so rank.
 *
 * h is the fixed step, whatever the method: places are decided once in it, and look as far ahead. A variable step has
 * `soon` instead: s = -r lambda, to which it could be left, says nothing of lambda where r vanishes. There s follows
 * within `soon`; steady values are the same.
 *
 * Requires: check (units); before simplify, which names derivatives. Cost: linear in elements and equations.
 */
#include "dae.h"

static const double soon = 1e-7; /* s */

static Ex slip_acceleration(Dtc *d, const Switch *w, Ex rate, double h)
{
    Ex creep = ex_bin(d, OP_MUL, ex_var(d, w->compliance), ex_var(d, w->lambda));
    Ex ahead = ex_bin(d, OP_ADD, ex_var(d, w->s), creep);
    return ex_bin(d, OP_ADD, rate, ex_bin(d, OP_DIV, ahead, ex_real(d, h)));
}

void comply(Dtc *d, Flat *f)
{
    double h = d->opt.hybrid ? soon : step_size(d, f);
    Map of = { 0 };
    for (uint32_t i = 1; i < vec_len(f->sw); i++)
        if (f->sw[i].compliance) map_set(&d->pass, &of, f->sw[i].a, i);
    for (Eq e = 1; e < vec_len(f->eq); e++) {
        Var v = f->eq[e].lhs ? ex_is_var(d, f->eq[e].lhs) : 0;
        uint32_t i = v && f->eq[e].kind == EQ_PLAIN ? (uint32_t)map_get(&of, v) : 0;
        if (i) change_equation(f, e)->rhs = slip_acceleration(d, &f->sw[i], f->eq[e].rhs, h);
    }
}

Ex law_slip(Dtc *d, const Flat *f, const Switch *w)
{
    return w->compliance ? ex_real(d, 0) : var_value(d, f, w->s);
}
