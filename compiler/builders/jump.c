/* jump.c - the velocity jump that brings the slips of elements that have just locked to zero.
 *
 * The law gives an impulse for each element. What it does to the states is the derivative of the block's solution in
 * the direction of that impulse: differentials of the inner variables and of the wake (impulse_plan.c), forward, one
 * statement each. Positions are to advance with the velocities after the jump, so the differentials go on through the
 * blocks that lead from these states to the rates of others (the cone), as far as these are linear in the velocities: a
 * jump is finite, and the slope of a curve at its beginning says nothing about its end. Values shown for this step stay
 * as they are.
 *
 * Cost: the block and its cone, each once. Requires: blocks torn and staged; B_SWITCHED is linear in its unknowns.
 */
#include "builders.h"
#include "blocks.h"
#include "impulse_plan.h"
#include "sort.h"
#include "work.h"

/* ---- plan: which states jump, which positions follow, through which blocks ----------------------------- */

/* Positions that move with the new speeds jump by closed gaps alone. */
static void note_jumps(const Equations *e, const Impulses *all, uint32_t index)
{
    const Jump *j = &all->of[index];
    bool shifts = has_contacts(e, &e->dae->block[index]);

    for (uint32_t i = 0; i < vec_len(j->impulse.velocity); i++)
        all->jumps[j->impulse.velocity[i]] = all->changes[j->impulse.velocity[i]] = true;
    for (uint32_t i = 0; i < vec_len(j->position); i++)
        all->jumps[j->position[i]] |= shifts || !all->follows || !all->follows[j->position[i]];
}

/* The positions whose rates are velocities themselves, or are given by the cone; and the cone without blocks that lead
 * nowhere. (A force that follows from these velocities acts from the next sample on: on both of its sides.) */
static void find_positions(const Equations *e, const Readers *r, const bool *is_position, Jump *j)
{
    for (uint32_t i = 0; i < vec_len(j->impulse.velocity); i++)
        states_of_rate(e, r, root(e, j->impulse.velocity[i]), is_position, &j->position);
    prune_cone(e, r, j->cone, is_position, &j->position);
}

/* States whose rate is a state advance in two passes. */
static void two_passes(const Equations *e, bool *jumps)
{
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++) {
        Var x = e->dae->state[i];
        jumps[x] |= e->f->var[root(e, e->f->var[x].der)].is_state;
    }
}

const Impulses *jump_plan(const Equations *e, Works *works)
{
    uint32_t nb = vec_len(e->dae->block), n = vec_len(e->f->var) + 1;
    const Readers *r = NULL;
    const bool *is_position = NULL;
    Impulses *all = NEW(&e->d->run, Impulses);

    *all = (Impulses){ .of = NEW_N(&e->d->run, Jump, nb + 1),
                       .jumps = NEW_N(&e->d->run, bool, n),
                       .changes = NEW_N(&e->d->run, bool, n) };
    power_jumps(works, all->jumps);
    for (uint32_t b = 0; b < nb; b++) {
        if (e->dae->block[b].kind != B_SWITCHED)
            continue;
        if (!r) {
            r = find_readers(e, works);
            is_position = position_states(e);
            all->follows = !has_events(e) && e->d->opt.method == M_SEMI ? is_position : NULL;
        }
        if (has_works(works))
            work_of_law(e, works, r, b);
        Jump *j = &all->of[b];
        j->impulse = impulse_plan(e, r, b);
        j->cone = velocity_cone(e, r, j->impulse.velocity);
        find_positions(e, r, is_position, j);
        note_jumps(e, all, b);
    }
    if (has_works(works))
        work_planned(e, works, r ? r : find_readers(e, works), all->changes);
    if (!has_events(e) && e->d->opt.method == M_EULER)
        two_passes(e, all->jumps);
    return all;
}

/* ---- the function -------------------------------------------------------------------------------------- */

static void add_jump(const Emitter *e, Var state, Ex value)
{
    if (!ex_is_zero(e->d, value))
        do_op(e->program, member(e->program, AT_jump_of, state), OP_ADD, value);
}

/* Jumps are no part of a step: they are at events, at borders. */
static bool at_once(const Emitter *e) { return has_events(e->of) || e->exact; }

bool jumps_by_rate(const Emitter *e, Var x)
{
    return !has_stages(e->of) && !at_once(e) && e->impulses && e->impulses->changes[x];
}

