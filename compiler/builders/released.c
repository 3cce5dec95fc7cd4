/* released.c - what follows when an element leaves its place within the equations: does something read a place before
 * its law has it? Then all is evaluated a second time, with the places held.
 *
 * Requires: rates. Cost: linear in what blocks read.
 */
#include "blocks.h"
#include "builders.h"

/* By root of a variable: 1 + the block whose law decides it; what `structure` makes of it is new after the equations
 * alone. */
enum { STAGED = UINT32_MAX };

static void mark_places(const Equations *e, uint32_t index, uint32_t *marked)
{
    for (uint32_t i = 0; i < block_m(&e->dae->block[index]); i++) {
        const Switch *w = &e->f->sw[e->dae->block[index].sw[i]];
        const Var place[] = { w->place, w->forward, w->backward, w->stuck, w->inactive };
        for (size_t k = 0; k < sizeof place / sizeof *place; k++)
            if (place[k])
                marked[root(e, place[k])] = index + 1;
    }
}

/* Does something read a place before its law has it? What is of transition rate is made anew (structure); what follows
 * the law within the equations reads it as it is. */
bool reads_places(const Equations *e)
{
    uint32_t *marked = NEW_N(&e->d->pass, uint32_t, vec_len(e->f->var) + 1);

    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (decides(e, b))
            mark_places(e, b, marked);
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        const Block *k = &e->dae->block[b];
        const bool staged =
            k->rate == RATE_TRANSITION || (k->kind != B_ASSIGN && k->matrix_rate == RATE_TRANSITION);
        Var *vars = NULL;
        bool reads = false;
        block_reads(e, k, &vars);
        for (uint32_t i = 0; i < vec_len(vars); i++) {
            const uint32_t mark = marked[root(e, vars[i])];
            reads |= mark && (mark == STAGED || staged || k->before_switching || b < mark);
        }
        if (reads && (k->rate != RATE_TRANSITION || k->before_switching))
            return true;
        for (uint32_t i = 0; reads && i < block_size(k); i++)
            marked[root(e, block_var(e, k, i))] = STAGED;
    }
    return false;
}

/* Has an element left its place within the equations of this sample? If they are to be evaluated again: places are not
 * decided again. */
void build_released(const Emitter *e)
{
    Program *p = e->program;
    const bool rereads = e->rereads;

    function_begin(p, FN_released, 0, "Has an element left its place within the equations?");
    gives(p, GIVES_INT);
    do_block(p);
    Ex changed = local(p, T_INT, 0, "changed");
    do_set(p, changed, ex_int(e->d, 0));
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        if (!decides(e->of, b))
            continue;
        do_if(p, ex_bin(e->d, OP_LT, again_in_law(e, b), ex_int(e->d, 0)));
        do_set(p, changed, ex_int(e->d, 1));
        do_end(p);
    }
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (decides(e->of, b))
            do_set(p, again_in_law(e, b),
                   rereads ? ex_if(e->d, changed, ex_int(e->d, 2), ex_int(e->d, 0)) : ex_int(e->d, 0));
    do_return(p, changed);
    do_end(p);
    function_end(p);
}
