/* clauses.c - what when-clauses do beside assigning, as functions of the step program; their equations are blocks like
 * others (fire.c).
 *
 *     actions      assertions, and ends of the run, once all variables are known
 *     reinits      states that are set, and whether one was. All values first: none sees what another one has set
 *     remember     of a variable step, at the end of a pass: pre(); where one of what is discrete has changed there is
 *                  another pass
 *     repeat       of a variable step: values of the last evaluation, with which loops were cut, become those of this
 * one
 *
 * Requires, ensures: docs/internals/step.md. Cost: linear.
 */
#include "blocks.h"
#include "builders.h"

/* to: by number of the branch, from 1. */
static void each_branch(const Emitter *e, void (*fn)(const Emitter *, const WhenBranch *, uint32_t, Ex *), Ex *to)
{
    for (uint32_t k = 0, n = 0; k < vec_len(e->f->when); k++)
        for (uint32_t i = 0; i < vec_len(e->f->when[k].branch); i++)
            fn(e, &e->f->when[k].branch[i], ++n, to);
}

/* ---- assertions ---------------------------------------------------------------------------------------- */

static bool has_action(const WhenBranch *b, bool reinit)
{
    for (uint32_t q = 0; q < vec_len(b->action); q++)
        if ((b->action[q].kind == W_REINIT) == reinit)
            return true;
    return false;
}

static void assertions(const Emitter *e, const WhenBranch *b, uint32_t number, Ex *to)
{
    (void)number, (void)to;
    if (!has_action(b, false))
        return;
    do_if(e->program, b->cond);
    for (uint32_t q = 0; q < vec_len(b->action); q++)
        if (b->action[q].kind != W_REINIT)
            do_assert_action(e, &b->action[q]);
    do_end(e->program);
}

/* ---- resets -------------------------------------------------------------------------------------------- */

static void values(const Emitter *e, const WhenBranch *b, uint32_t number, Ex *to)
{
    if (has_action(b, true))
        to[number] = do_reset_values(e, b, number);
}

static void resets(const Emitter *e, const WhenBranch *b, uint32_t number, Ex *to)
{
    if (!has_action(b, true))
        return;
    do_if(e->program, b->cond);
    do_set(e->program, to[0], ex_int(e->d, 1));
    do_resets(e, b, to[number]);
    do_end(e->program);
}

static bool any_contacts(const Emitter *e)
{
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (e->dae->block[b].kind == B_SWITCHED && has_contacts(e->of, &e->dae->block[b]))
            return true;
    return false;
}

/* Contacts meet within the step what has been set. */
static void reinits(const Emitter *e)
{
    uint32_t n = 0;
    bool any = false;

    for (uint32_t k = 0; k < vec_len(e->f->when); k++)
        for (uint32_t i = 0; i < vec_len(e->f->when[k].branch); i++, n++)
            any |= has_action(&e->f->when[k].branch[i], true);
    if (!any)
        return;
    Ex *to = NEW_N(&e->d->pass, Ex, n + 1);
    function_begin(e->program, FN_reinits, 0, NULL);
    gives(e->program, GIVES_INT);
    do_block(e->program);
    to[0] = local(e->program, T_INT, 0, "reset");
    do_set(e->program, to[0], ex_int(e->d, 0));
    each_branch(e, values, to);
    each_branch(e, resets, to);
    if (!has_events(e->of) && any_contacts(e)) {
        do_if(e->program, to[0]);
        do_call(e->program, function_of(e->program, FN_kinematic, 0));
        do_end(e->program);
    }
    do_return(e->program, to[0]);
    do_end(e->program);
    function_end(e->program);
}

/* ---- a quiet step -------------------------------------------------------------------------------------- */

static void ask(const Emitter *e, const WhenBranch *b, uint32_t number, Ex *quiet)
{
    (void)number;
    if (vec_len(b->action) == 0)
        return;
    do_if(e->program, b->cond);
    do_give_up(e->program, *quiet);
    do_end(e->program);
}

void do_ask_when(const Emitter *e, Ex quiet) { each_branch(e, ask, &quiet); }

/* ---- the end of a pass --------------------------------------------------------------------------------- */

static void remember_pass(const Emitter *e)
{
    Program *p = e->program;

    function_begin(p, FN_remember, 0, NULL);
    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (e->store->has[AT_pre_of][v]) {
            Ex now = ex_var(e->d, v), pre = ex_un(e->d, OP_PRE, now);
            if (!keeps_left(&e->f->var[v]))
                do_op(p, changed(e), OP_OR, ex_bin(e->d, OP_NE, pre, now));
            do_set(p, pre, now);
        }
    function_end(p);
}

/* Values of the last evaluation become those of the present one; again: they were not the same. */
static void repeat(const Emitter *e)
{
    Program *p = e->program;

    function_begin(p, FN_repeat, 0, NULL);
    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (e->store->has[AT_last_of][v]) {
            Ex now = ex_var(e->d, v);
            do_kernel(p, 0, e->f->var[v].type == T_REAL ? K_AGAIN : K_HOLD, ex_un(e->d, OP_LAST, now), now,
                      member(p, AT_again, 0));
        }
    function_end(p);
}

void build_when(const Emitter *e)
{
    if (has_events(e->of)) {
        repeat(e);
        remember_pass(e);
    }
    function_begin(e->program, FN_actions, 0, NULL);
    each_branch(e, assertions, NULL);
    function_end(e->program);
    reinits(e);
}
