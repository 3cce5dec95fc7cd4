/* quiet.c - the function quiet: a step in which nothing happens but motion. Nearly all samples of a run are such.
 *
 * It is the evaluation and the advance of all steps: the same kinematic blocks, the same equations. In these each law
 * asks whether everything stays, and decides nothing (decide.c); guards of nets, assertions, when-clauses are asked
 * likewise. New states are locals until all is known. Where the answer is no it gives 0, and has changed nothing that
 * the step after it reads: what an evaluation reads of the one before it is put back, all else is made anew.
 *
 * So a quiet step saves no state, looks for no change, and gives the bits that the other one gives. It is made for
 * methods of one evaluation whose new states follow straight from it.
 *
 * Requires: the functions that it calls; jumps. Cost: linear. -fno-quiet leaves it out.
 */
#include "blocks.h"
#include "flow.h"
#include "builders.h"
#include "work.h"

/* With more a C compiler takes long for one function, and what goes around the equations hardly counts. */
enum { MOST_STATES = 200 };

const char *never_quiet(const Emitter *e)
{
    if (e->d->opt.no_quiet)
        return "-fno-quiet";
    if (has_events(e->of))
        return "a variable step";
    if (has_stages(e->of))
        return "the method has stages, or parts of a step";
    if (has_works(e->works))
        return "the work of impulses is booked";
    if (e->d->opt.no_skip && any_laws(e))
        return "-fno-skip";
    if (!moves_straight(e))
        return "equations are solved between new speeds and positions";
    return vec_len(e->dae->state) > MOST_STATES ? "there are many states" : NULL;
}

/* ---- what is put back ---------------------------------------------------------------------------------- */

/* now: a member; before: a local with its value of before */
typedef struct { const Emitter *e; Program *p; Ex *now, *before; } PutBack;

static void keep(PutBack *k, Ex now)
{
    for (uint32_t i = 0; i < vec_len(k->now); i++)
        if (k->now[i] == now)
            return;
    vec_push(&k->e->d->pass, k->now, now);
    vec_push(&k->e->d->pass, k->before,
             local(k->p, ex_type(k->e->d, now), 0, internf(k->e->d, "kept%u", vec_len(k->now))));
    do_set(k->p, vec_last(k->before), now);
}

static void put_back(const PutBack *k)
{
    for (uint32_t i = 0; i < vec_len(k->now); i++)
        do_set(k->p, k->now[i], k->before[i]);
}

/* By Var: guards of nets read it. */
static bool *in_guards(const Emitter *e)
{
    bool *is = NEW_N(&e->d->pass, bool, vec_len(e->f->var) + 1);
    Var *vars = NULL;

    for (uint32_t k = 0; k < vec_len(e->f->net); k++)
        for (uint32_t i = 0; i < vec_len(e->f->net[k].transition); i++)
            ex_vars(e->d, e->f->net[k].transition[i].guard, &vars);
    for (uint32_t i = 0; i < vec_len(vars); i++)
        is[root(e->of, vars[i])] = true;
    return is;
}

/* What an evaluation reads of the one before it, and writes: operands of guards; what clauses assign, or is watched;
 * unknowns of an iteration, and branches. */
static void keep_all(PutBack *k)
{
    const Emitter *e = k->e;
    const bool *guard = in_guards(e);

    for (uint32_t i = 0; i < vec_len(e->dae->block); i++) {
        const Block *b = &e->dae->block[i];
        const bool goes_on = stays_in_step(e->f, b) || b->kind == B_NONLINEAR || assigns_branch(e->dae, b) ||
                             vec_len(b->branch);
        if (b->rate <= RATE_TRANSITION)
            continue;
        for (uint32_t q = 0; q < block_size(b); q++) {
            Var v = block_var(e->of, b, q);
            if (is_stored(e->store, v) && (goes_on || guard[v]))
                keep(k, ex_var(e->d, v));
        }
        for (uint32_t q = 0; q < block_m(b); q++) {
            Var lambda = root(e->of, e->f->sw[b->sw[q]].lambda);
            if (is_stored(e->store, lambda) && guard[lambda])
                keep(k, ex_var(e->d, lambda));
        }
    }
    if (may_count(e->of))
        keep(k, member(k->p, AT_fault, 0));
}

/* ---- the function -------------------------------------------------------------------------------------- */

/* Does anything act that the evaluation has found? */
static void ask(const Emitter *e, Ex quiet)
{
    Program *p = e->program;

    if (assigns_in_steps(e)) {
        do_if(p, ex_bin(e->d, OP_NE, changed(e), ex_int(e->d, 0)));
        do_set(p, quiet, ex_bool(e->d, false));
        do_end(p);
    }
    for (uint32_t i = 0; may_count(e->of) && i < 2; i++) { /* which begin at zero: dtc_quiet_step */
        Ex counter = member(p, i ? AT_count_not_converged : AT_count_singular, 0);
        do_if(p, ex_bin(e->d, OP_NE, counter, ex_int(e->d, 0)));
        do_set(p, quiet, ex_bool(e->d, false));
        do_end(p);
    }
    do_ask_asserts(e, quiet);
    do_ask_when(e, quiet);
}

void build_quiet(const Emitter *e)
{
    Program *p = e->program;
    PutBack kept = { .e = e, .p = p };

    if (never_quiet(e))
        return;
    function_begin(p, FN_quiet, 0,
                   "A step, if nothing happens in it but motion; else 0, and all is as before.");
    gives(p, GIVES_INT);
    do_block(p);
    Ex quiet = local(p, T_BOOL, 0, "quiet");
    p->fn[p->now].goes_on = quiet;
    do_set(p, quiet, ex_bool(e->d, true));
    keep_all(&kept);
    do_call_if(p, FN_kinematic);
    do_ask_nets(e, quiet);
    do_if(p, quiet);
    do_equations_quietly(e, quiet);
    do_call_if(p, FN_outputs);
    ask(e, quiet);
    do_if(p, quiet);
    do_advance_quietly(e, quiet);
    do_if(p, quiet);
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (decides(e->of, b))
            do_stay_in_law(e, b);
    do_call_if(p, FN_remember);
    do_return(p, ex_int(e->d, 1));
    do_end(p);
    do_end(p);
    do_end(p);
    put_back(&kept);
    do_return(p, ex_int(e->d, 0));
    do_end(p);
    function_end(p);
}
