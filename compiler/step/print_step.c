/* print_step.c - functions of the step program as C, in functions of bounded length. It decides nothing. */
#include "emit.h"

static const char *place(Emitter *e, Ex to)
{
    Op op = ex_op(e->d, to);

    if (op == OP_OBJ)
        return object_text(e, to);
    Var v = root_of(e->f, ex_is_var(e->d, ex_arg(e->d, to, 0)), &(bool){ false });
    return textf(e->d, "m->%s", op == OP_PRE ? e->pre_name[v] : e->last_name[v]);
}

/* x *= y and x -= y, of one operation. */
static bool print_short(Emitter *e, const Step *s)
{
    Op op = ex_op(e->d, s->value);

    if (ex_op(e->d, s->to) != OP_OBJ || (op != OP_MUL && op != OP_SUB) || ex_arg(e->d, s->value, 0) != s->to)
        return false;
    emit_set_with(e, place(e, s->to), op == OP_MUL ? "*=" : "-=", ex_arg(e->d, s->value, 1));
    return true;
}

static void print_set(Emitter *e, const Step *s)
{
    if (ex_is_var(e->d, s->to))
        emit_assign(e, ex_is_var(e->d, s->to), s->value, 0, false);
    else if (!print_short(e, s))
        emit_set(e, place(e, s->to), s->value);
}

static void print_kernel(Emitter *e, const Step *s)
{
    const Kernel *k = &kernels[s->kernel];

    indented(e);
    put(e, "%s %s %s(", place(e, s->to), ex_type(e->d, s->to) == T_INT ? "|=" : "=", k->name);
    for (uint32_t i = 0; i < k->nargs; i++) {
        put(e, "%s%s", i ? ", " : "", k->arg[i] >= A_READ && ex_narg(e->d, s->arg[i]) ? "&" : "");
        put_ex(e, s->arg[i]);
    }
    put(e, ");\n");
    e->statements++;
}

static void print(Emitter *e, const Step *s)
{
    switch (s->kind) {
    case DO_SET: print_set(e, s); break;
    case DO_KERNEL: print_kernel(e, s); break;
    }
}

/* Is an array of the caller's written? */
static bool is_written(Emitter *e, const StepFunction *fn, Obj o)
{
    for (uint32_t i = 0; i < vec_len(fn->body); i++)
        if (ex_op(e->d, fn->body[i].to) == OP_OBJ && ex(e->d, fn->body[i].to)->payload == o)
            return true;
    return false;
}

static void begin(Emitter *e, const StepFunction *fn)
{
    const char *head = "", *call = "";

    for (uint32_t i = 0; i < vec_len(fn->param); i++) {
        const Object *o = &e->program.object[fn->param[i]];
        const char *is = is_written(e, fn, fn->param[i]) ? "" : "const ", *and = i ? ", " : "";
        head = internf(e->d, "%s%s%s%s *%s", head, and, is, c_type(o->type), o->name);
        call = internf(e->d, "%s%s%s", call, and, o->name);
    }
    if (fn->param)
        chunk_with(e, fn->name, head, call);
    else
        chunk_begin(e, fn->name);
}

void print_function(Emitter *e, const char *name)
{
    const StepFunction *fn = &e->program.fn[function_of(&e->program, name)];

    begin(e, fn);
    for (uint32_t i = 0; i < vec_len(fn->body); i++) {
        chunk_room(e);
        print(e, &fn->body[i]);
    }
    chunk_end(e);
}
