/* emit_reinit.c - reinit(v, value): a velocity that is set takes what is rigidly coupled to it with it.
 *
 * A speed jumps because an impulse acts. It acts on the inertia whose speed is set: in the equation of the component
 * that declares v (or an alias of it) in which der(v) meets a flow variable, J*der(w) = flange_a.tau + flange_b.tau.
 * Integrated over the instant of the jump the torn block of der(v) is a linear system with the same matrix, in which
 * accelerations are jumps of velocities, torques are impulses, and what is finite is zero; stuck switching elements
 * stay stuck, others transmit nothing. So one column of that system, for the impulse J that gives J alone the speed 1,
 * gives the jumps of all velocities of the block, and the resets that act together give as many conditions as there are
 * impulses:
 *
 *     dv = sum over q of P_q dv_q,     dv(v_i) = value_i - v_i
 *
 * A reset to the present value is none (P_i = 0), and one of a shaft that stuck elements hold against the housing does
 * nothing. A stuck element with one infinite bound (a freewheel) that would transmit its impulse against that bound
 * lets go, and the system is solved without it. Where there is no such equation, the block is not linear, or it has
 * neither another velocity nor switching elements, v is set and nothing else.
 *
 * Values are those before all resets of the branch, after its assignments.
 * Cost: the block twice for each equation with an impulse. Requires: blocks torn and staged, emit_block's matrices
 * factored in the present structure.
 */
#include <string.h>
#include "emit.h"
#include "emit_jump.h"
#include "emit_step.h"

typedef struct {
    uint32_t block;
    Eq newton;
    Ex J;
} Reset; /* block: in dae->block; newton 0: set and nothing else; J: factor of the acceleration in it */
typedef struct Resets {
    Map of;
    Reset *reset;
    Var **velocity;
    bool *flow;
} Resets; /* of: state -> 1 + index in reset; velocity: by block, vecs of states */

static Var root(Emitter *e, Var v)
{
    bool negated;
    return root_of(e->f, v, &negated);
}

/* ---- plan -------------------------------------------------------------------------------------------------------- */

static bool has_reinit(const Flat *f)
{
    for (uint32_t k = 0; k < vec_len(f->when); k++)
        for (uint32_t i = 0; i < vec_len(f->when[k].branch); i++)
            for (uint32_t q = 0; q < vec_len(f->when[k].branch[i].action); q++)
                if (f->when[k].branch[i].action[q].kind == W_REINIT)
                    return true;
    return false;
}

/* The equation in which the acceleration meets a flow variable, among those that components in `paths` have written. */
static Eq newton_equation(Emitter *e, const Block *b, Var acceleration, const char *path)
{
    uint32_t n = vec_len(b->inner), all = n + vec_len(b->res_eq);
    Var *vars = NULL;

    for (uint32_t i = 0; i < all; i++) {
        Eq at = i < n ? b->inner[i].eq : b->res_eq[i - n];
        const Equation *q = &e->f->eq[at];
        if (!at || !q->lhs || q->derived_from || !q->path || strcmp(q->path, path) != 0)
            continue;
        bool accelerates = false, flows = false;
        vec_clear(vars);
        ex_vars(e->d, q->lhs, &vars);
        ex_vars(e->d, q->rhs, &vars);
        for (uint32_t k = 0; k < vec_len(vars); k++) {
            accelerates |= root(e, vars[k]) == acceleration;
            flows |= e->resets->flow[root(e, vars[k])];
        }
        if (accelerates && flows)
            return at;
    }
    return 0;
}

/* d(lhs - rhs)/dv of an equation; 0: not known. */
static Ex coefficient(Emitter *e, Eq eq, Var v)
{
    const Equation *q = &e->f->eq[eq];
    return ex_diff(e->d, ex_bin(e->d, OP_SUB, q->lhs, q->rhs), v);
}

static void plan_reset(Emitter *e, Var v, const uint32_t *block_of, const Var *next_alias)
{
    Resets *r = e->resets;
    Var acceleration = e->f->var[v].der ? root(e, e->f->var[v].der) : 0;
    Reset reset = { .block = acceleration ? block_of[acceleration] : 0 };

    if (map_get(&r->of, v))
        return;
    if (reset.block) {
        const Block *b = &e->dae->block[--reset.block];
        bool linear = b->kind == B_LINEAR || b->kind == B_SWITCHED;
        for (Var u = v; u && linear && vec_len(r->velocity[reset.block]) + block_m(b) > 1 && !reset.newton;
             u = next_alias[u])
            reset.newton = newton_equation(e, b, acceleration, e->f->var[u].path);
        reset.J = reset.newton ? coefficient(e, reset.newton, acceleration) : 0;
        if (!reset.J)
            reset.newton = 0;
    }
    vec_push(&e->d->run, r->reset, reset);
    map_set(&e->d->run, &r->of, v, vec_len(r->reset));
}

