/* law.c - the switching laws of a model: what is kept in them, and their functions. Of each:
 *
 *     keep     what only decisions change is kept for a step that fails, before the first decision of a step (elsewhere
 *              it is part of the state)
 *     sense    slips and bounds into the law
 *     size     slips as their terms add up without their signs (size.c)
 *     show     its places into variables
 *
 * Requires: storage is decided. Cost: linear in the switching elements.
 */
#include "blocks.h"
#include "dtc_runtime.h"
#include "builders.h"
#include "sort.h"

Ex law_of(const Emitter *e, uint32_t index) { return member(e->program, AT_law, index); }

Ex place_in_law(const Emitter *e, uint32_t index, uint32_t i)
{
    return elem(e->program, member(e->program, AT_law_place, index), i);
}

Ex open_in_law(const Emitter *e, uint32_t index, uint32_t i)
{
    return elem(e->program, member(e->program, AT_law_open, index), i);
}

bool has_contacts(const Equations *e, const Block *b)
{
    for (uint32_t i = 0; i < block_m(b); i++)
        if (e->f->sw[b->sw[i]].gap)
            return true;
    return false;
}

/* ---- members ------------------------------------------------------------------------------------------- */

/* What an element has in its law: variables, 0 where there is none: an infinite bound, or no static bound of its own;
 * then without: -1, 1: an infinity. */
enum { IN_LAW = 7 };
typedef struct { MemberRole role; int without; Var v; } InLaw;

/* A static bound that is another one than that of sliding? */
static bool has_own(const Equations *e, Var holding, Var sliding, bool infinite)
{
    return holding && !infinite && var_value(e->d, e->f, holding) != var_value(e->d, e->f, sliding);
}

bool breaks_away(const Equations *e, const Block *b)
{
    bool any = false;

    for (uint32_t i = 0; i < block_m(b); i++) {
        const Switch *w = &e->f->sw[b->sw[i]];
        any |= has_own(e, w->slo, w->lo, w->lo_infinite) || has_own(e, w->shi, w->hi, w->hi_infinite);
    }
    return any;
}

static void law_members(const Equations *e, const Switch *w, InLaw *of)
{
    bool own_lo = has_own(e, w->slo, w->lo, w->lo_infinite),
         own_hi = has_own(e, w->shi, w->hi, w->hi_infinite);

    of[0] = (InLaw){ AT_law_s, 0, law_slip(w) };
    of[1] = (InLaw){ AT_law_lo, -1, w->lo_infinite ? 0 : w->lo };
    of[2] = (InLaw){ AT_law_hi, 1, w->hi_infinite ? 0 : w->hi };
    of[3] = (InLaw){ AT_law_slo, 1, own_lo ? w->slo : 0 };
    of[4] = (InLaw){ AT_law_shi, -1, own_hi ? w->shi : 0 };
    of[5] = (InLaw){ AT_law_gap, 0, w->gap };
    of[6] = (InLaw){ AT_law_lambda, 0, w->lambda };
}

/* Ordinary variables are kept in the law, so that nothing need be copied. (What the method exact shows is that of the
 * sample; its laws may go on.) */
const Home *law_homes(const Equations *e, const Store *s)
{
    Home *home = NEW_N(&e->d->run, Home, vec_len(e->f->var) + 1);

    for (uint32_t b = 0; b < vec_len(e->dae->block) && (has_events(e) || e->d->opt.method != M_EXACT); b++)
        for (uint32_t i = 0; i < block_m(&e->dae->block[b]); i++) {
            InLaw of[IN_LAW];
            law_members(e, &e->f->sw[e->dae->block[b].sw[i]], of);
            for (int k = 0; k < IN_LAW; k++) {
                bool negated = false;
                Var v = of[k].v ? root_of(e->f, of[k].v, &negated) : 0;
                const VarInfo *x = &e->f->var[v];
                if (!v || negated || home[v].role != AT_NOWHERE || s->kind[v] != ST_VARIABLE ||
                    (x->array && s->array_whole[x->array]))
                    continue;
                if (x->top_level && x->causality != C_LOCAL) /* it has a member of its name */
                    continue;
                home[v] = (Home){ of[k].role, b, i };
            }
        }
    return home;
}

