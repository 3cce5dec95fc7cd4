/* keep.c - functions of the step program that keep values for pre().
 *
 *     remember, remember_late    in a fixed step: of variables that actions set or that are continuous before the
 * actions, which see the value of now, just before the event; of what equations compute and jumps after them, which see
 * its value of the last step left                       in a variable step, of what is continuous: the value just
 * before the event
 *
 * Requires: storage is decided. Cost: linear. */
#include "starts.h"

bool keeps_left(const VarInfo *v) { return v->type == T_REAL && v->variability == V_CONT && !v->discrete_state; }

static bool remembered_late(const VarInfo *v) { return v->type != T_REAL && !v->discrete_state; }

/* What is continuous may be denormal. */
static void keep(Emitter *e, Fn fn, Var v)
{
    Ex now = ex_var(e->d, v);

    do_set(&e->program, fn, ex_un(e->d, OP_PRE, now),
           !e->hybrid && keeps_left(&e->f->var[v]) ? ex_un(e->d, OP_FLUSH, now) : now);
}

static bool is_kept(Emitter *e, Var v) { return e->pre[v] && e->storage[v] != ST_NONE; }

void build_keep(Emitter *e)
{
    Program *p = &e->program;
    Fn left = e->hybrid ? function_new(p, "left") : 0;
    Fn remember = e->hybrid ? 0 : function_new(p, "remember"), late = e->hybrid ? 0 : function_new(p, "remember_late");

    for (Var v = 1; v < vec_len(e->f->var); v++) {
        const VarInfo *i = &e->f->var[v];
        if (is_kept(e, v) && !(e->hybrid && !keeps_left(i)))
            keep(e, e->hybrid ? left : remembered_late(i) ? late : remember, v);
    }
}
