/* advance.c - how the states move, in functions of the step program.
 *
 *     euler        drift: of states whose rate is a state, which they read before it moves; move: all
 *     semi         speeds move first, x += h f; then states whose rate depends on speeds alone (positions) move with
 *                  their rates at the new speeds (Hairer, Lubich, Wanner 2006, I.1.2: symplectic where there is no
 *                  loss). move: speeds; follow: positions, with the assignments between the new speeds and their
 *                  rates put into these. again: the blocks between, where one is a system of equations
 *     quiet        of these two, all new values first: do_advance_quietly
 *     others       rates into an array; states out of the model (states_of); shift: a model a part of a step away;
 *                  move_by: what the stages have found, and jumps, are added
 *
 * Jumps are found at the sample and added once; semi-implicit positions see those of speeds in the new speeds.
 *
 * Requires: blocks and jumps. Cost: linear in the rates.
 */
#include <string.h>
#include "builders.h"
#include "blocks.h"
#include "sort.h"

static Var rate_root(const Equations *e, Var x) { return root(e, e->f->var[x].der); }

static Ex rate_of(const Equations *e, Var x) { return var_value(e->d, e->f, e->f->var[x].der); }

static Ex step(const Emitter *e) { return constant(e->program, C_STEP); }

static Ex jump_of(const Emitter *e, Var x)
{
    return e->store->has[AT_jump_of][x] && !jumps_by_rate(e, x) ? member(e->program, AT_jump_of, x) : 0;
}

/* The rate times the step. */
static Ex advance(const Emitter *e, Var x)
{
    return ex_new(e->d, OP_MUL, T_REAL, 0, (Ex[]){ step(e), rate_of(e->of, x) }, 2);
}

static Ex sum(const Emitter *e, Ex a, Ex b) { return !a ? b : ex_bin(e->d, OP_ADD, a, b); }

/* x + by */
static Ex moved(const Emitter *e, Var x, Ex by)
{
    return ex_un(e->d, OP_FLUSH, ex_bin(e->d, OP_ADD, ex_var(e->d, x), by));
}

static void move(const Emitter *e, Var x, Ex by) { do_set(e->program, ex_var(e->d, x), moved(e, x, by)); }

/* ---- euler --------------------------------------------------------------------------------------------- */

static Ex *state_values(const Emitter *e)
{
    Ex *all = NULL;

    for (uint32_t i = 0; i < vec_len(e->dae->state); i++)
        vec_push(&e->d->pass, all, ex_var(e->d, e->dae->state[i]));
    return all;
}

static bool is_drift(const Emitter *e, Var x) { return e->f->var[rate_root(e->of, x)].is_state; }

static Ex euler_step(const Emitter *e, Var x)
{
    return is_drift(e, x) ? jump_of(e, x) : sum(e, jump_of(e, x), advance(e, x));
}

static void euler(const Emitter *e)
{
    Program *p = e->program;

    function_begin(p, FN_drift, 0, NULL);
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++) {
        Var x = e->dae->state[i];
        if (is_drift(e, x))
            do_op(p, jump_of(e, x), OP_ADD, advance(e, x));
    }
    function_end(p);
    function_begin(p, FN_move, 0, NULL);
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++) {
        Var x = e->dae->state[i];
        move(e, x, euler_step(e, x));
    }
    do_finite(e, state_values(e));
    function_end(p);
}

/* ---- several stages ------------------------------------------------------------------------------------ */

/* A function that gives the states, or their rates, as a vector. */
static void vector_of(const Emitter *e, FunctionRole role, const char *name)
{
    Program *p = e->program;
    uint32_t n = vec_len(e->dae->state);

    function_begin(p, role, 0, NULL);
    Ex x = param(p, T_REAL, n + 1, name);
    for (uint32_t i = 0; i < n; i++) {
        Var state = e->dae->state[i];
        do_set(p, elem(p, x, i), role == FN_rates ? rate_of(e->of, state) : ex_var(e->d, state));
    }
    function_end(p);
}

/* The impulses of a step are no part of its stages; they are added once. */
static void hold_rates(const Emitter *e)
{
    Program *p = e->program;
    uint32_t n = vec_len(e->dae->state);

    function_begin(p, FN_hold_rates, 0, "Rates of the sample without the impulses of the step.");
    Ex rate = param(p, T_REAL, n + 1, "rate");
    for (uint32_t i = 0; i < n; i++) {
        Var x = e->dae->state[i];
        if (e->impulses && e->impulses->changes[x] && jump_of(e, x))
            do_op(p, elem(p, rate, i), OP_SUB, ex_bin(e->d, OP_DIV, jump_of(e, x), step(e)));
        if (e->store->has[AT_held_of][x])
            do_op(p, elem(p, rate, i), OP_SUB, ex_bin(e->d, OP_DIV, member(p, AT_held_of, x), step(e)));
    }
    function_end(p);
}

