/* soonest.c - the order of the blocks of a quiet step: the laws with the fewest unknowns are asked first.
 *
 * Where a sample is not quiet, what has been computed before the question that says so was in vain. So before each law
 * stands what it needs of the blocks before it, and no more; what no law needs comes last.
 *
 * Requires: blocks sorted. Cost: n log n in what blocks read. Ensures: each block behind those that it reads.
 */
#include <stdlib.h>
#include "blocks.h"
#include "builders.h"

/* done: by block, it is in `order`, or on its way there */
typedef struct { const Emitter *e; const uint32_t *owner; bool *done; uint32_t *order; } Soonest;

typedef struct { uint32_t block, unknowns; } Asked;

/* Numbers of the blocks that it reads; false: of one behind it, which gives what it was in the last evaluation. */
static bool needs(const Soonest *s, uint32_t index, uint32_t **blocks)
{
    const Emitter *e = s->e;
    const Block *b = &e->dae->block[index];
    Var *vars = NULL;

    for (BlockWalk w = block_walk(b, IN_BLOCK); block_next(&w);)
        ex_vars(e->d, *w.e, &vars);
    decision_reads(e->of, b, &vars);
    for (uint32_t i = 0; i < vec_len(vars); i++) {
        const uint32_t owner = s->owner[root(e->of, vars[i])];
        if (owner > index + 1)
            return false;
        if (owner > 0 && owner <= index)
            vec_push(&e->d->pass, *blocks, owner - 1);
    }
    return true;
}

static int ascending(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static int fewer(const void *a, const void *b)
{
    const Asked *x = a, *y = b;
    return x->unknowns != y->unknowns ? (x->unknowns < y->unknowns ? -1 : 1)
                                      : ascending(&x->block, &y->block);
}

/* The block behind all that it needs, in the order that these have. */
static bool place_behind(Soonest *s, uint32_t index)
{
    Arena *a = &s->e->d->pass;
    uint32_t *open = NULL, *found = NULL;

    vec_push(a, open, index);
    while (vec_len(open)) {
        const uint32_t b = vec_pop(open);
        if (s->done[b])
            continue;
        s->done[b] = true;
        vec_push(a, found, b);
        if (!needs(s, b, &open))
            return false;
    }
    if (found)
        qsort(found, vec_len(found), sizeof *found, ascending);
    for (uint32_t i = 0; i < vec_len(found); i++)
        vec_push(a, s->order, found[i]);
    return true;
}

/* By root: 1 + the block that gives it, torques of its law among them. */
static const uint32_t *owners(const Emitter *e)
{
    uint32_t *of = block_owners(e->of);

    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        for (uint32_t i = 0; i < block_m(&e->dae->block[b]); i++)
            of[root(e->of, e->f->sw[e->dae->block[b].sw[i]].lambda)] = b + 1;
    return of;
}

const uint32_t *soonest_order(const Emitter *e)
{
    const uint32_t blocks = vec_len(e->dae->block);
    Arena *a = &e->d->pass;
    Soonest s = { e, owners(e), NEW_N(a, bool, blocks + 1), NULL };
    Asked *law = NULL;

    for (uint32_t b = 0; b < blocks; b++) {
        if (vec_len(e->dae->block[b].branch))
            return NULL;
        if (decides(e->of, b))
            vec_push(a, law, ((Asked){ b, block_n(&e->dae->block[b]) + block_m(&e->dae->block[b]) }));
    }
    if (vec_len(law) < 2 || e->held || e->d->opt.lanes) /* lanes go on together, whatever one of them says */
        return NULL;
    qsort(law, vec_len(law), sizeof *law, fewer);
    for (uint32_t i = 0; i < vec_len(law); i++)
        if (!place_behind(&s, law[i].block))
            return NULL;
    for (uint32_t b = 0; b < blocks; b++)
        if (!place_behind(&s, b))
            return NULL;
    return s.order;
}
