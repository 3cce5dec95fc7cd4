/* hold.c - constraints that no choice of states survives: all their variables stay states, and the constraint is held.
 *
 * Dummy derivatives let a constraint determine one of its variables, by a coefficient that must not vanish on the way.
 * Of x^2 + y^2 = L^2 none of the two is such: at y = 0 it determines no y, at x = 0 no x. Such a constraint C = 0, with
 * C'' the equation that determines its force, becomes a switching element that is stuck for good,
 *
 *     gap = C,  slip = C',  a = C'',  a = lambda,  -infinity < lambda < infinity
 *
 * a contact that pulls as well. Its law has a = 0, which is C'' = 0; lambda, a pull in nothing but this equation, is
 * zero, and the block that has the force of C answers, with a law of its own or without (builders/impulse_plan.c). What
 * the law does with any element is what is wanted here: slip and gap that an integration leaves are taken
 * away by impulses, and what a unit of lambda does to velocities is the answer of the mechanism, so the way back is
 * orthogonal in its mass matrix (Eich, SIAM J. Numer. Anal. 30, 1993): in each fixed step, and in a variable one after
 * each step (cvode.c). States never change, so that code and results have one structure, whatever the motion; choosing
 * them anew on the way (Mattsson, Olsson and Elmqvist 2000) would make a step of a rig longer where it happens.
 * At the start C = 0 and C' = 0 are initial equations.
 *
 * Speeds of the method semi are those of half a step before its positions, as in the leapfrog method: along the
 * constraint in the middle between two of them, C' is h/2 times what a = C'' has without accelerations, and what the
 * law takes away is the difference. Taken to C' = 0, speeds would get the whole impulse of the turn along the old
 * direction and grow with each step. So the method is that of Ryckaert, Ciccotti and Berendsen (J. Comput. Phys. 23,
 * 1977), symplectic, with one evaluation. At the start too: speeds that are not fixed are those of half a step before.
 *
 * A constraint between velocities alone, C = 0 with C', has C for its slip and no gap.
 * Requires: simplify; constraints as index.c finds them, before they are differentiated. Cost: that of the constraints.
 */
#include <string.h>
#include "expr.h"
#include "reduce.h"

typedef struct { Dtc *d; Flat *f; const char *name; Equation base; } Hold;
typedef struct { const Flat *f; const Var *integral; } HalfStep;

static Var part(const Hold *h, const char *name, TypeKind type, bool known)
{
    VarInfo v = { .name = internf(h->d, "%s.%s", h->name, name),
                  .path = h->base.path,
                  .span = h->base.span,
                  .type = type,
                  .variability = known ? V_DISCRETE : V_CONT,
                  .discrete_state = known,
                  .protected_ = true,
                  .member = true,
                  .made = true };
    return add_variable(h->d, h->f, v);
}

static void relate(const Hold *h, Ex lhs, Ex rhs, EqKind kind, uint32_t index)
{
    Equation q = {
        .lhs = lhs, .rhs = rhs, .kind = kind, .index = index, .span = h->base.span, .path = h->base.path
    };
    add_equation(h->d, h->f, q);
}

static void starts_at_zero(const Hold *h, Var v)
{
    Equation q = {
        .lhs = ex_var(h->d, v), .rhs = ex_real(h->d, 0), .span = h->base.span, .path = h->base.path
    };
    add_initial(h->d, h->f, q);
}

void hold_constraint(Dtc *d, Flat *f, Eq e, uint32_t depth)
{
    Hold h = { d, f, internf(d, "constraint(%u)", e), f->eq[e] };
    Switch w = { .name = h.name,
                 .span = h.base.span,
                 .path = h.base.path,
                 .lo_infinite = true,
                 .hi_infinite = true,
                 .holds = true };
    Ex one = ex_real(d, 1);

    w.nominal_s = w.nominal_lambda = one;
    w.gap = depth > 1 ? part(&h, "gap", T_REAL, false) : 0;
    w.s = part(&h, "s", T_REAL, false);
    w.a = part(&h, "a", T_REAL, false);
    w.lambda = part(&h, "lambda", T_REAL, false);
    w.place = part(&h, "place", T_INT, true);
    w.forward = part(&h, "forward", T_BOOL, true);
    w.backward = part(&h, "backward", T_BOOL, true);
    w.stuck = part(&h, "stuck", T_BOOL, true);
    w.inactive = part(&h, "inactive", T_BOOL, true);
    if (w.gap) {
        w.restitution = ex_real(d, 0);
        change_variable(f, w.gap)->der = w.s;
        change_variable(f, w.gap)->state_select = SS_AVOID;
        starts_at_zero(&h, w.gap);
    }
    change_variable(f, w.s)->der = w.a;
    starts_at_zero(&h, w.s);
    vec_push(&d->run, f->sw, w);
    relate(&h, ex_var(d, w.gap ? w.gap : w.s), ex_bin(d, OP_SUB, h.base.lhs, h.base.rhs), EQ_PLAIN, 0);
    relate(&h, ex_var(d, w.a), ex_var(d, w.lambda), EQ_PLAIN, 0);
    relate(&h, 0, 0, EQ_SWITCH, vec_len(f->sw) - 1);
    change_equation(f, e)->removed = true;
}

/* ---- half a step --------------------------------------------------------------------------------------- */

/* What is no rate of a rate stays: the highest derivatives become zero. */
static Ex at_rest(Dtc *d, Ex e, void *data)
{
    const HalfStep *h = data;
    Var v = ex_is_var(d, e);
    return v && h->integral[v] && !h->f->var[v].der ? ex_real(d, 0) : 0;
}

void held_half_a_step(Dtc *d, Flat *f)
{
    HalfStep h = { f, integrals(d, f) };
    Rewriter rest = { .fn = at_rest, .data = &h };
    bool *slip = NEW_N(&d->pass, bool, vec_len(f->var));
    for (uint32_t i = 1; i < vec_len(f->sw); i++)
        slip[f->sw[i].s] = f->sw[i].holds;
    for (Eq e = 1; e < vec_len(f->eq); e++) {
        const Equation *q = &f->eq[e];
        if (q->removed || !q->derivative || !slip[ex_is_var(d, q->lhs)])
            continue;
        Ex half = ex_real(d, step_size(d, f) / 2), turns = ex_rewrite(d, &rest, f->eq[q->derivative].rhs);
        change_equation(f, e)->rhs = ex_bin(d, OP_SUB, q->rhs, ex_bin(d, OP_MUL, half, turns));
    }
}

/* ---- messages ------------------------------------------------------------------------------------------ */

void note_held(Dtc *d, const Flat *f, const char *text)
{
    enum { SHOWN = 8 };
    uint32_t count = 0;
    for (uint32_t i = 1; i < vec_len(f->sw); i++) {
        const Switch *w = &f->sw[i];
        if (!w->holds || !strstr(text, w->name))
            continue;
        if (count++ < SHOWN)
            note(d, w->span, w->path, "%s holds this equation", w->name);
    }
    if (count > 1)
        note(d, NO_SPAN, NULL,
             "where one of these follows from the others at every place that they allow, the mechanism has a "
             "constraint too many: leave one out; where at this place alone, start elsewhere");
}
