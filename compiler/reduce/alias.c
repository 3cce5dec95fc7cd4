/* alias.c - variables that equal another one up to sign, or a constant: found, and eliminated.
 *
 * Aliases come from equations that reduce to a = +-b or a = constant; from congruence: v = e and u = e with the same
 * right side (hash-consed: the same handle); and from derivatives: where phi_a = phi_b, der(phi_a) = der(phi_b), so
 * that rigidly coupled shafts collapse before index reduction. Classes are a union-find with signs. While it runs, a
 * class goes by its root; an equation is looked at again when enough of its variables have got another root: at
 * each loss if it is short, else when half of them have. Afterwards each class gets its representative (represent.c).
 *
 * Members of switching elements stay (two of them are never one class), inputs and places stay, discrete variables with
 * unlike fixed starts have unlike values before the initialisation (Modelica 3.6, 8.6: pre(v) = start), and a variable
 * keeps being the derivative of one variable only: where a merger would break that, the equation stays one. So does
 * der(w) = tau between the derivative of a variable that is reinitialised and a flow: an impulse acts in it
 * (reinit.c). An equation that comes down to 0 = 0 or 0 = 1 is a redundant or contradictory coupling: left_over.c.
 *
 * Cost: O(n log n) in the size of the equations. Requires: derivatives linked (simplify.c).
 */
#include <math.h>
#include <stdlib.h>
#include "alias.h"
#include "expr.h"

enum { TERMS = 16, STEPS = 64, SHORT = 4 };

/* ---- classes ------------------------------------------------------------------------------------------- */

Var alias_find(Aliases *s, Var v, bool *flip)
{
    bool minus = false;
    Var root = v;
    for (; s->parent[root] != root; root = s->parent[root])
        minus ^= s->flip[root];
    if (flip)
        *flip = minus;
    while (s->parent[v] != root && v != root) { /* compress: v and its ancestors below the root */
        Var next = s->parent[v];
        bool rest = minus ^ s->flip[v];
        s->parent[v] = root;
        s->flip[v] = minus;
        minus = rest;
        v = next;
    }
    return root;
}

static Ex signed_ex(Dtc *d, Ex e, bool minus) { return minus ? ex_un(d, OP_NEG, e) : e; }

static Ex image(Dtc *d, Var v, void *data)
{
    Aliases *s = data;
    bool flip;
    Var root = alias_find(s, v, &flip);
    return signed_ex(d, s->constant[root] ? s->constant[root] : ex_var(d, root), flip);
}

static Var chain_of(Aliases *s, Var v)
{
    while (s->chain[v] != v)
        v = s->chain[v] = s->chain[s->chain[v]];
    return v;
}

/* ---- the worklist -------------------------------------------------------------------------------------- */

static void enqueue(Aliases *s, Eq e)
{
    if (s->eq[e].queued || s->f->eq[e].removed)
        return;
    s->eq[e].queued = true;
    vec_push(&s->d->pass, s->queue, e);
}

/* The equations of class v have lost a variable. */
static void touch(Aliases *s, Var v)
{
    for (uint32_t i = 0; i < vec_len(s->occurs[v]); i++) {
        EqState *q = &s->eq[s->occurs[v][i]];
        q->pending++;
        if (q->size <= SHORT || 2 * q->pending >= q->size)
            enqueue(s, s->occurs[v][i]);
    }
}

static void watch_equation(Aliases *s, Eq e)
{
    Var *vars = NULL;
    for (Eq next = vec_len(s->eq); next <= e; next++) {
        const Equation *q = &s->f->eq[next];
        EqState st = { .lhs = q->removed ? 0 : q->lhs, .rhs = q->removed ? 0 : q->rhs };
        vec_push(&s->d->pass, s->eq, st);
    }
    if (s->f->eq[e].removed || !s->f->eq[e].lhs)
        return;
    ex_vars(s->d, s->f->eq[e].lhs, &vars);
    ex_vars(s->d, s->f->eq[e].rhs, &vars);
    for (uint32_t i = 0; i < vec_len(vars); i++)
        if (s->f->var[vars[i]].variability < V_PARAM) {
            vec_push(&s->d->pass, s->occurs[alias_find(s, vars[i], NULL)], e);
            s->eq[e].size++;
            s->eq[e].rates |= s->rate_of[vars[i]] != 0;
        }
}

/* ---- mergers ------------------------------------------------------------------------------------------- */

