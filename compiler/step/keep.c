/* keep.c - functions of the step program that keep values for pre().
 *
 *     remember, remember_late    in a fixed step: of variables that actions set or that are continuous before the
 *                                actions, which see the value of now, just before the event; of what equations compute
 *                                and jumps after them, which see its value of the last step
 *     left                       in a variable step, of what is continuous: the value just before the event
 *
 * Requires: storage is decided. Cost: linear. */
#include "starts.h"

bool keeps_left(const VarInfo *v) { return v->type == T_REAL && v->variability == V_CONT && !v->discrete_state; }

static bool kept_late(const VarInfo *v) { return v->type != T_REAL && !v->discrete_state; }

/* What is continuous may be denormal. */
static void keep(Emitter *e, Var v)
{
    Ex now = ex_var(e->d, v);

    do_set(&e->program, ex_un(e->d, OP_PRE, now),
           !e->hybrid && keeps_left(&e->f->var[v]) ? ex_un(e->d, OP_FLUSH, now) : now);
}

static void build(Emitter *e, const char *name, bool (*wanted)(const VarInfo *), bool is)
{
    function_begin(&e->program, name, NULL);
    if (e->hybrid)
        stays(&e->program);
    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (e->pre[v] && e->storage[v] != ST_NONE && wanted(&e->f->var[v]) == is)
            keep(e, v);
    function_end(&e->program);
}

void build_keep(Emitter *e)
{
    if (e->hybrid) {
        build(e, "left", keeps_left, true);
        return;
    }
    build(e, "remember", kept_late, false);
    build(e, "remember_late", kept_late, true);
}
