/* emit_finite.c - parameters, inputs and states that are no finite numbers, and intervals of sample() that are none.
 *
 * Parameters that can be set, and inputs, are looked at by one pass over the struct; the host names the one. A
 * parameter that follows from others by something that can fail (a quotient, a root, a power, a function) is looked at
 * in setup, with a message of its own that shows the values it was made of: the equations that use it would only pass
 * it on. In single precision it may be infinite: there Modelica.Constants.inf is.
 *
 * Requires: storage is decided; the plan before the header is written. Cost: linear.
 */
#include <string.h>
#include "emit.h"
#include "emit_assert.h"
#include "emit_finite.h"
#include "lower.h"

enum { SHOWN = 4 };                        /* values in a message */

static bool can_fail(Dtc *d, Ex root)
{
    Ex *stack = NULL;

    vec_push(&d->pass, stack, root);
    while (vec_len(stack)) {
        const ExNode *n = ex(d, vec_pop(stack));
        double x;
        bool number = n->type == T_REAL && n->n > 0 && ex_type(d, n->arg[0]) == T_REAL;
        bool safe = n->op == OP_DIV ? ex_is_num(d, n->arg[1], &x) : op_info[n->op].is & OP_FINITE;
        if (number && !safe)
            return true;
        for (uint32_t i = 0; i < n->n; i++)
            vec_push(&d->pass, stack, n->arg[i]);
    }
    return false;
}

static bool is_planned(Emitter *e, Var v)
{
    const VarInfo *i = &e->f->var[v];

    return e->storage[v] == ST_CALCULATED && i->type == T_REAL && i->variability == V_PARAM && !e->made[v] &&
           !(i->has_fixed && !i->fixed) && !i->alias_ex && i->binding && can_fail(e->d, i->binding);
}

/* "b = 1/a; a is <a>" */
static Ex message_of(Emitter *e, Var v)
{
    Dtc *d = e->d;
    Var *of = NULL;
    Ex text = ex_str(d, internf(d, "%s = %s", e->f->var[v].name, ex_plain(d, e->f->var[v].binding)));

    ex_vars(d, e->f->var[v].binding, &of);
    for (uint32_t i = 0; i < vec_len(of) && i < SHOWN; i++) {
        if (e->f->var[of[i]].type == T_STRING)
            continue;
        text = ex_bin(d, OP_CONCAT, text, ex_str(d, internf(d, "%s %s is ", i ? "," : ";", e->f->var[of[i]].name)));
        const VarInfo *w = &e->f->var[of[i]];
        text = ex_bin(d, OP_CONCAT, text,
                      w->type == T_ENUM && w->enum_type ? enumeration_text(d, w->enum_type, ex_var(d, of[i]), 0)
                                                        : ex_un(d, OP_STRING, ex_var(d, of[i])));
    }
    return text;
}

void finite_plan(Emitter *e)
{
    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (is_planned(e, v))
            vec_push(&e->d->run, e->unsure, ((Unsure){ v, message_plan(e, NULL, message_of(e, v)) }));
}

void emit_finite_calculated(Emitter *e)
{
    bool negated;

    chunk_begin(e, "finite_calculated");
    for (uint32_t i = 0; i < vec_len(e->unsure); i++) {
        const char *at = access_var(e, e->unsure[i].v, &negated);
        chunk_room(e);
        line(e, e->d->opt.single ? "if (m->fault == 0 && %s != %s) {" : "if (m->fault == 0 && !dtc_finite(%s)) {", at,
             at);
        e->indent++;
        emit_shown(e, e->unsure[i].message);
        line(e, "m->fault = %u;", e->unsure[i].message);
        e->indent--;
        line(e, "}");
        e->statements += 2;
    }
    chunk_end(e);
}

/* ---- intervals of sample ----------------------------------------------------------------------------------------- */

void interval_add(Emitter *e, Ex interval)
{
    if (!ex_is_num(e->d, interval, NULL))
        vec_push(&e->d->run, e->intervals, ((Interval){ interval, 0 }));
}

/* Held samples have theirs beside them. One message an interval. */
void interval_plan(Emitter *e)
{
    Dtc *d = e->d;
    Map told = { 0 };
    uint32_t kept = 0;

    for (uint32_t i = 0; i < vec_len(e->dae->held); i++)
        if (e->dae->held[i].kind == HELD_SAMPLE)
            interval_add(e, e->dae->held[i].b);
    for (uint32_t i = 0; i < vec_len(e->intervals); i++) {
        Ex x = e->intervals[i].value;
        if (map_get(&told, x))
            continue;
        map_set(&d->pass, &told, x, 1);
        Ex text = ex_str(d, internf(d, "the interval of sample, %s, must be at least 1e-12 s: it is ", ex_plain(d, x)));
        e->intervals[kept++] =
            (Interval){ x, message_plan(e, NULL, ex_bin(d, OP_CONCAT, text, ex_un(d, OP_STRING, x))) };
    }
    while (vec_len(e->intervals) > kept)
        (void)vec_pop(e->intervals);
}

