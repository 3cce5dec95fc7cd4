/* transmit.c - part of check: which flows are zero for ever, by the equations of components.
 *
 * An equation is read as a sum of multiples of unknowns that is zero, if it is one; others say nothing here. Of a
 * product of what varies the factor that is measured like a flow counts, with a multiple that is not known: a torque
 * times a ratio that is a signal.
 *
 * flows_of: one unknown alone is always zero; what then is alone in its equation is zero as well, and so on.
 * ask_flows: with given flows zero, are others of a component? Equations with two unknowns make one a multiple of the
 * other, a union-find with factors that runs over the component's equations until nothing changes; at most LIMIT
 * equations next to the given flows are looked at, so that the cost of a question has a bound.
 *
 * Parameters count with their present values, but one that is zero now is no reason for anything. Cost: linear in the
 * equations, and that of the questions. Requires: a balanced model, before aliases.
 */
#include <math.h>
#include <string.h>
#include "check.h"
#include "reduce.h"
#include "transmit.h"

enum { STEPS = 64, TERMS = 16, LIMIT = 1000, SWEEPS = 20 };

/* ---- equations as sums --------------------------------------------------------------------------------- */

static bool varies(const Flows *s, Ex e)
{
    Var *vars = NULL;
    ex_vars(s->d, e, &vars);
    for (uint32_t i = 0; i < vec_len(vars); i++)
        if (s->f->var[vars[i]].variability < V_PARAM)
            return true;
    return ex_op(s->d, e) == OP_TIME;
}

/* The present value of what does not vary; NaN: none, or zero. */
static double multiple(const Flows *s, Ex e)
{
    double x;
    return ex_eval(s->d, e, s->value, &x) && isfinite(x) && x != 0 ? x : NAN;
}

/* The one factor of a product that is measured like a flow, or 0. */
static Var carrier(const Flows *s, Ex e)
{
    Ex stack[STEPS + 2] = { e };
    Var v = 0;
    for (uint32_t n = 1, step = 0; n > 0; step++) {
        Ex x = stack[--n];
        Op op = ex_op(s->d, x);
        Var w = ex_is_var(s->d, x);
        if (step == STEPS || (v && w && s->like_flow[w]))
            return 0;
        if (w && s->like_flow[w])
            v = w;
        if (op == OP_MUL)
            stack[n++] = ex_arg(s->d, x, 0), stack[n++] = ex_arg(s->d, x, 1);
        if (op == OP_NEG || op == OP_DIV)
            stack[n++] = ex_arg(s->d, x, 0);
    }
    return v;
}

typedef struct { Ex e; double k; } Piece;

static bool is_still(Dtc *d, Ex x, const void *s) { return (void)d, !varies(s, x); }

/* The operands of a sum or of a multiple; their number, or 0: it is a term by itself. */
static uint32_t parts(const Flows *s, Piece t, Piece out[2])
{
    Operand part[2];
    const uint32_t n = ex_parts(s->d, t.e, is_still, s, part);

    if (ex_op(s->d, t.e) == OP_NOEVENT) {
        out[0] = (Piece){ ex_arg(s->d, t.e, 0), t.k };
        return 1;
    }
    for (uint32_t i = 0; i < n; i++) {
        const double by = part[i].by ? multiple(s, part[i].by) : 1, k = part[i].over ? t.k / by : t.k * by;
        out[i] = (Piece){ part[i].x, part[i].negated ? -k : k };
    }
    return n;
}

/* Appends the terms of equation e; false: it is no such sum. */
static bool read_equation(Flows *s, Eq e)
{
    const Equation *q = &s->f->eq[e];
    Piece stack[STEPS + 4] = { { q->lhs, 1 }, { q->rhs, -1 } };
    uint32_t before = vec_len(s->term);
    for (uint32_t n = 2, step = 0; n > 0; step++) {
        Piece t = stack[--n];
        if (step == STEPS || vec_len(s->term) - before > TERMS)
            return false;
        if (ex_is_zero(s->d, t.e))
            continue;
        uint32_t k = parts(s, t, stack + n);
        n += k;
        if (k)
            continue;
        Var v = ex_is_var(s->d, t.e);
        if (!v && ex_op(s->d, t.e) == OP_MUL)
            v = carrier(s, t.e), t.k = NAN;
        if (!v || !is_unknown(&s->f->var[v]) || s->f->var[v].type != T_REAL)
            return false;
        vec_push(&s->d->pass, s->term, ((Term){ v, t.k }));
    }
    return true;
}

static void read_equations(Flows *s)
{
    Arena *a = &s->d->pass;
    uint32_t n = vec_len(s->f->var), m = vec_len(s->f->eq);
    s->from = NEW_N(a, uint32_t, m + 1);
    s->start = NEW_N(a, uint32_t, n + 2);
    for (Eq e = 1; e < m; e++) {
        const Equation *q = &s->f->eq[e];
        s->from[e] = vec_len(s->term);
        if (q->removed || !q->lhs || ex_type(s->d, q->lhs) != T_REAL || read_equation(s, e))
            continue;
        while (vec_len(s->term) > s->from[e])
            (void)vec_pop(s->term);
    }
    s->from[m] = vec_len(s->term);
    for (uint32_t i = 0; i < vec_len(s->term); i++)
        s->start[s->term[i].v + 1]++;
    for (Var v = 0; v <= n; v++)
        s->start[v + 1] += s->start[v];
    uint32_t *fill = NEW_N(a, uint32_t, n + 1);
    s->of = NEW_N(a, Eq, vec_len(s->term) + 1);
    for (Eq e = 1; e < m; e++)
        for (uint32_t i = s->from[e]; i < s->from[e + 1]; i++)
            s->of[s->start[s->term[i].v] + fill[s->term[i].v]++] = e;
}

