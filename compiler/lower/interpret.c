/* interpret.c - functions executed while compiling.
 *
 * A plain tree-walking interpreter over the statements of Function, with all locals of a call in one stack of cells.
 * Numbers are doubles. Steps and depth of calls are bounded. Requires: literal arguments. Ensures: scalars of all
 * outputs as literals, or a diagnosis.
 */
#include <math.h>
#include <string.h>
#include "body.h"
#include "expr.h"
#include "look_up.h"

enum {
    MAX_STEPS = 10000000,
    MAX_ALL_STEPS = 200000000,
    MAX_CALLS = 500
}; /* of a call, of all calls; of calls in each other */

typedef union { double x; const char *s; } Cell;

typedef struct Machine {
    Dtc     *d;
    Scope    s;
    Span     at;                           /* of the call in the model */
    Cell    *cell;                         /* vec: locals of all calls */
    uint64_t steps;
    uint32_t depth;
    bool     asserts;                      /* assertions that fail are told, and nothing else */
    bool     failed;
} Machine;

typedef struct {
    const Function *f;
    uint32_t base;
    const uint32_t *offset;
    Span at;
} Frame; /* local i is cell[base + offset[i]] ... */

static void fail(Machine *m, Span at, const char *message)
{
    if (!m->failed && !m->asserts) {
        error(m->d, m->at, m->s.inst ? m->s.inst->path : NULL,
              "this call cannot be evaluated while compiling: %s", message);
        if (at.pos)
            note(m->d, at, NULL, "here");
    }
    m->failed = true;
}

static void broken(Machine *m, Span at, const char *text)
{
    if (!m->asserts) {
        fail(m, at, internf(m->d, "assertion failed: %s", text));
    } else if (!m->failed) {
        error(m->d, m->at, NULL, "assertion failed: %s", text);
        note(m->d, at, NULL, "here");
    }
    m->failed = true;
}

static bool spend(Machine *m, Span at)
{
    if (++m->steps > MAX_STEPS)
        fail(m, at, internf(m->d, "it takes more than %d steps", MAX_STEPS));
    if (++m->d->lower->steps > MAX_ALL_STEPS)
        fail(m, at, internf(m->d, "all calls of the model take more than %d steps", MAX_ALL_STEPS));
    return !m->failed;
}

static uint32_t call(Machine *m, const Frame *caller, Ex e);

/* ---- expressions --------------------------------------------------------------------------------------- */

static Cell value(Machine *m, const Frame *fr, Ex e);

/* Cell of element e = INDEX(local, subscripts). */
static uint32_t element(Machine *m, const Frame *fr, uint32_t local, const Ex *sub, uint32_t n)
{
    const Local *l = &fr->f->local[local];
    uint32_t offset = 0;
    for (uint32_t i = 0; i < n; i++) {
        double k = value(m, fr, sub[i]).x;
        if (!(k >= 1 && k <= l->dim[i])) {
            fail(m, fr->at,
                 internf(m->d, "subscript %.0f of %s is out of range: dimension %u has size %u", k, l->name,
                         i + 1, l->dim[i]));
            return fr->base;
        }
        offset = offset * l->dim[i] + (uint32_t)k - 1;
    }
    return fr->base + fr->offset[local] + offset;
}

static Cell text_of(Machine *m, const Frame *fr, Ex e)
{
    Ex a = ex_arg(m->d, e, 0);
    double x = value(m, fr, a).x;
    return (Cell){ .s = string_text(m->d, ex(m->d, e)->payload, ex_type(m->d, a), x) };
}

/* and, or and if evaluate what they need only */
static Cell operation(Machine *m, const Frame *fr, Ex e)
{
    Dtc *d = m->d;
    const ExNode *n = ex(d, e);
    Op op = (Op)n->op;
    if (op == OP_IF)
        return value(m, fr, n->arg[value(m, fr, n->arg[0]).x != 0 ? 1 : 2]);
    if (op == OP_STRING)
        return text_of(m, fr, e);
    if (n->n == 0 || n->n > 2) {
        fail(m, fr->at, internf(d, "%s is not known", ex_plain(d, e)));
        return (Cell){ .x = 0 };
    }
    Cell a = value(m, fr, n->arg[0]);
    if ((op == OP_AND && a.x == 0) || (op == OP_OR && a.x != 0))
        return a;
    Cell b = n->n == 2 ? value(m, fr, n->arg[1]) : a;
    if (op == OP_CONCAT && strlen(a.s) + strlen(b.s) > MAX_TEXT) {
        fail(m, fr->at, internf(d, "a String has more than %d characters", MAX_TEXT));
        return (Cell){ .s = "" };
    }
    if (op == OP_CONCAT)
        return (Cell){ .s = internf(d, "%s%s", a.s, b.s) };
    if ((op_info[op].is & OP_DIVIDES) && b.x == 0)
        fail(m, fr->at, "division by zero");
    double x = op_value(op, a.x, b.x);
    if (!isfinite(x) && !m->failed)
        fail(m, fr->at, internf(d, "%s is not a finite number", ex_plain(d, e)));
    if (n->type == T_INT && !is_integer(x))
        fail(m, fr->at,
             internf(d, "%s is beyond the range of an Integer: it is %.17g", ex_text_in(d, fr->f, NULL, e),
                     x));
    return (Cell){ .x = x };
}

