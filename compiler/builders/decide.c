/* decide.c - the decision of a sample, within its evaluation: where each switching element is in the step, and with
 * what torque.
 *
 * A block is linear in its torques. With those of the places of the last sample it is asked whether all of them stay;
 * else the law takes the places that fit, and the block is solved once more, with torques that have the impulses of the
 * step in them (dtc_switched_decide; of a block with a response in two halves, dtc_law_seek and dtc_switched_change, so
 * that the response is made where nothing would leave its place). What hangs on places is made anew behind the
 * equations; what has read a place before its law had it (released.c) is evaluated a second time, with places held.
 *
 * Requires: storage is decided, rates. Cost: linear in the equations.
 */
#include "blocks.h"
#include "dtc_law.h"
#include "exact.h"
#include "builders.h"

Ex again_in_law(const Emitter *e, uint32_t index)
{
    return once_a_sample(e->program, member(e->program, AT_law_again, index));
}

bool decides(const Equations *e, uint32_t index) { return e->dae->block[index].kind == B_SWITCHED && !has_events(e); }

/* Where a step ends at borders, locks are found within it, not foreseen; its torques are those of the sample. */
static Ex ahead_of(const Emitter *e)
{
    return e->exact && exact_adjusts(e) ? member(e->program, AT_ahead, 0) : constant(e->program, C_STEP);
}

/* An element with compliance: its slip follows from its torque within the step. Nothing is late, nothing waits. */
static bool has_compliance(const Torn *t)
{
    for (uint32_t i = 0; i < t->m; i++)
        if (t->e->f->sw[t->b->sw[i]].compliance)
            return true;
    return false;
}

static int options_of(const Torn *t)
{
    int options = has_contacts(t->e->of, t->b) ? DTC_LAW_CONTACTS : 0;

    if (t->e->exact)
        return options;
    options |= DTC_LAW_WHOLE;
    if (has_compliance(t))
        return options;
    if (t->b->steady && breaks_away(t->e->of, t->b))
        options |= DTC_LAW_ROOM;
    return t->b->by_states && t->e->rosenbrock ? options | DTC_LAW_WAITS : options;
}

/* In single precision the slips of stuck elements are judged by the rounding of their terms. */
static bool asks_size(const Torn *t) { return t->d->opt.single && !t->d->opt.no_skip; }

/* Decisions of the next sample see how far torques were from their bounds. */
static bool leaves_room(const Torn *t) { return options_of(t) & (DTC_LAW_ROOM | DTC_LAW_WAITS); }

static void decision(const Torn *t)
{
    Program *p = t->p;
    Ex X = t->n ? t->X : member(t->p, AT_law_jump, t->index), step = constant(p, C_STEP);

    do_block(p);
    Ex w = view(p, t->law);
    do_law(t->e, FN_keep, t->index);
    if (!asks_size(t))
        do_law(t->e, FN_size, t->index);
    do_if_kernel(p, false, K_SWITCHED_DECIDE, w, ex_int(t->d, t->n), X, step, ahead_of(t->e),
                 ex_int(t->d, options_of(t)), t->n ? t->z : member(t->p, AT_law_jump, t->index));
    do_law(t->e, FN_show, t->index);
    do_end(p);
    do_end(p);
}

static Ex in_law(const Torn *t, MemberRole role, uint32_t e) { return elem(t->p, member(t->p, role, t->index), e); }

static Ex is_in(const Torn *t, uint32_t e, ConstantId place)
{
    return ex_bin(t->d, OP_EQ, in_law(t, AT_law_place, e), constant(t->p, place));
}

static void if_stuck(const Torn *t, uint32_t e) { do_if(t->p, is_in(t, e, C_STUCK)); }

static void leave_one_by_one(const Torn *t)
{
    for (uint32_t e = 0; e < t->m; e++) {
        if_stuck(t, e);
        do_kernel(t->p, 0, K_LAW_LEAVE_IMPULSE, t->law, ex_int(t->d, e), constant(t->p, C_STEP));
        do_end(t->p);
    }
}

static void leave(const Torn *t)
{
    if (is_asked_straight(t))
        leave_one_by_one(t);
    else if (asks_with_impulses(t->e, t->index))
        do_kernel(t->p, 0, K_LAW_LEAVE_IMPULSES, t->law, constant(t->p, C_STEP));
    else if (leaves_room(t))
        do_kernel(t->p, 0, K_LAW_LEAVE_ROOM, t->law);
}

