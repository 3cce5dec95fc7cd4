/* check.c - what must hold of a flat model before it is worked on: variability, values of parameters; balance is in
 * balance.c.
 *
 * Variability (Modelica 3.6, 3.8): one table over all expressions, operands first (they have smaller handles), so that
 * the whole check is linear. The value of a parameter must not vary, a discrete Real is only set at events, an equation
 * must have an unknown. A parameter without value takes its start value, with a warning. Parameters must not determine
 * each other.
 *
 * Requires: flatten. Ensures: every parameter has a binding or is fixed = false, but in a component that is checked by
 * itself.
 */
#include <math.h>
#include <string.h>
#include "check.h"
#include "known.h"
#include "setting.h"

typedef struct Table {
    Dtc     *d;
    Flat    *f;
    uint8_t *variability;                  /* by expression: Variability */
    bool    *unknown;                      /* by expression: reads an unknown of an evaluation */
    Var     *bad_der;                      /* by expression: a discrete variable whose derivative it takes */
    Var     *bad_pre;                      /* by expression: a continuous variable whose last value it takes */
    bool     *assigned;                    /* by Var: an equation gives it a value that is discrete, or a function's */
} Table;

bool is_unknown(const VarInfo *v)
{
    return v->variability < V_PARAM && !v->discrete_state && !(v->top_level && v->causality == C_INPUT);
}

/* ---- the table ----------------------------------------------------------------------------------------- */

static Variability node_variability(const Table *t, const ExNode *n, Variability operands)
{
    bool relation = (op_info[n->op].is & OP_JUMPS) || n->type == T_BOOL || n->type == T_INT;
    switch ((Op)n->op) {
    case OP_VAR: return t->f->var[n->payload].discrete_state ? V_DISCRETE : t->f->var[n->payload].variability;
    case OP_TIME:
    case OP_LAST:
    case OP_DER: return V_CONT;
    case OP_INITIAL:
    case OP_TERMINAL:
    case OP_SAMPLE:
    case OP_PRE: return V_DISCRETE;
    default: break;
    }
    return relation && operands == V_CONT ? V_DISCRETE : operands;
}

static void fill_table(Table *t)
{
    uint32_t n = ex_count(t->d) + 1;
    t->variability = NEW_N(&t->d->pass, uint8_t, n);
    t->unknown = NEW_N(&t->d->pass, bool, n);
    t->bad_der = NEW_N(&t->d->pass, Var, n);
    t->bad_pre = NEW_N(&t->d->pass, Var, n);
    for (Ex e = 1; e < n; e++) {
        const ExNode *node = ex(t->d, e);
        Variability least = V_CONST;
        for (uint32_t i = 0; i < node->n; i++) {
            Ex a = node->arg[i];
            if (t->variability[a] < least)
                least = (Variability)t->variability[a];
            t->unknown[e] = t->unknown[e] || t->unknown[a];
            if (t->bad_der[a])
                t->bad_der[e] = t->bad_der[a];
            if (t->bad_pre[a])
                t->bad_pre[e] = t->bad_pre[a];
        }
        if (node->op == OP_VAR && node->payload < vec_len(t->f->var))
            t->unknown[e] = is_unknown(&t->f->var[node->payload]);
        if (op_keeps((Op)node->op))
            t->unknown[e] = false;
        if (node->op == OP_PRE) {
            Var v = ex_is_var(t->d, node->arg[0]);
            const VarInfo *x = v ? &t->f->var[v] : NULL;
            if (x && x->type == T_REAL && x->variability == V_CONT && !x->discrete_state)
                t->bad_pre[e] = v;
        }
        if (node->op == OP_DER) {
            Var v = ex_is_var(t->d, node->arg[0]);
            t->unknown[e] = true;
            if (v && (t->f->var[v].variability != V_CONT || t->f->var[v].discrete_state))
                t->bad_der[e] = v;
        }
        t->variability[e] = (uint8_t)node_variability(t, node, least);
    }
}