static Cell value(Machine *m, const Frame *fr, Ex e)
{
    Dtc *d = m->d;
    const ExNode *n = ex(d, e);
    double x = 0;
    if (!spend(m, fr->at))
        return (Cell){ .x = 0 };
    switch ((Op)n->op) {
    case OP_NUM: (void)ex_is_num(d, e, &x); return (Cell){ .x = x };
    case OP_BOOL: return (Cell){ .x = n->payload };
    case OP_STR: return (Cell){ .s = string_of(d, e) };
    case OP_LOCAL: return m->cell[fr->base + fr->offset[n->payload]];
    case OP_INDEX: {
        uint32_t at = element(m, fr, n->payload, n->arg, n->n);
        return m->cell[at];
    }
    case OP_CALL:
    case OP_OUT: {
        uint32_t before = vec_len(m->cell), k = n->op == OP_OUT ? n->payload : 1;
        uint32_t at = call(m, fr, n->op == OP_OUT ? n->arg[0] : e);
        Cell c = m->failed ? (Cell){ .x = 0 } : m->cell[at + k - 1];
        while (vec_len(m->cell) > before)
            (void)vec_pop(m->cell);
        return c;
    }
    default: return operation(m, fr, e);
    }
}

/* ---- statements ---------------------------------------------------------------------------------------- */

typedef enum { GO_ON, BREAK, RETURN } Flow;

static Flow run(Machine *m, const Frame *fr, const FStmt *body);

static void assign(Machine *m, const Frame *fr, const FStmt *st)
{
    Dtc *d = m->d;
    const Local *l = &fr->f->local[st->local];
    if (vec_len(st->sub)) {
        Cell c = value(m, fr, st->value);
        m->cell[element(m, fr, st->local, st->sub, vec_len(st->sub))] = c;
        return;
    }
    uint32_t to = fr->base + fr->offset[st->local];
    const ExNode *v = ex(d, st->value);
    if (l->ndim == 0) {
        Cell c = value(m, fr, st->value);
        m->cell[to] = c;
    } else if (v->op == OP_WHOLE) {
        for (uint32_t i = 0; i < l->n; i++)
            m->cell[to + i] = m->cell[fr->base + fr->offset[v->payload] + i];
    } else {
        Cell *copy = NEW_N(&d->pass, Cell, l->n);
        for (uint32_t i = 0; i < l->n && !m->failed; i++)
            copy[i] = value(m, fr, v->arg[i]);
        for (uint32_t i = 0; i < l->n; i++)
            m->cell[to + i] = copy[i];
    }
}

static void assign_outputs(Machine *m, const Frame *fr, const FStmt *st)
{
    uint32_t before = vec_len(m->cell), at = call(m, fr, st->call);
    const Function *g = &m->d->flat->function[ex(m->d, st->call)->payload];
    for (uint32_t k = 0; k < g->nout && !m->failed; k++) {
        uint32_t n = g->local[g->nin + k].n;
        for (uint32_t i = 0; i < n && st->out[k] != 0xffffffff; i++)
            m->cell[fr->base + fr->offset[st->out[k]] + i] = m->cell[at + i];
        at += n;
    }
    while (vec_len(m->cell) > before)
        (void)vec_pop(m->cell);
}

static Flow run_for(Machine *m, const Frame *fr, const FStmt *st)
{
    double from = value(m, fr, st->from).x, step = value(m, fr, st->step).x, to = value(m, fr, st->to).x;
    if (step == 0)
        fail(m, st->span, "the step of a range is zero");
    for (double i = from; !m->failed && (step > 0 ? i <= to : i >= to); i += step) {
        if (!spend(m, st->span))
            break;
        m->cell[fr->base + fr->offset[st->local]].x = i;
        Flow f = run(m, fr, st->branch[0].body);
        if (f == BREAK)
            break;
        if (f == RETURN)
            return RETURN;
    }
    return GO_ON;
}

static Flow run_while(Machine *m, const Frame *fr, const FStmt *st)
{
    while (spend(m, st->span) && value(m, fr, st->branch[0].cond).x != 0) {
        Flow f = run(m, fr, st->branch[0].body);
        if (f == BREAK)
            break;
        if (f == RETURN)
            return RETURN;
    }
    return GO_ON;
}

