/* finite.c - parameters, inputs and states that are no finite numbers, and intervals of sample() that are none.
 *
 * Parameters that can be set are looked at by rows (model_rows.c), and so are inputs where one is no ordinary number;
 * the host names the one. A parameter that follows from others by something that can fail (a quotient, a root, a power,
 * a function) is looked at in setup, with a message of its own that shows the values it was made of: the equations that
 * use it would only pass it on. In single precision it may be infinite: there Modelica.Constants.inf is.
 *
 * Requires: storage is decided; the plan before the header is written. Cost: linear.
 */
#include "builders.h"
#include "blocks.h"
#include "known.h"
#include "model_rows.h"
#include "text.h"

enum { SHOWN = 4 };                        /* values in a message */

static bool can_fail(Dtc *d, Ex x, void *data)
{
    const ExNode *n = ex(d, x);
    bool number = n->type == T_REAL && n->n > 0 && ex_type(d, n->arg[0]) == T_REAL;
    bool safe = n->op == OP_DIV ? ex_is_num(d, n->arg[1], NULL) : op_info[n->op].is & OP_FINITE;

    (void)data;
    return number && !safe;
}

static bool is_planned(const Equations *e, const uint8_t *kind, Var v)
{
    const VarInfo *i = &e->f->var[v];

    return kind[v] == ST_CALCULATED && i->type == T_REAL && i->variability == V_PARAM && !e->made[v] &&
           !(i->has_fixed && !i->fixed) && !alias_of(e->f, v).constant && i->binding &&
           ex_any(e->d, i->binding, can_fail, NULL);
}

/* "b = 1/a; a is <a>" */
static Ex message_of(const Equations *e, Var v)
{
    Dtc *d = e->d;
    Var *of = NULL;
    Ex text = ex_str(d, internf(d, "%s = %s", e->f->var[v].name, ex_plain(d, e->f->var[v].binding)));

    ex_vars(d, e->f->var[v].binding, &of);
    for (uint32_t i = 0; i < vec_len(of) && i < SHOWN; i++) {
        if (e->f->var[of[i]].type == T_STRING)
            continue;
        text = ex_bin(d, OP_CONCAT, text,
                      ex_str(d, internf(d, "%s %s is ", i ? "," : ";", e->f->var[of[i]].name)));
        const VarInfo *w = &e->f->var[of[i]];
        text =
            ex_bin(d, OP_CONCAT, text,
                   w->type == T_ENUM && w->enum_type ? enumeration_text(d, w->enum_type, ex_var(d, of[i]), 0)
                                                     : ex_un(d, OP_STRING, ex_var(d, of[i])));
    }
    return text;
}

/* A parameter that may be no number, an interval of sample that may be none, and the messages that say so. */
typedef struct { Var v; uint32_t message; } Unsure;
typedef struct { Ex value; uint32_t message; } Interval;
typedef struct FinitePlan { Unsure *unsure; Interval *interval; } FinitePlan;            /* vecs */

/* What no row says. In single precision it may be infinite. */
static void finite_calculated(const Emitter *e)
{
    Program *p = e->program;

    function_begin(p, FN_finite_calculated, 0, NULL);
    for (uint32_t i = 0; i < vec_len(e->finite->unsure); i++) {
        const Unsure *u = &e->finite->unsure[i];
        const Check c = { .v = u->v, .n = 1, .condition = DTC_FINITE };
        if (check_told(e, &p->messages->checks->finite, &c, u->message))
            continue;
        Ex x = ex_var(e->d, u->v);
        do_if(p, no_model_fault(p));
        if (e->d->opt.single)
            do_if(p, ex_bin(e->d, OP_NE, x, x));
        else
            do_if_kernel(p, true, K_FINITE, x);
        do_message(e, u->message);
        do_end(p);
        do_end(p);
    }
    function_end(p);
}

/* ---- intervals of sample ------------------------------------------------------------------------------- */

/* With the present parameters: in a step there is one sample at most. Said once. */
static bool is_hasty(const Equations *e, Ex interval)
{
    double x;

    if (has_events(e) || !known_eval(e->d, interval, known_values(e->d, e->d->flat), &x) || !(x > 1e-12) ||
        x >= e->step * (1 - 1e-9))
        return false;
    const Span nowhere = { 0, 0 };
    warning(e->d, nowhere, NULL,
            "sample: every %g s is more often than the step of %g s: there is one sample a step; take a "
            "shorter step",
            x, e->step);
    return true;
}