/* ---- parameters ---------------------------------------------------------------------------------------- */

/* The name of something in e that varies. */
static const char *what_varies(Table *t, Ex e)
{
    Var *v = NULL;
    ex_vars(t->d, e, &v);
    for (uint32_t i = 0; i < vec_len(v); i++)
        if (t->f->var[v[i]].variability < V_PARAM)
            return t->f->var[v[i]].name;
    return "time";
}

static void constant_attribute(Table *t, const VarInfo *v, const char *name, Ex e)
{
    if (e && t->variability[e] < V_PARAM)
        error(t->d, v->span, v->path, "attribute %s of %s must not vary in a simulation, and depends on %s",
              name, v->name, what_varies(t, e));
}

static void check_binding(Table *t, VarInfo *v)
{
    Dtc *d = t->d;
    bool parameter = v->variability == V_PARAM;
    const char *kind = parameter ? "parameter" : "constant";
    if (v->binding) {
        if (t->variability[v->binding] < V_PARAM) {
            error(d, v->span, v->path, "the value of %s %s depends on %s, which varies in a simulation", kind,
                  v->name, what_varies(t, v->binding));
            note(d, v->span, NULL, "declare %s without `parameter` if it is to vary", v->name);
        }
        return;
    }
    if (v->has_fixed && !v->fixed)
        return;                                      /* from the initial equations */
    if (parameter && !*v->path && t->f->component) { /* who uses the component gives it one */
        v->binding = v->has_start ? v->start : 0;
        return;
    }
    if (parameter && v->has_start) {
        warning(d, v->span, v->path, "parameter %s has no value: its start value %s is used", v->name,
                ex_plain(d, v->start));
        v->binding = v->start;
        return;
    }
    error(d, v->span, v->path, "%s %s has no value", kind, v->name);
    if (*v->path)
        note(d, v->span, NULL, "give it one where %s is declared: %s(%s = ...)", v->path, v->path,
             name_last(v->name));
    else
        note(d, v->span, NULL, "give it one: %s = ...", v->name);
}

static void check_variables(Table *t)
{
    uint32_t told = 0; /* an array is reported once */
    for (Var i = 1; i < vec_len(t->f->var); i++) {
        VarInfo *v = change_variable(t->f, i);
        uint32_t before = t->d->errors + t->d->warnings;
        if (v->array && v->array == told) {
            if (!v->binding && v->has_start)
                v->binding = v->start;
            continue;
        }
        if (v->variability >= V_PARAM)
            check_binding(t, v);
        constant_attribute(t, v, "start", v->start);
        constant_attribute(t, v, "min", v->min);
        constant_attribute(t, v, "max", v->max);
        constant_attribute(t, v, "nominal", v->nominal);
        if (before != t->d->errors + t->d->warnings)
            told = v->array;
    }
}

/* ---- parameters that determine each other -------------------------------------------------------------- */

typedef struct { Var v; Var *reads; uint32_t next; } Visit;

static void report_cycle(Table *t, const Visit *stack, Var again)
{
    enum { SHOWN = 20 };
    const char *text = t->f->var[again].name;
    uint32_t i = vec_len(stack);
    while (i > 0 && stack[i - 1].v != again)
        i--;
    for (uint32_t n = 0; i < vec_len(stack); i++)
        text = ++n < SHOWN || i + 1 == vec_len(stack)
                 ? textf(t->d, "%s -> %s", text, t->f->var[stack[i].v].name)
             : n == SHOWN ? textf(t->d, "%s -> ...", text)
                          : text;
    error(t->d, t->f->var[again].span, t->f->var[again].path,
          "the values of these parameters determine each other: %s -> %s", text, t->f->var[again].name);
}