static Flow run_if(Machine *m, const Frame *fr, const FStmt *st)
{
    for (uint32_t i = 0; i < vec_len(st->branch); i++)
        if (st->branch[i].cond == 0 || value(m, fr, st->branch[i].cond).x != 0)
            return run(m, fr, st->branch[i].body);
    return GO_ON;
}

static Flow run(Machine *m, const Frame *fr, const FStmt *body)
{
    for (uint32_t i = 0; i < vec_len(body) && !m->failed; i++) {
        const FStmt *st = &body[i];
        Frame here = *fr;
        here.at = st->span;
        Flow f = GO_ON;
        switch (st->kind) {
        case FS_ASSIGN: assign(m, &here, st); break;
        case FS_CALL: assign_outputs(m, &here, st); break;
        case FS_IF: f = run_if(m, &here, st); break;
        case FS_FOR: f = run_for(m, &here, st); break;
        case FS_WHILE: f = run_while(m, &here, st); break;
        case FS_ASSERT:
            if (value(m, &here, st->value).x == 0)
                broken(m, st->span, value(m, &here, st->call).s);
            break;
        case FS_BREAK: return BREAK;
        case FS_RETURN: return RETURN;
        }
        if (f != GO_ON)
            return f;
    }
    return GO_ON;
}

/* ---- calls --------------------------------------------------------------------------------------------- */

static void push_argument(Machine *m, const Frame *caller, Ex e)
{
    const ExNode *n = ex(m->d, e);
    if (n->op == OP_WHOLE) {
        const uint32_t from = caller->base + caller->offset[n->payload], k = caller->f->local[n->payload].n;
        for (uint32_t i = 0; i < k; i++) {
            Cell c = m->cell[from + i];
            vec_push(&m->d->pass, m->cell, c);
        }
        return;
    }
    for (uint32_t i = 0; i < (n->op == OP_ARRAY ? n->n : 1); i++) {
        Cell c = value(m, caller, n->op == OP_ARRAY ? n->arg[i] : e);
        vec_push(&m->d->pass, m->cell, c);
    }
}

/* A function of C, with its arguments on the stack: the runtime's look-ups are called as a step calls them. */
static void run_external(Machine *m, const Frame *fr, Span at)
{
    const Function *f = fr->f;
    const uint32_t inputs = fr->offset[f->nin];
    double *given = NEW_N(&m->d->pass, double, inputs + 1);
    LookUpArgument a[MOST_ARGUMENTS + MAX_DIM] = { { 0 } };
    uint32_t n = 0;
    bool empty = false;

    for (uint32_t i = 0; i < inputs; i++)
        given[i] = m->cell[fr->base + i].x;
    for (uint32_t i = 0; i < f->nin && n < MOST_ARGUMENTS; i++) {
        const Local *l = &f->local[i];
        a[n++] = (LookUpArgument){ given[fr->offset[i]], &given[fr->offset[i]] };
        for (uint32_t q = 0; q < l->ndim; q++)
            a[n++].x = l->dim[q];
        empty |= l->n == 0;
    }
    double *result = &m->cell[fr->base + inputs].x;
    if (f->nout != 1 || f->local[f->nin].ndim || empty || !look_up_value(f->external, a, result))
        fail(m, at, internf(m->d, "%s is a function of C", f->external));
}

/* Runs the function; returns the cell of its first output. Its cells stay on the stack. */
static uint32_t call(Machine *m, const Frame *caller, Ex e)
{
    Dtc *d = m->d;
    const ExNode *n = ex(d, e);
    const Function *f = &d->flat->function[n->payload];
    uint32_t locals = vec_len(f->local), *offset = NEW_N(&d->pass, uint32_t, locals + 1);
    Frame fr = { f, vec_len(m->cell), offset, f->span };
    if (m->depth >= MAX_CALLS)
        fail(m, f->span, internf(d, "functions call each other deeper than %d calls", MAX_CALLS));
    for (uint32_t i = 0; i < n->n && !m->failed; i++)
        push_argument(m, caller, n->arg[i]);
    for (uint32_t i = 0; i < locals; i++) {
        offset[i + 1] = offset[i] + f->local[i].n;
        for (uint32_t k = i < f->nin ? f->local[i].n : 0; k < f->local[i].n && !m->failed; k++) {
            Cell zero = f->local[i].type == T_STRING ? (Cell){ .s = "" } : (Cell){ .x = 0 };
            vec_push(&d->pass, m->cell, zero);
        }
    }
    for (uint32_t i = 0; i < locals && !m->failed; i++)
        if (f->local[i].init)
            assign(m, &fr, &(FStmt){ .kind = FS_ASSIGN, .local = i, .value = f->local[i].init });
    m->depth++;
    if (!m->failed && f->external)
        run_external(m, &fr, caller->at);
    else if (!m->failed)
        (void)run(m, &fr, f->body);
    m->depth--;
    return fr.base + offset[f->nin];
}