/* ---- what is always zero ------------------------------------------------------------------------------- */

static void find_always(Flows *s, Eq e, Var **trail)
{
    Var alone = 0;
    if (s->f->eq[e].kind == EQ_CONNECT)
        return;
    for (uint32_t i = s->from[e]; i < s->from[e + 1]; i++) {
        Var v = s->term[i].v;
        if (s->always[v])
            continue;
        if (alone)
            return;
        alone = v;
    }
    if (!alone)
        return;
    s->always[alone] = true;
    vec_push(&s->d->pass, *trail, alone);
}

static void always_zero(Flows *s)
{
    Var *trail = NULL;
    for (Eq e = 1; e < vec_len(s->f->eq); e++)
        find_always(s, e, &trail);
    for (uint32_t h = 0; h < vec_len(trail); h++)
        for (uint32_t i = s->start[trail[h]]; i < s->start[trail[h] + 1]; i++)
            find_always(s, s->of[i], &trail);
}

/* ---- questions ----------------------------------------------------------------------------------------- */

/* v = factor*root; root 0: it is zero. */
static Term term_root(const Flows *s, Var v)
{
    Term t = { v, 1 };
    if (s->always[v])
        return (Term){ 0, 0 };
    while (t.v && s->asked[t.v] == s->question && s->up[t.v].v != t.v)
        t = (Term){ s->up[t.v].v, t.k * s->up[t.v].k };
    return t;
}

static void hang(Flows *s, Var root, Term below)
{
    s->asked[root] = s->question;
    s->up[root] = below;
}

/* True if the equation says something new: its last root is zero, or of two one is a multiple of the other. */
static bool learn(Flows *s, Eq e)
{
    Term left[TERMS + 2];
    double size[TERMS + 2];
    uint32_t n = 0, kept = 0;
    for (uint32_t i = s->from[e]; i < s->from[e + 1]; i++) {
        Term t = term_root(s, s->term[i].v);
        uint32_t k = 0;
        if (!t.v)
            continue;
        while (k < n && left[k].v != t.v)
            k++;
        if (k == n)
            left[n] = (Term){ t.v, 0 }, size[n++] = 0;
        left[k].k += t.k * s->term[i].k;
        size[k] += fabs(t.k * s->term[i].k);
    }
    for (uint32_t k = 0; k < n; k++)
        if (!(fabs(left[k].k) <= 1e-9 * size[k]))
            left[kept++] = left[k];
    if (kept == 1)
        return hang(s, left[0].v, (Term){ 0, 0 }), true;
    if (kept != 2 || isnan(left[0].k) || isnan(left[1].k))
        return false;
    return hang(s, left[0].v, (Term){ left[1].v, -left[1].k / left[0].k }), true;
}

/* The equations of components first .. last that hang together with the given flows. */
static Eq *near(Flows *s, uint32_t first, uint32_t last, const Var *given, uint32_t n)
{
    Eq *out = NULL;
    Var *queue = NULL;
    Map seen = { 0 };
    for (uint32_t i = 0; i < n; i++)
        vec_push(&s->d->pass, queue, given[i]);
    for (uint32_t h = 0; h < vec_len(queue); h++)
        for (uint32_t i = s->start[queue[h]]; i < s->start[queue[h] + 1]; i++) {
            Eq e = s->of[i];
            if (s->place[e] < first || s->place[e] > last || map_get(&seen, e) || vec_len(out) >= LIMIT)
                continue;
            map_set(&s->d->pass, &seen, e, 1);
            vec_push(&s->d->pass, out, e);
            for (uint32_t k = s->from[e]; k < s->from[e + 1]; k++)
                vec_push(&s->d->pass, queue, s->term[k].v);
        }
    return out;
}

void ask_flows(Flows *s, uint32_t first, uint32_t last, const Var *zero, uint32_t n)
{
    Eq *eq = near(s, first, last, zero, n);
    bool more = true;
    s->question++;
    for (uint32_t i = 0; i < n; i++)
        if (!s->always[zero[i]])
            hang(s, zero[i], (Term){ 0, 0 });
    for (uint32_t sweep = 0; more && sweep < SWEEPS; sweep++) {
        more = false;
        for (uint32_t i = 0; i < vec_len(eq); i++)
            more |= learn(s, eq[i]);
    }
}

bool flow_is_zero(const Flows *s, Var v) { return term_root(s, v).v == 0; }

Flows *flows_of(Dtc *d, Flat *f, const uint32_t *place)
{
    Arena *a = &d->pass;
    uint32_t n = vec_len(f->var) + 1;
    Flows *s = NEW(a, Flows);
    Map units = { 0 };
    *s = (Flows){ .d = d,
                  .f = f,
                  .place = place,
                  .value = present_values(d, f),
                  .always = NEW_N(a, bool, n),
                  .like_flow = NEW_N(a, bool, n),
                  .asked = NEW_N(a, uint32_t, n),
                  .up = NEW_N(a, Term, n) };
    for (Var v = 1; v < vec_len(f->var); v++)
        if (f->var[v].flow && f->var[v].unit)
            map_set(a, &units, KEY(internz(d, f->var[v].unit)), 1);
    for (Var v = 1; v < vec_len(f->var); v++) {
        const char *unit = f->var[v].unit;
        bool alike = f->var[v].flow || (unit && map_get(&units, KEY(internz(d, unit))));
        s->like_flow[v] = alike && is_unknown(&f->var[v]);
    }
    read_equations(s);
    always_zero(s);
    return s;
}