/* By Var: 1 + the block that computes it. */
static uint32_t *owners(Emitter *e)
{
    uint32_t *of = NEW_N(&e->d->pass, uint32_t, vec_len(e->f->var) + 1);

    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        const Block *k = &e->dae->block[b];
        for (uint32_t i = 0; i < vec_len(k->inner); i++)
            of[root(e, k->inner[i].v)] = b + 1;
        for (uint32_t i = 0; i < vec_len(k->res); i++)
            of[root(e, k->tear[i])] = b + 1;
    }
    return of;
}

void reinit_plan(Emitter *e)
{
    uint32_t n = vec_len(e->f->var) + 1, *block_of;
    Resets *r = e->resets = NEW(&e->d->run, Resets);
    Var *next_alias;

    if (!has_reinit(e->f))
        return;
    block_of = owners(e);
    next_alias = NEW_N(&e->d->pass, Var, n);
    r->flow = NEW_N(&e->d->run, bool, n);
    r->velocity = NEW_N(&e->d->run, Var *, vec_len(e->dae->block) + 1);
    for (Var v = vec_len(e->f->var); v-- > 1;) {
        Var to = root(e, v);
        r->flow[to] |= e->f->var[v].flow;
        if (to != v) {
            next_alias[v] = next_alias[to];
            next_alias[to] = v;
        }
    }
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++) {
        Var x = e->dae->state[i], b = block_of[root(e, e->f->var[x].der)];
        if (b)
            vec_push(&e->d->run, r->velocity[b - 1], x);
    }
    for (uint32_t k = 0; k < vec_len(e->f->when); k++)
        for (uint32_t i = 0; i < vec_len(e->f->when[k].branch); i++)
            for (uint32_t q = 0; q < vec_len(e->f->when[k].branch[i].action); q++) {
                const WhenAction *a = &e->f->when[k].branch[i].action[q];
                if (a->kind == W_REINIT)
                    plan_reset(e, a->var, block_of, next_alias);
            }
}

static const Reset *reset_of(Emitter *e, Var v)
{
    return &e->resets->reset[map_get(&e->resets->of, v) - 1];
}

/* ---- one column -------------------------------------------------------------------------------------------------- */

/* Inner variables of b that those in `vars` (consumed) depend on. */
static bool *needed_inner(Emitter *e, const Block *b, Var *vars)
{
    uint32_t n = vec_len(b->inner);
    bool *needed = NEW_N(&e->d->pass, bool, n + 1);
    Map wanted = { 0 };

    for (uint32_t i = n;; i--) {
        for (uint32_t k = 0; k < vec_len(vars); k++)
            map_set(&e->d->pass, &wanted, root(e, vars[k]), 1);
        vec_clear(vars);
        if (i == 0)
            return needed;
        needed[i - 1] = map_get(&wanted, root(e, b->inner[i - 1].v)) != 0;
        if (needed[i - 1])
            ex_vars(e->d, b->inner[i - 1].value, &vars);
    }
}

/* Differentials of the needed inner variables; in the equation r->newton an impulse acts: lhs - rhs = J. */
static void inner_differentials(Emitter *e, Tangents *t, const Block *b, const Reset *r, const bool *needed)
{
    for (uint32_t i = 0; i < vec_len(b->inner); i++) {
        const Assign *a = &b->inner[i];
        if (needed[i])
            differential(e, t, a->v, a->value,
                         a->eq == r->newton ? ex_bin(e->d, OP_DIV, r->J, coefficient(e, a->eq, root(e, a->v))) : 0);
    }
}

static const char *local_of(Emitter *e, const Tangents *t, Var v)
{
    bool negated;
    uint64_t local = map_get(&t->local, root_of(e->f, v, &negated));
    return local ? internf(e->d, "%sd%u", negated ? "-" : "", (unsigned)local) : "R(0.0)";
}

/* What is left of residuals and slip accelerations when tearing variables and torques do not change. */
static void emit_rest(Emitter *e, const Block *b, const Reset *r)
{
    Tangents t = { { 0 }, 0, false };
    Var *vars = NULL;

    for (uint32_t i = 0; i < block_n(b); i++)
        ex_vars(e->d, b->res[i], &vars);
    for (uint32_t i = 0; i < block_m(b); i++)
        vec_push(&e->d->pass, vars, e->f->sw[b->sw[i]].a);
    inner_differentials(e, &t, b, r, needed_inner(e, b, vars));
    for (uint32_t i = 0; i < block_n(b); i++)
        differential_sum(e, &t, internf(e->d, "z[%u] = ", i), b->res[i],
                         b->res_eq[i] == r->newton ? ex_un(e->d, OP_NEG, r->J) : 0);
    for (uint32_t i = 0; i < block_m(b); i++)
        line(e, "a[%u] = %s;", i, local_of(e, &t, e->f->sw[b->sw[i]].a));
    unused_differentials(e, t.next);
}

