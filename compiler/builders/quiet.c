/* quiet.c - the function quiet: a step, or an evaluation, in which nothing happens but motion. Nearly all samples of a
 * run are such.
 *
 * It is the evaluation and the advance of all steps: the same kinematic blocks, the same equations. In these each law
 * asks whether everything stays, and decides nothing (decide.c); guards of nets, assertions, when-clauses are asked
 * likewise. New states are locals until all is known. Where the answer is no it gives 0, and has changed nothing that
 * the step after it reads: what an evaluation reads of the one before it is put back, all else is made anew. Where
 * there is nothing to put back it ends at the first that is not quiet. Kinematic blocks stand in it, so that slips and
 * bounds are asked where they are made.
 *
 * So a quiet step saves no state, looks for no change, and gives the bits that the other one gives. It is made for
 * methods of one evaluation whose new states follow straight from it.
 *
 * Requires: the functions that it calls; jumps. Cost: linear. -fno-quiet leaves it out.
 */
#include "blocks.h"
#include "flow.h"
#include "builders.h"
#include "dtc_step.h"
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

/* Members, vec. */
static void keep(Ex **kept, Ex member, Arena *a)
{
    for (uint32_t i = 0; i < vec_len(*kept); i++)
        if ((*kept)[i] == member)
            return;
    vec_push(a, *kept, member);
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

/* What an evaluation reads of the one before it, and writes: operands of guards, unknowns of an iteration, branches;
 * not what clauses assign, and what hangs on that alone, which stays. */
static Ex *kept_members(const Emitter *e)
{
    const bool *guard = in_guards(e);
    Arena *a = &e->d->pass;
    Ex *kept = NULL;

    for (uint32_t i = 0; i < vec_len(e->dae->block); i++) {
        const Block *b = &e->dae->block[i];
        const bool goes_on = b->kind == B_NONLINEAR || assigns_branch(e->dae, b) || vec_len(b->branch);
        if (b->rate <= RATE_SAMPLE)
            continue;
        for (uint32_t q = 0; q < block_size(b); q++) {
            Var v = block_var(e->of, b, q);
            if (is_stored(e->store, v) && (goes_on || guard[v]))
                keep(&kept, ex_var(e->d, v), a);
        }
        for (uint32_t q = 0; q < block_m(b); q++) {
            Var lambda = root(e->of, e->f->sw[b->sw[q]].lambda);
            if (is_stored(e->store, lambda) && guard[lambda])
                keep(&kept, ex_var(e->d, lambda), a);
        }
    }
    return kept;
}

/* Their values into locals. */
static Ex *keep_values(Program *p, const Ex *kept)
{
    Ex *before = NULL;

    for (uint32_t i = 0; i < vec_len(kept); i++) {
        vec_push(&p->d->pass, before, local(p, ex_type(p->d, kept[i]), 0, internf(p->d, "kept%u", i + 1)));
        do_set(p, before[i], kept[i]);
    }
    return before;
}

/* Of each the element in which an evaluation that is called apart leaves it. */
static Ex *earlier_members(Program *p, const Ex *kept)
{
    uint32_t n[2] = { 0 };
    Ex *earlier = NULL;

    for (uint32_t i = 0; i < vec_len(kept); i++)
        n[ex_type(p->d, kept[i]) == T_REAL]++;
    const Ex array[] = { n[0] ? member_n(p, AT_earlier_int, 0, n[0]) : 0,
                         n[1] ? member_n(p, AT_earlier, 0, n[1]) : 0 };
    n[0] = n[1] = 0;
    for (uint32_t i = 0; i < vec_len(kept); i++) {
        const bool real = ex_type(p->d, kept[i]) == T_REAL;
        vec_push(&p->d->pass, earlier, elem(p, array[real], n[real]++));
    }
    return earlier;
}

static void set_all(Program *p, const Ex *to, const Ex *values)
{
    for (uint32_t i = 0; i < vec_len(to); i++)
        do_set(p, to[i], values[i]);
}

/* ---- the function -------------------------------------------------------------------------------------- */

static bool ends_at_once(const Program *p, Ex quiet) { return quiet == ex_bool(p->d, true); }

void do_give_up(Program *p, Ex quiet)
{
    if (ends_at_once(p, quiet))
        do_return(p, ex_int(p->d, 0));
    else
        do_set(p, quiet, ex_bool(p->d, false));
}

void do_go_on(Program *p, Ex quiet)
{
    if (ends_at_once(p, quiet))
        do_block(p);
    else
        do_if(p, quiet);
}

/* Does anything act that the evaluation has found? */
static void ask(const Emitter *e, Ex quiet)
{
    Program *p = e->program;

    if (assigns_in_steps(e)) {
        do_if(p, ex_bin(e->d, OP_NE, changed(e), ex_int(e->d, 0)));
        do_give_up(p, quiet);
        do_end(p);
    }
    for (uint32_t i = 0; may_count(e->of) && i < 2; i++) { /* which begin at zero: dtc_quiet_step */
        Ex counter = member(p, i ? AT_count_not_converged : AT_count_singular, 0);
        do_if(p, ex_bin(e->d, OP_NE, counter, ex_int(e->d, 0)));
        do_give_up(p, quiet);
        do_end(p);
    }
    do_ask_asserts(e, quiet);
    do_ask_when(e, quiet);
}

/* What is kept, vec; its values before; where these are left: take_back. */
typedef struct { Ex *kept, *before, *earlier; } PutBack;

/* An evaluation that is called apart ends before the advance. What laws keep of it is left to that. */
static void end_evaluation(const Emitter *e, const PutBack *k, Ex quiet)
{
    Program *p = e->program;

    do_if(p, ex_bin(e->d, OP_GE, member(p, AT_ready, 0), constant(p, C_EVALUATED)));
    do_ask_states(e, quiet);
    do_go_on(p, quiet);
    set_all(p, k->earlier, k->before);
    do_return(p, ex_int(e->d, 1));
    do_end(p);
    do_end(p);
}

/* What is behind the evaluation. */
static void advance(const Emitter *e, Ex quiet)
{
    Program *p = e->program;

    do_advance_quietly(e, quiet);
    do_go_on(p, quiet);
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (decides(e->of, b))
            do_stay_in_law(e, b, quiet);
    do_call_if(p, FN_remember);
    do_return(p, ex_int(e->d, 1));
    do_end(p);
}

static void step(const Emitter *e, const PutBack *k, Ex quiet)
{
    Program *p = e->program;

    do_kinematic_quietly(e, quiet);
    do_ask_nets(e, quiet);
    do_go_on(p, quiet);
    do_equations_quietly(e, quiet);
    do_call_if(p, FN_outputs);
    ask(e, quiet);
    do_go_on(p, quiet);
    end_evaluation(e, k, quiet);
    advance(e, quiet);
    do_end(p);
    do_end(p);
}

/* A response of other places is made by the whole step: nothing is asked, and none was asked in vain. (In lanes each is
 * asked where it is used.) */
static void ask_responses(const Emitter *e)
{
    Program *p = e->program;

    for (uint32_t b = 0; b < vec_len(e->dae->block) && !e->d->opt.lanes; b++) {
        if (!block_responds(e, b))
            continue;
        const Torn t = torn_block(e, &e->dae->block[b], b, false);
        do_if(p, is_other_response(&t));
        do_return(p, ex_int(e->d, DTC_NOT_ASKED));
        do_end(p);
    }
}

/* What follows an evaluation that was quiet. */
static void build_apart(const Emitter *e, const PutBack *k)
{
    Program *p = e->program;

    function_begin(p, FN_quiet_advance, 0, "The rest of a quiet step; else 0, and nothing has changed.");
    gives(p, GIVES_INT);
    advance(e, ex_bool(e->d, true));
    function_end(p);
    if (!vec_len(k->kept))
        return;
    function_begin(p, FN_take_back, 0,
                   "What a quiet evaluation has written that another one reads is as before.");
    set_all(p, k->kept, k->earlier);
    function_end(p);
}

/* In lanes each has a quiet of its own. */
void build_quiet(const Emitter *e)
{
    Program *p = e->program;

    if (never_quiet(e))
        return;
    PutBack k = { .kept = kept_members(e) };
    const bool at_once = vec_len(k.kept) == 0 && !e->d->opt.lanes;
    function_begin(p, FN_quiet, 0,
                   "A step, if nothing happens in it but motion; else 0, or less, and all is as before.");
    gives(p, GIVES_INT);
    ask_responses(e);
    do_block(p);
    Ex quiet = at_once ? ex_bool(e->d, true) : local(p, T_BOOL, 0, "quiet");
    if (!at_once) {
        p->fn[p->now].goes_on = quiet;
        do_set(p, quiet, ex_bool(e->d, true));
    }
    k.before = keep_values(p, k.kept);
    k.earlier = earlier_members(p, k.kept);
    step(e, &k, quiet);
    set_all(p, k.kept, k.before);
    if (!at_once)
        do_return(p, ex_int(e->d, 0));
    do_end(p);
    function_end(p);
    build_apart(e, &k);
}
