/* impulse_plan.c - the states that an impulse reaches, and the blocks between.
 *
 * In the instant of an impulse accelerations are jumps of velocities, torques are impulses, and what is finite is zero.
 * A velocity jumps if its rate is an unknown of the block in which the impulse acts, or follows from these in later
 * blocks (its wake: der(w_rel) = a_b - a_a of a spring whose ends are solved elsewhere), as far as these are linear
 * with factors that do not jump themselves: a power, torque times speed, has no jump as its integral.
 * What holds a constraint acts in one equation of the block that has its force. Where that block has a law of its own,
 * the impulse goes through it, and stuck elements answer with impulses of theirs, so that they stay stuck: constraint
 * and law are one system. Impulses of other laws end there: what they make of slips of a later law is decided by that.
 * Positions are to advance with the velocities after the jump: through the cone of early blocks, which depend on no
 * torque of a switching element.
 *
 * Algorithm: readers by variable in compressed rows, once; the reach of a block by a search among them, then forward
 * through the blocks that it has found, backward to drop those that lead to no state.
 * Cost: linear for the readers, the blocks that are reached for each block with impulses. Requires: blocks in order,
 * torn and staged. */
#include <stdlib.h>
#include "blocks.h"
#include "impulse_plan.h"
#include "work.h"

/* Compressed rows: block[begin[v] .. begin[v+1]) read v. */
struct Readers {
    uint32_t *begin, *block;
    Var *rate_of, *next;
};

static bool is_early(const Block *b) { return b->before_switching && b->rate == RATE_STEP; }

/* Do accelerations go through it? */
static bool is_late(const Equations *e, const Block *b)
{
    return b->rate == RATE_STEP &&
           (b->kind == B_LINEAR || b->kind == B_SWITCHED || (b->kind == B_ASSIGN && !stays_in_step(e->f, b)));
}

/* Is all that it decides a constraint that is held? */
static bool holds(const Equations *e, const Block *b)
{
    bool all = b->kind == B_SWITCHED;

    for (uint32_t i = 0; i < block_m(b); i++)
        all &= e->f->sw[b->sw[i]].holds;
    return all;
}

Readers *find_readers(const Equations *e, const struct Works *works)
{
    Arena *a = &e->d->pass;
    uint32_t n = vec_len(e->f->var), nb = vec_len(e->dae->block);
    Readers *r = NEW(a, Readers);
    Var *vars = NULL;
    uint32_t *from = NULL;

    *r = (Readers){ NEW_N(a, uint32_t, n + 2), NULL, NEW_N(a, Var, n + 1), NEW_N(a, Var, n + 1) };
    for (uint32_t b = 0; b < nb; b++) {
        if (!is_early(&e->dae->block[b]) && !is_late(e, &e->dae->block[b]))
            continue;
        block_reads(e, &e->dae->block[b], &vars);
        while (vec_len(from) < vec_len(vars))
            vec_push(a, from, b);
    }
    for (uint32_t i = 0; i < vec_len(vars); i++)
        r->begin[root(e, vars[i]) + 1]++;
    for (uint32_t v = 0; v <= n; v++)
        r->begin[v + 1] += r->begin[v];
    uint32_t *fill = NEW_N(a, uint32_t, n + 1);
    r->block = NEW_N(a, uint32_t, vec_len(vars) + 1);
    for (uint32_t i = 0; i < vec_len(vars); i++) {
        Var v = root(e, vars[i]);
        r->block[r->begin[v] + fill[v]++] = from[i];
    }
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++) {
        Var x = e->dae->state[i], der = root(e, e->f->var[x].der);
        if (is_booked(works, x)) /* work.c */
            continue;
        r->next[x] = r->rate_of[der];
        r->rate_of[der] = x;
    }
    return r;
}

void states_of_rate(const Equations *e, const Readers *r, Var rate, const bool *is, Var **out)
{
    for (Var x = r->rate_of[rate]; x; x = r->next[x])
        if (!is || is[x])
            vec_push(&e->d->run, *out, x);
}

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* All blocks, early ones, or late ones with or without laws, that these variables reach; ascending. */
typedef enum { EARLY, LATE, LATE_WITH_LAWS } Way;

static bool is_on(const Equations *e, const Block *b, Way way)
{
    return way == EARLY ? is_early(b) : is_late(e, b) && (way == LATE_WITH_LAWS || b->kind != B_SWITCHED);
}

static uint32_t *reach(const Equations *e, const Readers *r, const Var *from, Way way)
{
    Arena *a = &e->d->pass;
    Map seen = { 0 };
    uint32_t *found = NULL;
    Var *todo = NULL;

    for (uint32_t i = 0; i < vec_len(from); i++)
        vec_push(a, todo, root(e, from[i]));
    while (vec_len(todo)) {
        Var v = vec_pop(todo);
        for (uint32_t k = r->begin[v]; k < r->begin[v + 1]; k++) {
            uint32_t b = r->block[k];
            const Block *block = &e->dae->block[b];
            if (!is_on(e, block, way) || map_get(&seen, b + 1))
                continue;
            map_set(a, &seen, b + 1, 1);
            vec_push(&e->d->run, found, b);
            for (uint32_t i = 0; i < block_size(block); i++)
                vec_push(a, todo, block_var(e, block, i));
        }
    }
    if (found)
        qsort(found, vec_len(found), sizeof *found, ascending);
    return found;
}