void emit_intervals(Emitter *e)
{
    chunk_begin(e, "intervals");
    for (uint32_t i = 0; i < vec_len(e->intervals); i++) {
        Ex x = e->intervals[i].value;
        chunk_room(e);
        scope_begin(e, &x, 1);
        indented(e);
        put(e, "if (m->fault == 0 && !(");
        put_ex(e, x);
        put(e, " >= R(1e-12))) {\n");
        e->indent++;
        emit_shown(e, e->intervals[i].message);
        line(e, "m->fault = %u;", e->intervals[i].message);
        e->indent--;
        line(e, "}");
        temps_end(e);
        e->statements += 2;
    }
    chunk_end(e);
}

/* ---- all of one kind --------------------------------------------------------------------------------------------- */

/* TEXT with the member of each Real stored as s for every $; an array in a loop. */
static void each_real(Emitter *e, Storage s, const char *text, bool chunks)
{
    const Flat *f = e->f;

    for (Var v = 1; v < vec_len(f->var); v++) {
        uint32_t array = f->var[v].array;
        bool whole = array && e->array_whole[array] == 1;
        if (e->storage[v] != s || f->var[v].type != T_REAL || (whole && v != f->array[array].first))
            continue;
        if (chunks)
            chunk_room(e);
        const char *at = whole ? internf(e->d, "%s[i]", e->array_member[array]) : e->member[v];
        if (whole)
            line(e, "for (int i = 0; i < %u; i++)", f->array[array].n);
        indented(e);
        put(e, whole ? "    " : "");
        for (const char *p = text; *p; p++)
            put(e, "%.*s", *p == '$' ? (int)strlen(at) : 1, *p == '$' ? at : p);
        put(e, "\n");
        e->statements++;
    }
}

/* Each Real that is stored so goes through the function `by`. */
static void emit_passed(Emitter *e, const char *name, Storage s, const char *by)
{
    chunk_begin(e, name);
    each_real(e, s, internf(e->d, "m->$ = %s(m->$);", by), true);
    chunk_end(e);
}

void emit_finite_parameters(Emitter *e)
{
    chunk_begin(e, "finite_parameters");
    each_real(e, ST_PARAMETER, "m->finite &= dtc_finite(m->$);", true);
    chunk_end(e);
    emit_passed(e, "normal_parameters", ST_PARAMETER, "dtc_normal");
    emit_passed(e, "normal_calculated", ST_CALCULATED, "dtc_normal");
    emit_passed(e, "flush_states", ST_STATE, "dtc_flush");
}

/* Sums of x - x, which is zero, or NaN. */
void emit_finite(Emitter *e, const char *to, const char *const *x, bool chunks)
{
    enum { TERMS = 8 };

    for (uint32_t i = 0; i < vec_len(x); i += TERMS) {
        if (chunks)
            chunk_room(e);
        indented(e);
        put(e, "%s &= dtc_finite(", to);
        for (uint32_t k = i; k < vec_len(x) && k < i + TERMS; k++)
            put(e, "%s(m->%s - m->%s)", k > i ? " + " : "", x[k], x[k]);
        put(e, ");\n");
        e->statements++;
    }
}

void emit_finite_states(Emitter *e)
{
    const char **x = NULL;

    for (uint32_t i = 0; i < vec_len(e->dae->state); i++)
        vec_push(&e->d->pass, x, e->member[e->dae->state[i]]);
    chunk_begin(e, "finite_states");
    emit_finite(e, "m->finite", x, true);
    chunk_end(e);
}

/* All are looked at before the first is flushed: a refused input leaves every byte as it was. */
void emit_inputs(Emitter *e)
{
    bool any = false;

    for (Var v = 1; v < vec_len(e->f->var); v++)
        any |= e->storage[v] == ST_INPUT && e->f->var[v].type == T_REAL;
    put(e, "\nstatic int finite_inputs(%s *m)\n{\n    int finite = 1;\n", e->model);
    e->indent = 1;
    each_real(e, ST_INPUT, "finite &= dtc_finite(m->$);", false);
    if (any) {
        line(e, "if (!finite)");
        line(e, "    return 0;");
    }
    each_real(e, ST_INPUT, "m->$ = dtc_flush(m->$);", false);
    line(e, any ? "return 1;" : "(void)m;\n    return finite;");
    e->indent = 0;
    put(e, "}\n");
}
