/* functions.c - user functions as functions of the step program, and tables of numbers as constants of the file.
 *
 * Inputs are parameters, and so are outputs, but for a scalar one that is alone: it is what the function gives. Scalar
 * outputs are locals until the function is left; arrays are the caller's from the beginning, since a caller never hands
 * in one array twice. A loop counts its rounds from 0, and its variable is an expression of that index, so that what it
 * may be is known (integers.c). A while-loop without end (of WHILE_LIMIT rounds) and a failed assertion make the
 * outputs NaN, which the step reports, and end the function.
 *
 * Requires: no recursion (flatten bounds it); callees come first in Calls. Ensures: every local has a value, no
 * subscript leaves its array, no loop has more than 2^31 - 1 rounds. Cost: linear in the statements and what they
 * compute.
 */
#include <math.h>
#include <string.h>
#include "expr.h"
#include "builders.h"

enum { WHILE_LIMIT = 1000000, SKIPPED = 0xffffffff };

/* place: by local, where it is, or its value; out: by output, the parameter that a scalar goes to. */
typedef struct { uint32_t index; const Emitter *e; Dtc *d; Program *p; const Function *f; Ex *place, *out; } Builder;

static bool by_value(const Function *f) { return f->nout == 1 && f->local[f->nin].ndim == 0; }
static uint32_t elements(const Local *l) { return l->ndim == 0 ? 0 : l->n ? l->n : 1; }

/* ---- expressions --------------------------------------------------------------------------------------- */

/* x + by, where that is an Integer for all x. */
static Ex shifted(const Builder *b, Ex x, int64_t by)
{
    double c;

    for (Op op; (op = ex_op(b->d, x)) == OP_ADD || op == OP_SUB; x = ex_arg(b->d, x, 0)) {
        if (!ex_is_num(b->d, ex_arg(b->d, x, 1), &c) || int_may_overflow(b->e, x))
            break;
        by += op == OP_ADD ? (int64_t)c : -(int64_t)c;
    }
    return ex_bin(b->d, by < 0 ? OP_SUB : OP_ADD, x, ex_int(b->d, by < 0 ? -by : by));
}

/* A subscript from 0; one that is out of bounds is moved to the border. */
static Ex subscript(const Builder *b, Ex x, uint32_t n)
{
    Range r = int_range(b->e, x);

    if (r.lo < 1 || r.hi > n)
        x = ex_bin(b->d, OP_MAX, ex_bin(b->d, OP_MIN, x, ex_int(b->d, n)), ex_int(b->d, 1));
    return shifted(b, x, -1);
}

static Ex element(const Builder *b, uint32_t array, const Ex *sub)
{
    const Local *l = &b->f->local[array];
    Ex at = ex_int(b->d, 0);

    for (uint32_t i = 0; i < l->ndim; i++)
        at = ex_bin(b->d, OP_ADD, ex_bin(b->d, OP_MUL, at, ex_int(b->d, l->dim[i])),
                    subscript(b, sub[i], l->dim[i]));
    return elem_at(b->p, b->place[array], at);
}

/* The expression with objects for locals. */
static Ex in_objects(const Builder *b, Ex root)
{
    Dtc *d = b->d;
    Memo *m = memo_begin(d);

    memo_start(d, m, root);
    for (Ex x; (x = memo_next(d, m)) != 0;) {
        ExNode n = *ex(d, x);
        Ex *arg = NEW_N(&d->pass, Ex, n.n + 1), by = x;
        for (uint32_t i = 0; i < n.n; i++)
            arg[i] = m->value[n.arg[i]].ex.a;
        if (n.op == OP_LOCAL || n.op == OP_WHOLE)
            by = b->place[n.payload];
        else if (n.op == OP_INDEX)
            by = element(b, n.payload, arg);
        else if (n.n > 0 && memcmp(arg, n.arg, n.n * sizeof(Ex)) != 0)
            by = ex_new(d, (Op)n.op, (TypeKind)n.type, n.payload, arg, n.n);
        memo_set(m, x, (MemoValue){ .ex = { by, 0 } });
    }
    memo_end(d);
    return m->value[root].ex.a;
}

