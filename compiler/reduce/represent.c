/* represent.c - part of alias elimination: names the classes and rewrites the model in terms of the names.
 *
 * A class is represented by the member a person would look for: a member of a switching element or an input if there is
 * one (these stay), else what is discrete, then by stateSelect, then outputs of the model (but of what is
 * differentiated: outputs are copies of states), then variables with a named derivative, fixed start values, shorter
 * paths, earlier declarations. Along a chain phi, w, a the representatives must have matching signs, so that each is
 * the derivative of the one before; if no member has the right sign, a variable der(...) is added. Starts, stateSelect
 * and nominals of the members go over to the representative where it has none (a fixed start goes first); what the
 * members said stays with them. Cost: linear.
 * Ensures: Flat.alias; a representative is no alias; der only between representatives.
 */
#include <string.h>
#include "alias.h"

typedef struct {
    uint32_t *start;
    Var *member;
} Classes; /* members of root v: member[start[v] .. start[v+1]-1] */

static Classes classes_of(Aliases *s)
{
    Arena *a = &s->d->pass;
    Classes c = { NEW_N(a, uint32_t, s->n + 2), NEW_N(a, Var, s->n + 1) };
    uint32_t *fill = NEW_N(a, uint32_t, s->n + 1);
    for (Var v = 1; v < s->n; v++)
        c.start[alias_find(s, v, NULL) + 1]++;
    for (Var v = 0; v < s->n; v++)
        c.start[v + 1] += c.start[v];
    for (Var v = 1; v < s->n; v++) {
        Var r = alias_find(s, v, NULL);
        c.member[c.start[r] + fill[r]++] = v;
    }
    return c;
}

/* ---- who represents ------------------------------------------------------------------------------------ */

/* Bits of preference, most important first; among equals the shorter path, then the earlier declaration. */
static uint32_t rank(const VarInfo *v, bool differentiated)
{
    static const uint32_t select[] = {
        [SS_DEFAULT] = 2, [SS_NEVER] = 0, [SS_AVOID] = 1, [SS_PREFER] = 3, [SS_ALWAYS] = 4
    };
    uint32_t r = !var_is_unknown(v);
    r = r << 1 | (v->variability == V_DISCRETE); /* the class changes at events alone */
    r = r << 1 | !v->aside;
    r = r << 3 | select[v->state_select];
    r = r << 1 | ((v->top_level && v->causality == C_OUTPUT) != differentiated);
    r = r << 1 | (v->der != 0);
    r = r << 1 | v->fixed;
    r = r << 1 | v->has_start;
    return r << 1 | !v->flow;
}

static bool better(const Flat *f, Var a, Var b, bool differentiated)
{
    uint32_t ra = rank(&f->var[a], differentiated), rb = rank(&f->var[b], differentiated);
    if (ra != rb)
        return ra > rb;
    uint32_t da = name_depth(f->var[a].name), db = name_depth(f->var[b].name);
    return da != db ? da < db : a < b;
}

typedef enum { ANY, PLUS, MINUS } Sign;

/* Best member of class root with the sign (relative to the root), or 0. pinned[] is per variable here. */
static Var best_member(Aliases *s, const Classes *c, const bool *pinned, Var root, Sign sign)
{
    Var best = 0;
    for (uint32_t i = c->start[root]; i < c->start[root + 1]; i++) {
        Var v = c->member[i];
        bool flip;
        alias_find(s, v, &flip);
        if (sign != ANY && flip != (sign == MINUS))
            continue;
        if (best && (pinned[best] > pinned[v] ||
                     (pinned[best] == pinned[v] && !better(s->f, v, best, s->der[root] != 0))))
            continue;
        best = v;
    }
    return best;
}

/* ---- what members hand over ---------------------------------------------------------------------------- */

static void inherit_start(Dtc *d, VarInfo *r, const VarInfo *v, bool minus)
{
    bool more = (v->fixed && !r->fixed) || (v->has_start && !r->has_start && v->fixed == r->fixed);
    if (!more || !v->start)
        return;
    r->start = minus ? ex_un(d, OP_NEG, v->start) : v->start;
    r->has_start = v->has_start;
    r->fixed = v->fixed;
    r->has_fixed |= v->has_fixed;
}

static StateSelect joint_select(StateSelect a, StateSelect b)
{
    static const StateSelect order[] = { SS_ALWAYS, SS_PREFER, SS_NEVER, SS_AVOID };
    for (uint32_t i = 0; i < sizeof order / sizeof *order; i++)
        if (a == order[i] || b == order[i])
            return order[i];
    return SS_DEFAULT;
}

/* r represents class root; minus: root = -r. */
static void settle(Aliases *s, const Classes *c, Var root, Var r, bool minus)
{
    Flat *f = s->f;
    bool flip;
    for (uint32_t i = c->start[root]; i < c->start[root + 1]; i++) {
        Var v = c->member[i];
        alias_find(s, v, &flip);
        if (v == r)
            continue;
        f->alias[v] = (Alias){ r, flip ^ minus, 0 };
        change_variable(f, v)->der = 0;
        if (!var_is_unknown(&f->var[r]))
            continue;
        inherit_start(s->d, change_variable(f, r), &f->var[v], flip ^ minus);
        change_variable(f, r)->state_select = joint_select(f->var[r].state_select, f->var[v].state_select);
        if (!f->var[r].nominal)
            change_variable(f, r)->nominal = f->var[v].nominal;
    }
    change_variable(f, r)->der = 0;
}

/* An equation of places (enumerations) compares them as Reals. */
static Ex as_stored(Aliases *s, Var v, Ex x)
{
    return s->f->var[v].type != T_REAL && ex_op(s->d, x) == OP_REAL ? ex_arg(s->d, x, 0) : x;
}

