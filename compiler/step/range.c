/* range.c - parameters and inputs that are outside of what the model declares for them: min and max, true or
 * false, the places of an enumeration.
 *
 * Setup looks at parameters, at those that follow from others, and at start values that are kept (fixed = true), tune
 * at parameters, each step at inputs. A bound may depend on parameters: it has its value of then. What is known while
 * compiling was looked at there (check.c). An array of which all elements have the same bounds is looked at in a loop.
 * A function is written only if there is something in it.
 *
 * Requires: range_reads before storage is decided. Cost: linear in the variables and their bounds.
 */
#include <math.h>
#include "blocks.h"
#include "builders.h"

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
    bool from_init = i->has_fixed && !i->fixed, parameter = i->variability == V_PARAM, start = i->is_state && i->fixed;

    *r = (Limits){ .least = bound(e->d, i->min),
                   .most = bound(e->d, i->max),
                   .input = i->top_level && i->causality == C_INPUT };
    r->settable = r->input || (parameter && !i->structural && !i->final && !from_init && !is_alias(e->f, v) &&
                               is_known(e->d, i->binding));
    if (i->type == T_ENUM && r->settable) {
        r->least = r->least ? r->least : ex_int(e->d, 1);
        r->most = r->most ? r->most : ex_int(e->d, vec_len(i->enum_type->literal));
    }
    if (i->type == T_BOOL && r->settable)
        r->least = r->most = ex_bool(e->d, true);
    bool fixed = parameter && !r->settable && !from_init && !is_alias(e->f, v) && is_known(e->d, i->binding) &&
                 is_known(e->d, r->least) && is_known(e->d, r->most);
    return i->type != T_STRING && (r->least || r->most) && (r->input || parameter || start) && !fixed;
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

/* ---- one range --------------------------------------------------------------------------------------------------- */

/* `what` in a message: "gear.ratio = k" if it follows from others, so that they are named. */
static const char *shown_name(const Emitter *e, Var v)
{
    const VarInfo *i = &e->f->var[v];
    Alias a = alias_of(e->f, v);
    Ex from = i->variability != V_PARAM ? i->start :
              a.of                      ? ex_var(e->d, a.of) :
              a.constant                ? a.constant :
                                          i->binding;

    if (i->is_state && i->variability != V_PARAM)
        return internf(e->d, "the start value of %s", i->name);
    return is_known(e->d, from) ?
               i->name :
               internf(e->d, "%s = %s%s", i->name, a.of && a.negated ? "-" : "", ex_plain(e->d, from));
}

/* If it holds, the message is the fault; of an input the function ends. */
static void refuse_if(const Emitter *e, Ex wrong, bool input, const char *text)
{
    Program *p = e->program;

    do_if(p, wrong);
    do_fault(p, message_add(e->program, text));
    if (input)
        do_return(p, member(p, AT_fault, 0));
    do_end(p);
}

static Ex beyond(Dtc *d, Ex x, Op relation, Ex limit) { return ex_un(d, OP_NOT, ex_bin(d, relation, x, limit)); }

/* A Boolean as the int that it is in C: without a Real between. */
static Ex differs(Dtc *d, Ex x, int from)
{
    const Ex side[] = { x, ex_int(d, from) };
    return ex_new(d, OP_NE, T_BOOL, 0, side, 2);
}

/* x: v, or an element of an array that begins with it. */
static void one_range(const Emitter *e, Var v, const Limits *r, Ex x, const char *name)
{
    const VarInfo *i = &e->f->var[v];
    Dtc *d = e->d;
    uint32_t n = i->type == T_ENUM ? vec_len(i->enum_type->literal) : 0;

    if (i->type == T_BOOL) {
        Ex wrong = ex_bin(d, OP_AND, differs(d, x, 0), differs(d, x, 1));
        refuse_if(e, wrong, r->input, internf(d, "%s is neither true nor false (1 nor 0)", name));
    } else if (i->type == T_ENUM && !i->min && !i->max) {
        Ex wrong = ex_bin(d, OP_OR, ex_bin(d, OP_LT, x, ex_int(d, 1)), ex_bin(d, OP_GT, x, ex_int(d, n)));
        const char *words = text_joined(d, i->enum_type->literal, ", ", " or ");
        refuse_if(e, wrong, r->input, internf(d, "%s is none of %s (1 to %u)", name, words, n));
    } else {
        if (r->least)
            refuse_if(e, beyond(d, x, OP_GE, r->least), r->input,
                      internf(d, "%s is below its min = %s", name, ex_plain(d, r->least)));
        if (r->most)
            refuse_if(e, beyond(d, x, OP_LE, r->most), r->input,
                      internf(d, "%s is above its max = %s", name, ex_plain(d, r->most)));
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
        if (!range_of(e->of, a->first + i, &r) || !r.settable || r.least != first.least || r.most != first.most)
            return false;
    return true;
}

/* A loop over the array that begins with v. */
static void range_of_array(const Emitter *e, Var v, const Limits *r)
{
    const FlatArray *a = &e->f->array[e->f->var[v].array];
    Program *p = e->program;
    Ex array = member(p, AT_array, e->f->var[v].array),
       i = do_loop(p, "i", ex_int(e->d, a->n), 0, 0);

    one_range(e, v, r, elem_at(p, array, i), internf(e->d, "an element of %s", a->name));
    do_end(p);
}

/* ---- the functions ----------------------------------------------------------------------------------------------- */

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

    return s == ST_NONE               ? NONE :
           r->input                   ? INPUTS :
           s == ST_STATE              ? STARTS :
           s == ST_CALCULATED && wait ? FOLLOWING :
                                        GIVEN;
}

static void ranges(const Emitter *e, Which wanted)
{
    bool *looped = NEW_N(&e->d->pass, bool, vec_len(e->f->array) + 1), wait = ranges_wait(e);
    Limits r;

    for (Var v = 1; v < vec_len(e->f->var); v++) {
        uint32_t array = e->f->var[v].array;
        if (!range_of(e->of, v, &r) || which(e, v, &r, wait) != wanted)
            continue;
        if (array && v == e->f->array[array].first)
            looped[array] = is_uniform(e, array);
        if (!array || !looped[array])
            one_range(e, v, &r, ex_var(e->d, v), shown_name(e, v));
        else if (v == e->f->array[array].first)
            range_of_array(e, v, &r);
    }
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

    function_begin(p, FN_start_ranges, 0, NULL); /* the last message counts: that of a parameter */
    ranges(e, STARTS);
    function_end(p);
    function_begin(p, FN_any_ranges, 0, NULL);
    ranges(e, GIVEN);
    function_end(p);
    function_begin(p, FN_any_late_ranges, 0, NULL);
    ranges(e, FOLLOWING);
    function_end(p);
    if (!any_input_ranges(e))
        return;
    Fn fn = function_begin(p, FN_any_refused, 0,
                           "Is an input out of its range? Then fault is the number of a message on it.");
    p->fn[fn].gives = GIVES_INT;
    ranges(e, INPUTS);
    do_return(p, ex_int(e->d, 0));
    function_end(p);
}
