/* emit_range.c - parameters and inputs that are outside of what the model declares for them: min and max, true or
 * false, the places of an enumeration.
 *
 * Setup looks at parameters, at those that follow from others, and at start values that are kept (fixed = true), each
 * step at inputs. A bound may depend on parameters: it has its value of then. What is known while compiling was looked
 * at there (check.c). An array of which all elements have the same bounds is looked at in a loop. A function is written
 * only if there is something in it.
 *
 * Requires: range_reads before storage is decided. Cost: linear in the variables and their bounds.
 */
#include <math.h>
#include "emit.h"
#include "emit_range.h"

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
static bool range_of(Emitter *e, Var v, Limits *r)
{
    const VarInfo *i = &e->f->var[v];
    bool from_init = i->has_fixed && !i->fixed, parameter = i->variability == V_PARAM, start = i->is_state && i->fixed;

    *r = (Limits){ .least = bound(e->d, i->min),
                   .most = bound(e->d, i->max),
                   .input = i->top_level && i->causality == C_INPUT };
    r->settable = r->input || (parameter && !i->structural && !i->final && !from_init && !i->alias && !i->alias_ex &&
                               is_known(e->d, i->binding));
    if (i->type == T_ENUM && r->settable) {
        r->least = r->least ? r->least : ex_int(e->d, 1);
        r->most = r->most ? r->most : ex_int(e->d, vec_len(i->enum_type->literal));
    }
    if (i->type == T_BOOL && r->settable)
        r->least = r->most = ex_bool(e->d, true);
    bool fixed = parameter && !r->settable && !from_init && !i->alias && !i->alias_ex && is_known(e->d, i->binding) &&
                 is_known(e->d, r->least) && is_known(e->d, r->most);
    return i->type != T_STRING && (r->least || r->most) && (r->input || parameter || start) && !fixed;
}

Ex start_or_nearest(Emitter *e, Var v)
{
    const VarInfo *i = &e->f->var[v];
    double least = 0, most = 0;
    Limits r;

    if (i->start || !range_of(e, v, &r) || !r.input || i->type == T_BOOL)
        return i->start;
    if (r.least && ex_is_num(e->d, r.least, &least) && least > 0)
        return r.least;
    return r.most && ex_is_num(e->d, r.most, &most) && most < 0 ? r.most : 0;
}

Ex *range_reads(Emitter *e)
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
static const char *shown_name(Emitter *e, Var v)
{
    const VarInfo *i = &e->f->var[v];
    Ex from = i->variability != V_PARAM ? i->start :
              i->alias                  ? ex_var(e->d, i->alias) :
              i->alias_ex               ? i->alias_ex :
                                          i->binding;

    if (i->is_state && i->variability != V_PARAM)
        return internf(e->d, "the start value of %s", i->name);
    return is_known(e->d, from) ?
               i->name :
               internf(e->d, "%s = %s%s", i->name, i->alias && i->negated ? "-" : "", ex_plain(e->d, from));
}

static const char *literals(Emitter *e, const Class *type)
{
    const char *list = "";

    for (uint32_t k = 0; k < vec_len(type->literal); k++)
        list = internf(e->d, "%s%s%s", list,
                       k == 0                          ? "" :
                       k + 1 == vec_len(type->literal) ? " or " :
                                                         ", ",
                       type->literal[k]);
    return list;
}

/* if (!(x >= bound)) then; x: text, or NULL: variable v. */
static void emit_bound(Emitter *e, Var v, const char *x, const char *relation, Ex limit, uint32_t message,
                       const char *then)
{
    const Ex root[] = { limit, ex_var(e->d, v) };

    scope_begin(e, root, x ? 1 : 2);
    indented(e);
    put(e, "if (!(");
    if (x)
        put(e, "%s", x);
    else
        put_ex(e, root[1]);
    put(e, " %s ", relation);
    put_ex(e, limit);
    put(e, "))\n");
    line(e, then, message);
    temps_end(e);
    e->statements += 2;
}

static void emit_one(Emitter *e, Var v, const Limits *r, const char *x, const char *name, const char *then)
{
    const VarInfo *i = &e->f->var[v];
    Dtc *d = e->d;

    if (i->type == T_BOOL) {
        const char *at = x ? x : access_var(e, v, &(bool){ false });
        line(e, "if (%s != 0 && %s != 1)", at, at);
        line(e, then, message_add(e, internf(d, "%s is neither true nor false (1 nor 0)", name)));
        e->statements += 2;
    } else if (i->type == T_ENUM && !i->min && !i->max) {
        const char *at = x ? x : access_var(e, v, &(bool){ false });
        line(e, "if (%s < 1 || %s > %u)", at, at, vec_len(i->enum_type->literal));
        line(e, then,
             message_add(e, internf(d, "%s is none of %s (1 to %u)", name, literals(e, i->enum_type),
                                    vec_len(i->enum_type->literal))));
        e->statements += 2;
    } else {
        if (r->least)
            emit_bound(e, v, x, ">=", r->least,
                       message_add(e, internf(d, "%s is below its min = %s", name, ex_plain(d, r->least))), then);
        if (r->most)
            emit_bound(e, v, x, "<=", r->most,
                       message_add(e, internf(d, "%s is above its max = %s", name, ex_plain(d, r->most))), then);
    }
}

