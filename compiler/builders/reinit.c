/* reinit.c - reinit(v, value): a velocity that is set takes what is rigidly coupled to it with it.
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
 * nothing. A stuck element that would transmit an impulse on a side on which its bound is finite (a friction clutch, a
 * freewheel against its free side), which no torque does in no time,
 * lets go, and the system is solved without it. Where there is no such equation, the block is not linear, or it has
 * neither another velocity nor switching elements, v is set and nothing else.
 *
 * Values are those before all resets.
 * Cost: the block twice for each equation with an impulse. Requires: blocks torn and staged, matrices factored in the
 * present structure.
 */
#include <string.h>
#include "builders.h"
#include "impulse_plan.h"

typedef struct {
    uint32_t block;
    Eq newton;
    Ex J;
} Reset; /* block: in dae->block; newton 0: set and nothing else; J: factor of the acceleration in it */
typedef struct Resets {
    Map of;
    Reset *reset;
    Impulse *impulse;
    bool *flow;
} Resets; /* of: state -> 1 + index in reset; impulse: by block that has the rate of a state that is set */

/* ---- plan ---------------------------------------------------------------------------------------------- */

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
static Eq newton_equation(const Equations *e, const Resets *r, const Block *b, Var acceleration, const char *path)
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
            flows |= r->flow[root(e, vars[k])];
        }
        if (accelerates && flows)
            return at;
    }
    return 0;
}

static void plan_reset(const Equations *e, Resets *r, Var v, const Readers *readers, const uint32_t *block_of,
                       const Var *next_alias)
{
    Var acceleration = e->f->var[v].der ? root(e, e->f->var[v].der) : 0;
    Reset reset = { .block = acceleration ? block_of[acceleration] : 0 };

    if (map_get(&r->of, v))
        return;
    if (reset.block) {
        const Block *b = &e->dae->block[--reset.block];
        bool linear = b->kind == B_LINEAR || b->kind == B_SWITCHED;
        if (linear && !r->impulse[reset.block].velocity)
            r->impulse[reset.block] = impulse_plan(e, readers, reset.block);
        for (Var u = v;
             u && linear && vec_len(r->impulse[reset.block].velocity) + block_m(b) > 1 && !reset.newton;
             u = next_alias[u])
            reset.newton = newton_equation(e, r, b, acceleration, e->f->var[u].path);
        reset.J = reset.newton ? coefficient_in(e, reset.newton, acceleration) : 0;
        if (!reset.J)
            reset.newton = 0;
    }
    vec_push(&e->d->run, r->reset, reset);
    map_set(&e->d->run, &r->of, v, vec_len(r->reset));
}

const Resets *reinit_plan(const Equations *e, const struct Works *works)
{
    uint32_t n = vec_len(e->f->var) + 1, *block_of;
    Resets *r = NEW(&e->d->run, Resets);
    Var *next_alias;

    if (!has_reinit(e->f))
        return r;
    const Readers *readers = find_readers(e, works);
    block_of = block_owners(e);
    next_alias = NEW_N(&e->d->pass, Var, n);
    r->flow = NEW_N(&e->d->run, bool, n);
    r->impulse = NEW_N(&e->d->run, Impulse, vec_len(e->dae->block) + 1);
    for (Var v = vec_len(e->f->var); v-- > 1;) {
        Var to = root(e, v);
        r->flow[to] |= e->f->var[v].flow;
        if (to != v) {
            next_alias[v] = next_alias[to];
            next_alias[to] = v;
        }
    }
    for (uint32_t k = 0; k < vec_len(e->f->when); k++)
        for (uint32_t i = 0; i < vec_len(e->f->when[k].branch); i++)
            for (uint32_t q = 0; q < vec_len(e->f->when[k].branch[i].action); q++) {
                const WhenAction *a = &e->f->when[k].branch[i].action[q];
                if (a->kind == W_REINIT)
                    plan_reset(e, r, a->var, readers, block_of, next_alias);
            }
    return r;
}

static const Reset *reset_of(const Emitter *e, Var v)
{
    return &e->resets->reset[map_get(&e->resets->of, v) - 1];
}

/* ---- one column ---------------------------------------------------------------------------------------- */

/* What is left of residuals and slip accelerations when tearing variables and torques do not change. */
static void rest(const Emitter *e, const Reset *r, Ex z, Ex a)
{
    const Block *b = &e->dae->block[r->block];
    Program *p = e->program;
    Differential t = { .e = e->of, .p = e->program, .unit_eq = r->newton, .unit = r->J };

    do_block(p);
    differentiate_inner(&t, b);
    for (uint32_t i = 0; i < block_n(b); i++) {
        Ex left = differentiate(&t, b->res[i]);
        do_set(p, elem(p, z, i), b->res_eq[i] == r->newton ? ex_bin(e->d, OP_SUB, left, r->J) : left);
    }
    for (uint32_t i = 0; i < block_m(b); i++)
        do_set(p, elem(p, a, i), differential_of(&t, e->f->sw[b->sw[i]].a));
    do_end(p);
}