/* a = +-b (b = 0: a = value), because of equation eq; derived: a consequence, which does not use eq up. */
typedef struct Merge { Var a, b; Ex value; bool flip, derived; Eq eq; } Merge;

/* Remembers why, where the equation does not have these variables itself. */
static void prove(Aliases *s, const Merge *m, Var b)
{
    if (m->derived && b)
        vec_push(&s->d->pass, s->proof, ((Proof){ m->a, b, m->eq }));
}

static void later(Aliases *s, Merge m)
{
    m.derived = true;
    vec_push(&s->d->pass, s->merges, m);
}

/* A consequence that cannot be an alias is added as an equation. */
static bool state_it(Aliases *s, const Merge *m)
{
    if (!m->derived)
        return false;
    Dtc *d = s->d;
    if (m->b)
        s->integral[alias_find(s, m->b, NULL)] = 0; /* join() has kept m->a as the derivative */
    Equation q = s->f->eq[m->eq];
    q.lhs = ex_var(d, m->a);
    q.rhs = m->b ? signed_ex(d, ex_var(d, m->b), m->flip) : m->value;
    q.kind = EQ_DERIVED;
    q.derived_from = q.derivative = 0;
    q.removed = false;
    add_equation(d, s->f, q);
    watch_equation(s, vec_len(s->f->eq) - 1);
    return true;
}

static bool set_constant(Aliases *s, const Merge *m)
{
    bool flip;
    Var root = alias_find(s, m->a, &flip), integral = s->integral[root];
    Ex value = signed_ex(s->d, m->value, flip);
    if (s->constant[root])
        return s->constant[root] == value || state_it(s, m);
    bool accumulates = integral && !s->constant[alias_find(s, integral, NULL)];
    if (s->pinned[root] || s->known[root] || accumulates)
        return state_it(s, m);
    prove(s, m, 0);
    s->constant[root] = value;
    touch(s, root);
    if (s->der[root])
        later(s, (Merge){ .a = s->der[root], .value = ex_real(s->d, 0), .eq = m->eq });
    return true;
}

static bool may_merge(Aliases *s, Var a, Var b, bool flip, bool derived)
{
    if (s->f->var[a].type != s->f->var[b].type)
        return false;
    if ((s->pinned[a] || s->known[a]) && (s->pinned[b] || s->known[b]))
        return false; /* each has to stay */
    if (s->kept[a] && s->kept[b] && s->kept[a] != signed_ex(s->d, s->kept[b], flip))
        return false;
    if ((s->known[a] && (s->der[b] || s->integral[b])) || (s->known[b] && (s->der[a] || s->integral[a])))
        return false;
    if ((s->slip[a] && (s->der[b] || s->integral[b])) || (s->slip[b] && (s->der[a] || s->integral[a])))
        return false;
    if (derived)
        return true;
    if ((s->reset[a] && s->flow[b]) || (s->flow[a] && s->reset[b]))
        return false;
    if (s->integral[a] && s->integral[b] &&
        alias_find(s, s->integral[a], NULL) != alias_find(s, s->integral[b], NULL))
        return false;
    return chain_of(s, a) != chain_of(s, b);
}

/* Class b joins class a, a = +-b. */
static void join(Aliases *s, Var a, Var b, bool flip, Eq eq)
{
    if (vec_len(s->occurs[a]) < vec_len(s->occurs[b])) {
        Var t = a;
        a = b;
        b = t;
    }
    touch(s, b);
    for (uint32_t i = 0; i < vec_len(s->occurs[b]); i++)
        vec_push(&s->d->pass, s->occurs[a], s->occurs[b][i]);
    s->parent[b] = a;
    s->flip[b] = flip;
    s->pinned[a] |= s->pinned[b];
    s->known[a] |= s->known[b];
    s->slip[a] |= s->slip[b];
    s->reset[a] |= s->reset[b];
    s->flow[a] |= s->flow[b];
    s->chain[chain_of(s, b)] = chain_of(s, a);
    if (!s->kept[a] && s->kept[b])
        s->kept[a] = signed_ex(s->d, s->kept[b], flip);
    if (!s->integral[a])
        s->integral[a] = s->integral[b];
    if (s->der[a] && s->der[b])
        later(s,
              (Merge){
                  .a = s->der[a], .b = s->der[b], .flip = s->der_flip[a] ^ s->der_flip[b] ^ flip, .eq = eq });
    else if (s->der[b]) {
        s->der[a] = s->der[b];
        s->der_flip[a] = s->der_flip[b] ^ flip;
    }
}