bool is_in_law(const Emitter *e, Var v, uint32_t index, MemberRole role, uint32_t i)
{
    bool negated;
    const Home *h = &e->store->home[root_of(e->f, v, &negated)];

    return !negated && h->role == role && h->of == index && h->element == i;
}

/* Are the matrices of the block (and of its law, but for P) those of setup for good? */
bool made_by_setup(const Equations *e, uint32_t index)
{
    const Block *b = &e->dae->block[index];

    return !has_events(e) && !e->d->opt.no_skip && (b->kind == B_LINEAR || b->kind == B_SWITCHED) &&
           b->matrix_rate <= RATE_INIT;
}

/* ---- when slips and bounds are read -------------------------------------------------------------------- */

/* Variables that are known when the switching elements decide, and do not change in their decision. */
static bool *early_variables(const Equations *e, const uint8_t *kind)
{
    bool *early = NEW_N(&e->d->pass, bool, vec_len(e->f->var) + 1);

    for (Var v = 1; v < vec_len(e->f->var); v++) {
        Storage s = kind[v];
        early[v] = s == ST_PARAMETER || s == ST_CALCULATED || s == ST_INPUT || s == ST_STATE;
    }
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        const Block *k = &e->dae->block[b];
        bool is = k->before_switching || k->rate <= RATE_INIT;
        for (uint32_t i = 0; i < block_size(k); i++)
            early[block_var(e, k, i)] = is;
    }
    return early;
}

void decision_reads(const Equations *e, const Block *b, Var **vars)
{
    for (uint32_t i = 0; i < block_m(b); i++) {
        const Switch *w = &e->f->sw[b->sw[i]];
        const Var read[] = { law_slip(w), w->lo, w->hi, w->slo, w->shi, w->gap };
        for (size_t q = 0; q < sizeof read / sizeof *read; q++)
            if (read[q])
                ex_vars(e->d, var_value(e->d, e->f, read[q]), vars);
        if (w->compliance) {
            ex_vars(e->d, var_value(e->d, e->f, w->s), vars);
            ex_vars(e->d, var_value(e->d, e->f, w->compliance), vars);
        }
    }
}

/* Slips and bounds of a law are read once a step, after the kinematic blocks, where these give them all. */
const bool *sense_plan(const Equations *e, const uint8_t *kind)
{
    bool *early = NULL, *sensed = NEW_N(&e->d->run, bool, vec_len(e->dae->block) + 1);

    for (uint32_t b = 0; b < vec_len(e->dae->block) && !has_events(e) && !e->d->opt.no_skip; b++) {
        const Block *k = &e->dae->block[b];
        Var *vars = NULL;
        if (k->kind != B_SWITCHED)
            continue;
        early = early ? early : early_variables(e, kind);
        decision_reads(e, k, &vars);
        sensed[b] = true;
        for (uint32_t i = 0; i < vec_len(vars); i++)
            sensed[b] &= early[root(e, vars[i])];
    }
    return sensed;
}

/* ---- functions ----------------------------------------------------------------------------------------- */

static void keep(const Emitter *e, uint32_t index)
{
    Program *p = e->program;

    function_begin(p, FN_keep, index, NULL);
    if (made_by_setup(e->of, index)) {
        Ex kept = member(p, AT_before, index), is_kept = member(p, AT_before_is_kept, index);
        do_if(p, ex_un(e->d, OP_NOT, is_kept));
        do_kernel(p, 0, K_LAW_KEEP, kept, law_of(e, index));
        do_end(p);
        do_set(p, is_kept, ex_bool(e->d, true));
    }
    function_end(p);
}

static void sense(const Emitter *e, uint32_t index)
{
    const Block *b = &e->dae->block[index];
    InLaw of[IN_LAW];

    function_begin(e->program, FN_sense, index, NULL);
    for (uint32_t i = 0; i < block_m(b); i++) {
        const Switch *w = &e->f->sw[b->sw[i]];
        law_members(e->of, w, of);
        for (int k = 0; k < IN_LAW - 1; k++) {
            Ex value = of[k].v ? var_value(e->d, e->f, of[k].v) : 0;
            Var v = value ? ex_is_var(e->d, value) : 0;
            if (value && !(v && is_in_law(e, v, index, of[k].role, i)))
                do_set(e->program, elem(e->program, member(e->program, of[k].role, index), i), value);
        }
    }
    function_end(e->program);
}