/* x + h dx */
static void shift(const Emitter *e)
{
    Program *p = e->program;
    uint32_t n = vec_len(e->dae->state);

    function_begin(p, FN_shift, 0, NULL);
    Ex x = param_in(p, T_REAL, n + 1, "x"), dx = param_in(p, T_REAL, n + 1, "dx"),
       h = param(p, T_REAL, 0, "h");
    for (uint32_t i = 0; i < n; i++) {
        Ex by = ex_bin(e->d, OP_MUL, h, elem(p, dx, i));
        do_set(p, ex_var(e->d, e->dae->state[i]),
               ex_un(e->d, OP_FLUSH, ex_bin(e->d, OP_ADD, elem(p, x, i), by)));
    }
    function_end(p);
}

static void move_by(const Emitter *e)
{
    Program *p = e->program;

    function_begin(p, FN_move_by, 0, NULL);
    Ex dx = param_in(p, T_REAL, vec_len(e->dae->state) + 1, "dx");
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++) {
        Var x = e->dae->state[i];
        move(e, x, sum(e, jump_of(e, x), elem(p, dx, i)));
    }
    do_finite(e, state_values(e));
    function_end(p);
}

/* ---- semi-implicit Euler ------------------------------------------------------------------------------- */

typedef struct {
    const Equations *e;
    uint32_t *state;                       /* by Var: index of the state plus 1 */
    uint32_t *block;                       /* by Var: the kinematic block that computes it, plus 1 */
    uint8_t  *kind;                        /* by state */
    bool     *again;                       /* by block: to be evaluated with the new speeds */
    uint32_t *mark, stamp;                 /* by block: seen in the present search */
} Semi;

enum { OPEN, POSITION, SPEED };

static Semi semi_begin(const Equations *e)
{
    Arena *a = &e->d->pass;
    uint32_t n = vec_len(e->f->var) + 1, nb = vec_len(e->dae->block) + 1;
    Semi s = { e,
               NEW_N(a, uint32_t, n),
               NEW_N(a, uint32_t, n),
               NEW_N(a, uint8_t, n),
               NEW_N(a, bool, nb),
               NEW_N(a, uint32_t, nb),
               0 };

    for (uint32_t i = 0; i < vec_len(e->dae->state); i++)
        s.state[e->dae->state[i]] = i + 1;
    for (uint32_t b = 0; b + 1 < nb; b++) {
        const Block *k = &e->dae->block[b];
        if (!k->before_switching || k->rate != RATE_STEP)
            continue;
        for (uint32_t i = 0; i < block_size(k); i++)
            s.block[block_var(e, k, i)] = b + 1;
    }
    return s;
}

/* The states on which the rate of state x depends, by way of kinematic blocks (appended to *blocks). False: it depends
 * on other blocks as well, or on more states than a kinematic rate has. */
static bool rate_reads(Semi *s, Var x, Var **states, uint32_t **blocks)
{
    enum { FEW = 16 };
    const Equations *e = s->e;
    Arena *a = &e->d->pass;
    Var *todo = NULL, *vars = NULL;

    s->stamp++;
    ex_vars(e->d, rate_of(e, x), &todo);
    while (vec_len(todo)) {
        Var v = root(e, vec_pop(todo));
        uint32_t b = s->block[v];
        if (s->state[v]) {
            vec_push(a, *states, v);
        } else if (b && s->mark[b - 1] != s->stamp) {
            s->mark[b - 1] = s->stamp;
            vec_push(a, *blocks, b - 1);
            vec_clear(vars);
            block_reads(e, &e->dae->block[b - 1], &vars);
            for (uint32_t i = 0; i < vec_len(vars); i++)
                vec_push(a, todo, vars[i]);
        } else if (!b && e->dae->rate[v] == RATE_STEP && !is_input(&e->f->var[v])) {
            return false;
        }
        if (vec_len(*states) > FEW || vec_len(*blocks) > FEW)
            return false;
    }
    return vec_len(*states) > 0;
}

