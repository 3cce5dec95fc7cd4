/* keep.c - functions of the step program that keep values for pre().
 *
 *     remember     at the end of a fixed step: the values of now are those of the last step in the next one
 *     left         in a variable step, of what is continuous: the value just before the event
 *
 * Requires: storage is decided. Cost: linear. */
#include "builders.h"

bool keeps_left(const VarInfo *v) { return v->type == T_REAL && v->variability == V_CONT && !v->discrete_state; }

/* What is continuous may be denormal. */
static void keep(const Emitter *e, Var v)
{
    Ex now = ex_var(e->d, v);

    do_set(e->program, ex_un(e->d, OP_PRE, now),
           !has_events(e->of) && keeps_left(&e->f->var[v]) ? ex_un(e->d, OP_FLUSH, now) : now);
}

void build_keep(const Emitter *e)
{
    function_begin(e->program, has_events(e->of) ? FN_left : FN_remember, 0, NULL);
    if (has_events(e->of))
        stays(e->program);
    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (e->store->pre[v] && e->store->kind[v] != ST_NONE &&
            (!has_events(e->of) || keeps_left(&e->f->var[v])))
            keep(e, v);
    function_end(e->program);
}
