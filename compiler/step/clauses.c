/* clauses.c - when-clauses, as functions of the step program.
 *
 *     conditions   which branch of each clause acts. Conditions are compared with their values in the last step (a
 *                  sample is an edge by itself), all of them before any action
 *     actions      what they do, in order; pre(v) in them is the value before this step's actions
 *     remember     of a variable step, at the end of a pass: conditions, and pre() of what is discrete; where one has
 *                  changed there is another pass
 *     no_fire      of a variable step, at the begin of a pass
 *     repeat       of a variable step: values of the last evaluation, with which loops were cut, become those of this
 * one reinits      of a variable step, at the end of a pass: states that are set, so that everything in it sees their
 *                  values of before
 *
 * Members: fire_K, the number of the branch of clause K that acts; when_K, its conditions, to be compared next time. In
 * a variable-step run what fires in a round of a pass stays fired in it, and now_K becomes when_K at its end.
 *
 * Requires, ensures: docs/internals.md, one step. Cost: linear.
 */
#include "blocks.h"
#include "events.h"
#include "held.h"
#include "starts.h"

static Ex fired(Emitter *e, uint32_t k) { return member(&e->program, T_INT, 0, internf(e->d, "fire_%u", k)); }

static Ex conditions_of(Emitter *e, const char *name, uint32_t k)
{
    return member(&e->program, T_BOOL, vec_len(e->f->when[k].branch), internf(e->d, "%s_%u", name, k));
}

static void set_flag(Emitter *e, const char *name)
{
    do_set(&e->program, member(&e->program, T_INT, 0, name), ex_int(e->d, 1));
}

static bool is_initial(Dtc *d, Ex x, void *data)
{
    (void)data;
    return ex_op(d, x) == OP_INITIAL;
}

static Ex without_sample(Dtc *d, Ex x, void *data)
{
    (void)data;
    return ex_op(d, x) == OP_SAMPLE ? ex_bool(d, false) : 0;
}

/* ---- conditions -------------------------------------------------------------------------------------------------- */

static void condition(Emitter *e, uint32_t k, uint32_t i, Rewriter *no_samples)
{
    const When *w = &e->f->when[k];
    Program *p = &e->program;
    Dtc *d = e->d;
    Ex now = w->branch[i].cond, before = elem(p, conditions_of(e, "when", k), i),
       runs = ex_bin(d, OP_EQ, member(p, T_INT, 0, "initial"), ex_int(d, 0)),
       rises = ex_bin(d, OP_AND, ex_bin(d, OP_EQ, fired(e, k), ex_int(d, 0)), ex_un(d, OP_NOT, before));

    do_note(p, w->path, internf(d, "%swhen %s", i ? "else" : "", ex_plain(d, now)));
    do_shared(p);
    if (!ex_any(d, now, is_initial, NULL))
        rises = ex_bin(d, OP_AND, rises, runs);
    do_if(p, ex_bin(d, OP_AND, rises, now));
    do_set(p, fired(e, k), ex_int(d, i + 1));
    if (e->hybrid)
        set_flag(e, "again");
    do_end(p);
    do_set(p, elem(p, conditions_of(e, e->hybrid ? "now" : "when", k), i), ex_rewrite(d, no_samples, now));
    do_end(p);
}

static void conditions(Emitter *e)
{
    Rewriter no_samples = { .fn = without_sample };

    function_begin(&e->program, "conditions", NULL);
    for (uint32_t k = 0; k < vec_len(e->f->when); k++) {
        if (!e->hybrid)
            do_set(&e->program, fired(e, k), ex_int(e->d, 0));
        for (uint32_t i = 0; i < vec_len(e->f->when[k].branch); i++)
            condition(e, k, i, &no_samples);
    }
    function_end(&e->program);
}

/* ---- actions ----------------------------------------------------------------------------------------------------- */

static void action(Emitter *e, const WhenAction *a)
{
    Ex to = ex_var(e->d, a->var);

    switch (a->kind) {
    case W_ASSIGN:
        do_set(&e->program, to, !e->hybrid && ex_type(e->d, to) == T_REAL ? ex_un(e->d, OP_FLUSH, a->value) : a->value);
        break;
    case W_REINIT:                          /* all together, at the end: build_resets */
        break;
    case W_ASSERT: case W_TERMINATE:
        do_assert_action(e, a);
        break;
    }
}

static void if_fired(Emitter *e, uint32_t k, uint32_t i)
{
    do_if(&e->program, ex_bin(e->d, OP_EQ, fired(e, k), ex_int(e->d, i + 1)));
}

static void actions(Emitter *e)
{
    function_begin(&e->program, "actions", NULL);
    for (uint32_t k = 0; k < vec_len(e->f->when); k++)
        for (uint32_t i = 0; i < vec_len(e->f->when[k].branch); i++) {
            const WhenBranch *b = &e->f->when[k].branch[i];
            if_fired(e, k, i);
            for (uint32_t q = 0; q < vec_len(b->action); q++)
                action(e, &b->action[q]);
            if (!e->hybrid)
                do_resets(e, b);
            set_flag(e, "changed");
            do_end(&e->program);
        }
    function_end(&e->program);
}

/* ---- the end of a pass ------------------------------------------------------------------------------------------- */

static void remember_pass(Emitter *e)
{
    Program *p = &e->program;

    function_begin(p, "remember", NULL);
    for (uint32_t k = 0; k < vec_len(e->f->when); k++)
        do_copy(p, conditions_of(e, "when", k), conditions_of(e, "now", k));
    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (e->pre_name[v] && !keeps_left(&e->f->var[v])) {
            Ex now = ex_var(e->d, v), pre = ex_un(e->d, OP_PRE, now);
            do_op(p, changed(e), OP_OR, ex_bin(e->d, OP_NE, pre, now));
            do_set(p, pre, now);
        }
    function_end(p);
}

static void no_fire(Emitter *e)
{
    function_begin(&e->program, "no_fire", NULL);
    for (uint32_t k = 0; k < vec_len(e->f->when); k++)
        do_set(&e->program, fired(e, k), ex_int(e->d, 0));
    function_end(&e->program);
}

/* Values of the last evaluation become those of the present one; again: they were not the same. */
static void repeat(Emitter *e)
{
    Program *p = &e->program;

    function_begin(p, "repeat", NULL);
    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (e->last_name[v]) {
            Ex now = ex_var(e->d, v);
            do_kernel(p, 0, e->f->var[v].type == T_REAL ? K_AGAIN : K_HOLD, ex_un(e->d, OP_LAST, now), now,
                      member(p, T_INT, 0, "again"));
        }
    function_end(p);
}

static bool resets(const WhenBranch *b)
{
    for (uint32_t q = 0; q < vec_len(b->action); q++)
        if (b->action[q].kind == W_REINIT)
            return true;
    return false;
}

static void reinits(Emitter *e)
{
    function_begin(&e->program, "reinits", NULL);
    for (uint32_t k = 0; k < vec_len(e->f->when); k++)
        for (uint32_t i = 0; i < vec_len(e->f->when[k].branch); i++) {
            const WhenBranch *b = &e->f->when[k].branch[i];
            if (!resets(b))
                continue;
            if_fired(e, k, i);
            do_resets(e, b);
            do_end(&e->program);
        }
    function_end(&e->program);
}

void build_when(Emitter *e)
{
    if (e->hybrid) {
        no_fire(e);
        repeat(e);
        remember_pass(e);
        reinits(e);
    }
    conditions(e);
    actions(e);
}
