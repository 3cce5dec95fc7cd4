/* temporaries.c - a pass over the step program: subexpressions get locals.
 *
 * An expression is a graph (hash-consed); written as a tree it could grow without bound. So before a statement each
 * subexpression that it has more than once, or that lies too deep for a C compiler's limit on parentheses, is put into
 * a local that is written once; the statement and its locals are a block. Operands come before operators, in the order
 * of handles. Of a shared block all statements together are one. A call with several outputs gets a local for each, an
 * array that is an argument, and neither a table nor a member, gets one.
 *
 * Cost: O(n log n) in the size of a statement's graph. Requires: drop_dead_stores.
 * Ensures: no block is shared; a node other than a leaf is in one place of an expression, DEPTH_LIMIT deep at most.
 */
#include <stdlib.h>
#include "store.h"
#include "expr.h"

enum { DEPTH_LIMIT = 40 };

/* Of a statement: root, a vec, what it computes; refs, depth: by handle, of the nodes seen; image: what they become.
 * temp: number and type -> local; next: numbers taken. */
typedef struct {
    const Emitter *e; Dtc *d; Program *p; Ex *root; uint32_t *refs; uint16_t *depth; Ex *seen; Memo *image; Map temp;
    uint32_t next;
} Share;

static void share_body(Share *s, Statement *body);

/* ---- the graph of a statement -------------------------------------------------------------------------- */

static int by_handle(const void *a, const void *b)
{
    Ex x = *(const Ex *)a, y = *(const Ex *)b;
    return x < y ? -1 : x > y;
}

/* Most statements have few. */
static void sort_handles(Ex *x, uint32_t n)
{
    enum { FEW = 24 };

    if (n > FEW) {
        qsort(x, n, sizeof *x, by_handle);
        return;
    }
    for (uint32_t i = 1; i < n; i++) {
        const Ex moved = x[i];
        uint32_t k = i;
        for (; k > 0 && x[k - 1] > moved; k--)
            x[k] = x[k - 1];
        x[k] = moved;
    }
}

/* An array of numbers that the file has is a name. */
static uint32_t operands(const Share *s, Ex x)
{
    return ex_op(s->d, x) == OP_ARRAY && map_get(&s->e->program->literals, x) ? 0 : ex_narg(s->d, x);
}

/* All subexpressions of the roots, operands first, with the number of places that refer to each. */
static void collect(Share *s)
{
    while (vec_len(s->root) > 0) {
        Ex x = vec_pop(s->root);
        if (s->refs[x]++ > 0)
            continue;
        vec_push(&s->d->pass, s->seen, x);
        for (uint32_t i = operands(s, x); i-- > 0;)
            vec_push(&s->d->pass, s->root, ex_arg(s->d, x, i));
    }
    sort_handles(s->seen, vec_len(s->seen));
}

bool is_leaf(Dtc *d, Ex x)
{
    Op op = ex_op(d, x);
    return ex_narg(d, x) == 0 || op_keeps(op) || op == OP_OBJ ||
           (op == OP_NEG && ex_narg(d, ex_arg(d, x, 0)) == 0);
}

static const Function *callee(const Share *s, Ex call) { return &s->e->f->function[ex(s->d, call)->payload]; }

static bool many_outputs(const Share *s, Ex call)
{
    const Function *f = callee(s, call);
    return f->nout != 1 || f->local[f->nin].n > 1 || f->local[f->nin].ndim > 0;
}

/* a i + b of the index of a loop, as a subscript has it: a machine has that for nothing. */
static bool is_index(const Share *s, Ex x)
{
    Op op = ex_op(s->d, x);

    if (op == OP_OBJ)
        return ex_narg(s->d, x) == 0 && object_of(s->p, x)->most > 0;
    if (op == OP_NEG)
        return is_index(s, ex_arg(s->d, x, 0));
    return (op == OP_ADD || op == OP_SUB || op == OP_MUL) && ex_type(s->d, x) == T_INT &&
           (is_index(s, ex_arg(s->d, x, 0)) || ex_is_num(s->d, ex_arg(s->d, x, 0), NULL)) &&
           (is_index(s, ex_arg(s->d, x, 1)) || ex_is_num(s->d, ex_arg(s->d, x, 1), NULL));
}

static bool wants_local(const Share *s, Ex x)
{
    switch (ex_op(s->d, x)) {
    case OP_CALL: return many_outputs(s, x) || s->refs[x] > 1;
    case OP_ARRAY: return !map_get(&s->e->program->literals, x) && !whole_array(s->e, x);
    case OP_OUT:
    case OP_STR:
    case OP_STRING:
    case OP_CONCAT: return false;
    default: return !is_leaf(s->d, x) && (s->refs[x] > 1 || s->depth[x] >= DEPTH_LIMIT) && !is_index(s, x);
    }
}