/* The jumps of the velocities, when those of tearing variables and torques are known. */
static void emit_velocities(Emitter *e, const Block *b, const Reset *r)
{
    const Var *velocity = e->resets->velocity[r->block];
    Tangents t = { { 0 }, 0, false };
    Var *vars = NULL;

    for (uint32_t i = 0; i < vec_len(velocity); i++)
        vec_push(&e->d->pass, vars, e->f->var[velocity[i]].der);
    bool *needed = needed_inner(e, b, vars);
    for (uint32_t i = 0; i < block_n(b); i++)
        differential_is(e, &t, b->tear[i], internf(e->d, "z[%u]", i));
    for (uint32_t i = 0; i < block_m(b); i++)
        differential_is(e, &t, e->f->sw[b->sw[i]].lambda, internf(e->d, "lambda[%u]", i));
    inner_differentials(e, &t, b, r, needed);
    for (uint32_t i = 0; i < vec_len(velocity); i++)
        line(e, "dv[%u] = %s;", i, local_of(e, &t, e->f->var[velocity[i]].der));
    unused_differentials(e, t.next);
}

static uint32_t place_in(const Var *list, Var v)
{
    uint32_t i = 0;
    while (list[i] != v)
        i++;
    return i;
}

/* void impulse_E(m, dv, lambda): jumps of the velocities of the block, and impulses of its switching elements, by a
 * unit impulse in equation E. */
static void emit_impulse(Emitter *e, Var v, const Reset *r)
{
    const Block *b = &e->dae->block[r->block];
    uint32_t n = block_n(b), m = block_m(b);
    const Equation *q = &e->f->eq[r->newton];

    put(e, "\n/* Jumps of speeds by an impulse in %s: %s */\n",
        comment_text(e->d, q->path && *q->path ? q->path : "the model"),
        comment_text(e->d, textf(e->d, "%s = %s", ex_plain(e->d, q->lhs), ex_plain(e->d, q->rhs))));
    put(e, "static void impulse_%u(%s *m, dtc_real *dv%s)\n{\n", r->newton, e->model,
        m > 0 ? ", dtc_real *lambda" : "");
    e->indent = 1;
    if (n > 0)
        line(e, "dtc_real z[%u];", n);
    if (m > 0)
        line(e, "dtc_real a[%u];", m);
    if (m > 0)
        line(e, "dtc_law law = DTC_LAW_VIEW(%u, &m->law_%u);", m, r->block);
    if (n + m > 0) {
        open_scope(e);
        emit_rest(e, b, r);
        close_scope(e);
    }
    const char *at = internf(e->d, "m->block_%u.", r->block);
    if (b->fixed)
        emit_negative_inverse(e, b, "z");
    if (m > 0 && b->fixed)
        line(e, "dtc_switched_impulse_finish(&law, a, %u, %sX, %sC, z, lambda);", n, at, at);
    else if (m > 0 && n > 0)
        line(e, "dtc_switched_impulse(&law, a, %u, %sA, %sp, %sX, %sC, z, lambda);", n, at, at, at, at);
    else if (m > 0)
        line(e, "dtc_switched_impulse(&law, a, 0, a, law.place, a, a, a, lambda);");
    else if (n > 0 && !b->fixed)
        line(e, "dtc_linear_impulse(%u, %sA, %sp, z);", n, at, at);
    open_scope(e);
    emit_velocities(e, b, r);
    close_scope(e);
    line(e, "if (!(dtc_abs(dv[%u]) > DTC_TOLERANCE(1e-12))) /* held */", place_in(e->resets->velocity[r->block], v));
    line(e, "    memset(dv, 0, %u * sizeof *dv);", vec_len(e->resets->velocity[r->block]));
    line(e, "(void)m;");
    e->indent = 0;
    put(e, "}\n");
}

void emit_impulses(Emitter *e)
{
    Map done = { 0 };

    for (Var v = 1; e->resets->reset && v < vec_len(e->f->var); v++) {
        const Reset *r = map_get(&e->resets->of, v) ? reset_of(e, v) : NULL;
        if (!r || !r->newton || map_get(&done, r->newton))
            continue;
        map_set(&e->d->pass, &done, r->newton, 1);
        emit_impulse(e, v, r);
    }
}

