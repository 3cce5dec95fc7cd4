/* jump.c - the velocity jump that brings the slips of elements that have just locked to zero.
 *
 * The law gives an impulse for each element. What it does to the states is the derivative of the block's solution in
 * the direction of that impulse: differentials of the inner variables, forward, one statement each. Positions are to
 * advance with the velocities after the jump, so the differentials go on through the blocks that lead from these states
 * to the rates of others (the cone of the block; blocks before the switching only), as far as these are linear in the
 * velocities: a jump is finite, and the slope of a curve at its beginning says nothing about its end. Values shown for
 * this step stay as they are.
 *
 * Cost: the block and its cone, each once. Requires: blocks torn and staged; B_SWITCHED is linear in its unknowns.
 */
#include <stdlib.h>
#include <string.h>
#include "advance.h"
#include "blocks.h"
#include "differential.h"
#include "sort.h"

/* ---- plan: which states jump, which positions follow, through which blocks --------------------------------------- */

typedef struct {
    uint32_t *begin, *block;
    Var *rate_of;
    uint32_t *next;
    uint32_t n;
} Readers; /* blocks that read a variable; states by their rate */

static bool passes_velocity(const Block *b) { return b->before_switching && b->rate == RATE_STEP; }

/* Compressed rows: block[begin[v] .. begin[v+1]) read v. */
static Readers find_readers(Emitter *e)
{
    Arena *a = &e->d->pass;
    uint32_t n = vec_len(e->f->var), nb = vec_len(e->dae->block);
    Readers r = { NEW_N(a, uint32_t, n + 2), NULL, NEW_N(a, Var, n + 1), NEW_N(a, uint32_t, n + 1), n };
    Var *vars = NULL;
    uint32_t *from = NULL;

    for (uint32_t b = 0; b < nb; b++) {
        if (!passes_velocity(&e->dae->block[b]))
            continue;
        block_reads(e, &e->dae->block[b], &vars);
        while (vec_len(from) < vec_len(vars))
            vec_push(a, from, b);
    }
    for (uint32_t i = 0; i < vec_len(vars); i++)
        r.begin[root(e, vars[i]) + 1]++;
    for (uint32_t v = 0; v <= n; v++)
        r.begin[v + 1] += r.begin[v];
    uint32_t *fill = NEW_N(a, uint32_t, n + 1);
    r.block = NEW_N(a, uint32_t, vec_len(vars) + 1);
    for (uint32_t i = 0; i < vec_len(vars); i++) {
        Var v = root(e, vars[i]);
        r.block[r.begin[v] + fill[v]++] = from[i];
    }
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++) {
        Var x = e->dae->state[i], der = root(e, e->f->var[x].der);
        r.next[x] = r.rate_of[der];
        r.rate_of[der] = x;
    }
    return r;
}

static void states_of_rate(Emitter *e, const Readers *r, Var rate, Var **out)
{
    for (Var x = r->rate_of[rate]; x; x = r->next[x])
        vec_push(&e->d->run, *out, x);
}

/* Positions that move with the new speeds jump by closed gaps alone. */
static void note_jumps(Emitter *e, uint32_t index)
{
    const Jump *j = &e->jump[index];
    bool shifts = has_contacts(e, &e->dae->block[index]);

    for (uint32_t i = 0; i < vec_len(j->velocity); i++)
        e->jumps[j->velocity[i]] = true;
    for (uint32_t i = 0; i < vec_len(j->position); i++)
        e->jumps[j->position[i]] |= shifts || !e->follows || !e->follows[j->position[i]];
}

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* All blocks that velocities of j reach, in order, and the states whose rates they give. */
static void find_cone(Emitter *e, const Readers *r, Jump *j, uint32_t *mark, uint32_t stamp)
{
    Arena *a = &e->d->pass;
    Var *todo = NULL;

    for (uint32_t i = 0; i < vec_len(j->velocity); i++)
        vec_push(a, todo, root(e, j->velocity[i]));
    while (vec_len(todo)) {
        Var v = vec_pop(todo);
        for (uint32_t k = r->begin[v]; k < r->begin[v + 1]; k++) {
            uint32_t b = r->block[k];
            if (mark[b] == stamp)
                continue;
            mark[b] = stamp;
            vec_push(&e->d->run, j->cone, b);
            for (uint32_t i = 0; i < block_size(&e->dae->block[b]); i++)
                vec_push(a, todo, block_var(e, &e->dae->block[b], i));
        }
    }
    if (j->cone)
        qsort(j->cone, vec_len(j->cone), sizeof *j->cone, ascending);
}