/* State i becomes a position if its rate reads speeds only; those become speeds for good. */
static void try_position(Semi *s, uint32_t i)
{
    const Equations *e = s->e;
    Var *states = NULL;
    uint32_t *blocks = NULL;

    if (s->kind[i] != OPEN || !rate_reads(s, e->dae->state[i], &states, &blocks))
        return;
    for (uint32_t k = 0; k < vec_len(states); k++)
        if (s->state[states[k]] == i + 1 || s->kind[s->state[states[k]] - 1] == POSITION)
            return;
    s->kind[i] = POSITION;
    for (uint32_t k = 0; k < vec_len(states); k++)
        s->kind[s->state[states[k]] - 1] = SPEED;
    for (uint32_t k = 0; k < vec_len(blocks); k++)
        s->again[blocks[k]] = true;
}

/* An angle or a length, where the unit says so: of two states that are each other's rate it is the position. */
static bool is_way(const VarInfo *v) { return v->unit && (strcmp(v->unit, "rad") == 0 || strcmp(v->unit, "m") == 0); }

/* States whose rate is a state first, then ways, then all others. */
static Semi find_positions(const Equations *e)
{
    Semi s = semi_begin(e);

    for (int round = 0; round < 3; round++)
        for (uint32_t i = 0; i < vec_len(e->dae->state); i++) {
            Var x = e->dae->state[i];
            if (round == 0 ? e->f->var[rate_root(e, x)].is_state : round == 1 ? is_way(&e->f->var[x]) : true)
                try_position(&s, i);
        }
    return s;
}

const bool *position_states(const Equations *e)
{
    Semi s = find_positions(e);
    bool *is = NEW_N(&e->d->run, bool, vec_len(e->f->var) + 1);
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++)
        is[e->dae->state[i]] = s.kind[i] == POSITION;
    return is;
}

static void speeds(const Emitter *e, const Semi *s)
{
    Program *p = e->program;
    Ex *moved = NULL;

    function_begin(p, FN_move, 0, NULL);
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++) {
        Var x = e->dae->state[i];
        if (s->kind[i] == POSITION)
            continue;
        move(e, x, sum(e, jump_of(e, x), advance(e, x)));
        vec_push(&e->d->pass, moved, ex_var(e->d, x));
    }
    do_finite(e, moved);
    function_end(p);
}

/* Blocks between the new speeds and the rates of positions; on a copy, so that the variables of the sample stay. */
static void again(const Emitter *e, const Semi *s)
{
    function_begin(e->program, FN_again, 0, NULL);
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (s->again[b])
            build_solution(e, b, 0);
    function_end(e->program);
}

typedef struct { const Emitter *e; Map value; } Straight;   /* by root: what is assigned to it */

static Ex put_in(Dtc *d, Var v, void *data)
{
    const Straight *s = data;
    bool negated;
    Ex x = (Ex)map_get(&s->value, root_of(s->e->f, v, &negated));

    return !x ? ex_var(d, v) : negated ? ex_un(d, OP_NEG, x) : x;
}

/* The rates of positions in terms of speeds, by state; NULL: a block between them is a system of equations. */
static Ex *straight_rates(const Emitter *e, const Semi *s)
{
    Straight t = { .e = e };
    Ex *rate = NULL;
    bool negated;

    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        const Block *k = &e->dae->block[b];
        if (s->again[b] && k->kind != B_ASSIGN)
            return NULL;
        if (!s->again[b])
            continue;
        Ex value = ex_replace(e->d, k->inner[0].value, put_in, &t);
        Var to = root_of(e->f, k->inner[0].v, &negated);
        map_set(&e->d->pass, &t.value, to, negated ? ex_un(e->d, OP_NEG, value) : value);
    }
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++)
        vec_push(&e->d->pass, rate, ex_replace(e->d, rate_of(e->of, e->dae->state[i]), put_in, &t));
    return rate;
}

/* From the rates in an array, or (0) from these expressions. */
static void positions(const Emitter *e, const Semi *s, Ex rate, const Ex *straight)
{
    Ex *moved = NULL;

    for (uint32_t i = 0; i < vec_len(e->dae->state); i++) {
        Var x = e->dae->state[i];
        if (s->kind[i] != POSITION)
            continue;
        Ex by = ex_new(e->d, OP_MUL, T_REAL, 0,
                       (const Ex[]){ step(e), rate ? elem(e->program, rate, i) : straight[i] }, 2);
        move(e, x, sum(e, jump_of(e, x), by));
        vec_push(&e->d->pass, moved, ex_var(e->d, x));
    }
    do_finite(e, moved);
}

