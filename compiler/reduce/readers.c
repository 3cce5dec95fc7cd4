/* readers.c - part of stage: what reads the place of a switching law comes after it, where another law hangs on that.
 *
 * A law decides within the equations of a sample. What follows it sees its new place, so a second law that hangs on
 * the place of a first one (by a bound, a torque) is to come later, with all that is between them; and this is computed
 * in each step then, not only after transitions. It stays as it was, and the second law decides with the place of the
 * last sample, where that cannot be or is dear: the first law hangs on the second one as well, or on its own place; a
 * matrix hangs on the place. With the method exact coefficients have to be constant between transitions; a variable
 * step decides at events.
 *
 * Cost: the size of the expressions, and for each law whose places are read the number of variables that blocks read.
 * Requires: blocks in order. Ensures: the same. */
#include "sort.h"

/* By block: what its values and residuals read, then what its matrices do; roots. */
typedef struct { Var *value, *matrix; } Reads;

typedef struct { Dtc *d; Flat *f; Dae *dae; Reads *reads; bool *mark; } Search;

static Var *roots_in(const Search *s, const Block *b, unsigned parts)
{
    Var *v = NULL;
    for (BlockWalk w = block_walk(b, parts); block_next(&w);)
        ex_vars(s->d, *w.e, &v);
    for (uint32_t i = 0; i < vec_len(v); i++)
        v[i] = var_root(s->f, v[i], NULL);
    return v;
}

/* What a law decides by beside its accelerations. */
static void read_law(Search *s, uint32_t k)
{
    const Block *b = &s->dae->block[k];
    for (uint32_t i = 0; i < vec_len(b->sw); i++) {
        const Switch *w = &s->f->sw[b->sw[i]];
        const Var v[] = { w->s, w->lo, w->hi, w->slo, w->shi, w->gap, w->compliance, w->left };
        for (uint32_t q = 0; q < sizeof v / sizeof *v; q++)
            if (v[q])
                vec_push(&s->d->pass, s->reads[k].value, var_root(s->f, v[q], NULL));
    }
}

static bool any_marked(const Search *s, const Var *v)
{
    for (uint32_t i = 0; i < vec_len(v); i++)
        if (s->mark[v[i]])
            return true;
    return false;
}

static void mark_places(const Search *s, const Block *b, bool *mark, bool as)
{
    for (uint32_t i = 0; i < vec_len(b->sw); i++) {
        const Switch *w = &s->f->sw[b->sw[i]];
        const Var v[] = { w->place, w->forward, w->backward, w->stuck, w->inactive };
        for (uint32_t k = 0; k < sizeof v / sizeof *v; k++)
            if (v[k])
                mark[var_root(s->f, v[k], NULL)] = as;
    }
}

static void mark_results(const Search *s, const Block *b, bool as)
{
    for (uint32_t i = 0; i < block_makes(b); i++)
        s->mark[block_made(b, i)] = as;
}

/* after: by block, hangs on the places of block k. False: nothing has to change, or nothing can. */
static bool hangs(Search *s, uint32_t k, bool *after)
{
    const Block *block = s->dae->block;
    bool law = false, good = true;
    mark_places(s, &block[k], s->mark, true);
    for (uint32_t i = 0; i < vec_len(block); i++) {
        after[i] = any_marked(s, s->reads[i].value);
        good &=
            !any_marked(s, s->reads[i].matrix) && !(after[i] && (i == k || assigns_when(s->f, &block[i])));
        law |= after[i] && vec_len(block[i].sw) > 0;
        if (after[i])
            mark_results(s, &block[i], true);
    }
    for (uint32_t i = 0; i < vec_len(block); i++)
        if (after[i])
            mark_results(s, &block[i], false);
    mark_places(s, &block[k], s->mark, false);
    return law && good;
}

/* Of the blocks up to k those that hang on it come behind it; each group keeps its order. */
static void put_after(Search *s, uint32_t k, const bool *after)
{
    Block *block = s->dae->block, *late = NULL;
    Reads *reads = NULL;
    uint32_t kept = 0;
    for (uint32_t i = 0; i <= k; i++) {
        if (after[i]) {
            vec_push(&s->d->pass, late, block[i]);
            vec_push(&s->d->pass, reads, s->reads[i]);
            continue;
        }
        s->reads[kept] = s->reads[i];
        block[kept++] = block[i];
    }
    for (uint32_t i = 0; i < vec_len(late); i++) {
        s->reads[kept] = reads[i];
        block[kept++] = late[i];
    }
}

bool *read_behind(Dtc *d, Flat *f, Dae *dae)
{
    const uint32_t n = vec_len(dae->block), variables = vec_len(f->var) + 1;
    bool *found = NEW_N(&d->pass, bool, variables), *after = NEW_N(&d->pass, bool, n + 1);
    Search s = { d, f, dae, NEW_N(&d->pass, Reads, n + 1), NEW_N(&d->pass, bool, variables) };
    if (d->opt.hybrid || d->opt.method == M_EXACT)
        return found;
    for (uint32_t i = 0; i < n; i++) {
        const Block *b = &dae->block[i];
        s.reads[i] = (Reads){ roots_in(&s, b, IN_VALUES | IN_RESIDUALS), roots_in(&s, b, IN_MATRICES) };
        read_law(&s, i);
    }
    for (uint32_t k = 0; k < n; k++) {
        if (!vec_len(dae->block[k].sw) || !hangs(&s, k, after))
            continue;
        mark_places(&s, &dae->block[k], found, true);
        put_after(&s, k, after);
    }
    return found;
}
