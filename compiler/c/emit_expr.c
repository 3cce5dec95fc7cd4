/* emit_expr.c - expressions as C, with the parentheses that keep their order of evaluation and types that suit
 * -Wconversion. It decides nothing.
 *
 * Cost: linear. Requires: temporaries.c, so that an expression is a tree of bounded depth; every variable in one has a
 * member.
 */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "emit.h"

static void put_level(Printer *pr, Ex x, Level least);

static const char *real_text(Dtc *d, Ex x, Level *level)
{
    Rational r;
    double v = 0;

    *level = L_PRIMARY;
    ex_is_num(d, x, &v);
    if (!ex_is_quotient(d, x, &r))
        return number_text(d, v);
    *level = L_TERM;
    return textf(d, "R(%lld.0) / R(%lld.0)", (long long)r.num, (long long)r.den);
}

/* ---- variables ----------------------------------------------------------------------------------------- */

static void put_member(Printer *pr, const char *name)
{
    put_plain(pr, "m->");
    put_plain(pr, name ? name : "MISSING");
}

static void put_signed(Printer *pr, const char *name, bool negated, TypeKind t, Level least)
{
    const bool sum = negated && t != T_BOOL, parentheses = sum && least > L_SUM;

    if (negated)
        put_plain(pr, parentheses ? "(-" : sum ? "-" : "!");
    put_member(pr, name);
    if (parentheses)
        put_plain(pr, ")");
}

/* Through aliases. */
static void put_var(Printer *pr, Var v, Level least)
{
    const Emitter *e = pr->e;
    bool negated;
    const Var r = root_of(e->f, v, &negated);

    put_signed(pr, pr->name->of[AT_variable][r], negated, e->f->var[v].type, least);
}

/* The value that a variable had in the last evaluation. */
static void put_pre(Printer *pr, Ex x)
{
    const Emitter *e = pr->e;
    bool negated = false;
    const Var v = ex_is_var(e->d, ex_arg(e->d, x, 0)), r = v ? root_of(e->f, v, &negated) : 0;
    const char *name = !r ? NULL : pr->name->of[kept_as(e, ex_op(e->d, x))][r];

    put_signed(pr, name, negated, r ? e->f->var[r].type : T_NONE, L_PRIMARY);
}

/* ---- calls of user functions --------------------------------------------------------------------------- */

static const Function *callee(const Emitter *e, Ex call) { return &e->f->function[ex(e->d, call)->payload]; }

static void put_argument(Printer *pr, Ex x, const Local *as)
{
    const Emitter *e = pr->e;
    Op op = ex_op(e->d, x);
    Ex table = (Ex)map_get(&e->program->literals, x);

    if (as && as->room)
        put_plain(pr, "&");
    if (op == OP_ARRAY && table) {
        put_level(pr, table, L_IF);
    } else if (op == OP_ARRAY) {
        put_member(pr, pr->name->array[whole_array(e, x)]);
    } else {
        put_level(pr, x, L_IF);
        if (op != OP_OBJ)
            return;
    }
    for (uint32_t k = 0; as && k < as->ndim; k++) {
        put_comma(pr);
        put(pr, "%u", as->dim[k]);
    }
}

static void put_arguments(Printer *pr, Ex call)
{
    const Emitter *e = pr->e;
    const Function *f = callee(e, call);
    uint32_t n = ex_narg(e->d, call);

    for (uint32_t i = 0; i < n; i++) {
        if (i)
            put_comma(pr);
        put_argument(pr, ex_arg(e->d, call, i), f->external && i < f->nin ? &f->local[i] : NULL);
    }
}

static const char *called_name(const Printer *pr, Ex call)
{
    const char *external = callee(pr->e, call)->external;
    return external ? external : name_of(pr, FN_of_user, ex(pr->e->d, call)->payload);
}

void put_user_call(Printer *pr, Ex x, const Ex *out)
{
    const Emitter *e = pr->e;
    const Function *f = callee(e, x);

    put_plain(pr, called_name(pr, x));
    put_open(pr);
    put_arguments(pr, x);
    for (uint32_t i = 0; i < vec_len(out); i++) {
        if (i || f->nin)
            put_comma(pr);
        put(pr, f->local[f->nin + i].ndim ? "" : "&");
        put_ex(pr, out[i]);
    }
    put_close(pr);
}

