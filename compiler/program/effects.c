/* effects.c - a pass over the step program: what of the model and of its parameters a function reads and writes.
 *
 * Callees come before their callers. The view of a law counts as written.
 *
 * Cost: linear in the statements and what they compute. Requires: chunk. Ensures: FunctionPart.uses, .unused,
 * ProgramFunction.writes; Object.written of parameters.
 */
#include <string.h>
#include "expr.h"
#include "store.h"

/* unread: vec, of the parameters those that nothing has read yet */
typedef struct { Program *p; bool uses, writes; Ex *unread; } Effects;

/* A look-up writes what it has found (look_ups.c). */
static bool is_room(const Program *p, Ex x) { return ex_op(p->d, x) == OP_OBJ && object_of(p, x)->role == AT_near; }

/* Is it of the model, and no local, constant, operator? */
static bool reads_model(const Program *p, Ex x)
{
    const ExNode *n = ex(p->d, x);
    const Object *o = n->op == OP_OBJ ? &p->object[n->payload] : NULL;

    if (o)
        return o->kind == OBJ_MEMBER || o->law;
    return n->op == OP_VAR || op_keeps((Op)n->op) || n->op == OP_TIME || n->op == OP_INITIAL ||
           n->op == OP_SAMPLE;
}

static void seen(Effects *f, Obj o)
{
    uint32_t n = 0;

    if (f->p->object[o].kind != OBJ_PARAM)
        return;
    for (uint32_t i = 0; i < vec_len(f->unread); i++)
        if (ex(f->p->d, f->unread[i])->payload != o)
            f->unread[n++] = f->unread[i];
    vec_cut(f->unread, n);
}

static void reads(Effects *f, Ex root)
{
    for (NodeWalk w = node_walk(f->p->d, root); node_next(&w);) {
        f->uses |= reads_model(f->p, w.e);
        f->writes |= is_room(f->p, w.e);
        if (ex_op(w.d, w.e) == OP_OBJ)
            seen(f, ex(w.d, w.e)->payload);
    }
}

static void writes(Effects *f, Ex to)
{
    reads(f, to);
    f->writes |= to && reads_model(f->p, to);
    if (to && ex_op(f->p->d, to) == OP_OBJ)
        f->p->object[ex(f->p->d, to)->payload].written = true;
}

static void arguments(Effects *f, const Statement *s)
{
    const ProgramFunction *fn = s->kind == DO_CALL && s->fn ? &f->p->fn[s->fn] : NULL;
    const char *kind = s->kind == DO_KERNEL ? kernels[s->kernel].arguments : NULL;

    if (fn && !fn->alone) {
        for (uint32_t k = 0; k < vec_len(fn->part); k++)
            f->uses |= fn->part[k].uses;
        f->writes |= fn->writes;
    }
    for (uint32_t i = 0; i < vec_len(s->arg); i++)
        if (kind ? strchr("nvbr", kind[i]) == NULL : !fn || object_of(f->p, fn->param[i])->written)
            writes(f, s->arg[i]);
        else
            reads(f, s->arg[i]);
}

static void body_of(Effects *f, const Statement *body);

static void statement(Effects *f, const Statement *s)
{
    reads(f, s->value);
    reads(f, s->count);
    if (s->kind != DO_LOOP)
        writes(f, s->to);
    arguments(f, s);
    for (uint32_t k = 0; k < vec_len(s->local); k++)
        if (object_of(f->p, s->local[k])->law)
            writes(f, s->local[k]);
    body_of(f, s->body);
    body_of(f, s->other);
}

static void body_of(Effects *f, const Statement *body)
{
    for (uint32_t i = 0; i < vec_len(body); i++)
        statement(f, &body[i]);
}

void find_effects(Program *p)
{
    for (Fn i = 1; i < vec_len(p->fn); i++) {
        ProgramFunction *fn = &p->fn[i];
        for (uint32_t k = 0; k < vec_len(fn->part); k++) {
            Effects f = { .p = p };
            for (uint32_t j = 0; j < vec_len(fn->param); j++)
                vec_push(&p->d->run, f.unread, fn->param[j]);
            for (uint32_t j = fn->part[k].from; j < fn->part[k].end; j++)
                statement(&f, &fn->body[j]);
            fn->part[k].uses = f.uses;
            fn->part[k].unused = f.unread;
            fn->writes |= f.writes;
        }
    }
}
