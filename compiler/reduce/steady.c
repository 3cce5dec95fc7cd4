/* steady.c - may the torques of a law jump between two samples, and do they follow from states?
 *
 * A torque that is beyond its bound now, and was within it at the last sample, has passed it in between: when, a
 * straight line tells (runtime/law.c), if it did not jump there. States do not jump, nor does what follows from them
 * and from time by what jumps nowhere (jumps.c); where a state crosses a border, it does so between two samples, as
 * well as a torque passes its bound. Inputs are held by a step, so they jump; so do relations of time, tables with two
 * values at one argument, Boolean, Integer and discrete variables, torques and places of other laws, and all that
 * follows from these. What cannot be told counts as a jump.
 *
 * Torques that follow from no state, springs and dampers, are not changed by what an implicit method makes of a step.
 *
 * Requires: tear; relations are as they are written. Ensures: Block.steady and Block.by_states of laws. Cost: linear in
 * the equations that laws follow from, and agree.c for those with conditions. */
#include "expr.h"
#include "jumps.h"
#include "known.h"
#include "sort.h"

typedef struct {
    Dtc *d;
    const Flat *f;
    const double *value;
    bool *needed, *jumps, *by_states;      /* by Var */
    Var *read;                             /* vec: of the block at hand */
} Steady;

static Var same_as(const Steady *s, Var v)
{
    const Var r = var_root(s->f, v, NULL);
    return r ? r : v;
}

/* What a block reads, its own unknowns among it. */
static void read_block(Steady *s, const Block *b)
{
    vec_clear(s->read);
    for (BlockWalk w = block_walk(b, IN_BLOCK); block_next(&w);)
        ex_vars(s->d, *w.e, &s->read);
}

/* The bounds of a law, and its slips. */
static void read_bounds(Steady *s, const Block *b)
{
    for (uint32_t i = 0; i < vec_len(b->sw); i++) {
        const Switch *w = &s->f->sw[b->sw[i]];
        const Var bounds[] = { w->s, w->lo, w->hi, w->slo, w->shi };
        for (size_t k = 0; k < sizeof bounds / sizeof *bounds; k++)
            if (bounds[k])
                vec_push(&s->d->pass, s->read, bounds[k]);
    }
}

static bool is_needed(const Steady *s, const Block *b)
{
    bool needed = false;
    for (uint32_t i = 0; i < block_makes(b); i++)
        needed |= s->needed[same_as(s, block_made(b, i))];
    return needed;
}

static void set(const Steady *s, bool *of, const Block *b, bool value)
{
    for (uint32_t i = 0; i < block_makes(b); i++)
        of[same_as(s, block_made(b, i))] = value;
}

static bool reads_any(const Steady *s, const bool *of)
{
    for (uint32_t i = 0; i < vec_len(s->read); i++)
        if (of[same_as(s, s->read[i])])
            return true;
    return false;
}

/* What no block makes. */
static void known_variables(Steady *s)
{
    for (Var v = 1; v < vec_len(s->f->var); v++) {
        const VarInfo *i = &s->f->var[v];
        s->by_states[same_as(s, v)] |= i->is_state;
        s->jumps[same_as(s, v)] |= i->variability < V_PARAM &&
                                   (i->type != T_REAL || i->discrete_state || i->variability == V_DISCRETE ||
                                    (i->causality == C_INPUT && i->top_level));
    }
}

static void judge_block(Steady *s, Block *b)
{
    const bool law = vec_len(b->sw) > 0;
    bool states, jumps;

    read_block(s, b);
    set(s, s->jumps, b, false); /* its own unknowns */
    set(s, s->by_states, b, false);
    states = reads_any(s, s->by_states);
    read_bounds(s, b);
    jumps = reads_any(s, s->jumps);
    for (BlockWalk w = block_walk(b, IN_BLOCK); !jumps && block_next(&w);)
        jumps = jumps_in_time(s->d, s->value, *w.e);
    b->steady = law && !jumps;
    b->by_states = law && states;
    set(s, s->jumps, b, law || jumps);
    set(s, s->by_states, b, states);
}

void find_steady(Dtc *d, const Flat *f, Dae *dae)
{
    Steady s = { .d = d, .f = f, .value = vec_len(f->sw) > 1 ? known_values(d, f) : NULL };

    if (!s.value)
        return;
    s.needed = NEW_N(&d->pass, bool, vec_len(f->var) + 1);
    s.jumps = NEW_N(&d->pass, bool, vec_len(f->var) + 1);
    s.by_states = NEW_N(&d->pass, bool, vec_len(f->var) + 1);
    for (uint32_t i = vec_len(dae->block); i-- > 0;) {
        Block *b = &dae->block[i];
        if (vec_len(b->sw) == 0 && !is_needed(&s, b))
            continue;
        read_block(&s, b);
        read_bounds(&s, b);
        for (uint32_t k = 0; k < vec_len(s.read); k++)
            s.needed[same_as(&s, s.read[k])] = true;
    }
    known_variables(&s);
    for (uint32_t i = 0; i < vec_len(dae->block); i++)
        if (vec_len(dae->block[i].sw) > 0 || is_needed(&s, &dae->block[i]))
            judge_block(&s, &dae->block[i]);
}
