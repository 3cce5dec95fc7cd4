/* exact_causes.c - of the method exact, for --dump=exact: what rates follow from beside states and torques of switching
 * elements. Inputs; and for the mass matrix a torque in each of Newton's laws of the model.
 *
 * Newton's law of a part is an equation of a component in which the derivative of a speed meets torques or forces: flow
 * variables, as in J*a = flange_a.tau + flange_b.tau; without these the torque of a switching element, or what has
 * their unit. By a torque T beside these the rates of the states change by V T, and with w = R v the speed of the part
 * by those of the states, V = inv(M) R'. So the parts together give
 *
 *     sum of V J V' = inv(M) (sum of R' J R) inv(M) = inv(M)
 *
 * with the mass matrix M of the states (twice the kinetic energy is v' M v), whichever speeds are states. And J times
 * the acceleration of the part by its own T, summed up, is the trace of inv(M) M, the number of speeds: so it shows
 * whether no inertia is missing.
 *
 * Algorithm: exact_plan.c once more, with more that differentials are followed from. Cost: as there. Requires:
 * exact_plan; sums not put into one another (no_forms), so that each equation still has its own variable.
 */
#include <string.h>
#include "differential.h"
#include "exact_matrices.h"
#include "builders.h"

/* What tells torques and forces, the surest last. */
typedef enum { NONE, BY_UNIT, BY_LAW, BY_FLOW } Force;
/* by root: is it the derivative of a speed; is it a torque or a force */
typedef struct { bool *acceleration; uint8_t *force; } Kinds;

static bool unit_is(const VarInfo *v, const char *a, const char *b)
{
    return v->unit && (strcmp(v->unit, a) == 0 || strcmp(v->unit, b) == 0);
}

static bool has_unit(const VarInfo *v) { return v->unit && *v->unit; }

static void take_force(const Kinds *k, Var v, Force by)
{
    if (by > k->force[v])
        k->force[v] = (uint8_t)by;
}

static Kinds kinds(const Equations *e)
{
    const uint32_t n = vec_len(e->f->var);
    Kinds k = { NEW_N(&e->d->pass, bool, n + 1), NEW_N(&e->d->pass, uint8_t, n + 1) };

    for (uint32_t i = 1; i < vec_len(e->f->sw); i++)
        take_force(&k, root(e, e->f->sw[i].lambda), BY_LAW);
    for (Var v = 1; v < n; v++) {
        const VarInfo *i = &e->f->var[v];
        const bool is = unit_is(i, "N.m", "N"), flows = i->flow && (is || !has_unit(i));
        take_force(&k, root(e, v), flows ? BY_FLOW : is ? BY_UNIT : NONE);
    }
    for (Var v = 1; v < n; v++)
        if (e->f->var[v].der && !k.force[root(e, v)] &&
            (!has_unit(&e->f->var[v]) || unit_is(&e->f->var[v], "rad/s", "m/s")))
            k.acceleration[root(e, e->f->var[v].der)] = true;
    return k;
}

/* Is it Newton's law? One acceleration, and torques. */
static void look_at(const Equations *e, const Kinds *k, ExactCauses *c, Eq eq)
{
    const Equation *q = &e->f->eq[eq];
    ExactNewton law = { .eq = eq };
    Var *vars = NULL;
    uint32_t found = 0;
    Force surest = BY_UNIT;

    if (!eq || !q->lhs || q->derived_from || q->extra || !q->path)
        return;
    ex_vars(e->d, q->lhs, &vars);
    ex_vars(e->d, q->rhs, &vars);
    for (uint32_t i = 0; i < vec_len(vars); i++) {
        Var v = root(e, vars[i]);
        if (k->acceleration[v] && v != law.acceleration) {
            law.acceleration = v;
            law.c = coefficient_in(e, eq, vars[i]);
            found++;
        } else if (k->force[v] >= surest && coefficient_in(e, eq, vars[i])) {
            if (k->force[v] > surest)
                vec_clear(law.s);
            surest = k->force[v];
            vec_push(&e->d->run, law.s, coefficient_in(e, eq, vars[i]));
        }
    }
    if (found != 1 || !law.c || ex_is_zero(e->d, law.c) || !law.s || map_get(&c->x->force_in, eq))
        return;
    law.local = ++c->x->locals;
    map_set(&e->d->run, &c->x->force_in, eq, law.local);
    vec_push(&e->d->run, c->newton, law);
}

static void find_newton(const Equations *e, ExactCauses *c)
{
    const Kinds k = kinds(e);

    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        for (BlockWalk w = block_walk(&e->dae->block[b], IN_VALUES | IN_RESIDUALS); block_next(&w);)
            look_at(e, &k, c, w.eq);
    }
}

static void find_inputs(const Equations *e, const Store *store, ExactCauses *c)
{
    for (Var v = 1; v < vec_len(e->f->var); v++) {
        if (!is_input(&e->f->var[v]) || e->f->var[v].type != T_REAL || root(e, v) != v ||
            !is_stored(store, v))
            continue;
        c->x->local[v] = ++c->x->locals;
        vec_push(&e->d->run, c->input, v);
        vec_push(&e->d->run, c->input_local, c->x->local[v]);
    }
}

/* ---- what is held -------------------------------------------------------------------------------------- */

/* By Var: what rates are made of. */
static bool *read_by_rates(const Equations *e)
{
    bool *wanted = NEW_N(&e->d->run, bool, vec_len(e->f->var) + 1);
    Var *vars = NULL;

    for (uint32_t i = 0; i < vec_len(e->dae->state); i++)
        wanted[root(e, e->f->var[e->dae->state[i]].der)] = true;
    for (uint32_t b = vec_len(e->dae->block); b-- > 0;) {
        const Block *block = &e->dae->block[b];
        bool any = false;
        for (uint32_t i = 0; i < block_size(block); i++)
            any |= wanted[block_var(e, block, i)];
        vec_clear(vars);
        if (any)
            block_reads(e, block, &vars);
        for (uint32_t i = 0; i < vec_len(vars); i++)
            wanted[root(e, vars[i])] = true;
    }
    return wanted;
}

static ExactHeld *held_of_rates(const Equations *e, const Exact *x)
{
    const bool *wanted = read_by_rates(e);
    ExactHeld *held = NULL;

    for (uint32_t i = 0; i < vec_len(x->held); i++)
        if (wanted[x->held[i].v])
            vec_push(&e->d->run, held, x->held[i]);
    return held;
}

ExactCauses exact_causes(const Equations *e, const Store *store)
{
    ExactCauses c = { .x = exact_begin(e) };
    uint8_t flag = 0;
    Ex why = 0;

    find_inputs(e, store, &c);
    find_newton(e, &c);
    exact_follow(e, c.x);
    for (uint32_t i = 0; i < c.x->n; i++) {
        const VarInfo *v = &e->f->var[e->dae->state[i]];
        c.x->rate[i] = exact_terms(e, c.x, var_value(e->d, e->f, v->der), v->name, &flag, &why);
    }
    c.held = held_of_rates(e, c.x);
    return c;
}