/* ---- locals -------------------------------------------------------------------------------------------- */

/* The local number k of this type: statements after each other have the same. */
static Ex temp(Share *s, TypeKind t, uint32_t k)
{
    uint64_t key = (uint64_t)k << 8 | t;
    Ex x = (Ex)map_get(&s->temp, key);

    if (!x) {
        x = object_local(s->p, t, 0, internf(s->d, "t%u", k), true);
        map_set(&s->d->pass, &s->temp, key, x);
    }
    return x;
}

/* What an output of a call is, by the number of the scalar, from 1. */
static Ex output_of(Share *s, Ex call, const Ex *out, uint32_t slot)
{
    const Function *f = callee(s, call);
    uint32_t first = 1, i = 0;

    for (; i + 1 < f->nout && slot >= first + (f->local[f->nin + i].ndim ? f->local[f->nin + i].n : 1); i++)
        first += f->local[f->nin + i].ndim ? f->local[f->nin + i].n : 1;
    return f->local[f->nin + i].ndim ? elem(s->p, out[i], slot - first) : out[i];
}

/* The call is a statement, the first of its outputs what it is elsewhere. */
static Ex call_apart(Share *s, Ex x, Ex image, Statement *block)
{
    const Function *f = callee(s, x);
    Statement call = { .kind = DO_CALL, .value = image };

    for (uint32_t i = 0; i < f->nout; i++) {
        const Local *out = &f->local[f->nin + i];
        Ex o = object_local(s->p, out->type,
                            !out->ndim ? 0
                            : out->n   ? out->n
                                       : 1,
                            internf(s->d, "o%u_%u", s->next, i), false);
        vec_push(&s->d->run, block->local, o);
        vec_push(&s->d->run, call.arg, o);
    }
    vec_push(&s->d->run, block->body, call);
    memo_set(s->image, x,
             (MemoValue){ .ex = { f->nout ? output_of(s, x, call.arg, 1) : image, vec_len(block->body) } });
    return s->image->value[x].ex.a;
}

/* The image of x into a local, by a statement of the block. */
static void name_it(Share *s, Ex x, Ex image, Statement *block)
{
    uint32_t k = ++s->next, n = ex_narg(s->d, x);
    TypeKind t = ex_type(s->d, x);

    s->depth[x] = 0;
    if (ex_op(s->d, x) == OP_CALL && many_outputs(s, x)) {
        call_apart(s, x, image, block);
        return;
    }
    Ex to = ex_op(s->d, x) == OP_ARRAY ? object_local(s->p, t, n ? n : 1, internf(s->d, "a%u", k), true)
                                       : temp(s, t, k);
    vec_push(&s->d->run, block->local, to);
    vec_push(&s->d->run, block->body, ((Statement){ .kind = DO_SET, .to = to, .value = image }));
    memo_set(s->image, x, (MemoValue){ .ex = { to, 0 } });
}

/* ---- images -------------------------------------------------------------------------------------------- */

/* The node of the images of its operands. */
static Ex rebuilt(Share *s, Ex x)
{
    ExNode n = *ex(s->d, x);
    Ex few[4], *arg = n.n <= 4 ? few : NEW_N(&s->d->pass, Ex, n.n);
    bool changed = false;

    if (op_keeps((Op)n.op) || operands(s, x) == 0)
        return x;
    for (uint32_t i = 0; i < n.n; i++) {
        arg[i] = s->image->value[n.arg[i]].ex.a;
        changed |= arg[i] != n.arg[i];
    }
    return changed ? ex_new(s->d, (Op)n.op, (TypeKind)n.type, n.payload, arg, n.n) : x;
}

/* An output of a call that is a statement is its local. */
static Ex image_of(Share *s, Ex x, const Statement *block)
{
    Ex call = ex_op(s->d, x) == OP_OUT ? ex_arg(s->d, x, 0) : 0;
    uint32_t at = call ? s->image->value[call].ex.b : 0;

    return at ? output_of(s, call, block->body[at - 1].arg, ex(s->d, x)->payload) : rebuilt(s, x);
}

static void set_image(Share *s, Ex x, const Statement *block)
{
    memo_set(s->image, x, (MemoValue){ .ex = { image_of(s, x, block), 0 } });
}