static void visit(Table *t, uint8_t *colour, Var start)
{
    enum { NEW_ONE, OPEN, DONE };
    Arena *a = &t->d->pass;
    Visit *stack = NULL;
    vec_push(a, stack, ((Visit){ .v = start }));
    colour[start] = OPEN;
    if (t->f->var[start].binding)
        ex_vars(t->d, t->f->var[start].binding, &vec_last(stack).reads);
    while (vec_len(stack)) {
        Visit *top = &vec_last(stack);
        if (top->next == vec_len(top->reads)) {
            colour[top->v] = DONE;
            (void)vec_pop(stack);
            continue;
        }
        Var v = top->reads[top->next++];
        if (colour[v] == OPEN) {
            report_cycle(t, stack, v);
            colour[v] = DONE;
        } else if (colour[v] == NEW_ONE && t->f->var[v].binding) {
            colour[v] = OPEN;
            vec_push(a, stack, ((Visit){ .v = v }));
            ex_vars(t->d, t->f->var[v].binding, &vec_last(stack).reads);
        }
    }
}

static void check_cycles(Table *t)
{
    uint8_t *colour = NEW_N(&t->d->pass, uint8_t, vec_len(t->f->var) + 1);
    for (Var v = 1; v < vec_len(t->f->var); v++) {
        Ex e = t->f->var[v].binding;
        double x;
        if (e && !colour[v] && !ex_is_num(t->d, e, &x) && t->f->var[v].variability >= V_PARAM)
            visit(t, colour, v);
    }
}

/* ---- values -------------------------------------------------------------------------------------------- */

/* The value that a parameter has, an input and a state that starts so begin with; false: none is known. */
static bool first_value(Table *t, Var v, const double *value, double *x)
{
    const VarInfo *i = &t->f->var[v];
    bool parameter = i->variability >= V_PARAM, input = i->top_level && i->causality == C_INPUT;
    if (i->type != T_REAL && i->type != T_INT)
        return false;
    if (parameter && i->binding)
        return known_eval(t->d, i->binding, value, x) || ex_is_num(t->d, i->binding, x);
    return !parameter && (input || i->fixed) && i->has_start && i->start &&
           known_eval(t->d, i->start, value, x);
}

/* min and max are conditions on these values (Modelica 3.6, 4.9.1), as far as they are known now: setup looks at
 * others. */
static void check_range(Table *t, Var var, const double *value)
{
    Dtc *d = t->d;
    const VarInfo *v = &t->f->var[var];
    double x = 0, least = -INFINITY, most = INFINITY, nominal = 1, bound;
    bool known = first_value(t, var, value, &x);
    const char *is = v->variability >= V_PARAM ? "" : "the start value of ";
    if (v->min && (known_eval(d, v->min, value, &bound) || ex_is_num(d, v->min, &bound)))
        least = bound;
    if (v->max && (known_eval(d, v->max, value, &bound) || ex_is_num(d, v->max, &bound)))
        most = bound;
    if (v->nominal)
        ex_is_num(d, v->nominal, &nominal);
    if (least > most)
        error(d, v->span, v->path, "%s has min = %g above max = %g: no value is left", v->name, least, most);
    else if (known && (x < least || x > most))
        error(d, (*is ? set_at : given_at)(d, v->name, v->span), v->path, "%s%s = %g is %s = %g", is, v->name,
              x, x < least ? "below its min" : "above its max", x < least ? least : most);
    if (nominal == 0)
        error(d, v->span, v->path, "the nominal value of %s must not be zero", v->name);
}

/* Degrees C that are given for K: what is shown in degC is a temperature, no difference of two, and no part of a
 * drivetrain is colder than TOO_COLD. 0 may stand for none. */
