/* element.c - part of flatten: switching elements.
 *
 * A `switching` element becomes one Switch: its members are variables c1.law.s and so on, with the equations
 * s = slip, a = der(s), lambda = torque, and lo, hi, slo, shi = the bounds; the law itself is one EQ_SWITCH between
 * lambda and a. A contact has its gap and a lower bound of 0. A compliance is a variable; what it does: comply.c. A
 * bound that is not given or is infinite for good has no variable; static bounds that are not given are the kinetic
 * ones. Its places are known in an evaluation.
 *
 * Requires: the Vars of all components exist when bounds are read (switch_bounds). Cost: linear.
 */
#include <string.h>
#include "flatten.h"
#include "lower.h"
#include "result.h"

bool is_switching(const Inst *in)
{
    return in->is->cls && in->is->cls->form == CF_PREDEFINED && !strcmp(in->is->cls->name, "switching");
}

/* ---- members ------------------------------------------------------------------------------------------- */

typedef struct { const char *name; TypeKind type; Variability variability; bool known; const char *doc; } Member;

static Var member_variable(Flattener *fl, Inst *in, Member m)
{
    VarInfo v = { .name = internf(fl->d, "%s.%s", in->path, m.name),
                  .path = in->path,
                  .span = in->is->span,
                  .doc = m.doc,
                  .type = m.type,
                  .variability = m.variability,
                  .discrete_state = m.known,
                  .protected_ = in->is->protected_,
                  .member = true };
    Var var = new_var(fl, v);
    Inst *child = inst_member(in, internz(fl->d, m.name));
    if (child)
        child->first = var;
    return var;
}

static Var real_member(Flattener *fl, Inst *in, const char *name, const char *doc)
{
    return member_variable(fl, in, (Member){ name, T_REAL, V_CONT, false, doc });
}

static Var place_member(Flattener *fl, Inst *in, const char *name, TypeKind t, const char *doc)
{
    return member_variable(fl, in, (Member){ name, t, V_DISCRETE, true, doc });
}

void place_as(Flattener *fl, VarInfo v, Ex number)
{
    v.path = v.name;
    v.type = T_INT;
    v.variability = V_DISCRETE;
    v.member = true;
    Var place = new_var(fl, v);
    Equation e = {
        .lhs = ex_var(fl->d, place), .rhs = number, .kind = EQ_BINDING, .span = v.span, .path = v.name
    };
    add_equation(fl->d, fl->f, e);
}

void switch_variables(Flattener *fl, Inst *in)
{
    Switch w = { .name = in->path, .span = in->is->span, .path = in->parent ? in->parent->path : "" };
    w.s = real_member(fl, in, "s", "Slip");
    w.a = real_member(fl, in, "a", "Slip acceleration");
    w.lambda = real_member(fl, in, "lambda", "Torque or force of the law");
    w.place = place_member(fl, in, "place", T_INT, "1 forward, -1 backward, 0 stuck, 2 inactive");
    w.forward = place_member(fl, in, "forward", T_BOOL, "Slips forward");
    w.backward = place_member(fl, in, "backward", T_BOOL, "Slips backward");
    w.stuck = place_member(fl, in, "stuck", T_BOOL, "Is stuck");
    w.inactive = place_member(fl, in, "inactive", T_BOOL, "Has no capacity");
    VarInfo whole = { .name = in->path,
                      .span = in->is->span,
                      .protected_ = in->is->protected_,
                      .words = RESULT_PLACES,
                      .doc = in->is->decl && in->is->decl->doc ? in->is->decl->doc
                                                               : "Place of the switching element" };
    place_as(fl, whole, ex_var(fl->d, w.place));
    inst_more(fl->d, in)->switch_index = vec_len(fl->f->sw);
    vec_push(&fl->d->run, fl->f->sw, w);
}

/* ---- bounds -------------------------------------------------------------------------------------------- */

static void member_equation(Flattener *fl, const Inst *in, Ex lhs, Ex rhs, EqKind kind, Span at)
{
    Equation e = { .lhs = lhs,
                   .rhs = rhs,
                   .kind = kind,
                   .index = kind == EQ_SWITCH ? in->has->switch_index : 0,
                   .span = at,
                   .path = in->path };
    add_equation(fl->d, fl->f, e);
}