/* True if the equation is used up. */
static bool merge(Aliases *s, const Merge *m)
{
    bool fa, fb;
    if (m->b == 0)
        return set_constant(s, m);
    Var a = alias_find(s, m->a, &fa), b = alias_find(s, m->b, &fb);
    bool flip = fa ^ fb ^ m->flip;
    if (a == b) {
        if (!flip)
            return m->derived;
        return set_constant(s,
                            &(Merge){
                                .a = m->a, .value = ex_real(s->d, 0), .eq = m->eq, .derived = m->derived });
    }
    if (s->constant[a])
        return set_constant(s, &(Merge){ m->b, 0, signed_ex(s->d, s->constant[a], fa ^ m->flip), false,
                                         m->derived, m->eq });
    if (s->constant[b])
        return set_constant(s, &(Merge){ m->a, 0, signed_ex(s->d, s->constant[b], fb ^ m->flip), false,
                                         m->derived, m->eq });
    if (!may_merge(s, a, b, flip, m->derived))
        return state_it(s, m);
    prove(s, m, m->b);
    join(s, a, b, flip, m->eq);
    return true;
}

/* The merger and all its consequences. */
static bool make_equal(Aliases *s, Merge m)
{
    bool used = merge(s, &m);
    while (vec_len(s->merges)) {
        Merge next = vec_pop(s->merges);
        merge(s, &next);
    }
    return used;
}

/* ---- what an equation says ----------------------------------------------------------------------------- */

/* sum of c[i]*v[i] + rest; rest has parameters only. */
typedef struct { Var v[TERMS]; Rational c[TERMS]; uint32_t n; Ex rest; } Linear;

/* Does the value of e vary in a simulation? Operands have smaller handles: one sweep answers it for all. */
static bool varies(Aliases *s, Ex e)
{
    for (Ex x = vec_len(s->varying); x <= e; x++) {
        const ExNode *n = ex(s->d, x);
        bool v = op_moves((Op)n->op) || (n->op == OP_VAR && s->f->var[n->payload].variability < V_PARAM);
        for (uint32_t i = 0; i < n->n && !v; i++)
            v = s->varying[n->arg[i]];
        vec_push(&s->d->pass, s->varying, v);
    }
    return s->varying[e];
}

static bool add_term(Linear *l, Var v, Rational c)
{
    for (uint32_t i = 0; i < l->n; i++)
        if (l->v[i] == v)
            return rat_add(l->c[i], c, &l->c[i]);
    if (l->n == TERMS)
        return false;
    l->v[l->n] = v;
    l->c[l->n++] = c;
    return true;
}

typedef struct { Ex e; Rational c; } Multiple;

static bool is_fraction(Dtc *d, Ex x, const void *data)
{
    (void)data;
    return ex_is_rational(d, x, &(Rational){ 0 });
}

/* The operands of a sum, difference or multiple; their number, or 0: it is a term by itself. */
static uint32_t parts(Dtc *d, Multiple t, Multiple out[2])
{
    Operand part[2];
    const uint32_t n = ex_parts(d, t.e, is_fraction, NULL, part);

    for (uint32_t i = 0; i < n; i++) {
        Rational c = t.c, by;
        if (part[i].by && (!ex_is_rational(d, part[i].by, &by) ||
                           !(part[i].over ? rat_div(c, by, &c) : rat_mul(by, c, &c))))
            return 0;
        c.num = part[i].negated ? -c.num : c.num;
        out[i] = (Multiple){ part[i].x, c };
    }
    return n;
}

static void drop_cancelled(Linear *l)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < l->n; i++) {
        if (l->c[i].num == 0)
            continue;
        l->v[kept] = l->v[i];
        l->c[kept++] = l->c[i];
    }
    l->n = kept;
}

