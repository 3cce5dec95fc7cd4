/* release.c - elements that let go within the evaluation of a sample: what holds more than it can, by its torques.
 *
 * A block is linear in its torques, so the law takes the places that fit and the block is solved once, with those
 * (dtc_switched_release). What hangs on places is made anew behind the equations; an equation that reads a place before
 * its law has it (reads_places) costs a second evaluation.
 *
 * Requires: storage is decided, rates. Cost: linear in the equations.
 */
#include "blocks.h"
#include "setup.h"

Ex again_in_law(Emitter *e, uint32_t index)
{
    return once_a_sample(&e->program, member(&e->program, T_INT, 0, internf(e->d, "law_%u.again", index)));
}

/* A law with compliance decides by its sample already (do_refresh). */
bool releases(const Emitter *e, uint32_t index)
{
    const Block *b = &e->dae->block[index];

    return b->kind == B_SWITCHED && !e->hybrid && !e->exact && !has_compliance(e, b);
}

/* What holds more than it can, by the torques of the sample, lets go. */
void do_release(const Torn *t)
{
    Program *p = t->p;
    Ex again = 0, X = t->n ? t->X : law_part(t->e, t->index, "jump");
    const bool wide = breaks_away(t->e, t->b) || t->e->rosenbrock;

    if (!releases(t->e, t->index))
        return;
    again = again_in_law(t->e, t->index);
    do_if(p, ex_bin(t->d, OP_NE, again, ex_int(t->d, 0)));
    do_set(p, again, ex_int(t->d, 0));
    if (!t->d->opt.no_skip)
        do_if_kernel(p, true, wide ? K_LAW_BEARS_ROOM : K_LAW_BEARS, ex_int(t->d, t->m), t->law,
                     constant(p, T_REAL, "STEP"));
    do_block(p);
    Ex w = view(p, t->law);
    do_law(t->e, "keep", t->index);
    do_law(t->e, "size", t->index);
    if (t->e->rosenbrock)
        do_set(p, again, constant(p, T_INT, "DTC_LAW_IMPLICIT"));
    do_if_kernel(p, false, K_SWITCHED_RELEASE, w, ex_int(t->d, t->n), X, constant(p, T_REAL, "STEP"),
                 t->n ? t->z : law_part(t->e, t->index, "jump"));
    do_law(t->e, "show", t->index);
    do_end(p);
    if (wide)
        do_kernel(p, 0, K_LAW_ROOM, t->law);
    do_end(p);
    if (!t->d->opt.no_skip)
        do_end(p);
    do_end(p);
}

static void mark_places(Emitter *e, uint32_t index, bool *marked)
{
    for (uint32_t i = 0; i < block_m(&e->dae->block[index]); i++) {
        const Switch *w = &e->f->sw[e->dae->block[index].sw[i]];
        const Var place[] = { w->place, w->forward, w->backward, w->stuck, w->inactive };
        for (size_t k = 0; k < sizeof place / sizeof *place; k++)
            if (place[k])
                marked[root(e, place[k])] = true;
    }
}

/* Where such equations are of transition rate, they are made anew (structure), without those that read them not. */
bool reads_places(Emitter *e)
{
    bool *marked = NEW_N(&e->d->pass, bool, vec_len(e->f->var) + 1);

    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (releases(e, b))
            mark_places(e, b, marked);
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        const Block *k = &e->dae->block[b];
        Var *vars = NULL;
        bool reads = false;
        block_reads(e, k, &vars);
        for (uint32_t i = 0; i < vec_len(vars); i++)
            reads |= marked[root(e, vars[i])];
        if (reads && (k->rate != RATE_TRANSITION || k->before_switching))
            return true;
        for (uint32_t i = 0; reads && i < block_size(k); i++)
            marked[root(e, block_var(e, k, i))] = true;
    }
    return false;
}

/* Has an element let go within the equations of this sample? */
void build_released(Emitter *e)
{
    Program *p = &e->program;

    function_begin(p, "released", "Has an element let go within the equations?");
    gives(p, GIVES_INT);
    do_block(p);
    Ex changed = local(p, T_INT, 0, "changed");
    do_set(p, changed, ex_int(e->d, 0));
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        if (!releases(e, b))
            continue;
        do_if(p, ex_bin(e->d, OP_LT, again_in_law(e, b), ex_int(e->d, 0)));
        do_set(p, changed, ex_int(e->d, 1));
        do_end(p);
        do_set(p, again_in_law(e, b), ex_int(e->d, 0));
    }
    do_return(p, changed);
    do_end(p);
    function_end(p);
}