/* follow(m), or, where blocks are evaluated again, follow_rates of their copy and then follow_by. */
static void semi(const Emitter *e)
{
    Semi s = find_positions(e->of);
    Program *p = e->program;
    uint32_t n = vec_len(e->dae->state);
    const Ex *straight = straight_rates(e, &s);
    Ex rate = 0;

    speeds(e, &s);
    if (!straight) {
        again(e, &s);
        function_begin(p, FN_follow_rates, 0, NULL);
        rate = param(p, T_REAL, n + 1, "rate");
        for (uint32_t i = 0; i < n; i++)
            if (s.kind[i] == POSITION)
                do_set(p, elem(p, rate, i), rate_of(e->of, e->dae->state[i]));
        function_end(p);
    }
    function_begin(p, rate ? FN_follow_by : FN_follow, 0, NULL);
    rate = rate ? param_in(p, T_REAL, n + 1, "rate") : 0;
    positions(e, &s, rate, straight);
    function_end(p);
}

/* ---- a quiet step -------------------------------------------------------------------------------------- */

bool moves_straight(const Emitter *e)
{
    const Semi s = e->d->opt.method == M_SEMI ? find_positions(e->of) : (Semi){ 0 };

    return e->d->opt.method == M_EULER || (e->d->opt.method == M_SEMI && straight_rates(e, &s));
}

/* next: by Var, the local with the new value of a state; 0: not yet */
typedef struct { const Emitter *e; const Semi *s; const Ex *straight; Ex *next; } Quiet;

static Ex new_value(Dtc *d, Var v, void *next)
{
    Ex x = ((const Ex *)next)[root_of(d->flat, v, NULL)];

    return x ? x : ex_var(d, v);
}

/* Nothing jumps. */
static void quiet_jump(const Emitter *e, Var x)
{
    Ex jump = jump_of(e, x);

    if (jump)
        do_set(e->program, jump,
               e->d->opt.method == M_EULER && is_drift(e, x) ? advance(e, x) : ex_real(e->d, 0));
}

static Ex quiet_step(const Quiet *q, uint32_t i)
{
    const Emitter *e = q->e;
    Var x = e->dae->state[i];

    if (e->d->opt.method == M_EULER)
        return euler_step(e, x);
    if (q->s->kind[i] != POSITION)
        return sum(e, jump_of(e, x), advance(e, x));
    Ex rate = ex_replace(e->d, q->straight[i], new_value, q->next);
    return sum(e, jump_of(e, x), ex_new(e->d, OP_MUL, T_REAL, 0, (const Ex[]){ step(e), rate }, 2));
}

/* Positions after speeds. */
static Ex *quiet_values(const Quiet *q)
{
    const Emitter *e = q->e;
    Ex *all = NULL;

    for (int positions = 0; positions < 2; positions++)
        for (uint32_t i = 0; i < vec_len(e->dae->state); i++) {
            Var x = e->dae->state[i];
            if ((q->s->kind && q->s->kind[i] == POSITION) != positions)
                continue;
            quiet_jump(e, x);
            Ex value = ex_bin(e->d, OP_ADD, ex_var(e->d, x), quiet_step(q, i)),
               next = local(e->program, T_REAL, 0, internf(e->d, "new(%s)", e->f->var[x].name));
            named_by(e->program, next, BY_NEW, x, ++e->program->serial);
            do_set(e->program, next, value);
            q->next[x] = next;
            vec_push(&e->d->pass, all, next);
        }
    return all;
}

void do_advance_quietly(const Emitter *e, Ex quiet)
{
    const Semi s = e->d->opt.method == M_SEMI ? find_positions(e->of) : (Semi){ 0 };
    const Quiet q = { e, &s, s.kind ? straight_rates(e, &s) : NULL,
                      NEW_N(&e->d->pass, Ex, vec_len(e->f->var) + 1) };

    do_block(e->program);
    do_unless_odd(e, quiet_values(&q), quiet);
    do_go_on(e->program, quiet);
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++)
        do_set(e->program, ex_var(e->d, e->dae->state[i]), q.next[e->dae->state[i]]);
    do_end(e->program);
    do_end(e->program);
}

void build_advance(const Emitter *e)
{
    switch (e->d->opt.method) {
    case M_EULER: euler(e); break;
    case M_SEMI: semi(e); break;
    case M_EXACT:
        vector_of(e, FN_rates, "rate");
        move_by(e);
        break;
    default: /* stages that are evaluations */
        vector_of(e, FN_rates, "rate");
        hold_rates(e);
        vector_of(e, FN_states_of, "x");
        shift(e);
        move_by(e);
    }
}
