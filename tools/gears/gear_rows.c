/* gear_rows.c - the kinematic equations of a flat model: exact rows.
 *
 * A row is an equation that is a sum of variables and of derivatives with factors that are fractions: literals, and
 * parameters that have exact values. Torques and forces (flow variables) say nothing of motions. A constant beside it
 * is an offset of angles, and plays no part in speeds. Angle, speed and acceleration are one motion: w = der(phi) says
 * that two variables are of the same; an equation of a variable and its own derivative (a filter) is no row. Requires:
 * flatten. Cost: linear in the equations.
 */
#include "expr.h"
#include "gear_build.h"

enum { MOST = 64 };                        /* terms: a longer sum is no gear */

typedef struct { Ex e; Fraction factor; } Summand;

bool exact_number(Dtc *d, Ex e, Fraction *x, bool *decimal)
{
    Ex known = ex_fold(d, e);
    Rational small;
    double inexact;

    *decimal = !ex_is_rational(d, known, &small);
    if (!*decimal)
        *x = fr_from(small);
    return !*decimal || (ex_is_num(d, known, &inexact) && fr_decimal(inexact, x));
}

typedef struct { Dtc *d; const Flat *f; Summand *stack; KinematicTerm *term; bool decimal; } Reader;

static void push(Reader *r, Ex e, Fraction factor) { vec_push(&r->d->pass, r->stack, ((Summand){ e, factor })); }

/* The exact value of an expression of constants and parameters. */
static bool exact_value(Reader *r, Ex e, Fraction *x)
{
    bool decimal, good = exact_number(r->d, e, x, &decimal);

    r->decimal |= good && decimal;
    return good;
}

static bool take_product(Reader *r, Summand p, Op op)
{
    Ex a = ex_arg(r->d, p.e, 0), b = ex_arg(r->d, p.e, 1);
    Fraction k;

    if (exact_value(r, b, &k) && !(op == OP_DIV && fr_is_zero(k))) {
        push(r, a, op == OP_DIV ? fr_div(p.factor, k) : fr_mul(p.factor, k));
        return true;
    }
    if (op == OP_DIV || !exact_value(r, a, &k))
        return false;
    push(r, b, fr_mul(p.factor, k));
    return true;
}

static bool take_variable(Reader *r, Ex e, bool der, Fraction factor)
{
    Var v = ex_is_var(r->d, e);
    const VarInfo *i = v ? &r->f->var[v] : NULL;

    if (!v || i->flow || i->type != T_REAL || i->variability != V_CONT)
        return false;
    vec_push(&r->d->run, r->term, ((KinematicTerm){ v, der, factor }));
    return true;
}

/* false: not a sum of motions. */
static bool take(Reader *r, Summand p)
{
    Op op = ex_op(r->d, p.e);
    Fraction none, negative = fr_neg(p.factor);
    bool decimal = r->decimal;

    if (exact_value(r, p.e, &none)) {
        r->decimal = decimal;
        return true;
    }
    switch (op) {
    case OP_ADD:
    case OP_SUB:
        push(r, ex_arg(r->d, p.e, 0), p.factor);
        push(r, ex_arg(r->d, p.e, 1), op == OP_ADD ? p.factor : negative);
        return true;
    case OP_NEG: push(r, ex_arg(r->d, p.e, 0), negative); return true;
    case OP_NOEVENT: push(r, ex_arg(r->d, p.e, 0), p.factor); return true;
    case OP_MUL:
    case OP_DIV: return take_product(r, p, op);
    case OP_DER: return take_variable(r, ex_arg(r->d, p.e, 0), true, p.factor);
    case OP_VAR:
        return r->f->var[ex_is_var(r->d, p.e)].variability >= V_PARAM ||
               take_variable(r, p.e, false, p.factor);
    default: return false;
    }
}

/* A variable and its derivative. */
static bool mixes_orders(const KinematicTerm *term)
{
    for (uint32_t i = 0; i < vec_len(term); i++)
        for (uint32_t k = 0; k < i; k++)
            if (term[i].var == term[k].var && term[i].der != term[k].der)
                return true;
    return false;
}

KinematicRow *kinematic_rows(Dtc *d, const Flat *f)
{
    KinematicRow *rows = NULL;

    for (Eq e = 1; e < vec_len(f->eq); e++) {
        const Equation *q = &f->eq[e];
        Reader r = { .d = d, .f = f };
        bool good = is_of_model(q) && q->lhs && q->rhs;
        if (good) {
            push(&r, q->lhs, FR_ONE);
            push(&r, q->rhs, fr_neg(FR_ONE));
        }
        while (good && vec_len(r.stack))
            good = take(&r, vec_pop(r.stack));
        if (good && vec_len(r.term) && vec_len(r.term) < MOST && !mixes_orders(r.term))
            vec_push(&d->run, rows, ((KinematicRow){ r.term, e, r.decimal }));
    }
    return rows;
}