static uint16_t depth_of(const Share *s, Ex x)
{
    uint32_t depth = 0;

    for (uint32_t k = 0; k < operands(s, x); k++) {
        uint32_t below = s->depth[ex_arg(s->d, x, k)] + 1u;
        depth = below > depth ? below : depth;
    }
    return (uint16_t)depth;
}

/* Puts what the roots share into locals of the block; images are known from now on. */
static void begin(Share *s, Statement *block)
{
    s->image = memo_begin(s->d);
    collect(s);
    for (uint32_t i = 0; i < vec_len(s->seen); i++) {
        Ex x = s->seen[i];
        set_image(s, x, block);
        s->depth[x] = depth_of(s, x);
        if (wants_local(s, x))
            name_it(s, x, s->image->value[x].ex.a, block);
    }
    for (uint32_t i = 0; i < vec_len(s->seen); i++)
        s->refs[s->seen[i]] = s->depth[s->seen[i]] = 0;
    vec_clear(s->seen);
}

static Ex replaced(Share *s, Ex root, const Statement *block)
{
    if (!root)
        return 0;
    memo_start(s->d, s->image, root);
    for (Ex x; (x = memo_next(s->d, s->image)) != 0;)
        set_image(s, x, block);
    return s->image->value[root].ex.a;
}

static void replace(Share *s, Statement *t, const Statement *block)
{
    t->value = replaced(s, t->value, block);
    t->to = t->kind == DO_LOOP ? t->to : replaced(s, t->to, block);
    t->count = replaced(s, t->count, block);
    for (uint32_t i = 0; i < vec_len(t->arg); i++)
        t->arg[i] = replaced(s, t->arg[i], block);
}

/* ---- statements ---------------------------------------------------------------------------------------- */

/* What statements compute, and those in them. */
static void roots(Share *s, const Statement *body)
{
    for (uint32_t i = 0; i < vec_len(body); i++) {
        if (body[i].value)
            vec_push(&s->d->pass, s->root, body[i].value);
        roots(s, body[i].body);
        roots(s, body[i].other);
    }
}

static void replace_all(Share *s, Statement *body, const Statement *block)
{
    for (uint32_t i = 0; i < vec_len(body); i++) {
        replace(s, &body[i], block);
        replace_all(s, body[i].body, block);
        replace_all(s, body[i].other, block);
    }
}

static void share_block(Share *s, Statement *t)
{
    Statement block = { .kind = DO_BLOCK };

    vec_clear(s->root);
    roots(s, t->body);
    begin(s, &block);
    replace_all(s, t->body, &block);
    memo_end(s->d);
    t->shared = false;
    if (!block.local)
        return;
    for (uint32_t i = 0; i < vec_len(t->body); i++)
        vec_push(&s->d->run, block.body, t->body[i]);
    *t = block;
}

/* Roots of a statement: what it computes, subscripts of what it sets. */
static void roots_of(Share *s, const Statement *t)
{
    vec_clear(s->root);
    if (t->kind != DO_SET && t->kind != DO_KERNEL && t->kind != DO_CALL && t->kind != DO_RETURN &&
        t->kind != DO_IF)
        return;
    if (t->value)
        vec_push(&s->d->pass, s->root, t->value);
    if (t->kind == DO_SET)
        vec_push(&s->d->pass, s->root, t->to);
    for (uint32_t i = 0; i < vec_len(t->arg); i++)
        vec_push(&s->d->pass, s->root, t->arg[i]);
}

static void share_statement(Share *s, Statement *t)
{
    Statement block = { .kind = DO_BLOCK };

    roots_of(s, t);
    begin(s, &block);
    if (block.local)
        replace(s, t, &block);
    memo_end(s->d);
    share_body(s, t->body);
    share_body(s, t->other);
    if (!block.local)
        return;
    vec_push(&s->d->run, block.body, *t);
    *t = block;
}

static void share_body(Share *s, Statement *body)
{
    for (uint32_t i = 0; i < vec_len(body); i++) {
        uint32_t next = s->next;
        if (body[i].kind == DO_BLOCK && body[i].shared)
            share_block(s, &body[i]);
        else
            share_statement(s, &body[i]);
        s->next = next;
    }
}

void name_temporaries(const Emitter *e)
{
    Program *p = e->program;
    uint32_t n = ex_count(e->d) + 1;
    Share s = { .e = e,
                .d = e->d,
                .p = p,
                .refs = NEW_N(&e->d->pass, uint32_t, n),
                .depth = NEW_N(&e->d->pass, uint16_t, n) };

    for (Fn i = 1; i < vec_len(p->fn); i++)
        share_body(&s, p->fn[i].body);
}