/* Torques of the law, and the unknowns of the block, jump: dz. */
static Differential seeds(const Emitter *e, uint32_t index, Ex dz)
{
    const Block *b = &e->dae->block[index];
    Differential t = { .e = e->of, .p = e->program };
    Ex jump = member(e->program, AT_law_jump, index);

    for (uint32_t i = 0; i < block_n(b); i++)
        set_differential(&t, b->tear[i], elem(e->program, dz, i));
    for (uint32_t i = 0; i < block_m(b); i++)
        set_differential(&t, e->f->sw[b->sw[i]].lambda, elem(e->program, jump, i));
    return t;
}

/* The unknowns of the block jump by X times the impulses. Where these are zero there is nothing to do, and dz is not
 * set. */
static void respond(const Emitter *e, uint32_t index, Ex law, Ex dz, bool or_return)
{
    const Block *b = &e->dae->block[index];
    Program *p = e->program;
    uint32_t n = block_n(b);
    Ex X = member(p, n ? AT_block_X : AT_law_jump, index);

    do_if_kernel(p, true, K_SWITCHED_JUMP, law, ex_int(e->d, n), X, dz);
    if (or_return)
        do_return(p, 0);
    else
        for (uint32_t i = 0; i < n; i++)
            do_set(p, elem(p, dz, i), ex_real(e->d, 0));
    do_end(p);
}

static void impulses(const Emitter *e, uint32_t index, Ex law, Ex h, Ex dz)
{
    do_call(e->program, function_of(e->program, FN_keep, index));
    do_kernel(e->program, 0, K_LAW_JUMP, law, h);
    respond(e, index, law, dz, !has_contacts(e->of, &e->dae->block[index]));
}

/* Positions advance with the velocities after the jump, for h; or by themselves. */
static void follow(const Emitter *e, Differential *t, const Jump *j, Ex h, bool by_themselves)
{
    Differential after = { .e = e->of, .p = e->program, .straight = true };

    for (uint32_t i = 0; i < vec_len(j->impulse.velocity); i++)
        set_differential(&after, j->impulse.velocity[i],
                         differential_of(t, e->f->var[j->impulse.velocity[i]].der));
    for (uint32_t k = 0; k < vec_len(j->cone); k++)
        differentiate_block(&after, j->cone[k]);
    for (uint32_t i = 0; i < vec_len(j->position); i++) {
        Var x = j->position[i];
        if (by_themselves || !e->impulses->follows || !e->impulses->follows[x])
            add_jump(e, x, ex_bin(e->d, OP_MUL, h, differential_of(&after, e->f->var[x].der)));
    }
}

/* Positions move so that contacts have no gap that are closed at the end of h; not at the start, where an overlap is a
 * mistake, which an assertion tells. */
static void shift(const Emitter *e, uint32_t index, Ex law, Ex h, Ex dz)
{
    do_if(e->program, ex_bin(e->d, OP_EQ, member(e->program, AT_initial, 0), ex_int(e->d, 1)));
    do_return(e->program, 0);
    do_end(e->program);
    do_kernel(e->program, 0, K_LAW_SHIFT, law, h);
    respond(e, index, law, dz, true);
    do_block(e->program);
    Differential t = seeds(e, index, dz);
    differentiate_inner(&t, &e->dae->block[index]);
    differentiate_wake(&t, &e->impulses->of[index].impulse);
    follow(e, &t, &e->impulses->of[index], ex_real(e->d, 1), true);
    do_end(e->program);
}

/* Is all that jumps in a step in the rates? */
static bool all_by_rate(const Emitter *e, const Jump *j)
{
    bool all = !has_stages(e->of) && !has_works(e->works);

    for (uint32_t i = 0; i < vec_len(j->position); i++)
        all &= e->impulses->follows && e->impulses->follows[j->position[i]];
    return all && !at_once(e);
}

/* For the energy account: of all impulses, then of those that pass on a jump. */
static void work(const Emitter *e, uint32_t index, Differential *t, Ex law, Ex h, Ex dz)
{
    do_block(e->program);
    do_work(e, index, t, h);
    do_end(e->program);
    without_bound(e, index);
    respond(e, index, law, dz, false);
    do_block(e->program);
    Differential passed = seeds(e, index, dz);
    differentiate_inner(&passed, &e->dae->block[index]);
    differentiate_wake(&passed, &e->impulses->of[index].impulse);
    do_work_before(e, index, &passed);
    do_end(e->program);
}

/* Nothing is to be done where the decision has left no impulse, and no closed contact has a gap. */
static void unless_due(const Emitter *e, uint32_t index, Ex h)
{
    const Block *b = &e->dae->block[index];
    Program *p = e->program;
    bool contacts = has_contacts(e->of, b);

    do_if(p, ex_bin(e->d, OP_GT, h, ex_real(e->d, 0)));
    if (contacts || !all_by_rate(e, &e->impulses->of[index]))
        do_if_kernel(p, true, K_LAW_JUMPS, law_of(e, index));
    else
        do_block(p);
    if (contacts)
        do_if_kernel(p, true, K_LAW_GAPS, ex_int(e->d, block_m(b)), law_of(e, index));
    do_return(p, 0);
    for (int open = contacts ? 3 : 2; open > 0; open--)
        do_end(p);
}