static void stay(const Torn *t, Ex again)
{
    leave(t);
    do_set(t->p, again, ex_int(t->d, 0));
}

/* Does every element stay with these torques? Followed by what is done if not; do_else, what is done if so; do_end. */
static void unless_quiet(const Torn *t)
{
    do_if_kernel(t->p, true, has_contacts(t->e->of, t->b) ? K_LAW_QUIET_APART : K_LAW_QUIET,
                 ex_int(t->d, t->m), t->law, ahead_of(t->e));
}

/* Of a quiet step, in which positions do not close gaps either. */
static void ask_lists(const Torn *t)
{
    unless_quiet(t);
    do_give_up(t->p, t->quiet);
    do_end(t->p);
    if (!has_contacts(t->e->of, t->b))
        return;
    do_if_kernel(t->p, false, K_LAW_GAPS, ex_int(t->d, t->m), t->law);
    do_give_up(t->p, t->quiet);
    do_end(t->p);
}

/* ---- with impulses ------------------------------------------------------------------------------------- */

/* Where a matrix moves, slips are not linear in the states: nearly each sample has some of stuck elements, and gives
 * impulses. Contacts are asked otherwise; of a system that is solved by kernels all is asked behind it. Of Euler's
 * method positions have a part of the impulses, which a quiet step does not make. */
bool asks_with_impulses(const Emitter *e, uint32_t index)
{
    const Block *b = &e->dae->block[index];
    const Torn t = { .e = e, .d = e->d, .b = b, .index = index, .m = block_m(b) };

    return decides(e->of, index) && b->matrix_rate == RATE_STEP && in_statements(e->of, b) &&
           e->d->opt.method != M_EULER && !has_contacts(e->of, b) && !e->d->opt.no_skip &&
           (options_of(&t) & DTC_LAW_WHOLE);
}

void begin_stays(Torn *t)
{
    if (t->initial || t->quiet || !asks_with_impulses(t->e, t->index))
        return;
    t->stays = local(t->p, T_BOOL, 0, "stays");
    do_set(t->p, t->stays, ex_bool(t->d, false));
}

static void ask_in_lists(const Torn *t)
{
    Program *p = t->p;

    if (t->stays)
        do_if(p, ex_bin(t->d, OP_EQ, again_in_law(t->e, t->index), ex_int(t->d, DTC_LAW_DECIDE)));
    if (asks_size(t))
        do_law(t->e, FN_size, t->index);
    do_if_kernel(p, !t->stays, K_LAW_STAYS, ex_int(t->d, t->m), t->law, constant(p, C_STEP));
    if (t->stays)
        do_set(p, t->stays, ex_bool(t->d, true));
    else
        do_give_up(p, t->quiet);
    do_end(p);
    if (t->stays)
        do_end(p);
}

/* Sum of the products of row e of a matrix with x, without what is always zero in G. */
static Ex row_product(const Torn *t, MemberRole matrix, uint32_t e, MemberRole x)
{
    Program *p = t->p;
    Ex A = member(p, matrix, t->index), sum = 0;

    for (uint32_t j = 0; j < t->m; j++) {
        if (matrix == AT_law_G && j != e && is_zero_of_G(t, e, j))
            continue;
        Ex term = ex_bin(t->d, OP_MUL, elem(p, A, e * t->m + j), elem(p, member(p, x, t->index), j));
        sum = sum ? ex_bin(t->d, OP_ADD, sum, term) : term;
    }
    return sum;
}

static void unless_stays(const Torn *t)
{
    do_give_up(t->p, t->quiet);
    do_end(t->p);
}

/* Is each element of a quiet step asked by statements of its own, with impulses? */
bool is_asked_straight(const Torn *t)
{
    enum { FEW = 6 };

    return t->quiet && t->m <= FEW && asks_with_impulses(t->e, t->index) && !asks_size(t);
}

