/* asserts.c - assertions and messages as statements.
 *
 *     check            assertions of a step, and declared outputs that are no finite numbers
 *     reset            nothing has fired
 *     check_initial    those that read initial(), among them those of initial equations, as they are in the
 *                      initialisation
 *
 * When a message fires, the numbers in it go into the member shown (emit_assert.c). A warning counts in the member
 * warned. The first assertion that fails ends the function.
 *
 * Requires: numbers of messages. Cost: linear in the messages.
 */
#include "builders.h"
#include "blocks.h"
#include "model_rows.h"

/* Places and warnings come in the order of their messages: the first at or after message `number`. */
uint32_t first_place(const Emitter *e, uint32_t number)
{
    uint32_t low = 0, high = vec_len(e->program->messages->place);

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (e->program->messages->place[middle].message < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static uint32_t warning_of(const Emitter *e, uint32_t number)
{
    uint32_t low = 0, high = vec_len(e->program->messages->warning);

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (e->program->messages->warning[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- what happens when one fires ----------------------------------------------------------------------- */

static Ex as_real(Dtc *d, Ex x)
{
    TypeKind t = ex_type(d, x);
    return t == T_REAL ? x : t == T_BOOL ? ex_if(d, x, ex_real(d, 1), ex_real(d, 0)) : ex_un(d, OP_REAL, x);
}

/* What its places show, and those of the texts that they may choose. */
static void shown(const Emitter *e, uint32_t number)
{
    const ShownPlace *place = e->program->messages->place;
    const uint32_t n = vec_len(place);
    Program *p = e->program;

    for (uint32_t i = first_place(e, number); i < n && place[i].message == number; i++) {
        for (uint32_t k = 0; k < place[i].texts; k++)
            shown(e, place[i].first + k);
        do_set(p, elem(p, member_n(p, AT_shown, 0, n), i), as_real(e->d, place[i].value));
    }
}

void do_message(const Emitter *e, uint32_t number)
{
    shown(e, number);
    do_fault(e->program, number);
}

static void one_more(Program *p, Ex counter) { do_op(p, counter, OP_ADD, ex_int(p->d, 1)); }

static void warn(const Emitter *e, uint32_t number)
{
    Program *p = e->program;

    shown(e, number);
    one_more(p, member(p, AT_count_warnings, 0));
    one_more(p, elem(p, member_n(p, AT_warned, 0, vec_len(e->program->messages->warning)),
                     warning_of(e, number)));
}

/* The message of an assertion, or of an action. */
static uint32_t number_of(const Emitter *e, const void *of)
{
    return (uint32_t)map_get(&e->program->messages->of, KEY(of));
}

void do_assert_action(const Emitter *e, const WhenAction *a)
{
    Program *p = e->program;
    bool ends = a->kind == W_TERMINATE;
    const uint32_t number = number_of(e, a);

    do_if(p, ends ? ex_bool(e->d, true) : ex_un(e->d, OP_NOT, a->value));
    if (a->level) {
        warn(e, number);
    } else {
        do_message(e, number);
        do_set(p, member(p, AT_stop, 0), constant(p, ends ? C_TERMINATE : C_ASSERT));
    }
    do_end(p);
}

/* a, on this condition; status: becomes that of an end of the run. */
static void assertion(const Emitter *e, const Assert *a, Ex cond, Ex status)
{
    Program *p = e->program;
    const uint32_t number = number_of(e, a);

    do_if(p, ex_un(e->d, OP_NOT, cond));
    if (a->level) {
        warn(e, number);
    } else {
        do_message(e, number);
        if (a->terminate)
            do_set(p, status, constant(p, C_TERMINATE));
        else
            do_return(p, constant(p, C_ASSERT));
    }
    do_end(p);
}

/* ---- functions ----------------------------------------------------------------------------------------- */

static bool is_real_output(const Emitter *e, Var v)
{
    const VarInfo *i = &e->f->var[v];

    return i->top_level && i->causality == C_OUTPUT && i->type == T_REAL &&
           is_stored(e->store, root(e->of, v));
}

static Ex with_initial(Dtc *d, Ex x, void *value) { return ex_op(d, x) == OP_INITIAL ? ex_bool(d, *(bool *)value) : 0; }

static Ex begin(const Emitter *e, FunctionRole role)
{
    Program *p = e->program;

    function_begin(p, role, 0, NULL);
    gives(p, GIVES_STATUS);
    do_block(p);
    Ex status = local(p, T_INT, 0, "status");
    do_set(p, status, constant(p, C_OK));
    return status;
}

static void end(const Emitter *e, Ex status)
{
    do_return(e->program, status);
    do_end(e->program);
    function_end(e->program);
}

static void start_check(const Emitter *e)
{
    Rewriter starts = { .fn = with_initial, .data = &(bool){ true } };
    Ex status = 0;

    for (uint32_t i = 0; i < vec_len(e->f->assert); i++) {
        const Assert *a = &e->f->assert[i];
        const Ex cond = ex_rewrite(e->d, &starts, a->cond);
        if (cond == a->cond)
            continue;
        status = status ? status : begin(e, FN_check_initial);
        assertion(e, a, cond, status);
    }
    if (status)
        end(e, status);
}

/* value: by root, of the variables that an equation gives; told: by root */
typedef struct { const Emitter *e; Ex *value, *open; bool *told; } Told;

static void tell(Told *t, Var v)
{
    const Var of = root(t->e->of, v);

    if (t->told[of])
        return;
    t->told[of] = true;
    if (t->value[of])
        vec_push(&t->e->d->pass, t->open, t->value[of]);
}

/* Sums and products of what is no finite number are none, and quotients of it. */
static void tell_terms(Told *t, Ex x)
{
    Dtc *d = t->e->d;
    const Op op = ex_op(d, x);
    const bool both = op == OP_ADD || op == OP_SUB || op == OP_MUL;
    const Var v = ex_is_var(d, x);

    if (v)
        tell(t, v);
    if (both || op == OP_NEG || op == OP_DIV)
        vec_push(&d->pass, t->open, ex_arg(d, x, 0));
    if (both)
        vec_push(&d->pass, t->open, ex_arg(d, x, 1));
}

/* By root: if it were not finite, a state of a quiet step, which is looked at, would not be: states, and what their
 * rates are sums and products of. Positions of the semi-implicit method move by other rates than the sample's. */
static const bool *told_by_states(const Emitter *e)
{
    const uint32_t n = vec_len(e->f->var) + 1;
    const bool *position = e->d->opt.method == M_SEMI ? position_states(e->of) : NULL;
    Told t = { e, NEW_N(&e->d->pass, Ex, n), NULL, NEW_N(&e->d->pass, bool, n) };
    Map seen = { 0 };

    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        for (uint32_t i = 0; i < vec_len(e->dae->block[b].inner); i++)
            t.value[root(e->of, e->dae->block[b].inner[i].v)] = e->dae->block[b].inner[i].value;
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++) {
        const Var x = e->dae->state[i];
        tell(&t, x);
        if (!position || !position[x])
            tell(&t, e->f->var[x].der);
    }
    while (vec_len(t.open)) {
        const Ex x = vec_pop(t.open);
        if (map_get(&seen, x))
            continue;
        map_set(&e->d->pass, &seen, x, 1);
        tell_terms(&t, x);
    }
    return t.told;
}

static void ask_number(const Emitter *e, Var v, Ex quiet)
{
    do_if_kernel(e->program, true, K_FINITE, ex_var(e->d, v));
    if (quiet)
        do_give_up(e->program, quiet);
    else
        do_return(e->program, constant(e->program, C_RESULT));
    do_end(e->program);
}

/* What a step looks at. quiet: 0, or what becomes false where anything is to be said. */
static void look(const Emitter *e, Ex status, Ex quiet)
{
    Rewriter runs = { .fn = with_initial, .data = &(bool){ false } };
    Program *p = e->program;
    const bool *told = quiet ? told_by_states(e) : NULL;

    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (is_real_output(e, v) && !(told && told[root(e->of, v)]))
            ask_number(e, v, quiet);
    for (uint32_t i = 0; i < vec_len(e->f->assert); i++) {
        const Assert *a = &e->f->assert[i];
        const Ex cond = ex_rewrite(e->d, &runs, a->cond);
        if (a->of_parameters || cond == ex_bool(e->d, true))
            continue;
        if (quiet) {
            do_if(p, ex_un(e->d, OP_NOT, cond));
            do_give_up(p, quiet);
            do_end(p);
        } else {
            assertion(e, a, cond, status);
        }
    }
}

void do_ask_asserts(const Emitter *e, Ex quiet) { look(e, 0, quiet); }

void do_ask_states(const Emitter *e, Ex quiet)
{
    const bool *told = told_by_states(e);

    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (is_real_output(e, v) && told[root(e->of, v)])
            ask_number(e, v, quiet);
}

static void step_check(const Emitter *e)
{
    Ex status = begin(e, FN_check);

    look(e, status, 0);
    end(e, status);
}

/* A comparison of a parameter with a number; no variable: it is something else. */
static Check comparison(Dtc *d, Ex cond)
{
    static const struct {
        Op op;
        dtc_condition is, turned;
    } relation[] = { { OP_GE, DTC_AT_LEAST, DTC_AT_MOST },
                     { OP_LE, DTC_AT_MOST, DTC_AT_LEAST },
                     { OP_GT, DTC_ABOVE, DTC_BELOW },
                     { OP_LT, DTC_BELOW, DTC_ABOVE } };
    double limit;

    for (size_t i = 0; i < sizeof relation / sizeof *relation; i++) {
        if (ex_op(d, cond) != relation[i].op)
            continue;
        Ex left = ex_arg(d, cond, 0), right = ex_arg(d, cond, 1);
        const bool turned = ex_is_num(d, left, NULL);
        if (!ex_is_num(d, turned ? left : right, &limit))
            break;
        Ex x = turned ? right : left;
        Check c = { .v = ex_is_var(d, x),
                    .n = 1,
                    .condition = turned ? relation[i].turned : relation[i].is,
                    .limit = ex_real(d, limit) };
        if (ex_op(d, x) != OP_ABS || c.condition != DTC_ABOVE || limit != 0)
            return c;
        return (Check){ .v = ex_is_var(d, ex_arg(d, x, 0)), .n = 1, .condition = DTC_NOT_ZERO };
    }
    return (Check){ 0 };
}

void do_check_parameters(const Emitter *e)
{
    Program *p = e->program;
    Check **rows = &p->messages->checks->asserted;

    for (uint32_t i = 0; i < vec_len(e->f->assert); i++) {
        const Assert *a = &e->f->assert[i];
        if (!a->of_parameters || a->level == LEVEL_NOTE || ex_is_num(e->d, a->cond, NULL))
            continue;
        const Check c = comparison(e->d, a->cond);
        if (!a->level && c.v && check_told(e, rows, &c, number_of(e, a)))
            continue;
        do_if(p, ex_bin(e->d, OP_AND, no_model_fault(p), ex_un(e->d, OP_NOT, a->cond)));
        if (a->level)
            warn(e, number_of(e, a));
        else
            do_message(e, number_of(e, a));
        do_end(p);
    }
}

static void reset(const Emitter *e)
{
    Program *p = e->program;

    function_begin(p, FN_reset, 0, NULL);
    if (vec_len(e->program->messages->place))
        do_clear(p, member_n(p, AT_shown, 0, vec_len(e->program->messages->place)));
    if (vec_len(e->program->messages->warning))
        do_clear(p, member_n(p, AT_warned, 0, vec_len(e->program->messages->warning)));
    function_end(p);
}

void build_asserts(const Emitter *e)
{
    reset(e);
    start_check(e);
    step_check(e);
}
