/* emit_stages.c - methods of the generated step: semi-implicit Euler, and explicit Runge-Kutta methods of order 2
 * and 4.
 *
 *     semi   speeds move first, x += h f; then states whose rate depends on speeds alone (positions) move with their
 * rates at the new speeds (Hairer, Lubich, Wanner 2006, I.1.2: symplectic where there is no loss) rk2    the midpoint
 * rule. Not Heun's: its second stage is half a step away, so that nothing at the next sample is seen too early (an
 * input curve that jumps there) and a sliding element is followed half as far beyond a reversal; and it adds up one
 * rate instead of two rk4    the classical method (Kutta 1901)
 *
 * Stages are evaluated on a copy of the struct, so that the variables of the sample stay for whoever reads them after
 * the step. Places, relations, inputs, discrete variables and values of the last evaluation are held in them; stuck
 * elements have no acceleration of their slip in any stage. Jumps are found at the sample and added once; semi-implicit
 * positions see them in the new speeds.
 *
 * Requires: blocks, jumps and relations are emitted. Cost of a step: rk2 2, rk4 4 evaluations and a copy of the struct;
 * semi one, and a part of the kinematic blocks.
 */
#include <string.h>
#include "emit.h"
#include "emit_finite.h"
#include "emit_step.h"
#include "sort.h"

/* ---- what methods with several stages share ---------------------------------------------------------------------- */

void emit_rates(Emitter *e)
{
    chunk_with(e, "rates", internf(e->d, "const %s *m, dtc_real *rate", e->model), "m, rate");
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++) {
        chunk_room(e);
        emit_set(e, textf(e->d, "rate[%u]", i), rate_of(e, e->dae->state[i]));
    }
    chunk_end(e);
}

static void emit_shift(Emitter *e)
{
    chunk_with(e, "shift", internf(e->d, "%s *c, const %s *m, const dtc_real *dx, dtc_real h", e->model, e->model),
               "c, m, dx, h");
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++) {
        const char *x = e->member[e->dae->state[i]];
        chunk_room(e);
        line(e, "c->%s = dtc_flush(m->%s + h * dx[%u]);", x, x, i);
        e->statements++;
    }
    chunk_end(e);
}

void emit_move(Emitter *e)
{
    const char **moved = NULL;

    chunk_with(e, "move", internf(e->d, "%s *m, const dtc_real *dx", e->model), "m, dx");
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++) {
        Var x = e->dae->state[i];
        chunk_room(e);
        if (e->jump_name[x])
            line(e, "m->%s = dtc_flush(m->%s + (m->%s + dx[%u]));", e->member[x], e->member[x], e->jump_name[x], i);
        else
            line(e, "m->%s = dtc_flush(m->%s + dx[%u]);", e->member[x], e->member[x], i);
        vec_push(&e->d->pass, moved, e->member[x]);
        e->statements++;
    }
    emit_finite(e, "m->finite", moved, true);
    chunk_end(e);
}

/* stage: rates at dx times h from the sample, in a copy of it. */
void emit_stage_functions(Emitter *e)
{
    emit_rates(e);
    emit_shift(e);
    emit_move(e);
    put(e, "\n/* Rates at a point near the sample: a time h and dx * h away. Variables are those of the copy c. */\n");
    put(e, "static void stage(%s *c, const %s *m, const dtc_real *dx, dtc_real h, dtc_real *rate)\n{\n", e->model,
        e->model);
    e->indent = 1;
    line(e, "c->time = m->time + h;");
    if (has_function(e, "shift"))
        line(e, "shift(c, m, dx, h);");
    if (has_function(e, "kinematic"))
        line(e, "kinematic(c);");
    if (has_function(e, "equations"))
        line(e, "equations(c);");
    if (has_function(e, "rates"))
        line(e, "rates(c, rate);");
    line(e, "(void)dx, (void)rate;");
    e->indent = 0;
    put(e, "}\n");
}

/* ---- Runge-Kutta ------------------------------------------------------------------------------------------------- */

/* Each stage starts from the rates of the one before it: at[k] of the step away; weight[k] is that of stage k. */
typedef struct { int stages; const char *at, *weight; } Tableau;

void emit_runge_kutta(Emitter *e)
{
    static const Tableau midpoint = { 2, "R(0.5)", "R(0.0), R(1.0)" };
    static const Tableau classical = { 4, "R(0.5), R(0.5), R(1.0)",
                                       "R(1.0) / R(6.0), R(1.0) / R(3.0), R(1.0) / R(3.0), R(1.0) / R(6.0)" };
    const Tableau *t = e->d->opt.method == M_RK2 ? &midpoint : &classical;
    uint32_t n = vec_len(e->dae->state);

    emit_stage_functions(e);
    put(e, "\n/* %s: what is added to the states. */\nstatic void stages(%s *m, dtc_real *dx)\n{\n",
        t == &midpoint ? "The midpoint rule" : "The classical Runge-Kutta method", e->model);
    e->indent = 1;
    line(e, "static const dtc_real at[%d] = { %s }, weight[%d] = { %s };", t->stages - 1, t->at, t->stages, t->weight);
    line(e, "%s c = *m;", e->model);
    line(e, "dtc_real rate[%u];", n + 1);
    line(e, "int i, k;");
    if (has_function(e, "rates"))
        line(e, "rates(m, rate);");
    line(e, "for (i = 0; i < %u; i++)", n);
    line(e, "    dx[i] = STEP * weight[0] * rate[i];");
    line(e, "for (k = 0; k < %d; k++) {", t->stages - 1);
    line(e, "    stage(&c, m, rate, at[k] * STEP, rate);");
    line(e, "    for (i = 0; i < %u; i++)", n);
    line(e, "        dx[i] += STEP * weight[k + 1] * rate[i];");
    line(e, "}");
    line(e, "m->count = c.count;");
    line(e, "m->fault = c.fault;");
    e->indent = 0;
    put(e, "}\n");
}