/* lhs - rhs as a short linear form; false if it is none. */
static bool linear_form(Aliases *s, Ex lhs, Ex rhs, Linear *l)
{
    Dtc *d = s->d;
    Multiple stack[STEPS + 4] = { { lhs, { 1, 1 } }, { rhs, { -1, 1 } } };
    uint32_t n = 2, k;
    l->n = 0;
    l->rest = ex_real(d, 0);
    for (uint32_t step = 0; n > 0; step++) {
        if (step == STEPS)
            return false;
        Multiple t = stack[--n];
        Var v = ex_is_var(d, t.e);
        TypeKind type = ex_type(d, t.e);
        if (type != T_REAL && type != T_INT && !v)
            return false;
        if (!varies(s, t.e)) {
            if (type == T_BOOL)
                return false;
            l->rest = ex_bin(d, OP_ADD, l->rest, ex_bin(d, OP_MUL, ex_rational(d, t.c), t.e));
        } else if (v) {
            if (!add_term(l, v, t.c))
                return false;
        } else {
            if ((k = parts(d, t, stack + n)) == 0)
                return false;
            n += k;
        }
    }
    drop_cancelled(l);
    return true;
}

/* ---- one equation -------------------------------------------------------------------------------------- */

/* Not every Integer has a negative: a = -b stays an assignment. */
static bool opposite_integers(Aliases *s, Eq e, Var a, Var b)
{
    Equation *q = change_equation(s->f, e);
    if (ex_is_var(s->d, q->lhs) || ex_is_var(s->d, q->rhs))
        return false;
    q->lhs = ex_var(s->d, a);
    q->rhs = ex_un(s->d, OP_NEG, ex_var(s->d, b));
    return false;
}

static bool alias_from_terms(Aliases *s, Eq e, const Linear *l)
{
    Dtc *d = s->d;
    Rational r;
    if (l->n == 1 && rat_div((Rational){ -1, 1 }, l->c[0], &r)) {
        Ex value = ex_bin(d, OP_MUL, ex_rational(d, r), l->rest);
        if (s->f->var[l->v[0]].type != T_REAL) {
            if (!ex_is_rational(d, value, &r) || r.den != 1)
                return false;
            value = ex_int(d, r.num);
        }
        return make_equal(s, (Merge){ .a = l->v[0], .value = value, .eq = e });
    }
    if (l->n != 2 || !ex_is_zero(d, l->rest) || !rat_div(l->c[0], l->c[1], &r) || r.den != 1 ||
        (r.num != 1 && r.num != -1))
        return false;
    if (r.num == 1 && s->f->var[l->v[0]].type != T_REAL)
        return opposite_integers(s, e, l->v[0], l->v[1]);
    return make_equal(s, (Merge){ .a = l->v[0], .b = l->v[1], .flip = r.num == 1, .eq = e });
}

/* v = +-e with e no variable: v, and e without the sign. */
static Var solved_form(Aliases *s, Ex lhs, Ex rhs, Ex *e, bool *minus)
{
    Var v = ex_is_var(s->d, lhs);
    *e = rhs;
    if (!v) {
        v = ex_is_var(s->d, rhs);
        *e = lhs;
    }
    if (!v || ex_is_var(s->d, *e) || s->f->var[v].variability >= V_PARAM)
        return 0;
    *minus = ex_op(s->d, *e) == OP_NEG;
    if (*minus)
        *e = ex_arg(s->d, *e, 0);
    return v;
}

static bool congruent(Aliases *s, Eq i)
{
    const Equation *q = &s->f->eq[i];
    Ex e, other;
    bool minus, other_minus;
    Var v = solved_form(s, q->lhs, q->rhs, &e, &minus);
    if (!v)
        return false;
    if (!varies(s, e))
        return !minus && ex_type(s->d, e) == s->f->var[v].type &&
               make_equal(s, (Merge){ .a = v, .value = e, .eq = i });
    Eq k = (Eq)map_get(&s->solved, e);
    if (k && k != i && !s->f->eq[k].removed) {
        Var u = solved_form(s, s->f->eq[k].lhs, s->f->eq[k].rhs, &other, &other_minus);
        if (u == v && other == e && minus == other_minus) {
            report_left_over(s, i, k, false);
            return true;
        }
        if (u && other == e && (minus == other_minus || ex_type(s->d, e) == T_REAL) &&
            make_equal(s, (Merge){ .a = v, .b = u, .flip = minus ^ other_minus, .eq = i }))
            return true;
    }
    map_set(&s->d->pass, &s->solved, e, i);
    return false;
}