/* The states whose rates are velocities themselves, or are given by the cone; and the cone without blocks that lead
 * nowhere. */
static void find_positions(Emitter *e, const Readers *r, Jump *j)
{
    Arena *a = &e->d->pass;
    Map wanted = { 0 };
    uint32_t kept = 0;
    Var *vars = NULL;

    for (uint32_t i = 0; i < vec_len(j->velocity); i++)
        states_of_rate(e, r, root(e, j->velocity[i]), &j->position);
    for (uint32_t k = vec_len(j->cone); k-- > 0;) {
        const Block *b = &e->dae->block[j->cone[k]];
        uint32_t before = vec_len(j->position);
        bool leads = false;
        for (uint32_t i = 0; i < block_size(b); i++) {
            states_of_rate(e, r, block_var(e, b, i), &j->position);
            leads |= map_get(&wanted, block_var(e, b, i)) != 0;
        }
        if (!leads && vec_len(j->position) == before) {
            j->cone[k] = UINT32_MAX;
            continue;
        }
        vec_clear(vars);
        block_reads(e, b, &vars);
        for (uint32_t i = 0; i < vec_len(vars); i++)
            map_set(a, &wanted, root(e, vars[i]), 1);
    }
    for (uint32_t k = 0; k < vec_len(j->cone); k++)
        if (j->cone[k] != UINT32_MAX)
            j->cone[kept++] = j->cone[k];
    if (j->cone)
        ((VecHead *)(void *)j->cone)[-1].len = kept;
}

void jump_plan(Emitter *e)
{
    uint32_t nb = vec_len(e->dae->block), *mark = NEW_N(&e->d->pass, uint32_t, nb + 1), last = UINT32_MAX;
    Readers r = { 0 };

    e->jump = NEW_N(&e->d->run, Jump, nb + 1);
    e->jumps = NEW_N(&e->d->run, bool, vec_len(e->f->var) + 1);
    e->follows = semi_positions(e);
    for (uint32_t b = 0; b < nb; b++) {
        if (e->dae->block[b].kind != B_SWITCHED)
            continue;
        if (last == UINT32_MAX)
            r = find_readers(e);
        last = b;
        Jump *j = &e->jump[b];
        for (uint32_t i = 0; i < block_size(&e->dae->block[b]); i++)
            states_of_rate(e, &r, block_var(e, &e->dae->block[b], i), &j->velocity);
        find_cone(e, &r, j, mark, b + 1);
        find_positions(e, &r, j);
        note_jumps(e, b);
    }
}

/* ---- the function ------------------------------------------------------------------------------------------------ */

static void add_jump(Emitter *e, Var state, Ex value)
{
    if (!ex_is_zero(e->d, value))
        do_op(&e->program, member(&e->program, T_REAL, 0, e->jump_name[state]), OP_ADD, value);
}

/* Torques of the law, and the unknowns of the block, jump: dz. */
static Differential seeds(Emitter *e, uint32_t index, Ex dz)
{
    const Block *b = &e->dae->block[index];
    Differential t = { .e = e };
    Ex jump = law_part(e, index, "jump");

    for (uint32_t i = 0; i < block_n(b); i++)
        set_differential(&t, b->tear[i], elem(&e->program, dz, i));
    for (uint32_t i = 0; i < block_m(b); i++)
        set_differential(&t, e->f->sw[b->sw[i]].lambda, elem(&e->program, jump, i));
    return t;
}

/* The unknowns of the block jump by X times the impulses. Where these are zero there is nothing to do, and dz is not
 * set. */
static void respond(Emitter *e, uint32_t index, Ex law, Ex dz, bool or_return)
{
    const Block *b = &e->dae->block[index];
    Program *p = &e->program;
    uint32_t n = block_n(b), m = block_m(b);
    Ex X = n ? member(p, T_REAL, n * m, internf(e->d, "%s.X", block_name(e, b))) : law_part(e, index, "jump");

    do_if_kernel(p, true, K_SWITCHED_JUMP, law, ex_int(e->d, n), X, dz);
    if (or_return)
        do_return(p, 0);
    else
        for (uint32_t i = 0; i < n; i++)
            do_set(p, elem(p, dz, i), ex_real(e->d, 0));
    do_end(p);
}

static void impulses(Emitter *e, uint32_t index, Ex law, Ex h, Ex dz)
{
    bool shifts = has_contacts(e, &e->dae->block[index]);

    do_call(&e->program, function_of(&e->program, internf(e->d, "keep_%u", index)));
    do_kernel(&e->program, 0, K_LAW_JUMP, law, h);
    respond(e, index, law, dz, !shifts);
}

