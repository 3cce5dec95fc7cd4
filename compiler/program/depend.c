/* depend.c - which statements of a list must stand before which: for gather.c.
 *
 * Of each cell (a variable, what is kept of one, an object, an element of one) the last statement that has set it is
 * known, and those that have read it since. What is read stands behind what has set it; what is set, behind what has
 * set and read it. A cell that statements only put bits into (flag |= ...) may have them in any order.
 *
 * What cannot be said so, since it reads or sets cells that are not known here (loops, calls, subscripts that vary,
 * most kernels), is no part of a list: tells_cells.
 *
 * Cost: linear in the expressions, and in the edges.
 */
#include <string.h>
#include "expr.h"
#include "roll.h"

typedef enum { READS, SETS, ADDS } Access;
/* Numbers of statements + 1, 0: none. Vecs: readers since it was set; what has put bits into it since. */
typedef struct { uint32_t set, *reader, *adder; } Cell;
typedef struct {
    const Emitter *e; Dtc *d; bool plain;
    Depend *into; uint32_t now;            /* NULL: only whether it is plain is asked */
    Map at; Cell *cell;
} Depends;

/* ---- cells --------------------------------------------------------------------------------------------- */

static void before(Depends *s, uint32_t first)
{
    if (first && first - 1 != s->now) {
        vec_push(&s->d->pass, s->into->edge, ((Edge){ first - 1, s->now }));
        s->into->waits[s->now]++;
    }
}

static void all_before(Depends *s, const uint32_t *first)
{
    for (uint32_t i = 0; i < vec_len(first); i++)
        before(s, first[i]);
}

static void access(Depends *s, uint64_t key, Access how)
{
    Arena *a = &s->d->pass;

    if (!s->into)
        return;
    uint32_t k = (uint32_t)map_get(&s->at, key);
    if (!k) {
        vec_push(a, s->cell, ((Cell){ 0 }));
        map_set(a, &s->at, key, k = vec_len(s->cell));
    }
    Cell *c = &s->cell[k - 1];
    before(s, c->set);
    if (how != ADDS)
        all_before(s, c->adder);
    if (how != READS)
        all_before(s, c->reader);
    if (how == READS)
        vec_push(a, c->reader, s->now + 1);
    else if (how == ADDS)
        vec_push(a, c->adder, s->now + 1);
    else {
        c->set = s->now + 1;
        vec_clear(c->reader);
        vec_clear(c->adder);
    }
}

static uint64_t key_of_variable(const Depends *s, Op op, Var v)
{
    bool negated;
    return (uint64_t)root_of(s->e->f, v, &negated) << 8 | (uint64_t)op;
}

static uint64_t key_of_element(Obj o, uint32_t k) { return (uint64_t)1 << 62 | (uint64_t)o << 32 | k; }

/* n elements of an object from x on; what is a constant of the program is none. */
static void object(Depends *s, Ex x, uint32_t n, Access how)
{
    const Object *o = object_of(s->e->program, x);
    const Obj of = ex(s->d, x)->payload;
    double k = 0;

    if (o->kind == OBJ_CONSTANT || o->kind == OBJ_TABLE || o->kind == OBJ_OFFSET || o->kind == OBJ_BYTES)
        return;
    bool known = o->type != T_COMPOSITE && !o->law && o->role != AT_near && o->role != AT_time &&
                 o->role != AT_array && o->role != AT_family && (o->n > 0) == (ex_narg(s->d, x) == 1);
    if (!known || (o->n > 0 && !ex_is_num(s->d, ex_arg(s->d, x, 0), &k))) {
        s->plain = false;
        return;
    }
    for (uint32_t i = 0; i < n; i++)
        access(s, key_of_element(of, (uint32_t)k + i), how);
}

static void target(Depends *s, Ex x, uint32_t n, Access how)
{
    const Op op = ex_op(s->d, x);

    if (op == OP_OBJ)
        object(s, x, n, how);
    else if (op == OP_VAR || op_keeps(op))
        access(s, key_of_variable(s, op, ex_is_var(s->d, op == OP_VAR ? x : ex_arg(s->d, x, 0))), how);
    else
        s->plain = false;
}

static void reads(Depends *s, Ex root)
{
    if (!root)
        return;
    for (NodeWalk w = node_walk(s->d, root); node_next(&w);) {
        const Op op = ex_op(w.d, w.e);
        if (op == OP_OBJ || op == OP_VAR || op_keeps(op))
            target(s, w.e, 1, READS);
    }
}

/* ---- statements ---------------------------------------------------------------------------------------- */

static Access access_of(const Depends *s, const Statement *t)
{
    const bool bits = (t->op == OP_OR || t->op == OP_AND) && ex_type(s->d, t->to) != T_REAL;
    return bits && t->op == OP_OR ? ADDS : SETS;
}

/* Kernels whose arrays are as long as their first argument says. */
static void kernel(Depends *s, const Statement *t)
{
    const char *kind = kernels[t->kernel].arguments;
    double n = 0;

    if ((t->kernel != K_LARGEST && t->kernel != K_PIVOT) || vec_len(t->body) > 0 ||
        !ex_is_num(s->d, t->arg[0], &n)) {
        s->plain = false;
        return;
    }
    for (uint32_t i = 1; i < vec_len(t->arg); i++)
        if (strchr("nvb", kind[i]))
            reads(s, t->arg[i]);
        else
            target(s, t->arg[i], (uint32_t)n, kind[i] == 'r' ? READS : SETS);
}

static void statement(Depends *s, const Statement *t)
{
    switch (t->kind) {
    case DO_KERNEL: kernel(s, t); break;
    case DO_SET: reads(s, t->value); break;
    case DO_NOTE: return;
    case DO_CALL:
    case DO_IF:
    case DO_LOOP:
    case DO_BLOCK:
    case DO_CLEAR:
    case DO_COPY:
    case DO_BREAK:
    case DO_RETURN: s->plain = false; return;
    }
    if (t->to)
        target(s, t->to, 1, access_of(s, t));
}

bool tells_cells(const Emitter *e, const Statement *t)
{
    Depends s = { .e = e, .d = e->d, .plain = true };

    if (t->kind == DO_NOTE)
        return true;
    statement(&s, t);
    return s.plain;
}

Depend dependences(const Emitter *e, const Statement *body, const uint32_t *step, uint32_t n)
{
    Arena *a = &e->d->pass;
    Depend to = { .waits = NEW_N(a, uint32_t, n + 1), .from = NEW_N(a, uint32_t, n + 2) };
    Depends s = { .e = e, .d = e->d, .plain = true, .into = &to };

    for (s.now = 0; s.now < n; s.now++)
        statement(&s, &body[step[s.now]]);
    for (uint32_t i = 0; i < vec_len(to.edge); i++)
        to.from[to.edge[i].first + 2]++;
    for (uint32_t i = 2; i < n + 2; i++)
        to.from[i] += to.from[i - 1];
    to.next = NEW_N(a, uint32_t, vec_len(to.edge) + 1);
    for (uint32_t i = 0; i < vec_len(to.edge); i++)
        to.next[to.from[to.edge[i].first + 1]++] = to.edge[i].next;
    vec_drop(to.edge);
    return to;
}