/* Products of all elements: what is not stuck has zeros in P and no torque, so that sums have the bits of lists. */
static void ask_one_by_one(const Torn *t)
{
    Program *p = t->p;
    Dtc *d = t->d;
    Ex h = constant(p, C_STEP), zero = ex_real(d, 0);

    for (uint32_t e = 0; e < t->m; e++) {
        if_stuck(t, e);
        do_if_kernel(p, true, K_LAW_STAYS_STUCK, ex_int(d, t->m), t->law, ex_int(d, e),
                     ex_un(d, OP_NEG, row_product(t, AT_law_P, e, AT_law_af)),
                     ex_un(d, OP_NEG, row_product(t, AT_law_P, e, AT_law_s)), h);
        unless_stays(t);
        do_else(p);
        do_set(p, in_law(t, AT_law_solution, e), zero);
        do_set(p, in_law(t, AT_law_jump, e), zero);
        do_end(p);
    }
    do_kernel(p, 0, K_LAW_FORGET_SLIPS, t->law);
    for (uint32_t e = 0; e < t->m; e++) {
        if_stuck(t, e);
        do_set(p, in_law(t, AT_law_lambda, e),
               ex_bin(d, OP_ADD, in_law(t, AT_law_solution, e),
                      ex_bin(d, OP_DIV, in_law(t, AT_law_jump, e), h)));
        do_else(p);
        do_if_kernel(p, true, K_LAW_STAYS_OUT, t->law, ex_int(d, e),
                     ex_bin(d, OP_ADD, in_law(t, AT_law_af, e), row_product(t, AT_law_G, e, AT_law_solution)),
                     row_product(t, AT_law_G, e, AT_law_jump), h);
        unless_stays(t);
        do_end(p);
    }
}

/* ---- of one element ------------------------------------------------------------------------------------ */

bool is_single(const Block *b) { return block_n(b) == 0 && block_m(b) == 1; }

/* Is it asked by its torque and its slip acceleration, without lists? One product solves it. */
static bool is_asked_alone(const Torn *t)
{
    return t->quiet && is_single(t->b) && decides(t->e->of, t->index) &&
           !asks_with_impulses(t->e, t->index) && !asks_size(t) && !t->d->opt.lanes;
}

/* Without lists, where each element is asked by itself: a bound that is none is found then. */
static void push_one_by_one(const Torn *t)
{
    Dtc *d = t->d;

    for (uint32_t e = 0; e < t->m; e++)
        do_set(t->p, in_law(t, AT_law_lambda, e),
               ex_if(d, is_in(t, e, C_FWD), in_law(t, AT_law_lo, e),
                     ex_if(d, is_in(t, e, C_BWD), in_law(t, AT_law_hi, e), ex_real(d, 0))));
}

void do_push(const Torn *t)
{
    if (is_asked_alone(t) || is_asked_straight(t))
        push_one_by_one(t);
    else
        do_kernel(t->p, 0, K_LAW_PUSH, ex_int(t->d, t->m), t->law);
}

/* Where it is stuck, with a torque that is not refined; else y is its slip acceleration. The sum begins with lambda,
 * which is zero there, as that of lists begins with zero: no torque has the same sign in both. */
static void ask_alone(const Torn *t)
{
    Ex af = in_law(t, AT_law_af, 0), product = ex_bin(t->d, OP_MUL, in_law(t, AT_law_P, 0), af),
       held = ex_un(t->d, OP_NEG, ex_bin(t->d, OP_ADD, in_law(t, AT_law_lambda, 0), product));

    do_if_kernel(t->p, true, K_LAW_KEEPS, ex_int(t->d, 1), t->law, ex_int(t->d, 0),
                 ex_if(t->d, is_in(t, 0, C_STUCK), held, af), ahead_of(t->e),
                 ex_int(t->d, keeps_options(t, 0, DTC_LAW_KEEPS_GAP)));
    unless_stays(t);
}

static void hold_alone(const Torn *t)
{
    do_if_kernel(t->p, false, K_LAW_IS_PLAIN, t->law);
    ask_alone(t);
    do_else(t->p);
    do_kernel(t->p, 0, K_LAW_HOLD, ex_int(t->d, 1), t->law);
    ask_lists(t);
    do_end(t->p);
}

