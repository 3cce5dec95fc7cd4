/* chunk.c - a pass over the step program: long functions are cut into parts of at most CHUNK statements, if none around
 * others has more. C compilers take more than linear time for a function.
 *
 * What gives a value, and what has locals for all of it, stays whole. Cost: linear. Requires: temporaries.
 * Ensures: ProgramFunction.part, one at least.
 */
#include "store.h"

enum { CHUNK = 300 };

/* With those in it; a local's only value belongs to the statement that reads it. */
static uint32_t statements(const Program *p, const Statement *s)
{
    bool value = s->kind == DO_SET && ex_op(p->d, s->to) == OP_OBJ && object_of(p, s->to)->once;
    uint32_t n = s->kind != DO_BLOCK && s->kind != DO_NOTE && !value;

    for (uint32_t i = 0; i < vec_len(s->body); i++)
        n += statements(p, &s->body[i]);
    for (uint32_t i = 0; i < vec_len(s->other); i++)
        n += statements(p, &s->other[i]);
    return n;
}

static void cut(Program *p, ProgramFunction *fn)
{
    uint32_t n = 0;

    vec_push(&p->d->run, fn->part, (FunctionPart){ 0 });
    for (uint32_t i = 0; i < vec_len(fn->body); i++) {
        if (n >= CHUNK && fn->gives == GIVES_NOTHING) {
            vec_push(&p->d->run, fn->part, ((FunctionPart){ .from = i }));
            n = 0;
        }
        n += statements(p, &fn->body[i]);
        vec_last(fn->part).end = i + 1;
    }
}

void cut_functions(Program *p)
{
    for (Fn i = 1; i < vec_len(p->fn); i++)
        cut(p, &p->fn[i]);
}