/* ---- the end of a function ----------------------------------------------------------------------------- */

/* Scalars go to the caller. */
static void build_results(const Builder *b)
{
    for (uint32_t i = 0; i < b->f->nout; i++)
        if (b->out[i])
            do_set(b->p, elem(b->p, b->out[i], 0), b->place[b->f->nin + i]);
}

static void leave(const Builder *b)
{
    build_results(b);
    do_return(b->p, by_value(b->f) ? b->place[b->f->nin] : 0);
}

static void build_failure(const Builder *b)
{
    for (uint32_t i = b->f->nin; i < b->f->nin + b->f->nout; i++) {
        Ex y = elements(&b->f->local[i]) ? elem(b->p, b->place[i], 0) : b->place[i];
        if (b->f->local[i].type == T_REAL)
            do_set(b->p, y, constant(b->p, C_NO_NUMBER));
    }
    leave(b);
}

/* ---- statements ---------------------------------------------------------------------------------------- */

static void build_body(const Builder *b, const FStmt *body);

static bool is_object(Dtc *d, Ex x, void *of) { return ex_op(d, x) == OP_OBJ && ex(d, x)->payload == *(Obj *)of; }

/* An array as a whole; by a copy, where its elements are made of others of it. */
static void assign_array(const Builder *b, Ex to, Ex value)
{
    Obj object = ex(b->d, to)->payload;
    Ex table = (Ex)map_get(&b->p->literals, value), into = to;

    if (table || ex_op(b->d, value) == OP_OBJ) {
        do_copy(b->p, to, table ? table : value);
        return;
    }
    bool copies = ex_any(b->d, value, is_object, &object);
    if (copies) {
        do_block(b->p);
        into = local(b->p, ex_type(b->d, to), object_of(b->p, to)->n, "copy");
    }
    do_shared(b->p);
    for (uint32_t k = 0; k < ex_narg(b->d, value); k++)
        do_set(b->p, elem(b->p, into, k), ex_arg(b->d, value, k));
    do_end(b->p);
    if (copies) {
        do_copy(b->p, to, into);
        do_end(b->p);
    }
}

static void build_assign(const Builder *b, const FStmt *s)
{
    Ex value = in_objects(b, s->value), to = b->place[s->local], *sub = NULL;

    if (b->f->local[s->local].ndim > 0 && vec_len(s->sub) == 0) {
        assign_array(b, to, value);
        return;
    }
    for (uint32_t i = 0; i < vec_len(s->sub); i++)
        vec_push(&b->d->pass, sub, in_objects(b, s->sub[i]));
    do_set(b->p, sub ? element(b, s->local, sub) : to, value);
}

static void build_if_statement(const Builder *b, const FStmt *s)
{
    uint32_t open = 0;

    for (uint32_t i = 0; i < vec_len(s->branch); i++) {
        if (i > 0)
            do_else(b->p);
        if (s->branch[i].cond) {
            do_if(b->p, in_objects(b, s->branch[i].cond));
            open++;
        }
        build_body(b, s->branch[i].body);
    }
    while (open-- > 0)
        do_end(b->p);
}

static bool may_change(Dtc *d, Ex x, void *program)
{
    Op op = ex_op(d, x);
    const Object *o = op == OP_OBJ ? object_of(program, x) : NULL;

    return o ? o->most == 0 && (o->kind != OBJ_PARAM || o->n > 0)
             : op != OP_NUM && op != OP_ADD && op != OP_SUB && op != OP_MUL && op != OP_NEG && op != OP_DIVI;
}

static bool is_fixed(const Builder *b, Ex x) { return !ex_any(b->d, x, may_change, b->p); }

/* A value that stays as it is in the rounds of a loop. */
static Ex fixed(const Builder *b, Ex x, const char *name)
{
    if (is_fixed(b, x))
        return x;
    Ex l = local(b->p, T_INT, 0, internf(b->d, "%s%u", name, ++b->p->serial));
    do_set(b->p, l, x);
    return l;
}