/* ---- the resets of a branch -------------------------------------------------------------------------------------- */

static const char *member_of(Emitter *e, Var v)
{
    bool negated;
    return access_var(e, v, &negated);
}

/* Their impulses and the jumps of all velocities of the block; once more if a freewheel lets go. */
static void emit_solution(Emitter *e, const WhenAction *action, const uint32_t *which, uint32_t block)
{
    uint32_t k = vec_len(which), n = vec_len(e->resets->velocity[block]), m = block_m(&e->dae->block[block]);

    if (m > 0) {
        comment(e, NULL, internf(e->d, "at most %u rounds", m + 1));
        line(e, "do {");
        e->indent++;
    }
    for (uint32_t i = 0; i < k; i++) {
        const char *lambda = m > 0 ? internf(e->d, ", lambda + %u", i * m) : "";
        line(e, "impulse[%u] = to[%u] - %s;", i, which[i], member_of(e, action[which[i]].var));
        line(e, "impulse_%u(m, dv + %u%s);", reset_of(e, action[which[i]].var)->newton, i * n, lambda);
    }
    line(e, "dtc_impact(%u, %u, at, dv, matrix, p, impulse, jump);", k, n);
    if (m > 0) {
        e->indent--;
        line(e, "} while (dtc_impact_release(&law, %u, lambda, impulse));", k);
        line(e, "show_%u(m);", block);
    }
}

/* Resets number `which` of the branch, which act on one block. */
static void emit_impact(Emitter *e, const WhenAction *action, const uint32_t *which, uint32_t block)
{
    const Var *velocity = e->resets->velocity[block];
    uint32_t k = vec_len(which), n = vec_len(velocity), m = block_m(&e->dae->block[block]);

    open_scope(e);
    indented(e);
    put(e, "static const int at[] = { ");
    for (uint32_t i = 0; i < k; i++)
        put(e, "%s%u", i ? ", " : "", place_in(velocity, action[which[i]].var));
    put(e, " };\n");
    line(e, "dtc_real impulse[%u], dv[%u], jump[%u], matrix[%u];", k, k * n, n, k * k + k);
    line(e, "int p[%u];", k);
    if (m > 0) {
        line(e, "dtc_real lambda[%u];", k * m);
        line(e, "dtc_law law = DTC_LAW_VIEW(%u, &m->law_%u);", m, block);
        line(e, "keep_%u(m);", block);
    }
    emit_solution(e, action, which, block);
    for (uint32_t i = 0; i < n; i++)
        line(e, "%s += jump[%u];", member_of(e, velocity[i]), i);
    for (uint32_t i = 0; i < k; i++) {
        line(e, "if (dtc_abs(jump[at[%u]]) > R(0.0))", i);
        line(e, "    %s = to[%u];", member_of(e, action[which[i]].var), which[i]);
    }
    close_scope(e);
}

/* Those that act on blocks, each block once; then what is set and nothing else. */
static void emit_together(Emitter *e, const WhenAction *action, uint32_t n)
{
    bool *done = NEW_N(&e->d->pass, bool, n + 1);

    for (uint32_t i = 0; i < n; i++) {
        const Reset *r = reset_of(e, action[i].var);
        uint32_t *which = NULL;
        for (uint32_t k = i; k < n && r->newton; k++) {
            const Reset *other = reset_of(e, action[k].var);
            if (done[k] || !other->newton || other->block != r->block)
                continue;
            done[k] = true;
            vec_push(&e->d->pass, which, k);
        }
        if (which)
            emit_impact(e, action, which, r->block);
    }
    for (uint32_t i = 0; i < n; i++)
        if (!done[i])
            line(e, "%s = to[%u];", member_of(e, action[i].var), i);
}

void emit_resets(Emitter *e, const WhenBranch *branch)
{
    WhenAction *action = NULL;

    for (uint32_t i = 0; i < vec_len(branch->action); i++)
        if (branch->action[i].kind == W_REINIT)
            vec_push(&e->d->pass, action, branch->action[i]);
    uint32_t n = vec_len(action);
    if (n == 0)
        return;
    if (n == 1 && !reset_of(e, action[0].var)->newton) {
        emit_assign(e, action[0].var, action[0].value, 0, false);
        return;
    }
    open_scope(e);
    line(e, "dtc_real to[%u];", n);
    for (uint32_t i = 0; i < n; i++) {
        scope_begin(e, &action[i].value, 1);
        indented(e);
        put(e, "to[%u] = ", i);
        put_ex(e, action[i].value);
        put(e, ";\n");
        temps_end(e);
    }
    emit_together(e, action, n);
    close_scope(e);
    e->statements += 4 * n;
}