/* Is the array one member, of elements that can be set and have the same bounds? */
static bool is_uniform(Emitter *e, uint32_t array)
{
    const FlatArray *a = &e->f->array[array];
    Limits first, r;

    if (e->array_whole[array] != 1 || a->n < 2 || !range_of(e, a->first, &first))
        return false;
    for (uint32_t i = 0; i < a->n; i++)
        if (!range_of(e, a->first + i, &r) || !r.settable || r.least != first.least || r.most != first.most)
            return false;
    return true;
}

/* A loop over the array that begins with v. `then` has the number of the message as its %u. */
static void emit_loop(Emitter *e, Var v, const Limits *r, const char *then)
{
    uint32_t array = e->f->var[v].array;

    line(e, "for (int i = 0; i < %u; i++) {", e->f->array[array].n);
    e->indent++;
    emit_one(e, v, r, internf(e->d, "m->%s[i]", e->array_member[array]),
             internf(e->d, "an element of %s", e->f->array[array].name), then);
    e->indent--;
    line(e, "}");
}

/* ---- the functions ----------------------------------------------------------------------------------------------- */

bool ranges_wait(Emitter *e)
{
    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (e->storage[v] == ST_CALCULATED && e->f->var[v].has_fixed && !e->f->var[v].fixed)
            return true;
    return false;
}

/* GIVEN: set, or following from such; FOLLOWING: from the initialisation as well */
typedef enum { NONE, STARTS, GIVEN, FOLLOWING, INPUTS } Which;

static Which which(Emitter *e, Var v, const Limits *r, bool wait)
{
    bool negated;
    Storage s = (Storage)e->storage[root_of(e->f, v, &negated)];

    return s == ST_NONE               ? NONE :
           r->input                   ? INPUTS :
           s == ST_STATE              ? STARTS :
           s == ST_CALCULATED && wait ? FOLLOWING :
                                        GIVEN;
}

static void emit_ranges(Emitter *e, Which wanted, const char *then)
{
    bool *looped = NEW_N(&e->d->pass, bool, vec_len(e->f->array) + 1), wait = ranges_wait(e);
    Limits r;

    for (Var v = 1; v < vec_len(e->f->var); v++) {
        uint32_t array = e->f->var[v].array;
        if (!range_of(e, v, &r) || which(e, v, &r, wait) != wanted)
            continue;
        if (wanted != INPUTS)
            chunk_room(e);
        if (array && v == e->f->array[array].first)
            looped[array] = is_uniform(e, array);
        if (!array || !looped[array])
            emit_one(e, v, &r, NULL, shown_name(e, v), then);
        else if (v == e->f->array[array].first)
            emit_loop(e, v, &r, then);
    }
}

void emit_parameter_ranges(Emitter *e)
{
    chunk_begin(e, "any_ranges");
    emit_ranges(e, STARTS, "    m->fault = %u;");         /* the last message counts: that of a parameter */
    emit_ranges(e, GIVEN, "    m->fault = %u;");
    chunk_end(e);
    chunk_begin(e, "any_late_ranges");
    emit_ranges(e, FOLLOWING, "    m->fault = %u;");
    chunk_end(e);
}

void emit_late_ranges(Emitter *e)
{
    if (!has_function(e, "any_late_ranges"))
        return;
    line(e, "if (m->fault == 0) {");
    line(e, "    any_late_ranges(m);");
    line(e, "    if (m->fault != 0)");
    line(e, "        return DTC_RANGE;");
    line(e, "}");
}

bool any_input_ranges(Emitter *e)
{
    Limits r;

    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (e->storage[v] == ST_INPUT && range_of(e, v, &r))
            return true;
    return false;
}

void emit_input_ranges(Emitter *e)
{
    if (!any_input_ranges(e))
        return;
    put(e,
        "\n/* Is an input out of its range? Then fault is the number of a message on it. */\nstatic int any_refused(%s "
        "*m)\n{\n",
        e->model);
    e->indent = 1;
    emit_ranges(e, INPUTS, "    return m->fault = %u;");
    line(e, "return 0;");
    e->indent = 0;
    put(e, "}\n");
}

void emit_refuse(Emitter *e)
{
    if (!any_input_ranges(e))
        return;
    line(e, "if (any_refused(m))");
    line(e, "    return DTC_RANGE;");
}