static void show(const Emitter *e, uint32_t index)
{
    const Block *b = &e->dae->block[index];
    Program *p = e->program;

    function_begin(p, FN_show, index, NULL);
    for (uint32_t i = 0; i < block_m(b); i++) {
        const Switch *w = &e->f->sw[b->sw[i]];
        Ex place = place_in_law(e, index, i);
        const struct {
            Var v;
            ConstantId is;
        } shown[] = {
            { w->forward, C_FWD }, { w->backward, C_BWD }, { w->stuck, C_STUCK }, { w->inactive, C_INACTIVE }
        };
        if (w->place && is_stored(e->store, root(e->of, w->place)))
            do_set(p, ex_var(e->d, w->place), place);
        for (size_t k = 0; k < sizeof shown / sizeof *shown; k++)
            if (shown[k].v && is_stored(e->store, root(e->of, shown[k].v)))
                do_set(p, ex_var(e->d, shown[k].v), ex_bin(e->d, OP_EQ, place, constant(p, shown[k].is)));
    }
    function_end(p);
}

/* A method moves positions by h s + h^2 (1/2 + lag) a. */
static double lag_of(Method m) { return m == M_EULER ? -0.5 : m == M_SEMI ? 0.5 : 0; }

/* What does not change. */
static void nominals(const Emitter *e, uint32_t index)
{
    const Block *b = &e->dae->block[index];
    Program *p = e->program;
    Ex one = ex_real(e->d, 1);
    InLaw of[IN_LAW];

    if (has_contacts(e->of, b) || (decides(e->of, index) && breaks_away(e->of, b)))
        do_set(p, member(p, AT_law_lag, index), ex_real(e->d, lag_of(e->d->opt.method)));
    do_set(p, member(p, AT_law_most, index), ex_int(e->d, independent_elements(e->of, index)));
    for (uint32_t i = 0; i < block_m(b); i++) {
        const Switch *w = &e->f->sw[b->sw[i]];
        do_set(p, elem(p, member(e->program, AT_law_speed, index), i), w->nominal_s ? w->nominal_s : one);
        do_set(p, elem(p, member(e->program, AT_law_torque, index), i),
               w->nominal_lambda ? w->nominal_lambda : one);
        if (w->gap) {
            do_set(p, elem(p, member(e->program, AT_law_contact, index), i), ex_int(e->d, 1));
            do_set(p, elem(p, member(e->program, AT_law_restitution, index), i), w->restitution);
        }
        law_members(e->of, w, of);
        for (int k = 0; k < IN_LAW; k++)
            if (!of[k].v && of[k].without)
                do_set(p, elem(p, member(e->program, of[k].role, index), i),
                       constant(p, of[k].without < 0 ? C_MINUS_INFINITY : C_PLUS_INFINITY));
    }
}

/* Of those that name the elements of a law. */
static uint32_t first_message(const Emitter *e, uint32_t index)
{
    uint32_t i = 0;

    while (e->program->messages->law[i].block != index)
        i++;
    return e->program->messages->law[i].message;
}

void do_law(const Emitter *e, FunctionRole role, uint32_t index)
{
    do_call(e->program, function_of(e->program, role, index));
}

/* Places of a state that the run begins with (Options.from), where slips do not say otherwise: which elements at rest
 * hold, and that those held whose slip is what an integration has left. */
static void given_places(const Emitter *e, uint32_t index)
{
    Program *p = e->program;
    Dtc *d = e->d;

    for (uint32_t i = 0; i < block_m(&e->dae->block[index]) && d->opt.from; i++) {
        const VarInfo *shown = &e->f->var[e->f->sw[e->dae->block[index].sw[i]].place];
        double given = DTC_INACTIVE;
        if (!shown->has_start || !ex_is_num(d, shown->start, &given) || given == DTC_INACTIVE)
            continue;
        Ex place = place_in_law(e, index, i), s = elem(p, member(e->program, AT_law_s, index), i),
           speed = elem(p, member(e->program, AT_law_speed, index), i), stuck = constant(p, C_STUCK),
           little = ex_bin(d, OP_LE, ex_un(d, OP_ABS, s), ex_bin(d, OP_MUL, ex_real(d, 1e-6), speed)),
           sliding = ex_bin(d, OP_AND, ex_bin(d, OP_NE, place, constant(p, C_INACTIVE)), little);
        do_if(p, given == DTC_STUCK ? sliding : ex_bin(d, OP_EQ, place, stuck));
        do_set(p, place, given == DTC_STUCK ? stuck : ex_int(d, (int64_t)given));
        do_end(p);
    }
}

