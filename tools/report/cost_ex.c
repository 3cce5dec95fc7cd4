/* cost_ex.c - what expressions cost.
 *
 * An operation of two constants is none: a compiler folds it. Of a condition's two sides the larger counts, kind by
 * kind; right operands of `and` and `or` always do. Cost: linear. Requires: temporaries.c, so that an expression is a
 * tree of bounded depth. */
#include "cost_kernel.h"
#include "dtc_law.h"

/* ---- what is known ------------------------------------------------------------------------------------- */

static const Object *object(const Fold *f, Ex x) { return ex_op(f->d, x) == OP_OBJ ? object_of(f->p, x) : NULL; }

static bool is_constant(Fold *f, Ex x)
{
    const Object *o = object(f, x);

    switch (ex_op(f->d, x)) {
    case OP_NUM:
    case OP_BOOL: return true;
    case OP_OBJ: return o->kind == OBJ_CONSTANT;
    case OP_REAL:
    case OP_NEG: return is_constant(f, ex_arg(f->d, x, 0));
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_DIV: return is_constant(f, ex_arg(f->d, x, 0)) && is_constant(f, ex_arg(f->d, x, 1));
    default: return false;
    }
}

bool is_decision(Fold *f, Ex x)
{
    const Object *o = object(f, x);
    bool any = o && o->decides;

    for (uint32_t i = 0; i < ex_narg(f->d, x) && !o && ex_op(f->d, x) != OP_CALL; i++)
        any |= is_decision(f, ex_arg(f->d, x, i));
    return any;
}

bool cost_is_once(Fold *f, Ex x)
{
    return (ex_op(f->d, x) == OP_GT || ex_op(f->d, x) == OP_EQ) && object(f, ex_arg(f->d, x, 0)) &&
           object(f, ex_arg(f->d, x, 0))->once_a_sample;
}

bool integer_most(Fold *f, Ex x, long *most)
{
    long a = 0, b = 0;
    double number;

    switch (ex_op(f->d, x)) {
    case OP_NUM:
        (void)ex_is_num(f->d, x, &number);
        *most = (long)number;
        return true;
    case OP_BOOL: *most = ex(f->d, x)->payload; return true;
    case OP_OBJ: *most = (long)object(f, x)->most - 1; return *most >= 0;
    case OP_ADD:
    case OP_MUL:
        if (!integer_most(f, ex_arg(f->d, x, 0), &a) || !integer_most(f, ex_arg(f->d, x, 1), &b))
            return false;
        *most = ex_op(f->d, x) == OP_ADD ? a + b : a * b;
        return true;
    default: return false;
    }
}

static void give_number(Call *k, long n)
{
    k->known[k->n] = true;
    k->size[k->n] = n;
    k->n += k->n + 1 < MOST_SIZES;
}

void give_size(Call *k, Ex x)
{
    long n = 0;
    bool known = x && integer_most(k->f, x, &n);

    give_number(k, n);
    k->known[k->n - 1] = known;
}

/* ---- calls --------------------------------------------------------------------------------------------- */

/* Arguments as C has them: after an array its dimensions. */
static void external_arguments(Fold *f, Ex x, const Function *fn, Call *k)
{
    for (uint32_t i = 0; i < ex_narg(f->d, x); i++) {
        Ex a = ex_arg(f->d, x, i);
        const Local *as = i < fn->nin ? &fn->local[i] : NULL;
        bool array = as && as->ndim > 0;
        give_size(k, !array && ex_type(f->d, a) != T_REAL ? a : 0);
        for (uint32_t n = 0; array && n < as->ndim; n++)
            give_number(k, as->dim[n]);
    }
}

static void call_cost(Fold *f, Ex x)
{
    const Function *fn = &f->e->f->function[ex(f->d, x)->payload];
    Call k = { .f = f };
    Cost cost;

    for (uint32_t i = 0; i < ex_narg(f->d, x); i++)
        expression_cost(f, ex_arg(f->d, x, i));
    if (!fn->external) {
        add_cost(f, function_cost(f, function_of(f->p, FN_of_user, ex(f->d, x)->payload)));
        return;
    }
    external_arguments(f, x, fn, &k);
    if (named_cost(&k, fn->external, &cost))
        add_cost(f, cost);
    else
        vec_push(&f->d->pass, f->unknown, fn->external);
}