/* Of a step they are in its rates, where these are of the sample alone. */
static void velocities(const Emitter *e, Differential *t, const Jump *j, Ex h)
{
    const bool by_rate = !has_stages(e->of) && !at_once(e) && !all_by_rate(e, j); /* else it has returned */

    if (by_rate)
        do_if(e->program, ex_bin(e->d, OP_LE, h, ex_real(e->d, 0)));
    for (uint32_t i = 0; i < vec_len(j->impulse.velocity); i++)
        add_jump(e, j->impulse.velocity[i], differential_of(t, e->f->var[j->impulse.velocity[i]].der));
    if (by_rate)
        do_end(e->program);
}

static void build_jump(const Emitter *e, uint32_t index)
{
    const Block *b = &e->dae->block[index];
    const Jump *j = &e->impulses->of[index];
    Program *p = e->program;
    uint32_t n = block_n(b);

    function_begin(p, FN_law_jump, index, NULL);
    stays(p);
    Ex h = param(p, T_REAL, 0, "h");
    if (!has_events(e->of) && !e->d->opt.no_skip)
        unless_due(e, index, h);
    do_block(p);
    Ex dz = local(p, T_REAL, n ? n : 1, "dz"), law = view(p, law_of(e, index));
    impulses(e, index, law, h, dz);
    Differential t = seeds(e, index, dz);
    differentiate_inner(&t, b);
    differentiate_wake(&t, &j->impulse);
    velocities(e, &t, j, h);
    follow(e, &t, j, h, false);
    if (has_works(e->works) && !e->exact)
        work(e, index, &t, law, h, dz);
    if (has_contacts(e->of, b))
        shift(e, index, law, h, dz);
    do_end(p);
    function_end(p);
}

/* Of the method exact, which has jumps of its own: work, at a sample. */
static void build_work(const Emitter *e, uint32_t index)
{
    Program *p = e->program;
    uint32_t n = block_n(&e->dae->block[index]);
    Ex zero = ex_real(e->d, 0);

    function_begin(p, FN_law_work, index, NULL);
    stays(p);
    do_block(p);
    Ex dz = local(p, T_REAL, n ? n : 1, "dz"), law = view(p, law_of(e, index));
    impulses(e, index, law, zero, dz);
    Differential t = seeds(e, index, dz);
    differentiate_inner(&t, &e->dae->block[index]);
    differentiate_wake(&t, &e->impulses->of[index].impulse);
    work(e, index, &t, law, zero, dz);
    do_end(p);
    function_end(p);
}

static void build_works(const Emitter *e)
{
    Program *p = e->program;

    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (e->dae->block[b].kind == B_SWITCHED)
            build_work(e, b);
    function_begin(p, FN_work, 0, NULL);
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (e->dae->block[b].kind == B_SWITCHED)
            do_call(p, function_of(p, FN_law_work, b));
    do_work_of_motions(e);
    function_end(p);
}

/* Functions clear_jumps, jump_K of each law, and jump, of all; for the energy account work_K and work. */
void build_jumps(const Emitter *e)
{
    Program *p = e->program;
    Ex zero = ex_real(e->d, 0), step = constant(p, C_STEP),
       starts = ex_bin(e->d, OP_NE, member(p, AT_initial, 0), ex_int(e->d, 0));

    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (e->dae->block[b].kind == B_SWITCHED)
            build_jump(e, b);
    function_begin(p, FN_clear_jumps, 0, NULL);
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++)
        if (e->store->has[AT_jump_of][e->dae->state[i]] && !jumps_by_rate(e, e->dae->state[i]))
            do_set(p, member(p, AT_jump_of, e->dae->state[i]), zero);
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++)
        if (e->store->has[AT_held_of][e->dae->state[i]])
            do_set(p, member(p, AT_held_of, e->dae->state[i]), zero);
    function_end(p);
    function_begin(p, FN_jump, 0, NULL);
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (e->dae->block[b].kind == B_SWITCHED)
            do_call(p, function_of(p, FN_law_jump, b), at_once(e) ? zero : ex_if(e->d, starts, zero, step));
    if (has_works(e->works) && !e->exact)
        do_work_of_motions(e);
    function_end(p);
    if (has_works(e->works) && e->exact)
        build_works(e);
}
