/* interpret_value.c - expressions of the step program, as their C computes them, bit for bit: the values of ops.h and
 * the functions of the runtime in the same order, in double precision; Integers stay within 32 bits.
 *
 * Cost: linear in the graph of an expression: a node has its value once in a statement.
 */
#include <math.h>
#include <stdlib.h>
#include "interpret_step.h"

/* ---- operators ----------------------------------------------------------------------------------------- */

static double power(Machine *k, Ex x)
{
    Rational r;
    double base = value_in(k, ex_arg(k->d, x, 0));

    if (ex_is_rational(k->d, ex_arg(k->d, x, 1), &r) && r.den == 1 && r.num >= -64 && r.num <= 64)
        return dtc_powi(base, (int)r.num);
    if (ex_is_rational(k->d, ex_arg(k->d, x, 1), &r) && r.num == 1 && r.den == 2)
        return dtc_sqrt(base);
    return dtc_pow(base, value_in(k, ex_arg(k->d, x, 1)));
}

static double number(Machine *k, Ex x)
{
    Rational r;
    double v = 0;

    if (ex_type(k->d, x) == T_REAL && ex_is_quotient(k->d, x, &r))
        return (double)r.num / (double)r.den;
    ex_is_num(k->d, x, &v);
    return v;
}

/* ---- calls --------------------------------------------------------------------------------------------- */

/* Room that an expression has for itself. */
static void *room_for_arrays(Machine *k, Ex x, uint32_t i, size_t size)
{
    const uint64_t key = (uint64_t)x << 32 | i;
    void *room = (void *)(uintptr_t)map_get(&k->rooms, key);

    if (!room) {
        room = NEW_N(&k->d->run, unsigned char, size);
        map_set(&k->d->run, &k->rooms, key, (uint64_t)(uintptr_t)room);
    }
    return room;
}

/* An array that is an argument: of the file, of the model, or made for the call. */
static void *array(Machine *k, Ex x)
{
    Ex table = (Ex)map_get(&k->e->program->literals, x);
    const uint32_t whole = whole_array(k->e, x);

    if (ex_op(k->d, x) == OP_OBJ)
        return address(k, x);
    if (table)
        return k->cell[ex(k->d, table)->payload];
    if (whole)
        return member_in(k, k->m, AT_array, whole);
    const size_t size = element_size(ex_type(k->d, x));
    unsigned char *made = room_for_arrays(k, x, 0, (ex_narg(k->d, x) + 1) * size);
    for (uint32_t i = 0; i < ex_narg(k->d, x); i++)
        store_number(ex_type(k->d, x), made + i * size, value_in(k, ex_arg(k->d, x, i)));
    return made;
}

static double external_call(Machine *k, const Function *f, Ex call)
{
    LookUpArgument a[MOST_ARGUMENTS + MAX_DIM] = { { 0 } };
    double result = 0;
    uint32_t n = 0;

    for (uint32_t i = 0; i < ex_narg(k->d, call) && n < MOST_ARGUMENTS; i++) {
        const Local *l = &f->local[i];
        a[n++] = l->ndim || l->room ? (LookUpArgument){ .p = array(k, ex_arg(k->d, call, i)) }
                                    : (LookUpArgument){ .x = value_in(k, ex_arg(k->d, call, i)) };
        for (uint32_t q = 0; q < l->ndim; q++)
            a[n++].x = l->dim[q];
    }
    if (f->nout != 1 || f->local[f->nin].ndim || !look_up_value(f->external, a, &result))
        not_interpreted(f->external);
    return result;
}

/* out: where its outputs go; a single scalar is returned. */
static double user_call(Machine *k, const Function *f, Ex call, void *const *out)
{
    Fn fn = function_of(k->p, FN_of_user, ex(k->d, call)->payload);
    const Ex *param = k->p->fn[fn].param;
    double x[f->nin + 1];
    void *given[f->nin + 1];

    for (uint32_t i = 0; i < f->nin; i++)
        if (f->local[i].ndim)
            given[i] = array(k, ex_arg(k->d, call, i));
        else
            x[i] = value_in(k, ex_arg(k->d, call, i));
    for (uint32_t i = 0; i < vec_len(param); i++) {
        const Object *o = object_of(k->p, param[i]);
        Obj at = ex(k->d, param[i])->payload;
        if (o->n == 0)
            store_number(o->type, k->cell[at], x[i]);
        else
            k->cell[at] = i < f->nin ? given[i] : out[i - f->nin];
    }
    return run_function(k, fn);
}

static const Function *called(Machine *k, Ex call) { return &k->e->f->function[ex(k->d, call)->payload]; }

void run_user_outputs(Machine *k, Ex call, void *const *out) { (void)user_call(k, called(k, call), call, out); }

/* A function that the program does not call (the derivative of one, at a point): as while compiling. */
static double evaluated(Machine *k, Ex call, uint32_t slot)
{
    Dtc *d = k->d;
    const ExNode n = *ex(d, call);
    Ex *arg = NEW_N(&d->pass, Ex, n.n + 1);
    double x = NAN;

    for (uint32_t i = 0; i < n.n; i++) {
        const ExNode a = *ex(d, n.arg[i]);
        Ex *part = NEW_N(&d->pass, Ex, a.n + 1);
        for (uint32_t q = 0; a.op == OP_ARRAY && q < a.n; q++)
            part[q] = ex_real(d, value_in(k, ex_arg(d, n.arg[i], q)));
        arg[i] = a.op == OP_ARRAY ? ex_new(d, OP_ARRAY, (TypeKind)a.type, a.payload, part, a.n)
               : a.type == T_REAL ? ex_real(d, value_in(k, n.arg[i]))
               : a.type == T_BOOL ? ex_bool(d, value_in(k, n.arg[i]) != 0)
                                  : ex_int(d, (int64_t)value_in(k, n.arg[i]));
    }
    Ex y = ex_interpret(d, ex_new(d, OP_CALL, (TypeKind)n.type, n.payload, arg, n.n), slot);
    room_for_values(k);
    return y && ex_is_num(d, y, &x) ? x : NAN;
}