static void sample_cost(Fold *f)
{
    Call k = { .f = f };
    Cost cost;

    (void)named_cost(&k, "dtc_sample", &cost);
    add_cost(f, cost);
}

/* ---- operators ----------------------------------------------------------------------------------------- */

static Cost of_operands(Fold *f, Ex x)
{
    Cost before = f->sum, own;

    f->sum = (Cost){ 0 };
    expression_cost(f, x);
    own = f->sum;
    f->sum = before;
    return own;
}

static void if_cost(Fold *f, Ex x)
{
    Ex condition = ex_arg(f->d, x, 0);

    expression_cost(f, condition);
    Cost either = cost_either(of_operands(f, ex_arg(f->d, x, 1)), of_operands(f, ex_arg(f->d, x, 2)));
    f->sum = cost_then(f->sum, is_decision(f, condition) ? cost_guarded(either) : either);
}

static void power_cost(Fold *f, Ex x)
{
    Ex exponent = ex_arg(f->d, x, 1);
    Call k = { .f = f };
    Cost cost;
    Rational r;

    expression_cost(f, ex_arg(f->d, x, 0));
    bool exact = ex_is_rational(f->d, exponent, &r),
         whole = exact && r.den == 1 && r.num >= -64 && r.num <= 64;
    if (!whole)
        expression_cost(f, exponent);
    give_size(&k, 0);
    give_number(&k, whole ? (long)r.num : 0);
    (void)named_cost(&k,
                     whole                               ? "dtc_powi"
                     : exact && r.num == 1 && r.den == 2 ? "dtc_sqrt"
                                                         : "dtc_pow",
                     &cost);
    add_cost(f, cost);
}

/* A sum, a relation, or a function of the runtime that does it. */
static void operator_cost(Fold *f, Ex x)
{
    const OpInfo *o = &op_info[ex_op(f->d, x)];
    bool real = false, constant = true;
    Cost cost = { 0 };

    for (uint32_t i = 0; i < ex_narg(f->d, x); i++) {
        Ex a = ex_arg(f->d, x, i);
        expression_cost(f, a);
        real |= ex_type(f->d, a) == T_REAL;
        constant &= is_constant(f, a);
    }
    if (o->binds == L_PRIMARY && (real || !o->c_int)) {
        add_cost(f, operation_cost(o));
    } else if (o->binds >= L_REL && ex_narg(f->d, x) == 2 && real && !constant) {
        Kind kind = o->binds == L_REL        ? OF_COMPARE
                  : o->binds == L_SUM        ? OF_ADD
                  : ex_op(f->d, x) == OP_MUL ? OF_MULTIPLY
                                             : OF_DIVIDE;
        cost.step = count_one(kind);
        f->sum = cost_then(f->sum, cost);
    }
}

void expression_cost(Fold *f, Ex x)
{
    if (!x)
        return;
    switch (ex_op(f->d, x)) {
    case OP_PRE:
    case OP_LAST:
    case OP_VAR:
    case OP_NUM: break;
    case OP_OBJ:
        for (uint32_t i = 0; i < ex_narg(f->d, x); i++)
            expression_cost(f, ex_arg(f->d, x, i));
        break;
    case OP_CALL: call_cost(f, x); break;
    case OP_IF: if_cost(f, x); break;
    case OP_POW: power_cost(f, x); break;
    case OP_SMOOTH: expression_cost(f, ex_arg(f->d, x, 1)); break;
    case OP_SAMPLE:
        expression_cost(f, ex_arg(f->d, x, 0));
        expression_cost(f, ex_arg(f->d, x, 1));
        sample_cost(f);
        break;
    case OP_ARRAY:
    case OP_REAL:
    case OP_NOEVENT:
    case OP_NEG:
    case OP_AND:
    case OP_OR:
    case OP_NOT:
        for (uint32_t i = 0; i < ex_narg(f->d, x); i++)
            expression_cost(f, ex_arg(f->d, x, i));
        break;
    default: operator_cost(f, x); break;
    }
}