static void examine(Aliases *s, Eq i)
{
    Linear l;
    Ex lhs = ex_replace(s->d, s->f->eq[i].lhs, image, s), rhs = ex_replace(s->d, s->f->eq[i].rhs, image, s);
    EqState *st = &s->eq[i];
    st->size = st->size > st->pending ? st->size - st->pending : 1;
    st->pending = 0;
    change_equation(s->f, i)->lhs = lhs;
    change_equation(s->f, i)->rhs = rhs;
    bool linear = linear_form(s, lhs, rhs, &l), used = true;
    if (lhs == rhs)
        report_left_over(s, i, 0, false);
    else if (linear && l.n == 0)
        left_over(s, i, l.rest);
    else
        used = (linear && alias_from_terms(s, i, &l)) || congruent(s, i);
    if (used)
        change_equation(s->f, i)->removed = true;
}

/* ---- the pass ------------------------------------------------------------------------------------------ */

static void pin(Aliases *s, const Switch *w)
{
    for (int i = 0; i < SWITCH_REALS; i++)
        s->pinned[w->real[i]] = true;
    s->slip[w->s] = true;       /* states keep the names of shafts */
    s->known[w->lambda] = true; /* by its law: it is no derivative, and has none */
}

/* What is discrete, and read by pre(): its value before the start is its own, also where it is a constant from then on.
 */
static void pin_remembered(Aliases *s)
{
    for (Ex e = 1; e < ex_count(s->d) + 1; e++) {
        Var v = ex_op(s->d, e) == OP_PRE ? ex_is_var(s->d, ex_arg(s->d, e, 0)) : 0;
        if (v && (s->f->var[v].type != T_REAL || s->f->var[v].variability == V_DISCRETE))
            s->pinned[v] = true;
    }
}

static void set_up(Aliases *s)
{
    Arena *a = &s->d->pass;
    Flat *f = s->f;
    uint32_t n = s->n = vec_len(f->var);
    s->parent = NEW_N(a, Var, n), s->flip = NEW_N(a, bool, n), s->constant = NEW_N(a, Ex, n);
    s->der = NEW_N(a, Var, n), s->der_flip = NEW_N(a, bool, n), s->integral = NEW_N(a, Var, n),
    s->chain = NEW_N(a, Var, n);
    s->pinned = NEW_N(a, bool, n), s->slip = NEW_N(a, bool, n), s->known = NEW_N(a, bool, n),
    s->occurs = NEW_N(a, Eq *, n);
    s->reset = NEW_N(a, bool, n), s->flow = NEW_N(a, bool, n), s->kept = NEW_N(a, Ex, n);
    s->rate_of = integrals(s->d, f);
    for (Var v = 0; v < n; v++) {
        s->parent[v] = s->chain[v] = v;
        s->known[v] = v && !var_is_unknown(&f->var[v]);
        s->der[v] = f->var[v].der;
        s->integral[v] = s->rate_of[v];
        s->flow[v] = f->var[v].flow;
        s->kept[v] = v && f->var[v].variability == V_DISCRETE && f->var[v].fixed ? start_of(s->d, f, v) : 0;
    }
    bool *reset = reset_variables(s->d, f);
    for (Var v = 1; v < n; v++)
        if (reset[v] && s->der[v])
            s->reset[s->der[v]] = true;
    for (Var v = 1; v < n; v++)
        if (s->der[v])
            s->chain[chain_of(s, s->der[v])] = chain_of(s, v);
    for (uint32_t i = 1; i < vec_len(f->sw); i++)
        pin(s, &f->sw[i]);
    pin_remembered(s);
    s->pinned[0] = false;
    for (Eq e = 1; e < vec_len(f->eq); e++)
        watch_equation(s, e);
}

bool alias_eliminate(Dtc *d, Flat *f)
{
    Aliases s = { .d = d, .f = f };
    set_up(&s);
    for (int rates = 0; rates <= 1; rates++) /* phi_a = phi_b goes before der(x) = phi_b */
        for (Eq e = 1; e < vec_len(f->eq); e++)
            if (f->eq[e].lhs && s.eq[e].rates == rates)
                enqueue(&s, e);
    while (s.head < vec_len(s.queue)) {
        while (s.head < vec_len(s.queue)) {
            Eq e = s.queue[s.head++];
            s.eq[e].queued = false;
            if (!f->eq[e].removed)
                examine(&s, e);
        }
        for (Eq e = 1; e < vec_len(f->eq); e++) /* long equations that lost few of their variables */
            if (s.eq[e].pending)
                enqueue(&s, e);
    }
    if (d->errors)
        return false;
    represent(&s);
    return true;
}
