/* dead_stores.c - a pass over the step program: what is put into locals that nobody reads is left out, and so are the
 * locals.
 *
 * Builders compute all that may be wanted (differentials of all inner variables of a block, say); from the end of a
 * function backwards this keeps what leads to members and to the caller's arrays. In a loop whatever its body reads
 * counts as read after it.
 *
 * Cost: linear. Ensures: every local is read, or its address is taken.
 */
#include <string.h>
#include "expr.h"
#include "store.h"

typedef struct { const Program *p; bool *read, *named; } Unread;     /* by Obj */

static void prune(Unread *u, Statement *body);

/* Objects in an expression are read. */
static void read_in(Unread *u, Ex root)
{
    Dtc *d = u->p->d;

    for (NodeWalk w = node_walk(d, root); node_next(&w);)
        if (ex_op(d, w.e) == OP_OBJ)
            u->read[ex(d, w.e)->payload] = u->named[ex(d, w.e)->payload] = true;
}

/* Of what is written its subscripts are read. */
static void written(Unread *u, Ex to)
{
    if (!to || ex_op(u->p->d, to) != OP_OBJ)
        return;
    u->named[ex(u->p->d, to)->payload] = true;
    for (uint32_t i = 0; i < ex_narg(u->p->d, to); i++)
        read_in(u, ex_arg(u->p->d, to, i));
}

static bool is_local(const Unread *u, Ex x)
{
    return x && ex_op(u->p->d, x) == OP_OBJ && object_of(u->p, x)->kind == OBJ_LOCAL &&
           !object_of(u->p, x)->law;
}

static bool is_unread(const Unread *u, Ex x) { return is_local(u, x) && !u->read[ex(u->p->d, x)->payload]; }

/* Does a call write locals alone that nobody reads? */
static bool is_idle(const Unread *u, const Statement *s)
{
    const char *kind = s->kind == DO_KERNEL ? kernels[s->kernel].arguments : NULL;
    bool any = s->to != 0, idle = !s->decides && (!s->to || is_unread(u, s->to));

    if (s->kind == DO_CALL && !u->p->fn[s->fn].alone)
        return false;
    for (uint32_t i = 0; i < vec_len(s->arg); i++) {
        if (kind ? strchr("wxls", kind[i]) == NULL : !is_local(u, s->arg[i]))
            continue;
        any = true;
        idle &= is_unread(u, s->arg[i]);
    }
    return any && idle;
}

static void read_arguments(Unread *u, const Statement *s)
{
    const char *kind = s->kind == DO_KERNEL ? kernels[s->kernel].arguments : NULL;

    for (uint32_t i = 0; i < vec_len(s->arg); i++) {
        if (kind && kind[i] == 'w')
            written(u, s->arg[i]);
        else
            read_in(u, s->arg[i]);
    }
    written(u, s->to);
    if (s->op)
        read_in(u, s->to);
}

/* All that statements read, in any order. */
static void read_all(Unread *u, const Statement *body)
{
    for (uint32_t i = 0; i < vec_len(body); i++) {
        read_in(u, body[i].value);
        read_in(u, body[i].count);
        read_arguments(u, &body[i]);
        read_all(u, body[i].body);
        read_all(u, body[i].other);
    }
}

static void prune_block(Unread *u, Statement *s)
{
    uint32_t n = 0;

    prune(u, s->body);
    for (uint32_t i = 0; i < vec_len(s->local); i++)
        if (u->named[ex(u->p->d, s->local[i])->payload])
            s->local[n++] = s->local[i];
    while (vec_len(s->local) > n)
        (void)vec_pop(s->local);
}

/* false: it is left out */
static bool keeps(Unread *u, Statement *s)
{
    switch (s->kind) {
    case DO_SET:
    case DO_CLEAR:
    case DO_COPY:
        if (is_unread(u, s->to))
            return false;
        break;
    case DO_KERNEL:
    case DO_CALL:
        if (is_idle(u, s))
            return false;
        break;
    case DO_LOOP:
        read_in(u, s->value);
        read_all(u, s->body);
        break;
    case DO_IF:
    case DO_BLOCK:
    case DO_BREAK:
    case DO_RETURN:
    case DO_NOTE: break;
    }
    prune(u, s->other);
    if (s->kind == DO_BLOCK)
        prune_block(u, s);
    else
        prune(u, s->body);
    if (s->kind == DO_BLOCK && vec_len(s->body) == 0)
        return false;
    read_in(u, s->value);
    read_in(u, s->count);
    read_arguments(u, s);
    return true;
}

static void prune(Unread *u, Statement *body)
{
    uint32_t n = vec_len(body), kept = n;

    for (uint32_t i = n; i-- > 0;)
        if (keeps(u, &body[i]))
            body[--kept] = body[i];
    if (kept > 0 && n > 0) {
        memmove(body, body + kept, (n - kept) * sizeof *body);
        while (vec_len(body) > n - kept)
            (void)vec_pop(body);
    }
}

void drop_dead_stores(Program *p)
{
    const uint32_t n = vec_len(p->object);
    Unread u = { p, NEW_N(&p->d->pass, bool, n), NEW_N(&p->d->pass, bool, n) };

    for (Fn i = 1; i < vec_len(p->fn); i++)
        prune(&u, p->fn[i].body);
}