/* An attribute of the element as a scalar Real; 0: not given, or wrong. */
static Ex real_attribute(Flattener *fl, const Inst *in, const char *name)
{
    const Bind *b = inst_attr(in, name);
    Val v;
    if (!b || !lower_bind(fl->d, in, b, &v))
        return 0;
    if (v.ndim || !is_numeric(v.type)) {
        error(fl->d, b->span, in->path, "%s must be a scalar Real, not %s", name, val_text(fl->d, &v));
        return 0;
    }
    val_convert(fl->d, &v, T_REAL);
    return v.e[0];
}

static Var bound(Flattener *fl, Inst *in, const char *name, const char *member_name, const char *doc, bool lower_bound,
                 bool *infinite)
{
    double x;
    bool pushes = lower_bound && inst_attr(in, "gap") && !strcmp(name, "lower");
    Ex e = pushes ? ex_real(fl->d, 0) : real_attribute(fl, in, name);
    *infinite = !e || (ex_is_num(fl->d, e, &x) && (lower_bound ? x <= -INFINITE : x >= INFINITE));
    if (*infinite)
        return 0;
    Var v = real_member(fl, in, member_name, doc);
    member_equation(fl, in, ex_var(fl->d, v), e, EQ_BINDING, inst_attr(in, pushes ? "gap" : name)->span);
    return v;
}

/* Static bounds: the kinetic ones if not given; infinite where those are. */
static Var static_bound(Flattener *fl, Inst *in, const char *name, const char *member_name, const char *doc,
                        Var kinetic)
{
    bool infinite, is_lower = member_name[1] == 'l';
    if (!inst_attr(in, name))
        return kinetic;
    if (!kinetic) {
        warning(fl->d, inst_attr(in, name)->span, in->path, "%s has no effect: the kinetic bound is infinite",
                name);
        return 0;
    }
    Var v = bound(fl, in, name, member_name, doc, is_lower, &infinite);
    if (infinite)
        error(fl->d, inst_attr(in, name)->span, in->path, "%s must be finite, as the kinetic bound is", name);
    return v;
}

/* Bounds that are numbers are in order; the others are the model's affair. */
static void check_order(Flattener *fl, const Inst *in, const char *less, Var lower, const char *greater, Var upper)
{
    double a, b;
    Ex x = 0, y = 0;
    for (uint32_t n = vec_len(fl->f->eq), i = n > 4 ? n - 4 : 0; i < n; i++) { /* the bounds were just made */
        if (lower && fl->f->eq[i].lhs == ex_var(fl->d, lower))
            x = fl->f->eq[i].rhs;
        if (upper && fl->f->eq[i].lhs == ex_var(fl->d, upper))
            y = fl->f->eq[i].rhs;
    }
    if (x && y && ex_is_num(fl->d, x, &a) && ex_is_num(fl->d, y, &b) && a > b)
        error(fl->d, inst_attr(in, greater)->span, in->path, "%s = %g is above %s = %g", less, a, greater, b);
}

/* A contact: open while its gap is positive, it can only push. Its restitution is checked where it is a number. */
static void switch_contact(Flattener *fl, Inst *in)
{
    static const char *const others[] = { "lower", "upper", "static_lower", "static_upper", "compliance" };
    Dtc *d = fl->d;
    Switch *w = &fl->f->sw[in->has->switch_index];
    const Bind *gap = inst_attr(in, "gap"), *restitution = inst_attr(in, "restitution");
    double x;
    if (restitution && !gap)
        error(d, restitution->span, in->path, "restitution needs a gap: only what has been open can hit");
    if (!gap)
        return;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (inst_attr(in, others[i]))
            error(d, inst_attr(in, others[i])->span, in->path,
                  "a contact (gap = ...) has no %s of its own: it pushes without limit, and never pulls",
                  others[i]);
    Ex g = real_attribute(fl, in, "gap");
    if (!g)
        return;
    w->gap = real_member(fl, in, "gap", "Gap; the contact acts where it is not above 0");
    member_equation(fl, in, ex_var(d, w->gap), g, EQ_BINDING, gap->span);
    w->restitution = restitution ? real_attribute(fl, in, "restitution") : ex_real(d, 0);
    if (w->restitution && !only_parameters(d, w->restitution))
        error(d, restitution->span, in->path, "restitution must not vary in a simulation");
    else if (w->restitution && ex_is_num(d, w->restitution, &x) && !(x >= 0 && x <= 1))
        error(d, restitution->span, in->path, "restitution = %g is not between 0 (plastic) and 1 (elastic)",
              x);
}