/* How often the loop goes round. div(x, 0) is 0. */
static Ex rounds(const Builder *b, Ex first, Ex step, Ex last)
{
    Dtc *d = b->d;
    Ex from = ex_bin(d, OP_SUB, first, step), n = ex_bin(d, OP_SUB, last, first);
    double by = 0;

    if (ex_is_num(d, step, &by) && !int_may_overflow(b->e, from))
        n = ex_bin(d, OP_SUB, last, shifted(b, first, -(int64_t)by));
    else
        n = ex_bin(d, OP_ADD, n, step);
    return by == 1 ? n : ex_bin(d, OP_DIVI, n, step);
}

/* A bound of the number of rounds; INT32_MAX: Integers have none. */
static uint32_t bound(const Builder *b, Ex count, Ex step)
{
    int64_t most = int_range(b->e, count).hi;
    double by = 1;

    (void)ex_is_num(b->d, step, &by);
    return (double)(most + 1) * fabs(by) >= INT32_MAX ? INT32_MAX : most < 1 ? 1 : (uint32_t)most;
}

static void build_for_statement(const Builder *b, const FStmt *s)
{
    Ex first = in_objects(b, s->from), step = in_objects(b, s->step), last = in_objects(b, s->to);
    bool known = is_fixed(b, first) && is_fixed(b, step) && is_fixed(b, last);

    if (!known)
        do_block(b->p);
    first = fixed(b, first, "first");
    step = fixed(b, step, "step");
    Ex count = fixed(b, rounds(b, first, step, last), "count");
    Ex i = do_loop(b->p, internf(b->d, "i%u", ++b->p->serial), count, bound(b, count, step), 0);
    b->place[s->local] = ex_bin(b->d, OP_ADD, ex_bin(b->d, OP_MUL, step, i), first);
    build_body(b, s->branch[0].body);
    do_end(b->p);
    if (!known)
        do_end(b->p);
}

static void leave_if(const Builder *b, Ex condition)
{
    do_if(b->p, condition);
    build_failure(b);
    do_end(b->p);
}

static void build_while(const Builder *b, const FStmt *s)
{
    Ex round = do_loop(b->p, internf(b->d, "round%u", ++b->p->serial), ex_int(b->d, WHILE_LIMIT), 0, 0);

    do_if(b->p, ex_un(b->d, OP_NOT, in_objects(b, s->branch[0].cond)));
    do_break(b->p);
    do_end(b->p);
    build_body(b, s->branch[0].body);
    leave_if(b, ex_bin(b->d, OP_EQ, round, ex_int(b->d, WHILE_LIMIT - 1)));
    do_end(b->p);
}

/* (a, , b) = f(...): one call, the outputs of which are read. */
static void build_user_call(const Builder *b, const FStmt *s)
{
    Ex call = in_objects(b, s->call);
    const Function *g = &b->e->f->function[ex(b->d, call)->payload];
    uint32_t slot = 1;

    do_shared(b->p);
    for (uint32_t i = 0; i < vec_len(s->out) && i < g->nout; i++) {
        const Local *from = &g->local[g->nin + i];
        for (uint32_t k = 0; k < from->n; k++, slot++) {
            Ex to = s->out[i] == SKIPPED ? 0 : b->place[s->out[i]];
            if (to)
                do_set(b->p, from->ndim ? elem(b->p, to, k) : to,
                       slot == 1 ? call : ex_new(b->d, OP_OUT, from->type, slot, &call, 1));
        }
    }
    do_end(b->p);
}

static void build_body(const Builder *b, const FStmt *body)
{
    for (uint32_t i = 0; i < vec_len(body); i++) {
        const FStmt *s = &body[i];
        switch (s->kind) {
        case FS_ASSIGN: build_assign(b, s); break;
        case FS_IF: build_if_statement(b, s); break;
        case FS_FOR: build_for_statement(b, s); break;
        case FS_WHILE: build_while(b, s); break;
        case FS_BREAK: do_break(b->p); break;
        case FS_RETURN: leave(b); break;
        case FS_CALL: build_user_call(b, s); break;
        case FS_ASSERT: leave_if(b, ex_un(b->d, OP_NOT, in_objects(b, s->value))); break;
        }
    }
}