static Ex literal(Dtc *d, TypeKind t, Cell c)
{
    return t == T_STRING ? ex_str(d, c.s)
         : t == T_BOOL   ? ex_bool(d, c.x != 0)
         : t == T_REAL   ? ex_real(d, c.x)
                         : ex_int(d, (int64_t)c.x);
}

/* Of a call whose arguments are literals, the first nout scalars. */
static bool outputs(Machine *m, Span at, Ex e, Ex *out, uint32_t nout)
{
    const Function none = { .name = "" };
    const Frame top = { &none, 0, NULL, at };
    const Function *f = &m->d->flat->function[ex(m->d, e)->payload];
    uint32_t from = call(m, &top, e), k = 0;
    for (uint32_t i = f->nin; i < f->nin + f->nout && !m->failed; i++)
        for (uint32_t j = 0; j < f->local[i].n && k < nout; j++, k++)
            out[k] = literal(m->d, f->local[i].type, m->cell[from + k]);
    return !m->failed;
}

bool interpret(Dtc *d, Scope s, Span at, uint32_t function, const Ex *arg, Ex *out, uint32_t nout)
{
    Machine m = { .d = d, .s = s, .at = at };

    return outputs(&m, at, ex_new(d, OP_CALL, T_REAL, function, arg, vec_len(arg)), out, nout);
}

Ex *ex_outputs(Dtc *d, Ex e)
{
    const Function *f = &d->flat->function[ex(d, e)->payload];
    Machine m = { .d = d, .asserts = true };
    uint32_t n = 0;
    for (uint32_t i = f->nin; i < f->nin + f->nout; i++)
        n += f->local[i].n;
    Ex *out = NEW_N(&d->pass, Ex, n + 1);
    return outputs(&m, (Span){ 0, 0 }, e, out, n) ? out : NULL;
}

/* Is there an assertion in it, or in a function that it calls? done: those that were looked at. */
static bool asserts(Dtc *d, uint32_t function, Map *done);

static bool calls_asserts(Dtc *d, Ex e, Map *done)
{
    uint32_t *called = NULL;
    bool any = false;

    for (NodeWalk w = node_walk(d, e); node_next(&w);)
        if (ex_op(d, w.e) == OP_CALL)
            vec_push(&d->pass, called, ex(d, w.e)->payload);
    for (uint32_t i = 0; i < vec_len(called) && !any; i++)
        any = asserts(d, called[i], done);
    return any;
}

static bool body_asserts(Dtc *d, const FStmt *body, Map *done)
{
    bool any = false;

    for (uint32_t i = 0; i < vec_len(body) && !any; i++) {
        const FStmt *s = &body[i];
        any = s->kind == FS_ASSERT || calls_asserts(d, s->value, done) || calls_asserts(d, s->call, done) ||
              calls_asserts(d, s->from, done) || calls_asserts(d, s->step, done) ||
              calls_asserts(d, s->to, done);
        for (uint32_t k = 0; k < vec_len(s->sub) && !any; k++)
            any = calls_asserts(d, s->sub[k], done);
        for (uint32_t k = 0; k < vec_len(s->branch) && !any; k++)
            any = calls_asserts(d, s->branch[k].cond, done) || body_asserts(d, s->branch[k].body, done);
    }
    return any;
}

static bool asserts(Dtc *d, uint32_t function, Map *done)
{
    const Function *f = &d->flat->function[function];
    bool any = false;

    if (map_get(done, function + 1))
        return false;
    map_set(&d->pass, done, function + 1, 1);
    for (uint32_t i = 0; i < vec_len(f->local) && !any; i++)
        any = calls_asserts(d, f->local[i].init, done);
    return any || body_asserts(d, f->body, done);
}

void tell_broken(Dtc *d, Span at, Ex e)
{
    Map done = { 0 };

    if (!asserts(d, ex(d, e)->payload, &done))
        return;
    Machine m = { .d = d, .at = at, .asserts = true };
    const Function none = { .name = "" };
    const Frame top = { &none, 0, NULL, at };

    (void)call(&m, &top, e);
}

Ex ex_interpret(Dtc *d, Ex call, uint32_t slot)
{
    Ex *arg = NULL, *out = NEW_N(&d->pass, Ex, slot);
    for (uint32_t i = 0; i < ex_narg(d, call); i++)
        vec_push(&d->pass, arg, ex_arg(d, call, i));
    return interpret(d, (Scope){ 0 }, (Span){ 0, 0 }, ex(d, call)->payload, arg, out, slot) ? out[slot - 1]
                                                                                            : 0;
}