#define TOO_COLD 200
static bool check_kelvin(Table *t, Var var, const double *value)
{
    const VarInfo *v = &t->f->var[var];
    double x;
    bool cold = v->variability >= V_PARAM && v->unit && strcmp(v->unit, "K") == 0 && v->display_unit &&
                strcmp(v->display_unit, "degC") == 0 && first_value(t, var, value, &x) && x < TOO_COLD &&
                (x < 0 || x > 0);
    if (cold)
        warning(t->d, given_at(t->d, v->name, v->span), v->path,
                "%s = %g is hardly in K: degrees C are to be given with 273.15 more", v->name, x);
    return cold;
}

static bool within(const char *path, const char *outer)
{
    size_t n = strlen(outer);
    return n && strncmp(path, outer, n) == 0 && (path[n] == '.' || path[n] == '[');
}

/* What a component is given wrong is said of it, and not again of the parts in it to which it hands the value on; they
 * follow it in the list of variables. */
static void check_ranges(Table *t)
{
    const double *value = known_values(t->d, t->f);
    const char *wrong = "", *cold = "";
    uint32_t told = 0, told_cold = 0; /* an array is reported once */
    for (Var i = 1; i < vec_len(t->f->var); i++) {
        uint32_t before = t->d->errors, array = t->f->var[i].array;
        if ((array && array == told) || within(t->f->var[i].path, wrong))
            continue;
        check_range(t, i, value);
        if (before == t->d->errors) {
            if ((!array || array != told_cold) && !within(t->f->var[i].path, cold) &&
                check_kelvin(t, i, value)) {
                told_cold = array;
                cold = t->f->var[i].path;
            }
            continue;
        }
        told = array;
        wrong = t->f->var[i].path;
    }
}

/* ---- equations ----------------------------------------------------------------------------------------- */

static bool reads_call(Dtc *d, Ex e) { return ex_op(d, e) == OP_CALL || ex_op(d, e) == OP_OUT; }

static void find_assigned(Table *t)
{
    t->assigned = NEW_N(&t->d->pass, bool, vec_len(t->f->var) + 1);
    for (Eq e = 1; e < vec_len(t->f->eq); e++) {
        const Ex side[] = { t->f->eq[e].lhs, t->f->eq[e].rhs };
        for (int i = 0; i < 2 && side[0]; i++) {
            Var v = ex_is_var(t->d, side[i]);
            if (v && (t->variability[side[1 - i]] != V_CONT || reads_call(t->d, side[1 - i])))
                t->assigned[v] = true;
        }
    }
}

/* A discrete Real alone on one side, and something that varies continuously on the other. One that a when-equation or
 * another equation assigns is known: the equation determines the other side, unless it is that variable's own binding.
 */
static void check_discrete(Table *t, const Equation *q, Ex side, Ex value)
{
    Var v = ex_is_var(t->d, side);
    if (!v || t->f->var[v].variability != V_DISCRETE || t->f->var[v].type != T_REAL)
        return;
    if ((t->f->var[v].discrete_state || t->assigned[v]) && (q->kind != EQ_BINDING || side != q->lhs))
        return;
    if (t->variability[value] != V_CONT || reads_call(t->d, value))
        return;
    error(t->d, q->span, q->path, "%s is discrete, and the other side varies continuously: %s",
          t->f->var[v].name, ex_plain(t->d, value));
    note(t->d, q->span, NULL, "assign it in a when-equation");
}

/* The net that v is a place of, or NULL. */
static const FlatNet *net_of(const Flat *f, Var v)
{
    for (uint32_t i = 0; i < vec_len(f->net); i++)
        for (uint32_t k = 0; k < vec_len(f->net[i].place); k++)
            if (f->net[i].place[k].v == v)
                return &f->net[i];
    return NULL;
}