static void settle_constant(Aliases *s, const Classes *c, Var root)
{
    for (uint32_t i = c->start[root]; i < c->start[root + 1]; i++) {
        Var v = c->member[i];
        bool flip;
        alias_find(s, v, &flip);
        Ex constant = as_stored(s, v, s->constant[root]);
        s->f->alias[v].constant = flip ? ex_un(s->d, OP_NEG, constant) : constant;
        change_variable(s->f, v)->der = 0;
    }
}

/* ---- chains of derivatives ----------------------------------------------------------------------------- */

/* The next class of the chain, and the sign of its root as the derivative of this root. */
static Var next_class(Aliases *s, Var root, bool *flip)
{
    *flip = false;
    if (!s->der[root])
        return 0;
    Var next = alias_find(s, s->der[root], flip);
    *flip ^= s->der_flip[root];
    return next;
}

/* The sign the first class should have so that the first class with a pinned member further on gets its pin's. */
static Sign sign_for_pin(Aliases *s, const Classes *c, const bool *pinned, Var root)
{
    bool minus = false, flip;
    for (Var r = root; r;) {
        Var p = s->pinned[r] ? best_member(s, c, pinned, r, ANY) : 0;
        if (p) {
            alias_find(s, p, &flip);
            return flip ^ minus ? MINUS : PLUS;
        }
        r = next_class(s, r, &flip);
        minus ^= flip;
    }
    return ANY;
}

/* der(x) = +-w, where w cannot be the derivative itself for its sign. */
static void link_by_equation(Aliases *s, Var x, Var w)
{
    Flat *f = s->f;
    Var der = var_derivative(s->d, f, x);
    Equation q = { .lhs = ex_var(s->d, der),
                   .rhs = ex_un(s->d, OP_NEG, ex_var(s->d, w)),
                   .kind = EQ_DERIVED,
                   .span = f->var[w].span,
                   .path = f->var[w].path };
    add_equation(s->d, f, q);
}

static void represent_chain(Aliases *s, const Classes *c, const bool *pinned, Var root)
{
    Flat *f = s->f;
    Var x = 0;
    bool flip;
    Sign sign = sign_for_pin(s, c, pinned, root);
    for (Var r = root; r; r = next_class(s, r, &flip)) {
        Var rep = best_member(s, c, pinned, r, s->pinned[r] || s->known[r] ? ANY : sign);
        if (!rep && !x)
            rep = best_member(s, c, pinned, r, ANY);
        bool minus = sign == MINUS;
        if (rep)
            alias_find(s, rep, &minus);
        bool fits = sign == ANY || !x || minus == (sign == MINUS);
        if (!rep)
            rep = var_derivative(s->d, f, x); /* no member has the sign: a new variable has */
        settle(s, c, r, rep, minus);
        if (x && fits)
            change_variable(f, x)->der = rep;
        if (x && !fits)
            link_by_equation(s, x, rep);
        x = rep;
        next_class(s, r, &flip);
        sign = minus ^ flip ? MINUS : PLUS;
    }
}

/* ---- the model in terms of representatives ------------------------------------------------------------- */

static Ex final_image(Dtc *d, Ex e, void *data)
{
    Flat *f = data;
    Op op = ex_op(d, e);
    Var v = op == OP_VAR ? ex_is_var(d, e) : op_keeps(op) ? ex_is_var(d, ex_arg(d, e, 0)) : 0;
    if (!v)
        return 0;
    Alias a = alias_of(f, v);
    if (a.constant)
        return a.constant; /* also pre of it: it does not change */
    if (!a.of)
        return 0;
    Ex x = ex_var(d, a.of);
    if (op != OP_VAR)
        x = ex_un(d, op, x);
    return a.negated ? ex_un(d, OP_NEG, x) : x;
}

void represent(Aliases *s)
{
    Classes c = classes_of(s);
    s->f->alias = vec_reserve(&s->d->run, NULL, sizeof *s->f->alias, s->n);
    for (Var v = 0; v < s->n; v++)
        vec_push(&s->d->run, s->f->alias, (Alias){ 0 });
    bool *pinned = NEW_N(&s->d->pass, bool, s->n + 1);
    for (uint32_t i = 1; i < vec_len(s->f->sw); i++) {
        for (int k = 0; k < SWITCH_REALS; k++)
            pinned[s->f->sw[i].real[k]] = true;
    }
    for (Var v = 1; v < s->n; v++) {
        if (s->parent[v] != v)
            continue;
        if (s->constant[v])
            settle_constant(s, &c, v);
        else if (!s->integral[v] || s->constant[alias_find(s, s->integral[v], NULL)])
            represent_chain(s, &c, pinned, v);
    }
    rewrite_flat(s->d, s->f, &(Rewriter){ .fn = final_image, .data = s->f });
}

/* ---- what an alias stands for -------------------------------------------------------------------------- */

Var root_of(const Flat *f, Var v, bool *negated)
{
    Alias a = alias_of(f, v);
    if (negated)
        *negated = a.negated;
    return a.of ? a.of : v;
}

Var var_root(const Flat *f, Var v, bool *negated)
{
    Var root = root_of(f, v, negated);
    return alias_of(f, root).constant ? 0 : root;
}

Ex var_value(Dtc *d, const Flat *f, Var v)
{
    bool minus;
    Var root = root_of(f, v, &minus);
    Ex constant = alias_of(f, root).constant, e = constant ? constant : ex_var(d, root);
    return !minus ? e : ex_type(d, e) == T_BOOL ? ex_un(d, OP_NOT, e) : ex_un(d, OP_NEG, e);
}