static void switch_compliance(Flattener *fl, Inst *in)
{
    const Bind *compliance = inst_attr(in, "compliance");
    double x;
    Ex r = compliance && !inst_attr(in, "gap") ? real_attribute(fl, in, "compliance") : 0;
    if (!r)
        return;
    if (ex_is_num(fl->d, r, &x) && !(x >= 0))
        error(fl->d, compliance->span, in->path,
              "compliance = %g is below 0: slip would grow against its torque", x);
    Var v = real_member(fl, in, "compliance", "Slip over torque while it is stuck");
    fl->f->sw[in->has->switch_index].compliance = v;
    member_equation(fl, in, ex_var(fl->d, v), r, EQ_BINDING, compliance->span);
}

void switch_bounds(Flattener *fl, Inst *in)
{
    Switch *w = &fl->f->sw[in->has->switch_index];
    bool lo_infinite, hi_infinite;
    Var lo = bound(fl, in, "lower", "lo", "Lower bound while it slips", true, &lo_infinite);
    Var hi = bound(fl, in, "upper", "hi", "Upper bound while it slips", false, &hi_infinite);
    Var slo = static_bound(fl, in, "static_lower", "slo", "Lower bound while it is stuck", lo);
    Var shi = static_bound(fl, in, "static_upper", "shi", "Upper bound while it is stuck", hi);
    w->lo = lo, w->hi = hi, w->slo = slo, w->shi = shi;
    w->lo_infinite = lo_infinite, w->hi_infinite = hi_infinite;
    check_order(fl, in, "lower", lo, "upper", hi);
    check_order(fl, in, "static_lower", slo, "lower", lo);
    check_order(fl, in, "upper", hi, "static_upper", shi);
    switch_contact(fl, in);
    switch_compliance(fl, in);
}

/* ---- equations ----------------------------------------------------------------------------------------- */

static Ex nominal(Flattener *fl, const Inst *in, const char *name)
{
    Dtc *d = fl->d;
    const Bind *b = inst_attr(in, name);
    if (!b)
        return ex_real(d, 1);
    Ex e = real_attribute(fl, in, name);
    if (e && !only_parameters(d, e)) {
        error(d, b->span, in->path, "%s must not vary in a simulation: it is the scale of a tolerance", name);
        return 0;
    }
    double x;
    if (e && ex_is_num(d, e, &x) && x <= 0)
        error(d, b->span, in->path, "%s must be positive: it is the scale of a tolerance", name);
    return e;
}

void switch_equations(Flattener *fl, Inst *in)
{
    Dtc *d = fl->d;
    const Switch w = fl->f->sw[in->has->switch_index];
    const Bind *slip = inst_attr(in, "slip"), *torque = inst_attr(in, "torque");
    if (!slip || !torque) {
        error(d, in->is->span, in->path,
              "a switching element needs its %s: switching %s(slip = ..., torque = ..., lower = ..., upper = "
              "...)",
              slip ? "torque" : "slip", in->is->name);
        return;
    }
    Ex s = real_attribute(fl, in, "slip"), lambda = real_attribute(fl, in, "torque");
    if (!s || !lambda)
        return;
    member_equation(fl, in, ex_var(d, w.s), s, EQ_BINDING, slip->span);
    member_equation(fl, in, ex_var(d, w.a), ex_un(d, OP_DER, ex_var(d, w.s)), EQ_PLAIN, slip->span);
    member_equation(fl, in, ex_var(d, w.lambda), lambda, EQ_BINDING, torque->span);
    member_equation(fl, in, 0, 0, EQ_SWITCH, in->is->span);
    Ex ns = nominal(fl, in, "slip_nominal"), nl = nominal(fl, in, "torque_nominal");
    fl->f->sw[in->has->switch_index].nominal_s = ns;
    fl->f->sw[in->has->switch_index].nominal_lambda = nl;
}