/* ---- operators ----------------------------------------------------------------------------------------- */

static void put_infix(Printer *pr, Ex x, const char *sign, Level left, Level right)
{
    const Emitter *e = pr->e;

    put_level(pr, ex_arg(e->d, x, 0), left);
    put_before_operator(pr, (Level)op_info[ex_op(e->d, x)].binds);
    put(pr, "%s ", sign);
    put_level(pr, ex_arg(e->d, x, 1), right);
}

static void put_call(Printer *pr, const char *name, Ex x)
{
    const Emitter *e = pr->e;

    put_plain(pr, name);
    put_open(pr);
    for (uint32_t i = 0; i < ex_narg(e->d, x); i++) {
        if (i)
            put_comma(pr);
        put_level(pr, ex_arg(e->d, x, i), L_IF);
    }
    put_close(pr);
}

static void put_power(Printer *pr, Ex x)
{
    const Emitter *e = pr->e;
    Ex base = ex_arg(e->d, x, 0), exponent = ex_arg(e->d, x, 1);
    Rational r;

    if (ex_is_rational(e->d, exponent, &r) && r.den == 1 && r.num >= -64 && r.num <= 64) {
        put_plain(pr, "dtc_powi");
        put_open(pr);
        put_level(pr, base, L_IF);
        put_comma(pr);
        put(pr, "%d", (int)r.num);
        put_close(pr);
    } else if (ex_is_rational(e->d, exponent, &r) && r.num == 1 && r.den == 2) {
        put_plain(pr, "dtc_sqrt");
        put_open(pr);
        put_level(pr, base, L_IF);
        put_close(pr);
    } else {
        put_call(pr, "dtc_pow", x);
    }
}

static Level level_of(const Emitter *e, Ex x)
{
    if (int_may_overflow(e, x))
        return L_PRIMARY;
    switch (ex_op(e->d, x)) {
    case OP_POW: return L_PRIMARY; /* a call in C */
    case OP_NEG:
    case OP_NOT: return L_FACTOR;
    case OP_NOEVENT: return level_of(e, ex_arg(e->d, x, 0));
    case OP_SMOOTH: return level_of(e, ex_arg(e->d, x, 1));
    default: return (Level)op_info[ex_op(e->d, x)].binds;
    }
}

/* An operator of C, or a function; Integers have their own where they might leave 32 bits. */
static void put_operation(Printer *pr, Ex x)
{
    const Emitter *e = pr->e;
    const OpInfo *o = &op_info[ex_op(e->d, x)];
    bool real = ex_type(e->d, x) == T_REAL, arithmetic = o->binds >= L_SUM;

    if (o->binds == L_PRIMARY || int_may_overflow(e, x)) {
        put(pr, !real && (o->is & OP_REAL_IN_C) ? "(int)" : "");
        put_call(pr, !real && o->c_int ? o->c_int : o->c, x);
    } else if (o->operands == 1) {
        put_plain(pr, o->c);
        put_level(pr, ex_arg(e->d, x, 0), L_PRIMARY);
    } else {
        Level least =
            o->binds >= L_REL ? L_SUM : L_REL; /* of relations; of `and`, `or`, which C compilers warn of */
        put_infix(pr, x, o->c, arithmetic ? (Level)o->binds : least,
                  arithmetic ? (Level)(o->binds + 1) : least);
    }
}

static void put_if(Printer *pr, Ex x)
{
    const Emitter *e = pr->e;

    put_level(pr, ex_arg(e->d, x, 0), L_OR);
    put_before_choice(pr);
    put_plain(pr, "? ");
    pr->wrap.depth++;
    put_level(pr, ex_arg(e->d, x, 1), L_IF);
    pr->wrap.depth--;
    put_before_operator(pr, L_IF);
    put_plain(pr, ": ");
    put_level(pr, ex_arg(e->d, x, 2), L_IF);
}

