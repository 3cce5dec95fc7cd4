/* steady.c - may the torques of a law jump between two samples?
 *
 * A torque that is beyond its bound now, and was within it at the last sample, has passed it in between: when, a straight
 * line tells (runtime/law.c), if there was none of a jump. States do not jump, nor does what follows from them and from
 * time by what jumps nowhere (jumps.c). Inputs are held by a step, so they do; so do Boolean, Integer and discrete
 * variables, and torques and places of other laws, and all that follows from these. What cannot be told counts as a jump.
 *
 * Requires: tear; relations are as they are written. Ensures: Block.steady of laws. Cost: linear in the equations that
 * laws with static bounds of their own follow from, and agree.c for those with conditions. */
#include "expr.h"
#include "jumps.h"
#include "known.h"
#include "sort.h"

typedef struct {
    Dtc *d;
    const Flat *f;
    const double *value;
    bool *needed, *jumps;                  /* by Var */
    Var *read;                             /* vec: of the block at hand */
    bool found;                            /* an expression of it that jumps by itself */
} Steady;

static Var same_as(const Steady *s, Var v)
{
    const Var r = var_root(s->f, v, NULL);
    return r ? r : v;
}

static void add_reads(void *data, Block *b, Ex *e, bool matrix)
{
    Steady *s = data;
    (void)b, (void)matrix;
    ex_vars(s->d, *e, &s->read);
}

static void judge(void *data, Block *b, Ex *e, bool matrix)
{
    Steady *s = data;
    (void)b, (void)matrix;
    s->found = s->found || jumps_by_itself(s->d, s->value, *e);
}

/* What a block reads, its own unknowns among it; of a law bounds, too. */
static void read_block(Steady *s, Block *b)
{
    vec_clear(s->read);
    each_expression(b, add_reads, s);
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
    for (uint32_t i = 0; i < vec_len(b->var); i++)
        needed |= s->needed[same_as(s, b->var[i])];
    for (uint32_t i = 0; i < vec_len(b->inner); i++)
        needed |= s->needed[same_as(s, b->inner[i].v)];
    return needed;
}

static void set(const Steady *s, bool *of, const Block *b, bool value)
{
    for (uint32_t i = 0; i < vec_len(b->var); i++)
        of[same_as(s, b->var[i])] = value;
    for (uint32_t i = 0; i < vec_len(b->inner); i++)
        of[same_as(s, b->inner[i].v)] = value;
}

/* What no block makes. */
static void known_jumps(Steady *s)
{
    for (Var v = 1; v < vec_len(s->f->var); v++) {
        const VarInfo *i = &s->f->var[v];
        s->jumps[same_as(s, v)] |= i->variability < V_PARAM &&
                                   (i->type != T_REAL || i->discrete_state || i->variability == V_DISCRETE ||
                                    (i->causality == C_INPUT && i->top_level));
    }
}

static bool block_jumps(Steady *s, Block *b)
{
    bool any = false;

    read_block(s, b);
    set(s, s->jumps, b, false);            /* its own unknowns */
    for (uint32_t i = 0; i < vec_len(s->read); i++)
        any |= s->jumps[same_as(s, s->read[i])];
    s->found = any;
    each_expression(b, judge, s);
    return s->found;
}

void find_steady(Dtc *d, const Flat *f, Dae *dae)
{
    Steady s = { .d = d, .f = f };
    bool any = false;

    for (uint32_t i = 1; i < vec_len(f->sw); i++)
        any |= f->sw[i].slo || f->sw[i].shi;
    if (!any)
        return;
    s.value = known_values(d, f);
    s.needed = NEW_N(&d->pass, bool, vec_len(f->var) + 1);
    s.jumps = NEW_N(&d->pass, bool, vec_len(f->var) + 1);
    for (uint32_t i = vec_len(dae->block); i-- > 0;) {
        Block *b = &dae->block[i];
        if (vec_len(b->sw) == 0 && !is_needed(&s, b))
            continue;
        read_block(&s, b);
        for (uint32_t k = 0; k < vec_len(s.read); k++)
            s.needed[same_as(&s, s.read[k])] = true;
    }
    known_jumps(&s);
    for (uint32_t i = 0; i < vec_len(dae->block); i++) {
        Block *b = &dae->block[i];
        if (vec_len(b->sw) == 0 && !is_needed(&s, b))
            continue;
        const bool jumps = block_jumps(&s, b);
        b->steady = vec_len(b->sw) > 0 && !jumps;
        set(&s, s.jumps, b, jumps || vec_len(b->sw) > 0);
    }
}