uint32_t *late_reach(const Equations *e, const Readers *r, const Var *from) { return reach(e, r, from, LATE); }

uint32_t *velocity_cone(const Equations *e, const Readers *r, const Var *from) { return reach(e, r, from, EARLY); }

void prune_cone(const Equations *e, const Readers *r, uint32_t *cone, const bool *is, Var **states)
{
    Map wanted = { 0 };
    uint32_t kept = 0;
    Var *vars = NULL;

    for (uint32_t k = vec_len(cone); k-- > 0;) {
        const Block *b = &e->dae->block[cone[k]];
        uint32_t before = vec_len(*states);
        bool leads = false;
        for (uint32_t i = 0; i < block_size(b); i++) {
            states_of_rate(e, r, block_var(e, b, i), is, states);
            leads |= map_get(&wanted, block_var(e, b, i)) != 0;
        }
        if (!leads && vec_len(*states) == before) {
            cone[k] = UINT32_MAX;
            continue;
        }
        vec_clear(vars);
        block_reads(e, b, &vars);
        for (uint32_t i = 0; i < vec_len(vars); i++)
            map_set(&e->d->pass, &wanted, root(e, vars[i]), 1);
    }
    for (uint32_t k = 0; k < vec_len(cone); k++)
        if (cone[k] != UINT32_MAX)
            cone[kept++] = cone[k];
    vec_cut(cone, kept);
}

/* ---- accelerations ------------------------------------------------------------------------------------- */

/* What jumps, or may: the states whose rates the block or the blocks reach, and what early blocks make of them. */
static Map what_moves(const Equations *e, const Readers *r, uint32_t block, const uint32_t *wake)
{
    Map moves = { 0 };
    Var *states = NULL;

    for (uint32_t k = 0; k <= vec_len(wake); k++) {
        const Block *b = &e->dae->block[k ? wake[k - 1] : block];
        for (uint32_t i = 0; i < block_size(b); i++)
            states_of_rate(e, r, block_var(e, b, i), NULL, &states);
    }
    uint32_t *cone = velocity_cone(e, r, states);
    for (uint32_t i = 0; i < vec_len(states); i++)
        map_set(&e->d->run, &moves, root(e, states[i]), 1);
    for (uint32_t k = 0; k < vec_len(cone); k++)
        for (uint32_t i = 0; i < block_size(&e->dae->block[cone[k]]); i++)
            map_set(&e->d->run, &moves, block_var(e, &e->dae->block[cone[k]], i), 1);
    return moves;
}

/* A differential that is not zero, and of no two variables the same: b - a of two that jump, jumps. */
static Ex some_jump(const Equations *e, Var v)
{
    const double golden = 0.61803398874989485, x = v * golden;

    return ex_real(e->d, 1 + x - (double)(uint64_t)x);
}

/* Does an acceleration that is known to jump go through the block? Then so does what it computes. */
static bool goes_through(Differential *t, const Block *b)
{
    Differential inside = { .e = t->e, .outer = t, .straight = true, .moves = t->moves };
    bool any = false;

    for (uint32_t i = 0; i < vec_len(b->inner); i++) {
        const Assign *a = &b->inner[i];
        if (ex_type(t->e->d, a->value) != T_REAL || ex_is_zero(t->e->d, differentiate(&inside, a->value)))
            continue;
        set_differential(&inside, a->v, some_jump(t->e, a->v));
        any = true;
    }
    for (uint32_t i = 0; i < block_n(b); i++)
        any |= !ex_is_zero(t->e->d, differentiate(&inside, b->res[i]));
    for (uint32_t i = 0; i < block_size(b) && any; i++)
        set_differential(t, block_var(t->e, b, i), some_jump(t->e, block_var(t->e, b, i)));
    return any;
}

Impulse impulse_plan(const Equations *e, const Readers *r, uint32_t block)
{
    const Block *b = &e->dae->block[block];
    Impulse j = { 0 };
    Var *own = NULL;
    Differential t = { .e = e, .straight = true, .moves = &j.moves };
    uint32_t kept = 0;

    for (uint32_t i = 0; i < block_size(b); i++) {
        vec_push(&e->d->pass, own, block_var(e, b, i));
        states_of_rate(e, r, block_var(e, b, i), NULL, &j.velocity);
        set_differential(&t, block_var(e, b, i), some_jump(e, block_var(e, b, i)));
    }
    j.wake = reach(e, r, own, holds(e, b) ? LATE_WITH_LAWS : LATE);
    j.moves = what_moves(e, r, block, j.wake);
    for (uint32_t k = 0; k < vec_len(j.wake); k++)
        if (goes_through(&t, &e->dae->block[j.wake[k]]))
            j.wake[kept++] = j.wake[k];
    vec_cut(j.wake, kept);
    prune_cone(e, r, j.wake, NULL, &j.velocity);
    return j;
}

void differentiate_wake(Differential *t, const Impulse *j)
{
    t->straight = true;
    t->moves = &j->moves;
    for (uint32_t k = 0; k < vec_len(j->wake); k++)
        differentiate_block(t, j->wake[k]);
}
