/* comply.c - elements with compliance: a slip in proportion to the torque, up to the bounds.
 *
 * With compliance r such an element is stuck where s + r lambda = 0 and lambda is within its bounds; at a bound s + r
 * lambda has the sign of its place. This is stiff where r is small, and with r = 0 it is the law of any other element.
 * Both are one law of what the slip will be at the end of a step, s + h der(s): the slip of the law, `left`, is 0, and
 *
 *     a = der(s) + (s + r lambda)/h
 *
 * Stuck, a = 0 is the implicit step of Euler, without iteration, since the law solves for lambda anyhow (Moreau 1988;
 * Acary and Brogliato 2008, chapter 10). Its matrix, da/dlambda, has r/h on its diagonal, and so rank.
 *
 * h is the fixed step, whatever the method: places are decided once in it, and look as far ahead. Where the slip r
 * lambda is none to the law (DTC_LAW_SLIP), r is none: the slips of what else holds count as none there, and these
 * would have no part in s + r lambda, which asks for a torque against s alone. A variable step has `soon` instead of h:
 * s = -r lambda, to which it could be left, is no equation for lambda where r vanishes. There s follows within `soon`;
 * steady values are the same. Below COMPLIANCE_NONE of its nominal value, where s is no more than what the solver
 * leaves of it, the element has no compliance there: left = s, a = der(s), decided at an event.
 *
 * Requires: check (units); before simplify, which names derivatives. Cost: linear in elements and equations.
 */
#include <float.h>
#include <math.h>
#include "dae.h"
#include "dtc_law.h"

static const double soon = 1e-8; /* s */

static Ex yields(Dtc *d, const Switch *w, double none)
{
    Ex nominal = ex_bin(d, OP_DIV, w->nominal_s, w->nominal_lambda);
    return ex_bin(d, OP_GT, ex_var(d, w->compliance), ex_bin(d, OP_MUL, ex_real(d, none), nominal));
}

/* Of its nominal value: what a fixed step takes for none, as DTC_LAW_SLIP in its precision. */
static double no_slip(const Dtc *d) { return d->opt.single ? fmax(DTC_LAW_SLIP, 64 * FLT_EPSILON) : DTC_LAW_SLIP; }

/* The step that the element is implicit in. */
static double within(const Dtc *d, const Flat *f) { return d->opt.hybrid ? soon : step_size(d, f); }

static void comply_one(Dtc *d, Flat *f, Switch *w, Equation *rate)
{
    Ex s = ex_var(d, w->s), r = ex_var(d, w->compliance), zero = ex_real(d, 0), left = zero;

    if (!d->opt.hybrid)
        r = ex_if(d, ex_un(d, OP_NOEVENT, yields(d, w, no_slip(d))), r, zero);
    Ex ahead = ex_bin(d, OP_ADD, s, ex_bin(d, OP_MUL, r, ex_var(d, w->lambda)));
    Ex more = ex_bin(d, OP_DIV, ahead, ex_real(d, within(d, f)));
    if (d->opt.hybrid) {
        more = ex_if(d, yields(d, w, COMPLIANCE_NONE), more, zero);
        left = ex_if(d, yields(d, w, COMPLIANCE_NONE), zero, s);
    }
    rate->rhs = ex_bin(d, OP_ADD, rate->rhs, more);
    w->left = add_auxiliary(d, f, internf(d, "%s.left", w->name), T_REAL);
    Equation q = {
        .lhs = ex_var(d, w->left), .rhs = left, .kind = EQ_BINDING, .span = w->span, .path = w->path
    };
    add_equation(d, f, q);
}

void comply(Dtc *d, Flat *f)
{
    Map of = { 0 };
    for (uint32_t i = 1; i < vec_len(f->sw); i++)
        if (f->sw[i].compliance)
            map_set(&d->pass, &of, f->sw[i].a, i);
    for (Eq e = 1, n = vec_len(f->eq); e < n; e++) {
        Var v = f->eq[e].lhs ? ex_is_var(d, f->eq[e].lhs) : 0;
        uint32_t i = v && f->eq[e].kind == EQ_PLAIN ? (uint32_t)map_get(&of, v) : 0;
        if (i)
            comply_one(d, f, &f->sw[i], change_equation(f, e));
    }
}