/* Positions advance with the velocities after the jump, for h; or by themselves. */
static void follow(Emitter *e, Differential *t, const Jump *j, Ex h, bool by_themselves)
{
    Differential after = { .e = e, .straight = true };

    for (uint32_t i = 0; i < vec_len(j->velocity); i++)
        set_differential(&after, j->velocity[i], differential_of(t, e->f->var[j->velocity[i]].der));
    for (uint32_t k = 0; k < vec_len(j->cone); k++) {
        const Block *c = &e->dae->block[j->cone[k]];
        if (c->kind != B_ASSIGN && vec_len(c->res) > 0)
            differentiate_torn(&after, j->cone[k]);
        differentiate_inner(&after, c);
    }
    for (uint32_t i = 0; i < vec_len(j->position); i++) {
        Var x = j->position[i];
        if (by_themselves || !e->follows || !e->follows[x])
            add_jump(e, x, ex_bin(e->d, OP_MUL, h, differential_of(&after, e->f->var[x].der)));
    }
}

/* Positions move so that contacts have no gap that are closed at the end of h. */
static void shift(Emitter *e, uint32_t index, Ex law, Ex h, Ex dz)
{
    do_kernel(&e->program, 0, K_LAW_SHIFT, law, h);
    respond(e, index, law, dz, true);
    Differential t = seeds(e, index, dz);
    differentiate_inner(&t, &e->dae->block[index]);
    follow(e, &t, &e->jump[index], ex_real(e->d, 1), true);
}

/* Nothing is to be done where no stuck element has a slip, and no closed contact a gap. */
static void unless_due(Emitter *e, uint32_t index, Ex h)
{
    const Block *b = &e->dae->block[index];
    Program *p = &e->program;
    bool contacts = has_contacts(e, b);

    do_if(p, ex_bin(e->d, OP_GT, h, ex_real(e->d, 0)));
    do_if_kernel(p, true, K_LAW_SLIPS, ex_int(e->d, block_m(b)), law_of(e, index));
    if (contacts)
        do_if_kernel(p, true, K_LAW_GAPS, ex_int(e->d, block_m(b)), law_of(e, index));
    do_return(p, 0);
    if (contacts)
        do_end(p);
    do_end(p);
    do_end(p);
}

static void build_jump(Emitter *e, uint32_t index)
{
    const Block *b = &e->dae->block[index];
    const Jump *j = &e->jump[index];
    Program *p = &e->program;
    uint32_t n = block_n(b);

    function_begin(p, internf(e->d, "jump_%u", index), NULL);
    stays(p);
    Ex h = param(p, T_REAL, 0, "h");
    if (!e->hybrid && !e->d->opt.no_skip)
        unless_due(e, index, h);
    do_block(p);
    Ex dz = local(p, T_REAL, n ? n : 1, "dz"), law = view(p, law_of(e, index));
    impulses(e, index, law, h, dz);
    Differential t = seeds(e, index, dz);
    differentiate_inner(&t, b);
    for (uint32_t i = 0; i < vec_len(j->velocity); i++)
        add_jump(e, j->velocity[i], differential_of(&t, e->f->var[j->velocity[i]].der));
    follow(e, &t, j, h, false);
    if (has_contacts(e, b))
        shift(e, index, law, h, dz);
    do_end(p);
    function_end(p);
}

/* Functions clear_jumps, jump_K of each law, and jump, of all. */
void build_jumps(Emitter *e)
{
    Program *p = &e->program;
    Ex zero = ex_real(e->d, 0), step = constant(p, T_REAL, "STEP"),
       starts = ex_bin(e->d, OP_NE, member(p, T_INT, 0, "initial"), ex_int(e->d, 0));
    bool at_once = e->hybrid || e->exact; /* none of them is part of a step */

    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (e->dae->block[b].kind == B_SWITCHED)
            build_jump(e, b);
    function_begin(p, "clear_jumps", NULL);
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++)
        if (e->jump_name[e->dae->state[i]])
            do_set(p, member(p, T_REAL, 0, e->jump_name[e->dae->state[i]]), zero);
    function_end(p);
    function_begin(p, "jump", NULL);
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (e->dae->block[b].kind == B_SWITCHED)
            do_call(p, function_of(p, internf(e->d, "jump_%u", b)), at_once ? zero : ex_if(e->d, starts, zero, step));
    function_end(p);
}
