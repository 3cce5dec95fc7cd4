/* effects.c - a pass over the step program: what of the model and of its parameters a function reads and writes.
 *
 * Callees come before their callers. The view of a law counts as written.
 *
 * Cost: linear in the statements and what they compute. Ensures: StepFunction.uses and .writes.
 */
#include <string.h>
#include "expr.h"
#include "passes.h"

typedef struct { const Program *p; uint64_t uses, writes; } Effects;

/* The bit of what a node stands for; 0: it is a local, a constant, an operator. */
static uint64_t bit_of(const Program *p, Ex x)
{
    const ExNode *n = ex(p->d, x);
    const Object *o = n->op == OP_OBJ ? &p->object[n->payload] : NULL;

    if (o)
        return o->kind == OBJ_PARAM ? 1ULL << o->place : o->kind == OBJ_MEMBER || o->law ? OF_MODEL : 0;
    return n->op == OP_VAR || n->op == OP_PRE || n->op == OP_LAST || n->op == OP_TIME || n->op == OP_INITIAL ||
                   n->op == OP_SAMPLE
               ? OF_MODEL
               : 0;
}

static void reads(Effects *f, Ex root)
{
    Dtc *d = f->p->d;

    if (!root)
        return;
    Memo *m = memo_begin(d);
    memo_start(d, m, root);
    for (Ex x; (x = memo_next(d, m)) != 0; memo_set(m, x, (MemoValue){ .x = 0 }))
        f->uses |= bit_of(f->p, x);
    memo_end(d);
}

static void writes(Effects *f, Ex to)
{
    reads(f, to);
    if (to)
        f->writes |= bit_of(f->p, to);
}

static void arguments(Effects *f, const Step *s)
{
    const StepFunction *fn = s->kind == DO_CALL ? &f->p->fn[s->fn] : NULL;
    const char *kind = s->kind == DO_KERNEL ? kernels[s->kernel].arguments : NULL;

    if (fn && !fn->alone) {
        f->uses |= fn->uses & OF_MODEL;
        f->writes |= fn->writes & OF_MODEL;
    }
    for (uint32_t i = 0; i < vec_len(s->arg); i++)
        if (kind ? strchr("nvbr", kind[i]) == NULL : (fn->writes >> i & 1) != 0)
            writes(f, s->arg[i]);
        else
            reads(f, s->arg[i]);
}

static void body_of(Effects *f, const Step *body)
{
    for (uint32_t i = 0; i < vec_len(body); i++) {
        const Step *s = &body[i];
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
}

void find_effects(Program *p)
{
    for (Fn i = 1; i < vec_len(p->fn); i++) {
        Effects f = { .p = p };
        body_of(&f, p->fn[i].body);
        p->fn[i].uses = f.uses;
        p->fn[i].writes = f.writes;
    }
}