/* ---- a function ---------------------------------------------------------------------------------------- */

static Ex of_local(const Builder *b, uint32_t i, Ex object) { return named_by(b->p, object, BY_LOCAL, b->index, i); }

static void declare_parameters(const Builder *b)
{
    for (uint32_t i = 0; i < b->f->nin + b->f->nout; i++) {
        const Local *l = &b->f->local[i];
        uint32_t n = elements(l);
        if (i < b->f->nin)
            b->place[i] =
                of_local(b, i, n ? param_in(b->p, l->type, n, l->name) : param(b->p, l->type, 0, l->name));
        else if (n)
            b->place[i] = of_local(b, i, param(b->p, l->type, n, l->name));
        else if (!by_value(b->f))
            b->out[i - b->f->nin] = named_by(b->p, param(b->p, l->type, 1, internf(b->d, "out(%s)", l->name)),
                                             BY_OUTPUT, b->index, i);
    }
}

/* Scalars first: their values stand where they are declared. */
static void declare_locals(const Builder *b)
{
    for (int arrays = 0; arrays < 2; arrays++)
        for (uint32_t i = b->f->nin; i < vec_len(b->f->local); i++) {
            const Local *l = &b->f->local[i];
            if ((l->ndim > 0) != arrays)
                continue;
            if (l->init)
                b->place[i] = (Ex)map_get(&b->p->literals, l->init);
            if (!b->place[i])
                b->place[i] = of_local(b, i, local(b->p, l->type, elements(l), l->name));
            if (arrays && !l->init)
                do_clear(b->p, b->place[i]);
            else if (!arrays)
                do_set(b->p, b->place[i],
                       l->type == T_REAL  ? ex_real(b->d, 0)
                       : l->type == T_INT ? ex_int(b->d, 0)
                                          : ex_bool(b->d, false));
        }
}

static void build_function(const Emitter *e, uint32_t index)
{
    const Function *f = &e->f->function[index];
    Builder b = { .e = e, .d = e->d, .p = e->program, .f = f, .index = index };
    TypeKind t = by_value(f) ? f->local[f->nin].type : T_NONE;

    b.place = NEW_N(&e->d->pass, Ex, vec_len(f->local) + 1);
    b.out = NEW_N(&e->d->pass, Ex, f->nout + 1);
    function_begin(b.p, FN_of_user, index,
                   f->doc && *f->doc ? internz(e->d, comment_text(e->d, f->doc)) : NULL);
    stands_alone(b.p);
    stays(b.p);
    gives(b.p, t == T_NONE ? GIVES_NOTHING : t == T_REAL ? GIVES_REAL : GIVES_INT);
    declare_parameters(&b);
    do_block(b.p);
    declare_locals(&b);
    build_body(&b, f->body);
    if (by_value(f))
        leave(&b);
    else
        build_results(&b);
    do_end(b.p);
    function_end(b.p);
}

static void build_table(const Emitter *e, uint32_t k)
{
    Dtc *d = e->d;
    const uint32_t n = ex_narg(d, e->calls->table[k]);
    double *number = NEW_N(&d->run, double, n);

    for (uint32_t i = 0; i < n; i++)
        (void)is_number_literal(d, ex_arg(d, e->calls->table[k], i), &number[i]);
    Ex of = number_table(e->program, ex_type(d, e->calls->table[k]), TABLE_table, k + 1, number, n);
    map_set(&d->run, &e->program->literals, e->calls->table[k], of);
}

void build_functions(const Emitter *e)
{
    for (uint32_t k = 0; k < vec_len(e->calls->table); k++)
        build_table(e, k);
    for (uint32_t i = 0; i < vec_len(e->calls->called); i++)
        if (!e->f->function[e->calls->called[i]].external)
            build_function(e, e->calls->called[i]);
}
