/* print_step.c - functions of the step program as C, in functions of bounded length. It decides nothing. */
#include "emit.h"

/* What can be set, as a place in C. */
static const char *place(Emitter *e, Ex to)
{
    Op op = ex_op(e->d, to);
    Var v = root_of(e->f, ex_is_var(e->d, ex_arg(e->d, to, 0)), &(bool){ false });

    return internf(e->d, "m->%s", op == OP_PRE ? e->pre_name[v] : e->last_name[v]);
}

static void print(Emitter *e, const Step *s)
{
    switch (s->kind) {
    case DO_SET:
        if (ex_is_var(e->d, s->to))
            emit_assign(e, ex_is_var(e->d, s->to), s->value, 0, false);
        else
            emit_set(e, place(e, s->to), s->value);
        break;
    }
}

void print_function(Emitter *e, const char *name)
{
    const StepFunction *fn = &e->program.fn[function_of(&e->program, name)];

    chunk_begin(e, name);
    for (uint32_t i = 0; i < vec_len(fn->body); i++) {
        chunk_room(e);
        print(e, &fn->body[i]);
    }
    chunk_end(e);
}
