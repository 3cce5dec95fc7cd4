/* range.c - parameters and inputs that are outside of what the model declares for them: min and max, true or
 * false, the places of an enumeration.
 *
 * Setup looks at parameters, at those that follow from others, and at start values that are kept (fixed = true), tune
 * at parameters, each step at inputs. A bound may depend on parameters: it has its value of then. What is known while
 * compiling was looked at there (check.c). An array of which all elements have the same bounds is looked at in a loop.
 * Where a bound is a number setup and tune have a row (model_rows.c); else, and of inputs, there are statements.
 *
 * Requires: range_reads before storage is decided. Cost: linear in the variables and their bounds.
 */
#include <math.h>
#include "blocks.h"
#include "model_rows.h"

/* least, most: 0: none. settable: by the user, so that it can be anything. */
typedef struct { Ex least, most; bool settable, input; } Limits;

static bool is_known(Dtc *d, Ex x)
{
    double value;
    return !x || ex_op(d, x) == OP_BOOL || ex_is_num(d, x, &value);
}

static Ex bound(Dtc *d, Ex x)
{
    double value;
    return x && ex_is_num(d, x, &value) && isinf(value) ? 0 : x;
}

/* false: nothing is to be looked at in a run. */
static bool range_of(const Equations *e, Var v, Limits *r)
{
    const VarInfo *i = &e->f->var[v];
    const bool from_init = i->has_fixed && !i->fixed, parameter = i->variability == V_PARAM,
               start = i->is_state && i->fixed, input = i->top_level && i->causality == C_INPUT;

    if (i->type == T_STRING || (!input && !parameter && !start) ||
        (!i->min && !i->max && i->type != T_ENUM && i->type != T_BOOL))
        return false;
    *r = (Limits){ .least = bound(e->d, i->min), .most = bound(e->d, i->max), .input = input };
    r->settable = r->input || (parameter && !i->structural && !i->final && !from_init && !is_alias(e->f, v) &&
                               is_known(e->d, i->binding));
    if (i->type == T_ENUM && r->settable) {
        r->least = r->least ? r->least : ex_int(e->d, 1);
        r->most = r->most ? r->most : ex_int(e->d, vec_len(i->enum_type->literal));
    }
    if (i->type == T_BOOL && r->settable)
        r->least = r->most = ex_bool(e->d, true);
    bool fixed = parameter && !r->settable && !from_init && !is_alias(e->f, v) &&
                 is_known(e->d, i->binding) && is_known(e->d, r->least) && is_known(e->d, r->most);
    return (r->least || r->most) && !fixed;
}

Ex start_or_nearest(const Emitter *e, Var v)
{
    const VarInfo *i = &e->f->var[v];
    double least = 0, most = 0;
    Limits r;

    if (i->start || !range_of(e->of, v, &r) || !r.input || i->type == T_BOOL)
        return i->start;
    if (r.least && ex_is_num(e->d, r.least, &least) && least > 0)
        return r.least;
    return r.most && ex_is_num(e->d, r.most, &most) && most < 0 ? r.most : 0;
}

Ex *range_reads(const Equations *e)
{
    Ex *reads = NULL;
    Limits r;

    for (Var v = 1; v < vec_len(e->f->var); v++) {
        if (!range_of(e, v, &r))
            continue;
        vec_push(&e->d->pass, reads, ex_var(e->d, v));
        if (r.least)
            vec_push(&e->d->pass, reads, r.least);
        if (r.most)
            vec_push(&e->d->pass, reads, r.most);
    }
    return reads;
}

/* ---- one range ----------------------------------------------------------------------------------------- */

/* `what` in a message: "gear.ratio = k" if it follows from others, so that they are named. */
static const char *shown_name(const Emitter *e, Var v)
{
    const VarInfo *i = &e->f->var[v];
    Alias a = alias_of(e->f, v);
    Ex from = i->variability != V_PARAM ? i->start
            : a.of                      ? ex_var(e->d, a.of)
            : a.constant                ? a.constant
                                        : i->binding;

    if (i->is_state && i->variability != V_PARAM)
        return internf(e->d, "the start value of %s", i->name);
    return is_known(e->d, from)
             ? i->name
             : internf(e->d, "%s = %s%s", i->name, a.of && a.negated ? "-" : "", ex_plain(e->d, from));
}

/* What is being built: rows of this list; none: statements for what no row says. */
typedef struct { const Emitter *e; Check **list; bool input; } Into;

static Ex beyond(Dtc *d, Ex x, Op relation, Ex limit) { return ex_un(d, OP_NOT, ex_bin(d, relation, x, limit)); }

/* A Boolean as the int that it is in C: without a Real between. */
static Ex differs(Dtc *d, Ex x, int from)
{
    const Ex side[] = { x, ex_int(d, from) };
    return ex_new(d, OP_NE, T_BOOL, 0, side, 2);
}

/* Does x, which stands for c, not hold it? */
static Ex wrong(Dtc *d, const Check *c, Ex x)
{
    switch (c->condition) {
    case DTC_AT_LEAST: return beyond(d, x, OP_GE, c->limit);
    case DTC_AT_MOST: return beyond(d, x, OP_LE, c->limit);
    case DTC_LITERAL:
        return ex_bin(d, OP_OR, ex_bin(d, OP_LT, x, ex_int(d, 1)), ex_bin(d, OP_GT, x, c->limit));
    default: return ex_bin(d, OP_AND, differs(d, x, 0), differs(d, x, 1));
    }
}