void do_hold(const Torn *t)
{
    if (is_asked_alone(t)) {
        hold_alone(t);
        return;
    }
    const bool asks = !t->initial && asks_with_impulses(t->e, t->index), straight = is_asked_straight(t);

    if (straight) {
        do_if_kernel(t->p, false, K_LAW_IS_PLAIN, t->law);
        ask_one_by_one(t);
        do_else(t->p);
    }
    do_kernel(t->p, 0, K_LAW_HOLD, ex_int(t->d, t->m), t->law);
    if (asks)
        ask_in_lists(t);
    if (straight)
        do_end(t->p);
}

/* ---- the decision -------------------------------------------------------------------------------------- */

/* A sample that is asked alone whether all stays. */
static void ask(const Torn *t)
{
    if (asks_with_impulses(t->e, t->index) || is_asked_alone(t)) /* before */
        return;
    if (asks_size(t))
        do_law(t->e, FN_size, t->index);
    ask_lists(t);
}

void do_decide(const Torn *t)
{
    Program *p = t->p;

    if (!decides(t->e->of, t->index))
        return;
    if (t->quiet) {
        ask(t);
        return;
    }
    Ex again = again_in_law(t->e, t->index);
    if (asks_size(t) && !t->stays) {
        do_if(p, ex_bin(t->d, OP_GT, again, ex_int(t->d, 0)));
        do_law(t->e, FN_size, t->index);
        do_end(p);
    }
    if (t->e->rereads) {
        do_if(p, ex_bin(t->d, OP_EQ, again, ex_int(t->d, DTC_LAW_DECIDED)));
        decision(t);
        do_end(p);
    }
    do_if(p, ex_bin(t->d, OP_GT, again, ex_int(t->d, 0)));
    if (t->d->opt.no_skip) {
        decision(t);
    } else {
        if (t->stays)
            do_if(p, ex_un(t->d, OP_NOT, t->stays));
        else
            unless_quiet(t);
        decision(t);
        do_else(p);
        stay(t, again);
        do_end(p);
    }
    do_end(p);
}

static void give_impulses(const Torn *t, Ex w)
{
    Program *p = t->p;
    Ex none = member(p, AT_law_jump, t->index);

    do_kernel(p, 0, K_SWITCHED_IMPULSES, w, ex_int(t->d, t->n), t->n ? t->X : none, constant(p, C_STEP),
              ex_int(t->d, options_of(t)), t->n ? t->z : none);
}

/* All stays: the response is made if it is that of other places, and has the last word, so that an evaluation that is
 * repeated, or follows a parameter that has been there and back, gives the same bits. */
static void stay_by_response(const Torn *t, Ex again)
{
    do_block(t->p);
    renew_response(t, view(t->p, t->law));
    do_end(t->p);
    do_response(t);
    stay(t, again);
}

/* The same where a solution has said no: as if the response had been there before, which is asked itself. What it says
 * no for is a slip of a stuck element. */
static void stay_unless_slips(const Torn *t, Ex again, Ex w)
{
    Program *p = t->p;

    renew_response(t, w);
    do_block(p);
    Ex keeps = local(p, T_BOOL, 0, "keeps");
    do_set(p, keeps, ex_bool(t->d, true));
    ask_response(t, keeps, ahead_of(t->e), DTC_LAW_KEEPS_HELD);
    stay(t, again);
    do_if(p, ex_un(t->d, OP_NOT, keeps));
    give_impulses(t, w);
    do_end(p);
    do_end(p);
}

/* Where rounding alone asks for a decision, since nothing would leave its place, all stays as well: what a solution
 * leaves of slips, a response does not. Not so what waits, and contacts, which close and part beside it. */
static void seek(const Torn *t, Ex again)
{
    Program *p = t->p;
    Ex step = constant(p, C_STEP), options = ex_int(t->d, options_of(t)),
       none = member(p, AT_law_jump, t->index);

    if (options_of(t) & (DTC_LAW_WAITS | DTC_LAW_CONTACTS)) {
        decision(t);
        return;
    }
    do_block(p);
    Ex w = view(p, t->law);
    do_law(t->e, FN_keep, t->index);
    if (!asks_size(t))
        do_law(t->e, FN_size, t->index);
    do_if_kernel(p, false, K_LAW_SEEK, w, step, ahead_of(t->e), options);
    do_if_kernel(p, false, K_SWITCHED_CHANGE, w, ex_int(t->d, t->n), t->n ? t->X : none, step, ahead_of(t->e),
                 options, t->n ? t->z : none);
    do_law(t->e, FN_show, t->index);
    do_end(p);
    do_else(p);
    stay_unless_slips(t, again, w);
    do_end(p);
    do_end(p);
}