static void put_leaf(Printer *pr, Ex x, Level least)
{
    const Emitter *e = pr->e;
    double v = 0;
    Level level = L_PRIMARY;

    switch (ex_op(e->d, x)) {
    case OP_NUM:
        if (ex_type(e->d, x) == T_REAL) {
            const char *s = real_text(e->d, x, &level);
            put(pr, level < least ? "(%s)" : "%s", s);
        } else {
            ex_is_num(e->d, x, &v);
            put_plain(pr, int_text(e->d, v));
        }
        break;
    case OP_BOOL: put(pr, "%u", ex(e->d, x)->payload); break;
    case OP_VAR: put_var(pr, ex_is_var(e->d, x), least); break;
    case OP_TIME: put_plain(pr, "m->time"); break;
    case OP_INITIAL: put(pr, least >= L_REL ? "(m->initial == 1)" : "m->initial == 1"); break;
    default: put_plain(pr, "0"); break;
    }
}

static void put_object(Printer *pr, Ex x)
{
    const Emitter *e = pr->e;
    static const char *const constants[] = {
#define X(id, type, value, name) #name,
        DTC_CONSTANTS(X)
#undef X
    };
    const Object *o = object_of(e->program, x);

    switch (o->kind) {
    case OBJ_MEMBER: put_member(pr, name_at(pr, x)); break;
    case OBJ_CONSTANT: put(pr, "%s", constants[o->constant]); break;
    case OBJ_OFFSET: put(pr, "offsetof(%s, %s)", pr->name->model, name_at(pr, x)); break;
    case OBJ_BYTES: put(pr, "sizeof ((%s *)0)->%s", pr->name->model, name_at(pr, x)); break;
    case OBJ_LOCAL:
    case OBJ_PARAM:
    case OBJ_TABLE: put(pr, "%s", name_at(pr, x)); break;
    }
    if (ex_narg(e->d, x) == 0)
        return;
    put_plain(pr, "[");
    pr->wrap.depth++;
    put_level(pr, ex_arg(e->d, x, 0), L_IF);
    pr->wrap.depth--;
    put_plain(pr, "]");
}

/* An operator and its operands, without parentheses of its own. */
static void put_node(Printer *pr, Ex x, Level least)
{
    const Emitter *e = pr->e;
    Op op = ex_op(e->d, x);

    switch (op) {
    case OP_NONE:
    case OP_NUM:
    case OP_BOOL:
    case OP_STR:
    case OP_VAR:
    case OP_LOCAL:
    case OP_TIME:
    case OP_INITIAL:
    case OP_TERMINAL:
    case OP_INDEX:
    case OP_WHOLE:
    case OP_DER:
    case OP_STRING:
    case OP_CONCAT:
    case OP_ARRAY:
    case OP_COUNT: put_leaf(pr, x, least); break;
    case OP_PRE:
    case OP_LAST: put_pre(pr, x); break;
    case OP_SAMPLE:
        put_open(pr);
        put_plain(pr, "!m->initial && dtc_sample");
        put_open(pr);
        put_plain(pr, "m->steps, STEP, ");
        put_level(pr, ex_arg(e->d, x, 0), L_SUM);
        put_plain(pr, " - START, ");
        put_level(pr, ex_arg(e->d, x, 1), L_IF);
        put_close(pr);
        put_close(pr);
        break;
    case OP_POW: put_power(pr, x); break;
    case OP_IF: put_if(pr, x); break;
    case OP_NOEVENT: put_level(pr, ex_arg(e->d, x, 0), least); break;
    case OP_SMOOTH: put_level(pr, ex_arg(e->d, x, 1), least); break;
    case OP_REAL:
        put_plain(pr, "(dtc_real)");
        put_level(pr, ex_arg(e->d, x, 0), L_PRIMARY);
        break;
    case OP_CALL: put_user_call(pr, x, NULL); break;
    case OP_OBJ: put_object(pr, x); break;
    default: put_operation(pr, x); break;
    }
}

static void put_level(Printer *pr, Ex x, Level least)
{
    const Emitter *e = pr->e;
    bool parentheses = level_of(e, x) < least;

    if (!parentheses) {
        put_node(pr, x, least);
        return;
    }
    put_open(pr);
    put_node(pr, x, L_IF);
    put_close(pr);
}

void put_ex(Printer *pr, Ex x) { put_level(pr, x, L_IF); }