/* The jumps of the velocities, when those of tearing variables and torques are known. */
static void velocities(const Emitter *e, const Reset *r, Ex z, Ex lambda, Ex dv)
{
    const Block *b = &e->dae->block[r->block];
    const Var *velocity = e->resets->impulse[r->block].velocity;
    Program *p = e->program;
    Differential t = { .e = e->of, .p = e->program, .unit_eq = r->newton, .unit = r->J };

    do_block(p);
    for (uint32_t i = 0; i < block_n(b); i++)
        set_differential(&t, b->tear[i], elem(p, z, i));
    for (uint32_t i = 0; i < block_m(b); i++)
        set_differential(&t, e->f->sw[b->sw[i]].lambda, elem(p, lambda, i));
    differentiate_inner(&t, b);
    differentiate_wake(&t, &e->resets->impulse[r->block]);
    for (uint32_t i = 0; i < vec_len(velocity); i++)
        do_set(p, elem(p, dv, i), differential_of(&t, e->f->var[velocity[i]].der));
    do_end(p);
}

static uint32_t place_in(const Var *list, Var v)
{
    uint32_t i = 0;
    while (list[i] != v)
        i++;
    return i;
}

static Ex number(const Emitter *e, uint32_t n) { return ex_int(e->d, n); }

/* impulse_E(m, dv, lambda): jumps of the velocities of the block, and impulses of its switching elements, by a unit
 * impulse in equation E. */
static void build_impulse(const Emitter *e, Var v, const Reset *r)
{
    const Block *b = &e->dae->block[r->block];
    Program *p = e->program;
    uint32_t n = block_n(b), m = block_m(b), nv = vec_len(e->resets->impulse[r->block].velocity);
    const Equation *q = &e->f->eq[r->newton];
    Ex z = 0, a = 0, law = 0;

    function_begin(p, FN_impulse, r->newton,
                   internf(e->d, "Jumps of speeds by an impulse in %s",
                           comment_text(e->d, textf(e->d, "%s: %s = %s",
                                                    q->path && *q->path ? q->path : "the model",
                                                    ex_plain(e->d, q->lhs), ex_plain(e->d, q->rhs)))));
    Ex dv = param(p, T_REAL, nv, "dv"), lambda = m ? param(p, T_REAL, m, "lambda") : 0;
    do_block(p);
    if (n > 0)
        z = local(p, T_REAL, n, "z");
    if (m > 0) {
        a = local(p, T_REAL, m, "a");
        law = view(p, law_of(e, r->block));
    }
    rest(e, r, z, a);
    do_switched_inverse(e->program, r->block, law, a, z, lambda);
    velocities(e, r, z, lambda, dv);
    Ex own = ex_un(e->d, OP_ABS, elem(p, dv, place_in(e->resets->impulse[r->block].velocity, v)));
    do_note(p, NULL, "it is held");
    do_if(p, ex_un(e->d, OP_NOT, ex_bin(e->d, OP_GT, own, constant(p, C_NEGLIGIBLE))));
    do_clear(p, dv);
    do_end(p);
    do_end(p);
    function_end(p);
}

void build_impulses(const Emitter *e)
{
    Map done = { 0 };

    for (Var v = 1; e->resets->reset && v < vec_len(e->f->var); v++) {
        const Reset *r = map_get(&e->resets->of, v) ? reset_of(e, v) : NULL;
        if (!r || !r->newton || map_get(&done, r->newton))
            continue;
        map_set(&e->d->pass, &done, r->newton, 1);
        build_impulse(e, v, r);
    }
}

/* ---- the resets of a branch ---------------------------------------------------------------------------- */

/* Those that act on one block: numbers among the actions, and what they share. */
typedef struct {
    const WhenAction *action;
    const uint32_t *which;
    uint32_t block;
    Ex to, law, dv, lambda, impulse, jump;
} Impact;

/* The jumps of all velocities of the block, by each impulse and by all together. */
static void round_of(const Emitter *e, const Impact *x, Ex at, Ex matrix, Ex pivots)
{
    Program *p = e->program;
    uint32_t k = vec_len(x->which), n = vec_len(e->resets->impulse[x->block].velocity),
             m = block_m(&e->dae->block[x->block]);

    for (uint32_t i = 0; i < k; i++) {
        const WhenAction *a = &x->action[x->which[i]];
        Fn by = function_of(p, FN_impulse, reset_of(e, a->var)->newton);
        do_set(p, elem(p, x->impulse, i),
               ex_bin(e->d, OP_SUB, elem(p, x->to, x->which[i]), ex_var(e->d, a->var)));
        if (m > 0)
            do_call(p, by, elem(p, x->dv, i * n), elem(p, x->lambda, i * m));
        else
            do_call(p, by, elem(p, x->dv, i * n));
    }
    do_kernel(p, 0, K_IMPACT, number(e, k), number(e, n), at, x->dv, matrix, pivots, x->impulse, x->jump);
}