/* c as statements: the message is the fault; of an input the function ends. */
static void refuse_if(const Into *to, const Check *c, const char *text)
{
    const Emitter *e = to->e;
    Program *p = e->program;
    const uint32_t array = e->f->var[c->v].array;
    Ex x = ex_var(e->d, c->v);

    if (c->n > 1) {
        Ex i = do_loop(p, "i", ex_int(e->d, c->n), 0, 0);
        x = elem_at(p, member(p, AT_array, array), i);
    }
    do_if(p, wrong(e->d, c, x));
    do_fault(p, message_add(e->program, text));
    if (to->input)
        do_return(p, member(p, AT_fault, 0));
    do_end(p);
    if (c->n > 1)
        do_end(p);
}

/* A row has a number as its limit, and an input has none. */
static void condition(const Into *to, const Check *c, const char *text)
{
    const bool row = !to->input && is_known(to->e->d, c->limit);

    if (row != (to->list != NULL))
        return;
    if (row)
        check_add(to->e, to->list, c, text);
    else
        refuse_if(to, c, text);
}

/* Of v, or of each of n elements that begin with it. */
static void one_range(const Into *to, Var v, const Limits *r, uint32_t n, const char *name)
{
    Dtc *d = to->e->d;
    const VarInfo *i = &to->e->f->var[v];
    Check c = { .v = v, .n = n };

    if (i->type == T_BOOL) {
        c.condition = DTC_TRUE_OR_FALSE;
        condition(to, &c, internf(d, "%s is neither true nor false (1 nor 0)", name));
    } else if (i->type == T_ENUM && !i->min && !i->max) {
        const char *words = text_joined(d, i->enum_type->literal, ", ", " or ");
        c.condition = DTC_LITERAL;
        c.limit = r->most;
        condition(to, &c,
                  internf(d, "%s is none of %s (1 to %u)", name, words, vec_len(i->enum_type->literal)));
    } else {
        c.condition = DTC_AT_LEAST;
        c.limit = r->least;
        if (c.limit)
            condition(to, &c, internf(d, "%s is below its min = %s", name, ex_plain(d, c.limit)));
        c.condition = DTC_AT_MOST;
        c.limit = r->most;
        if (c.limit)
            condition(to, &c, internf(d, "%s is above its max = %s", name, ex_plain(d, c.limit)));
    }
}

/* Is the array one member, of elements that can be set and have the same bounds? */
static bool is_uniform(const Emitter *e, uint32_t array)
{
    const FlatArray *a = &e->f->array[array];
    Limits first, r;

    if (e->store->array_whole[array] != 1 || a->n < 2 || !range_of(e->of, a->first, &first))
        return false;
    for (uint32_t i = 0; i < a->n; i++)
        if (!range_of(e->of, a->first + i, &r) || !r.settable || r.least != first.least ||
            r.most != first.most)
            return false;
    return true;
}

/* ---- the functions ------------------------------------------------------------------------------------- */

bool ranges_wait(const Emitter *e)
{
    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (e->store->kind[v] == ST_CALCULATED && e->f->var[v].has_fixed && !e->f->var[v].fixed)
            return true;
    return false;
}

/* GIVEN: set, or following from such; FOLLOWING: from the initialisation as well */
typedef enum { NONE, STARTS, GIVEN, FOLLOWING, INPUTS } Which;

static Which which(const Emitter *e, Var v, const Limits *r, bool wait)
{
    Storage s = (Storage)e->store->kind[root(e->of, v)];

    return s == ST_NONE               ? NONE
         : r->input                   ? INPUTS
         : s == ST_STATE              ? STARTS
         : s == ST_CALCULATED && wait ? FOLLOWING
                                      : GIVEN;
}

static void ranges(const Into *to, Which wanted)
{
    const Emitter *e = to->e;
    bool *uniform = NEW_N(&e->d->pass, bool, vec_len(e->f->array) + 1), wait = ranges_wait(e);
    Limits r;

    for (Var v = 1; v < vec_len(e->f->var); v++) {
        const uint32_t array = e->f->var[v].array;
        const FlatArray *a = &e->f->array[array];
        if (!range_of(e->of, v, &r) || which(e, v, &r, wait) != wanted)
            continue;
        if (array && v == a->first)
            uniform[array] = is_uniform(e, array);
        if (!array || !uniform[array])
            one_range(to, v, &r, 1, shown_name(e, v));
        else if (v == a->first)
            one_range(to, v, &r, a->n, internf(e->d, "an element of %s", a->name));
    }
}

/* Rows, and a function of what has other bounds than numbers. */
static void ranges_before(const Emitter *e, FunctionRole role, Check **list, Which wanted)
{
    ranges(&(Into){ .e = e, .list = list }, wanted);
    function_begin(e->program, role, 0, NULL);
    ranges(&(Into){ .e = e }, wanted);
    function_end(e->program);
}

static bool any_input_ranges(const Emitter *e)
{
    Limits r;

    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (e->store->kind[v] == ST_INPUT && range_of(e->of, v, &r))
            return true;
    return false;
}

void build_ranges(const Emitter *e)
{
    Program *p = e->program;

    /* the last message counts: that of a parameter */
    ranges_before(e, FN_start_ranges, &e->program->messages->checks->start_ranges, STARTS);
    ranges_before(e, FN_any_ranges, &e->program->messages->checks->ranges, GIVEN);
    ranges_before(e, FN_any_late_ranges, &e->program->messages->checks->late_ranges, FOLLOWING);
    if (!any_input_ranges(e))
        return;
    Fn fn = function_begin(p, FN_any_refused, 0,
                           "Is an input out of its range? Then fault is the number of a message on it.");
    p->fn[fn].gives = GIVES_INT;
    ranges(&(Into){ .e = e, .input = true }, INPUTS);
    do_return(p, ex_int(e->d, 0));
    function_end(p);
}
