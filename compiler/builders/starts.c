/* starts.c - functions of the step program that give values before anything is evaluated; default values of parameters
 * and inputs are rows (model_rows.c).
 *
 *     starts                 states, discrete variables and all that is kept of them, tokens of nets; what is zero is
 *                            zero already
 *     calculate, dependants  parameters and constants that follow from others, operands first; dependants: those that
 *                            follow from what the initial problem determines. That itself has its guess in setup, and
 *                            stays when other parameters change
 *
 * Requires: storage is decided. Cost: linear in the size of the expressions. */
#include "builders.h"
#include "known.h"
#include "sort.h"

static Ex zero_of(const Emitter *e, Var v)
{
    TypeKind t = e->f->var[v].type;
    return t == T_REAL ? ex_real(e->d, 0) : t == T_BOOL ? ex_bool(e->d, false) : ex_int(e->d, t == T_ENUM);
}

static Ex tokens_of(Dtc *d, const NetPlace *p)
{
    return p->counts ? ex_int(d, p->tokens) : ex_bool(d, p->tokens > 0);
}

static void set(const Emitter *e, Var v, Ex value)
{
    if (!value || ex_op(e->d, value) != OP_STR)
        do_set(e->program, ex_var(e->d, v), value);
}

static bool is_nothing(Dtc *d, Ex x)
{
    double value;
    return is_number_literal(d, x, &value) && value == 0;
}

Ex default_of(const Emitter *e, Var v)
{
    const VarInfo *i = &e->f->var[v];
    bool given = e->store->kind[v] == ST_PARAMETER || e->store->kind[v] == ST_INPUT;
    Ex value = !given ? 0 : i->binding ? i->binding : start_or_nearest(e, v);

    return value && is_number_literal(e->d, value, NULL) && !is_nothing(e->d, value) ? value : 0;
}

/* Setup has cleared all of the struct that evaluations change, but declared outputs. */
static void start(const Emitter *e, Var v, Ex to, Ex value)
{
    if (!is_nothing(e->d, value) || is_own_output(e, v))
        do_set(e->program, to, value);
}

static void starts(const Emitter *e)
{
    Program *p = e->program;

    function_begin(p, FN_starts, 0, NULL);
    for (Var v = 1; v < vec_len(e->f->var); v++) {
        const VarInfo *i = &e->f->var[v];
        Ex now = e->store->kind[v] < ST_STATE ? 0 : ex_var(e->d, v);
        if (!now)
            continue;
        Ex value = i->start ? i->start : zero_of(e, v);
        if (ex_op(e->d, value) == OP_STR)
            continue;
        start(e, v, now, value);
        if (e->store->pre[v])
            start(e, v, ex_un(e->d, OP_PRE, now), is_nothing(e->d, value) ? value : now);
        if (has_events(e->of) && e->store->last[v])
            start(e, v, ex_un(e->d, OP_LAST, now), is_nothing(e->d, value) ? value : now);
    }
    for (uint32_t i = 0; i < vec_len(e->f->net); i++) {
        const FlatNet *a = &e->f->net[i];
        for (uint32_t k = 0; k < vec_len(a->place); k++)
            start(e, a->place[k].v, ex_var(e->d, a->place[k].v), tokens_of(e->d, &a->place[k]));
    }
    function_end(p);
}

static Ex definition(const Emitter *e, Var v)
{
    const VarInfo *i = &e->f->var[v];
    Ex constant = alias_of(e->f, v).constant;
    return constant ? constant : i->binding ? i->binding : i->start ? i->start : zero_of(e, v);
}

/* The guess of a parameter that the initial problem determines. */
static void guess(const Emitter *e, Var v)
{
    Program *p = e->program;

    do_if(p, ex_bin(e->d, OP_NE, member(p, AT_initial, 0), ex_int(e->d, 0)));
    set(e, v, definition(e, v));
    do_end(p);
}

/* Operands first; those that `only` marks. */
static void calculate(const Emitter *e, FunctionRole role, const bool *only)
{
    uint32_t n = vec_len(e->f->var);
    uint8_t *state = NEW_N(&e->d->pass, uint8_t, n);
    Var *stack = NULL, *vars = NULL;

    function_begin(e->program, role, 0, NULL);
    for (Var first = 1; first < n; first++) {
        vec_push(&e->d->pass, stack, first);
        while (vec_len(stack)) {
            Var v = vec_last(stack);
            if (e->store->kind[v] == ST_CALCULATED && state[v] == 0) {
                state[v] = 1;
                vec_clear(vars);
                ex_vars(e->d, definition(e, v), &vars);
                for (uint32_t i = 0; i < vec_len(vars); i++) {
                    Var r = root(e->of, vars[i]);
                    if (state[r] == 0 && e->store->kind[r] == ST_CALCULATED)
                        vec_push(&e->d->pass, stack, r);
                }
                continue;
            }
            (void)vec_pop(stack);
            if (state[v] == 1 && (!only || only[v]) && is_free(e->f, v))
                guess(e, v);
            else if (state[v] == 1 && (!only || only[v]))
                set(e, v, definition(e, v));
            state[v] = 2;
        }
    }
    function_end(e->program);
}

void build_starts(const Emitter *e)
{
    starts(e);
    calculate(e, FN_calculate, NULL);
    calculate(e, FN_dependants, free_dependants(e->d, e->f));
}