/* The function ends if slip and torque of an element do not belong together. */
static void conjugate(const Emitter *e, uint32_t index, Ex law, Ex wrong)
{
    Program *p = e->program;
    Dtc *d = e->d;
    const uint32_t m = block_m(&e->dae->block[index]);
    const Ex element = ex_bin(d, OP_DIVI, ex_bin(d, OP_SUB, wrong, ex_int(d, 1)), ex_int(d, m));

    do_kernel(p, wrong, K_LAW_CHECK, law);
    do_if(p, ex_bin(d, OP_NE, wrong, ex_int(d, 0)));
    do_set(p, member(p, AT_fault, 0), ex_bin(d, OP_ADD, ex_int(d, first_message(e, index)), element));
    do_return(p, constant(p, C_NOT_CONJUGATE));
    do_end(p);
}

/* After a change of parameters. A matrix that each step makes has still those of before. */
static void check_again(const Emitter *e, uint32_t index)
{
    const Block *b = &e->dae->block[index];
    Program *p = e->program;

    if (b->matrix_rate > RATE_TRANSITION)
        return;
    do_block(p);
    Ex law = view(p, law_of(e, index)), wrong = local_index(p, "wrong", block_m(b) * block_m(b) + 2);
    conjugate(e, index, law, wrong);
    do_end(p);
}

/* First places of a law; the function ends if they are none. */
static void start(const Emitter *e, uint32_t index)
{
    Program *p = e->program;
    Dtc *d = e->d;
    uint32_t m = block_m(&e->dae->block[index]), first = vec_len(e->program->messages->text);
    Ex fault = member(p, AT_fault, 0);

    vec_push(&d->run, e->program->messages->law, ((LawPlace){ index, m, first }));
    for (uint32_t i = 0; i < m; i++)
        message_add(e->program,
                    internf(d, "switching element %s", e->f->sw[e->dae->block[index].sw[i]].name));
    do_law(e, FN_sense, index);
    do_law(e, FN_size, index);
    do_block(p);
    Ex law = view(p, law_of(e, index)), wrong = local_index(p, "wrong", m * m + 2),
       any = ex_bin(d, OP_NE, wrong, ex_int(d, 0));
    do_kernel(p, wrong, K_LAW_START, law);
    do_if(p, any);
    do_set(p, fault, ex_bin(d, OP_ADD, ex_int(d, (int64_t)first - 1), wrong));
    do_return(p, constant(p, C_SLIP));
    do_end(p);
    given_places(e, index);
    conjugate(e, index, law, wrong);
    do_kernel(p, 0, K_LAW_FACTOR, law);
    do_end(p);
    do_law(e, FN_show, index);
}

/* A slip that an infinite bound forbids: something prescribes a motion that the element cannot make. */
static void blocked(const Emitter *e, uint32_t index)
{
    const Block *b = &e->dae->block[index];
    Program *p = e->program;
    uint32_t first = vec_len(e->program->messages->text);

    for (uint32_t i = 0; i < block_m(b); i++)
        message_add(e->program,
                    internf(e->d,
                            "switching element %s: what drives it moves it in a direction that it blocks",
                            e->f->sw[b->sw[i]].name));
    do_block(p);
    Ex wrong = local_index(p, "wrong", block_m(b) + 1);
    if (has_events(e->of))
        do_kernel(p, wrong, K_LAW_BLOCKED, view(p, law_of(e, index)));
    else
        do_set(p, wrong, member(p, AT_law_blocked, index));
    do_if(p, ex_bin(e->d, OP_NE, wrong, ex_int(e->d, 0)));
    do_set(p, member(p, AT_fault, 0), ex_bin(e->d, OP_ADD, ex_int(e->d, (int64_t)first - 1), wrong));
    do_return(p, constant(p, C_SLIP));
    do_end(p);
    do_end(p);
}

