/* independent.c - how many elements of a law are independent at most.
 *
 * G says how torques change slip accelerations. A slip follows from states, s = s(x), so its acceleration is the sum of
 * ds/dx der(x): the rank of G is at most the number of the states that slips of the law follow from, those left out
 * whose rates no torque changes (positions). A gearbox of nine clutches on four shafts has four. The runtime takes no
 * more for independent, and so many are what `--report` counts.
 *
 * Requires: blocks in order. Cost: linear in the expressions that slips follow from. */
#include "blocks.h"
#include "builders.h"
#include "sort.h"

/* owner: by Var: the block that makes it, plus 1; todo: a vec */
typedef struct { const Equations *e; uint32_t *owner; bool *seen; Var *todo; uint32_t states; bool known; } Search;

static void add(Search *s, const Var *vars)
{
    for (uint32_t i = 0; i < vec_len(vars); i++) {
        const Var v = root(s->e, vars[i]);
        if (!s->seen[v])
            vec_push(&s->e->d->pass, s->todo, v);
        s->seen[v] = true;
    }
}

/* A state whose rate torques change is one more; what a block makes follows from what that reads. */
static void follow(Search *s, Var v)
{
    const Equations *e = s->e;
    const Block *b = s->owner[v] ? &e->dae->block[s->owner[v] - 1] : NULL;
    Var *vars = NULL;

    if (e->f->var[v].is_state) {
        s->states += !e->f->var[root(e, e->f->var[v].der)].is_state;
        return;
    }
    if (!b)
        return;
    s->known &= block_m(b) == 0;
    block_reads(e, b, &vars);
    add(s, vars);
}

/* A compliance, and what holds a constraint, give G more than slips say. */
static bool is_rigid(const Switch *w) { return !w->compliance && !w->left && !w->holds; }

uint32_t independent_elements(const Equations *e, uint32_t block)
{
    const Block *b = &e->dae->block[block];
    const uint32_t n = vec_len(e->f->var) + 1, m = block_m(b);
    Search s = { .e = e, .owner = NEW_N(&e->d->pass, uint32_t, n), .seen = NEW_N(&e->d->pass, bool, n) };

    s.known = true;
    for (uint32_t k = 0; k < vec_len(e->dae->block); k++)
        for (uint32_t i = 0; i < block_size(&e->dae->block[k]); i++)
            s.owner[block_var(e, &e->dae->block[k], i)] = k + 1;
    for (uint32_t i = 0; i < m; i++) {
        const Switch *w = &e->f->sw[b->sw[i]];
        Var *vars = NULL;
        s.known &= is_rigid(w);
        ex_vars(e->d, var_value(e->d, e->f, w->s), &vars);
        add(&s, vars);
    }
    while (s.known && vec_len(s.todo))
        follow(&s, vec_pop(s.todo));
    return s.known && s.states > 0 && s.states < m ? s.states : m;
}