static double run_user_call(Machine *k, Ex call, uint32_t slot)
{
    const Function *f = called(k, call);
    void *out[f->nout + 1];
    uint32_t first = 1;
    double x = 0;

    if (f->external)
        return external_call(k, f, call);
    if (!function_of(k->p, FN_of_user, ex(k->d, call)->payload))
        return evaluated(k, call, slot);
    for (uint32_t i = 0; i < f->nout; i++)
        out[i] = room_for_arrays(k, call, i + 1, (f->local[f->nin + i].n + 1) * sizeof(double));
    x = user_call(k, f, call, out);
    if (f->nout == 1 && f->local[f->nin].ndim == 0)
        return x;
    for (uint32_t i = 0; i < f->nout; i++) {
        const Local *l = &f->local[f->nin + i];
        if (slot >= first && slot < first + l->n)
            x = load_number(l->type, (unsigned char *)out[i] + (slot - first) * element_size(l->type));
        first += l->n;
    }
    return x;
}

/* ---- nodes --------------------------------------------------------------------------------------------- */

static double stored(Machine *k, Ex x)
{
    double v = load_number(ex_type(k->d, x), address(k, x));

    return !is_negative(k, x) ? v : ex_type(k->d, x) == T_BOOL ? v == 0 : -v;
}

static double sample(Machine *k, Ex x)
{
    const long long step = *(long long *)member_in(k, k->m, AT_steps, 0);
    const double start = value_in(k, ex_arg(k->d, x, 0)), interval = value_in(k, ex_arg(k->d, x, 1));

    return *(int *)member_in(k, k->m, AT_initial, 0) == 0 &&
           dtc_sample(step, k->e->of->step, start - k->e->f->start_time, interval);
}

/* By its row of ops.h, which computes what C does; an Integer is the nearest that there is, 0 where it divides by 0. */
static double operator_value(Machine *k, Ex x)
{
    const Op op = ex_op(k->d, x);
    const bool integer = ex_type(k->d, x) == T_INT;

    if (op < OP_NEG || op > OP_REAL) { /* neither an operator nor a function of numbers */
        label_objects(k->p);
        not_interpreted(ex_text(k->d, x));
    }
    const double a = value_in(k, ex_arg(k->d, x, 0)), b = value_in(k, ex_arg(k->d, x, ex_narg(k->d, x) - 1));
    if (integer && b == 0 && op_info[op].is & OP_DIVIDES)
        return 0;
    return integer ? dtc_integer(op_value(op, a, b)) : op_value(op, a, b);
}

static double node(Machine *k, Ex x)
{
    Dtc *d = k->d;

    switch ((int)ex_op(d, x)) {
    case OP_NUM: return number(k, x);
    case OP_BOOL: return ex(d, x)->payload;
    case OP_VAR:
    case OP_PRE:
    case OP_LAST:
    case OP_OBJ: return stored(k, x);
    case OP_TIME: return *(double *)member_in(k, k->m, AT_time, 0);
    case OP_INITIAL: return *(int *)member_in(k, k->m, AT_initial, 0) == 1;
    case OP_TERMINAL:
    case OP_STR: return 0;
    case OP_SAMPLE: return sample(k, x);
    case OP_IF: return value_in(k, ex_arg(d, x, value_in(k, ex_arg(d, x, 0)) != 0 ? 1 : 2));
    case OP_AND: return value_in(k, ex_arg(d, x, 0)) != 0 && value_in(k, ex_arg(d, x, 1)) != 0;
    case OP_OR: return value_in(k, ex_arg(d, x, 0)) != 0 || value_in(k, ex_arg(d, x, 1)) != 0;
    case OP_SMOOTH: return value_in(k, ex_arg(d, x, 1));
    case OP_FLUSH: return dtc_flush(value_in(k, ex_arg(d, x, 0)));
    case OP_REST: return dtc_rest(value_in(k, ex_arg(d, x, 0)));
    case OP_POW: return power(k, x);
    case OP_CALL: return run_user_call(k, x, 1);
    case OP_OUT: return run_user_call(k, ex_arg(d, x, 0), ex(d, x)->payload);
    default: return operator_value(k, x);
    }
}

double value_in(Machine *k, Ex x)
{
    if (k->stamp[x] != k->epoch) {
        double v = node(k, x);
        k->value[x] = v;
        k->stamp[x] = k->epoch;
    }
    return k->value[x];
}

void room_for_values(Machine *k)
{
    const uint32_t need = ex_count(k->d) + 1;

    if (need <= k->nodes)
        return;
    k->nodes = need + need / 2;
    k->value = NEW_N(&k->d->run, double, k->nodes);
    k->stamp = NEW_N(&k->d->run, uint32_t, k->nodes);
}

double value_now(Machine *k, Ex x)
{
    room_for_values(k); /* an expression may be new */
    k->epoch = ++k->epochs;
    return value_in(k, x);
}