static void check_determines(Table *t, const Equation *q)
{
    Dtc *d = t->d;
    if (t->unknown[q->lhs] || t->unknown[q->rhs])
        return;
    Var v = ex_is_var(d, q->lhs) ? ex_is_var(d, q->lhs) : ex_is_var(d, q->rhs);
    const VarInfo *x = v ? &t->f->var[v] : NULL;
    if (x && x->variability >= V_PARAM) {
        error(d, q->span, q->path, "%s is a %s: its value is given by its declaration, not by an equation",
              x->name, x->variability == V_PARAM ? "parameter" : "constant");
    } else if (x && x->top_level && x->causality == C_INPUT) {
        error(d, q->span, q->path,
              "%s is an input of the model: its value comes from outside, not from an equation", x->name);
    } else if (x && x->discrete_state && net_of(t->f, v)) {
        error(d, q->span, q->path, "%s is a place of %s: only the transitions change it", x->name,
              net_of(t->f, v)->word ? "an automaton" : "a net");
    } else if (x && x->discrete_state) {
        error(d, q->span, q->path, "%s is already assigned by a when-equation", x->name);
    } else {
        error(d, q->span, q->path, "this equation has no unknown: %s = %s", ex_plain(d, q->lhs),
              ex_plain(d, q->rhs));
    }
}

/* The last value of what varies continuously has a meaning at an event only (Modelica 3.6, 3.7.5.1). */
static void check_pre(Table *t, const Equation *q)
{
    Var v = t->bad_pre[q->lhs] ? t->bad_pre[q->lhs] : t->bad_pre[q->rhs];
    if (!v || reads_call(t->d, q->lhs) || reads_call(t->d, q->rhs))
        return;
    error(t->d, q->span, q->path,
          "the last value of %s is taken outside of a when-equation, and it varies continuously",
          t->f->var[v].name);
    note(t->d, t->f->var[v].span, NULL,
         "pre, edge and change are for Booleans, Integers, enumerations, and Reals that a when-equation "
         "assigns");
}

/* Where a clause of `when` assigns what varies continuously. */
static void note_clause(const Table *t, Var v)
{
    for (uint32_t i = 0; i < vec_len(t->f->when); i++)
        for (uint32_t k = 0; k < vec_len(t->f->when[i].branch); k++) {
            const WhenAction *action = t->f->when[i].branch[k].action;
            for (uint32_t n = 0; n < vec_len(action); n++) {
                if (action[n].kind != W_ASSIGN || action[n].var != v)
                    continue;
                note(t->d, action[n].span, NULL,
                     "it is assigned here; reinit(%s, ...) sets what varies continuously", t->f->var[v].name);
                return;
            }
        }
}

static void check_equation(Table *t, const Equation *q)
{
    if (q->kind == EQ_SWITCH || q->removed)
        return;
    Var bad = t->bad_der[q->lhs] ? t->bad_der[q->lhs] : t->bad_der[q->rhs];
    if (bad) {
        error(t->d, q->span, q->path, "the derivative of %s is taken, and it is %s", t->f->var[bad].name,
              t->f->var[bad].variability >= V_PARAM ? "no variable" : "discrete");
        note_clause(t, bad);
        return;
    }
    check_pre(t, q);
    check_discrete(t, q, q->lhs, q->rhs);
    check_discrete(t, q, q->rhs, q->lhs);
    check_determines(t, q);
}

bool check_values(Dtc *d, Flat *f)
{
    uint32_t before = d->errors;
    Table t = { .d = d, .f = f };
    fill_table(&t);
    check_cycles(&t);
    if (d->errors == before)
        check_ranges(&t);
    return d->errors == before;
}

bool check(Dtc *d, Flat *f)
{
    uint32_t before = d->errors;
    Table t = { .d = d, .f = f };
    fill_table(&t);
    find_assigned(&t);
    check_variables(&t);
    check_cycles(&t);
    if (d->errors == before)
        check_ranges(&t);
    for (Eq e = 1; e < vec_len(f->eq); e++)
        check_equation(&t, &f->eq[e]);
    check_places(d, f);
    return d->errors == before && check_circuits(d, f) && check_assertions(d, f, t.variability) &&
           check_divisions(d, f) && check_tables(d, f) && check_balance(d, f);
}