/* Once more if an element lets go. */
static void solution(const Emitter *e, const Impact *x, Ex at, Ex matrix, Ex pivots)
{
    Program *p = e->program;
    uint32_t m = block_m(&e->dae->block[x->block]);

    if (m == 0) {
        round_of(e, x, at, matrix, pivots);
        return;
    }
    do_block(p);
    Ex again = local(p, T_BOOL, 0, "again");
    do_set(p, again, ex_bool(e->d, true));
    (void)do_loop(p, "rounds", number(e, m + 1), 0, again);
    round_of(e, x, at, matrix, pivots);
    do_kernel(p, again, K_IMPACT_RELEASE, x->law, number(e, vec_len(x->which)), x->lambda, x->impulse);
    do_if(p, again);
    do_set(p, changed(e), ex_int(e->d, 1));
    do_end(p);
    do_end(p);
    do_end(p);
    do_call(p, function_of(p, FN_show, x->block));
}

static void impact(const Emitter *e, Impact *x)
{
    const Var *velocity = e->resets->impulse[x->block].velocity;
    Program *p = e->program;
    uint32_t k = vec_len(x->which), n = vec_len(velocity), m = block_m(&e->dae->block[x->block]);

    do_block(p);
    Ex at = local(p, T_INT, k, "at"), matrix = local(p, T_REAL, k * k + k, "matrix"),
       pivots = local(p, T_INT, k, "p");
    x->impulse = local(p, T_REAL, k, "impulse");
    x->dv = local(p, T_REAL, k * n, "dv");
    x->jump = local(p, T_REAL, n, "jump");
    if (m > 0) {
        x->lambda = local(p, T_REAL, k * m, "lambda");
        x->law = view(p, law_of(e, x->block));
        do_call(p, function_of(p, FN_keep, x->block));
    }
    for (uint32_t i = 0; i < k; i++)
        do_set(p, elem(p, at, i), number(e, place_in(velocity, x->action[x->which[i]].var)));
    solution(e, x, at, matrix, pivots);
    for (uint32_t i = 0; i < n; i++)
        do_op(p, ex_var(e->d, velocity[i]), OP_ADD, elem(p, x->jump, i));
    for (uint32_t i = 0; i < k; i++) {
        Var v = x->action[x->which[i]].var;
        Ex own = elem(p, x->jump, place_in(velocity, v));
        do_if(p, ex_bin(e->d, OP_GT, ex_un(e->d, OP_ABS, own), ex_real(e->d, 0)));
        do_set(p, ex_var(e->d, v), elem(p, x->to, x->which[i]));
        do_end(p);
    }
    do_end(p);
}

/* Those that act on blocks, each block once; then what is set and nothing else. */
static void together(const Emitter *e, const WhenAction *action, uint32_t n, Ex to)
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
            impact(e, &(Impact){ .action = action, .which = which, .block = r->block, .to = to });
    }
    for (uint32_t i = 0; i < n; i++)
        if (!done[i])
            do_set(e->program, ex_var(e->d, action[i].var), elem(e->program, to, i));
}

static WhenAction *resets_of(const Emitter *e, const WhenBranch *branch)
{
    WhenAction *action = NULL;

    for (uint32_t i = 0; i < vec_len(branch->action); i++)
        if (branch->action[i].kind == W_REINIT)
            vec_push(&e->d->pass, action, branch->action[i]);
    return action;
}

Ex do_reset_values(const Emitter *e, const WhenBranch *branch, uint32_t number)
{
    const WhenAction *action = resets_of(e, branch);
    Program *p = e->program;
    Ex to = local(p, T_REAL, vec_len(action), internf(e->d, "to_%u", number));

    do_clear(p, to);
    do_if(p, branch->cond);
    for (uint32_t i = 0; i < vec_len(action); i++)
        do_set(p, elem(p, to, i), action[i].value);
    do_end(p);
    return to;
}

void do_resets(const Emitter *e, const WhenBranch *branch, Ex to)
{
    const WhenAction *action = resets_of(e, branch);

    if (vec_len(action) == 1 && !reset_of(e, action[0].var)->newton)
        do_set(e->program, ex_var(e->d, action[0].var), elem(e->program, to, 0));
    else
        together(e, action, vec_len(action), to);
}