/* After a solution. due: places are sought whatever torques say. */
static void decide_after(const Torn *t, Ex again, Ex due)
{
    Program *p = t->p;

    if (t->d->opt.no_skip) {
        decision(t);
        return;
    }
    do_if(p, due);
    decision(t);
    do_else(p);
    if (asks_size(t))
        do_law(t->e, FN_size, t->index);
    unless_quiet(t);
    seek(t, again);
    do_else(p);
    stay_by_response(t, again);
    do_end(p);
    do_end(p);
}

/* By a response that is that of the places, which are held where none are to be decided. */
static void ask_by_response(const Torn *t, Ex again, Ex whole)
{
    Program *p = t->p;
    Ex decides = ex_bin(t->d, OP_GT, again, ex_int(t->d, 0)), keeps = local(p, T_BOOL, 0, "keeps");

    if (asks_size(t)) {
        do_if(p, decides);
        do_law(t->e, FN_size, t->index);
        do_end(p);
    }
    do_set(p, keeps, ex_bool(t->d, true));
    ask_response(t, keeps, ahead_of(t->e), DTC_LAW_KEEPS_HELD);
    do_if(p, decides);
    do_if(p, keeps);
    stay(t, again);
    do_else(p);
    do_set(p, whole, ex_bool(t->d, true));
    do_end(p);
    do_end(p);
}

/* Where places are sought, accelerations are needed with the stuck elements free: all is solved, as where the response
 * is that of other places. It is made in the first sample in which all stays: in none places change as well. */
static void evaluate_response(Torn *t, Ex again, void (*solve)(Torn *))
{
    Program *p = t->p;
    Ex no = ex_int(t->d, 0), whole = local(p, T_BOOL, 0, "whole"),
       initial = ex_bin(t->d, OP_NE, member(p, AT_initial, 0), no),
       decided = ex_bin(t->d, OP_EQ, again, ex_int(t->d, DTC_LAW_DECIDED)),
       unmade = ex_bin(t->d, OP_OR, initial, is_other_response(t));

    do_set(p, whole, t->e->rereads ? ex_bin(t->d, OP_OR, unmade, decided) : unmade);
    do_if(p, ex_un(t->d, OP_NOT, whole));
    do_block(p);
    ask_by_response(t, again, whole);
    do_end(p);
    do_end(p);
    do_if(p, whole);
    solve(t);
    do_if(p, ex_bin(t->d, OP_GT, again, no));
    decide_after(t, again, t->e->rereads ? ex_bin(t->d, OP_OR, initial, decided) : initial);
    do_end(p);
    do_end(p);
}

/* Is what is left for the next sample found on the way? Lanes have no room for it. */
static bool found_room(const Torn *t)
{
    return block_responds(t->e, t->index) && leaves_room(t) && !t->d->opt.lanes;
}

/* That the response is that of the places has been asked when the step began; lanes go on together. */
static void respond_quietly(const Torn *t)
{
    if (t->d->opt.lanes) {
        do_if(t->p, is_other_response(t));
        do_give_up(t->p, t->quiet);
        do_end(t->p);
    }
    if (asks_size(t))
        do_law(t->e, FN_size, t->index);
    ask_response(t, t->quiet, ahead_of(t->e), DTC_LAW_KEEPS_GAP | (found_room(t) ? DTC_LAW_KEEPS_ROOM : 0));
}

void do_respond(Torn *t, void (*solve)(Torn *))
{
    if (t->quiet) {
        respond_quietly(t);
    } else {
        do_block(t->p);
        evaluate_response(t, again_in_law(t->e, t->index), solve);
        do_end(t->p);
    }
}

/* ---- a quiet step -------------------------------------------------------------------------------------- */

void do_stay_in_law(const Emitter *e, uint32_t index, Ex quiet)
{
    Torn t = torn_block(e, &e->dae->block[index], index, false);

    t.quiet = quiet;
    if (found_room(&t))
        do_kernel(e->program, 0, K_LAW_TAKE_ROOM, t.law);
    else
        leave(&t);
}