/* ---- semi-implicit Euler ----------------------------------------------------------------------------------------- */

typedef struct {
    Emitter *e;
    uint32_t *state;                       /* by Var: index of the state plus 1 */
    uint32_t *block;                       /* by Var: the kinematic block that computes it, plus 1 */
    uint8_t  *kind;                        /* by state */
    bool     *again;                       /* by block: to be evaluated with the new speeds */
    uint32_t *mark, stamp;                 /* by block: seen in the present search */
} Semi;

enum { OPEN, POSITION, SPEED };

static Var root(Emitter *e, Var v) { return root_of(e->f, v, &(bool){ false }); }

static void block_reads(Emitter *e, const Block *b, Var **vars)
{
    for (uint32_t i = 0; i < vec_len(b->inner); i++)
        ex_vars(e->d, b->inner[i].value, vars);
    for (uint32_t i = 0; i < block_n(b); i++)
        ex_vars(e->d, b->res[i], vars);
}

static Semi semi_begin(Emitter *e)
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
        for (uint32_t i = 0; i < vec_len(k->inner); i++)
            s.block[root(e, k->inner[i].v)] = b + 1;
        for (uint32_t i = 0; i < block_n(k); i++)
            s.block[root(e, k->tear[i])] = b + 1;
    }
    return s;
}

/* The states on which the rate of state x depends, by way of kinematic blocks (appended to *blocks). False: it depends
 * on other blocks as well, or on more states than a kinematic rate has. */
static bool rate_reads(Semi *s, Var x, Var **states, uint32_t **blocks)
{
    enum { FEW = 16 };
    Emitter *e = s->e;
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
        } else if (!b && e->f->var[v].rate == RATE_STEP && e->storage[v] != ST_INPUT) {
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
    Emitter *e = s->e;
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
static Semi find_positions(Emitter *e)
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

static void emit_speeds(Emitter *e, const Semi *s)
{
    chunk_begin(e, "move");
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++) {
        Var x = e->dae->state[i];
        const char *name = e->member[x];
        Ex rate = rate_of(e, x);
        if (s->kind[i] == POSITION)
            continue;
        chunk_room(e);
        scope_begin(e, &rate, 1);
        indented(e);
        put(e, "m->%s = dtc_flush(m->%s + ", name, name);
        put(e, e->jump_name[x] ? "(m->%s + STEP * (" : "(STEP * (", e->jump_name[x]);
        put_ex(e, rate);
        put(e, ")));\n");
        temps_end(e);
        line(e, "m->finite &= dtc_finite(m->%s);", name);
        e->statements += 2;
    }
    chunk_end(e);
}

/* Blocks between the new speeds and the rates of positions, on a copy. Function again; false: there are none. */
static bool emit_again(Emitter *e, const Semi *s)
{
    chunk_begin(e, "again");
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (s->again[b]) {
            chunk_room(e);
            emit_solve(e, b);
        }
    chunk_end(e);
    return has_function(e, "again");
}

void emit_semi(Emitter *e)
{
    Semi s = find_positions(e);
    const char *m = e->model;
    bool blocks;

    emit_speeds(e, &s);
    blocks = emit_again(e, &s);
    chunk_with(e, "positions", internf(e->d, "%s *to, const %s *m", m, m), "to, m");
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++) {
        Var x = e->dae->state[i];
        const char *name = e->member[x];
        Ex rate = rate_of(e, x);
        if (s.kind[i] != POSITION)
            continue;
        chunk_room(e);
        scope_begin(e, &rate, 1);
        indented(e);
        put(e, "to->%s = dtc_flush(to->%s + STEP * (", name, name);
        put_ex(e, rate);
        put(e, "));\n");
        temps_end(e);
        line(e, "to->finite &= dtc_finite(to->%s);", name);
        e->statements += 2;
    }
    chunk_end(e);
    if (!has_function(e, "positions"))
        return;
    chunk_begin(e, "follow");
    chunk_room(e);
    if (blocks) {
        line(e, "%s c = *m; /* the variables of the sample stay in m */", m);
        line(e, "again(&c);");
        line(e, "positions(m, &c);");
    } else {
        line(e, "positions(m, m);");
    }
    chunk_end(e);
}