static void drift(const Emitter *e, uint32_t index)
{
    Program *p = e->program;

    do_block(p);
    do_if_kernel(p, false, K_LAW_DRIFTS, view(p, law_of(e, index)));
    do_return(p, ex_int(e->d, 1));
    do_end(p);
    do_end(p);
}

static void late(const Emitter *e, uint32_t index)
{
    Program *p = e->program;

    do_block(p);
    do_kernel(p, 0, K_LAW_LATE, view(p, law_of(e, index)));
    do_end(p);
}

static void each_law_of(const Emitter *e, void (*with)(const Emitter *, uint32_t))
{
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (e->dae->block[b].kind == B_SWITCHED)
            with(e, b);
}

/* A function of all laws that gives a status. */
static void all_good(const Emitter *e, FunctionRole role, void (*with)(const Emitter *, uint32_t))
{
    Program *p = e->program;

    function_begin(p, role, 0, NULL);
    gives(p, GIVES_STATUS);
    each_law_of(e, with);
    do_return(p, constant(p, C_OK));
    function_end(p);
}

/* Places with time and speeds frozen, round k; at an event. Gives whether one has changed. */
static void decide_all(const Emitter *e, FunctionRole role, bool event)
{
    Program *p = e->program;

    function_begin(p, role, 0, NULL);
    gives(p, GIVES_INT);
    Ex k = event ? 0 : param(p, T_INT, 0, "k");
    do_block(p);
    Ex again = local(p, T_INT, 0, "again");
    do_set(p, again, ex_int(e->d, 0));
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        if (e->dae->block[b].kind != B_SWITCHED)
            continue;
        do_block(p);
        Ex law = view(p, law_of(e, b));
        if (event) {
            do_if_kernel(p, false, K_LAW_EVENT, law);
            do_kernel(p, 0, K_LAW_FACTOR, law);
        } else {
            do_law(e, FN_size, b);
            do_if_kernel(p, false, K_LAW_SETTLE, law, ex_real(e->d, 0), k);
            do_kernel(p, 0, K_LAW_UPDATE, law);
        }
        do_law(e, FN_show, b);
        do_set(p, again, ex_int(e->d, 1));
        do_end(p);
        do_end(p);
    }
    do_return(p, again);
    do_end(p);
    function_end(p);
}

static void show_one(const Emitter *e, uint32_t index) { do_law(e, FN_show, index); }

/* What decisions change is kept from the first of a step to its end. */
static void forget(const Emitter *e)
{
    Program *p = e->program;

    function_begin(p, FN_forget, 0, NULL);
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (made_by_setup(e->of, b) && block_m(&e->dae->block[b]) > 0)
            do_set(p, member(p, AT_before_is_kept, b), ex_bool(e->d, false));
    function_end(p);
}

/* Of all laws: nominals, start_laws, check_laws, settle_laws or event_laws, show_laws, late_laws, blocked, drifts;
 * and forget. */
static void build_all(const Emitter *e)
{
    function_begin(e->program, FN_nominals, 0,
                   "Nominal values of switching elements, and bounds that are infinite.");
    each_law_of(e, nominals);
    function_end(e->program);
    all_good(e, FN_start_laws, start);
    all_good(e, FN_check_laws, check_again);
    decide_all(e, has_events(e->of) ? FN_event_laws : FN_settle_laws, has_events(e->of));
    if (e->exact && !e->d->opt.no_adjust) {
        function_begin(e->program, FN_show_laws, 0, NULL);
        each_law_of(e, show_one);
        function_end(e->program);
    }
    all_good(e, FN_blocked, blocked);
    if (has_events(e->of)) {
        function_begin(e->program, FN_late_laws, 0, "Slips that have crossed zero before the event.");
        each_law_of(e, late);
        function_end(e->program);
        function_begin(e->program, FN_drifts, 0, "Have slips of stuck elements drifted?");
        gives(e->program, GIVES_INT);
        each_law_of(e, drift);
        do_return(e->program, ex_int(e->d, 0));
        function_end(e->program);
    }
}

void build_laws(const Emitter *e)
{
    const Assigned *all = NULL;

    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (e->dae->block[b].kind == B_SWITCHED) {
            keep(e, b);
            sense(e, b);
            all = all ? all : number_assignments(e);
            build_size(e, all, b);
            show(e, b);
        }
    if (any_laws(e))
        build_all(e);
    if (!has_events(e->of))
        forget(e);
}