/* One message an interval. */
static void plan_interval(const Equations *e, Program *p, FinitePlan *plan, Ex x)
{
    Dtc *d = e->d;

    for (uint32_t i = 0; i < vec_len(plan->interval); i++)
        if (plan->interval[i].value == x)
            return;
    Ex text =
        ex_str(d, internf(d, "the interval of sample, %s, must be at least 1e-12 s: it is ", ex_plain(d, x)));
    Interval own = { x, message_plan(p, NULL, ex_bin(d, OP_CONCAT, text, ex_un(d, OP_STRING, x))) };
    vec_push(&d->run, plan->interval, own);
}

const FinitePlan *finite_plan(const Equations *e, Program *p, const uint8_t *kind, const Ex *interval)
{
    FinitePlan *plan = NEW(&e->d->run, FinitePlan);
    bool hasty = false;

    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (is_planned(e, kind, v))
            vec_push(&e->d->run, plan->unsure, ((Unsure){ v, message_plan(p, NULL, message_of(e, v)) }));
    for (uint32_t i = 0; i < vec_len(interval); i++) {
        hasty = hasty || is_hasty(e, interval[i]);
        if (!ex_is_num(e->d, interval[i], NULL))
            plan_interval(e, p, plan, interval[i]);
    }
    return plan;
}

static void intervals(const Emitter *e)
{
    Program *p = e->program;
    Ex least = ex_real(e->d, 1e-12);

    function_begin(p, FN_intervals, 0, NULL);
    for (uint32_t i = 0; i < vec_len(e->finite->interval); i++) {
        Ex good = ex_bin(e->d, OP_GE, e->finite->interval[i].value, least);
        do_if(p, ex_bin(e->d, OP_AND, no_model_fault(p), ex_un(e->d, OP_NOT, good)));
        do_message(e, e->finite->interval[i].message);
        do_end(p);
    }
    function_end(p);
}

/* ---- numbers ------------------------------------------------------------------------------------------- */

enum { TERMS = 8 };

/* From x[i] on: a sum of x - x, which is zero, or NaN. */
static Ex sum_of_rests(Dtc *d, const Ex *x, uint32_t i)
{
    Ex sum = ex_un(d, OP_REST, x[i]);

    for (uint32_t k = i + 1; k < vec_len(x) && k < i + TERMS; k++)
        sum = ex_bin(d, OP_ADD, sum, ex_un(d, OP_REST, x[k]));
    return sum;
}

void do_finite(const Emitter *e, const Ex *x)
{
    for (uint32_t i = 0; i < vec_len(x); i += TERMS)
        do_kernel_op(e->program, member(e->program, AT_finite, 0), OP_AND, K_FINITE,
                     sum_of_rests(e->d, x, i));
}

void do_unless_odd(const Emitter *e, const Ex *x, Ex quiet)
{
    for (uint32_t i = 0; i < vec_len(x); i++) {
        do_if_kernel(e->program, false, K_ODD, x[i]);
        do_give_up(e->program, quiet);
        do_end(e->program);
    }
}

static void is_odd(Program *p, Ex x)
{
    do_if_kernel(p, false, K_ODD_INPUT, x);
    do_return(p, ex_int(p->d, 1));
    do_end(p);
}

static bool is_real_input(const Emitter *e, Var v)
{
    return e->store->kind[v] == ST_INPUT && e->f->var[v].type == T_REAL;
}

/* 1: not all can stay as they are. A long array in a loop. */
static void odd_inputs(const Emitter *e)
{
    const Flat *f = e->f;
    Program *p = e->program;
    Var v = 1;

    while (v < vec_len(f->var) && !is_real_input(e, v))
        v++;
    if (v == vec_len(f->var))
        return;
    function_begin(p, FN_odd_inputs, 0, NULL);
    gives(p, GIVES_INT);
    for (; v < vec_len(f->var); v++) {
        const FlatArray *a = &f->array[f->var[v].array];
        const bool whole = f->var[v].array && e->store->array_whole[f->var[v].array] == 1;
        if (is_real_input(e, v) && !whole)
            is_odd(p, ex_var(e->d, v));
        if (!is_real_input(e, v) || !whole || v != a->first)
            continue;
        Ex array = member(p, AT_array, f->var[v].array);
        for (uint32_t i = 0; i < a->n && a->n <= TERMS; i++)
            is_odd(p, elem(p, array, i));
        if (a->n <= TERMS)
            continue;
        is_odd(p, elem_at(p, array, do_loop(p, "i", ex_int(e->d, a->n), 0, 0)));
        do_end(p);
    }
    do_return(p, ex_int(e->d, 0));
    function_end(p);
}

void build_finite(const Emitter *e)
{
    intervals(e);
    finite_calculated(e);
    odd_inputs(e);
}
